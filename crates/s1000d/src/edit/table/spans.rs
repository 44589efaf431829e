//! Cells of several rows or columns.

use super::grid::{GridCell, TablePlace, text_in};
use super::patch::{AttributeValue, LOOK, PLACE, TablePatch, is_white_space, meaning, new_cell, open_tag};
use super::specs;
use crate::document::inner_range;
use crate::edit::block::{ElementNode, end_tag, gap};
use crate::splice::Splice;

pub(super) fn merged_right(place: &TablePlace<'_, '_>) -> Option<(Splice, usize)> {
    let TablePlace { grid, here, .. } = place;
    let other = grid.at(here.section, here.row, here.column + here.columns)?;
    if (other.row, other.rows) != (here.row, here.rows) {
        return None;
    }
    let mut patch = TablePatch::new(grid.group);
    let names = specs::names(grid, &mut patch, here.section)?;
    let last = other.column + other.columns - 1;
    let (from, to) = (names.get(here.column)?.as_str(), names.get(last)?.as_str());
    let values = [("namest", Some(from)), ("nameend", Some(to)), ("colname", None), ("spanname", None)];
    joined(patch, place, other, &values)
}

pub(super) fn merged_down(place: &TablePlace<'_, '_>) -> Option<(Splice, usize)> {
    let TablePlace { grid, here, .. } = place;
    let other = grid.at(here.section, here.row + here.rows, here.column)?;
    if (other.column, other.columns) != (here.column, here.columns) {
        return None;
    }
    // The cell becomes a part of the first row, with what that applies to.
    let lines = grid.sections.get(here.section)?.rows.get(here.row..other.row + other.rows)?;
    if lines.windows(2).any(|pair| matches!(pair, [one, next] if meaning(*one) != meaning(*next))) {
        return None;
    }
    let more = (here.rows + other.rows - 1).to_string();
    joined(TablePatch::new(grid.group), place, other, &[("morerows", Some(more.as_str()))])
}

/// The cell with other attributes and with all that another one holds, which goes. An attribute with a meaning, such as the
/// applicability or the id of the other cell, would be lost, and one of the cell would hold for the words of the other:
/// then there is no edit.
fn joined<'d>(
    mut patch: TablePatch<'d>,
    place: &TablePlace<'_, 'd>,
    other: GridCell<'d>,
    values: &[AttributeValue<'_>],
) -> Option<(Splice, usize)> {
    let (own, gone) = (place.here.node, other.node);
    let is_plain = |name: &str| LOOK.contains(&name) || PLACE.contains(&name);
    let is_lost = gone.attributes().any(|one| one.namespace().is_some() || !is_plain(one.name()));
    let is_gained = !is_empty(gone) && !meaning(own).is_empty();
    if is_lost || is_gained || [own, gone].iter().any(|cell| cell.tag_name().name() != "entry") {
        return None;
    }
    let text = own.document().input_text();
    let inner = inner_range(own)?;
    let words = text.get(inner.clone())?;
    let further = inner_range(gone).and_then(|inner| text.get(inner)).unwrap_or_default();
    let open = open_tag(own, values)?;
    let (inside, caret) = if is_empty(gone) {
        (words.to_owned(), place.position.checked_sub(inner.start)?)
    } else if is_empty(own) {
        (further.to_owned(), text_in(gone)?.checked_sub(inner_range(gone)?.start)?)
    } else if has_words(own) || has_words(gone) {
        return None;
    } else {
        let tail = words.get(words.trim_end().len()..)?;
        (format!("{}{}{tail}", words.trim_end(), further.trim_end()), place.position.checked_sub(inner.start)?)
    };
    let caret = open.len() + caret.min(inside.len());
    patch.delete(gone);
    patch.replace(own.range(), format!("{open}{inside}{}", end_tag(own)));
    patch.put_caret(caret);
    patch.finish()
}

/// Whether a cell holds nothing but empty paragraphs.
fn is_empty(cell: ElementNode<'_>) -> bool {
    let is_blank = |node: ElementNode<'_>| node.is_text() && node.text().is_none_or(is_white_space);
    let is_paragraph = |node: ElementNode<'_>| node.tag_name().name() == "para" && node.attributes().len() == 0;
    cell.children().all(|node| is_blank(node) || (is_paragraph(node) && node.children().all(is_blank)))
}

/// Whether words stand in a cell itself, not in a paragraph of it.
fn has_words(cell: ElementNode<'_>) -> bool {
    cell.children().any(|node| node.is_text() && node.text().is_some_and(|text| !is_white_space(text)))
}

/// The cell keeps its first place and all that it holds; the other places get empty cells.
pub(super) fn split(place: &TablePlace<'_, '_>) -> Option<(Splice, usize)> {
    let TablePlace { grid, here, position } = place;
    if here.rows * here.columns == 1 {
        return None;
    }
    let mut patch = TablePatch::new(grid.group);
    // Without its span the name of a column decides where the cell stands.
    let first_name = here.node.attribute("colname").and_then(|_| grid.name(here.section, here.column));
    let values = [("colname", first_name), ("morerows", None), ("namest", None), ("nameend", None), ("spanname", None)];
    patch.set(here.node, &values);
    for row in here.row..here.row + here.rows {
        for column in here.column..here.column + here.columns {
            if (row, column) == (here.row, here.column) {
                continue;
            }
            let own_name = grid.name(here.section, column).filter(|_| here.node.has_attribute("colname"));
            let names: Vec<(&str, &str)> = own_name.map(|name| ("colname", name)).into_iter().collect();
            let (cell, _) = new_cell(here.node, &names);
            if row == here.row {
                patch.insert(here.node.range().end, format!("{}{cell}", gap(here.node)));
            } else {
                let slot = grid.slot(here.section, row, here.column)?;
                patch.insert(slot.position(), slot.spaced(&cell).0);
            }
        }
    }
    patch.keep_caret(*position);
    patch.finish()
}
