//! Whether it is certain which element is which.

use super::MergeSide;
use super::arrange::Arrangements;
use super::conflict::ConflictKind;
use super::table;
use super::trio::Trio;
use crate::diff::Relevance;
use crate::diff::matching::MatchBasis;
use crate::diff::relevance::is_guarded;
use crate::diff::tree::{ElementId, XmlAttribute, XmlTree};

/// Why the changes of both sides to an element cannot be put together.
pub(super) fn doubt(trio: &Trio<'_>, base: ElementId, ours: ElementId, theirs: ElementId) -> Option<ConflictKind> {
    let is_read = trio.base().element(base).relevance == Relevance::Content;
    let is_changed = |side| trio.is_changed_for_readers(side, base);
    if !is_read || trio.is_equal(ours, theirs) || !is_changed(MergeSide::Ours) || !is_changed(MergeSide::Theirs) {
        return None;
    }
    // The code of one side with an extension or a part of the code of the other would name a third module.
    if trio.is_replaced(base) || trio.base().element(base).name.ends_with("RefIdent") {
        return Some(ConflictKind::Uncertain);
    }
    // In containers the doubt is about the parts.
    let has_text = trio.base().element(base).is_mixed || is_guarded(trio.base().element(base).name);
    if has_text && MergeSide::BOTH.into_iter().any(|side| !is_certain(trio, side, base)) {
        return Some(ConflictKind::Uncertain);
    }
    table::has_other_columns(trio, base).then_some(ConflictKind::Table)
}

/// Whether one side moved a reference while the other made it refer to something else: their entry would stand where we put
/// another one.
pub(super) fn is_moved_and_redirected(trio: &Trio<'_>, arranged: &Arrangements, base: ElementId) -> bool {
    let element = trio.base().element(base);
    let is_redirected = |side: MergeSide| {
        let mut named = element.children.iter().filter(|child| trio.base().element(**child).name.ends_with("RefIdent"));
        named.any(|child| trio.is_changed_for_readers(side, *child))
    };
    element.relevance == Relevance::Content
        && MergeSide::BOTH.into_iter().any(|side| arranged.is_moved(side, base) && is_redirected(side.other()))
}

/// Whether an element of a side is certainly the one of the base. Likeness alone does not tell; likeness at the same place
/// among as many elements of the name does.
fn is_certain(trio: &Trio<'_>, side: MergeSide, base: ElementId) -> bool {
    let Some(found) = trio.found(side, base) else { return false };
    if found.is_certain {
        return true;
    }
    let is_alike = matches!(found.basis, MatchBasis::Likeness | MatchBasis::Parts | MatchBasis::Content);
    is_alike && place(trio.base(), found.a) == place(trio.tree(side), found.b)
}

/// The innermost element that holds all changes of both sides to an element.
pub(super) fn narrowed(trio: &Trio<'_>, base: ElementId) -> ElementId {
    let mut narrow = base;
    loop {
        let old = trio.base().element(narrow);
        let [child] = old.children.as_slice() else { return narrow };
        let is_inside = |side: MergeSide| {
            let Some(new) = trio.element(side, narrow) else { return false };
            let is_same = |one: &XmlAttribute<'_>| {
                old.attributes.iter().any(|two| one.name == two.name && one.value == two.value)
            };
            !new.is_mixed
                && new.attributes.len() == old.attributes.len()
                && new.attributes.iter().all(is_same)
                && new.children.as_slice() == trio.of(side, *child).as_slice()
        };
        if !MergeSide::BOTH.into_iter().all(is_inside) {
            return narrow;
        }
        narrow = *child;
    }
}

/// The index of an element among its siblings with the same name, and their number.
fn place(tree: &XmlTree<'_>, id: ElementId) -> Option<(usize, usize)> {
    let parent = tree.element(id).parent?;
    let name = tree.element(id).name;
    let alike: Vec<&ElementId> =
        tree.element(parent).children.iter().filter(|child| tree.element(**child).name == name).collect();
    Some((alike.iter().position(|child| **child == id)?, alike.len()))
}
