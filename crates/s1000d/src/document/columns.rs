//! The columns of tables that are made of data.

use super::words::Word;

/// The columns of a table of records.
#[derive(Debug, PartialEq, Eq)]
pub struct Columns {
    pub columns: &'static [Column],
    pub kind: RecordKind,
}

/// A table of records, of which some columns may be left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RecordTable {
    pub columns: &'static Columns,
    /// The columns that are shown, one bit for each.
    pub(crate) used: u32,
}

/// The records of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RecordKind {
    /// A parts list, which has a body for each item.
    Parts,
    /// Tools, consumables and spares of a job.
    Supplies,
    /// A list with a body for each record, whose other data stands below its row.
    Listing,
    Other,
}

/// A column of a table of records.
#[derive(Debug, PartialEq, Eq)]
pub struct Column {
    pub word: Word,
    /// The paths of the values that stand in it: `a` is an element of the record, `@b` an attribute of the record. Lists know
    /// more of them.
    pub paths: &'static [&'static str],
}

impl Column {
    pub(crate) const fn of(word: Word, paths: &'static [&'static str]) -> Self {
        Self { word, paths }
    }

    /// The attributes of the record itself that stand in it.
    pub(crate) fn attributes(&self) -> impl Iterator<Item = &'static str> + use<> {
        self.paths.iter().filter_map(|path| path.strip_prefix('@'))
    }
}

impl Columns {
    /// The columns of a list.
    pub(crate) const fn listing(columns: &'static [Column]) -> Self {
        Self { columns, kind: RecordKind::Listing }
    }

    pub(crate) const fn of(columns: &'static [Column]) -> Self {
        Self { columns, kind: RecordKind::Other }
    }
}

impl RecordTable {
    pub(crate) fn is_shown(&self, column: usize) -> bool {
        column < 32 && self.used & (1 << column) != 0
    }

    pub fn shown(&self) -> impl Iterator<Item = &'static Column> + use<> {
        let table = *self;
        let columns = self.columns.columns.iter().enumerate();
        columns.filter(move |(index, _)| table.is_shown(*index)).map(|(_, column)| column)
    }
}

impl From<&'static Columns> for RecordTable {
    fn from(columns: &'static Columns) -> Self {
        Self { columns, used: u32::MAX }
    }
}
