//! Header rows of a table.

use super::grid::{GridSection, TablePlace};
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

pub(super) fn made_header(place: &TablePlace<'_, '_>) -> Option<(Splice, usize)> {
    let grid = place.grid;
    let body = grid.sections.get(place.here.section).filter(|part| is_part(part, "tbody") && part.rows.len() > 1)?;
    let (line, inside) = row_alone(place, 0)?;
    let mut patch = TablePatch::new(grid.group);
    patch.delete(line);
    if let Some(head) = grid.sections.iter().find(|part| is_part(part, "thead")) {
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
    let first = *grid.sections.iter().find(|part| is_part(part, "tbody"))?.rows.first()?;
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
