//! Columns of a table.

use super::grid::{GridCell, MAX_COLUMNS, TableGrid, TablePlace};
use super::patch::{AttributeValue, TablePatch, new_cell};
use super::rows::{keep_caret_in_other, swapped};
use super::specs;
use crate::splice::Splice;

pub(super) fn added_left(place: &TablePlace<'_, '_>) -> Option<(Splice, usize)> {
    added(place, place.here.column, place.here.column)
}

pub(super) fn added_right(place: &TablePlace<'_, '_>) -> Option<(Splice, usize)> {
    let at = place.here.column + place.here.columns;
    added(place, at - 1, at)
}

/// An empty column like another one, as the column of a number. Cells that reach across it become wider: they name only
/// their first and last column.
fn added(place: &TablePlace<'_, '_>, like: usize, at: usize) -> Option<(Splice, usize)> {
    let TablePlace { grid, here, .. } = place;
    if grid.columns.len() >= MAX_COLUMNS {
        return None;
    }
    let names = specs::new_names(grid, like)?;
    let mut patch = TablePatch::new(grid.group);
    specs::add(grid, &mut patch, like, at, &names)?;
    let (of_table, mut of_parts) = names.split_first()?;
    for (section, part) in grid.sections.iter().enumerate() {
        // Parts with descriptions of their own have the further names, in their order.
        let name = if part.columns.is_some() {
            let (own, others) = of_parts.split_first()?;
            of_parts = others;
            own
        } else {
            of_table
        };
        for row in 0..part.rows.len() {
            let beside = |column: Option<usize>| grid.at(section, row, column?).map(|cell| cell.node.range());
            let before = beside(at.checked_sub(1));
            if before.is_some() && before == beside(Some(at)) {
                continue;
            }
            let example = grid.at(section, row, like)?.node;
            let own_name = name.as_deref().filter(|_| example.has_attribute("colname"));
            let names: Vec<(&str, &str)> = own_name.map(|name| ("colname", name)).into_iter().collect();
            let (cell, inside) = new_cell(example, &names);
            let slot = grid.slot(section, row, at)?;
            let (text, lead) = slot.spaced(&cell);
            patch.insert(slot.position(), text);
            if (section, row) == (here.section, here.row) {
                patch.put_caret(lead + inside);
            }
        }
    }
    patch.finish()
}

/// Deletes the column in which the cell begins. Cells that reach across it become narrower.
pub(super) fn deleted(place: &TablePlace<'_, '_>) -> Option<(Splice, usize)> {
    let TablePlace { grid, here, position } = place;
    if grid.columns.len() < 2 {
        return None;
    }
    let gone = here.column;
    let mut patch = TablePatch::new(grid.group);
    specs::remove(grid, &mut patch, gone)?;
    let covers = |cell: &&GridCell<'_>| cell.column <= gone && gone < cell.column + cell.columns;
    for cell in grid.cells.iter().filter(covers) {
        let last = cell.column + cell.columns - 1;
        // A named span has become narrower by itself.
        let is_named = cell.node.has_attribute("spanname");
        if cell.columns == 1 {
            patch.delete(cell.node);
        } else if cell.column == gone && !is_named {
            patch.set(cell.node, &span(grid, cell.section, gone + 1, last)?);
        } else if last == gone && !is_named {
            patch.set(cell.node, &span(grid, cell.section, cell.column, last - 1)?);
        }
    }
    if here.columns > 1 {
        patch.keep_caret(*position);
    } else {
        keep_caret_in_other(&mut patch, place, |cell| cell.columns > 1 || cell.column != gone)?;
    }
    patch.finish()
}

/// The attributes of a cell from one column to another.
fn span<'d>(grid: &TableGrid<'d>, section: usize, first: usize, last: usize) -> Option<[AttributeValue<'d>; 3]> {
    let (from, to) = (grid.name(section, first)?, grid.name(section, last)?);
    Some(if first == last {
        [("colname", Some(from)), ("namest", None), ("nameend", None)]
    } else {
        [("namest", Some(from)), ("nameend", Some(to)), ("colname", None)]
    })
}

pub(super) fn moved_left(place: &TablePlace<'_, '_>) -> Option<(Splice, usize)> {
    moved(place, place.here.column.checked_sub(1)?)
}

pub(super) fn moved_right(place: &TablePlace<'_, '_>) -> Option<(Splice, usize)> {
    moved(place, place.here.column)
}

/// Exchanges a column and the next one. Cells that cover both stay; no other may reach into one of them.
fn moved(place: &TablePlace<'_, '_>, left: usize) -> Option<(Splice, usize)> {
    let TablePlace { grid, here, position } = place;
    if here.columns > 1 || left + 1 >= grid.columns.len() {
        return None;
    }
    let mut patch = TablePatch::new(grid.group);
    specs::swap(grid, &mut patch, left)?;
    for (section, part) in grid.sections.iter().enumerate() {
        for row in 0..part.rows.len() {
            let (first, second) = (grid.at(section, row, left)?, grid.at(section, row, left + 1)?);
            if first.node.range() == second.node.range() {
                if first.row == row && !first.node.has_attribute("spanname") {
                    let last = first.column + first.columns - 1;
                    let (from, to) = specs::exchanged(grid.columns_in(section), first.column, last, left)?;
                    patch.set(first.node, &[("namest", Some(from)), ("nameend", Some(to)), ("colname", None)]);
                }
                continue;
            }
            if first.columns > 1 || second.columns > 1 {
                return None;
            }
            if first.row == row && second.row == row {
                let (one, other) = (first.node.range(), second.node.range());
                patch.replace(one.start..other.end, swapped(first.node, second.node)?);
                if one.contains(position) {
                    patch.put_caret(position - one.start + other.end - one.end);
                } else if other.contains(position) {
                    patch.put_caret(position - other.start);
                }
            }
        }
    }
    if !patch.has_caret() {
        patch.keep_caret(*position);
    }
    patch.finish()
}
