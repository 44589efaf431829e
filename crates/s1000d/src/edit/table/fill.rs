//! Cells that a table lacks.

use super::grid::TablePlace;
use super::patch::{TablePatch, new_cell};
use crate::splice::Splice;

/// Cells that are added at once.
const MOST: usize = 2_000;

/// An empty cell for each place that has none.
pub(super) fn filled(place: &TablePlace<'_, '_>) -> Option<(Splice, usize)> {
    let TablePlace { grid, here, position } = place;
    if grid.gaps.len() > MOST {
        return None;
    }
    let mut patch = TablePatch::new(grid.group);
    for gap in &grid.gaps {
        let slot = grid.slot(gap.section, gap.row, gap.column)?;
        let (cell, _) = new_cell(here.node, &[]);
        patch.insert(slot.position(), slot.spaced(&cell).0);
    }
    patch.keep_caret(*position);
    patch.finish()
}
