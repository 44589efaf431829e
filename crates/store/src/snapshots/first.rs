//! The beginning of a working lane without an OEM revision.

use chrono::{DateTime, Utc};
use domain::id::{ManualId, SnapshotId};

use super::unpublished::{delete_building, list_building};
use crate::StoreError;
use crate::blocks::{self, Sequence};
use crate::millis::Millis;
use crate::tx::Tx;

/// Entries of an abandoned import that one statement removes.
const REMOVED: u64 = 100_000;

/// Gives a locked manual whose working lane points nowhere, and into which nothing is being imported, an empty snapshot
/// to work on.
///
/// Removes what an abandoned import has left: the entries of a first import begin in the working lane too, and would be
/// part of this snapshot.
pub async fn begin_working(
    tx: &mut Tx,
    manual: &ManualId,
    by: &str,
    now: DateTime<Utc>,
) -> Result<SnapshotId, StoreError> {
    // Revisions count from 1, so that nothing an OEM delivers later has this number.
    const SNAPSHOT: &str = "
        INSERT INTO snapshot (
            id, manual_id, kind, number, name, state, issue_number, issue_date, language, complete, object_count,
            module_count, created_by, created_on, contents_id)
        VALUES ($1, $2, 'working', 0, '', 'ready', '', '', '', TRUE, 0, 0, $3, $4, $1)";
    const LANE: &str = "UPDATE manual SET working_snapshot_id = $2 WHERE id = $1 AND working_snapshot_id IS NULL";
    for abandoned in list_building(tx, manual).await? {
        while delete_building(tx, abandoned, REMOVED).await? {}
    }
    let id = blocks::take(tx, Sequence::Snapshot, 1).await?;
    on_tx!(tx, |conn| sqlx::query(SNAPSHOT)
        .bind(id)
        .bind(&manual.0)
        .bind(by)
        .bind(Millis::from(now))
        .execute(conn)
        .await?
        .rows_affected());
    on_tx!(tx, |conn| sqlx::query(LANE).bind(&manual.0).bind(id).execute(conn).await?.rows_affected());
    Ok(SnapshotId(id))
}
