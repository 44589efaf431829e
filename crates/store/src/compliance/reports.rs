//! The content of reports: items with their texts and last assessments, and references with the issues of their
//! modules. Both come in parts, because a report may have many.

use std::collections::HashMap;

use domain::compliance::{LocatedReference, PolicyItem, PolicyStatus};
use domain::id::{ComplianceCollectionId, ManualId, ObjectId, PolicyItemId, PolicyReferenceId, RegulationImportId};
use domain::version::Issue;
use sqlx::QueryBuilder;

use super::assessments::{PolicyAssessment, list_assessments};
use super::items::{PolicyItemRow, header_columns, item_joins};
use super::reference_list::{PolicyReferenceRow, reference_columns, reference_joins};
use crate::StoreError;
use crate::search::{ROWS_PER_STATEMENT, is_reused};
use crate::tx::Tx;

/// An item as reports show it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReportedItem {
    /// Without guidance.
    pub item: PolicyItem,
    pub collection_name: String,
    pub edition: String,
    /// The publisher's facts about it, in JSON; empty for an item that a person wrote.
    pub source: String,
    pub assessment: Option<PolicyAssessment>,
}

/// A reference as reports show it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReportedReference {
    pub located: LocatedReference,
    /// Of the module in the working lane; empty for other targets, and when it is gone.
    pub issue: Issue,
    /// Of the module when the reference was confirmed.
    pub confirmed_issue: Issue,
}

/// Which references to a manual are reported.
#[derive(Debug, Clone, Default)]
pub struct ManualReportFilter {
    pub collection: Option<ComplianceCollectionId>,
    /// Those of requirements with one of these; all when it is empty.
    pub statuses: Vec<PolicyStatus>,
    /// Only those that have to be checked again.
    pub recheck: bool,
}

#[derive(sqlx::FromRow)]
struct ReportedItemRow {
    #[sqlx(flatten)]
    item: PolicyItemRow,
    collection_name: String,
    edition: String,
    source: String,
}

#[derive(sqlx::FromRow)]
struct ReportedReferenceRow {
    #[sqlx(flatten)]
    reference: PolicyReferenceRow,
    issue_number: Option<String>,
    in_work: Option<String>,
    issue_date: Option<String>,
    confirmed_number: Option<String>,
    confirmed_in_work: Option<String>,
    confirmed_date: Option<String>,
}

fn issue(number: Option<String>, in_work: Option<String>, date: Option<String>) -> Issue {
    let text = |text: Option<String>| text.unwrap_or_default();
    Issue { number: text(number), in_work: text(in_work), date: text(date), kind: String::new() }
}

impl ReportedReferenceRow {
    fn into_reported(self) -> Result<ReportedReference, StoreError> {
        let located = self.reference.into_located()?;
        let confirmed_issue = if located.manual_path.is_empty() {
            // Nobody is told what a deleted manual contained.
            issue(None, None, None)
        } else {
            issue(self.confirmed_number, self.confirmed_in_work, self.confirmed_date)
        };
        let issue = issue(self.issue_number, self.in_work, self.issue_date);
        Ok(ReportedReference { located, issue, confirmed_issue })
    }
}

/// Selects items by their ids, with this text.
macro_rules! reported_items {
    ($text:literal) => {
        concat!(
            "SELECT ",
            $text,
            " AS text, '' AS guidance, ",
            header_columns!(),
            ", i.source, k.name AS collection_name, k.edition ",
            item_joins!(),
            "WHERE i.id IN ("
        )
    };
}

/// The items with these ids that the caller may see, in their order, with their whole texts.
pub async fn list_reported_items(tx: &mut Tx, ids: &[PolicyItemId]) -> Result<Vec<ReportedItem>, StoreError> {
    let mut items = list_selected(tx, ids, reported_items!("i.text")).await?;
    let mut assessments = list_assessments(tx, ids).await?;
    for one in &mut items {
        one.assessment = assessments.remove(&one.item.id);
    }
    Ok(items)
}

/// The same without texts and assessments.
pub async fn list_reported_headers(tx: &mut Tx, ids: &[PolicyItemId]) -> Result<Vec<ReportedItem>, StoreError> {
    list_selected(tx, ids, reported_items!("''")).await
}

async fn list_selected(tx: &mut Tx, ids: &[PolicyItemId], sql: &'static str) -> Result<Vec<ReportedItem>, StoreError> {
    let mut found: HashMap<String, ReportedItemRow> = HashMap::with_capacity(ids.len());
    for some in ids.chunks(ROWS_PER_STATEMENT) {
        let rows: Vec<ReportedItemRow> = on_tx!(tx, |conn| {
            let mut query = QueryBuilder::new(sql);
            let mut list = query.separated(", ");
            for id in some {
                list.push_bind(id.0.clone());
            }
            list.push_unseparated(")");
            query.build_query_as().persistent(is_reused(some.len())).fetch_all(conn).await?
        });
        found.extend(rows.into_iter().map(|row| (row.item.id().to_owned(), row)));
    }
    let mut items = Vec::with_capacity(found.len());
    for row in ids.iter().filter_map(|id| found.remove(&id.0)) {
        let ReportedItemRow { item, collection_name, edition, source } = row;
        let item = item.into_item()?;
        if tx.sight().sees_collection(&item.collection) {
            items.push(ReportedItem { item, collection_name, edition, source, assessment: None });
        }
    }
    Ok(items)
}

/// The columns of a reference with the issues of its module.
macro_rules! reported_references {
    ($column:literal) => {
        concat!(
            "SELECT n.issue_number, n.in_work, n.issue_date, v.issue_number AS confirmed_number,
                v.in_work AS confirmed_in_work, v.issue_date AS confirmed_date, ",
            reference_columns!(),
            " ",
            reference_joins!(),
            "WHERE ",
            $column,
            " IN ("
        )
    };
}

/// Reads the references whose column is one of some values, and that the caller may see.
macro_rules! fetch_references {
    ($tx:expr, $column:literal, $values:expr, $order:literal) => {{
        let keys = $tx.readable_keys();
        let rows: Vec<ReportedReferenceRow> = on_tx!($tx, |conn| {
            let mut query = QueryBuilder::new(reported_references!($column));
            let mut list = query.separated(", ");
            for id in $values {
                list.push_bind(id.0.clone());
            }
            list.push_unseparated(") AND (c.id IS NULL OR ");
            push_readable!(query, "c.name_folded", "m.name_folded", keys);
            query.push($order);
            query.build_query_as().fetch_all(conn).await?
        });
        rows
    }};
}

/// The references of some items, each oldest first.
pub async fn list_reported_references(
    tx: &mut Tx,
    items: &[PolicyItemId],
) -> Result<HashMap<PolicyItemId, Vec<ReportedReference>>, StoreError> {
    let mut found: HashMap<PolicyItemId, Vec<ReportedReference>> = HashMap::new();
    for some in items.chunks(ROWS_PER_STATEMENT) {
        let rows = fetch_references!(tx, "r.policy_item_id", some, ") ORDER BY r.created_on, r.id");
        for row in rows {
            let reported = row.into_reported()?;
            found.entry(reported.located.reference.item.clone()).or_default().push(reported);
        }
    }
    Ok(found)
}

/// The references with these ids, in their order; those that are gone meanwhile are left out.
pub async fn list_references_by_ids(
    tx: &mut Tx,
    ids: &[PolicyReferenceId],
) -> Result<Vec<ReportedReference>, StoreError> {
    let mut found: HashMap<PolicyReferenceId, ReportedReference> = HashMap::with_capacity(ids.len());
    for some in ids.chunks(ROWS_PER_STATEMENT) {
        for row in fetch_references!(tx, "r.id", some, ")") {
            let reported = row.into_reported()?;
            found.insert(reported.located.reference.id.clone(), reported);
        }
    }
    Ok(ids.iter().filter_map(|id| found.remove(id)).collect())
}

/// The references to a manual that pass, by requirement, with their modules. Whoever asks has found the manual first.
pub async fn list_manual_references(
    tx: &mut Tx,
    manual: &ManualId,
    filter: &ManualReportFilter,
) -> Result<Vec<(PolicyReferenceId, Option<ObjectId>)>, StoreError> {
    let rows: Vec<(String, Option<i64>, String)> = on_tx!(tx, |conn| {
        let mut query = QueryBuilder::new(
            "SELECT r.id, r.object_id, i.collection_id
            FROM policy_reference r
            JOIN policy_item i ON i.id = r.policy_item_id
            JOIN compliance_collection k ON k.id = i.collection_id
            WHERE r.manual_id = ",
        );
        query.push_bind(manual.0.clone());
        if let Some(collection) = &filter.collection {
            query.push(" AND i.collection_id = ").push_bind(collection.0.clone());
        }
        if !filter.statuses.is_empty() {
            query.push(" AND i.status IN (");
            let mut list = query.separated(", ");
            for status in &filter.statuses {
                list.push_bind(status.as_str());
            }
            list.push_unseparated(")");
        }
        if filter.recheck {
            query.push(" AND r.state = 'recheck'");
        }
        query.push(" ORDER BY k.name_folded, i.position, i.id, r.created_on, r.id");
        query.build_query_as().fetch_all(conn).await?
    });
    let seen = rows.into_iter().filter(|(.., id)| tx.sight().sees_collection(&ComplianceCollectionId(id.clone())));
    Ok(seen.map(|(id, object, _)| (PolicyReferenceId(id), object.map(ObjectId))).collect())
}

/// The collections that refer to a manual and that the caller may see, with their names. Whoever asks has found the manual
/// first.
pub async fn list_manual_collections(
    tx: &mut Tx,
    manual: &ManualId,
) -> Result<Vec<(ComplianceCollectionId, String)>, StoreError> {
    const SQL: &str = "
        SELECT k.id, k.name
        FROM compliance_collection k
        WHERE k.id IN (
            SELECT i.collection_id
            FROM policy_reference r
            JOIN policy_item i ON i.id = r.policy_item_id
            WHERE r.manual_id = $1)
        ORDER BY k.name_folded";
    let rows: Vec<(String, String)> = on_tx!(tx, |conn| sqlx::query_as(SQL).bind(&manual.0).fetch_all(conn).await?);
    let all = rows.into_iter().map(|(id, name)| (ComplianceCollectionId(id), name));
    Ok(all.filter(|(id, _)| tx.sight().sees_collection(id)).collect())
}

/// The file that was taken over last into a collection.
pub async fn find_last_edition(
    tx: &mut Tx,
    collection: &ComplianceCollectionId,
) -> Result<Option<RegulationImportId>, StoreError> {
    const SQL: &str = "
        SELECT id
        FROM regulation_import
        WHERE collection_id = $1 AND state = 'taken'
        ORDER BY updated_on DESC, id DESC
        LIMIT 1";
    if !tx.sight().sees_collection(collection) {
        return Ok(None);
    }
    let id: Option<String> =
        on_tx!(tx, |conn| sqlx::query_scalar(SQL).bind(&collection.0).fetch_optional(conn).await?);
    Ok(id.map(RegulationImportId))
}
