//! Restoring a backup, and moving records from one database to another.

use super::check::CheckedBackup;
use super::manifest::Manifest;
use super::{Backup, BackupError, BackupSummary};
use crate::blobs::Blobs;
use crate::records::{self, DbTable, RecordLoader};
use crate::{Db, changes};

impl Backup {
    /// Checks the backup, then fills an empty library with it. The database is brought up to date at the end.
    pub async fn restore(&self, db: &Db, content: &Blobs) -> Result<BackupSummary, BackupError> {
        let checked = self.checked().await?;
        let CheckedBackup { manifest, named, .. } = &checked;
        if !Db::knows_migration(manifest.migration) {
            return Err(BackupError::Newer(manifest.migration));
        }
        db.migrate_to(manifest.migration).await?;
        let found = db.migration_number().await?;
        if found != manifest.migration {
            return Err(BackupError::Older(found));
        }
        require_empty(db).await?;
        // Content first: a record must never name what is not there yet.
        content.copy_from(&self.blobs, named).await?;
        for entry in &manifest.parts {
            content.put_part(&entry.upload(), &entry.part, self.read_part(entry).await?).await?;
        }
        self.load(db, manifest).await?;
        db.migrate().await?;
        Ok(checked.summary())
    }

    async fn load(&self, db: &Db, manifest: &Manifest) -> Result<(), BackupError> {
        let mut loader = RecordLoader::begin(db).await?;
        for table in loader.tables().to_vec() {
            let Some(entry) = manifest.tables.iter().find(|entry| entry.name == table.name) else {
                return Err(BackupError::Differs(table.name));
            };
            let sent =
                self.read_records(manifest, entry, async |lines: &[String]| Ok(loader.insert(&table, lines).await?));
            let sent = sent.await?;
            arrived(&mut loader, &table, sent).await?;
        }
        Ok(loader.finish().await?)
    }
}

/// Copies all records from one database to another, which must be empty; content stays where it is. Gives the number of
/// rows.
pub async fn copy_records(from: &Db, to: &Db) -> Result<u64, BackupError> {
    to.migrate().await?;
    require_empty(to).await?;
    let mut source = from.read().await?;
    let mut loader = RecordLoader::begin(to).await?;
    let mut rows = 0;
    for table in records::list_tables(&mut source).await? {
        let sent = records::read(&mut source, &table, async |lines: &[String]| loader.insert(&table, lines).await);
        let sent = sent.await?;
        arrived(&mut loader, &table, sent).await?;
        rows += sent.rows;
    }
    loader.finish().await?;
    Ok(rows)
}

async fn arrived(loader: &mut RecordLoader, table: &DbTable, sent: records::TableDigest) -> Result<(), BackupError> {
    if loader.digest(table).await? == sent { Ok(()) } else { Err(BackupError::Differs(table.name.clone())) }
}

/// Every library that was ever used has a row in its log.
async fn require_empty(db: &Db) -> Result<(), BackupError> {
    let mut tx = db.read().await?;
    if changes::last_seq(&mut tx).await? == 0 { Ok(()) } else { Err(BackupError::NotEmpty) }
}
