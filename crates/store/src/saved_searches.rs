//! Saved searches of users.

use chrono::{DateTime, Utc};
use domain::id::UserId;
use domain::text::fold;

use crate::StoreError;
use crate::millis::Millis;
use crate::search::count;
use crate::tx::Tx;

/// A named search of a user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SavedSearch {
    pub id: String,
    pub name: String,
    /// The search request as JSON; its shape belongs to the caller.
    pub request: String,
    pub created_on: DateTime<Utc>,
    /// Every user can open it.
    pub shared: bool,
    /// The account of its owner.
    pub owner: String,
}

type SavedSearchRow = (String, String, String, Millis, bool, String);

fn saved((id, name, request, created_on, shared, owner): SavedSearchRow) -> Result<SavedSearch, StoreError> {
    let created_on = created_on.read("saved_search", "created_on")?;
    Ok(SavedSearch { id, name, request, created_on, shared, owner })
}

/// The saved searches of a user and those that others share, ordered by name.
pub async fn list(tx: &mut Tx, user: &UserId) -> Result<Vec<SavedSearch>, StoreError> {
    const SQL: &str = "
        SELECT s.id, s.name, s.request, s.created_on, s.shared, u.account
        FROM saved_search s
        JOIN user_account u ON u.id = s.user_id
        WHERE s.user_id = $1 OR s.shared
        ORDER BY s.name_folded, u.account_folded";
    let rows: Vec<SavedSearchRow> = on_tx!(tx, |conn| sqlx::query_as(SQL).bind(&user.0).fetch_all(conn).await?);
    rows.into_iter().map(saved).collect()
}

/// The number of a user's saved searches.
pub async fn count_of(tx: &mut Tx, user: &UserId) -> Result<u64, StoreError> {
    const SQL: &str = "SELECT COUNT(*) FROM saved_search WHERE user_id = $1";
    Ok(count(on_tx!(tx, |conn| sqlx::query_scalar(SQL).bind(&user.0).fetch_one(conn).await?)))
}

/// Saves a search. One of the same name is replaced and keeps its id. Returns the id.
pub async fn upsert(tx: &mut Tx, user: &UserId, search: &SavedSearch) -> Result<String, StoreError> {
    const SQL: &str = "
        INSERT INTO saved_search (id, user_id, name, name_folded, request, created_on, shared)
        VALUES ($1, $2, $3, $4, $5, $6, $7)
        ON CONFLICT (user_id, name_folded) DO UPDATE
        SET name = excluded.name, request = excluded.request, created_on = excluded.created_on, shared = excluded.shared
        RETURNING id";
    Ok(on_tx!(tx, |conn| sqlx::query_scalar(SQL)
        .bind(&search.id)
        .bind(&user.0)
        .bind(&search.name)
        .bind(fold(&search.name))
        .bind(&search.request)
        .bind(Millis::from(search.created_on))
        .bind(search.shared)
        .fetch_one(conn)
        .await?))
}

/// Renames a saved search, and shares it or not; `None` when the user has none with this id.
///
/// A name that another of their searches has is [`StoreError::Conflict`].
pub async fn update(
    tx: &mut Tx,
    user: &UserId,
    id: &str,
    name: &str,
    shared: Option<bool>,
) -> Result<Option<SavedSearch>, StoreError> {
    const SQL: &str = "
        UPDATE saved_search
        SET name = $3, name_folded = $4, shared = COALESCE($5, shared)
        WHERE id = $1 AND user_id = $2
        RETURNING id, name, request, created_on, shared,
            (SELECT u.account FROM user_account u WHERE u.id = user_id)";
    let row: Option<SavedSearchRow> = on_tx!(tx, |conn| sqlx::query_as(SQL)
        .bind(id)
        .bind(&user.0)
        .bind(name)
        .bind(fold(name))
        .bind(shared)
        .fetch_optional(conn)
        .await?);
    row.map(saved).transpose()
}

/// Deletes a saved search; `false` when the user has none with this id.
pub async fn delete(tx: &mut Tx, user: &UserId, id: &str) -> Result<bool, StoreError> {
    const SQL: &str = "DELETE FROM saved_search WHERE id = $1 AND user_id = $2";
    Ok(on_tx!(tx, |conn| sqlx::query(SQL).bind(id).bind(&user.0).execute(conn).await?.rows_affected()) == 1)
}
