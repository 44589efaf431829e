//! Elements as text: addresses and references that are written into a file, and the places they are written to.

use std::fmt::Write;
use std::ops::Range;

use roxmltree::{Attribute, Node};

use crate::code::{Code, Identity, Version};
use crate::splice::Splice;

/// The name of an element as it is written in its start tag, with its prefix.
pub(crate) fn tag_of<'a>(text: &'a str, node: Node<'_, '_>) -> &'a str {
    text.get(node.range().start + 1..end_of_name(text, node)).unwrap_or_default()
}

/// The prefix of an element with its colon; empty when it has none.
pub(crate) fn prefix_of<'a>(text: &'a str, node: Node<'_, '_>) -> &'a str {
    let tag = tag_of(text, node);
    tag.find(':').map(|colon| &tag[..=colon]).unwrap_or_default()
}

/// The position after the name in the start tag of an element.
pub(crate) fn end_of_name(text: &str, node: Node<'_, '_>) -> usize {
    let start = node.range().start;
    let tag = &text[start..];
    start + tag.find(|c: char| c.is_ascii_whitespace() || matches!(c, '/' | '>')).unwrap_or(tag.len())
}

/// The range between the tags of an element; `None` for one that is written as a single tag.
pub(crate) fn inner_range(text: &str, node: Node<'_, '_>) -> Option<Range<usize>> {
    let range = node.range();
    let written = &text[range.clone()];
    let mut quote = None;
    let end_of_start = written.bytes().position(|byte| match (quote, byte) {
        (None, b'"' | b'\'') => {
            quote = Some(byte);
            false
        }
        (Some(open), _) if open == byte => {
            quote = None;
            false
        }
        (None, b'>') => true,
        _ => false,
    })?;
    if written[..end_of_start].ends_with('/') {
        return None;
    }
    let end = written.rfind("</")?;
    (end > end_of_start).then(|| range.start + end_of_start + 1..range.start + end)
}

/// Writes into an element instead of all that it contains.
pub(crate) fn replace_inner(text: &str, node: Node<'_, '_>, inner: &str) -> Splice {
    match inner_range(text, node) {
        Some(range) => Splice::replace(range, inner),
        None => open_up(text, node, inner),
    }
}

/// Writes into an element that is a single tag.
pub(crate) fn open_up(text: &str, node: Node<'_, '_>, inner: &str) -> Splice {
    let range = node.range();
    Splice::replace(range.end - "/>".len()..range.end, format!(">{inner}</{}>", tag_of(text, node)))
}

/// The white space before an element, from the end of the line before it on; empty when other text is between.
pub(crate) fn space_before<'a>(text: &'a str, node: Node<'_, '_>) -> &'a str {
    let before = &text[..node.range().start];
    let space = &before[before.trim_end_matches([' ', '\t', '\r', '\n']).len()..];
    if space.contains('\n') { space } else { "" }
}

/// The range of an element with the line break and indentation before it.
pub(crate) fn range_with_space(text: &str, node: Node<'_, '_>) -> Range<usize> {
    let range = node.range();
    range.start - space_before(text, node).len()..range.end
}

/// The range of an attribute with the white space before it.
pub(crate) fn range_of_attribute(text: &str, attribute: Attribute<'_, '_>) -> Range<usize> {
    let range = attribute.range();
    text[..range.start].trim_end_matches([' ', '\t', '\r', '\n']).len()..range.end
}

/// Text between tags, in one line. Other blanks than those of XML, such as no-break spaces, are part of the text.
pub(crate) fn escaped(text: &str) -> String {
    let line = text.split_ascii_whitespace().collect::<Vec<_>>().join(" ");
    quick_xml::escape::partial_escape(&line).into_owned()
}

/// The element with a code; `None` for codes that no module or publication has.
pub(crate) fn code_element(code: &Code, prefix: &str) -> Option<String> {
    let (name, attributes): (_, Vec<_>) = match code {
        Code::Module(code) => ("dmCode", code.attributes().collect()),
        Code::Publication(code) => ("pmCode", code.attributes().collect()),
        _ => return None,
    };
    let mut written = format!("<{prefix}{name}");
    for (name, value) in attributes {
        let _ = write!(written, " {name}=\"{value}\"");
    }
    written.push_str("/>");
    Some(written)
}

/// The element that marks a customised copy; empty when the identity has no extension.
pub(crate) fn extension_element(identity: &Identity, prefix: &str) -> String {
    let written = identity.extension.as_ref().map(|extension| {
        let code = quick_xml::escape::escape(&extension.code).into_owned();
        format!("<{prefix}identExtension extensionProducer=\"{}\" extensionCode=\"{code}\"/>", extension.producer)
    });
    written.unwrap_or_default()
}

/// The children of an element such as `sourceDmIdent`: extension, code, language and issue, as far as they are known.
pub(crate) fn ident_children(identity: &Identity, version: &Version, prefix: &str) -> Option<String> {
    let mut written = extension_element(identity, prefix);
    written.push_str(&code_element(&identity.code, prefix)?);
    if let Some(language) = &identity.language {
        let (code, country) = (language.code(), language.country());
        let _ = write!(written, "<{prefix}language languageIsoCode=\"{code}\" countryIsoCode=\"{country}\"/>");
    }
    if let Some(issue) = version.issue {
        let issue = issue.to_string();
        let (number, in_work) = issue.split_once('-').unwrap_or((&issue, "00"));
        let _ = write!(written, "<{prefix}issueInfo issueNumber=\"{number}\" inWork=\"{in_work}\"/>");
    }
    Some(written)
}

/// The children of `dmRefIdent` or `pmRefIdent` in the order of the schemas: extension, code, the element with the
/// issue as it is given, and language. `None` for codes that no module or publication has.
pub fn ref_ident_children(identity: &Identity, issue_info: &str) -> Option<String> {
    let mut written = extension_element(identity, "");
    written.push_str(&code_element(&identity.code, "")?);
    written.push_str(issue_info);
    if let Some(language) = &identity.language {
        let (code, country) = (language.code(), language.country());
        let _ = write!(written, "<language languageIsoCode=\"{code}\" countryIsoCode=\"{country}\"/>");
    }
    Some(written)
}

/// A reference to a module or a publication in any language and issue.
pub(crate) fn reference(identity: &Identity, title: &super::Title, prefix: &str) -> Option<String> {
    reference_to_issue(identity, &Version::default(), title, prefix)
}

/// A reference to an issue of a module or a publication in any language.
pub(crate) fn reference_to_issue(
    identity: &Identity,
    version: &Version,
    title: &super::Title,
    prefix: &str,
) -> Option<String> {
    let any = Identity { language: None, ..identity.clone() };
    let ident = ident_children(&any, version, prefix)?;
    let (kind, titled) = match identity.code {
        Code::Module(_) => ("dm", module_title(title, prefix)),
        _ => ("pm", format!("<{prefix}pmTitle>{}</{prefix}pmTitle>", escaped(&title.technical))),
    };
    let items = if title.technical.is_empty() {
        String::new()
    } else {
        format!("<{prefix}{kind}RefAddressItems>{titled}</{prefix}{kind}RefAddressItems>")
    };
    Some(format!(
        "<{prefix}{kind}Ref><{prefix}{kind}RefIdent>{ident}</{prefix}{kind}RefIdent>{items}</{prefix}{kind}Ref>"
    ))
}

fn module_title(title: &super::Title, prefix: &str) -> String {
    let info = title.info.as_deref().map(|info| format!("<{prefix}infoName>{}</{prefix}infoName>", escaped(info)));
    format!(
        "<{prefix}dmTitle><{prefix}techName>{}</{prefix}techName>{}</{prefix}dmTitle>",
        escaped(&title.technical),
        info.unwrap_or_default()
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::code::FileName;
    use crate::object::Title;
    use crate::splice;

    #[test]
    fn an_element_is_written_into_whatever_its_tags_look_like() {
        let written = |text: &str| {
            let document = roxmltree::Document::parse(text).expect("XML");
            splice::apply(text, &[replace_inner(text, document.root_element(), "new")]).expect("a text")
        };
        assert_eq!(written("<a:b xmlns:a='urn:x' c='>'>old <d/></a:b>"), "<a:b xmlns:a='urn:x' c='>'>new</a:b>");
        assert_eq!(written("<b c=\"/\"></b>"), "<b c=\"/\">new</b>");
        assert_eq!(written("<b c='1' />"), "<b c='1' >new</b>");
    }

    #[test]
    fn text_is_in_one_line_and_keeps_its_special_spaces() {
        assert_eq!(escaped(" 10\u{a0}kg\n of\t泵\u{3000}阀 <a> "), "10\u{a0}kg of 泵\u{3000}阀 &lt;a&gt;");
    }

    #[test]
    fn a_reference_names_the_module_in_any_language() {
        let name = FileName::parse("DME-F0210-QZ-NV-A-29-11-01-00A-040A-A_en-US.XML").expect("a name");
        let title = Title { technical: "Pump & valve".to_owned(), info: Some("Description".to_owned()), variant: None };
        assert_eq!(
            reference(&name.identity, &title, "").as_deref(),
            Some(
                "<dmRef><dmRefIdent><identExtension extensionProducer=\"F0210\" extensionCode=\"QZ\"/>\
                 <dmCode modelIdentCode=\"NV\" systemDiffCode=\"A\" systemCode=\"29\" subSystemCode=\"1\" \
                 subSubSystemCode=\"1\" assyCode=\"01\" disassyCode=\"00\" disassyCodeVariant=\"A\" infoCode=\"040\" \
                 infoCodeVariant=\"A\" itemLocationCode=\"A\"/></dmRefIdent><dmRefAddressItems><dmTitle>\
                 <techName>Pump &amp; valve</techName><infoName>Description</infoName></dmTitle>\
                 </dmRefAddressItems></dmRef>"
            )
        );
        let name = FileName::parse("PMC-NV-NVR01-00001-00_en-US.XML").expect("a name");
        assert_eq!(
            reference(&name.identity, &Title::default(), "x:").as_deref(),
            Some(
                "<x:pmRef><x:pmRefIdent><x:pmCode modelIdentCode=\"NV\" pmIssuer=\"NVR01\" pmNumber=\"00001\" \
                 pmVolume=\"00\"/></x:pmRefIdent></x:pmRef>"
            )
        );
    }
}
