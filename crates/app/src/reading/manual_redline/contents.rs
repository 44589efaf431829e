//! Changes of the contents of a manual themselves.

use std::collections::HashMap;

use domain::id::SnapshotId;
use s1000d::publication::changes::{self, ContentsChanges, ContentsLine};
use store::Tx;
use store::toc::ContentsEntry;

use crate::core::error::Error;

/// Compares the contents of two states.
pub(super) async fn read(tx: &mut Tx, [old, new]: [SnapshotId; 2]) -> Result<ContentsChanges, Error> {
    let (old, new) = (store::toc::list_entries(tx, old).await?, store::toc::list_entries(tx, new).await?);
    // Snapshots may share their contents.
    if old == new {
        return Ok(ContentsChanges::default());
    }
    Ok(tokio::task::spawn_blocking(move || changes::list(&lines(&old), &lines(&new))).await?)
}

fn lines(entries: &[ContentsEntry]) -> Vec<ContentsLine> {
    let places: HashMap<_, usize> = entries.iter().enumerate().map(|(at, entry)| (entry.id, at)).collect();
    let line = |(at, entry): (usize, &ContentsEntry)| ContentsLine {
        // An entry stands behind the one around it.
        parent: entry.parent_id.and_then(|parent| places.get(&parent).copied()).filter(|parent| *parent < at),
        object: entry.object_id.map(|object| object.0.to_string()),
        number: entry.prefix.clone(),
        title: if entry.title.is_empty() { entry.key.clone() } else { entry.title.clone() },
    };
    entries.iter().enumerate().map(line).collect()
}
