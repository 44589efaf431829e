//! Conflicts with their paths and texts.

use std::fmt::Write;
use std::ops::Range;

use foldhash::HashMap;

use super::conflict::{Conflict, ConflictKind};
use super::plan::MergePlan;
use super::prolog::OtherDeclaration;
use super::trio::Trio;
use super::{MergeSide, Merged, Origin, OriginSpan};
use crate::diff::ParsedText;
use crate::diff::tags;
use crate::diff::tree::{ElementId, XmlTree};
use crate::diff::write::bytes;

/// The conflicts of a plan, with the ranges at which the elements of the base were written, counted from `start`.
pub(super) fn conflicts(
    trio: &Trio<'_>,
    base: &ParsedText<'_>,
    plan: &MergePlan,
    ranges: &HashMap<ElementId, Range<usize>>,
    start: usize,
) -> Vec<Conflict> {
    let mut conflicts: Vec<Conflict> = Vec::new();
    for planned in &plan.conflicts {
        let texts = |tree: &XmlTree<'_>, id: Option<ElementId>| {
            let id = id?;
            match &planned.attribute {
                Some(name) => tree.attribute(id, name).map(str::to_owned),
                None => Some(bytes(tree, id).to_owned()),
            }
        };
        let range = range(trio, planned.base, ranges);
        let side = |side: MergeSide| texts(trio.tree(side), trio.of(side, planned.base));
        conflicts.push(Conflict {
            kind: planned.kind,
            path: path(base, trio.base().element(planned.base).range.start),
            attribute: planned.attribute.clone(),
            base: texts(trio.base(), Some(planned.base)),
            ours: side(MergeSide::Ours),
            theirs: side(MergeSide::Theirs),
            range: start + range.start..start + range.end,
        });
    }
    conflicts.dedup();
    conflicts
}

/// The bytes of an element in the result, or the end of the nearest element around it that is there.
fn range(trio: &Trio<'_>, base: ElementId, ranges: &HashMap<ElementId, Range<usize>>) -> Range<usize> {
    if let Some(range) = ranges.get(&base) {
        return range.clone();
    }
    let mut around = std::iter::successors(Some(base), |id| trio.base().element(*id).parent);
    around.find_map(|id| ranges.get(&id)).map_or(0..0, |range| range.end..range.end)
}

/// The `XPath` of the element that begins at a byte.
fn path(parsed: &ParsedText<'_>, start: usize) -> String {
    let (document, text) = (parsed.document(), parsed.document().input_text());
    let mut node = document.root_element();
    let mut path = format!("/{}", tags::name(text, node.range().start));
    while node.range().start != start {
        let mut children = node.children().filter(roxmltree::Node::is_element);
        let Some(next) = children.find(|child| child.range().contains(&start)) else { break };
        let name = tags::name(text, next.range().start);
        let same =
            |child: &roxmltree::Node<'_, '_>| child.is_element() && tags::name(text, child.range().start) == name;
        path.push('/');
        path.push_str(name);
        let alike: Vec<_> = node.children().filter(same).collect();
        if let Some(at) = alike.iter().position(|child| *child == next).filter(|_| alike.len() > 1) {
            let _ = write!(path, "[{}]", at + 1);
        }
        node = next;
    }
    path
}

/// A declaration that both sides changed.
pub(super) fn of_declaration(base: &ParsedText<'_>, declaration: OtherDeclaration) -> Conflict {
    let [old, ours, theirs] = declaration.texts;
    Conflict {
        kind: ConflictKind::Declaration,
        path: path(base, base.document().root_element().range().start),
        attribute: Some(declaration.name),
        base: old,
        ours,
        theirs,
        range: 0..0,
    }
}

/// Ours, with one conflict about everything.
pub(super) fn whole(base: &ParsedText<'_>, ours: &ParsedText<'_>, theirs: &ParsedText<'_>) -> Merged {
    let text = |parsed: &ParsedText<'_>| parsed.document().input_text().to_owned();
    let range = 0..text(ours).len();
    let root = base.document().root_element().range().start;
    let conflict = Conflict {
        kind: ConflictKind::Document,
        path: path(base, root),
        attribute: None,
        base: Some(text(base)),
        ours: Some(text(ours)),
        theirs: Some(text(theirs)),
        range: range.clone(),
    };
    let origins = vec![OriginSpan { range, origin: Origin::Ours }];
    Merged { text: text(ours), conflicts: vec![conflict], origins, is_coarse: false }
}
