//! A backup: a folder with all records and all content, of either engine, for either engine.
//!
//! | Path | Content |
//! |---|---|
//! | `backup.json` | the manifest, written last: a folder without it is no backup |
//! | `records-MOMENT/TABLE.jsonl` | the rows of a table, as [`crate::records`] writes them |
//! | `blobs/` | content by name and parts of uploads, as in a data folder |
//!
//! A later backup in the same folder adds content and writes records of its own. It counts when it replaces the manifest,
//! which names the folder of its records; until then the earlier one stays whole.
//!
//! Records are read first, in one view of the database, and content afterwards: what a record names was written before
//! it. So a backup is whole while the program goes on writing.

mod check;
mod error;
mod manifest;
mod restore;
mod write;

use std::path::{Path, PathBuf};

use crate::blobs::{BlobId, Blobs};
use manifest::Manifest;

pub use error::BackupError;
pub use restore::copy_records;

/// The folder of a backup.
#[derive(Debug)]
pub struct Backup {
    root: PathBuf,
    blobs: Blobs,
}

/// Contents of a backup.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BackupSummary {
    /// The moment its records were read, in milliseconds since 1970.
    pub created_on: i64,
    pub tables: usize,
    pub rows: u64,
    pub blobs: usize,
    /// Content that was missing or damaged in the library itself.
    pub lost: Vec<BlobId>,
}

impl Backup {
    /// A backup in the folder `root`, which is made when it is missing.
    pub fn at(root: &Path) -> Result<Self, BackupError> {
        let blobs = Blobs::disk(&root.join("blobs"))?;
        Ok(Self { root: root.to_owned(), blobs })
    }

    /// A backup that was made before.
    pub fn existing(root: &Path) -> Result<Self, BackupError> {
        let manifest = root.join(Manifest::FILE);
        if manifest.is_file() { Self::at(root) } else { Err(BackupError::Missing { path: manifest }) }
    }

    fn records_of(&self, manifest: &Manifest, table: &str) -> PathBuf {
        self.root.join(&manifest.records).join(format!("{table}.jsonl"))
    }

    fn file_of(&self, id: &BlobId) -> PathBuf {
        let (folder, name) = id.as_str().split_at(2);
        self.root.join("blobs").join(folder).join(name)
    }
}
