//! Marks of earlier issues: those that the earlier version has on the same element or around the same words.

use std::collections::{BTreeSet, HashSet};
use std::ops::Range;

use roxmltree::{Document, Node};

use super::schema::{INLINE, MARKS};
use crate::diff::Diff;
use crate::diff::tree::{ElementId, XmlTree};

/// The marks of an earlier issue that a text still has.
#[derive(Debug, Default)]
pub(super) struct OldMarks {
    pub(super) elements: BTreeSet<ElementId>,
    /// The elements around words.
    pub(super) inlines: Vec<Range<usize>>,
}

pub(super) fn find(diff: &Diff<'_>, a: &Document<'_>, b: &Document<'_>) -> OldMarks {
    let is_old = |id: &ElementId| {
        let marks = marks_of(&diff.b, *id);
        // What is marked as deleted would count again without its mark.
        marks != [None; 3]
            && marks[1] != Some("delete")
            && diff.b.element(*id).name != INLINE
            && diff.matching.to_a(*id).is_some_and(|a| marks_of(&diff.a, a) == marks)
    };
    let known: HashSet<(ElementId, &str)> =
        inlines(a).map(|node| (block_of(&diff.a, node), written(diff.a.text(), node))).collect();
    let is_known = |node: &Node<'_, '_>| {
        let block = diff.matching.to_a(block_of(&diff.b, *node));
        block.is_some_and(|block| known.contains(&(block, written(diff.b.text(), *node))))
    };
    OldMarks {
        elements: diff.b.ids().filter(is_old).collect(),
        inlines: inlines(b).filter(is_known).map(|node| node.range()).collect(),
    }
}

/// Whether an element does nothing but mark the words inside it. Words that are marked as deleted need their mark.
pub(super) fn is_inline_mark(node: Node<'_, '_>) -> bool {
    node.tag_name().name() == INLINE
        && node.attributes().all(|one| MARKS.contains(&one.name()))
        && (node.attribute("changeType") != Some("delete") || !node.has_children())
}

fn inlines<'a, 'i>(document: &'a Document<'i>) -> impl Iterator<Item = Node<'a, 'i>> {
    document.descendants().filter(|node| node.is_element() && is_inline_mark(*node))
}

fn written<'t>(text: &'t str, node: Node<'_, '_>) -> &'t str {
    text.get(node.range()).unwrap_or_default()
}

/// The element whose text an element around words belongs to.
fn block_of(tree: &XmlTree<'_>, node: Node<'_, '_>) -> ElementId {
    let found = tree.element_at(node.range().start);
    let mut around = std::iter::successors(Some(found), |id| tree.element(*id).parent);
    around.find(|id| tree.element(*id).name != INLINE).unwrap_or(found)
}

fn marks_of<'a>(tree: &'a XmlTree<'_>, id: ElementId) -> [Option<&'a str>; 3] {
    MARKS.map(|name| tree.attribute(id, name))
}
