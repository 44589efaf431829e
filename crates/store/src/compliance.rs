//! Compliance: collections of requirements, their categories and items, and references to manuals. References are shown
//! to those who may see the manual.

mod assessments;
mod categories;
mod chapters;
mod clauses;
mod comments;
mod dashboard;
mod dated_collections;
mod events;
mod evidence;
mod headers;
mod item_list;
mod items;
mod means;
mod module_references;
mod moment;
mod past;
mod proofs;
mod reference_list;
mod references;
mod reports;
mod reviews;
mod suspects;
mod trend;
mod views;

use chrono::{DateTime, Utc};
use domain::compliance::{CollectionDetails, ComplianceCollection, ComplianceType};
use domain::id::{ComplianceCollectionId, UserId};
use domain::text::fold;

use crate::StoreError;
use crate::change_requests::{day_text, read_day};
use crate::millis::Millis;
use crate::search::{count, signed};
use crate::tx::Tx;

pub use assessments::{PolicyAssessment, PolicySignOff};
pub use categories::{
    count_categories, delete_category, find_category, find_category_at, insert_category, list_categories,
    update_category,
};
pub use chapters::{ChapterReference, list_chapter_references, update_chapter_gone};
pub use clauses::{list_clauses, list_clauses_of, replace_clauses};
pub use comments::{
    clear_comment, count_comments, count_comments_since, count_own_comments, find_comment, insert_comment,
    list_comments, update_comment,
};
pub use dashboard::{
    CategoryCounts, ManualCounts, PolicyCounts, count_by_category, count_by_collection, count_by_manual,
    count_by_operator,
};
pub(crate) use dated_collections::keep_collection;
pub use dated_collections::{DatedCollection, DatedCounts, count_at, find_dated_collection, list_item_ids_at};
pub use events::{NewPolicyEvent, PolicyEventSubject, insert_events, list_events};
pub use evidence::{
    EvidenceHash, ReportedEvidence, StoredEvidence, count_evidence, count_evidence_since, delete_evidence,
    detach_evidence, find_evidence, insert_evidence, list_evidence, list_evidence_below, list_evidence_of,
};
pub use headers::{list_headers, list_headers_below};
pub use item_list::{PolicyItemFilter, PolicyItemSort, list_item_ids, list_items};
pub use items::{
    count_items, delete_item, find_item, find_item_at, insert_item, lock_item, reject_status, update_item,
    update_scope, update_status,
};
pub use means::{
    DueMeans, MeansChange, StoredMeans, end_means, list_due_means, list_means, list_means_at, list_means_of,
    update_means,
};
pub use module_references::{count_rechecks_of_manual, count_rechecks_of_module, list_of_module, list_touched};
pub use moment::{find_dated_item, list_events_until, list_references_at};
pub use past::{keep_clause_references, keep_items, keep_references_of_clauses};
pub use proofs::list_proofs;
pub use reference_list::{find_reference, list_changed_paragraphs, list_gone_references, list_references};
pub use references::{
    ReferenceValues, assign_reference, confirm_reference, count_references, delete_references, insert_reference,
    update_reference,
};
pub use reports::{
    ManualReportFilter, ReportedItem, ReportedReference, find_last_edition, list_manual_collections,
    list_manual_references, list_references_by_ids, list_reported_headers, list_reported_items,
    list_reported_references,
};
pub use reviews::{
    RecheckFilter, ReviewedReference, count_items_to_review, count_rechecks, list_item_texts, list_rechecks,
    list_requirement_changes, list_unreminded_owners, list_untold_owners, list_wordings_before, take_untold_rechecks,
    take_untold_reviews,
};
pub use suspects::{
    ChangedReference, list_anchors, list_changed, list_current, mark_suspects, mark_suspects_of, mark_suspects_of_csdb,
    mark_suspects_of_item, mark_suspects_of_manual, unmark_returned,
};
pub use trend::{list_days, note_day};
pub use views::{SavedPolicyFilter, count_views, delete_view, list_views, upsert_view};

const TABLE: &str = "compliance_collection";

/// The columns of a collection in `k` and of its creator in `u`.
macro_rules! collection_columns {
    () => {
        "k.id, k.name, k.originator, k.compliance_type, k.source_reference, k.edition, k.effective_on, k.needs_sign_off,
            u.account, k.created_on, k.updated_on, k.version"
    };
}

#[derive(sqlx::FromRow)]
struct CollectionRow {
    id: String,
    name: String,
    originator: String,
    compliance_type: String,
    source_reference: String,
    edition: String,
    effective_on: Option<String>,
    needs_sign_off: bool,
    account: String,
    created_on: Millis,
    updated_on: Millis,
    version: i64,
}

impl CollectionRow {
    fn into_collection(self) -> Result<ComplianceCollection, StoreError> {
        let unreadable = |column| StoreError::Unreadable { table: TABLE, column };
        let effective_on = match &self.effective_on {
            Some(day) => Some(read_day(day).ok_or_else(|| unreadable("effective_on"))?),
            None => None,
        };
        let compliance_type = ComplianceType::parse(&self.compliance_type);
        Ok(ComplianceCollection {
            id: ComplianceCollectionId(self.id),
            details: CollectionDetails {
                name: self.name,
                originator: self.originator,
                compliance_type: compliance_type.ok_or_else(|| unreadable("compliance_type"))?,
                source_reference: self.source_reference,
                edition: self.edition,
                effective_on,
                needs_sign_off: self.needs_sign_off,
            },
            created_by: self.account,
            created_on: self.created_on.read(TABLE, "created_on")?,
            updated_on: self.updated_on.read(TABLE, "updated_on")?,
            version: self.version,
        })
    }
}

/// All collections that the caller may see, by name.
pub async fn list_collections(tx: &mut Tx, limit: u64) -> Result<Vec<ComplianceCollection>, StoreError> {
    const SQL: &str = concat!(
        "SELECT ",
        collection_columns!(),
        " FROM compliance_collection k
        JOIN user_account u ON u.id = k.created_by
        ORDER BY k.name_folded
        LIMIT $1"
    );
    let rows: Vec<CollectionRow> = on_tx!(tx, |conn| sqlx::query_as(SQL).bind(signed(limit)).fetch_all(conn).await?);
    let rows = rows.into_iter().map(CollectionRow::into_collection);
    let is_seen = |found: &Result<ComplianceCollection, _>| {
        found.as_ref().map_or(true, |collection| tx.sight().sees_collection(&collection.id))
    };
    rows.filter(is_seen).collect()
}

pub async fn find_collection(
    tx: &mut Tx,
    id: &ComplianceCollectionId,
) -> Result<Option<ComplianceCollection>, StoreError> {
    const SQL: &str = concat!(
        "SELECT ",
        collection_columns!(),
        " FROM compliance_collection k
        JOIN user_account u ON u.id = k.created_by
        WHERE k.id = $1"
    );
    if !tx.sight().sees_collection(id) {
        return Ok(None);
    }
    let row: Option<CollectionRow> = on_tx!(tx, |conn| sqlx::query_as(SQL).bind(&id.0).fetch_optional(conn).await?);
    row.map(CollectionRow::into_collection).transpose()
}

pub async fn count_collections(tx: &mut Tx) -> Result<u64, StoreError> {
    const SQL: &str = "SELECT COUNT(*) FROM compliance_collection";
    Ok(count(on_tx!(tx, |conn| sqlx::query_scalar(SQL).fetch_one(conn).await?)))
}

/// Inserts a collection; `false` when another one has its name.
pub async fn insert_collection(
    tx: &mut Tx,
    collection: &ComplianceCollection,
    creator: &UserId,
) -> Result<bool, StoreError> {
    const SQL: &str = "
        INSERT INTO compliance_collection (
            id, name, name_folded, originator, compliance_type, source_reference, edition, effective_on,
            needs_sign_off, created_by, created_on, updated_on, version)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
        ON CONFLICT DO NOTHING";
    let details = &collection.details;
    let added = on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&collection.id.0)
        .bind(&details.name)
        .bind(fold(&details.name))
        .bind(&details.originator)
        .bind(details.compliance_type.as_str())
        .bind(&details.source_reference)
        .bind(&details.edition)
        .bind(details.effective_on.map(day_text))
        .bind(details.needs_sign_off)
        .bind(&creator.0)
        .bind(Millis::from(collection.created_on))
        .bind(Millis::from(collection.updated_on))
        .bind(collection.version)
        .execute(conn)
        .await?
        .rows_affected());
    Ok(added == 1)
}

/// Writes the details of a collection; `false` when somebody changed it since this version. A name that another
/// collection has is [`StoreError::Conflict`].
pub async fn update_collection(
    tx: &mut Tx,
    id: &ComplianceCollectionId,
    version: i64,
    details: &CollectionDetails,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    const SQL: &str = "
        UPDATE compliance_collection
        SET name = $3, name_folded = $4, originator = $5, compliance_type = $6, source_reference = $7, edition = $8,
            effective_on = $9, needs_sign_off = $10, updated_on = $11, version = version + 1
        WHERE id = $1 AND version = $2";
    keep_collection(tx, id, now).await?;
    let changed = on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&id.0)
        .bind(version)
        .bind(&details.name)
        .bind(fold(&details.name))
        .bind(&details.originator)
        .bind(details.compliance_type.as_str())
        .bind(&details.source_reference)
        .bind(&details.edition)
        .bind(details.effective_on.map(day_text))
        .bind(details.needs_sign_off)
        .bind(Millis::from(now))
        .execute(conn)
        .await?
        .rows_affected());
    Ok(changed == 1)
}

/// Deletes a collection with all that belongs to it; `false` when somebody changed it since this version.
pub async fn delete_collection(tx: &mut Tx, id: &ComplianceCollectionId, version: i64) -> Result<bool, StoreError> {
    const PACKS: &str = "
        DELETE FROM audit_pack
        WHERE id IN (SELECT audit_pack_id FROM audit_pack_collection WHERE collection_id = $1)";
    const SQL: &str = "DELETE FROM compliance_collection WHERE id = $1 AND version = $2";
    // A pack of several collections would otherwise be shown to those who may see the others.
    on_tx!(tx, |conn| sqlx::query(PACKS).bind(&id.0).execute(conn).await?.rows_affected());
    Ok(on_tx!(tx, |conn| sqlx::query(SQL).bind(&id.0).bind(version).execute(conn).await?.rows_affected()) == 1)
}
