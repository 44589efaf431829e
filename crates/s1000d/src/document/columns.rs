//! The columns of tables that are made of data.

use super::words::Word;

/// The columns of a table of records.
#[derive(Debug, PartialEq, Eq)]
pub struct Columns {
    pub columns: &'static [Column],
    pub kind: RecordKind,
}

/// The records of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RecordKind {
    /// A parts list, which has a body for each item.
    Parts,
    /// Tools, consumables and spares of a job.
    Supplies,
    Other,
}

/// A column of a table of records.
#[derive(Debug, PartialEq, Eq)]
pub struct Column {
    pub word: Word,
    /// The elements that stand in it.
    pub elements: &'static [&'static str],
    /// Attributes of the record itself that stand in it.
    pub attributes: &'static [&'static str],
}

impl Columns {
    pub(crate) const fn of(columns: &'static [Column]) -> Self {
        Self { columns, kind: RecordKind::Other }
    }
}
