//! The changes of the next revision of a module for its readers, and whether its author marked them.
//!
//! Change marks are not to be trusted: authors leave changes unmarked and mark what did not change. So the differences
//! decide ([`crate::diff`]), and the marks are compared with them.

use crate::diff::edits::{AttributeChange, Edit, EditKind, Owner};
use crate::diff::tree::{ElementId, XmlTree};
use crate::diff::{Diff, Relevance, TokenKind};

/// The most that a revision changes in a module.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TextChange {
    Content,
    /// The applicability of the module or its parts, and nothing else.
    Applicability,
    /// The status section alone.
    Status,
    /// White space, change marks, links, and how references are written.
    Negligible,
}

/// A comparison of a module with its next revision.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RevisionReport {
    pub change: TextChange,
    /// Differences for readers without a change mark.
    pub unmarked: usize,
    /// New change marks on nothing that changed.
    pub needless_marks: usize,
}

/// Reports what the new text, B, changes.
pub fn assess(diff: &Diff<'_>) -> RevisionReport {
    let content: Vec<&Edit> = diff.edits_of(Relevance::Content).collect();
    RevisionReport {
        change: change(diff, &content),
        unmarked: content.iter().filter(|edit| !is_marked(diff, edit)).count(),
        needless_marks: needless_marks(diff, &content),
    }
}

/// Whether a text changes what something applies to. Separate status files contain it beside issue and dates.
pub fn changes_applicability(diff: &Diff<'_>) -> bool {
    diff.edits.iter().any(|edit| edit.relevance != Relevance::Noise && is_applicability(diff, edit))
}

fn change(diff: &Diff<'_>, content: &[&Edit]) -> TextChange {
    if content.iter().any(|edit| !is_applicability(diff, edit)) {
        return TextChange::Content;
    }
    if !content.is_empty() {
        return TextChange::Applicability;
    }
    let start = content_start(&diff.b);
    let is_noise = |edit: &Edit| edit.relevance == Relevance::Noise && edit.at >= start;
    let is_status = |edit: &Edit| edit.relevance == Relevance::Status;
    if !diff.edits.iter().any(is_noise) && diff.edits.iter().any(is_status) {
        TextChange::Status
    } else {
        TextChange::Negligible
    }
}

/// The byte at which the content of a module begins.
fn content_start(tree: &XmlTree<'_>) -> usize {
    let found = tree.ids().map(|id| tree.element(id)).find(|element| element.name == "content");
    found.map_or(0, |element| element.range.start)
}

fn around(tree: &XmlTree<'_>, id: ElementId) -> impl Iterator<Item = ElementId> {
    std::iter::successors(Some(id), move |id| tree.element(*id).parent)
}

fn is_in_applic(tree: &XmlTree<'_>, id: ElementId) -> bool {
    around(tree, id).any(|id| matches!(tree.element(id).name, "applic" | "applicRef" | "referencedApplicGroup"))
}

/// Whether a difference is one of what something applies to.
pub(crate) fn is_applicability(diff: &Diff<'_>, edit: &Edit) -> bool {
    match &edit.kind {
        EditKind::Insert { element, .. } => is_in_applic(&diff.b, *element),
        EditKind::Delete { element } => is_in_applic(&diff.a, *element),
        EditKind::Move { b, .. } | EditKind::Words { b, .. } => is_in_applic(&diff.b, *b),
        EditKind::Attribute { owner, change } => {
            let name = attribute_name(diff, *owner, *change);
            matches!(name, Some("applicRefId" | "applicRefIds"))
                || matches!(owner, Owner::Element(_, b) if is_in_applic(&diff.b, *b))
        }
    }
}

fn attribute_name<'d>(diff: &'d Diff<'_>, owner: Owner, change: AttributeChange) -> Option<&'d str> {
    let (old, new) = match owner {
        Owner::Element(a, b) => (&diff.a.element(a).attributes, &diff.b.element(b).attributes),
        Owner::Inline(a, b) => (&diff.a.inline(a).attributes, &diff.b.inline(b).attributes),
    };
    let found = change.new.and_then(|at| new.get(at)).or_else(|| change.old.and_then(|at| old.get(at)));
    found.map(|attribute| attribute.name)
}

fn has_mark(tree: &XmlTree<'_>, id: ElementId) -> bool {
    match tree.attribute(id, "changeMark") {
        Some(mark) => mark == "1",
        None => tree.attribute(id, "changeType").is_some(),
    }
}

/// A mark stands on the changed element, around it, or inside an inserted one.
fn is_marked(diff: &Diff<'_>, edit: &Edit) -> bool {
    let tree = &diff.b;
    let place = match &edit.kind {
        EditKind::Insert { element, .. } => *element,
        EditKind::Move { b, .. }
        | EditKind::Words { b, .. }
        | EditKind::Attribute { owner: Owner::Element(_, b), .. } => *b,
        EditKind::Attribute { owner: Owner::Inline(_, b), .. } => tree.element_at(tree.inline(*b).start_tag.start),
        EditKind::Delete { .. } => tree.element_at(edit.at),
    };
    if around(tree, place).any(|id| has_mark(tree, id)) {
        return true;
    }
    match &edit.kind {
        EditKind::Insert { element, .. } => tree.descendants(*element).any(|id| has_mark(tree, id)),
        EditKind::Words { b, new, .. } => is_in_inline_mark(tree, *b, new.start, new.end),
        _ => false,
    }
}

/// An inline change mark stands around these tokens of an element, or among them.
fn is_in_inline_mark(tree: &XmlTree<'_>, id: ElementId, start: usize, end: usize) -> bool {
    let is_mark = |index: u32| tree.inline(index).name == "changeInline";
    let mut open = 0_usize;
    for (at, token) in tree.element(id).tokens.iter().enumerate() {
        if at >= start && open > 0 {
            return true;
        }
        if at >= end {
            return false;
        }
        match token.kind {
            TokenKind::Open(index) if is_mark(index) => open += 1,
            TokenKind::Close(index) if is_mark(index) => open = open.saturating_sub(1),
            _ => {}
        }
    }
    false
}

fn needless_marks(diff: &Diff<'_>, content: &[&Edit]) -> usize {
    // The edits are in the order of B.
    let touched = |id: ElementId| {
        let range = &diff.b.element(id).range;
        let first = content.partition_point(|edit| edit.at < range.start);
        content.get(first).is_some_and(|edit| edit.at <= range.end)
    };
    let was_marked = |id: ElementId| diff.matching.to_a(id).is_some_and(|a| has_mark(&diff.a, a));
    let marked = diff.b.ids().filter(|id| has_mark(&diff.b, *id));
    marked.filter(|id| !was_marked(*id) && !touched(*id)).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{diff, guard};

    const BASE: &str = "<dmodule><identAndStatusSection><issueInfo issueNumber='001'/></identAndStatusSection><content>\
        <para>Torque the bolt to 12 Nm.</para><para>Clean the part.</para></content></dmodule>";

    fn report(change: impl Fn(&str) -> String) -> RevisionReport {
        let new = change(BASE);
        let (old, new) = (guard::check_text(BASE).expect("a text"), guard::check_text(&new).expect("a text"));
        assess(&diff::compare(&old, &new).expect("trees"))
    }

    #[test]
    fn the_greatest_change_counts() {
        let issue = |text: &str| text.replace("'001'", "'002'");
        assert_eq!(report(|text| issue(&text.replace("12 Nm", "14 Nm"))).change, TextChange::Content);
        let applic = |text: &str| issue(&text.replace("<para>Clean", "<para applicRefId='a'>Clean"));
        assert_eq!(report(applic).change, TextChange::Applicability);
        assert_eq!(report(issue).change, TextChange::Status);
        let mark = |text: &str| issue(&text.replace("<para>Clean", "<para changeMark='1'>Clean"));
        assert_eq!(report(mark).change, TextChange::Negligible);
        assert_eq!(report(|text| text.replace("><para>", ">\n <para>")).change, TextChange::Negligible);
    }

    #[test]
    fn changes_without_a_mark_are_counted() {
        assert_eq!(report(|text| text.replace("12 Nm", "14 Nm")).unmarked, 1);
        let marked =
            |text: &str| text.replace("<para>Torque the bolt to 12", "<para changeMark='1'>Torque the bolt to 14");
        assert_eq!(report(marked).unmarked, 0);
        let inline = |text: &str| text.replace("12 Nm", "<changeInline changeMark='1'>14</changeInline> Nm");
        assert_eq!(report(inline).unmarked, 0);
        let inserted = |text: &str| text.replace("</content>", "<para changeMark='1'>Dry it.</para></content>");
        assert_eq!(report(inserted).unmarked, 0);
    }

    #[test]
    fn a_new_mark_on_nothing_that_changed_is_needless() {
        let mark = |text: &str| text.replace("<para>Clean", "<para changeMark='1'>Clean");
        assert_eq!(report(mark).needless_marks, 1);
        let changed = |text: &str| mark(text).replace("the part", "the whole part");
        assert_eq!(report(changed).needless_marks, 0);
        let old = mark(BASE);
        let (one, two) = (guard::check_text(&old).expect("a text"), guard::check_text(&old).expect("a text"));
        assert_eq!(assess(&diff::compare(&one, &two).expect("trees")).needless_marks, 0, "it was there before");
    }
}
