//! Comments: files by which an operator asks the manufacturer for a change.

use std::fmt::Write;

use chrono::{Datelike, NaiveDate};

use crate::code::{Code, CommentCode, FileName, Identity, Language};
use crate::object::Title;
use crate::object::write::{escaped, reference};

/// The default BREX of issue 4.1, for modules that name none.
const DEFAULT_BREX: &str = "DMC-S1000D-F-04-10-0301-00A-022A-D";

/// A comment of the type *query*.
#[derive(Debug, Clone)]
pub struct CommentFile {
    pub model: String,
    /// The code of the sender's enterprise: five letters and digits.
    pub sender: String,
    pub number: u64,
    pub language: Language,
    pub date: NaiveDate,
    pub title: String,
    pub enterprise: String,
    pub city: String,
    pub country: String,
    /// The data modules that it is about.
    pub modules: Vec<(Identity, Title)>,
    /// The business rules of these modules.
    pub brex: Option<Identity>,
    pub paragraphs: Vec<String>,
}

impl CommentFile {
    /// Its file name and text, as issue 4.1 of the standard defines them; `None` when a code is not one of the standard.
    pub fn write(&self) -> Option<(String, String)> {
        let (year, number) = (self.date.year(), self.number);
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
            "<commentAddressItems><commentTitle>{}</commentTitle><issueDate year=\"{year:04}\" month=\"{:02}\" \
             day=\"{:02}\"/><commentOriginator><dispatchAddress><enterprise><enterpriseName>{}</enterpriseName>\
             </enterprise><address><city>{}</city><country>{}</country></address></dispatchAddress>\
             </commentOriginator></commentAddressItems></commentAddress>",
            escaped(&self.title),
            self.date.month(),
            self.date.day(),
            escaped(&self.enterprise),
            escaped(&self.city),
            escaped(&self.country)
        );
        let _ = write!(
            text,
            "<commentStatus><security securityClassification=\"01\"/><commentPriority commentPriorityCode=\"cp01\"/>\
             <commentRefs>{}</commentRefs><brexDmRef>{brex}</brexDmRef></commentStatus></identAndStatusSection>\
             <commentContent>{}</commentContent></comment>\n",
            self.references(),
            self.content()
        );
        Some((format!("{identity}.XML"), text))
    }

    fn references(&self) -> String {
        let found: Vec<String> = self
            .modules
            .iter()
            .filter(|(identity, _)| matches!(identity.code, Code::Module(_)))
            .filter_map(|(identity, title)| reference(identity, title, ""))
            .collect();
        if found.is_empty() {
            return "<noReferences/>".to_owned();
        }
        ["<dmRefGroup>", &found.concat(), "</dmRefGroup>"].concat()
    }

    fn content(&self) -> String {
        let lines = self.paragraphs.iter().filter(|text| !text.trim().is_empty());
        let written: Vec<String> = lines.map(|text| format!("<simplePara>{}</simplePara>", escaped(text))).collect();
        // The schema demands one.
        if written.is_empty() { format!("<simplePara>{}</simplePara>", escaped(&self.title)) } else { written.concat() }
    }
}

const HEAD: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<comment \
    xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" \
    xsi:noNamespaceSchemaLocation=\"http://www.s1000d.org/S1000D_4-1/xml_schema_flat/comment.xsd\">";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::guard;
    use crate::object;

    fn comment() -> CommentFile {
        let name = FileName::parse("DMC-NV240-A-28-21-01-00A-520A-A_en-US.XML").expect("a name");
        CommentFile {
            model: "NV240".to_owned(),
            sender: "QZ001".to_owned(),
            number: 7,
            language: Language::parse("en", "US").expect("a language"),
            date: NaiveDate::from_ymd_opt(2026, 3, 2).expect("a day"),
            title: "Wrong torque".to_owned(),
            enterprise: "Azure Bay & Sons".to_owned(),
            city: "Port".to_owned(),
            country: "QZ".to_owned(),
            modules: vec![(name.identity, Title { technical: "Pump".to_owned(), info: None, variant: None })],
            brex: None,
            paragraphs: vec!["Step 3 < 4".to_owned(), " ".to_owned()],
        }
    }

    #[test]
    fn a_comment_names_its_modules_and_says_what_is_asked() {
        let (name, text) = comment().write().expect("a comment");
        assert_eq!(name, "COM-NV240-QZ001-2026-00007-Q_en-US.XML");
        assert!(text.contains("<simplePara>Step 3 &lt; 4</simplePara></commentContent>"), "{text}");
        assert!(text.contains("<enterpriseName>Azure Bay &amp; Sons</enterpriseName>"), "{text}");
        assert!(text.contains("<commentRefs><dmRefGroup><dmRef>"), "{text}");
        let checked = guard::check(text.as_bytes()).expect("well-formed");
        let (read, _) = object::read(&checked).expect("an object");
        let identity = read.identity.expect("an identity");
        assert_eq!(identity.to_string(), "COM-NV240-QZ001-2026-00007-Q_en-US");
    }

    #[test]
    fn a_comment_without_modules_and_words_is_complete_all_the_same() {
        let bare = CommentFile { modules: Vec::new(), paragraphs: Vec::new(), ..comment() };
        let (_, text) = bare.write().expect("a comment");
        assert!(text.contains("<noReferences/>") && text.contains("<simplePara>Wrong torque</simplePara>"), "{text}");
        assert!(CommentFile { sender: "TOO-LONG".to_owned(), ..comment() }.write().is_none());
    }
}
