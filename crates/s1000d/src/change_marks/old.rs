//! Marks that a text has from an earlier version: on the same element, or around words of the same text.

use std::collections::{BTreeMap, HashMap, HashSet};

use roxmltree::{Document, Node};

use super::schema::{INLINE, MARKS};
use crate::diff::tree::{ElementId, XmlTree};
use crate::diff::{Diff, tags};

/// The values of an element's marks, in the order of [`MARKS`].
pub(super) type MarkValues<'a> = [Option<&'a str>; 3];

pub(super) const UNMARKED: MarkValues<'static> = [None; 3];

/// The marks that a text has from earlier versions, by the first bytes of their elements.
#[derive(Debug, Default)]
pub(super) struct KnownMarks {
    pub(super) elements: HashSet<usize>,
    /// The elements around words, with the bytes behind them.
    pub(super) inlines: BTreeMap<usize, usize>,
}

impl KnownMarks {
    pub(super) fn extend(&mut self, other: Self) {
        self.elements.extend(other.elements);
        self.inlines.extend(other.inlines);
    }
}

/// The marks that B has from A. `is_same` compares the marks of an element in A and in B.
pub(super) fn find(
    diff: &Diff<'_>,
    a: &Document<'_>,
    b: &Document<'_>,
    is_same: fn(MarkValues<'_>, MarkValues<'_>) -> bool,
) -> KnownMarks {
    let is_known = |id: &ElementId| {
        let marks = marks_of(&diff.b, *id);
        marks != UNMARKED
            && diff.b.element(*id).name != INLINE
            && diff.matching.to_a(*id).is_some_and(|a| is_same(marks_of(&diff.a, a), marks))
    };
    // The words inside may have been changed since, so only the tag is compared.
    let mut left: HashMap<(ElementId, &str), usize> = HashMap::new();
    for node in inlines(a) {
        *left.entry((block_of(&diff.a, node), start_tag(diff.a.text(), node))).or_default() += 1;
    }
    let mut known = BTreeMap::new();
    for node in inlines(b) {
        let Some(block) = diff.matching.to_a(block_of(&diff.b, node)) else { continue };
        // As many as there were: the author may have added one that is written alike.
        if let Some(count) = left.get_mut(&(block, start_tag(diff.b.text(), node))).filter(|count| **count > 0) {
            *count -= 1;
            known.insert(node.range().start, node.range().end);
        }
    }
    KnownMarks {
        elements: diff.b.ids().filter(is_known).map(|id| diff.b.element(id).range.start).collect(),
        inlines: known,
    }
}

/// Whether a mark is that of an earlier version.
pub(super) fn is_same(was: MarkValues<'_>, is: MarkValues<'_>) -> bool {
    was == is
}

/// Whether a mark is that of an earlier version, perhaps with more reasons.
pub(super) fn is_same_or_more(was: MarkValues<'_>, is: MarkValues<'_>) -> bool {
    was != UNMARKED && was[..2] == is[..2] && reasons(was[2]).all(|one| reasons(is[2]).any(|other| other == one))
}

/// The ids of a list of reasons.
pub(super) fn reasons(list: Option<&str>) -> impl Iterator<Item = &str> {
    list.unwrap_or_default().split_ascii_whitespace()
}

/// Whether an element does nothing but mark the words inside it. Words that are marked as deleted need their mark.
pub(super) fn is_inline_mark(node: Node<'_, '_>) -> bool {
    node.tag_name().name() == INLINE
        && node.attributes().all(|one| MARKS.contains(&one.name()))
        && (node.attribute("changeType") != Some("delete") || !node.has_children())
}

pub(super) fn marks_of<'a>(tree: &'a XmlTree<'_>, id: ElementId) -> MarkValues<'a> {
    MARKS.map(|name| tree.attribute(id, name))
}

fn inlines<'a, 'i>(document: &'a Document<'i>) -> impl Iterator<Item = Node<'a, 'i>> {
    document.descendants().filter(|node| node.is_element() && is_inline_mark(*node))
}

fn start_tag<'t>(text: &'t str, node: Node<'_, '_>) -> &'t str {
    let range = node.range();
    text.get(range.start..tags::inner(text, &range).start).unwrap_or_default()
}

/// The element whose text an element around words belongs to.
fn block_of(tree: &XmlTree<'_>, node: Node<'_, '_>) -> ElementId {
    let found = tree.element_at(node.range().start);
    let mut around = std::iter::successors(Some(found), |id| tree.element(*id).parent);
    around.find(|id| tree.element(*id).name != INLINE).unwrap_or(found)
}
