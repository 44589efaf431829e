//! Decisions about OEM revisions, and the changes of the working lane that follow from them.
//!
//! A decision is one snapshot of the working lane, whatever it changes. It has the number and the name of an OEM
//! revision: the one that people work on from then on.

use chrono::{DateTime, Utc};
use domain::id::{ManualId, ObjectId, SnapshotId, VersionId};
use domain::snapshot::{Decision, Snapshot};
use sqlx::QueryBuilder;

use super::entries::{INTO, of_version};
use super::marks::is_referenced;
use super::working::{count_changed, mark_working, switch_referenced};
use super::{SnapshotRow, columns};
use crate::StoreError;
use crate::blocks::{self, Sequence};
use crate::millis::Millis;
use crate::search::{ROWS_PER_STATEMENT, is_reused};
use crate::tx::Tx;

/// The newest confirmed OEM revision before the one with this number: what a later one is compared with.
pub async fn find_confirmed_before(
    tx: &mut Tx,
    manual: &ManualId,
    number: i64,
) -> Result<Option<Snapshot>, StoreError> {
    const SQL: &str = concat!(
        "SELECT ",
        columns!(),
        " FROM snapshot s
          WHERE s.manual_id = $1 AND s.kind = 'oem' AND s.state = 'ready' AND s.number < $2 AND s.decision = 'confirmed'
          ORDER BY s.number DESC
          LIMIT 1"
    );
    let row: Option<SnapshotRow> =
        on_tx!(tx, |conn| sqlx::query_as(SQL).bind(&manual.0).bind(number).fetch_optional(conn).await?);
    row.map(SnapshotRow::into_snapshot).transpose()
}

/// A later OEM revision of the manual has this decision.
pub async fn is_followed_by(tx: &mut Tx, revision: &Snapshot, decision: Decision) -> Result<bool, StoreError> {
    const SQL: &str = "
        SELECT EXISTS (
            SELECT 1
            FROM snapshot
            WHERE manual_id = $1 AND kind = 'oem' AND state = 'ready' AND number > $2 AND decision = $3)";
    Ok(on_tx!(tx, |conn| sqlx::query_scalar(SQL)
        .bind(&revision.manual_id.0)
        .bind(revision.number)
        .bind(decision.as_str())
        .fetch_one(conn)
        .await?))
}

/// Changes the decision about an OEM revision; `false` when it is not the expected one any more.
pub async fn update_decision(tx: &mut Tx, id: SnapshotId, from: Decision, to: Decision) -> Result<bool, StoreError> {
    const SQL: &str = "
        UPDATE snapshot
        SET decision = $3
        WHERE id = $1 AND kind = 'oem' AND state = 'ready' AND decision = $2";
    let changed = on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(id.0)
        .bind(from.as_str())
        .bind(to.as_str())
        .execute(conn)
        .await?
        .rows_affected());
    Ok(changed == 1)
}

/// Changes the decision about all OEM revisions between two numbers, both excluded.
pub async fn update_decisions_between(
    tx: &mut Tx,
    manual: &ManualId,
    (after, before): (i64, i64),
    from: Decision,
    to: Decision,
) -> Result<(), StoreError> {
    const SQL: &str = "
        UPDATE snapshot
        SET decision = $5
        WHERE manual_id = $1 AND kind = 'oem' AND state = 'ready' AND number > $2 AND number < $3 AND decision = $4";
    on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&manual.0)
        .bind(after)
        .bind(before)
        .bind(from.as_str())
        .bind(to.as_str())
        .execute(conn)
        .await?
        .rows_affected());
    Ok(())
}

/// Begins a decision in the working lane of a locked manual: points it to a new snapshot with the number and name of an
/// OEM revision. `None` when the lane is empty.
pub async fn begin_decided(
    tx: &mut Tx,
    manual: &ManualId,
    revision: SnapshotId,
    by: &str,
    now: DateTime<Utc>,
) -> Result<Option<SnapshotId>, StoreError> {
    const SNAPSHOT: &str = "
        INSERT INTO snapshot (
            id, manual_id, kind, number, name, state, package_id, issue_number, issue_date, language, complete,
            object_count, module_count, created_by, created_on, base_id, contents_id)
        SELECT CAST($2 AS BIGINT), b.manual_id, 'working', r.number, r.name, 'ready', r.package_id, r.issue_number,
            r.issue_date, r.language, r.complete, b.object_count, b.module_count, $3, CAST($4 AS BIGINT), b.id,
            b.contents_id
        FROM manual m
        JOIN snapshot b ON b.id = m.working_snapshot_id
        JOIN snapshot r ON r.id = $5
        WHERE m.id = $1";
    const LANE: &str = "UPDATE manual SET working_snapshot_id = $2 WHERE id = $1";
    let id = SnapshotId(blocks::take(tx, Sequence::Snapshot, 1).await?);
    let added = on_tx!(tx, |conn| sqlx::query(SNAPSHOT)
        .bind(&manual.0)
        .bind(id.0)
        .bind(by)
        .bind(Millis::from(now))
        .bind(revision.0)
        .execute(conn)
        .await?
        .rows_affected());
    if added == 0 {
        return Ok(None);
    }
    on_tx!(tx, |conn| sqlx::query(LANE).bind(&manual.0).bind(id.0).execute(conn).await?.rows_affected());
    Ok(Some(id))
}

/// Puts versions into the working lane at the point of a decision, each instead of the current version of its object.
///
/// Objects that were deleted are no longer in the trash: a purge would take the comments and references of what people
/// read again.
pub async fn put_decided(tx: &mut Tx, change: SnapshotId, versions: &[VersionId]) -> Result<(), StoreError> {
    const ENDED: &str =
        concat!(") AND working_to = ", never!(), " AND object_id IN (SELECT object_id FROM version WHERE id IN (");
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
        WHERE s.id = "
    );
    const UNDELETED: &str = "
        UPDATE object
        SET deleted_on = NULL, deleted_by = NULL, purged_on = NULL
        WHERE deleted_on IS NOT NULL AND id IN (SELECT object_id FROM version WHERE id IN (";
    for some in versions.chunks(ROWS_PER_STATEMENT) {
        on_tx!(tx, |conn| {
            let mut query = QueryBuilder::new("UPDATE lane_entry SET working_to = ");
            query.push_bind(change.0).push(" WHERE working_from < ").push_bind(change.0);
            query.push(" AND manual_id = (SELECT manual_id FROM snapshot WHERE id = ").push_bind(change.0).push(ENDED);
            let mut list = query.separated(", ");
            for version in some {
                list.push_bind(version.0);
            }
            list.push_unseparated("))");
            query.build().persistent(is_reused(some.len())).execute(conn).await?.rows_affected()
        });
        on_tx!(tx, |conn| {
            let mut query = QueryBuilder::new(INTO);
            query.push(ADDED).push_bind(change.0).push(" AND v.id IN (");
            let mut list = query.separated(", ");
            for version in some {
                list.push_bind(version.0);
            }
            list.push_unseparated(")");
            query.build().persistent(is_reused(some.len())).execute(conn).await?.rows_affected()
        });
        on_tx!(tx, |conn| {
            let mut query = QueryBuilder::new(UNDELETED);
            let mut list = query.separated(", ");
            for version in some {
                list.push_bind(version.0);
            }
            list.push_unseparated("))");
            query.build().persistent(is_reused(some.len())).execute(conn).await?.rows_affected()
        });
    }
    Ok(())
}

/// Removes objects from the working lane at the point of a decision.
pub async fn remove_decided(tx: &mut Tx, change: SnapshotId, objects: &[ObjectId]) -> Result<(), StoreError> {
    for some in objects.chunks(ROWS_PER_STATEMENT) {
        on_tx!(tx, |conn| {
            let mut query = QueryBuilder::new("UPDATE lane_entry SET working_to = ");
            query.push_bind(change.0).push(" WHERE working_from < ").push_bind(change.0);
            query.push(" AND manual_id = (SELECT manual_id FROM snapshot WHERE id = ").push_bind(change.0);
            query.push(concat!(") AND working_to = ", never!(), " AND object_id IN ("));
            let mut list = query.separated(", ");
            for object in some {
                list.push_bind(object.0);
            }
            list.push_unseparated(")");
            query.build().persistent(is_reused(some.len())).execute(conn).await?.rows_affected()
        });
    }
    Ok(())
}

/// Removes media from the working lane at the point of a decision, except those that a module there still shows.
pub async fn remove_unused_media(
    tx: &mut Tx,
    manual: &ManualId,
    change: SnapshotId,
    media: &[ObjectId],
) -> Result<(), StoreError> {
    const SQL: &str = concat!(
        "UPDATE lane_entry AS held
        SET working_to = $1
        WHERE held.manual_id = $2 AND held.object_id = $3 AND held.working_from < $1 AND held.working_to = ",
        never!(),
        " AND NOT ",
        is_referenced!()
    );
    for object in media {
        on_tx!(tx, |conn| sqlx::query(SQL)
            .bind(change.0)
            .bind(&manual.0)
            .bind(object.0)
            .execute(conn)
            .await?
            .rows_affected());
    }
    Ok(())
}

/// Lets a snapshot use the contents of another one that contains the same.
pub async fn use_contents_of(tx: &mut Tx, snapshot: SnapshotId, other: SnapshotId) -> Result<(), StoreError> {
    const SQL: &str = "
        UPDATE snapshot
        SET contents_id = (SELECT o.contents_id FROM snapshot o WHERE o.id = $2)
        WHERE id = $1";
    on_tx!(tx, |conn| sqlx::query(SQL).bind(snapshot.0).bind(other.0).execute(conn).await?.rows_affected());
    Ok(())
}

/// Ends a decision about one object that was there before, and that is not part of the contents' structure: marks it and
/// what it began or ceased to refer to, by folded codes, and counts.
pub async fn finish_decided_object(
    tx: &mut Tx,
    manual: &ManualId,
    change: SnapshotId,
    codes_folded: &[String],
) -> Result<(), StoreError> {
    mark_added(tx, change).await?;
    mark_working(tx, manual, codes_folded).await?;
    count_changed(tx, change).await
}

/// Marks the entries that a decision added and that something refers to.
async fn mark_added(tx: &mut Tx, change: SnapshotId) -> Result<(), StoreError> {
    const SQL: &str = concat!(
        "UPDATE lane_entry AS held SET referenced = TRUE WHERE held.working_from = $1 AND held.oem_from = ",
        never!(),
        " AND ",
        is_referenced!()
    );
    on_tx!(tx, |conn| sqlx::query(SQL).bind(change.0).execute(conn).await?.rows_affected());
    Ok(())
}

/// Ends a decision: marks what its contents and modules refer to, and counts. To be called when entries, references and
/// contents are complete.
pub async fn finish_decided(tx: &mut Tx, manual: &ManualId, change: SnapshotId) -> Result<(), StoreError> {
    const DIFFERENT: &str = concat!(
        "SELECT held.object_id
        FROM lane_entry held
        WHERE held.manual_id = $2 AND held.working_from < $1 AND held.working_to = ",
        never!(),
        " AND held.referenced <> ",
        is_referenced!()
    );
    mark_added(tx, change).await?;
    let different: Vec<i64> =
        on_tx!(tx, |conn| sqlx::query_scalar(DIFFERENT).bind(change.0).bind(&manual.0).fetch_all(conn).await?);
    for object in different {
        switch_referenced(tx, manual, ObjectId(object), change).await?;
    }
    count_changed(tx, change).await
}
