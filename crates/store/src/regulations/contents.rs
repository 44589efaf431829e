//! The contents of a collection, for comparing and writing it.

use std::collections::HashMap;

use domain::compliance::{PolicyItemKind, PolicyStatus};
use domain::id::{ComplianceCollectionId, PolicyCategoryId, PolicyClauseId, PolicyItemId, PolicyReferenceId};

use super::source::{CollectionSource, ItemSource};
use crate::change_requests::read_day;
use crate::json;
use crate::tx::Tx;
use crate::{DbKind, StoreError};

/// The items of a collection with their clauses.
#[derive(Debug, Clone, Default)]
pub struct CollectionContents {
    pub source: CollectionSource,
    pub items: Vec<ContentItem>,
}

/// An item with everything that its publisher says.
#[derive(Debug, Clone)]
pub struct ContentItem {
    pub id: PolicyItemId,
    pub category: Option<PolicyCategoryId>,
    pub parent: Option<PolicyItemId>,
    pub path: String,
    pub position: i64,
    pub stable_id: String,
    pub code: String,
    pub title: String,
    pub text: String,
    pub guidance: String,
    pub kind: PolicyItemKind,
    pub effective_on: Option<chrono::NaiveDate>,
    /// The first day from which one of its later texts applies and that is still to be noted.
    pub future_on: Option<chrono::NaiveDate>,
    pub is_assessable: bool,
    pub status: PolicyStatus,
    /// A status that waits for an approver.
    pub proposed: Option<PolicyStatus>,
    pub applicability: String,
    pub is_withdrawn: bool,
    pub version: i64,
    /// `None` for an item that a person wrote.
    pub source: Option<ItemSource>,
    pub clauses: Vec<ContentClause>,
}

/// A clause of an item.
#[derive(Debug, Clone)]
pub struct ContentClause {
    pub id: PolicyClauseId,
    pub marker: String,
    /// Empty for a clause that a person wrote.
    pub path: String,
    pub text: String,
}

#[derive(sqlx::FromRow)]
struct ContentRow {
    id: String,
    category_id: Option<String>,
    parent_id: Option<String>,
    path: String,
    position: i64,
    stable_id: String,
    code: String,
    title: String,
    text: String,
    guidance: String,
    kind: String,
    effective_on: Option<String>,
    future_on: Option<String>,
    is_assessable: bool,
    status: String,
    proposed_status: Option<String>,
    applicability: String,
    is_withdrawn: bool,
    version: i64,
    source: String,
}

impl ContentRow {
    fn into_item(self, clauses: &mut HashMap<String, Vec<ContentClause>>) -> Result<ContentItem, StoreError> {
        let unreadable = |column| StoreError::Unreadable { table: "policy_item", column };
        let source = if self.source.is_empty() { None } else { Some(self.source.as_str()) };
        let proposed = match &self.proposed_status {
            Some(word) => Some(PolicyStatus::parse(word).ok_or_else(|| unreadable("proposed_status"))?),
            None => None,
        };
        Ok(ContentItem {
            clauses: clauses.remove(&self.id).unwrap_or_default(),
            id: PolicyItemId(self.id),
            category: self.category_id.map(PolicyCategoryId),
            parent: self.parent_id.map(PolicyItemId),
            path: self.path,
            position: self.position,
            stable_id: self.stable_id,
            code: self.code,
            title: self.title,
            text: self.text,
            guidance: self.guidance,
            kind: PolicyItemKind::parse(&self.kind).ok_or_else(|| unreadable("kind"))?,
            effective_on: self.effective_on.as_deref().and_then(read_day),
            future_on: self.future_on.as_deref().and_then(read_day),
            is_assessable: self.is_assessable,
            status: PolicyStatus::parse(&self.status).ok_or_else(|| unreadable("status"))?,
            proposed,
            applicability: self.applicability,
            is_withdrawn: self.is_withdrawn,
            version: self.version,
            source: source.map(|text| json::read(text, "policy_item", "source")).transpose()?,
        })
    }
}

/// The contents of a collection, withdrawn items included, in their order.
pub async fn list_contents(tx: &mut Tx, collection: &ComplianceCollectionId) -> Result<CollectionContents, StoreError> {
    const SOURCE: &str = "SELECT source FROM compliance_collection WHERE id = $1";
    const CLAUSES: &str = "
        SELECT c.policy_item_id, c.id, c.marker, c.path, c.text
        FROM policy_clause c
        JOIN policy_item i ON i.id = c.policy_item_id
        WHERE i.collection_id = $1
        ORDER BY c.policy_item_id, c.position";
    const ITEMS: &str = "
        SELECT id, category_id, parent_id, path, position, stable_id, code, title, text, guidance, kind, effective_on,
            future_on, is_assessable, status, proposed_status, applicability, withdrawn_on IS NOT NULL AS is_withdrawn,
            version, source
        FROM policy_item
        WHERE collection_id = $1
        ORDER BY position, id";
    let source: Option<String> =
        on_tx!(tx, |conn| sqlx::query_scalar(SOURCE).bind(&collection.0).fetch_optional(conn).await?);
    let source = match source {
        Some(text) => json::read(&text, "compliance_collection", "source")?,
        None => CollectionSource::default(),
    };
    // The versions of the items tell later whether somebody changed their clauses: they are read first.
    let items: Vec<ContentRow> = on_tx!(tx, |conn| sqlx::query_as(ITEMS).bind(&collection.0).fetch_all(conn).await?);
    let rows: Vec<(String, String, String, String, String)> =
        on_tx!(tx, |conn| sqlx::query_as(CLAUSES).bind(&collection.0).fetch_all(conn).await?);
    let mut clauses: HashMap<String, Vec<ContentClause>> = HashMap::new();
    for (item, id, marker, path, text) in rows {
        clauses.entry(item).or_default().push(ContentClause { id: PolicyClauseId(id), marker, path, text });
    }
    let items = items.into_iter().map(|row| row.into_item(&mut clauses)).collect::<Result<_, _>>()?;
    Ok(CollectionContents { source, items })
}

/// Locks the items of a collection until this transaction ends, so that nobody changes one before it is written. Gives
/// their versions by id. Others may still add events to them and mark their references, as check-ins do.
pub async fn lock_items(
    tx: &mut Tx,
    collection: &ComplianceCollectionId,
) -> Result<Vec<(PolicyItemId, i64)>, StoreError> {
    const READ: &str = "SELECT id, version FROM policy_item WHERE collection_id = $1 ORDER BY id";
    const LOCK: &str = "SELECT id, version FROM policy_item WHERE collection_id = $1 ORDER BY id FOR NO KEY UPDATE";
    // Only one transaction writes to SQLite.
    let sql = if tx.kind() == DbKind::Postgres { LOCK } else { READ };
    let rows: Vec<(String, i64)> = on_tx!(tx, |conn| sqlx::query_as(sql).bind(&collection.0).fetch_all(conn).await?);
    Ok(rows.into_iter().map(|(id, version)| (PolicyItemId(id), version)).collect())
}

/// A reference that nobody has to check again yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CurrentReference {
    pub id: PolicyReferenceId,
    pub item: PolicyItemId,
    pub clause: Option<PolicyClauseId>,
}

/// The references of a collection that nobody has to check again yet; also those to manuals that the caller may not see.
pub async fn list_current_references(
    tx: &mut Tx,
    collection: &ComplianceCollectionId,
) -> Result<Vec<CurrentReference>, StoreError> {
    const SQL: &str = "
        SELECT r.id, r.policy_item_id, r.policy_clause_id
        FROM policy_reference r
        JOIN policy_item i ON i.id = r.policy_item_id
        WHERE i.collection_id = $1 AND r.state = 'current'
        ORDER BY r.id";
    let rows: Vec<(String, String, Option<String>)> =
        on_tx!(tx, |conn| sqlx::query_as(SQL).bind(&collection.0).fetch_all(conn).await?);
    let read = |(id, item, clause): (String, String, Option<String>)| CurrentReference {
        id: PolicyReferenceId(id),
        item: PolicyItemId(item),
        clause: clause.map(PolicyClauseId),
    };
    Ok(rows.into_iter().map(read).collect())
}
