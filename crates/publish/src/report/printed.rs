//! A report as the PDF engine gets it (`crates/pdf/template/report.typ`).

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

use domain::language::Locale;
use serde::Serialize;

use super::{ColumnPart, ReportColumn, ReportCover, ReportError, ReportLine, ReportSheet, ReportWord};
use crate::book::BOOK_FORMAT;
use crate::table::Cell;

/// Rows of the first sheet of a printed report. The engine holds all pages in memory, and nobody reads thousands.
pub const MAX_PRINTED_ROWS: usize = 3_000;
/// Rows of each other sheet. Filters of a report do not make these sheets shorter, so that they are cut.
pub const MAX_OTHER_ROWS: usize = 500;

/// Words that the template prints itself.
const TEMPLATE_WORDS: [ReportWord; 4] =
    [ReportWord::Page, ReportWord::PageOf, ReportWord::Contents, ReportWord::NoRows];

/// A report that is printed once all rows are there.
#[derive(Debug)]
pub struct PrintedReport {
    locale: Locale,
    sheets: Vec<PrintedSheet>,
    /// The rows of each sheet that are not printed.
    left_out: Vec<usize>,
}

#[derive(Debug, Serialize)]
struct PrintedSheet {
    /// The kind of entry.
    t: &'static str,
    title: &'static str,
    columns: Vec<PrintedColumn>,
    rows: Vec<PrintedRow>,
    /// How many rows are not printed; empty where all are.
    more: String,
}

#[derive(Debug, Serialize)]
struct PrintedColumn {
    x: &'static str,
    part: &'static str,
    /// Its share of the width.
    w: u8,
}

#[derive(Debug, Serialize)]
struct PrintedRow {
    continues: bool,
    cells: Vec<PrintedCell>,
}

#[derive(Debug, Serialize)]
struct PrintedCell {
    /// The number of its column.
    c: usize,
    x: String,
}

#[derive(Serialize)]
struct PrintedFile<'r> {
    format: u32,
    kind: &'static str,
    head: PrintedHead<'r>,
    entries: &'r [PrintedSheet],
}

#[derive(Serialize)]
struct PrintedHead<'r> {
    title: &'r str,
    language: &'static str,
    date: &'r str,
    ident: &'r str,
    words: std::collections::BTreeMap<&'static str, &'static str>,
    facts: Vec<PrintedFact<'r>>,
    notes: Vec<PrintedNote<'r>>,
    figures: Vec<PrintedRow>,
}

#[derive(Serialize)]
struct PrintedFact<'r> {
    /// Name and value.
    x: [&'r str; 2],
}

#[derive(Serialize)]
struct PrintedNote<'r> {
    x: &'r str,
}

impl PrintedReport {
    pub fn new(sheets: &[ReportSheet], locale: Locale) -> Self {
        let column = |column: &ReportColumn| PrintedColumn {
            x: column.word.text(locale),
            part: match column.part {
                ColumnPart::Subject => "subject",
                ColumnPart::Detail => "detail",
                ColumnPart::ByHand => "hand",
            },
            w: column.width,
        };
        let sheet = |sheet: &ReportSheet| PrintedSheet {
            t: "sheet",
            title: sheet.name.text(locale),
            columns: sheet.columns.iter().map(column).collect(),
            rows: Vec::new(),
            more: String::new(),
        };
        Self { locale, sheets: sheets.iter().map(sheet).collect(), left_out: vec![0; sheets.len()] }
    }

    pub(super) fn add(&mut self, row: ReportLine) -> Result<(), ReportError> {
        let place = row.sheet;
        let Some((sheet, left_out)) = self.sheets.get_mut(place).zip(self.left_out.get_mut(place)) else {
            return Ok(());
        };
        let is_first = place == 0;
        if is_first && sheet.rows.len() >= MAX_PRINTED_ROWS {
            return Err(ReportError::TooLong);
        }
        if !is_first && sheet.rows.len() >= MAX_OTHER_ROWS {
            *left_out += 1;
            return Ok(());
        }
        sheet.rows.push(PrintedRow { continues: row.continues, cells: cells(row.cells) });
        Ok(())
    }

    pub(super) fn finish(self, cover: &ReportCover, path: &Path) -> Result<(), ReportError> {
        let Self { locale, mut sheets, left_out } = self;
        for (sheet, count) in sheets.iter_mut().zip(left_out).filter(|(_, count)| *count > 0) {
            sheet.more = [ReportWord::MoreRows.text(locale), " ", &count.to_string()].concat();
        }
        let figures = cover.figures.iter().map(|row| PrintedRow { continues: false, cells: cells(row.clone()) });
        let file = PrintedFile {
            format: BOOK_FORMAT,
            kind: "report",
            head: PrintedHead {
                title: &cover.title,
                language: match locale {
                    Locale::English => "en",
                    Locale::Chinese => "zh",
                },
                date: &cover.date,
                ident: &cover.ident,
                words: TEMPLATE_WORDS.into_iter().map(|word| (word.key(), word.text(locale))).collect(),
                facts: cover.facts.iter().map(|(name, value)| PrintedFact { x: [name, value] }).collect(),
                notes: cover.notes.iter().map(|note| PrintedNote { x: note }).collect(),
                figures: figures.collect(),
            },
            entries: &sheets,
        };
        let mut writer = BufWriter::new(File::create(path)?);
        serde_json::to_writer(&mut writer, &file).map_err(std::io::Error::from)?;
        writer.flush()?;
        Ok(())
    }
}

/// The cells that have something in them.
fn cells(row: Vec<Cell>) -> Vec<PrintedCell> {
    let printed = |(c, cell)| match cell {
        Cell::Text(x) => Some(PrintedCell { c, x }),
        Cell::Number(number) => Some(PrintedCell { c, x: number.to_string() }),
        Cell::Empty => None,
    };
    row.into_iter().enumerate().filter_map(printed).collect()
}
