//! References to a module, with their requirements.

use domain::compliance::{ModuleReference, PolicyReferenceState};
use domain::id::{ObjectId, PolicyReferenceId};

use super::headers::HeaderRow;
use crate::StoreError;
use crate::search::signed;
use crate::tx::Tx;

#[derive(sqlx::FromRow)]
struct ModuleReferenceRow {
    #[sqlx(flatten)]
    item: HeaderRow,
    reference_id: String,
    state: String,
    anchor: String,
    confirmed_content: Option<String>,
}

impl ModuleReferenceRow {
    fn into_reference(self) -> Result<ModuleReference, StoreError> {
        let unreadable = || StoreError::Unreadable { table: "policy_reference", column: "state" };
        Ok(ModuleReference {
            id: PolicyReferenceId(self.reference_id),
            item: self.item.into_header()?,
            state: PolicyReferenceState::parse(&self.state).ok_or_else(unreadable)?,
            anchor: self.anchor,
            confirmed_blob: self.confirmed_content,
        })
    }
}

/// The first references to a module, by the codes of their requirements. Whoever asks has found the module first.
pub async fn list_of_module(tx: &mut Tx, module: ObjectId, limit: u64) -> Result<Vec<ModuleReference>, StoreError> {
    const SQL: &str = "
        SELECT i.id, i.category_id, i.parent_id, i.path, i.code, i.title, i.kind, i.status, i.in_scope,
            r.id AS reference_id, r.state, r.anchor, v.blob AS confirmed_content
        FROM policy_reference r
        JOIN policy_item i ON i.id = r.policy_item_id
        LEFT JOIN version v ON v.id = r.version_id
        WHERE r.object_id = $1
        ORDER BY i.code_folded, r.id
        LIMIT $2";
    let rows: Vec<ModuleReferenceRow> =
        on_tx!(tx, |conn| sqlx::query_as(SQL).bind(module.0).bind(signed(limit)).fetch_all(conn).await?);
    rows.into_iter().map(ModuleReferenceRow::into_reference).collect()
}
