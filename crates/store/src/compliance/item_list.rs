//! Lists of items.

use std::collections::HashMap;

use chrono::NaiveDate;
use domain::compliance::{CompliancePath, ListedPolicyItem, MappingProof, PolicyItemKind, PolicyStatus};
use domain::id::{ObjectId, PolicyItemId, UserId};
use domain::page::{Order, Page, PageRequest};
use domain::path::ManualPath;
use domain::text::fold;
use sqlx::QueryBuilder;

use super::items::{PolicyItemRow, header_columns, item_joins};
use super::proofs::{list_proofs, one_way, proof_rows, strength};
use crate::StoreError;
use crate::change_requests::day_text;
use crate::search::{containing, count, direction, page, signed};
use crate::tx::Tx;

/// Which items are listed, and in which order.
#[derive(Debug, Clone, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a filter of its own")]
pub struct PolicyItemFilter {
    /// Only those below this collection, category or item.
    pub below: Option<CompliancePath>,
    /// Those with one of these; all when it is empty.
    pub statuses: Vec<PolicyStatus>,
    pub in_scope: Option<bool>,
    pub kind: Option<PolicyItemKind>,
    pub assessable: Option<bool>,
    /// Only those whose status waits for an approver.
    pub proposed: bool,
    /// Only those of this account.
    pub owner: Option<String>,
    /// Only those of this person.
    pub owned_by: Option<UserId>,
    pub operator: Option<String>,
    /// Only those that refer to this manual.
    pub manual: Option<ManualPath>,
    /// Only those that refer to this module.
    pub module: Option<ObjectId>,
    /// Only those that have to be checked again, or have such a reference.
    pub recheck: bool,
    /// Only those that a version of the regulation changed, and that nobody has assessed since.
    pub reassess: bool,
    /// Only those without a reference.
    pub unreferenced: bool,
    /// Only those that nobody has assessed and that items of other collections prove, wholly or in part. With a manual or a
    /// module, those are asked for which refer to it. Open: those that no mapping proves wholly.
    pub proof: Option<MappingProof>,
    /// Only those whose review was due before this day.
    pub review_before: Option<NaiveDate>,
    /// Part of the code, the title, the text or a clause.
    pub text: String,
    pub sort: PolicyItemSort,
    pub order: Order,
}

/// Sort column of a list of items; ties keep the order of the collection.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum PolicyItemSort {
    /// As the collection has them.
    #[default]
    Position,
    Code,
    Title,
    Status,
    Owner,
    ReviewOn,
    UpdatedOn,
}

impl PolicyItemSort {
    fn expression(self) -> &'static str {
        match self {
            Self::Position => "i.position",
            Self::Code => "i.code_folded",
            Self::Title => "i.title_folded",
            Self::Status => "i.status",
            Self::Owner => "COALESCE(w.account_folded, '')",
            // Those without a day come last.
            Self::ReviewOn => "COALESCE(i.review_on, '9999-12-31')",
            Self::UpdatedOn => "i.updated_on",
        }
    }
}

/// Begins a condition on the references `r` of the item `i` to manuals that the caller may see; `)` closes it.
macro_rules! push_references {
    ($query:expr, $operator:literal, $keys:expr) => {{
        $query.push(concat!(
            " AND i.id ",
            $operator,
            " (SELECT r.policy_item_id
                FROM policy_reference r
                JOIN manual m ON m.id = r.manual_id AND m.deleted_on IS NULL
                JOIN csdb c ON c.id = m.csdb_id AND c.deleted_on IS NULL
                WHERE "
        ));
        push_readable!($query, "c.name_folded", "m.name_folded", $keys);
    }};
}

/// Limits the references `r` to the manual and the module of a filter.
macro_rules! push_place {
    ($query:expr, $filter:expr) => {{
        if let Some(manual) = &$filter.manual {
            $query.push(" AND c.name_folded = ").push_bind(manual.csdb.folded());
            $query.push(" AND m.name_folded = ").push_bind(manual.manual.folded());
        }
        if let Some(module) = $filter.module {
            $query.push(" AND r.object_id = ").push_bind(module.0);
        }
    }};
}

/// Adds the conditions of a filter to a query.
macro_rules! push_conditions {
    ($query:expr, $filter:expr, $keys:expr, $collections:expr) => {{
        $query.push(" WHERE 1 = 1");
        if let Some(seen) = &$collections {
            // Without any collection the condition must hold for no item.
            $query.push(" AND i.collection_id IN (''");
            for id in seen {
                $query.push(", ").push_bind(id.0.clone());
            }
            $query.push(")");
        }
        if let Some(path) = &$filter.below {
            $query.push(" AND i.collection_id = ").push_bind(path.collection().to_owned());
            if !path.is_collection() {
                // Paths are made of ids, so that nothing in them is a wildcard.
                $query.push(" AND (i.path = ").push_bind(path.to_string());
                $query.push(" OR i.path LIKE ").push_bind(format!("{path}/%")).push(")");
            }
        }
        if !$filter.statuses.is_empty() {
            $query.push(" AND i.status IN (");
            let mut list = $query.separated(", ");
            for status in &$filter.statuses {
                list.push_bind(status.as_str());
            }
            list.push_unseparated(")");
        }
        if let Some(in_scope) = $filter.in_scope {
            $query.push(" AND i.in_scope = ").push_bind(in_scope);
        }
        if let Some(kind) = $filter.kind {
            $query.push(" AND i.kind = ").push_bind(kind.as_str());
        }
        if let Some(assessable) = $filter.assessable {
            $query.push(" AND i.is_assessable = ").push_bind(assessable);
        }
        if $filter.proposed {
            $query.push(" AND i.proposed_status IS NOT NULL");
        }
        if let Some(account) = &$filter.owner {
            $query.push(" AND w.account_folded = ").push_bind(fold(account));
        }
        if let Some(user) = &$filter.owned_by {
            $query.push(" AND i.owner_id = ").push_bind(user.0.clone());
        }
        if let Some(operator) = &$filter.operator {
            $query.push(" AND i.operator_code = ").push_bind(operator.clone());
        }
        if $filter.proof == Some(MappingProof::Open) {
            $query.push(concat!(" AND i.id NOT IN (SELECT q.id FROM (", proof_rows!(), ") AS q WHERE q.strength = 2)"));
        }
        if let Some(proof) = $filter.proof_by_mapping() {
            $query
                .push(concat!(
                    " AND i.id IN (SELECT q.id FROM (",
                    proof_rows!(),
                    ") AS q GROUP BY q.id HAVING MAX(q.strength) = "
                ))
                .push_bind(strength(proof))
                .push(")");
        }
        if $filter.proof_by_mapping().is_some() && ($filter.manual.is_some() || $filter.module.is_some()) {
            $query.push(concat!(
                " AND i.id IN (SELECT q.id
                    FROM (",
                proof_rows!(),
                ") AS q
                    JOIN policy_reference r ON r.policy_item_id = q.by_id
                    JOIN manual m ON m.id = r.manual_id AND m.deleted_on IS NULL
                    JOIN csdb c ON c.id = m.csdb_id AND c.deleted_on IS NULL
                    WHERE "
            ));
            push_readable!($query, "c.name_folded", "m.name_folded", $keys);
            push_place!($query, $filter);
            $query.push(")");
        } else if $filter.manual.is_some() || $filter.module.is_some() {
            push_references!($query, "IN", $keys);
            push_place!($query, $filter);
            $query.push(")");
        }
        if $filter.recheck {
            // The item itself, or one of its references to the place that is asked for.
            $query.push(" AND (i.recheck_on IS NOT NULL OR (1 = 1");
            push_references!($query, "IN", $keys);
            push_place!($query, $filter);
            $query.push(" AND r.state = 'recheck')))");
        }
        if $filter.reassess {
            $query.push(" AND i.recheck_on IS NOT NULL");
        }
        if $filter.unreferenced {
            push_references!($query, "NOT IN", $keys);
            $query.push(")");
        }
        if let Some(day) = $filter.review_before {
            $query.push(" AND i.withdrawn_on IS NULL AND i.review_on < ").push_bind(day_text(day));
        }
        let text = containing(&$filter.text);
        if !text.is_empty() {
            $query.push(" AND (i.code_folded LIKE ").push_bind(text.clone()).push(" ESCAPE '!'");
            $query.push(" OR i.title_folded LIKE ").push_bind(text.clone()).push(" ESCAPE '!'");
            $query.push(" OR i.text_folded LIKE ").push_bind(text.clone()).push(" ESCAPE '!'");
            $query.push(" OR i.clauses_folded LIKE ").push_bind(text).push(" ESCAPE '!')");
        }
    }};
}

#[derive(sqlx::FromRow)]
struct ListedItemRow {
    #[sqlx(flatten)]
    item: PolicyItemRow,
    collection_name: String,
}

/// With the one join that a condition or an order needs.
macro_rules! page_of {
    ($total:literal) => {
        concat!("SELECT i.id, ", $total, " AS total FROM policy_item i LEFT JOIN user_account w ON w.id = i.owner_id")
    };
}

const PAGE: &str = page_of!("CAST(-1 AS BIGINT)");
const COUNTED_PAGE: &str = page_of!("COUNT(*) OVER ()");
const COUNT: &str = "SELECT COUNT(*) FROM policy_item i LEFT JOIN user_account w ON w.id = i.owner_id";
/// The rows of a page have no long texts: nothing shows them in a list.
const SELECT: &str = concat!(
    "SELECT '' AS text, '' AS guidance, ",
    header_columns!(),
    ", k.name AS collection_name ",
    item_joins!(),
    "WHERE i.id IN ("
);

impl PolicyItemFilter {
    fn proof_by_mapping(&self) -> Option<MappingProof> {
        self.proof.filter(|proof| *proof != MappingProof::Open)
    }

    /// A condition costs much for each item, so that it is evaluated once for page and count together. Else an index
    /// counts, and the page ends after its last row.
    fn is_costly(&self) -> bool {
        let of_references =
            self.recheck || self.unreferenced || self.proof.is_some() || self.manual.is_some() || self.module.is_some();
        of_references || !self.text.trim().is_empty()
    }
}

/// One page of the items that pass, without their texts and guidance.
pub async fn list_items(
    tx: &mut Tx,
    filter: &PolicyItemFilter,
    request: PageRequest,
) -> Result<Page<ListedPolicyItem>, StoreError> {
    let (keys, collections) = (tx.readable_keys(), tx.sight().collections().cloned());
    let ids: Vec<(String, i64)> = on_tx!(tx, |conn| {
        let mut query = QueryBuilder::new(if filter.is_costly() { COUNTED_PAGE } else { PAGE });
        push_conditions!(query, filter, keys, collections);
        query.push(" ORDER BY ").push(filter.sort.expression()).push(" ").push(direction(filter.order));
        query.push(", i.position, i.id LIMIT ").push_bind(i64::from(request.size()));
        query.push(" OFFSET ").push_bind(request.offset());
        query.build_query_as().fetch_all(conn).await?
    });
    let total: i64 = match ids.first() {
        Some((_, total)) if *total >= 0 => *total,
        // Nothing is known of the pages before an empty one.
        _ => on_tx!(tx, |conn| {
            let mut query = QueryBuilder::new(COUNT);
            push_conditions!(query, filter, keys, collections);
            query.build_query_scalar().fetch_one(conn).await?
        }),
    };
    let mut items = Vec::with_capacity(ids.len());
    if !ids.is_empty() {
        let mut rows: HashMap<String, ListedItemRow> =
            list_rows(tx, &ids).await?.into_iter().map(|row| (row.item.id().to_owned(), row)).collect();
        for row in ids.iter().filter_map(|(id, _)| rows.remove(id)) {
            let (item, collection_name) = (row.item.into_item()?, row.collection_name);
            let proved_by = Vec::new();
            items.push(ListedPolicyItem { item, collection_name, references: 0, rechecks: 0, proved_by });
        }
    }
    count_references_of(tx, &mut items).await?;
    let ids: Vec<PolicyItemId> = items.iter().map(|listed| listed.item.id.clone()).collect();
    let mut proofs = list_proofs(tx, &ids).await?;
    for listed in &mut items {
        listed.proved_by = proofs.remove(&listed.item.id).unwrap_or_default();
    }
    Ok(page(items, total, request))
}

/// The ids of the first items that pass, in the order of the filter.
pub async fn list_item_ids(
    tx: &mut Tx,
    filter: &PolicyItemFilter,
    limit: u64,
) -> Result<Vec<PolicyItemId>, StoreError> {
    let (keys, collections) = (tx.readable_keys(), tx.sight().collections().cloned());
    let ids: Vec<(String, i64)> = on_tx!(tx, |conn| {
        let mut query = QueryBuilder::new(PAGE);
        push_conditions!(query, filter, keys, collections);
        query.push(" ORDER BY ").push(filter.sort.expression()).push(" ").push(direction(filter.order));
        query.push(", i.position, i.id LIMIT ").push_bind(signed(limit));
        query.build_query_as().fetch_all(conn).await?
    });
    Ok(ids.into_iter().map(|(id, _)| PolicyItemId(id)).collect())
}

async fn list_rows(tx: &mut Tx, ids: &[(String, i64)]) -> Result<Vec<ListedItemRow>, StoreError> {
    Ok(on_tx!(tx, |conn| {
        let mut query = QueryBuilder::new(SELECT);
        let mut list = query.separated(", ");
        for (id, _) in ids {
            list.push_bind(id.clone());
        }
        list.push_unseparated(")");
        query.build_query_as().fetch_all(conn).await?
    }))
}

/// Counts the references of the items of a page. Counted with the list, they would be counted for every item that passes.
async fn count_references_of(tx: &mut Tx, items: &mut [ListedPolicyItem]) -> Result<(), StoreError> {
    const SQL: &str = "
        SELECT r.policy_item_id, COUNT(*), COALESCE(SUM(CASE WHEN r.state = 'recheck' THEN 1 ELSE 0 END), 0)
        FROM policy_reference r
        JOIN manual m ON m.id = r.manual_id AND m.deleted_on IS NULL
        JOIN csdb c ON c.id = m.csdb_id AND c.deleted_on IS NULL
        WHERE ";
    if items.is_empty() {
        return Ok(());
    }
    let keys = tx.readable_keys();
    let rows: Vec<(String, i64, i64)> = on_tx!(tx, |conn| {
        let mut query = QueryBuilder::new(SQL);
        push_readable!(query, "c.name_folded", "m.name_folded", keys);
        query.push(" AND r.policy_item_id IN (");
        let mut list = query.separated(", ");
        for listed in items.iter() {
            list.push_bind(listed.item.id.0.clone());
        }
        list.push_unseparated(") GROUP BY r.policy_item_id");
        query.build_query_as().fetch_all(conn).await?
    });
    let counts: HashMap<String, (i64, i64)> =
        rows.into_iter().map(|(id, references, rechecks)| (id, (references, rechecks))).collect();
    for listed in items {
        let (references, rechecks) = counts.get(&listed.item.id.0).copied().unwrap_or_default();
        (listed.references, listed.rechecks) = (count(references), count(rechecks));
    }
    Ok(())
}
