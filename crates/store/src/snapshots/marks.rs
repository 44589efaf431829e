//! The mark of objects that something references.

use domain::id::{ObjectId, SnapshotId};
use sqlx::QueryBuilder;

use super::entries::INTO;
use super::oem::end_earlier;
use crate::StoreError;
use crate::search::{ROWS_PER_STATEMENT, is_reused, signed};
use crate::tx::Tx;

/// The contents or another object of the snapshot `$1` references the object of the entry `held`.
macro_rules! is_referenced {
    () => {
        // The order of the joins keeps SQLite from reading all entries of the manual for each object.
        concat!(
            "(EXISTS (
                SELECT 1
                FROM toc_node t
                WHERE t.snapshot_id = (SELECT contents_id FROM snapshot WHERE id = $1) AND t.object_id = held.object_id)
            OR EXISTS (
                SELECT 1
                FROM object o
                CROSS JOIN reference r
                CROSS JOIN lane_entry e
                CROSS JOIN snapshot s
                WHERE o.id = held.object_id AND r.target_folded = o.code_folded AND e.version_id = r.version_id
                AND e.object_id <> o.id AND s.id = $1 AND ",
            is_in_snapshot!(),
            "))"
        )
    };
}

pub(super) use is_referenced;

/// Marks the objects that the contents or another object of an unpublished snapshot references.
///
/// Processes the `limit` entries after `after` and returns the cursor; `None` when done. Call it when entries,
/// references and contents are complete.
pub async fn mark_referenced(
    tx: &mut Tx,
    snapshot: SnapshotId,
    after: ObjectId,
    limit: u64,
) -> Result<Option<ObjectId>, StoreError> {
    const DIFFERENT: &str = concat!(
        "SELECT held.object_id
        FROM lane_entry held
        WHERE held.manual_id = (SELECT manual_id FROM snapshot WHERE id = $1) AND held.oem_from <= $1
        AND held.oem_to = ",
        never!(),
        " AND held.object_id > $2 AND held.object_id <= $3 AND held.referenced <> ",
        is_referenced!()
    );
    let Some(last) = end_of_batch(tx, snapshot, after, limit).await? else { return Ok(None) };
    let different: Vec<i64> = on_tx!(tx, |conn| sqlx::query_scalar(DIFFERENT)
        .bind(snapshot.0)
        .bind(after.0)
        .bind(last.0)
        .fetch_all(conn)
        .await?);
    let different: Vec<ObjectId> = different.into_iter().map(ObjectId).collect();
    for some in different.chunks(ROWS_PER_STATEMENT) {
        switch_referenced(tx, snapshot, some).await?;
    }
    Ok(Some(last))
}

/// Reverses the mark of these objects from the unpublished snapshot on: entries that it added are changed, earlier ones
/// end and are continued by another entry.
async fn switch_referenced(tx: &mut Tx, snapshot: SnapshotId, objects: &[ObjectId]) -> Result<(), StoreError> {
    const CONTINUED: &str = concat!(
        "SELECT e.manual_id, e.object_id, e.version_id, s.id, ",
        never!(),
        ", ",
        never!(),
        ", ",
        never!(),
        ", e.deleted, e.shelf, NOT e.referenced, e.key_folded, e.title_folded, e.content_type, e.language, e.status,
            e.issue_date
        FROM snapshot s
        JOIN lane_entry e ON e.manual_id = s.manual_id
        WHERE e.oem_from < s.id AND e.oem_to = ",
        never!(),
        " AND s.id = "
    );
    on_tx!(tx, |conn| {
        let mut query = QueryBuilder::new("UPDATE lane_entry SET referenced = NOT referenced WHERE manual_id = ");
        query.push("(SELECT manual_id FROM snapshot WHERE id = ").push_bind(snapshot.0);
        query.push(") AND oem_from = ").push_bind(snapshot.0).push(" AND object_id IN (");
        let mut list = query.separated(", ");
        for object in objects {
            list.push_bind(object.0);
        }
        query.push(")").build().persistent(is_reused(objects.len())).execute(conn).await?.rows_affected()
    });
    on_tx!(tx, |conn| {
        let mut query = QueryBuilder::new(INTO);
        query.push(CONTINUED).push_bind(snapshot.0).push(" AND e.object_id IN (");
        let mut list = query.separated(", ");
        for object in objects {
            list.push_bind(object.0);
        }
        query.push(")").build().persistent(is_reused(objects.len())).execute(conn).await?.rows_affected()
    });
    end_earlier(tx, snapshot, objects, &[]).await
}

/// The last object of the next `limit` entries after `after`.
async fn end_of_batch(
    tx: &mut Tx,
    snapshot: SnapshotId,
    after: ObjectId,
    limit: u64,
) -> Result<Option<ObjectId>, StoreError> {
    const LAST: &str = concat!(
        "SELECT MAX(object_id)
        FROM (
            SELECT e.object_id
            FROM lane_entry e
            WHERE e.object_id > $2 AND ",
        is_at!("$1"),
        "
            ORDER BY e.object_id
            LIMIT $3) AS batch"
    );
    let last: Option<i64> = on_tx!(tx, |conn| sqlx::query_scalar(LAST)
        .bind(snapshot.0)
        .bind(after.0)
        .bind(signed(limit))
        .fetch_one(conn)
        .await?);
    Ok(last.map(ObjectId))
}
