//! Making a backup.

use std::collections::BTreeSet;
use std::io::{BufWriter, Write};
use std::path::Path;

use super::manifest::{Manifest, PartEntry, TableEntry};
use super::{Backup, BackupError, BackupSummary};
use crate::blobs::{BlobId, Blobs};
use crate::hash::sha256_hex;
use crate::tx::Tx;
use crate::{Db, blob_columns, records, uploads};

impl Backup {
    /// Copies a library while it is in use. Content that an earlier backup in the folder has is not copied again; the
    /// earlier backup is replaced when this one is whole.
    pub async fn write(&self, db: &Db, content: &Blobs, now: i64) -> Result<BackupSummary, BackupError> {
        let mut manifest = Manifest::new(self, db.migration_number().await?, now);
        let mut tx = db.read().await?;
        let named = self.write_records(&mut tx, &mut manifest).await?;
        let parts = uploads::list_all_parts(&mut tx).await?;
        // The rest may take long, and an open view keeps the database from cleaning up.
        drop(tx);
        let lost = self.blobs.copy_from(content, &named).await?;
        for (upload, part) in parts {
            // An upload that was given up meanwhile is missing, and of no use.
            if let Some(bytes) = content.read_part(&upload, &part).await? {
                let hash = sha256_hex(&[&bytes]);
                self.blobs.put_part(&upload, &part, bytes).await?;
                manifest.parts.push(PartEntry::new(&upload, part, hash));
            }
        }
        manifest.lost = lost.iter().map(ToString::to_string).collect();
        let checked = self.compare(manifest).await?;
        checked.manifest.write(self)?;
        checked.manifest.remove_others(self)?;
        Ok(checked.summary())
    }

    /// Writes all records; gives the blobs that they name.
    async fn write_records(&self, tx: &mut Tx, manifest: &mut Manifest) -> Result<Vec<BlobId>, BackupError> {
        let mut named = BTreeSet::new();
        for table in records::list_tables(tx).await? {
            let path = self.records_of(manifest, &table.name);
            let failed = |source| BackupError::File { path: path.clone(), source };
            let mut file = BufWriter::new(create(&path).map_err(failed)?);
            let digest = records::read(tx, &table, async |lines: &[String]| {
                for line in lines {
                    named.extend(blob_columns::list_of_row(&table.name, line)?);
                    writeln!(file, "{line}").map_err(failed)?;
                }
                Ok::<_, BackupError>(())
            });
            let digest = digest.await?;
            let file = file.into_inner().map_err(|error| failed(error.into_error()))?;
            file.sync_all().map_err(failed)?;
            manifest.tables.push(TableEntry::new(&table.name, digest));
        }
        Ok(named.into_iter().collect())
    }
}

/// Makes a file with access for its owner only, in a folder that is made when it is missing.
fn create(path: &Path) -> std::io::Result<std::fs::File> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}
