//! Questions about a block and everything inside it.

use super::model::{BookBlock, BookContent};

impl BookBlock {
    /// Whether it or anything inside it has a change bar.
    pub(super) fn has_change(&self) -> bool {
        let any = |blocks: &[Self]| blocks.iter().any(Self::has_change);
        self.is_changed
            || match &self.content {
                BookContent::Safety { blocks, .. } => any(blocks),
                BookContent::Table(table) => {
                    table.rows.iter().any(|row| row.is_changed || row.cells.iter().any(|cell| any(&cell.blocks)))
                }
                _ => false,
            }
    }

    /// Moves the places of this block and of everything inside it to a list.
    pub(super) fn take_places(&mut self, out: &mut Vec<String>) {
        out.append(&mut self.ids);
        match &mut self.content {
            BookContent::Safety { blocks, .. } => blocks.iter_mut().for_each(|block| block.take_places(out)),
            BookContent::Table(table) => {
                let cells = table.rows.iter_mut().flat_map(|row| &mut row.cells);
                cells.flat_map(|cell| &mut cell.blocks).for_each(|block| block.take_places(out));
            }
            _ => {}
        }
    }
}
