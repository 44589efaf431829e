//! The working lane: the only snapshot that changes.
//!
//! OEM, frozen and released snapshots never change. A working lane that points to an OEM snapshot is forked before the
//! first own change: entries and contents are copied once, then changed in place.

use chrono::{DateTime, Utc};
use domain::id::{CsdbId, ManualId, ObjectId, SnapshotId, VersionId};
use domain::snapshot::Lane;
use domain::text::fold;

use super::{delete_entries, find, insert_entries, mark_referenced};
use crate::blocks::{self, Sequence};
use crate::millis::Millis;
use crate::tx::Tx;
use crate::{StoreError, manuals};

/// The manuals of a database whose working lane contains an object or a reference to its code. Includes manuals in the
/// trash, because they can be restored.
pub async fn list_showing(
    tx: &mut Tx,
    csdb: &CsdbId,
    object: ObjectId,
    code: &str,
) -> Result<Vec<ManualId>, StoreError> {
    const SQL: &str = "
        SELECT m.id
        FROM manual m
        WHERE m.csdb_id = $1 AND m.purged_on IS NULL
        AND (
            EXISTS (
                SELECT 1
                FROM snapshot_entry e
                WHERE e.snapshot_id = m.working_snapshot_id AND e.object_id = $2)
            OR EXISTS (
                SELECT 1
                FROM reference r
                JOIN snapshot_entry e ON e.version_id = r.version_id
                WHERE r.target_folded = $3 AND e.snapshot_id = m.working_snapshot_id))
        ORDER BY m.id";
    let ids: Vec<String> = on_tx!(tx, |conn| sqlx::query_scalar(SQL)
        .bind(&csdb.0)
        .bind(object.0)
        .bind(fold(code))
        .fetch_all(conn)
        .await?);
    Ok(ids.into_iter().map(ManualId).collect())
}

/// The snapshot of a manual's working lane, forked first when it is shared; `None` when the lane is empty.
///
/// Locks the lane until this transaction ends.
pub async fn fork_working(
    tx: &mut Tx,
    manual: &ManualId,
    by: &str,
    now: DateTime<Utc>,
) -> Result<Option<SnapshotId>, StoreError> {
    const LANE: &str = "SELECT working_snapshot_id FROM manual WHERE id = $1";
    manuals::lock(tx, manual).await?;
    let lane: Option<i64> = on_tx!(tx, |conn| sqlx::query_scalar(LANE).bind(&manual.0).fetch_one(conn).await?);
    let base = match lane {
        Some(id) => find(tx, SnapshotId(id)).await?,
        None => None,
    };
    match base {
        Some(base) if base.lane == Lane::Working => Ok(Some(base.id)),
        Some(base) => fork(tx, manual, base.id, by, now).await.map(Some),
        None => Ok(None),
    }
}

async fn fork(
    tx: &mut Tx,
    manual: &ManualId,
    base: SnapshotId,
    by: &str,
    now: DateTime<Utc>,
) -> Result<SnapshotId, StoreError> {
    // It keeps the number of the snapshot it was forked from, unless an earlier fork has that number.
    const SNAPSHOT: &str = "
        INSERT INTO snapshot (
            id, manual_id, kind, number, name, state, package_id, issue_number, issue_date, language, complete,
            object_count, module_count, created_by, created_on)
        SELECT CAST($2 AS BIGINT), b.manual_id, 'working',
            CASE
                WHEN EXISTS (
                    SELECT 1
                    FROM snapshot w
                    WHERE w.manual_id = b.manual_id AND w.kind = 'working' AND w.number = b.number)
                THEN (SELECT 1 + MAX(w.number) FROM snapshot w WHERE w.manual_id = b.manual_id AND w.kind = 'working')
                ELSE b.number
            END,
            b.name, 'ready', b.package_id, b.issue_number, b.issue_date, b.language, b.complete, b.object_count,
            b.module_count, $3, CAST($4 AS BIGINT)
        FROM snapshot b
        WHERE b.id = $1";
    const ENTRIES: &str = "
        INSERT INTO snapshot_entry (
            snapshot_id, object_id, version_id, deleted, shelf, referenced, key_folded, title_folded, content_type,
            language, status, issue_date)
        SELECT CAST($2 AS BIGINT), object_id, version_id, deleted, shelf, referenced, key_folded, title_folded,
            content_type, language, status, issue_date
        FROM snapshot_entry
        WHERE snapshot_id = $1";
    const LANE: &str = "UPDATE manual SET working_snapshot_id = $2 WHERE id = $1";
    let id = SnapshotId(blocks::take(tx, Sequence::Snapshot, 1).await?);
    on_tx!(tx, |conn| sqlx::query(SNAPSHOT)
        .bind(base.0)
        .bind(id.0)
        .bind(by)
        .bind(Millis::from(now))
        .execute(conn)
        .await?
        .rows_affected());
    on_tx!(tx, |conn| sqlx::query(ENTRIES).bind(base.0).bind(id.0).execute(conn).await?.rows_affected());
    copy_contents(tx, base, id).await?;
    on_tx!(tx, |conn| sqlx::query(LANE).bind(&manual.0).bind(id.0).execute(conn).await?.rows_affected());
    Ok(id)
}

/// Copies the contents; each node keeps its id distance to its parent.
async fn copy_contents(tx: &mut Tx, from: SnapshotId, to: SnapshotId) -> Result<(), StoreError> {
    const RANGE: &str = "SELECT MIN(id), MAX(id) FROM toc_node WHERE snapshot_id = $1";
    const COPY: &str = "
        INSERT INTO toc_node (
            id, snapshot_id, parent_id, position, type, title, title_folded, prefix, key, object_id, leaf,
            child_count, applic)
        SELECT id + $3, CAST($2 AS BIGINT), parent_id + $3, position, type, title, title_folded, prefix, key,
            object_id, leaf, child_count, applic
        FROM toc_node
        WHERE snapshot_id = $1";
    let range: (Option<i64>, Option<i64>) =
        on_tx!(tx, |conn| sqlx::query_as(RANGE).bind(from.0).fetch_one(conn).await?);
    let (Some(first), Some(last)) = range else { return Ok(()) };
    let length = usize::try_from(last - first + 1).unwrap_or_default();
    let moved = blocks::take(tx, Sequence::TocNode, length).await? - first;
    on_tx!(tx, |conn| sqlx::query(COPY).bind(from.0).bind(to.0).bind(moved).execute(conn).await?.rows_affected());
    Ok(())
}

/// Puts a version of an object into a working snapshot, replacing the current one.
pub async fn put_working(
    tx: &mut Tx,
    snapshot: SnapshotId,
    object: ObjectId,
    version: VersionId,
) -> Result<(), StoreError> {
    delete_entries(tx, snapshot, &[object]).await?;
    insert_entries(tx, snapshot, &[version]).await?;
    mark_referenced(tx, snapshot, ObjectId(object.0 - 1), 1).await?;
    count_again(tx, snapshot).await
}

/// Removes an object from a working snapshot.
pub async fn remove_working(tx: &mut Tx, snapshot: SnapshotId, object: ObjectId) -> Result<(), StoreError> {
    delete_entries(tx, snapshot, &[object]).await?;
    count_again(tx, snapshot).await
}

async fn count_again(tx: &mut Tx, snapshot: SnapshotId) -> Result<(), StoreError> {
    const SQL: &str = "
        UPDATE snapshot
        SET object_count = (SELECT COUNT(*) FROM snapshot_entry WHERE snapshot_id = $1),
            module_count = (SELECT COUNT(*) FROM snapshot_entry WHERE snapshot_id = $1 AND shelf = 1)
        WHERE id = $1";
    on_tx!(tx, |conn| sqlx::query(SQL).bind(snapshot.0).execute(conn).await?.rows_affected());
    Ok(())
}
