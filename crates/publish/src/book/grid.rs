//! Cells at their places: spans that stay within the table, whatever the author wrote.

use super::MAX_BOOK_COLUMNS;
use super::model::{BookBlock, BookCell, BookRow};

/// A cell before it has a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct CellShape {
    pub(super) columns: usize,
    pub(super) rows: usize,
    pub(super) is_heading: bool,
    pub(super) align: Option<&'static str>,
    pub(super) vertical: Option<&'static str>,
}

impl Default for CellShape {
    fn default() -> Self {
        Self { columns: 1, rows: 1, is_heading: false, align: None, vertical: None }
    }
}

impl CellShape {
    /// A cell over all columns.
    pub(super) const ACROSS: Self =
        Self { columns: usize::MAX, rows: 1, is_heading: false, align: None, vertical: None };
}

/// A cell over all columns, up to the next cell or one that reaches down from above.
#[derive(Debug)]
struct AcrossCell {
    row: usize,
    index: usize,
    taken: Option<usize>,
}

/// The rows of a table while they are placed.
#[derive(Debug, Default)]
pub(super) struct GridBuilder {
    rows: Vec<BookRow>,
    /// The number of rows for which each column is still taken by a cell from above.
    taken: Vec<usize>,
    columns: usize,
    section: usize,
    /// Cells over all columns, whose width is known at the end.
    across: Vec<AcrossCell>,
}

impl GridBuilder {
    pub(super) fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    pub(super) fn len(&self) -> usize {
        self.rows.len()
    }

    /// Begins a head, body or foot; cells do not reach from one into the next.
    pub(super) fn begin_section(&mut self) {
        self.taken.clear();
        self.section = self.rows.len();
    }

    /// Cells end with their section.
    pub(super) fn end_section(&mut self) {
        let end = self.rows.len();
        for (y, row) in self.rows.iter_mut().enumerate().skip(self.section) {
            row.cells.iter_mut().for_each(|cell| cell.rows = cell.rows.min(end - y));
        }
    }

    pub(super) fn row(&mut self, is_changed: bool, cells: impl IntoIterator<Item = (CellShape, Vec<BookBlock>)>) {
        let y = self.rows.len();
        let mut placed: Vec<BookCell> = Vec::new();
        let mut x = 0;
        for (shape, blocks) in cells {
            while self.is_taken(x) {
                x += 1;
            }
            if x >= MAX_BOOK_COLUMNS {
                // More cells than a page can have: their text stays in the last one.
                match placed.last_mut() {
                    Some(last) => last.blocks.extend(blocks),
                    None => self.append_above(blocks),
                }
                continue;
            }
            let is_across = shape.columns == usize::MAX;
            let wanted = if is_across { 1 } else { shape.columns.clamp(1, MAX_BOOK_COLUMNS - x) };
            let columns = (1..wanted).take_while(|more| !self.is_taken(x + more)).count() + 1;
            let rows = shape.rows.max(1);
            self.take(x, columns, rows);
            if is_across {
                let taken = (x + 1..MAX_BOOK_COLUMNS).find(|column| self.is_taken(*column));
                self.across.push(AcrossCell { row: y, index: placed.len(), taken });
            }
            placed.push(BookCell {
                x,
                y,
                columns,
                rows,
                is_heading: shape.is_heading,
                align: shape.align,
                vertical: shape.vertical,
                blocks,
            });
            x += columns;
            self.columns = self.columns.max(x);
        }
        self.taken.iter_mut().for_each(|rows| *rows = rows.saturating_sub(1));
        self.rows.push(BookRow { is_changed, cells: placed });
    }

    /// The rows with their cells, and the number of columns.
    pub(super) fn finish(mut self) -> (Vec<BookRow>, usize) {
        for AcrossCell { row, index, taken } in std::mem::take(&mut self.across) {
            let Some(row) = self.rows.get_mut(row) else { continue };
            let next = row.cells.get(index + 1).map(|cell| cell.x);
            let ends = [taken, next].into_iter().flatten().min().unwrap_or(self.columns).min(self.columns);
            if let Some(cell) = row.cells.get_mut(index) {
                cell.columns = ends.saturating_sub(cell.x).max(1);
            }
        }
        (self.rows, self.columns)
    }

    /// Columns are taken by a cell above, which is in one of the rows before.
    fn append_above(&mut self, blocks: Vec<BookBlock>) {
        if let Some(cell) = self.rows.iter_mut().rev().find_map(|row| row.cells.last_mut()) {
            cell.blocks.extend(blocks);
        }
    }

    fn is_taken(&self, x: usize) -> bool {
        self.taken.get(x).is_some_and(|rows| *rows > 0)
    }

    fn take(&mut self, x: usize, columns: usize, rows: usize) {
        if self.taken.len() < x + columns {
            self.taken.resize(x + columns, 0);
        }
        for column in self.taken.iter_mut().skip(x).take(columns) {
            *column = rows;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(columns: usize, rows: usize) -> (CellShape, Vec<BookBlock>) {
        (CellShape { columns, rows, ..CellShape::default() }, Vec::new())
    }

    fn places(rows: &[BookRow]) -> Vec<(usize, usize, usize, usize)> {
        rows.iter().flat_map(|row| &row.cells).map(|cell| (cell.x, cell.y, cell.columns, cell.rows)).collect()
    }

    #[test]
    fn cells_stand_beside_those_that_reach_down() {
        let mut grid = GridBuilder::default();
        grid.begin_section();
        grid.row(false, [shape(1, 2), shape(1, 1), shape(1, 1)]);
        grid.row(false, [shape(2, 1)]);
        grid.end_section();
        let (rows, columns) = grid.finish();
        assert_eq!(columns, 3);
        assert_eq!(places(&rows), [(0, 0, 1, 2), (1, 0, 1, 1), (2, 0, 1, 1), (1, 1, 2, 1)]);
    }

    #[test]
    fn spans_beyond_all_reason_end_with_the_section_and_the_page() {
        let mut grid = GridBuilder::default();
        grid.begin_section();
        grid.row(false, [shape(65_000, 65_000)]);
        grid.end_section();
        grid.begin_section();
        grid.row(false, [shape(1, 1)]);
        grid.row(false, [(CellShape::ACROSS, Vec::new())]);
        grid.end_section();
        let (rows, columns) = grid.finish();
        assert_eq!(columns, MAX_BOOK_COLUMNS);
        let expected = [(0, 0, MAX_BOOK_COLUMNS, 1), (0, 1, 1, 1), (0, 2, MAX_BOOK_COLUMNS, 1)];
        assert_eq!(places(&rows), expected);
    }

    #[test]
    fn the_text_below_a_cell_over_the_whole_page_stays() {
        let mut grid = GridBuilder::default();
        grid.begin_section();
        let block = || vec![BookBlock::added(super::super::ParagraphStyle::Body, "x")];
        grid.row(false, [(CellShape { columns: MAX_BOOK_COLUMNS, rows: 3, ..CellShape::default() }, block())]);
        grid.row(false, [(CellShape::default(), block())]);
        grid.row(false, [(CellShape::default(), block())]);
        grid.end_section();
        let (rows, _) = grid.finish();
        let blocks: usize = rows.iter().flat_map(|row| &row.cells).map(|cell| cell.blocks.len()).sum();
        assert_eq!(blocks, 3);
    }

    #[test]
    fn the_text_of_too_many_cells_stays() {
        let mut grid = GridBuilder::default();
        grid.begin_section();
        let block = || vec![BookBlock::added(super::super::ParagraphStyle::Body, "x")];
        grid.row(false, (0..MAX_BOOK_COLUMNS + 5).map(|_| (CellShape::default(), block())));
        grid.end_section();
        let (rows, columns) = grid.finish();
        assert_eq!(columns, MAX_BOOK_COLUMNS);
        let blocks: usize = rows[0].cells.iter().map(|cell| cell.blocks.len()).sum();
        assert_eq!(blocks, MAX_BOOK_COLUMNS + 5);
    }
}
