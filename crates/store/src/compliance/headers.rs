//! Items as the tree of their collection shows them.

use domain::compliance::{PolicyHeader, PolicyItemKind, PolicyStatus};
use domain::id::{ComplianceCollectionId, PolicyCategoryId, PolicyItemId};

use crate::StoreError;
use crate::search::signed;
use crate::tx::Tx;

#[derive(sqlx::FromRow)]
pub(super) struct HeaderRow {
    id: String,
    category_id: Option<String>,
    parent_id: Option<String>,
    path: String,
    code: String,
    title: String,
    kind: String,
    status: String,
    in_scope: bool,
}

impl HeaderRow {
    pub(super) fn into_header(self) -> Result<PolicyHeader, StoreError> {
        let unreadable = |column| StoreError::Unreadable { table: "policy_item", column };
        Ok(PolicyHeader {
            id: PolicyItemId(self.id),
            category: self.category_id.map(PolicyCategoryId),
            parent: self.parent_id.map(PolicyItemId),
            path: self.path,
            code: self.code,
            title: self.title,
            kind: PolicyItemKind::parse(&self.kind).ok_or_else(|| unreadable("kind"))?,
            status: PolicyStatus::parse(&self.status).ok_or_else(|| unreadable("status"))?,
            in_scope: self.in_scope,
        })
    }
}

/// The items of a collection as its tree shows them, in their order.
pub async fn list_headers(
    tx: &mut Tx,
    collection: &ComplianceCollectionId,
    limit: u64,
) -> Result<Vec<PolicyHeader>, StoreError> {
    const SQL: &str = "
        SELECT id, category_id, parent_id, path, code, title, kind, status, in_scope
        FROM policy_item
        WHERE collection_id = $1
        ORDER BY position, id
        LIMIT $2";
    let rows: Vec<HeaderRow> =
        on_tx!(tx, |conn| sqlx::query_as(SQL).bind(&collection.0).bind(signed(limit)).fetch_all(conn).await?);
    rows.into_iter().map(HeaderRow::into_header).collect()
}

/// The first items right below an item, such as its guidance.
pub async fn list_headers_below(tx: &mut Tx, item: &PolicyItemId, limit: u64) -> Result<Vec<PolicyHeader>, StoreError> {
    const SQL: &str = "
        SELECT id, category_id, parent_id, path, code, title, kind, status, in_scope
        FROM policy_item
        WHERE parent_id = $1
        ORDER BY position, id
        LIMIT $2";
    let rows: Vec<HeaderRow> =
        on_tx!(tx, |conn| sqlx::query_as(SQL).bind(&item.0).bind(signed(limit)).fetch_all(conn).await?);
    rows.into_iter().map(HeaderRow::into_header).collect()
}
