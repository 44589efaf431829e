//! A table of the CALS model as a grid: which cell covers which column of which row.

use roxmltree::Node;

use crate::document::{inner_range, is_text_element};
use crate::edit::block::{ElementNode, gap};

/// Columns of a table that is edited.
pub(super) const MAX_COLUMNS: usize = 100;
/// Places of one part of a table that is edited.
const MAX_PLACES: usize = 100_000;

/// A table in which each place of each row belongs to one cell, or to none.
pub(super) struct TableGrid<'d> {
    /// The element that says how many columns there are: `tgroup`, or `entrytbl` for a table in a cell.
    pub(super) group: ElementNode<'d>,
    pub(super) columns: Vec<GridColumn<'d>>,
    /// Columns beside each other that cells refer to by one name.
    pub(super) spans: Vec<GridSpan<'d>>,
    /// Header, footer and body, in their order.
    pub(super) sections: Vec<GridSection<'d>>,
    pub(super) cells: Vec<GridCell<'d>>,
    /// The places without a cell, in their order.
    pub(super) gaps: Vec<GridGap>,
}

/// A place without a cell.
#[derive(Clone, Copy)]
pub(super) struct GridGap {
    pub(super) section: usize,
    pub(super) row: usize,
    pub(super) column: usize,
}

pub(super) struct GridColumn<'d> {
    pub(super) spec: Option<ElementNode<'d>>,
    pub(super) name: Option<&'d str>,
}

pub(super) struct GridSpan<'d> {
    pub(super) node: ElementNode<'d>,
    name: &'d str,
    pub(super) first: usize,
    pub(super) last: usize,
}

pub(super) struct GridSection<'d> {
    pub(super) node: ElementNode<'d>,
    /// A header or footer may describe the columns in its own way, and name them otherwise.
    pub(super) columns: Option<Vec<GridColumn<'d>>>,
    pub(super) rows: Vec<ElementNode<'d>>,
    /// The index of the cell at each place: by row, then by column.
    slots: Vec<Vec<Option<usize>>>,
    /// The index of the first cell of each row, and the one behind the last cell.
    starts: Vec<usize>,
}

#[derive(Clone, Copy)]
pub(super) struct GridCell<'d> {
    pub(super) node: ElementNode<'d>,
    pub(super) section: usize,
    /// The first row and column, and how many of them it covers.
    pub(super) row: usize,
    pub(super) column: usize,
    pub(super) rows: usize,
    pub(super) columns: usize,
}

/// The cell that a command is about.
pub(super) struct TablePlace<'g, 'd> {
    pub(super) grid: &'g TableGrid<'d>,
    pub(super) here: GridCell<'d>,
    /// The place of the cursor in the text.
    pub(super) position: usize,
}

/// A place for a further cell in a row.
pub(super) struct CellSlot<'d> {
    position: usize,
    gap: &'d str,
    is_before: bool,
}

impl CellSlot<'_> {
    pub(super) fn position(&self) -> usize {
        self.position
    }

    /// The cell with the white space beside it; returns the bytes before it as well.
    pub(super) fn spaced(&self, cell: &str) -> (String, usize) {
        if self.is_before {
            (format!("{cell}{}", self.gap), 0)
        } else {
            (format!("{}{cell}", self.gap), self.gap.len())
        }
    }
}

impl<'d> TableGrid<'d> {
    /// `None` for a table with overlapping or misplaced cells, or with columns or spans that are not in order.
    pub(super) fn read(group: ElementNode<'d>) -> Option<Self> {
        let count: usize = group.attribute("cols")?.trim().parse().ok()?;
        if !(1..=MAX_COLUMNS).contains(&count) {
            return None;
        }
        let (mut described, mut named, mut parts) = (Vec::new(), Vec::new(), Vec::new());
        for part in group.children().filter(Node::is_element) {
            match part.tag_name().name() {
                "colspec" => described.push(part),
                "spanspec" => named.push(part),
                "tbody" | "tfoot" | "thead" => parts.push(part),
                _ => return None,
            }
        }
        let columns = GridColumn::read_all(&described, count)?;
        let spans: Option<Vec<GridSpan<'d>>> = named.into_iter().map(|node| GridSpan::read(node, &columns)).collect();
        let mut grid =
            Self { group, columns, spans: spans?, sections: Vec::new(), cells: Vec::new(), gaps: Vec::new() };
        for part in parts {
            let section = grid.read_section(part)?;
            grid.sections.push(section);
        }
        Some(grid)
    }

    fn read_section(&mut self, node: ElementNode<'d>) -> Option<GridSection<'d>> {
        let elements = node.children().filter(Node::is_element);
        let (described, rows): (Vec<_>, Vec<_>) = elements.partition(|part| part.tag_name().name() == "colspec");
        let columns = match described.as_slice() {
            [] => None,
            // The columns of the body are those of the table.
            _ if node.tag_name().name() == "tbody" => return None,
            own => Some(GridColumn::read_all(own, self.columns.len())?),
        };
        let is_small = !rows.is_empty() && rows.len() * self.columns.len() <= MAX_PLACES;
        if !is_small || rows.iter().any(|row| row.tag_name().name() != "row") {
            return None;
        }
        let mut slots: Vec<Vec<Option<usize>>> = vec![vec![None; self.columns.len()]; rows.len()];
        let mut starts = Vec::with_capacity(rows.len() + 1);
        for (row, line) in rows.iter().enumerate() {
            starts.push(self.cells.len());
            let mut next = 0;
            for entry in line.children().filter(Node::is_element) {
                let (column, width) = self.columns_of(entry, columns.as_deref(), slots.get(row)?, next)?;
                let more: u16 = entry.attribute("morerows").map_or(Some(0), |more| more.trim().parse().ok())?;
                let height = usize::from(more) + 1;
                for line in slots.get_mut(row..row + height)? {
                    for slot in line.get_mut(column..column + width)? {
                        if slot.replace(self.cells.len()).is_some() {
                            return None;
                        }
                    }
                }
                let section = self.sections.len();
                self.cells.push(GridCell { node: entry, section, row, column, rows: height, columns: width });
                next = column + width;
            }
        }
        starts.push(self.cells.len());
        let section = self.sections.len();
        for (row, line) in slots.iter().enumerate() {
            let free = line.iter().enumerate().filter(|(_, slot)| slot.is_none());
            self.gaps.extend(free.map(|(column, _)| GridGap { section, row, column }));
        }
        Some(GridSection { node, columns, rows, slots, starts })
    }

    /// The first column of a cell and how many it covers. The part of the table may have columns with names of its own;
    /// spans are of those of the whole table.
    fn columns_of(
        &self,
        entry: ElementNode<'d>,
        own: Option<&[GridColumn<'d>]>,
        line: &[Option<usize>],
        next: usize,
    ) -> Option<(usize, usize)> {
        if !matches!(entry.tag_name().name(), "entry" | "entrytbl") {
            return None;
        }
        let free = (next..line.len()).find(|column| line.get(*column).is_some_and(Option::is_none))?;
        if let Some(name) = entry.attribute("spanname") {
            if own.is_some() {
                return None;
            }
            let GridSpan { first, last, .. } = self.spans.iter().find(|span| span.name == name)?;
            return (*first >= free).then(|| (*first, last - first + 1));
        }
        let columns = own.unwrap_or(&self.columns);
        // A name that no column has makes the table another one than its author meant.
        let named = |attribute: &str| match entry.attribute(attribute) {
            Some(name) => columns.iter().position(|column| column.name == Some(name)).map(Some),
            None => Some(None),
        };
        let (first, last, alone) = (named("namest")?, named("nameend")?, named("colname")?);
        let column = first.or(alone).unwrap_or(free);
        let last = last.unwrap_or(column);
        (column >= free && last >= column).then(|| (column, last - column + 1))
    }

    pub(super) fn find(&self, node: ElementNode<'_>) -> Option<GridCell<'d>> {
        self.cells.iter().find(|cell| cell.node.range() == node.range()).copied()
    }

    /// The cell at a place.
    pub(super) fn at(&self, section: usize, row: usize, column: usize) -> Option<GridCell<'d>> {
        let index = (*self.sections.get(section)?.slots.get(row)?.get(column)?)?;
        self.cells.get(index).copied()
    }

    /// The cells of a row, those that begin above it as well.
    pub(super) fn across(&self, section: usize, row: usize) -> Vec<GridCell<'d>> {
        let line = self.sections.get(section).and_then(|part| part.slots.get(row));
        let mut found: Vec<usize> = line.into_iter().flatten().copied().flatten().collect();
        found.dedup();
        found.into_iter().filter_map(|index| self.cells.get(index).copied()).collect()
    }

    /// The place of a further cell that begins at a column of a row.
    pub(super) fn slot(&self, section: usize, row: usize, column: usize) -> Option<CellSlot<'d>> {
        let part = self.sections.get(section)?;
        let own = self.cells.get(*part.starts.get(row)?..*part.starts.get(row + 1)?)?;
        if let Some(before) = own.iter().rfind(|cell| cell.column < column) {
            return Some(CellSlot { position: before.node.range().end, gap: gap(before.node), is_before: false });
        }
        if let Some(behind) = own.iter().find(|cell| cell.column >= column) {
            return Some(CellSlot { position: behind.node.range().start, gap: gap(behind.node), is_before: true });
        }
        let line = *part.rows.get(row)?;
        Some(CellSlot { position: inner_range(line)?.start, gap: "", is_before: true })
    }

    /// The columns as a part of the table names them.
    pub(super) fn columns_in(&self, section: usize) -> &[GridColumn<'d>] {
        let own = self.sections.get(section).and_then(|part| part.columns.as_deref());
        own.unwrap_or(&self.columns)
    }

    /// The descriptions of the columns: those of the whole table, and those of parts that have their own.
    pub(super) fn descriptions(&self) -> impl Iterator<Item = &[GridColumn<'d>]> {
        let own = self.sections.iter().filter_map(|part| part.columns.as_deref());
        std::iter::once(self.columns.as_slice()).chain(own)
    }

    /// The name of a column in a part of the table.
    pub(super) fn name(&self, section: usize, column: usize) -> Option<&'d str> {
        self.columns_in(section).get(column)?.name
    }
}

impl<'d> GridColumn<'d> {
    /// All columns by their descriptions, as many as a table has; some may have none. `None` where they are too many, not
    /// in order, or two have one name.
    fn read_all(described: &[ElementNode<'d>], count: usize) -> Option<Vec<Self>> {
        let numbered = described.iter().enumerate();
        let mut columns = numbered.map(|(index, spec)| Self::read(*spec, index)).collect::<Option<Vec<Self>>>()?;
        if columns.len() > count || has_name_twice(&columns) {
            return None;
        }
        columns.resize_with(count, || Self { spec: None, name: None });
        Some(columns)
    }

    /// `None` where columns are not in the order of their numbers.
    fn read(spec: ElementNode<'d>, index: usize) -> Option<Self> {
        let is_in_order = spec.attribute("colnum").is_none_or(|number| number.trim().parse::<usize>() == Ok(index + 1));
        let name = spec.attribute("colname").filter(|name| !name.is_empty());
        is_in_order.then_some(Self { spec: Some(spec), name })
    }
}

impl<'d> GridSpan<'d> {
    /// `None` where the span has no name, or goes from one column to another before it.
    fn read(node: ElementNode<'d>, columns: &[GridColumn<'d>]) -> Option<Self> {
        let column = |attribute: &str| {
            let name = node.attribute(attribute)?;
            columns.iter().position(|column| column.name == Some(name))
        };
        let (first, last) = (column("namest")?, column("nameend")?);
        (first <= last).then_some(Self { node, name: node.attribute("spanname")?, first, last })
    }
}

fn has_name_twice(columns: &[GridColumn<'_>]) -> bool {
    let names: Vec<&str> = columns.iter().filter_map(|column| column.name).collect();
    names.iter().enumerate().any(|(index, name)| names.get(..index).is_some_and(|before| before.contains(name)))
}

/// The place of the cursor in a cell: at the beginning of its first text.
pub(super) fn text_in(cell: ElementNode<'_>) -> Option<usize> {
    let inside = cell.descendants().skip(1).filter(|node| node.is_element() && is_text_element(*node));
    let inner = inside.map(inner_range).next().unwrap_or_else(|| inner_range(cell))?;
    Some(inner.start)
}
