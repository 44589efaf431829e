//! The cells of a table by their columns.

use std::ops::Range;

use foldhash::HashMap;

use crate::diff::tree::{ElementId, XmlTree};

/// Columns of one table. A file may state any number.
const MOST_COLUMNS: usize = 500;

/// Which columns the cells of a table stand in.
#[derive(Debug, Default)]
pub(super) struct ColumnGrid {
    pub(super) width: usize,
    pub(super) rows: Vec<ElementId>,
    pub(super) cells: HashMap<ElementId, Range<usize>>,
}

/// The columns by the names that cells use.
#[derive(Default)]
struct ColumnNames<'m> {
    columns: HashMap<&'m str, usize>,
    spans: HashMap<&'m str, (&'m str, &'m str)>,
}

impl ColumnGrid {
    pub(super) fn of(tree: &XmlTree<'_>, table: ElementId) -> Self {
        let mut grid = Self::default();
        let names = grid.names(tree, table);
        for section in &tree.element(table).children {
            if matches!(tree.element(*section).name, "thead" | "tbody" | "tfoot") {
                grid.section(tree, *section, &names);
            }
        }
        grid
    }

    /// The first column of a cell.
    pub(super) fn column(&self, cell: ElementId) -> Option<usize> {
        self.cells.get(&cell).map(|columns| columns.start)
    }

    fn names<'m>(&mut self, tree: &'m XmlTree<'_>, table: ElementId) -> ColumnNames<'m> {
        let number = |id, name| tree.attribute(id, name).and_then(|value| value.trim().parse::<usize>().ok());
        self.width = number(table, "cols").unwrap_or_default().min(MOST_COLUMNS);
        let (mut names, mut next) = (ColumnNames::default(), 0);
        for id in tree.element(table).children.iter().copied() {
            match tree.element(id).name {
                "colspec" => {
                    let column = number(id, "colnum").and_then(|number| number.checked_sub(1)).unwrap_or(next);
                    let column = column.min(MOST_COLUMNS - 1);
                    names.columns.extend(tree.attribute(id, "colname").map(|name| (name, column)));
                    self.width = self.width.max(column + 1);
                    next = column + 1;
                }
                "spanspec" => {
                    let value = |name| tree.attribute(id, name).unwrap_or_default();
                    names.spans.insert(value("spanname"), (value("namest"), value("nameend")));
                }
                _ => {}
            }
        }
        names
    }

    fn section(&mut self, tree: &XmlTree<'_>, section: ElementId, names: &ColumnNames<'_>) {
        // The rows for which each column is still taken by a cell above.
        let mut taken: Vec<usize> = Vec::new();
        for row in tree.element(section).children.iter().copied().filter(|id| tree.element(*id).name == "row") {
            self.rows.push(row);
            let (mut next, mut below) = (0, taken.iter().map(|rows| rows.saturating_sub(1)).collect::<Vec<_>>());
            for cell in tree.element(row).children.iter().copied() {
                while taken.get(next).is_some_and(|rows| *rows > 0) {
                    next += 1;
                }
                let columns = names.of(tree, cell).unwrap_or(next..next + 1);
                if columns.end > MOST_COLUMNS {
                    return;
                }
                next = columns.end;
                let more =
                    tree.attribute(cell, "morerows").and_then(|rows| rows.trim().parse().ok()).unwrap_or(0_usize);
                if more > 0 {
                    below.resize(below.len().max(columns.end), 0);
                    below[columns.clone()].fill(more);
                }
                self.width = self.width.max(columns.end);
                self.cells.insert(cell, columns);
            }
            taken = below;
        }
    }
}

impl ColumnNames<'_> {
    /// The columns that a cell names.
    fn of(&self, tree: &XmlTree<'_>, cell: ElementId) -> Option<Range<usize>> {
        let value = |name| tree.attribute(cell, name);
        let (first, last) = match (value("spanname"), value("namest"), value("colname")) {
            (Some(span), ..) => *self.spans.get(span)?,
            (None, Some(first), _) => (first, value("nameend").unwrap_or(first)),
            (None, None, Some(only)) => (only, only),
            _ => return None,
        };
        let (first, last) = (*self.columns.get(first)?, *self.columns.get(last)?);
        (first <= last).then_some(first..last + 1)
    }
}
