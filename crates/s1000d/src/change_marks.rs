//! Change marks: writes into a module what differs from an earlier version of it.
//!
//! S1000D marks a changed element by attributes (`changeMark`, `changeType`, `reasonForUpdateRefIds`), and changed words
//! by an element around them (`changeInline`). The differences decide what is marked ([`crate::diff`]), the schema where
//! a mark may stand. An element that may have none passes its mark on to the nearest one around it that may.
//!
//! Nothing is marked as deleted: that would say that the text is still there and no longer counts. Where something was
//! removed, an element beside it is modified, or the one around it. The status section has no marks.
//!
//! The results are lists of splices, so that every other byte stays.

mod old;
mod plan;
mod request;
mod schema;
mod targets;
#[cfg(test)]
mod tests;

use std::ops::Range;

use roxmltree::Node;

use self::old::KnownMarks;
use self::plan::{MarkPlan, MarkPlanner};
use self::schema::{INLINE, MARKS, MarkSchema};
use self::targets::WordMark;
use crate::diff::tree::{ElementId, XmlAttribute, XmlTree};
use crate::diff::{self, Diff, ParsedText, tags};
use crate::document::ChangeType;
use crate::guard::{Checked, Refusal};
use crate::object;
use crate::splice::Splice;

pub use self::request::{MarkRequest, MarkScope};

/// The splices that mark in a text what differs from an earlier one; `None` when the texts are too different to tell.
/// Marks of the author stay and get the reason.
pub fn mark<'t>(
    before: &'t Checked<'_>,
    text: &'t Checked<'_>,
    request: &MarkRequest<'_>,
) -> Result<Option<Vec<Splice>>, Refusal> {
    let (a, b) = (ParsedText::read(before)?, ParsedText::read(text)?);
    let diff = diff::compare_parsed(&a, &b);
    if diff.is_coarse {
        return Ok(None);
    }
    let targets = targets::find(&diff, MarkSchema::of(&diff.b, request.model));
    let mut known = KnownMarks::default();
    if let MarkScope::Issue { checked_out } = request.scope {
        known = old::find(&diff, a.document(), b.document(), old::is_same_or_more);
        if let Some(checked_out) = checked_out {
            known.extend(marks_from(checked_out, text)?);
        }
    }
    let planner = MarkPlanner { diff: &diff, request, known: &known, targets: &targets };
    let mut splices = Vec::new();
    for id in diff.b.ids() {
        splices.extend(element_splices(&diff.b, id, planner.plan(id), request.reason));
    }
    let inner = |start: usize, end: usize| tags::inner(diff.b.text(), &(start..end));
    let gone = known.inlines.iter().filter(|(start, end)| !targets.touched.is_in(&inner(**start, **end)));
    splices.extend(gone.flat_map(|(start, end)| unwrapped(diff.b.text(), &(*start..*end))));
    if !request.is_editorial {
        splices.extend(targets.words.iter().flat_map(|words| wrapped(words, request.reason)));
        splices.extend(targets.inlines.iter().filter_map(|index| inline_reason(&diff, *index, request.reason?)));
    }
    Ok(Some(splices))
}

/// The marks that a text has from the version that was checked out.
fn marks_from<'t>(checked_out: &'t Checked<'_>, text: &'t Checked<'_>) -> Result<KnownMarks, Refusal> {
    let (a, b) = (ParsedText::read(checked_out)?, ParsedText::read(text)?);
    let diff = diff::compare_parsed(&a, &b);
    Ok(old::find(&diff, a.document(), b.document(), old::is_same))
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

fn element_splices(tree: &XmlTree<'_>, id: ElementId, plan: MarkPlan<'_>, reason: Option<&str>) -> Vec<Splice> {
    let element = tree.element(id);
    let end_of_name = element.range.start + 1 + element.name.len();
    let removals = || own_marks(tree, id).map(|mark| removal(tree.text(), &mark.range));
    match plan {
        MarkPlan::Keep => Vec::new(),
        MarkPlan::Remove => removals().collect(),
        MarkPlan::AddReason => {
            reason.and_then(|reason| add_reason(&element.attributes, end_of_name, reason)).into_iter().collect()
        }
        MarkPlan::Write(change, reasons) => {
            let written = Splice::insert(end_of_name, written(change, &reasons));
            removals().chain([written]).collect()
        }
    }
}

/// Adds a reason to a mark around words.
fn inline_reason(diff: &Diff<'_>, index: u32, reason: &str) -> Option<Splice> {
    let inline = diff.b.inline(index);
    add_reason(&inline.attributes, inline.start_tag.start + 1 + inline.name.len(), reason)
}

/// Adds a reason to a mark, unless the author switched the mark off.
fn add_reason(attributes: &[XmlAttribute<'_>], end_of_name: usize, reason: &str) -> Option<Splice> {
    let find = |name: &str| attributes.iter().find(|one| one.name == name);
    if find("changeMark").is_some_and(|mark| mark.value == "0") {
        return None;
    }
    match find("reasonForUpdateRefIds") {
        Some(ids) if ids.value.split_ascii_whitespace().any(|one| one == reason) => None,
        // Before the closing quote.
        Some(ids) => Some(Splice::insert(ids.range.end - 1, format!(" {reason}"))),
        None => Some(Splice::insert(end_of_name, format!(" reasonForUpdateRefIds=\"{reason}\""))),
    }
}

/// The attributes of a mark, with a blank before them.
fn written(change: ChangeType, reasons: &[&str]) -> String {
    let mut text = format!(" changeMark=\"1\" changeType=\"{}\"", change.as_str());
    if !reasons.is_empty() {
        text.extend([" reasonForUpdateRefIds=\"", &reasons.join(" "), "\""]);
    }
    text
}

/// Removes an attribute with the white space before it.
fn removal(text: &str, attribute: &Range<usize>) -> Splice {
    Splice::replace(text[..attribute.start].trim_end().len()..attribute.end, "")
}

/// Puts an element around words.
fn wrapped(words: &WordMark, reason: Option<&str>) -> [Splice; 2] {
    let start = format!("<{INLINE}{}>", written(words.change, reason.as_slice()));
    [Splice::insert(words.range.start, start), Splice::insert(words.range.end, format!("</{INLINE}>"))]
}

/// Removes the tags of an element and leaves what is inside it.
fn unwrapped(text: &str, element: &Range<usize>) -> [Splice; 2] {
    let inner = tags::inner(text, element);
    [Splice::replace(element.start..inner.start, ""), Splice::replace(inner.end..element.end, "")]
}
