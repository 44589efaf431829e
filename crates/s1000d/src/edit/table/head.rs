//! Header rows of a table.

use super::grid::{GridSection, TableGrid, TablePlace};
use super::patch::{TablePatch, meaning};
use super::rows::holds_only_rows;
use crate::edit::block::{ElementNode, gap, source};
use crate::splice::Splice;

fn is_part(part: &GridSection<'_>, name: &str) -> bool {
    part.node.tag_name().name() == name
}

/// A row whose cells neither begin above it nor reach further, and the cursor in it.
fn row_alone<'d>(place: &TablePlace<'_, 'd>, row: usize) -> Option<(ElementNode<'d>, usize)> {
    let TablePlace { grid, here, position } = place;
    let line = *grid.sections.get(here.section)?.rows.get(row)?;
    let is_alone = grid.across(here.section, row).iter().all(|cell| cell.rows == 1);
    (is_alone && here.row == row).then_some((line, position.checked_sub(line.range().start)?))
}

/// Whether a row means the same columns in two parts of the table: they have the same names, or its cells name none.
/// Spans are of the columns of the table, which a part with columns of its own does not know.
fn is_alike(grid: &TableGrid<'_>, line: ElementNode<'_>, parts: [usize; 2]) -> bool {
    let has = |name: &str| line.children().any(|cell| cell.has_attribute(name));
    let has_own = |section: usize| grid.sections.get(section).is_some_and(|part| part.columns.is_some());
    if has("spanname") {
        return !parts.into_iter().any(has_own);
    }
    let [one, other] = parts.map(|section| grid.columns_in(section));
    let is_same = one.iter().map(|column| column.name).eq(other.iter().map(|column| column.name));
    is_same || !["colname", "nameend", "namest"].into_iter().any(has)
}

pub(super) fn made_header(place: &TablePlace<'_, '_>) -> Option<(Splice, usize)> {
    let grid = place.grid;
    let body = grid.sections.get(place.here.section).filter(|part| is_part(part, "tbody") && part.rows.len() > 1)?;
    let (line, inside) = row_alone(place, 0)?;
    let mut patch = TablePatch::new(grid.group);
    patch.delete(line);
    if let Some((at, head)) = grid.sections.iter().enumerate().find(|(_, part)| is_part(part, "thead")) {
        if !is_alike(grid, line, [place.here.section, at]) {
            return None;
        }
        let last = *head.rows.last()?;
        patch.insert(last.range().end, format!("{}{}", gap(last), source(line)));
        patch.put_caret(gap(last).len() + inside);
    } else {
        let first = grid.sections.first()?.node;
        let open = format!("<thead>{}", gap(line));
        let text = format!("{open}{}{}</thead>{}", source(line), gap(body.node), gap(first));
        patch.insert(first.range().start, text);
        patch.put_caret(open.len() + inside);
    }
    patch.finish()
}

pub(super) fn made_body(place: &TablePlace<'_, '_>) -> Option<(Splice, usize)> {
    let grid = place.grid;
    let head = grid.sections.get(place.here.section).filter(|part| is_part(part, "thead"))?;
    let (line, inside) = row_alone(place, head.rows.len() - 1)?;
    let body = grid.sections.iter().position(|part| is_part(part, "tbody"))?;
    if !is_alike(grid, line, [place.here.section, body]) {
        return None;
    }
    let first = *grid.sections.get(body)?.rows.first()?;
    let mut patch = TablePatch::new(grid.group);
    if head.rows.len() > 1 {
        patch.delete(line);
    } else if holds_only_rows(head.node) && meaning(head.node).is_empty() {
        patch.delete(head.node);
    } else {
        return None;
    }
    patch.insert(first.range().start, format!("{}{}", source(line), gap(first)));
    patch.put_caret(inside);
    patch.finish()
}
