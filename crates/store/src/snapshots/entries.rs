//! Entries of snapshots.

use std::collections::HashMap;

use domain::id::{ObjectId, SnapshotId, VersionId};
use sqlx::QueryBuilder;

use crate::StoreError;
use crate::search::{ROWS_PER_STATEMENT, is_reused, signed};
use crate::tx::Tx;

/// Adds versions to an unpublished snapshot. Idempotent.
pub async fn insert_entries(tx: &mut Tx, snapshot: SnapshotId, versions: &[VersionId]) -> Result<(), StoreError> {
    const INTO: &str = "
        INSERT INTO snapshot_entry (
            snapshot_id, object_id, version_id, deleted, shelf, referenced, key_folded, title_folded, content_type,
            language, status, issue_date)
        SELECT ";
    const FROM: &str = ", o.id, v.id, v.issue_type = 'deleted',
            CASE
                WHEN o.manual_id IS NULL THEN 3
                WHEN o.kind IN ('dm', 'act', 'cct', 'pct', 'brex', 'repository', 'container') THEN 1
                ELSE 2
            END,
            FALSE, o.key_folded, v.title_folded, v.content_type, o.language, v.status, v.issue_date
        FROM version v
        JOIN object o ON o.id = v.object_id
        WHERE v.id IN (";
    for some in versions.chunks(ROWS_PER_STATEMENT) {
        on_tx!(tx, |conn| {
            let mut query = QueryBuilder::new(INTO);
            // PostgreSQL cannot infer the type of a parameter that is only selected.
            query.push("CAST(").push_bind(snapshot.0).push(" AS BIGINT)").push(FROM);
            let mut list = query.separated(", ");
            for version in some {
                list.push_bind(version.0);
            }
            list.push_unseparated(") ON CONFLICT DO NOTHING");
            query.build().persistent(is_reused(some.len())).execute(conn).await?.rows_affected()
        });
    }
    Ok(())
}

/// The versions of these objects that a snapshot holds.
pub async fn find_versions(
    tx: &mut Tx,
    snapshot: SnapshotId,
    objects: &[ObjectId],
) -> Result<HashMap<ObjectId, VersionId>, StoreError> {
    let mut versions = HashMap::new();
    for some in objects.chunks(ROWS_PER_STATEMENT) {
        let rows: Vec<(i64, i64)> = on_tx!(tx, |conn| {
            let mut query = QueryBuilder::new("SELECT object_id, version_id FROM snapshot_entry WHERE snapshot_id = ");
            query.push_bind(snapshot.0).push(" AND object_id IN (");
            let mut list = query.separated(", ");
            for object in some {
                list.push_bind(object.0);
            }
            list.push_unseparated(")");
            query.build_query_as().persistent(is_reused(some.len())).fetch_all(conn).await?
        });
        versions.extend(rows.into_iter().map(|(object, version)| (ObjectId(object), VersionId(version))));
    }
    Ok(versions)
}

/// Copies entries of an earlier snapshot into a new one: objects after `after` that the new one does not contain.
///
/// Returns the cursor for the next call; `None` when done. Media are copied even when nothing references them;
/// [`mark_referenced`] decides that later.
pub async fn copy_entries(
    tx: &mut Tx,
    from: SnapshotId,
    to: SnapshotId,
    after: ObjectId,
    limit: u64,
) -> Result<Option<ObjectId>, StoreError> {
    const COPY: &str = "
        INSERT INTO snapshot_entry (
            snapshot_id, object_id, version_id, deleted, shelf, referenced, key_folded, title_folded, content_type,
            language, status, issue_date)
        SELECT CAST($4 AS BIGINT), object_id, version_id, deleted, shelf, FALSE, key_folded, title_folded,
            content_type, language, status, issue_date
        FROM snapshot_entry
        WHERE snapshot_id = $1 AND object_id > $2 AND object_id <= $3
        ON CONFLICT DO NOTHING";
    let Some(last) = end_of_batch(tx, from, after, limit).await? else { return Ok(None) };
    on_tx!(tx, |conn| sqlx::query(COPY)
        .bind(from.0)
        .bind(after.0)
        .bind(last.0)
        .bind(to.0)
        .execute(conn)
        .await?
        .rows_affected());
    Ok(Some(last))
}

/// Marks the objects that the contents or another object of the snapshot references.
///
/// Processes the `limit` entries after `after` and returns the cursor; `None` when done. Call it when entries,
/// references and contents are complete.
pub async fn mark_referenced(
    tx: &mut Tx,
    snapshot: SnapshotId,
    after: ObjectId,
    limit: u64,
) -> Result<Option<ObjectId>, StoreError> {
    const MARK: &str = "
        UPDATE snapshot_entry
        SET referenced = TRUE
        WHERE snapshot_id = $1 AND object_id > $2 AND object_id <= $3
        AND (
            EXISTS (
                SELECT 1
                FROM toc_node t
                WHERE t.snapshot_id = $1 AND t.object_id = snapshot_entry.object_id)
            OR EXISTS (
                SELECT 1
                FROM object o
                JOIN reference r ON r.target_folded = o.code_folded
                JOIN snapshot_entry e ON e.version_id = r.version_id
                WHERE o.id = snapshot_entry.object_id AND e.snapshot_id = $1 AND e.object_id <> o.id))";
    let Some(last) = end_of_batch(tx, snapshot, after, limit).await? else { return Ok(None) };
    on_tx!(tx, |conn| sqlx::query(MARK)
        .bind(snapshot.0)
        .bind(after.0)
        .bind(last.0)
        .execute(conn)
        .await?
        .rows_affected());
    Ok(Some(last))
}

/// The last object of the next `limit` entries after `after`.
pub(super) async fn end_of_batch(
    tx: &mut Tx,
    snapshot: SnapshotId,
    after: ObjectId,
    limit: u64,
) -> Result<Option<ObjectId>, StoreError> {
    const LAST: &str = "
        SELECT MAX(object_id)
        FROM (
            SELECT object_id
            FROM snapshot_entry
            WHERE snapshot_id = $1 AND object_id > $2
            ORDER BY object_id
            LIMIT $3) AS batch";
    let last: Option<i64> = on_tx!(tx, |conn| sqlx::query_scalar(LAST)
        .bind(snapshot.0)
        .bind(after.0)
        .bind(signed(limit))
        .fetch_one(conn)
        .await?);
    Ok(last.map(ObjectId))
}

/// Deletes a part of the contents of an unpublished snapshot; `true` when more may be left.
pub async fn delete_toc(tx: &mut Tx, snapshot: SnapshotId, limit: u64) -> Result<bool, StoreError> {
    const SQL: &str = "
        DELETE FROM toc_node
        WHERE id IN (
            SELECT t.id
            FROM toc_node t
            JOIN snapshot s ON s.id = t.snapshot_id
            WHERE t.snapshot_id = $1 AND s.state = 'building'
            LIMIT $2)";
    delete_some(tx, SQL, snapshot, limit).await
}

/// Deletes a part of an unpublished snapshot; `true` when more may be left.
///
/// Objects and versions stay, because importing the package again would create the same ones.
pub async fn delete_building(tx: &mut Tx, snapshot: SnapshotId, limit: u64) -> Result<bool, StoreError> {
    const ENTRIES: &str = "
        DELETE FROM snapshot_entry
        WHERE snapshot_id = $1
        AND object_id IN (
            SELECT e.object_id
            FROM snapshot_entry e
            JOIN snapshot s ON s.id = e.snapshot_id
            WHERE e.snapshot_id = $1 AND s.state = 'building'
            LIMIT $2)";
    const SNAPSHOT: &str = "DELETE FROM snapshot WHERE id = $1 AND state = 'building'";
    if delete_toc(tx, snapshot, limit).await? || delete_some(tx, ENTRIES, snapshot, limit).await? {
        return Ok(true);
    }
    on_tx!(tx, |conn| sqlx::query(SNAPSHOT).bind(snapshot.0).execute(conn).await?.rows_affected());
    Ok(false)
}

async fn delete_some(tx: &mut Tx, sql: &'static str, snapshot: SnapshotId, limit: u64) -> Result<bool, StoreError> {
    let deleted =
        on_tx!(tx, |conn| sqlx::query(sql).bind(snapshot.0).bind(signed(limit)).execute(conn).await?.rows_affected());
    Ok(deleted > 0)
}
