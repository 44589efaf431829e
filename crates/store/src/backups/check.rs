//! Checking a backup: every file is there and undamaged.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader};

use bytes::Bytes;

use super::manifest::{Manifest, PartEntry, TableEntry};
use super::{Backup, BackupError, BackupSummary};
use crate::StoreError;
use crate::blob_columns;
use crate::blobs::BlobId;
use crate::hash::sha256_hex;
use crate::records::TableDigest;

/// Rows that are passed on together.
const BATCH: usize = 500;

/// A backup that was read to its end and is undamaged.
pub(super) struct CheckedBackup {
    pub(super) manifest: Manifest,
    /// The content that it holds.
    pub(super) named: Vec<BlobId>,
    rows: u64,
}

impl CheckedBackup {
    pub(super) fn summary(&self) -> BackupSummary {
        let Self { manifest, named, rows } = self;
        BackupSummary {
            created_on: manifest.created_on,
            tables: manifest.tables.len(),
            rows: *rows,
            blobs: named.len(),
            lost: manifest.lost.iter().filter_map(|lost| BlobId::parse(lost)).collect(),
        }
    }
}

impl Backup {
    /// Reads the whole backup and compares it with its manifest.
    pub async fn check(&self) -> Result<BackupSummary, BackupError> {
        Ok(self.checked().await?.summary())
    }

    pub(super) async fn checked(&self) -> Result<CheckedBackup, BackupError> {
        self.compare(Manifest::read(self)?).await
    }

    /// Compares the files of the folder with a manifest.
    pub(super) async fn compare(&self, manifest: Manifest) -> Result<CheckedBackup, BackupError> {
        let (mut named, mut rows) = (BTreeSet::new(), 0);
        for entry in &manifest.tables {
            let read = self.read_records(&manifest, entry, async |lines: &[String]| {
                rows += lines.len() as u64;
                for line in lines {
                    let damaged = |_| BackupError::Damaged { path: self.records_of(&manifest, &entry.name) };
                    named.extend(blob_columns::list_of_row(&entry.name, line).map_err(damaged)?);
                }
                Ok(())
            });
            read.await?;
        }
        let is_lost = |id: &BlobId| manifest.lost.iter().any(|lost| lost == id.as_str());
        let named: Vec<BlobId> = named.into_iter().filter(|id| !is_lost(id)).collect();
        for id in &named {
            match self.blobs.verify(id).await {
                Ok(true) => {}
                Ok(false) => return Err(BackupError::Missing { path: self.file_of(id) }),
                Err(StoreError::BlobDamaged { .. }) => return Err(BackupError::Damaged { path: self.file_of(id) }),
                Err(error) => return Err(error.into()),
            }
        }
        for entry in &manifest.parts {
            let bytes = self.read_part(entry).await?;
            if sha256_hex(&[&bytes]) != entry.sha256 {
                return Err(BackupError::Damaged { path: entry.file(&self.root) });
            }
        }
        Ok(CheckedBackup { manifest, named, rows })
    }

    pub(super) async fn read_part(&self, entry: &PartEntry) -> Result<Bytes, BackupError> {
        let bytes = self.blobs.read_part(&entry.upload(), &entry.part).await?;
        bytes.ok_or_else(|| BackupError::Missing { path: entry.file(&self.root) })
    }

    /// Reads the rows of a table in batches, and fails at the end when they are not those that were written.
    pub(super) async fn read_records(
        &self,
        manifest: &Manifest,
        entry: &TableEntry,
        mut each: impl AsyncFnMut(&[String]) -> Result<(), BackupError>,
    ) -> Result<TableDigest, BackupError> {
        let path = self.records_of(manifest, &entry.name);
        let file = match std::fs::File::open(&path) {
            Ok(file) => BufReader::new(file),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Err(BackupError::Missing { path }),
            Err(source) => return Err(BackupError::File { path, source }),
        };
        let mut digest = TableDigest::default();
        let mut batch = Vec::new();
        for line in file.lines() {
            let line = line.map_err(|source| match source.kind() {
                std::io::ErrorKind::InvalidData => BackupError::Damaged { path: path.clone() },
                _ => BackupError::File { path: path.clone(), source },
            })?;
            digest.add(&line);
            batch.push(line);
            if batch.len() == BATCH {
                each(&batch).await?;
                batch.clear();
            }
        }
        each(&batch).await?;
        if entry.digest() == Some(digest) { Ok(digest) } else { Err(BackupError::Damaged { path }) }
    }
}
