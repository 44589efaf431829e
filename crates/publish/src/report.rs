//! Reports about compliance: sheets whose rows come one after the other, so that long ones need little memory.
//!
//! A [`ReportFile`] is a workbook or an archive of lists, which grow on disk, or the description of a printed report for
//! the PDF engine, which has fewer rows. All have the same sheets and columns.

mod lists;
mod printed;
#[cfg(test)]
mod tests;
mod words;
mod workbook;

use std::path::Path;

use domain::language::Locale;

use crate::table::{Cell, WorkbookError};

pub use lists::ReportLists;
pub use printed::{MAX_OTHER_ROWS, MAX_PRINTED_ROWS, PrintedReport};
pub use words::ReportWord;
pub use workbook::ReportWorkbook;

/// The part of a row that a column belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ColumnPart {
    /// The requirement or the module. Print does not repeat it for the next row about the same.
    Subject,
    /// One of the places, or one of the requirements, that the subject is linked to.
    Detail,
    /// Not recorded in the program: people write it into the report.
    ByHand,
}

/// A column of a sheet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReportColumn {
    pub word: ReportWord,
    pub part: ColumnPart,
    /// In letters.
    pub width: u8,
}

/// A sheet without its rows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReportSheet {
    pub name: ReportWord,
    pub columns: &'static [ReportColumn],
}

/// A row of a sheet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReportLine {
    /// The number of the sheet, counted from 0.
    pub sheet: usize,
    /// The row is about the subject of the row before it.
    pub continues: bool,
    /// As many as the sheet has columns.
    pub cells: Vec<Cell>,
}

/// The first page: what the report is about, when it was made, and its figures. They are known when all rows are.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ReportCover {
    pub title: String,
    /// Name and value.
    pub facts: Vec<(String, String)>,
    /// Sentences about the whole report.
    pub notes: Vec<String>,
    /// Figures by category or collection: the header and the rows.
    pub figures: Vec<Vec<Cell>>,
    /// As in `2026-11-17`.
    pub date: String,
    /// Identifies the file, whatever else is in it.
    pub ident: String,
}

/// A report that is being written.
#[derive(Debug)]
pub enum ReportFile {
    Workbook(Box<ReportWorkbook>),
    Lists(Box<ReportLists>),
    Printed(Box<PrintedReport>),
}

/// The reason that a report cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum ReportError {
    #[error(transparent)]
    Workbook(#[from] WorkbookError),
    #[error("the report could not be written")]
    Io(#[from] std::io::Error),
    #[error("the report has more rows than its format takes")]
    TooLong,
}

impl ReportFile {
    /// Changes a row into what the file takes: a cell of a workbook has room for 32,767 characters.
    pub fn fit(&self, row: &mut ReportLine) {
        if let Self::Workbook(workbook) = self {
            workbook.fit(row);
        }
    }

    /// Adds a row that fits.
    pub fn add(&mut self, row: ReportLine) -> Result<(), ReportError> {
        match self {
            Self::Workbook(workbook) => workbook.add(&row),
            Self::Lists(lists) => lists.add(row),
            Self::Printed(report) => report.add(row),
        }
    }

    /// Writes everything into a file: the workbook or the archive itself, or the description for the PDF engine.
    pub fn finish(self, cover: &ReportCover, path: &Path) -> Result<(), ReportError> {
        match self {
            Self::Workbook(workbook) => workbook.finish(cover, path),
            Self::Lists(lists) => lists.finish(cover, path),
            Self::Printed(report) => report.finish(cover, path),
        }
    }
}

/// A text as a cell.
pub fn text_cell(text: &str) -> Cell {
    if text.is_empty() { Cell::Empty } else { Cell::Text(text.to_owned()) }
}

/// The names of the columns of a sheet; those that people fill in have a star.
fn header(sheet: &ReportSheet, locale: Locale) -> impl Iterator<Item = String> {
    sheet.columns.iter().map(move |column| {
        let name = column.word.text(locale);
        if column.part == ColumnPart::ByHand { [name, " *"].concat() } else { name.to_owned() }
    })
}
