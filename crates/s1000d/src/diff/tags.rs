//! Tags and character references of text that the parser has passed, with their bytes.

use std::borrow::Cow;
use std::ops::Range;

use crate::text::reference;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct XmlAttribute<'t> {
    /// With its prefix, as written.
    pub name: &'t str,
    /// Decoded.
    pub value: Cow<'t, str>,
    /// From the name to the closing quote.
    pub range: Range<usize>,
}

/// The name of the element that begins at a byte, with its prefix.
pub(crate) fn name(text: &str, start: usize) -> &str {
    let tag = text.get(start + 1..).unwrap_or_default();
    let end = tag.find(|c: char| c.is_ascii_whitespace() || matches!(c, '>' | '/')).unwrap_or(tag.len());
    tag.get(..end).unwrap_or_default()
}

/// The byte behind the start tag that begins at a byte.
pub(super) fn end_of_start_tag(text: &str, start: usize) -> usize {
    let bytes = text.as_bytes();
    let mut at = start;
    loop {
        let Some(found) = memchr::memchr3(b'>', b'"', b'\'', &bytes[at.min(bytes.len())..]) else { return bytes.len() };
        at += found;
        if bytes[at] == b'>' {
            return at + 1;
        }
        let quote = bytes[at];
        let Some(closing) = memchr::memchr(quote, &bytes[at + 1..]) else { return bytes.len() };
        at += closing + 2;
    }
}

pub(crate) fn is_self_closing(text: &str, start_tag: &Range<usize>) -> bool {
    text.get(start_tag.clone()).is_some_and(|tag| tag.ends_with("/>"))
}

/// The bytes between the tags of an element; none, behind its only tag, for an empty one.
pub(crate) fn inner(text: &str, element: &Range<usize>) -> Range<usize> {
    let start = end_of_start_tag(text, element.start);
    let end_tag = text.get(start..element.end).and_then(|rest| rest.rfind("</"));
    start..end_tag.map_or(element.end.max(start), |at| start + at)
}

/// The attributes of a start tag, namespaces included.
pub(super) fn attributes<'t>(text: &'t str, start_tag: &Range<usize>) -> Vec<XmlAttribute<'t>> {
    let mut found = Vec::new();
    let mut at = start_tag.start + 1 + name(text, start_tag.start).len();
    while let Some(tag) = text.get(at..start_tag.end) {
        let Some(skipped) = tag.find(|c: char| !c.is_ascii_whitespace()) else { break };
        let start = at + skipped;
        let Some((before, rest)) = text.get(start..start_tag.end).and_then(|tag| tag.split_once('=')) else { break };
        let Some(quote) = rest.trim_start().chars().next() else { break };
        let open = start_tag.end - rest.trim_start().len() + 1;
        let Some(length) = text.get(open..start_tag.end).and_then(|value| value.find(quote)) else { break };
        let value = text.get(open..open + length).unwrap_or_default();
        at = open + length + 1;
        found.push(XmlAttribute { name: before.trim_end(), value: attribute_value(value), range: start..at });
    }
    found
}

/// The value of an attribute: references resolved, white space as blanks.
fn attribute_value(raw: &str) -> Cow<'_, str> {
    if !raw.contains(['&', '\t', '\n', '\r']) {
        return Cow::Borrowed(raw);
    }
    let mut value = String::with_capacity(raw.len());
    let mut rest = raw;
    while let Some(c) = rest.chars().next() {
        let (c, length) = match c {
            '&' => reference(rest),
            '\r' if rest.starts_with("\r\n") => (' ', 2),
            '\t' | '\n' | '\r' => (' ', 1),
            c => (c, c.len_utf8()),
        };
        value.push(c);
        rest = &rest[length..];
    }
    Cow::Owned(value)
}
