//! Entries that a new snapshot copies from the previous one.

use domain::id::{ManualId, ObjectId, SnapshotId};
use sqlx::QueryBuilder;

use super::entries::end_of_batch;
use crate::StoreError;
use crate::search::ROWS_PER_STATEMENT;
use crate::tx::Tx;

const COPIED: &str = "
    INSERT INTO snapshot_entry (
        snapshot_id, object_id, version_id, deleted, shelf, referenced, key_folded, title_folded, content_type,
        language, status, issue_date)
    SELECT ";
const COLUMNS: &str = ", e.object_id, e.version_id, e.deleted, e.shelf, FALSE, e.key_folded, e.title_folded, \
    e.content_type, e.language, e.status, e.issue_date
    FROM snapshot_entry e ";

/// The unpublished snapshots of a manual, including abandoned ones.
pub async fn list_building(tx: &mut Tx, manual: &ManualId) -> Result<Vec<SnapshotId>, StoreError> {
    const SQL: &str = "SELECT id FROM snapshot WHERE manual_id = $1 AND state = 'building' ORDER BY id";
    let ids: Vec<i64> = on_tx!(tx, |conn| sqlx::query_scalar(SQL).bind(&manual.0).fetch_all(conn).await?);
    Ok(ids.into_iter().map(SnapshotId).collect())
}

/// Copies the objects in languages other than `languages` from an earlier snapshot, like [`super::copy_entries`]: a
/// complete delivery in one language does not remove another language.
pub async fn copy_other_languages(
    tx: &mut Tx,
    from: SnapshotId,
    to: SnapshotId,
    languages: &[String],
    after: ObjectId,
    limit: u64,
) -> Result<Option<ObjectId>, StoreError> {
    let Some(last) = end_of_batch(tx, from, after, limit).await? else { return Ok(None) };
    on_tx!(tx, |conn| {
        let mut query = QueryBuilder::new(COPIED);
        query.push("CAST(").push_bind(to.0).push(" AS BIGINT)").push(COLUMNS);
        query.push("WHERE e.shelf < 3 AND e.language <> '' AND e.snapshot_id = ").push_bind(from.0);
        query.push(" AND e.object_id > ").push_bind(after.0).push(" AND e.object_id <= ").push_bind(last.0);
        for language in languages {
            query.push(" AND e.language <> ").push_bind(language);
        }
        query.push(" ON CONFLICT DO NOTHING").build().execute(conn).await?.rows_affected()
    });
    Ok(Some(last))
}

/// The snapshot `new` only adds languages that `working` does not contain, and leaves everything in `working`
/// unchanged. Delivery lists and notes have no language and are ignored.
pub async fn only_adds_languages(tx: &mut Tx, working: SnapshotId, new: SnapshotId) -> Result<bool, StoreError> {
    const TOUCHED: &str = "
        SELECT EXISTS (
            SELECT 1
            FROM snapshot_entry old
            LEFT JOIN snapshot_entry kept ON kept.snapshot_id = $2 AND kept.object_id = old.object_id
            WHERE old.snapshot_id = $1
            AND (old.language <> '' AND kept.version_id IS NULL OR kept.version_id <> old.version_id))";
    const ADDED: &str = "
        SELECT DISTINCT added.language IN (SELECT language FROM snapshot_entry WHERE snapshot_id = $1)
        FROM snapshot_entry added
        WHERE added.snapshot_id = $2 AND added.language <> ''
        AND NOT EXISTS (
            SELECT 1
            FROM snapshot_entry old
            WHERE old.snapshot_id = $1 AND old.object_id = added.object_id)";
    if on_tx!(tx, |conn| sqlx::query_scalar(TOUCHED).bind(working.0).bind(new.0).fetch_one(conn).await?) {
        return Ok(false);
    }
    let worked_on: Vec<bool> =
        on_tx!(tx, |conn| sqlx::query_scalar(ADDED).bind(working.0).bind(new.0).fetch_all(conn).await?);
    Ok(worked_on == [false])
}

/// Copies the media of an earlier snapshot that the new one references.
pub async fn copy_used_media(
    tx: &mut Tx,
    from: SnapshotId,
    to: SnapshotId,
    after: ObjectId,
    limit: u64,
) -> Result<Option<ObjectId>, StoreError> {
    const USED: &str = "
        JOIN object o ON o.id = e.object_id
        WHERE e.shelf = 3
        AND EXISTS (
            SELECT 1
            FROM reference r
            JOIN snapshot_entry user_entry ON user_entry.version_id = r.version_id
            WHERE r.target_folded = o.code_folded AND r.kind = 'icn' AND user_entry.snapshot_id = ";
    let Some(last) = end_of_batch(tx, from, after, limit).await? else { return Ok(None) };
    on_tx!(tx, |conn| {
        let mut query = QueryBuilder::new(COPIED);
        query.push("CAST(").push_bind(to.0).push(" AS BIGINT)").push(COLUMNS).push(USED).push_bind(to.0);
        query.push(") AND e.snapshot_id = ").push_bind(from.0);
        query.push(" AND e.object_id > ").push_bind(after.0).push(" AND e.object_id <= ").push_bind(last.0);
        query.push(" ON CONFLICT DO NOTHING").build().execute(conn).await?.rows_affected()
    });
    Ok(Some(last))
}

/// Removes objects from an unpublished snapshot.
pub async fn delete_entries(tx: &mut Tx, snapshot: SnapshotId, objects: &[ObjectId]) -> Result<(), StoreError> {
    for some in objects.chunks(ROWS_PER_STATEMENT) {
        on_tx!(tx, |conn| {
            let mut query = QueryBuilder::new("DELETE FROM snapshot_entry WHERE snapshot_id = ");
            query.push_bind(snapshot.0).push(" AND object_id IN (");
            let mut list = query.separated(", ");
            for object in some {
                list.push_bind(object.0);
            }
            list.push_unseparated(")");
            query.build().execute(conn).await?.rows_affected()
        });
    }
    Ok(())
}
