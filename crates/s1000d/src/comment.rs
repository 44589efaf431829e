//! Comments: files by which an operator asks the manufacturer for a change.

use std::fmt::Write;

use chrono::{Datelike, NaiveDate};

use crate::code::{Code, CommentCode, FileName, Identity, Language, Version};
use crate::object::Title;
use crate::object::write::{escaped, reference, reference_to_issue};

/// The default BREX of issue 4.1, for modules that name none.
const DEFAULT_BREX: &str = "DMC-S1000D-E-04-10-0301-00A-022A-D";

/// A module or publication that a comment is about, as the manufacturer has it.
#[derive(Debug, Clone)]
pub struct CommentedObject {
    pub identity: Identity,
    /// The issue, where it is known.
    pub version: Version,
    pub title: Title,
}

/// A comment of the type *query*.
#[derive(Debug, Clone)]
pub struct CommentFile {
    pub model: String,
    /// The code of the sender's enterprise: five letters and digits.
    pub sender: String,
    /// The year that the number belongs to.
    pub year: i64,
    /// The number among the comments of the sender in that year.
    pub number: u64,
    pub language: Language,
    pub date: NaiveDate,
    pub title: String,
    pub enterprise: String,
    pub city: String,
    pub country: String,
    pub objects: Vec<CommentedObject>,
    /// The business rules of these modules.
    pub brex: Option<Identity>,
    pub paragraphs: Vec<String>,
}

impl CommentFile {
    /// Its file name and text, as issue 4.1 of the standard defines them; `None` when a code is not one of the standard.
    pub fn write(&self) -> Option<(String, String)> {
        let (year, number) = (self.year, self.number);
        let code = CommentCode::parse(&format!("{}-{}-{year:04}-{number:05}-Q", self.model, self.sender)).ok()?;
        let identity = Identity { code: Code::Comment(code), extension: None, language: Some(self.language) };
        let brex = match &self.brex {
            Some(brex) => brex.clone(),
            None => FileName::parse(DEFAULT_BREX).ok()?.identity,
        };
        let brex = reference(&brex, &Title::default(), "")?;
        let mut text = String::from(HEAD);
        let _ = write!(
            text,
            "<identAndStatusSection><commentAddress><commentIdent><commentCode modelIdentCode=\"{}\" \
             senderIdent=\"{}\" yearOfDataIssue=\"{year:04}\" seqNumber=\"{number:05}\" commentType=\"q\"/><language \
             languageIsoCode=\"{}\" countryIsoCode=\"{}\"/></commentIdent>",
            self.model,
            self.sender,
            self.language.code(),
            self.language.country()
        );
        let _ = write!(
            text,
            "<commentAddressItems><commentTitle>{}</commentTitle><issueDate year=\"{:04}\" month=\"{:02}\" \
             day=\"{:02}\"/><commentOriginator><dispatchAddress><enterprise><enterpriseName>{}</enterpriseName>\
             </enterprise><address><city>{}</city><country>{}</country></address></dispatchAddress>\
             </commentOriginator></commentAddressItems></commentAddress>",
            escaped(&self.title),
            self.date.year(),
            self.date.month(),
            self.date.day(),
            escaped(&self.enterprise),
            escaped(&self.city),
            escaped(&self.country)
        );
        let _ = writeln!(
            text,
            "<commentStatus><security securityClassification=\"01\"/><commentPriority commentPriorityCode=\"cp01\"/>\
             <commentRefs>{}</commentRefs><brexDmRef>{brex}</brexDmRef></commentStatus></identAndStatusSection>\
             <commentContent>{}</commentContent></comment>",
            self.references(),
            self.content()
        );
        Some((format!("{identity}.XML"), text))
    }

    /// The objects with a code of a kind: data modules or publications.
    fn objects(&self, is_kind: fn(&Code) -> bool) -> impl Iterator<Item = &CommentedObject> {
        self.objects.iter().filter(move |object| is_kind(&object.identity.code))
    }

    /// The schema allows one group: that of the modules, or, where there are none, that of the publications.
    fn references(&self) -> String {
        let group = |name: &str, is_kind: fn(&Code) -> bool| {
            let written = self
                .objects(is_kind)
                .filter_map(|object| reference_to_issue(&object.identity, &object.version, &object.title, ""));
            let written: Vec<String> = written.collect();
            (!written.is_empty()).then(|| format!("<{name}>{}</{name}>", written.concat()))
        };
        let group = group("dmRefGroup", is_module).or_else(|| group("pmRefGroup", is_publication));
        group.unwrap_or_else(|| "<noReferences/>".to_owned())
    }

    fn content(&self) -> String {
        let lines = self.paragraphs.iter().filter(|text| !text.trim().is_empty());
        let mut written: Vec<String> =
            lines.map(|text| format!("<simplePara>{}</simplePara>", escaped(text))).collect();
        // The schema demands one.
        if written.is_empty() {
            written.push(format!("<simplePara>{}</simplePara>", escaped(&self.title)));
        }
        // Publications have no place among the references beside modules.
        if self.objects(is_module).next().is_some() {
            written.extend(self.objects(is_publication).map(|object| {
                let any = Identity { language: None, ..object.identity.clone() };
                format!("<simplePara>{}</simplePara>", escaped(&format!("{any} {}", object.title.technical)))
            }));
        }
        written.concat()
    }
}

fn is_module(code: &Code) -> bool {
    matches!(code, Code::Module(_))
}

fn is_publication(code: &Code) -> bool {
    matches!(code, Code::Publication(_))
}

const HEAD: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<comment \
    xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" \
    xsi:noNamespaceSchemaLocation=\"http://www.s1000d.org/S1000D_4-1/xml_schema_flat/comment.xsd\">";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::guard;
    use crate::object;

    fn object(name: &str, title: &str) -> CommentedObject {
        let identity = FileName::parse(name).expect("a name").identity;
        let title = Title { technical: title.to_owned(), info: None, variant: None };
        CommentedObject { identity, version: Version::default(), title }
    }

    fn comment() -> CommentFile {
        CommentFile {
            model: "NV240".to_owned(),
            sender: "QZ001".to_owned(),
            year: 2025,
            number: 7,
            language: Language::parse("en", "US").expect("a language"),
            date: NaiveDate::from_ymd_opt(2026, 3, 2).expect("a day"),
            title: "Wrong torque".to_owned(),
            enterprise: "Azure Bay & Sons".to_owned(),
            city: "Port".to_owned(),
            country: "QZ".to_owned(),
            objects: vec![object("DMC-NV240-A-28-21-01-00A-520A-A_en-US.XML", "Pump")],
            brex: None,
            paragraphs: vec!["Step 3 < 4".to_owned(), " ".to_owned()],
        }
    }

    #[test]
    fn a_comment_names_its_modules_and_says_what_is_asked() {
        let (name, text) = comment().write().expect("a comment");
        assert_eq!(name, "COM-NV240-QZ001-2025-00007-Q_en-US.XML");
        assert!(text.contains("<simplePara>Step 3 &lt; 4</simplePara></commentContent>"), "{text}");
        assert!(text.contains("<enterpriseName>Azure Bay &amp; Sons</enterpriseName>"), "{text}");
        assert!(text.contains("<commentRefs><dmRefGroup><dmRef>"), "{text}");
        assert!(text.contains("<issueDate year=\"2026\" month=\"03\" day=\"02\"/>"), "the day of this file: {text}");
        assert!(text.contains("<brexDmRef><dmRef><dmRefIdent><dmCode modelIdentCode=\"S1000D\" systemDiffCode=\"E\""));
        let checked = guard::check(text.as_bytes()).expect("well-formed");
        let (read, _) = object::read(&checked).expect("an object");
        let identity = read.identity.expect("an identity");
        assert_eq!(identity.to_string(), "COM-NV240-QZ001-2025-00007-Q_en-US");
    }

    #[test]
    fn a_comment_without_modules_and_words_is_complete_all_the_same() {
        let bare = CommentFile { objects: Vec::new(), paragraphs: Vec::new(), ..comment() };
        let (_, text) = bare.write().expect("a comment");
        assert!(text.contains("<noReferences/>") && text.contains("<simplePara>Wrong torque</simplePara>"), "{text}");
        assert!(CommentFile { sender: "TOO-LONG".to_owned(), ..comment() }.write().is_none());
    }

    #[test]
    fn a_module_is_named_with_its_issue_and_a_publication_where_there_is_no_module() {
        let issue = crate::code::Issue::parse("002", "00").expect("an issue");
        let module = CommentedObject {
            version: Version { issue: Some(issue), date: None },
            ..object("DMC-NV240-A-28-21-01-00A-520A-A_en-US.XML", "Pump")
        };
        let publication = object("PMC-NV240-NVR01-00001-00_en-US.XML", "Fuel & oil");
        let both = CommentFile { objects: vec![publication.clone(), module], ..comment() };
        let (_, text) = both.write().expect("a comment");
        assert!(text.contains("<issueInfo issueNumber=\"002\" inWork=\"00\"/></dmRefIdent>"), "{text}");
        assert!(text.contains("<simplePara>PMC-NV240-NVR01-00001-00 Fuel &amp; oil</simplePara>"), "{text}");
        assert!(!text.contains("pmRefGroup"), "the schema allows one group: {text}");
        let alone = CommentFile { objects: vec![publication], ..comment() };
        let (_, text) = alone.write().expect("a comment");
        assert!(text.contains("<commentRefs><pmRefGroup><pmRef><pmRefIdent><pmCode"), "{text}");
        assert!(!text.contains("noReferences"), "{text}");
    }
}
