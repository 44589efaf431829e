//! Snapshots: built unpublished, then published in one small transaction.

mod changed;
mod decided;
mod delivered;
mod entries;
mod first;
mod marks;
mod oem;
mod outline;
mod unpublished;
mod waiting;
mod working;

use chrono::{DateTime, Utc};
use domain::id::{ManualId, SnapshotId};
use domain::snapshot::{Decision, Lane, NewSnapshot, Snapshot};
use sqlx::QueryBuilder;

use crate::StoreError;
use crate::blocks::{self, Sequence};
use crate::millis::Millis;
use crate::search::{ROWS_PER_STATEMENT, count};
use crate::tx::Tx;

pub use changed::{ChangedObject, list_changed, list_referencing, list_since};
pub use decided::{
    begin_decided, find_confirmed_before, finish_decided, finish_decided_object, is_followed_by, put_decided,
    remove_decided, remove_unused_media, update_decision, update_decisions_between, use_contents_of,
};
pub use delivered::{find_at, find_before, find_by_package, find_containing};
pub use entries::{find_last_working, find_versions, list_working_versions, own_contents};
pub use first::begin_working;
pub use marks::mark_referenced;
pub use oem::{adopt, deliver, list_replaced, list_replaced_media, only_adds_languages, remove};
pub use outline::{SnapshotObject, list_objects};
pub use unpublished::{delete_building, delete_toc, find_building, list_building, propose};
pub use waiting::{WaitingRevision, count_waiting, count_waiting_of, list_adoptable_in, list_all_waiting};
pub use working::{lock_showing, mark_working, put_working, remove_working, show_working};

const TABLE: &str = "snapshot";

macro_rules! columns {
    () => {
        "s.id, s.manual_id, s.kind, s.number, s.name, s.decision, s.package_id, s.issue_number, s.issue_date, \
         s.language, s.complete, s.object_count, s.module_count, s.created_by, s.created_on"
    };
}
use columns;

#[derive(sqlx::FromRow)]
struct SnapshotRow {
    id: i64,
    manual_id: String,
    kind: String,
    number: i64,
    name: String,
    decision: Option<String>,
    package_id: Option<String>,
    issue_number: String,
    issue_date: String,
    language: String,
    complete: bool,
    object_count: i64,
    module_count: i64,
    created_by: String,
    created_on: Millis,
}

impl SnapshotRow {
    fn into_snapshot(self) -> Result<Snapshot, StoreError> {
        let unreadable = |column| StoreError::Unreadable { table: TABLE, column };
        let decision = self.decision.map(|word| Decision::parse(&word).ok_or_else(|| unreadable("decision")));
        Ok(Snapshot {
            id: SnapshotId(self.id),
            manual_id: ManualId(self.manual_id),
            lane: Lane::parse(&self.kind).ok_or_else(|| unreadable("kind"))?,
            number: self.number,
            name: self.name,
            decision: decision.transpose()?,
            package_id: self.package_id,
            issue_number: self.issue_number,
            issue_date: self.issue_date,
            language: self.language,
            complete: self.complete,
            object_count: count(self.object_count),
            module_count: count(self.module_count),
            created_by: self.created_by,
            created_on: self.created_on.read(TABLE, "created_on")?,
        })
    }
}

/// Inserts a snapshot that is invisible until [`publish`].
pub async fn insert(tx: &mut Tx, snapshot: &NewSnapshot) -> Result<SnapshotId, StoreError> {
    const SQL: &str = "
        INSERT INTO snapshot (
            id, manual_id, kind, name, state, package_id, issue_number, issue_date, language, complete,
            object_count, module_count, created_by, created_on, base_id, contents_id)
        VALUES (
            $1, $2, $3, $4, 'building', $5, $6, $7, $8, $9, 0, 0, $10, $11,
            (SELECT oem_snapshot_id FROM manual WHERE id = $2), $1)";
    let id = blocks::take(tx, Sequence::Snapshot, 1).await?;
    on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(id)
        .bind(&snapshot.manual_id.0)
        .bind(snapshot.lane.as_str())
        .bind(&snapshot.name)
        .bind(&snapshot.package_id)
        .bind(&snapshot.issue_number)
        .bind(&snapshot.issue_date)
        .bind(&snapshot.language)
        .bind(snapshot.complete)
        .bind(&snapshot.created_by)
        .bind(Millis::from(snapshot.created_on))
        .execute(conn)
        .await?
        .rows_affected());
    Ok(SnapshotId(id))
}

/// Publishes a snapshot: counts its entries, assigns the next number, and gives it the moment from which it can be read.
/// `false` when it is not being built.
///
/// Moving the lanes of its manual belongs in the same transaction.
pub async fn publish(
    tx: &mut Tx,
    id: SnapshotId,
    decision: Option<Decision>,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    const SQL: &str = "
        UPDATE snapshot
        SET state = 'ready', decision = $2, created_on = $3,
            number = (
                SELECT 1 + COALESCE(MAX(earlier.number), 0)
                FROM snapshot earlier
                WHERE earlier.manual_id = snapshot.manual_id AND earlier.kind = snapshot.kind),
            object_count = (SELECT COUNT(*) FROM snapshot_entry WHERE snapshot_id = $1),
            module_count = (SELECT COUNT(*) FROM snapshot_entry WHERE snapshot_id = $1 AND shelf = 1)
        WHERE id = $1 AND state = 'building'";
    let decision = decision.map(Decision::as_str);
    let shown = on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(id.0)
        .bind(decision)
        .bind(Millis::from(now))
        .execute(conn)
        .await?
        .rows_affected());
    Ok(shown == 1)
}

/// Finds a published snapshot.
pub async fn find(tx: &mut Tx, id: SnapshotId) -> Result<Option<Snapshot>, StoreError> {
    const SQL: &str = concat!("SELECT ", columns!(), " FROM snapshot s WHERE s.id = $1 AND s.state = 'ready'");
    let row: Option<SnapshotRow> = on_tx!(tx, |conn| sqlx::query_as(SQL).bind(id.0).fetch_optional(conn).await?);
    row.map(SnapshotRow::into_snapshot).transpose()
}

/// The snapshots that the lanes of these manuals point to.
pub async fn list_in_lanes(tx: &mut Tx, manuals: &[&ManualId]) -> Result<Vec<Snapshot>, StoreError> {
    const SQL: &str = concat!(
        "SELECT DISTINCT ",
        columns!(),
        " FROM manual m
          JOIN snapshot s ON s.id IN (
              m.oem_snapshot_id, m.working_snapshot_id, m.frozen_snapshot_id, m.released_snapshot_id)
          WHERE s.state = 'ready' AND m.id IN ("
    );
    let mut found = Vec::new();
    for some in manuals.chunks(ROWS_PER_STATEMENT) {
        let rows: Vec<SnapshotRow> = on_tx!(tx, |conn| {
            let mut query = QueryBuilder::new(SQL);
            let mut list = query.separated(", ");
            for manual in some {
                list.push_bind(&manual.0);
            }
            query.push(")").build_query_as().fetch_all(conn).await?
        });
        for row in rows {
            found.push(row.into_snapshot()?);
        }
    }
    Ok(found)
}

/// The snapshots of one lane of a manual, newest first.
pub async fn list(tx: &mut Tx, manual: &ManualId, lane: Lane) -> Result<Vec<Snapshot>, StoreError> {
    const SQL: &str = concat!(
        "SELECT ",
        columns!(),
        " FROM snapshot s
          WHERE s.manual_id = $1 AND s.kind = $2 AND s.state = 'ready'
          ORDER BY s.number DESC"
    );
    let rows: Vec<SnapshotRow> =
        on_tx!(tx, |conn| sqlx::query_as(SQL).bind(&manual.0).bind(lane.as_str()).fetch_all(conn).await?);
    rows.into_iter().map(SnapshotRow::into_snapshot).collect()
}
