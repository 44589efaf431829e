//! Commands on the table around a position: rows, columns, spans, header rows and widths.
//!
//! A table is edited while it is a whole grid: each place of each row belongs to exactly one cell. Every command leaves it so.
//! A table with missing cells gets them by a command of its own.
//! Cells that a command does not name keep their bytes.

mod columns;
mod fill;
mod grid;
mod head;
mod patch;
mod rows;
mod spans;
mod specs;
mod widths;

use super::block::{BlockPlace, ElementNode, is_cell};
use crate::splice::Splice;
use grid::{GridCell, TableGrid, TablePlace};

/// A command on the table around a position. Rows and columns are those of the cell at the position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TableCommand {
    AddRowAbove,
    AddRowBelow,
    MoveRowUp,
    MoveRowDown,
    DeleteRow,
    AddColumnLeft,
    AddColumnRight,
    MoveColumnLeft,
    MoveColumnRight,
    DeleteColumn,
    /// The cell to the right becomes a part of the cell.
    MergeRight,
    /// The cell below becomes a part of the cell.
    MergeDown,
    /// A cell of several rows or columns becomes one cell for each of them.
    SplitCell,
    /// The first row of the body becomes the last one of the header.
    MakeHeader,
    /// The last row of the header becomes the first one of the body.
    MakeBody,
    WidenColumn,
    NarrowColumn,
    /// All columns become equally wide.
    EqualColumns,
    /// A table with missing cells gets empty ones.
    FillCells,
}

impl TableCommand {
    pub const ALL: [Self; 19] = [
        Self::AddRowAbove,
        Self::AddRowBelow,
        Self::MoveRowUp,
        Self::MoveRowDown,
        Self::DeleteRow,
        Self::AddColumnLeft,
        Self::AddColumnRight,
        Self::MoveColumnLeft,
        Self::MoveColumnRight,
        Self::DeleteColumn,
        Self::MergeRight,
        Self::MergeDown,
        Self::SplitCell,
        Self::MakeHeader,
        Self::MakeBody,
        Self::WidenColumn,
        Self::NarrowColumn,
        Self::EqualColumns,
        Self::FillCells,
    ];
}

/// The table around a position, read once for all commands.
pub(super) struct EditedTable<'d> {
    grid: TableGrid<'d>,
    here: GridCell<'d>,
    position: usize,
}

impl<'d> EditedTable<'d> {
    /// `None` outside of tables, and in tables with overlapping cells.
    pub(super) fn at(block: &BlockPlace<'d>) -> Option<Self> {
        let node = block.element.ancestors().find(|around| is_cell(*around))?;
        let is_group = |around: &ElementNode<'_>| matches!(around.tag_name().name(), "entrytbl" | "tgroup");
        let grid = TableGrid::read(node.ancestors().find(is_group)?)?;
        let here = grid.find(node)?;
        Some(Self { grid, here, position: block.position })
    }

    /// The cell at the position, and the change of the text with the place of the cursor; `None` where the command has
    /// nothing to act on.
    pub(super) fn edit(&self, command: TableCommand) -> Option<(ElementNode<'d>, (Splice, usize))> {
        if self.grid.gaps.is_empty() == (command == TableCommand::FillCells) {
            return None;
        }
        let place = TablePlace { grid: &self.grid, here: self.here, position: self.position };
        Some((self.here.node, made(command, &place)?))
    }
}

fn made(command: TableCommand, place: &TablePlace<'_, '_>) -> Option<(Splice, usize)> {
    match command {
        TableCommand::AddRowAbove => rows::added_above(place),
        TableCommand::AddRowBelow => rows::added_below(place),
        TableCommand::MoveRowUp => rows::moved_up(place),
        TableCommand::MoveRowDown => rows::moved_down(place),
        TableCommand::DeleteRow => rows::deleted(place),
        TableCommand::AddColumnLeft => columns::added_left(place),
        TableCommand::AddColumnRight => columns::added_right(place),
        TableCommand::MoveColumnLeft => columns::moved_left(place),
        TableCommand::MoveColumnRight => columns::moved_right(place),
        TableCommand::DeleteColumn => columns::deleted(place),
        TableCommand::MergeRight => spans::merged_right(place),
        TableCommand::MergeDown => spans::merged_down(place),
        TableCommand::SplitCell => spans::split(place),
        TableCommand::MakeHeader => head::made_header(place),
        TableCommand::MakeBody => head::made_body(place),
        TableCommand::WidenColumn => widths::widened(place),
        TableCommand::NarrowColumn => widths::narrowed(place),
        TableCommand::EqualColumns => widths::equalised(place),
        TableCommand::FillCells => fill::filled(place),
    }
}
