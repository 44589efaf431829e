//! The operator's own changes of the working lane.
//!
//! Each one is a new snapshot, based on the one that the lane pointed to before. It writes the changed entries alone.

use chrono::{DateTime, Utc};
use domain::id::{CsdbId, ManualId, ObjectId, SnapshotId, VersionId};
use domain::text::fold;

use super::entries::{INTO, of_version};
use super::marks::is_referenced;
use crate::blocks::{self, Sequence};
use crate::millis::Millis;
use crate::tx::Tx;
use crate::{StoreError, manuals};

/// Locks and lists the manuals of a database whose working lane contains an object or a reference to its code. Includes
/// manuals in the trash, because they can be restored.
pub async fn lock_showing(
    tx: &mut Tx,
    csdb: &CsdbId,
    object: ObjectId,
    code: &str,
) -> Result<Vec<ManualId>, StoreError> {
    // The order of the joins keeps SQLite from reading all entries of a manual.
    const SQL: &str = concat!(
        "SELECT m.id
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
                CROSS JOIN lane_entry e
                CROSS JOIN snapshot s
                WHERE r.target_folded = $3 AND e.version_id = r.version_id AND s.id = m.working_snapshot_id AND ",
        is_in_snapshot!(),
        "))
        ORDER BY m.id"
    );
    let ids: Vec<String> = on_tx!(tx, |conn| sqlx::query_scalar(SQL)
        .bind(&csdb.0)
        .bind(object.0)
        .bind(fold(code))
        .fetch_all(conn)
        .await?);
    let ids: Vec<ManualId> = ids.into_iter().map(ManualId).collect();
    // All of them before the first change: two transactions that lock and take numbers by turns would wait for each
    // other.
    for id in &ids {
        manuals::lock(tx, id).await?;
    }
    Ok(ids)
}

/// Puts a version of an object into the working lane of a locked manual, instead of the current one. An empty lane stays
/// empty.
pub async fn put_working(
    tx: &mut Tx,
    manual: &ManualId,
    object: ObjectId,
    version: VersionId,
    by: &str,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    const ADDED: &str = concat!(
        "SELECT s.manual_id, o.id, v.id, ",
        never!(),
        ", ",
        never!(),
        ", s.id, ",
        never!(),
        of_version!("v.status"),
        "FROM snapshot s
        CROSS JOIN version v
        JOIN object o ON o.id = v.object_id
        WHERE s.id = $1 AND v.id = $2"
    );
    const MARKED: &str = concat!(
        "UPDATE lane_entry AS held SET referenced = TRUE WHERE held.working_from = $1 AND held.oem_from = ",
        never!(),
        " AND held.object_id = $2 AND ",
        is_referenced!()
    );
    let Some(change) = begin_change(tx, manual, by, now).await? else { return Ok(()) };
    end_current(tx, manual, object, change).await?;
    let sql = sqlx::AssertSqlSafe(format!("{INTO}{ADDED}"));
    on_tx!(tx, |conn| sqlx::query(sql).bind(change.0).bind(version.0).execute(conn).await?.rows_affected());
    on_tx!(tx, |conn| sqlx::query(MARKED).bind(change.0).bind(object.0).execute(conn).await?.rows_affected());
    count_changed(tx, change).await
}

/// Corrects the marks of the objects with these folded codes in the working lane of a locked manual, from its current
/// snapshot on: a version of that snapshot began or ceased to refer to them.
pub async fn mark_working(tx: &mut Tx, manual: &ManualId, codes_folded: &[String]) -> Result<(), StoreError> {
    const LANE: &str = "SELECT working_snapshot_id FROM manual WHERE id = $1 AND working_snapshot_id IS NOT NULL";
    const DIFFERENT: &str = concat!(
        "SELECT held.object_id
        FROM object target
        JOIN lane_entry held ON held.object_id = target.id AND held.manual_id = $2
        WHERE target.code_folded = $3 AND held.working_from < ",
        never!(),
        " AND held.working_to = ",
        never!(),
        " AND held.referenced <> ",
        is_referenced!()
    );
    let current: Option<i64> = on_tx!(tx, |conn| sqlx::query_scalar(LANE).bind(&manual.0).fetch_optional(conn).await?);
    let Some(current) = current.map(SnapshotId) else { return Ok(()) };
    for code in codes_folded {
        let different: Vec<i64> = on_tx!(tx, |conn| sqlx::query_scalar(DIFFERENT)
            .bind(current.0)
            .bind(&manual.0)
            .bind(code)
            .fetch_all(conn)
            .await?);
        for object in different {
            switch_referenced(tx, manual, ObjectId(object), current).await?;
        }
    }
    Ok(())
}

/// Reverses the mark of an object from the current snapshot on: an entry that this snapshot added is changed, an earlier
/// one ends and is continued by another entry.
pub(super) async fn switch_referenced(
    tx: &mut Tx,
    manual: &ManualId,
    object: ObjectId,
    current: SnapshotId,
) -> Result<(), StoreError> {
    const ADDED: &str = concat!(
        "UPDATE lane_entry
        SET referenced = NOT referenced
        WHERE manual_id = $1 AND object_id = $2 AND working_from = $3 AND oem_from = ",
        never!()
    );
    const CONTINUED: &str = concat!(
        "SELECT manual_id, object_id, version_id, ",
        never!(),
        ", ",
        never!(),
        ", CAST($3 AS BIGINT), ",
        never!(),
        ", deleted, shelf, NOT referenced, key_folded, title_folded, content_type, language, status, issue_date
        FROM lane_entry
        WHERE manual_id = $1 AND object_id = $2 AND working_from < $3 AND working_to = ",
        never!()
    );
    let continued = format!("{INTO}{CONTINUED}");
    for sql in [ADDED, continued.as_str()] {
        on_tx!(tx, |conn| sqlx::query(sqlx::AssertSqlSafe(sql.to_owned()))
            .bind(&manual.0)
            .bind(object.0)
            .bind(current.0)
            .execute(conn)
            .await?
            .rows_affected());
    }
    end_current(tx, manual, object, current).await
}

/// Puts a version of an object into the working lane of a locked manual that does not contain the object.
pub async fn show_working(
    tx: &mut Tx,
    manual: &ManualId,
    object: ObjectId,
    version: VersionId,
    by: &str,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    if is_held(tx, manual, object).await? {
        return Ok(());
    }
    put_working(tx, manual, object, version, by, now).await
}

/// Whether the working lane of a manual contains an object.
async fn is_held(tx: &mut Tx, manual: &ManualId, object: ObjectId) -> Result<bool, StoreError> {
    const SQL: &str = concat!(
        "SELECT EXISTS (SELECT 1 FROM lane_entry WHERE manual_id = $1 AND object_id = $2 AND working_from < ",
        never!(),
        " AND working_to = ",
        never!(),
        ")"
    );
    Ok(on_tx!(tx, |conn| sqlx::query_scalar(SQL).bind(&manual.0).bind(object.0).fetch_one(conn).await?))
}

/// Removes an object from the working lane of a locked manual.
pub async fn remove_working(
    tx: &mut Tx,
    manual: &ManualId,
    object: ObjectId,
    by: &str,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    if !is_held(tx, manual, object).await? {
        return Ok(());
    }
    let Some(change) = begin_change(tx, manual, by, now).await? else { return Ok(()) };
    end_current(tx, manual, object, change).await?;
    count_changed(tx, change).await
}

/// Begins an own change: points the working lane to a new snapshot with the contents, name and number of its base.
async fn begin_change(
    tx: &mut Tx,
    manual: &ManualId,
    by: &str,
    now: DateTime<Utc>,
) -> Result<Option<SnapshotId>, StoreError> {
    const SNAPSHOT: &str = "
        INSERT INTO snapshot (
            id, manual_id, kind, number, name, state, package_id, issue_number, issue_date, language, complete,
            object_count, module_count, created_by, created_on, base_id, contents_id)
        SELECT CAST($2 AS BIGINT), b.manual_id, 'working', b.number, b.name, 'ready', b.package_id, b.issue_number,
            b.issue_date, b.language, b.complete, b.object_count, b.module_count, $3, CAST($4 AS BIGINT), b.id,
            b.contents_id
        FROM manual m
        JOIN snapshot b ON b.id = m.working_snapshot_id
        WHERE m.id = $1";
    const LANE: &str = "UPDATE manual SET working_snapshot_id = $2 WHERE id = $1";
    let id = SnapshotId(blocks::take(tx, Sequence::Snapshot, 1).await?);
    let added = on_tx!(tx, |conn| sqlx::query(SNAPSHOT)
        .bind(&manual.0)
        .bind(id.0)
        .bind(by)
        .bind(Millis::from(now))
        .execute(conn)
        .await?
        .rows_affected());
    if added == 0 {
        return Ok(None);
    }
    on_tx!(tx, |conn| sqlx::query(LANE).bind(&manual.0).bind(id.0).execute(conn).await?.rows_affected());
    Ok(Some(id))
}

/// Ends the current entry of an object in the working lane.
async fn end_current(tx: &mut Tx, manual: &ManualId, object: ObjectId, change: SnapshotId) -> Result<(), StoreError> {
    const SQL: &str = concat!(
        "UPDATE lane_entry
        SET working_to = $3
        WHERE manual_id = $1 AND object_id = $2 AND working_from < $3 AND working_to = ",
        never!()
    );
    on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&manual.0)
        .bind(object.0)
        .bind(change.0)
        .execute(conn)
        .await?
        .rows_affected());
    Ok(())
}

/// Corrects the counts, which a change takes over from its base.
pub(super) async fn count_changed(tx: &mut Tx, change: SnapshotId) -> Result<(), StoreError> {
    const SQL: &str = concat!(
        "UPDATE snapshot
        SET object_count = object_count + (
                SELECT COUNT(*) FROM lane_entry e WHERE e.working_from = $1 AND e.oem_from = ",
        never!(),
        ") - (
                SELECT COUNT(*) FROM lane_entry e WHERE e.working_to = $1 AND e.working_to < ",
        never!(),
        "),
            module_count = module_count + (
                SELECT COUNT(*) FROM lane_entry e WHERE e.working_from = $1 AND e.shelf = 1 AND e.oem_from = ",
        never!(),
        ") - (
                SELECT COUNT(*) FROM lane_entry e WHERE e.working_to = $1 AND e.shelf = 1 AND e.working_to < ",
        never!(),
        ")
        WHERE id = $1"
    );
    on_tx!(tx, |conn| sqlx::query(SQL).bind(change.0).execute(conn).await?.rows_affected());
    Ok(())
}
