//! References to a module, with their requirements.

use domain::compliance::{ModuleReference, PolicyReferenceState, TouchedRequirement};
use domain::id::{ComplianceCollectionId, ManualId, ObjectId, PolicyReferenceId};
use domain::text::fold;
use sqlx::QueryBuilder;

use super::headers::HeaderRow;
use crate::StoreError;
use crate::search::{ROWS_PER_STATEMENT, count, signed};
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
    let references: Vec<ModuleReference> =
        rows.into_iter().map(ModuleReferenceRow::into_reference).collect::<Result<_, _>>()?;
    let sight = tx.sight();
    let is_seen = |one: &ModuleReference| {
        // The path of an item begins with its collection.
        let collection = one.item.path.trim_start_matches('/').split('/').next().unwrap_or_default();
        sight.sees_collection(&ComplianceCollectionId(collection.to_owned()))
    };
    Ok(references.into_iter().filter(is_seen).collect())
}

#[derive(sqlx::FromRow)]
struct TouchedRequirementRow {
    #[sqlx(flatten)]
    item: HeaderRow,
    reference_id: String,
    state: String,
    quote: String,
    object_key: String,
}

impl TouchedRequirementRow {
    fn into_touched(self) -> Result<TouchedRequirement, StoreError> {
        let unreadable = || StoreError::Unreadable { table: "policy_reference", column: "state" };
        Ok(TouchedRequirement {
            reference: PolicyReferenceId(self.reference_id),
            item: self.item.into_header()?,
            state: PolicyReferenceState::parse(&self.state).ok_or_else(unreadable)?,
            key: self.object_key,
            quote: self.quote,
        })
    }
}

/// The first references to any of these modules, by the codes of their requirements. Whoever asks has found the modules
/// first.
pub async fn list_touched(
    tx: &mut Tx,
    modules: &[ObjectId],
    limit: u64,
) -> Result<Vec<TouchedRequirement>, StoreError> {
    const SQL: &str = "
        SELECT i.id, i.category_id, i.parent_id, i.path, i.code, i.title, i.kind, i.status, i.in_scope,
            r.id AS reference_id, r.state, r.quote, o.key AS object_key
        FROM policy_reference r
        JOIN policy_item i ON i.id = r.policy_item_id
        JOIN object o ON o.id = r.object_id
        WHERE r.object_id IN (";
    let mut touched = Vec::new();
    for some in modules.chunks(ROWS_PER_STATEMENT) {
        let rows: Vec<TouchedRequirementRow> = on_tx!(tx, |conn| {
            let mut query = QueryBuilder::new(SQL);
            let mut list = query.separated(", ");
            for module in some {
                list.push_bind(module.0);
            }
            list.push_unseparated(") ORDER BY i.code_folded, r.id LIMIT ");
            query.push_bind(signed(limit));
            query.build_query_as().fetch_all(conn).await?
        });
        for row in rows {
            touched.push(row.into_touched()?);
        }
    }
    let order = |one: &TouchedRequirement| (fold(&one.item.code), one.reference.clone());
    touched.sort_by_cached_key(order);
    touched.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
    Ok(touched)
}

/// The number of references to a module that have to be checked again; nothing waits for those of withdrawn items.
pub async fn count_rechecks_of_module(tx: &mut Tx, module: ObjectId) -> Result<u64, StoreError> {
    const SQL: &str = "
        SELECT COUNT(*)
        FROM policy_reference r
        JOIN policy_item i ON i.id = r.policy_item_id AND i.withdrawn_on IS NULL
        WHERE r.object_id = $1 AND r.state = 'recheck'";
    Ok(count(on_tx!(tx, |conn| sqlx::query_scalar(SQL).bind(module.0).fetch_one(conn).await?)))
}

/// The same for a manual.
pub async fn count_rechecks_of_manual(tx: &mut Tx, manual: &ManualId) -> Result<u64, StoreError> {
    const SQL: &str = "
        SELECT COUNT(*)
        FROM policy_reference r
        JOIN policy_item i ON i.id = r.policy_item_id AND i.withdrawn_on IS NULL
        WHERE r.manual_id = $1 AND r.state = 'recheck'";
    Ok(count(on_tx!(tx, |conn| sqlx::query_scalar(SQL).bind(&manual.0).fetch_one(conn).await?)))
}
