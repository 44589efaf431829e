//! Change marks: writes into a module what differs from an earlier version of it.
//!
//! S1000D marks a changed element by attributes (`changeMark`, `changeType`, `reasonForUpdateRefIds`), and changed words
//! by an element around them (`changeInline`). The differences decide what is marked ([`crate::diff`]), the schema where
//! a mark may stand. An element that may have none passes its mark on to the nearest one around it that may.
//!
//! Nothing is marked as deleted: that would say that the text is still there and no longer counts. Where something was
//! removed, the element around it is modified.
//!
//! The results are lists of splices, so that every other byte stays.

mod old;
mod schema;
mod targets;
#[cfg(test)]
mod tests;

use std::ops::Range;

use roxmltree::Node;

use self::old::OldMarks;
use self::schema::{INLINE, MARKS, MarkSchema};
use self::targets::WordMark;
use crate::diff::tree::{ElementId, XmlAttribute, XmlTree};
use crate::diff::{self, ParsedText, tags};
use crate::document::ChangeType;
use crate::guard::{Checked, Refusal};
use crate::model::ContentModel;
use crate::object;
use crate::splice::Splice;

/// How changes are marked.
#[derive(Debug, Clone, Copy, Default)]
pub struct MarkRequest<'m> {
    /// The id of the reason for update that the marks refer to.
    pub reason: Option<&'m str>,
    /// The content model of the module's schema. Without one, only elements that all schemas agree about are marked.
    pub model: Option<&'m ContentModel>,
    /// Removes the marks that the earlier version has, too: they are about an earlier issue.
    pub removes_old: bool,
}

/// The splices that mark in a text what differs from an earlier one. Marks of the author stay and get the reason.
pub fn mark<'t>(
    before: &'t Checked<'_>,
    text: &'t Checked<'_>,
    request: &MarkRequest<'_>,
) -> Result<Vec<Splice>, Refusal> {
    let (a, b) = (ParsedText::read(before)?, ParsedText::read(text)?);
    let diff = diff::compare_parsed(&a, &b);
    let found = targets::find(&diff, MarkSchema::of(&diff.b, request.model));
    let old = if request.removes_old { old::find(&diff, a.document(), b.document()) } else { OldMarks::default() };
    let mut splices = Vec::new();
    for (id, change) in &found.elements {
        splices.extend(mark_element(&diff.b, *id, *change, old.elements.contains(id), request.reason));
    }
    for id in old.elements.iter().filter(|id| !found.elements.contains_key(*id)) {
        splices.extend(own_marks(&diff.b, *id).map(|mark| removal(diff.b.text(), &mark.range)));
    }
    splices.extend(old.inlines.iter().flat_map(|range| unwrapped(diff.b.text(), range)));
    splices.extend(found.words.iter().flat_map(|words| wrapped(words, request.reason)));
    Ok(splices)
}

/// The splices that remove all change marks from a text. What is marked as deleted stays so: otherwise it would count
/// again.
pub fn remove(text: &Checked<'_>) -> Result<Vec<Splice>, Refusal> {
    let text = text.text();
    let document = object::parse_text(text)?;
    let mut splices = Vec::new();
    for node in document.descendants().filter(Node::is_element) {
        if old::is_inline_mark(node) {
            splices.extend(unwrapped(text, &node.range()));
        } else if node.attribute("changeType") != Some("delete") {
            let marks = node.attributes().filter(|one| MARKS.contains(&one.name()));
            splices.extend(marks.map(|mark| removal(text, &mark.range())));
        }
    }
    Ok(splices)
}

/// The marks of an element, as attributes.
fn own_marks<'a, 't>(tree: &'a XmlTree<'t>, id: ElementId) -> impl Iterator<Item = &'a XmlAttribute<'t>> {
    tree.element(id).attributes.iter().filter(|one| MARKS.contains(&one.name))
}

fn mark_element(
    tree: &XmlTree<'_>,
    id: ElementId,
    change: ChangeType,
    is_old: bool,
    reason: Option<&str>,
) -> Vec<Splice> {
    let element = tree.element(id);
    let end_of_name = element.range.start + 1 + element.name.len();
    if !is_old && own_marks(tree, id).next().is_some() {
        return reason.and_then(|reason| add_reason(tree, id, end_of_name, reason)).into_iter().collect();
    }
    let mut splices: Vec<Splice> = own_marks(tree, id).map(|mark| removal(tree.text(), &mark.range)).collect();
    splices.push(Splice::insert(end_of_name, written(change, reason)));
    splices
}

/// Adds a reason to the mark of an element, unless the author switched the mark off.
fn add_reason(tree: &XmlTree<'_>, id: ElementId, end_of_name: usize, reason: &str) -> Option<Splice> {
    if tree.attribute(id, "changeMark") == Some("0") {
        return None;
    }
    match own_marks(tree, id).find(|mark| mark.name == "reasonForUpdateRefIds") {
        Some(ids) if ids.value.split_ascii_whitespace().any(|one| one == reason) => None,
        // Before the closing quote.
        Some(ids) => Some(Splice::insert(ids.range.end - 1, format!(" {reason}"))),
        None => Some(Splice::insert(end_of_name, format!(" reasonForUpdateRefIds=\"{reason}\""))),
    }
}

/// The attributes of a mark, with a blank before them.
fn written(change: ChangeType, reason: Option<&str>) -> String {
    let mut text = format!(" changeMark=\"1\" changeType=\"{}\"", change.as_str());
    if let Some(reason) = reason {
        text.extend([" reasonForUpdateRefIds=\"", reason, "\""]);
    }
    text
}

/// Removes an attribute with the white space before it.
fn removal(text: &str, attribute: &Range<usize>) -> Splice {
    Splice::replace(text[..attribute.start].trim_end().len()..attribute.end, "")
}

/// Puts an element around words.
fn wrapped(words: &WordMark, reason: Option<&str>) -> [Splice; 2] {
    let start = format!("<{INLINE}{}>", written(words.change, reason));
    [Splice::insert(words.range.start, start), Splice::insert(words.range.end, format!("</{INLINE}>"))]
}

/// Removes the tags of an element and leaves what is inside it.
fn unwrapped(text: &str, element: &Range<usize>) -> [Splice; 2] {
    let inner = tags::inner(text, element);
    [Splice::replace(element.start..inner.start, ""), Splice::replace(inner.end..element.end, "")]
}
