//! Elements and their tags as text.

use std::borrow::Cow;
use std::ops::Range;

use super::edits::AttributeChange;
use super::tags;
use super::tree::{ElementId, XmlAttribute, XmlTree};

/// The bytes of an element as they stand in its file.
pub(crate) fn bytes<'t>(tree: &XmlTree<'t>, id: ElementId) -> &'t str {
    tree.text().get(tree.element(id).range.clone()).unwrap_or_default()
}

/// The bytes of a start tag to replace, and what by. Without bytes it is added.
pub(crate) type Replacement = (Option<Range<usize>>, Option<String>);

pub(crate) fn replaced(
    old: &[XmlAttribute<'_>],
    new: &[XmlAttribute<'_>],
    changes: &[AttributeChange],
) -> Vec<Replacement> {
    let written = |index: usize| new.get(index).map(|one| format!("{}=\"{}\"", one.name, escaped(&one.value)));
    changes
        .iter()
        .map(|change| (change.old.map(|index| old[index].range.clone()), change.new.and_then(written)))
        .collect()
}

/// Writes a start tag with replaced attributes.
pub(crate) fn start_tag(text: &str, tag: &Range<usize>, changes: &[Replacement], may_be_empty: bool, out: &mut String) {
    let mut changes = changes.to_vec();
    changes.sort_by_key(|(range, _)| range.as_ref().map_or(usize::MAX, |range| range.start));
    let is_empty = tags::is_self_closing(text, tag);
    let end = tag.end - if is_empty { 2 } else { 1 };
    let mut at = tag.start;
    for (range, new) in changes {
        let range = range.unwrap_or(end..end);
        out.push_str(text.get(at..range.start).unwrap_or_default());
        match new {
            Some(new) => {
                if range.is_empty() && !out.ends_with(|c: char| c.is_ascii_whitespace()) {
                    out.push(' ');
                }
                out.push_str(&new);
            }
            None => out.truncate(out.trim_end().len()),
        }
        at = range.end;
    }
    out.push_str(text.get(at..end).unwrap_or_default());
    out.push_str(if is_empty && may_be_empty { "/>" } else { ">" });
}

pub(crate) fn close(name: &str, out: &mut String) {
    out.push_str("</");
    out.push_str(name);
    out.push('>');
}

/// The white space before a byte.
pub(crate) fn blank_before(text: &str, at: usize) -> &str {
    let before = text.get(..at).unwrap_or_default();
    before.get(before.trim_end().len()..).unwrap_or_default()
}

/// Text as it is written in content and in attributes.
pub(crate) fn escaped(text: &str) -> Cow<'_, str> {
    if !text.contains(['&', '<', '>', '"', '\n', '\t', '\r']) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c => out.push(c),
        }
    }
    Cow::Owned(out)
}
