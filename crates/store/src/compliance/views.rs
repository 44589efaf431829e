//! Named filters of the requirements of a collection.

use chrono::{DateTime, Utc};
use domain::id::{ComplianceCollectionId, UserId};
use domain::text::fold;

use crate::StoreError;
use crate::millis::Millis;
use crate::search::count;
use crate::tx::Tx;

/// A named filter of a user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SavedPolicyFilter {
    pub id: String,
    pub name: String,
    /// The query string of the page of the collection.
    pub query: String,
    pub created_on: DateTime<Utc>,
    /// Every user can open it.
    pub shared: bool,
    /// The account of its owner.
    pub owner: String,
}

type PolicyViewRow = (String, String, String, Millis, bool, String);

fn saved((id, name, query, created_on, shared, owner): PolicyViewRow) -> Result<SavedPolicyFilter, StoreError> {
    let created_on = created_on.read("policy_view", "created_on")?;
    Ok(SavedPolicyFilter { id, name, query, created_on, shared, owner })
}

/// The views of a user on a collection and those that others share, ordered by name.
pub async fn list_views(
    tx: &mut Tx,
    user: &UserId,
    collection: &ComplianceCollectionId,
) -> Result<Vec<SavedPolicyFilter>, StoreError> {
    const SQL: &str = "
        SELECT s.id, s.name, s.query, s.created_on, s.shared, u.account
        FROM policy_view s
        JOIN user_account u ON u.id = s.user_id
        WHERE s.collection_id = $2 AND (s.user_id = $1 OR s.shared)
        ORDER BY s.name_folded, u.account_folded";
    let rows: Vec<PolicyViewRow> =
        on_tx!(tx, |conn| sqlx::query_as(SQL).bind(&user.0).bind(&collection.0).fetch_all(conn).await?);
    rows.into_iter().map(saved).collect()
}

/// The number of a user's views.
pub async fn count_views(tx: &mut Tx, user: &UserId) -> Result<u64, StoreError> {
    const SQL: &str = "SELECT COUNT(*) FROM policy_view WHERE user_id = $1";
    Ok(count(on_tx!(tx, |conn| sqlx::query_scalar(SQL).bind(&user.0).fetch_one(conn).await?)))
}

/// Saves a view. One of the same name on the collection is replaced and keeps its id. Returns the id.
pub async fn upsert_view(
    tx: &mut Tx,
    user: &UserId,
    collection: &ComplianceCollectionId,
    view: &SavedPolicyFilter,
) -> Result<String, StoreError> {
    const SQL: &str = "
        INSERT INTO policy_view (id, user_id, collection_id, name, name_folded, query, created_on, shared)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
        ON CONFLICT (user_id, collection_id, name_folded) DO UPDATE
        SET name = excluded.name, query = excluded.query, created_on = excluded.created_on, shared = excluded.shared
        RETURNING id";
    Ok(on_tx!(tx, |conn| sqlx::query_scalar(SQL)
        .bind(&view.id)
        .bind(&user.0)
        .bind(&collection.0)
        .bind(&view.name)
        .bind(fold(&view.name))
        .bind(&view.query)
        .bind(Millis::from(view.created_on))
        .bind(view.shared)
        .fetch_one(conn)
        .await?))
}

/// Deletes a view; `false` when the user has none with this id.
pub async fn delete_view(tx: &mut Tx, user: &UserId, id: &str) -> Result<bool, StoreError> {
    const SQL: &str = "DELETE FROM policy_view WHERE id = $1 AND user_id = $2";
    Ok(on_tx!(tx, |conn| sqlx::query(SQL).bind(id).bind(&user.0).execute(conn).await?.rows_affected()) == 1)
}
