//! CSV files whose lines change records: their columns, their defects, and the digest that binds changes to their preview.

use std::collections::HashMap;

use domain::field::{FieldCode, FieldError};
use domain::text::{fold, hex};
use publish::csv::{CsvRow, read_csv};
use sha2::{Digest, Sha256};

use crate::core::error::Error;

/// Limit of lines in one file.
pub(super) const MAX_LINES: usize = 50_000;
/// Limit of reported defects; whoever has more repairs these first.
pub(super) const MAX_DEFECTS: usize = 500;

/// Whether a file is only checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ImportMode {
    Check,
    /// With the digest of the changes that the person saw.
    Apply(String),
}

/// The place of each column in a file.
#[derive(Debug)]
pub(super) struct FileColumns(HashMap<&'static str, usize>);

impl FileColumns {
    /// Fails with the name of a column that is missing.
    fn of(header: &CsvRow, known: &[&'static str], required: &[&'static str]) -> Result<Self, &'static str> {
        let mut places: HashMap<&'static str, usize> = HashMap::new();
        for (place, cell) in header.cells.iter().enumerate() {
            let name = fold(cell.trim());
            if let Some(column) = known.iter().copied().find(|column| fold(column) == name) {
                places.insert(column, place);
            }
        }
        match required.iter().copied().find(|column| !places.contains_key(column)) {
            Some(missing) => Err(missing),
            None => Ok(Self(places)),
        }
    }

    /// The trimmed text of a cell; `None` in a file without the column.
    pub(super) fn find<'r>(&self, row: &'r CsvRow, name: &str) -> Option<&'r str> {
        let place = self.0.get(name)?;
        Some(row.cells.get(*place).map_or("", |cell| cell.trim()))
    }

    pub(super) fn cell<'r>(&self, row: &'r CsvRow, name: &str) -> &'r str {
        self.find(row, name).unwrap_or_default()
    }
}

/// Reads a file: its columns, and the rows below its header. A file without a required column is refused.
pub(super) fn read(
    text: &str,
    known: &[&'static str],
    required: &[&'static str],
) -> Result<(FileColumns, Vec<CsvRow>), Error> {
    let refuse = |line, column, code| Error::Invalid(vec![defect(line, column, code)]);
    let mut rows = read_csv(text).map_err(|error| refuse(error.line, "", FieldCode::Character))?;
    if rows.is_empty() {
        return Err(Error::field("csv", FieldCode::Required));
    }
    let header = rows.remove(0);
    let columns = FileColumns::of(&header, known, required);
    let columns = columns.map_err(|name| refuse(header.line, name, FieldCode::Required))?;
    if rows.len() > MAX_LINES {
        return Err(Error::field("csv", FieldCode::TooMany));
    }
    Ok((columns, rows))
}

fn defect(line: usize, column: &str, code: FieldCode) -> FieldError {
    let path = if column.is_empty() { format!("lines[{line}]") } else { format!("lines[{line}].{column}") };
    FieldError::new(path, code)
}

/// The defects of the lines of a file.
#[derive(Debug, Default)]
pub(super) struct Defects(Vec<(usize, FieldError)>);

impl Defects {
    /// Reports a defect, unless there are too many.
    pub(super) fn refuse(&mut self, line: usize, column: &str, code: FieldCode) {
        if self.0.len() < MAX_DEFECTS {
            self.0.push((line, defect(line, column, code)));
        }
    }

    /// All of them, by line.
    pub(super) fn into_list(mut self) -> Vec<FieldError> {
        self.0.sort_by_key(|(line, _)| *line);
        self.0.into_iter().map(|(_, defect)| defect).collect()
    }
}

/// The SHA-256 of changes, each written as one text: the same file later changes the same only if this is the same.
pub(super) fn digest(changes: impl Iterator<Item = String>) -> String {
    let mut hash = Sha256::new();
    for change in changes {
        hash.update(change);
        hash.update("\u{4}");
    }
    hex(&hash.finalize())
}
