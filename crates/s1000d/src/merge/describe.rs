//! Conflicts with their paths and texts.

use std::fmt::Write;
use std::ops::Range;

use super::conflict::{Conflict, ConflictKind};
use super::plan::MergePlan;
use super::prolog::OtherDeclaration;
use super::trio::Trio;
use super::write::MergedBody;
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
    body: &MergedBody,
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
        let (about, range) = place(trio, planned.base, body);
        let side = |side: MergeSide| texts(trio.tree(side), trio.of(side, about));
        conflicts.push(Conflict {
            kind: planned.kind,
            path: path(base, trio.base().element(about).range.start),
            attribute: planned.attribute.clone(),
            base: texts(trio.base(), Some(about)),
            ours: side(MergeSide::Ours),
            theirs: side(MergeSide::Theirs),
            range: start + range.start..start + range.end,
        });
    }
    conflicts.dedup();
    conflicts
}

/// Where a conflict stands in the result, and the element of the base that it is about. An element that is not there has
/// an empty range at which it can be put back: inside of its parent, behind the nearest element that stands before it. A
/// parent written as one empty tag has no such place, so that the conflict is about the parent.
fn place(trio: &Trio<'_>, base: ElementId, body: &MergedBody) -> (ElementId, Range<usize>) {
    if let Some(range) = body.ranges.get(&base) {
        return (base, range.clone());
    }
    if trio.of(MergeSide::Ours, base).is_some() {
        return part(trio, base, body);
    }
    // The text that can be put back is theirs, and so is its place.
    let side = MergeSide::Theirs;
    let tree = trio.tree(side);
    let written = |id: ElementId| {
        let base = trio.base_of(side, id)?;
        Some((base, body.ranges.get(&base)?))
    };
    let mut inner = trio.of(side, base);
    while let Some(id) = inner {
        let Some(parent) = tree.element(id).parent else { break };
        if let Some((around, range)) = written(parent) {
            let between = tags::inner(&body.written.text, range);
            if between.start == range.end {
                return (around, range.clone());
            }
            let is_child = |base: ElementId| {
                let own = trio.element(MergeSide::Ours, base);
                own.is_none_or(|own| own.parent.and_then(|id| trio.base_of(MergeSide::Ours, id)) == Some(around))
            };
            let earlier = tree.element(parent).children.iter().take_while(|child| **child != id);
            let before = earlier.filter_map(|child| written(*child)).filter(|(base, _)| is_child(*base)).last();
            let at = if is_last_in_text(tree, parent, id) {
                between.end
            } else {
                before.map_or(between.start, |(_, range)| range.end)
            };
            return (base, at..at);
        }
        inner = Some(parent);
    }
    (ElementId::ROOT, body.ranges.get(&ElementId::ROOT).cloned().unwrap_or_default())
}

/// Where an element stands that was taken over as the only part of another one; or that one, where it has comments too.
fn part(trio: &Trio<'_>, base: ElementId, body: &MergedBody) -> (ElementId, Range<usize>) {
    let Some(parent) = trio.base().element(base).parent else { return (base, 0..0) };
    let (about, range) = match body.ranges.get(&parent) {
        Some(range) => (parent, range.clone()),
        None => part(trio, parent, body),
    };
    let between = tags::inner(&body.written.text, &range);
    let inner = body.written.text.get(between.clone()).unwrap_or_default();
    let is_single = inner.trim_start().starts_with('<') && !inner.contains("<!") && !inner.contains("<?");
    if about != parent || !is_single {
        return (about, range);
    }
    let start = between.start + inner.len() - inner.trim_start().len();
    (base, start..start + inner.trim().len())
}

/// Whether an element stands at the end of a text.
fn is_last_in_text(tree: &XmlTree<'_>, parent: ElementId, id: ElementId) -> bool {
    let around = tree.element(parent);
    let rest = tree.element(id).range.end..tags::inner(tree.text(), &around.range).end;
    around.is_mixed && tree.text().get(rest).is_some_and(|rest| rest.trim().is_empty())
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
    Merged { text: text(ours), conflicts: vec![conflict], origins, deleted_by_both: 0, is_coarse: false }
}
