//! Whether it is certain which element is which.

use super::Side;
use super::trio::Trio;
use crate::diff::matching::MatchBasis;
use crate::diff::tree::{ElementId, XmlTree};

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

/// The index of an element among its siblings with the same name, and their number.
fn place(tree: &XmlTree<'_>, id: ElementId) -> Option<(usize, usize)> {
    let parent = tree.element(id).parent?;
    let name = tree.element(id).name;
    let alike: Vec<&ElementId> =
        tree.element(parent).children.iter().filter(|child| tree.element(**child).name == name).collect();
    Some((alike.iter().position(|child| **child == id)?, alike.len()))
}
