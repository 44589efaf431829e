//! The parts of a table that a command replaces, as one change of the text.

use std::collections::BTreeSet;
use std::ops::Range;

use roxmltree::Node;

use crate::document::{inner_range, start_tag_len};
use crate::edit::block::{ElementNode, gap, is_blank, source};
use crate::splice::{self, Splice};

/// Attributes that only change the look of cells, rows and columns: new ones get them, too.
pub(super) const LOOK: &[&str] = &["align", "char", "charoff", "colsep", "rotate", "rowsep", "valign"];

/// Attributes that say where a cell stands.
pub(super) const PLACE: &[&str] = &["colname", "morerows", "nameend", "namest", "spanname"];

/// Attributes of change marks, which do not say what words apply to.
const CHANGE: &[&str] = &["changeMark", "changeType", "reasonForUpdateRefIds"];

/// A value of an attribute; `None` removes it.
pub(super) type AttributeValue<'v> = (&'static str, Option<&'v str>);

/// The replaced parts of a table, and the place of the cursor.
pub(super) struct TablePatch<'d> {
    text: &'d str,
    splices: Vec<Splice>,
    /// A splice, and bytes of its text before the cursor.
    caret: Option<(usize, usize)>,
}

impl<'d> TablePatch<'d> {
    pub(super) fn new(node: ElementNode<'d>) -> Self {
        Self { text: node.document().input_text(), splices: Vec::new(), caret: None }
    }

    pub(super) fn insert(&mut self, position: usize, text: String) {
        self.splices.push(Splice::insert(position, text));
    }

    pub(super) fn replace(&mut self, range: Range<usize>, text: String) {
        self.splices.push(Splice::replace(range, text));
    }

    /// Deletes an element with the white space before it.
    pub(super) fn delete(&mut self, node: ElementNode<'_>) {
        let range = node.range();
        self.splices.push(Splice::replace(range.start - gap(node).len()..range.end, ""));
    }

    pub(super) fn set(&mut self, node: ElementNode<'_>, values: &[AttributeValue<'_>]) {
        self.splices.extend(attribute_splices(node, values));
    }

    /// Puts the cursor into the part that was added last, behind some of its bytes.
    pub(super) fn put_caret(&mut self, bytes: usize) {
        self.caret = self.splices.len().checked_sub(1).map(|last| (last, bytes));
    }

    pub(super) fn has_caret(&self) -> bool {
        self.caret.is_some()
    }

    /// Keeps the cursor at a place of the text that no part replaces.
    pub(super) fn keep_caret(&mut self, position: usize) {
        self.insert(position, String::new());
        self.put_caret(0);
    }

    /// All parts as one; what stands between them is repeated. `None` when there is no part, or two overlap.
    pub(super) fn finish(self) -> Option<(Splice, usize)> {
        let (index, bytes) = self.caret?;
        let start = self.splices.iter().map(|splice| splice.range.start).min()?;
        let mut ordered: Vec<(usize, &Splice)> = self.splices.iter().enumerate().collect();
        ordered.sort_by_key(|(_, splice)| (splice.range.start, splice.range.end));
        let (mut text, mut done, mut caret) = (String::new(), start, None);
        for (number, splice) in ordered {
            text.push_str(self.text.get(done..splice.range.start)?);
            if number == index {
                caret = Some(text.len() + bytes);
            }
            text.push_str(&splice.text);
            done = splice.range.end;
        }
        Some((Splice::replace(start..done, text), caret?))
    }
}

/// The changes of a start tag that give it these attributes.
fn attribute_splices(node: ElementNode<'_>, values: &[AttributeValue<'_>]) -> Vec<Splice> {
    let text = node.document().input_text();
    let behind_name = node.range().start + 1 + written_name(node).len();
    let changes = values.iter().filter_map(|(name, value)| {
        let own = node.attributes().find(|one| one.name() == *name && one.namespace().is_none());
        match (own, value) {
            (Some(own), Some(value)) if own.value() == *value => None,
            (Some(own), Some(value)) => Some(Splice::replace(own.range_value(), escaped(value))),
            (Some(own), None) => {
                let range = own.range();
                let before = text.get(..range.start).unwrap_or_default();
                Some(Splice::replace(before.trim_end().len()..range.end, ""))
            }
            (None, Some(value)) => {
                let mut added = String::new();
                push_attribute(&mut added, name, value);
                Some(Splice::insert(behind_name, added))
            }
            (None, None) => None,
        }
    });
    changes.collect()
}

/// The source of an element with other attributes.
pub(super) fn with_attributes(node: ElementNode<'_>, values: &[AttributeValue<'_>]) -> Option<String> {
    let start = node.range().start;
    let moved = attribute_splices(node, values).into_iter().map(|splice| {
        let range = splice.range.start - start..splice.range.end - start;
        Splice::replace(range, splice.text)
    });
    splice::apply(source(node), &moved.collect::<Vec<_>>())
}

/// The start tag of an element with other attributes, never that of an empty element.
pub(super) fn open_tag(node: ElementNode<'_>, values: &[AttributeValue<'_>]) -> Option<String> {
    let whole = with_attributes(node, values)?;
    let tag = whole.get(..start_tag_len(&whole)?)?;
    Some(match tag.strip_suffix("/>") {
        Some(open) => format!("{}>", open.trim_end()),
        None => tag.to_owned(),
    })
}

/// An empty cell like another one, at the columns of these names, and the place of the cursor in it.
pub(super) fn new_cell(like: ElementNode<'_>, names: &[(&str, &str)]) -> (String, usize) {
    let mut text = String::from("<entry");
    for (name, value) in names {
        push_attribute(&mut text, name, value);
    }
    push_look(&mut text, like);
    text.push('>');
    let paragraph = like.first_element_child().filter(|part| part.tag_name().name() == "para");
    text.push_str(paragraph.map_or("", gap));
    text.push_str("<para>");
    let caret = text.len();
    text.push_str("</para>");
    text.push_str(paragraph.map_or("", |_| end_gap(like)));
    text.push_str("</entry>");
    (text, caret)
}

/// The attributes of an element, besides its id, that hold for all the words in it, such as its applicability.
pub(super) fn meaning(node: ElementNode<'_>) -> BTreeSet<(Option<&str>, &str, &str)> {
    let is_known = |name: &str| LOOK.contains(&name) || PLACE.contains(&name) || CHANGE.contains(&name);
    let is_other = |name: &str| name != "id" && !is_known(name);
    let own = node.attributes().filter(|one| one.namespace().is_some() || is_other(one.name()));
    own.map(|one| (one.namespace(), one.name(), one.value())).collect()
}

/// Whether a text is the white space of XML. A no-break or an ideographic space is a character of the text.
pub(super) fn is_white_space(text: &str) -> bool {
    text.bytes().all(|byte| matches!(byte, b' ' | b'\t' | b'\r' | b'\n'))
}

/// Writes the look of another element into a start tag.
pub(super) fn push_look(text: &mut String, like: ElementNode<'_>) {
    let own = like.attributes().filter(|one| one.namespace().is_none() && LOOK.contains(&one.name()));
    own.for_each(|one| push_attribute(text, one.name(), one.value()));
}

pub(super) fn push_attribute(text: &mut String, name: &str, value: &str) {
    text.push(' ');
    text.push_str(name);
    text.push_str("=\"");
    text.push_str(&escaped(value));
    text.push('"');
}

/// The white space before the end tag of an element.
pub(super) fn end_gap(node: ElementNode<'_>) -> &str {
    let last = node.children().rfind(Node::is_element).map(|last| last.range().end);
    let range = last.zip(inner_range(node)).map(|(last, inner)| last..inner.end);
    let blank = range.filter(|range| is_blank(node, range.clone()));
    blank.and_then(|range| node.document().input_text().get(range)).unwrap_or_default()
}

/// The name of an element as the document writes it.
fn written_name(node: ElementNode<'_>) -> &str {
    let tag = source(node).strip_prefix('<').unwrap_or_default();
    tag.split(|c: char| c.is_ascii_whitespace() || matches!(c, '>' | '/')).next().unwrap_or_default()
}

fn escaped(value: &str) -> String {
    value.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;").replace('\'', "&apos;")
}
