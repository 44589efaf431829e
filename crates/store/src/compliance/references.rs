//! References from items to manuals: writing them.

use chrono::{DateTime, NaiveDate, Utc};
use domain::compliance::{PolicyPlace, PolicyReference};
use domain::id::{PolicyClauseId, PolicyItemId, PolicyReferenceId, UserId};
use sqlx::QueryBuilder;

use super::past::keep_references_of;
use crate::StoreError;
use crate::change_requests::day_text;
use crate::millis::Millis;
use crate::search::count;
use crate::tx::Tx;

/// Keeps the condition of each statement below the depth that SQLite takes.
const PAIRS_PER_STATEMENT: usize = 100;

pub async fn count_references(tx: &mut Tx, item: &PolicyItemId) -> Result<u64, StoreError> {
    const SQL: &str = "SELECT COUNT(*) FROM policy_reference WHERE policy_item_id = $1";
    Ok(count(on_tx!(tx, |conn| sqlx::query_scalar(SQL).bind(&item.0).fetch_one(conn).await?)))
}

/// Inserts a reference of an item, confirmed in the version of its place.
pub async fn insert_reference(
    tx: &mut Tx,
    id: &PolicyReferenceId,
    (item, clause): (&PolicyItemId, Option<&PolicyClauseId>),
    place: &PolicyPlace,
    comment: &str,
    (by, now): (&UserId, DateTime<Utc>),
) -> Result<(), StoreError> {
    const SQL: &str = "
        INSERT INTO policy_reference (
            id, policy_item_id, policy_clause_id, target, manual_id, object_id, version_id, chapter, anchor, quote, state,
            comment, created_by, created_on, updated_on, confirmed_on, version)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'current', $11, $12, $13, $13, $13, 1)";
    on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&id.0)
        .bind(&item.0)
        .bind(clause.map(|id| &id.0))
        .bind(place.target.as_str())
        .bind(&place.manual.0)
        .bind(place.module.map(|(object, _)| object.0))
        .bind(place.module.map(|(_, version)| version.0))
        .bind(&place.chapter)
        .bind(&place.anchor)
        .bind(&place.quote)
        .bind(comment)
        .bind(&by.0)
        .bind(Millis::from(now))
        .execute(conn)
        .await?
        .rows_affected());
    Ok(())
}

/// Gives a new reference an owner and a review date of its own.
pub async fn assign_reference(
    tx: &mut Tx,
    id: &PolicyReferenceId,
    owner: Option<&UserId>,
    review_on: Option<NaiveDate>,
) -> Result<(), StoreError> {
    const SQL: &str = "UPDATE policy_reference SET owner_id = $2, review_on = $3 WHERE id = $1";
    on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&id.0)
        .bind(owner.map(|id| &id.0))
        .bind(review_on.map(day_text))
        .execute(conn)
        .await?
        .rows_affected());
    Ok(())
}

/// The values of a reference that people give, besides its place.
#[derive(Debug, Clone, Copy)]
pub struct ReferenceValues<'a> {
    pub clause: Option<&'a PolicyClauseId>,
    pub comment: &'a str,
    pub owner: Option<&'a UserId>,
    pub review_on: Option<NaiveDate>,
}

/// Writes the values of a reference; `false` when somebody changed it since it was read. A new owner is told of everything
/// that is open.
pub async fn update_reference(
    tx: &mut Tx,
    reference: &PolicyReference,
    values: ReferenceValues<'_>,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    const SQL: &str = "
        UPDATE policy_reference
        SET policy_clause_id = $3, comment = $4, updated_on = $5, owner_id = $6, review_on = $7,
            told_on = CASE WHEN COALESCE(owner_id, '') = COALESCE($6, '') THEN told_on END,
            reminded_on = CASE WHEN COALESCE(owner_id, '') = COALESCE($6, '') THEN reminded_on END,
            version = version + 1
        WHERE id = $1 AND version = $2";
    keep_references_of(tx, &[reference.id.0.as_str()], now).await?;
    let changed = on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&reference.id.0)
        .bind(reference.version)
        .bind(values.clause.map(|id| &id.0))
        .bind(values.comment)
        .bind(Millis::from(now))
        .bind(values.owner.map(|id| &id.0))
        .bind(values.review_on.map(day_text))
        .execute(conn)
        .await?
        .rows_affected());
    Ok(changed == 1)
}

/// Confirms a reference at a place, perhaps another one; `false` when somebody changed it since it was read.
pub async fn confirm_reference(
    tx: &mut Tx,
    reference: &PolicyReference,
    place: &PolicyPlace,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    const SQL: &str = "
        UPDATE policy_reference
        SET target = $3, manual_id = $4, object_id = $5, version_id = $6, chapter = $7, chapter_gone = FALSE, anchor = $8,
            quote = $9, state = 'current', told_on = NULL, updated_on = $10, confirmed_on = $10, version = version + 1
        WHERE id = $1 AND version = $2";
    keep_references_of(tx, &[reference.id.0.as_str()], now).await?;
    let changed = on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&reference.id.0)
        .bind(reference.version)
        .bind(place.target.as_str())
        .bind(&place.manual.0)
        .bind(place.module.map(|(object, _)| object.0))
        .bind(place.module.map(|(_, version)| version.0))
        .bind(&place.chapter)
        .bind(&place.anchor)
        .bind(&place.quote)
        .bind(Millis::from(now))
        .execute(conn)
        .await?
        .rows_affected());
    Ok(changed == 1)
}

/// Deletes references, each with the version that was read; gives the number of those that nobody changed since.
pub async fn delete_references(
    tx: &mut Tx,
    references: &[(&PolicyReferenceId, i64)],
    now: DateTime<Utc>,
) -> Result<u64, StoreError> {
    let ids: Vec<&str> = references.iter().map(|(id, _)| id.0.as_str()).collect();
    keep_references_of(tx, &ids, now).await?;
    let mut deleted = 0;
    for some in references.chunks(PAIRS_PER_STATEMENT) {
        deleted += on_tx!(tx, |conn| {
            let mut query = QueryBuilder::new("DELETE FROM policy_reference WHERE ");
            let mut list = query.separated(" OR ");
            for (id, version) in some {
                list.push("(id = ").push_bind_unseparated(id.0.clone());
                list.push_unseparated(" AND version = ").push_bind_unseparated(*version).push_unseparated(")");
            }
            query.build().execute(conn).await?.rows_affected()
        });
    }
    Ok(deleted)
}
