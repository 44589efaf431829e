//! References whose text changed or went: somebody has to check them again. Each statement notes them in the history of
//! their items first, and keeps them as they are. All references count, also those that the caller may not see.

use chrono::{DateTime, Utc};
use domain::id::{ManualId, ObjectId, PolicyItemId, PolicyReferenceId, SnapshotId};
use sqlx::QueryBuilder;

use super::past::{keep_references, keep_references_of};
use crate::StoreError;
use crate::millis::Millis;
use crate::search::ROWS_PER_STATEMENT;
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
            $($where)+
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
            list.push_unseparated(")");
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

/// Marks the references to modules of a manual to which a snapshot of the working lane gave another content than they had
/// before and than that in which the reference was confirmed, and to modules that it took out. Gives their number.
pub async fn mark_changed(
    tx: &mut Tx,
    manual: &ManualId,
    snapshot: SnapshotId,
    by: &str,
    now: DateTime<Utc>,
) -> Result<u64, StoreError> {
    const NOTE: &str = note_suspects!(is_changed!("$3", "$4"));
    const KEEP: &str = keep_references!("$1", "r.state = 'current' AND ", is_changed!("$2", "$3"));
    const MARK: &str = mark!(is_changed!("$1", "$2"));
    on_tx!(tx, |conn| sqlx::query(NOTE)
        .bind(by)
        .bind(Millis::from(now))
        .bind(&manual.0)
        .bind(snapshot.0)
        .execute(conn)
        .await?
        .rows_affected());
    on_tx!(tx, |conn| sqlx::query(KEEP)
        .bind(Millis::from(now))
        .bind(&manual.0)
        .bind(snapshot.0)
        .execute(conn)
        .await?
        .rows_affected());
    Ok(on_tx!(tx, |conn| sqlx::query(MARK).bind(&manual.0).bind(snapshot.0).execute(conn).await?.rows_affected()))
}
