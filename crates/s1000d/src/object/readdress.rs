//! Gives the text of a module another address: a new module begins as a copy of a template or of another module.
//!
//! The result is a list of splices, so that the content stays as it was written.

use std::ops::Range;

use roxmltree::Node;

use super::header::Places;
use super::ident::{child, elements};
use super::stamp::{self, Stamp};
use super::write::{
    code_element, escaped, extension_element, ident_children, inner_range, open_up, prefix_of, range_with_space,
    replace_inner,
};
use super::{ObjectKind, Title};
use crate::code::{Identity, Issue, IssueDate, Version};
use crate::guard::Refusal;
use crate::splice::Splice;

/// The address of a new module.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewAddress {
    pub identity: Identity,
    pub title: AddressTitle,
    /// A day, or a moment for files that are versioned by it.
    pub date: IssueDate,
    /// The module that a customised copy was derived from, and its issue.
    pub source: Option<(Identity, Version)>,
}

/// The title of a new module.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AddressTitle {
    /// A title of its own. A part that it has not is removed.
    New(Title),
    /// The title of the text with other names; all other parts stay, because they are still to be translated.
    Translated { technical: Option<String>, info: Option<String> },
}

/// The splices that give a text that has passed the guard this address, as the first work on a module that was never
/// released: `000-01`, or the date alone where there are no numbers.
pub fn readdress(text: &str, new: &NewAddress) -> Result<Vec<Splice>, Refusal> {
    let document = super::parse_text(text)?;
    let root = document.root_element();
    let places = Places::find(root);
    let inside = places.ident.and_then(|ident| child(ident, "issueInfo"));
    let numbered = inside.or_else(|| child(places.address, "issueInfo"));
    let is_numbered = numbered.is_none_or(|info| info.has_attribute("issueNumber") || !info.has_attribute("issueDate"));
    let first = Issue::parse("000", "01").ok().filter(|_| is_numbered);
    let stamp = Stamp { issue: first, date: new.date.clone(), issue_type: "new".to_owned(), reason: None };
    let mut splices = stamp::stamp(text, &stamp)?;
    if let Some(ident) = places.ident {
        splices.extend(address(text, ident, &new.identity));
    }
    splices.extend(titles(text, root, &places, &new.title));
    if let Some(status) = places.status {
        splices.extend(source(text, root, status, new.source.as_ref()));
        splices.extend(unverified(text, status));
        let reasons = elements(status).filter(|part| part.tag_name().name() == "reasonForUpdate");
        splices.extend(reasons.map(|reason| Splice::replace(range_with_space(text, reason), "")));
    }
    let mut marks = change_marks(text, root);
    marks.retain(|mark| !splices.iter().any(|one| covers(one, mark)));
    splices.extend(marks);
    Ok(splices)
}

/// The splices that let a customised copy name another issue of its source; none for a text that names no source.
pub fn follow_source(text: &str, new: &(Identity, Version)) -> Result<Vec<Splice>, Refusal> {
    let document = super::parse_text(text)?;
    let root = document.root_element();
    let status = Places::find(root).status.filter(|status| child(*status, "sourceDmIdent").is_some());
    Ok(status.and_then(|status| source(text, root, status, Some(new))).into_iter().collect())
}

fn covers(one: &Splice, other: &Splice) -> bool {
    one.range.start <= other.range.start && other.range.end <= one.range.end
}

/// Nobody has verified a new module, whatever was verified of the text that it begins with.
fn unverified(text: &str, status: Node<'_, '_>) -> Vec<Splice> {
    let found: Vec<_> = elements(status).filter(|part| part.tag_name().name() == "qualityAssurance").collect();
    let is_plain = |one: &Node<'_, '_>| {
        one.attributes().len() == 0 && elements(*one).all(|part| part.tag_name().name() == "unverified")
    };
    let Some((first, others)) = found.split_first() else { return Vec::new() };
    let mut splices: Vec<Splice> =
        others.iter().map(|other| Splice::replace(range_with_space(text, *other), "")).collect();
    if !is_plain(first) {
        let prefix = prefix_of(text, status);
        let written = format!("<{prefix}qualityAssurance><{prefix}unverified/></{prefix}qualityAssurance>");
        splices.push(Splice::replace(first.range(), written));
    }
    splices
}

/// Removes the marks of changes, whose reasons are those of another module. Text that is marked as deleted stays marked:
/// otherwise it would count again.
fn change_marks(text: &str, root: Node<'_, '_>) -> Vec<Splice> {
    let marked = root.descendants().filter(Node::is_element).flat_map(|node| {
        let is_deleted = node.attribute("changeType") == Some("delete");
        node.attributes().filter(move |mark| match mark.name() {
            "reasonForUpdateRefIds" => true,
            "changeMark" | "changeType" => !is_deleted,
            _ => false,
        })
    });
    let splice = |range: Range<usize>| Splice::replace(text[..range.start].trim_end().len()..range.end, "");
    marked.map(|mark| splice(mark.range())).collect()
}

/// Extension, code and language.
fn address(text: &str, ident: Node<'_, '_>, identity: &Identity) -> Vec<Splice> {
    let prefix = prefix_of(text, ident);
    let mut splices = Vec::new();
    let code = elements(ident).find(|part| matches!(part.tag_name().name(), "dmCode" | "pmCode"));
    let Some((code, written)) = code.zip(code_element(&identity.code, prefix)) else { return splices };
    splices.push(Splice::replace(code.range(), written));
    match (child(ident, "identExtension"), &identity.extension) {
        (Some(old), Some(_)) => splices.push(Splice::replace(old.range(), extension_element(identity, prefix))),
        (Some(old), None) => splices.push(Splice::replace(range_with_space(text, old), "")),
        (None, Some(_)) => splices.push(Splice::insert(code.range().start, extension_element(identity, prefix))),
        (None, None) => {}
    }
    if let Some((old, language)) = child(ident, "language").zip(identity.language) {
        let (code, country) = (language.code(), language.country());
        let written = format!("<{prefix}language languageIsoCode=\"{code}\" countryIsoCode=\"{country}\"/>");
        splices.push(Splice::replace(old.range(), written));
    }
    splices
}

/// The title, wherever the kind of file has it.
fn titles(text: &str, root: Node<'_, '_>, places: &Places<'_, '_>, title: &AddressTitle) -> Vec<Splice> {
    let items = places.items.unwrap_or(places.address);
    let named = child(items, "dmTitle");
    let whole = child(items, "pmTitle").or_else(|| {
        let content = child(root, "content")?;
        elements(content).find_map(|part| child(part, "title"))
    });
    let title = match title {
        AddressTitle::New(title) => title,
        AddressTitle::Translated { technical, info } => {
            let technical = technical.as_deref();
            if let Some(named) = named {
                return translated_title(text, named, technical, info.as_deref());
            }
            let given = whole.zip(technical);
            return given.map(|(node, name)| replace_inner(text, node, &escaped(name))).into_iter().collect();
        }
    };
    if let Some(named) = named {
        return module_title(text, named, title);
    }
    let mut splices: Vec<Splice> =
        whole.into_iter().map(|node| replace_inner(text, node, &escaped(&title.technical))).collect();
    // The short title is that of the publication that was copied.
    splices.extend(child(items, "shortPmTitle").map(|short| Splice::replace(range_with_space(text, short), "")));
    splices
}

/// A part that the new title has not is removed.
fn module_title(text: &str, named: Node<'_, '_>, title: &Title) -> Vec<Splice> {
    let mut splices = Vec::new();
    let technical = child(named, "techName");
    splices.extend(technical.map(|node| replace_inner(text, node, &escaped(&title.technical))));
    for (name, value) in [("infoName", &title.info), ("infoNameVariant", &title.variant)] {
        match (child(named, name), value) {
            (Some(node), Some(value)) => splices.push(replace_inner(text, node, &escaped(value))),
            (Some(node), None) => splices.push(Splice::replace(range_with_space(text, node), "")),
            (None, Some(value)) => splices.extend(added_part(text, named, name, value)),
            (None, None) => {}
        }
    }
    splices
}

/// A part of a title behind the technical name.
fn added_part(text: &str, named: Node<'_, '_>, name: &str, value: &str) -> Option<Splice> {
    let prefix = prefix_of(text, named);
    let written = format!("<{prefix}{name}>{}</{prefix}{name}>", escaped(value));
    child(named, "techName").map(|node| Splice::insert(node.range().end, written))
}

/// The names that are given; all other parts stay.
fn translated_title(text: &str, named: Node<'_, '_>, technical: Option<&str>, info: Option<&str>) -> Vec<Splice> {
    let mut splices = Vec::new();
    let written = child(named, "techName").zip(technical);
    splices.extend(written.map(|(node, name)| replace_inner(text, node, &escaped(name))));
    match (child(named, "infoName"), info) {
        (Some(node), Some(name)) => splices.push(replace_inner(text, node, &escaped(name))),
        (None, Some(name)) => splices.extend(added_part(text, named, "infoName", name)),
        (_, None) => {}
    }
    splices
}

/// The source of a customised copy. A module under another code is no copy of the one that its text comes from.
fn source(
    text: &str,
    root: Node<'_, '_>,
    status: Node<'_, '_>,
    source: Option<&(Identity, Version)>,
) -> Option<Splice> {
    let prefix = prefix_of(text, status);
    let is_publication =
        matches!(ObjectKind::of_root(root.tag_name().name()), ObjectKind::Publication | ObjectKind::PublicationStatus);
    let name = if is_publication { "sourcePmIdent" } else { "sourceDmIdent" };
    let written = source.and_then(|(identity, version)| {
        Some(format!("<{prefix}{name}>{}</{prefix}{name}>", ident_children(identity, version, prefix)?))
    });
    match (child(status, name), written) {
        (Some(old), Some(written)) => Some(Splice::replace(old.range(), written)),
        (Some(old), None) => Some(Splice::replace(range_with_space(text, old), "")),
        (None, Some(written)) => Some(match inner_range(text, status) {
            Some(inner) => Splice::insert(inner.start, written),
            None => open_up(text, status, &written),
        }),
        (None, None) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::code::FileName;
    use crate::splice;

    const MODULE: &str = "<dmodule><identAndStatusSection><dmAddress><dmIdent>
<identExtension extensionProducer='OLD01' extensionCode='X'/>
<dmCode modelIdentCode='OLD'/><language languageIsoCode='fr' countryIsoCode='FR'/>
<issueInfo issueNumber='004' inWork='00'/></dmIdent><dmAddressItems><issueDate year='2020' month='01' day='02'/>
<dmTitle><techName>Old <b/></techName>
<infoName>Old</infoName>
<infoNameVariant>Old</infoNameVariant></dmTitle></dmAddressItems></dmAddress>
<dmStatus issueType='changed'>
<sourceDmIdent><dmCode/></sourceDmIdent>
<security/></dmStatus></identAndStatusSection><content><!-- kept --><description  a = '1'/></content></dmodule>";

    fn readdressed(text: &str, name: &str, info: Option<&str>, source: Option<&str>) -> String {
        let identity = |name: &str| FileName::parse(name).expect("a name");
        let version = Version { issue: Issue::parse("004", "00").ok(), date: None };
        let new = NewAddress {
            identity: identity(name).identity,
            title: AddressTitle::New(Title {
                technical: "New <one>".to_owned(),
                info: info.map(str::to_owned),
                variant: None,
            }),
            date: IssueDate::parse("2026-11-17").expect("a day"),
            source: source.map(|name| (identity(name).identity, version)),
        };
        splice::apply(text, &readdress(text, &new).expect("splices")).expect("a text")
    }

    #[test]
    fn a_copy_under_another_code_is_a_new_module() {
        let text = readdressed(MODULE, "DMC-NV-A-29-11-01-00A-040A-A_en-US.XML", Some("Description"), None);
        let expected = "<dmodule><identAndStatusSection><dmAddress><dmIdent>
<dmCode modelIdentCode=\"NV\" systemDiffCode=\"A\" systemCode=\"29\" subSystemCode=\"1\" subSubSystemCode=\"1\" \
            assyCode=\"01\" disassyCode=\"00\" disassyCodeVariant=\"A\" infoCode=\"040\" infoCodeVariant=\"A\" \
            itemLocationCode=\"A\"/><language languageIsoCode=\"en\" countryIsoCode=\"US\"/>
<issueInfo issueNumber='000' inWork='01'/></dmIdent><dmAddressItems><issueDate year='2026' month='11' day='17'/>
<dmTitle><techName>New &lt;one&gt;</techName>
<infoName>Description</infoName></dmTitle></dmAddressItems></dmAddress>
<dmStatus issueType='new'>
<security/></dmStatus></identAndStatusSection><content><!-- kept --><description  a = '1'/></content></dmodule>";
        assert_eq!(text, expected);
    }

    #[test]
    fn a_translation_keeps_the_parts_of_the_title_that_are_still_to_be_translated() {
        let titled = |text: &str, technical: Option<&str>, info: Option<&str>| {
            let new = NewAddress {
                identity: FileName::parse("DMC-NV-A-29-11-01-00A-040A-A_zh-CN.XML").expect("a name").identity,
                title: AddressTitle::Translated {
                    technical: technical.map(str::to_owned),
                    info: info.map(str::to_owned),
                },
                date: IssueDate::parse("2026-11-17").expect("a day"),
                source: None,
            };
            splice::apply(text, &readdress(text, &new).expect("splices")).expect("a text")
        };
        let title = "<dmTitle><techName>Old <b/></techName>\n<infoName>Old</infoName>\n\
            <infoNameVariant>Old</infoNameVariant></dmTitle>";
        assert!(titled(MODULE, None, None).contains(title));
        let named = title.replace("Old <b/>", "泵 &lt;1&gt;").replace("<infoName>Old", "<infoName>描述");
        assert!(titled(MODULE, Some("泵 <1>"), Some("描述")).contains(&named));
        let publication = "<pm><identAndStatusSection><pmAddress><pmIdent><pmCode/><language/>\
            <issueInfo issueNumber='004' inWork='00'/></pmIdent>\
            <pmAddressItems><issueDate year='2020' month='01' day='02'/><pmTitle>Old</pmTitle><shortPmTitle>O</shortPmTitle></pmAddressItems>\
            </pmAddress></identAndStatusSection><content/></pm>";
        let text = titled(publication, Some("手册"), None);
        assert!(text.contains("<pmTitle>手册</pmTitle><shortPmTitle>O</shortPmTitle>"), "{text}");
    }

    #[test]
    fn a_customised_copy_names_its_source_and_the_issue_of_it() {
        let (copy, own) =
            ("DME-QZ001-ALL-NV-A-29-11-01-00A-040A-A_en-US.XML", "DMC-NV-A-29-11-01-00A-040A-A_en-US.XML");
        let text = readdressed(MODULE, copy, None, Some(own));
        assert!(text.contains("<identExtension extensionProducer=\"QZ001\" extensionCode=\"ALL\"/>"), "{text}");
        assert!(text.contains("<sourceDmIdent><dmCode modelIdentCode=\"NV\""), "{text}");
        assert!(text.contains("<issueInfo issueNumber=\"004\" inWork=\"00\"/></sourceDmIdent>"), "{text}");
        assert!(!text.contains("infoName"), "{text}");
        let next = Version { issue: Issue::parse("005", "00").ok(), ..Version::default() };
        let next = (FileName::parse(own).expect("a name").identity, next);
        let splices = follow_source(&text, &next).expect("a module");
        let followed = splice::apply(&text, &splices).expect("a text");
        assert!(followed.contains("<issueInfo issueNumber=\"005\" inWork=\"00\"/></sourceDmIdent>"), "{followed}");
        assert_eq!(followed.replace("\"005\"", "\"004\""), text, "and nothing else");
        let bare = MODULE.replace("<identExtension extensionProducer='OLD01' extensionCode='X'/>\n", "");
        let bare = bare.replace("<sourceDmIdent><dmCode/></sourceDmIdent>\n", "");
        assert_eq!(follow_source(&bare, &next), Ok(Vec::new()), "it is no copy");
        let text = readdressed(&bare, copy, None, Some(own));
        assert!(text.contains("extensionCode=\"ALL\"/><dmCode modelIdentCode=\"NV\""), "{text}");
        assert!(text.contains("<dmStatus issueType='new'><sourceDmIdent>"), "{text}");
    }

    #[test]
    fn a_copy_is_unverified_and_has_no_changes_of_its_source() {
        let status = "<qualityAssurance applicRefId='a'>
<firstVerification verificationType='onobject'/></qualityAssurance>
<qualityAssurance><secondVerification/></qualityAssurance>
<reasonForUpdate id='rfu-1' changeMark='1'><simplePara/></reasonForUpdate>
<remarks/></dmStatus>";
        let text = MODULE.replace("</dmStatus>", status).replace("Old <b/>", "Old <b changeMark='1'/>").replace(
            "<description  a = '1'/>",
            "<p changeMark=\"1\" a='1' reasonForUpdateRefIds='rfu-1'\n  changeType='modify'/>\
             <p changeType='delete' changeMark='1' reasonForUpdateRefIds='rfu-1'/>",
        );
        let copy = readdressed(&text, "DMC-NV-A-29-11-01-00A-040A-A_en-US.XML", None, None);
        let expected = "<security/><qualityAssurance><unverified/></qualityAssurance>\n<remarks/></dmStatus>";
        assert!(copy.contains(expected), "{copy}");
        assert!(copy.contains("<!-- kept --><p a='1'/><p changeType='delete' changeMark='1'/></content>"), "{copy}");
        let unverified = MODULE.replace("<security/>", "<qualityAssurance><unverified /></qualityAssurance>");
        let copy = readdressed(&unverified, "DMC-NV-A-29-11-01-00A-040A-A_en-US.XML", None, None);
        assert!(copy.contains("<qualityAssurance><unverified /></qualityAssurance>"), "{copy}");
    }

    #[test]
    fn files_that_are_versioned_by_date_get_no_number() {
        let module = "<a:dmodule xmlns:a='urn:x'><a:dmIdent><a:dmCode/><a:language/></a:dmIdent>\
            <a:issueInfo issueDate='2020-01-01T00:00:00Z'/><a:content><a:dispatchItem><a:title/></a:dispatchItem>\
            </a:content></a:dmodule>";
        let text = readdressed(module, "DMC-NV-A-29-11-01-00A-180A-A_zh-CN.XML", None, None);
        assert!(text.contains("<a:dmIdent><a:dmCode modelIdentCode=\"NV\""), "{text}");
        assert!(text.contains("<a:language languageIsoCode=\"zh\" countryIsoCode=\"CN\"/>"), "{text}");
        assert!(text.contains("<a:issueInfo issueDate='2026-11-17'/>"), "{text}");
        assert!(text.contains("<a:title>New &lt;one&gt;</a:title>"), "{text}");
    }
}
