//! Tables whose columns one side changed.

use super::MergeSide;
use super::trio::Trio;
use crate::diff::tree::{ElementId, XmlTree};

/// Whether one side changed the columns of a table while the other inserted rows or changed the columns otherwise: new rows
/// would have cells for other columns.
pub(super) fn has_other_columns(trio: &Trio<'_>, base: ElementId) -> bool {
    if trio.base().element(base).name != "tgroup" {
        return false;
    }
    let columns = |side| columns(trio, side, base) != of_base(trio, base);
    match (columns(MergeSide::Ours), columns(MergeSide::Theirs)) {
        (true, true) => !changes_columns_alike(trio, base),
        (true, false) => has_new_rows(trio, MergeSide::Theirs, base),
        (false, true) => has_new_rows(trio, MergeSide::Ours, base),
        (false, false) => false,
    }
}

/// Whether both sides inserted the same columns with the same cells, and deleted the same ones.
fn changes_columns_alike(trio: &Trio<'_>, base: ElementId) -> bool {
    let (ours, theirs) = (changed_cells(trio, MergeSide::Ours, base), changed_cells(trio, MergeSide::Theirs, base));
    let is_alike = |(one, two): (&InsertedCell, &InsertedCell)| {
        (one.around, one.at) == (two.around, two.at) && trio.is_alike(one.id, two.id)
    };
    columns(trio, MergeSide::Ours, base) == columns(trio, MergeSide::Theirs, base)
        && ours.deleted == theirs.deleted
        && ours.inserted.len() == theirs.inserted.len()
        && ours.inserted.iter().zip(&theirs.inserted).all(is_alike)
}

/// The cells of rows that stay, and the descriptions of columns, that a side inserted and deleted.
#[derive(Default)]
struct ChangedCells {
    inserted: Vec<InsertedCell>,
    deleted: Vec<ElementId>,
}

struct InsertedCell {
    /// The element of the base around it, and the index among the children there.
    around: ElementId,
    at: usize,
    id: ElementId,
}

fn changed_cells(trio: &Trio<'_>, side: MergeSide, base: ElementId) -> ChangedCells {
    let is_cell = |name: &str| matches!(name, "colspec" | "entry");
    let (old, new) = (trio.base(), trio.tree(side));
    let mut changed = ChangedCells::default();
    for around in old.descendants(base) {
        let Some(own) = trio.of(side, around) else { continue };
        let gone = old.element(around).children.iter().filter(|id| trio.of(side, **id).is_none());
        changed.deleted.extend(gone.filter(|id| is_cell(old.element(**id).name)));
        for (at, id) in new.element(own).children.iter().enumerate() {
            if is_cell(new.element(*id).name) && trio.base_of(side, *id).is_none() {
                changed.inserted.push(InsertedCell { around, at, id: *id });
            }
        }
    }
    changed
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
