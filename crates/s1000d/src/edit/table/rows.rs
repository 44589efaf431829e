//! Rows of a table.

use super::grid::{GridCell, TableGrid, TablePlace, text_in};
use super::patch::{TablePatch, end_gap, meaning, new_cell, push_look, with_attributes};
use crate::edit::block::{ElementNode, gap, source};
use crate::splice::Splice;

pub(super) fn added_above(place: &TablePlace<'_, '_>) -> Option<(Splice, usize)> {
    added(place, place.here.row, place.here.row)
}

pub(super) fn added_below(place: &TablePlace<'_, '_>) -> Option<(Splice, usize)> {
    let at = place.here.row + place.here.rows;
    added(place, at - 1, at)
}

/// An empty row like another one, as the row of a number. Cells that reach across it become longer.
fn added(place: &TablePlace<'_, '_>, like: usize, at: usize) -> Option<(Splice, usize)> {
    let TablePlace { grid, here, .. } = place;
    let row = *grid.sections.get(here.section)?.rows.get(like)?;
    let mut patch = TablePatch::new(grid.group);
    let mut text = String::from("<row");
    push_look(&mut text, row);
    text.push('>');
    let mut caret = None;
    for cell in grid.across(here.section, like) {
        if cell.row < at && at < cell.row + cell.rows {
            patch.set(cell.node, &[("morerows", Some(cell.rows.to_string().as_str()))]);
            continue;
        }
        text.push_str(gap(cell.node));
        let (made, inside) = new_cell(cell.node, &names_of(grid, cell));
        caret = caret.or(Some(text.len() + inside));
        text.push_str(&made);
    }
    text.push_str(end_gap(row));
    text.push_str("</row>");
    if at > like {
        patch.insert(row.range().end, format!("{}{text}", gap(row)));
        patch.put_caret(gap(row).len() + caret?);
    } else {
        patch.insert(row.range().start, text + gap(row));
        patch.put_caret(caret?);
    }
    patch.finish()
}

/// The attributes that put a new cell into the columns of another one.
fn names_of<'d>(grid: &TableGrid<'d>, cell: GridCell<'d>) -> Vec<(&'static str, &'d str)> {
    let name = |attribute: &'static str, column: usize| grid.name(cell.section, column).map(|name| (attribute, name));
    let names = if let Some(span) = cell.node.attribute("spanname") {
        [Some(("spanname", span)), None]
    } else if cell.columns > 1 {
        [name("namest", cell.column), name("nameend", cell.column + cell.columns - 1)]
    } else {
        [name("colname", cell.column).filter(|_| cell.node.has_attribute("colname")), None]
    };
    names.into_iter().flatten().collect()
}

/// Deletes the row in which the cell begins. Cells that reach into it become shorter; those that begin in it and reach
/// further begin in the next row, which has to apply to the same aircraft.
pub(super) fn deleted(place: &TablePlace<'_, '_>) -> Option<(Splice, usize)> {
    let TablePlace { grid, here, .. } = place;
    let part = grid.sections.get(here.section)?;
    let mut patch = TablePatch::new(grid.group);
    if part.rows.len() == 1 {
        if part.node.tag_name().name() != "thead" || !holds_only_rows(part.node) {
            return None;
        }
        patch.delete(part.node);
        keep_caret_in_other(&mut patch, place, |cell| cell.section != here.section)?;
        return patch.finish();
    }
    let line = *part.rows.get(here.row)?;
    patch.delete(line);
    for cell in grid.across(here.section, here.row) {
        let more = cell.rows.checked_sub(2).map(|more| more.to_string());
        let more = [("morerows", more.as_deref().filter(|more| *more != "0"))];
        if cell.row < here.row {
            patch.set(cell.node, &more);
        } else if cell.rows > 1 {
            if meaning(line) != meaning(*part.rows.get(here.row + 1)?) {
                return None;
            }
            let slot = grid.slot(here.section, here.row + 1, cell.column)?;
            let (text, _) = slot.spaced(&with_attributes(cell.node, &more)?);
            patch.insert(slot.position(), text);
        }
    }
    keep_caret_in_other(&mut patch, place, |cell| (cell.section, cell.row) != (here.section, here.row))?;
    patch.finish()
}

/// Keeps the cursor in the table: in the nearest of the cells that stay.
pub(super) fn keep_caret_in_other<'d>(
    patch: &mut TablePatch<'d>,
    place: &TablePlace<'_, 'd>,
    stays: impl Fn(&GridCell<'d>) -> bool,
) -> Option<()> {
    let here = place.here;
    let distance = |cell: &GridCell<'d>| {
        let apart = (cell.row.abs_diff(here.row), cell.column.abs_diff(here.column));
        (cell.section != here.section, apart, cell.row < here.row)
    };
    let mut others: Vec<&GridCell<'d>> = place.grid.cells.iter().filter(|cell| stays(cell)).collect();
    others.sort_by_key(|cell| distance(cell));
    patch.keep_caret(others.into_iter().find_map(|cell| text_in(cell.node))?);
    Some(())
}

pub(super) fn moved_up(place: &TablePlace<'_, '_>) -> Option<(Splice, usize)> {
    let (first, second) = neighbours(place, place.here.row.checked_sub(1)?)?;
    let mut patch = TablePatch::new(place.grid.group);
    patch.replace(first.range().start..second.range().end, swapped(first, second)?);
    patch.put_caret(place.position.checked_sub(second.range().start)?);
    patch.finish()
}

pub(super) fn moved_down(place: &TablePlace<'_, '_>) -> Option<(Splice, usize)> {
    let (first, second) = neighbours(place, place.here.row)?;
    let mut patch = TablePatch::new(place.grid.group);
    patch.replace(first.range().start..second.range().end, swapped(first, second)?);
    let shift = second.range().end.checked_sub(first.range().end)?;
    patch.put_caret(place.position.checked_sub(first.range().start)? + shift);
    patch.finish()
}

/// A row and the next one, where no cell reaches from one of them to a row that stays where it is.
fn neighbours<'d>(place: &TablePlace<'_, 'd>, first: usize) -> Option<(ElementNode<'d>, ElementNode<'d>)> {
    let TablePlace { grid, here, .. } = place;
    let rows = &grid.sections.get(here.section)?.rows;
    let pair = (*rows.get(first)?, *rows.get(first + 1)?);
    let may_move = |cell: &GridCell<'_>| cell.rows == 1 || (cell.row < first && first + 2 <= cell.row + cell.rows);
    let mut cells = [first, first + 1].into_iter().flat_map(|row| grid.across(here.section, row));
    (here.rows == 1 && cells.all(|cell| may_move(&cell))).then_some(pair)
}

/// Two elements in the other order; what stands between them stays there.
pub(super) fn swapped(first: ElementNode<'_>, second: ElementNode<'_>) -> Option<String> {
    let between = first.document().input_text().get(first.range().end..second.range().start)?;
    Some(format!("{}{between}{}", source(second), source(first)))
}

/// Whether nothing but rows stands in a part of a table: a comment would be lost with it.
pub(super) fn holds_only_rows(part: ElementNode<'_>) -> bool {
    let is_blank = |node: ElementNode<'_>| node.is_text() && node.text().is_none_or(|text| text.trim().is_empty());
    part.children().all(|node| node.is_element() || is_blank(node))
}
