//! Backups, and moving the library to another database.

use std::path::Path;

use app::backups::{self, BackupSummary};

use super::{DataArgs, say};
use crate::secret::Secret;
use crate::startup;

/// Content was lost before the backup; the rest is copied.
#[derive(Debug, thiserror::Error)]
#[error("the library lacks {0} of its files, or has them damaged; the backup has all others")]
struct ContentLost(usize);

pub(super) async fn back_up(place: DataArgs, folder: &Path) -> anyhow::Result<()> {
    let ctx = place.open_beside().await?;
    let summary = backups::back_up(&ctx, folder).await?;
    app::system::close(&ctx).await;
    say(&format!("Made and checked a backup in {}: {}", folder.display(), contents(&summary)));
    complete(&summary)
}

pub(super) async fn check(folder: &Path) -> anyhow::Result<()> {
    let summary = backups::check(folder).await?;
    say(&format!("The backup in {} is whole: {}", folder.display(), contents(&summary)));
    complete(&summary)
}

pub(super) async fn restore(place: DataArgs, folder: &Path) -> anyhow::Result<()> {
    let config = place.load(None)?;
    let summary = backups::restore(&startup::locations(&config)?, folder).await?;
    say(&format!("Restored {}", contents(&summary)));
    complete(&summary)
}

pub(super) async fn copy_to(place: DataArgs, url: &Secret) -> anyhow::Result<()> {
    let ctx = place.open_beside().await?;
    let rows = backups::copy_to(&ctx, url.expose()).await?;
    app::system::close(&ctx).await;
    say(&format!("Copied {rows} records. Set `database.url` to the new database before the next start."));
    Ok(())
}

fn contents(summary: &BackupSummary) -> String {
    format!("{} records, {} files of content", summary.rows, summary.blobs)
}

fn complete(summary: &BackupSummary) -> anyhow::Result<()> {
    for id in &summary.lost {
        say(&format!("lost      {id}"));
    }
    if summary.lost.is_empty() { Ok(()) } else { Err(ContentLost(summary.lost.len()).into()) }
}
