//! Reading CSV files from spreadsheets.

use crate::table::is_formula;

/// A row of a CSV file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CsvRow {
    /// The line where the row starts, from 1.
    pub line: usize,
    pub cells: Vec<String>,
}

/// A quoted cell that never ends; it starts on this line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the quoted cell of line {line} is not closed")]
pub struct CsvError {
    pub line: usize,
}

/// Reads CSV (RFC 4180), with the separator of the first line: comma, semicolon, tab or `#`. Empty rows are left out, and
/// marks that [`Table::csv`](crate::table::Table::csv) puts before formulas are removed.
pub fn read_csv(text: &str) -> Result<Vec<CsvRow>, CsvError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut reader = CsvReader { separator: separator(text), line: 1, rows: Vec::new(), row: Vec::new(), row_line: 1 };
    let mut rest = text;
    while !rest.is_empty() {
        rest = reader.cell(rest)?;
    }
    reader.end_row();
    Ok(reader.rows)
}

fn separator(text: &str) -> char {
    let first = text.lines().next().unwrap_or_default();
    let count = |separator: &char| first.matches(*separator).count();
    // Of equal counts the last is taken.
    ['#', '\t', ';', ','].into_iter().max_by_key(count).unwrap_or(',')
}

struct CsvReader {
    separator: char,
    line: usize,
    rows: Vec<CsvRow>,
    row: Vec<String>,
    row_line: usize,
}

impl CsvReader {
    /// Reads one cell and what ends it; gives the rest of the text.
    fn cell<'t>(&mut self, text: &'t str) -> Result<&'t str, CsvError> {
        let (cell, rest) = if let Some(quoted) = text.strip_prefix('"') {
            self.quoted(quoted)?
        } else {
            let end = text.find([self.separator, '\n']).unwrap_or(text.len());
            (text[..end].trim_end_matches('\r').to_owned(), &text[end..])
        };
        self.row.push(unmarked(&cell).to_owned());
        if let Some(rest) = rest.strip_prefix(self.separator) {
            // A separator at the end of the file is followed by an empty cell, which says nothing.
            return Ok(rest);
        }
        let rest = rest.trim_start_matches('\r');
        self.end_row();
        self.line += 1;
        self.row_line = self.line;
        Ok(rest.strip_prefix('\n').unwrap_or(rest))
    }

    /// A quoted cell without its quotes; text between its end and the separator is part of it, as spreadsheets read it.
    fn quoted<'t>(&mut self, text: &'t str) -> Result<(String, &'t str), CsvError> {
        let start = self.line;
        let (mut cell, mut rest) = (String::new(), text);
        loop {
            let end = rest.find('"').ok_or(CsvError { line: start })?;
            cell.push_str(&rest[..end]);
            rest = &rest[end + 1..];
            let Some(after) = rest.strip_prefix('"') else { break };
            cell.push('"');
            rest = after;
        }
        self.line += cell.matches('\n').count();
        let end = rest.find([self.separator, '\n']).unwrap_or(rest.len());
        cell.push_str(rest[..end].trim_end_matches('\r'));
        Ok((cell, &rest[end..]))
    }

    fn end_row(&mut self) {
        let cells = std::mem::take(&mut self.row);
        if cells.iter().any(|cell| !cell.trim().is_empty()) {
            self.rows.push(CsvRow { line: self.row_line, cells });
        }
    }
}

/// A cell without the mark that keeps a spreadsheet from running it. Older files mark a dash, too.
fn unmarked(cell: &str) -> &str {
    cell.strip_prefix('\'').filter(|text| *text == "-" || is_formula(text)).unwrap_or(cell)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::{Cell, Table};

    fn cells(text: &str) -> Vec<Vec<String>> {
        read_csv(text).expect("it is read").into_iter().map(|row| row.cells).collect()
    }

    #[test]
    fn quoted_cells_hold_separators_quotes_and_lines() {
        let rows = read_csv("a,b\r\n\"x, \"\"y\"\"\nz\",2\r\n\r\nlast,\"\"\n").expect("it is read");
        let lines: Vec<usize> = rows.iter().map(|row| row.line).collect();
        assert_eq!(lines, [1, 2, 5]);
        assert_eq!(rows[1].cells, ["x, \"y\"\nz", "2"]);
        assert_eq!(rows[2].cells, ["last", ""]);
    }

    #[test]
    fn the_first_line_names_the_separator() {
        assert_eq!(cells("a;b\n1,5;2"), [["a", "b"], ["1,5", "2"]]);
        assert_eq!(cells("a\tb\n1\t2"), [["a", "b"], ["1", "2"]]);
        assert_eq!(cells("a#b\n1,5#2"), [["a", "b"], ["1,5", "2"]]);
        assert_eq!(cells("\u{feff}a,b"), [["a", "b"]]);
    }

    #[test]
    fn an_open_quote_is_reported_with_its_line() {
        assert_eq!(read_csv("a,b\n1,\"2\n3,4"), Err(CsvError { line: 2 }));
    }

    #[test]
    fn empty_text_has_no_rows() {
        assert_eq!(cells(""), Vec::<Vec<String>>::new());
        assert_eq!(cells("\n\r\n,,\n"), Vec::<Vec<String>>::new());
    }

    proptest::proptest! {
        #[test]
        fn a_written_table_is_read_back(rows in proptest::collection::vec(proptest::array::uniform2("[a-z=+@',;\"\n 张-]{1,6}x"), 0..5)) {
            let table = Table {
                name: String::new(),
                header: vec!["one".to_owned(), "two".to_owned()],
                rows: rows.iter().map(|row| row.iter().cloned().map(Cell::Text).collect()).collect(),
            };
            let text = String::from_utf8(table.csv()).expect("UTF-8");
            proptest::prop_assert_eq!(&cells(&text)[1..], &rows[..]);
        }

        #[test]
        fn any_text_is_read_or_refused(text in "[a,;\"\r\n\t'=]{0,40}") {
            let _ = read_csv(&text);
        }
    }
}
