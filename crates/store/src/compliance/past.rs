//! Items and references as they were until a change replaced them, so that the state of any moment can be told.
//!
//! A row is added before the change, in its transaction. Several changes in one millisecond add one row: the states between
//! them lasted no time.

use chrono::{DateTime, Utc};
use domain::id::{PolicyClauseId, PolicyItemId};
use sqlx::QueryBuilder;

use crate::StoreError;
use crate::millis::Millis;
use crate::search::ROWS_PER_STATEMENT;
use crate::tx::Tx;

macro_rules! start {
    () => {
        "INSERT INTO policy_reference_past (
            policy_reference_id, replaced_on, policy_item_id, clause_marker, target, manual_id, object_id, version_id,
            chapter, anchor, quote, state, comment, created_on, confirmed_on, updated_on)
        SELECT r.id, "
    };
}

macro_rules! rest {
    () => {
        ", r.policy_item_id, COALESCE((SELECT c.marker FROM policy_clause c WHERE c.id = r.policy_clause_id), ''), r.target,
            r.manual_id, r.object_id, r.version_id, r.chapter, r.anchor, r.quote, r.state, r.comment, r.created_on,
            COALESCE(r.confirmed_on, r.updated_on), r.updated_on
        FROM policy_reference r
        WHERE "
    };
}

/// The statement before and behind the time of the change.
const START: &str = start!();
const REST: &str = rest!();

/// Adds the references `r` that pass, with the parameter that has the time of the change.
macro_rules! keep_references {
    ($now:literal, $($where:tt)+) => {
        concat!($crate::compliance::past::start!(), $now, $crate::compliance::past::rest!(), $($where)+, " ON CONFLICT DO NOTHING")
    };
}

pub(super) use {keep_references, rest, start};

/// Keeps items as they are, before a change at this time.
pub async fn keep_items(tx: &mut Tx, ids: &[PolicyItemId], now: DateTime<Utc>) -> Result<(), StoreError> {
    for some in ids.chunks(ROWS_PER_STATEMENT) {
        on_tx!(tx, |conn| {
            let mut query = QueryBuilder::new(
                "INSERT INTO policy_item_past (
                    policy_item_id, replaced_on, code, title, kind, effective_on, is_assessable, status, proposed_status,
                    in_scope, scope_reason, applicability, operator_code, owner_id, review_on, needs_recheck,
                    is_withdrawn, updated_on)
                SELECT id, ",
            );
            query.push_bind(Millis::from(now)).push(
                ", code, title, kind, effective_on, is_assessable, status, proposed_status, in_scope, scope_reason,
                    applicability, operator_code, owner_id, review_on, recheck_on IS NOT NULL, withdrawn_on IS NOT NULL,
                    updated_on
                FROM policy_item
                WHERE id IN (",
            );
            let mut list = query.separated(", ");
            for id in some {
                list.push_bind(id.0.clone());
            }
            list.push_unseparated(") ON CONFLICT DO NOTHING");
            query.build().persistent(false).execute(conn).await?.rows_affected()
        });
    }
    Ok(())
}

/// Keeps references as they are, before a change at this time.
pub(super) async fn keep_references_of(tx: &mut Tx, ids: &[&str], now: DateTime<Utc>) -> Result<(), StoreError> {
    const SQL: &str = keep_references!("$1", "r.id = $2");
    if let [id] = ids {
        on_tx!(tx, |conn| sqlx::query(SQL).bind(Millis::from(now)).bind(*id).execute(conn).await?.rows_affected());
        return Ok(());
    }
    for some in ids.chunks(ROWS_PER_STATEMENT) {
        on_tx!(tx, |conn| {
            let mut query = QueryBuilder::new(START);
            query.push_bind(Millis::from(now)).push(REST).push("r.id IN (");
            let mut list = query.separated(", ");
            for id in some {
                list.push_bind((*id).to_owned());
            }
            list.push_unseparated(") ON CONFLICT DO NOTHING");
            query.build().persistent(false).execute(conn).await?.rows_affected()
        });
    }
    Ok(())
}

/// Keeps the references of the clauses of an item as they are, before its clauses change at this time: a reference loses
/// a clause that goes.
pub async fn keep_clause_references(tx: &mut Tx, item: &PolicyItemId, now: DateTime<Utc>) -> Result<(), StoreError> {
    const SQL: &str = keep_references!("$1", "r.policy_item_id = $2 AND r.policy_clause_id IS NOT NULL");
    on_tx!(tx, |conn| sqlx::query(SQL).bind(Millis::from(now)).bind(&item.0).execute(conn).await?.rows_affected());
    Ok(())
}

/// The same for the clauses of many items.
pub async fn keep_references_of_clauses(
    tx: &mut Tx,
    clauses: &[&PolicyClauseId],
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    for some in clauses.chunks(ROWS_PER_STATEMENT) {
        on_tx!(tx, |conn| {
            let mut query = QueryBuilder::new(START);
            query.push_bind(Millis::from(now)).push(REST).push("r.policy_clause_id IN (");
            let mut list = query.separated(", ");
            for id in some {
                list.push_bind(id.0.clone());
            }
            list.push_unseparated(") ON CONFLICT DO NOTHING");
            query.build().persistent(false).execute(conn).await?.rows_affected()
        });
    }
    Ok(())
}
