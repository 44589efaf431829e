//! Writing a version of a regulation, many rows at a time.

mod clauses;
mod items;

use chrono::{DateTime, NaiveDate, Utc};
use domain::compliance::{PolicyCategory, PolicyEventKind};
use domain::id::{ComplianceCollectionId, PolicyCategoryId, PolicyEventId, PolicyItemId};
use sqlx::QueryBuilder;

use super::source::CollectionSource;
use crate::StoreError;
use crate::change_requests::day_text;
use crate::compliance::keep_collection;
use crate::json;
use crate::millis::Millis;
use crate::search::{ROWS_PER_STATEMENT, is_reused};
use crate::tx::Tx;

pub use clauses::{PlacedClause, delete_clauses, put_clauses};
pub use items::{
    PlacedItem, drop_proposals, free_codes, insert_placed_items, move_items, propose_again, rewrite_items,
    withdraw_items,
};

/// A category with its place in the order of the collection.
#[derive(Debug, Clone)]
pub struct PlacedCategory {
    pub category: PolicyCategory,
    pub position: i64,
}

/// Inserts categories, those around others first.
pub async fn insert_placed_categories(tx: &mut Tx, categories: &[PlacedCategory]) -> Result<(), StoreError> {
    const SQL: &str = "
        INSERT INTO policy_category (
            id, collection_id, parent_id, path, code, name, position, created_on, updated_on, version)
        ";
    for some in categories.chunks(ROWS_PER_STATEMENT) {
        on_tx!(tx, |conn| QueryBuilder::new(SQL)
            .push_values(some, |mut values, PlacedCategory { category, position }| {
                values
                    .push_bind(&category.id.0)
                    .push_bind(&category.collection.0)
                    .push_bind(category.parent.as_ref().map(|id| &id.0))
                    .push_bind(&category.path)
                    .push_bind(&category.code)
                    .push_bind(&category.name)
                    .push_bind(*position)
                    .push_bind(Millis::from(category.updated_on))
                    .push_bind(Millis::from(category.updated_on))
                    .push_bind(1_i64);
            })
            .build()
            .persistent(is_reused(some.len()))
            .execute(conn)
            .await?
            .rows_affected());
    }
    Ok(())
}

/// Writes the names and the place of a category.
pub async fn place_category(tx: &mut Tx, placed: &PlacedCategory, now: DateTime<Utc>) -> Result<(), StoreError> {
    const SQL: &str = "
        UPDATE policy_category
        SET parent_id = $2, path = $3, code = $4, name = $5, position = $6, updated_on = $7, version = version + 1
        WHERE id = $1";
    let category = &placed.category;
    on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&category.id.0)
        .bind(category.parent.as_ref().map(|id| &id.0))
        .bind(&category.path)
        .bind(&category.code)
        .bind(&category.name)
        .bind(placed.position)
        .bind(Millis::from(now))
        .execute(conn)
        .await?
        .rows_affected());
    Ok(())
}

/// Deletes a category that contains nothing; `false` when it contains something.
pub async fn delete_empty_category(tx: &mut Tx, id: &PolicyCategoryId) -> Result<bool, StoreError> {
    const SQL: &str = "
        DELETE FROM policy_category
        WHERE id = $1
        AND NOT EXISTS (SELECT 1 FROM policy_item i WHERE i.category_id = $1)
        AND NOT EXISTS (SELECT 1 FROM policy_category c WHERE c.parent_id = $1)";
    Ok(on_tx!(tx, |conn| sqlx::query(SQL).bind(&id.0).execute(conn).await?.rows_affected()) == 1)
}

/// An entry in the history of an item.
#[derive(Debug, Clone)]
pub struct EditionEvent {
    pub id: PolicyEventId,
    pub item: PolicyItemId,
    pub kind: PolicyEventKind,
    pub before: String,
    pub after: String,
}

/// Adds entries to the histories of items.
pub async fn insert_events(
    tx: &mut Tx,
    events: &[EditionEvent],
    account: &str,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    const SQL: &str = "
        INSERT INTO policy_event (
            id, policy_item_id, kind, before_value, after_value, why, account, about_manual, created_on)
        ";
    for some in events.chunks(ROWS_PER_STATEMENT) {
        on_tx!(tx, |conn| QueryBuilder::new(SQL)
            .push_values(some, |mut values, event| {
                values
                    .push_bind(&event.id.0)
                    .push_bind(&event.item.0)
                    .push_bind(event.kind.as_str())
                    .push_bind(&event.before)
                    .push_bind(&event.after)
                    .push_bind("")
                    .push_bind(account)
                    .push_bind(false)
                    .push_bind(Millis::from(now));
            })
            .build()
            .persistent(is_reused(some.len()))
            .execute(conn)
            .await?
            .rows_affected());
    }
    Ok(())
}

/// The facts of a version of a regulation about its collection.
#[derive(Debug, Clone)]
pub struct CollectionEdition<'a> {
    pub edition: &'a str,
    pub source_reference: &'a str,
    pub effective_on: Option<NaiveDate>,
    pub source: &'a CollectionSource,
}

/// Writes the version that a collection has now.
pub async fn update_edition(
    tx: &mut Tx,
    id: &ComplianceCollectionId,
    edition: &CollectionEdition<'_>,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    const SQL: &str = "
        UPDATE compliance_collection
        SET edition = $2, source_reference = $3, effective_on = $4, source = $5, updated_on = $6, version = version + 1
        WHERE id = $1";
    let source = json::write(edition.source)?;
    keep_collection(tx, id, now).await?;
    on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&id.0)
        .bind(edition.edition)
        .bind(edition.source_reference)
        .bind(edition.effective_on.map(day_text))
        .bind(&source)
        .bind(Millis::from(now))
        .execute(conn)
        .await?
        .rows_affected());
    Ok(())
}
