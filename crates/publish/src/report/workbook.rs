//! A report as a workbook. Its rows are in files of their own until it is saved.

use std::fmt;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

use domain::language::Locale;
use rust_xlsxwriter::{DocProperties, ExcelDateTime, Format, FormatAlign, Workbook, Worksheet, XlsxError};

use super::{ColumnPart, ReportCover, ReportError, ReportLine, ReportSheet, ReportWord, header};
use crate::table::{Cell, WorkbookError, cut_to_cell, is_formula, sheet_name, shortened};

/// The last row of a sheet; spreadsheets have 1,048,576.
const MAX_ROWS: u32 = 1_048_000;
/// The first sheet is the cover.
const COVER: usize = 0;

/// The looks of cells.
struct CellFormats {
    bold: Format,
    plain: Format,
    /// Without it a spreadsheet would turn a text into a formula as soon as somebody edits its cell.
    quoted: Format,
}

/// A workbook that grows row by row.
pub struct ReportWorkbook {
    workbook: Workbook,
    formats: CellFormats,
    locale: Locale,
    /// The last row of each sheet, and its columns.
    sheets: Vec<(u32, u16)>,
    has_columns_to_fill_in: bool,
}

impl fmt::Debug for ReportWorkbook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ReportWorkbook").field("sheets", &self.sheets).finish_non_exhaustive()
    }
}

impl ReportWorkbook {
    /// Begins a workbook; `folder` takes its rows until it is saved.
    pub fn new(sheets: &[ReportSheet], locale: Locale, folder: &Path) -> Result<Self, ReportError> {
        Self::begin(sheets, locale, folder).map_err(failed)
    }

    fn begin(sheets: &[ReportSheet], locale: Locale, folder: &Path) -> Result<Self, XlsxError> {
        let mut workbook = Workbook::new();
        workbook.set_tempdir(folder)?;
        // Otherwise the time of writing: the same rows give the same bytes.
        let day = ExcelDateTime::from_ymd(2000, 1, 1)?;
        workbook.set_properties(&DocProperties::new().set_creation_datetime(&day));
        let wrapped = || Format::new().set_text_wrap().set_align(FormatAlign::Top);
        let formats =
            CellFormats { bold: wrapped().set_bold(), plain: wrapped(), quoted: wrapped().set_quote_prefix() };
        let cover = workbook.add_worksheet_with_constant_memory()?;
        cover.set_name(sheet_name(ReportWord::Summary.text(locale)))?;
        for (column, width) in [(0, 34), (1, 60)] {
            cover.set_column_width(column, width)?;
        }
        let mut places = Vec::with_capacity(sheets.len());
        for sheet in sheets {
            let page = workbook.add_worksheet_with_constant_memory()?;
            page.set_name(sheet_name(sheet.name.text(locale)))?;
            page.set_freeze_panes(1, 0)?;
            page.set_landscape();
            for (column, one) in (0_u16..).zip(sheet.columns) {
                page.set_column_width(column, one.width)?;
            }
            for (column, name) in (0_u16..).zip(header(sheet, locale)) {
                page.write_string_with_format(0, column, name, &formats.bold)?;
            }
            places.push((0, u16::try_from(sheet.columns.len()).unwrap_or(u16::MAX)));
        }
        let mut columns = sheets.iter().flat_map(|sheet| sheet.columns);
        let has_columns_to_fill_in = columns.any(|column| column.part == ColumnPart::ByHand);
        Ok(Self { workbook, formats, locale, sheets: places, has_columns_to_fill_in })
    }

    /// Cuts texts that are too long for a cell, with words that say so.
    pub(super) fn fit(&self, row: &mut ReportLine) {
        let mark = ReportWord::CutText.text(self.locale);
        for cell in &mut row.cells {
            if let Cell::Text(text) = cell
                && let Some(cut) = cut_to_cell(text, mark)
            {
                *text = cut;
            }
        }
    }

    pub(super) fn add(&mut self, row: &ReportLine) -> Result<(), ReportError> {
        let Some((last, _)) = self.sheets.get_mut(row.sheet) else { return Ok(()) };
        if *last >= MAX_ROWS {
            return Err(ReportError::TooLong);
        }
        *last += 1;
        let page = self.workbook.worksheet_from_index(row.sheet + 1).map_err(failed)?;
        write_row(page, &self.formats, *last, &row.cells).map_err(failed)
    }

    pub(super) fn finish(mut self, cover: &ReportCover, path: &Path) -> Result<(), ReportError> {
        self.write_cover(cover).map_err(failed)?;
        for (place, (last, columns)) in self.sheets.clone().into_iter().enumerate() {
            let page = self.workbook.worksheet_from_index(place + 1).map_err(failed)?;
            page.autofilter(0, 0, last, columns.saturating_sub(1)).map_err(failed)?;
        }
        let mut file = BufWriter::new(File::create(path)?);
        self.workbook.save_to_writer(&mut file).map_err(failed)?;
        file.flush()?;
        Ok(())
    }

    fn write_cover(&mut self, cover: &ReportCover) -> Result<(), XlsxError> {
        let by_hand = ReportWord::FilledInByHand.text(self.locale);
        let by_hand = self.has_columns_to_fill_in.then_some(by_hand);
        let page = self.workbook.worksheet_from_index(COVER)?;
        let mut row = 0;
        page.write_string_with_format(row, 0, shortened(&cover.title), &self.formats.bold)?;
        row += 2;
        for (name, value) in &cover.facts {
            page.write_string_with_format(row, 0, shortened(name), &self.formats.bold)?;
            write_cell(page, &self.formats, (row, 1), &Cell::Text(value.clone()))?;
            row += 1;
        }
        row += 1;
        for note in cover.notes.iter().map(String::as_str).chain(by_hand) {
            write_cell(page, &self.formats, (row, 0), &Cell::Text(note.to_owned()))?;
            row += 1;
        }
        row += 1;
        for cells in &cover.figures {
            write_row(page, &self.formats, row, cells)?;
            row += 1;
        }
        Ok(())
    }
}

fn failed(error: XlsxError) -> ReportError {
    match error {
        // A full disk is told as what it is.
        XlsxError::IoError(error) => ReportError::Io(error),
        error => ReportError::Workbook(WorkbookError(error)),
    }
}

fn write_row(page: &mut Worksheet, formats: &CellFormats, row: u32, cells: &[Cell]) -> Result<(), XlsxError> {
    for (column, cell) in (0_u16..).zip(cells) {
        write_cell(page, formats, (row, column), cell)?;
    }
    Ok(())
}

fn write_cell(
    page: &mut Worksheet,
    formats: &CellFormats,
    (row, column): (u32, u16),
    cell: &Cell,
) -> Result<(), XlsxError> {
    match cell {
        Cell::Text(text) => {
            let format = if is_formula(text) { &formats.quoted } else { &formats.plain };
            page.write_string_with_format(row, column, shortened(text), format)?;
        }
        Cell::Number(value) => {
            page.write_number(row, column, *value)?;
        }
        Cell::Empty => {}
    }
    Ok(())
}
