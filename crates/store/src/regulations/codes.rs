//! Items of a collection by their codes, and as they are counted.

use domain::compliance::PolicyStatus;
use domain::id::{ComplianceCollectionId, PolicyItemId};

use crate::StoreError;
use crate::search::signed;
use crate::tx::Tx;

/// An item that counts in its collection.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CountedItem {
    pub id: PolicyItemId,
    pub code: String,
    pub title: String,
    pub status: PolicyStatus,
    /// A version of the regulation changed it, and nobody has assessed it since.
    pub needs_recheck: bool,
}

/// The folded codes of a collection's items, without withdrawn ones.
pub async fn list_codes(
    tx: &mut Tx,
    collection: &ComplianceCollectionId,
) -> Result<Vec<(String, PolicyItemId)>, StoreError> {
    const SQL: &str = "SELECT code_folded, id FROM policy_item WHERE collection_id = $1 AND withdrawn_on IS NULL";
    let rows: Vec<(String, String)> =
        on_tx!(tx, |conn| sqlx::query_as(SQL).bind(&collection.0).fetch_all(conn).await?);
    Ok(rows.into_iter().map(|(code, id)| (code, PolicyItemId(id))).collect())
}

/// The items of a collection that are assessed and in scope, in their order.
pub async fn list_counted(
    tx: &mut Tx,
    collection: &ComplianceCollectionId,
    limit: u64,
) -> Result<Vec<CountedItem>, StoreError> {
    const SQL: &str = "
        SELECT id, code, title, status, recheck_on IS NOT NULL AS needs_recheck
        FROM policy_item
        WHERE collection_id = $1 AND is_assessable = TRUE AND in_scope = TRUE AND withdrawn_on IS NULL
        ORDER BY position, id
        LIMIT $2";
    let rows: Vec<(String, String, String, String, bool)> =
        on_tx!(tx, |conn| sqlx::query_as(SQL).bind(&collection.0).bind(signed(limit)).fetch_all(conn).await?);
    let mut items = Vec::with_capacity(rows.len());
    for (id, code, title, status, needs_recheck) in rows {
        let unreadable = StoreError::Unreadable { table: "policy_item", column: "status" };
        let status = PolicyStatus::parse(&status).ok_or(unreadable)?;
        items.push(CountedItem { id: PolicyItemId(id), code, title, status, needs_recheck });
    }
    Ok(items)
}
