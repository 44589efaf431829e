//! Tables from outside, whether they come as CSV or as a workbook.

mod text;
mod workbook;

pub(crate) use text::{decoded, read_text};
pub(crate) use workbook::read_workbook;

use std::collections::HashMap;

use publish::table::{Cell, Table, WorkbookError};

/// A table with the lines where its rows stand.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct DataSheet {
    pub(crate) name: String,
    pub(crate) rows: Vec<SheetRow>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct SheetRow {
    /// From 1.
    pub(crate) line: u32,
    pub(crate) cells: Vec<String>,
}

impl SheetRow {
    pub(crate) fn cell(&self, column: usize) -> &str {
        self.cells.get(column).map_or("", String::as_str)
    }
}

/// The longest piece of a text in one cell of a workbook, in bytes.
const PIECE_BYTES: usize = 32_000;
/// Between the name of a column and the number of its continuation.
const CONTINUED: char = '~';

/// A table of texts for a CSV file.
pub(crate) fn table(name: &str, header: &[&str], rows: &[Vec<String>]) -> Table {
    let cell = |text: &String| if text.is_empty() { Cell::Empty } else { Cell::Text(text.clone()) };
    Table {
        name: name.to_owned(),
        header: header.iter().map(|name| (*name).to_owned()).collect(),
        rows: rows.iter().map(|row| row.iter().map(cell).collect()).collect(),
    }
}

/// A workbook of several tables. A text that is too long for a cell goes on in further columns, named `text~2` …
pub(crate) fn workbook(tables: &[Table]) -> Result<Vec<u8>, WorkbookError> {
    let tables: Vec<Table> = tables.iter().map(continued).collect();
    publish::table::workbook(&tables)
}

fn continued(table: &Table) -> Table {
    let mut wide = table.clone();
    for column in 0..table.header.len() {
        for (row, cells) in table.rows.iter().enumerate() {
            let Some(Cell::Text(text)) = cells.get(column).filter(|cell| is_long(cell)) else { continue };
            let mut pieces = pieces(text);
            wide.rows[row][column] = Cell::Text(pieces.remove(0));
            for (number, piece) in (2..).zip(pieces) {
                let place = continuation(&mut wide.header, &table.header[column], number);
                let cells = &mut wide.rows[row];
                cells.resize(cells.len().max(place + 1), Cell::Empty);
                cells[place] = Cell::Text(piece);
            }
        }
    }
    wide
}

fn is_long(cell: &Cell) -> bool {
    matches!(cell, Cell::Text(text) if text.len() > PIECE_BYTES)
}

/// The column for the second and further pieces.
fn continuation(header: &mut Vec<String>, name: &str, number: usize) -> usize {
    let mut name = String::from(name);
    name.push(CONTINUED);
    name.push_str(&number.to_string());
    header.iter().position(|other| *other == name).unwrap_or_else(|| {
        header.push(name);
        header.len() - 1
    })
}

fn pieces(text: &str) -> Vec<String> {
    let (mut pieces, mut rest) = (Vec::new(), text);
    while rest.len() > PIECE_BYTES {
        let end = rest.floor_char_boundary(PIECE_BYTES);
        pieces.push(rest[..end].to_owned());
        rest = &rest[end..];
    }
    pieces.push(rest.to_owned());
    pieces
}

/// Puts texts that go on in further columns together again, and takes those columns away.
pub(crate) fn rejoined(sheet: &mut DataSheet) {
    let Some(header) = sheet.rows.first().map(|row| row.cells.clone()) else { return };
    let mut places: HashMap<&str, usize> = HashMap::new();
    for (place, name) in header.iter().enumerate() {
        places.entry(name.as_str()).or_insert(place);
    }
    let base = |(column, name): (usize, &String)| {
        let (base, number) = name.rsplit_once(CONTINUED)?;
        number.parse::<usize>().ok().filter(|number| (2..10_000).contains(number))?;
        Some((column, places.get(base).copied()?))
    };
    // In the order of the columns, so that a short row costs no more than its cells.
    let moved: Vec<(usize, usize)> = header.iter().enumerate().filter_map(base).collect();
    for (place, row) in sheet.rows.iter_mut().enumerate() {
        let count = row.cells.len();
        for (column, base) in moved.iter().take_while(|(column, _)| *column < count) {
            let piece = std::mem::take(&mut row.cells[*column]);
            // The names of such columns go, the texts move.
            if place > 0
                && let Some(first) = row.cells.get_mut(*base)
            {
                first.push_str(&piece);
            }
        }
    }
}
