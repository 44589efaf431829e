//! The manifest of a backup.

use std::io::Write;
use std::path::Path;

use domain::id::UploadId;
use serde::{Deserialize, Serialize};

use super::{Backup, BackupError};
use crate::records::TableDigest;

/// The newest form of a backup; a program reads those up to its own.
const FORMAT: u32 = 2;

/// The beginning of the names of folders with records.
pub(super) const RECORDS: &str = "records";

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Manifest {
    format: u32,
    /// The newest migration of the database.
    pub(super) migration: i64,
    pub(super) created_on: i64,
    /// The folder with the records.
    #[serde(default = "records_of_format_1")]
    pub(super) records: String,
    pub(super) tables: Vec<TableEntry>,
    pub(super) parts: Vec<PartEntry>,
    /// Content that was missing or damaged in the library itself.
    pub(super) lost: Vec<String>,
}

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct TableEntry {
    pub(super) name: String,
    rows: u64,
    sum: String,
}

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct PartEntry {
    upload: String,
    pub(super) part: String,
    pub(super) sha256: String,
}

fn records_of_format_1() -> String {
    RECORDS.to_owned()
}

impl Manifest {
    pub(super) const FILE: &str = "backup.json";

    /// The manifest of a backup that is about to be made, with a folder for its records that is not there yet.
    pub(super) fn new(backup: &Backup, migration: i64, created_on: i64) -> Self {
        let names = (1..).map(|number| format!("{RECORDS}-{created_on}-{number}"));
        let records = names.into_iter().find(|name| !backup.root.join(name).exists()).unwrap_or_default();
        Self { format: FORMAT, migration, created_on, records, tables: Vec::new(), parts: Vec::new(), lost: Vec::new() }
    }

    pub(super) fn read(backup: &Backup) -> Result<Self, BackupError> {
        let path = backup.root.join(Self::FILE);
        let bytes = std::fs::read(&path).map_err(|source| BackupError::File { path: path.clone(), source })?;
        let manifest: Self = serde_json::from_slice(&bytes).map_err(|_| BackupError::Damaged { path })?;
        if manifest.format > FORMAT {
            return Err(BackupError::Newer(manifest.migration));
        }
        let is_inside = manifest.records.starts_with(RECORDS) && !manifest.records.contains(['/', '\\']);
        if is_inside { Ok(manifest) } else { Err(BackupError::Damaged { path: backup.root.join(Self::FILE) }) }
    }

    /// Writes the manifest as a whole, at the end of a backup.
    pub(super) fn write(&self, backup: &Backup) -> Result<(), BackupError> {
        let path = backup.root.join(Self::FILE);
        let text = serde_json::to_vec_pretty(self).map_err(crate::StoreError::from)?;
        let written = || {
            let mut file = tempfile::NamedTempFile::new_in(&backup.root)?;
            file.write_all(&text)?;
            file.as_file().sync_all()?;
            file.persist(&path)?;
            std::fs::File::open(&backup.root)?.sync_all()
        };
        written().map_err(|source| BackupError::File { path: path.clone(), source })
    }

    /// Removes the records of earlier backups, and of those that did not come to their end.
    pub(super) fn remove_others(&self, backup: &Backup) -> Result<(), BackupError> {
        let failed = |source| BackupError::File { path: backup.root.clone(), source };
        for entry in std::fs::read_dir(&backup.root).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let is_other = entry.file_name() != self.records.as_str();
            if is_other && entry.file_name().to_string_lossy().starts_with(RECORDS) {
                std::fs::remove_dir_all(entry.path()).map_err(failed)?;
            }
        }
        Ok(())
    }
}

impl TableEntry {
    pub(super) fn new(name: &str, digest: TableDigest) -> Self {
        Self { name: name.to_owned(), rows: digest.rows, sum: format!("{:032x}", digest.sum) }
    }

    /// The digest; `None` when it cannot be read.
    pub(super) fn digest(&self) -> Option<TableDigest> {
        let sum = u128::from_str_radix(&self.sum, 16).ok()?;
        Some(TableDigest { rows: self.rows, sum })
    }
}

impl PartEntry {
    pub(super) fn new(upload: &UploadId, part: String, sha256: String) -> Self {
        Self { upload: upload.0.clone(), part, sha256 }
    }

    pub(super) fn upload(&self) -> UploadId {
        UploadId(self.upload.clone())
    }

    pub(super) fn file(&self, root: &Path) -> std::path::PathBuf {
        root.join("blobs/uploads").join(&self.upload).join(&self.part)
    }
}
