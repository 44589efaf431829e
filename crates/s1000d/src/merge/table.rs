//! Tables whose columns one side changed.

use super::MergeSide;
use super::trio::Trio;
use crate::diff::tree::{ElementId, XmlTree};

/// Whether one side changed the columns of a table while the other inserted rows or changed the columns too: new rows would have
/// cells for other columns.
pub(super) fn has_other_columns(trio: &Trio<'_>, base: ElementId) -> bool {
    if trio.base().element(base).name != "tgroup" {
        return false;
    }
    let columns = |side| columns(trio, side, base) != of_base(trio, base);
    match (columns(MergeSide::Ours), columns(MergeSide::Theirs)) {
        (true, true) => true,
        (true, false) => has_new_rows(trio, MergeSide::Theirs, base),
        (false, true) => has_new_rows(trio, MergeSide::Ours, base),
        (false, false) => false,
    }
}

fn of_base<'a>(trio: &'a Trio<'_>, base: ElementId) -> (Option<&'a str>, usize) {
    let tree = trio.base();
    (tree.attribute(base, "cols"), columns_listed(tree, base))
}

fn columns<'a>(trio: &'a Trio<'_>, side: MergeSide, base: ElementId) -> (Option<&'a str>, usize) {
    let tree = trio.tree(side);
    trio.of(side, base).map_or((None, 0), |id| (tree.attribute(id, "cols"), columns_listed(tree, id)))
}

fn columns_listed(tree: &XmlTree<'_>, id: ElementId) -> usize {
    tree.element(id).children.iter().filter(|child| tree.element(**child).name == "colspec").count()
}

fn has_new_rows(trio: &Trio<'_>, side: MergeSide, base: ElementId) -> bool {
    let Some(id) = trio.of(side, base) else { return false };
    let tree = trio.tree(side);
    tree.descendants(id).any(|row| tree.element(row).name == "row" && trio.base_of(side, row).is_none())
}
