//! References whose text changed or went: somebody has to check them again. Each statement notes them in the history of
//! their items first, and keeps them as they are. All references count, also those that the caller may not see.
//!
//! A change of the requirement and one of its text may mark the same reference at the same time. On PostgreSQL both see it
//! unmarked, and the second finds the event of the first, which has the same id: it is noted once, and neither fails.

use chrono::{DateTime, Utc};
use domain::id::{CsdbId, ManualId, ObjectId, PolicyItemId, PolicyReferenceId, SnapshotId};
use sqlx::QueryBuilder;

use super::past::{keep_references, keep_references_of};
use crate::StoreError;
use crate::millis::Millis;
use crate::search::ROWS_PER_STATEMENT;
use crate::trash::TrashTarget;
use crate::tx::Tx;

/// Notes the references `r` that pass; the first parameters are who and when.
macro_rules! note_suspects {
    ($($where:tt)+) => {
        concat!(
            "INSERT INTO policy_event (
                id, policy_item_id, kind, before_value, after_value, why, account, about_manual, manual_id, created_on)
            SELECT r.id || '-' || r.version, r.policy_item_id, 'recheck', r.quote, '', '', $1, TRUE, r.manual_id, $2
            FROM policy_reference r
            WHERE r.state = 'current' AND ",
            $($where)+,
            " ON CONFLICT DO NOTHING"
        )
    };
}

/// Marks the references `r` that pass.
macro_rules! mark {
    ($($where:tt)+) => {
        concat!(
            "UPDATE policy_reference
            SET state = 'recheck', version = version + 1
            WHERE id IN (SELECT r.id FROM policy_reference r WHERE r.state = 'current' AND ",
            $($where)+,
            ")"
        )
    };
}

/// The module of the reference `r` has another content since a snapshot of the working lane of this manual, or is not in
/// the lane since then. A module whose row was only continued, with another mark, has the same content. The condition is
/// on the module alone, so that SQLite begins with the few that changed and not with all references of the manual.
macro_rules! is_changed {
    ($manual:literal, $snapshot:literal) => {
        concat!(
            "r.object_id IN (
                SELECT b.object_id
                FROM lane_entry b
                JOIN version p ON p.id = b.version_id
                WHERE b.manual_id = ",
            $manual,
            " AND b.deleted = FALSE AND b.working_from < ",
            $snapshot,
            " AND b.working_to = ",
            $snapshot,
            " AND b.working_to < ",
            never!(),
            " AND NOT EXISTS (
                    SELECT 1
                    FROM lane_entry e
                    JOIN version n ON n.id = e.version_id
                    WHERE e.manual_id = b.manual_id AND e.object_id = b.object_id AND e.deleted = FALSE
                    AND e.working_from <= ",
            $snapshot,
            " AND e.working_to > ",
            $snapshot,
            " AND n.blob = p.blob))
            AND NOT EXISTS (
                SELECT 1
                FROM lane_entry e
                JOIN version n ON n.id = e.version_id
                JOIN version v ON v.id = r.version_id
                WHERE e.manual_id = ",
            $manual,
            " AND e.object_id = r.object_id AND e.deleted = FALSE
                AND e.working_from <= ",
            $snapshot,
            " AND e.working_to > ",
            $snapshot,
            " AND n.blob = v.blob)"
        )
    };
}

/// The reference `r` was marked when its place was deleted at a time, and nothing happened to it since: the id of the event
/// has the version that it had before. A requirement that changed since has to be compared with the text as well.
macro_rules! is_returned {
    ($place:literal, $deleted:literal) => {
        concat!(
            "r.state = 'recheck' AND ",
            $place,
            " AND EXISTS (
                SELECT 1 FROM policy_event e
                WHERE e.id = r.id || '-' || (r.version - 1) AND e.kind = 'recheck' AND e.created_on = ",
            $deleted,
            ") AND NOT EXISTS (
                SELECT 1 FROM policy_event w
                WHERE w.policy_item_id = r.policy_item_id AND w.created_on >= ",
            $deleted,
            " AND (w.kind = 'requirementChanged' OR (w.kind = 'edition' AND w.before_value = 'changed')))"
        )
    };
}

/// The statements that note, keep and unmark the references to a place that came back; `$n` is the id of the place.
macro_rules! return_references {
    ($noted:literal, $kept:literal, $unmarked:literal) => {
        [
            concat!(
                "INSERT INTO policy_event (
                    id, policy_item_id, kind, before_value, after_value, why, account, about_manual, manual_id, created_on)
                SELECT r.id || '-' || r.version, r.policy_item_id, 'referenceReturned', '', r.quote, '', $1, TRUE,
                    r.manual_id, $2
                FROM policy_reference r
                WHERE ",
                is_returned!($noted, "$4")
            ),
            keep_references!("$1", is_returned!($kept, "$3")),
            concat!(
                "UPDATE policy_reference
                SET state = 'current', told_on = NULL, version = version + 1
                WHERE id IN (SELECT r.id FROM policy_reference r WHERE ",
                is_returned!($unmarked, "$2"),
                ")"
            ),
        ]
    };
}

/// The references to a module that nobody has to check again yet, each with its anchor; the anchor of a reference to the
/// whole module is empty. All of them: one that a limit left out would not be marked.
pub async fn list_current(tx: &mut Tx, module: ObjectId) -> Result<Vec<(PolicyReferenceId, String)>, StoreError> {
    const SQL: &str = "
        SELECT id, anchor
        FROM policy_reference
        WHERE object_id = $1 AND state = 'current'
        ORDER BY id";
    let rows: Vec<(String, String)> = on_tx!(tx, |conn| sqlx::query_as(SQL).bind(module.0).fetch_all(conn).await?);
    Ok(rows.into_iter().map(|(id, anchor)| (PolicyReferenceId(id), anchor)).collect())
}

/// Marks these references. Gives their number.
pub async fn mark_suspects(
    tx: &mut Tx,
    references: &[PolicyReferenceId],
    by: &str,
    now: DateTime<Utc>,
) -> Result<u64, StoreError> {
    let mut marked = 0;
    for some in references.chunks(ROWS_PER_STATEMENT) {
        on_tx!(tx, |conn| {
            let mut query = QueryBuilder::new(
                "INSERT INTO policy_event (
                    id, policy_item_id, kind, before_value, after_value, why, account, about_manual, manual_id,
                    created_on)
                SELECT r.id || '-' || r.version, r.policy_item_id, 'recheck', r.quote, '', '', ",
            );
            query.push_bind(by.to_owned()).push(", TRUE, r.manual_id, ").push_bind(Millis::from(now));
            query.push(" FROM policy_reference r WHERE r.state = 'current' AND r.id IN (");
            let mut list = query.separated(", ");
            for id in some {
                list.push_bind(id.0.clone());
            }
            list.push_unseparated(") ON CONFLICT DO NOTHING");
            query.build().execute(conn).await?.rows_affected()
        });
        let ids: Vec<&str> = some.iter().map(|id| id.0.as_str()).collect();
        keep_references_of(tx, &ids, now).await?;
        marked += on_tx!(tx, |conn| {
            let mut query = QueryBuilder::new(
                "UPDATE policy_reference
                SET state = 'recheck', version = version + 1
                WHERE state = 'current' AND id IN (",
            );
            let mut list = query.separated(", ");
            for id in some {
                list.push_bind(id.0.clone());
            }
            list.push_unseparated(")");
            query.build().execute(conn).await?.rows_affected()
        });
    }
    Ok(marked)
}

/// Marks the references to a module that is deleted. Gives their number.
pub async fn mark_suspects_of(tx: &mut Tx, module: ObjectId, by: &str, now: DateTime<Utc>) -> Result<u64, StoreError> {
    const NOTE: &str = note_suspects!("r.object_id = $3");
    const KEEP: &str = keep_references!("$1", "r.state = 'current' AND r.object_id = $2");
    const MARK: &str = mark!("r.object_id = $1");
    on_tx!(tx, |conn| sqlx::query(NOTE)
        .bind(by)
        .bind(Millis::from(now))
        .bind(module.0)
        .execute(conn)
        .await?
        .rows_affected());
    on_tx!(tx, |conn| sqlx::query(KEEP).bind(Millis::from(now)).bind(module.0).execute(conn).await?.rows_affected());
    Ok(on_tx!(tx, |conn| sqlx::query(MARK).bind(module.0).execute(conn).await?.rows_affected()))
}

/// Marks the references to a manual that is deleted, and to everything in it. Gives their number.
pub async fn mark_suspects_of_manual(
    tx: &mut Tx,
    manual: &ManualId,
    by: &str,
    now: DateTime<Utc>,
) -> Result<u64, StoreError> {
    const NOTE: &str = note_suspects!("r.manual_id = $3");
    const KEEP: &str = keep_references!("$1", "r.state = 'current' AND r.manual_id = $2");
    const MARK: &str = mark!("r.manual_id = $1");
    on_tx!(tx, |conn| sqlx::query(NOTE)
        .bind(by)
        .bind(Millis::from(now))
        .bind(&manual.0)
        .execute(conn)
        .await?
        .rows_affected());
    on_tx!(tx, |conn| sqlx::query(KEEP).bind(Millis::from(now)).bind(&manual.0).execute(conn).await?.rows_affected());
    Ok(on_tx!(tx, |conn| sqlx::query(MARK).bind(&manual.0).execute(conn).await?.rows_affected()))
}

/// The same for all manuals of a database. Those of a manual that was deleted before are marked already.
pub async fn mark_suspects_of_csdb(
    tx: &mut Tx,
    csdb: &CsdbId,
    by: &str,
    now: DateTime<Utc>,
) -> Result<u64, StoreError> {
    const NOTE: &str = note_suspects!("r.manual_id IN (SELECT m.id FROM manual m WHERE m.csdb_id = $3)");
    const KEEP: &str = keep_references!(
        "$1",
        "r.state = 'current' AND r.manual_id IN (SELECT m.id FROM manual m WHERE m.csdb_id = $2)"
    );
    const MARK: &str = mark!("r.manual_id IN (SELECT m.id FROM manual m WHERE m.csdb_id = $1)");
    on_tx!(tx, |conn| sqlx::query(NOTE)
        .bind(by)
        .bind(Millis::from(now))
        .bind(&csdb.0)
        .execute(conn)
        .await?
        .rows_affected());
    on_tx!(tx, |conn| sqlx::query(KEEP).bind(Millis::from(now)).bind(&csdb.0).execute(conn).await?.rows_affected());
    Ok(on_tx!(tx, |conn| sqlx::query(MARK).bind(&csdb.0).execute(conn).await?.rows_affected()))
}

/// Takes the marks back that the deletion of something made, once it comes back from the trash as it was. Gives their
/// number.
pub async fn unmark_returned(
    tx: &mut Tx,
    what: &TrashTarget,
    deleted_on: DateTime<Utc>,
    (by, now): (&str, DateTime<Utc>),
) -> Result<u64, StoreError> {
    const MODULE: [&str; 3] = return_references!(
        "r.object_id = CAST($3 AS BIGINT)",
        "r.object_id = CAST($2 AS BIGINT)",
        "r.object_id = CAST($1 AS BIGINT)"
    );
    const MANUAL: [&str; 3] = return_references!("r.manual_id = $3", "r.manual_id = $2", "r.manual_id = $1");
    const CSDB: [&str; 3] = return_references!(
        "r.manual_id IN (SELECT m.id FROM manual m WHERE m.csdb_id = $3)",
        "r.manual_id IN (SELECT m.id FROM manual m WHERE m.csdb_id = $2)",
        "r.manual_id IN (SELECT m.id FROM manual m WHERE m.csdb_id = $1)"
    );
    let ([note, keep, unmark], id) = match what {
        TrashTarget::File(id) => (MODULE, id.0.to_string()),
        TrashTarget::Manual(id) => (MANUAL, id.0.clone()),
        TrashTarget::Csdb(id) => (CSDB, id.0.clone()),
        TrashTarget::Media(_) => return Ok(0),
    };
    let (deleted_on, now) = (Millis::from(deleted_on), Millis::from(now));
    on_tx!(tx, |conn| sqlx::query(note)
        .bind(by)
        .bind(now)
        .bind(&id)
        .bind(deleted_on)
        .execute(conn)
        .await?
        .rows_affected());
    on_tx!(tx, |conn| sqlx::query(keep).bind(now).bind(&id).bind(deleted_on).execute(conn).await?.rows_affected());
    Ok(on_tx!(tx, |conn| sqlx::query(unmark).bind(&id).bind(deleted_on).execute(conn).await?.rows_affected()))
}

/// Marks the references of an item whose requirement changed. Gives their number.
pub async fn mark_suspects_of_item(
    tx: &mut Tx,
    item: &PolicyItemId,
    by: &str,
    now: DateTime<Utc>,
) -> Result<u64, StoreError> {
    const NOTE: &str = note_suspects!("r.policy_item_id = $3");
    const KEEP: &str = keep_references!("$1", "r.state = 'current' AND r.policy_item_id = $2");
    const MARK: &str = mark!("r.policy_item_id = $1");
    on_tx!(tx, |conn| sqlx::query(NOTE)
        .bind(by)
        .bind(Millis::from(now))
        .bind(&item.0)
        .execute(conn)
        .await?
        .rows_affected());
    on_tx!(tx, |conn| sqlx::query(KEEP).bind(Millis::from(now)).bind(&item.0).execute(conn).await?.rows_affected());
    Ok(on_tx!(tx, |conn| sqlx::query(MARK).bind(&item.0).execute(conn).await?.rows_affected()))
}

/// A reference to a module that a decision changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangedReference {
    pub id: PolicyReferenceId,
    /// Empty for the whole module.
    pub anchor: String,
    /// The content of the module now; `None` once it is out of the lane.
    pub content: Option<String>,
}

/// The references to modules of a manual to which a snapshot of the working lane gave another content than they had before
/// and than that in which the reference was confirmed, and to modules that it took out. Only those that nobody has to
/// check again yet.
pub async fn list_changed(
    tx: &mut Tx,
    manual: &ManualId,
    snapshot: SnapshotId,
) -> Result<Vec<ChangedReference>, StoreError> {
    const SQL: &str = concat!(
        "SELECT r.id, r.anchor, (
            SELECT n.blob
            FROM lane_entry e
            JOIN version n ON n.id = e.version_id
            WHERE e.manual_id = $1 AND e.object_id = r.object_id AND e.deleted = FALSE AND e.working_from <= $2
            AND e.working_to > $2
            LIMIT 1) AS content
        FROM policy_reference r
        WHERE r.state = 'current' AND ",
        is_changed!("$1", "$2"),
        " ORDER BY r.object_id, r.id"
    );
    let rows: Vec<(String, String, Option<String>)> =
        on_tx!(tx, |conn| sqlx::query_as(SQL).bind(&manual.0).bind(snapshot.0).fetch_all(conn).await?);
    let read = |(id, anchor, content)| ChangedReference { id: PolicyReferenceId(id), anchor, content };
    Ok(rows.into_iter().map(read).collect())
}

/// The modules of a manual with the anchors of the references to their paragraphs that nobody has to check again yet, each
/// once.
pub async fn list_anchors(tx: &mut Tx, manual: &ManualId) -> Result<Vec<(ObjectId, String)>, StoreError> {
    const SQL: &str = "
        SELECT DISTINCT object_id, anchor
        FROM policy_reference
        WHERE manual_id = $1 AND state = 'current' AND anchor <> '' AND object_id IS NOT NULL
        ORDER BY object_id, anchor";
    let rows: Vec<(i64, String)> = on_tx!(tx, |conn| sqlx::query_as(SQL).bind(&manual.0).fetch_all(conn).await?);
    Ok(rows.into_iter().map(|(module, anchor)| (ObjectId(module), anchor)).collect())
}
