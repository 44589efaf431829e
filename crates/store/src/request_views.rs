//! Named filters of the list of change requests.

use chrono::{DateTime, Utc};
use domain::id::UserId;
use domain::text::fold;

use crate::StoreError;
use crate::millis::Millis;
use crate::search::count;
use crate::tx::Tx;

/// A named filter of a user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SavedRequestFilter {
    pub id: String,
    pub name: String,
    /// The query string of the page of the list.
    pub query: String,
    pub created_on: DateTime<Utc>,
    /// Every user can open it.
    pub shared: bool,
    /// The account of its owner.
    pub owner: String,
}

type RequestViewRow = (String, String, String, Millis, bool, String);

fn saved((id, name, query, created_on, shared, owner): RequestViewRow) -> Result<SavedRequestFilter, StoreError> {
    let created_on = created_on.read("request_view", "created_on")?;
    Ok(SavedRequestFilter { id, name, query, created_on, shared, owner })
}

/// The views of a user and those that others share, ordered by name.
pub async fn list(tx: &mut Tx, user: &UserId) -> Result<Vec<SavedRequestFilter>, StoreError> {
    const SQL: &str = "
        SELECT s.id, s.name, s.query, s.created_on, s.shared, u.account
        FROM request_view s
        JOIN user_account u ON u.id = s.user_id
        WHERE s.user_id = $1 OR s.shared
        ORDER BY s.name_folded, u.account_folded";
    let rows: Vec<RequestViewRow> = on_tx!(tx, |conn| sqlx::query_as(SQL).bind(&user.0).fetch_all(conn).await?);
    rows.into_iter().map(saved).collect()
}

/// The number of a user's views.
pub async fn count_of(tx: &mut Tx, user: &UserId) -> Result<u64, StoreError> {
    const SQL: &str = "SELECT COUNT(*) FROM request_view WHERE user_id = $1";
    Ok(count(on_tx!(tx, |conn| sqlx::query_scalar(SQL).bind(&user.0).fetch_one(conn).await?)))
}

/// Saves a view. One of the same name is replaced and keeps its id. Returns the id.
pub async fn upsert(tx: &mut Tx, user: &UserId, view: &SavedRequestFilter) -> Result<String, StoreError> {
    const SQL: &str = "
        INSERT INTO request_view (id, user_id, name, name_folded, query, created_on, shared)
        VALUES ($1, $2, $3, $4, $5, $6, $7)
        ON CONFLICT (user_id, name_folded) DO UPDATE
        SET name = excluded.name, query = excluded.query, created_on = excluded.created_on, shared = excluded.shared
        RETURNING id";
    Ok(on_tx!(tx, |conn| sqlx::query_scalar(SQL)
        .bind(&view.id)
        .bind(&user.0)
        .bind(&view.name)
        .bind(fold(&view.name))
        .bind(&view.query)
        .bind(Millis::from(view.created_on))
        .bind(view.shared)
        .fetch_one(conn)
        .await?))
}

/// Deletes a view; `false` when the user has none with this id.
pub async fn delete(tx: &mut Tx, user: &UserId, id: &str) -> Result<bool, StoreError> {
    const SQL: &str = "DELETE FROM request_view WHERE id = $1 AND user_id = $2";
    Ok(on_tx!(tx, |conn| sqlx::query(SQL).bind(id).bind(&user.0).execute(conn).await?.rows_affected()) == 1)
}
