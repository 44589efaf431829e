//! Elements that a reader takes as a whole: a reference that points elsewhere is another reference.

use crate::diff::Diff;
use crate::diff::edits::{Edit, EditKind, Owner};
use crate::diff::tree::{ElementId, XmlTree};

/// What a whole is to a reader.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum WholeKind {
    Reference,
    Picture,
    Equation,
    Applicability,
}

/// An element of both versions that is replaced as a whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Whole {
    pub(super) kind: WholeKind,
    pub(super) a: ElementId,
    pub(super) b: ElementId,
}

fn kind_of(name: &str) -> Option<WholeKind> {
    match name {
        "dmRef" | "pmRef" | "externalPubRef" | "internalRef" => Some(WholeKind::Reference),
        "applic" => Some(WholeKind::Applicability),
        _ => (name.rsplit(':').next() == Some("math")).then_some(WholeKind::Equation),
    }
}

/// The whole that an edit is inside of.
pub(super) fn whole_of(diff: &Diff<'_>, edit: &Edit) -> Option<Whole> {
    let around = match &edit.kind {
        EditKind::Attribute { owner: Owner::Element(a, b), change } => {
            let element = diff.b.element(*b);
            let attribute = change.new.map(|at| &element.attributes[at]);
            let attribute = attribute.or_else(|| change.old.map(|at| &diff.a.element(*a).attributes[at]));
            if attribute.is_some_and(|attribute| attribute.name == "infoEntityIdent") {
                return Some(Whole { kind: WholeKind::Picture, a: *a, b: *b });
            }
            Some(*b)
        }
        EditKind::Attribute { owner: Owner::Inline(_, b), .. } => {
            Some(diff.b.element_at(diff.b.inline(*b).start_tag.start))
        }
        EditKind::Words { b, .. } => Some(*b),
        EditKind::Insert { element, .. } => diff.b.element(*element).parent,
        EditKind::Delete { element } => diff.a.element(*element).parent.and_then(|a| diff.matching.to_b(a)),
        EditKind::Move { .. } => None,
    }?;
    let found = ancestors(&diff.b, around).find_map(|b| Some((kind_of(diff.b.element(b).name)?, b)));
    let (kind, b) = found?;
    Some(Whole { kind, a: diff.matching.to_a(b)?, b })
}

/// The element itself and those around it.
pub(super) fn ancestors<'m>(tree: &'m XmlTree<'_>, id: ElementId) -> impl Iterator<Item = ElementId> + 'm {
    std::iter::successors(Some(id), |id| tree.element(*id).parent)
}
