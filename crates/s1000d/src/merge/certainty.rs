//! Whether it is certain which element is which.

use super::Side;
use super::trio::Trio;
use crate::diff::matching::MatchBasis;
use crate::diff::tree::{ElementId, XmlAttribute, XmlTree};

/// Whether an element of a side is certainly the one of the base. Likeness alone does not tell; likeness at the same place
/// among as many elements of the name does.
pub(super) fn is_certain(trio: &Trio<'_>, side: Side, base: ElementId) -> bool {
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
        let is_inside = |side: Side| {
            let Some(new) = trio.element(side, narrow) else { return false };
            let is_same = |one: &XmlAttribute<'_>| {
                old.attributes.iter().any(|two| one.name == two.name && one.value == two.value)
            };
            !new.is_mixed
                && new.attributes.len() == old.attributes.len()
                && new.attributes.iter().all(is_same)
                && new.children.as_slice() == trio.of(side, *child).as_slice()
        };
        if !Side::BOTH.into_iter().all(is_inside) {
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
