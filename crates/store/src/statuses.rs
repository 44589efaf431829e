//! The status of versions, and the events that changed it.

use std::collections::{BTreeSet, HashMap};

use chrono::{DateTime, Utc};
use domain::id::{ManualId, ObjectId, SnapshotId, VersionId};
use domain::version::FileStatus;
use sqlx::QueryBuilder;

use crate::millis::Millis;
use crate::search::{ROWS_PER_STATEMENT, is_reused};
use crate::tx::Tx;
use crate::{StoreError, manuals, snapshots};

const TABLE: &str = "status_event";

/// One change of the status of a version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StatusEvent {
    pub before: FileStatus,
    pub after: FileStatus,
    /// The account of the person who changed it.
    pub by: String,
    pub on: DateTime<Utc>,
    pub why: String,
}

#[derive(sqlx::FromRow)]
struct StatusEventRow {
    version_id: i64,
    status_before: String,
    status: String,
    changed_by: String,
    changed_on: Millis,
    why: String,
}

impl StatusEventRow {
    fn into_event(self) -> Result<StatusEvent, StoreError> {
        let status =
            |word: &str, column| FileStatus::parse(word).ok_or(StoreError::Unreadable { table: TABLE, column });
        Ok(StatusEvent {
            before: status(&self.status_before, "status_before")?,
            after: status(&self.status, "status")?,
            by: self.changed_by,
            on: self.changed_on.read(TABLE, "changed_on")?,
            why: self.why,
        })
    }
}

/// Changes the status of a version and of its entries in working lanes; `false` when it is no longer the one before.
///
/// OEM revisions and earlier snapshots of the working lane keep the status of their time.
pub async fn change(
    tx: &mut Tx,
    object: ObjectId,
    version: VersionId,
    event: &StatusEvent,
) -> Result<bool, StoreError> {
    let manuals = lock_holding(tx, version).await?;
    if !note(tx, version, event).await? {
        return Ok(false);
    }
    for manual in &manuals {
        snapshots::put_working(tx, manual, object, version, &event.by, event.on).await?;
    }
    Ok(true)
}

/// Withdraws those of some versions whose objects the operator has withdrawn in a snapshot; they are about to follow in
/// its lane. What the manufacturer has deleted itself was not withdrawn.
pub async fn keep_withdrawn(
    tx: &mut Tx,
    before: SnapshotId,
    versions: &[VersionId],
    (by, on, why): (&str, DateTime<Utc>, &str),
) -> Result<(), StoreError> {
    // The order of the joins keeps SQLite from reading all entries of a manual.
    const SQL: &str = concat!(
        "SELECT v.id, v.status
        FROM snapshot s
        CROSS JOIN version v
        CROSS JOIN lane_entry e
        WHERE e.object_id = v.object_id AND e.status = 'Obsolete' AND NOT e.deleted
        AND EXISTS (SELECT 1 FROM status_event t WHERE t.version_id = e.version_id)
        AND v.status <> 'Obsolete' AND v.issue_type <> 'deleted' AND ",
        is_in_snapshot!(),
        "AND s.id = "
    );
    for some in versions.chunks(ROWS_PER_STATEMENT) {
        let rows: Vec<(i64, String)> = on_tx!(tx, |conn| {
            let mut query = QueryBuilder::new(SQL);
            query.push_bind(before.0).push(" AND v.id IN (");
            let mut list = query.separated(", ");
            for version in some {
                list.push_bind(version.0);
            }
            list.push_unseparated(")");
            query.build_query_as().persistent(is_reused(some.len())).fetch_all(conn).await?
        });
        for (version, status) in rows {
            let before = FileStatus::parse(&status);
            let event = StatusEvent {
                before: before.ok_or(StoreError::Unreadable { table: "version", column: "status" })?,
                after: FileStatus::Obsolete,
                by: by.to_owned(),
                on,
                why: why.to_owned(),
            };
            note(tx, VersionId(version), &event).await?;
        }
    }
    Ok(())
}

/// Gives a version its next status and notes the event; `false` when its status is no longer the one before.
async fn note(tx: &mut Tx, version: VersionId, event: &StatusEvent) -> Result<bool, StoreError> {
    const VERSION: &str = "UPDATE version SET status = $3 WHERE id = $1 AND status = $2";
    const EVENT: &str = "
        INSERT INTO status_event (version_id, position, status_before, status, changed_by, changed_on, why)
        VALUES ($1, (SELECT COUNT(*) FROM status_event WHERE version_id = $1), $2, $3, $4, $5, $6)";
    let (before, after) = (event.before.as_str(), event.after.as_str());
    let changed = on_tx!(tx, |conn| sqlx::query(VERSION)
        .bind(version.0)
        .bind(before)
        .bind(after)
        .execute(conn)
        .await?
        .rows_affected());
    if changed == 0 {
        return Ok(false);
    }
    on_tx!(tx, |conn| sqlx::query(EVENT)
        .bind(version.0)
        .bind(before)
        .bind(after)
        .bind(&event.by)
        .bind(Millis::from(event.on))
        .bind(&event.why)
        .execute(conn)
        .await?
        .rows_affected());
    Ok(true)
}

/// Locks the manuals whose working lanes contain one of some versions, in the order in which everybody locks them: two
/// transactions that change the status of several versions would else block each other.
pub async fn lock_all(tx: &mut Tx, versions: &[VersionId]) -> Result<(), StoreError> {
    let mut ids = BTreeSet::new();
    for version in versions {
        ids.extend(list_holding(tx, *version).await?);
    }
    for id in &ids {
        manuals::lock(tx, id).await?;
    }
    Ok(())
}

/// Locks and lists the manuals whose working lane contains a version.
async fn lock_holding(tx: &mut Tx, version: VersionId) -> Result<Vec<ManualId>, StoreError> {
    let mut locked = list_holding(tx, version).await?;
    for id in &locked {
        manuals::lock(tx, id).await?;
    }
    // Another transaction may have replaced the version before this one had the locks.
    let held = list_holding(tx, version).await?;
    locked.retain(|id| held.contains(id));
    Ok(locked)
}

async fn list_holding(tx: &mut Tx, version: VersionId) -> Result<Vec<ManualId>, StoreError> {
    const SQL: &str = concat!(
        "SELECT manual_id FROM lane_entry WHERE version_id = $1 AND working_from < ",
        never!(),
        " AND working_to = ",
        never!(),
        " ORDER BY manual_id"
    );
    let ids: Vec<String> = on_tx!(tx, |conn| sqlx::query_scalar(SQL).bind(version.0).fetch_all(conn).await?);
    Ok(ids.into_iter().map(ManualId).collect())
}

/// The folded names of the manuals whose working lanes contain a version, without those in the trash. All of them, also
/// those that the caller may not see.
pub async fn list_showing(tx: &mut Tx, version: VersionId) -> Result<Vec<String>, StoreError> {
    const SQL: &str = concat!(
        "SELECT m.name_folded
        FROM lane_entry e
        JOIN manual m ON m.id = e.manual_id
        WHERE e.version_id = $1 AND NOT e.deleted AND e.working_from < ",
        never!(),
        " AND e.working_to = ",
        never!(),
        " AND m.deleted_on IS NULL
        ORDER BY m.name_folded"
    );
    Ok(on_tx!(tx, |conn| sqlx::query_scalar(SQL).bind(version.0).fetch_all(conn).await?))
}

/// The events of all versions of an object, oldest first, each with its version.
pub async fn list_of_object(tx: &mut Tx, object: ObjectId) -> Result<Vec<(VersionId, StatusEvent)>, StoreError> {
    const SQL: &str = "
        SELECT e.version_id, e.status_before, e.status, e.changed_by, e.changed_on, e.why
        FROM status_event e
        JOIN version v ON v.id = e.version_id
        WHERE v.object_id = $1
        ORDER BY e.changed_on, e.version_id, e.position";
    let rows: Vec<StatusEventRow> = on_tx!(tx, |conn| sqlx::query_as(SQL).bind(object.0).fetch_all(conn).await?);
    rows.into_iter().map(|row| Ok((VersionId(row.version_id), row.into_event()?))).collect()
}

/// The version of each object of a manual that was released last, of those that were not withdrawn since.
pub async fn list_last_released(tx: &mut Tx, manual: &ManualId) -> Result<HashMap<ObjectId, VersionId>, StoreError> {
    const SQL: &str = "
        SELECT v.object_id, e.version_id
        FROM status_event e
        JOIN version v ON v.id = e.version_id
        JOIN object o ON o.id = v.object_id
        WHERE o.manual_id = $1 AND e.status = 'Released' AND v.status = 'Released'
        ORDER BY e.changed_on, e.version_id, e.position";
    let rows: Vec<(i64, i64)> = on_tx!(tx, |conn| sqlx::query_as(SQL).bind(&manual.0).fetch_all(conn).await?);
    Ok(rows.into_iter().map(|(object, version)| (ObjectId(object), VersionId(version))).collect())
}
