//! Tables exported for spreadsheets.

use rust_xlsxwriter::{DocProperties, ExcelDateTime, Format, Workbook, XlsxError};

/// The longest text in a workbook cell, in UTF-16 units.
const MAX_CELL: usize = 32_767;
/// The widest column; columns fit their longest text up to this.
const MAX_WIDTH: usize = 80;
/// The number of rows that determine the column widths.
const MEASURED_ROWS: usize = 1_000;

/// The value of a cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cell {
    Text(String),
    Number(u32),
    Empty,
}

/// A table with a header.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Table {
    /// The name of the sheet.
    pub name: String,
    pub header: Vec<String>,
    pub rows: Vec<Vec<Cell>>,
}

/// A table that a workbook cannot hold.
#[derive(Debug, thiserror::Error)]
#[error("the workbook could not be written")]
pub struct WorkbookError(#[source] pub(crate) XlsxError);

impl Table {
    /// CSV (RFC 4180) in UTF-8 for spreadsheets, with a byte order mark so that they detect the encoding. Text that they
    /// would run as a formula is marked as text, because package names are untrusted.
    pub fn csv(&self) -> Vec<u8> {
        self.separated(disarmed)
    }

    /// CSV for other systems: every text exactly as it is.
    pub fn plain_csv(&self) -> Vec<u8> {
        self.separated(quoted)
    }

    /// The rows of [`Self::csv`] alone, for a file that is written in parts.
    pub fn csv_rows(&self) -> Vec<u8> {
        let mut text = String::new();
        self.separated_rows(&mut text, disarmed);
        text.into_bytes()
    }

    fn separated(&self, write: impl Fn(&str) -> String) -> Vec<u8> {
        let mut text = String::from("\u{feff}");
        write_row(&mut text, self.header.iter().map(|name| write(name)));
        self.separated_rows(&mut text, write);
        text.into_bytes()
    }

    fn separated_rows(&self, text: &mut String, write: impl Fn(&str) -> String) {
        for row in &self.rows {
            let cells = row.iter().map(|cell| match cell {
                Cell::Text(text) => write(text),
                Cell::Number(number) => number.to_string(),
                Cell::Empty => String::new(),
            });
            write_row(text, cells);
        }
    }

    /// A workbook of one sheet, with a fixed header row and filters.
    pub fn xlsx(&self) -> Result<Vec<u8>, WorkbookError> {
        workbook(std::slice::from_ref(self))
    }

    fn write(&self, workbook: &mut Workbook) -> Result<(), XlsxError> {
        let sheet = workbook.add_worksheet_with_low_memory()?;
        sheet.set_name(sheet_name(&self.name))?;
        sheet.set_freeze_panes(1, 0)?;
        let bold = Format::new().set_bold();
        // Without it a spreadsheet would turn the text into a formula as soon as someone edits the cell.
        let quoted = Format::new().set_quote_prefix();
        for (column, name) in (0_u16..).zip(&self.header) {
            sheet.set_column_width(column, self.width(usize::from(column)))?;
            sheet.write_string_with_format(0, column, name, &bold)?;
        }
        for (number, row) in (1_u32..).zip(&self.rows) {
            for (column, cell) in (0_u16..).zip(row) {
                match cell {
                    Cell::Text(text) if is_formula(text) => {
                        sheet.write_string_with_format(number, column, shortened(text), &quoted)?
                    }
                    Cell::Text(text) => sheet.write_string(number, column, shortened(text))?,
                    Cell::Number(value) => sheet.write_number(number, column, *value)?,
                    Cell::Empty => continue,
                };
            }
        }
        let (last_row, last_column) = (self.rows.len(), self.header.len().saturating_sub(1));
        let last_row = u32::try_from(last_row).unwrap_or(u32::MAX);
        sheet.autofilter(0, 0, last_row, u16::try_from(last_column).unwrap_or(u16::MAX))?;
        Ok(())
    }

    fn width(&self, column: usize) -> f64 {
        let cells = self.rows.iter().take(MEASURED_ROWS).filter_map(|row| row.get(column));
        let lengths = cells.map(|cell| match cell {
            Cell::Text(text) => text.chars().count(),
            Cell::Number(_) | Cell::Empty => 6,
        });
        let header = self.header.get(column).map_or(0, |name| name.chars().count());
        let longest = lengths.chain([header]).max().unwrap_or_default().clamp(6, MAX_WIDTH);
        f64::from(u8::try_from(longest + 2).unwrap_or(u8::MAX))
    }
}

/// A workbook with a sheet for each table. Texts of more than 32,767 characters are cut and end with an ellipsis.
pub fn workbook(tables: &[Table]) -> Result<Vec<u8>, WorkbookError> {
    let mut workbook = Workbook::new();
    // Otherwise the time of writing: the same tables give the same bytes.
    let day = ExcelDateTime::from_ymd(2000, 1, 1).map_err(WorkbookError)?;
    workbook.set_properties(&DocProperties::new().set_creation_datetime(&day));
    for table in tables {
        table.write(&mut workbook).map_err(WorkbookError)?;
    }
    workbook.save_to_buffer().map_err(WorkbookError)
}

fn write_row(text: &mut String, cells: impl Iterator<Item = String>) {
    for (place, cell) in cells.enumerate() {
        if place > 0 {
            text.push(',');
        }
        text.push_str(&cell);
    }
    text.push_str("\r\n");
}

/// Whether a spreadsheet would run the text as a formula; those of China and Japan do so with full-width signs too. Marks
/// before it are left out of account, so that a text that begins with one is marked once more and read back as it was. A
/// dash alone is no formula.
pub(crate) fn is_formula(text: &str) -> bool {
    let signs = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'];
    text != "-" && text.trim_start_matches('\'').starts_with(signs)
}

/// A CSV cell that no spreadsheet runs.
fn disarmed(text: &str) -> String {
    if is_formula(text) { quoted(&format!("'{text}")) } else { quoted(text) }
}

/// Quotes a CSV cell.
fn quoted(text: &str) -> String {
    let needs_quotes = text.contains([',', '"', '\n', '\r']);
    if needs_quotes { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.to_owned() }
}

/// The beginning of a text that is too long for a cell, with a mark at its end; `None` for one that fits.
pub(crate) fn cut_to_cell(text: &str, mark: &str) -> Option<String> {
    // A text never has more units than bytes.
    if text.len() <= MAX_CELL || text.encode_utf16().count() <= MAX_CELL {
        return None;
    }
    let mut room = MAX_CELL.saturating_sub(mark.encode_utf16().count());
    let mut kept = String::with_capacity(text.len().min(MAX_CELL * 3));
    for c in text.chars() {
        let Some(left) = room.checked_sub(c.len_utf16()) else { break };
        room = left;
        kept.push(c);
    }
    kept.push_str(mark);
    Some(kept)
}

pub(crate) fn shortened(text: &str) -> String {
    cut_to_cell(text, "…").unwrap_or_else(|| text.to_owned())
}

/// Makes a valid sheet name: at most 31 characters, some not allowed.
pub(crate) fn sheet_name(name: &str) -> String {
    let plain: String = name.chars().filter(|c| !"[]:*?/\\'".contains(*c)).take(31).collect();
    if plain.trim().is_empty() { "1".to_owned() } else { plain }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Table {
        let row = |text: &str, number| vec![Cell::Text(text.to_owned()), Cell::Number(number), Cell::Empty];
        Table {
            name: "Findings: 1/2".to_owned(),
            header: vec!["文件".to_owned(), "Line".to_owned(), "Rule".to_owned()],
            rows: vec![row("a,\"b\"\nc", 7), row("=HYPERLINK(\"x\")", 8)],
        }
    }

    #[test]
    fn csv_quotes_what_needs_it_and_disarms_formulas() {
        let text = String::from_utf8(table().csv()).expect("UTF-8");
        assert_eq!(text, "\u{feff}文件,Line,Rule\r\n\"a,\"\"b\"\"\nc\",7,\r\n\"'=HYPERLINK(\"\"x\"\")\",8,\r\n");
    }

    #[test]
    fn csv_for_other_systems_has_every_text_as_it_is() {
        let cells = ["-", "=1", "+1,5"].map(|text| Cell::Text(text.to_owned())).to_vec();
        let table = Table { rows: vec![cells], ..table() };
        let text = String::from_utf8(table.plain_csv()).expect("UTF-8");
        assert_eq!(text, "\u{feff}文件,Line,Rule\r\n-,=1,\"+1,5\"\r\n");
        let text = String::from_utf8(table.csv()).expect("UTF-8");
        assert!(text.ends_with("\r\n-,'=1,\"'+1,5\"\r\n"), "{text}");
    }

    #[test]
    fn full_width_signs_and_line_ends_begin_formulas_too() {
        for text in ["＝1+1", "＋1", "－1", "＠SUM", "\n=1", "'＝1"] {
            assert!(is_formula(text), "{text}");
        }
        assert!(!is_formula("（一）") && !is_formula("a=1"));
    }

    #[test]
    fn a_cell_takes_what_a_spreadsheet_counts() {
        let fits = "长".repeat(MAX_CELL);
        assert_eq!(shortened(&fits), fits, "letters count, not bytes");
        let cut = shortened(&"a".repeat(MAX_CELL + 1));
        assert!(cut.ends_with("a…") && cut.encode_utf16().count() == MAX_CELL);
        let pairs = cut_to_cell(&"𠀀".repeat(MAX_CELL), "(cut)").expect("it is too long");
        assert!(pairs.ends_with("𠀀(cut)") && pairs.encode_utf16().count() <= MAX_CELL);
    }

    #[test]
    fn a_workbook_is_a_zip_whatever_stands_in_its_cells() {
        let mut table = table();
        table.rows.push(vec![Cell::Text("长".repeat(40_000))]);
        for odd in [Table::default(), table] {
            let bytes = odd.xlsx().expect("it is written");
            assert!(bytes.starts_with(b"PK"), "{}", bytes.len());
        }
    }
}
