//! Backups of the whole library, and moving it to another database.

use std::path::Path;

use store::Db;
use store::backups::{Backup, copy_records};

use crate::core::ctx::Ctx;
use crate::open::{Locations, OpenError, connect};

pub use store::backups::{BackupError, BackupSummary};

/// Why a backup could not be restored, or records not be copied.
#[derive(Debug, thiserror::Error)]
pub enum RestoreError {
    #[error(transparent)]
    Open(#[from] OpenError),
    #[error(transparent)]
    Backup(#[from] BackupError),
}

/// Copies all records and all content into a folder, while the program runs, and checks the copy.
pub async fn back_up(ctx: &Ctx, folder: &Path) -> Result<BackupSummary, BackupError> {
    let now = ctx.clock.now().timestamp_millis();
    let summary = Backup::at(folder)?.write(&ctx.db, &ctx.blobs, now).await?;
    tracing::info!(backup.rows = summary.rows, backup.blobs = summary.blobs, "Made a backup in {}", folder.display());
    Ok(summary)
}

/// Checks that a backup is whole and undamaged.
pub async fn check(folder: &Path) -> Result<BackupSummary, BackupError> {
    Backup::existing(folder)?.check().await
}

/// Checks a backup and fills an empty library with it.
pub async fn restore(places: &Locations, folder: &Path) -> Result<BackupSummary, RestoreError> {
    let backup = Backup::existing(folder)?;
    let (db, blobs) = connect(places).await?;
    let restored = backup.restore(&db, &blobs).await;
    db.close().await;
    Ok(restored?)
}

/// Copies all records to an empty database; content stays where it is. Gives the number of rows.
pub async fn copy_to(ctx: &Ctx, url: &str) -> Result<u64, RestoreError> {
    let to = Db::open(url, 2).await.map_err(OpenError::Database)?;
    let copied = copy_records(&ctx.db, &to).await;
    to.close().await;
    Ok(copied?)
}
