//! A report as lists for other programs: a ZIP with a CSV file for each sheet, and one for the cover.

use std::fs::File;
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use domain::language::Locale;

use super::{ColumnPart, ReportCover, ReportError, ReportLine, ReportSheet, ReportWord, header, text_cell};
use crate::package::archive::{ArchiveError, ArchiveWriter};
use crate::table::{Cell, Table};

/// Bytes of a list that are copied at once.
const PIECE: usize = 1 << 16;

/// A report as lists, which grow on disk.
#[derive(Debug)]
pub struct ReportLists {
    locale: Locale,
    lists: Vec<SheetList>,
    has_columns_to_fill_in: bool,
}

#[derive(Debug)]
struct SheetList {
    /// In the archive, as in `1-matrix.csv`.
    name: String,
    path: PathBuf,
    file: BufWriter<File>,
}

impl ReportLists {
    /// Begins the lists of these sheets in a folder.
    pub fn new(sheets: &[ReportSheet], locale: Locale, folder: &Path) -> Result<Self, ReportError> {
        let mut lists = Vec::with_capacity(sheets.len());
        for (number, sheet) in (1..).zip(sheets) {
            let word = sheet.name.key().trim_end_matches("Sheet");
            let name = format!("{number}-{word}.csv");
            let path = folder.join(&name);
            let mut file = BufWriter::new(File::create(&path)?);
            file.write_all(&Table { header: header(sheet, locale).collect(), ..Table::default() }.csv())?;
            lists.push(SheetList { name, path, file });
        }
        let mut columns = sheets.iter().flat_map(|sheet| sheet.columns);
        let has_columns_to_fill_in = columns.any(|column| column.part == ColumnPart::ByHand);
        Ok(Self { locale, lists, has_columns_to_fill_in })
    }

    pub(super) fn add(&mut self, row: ReportLine) -> Result<(), ReportError> {
        let Some(list) = self.lists.get_mut(row.sheet) else { return Ok(()) };
        Ok(list.file.write_all(&Table { rows: vec![row.cells], ..Table::default() }.csv_rows())?)
    }

    pub(super) fn finish(self, cover: &ReportCover, path: &Path) -> Result<(), ReportError> {
        let summary = self.summary(cover).csv();
        let mut zip = ArchiveWriter::new(BufWriter::new(File::create(path)?));
        let size = summary.len() as u64;
        zip.start("0-summary.csv", size).and_then(|()| zip.write(&summary)).map_err(ArchiveError::into_io)?;
        for list in self.lists {
            list.file.into_inner().map_err(io::IntoInnerError::into_error)?;
            copy(&mut zip, &list.name, &list.path)?;
        }
        zip.finish().map_err(ArchiveError::into_io)?.flush()?;
        Ok(())
    }

    /// The cover: facts, notes and figures below each other.
    fn summary(&self, cover: &ReportCover) -> Table {
        let facts = cover.facts.iter().map(|(name, value)| vec![text_cell(name), text_cell(value)]);
        let by_hand = ReportWord::FilledInByHand.text(self.locale);
        let notes = cover.notes.iter().map(String::as_str).chain(self.has_columns_to_fill_in.then_some(by_hand));
        let notes = notes.map(|note| vec![text_cell(note)]);
        let rows = facts.chain(notes).chain([vec![Cell::Empty]]).chain(cover.figures.iter().cloned());
        Table { header: vec![cover.title.clone()], rows: rows.collect(), ..Table::default() }
    }
}

fn copy(zip: &mut ArchiveWriter<BufWriter<File>>, name: &str, path: &Path) -> io::Result<()> {
    let mut file = File::open(path)?;
    zip.start(name, file.metadata()?.len()).map_err(ArchiveError::into_io)?;
    let mut piece = vec![0; PIECE];
    loop {
        let read = file.read(&mut piece)?;
        if read == 0 {
            return Ok(());
        }
        zip.write(&piece[..read]).map_err(ArchiveError::into_io)?;
    }
}
