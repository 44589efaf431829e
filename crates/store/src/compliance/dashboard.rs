//! Figures about items and references. References to manuals that the caller may not see do not count.

use chrono::NaiveDate;
use domain::compliance::PolicyStatus;
use domain::id::{ComplianceCollectionId, PolicyCategoryId};

use super::proofs::{one_way, proof_rows};
use crate::StoreError;
use crate::change_requests::day_text;
use crate::search::count;
use crate::tx::Tx;

/// Figures about the items of a collection or a category that are assessed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct PolicyCounts {
    /// All items, also those that are not assessed.
    pub items: u64,
    pub assessable: u64,
    /// Of the assessable ones, those out of scope.
    pub out_of_scope: u64,
    /// Assessable ones in scope, in the order of [`PolicyStatus::ALL`].
    pub by_status: [u64; 5],
    /// Assessable ones in scope without a reference.
    pub unreferenced: u64,
    /// Those with a reference that has to be checked again.
    pub rechecks: u64,
    pub overdue: u64,
    /// Those whose status waits for an approver.
    pub proposed: u64,
    /// Of those that nobody has assessed, the ones that compliant items of other collections prove.
    pub mapped: u64,
    /// The same, in part: somebody has to prove the rest.
    pub mapped_part: u64,
}

impl PolicyCounts {
    /// Counts the items of another category too.
    pub fn add(&mut self, other: &Self) {
        self.items += other.items;
        self.assessable += other.assessable;
        self.out_of_scope += other.out_of_scope;
        for (own, more) in self.by_status.iter_mut().zip(other.by_status) {
            *own += more;
        }
        self.unreferenced += other.unreferenced;
        self.rechecks += other.rechecks;
        self.overdue += other.overdue;
        self.proposed += other.proposed;
        self.mapped += other.mapped;
        self.mapped_part += other.mapped_part;
    }
}

/// The figures of one category, without its sub-categories; of items in none where it is `None`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CategoryCounts {
    pub category: Option<PolicyCategoryId>,
    pub counts: PolicyCounts,
}

/// The references to a manual.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ManualCounts {
    pub path: String,
    pub references: u64,
    pub rechecks: u64,
    /// Items that refer to it.
    pub items: u64,
    /// Items that nobody has assessed and that those of other collections prove which refer to it.
    pub mapped: u64,
}

/// The figures of the items `i` of each group; the parameters are the readable keys and today. References are left out by
/// the few manuals that are hidden or deleted, so that SQLite reads them in the order of their items and sorts nothing.
macro_rules! counts {
    ($group:literal, $where:literal) => {
        concat!(
            "WITH readable AS (
                SELECT m.id
                FROM manual m
                JOIN csdb c ON c.id = m.csdb_id AND c.deleted_on IS NULL
                WHERE m.deleted_on IS NULL AND ",
            is_readable!("c.name_folded", "m.name_folded", "$1"),
            "),
            referenced AS (
                SELECT r.policy_item_id AS id, MAX(CASE WHEN r.state = 'recheck' THEN 1 ELSE 0 END) AS recheck
                FROM policy_reference r
                WHERE r.manual_id IS NOT NULL
                AND r.manual_id NOT IN (SELECT x.id FROM manual x WHERE x.id NOT IN (SELECT id FROM readable))
                GROUP BY r.policy_item_id),
            proved AS (
                SELECT q.id, MAX(q.strength) AS strength
                FROM (",
            proof_rows!(),
            ") AS q
                GROUP BY q.id),
            item AS (
                SELECT ",
            $group,
            " AS bucket, i.status, i.is_assessable, (i.is_assessable AND i.in_scope) AS counts,
                    i.proposed_status, i.review_on, i.recheck_on, i.withdrawn_on, f.id AS referenced_id, f.recheck,
                    p.strength
                FROM policy_item i
                LEFT JOIN referenced f ON f.id = i.id
                LEFT JOIN proved p ON p.id = i.id
                ",
            $where,
            ")
            SELECT bucket,
                COUNT(*) AS items,
                COALESCE(SUM(CASE WHEN is_assessable THEN 1 ELSE 0 END), 0) AS assessable,
                COALESCE(SUM(CASE WHEN is_assessable AND NOT counts THEN 1 ELSE 0 END), 0) AS out_of_scope,
                COALESCE(SUM(CASE WHEN counts AND status = 'not_assessed' THEN 1 ELSE 0 END), 0) AS not_assessed,
                COALESCE(SUM(CASE WHEN counts AND status = 'compliant' THEN 1 ELSE 0 END), 0) AS compliant,
                COALESCE(SUM(CASE WHEN counts AND status = 'partially_compliant' THEN 1 ELSE 0 END), 0) AS partially,
                COALESCE(SUM(CASE WHEN counts AND status = 'non_compliant' THEN 1 ELSE 0 END), 0) AS non_compliant,
                COALESCE(SUM(CASE WHEN counts AND status = 'not_applicable' THEN 1 ELSE 0 END), 0) AS not_applicable,
                COALESCE(SUM(CASE WHEN counts AND referenced_id IS NULL THEN 1 ELSE 0 END), 0) AS unreferenced,
                COALESCE(SUM(CASE WHEN recheck = 1 OR recheck_on IS NOT NULL THEN 1 ELSE 0 END), 0) AS rechecks,
                COALESCE(SUM(CASE WHEN review_on < $2 AND withdrawn_on IS NULL THEN 1 ELSE 0 END), 0) AS overdue,
                COALESCE(SUM(CASE WHEN proposed_status IS NOT NULL THEN 1 ELSE 0 END), 0) AS proposed,
                COALESCE(SUM(CASE WHEN strength = 2 THEN 1 ELSE 0 END), 0) AS mapped,
                COALESCE(SUM(CASE WHEN strength = 1 THEN 1 ELSE 0 END), 0) AS mapped_part
            FROM item
            GROUP BY bucket"
        )
    };
}

#[derive(sqlx::FromRow)]
struct CountsRow {
    bucket: String,
    items: i64,
    assessable: i64,
    out_of_scope: i64,
    not_assessed: i64,
    compliant: i64,
    partially: i64,
    non_compliant: i64,
    not_applicable: i64,
    unreferenced: i64,
    rechecks: i64,
    overdue: i64,
    proposed: i64,
    mapped: i64,
    mapped_part: i64,
}

impl CountsRow {
    fn counts(&self) -> PolicyCounts {
        let of = |status| match status {
            PolicyStatus::NotAssessed => self.not_assessed,
            PolicyStatus::Compliant => self.compliant,
            PolicyStatus::PartiallyCompliant => self.partially,
            PolicyStatus::NonCompliant => self.non_compliant,
            PolicyStatus::NotApplicable => self.not_applicable,
        };
        PolicyCounts {
            items: count(self.items),
            assessable: count(self.assessable),
            out_of_scope: count(self.out_of_scope),
            by_status: PolicyStatus::ALL.map(|status| count(of(status))),
            unreferenced: count(self.unreferenced),
            rechecks: count(self.rechecks),
            overdue: count(self.overdue),
            proposed: count(self.proposed),
            mapped: count(self.mapped),
            mapped_part: count(self.mapped_part),
        }
    }
}

/// The figures of each collection that has items.
pub async fn count_by_collection(
    tx: &mut Tx,
    today: NaiveDate,
) -> Result<Vec<(ComplianceCollectionId, PolicyCounts)>, StoreError> {
    const SQL: &str = counts!("i.collection_id", "");
    let keys = tx.readable_keys();
    let rows: Vec<CountsRow> =
        on_tx!(tx, |conn| sqlx::query_as(SQL).bind(keys).bind(day_text(today)).fetch_all(conn).await?);
    Ok(rows.into_iter().map(|row| (ComplianceCollectionId(row.bucket.clone()), row.counts())).collect())
}

/// The figures of each category of a collection.
pub async fn count_by_category(
    tx: &mut Tx,
    collection: &ComplianceCollectionId,
    today: NaiveDate,
) -> Result<Vec<CategoryCounts>, StoreError> {
    const SQL: &str = counts!("COALESCE(i.category_id, '')", "WHERE i.collection_id = $3");
    let keys = tx.readable_keys();
    let rows: Vec<CountsRow> = on_tx!(tx, |conn| sqlx::query_as(SQL)
        .bind(keys)
        .bind(day_text(today))
        .bind(&collection.0)
        .fetch_all(conn)
        .await?);
    let read = |row: CountsRow| CategoryCounts {
        counts: row.counts(),
        category: Some(row.bucket).filter(|id| !id.is_empty()).map(PolicyCategoryId),
    };
    Ok(rows.into_iter().map(read).collect())
}

/// The figures of the requirements of each operator, by its code; the code is empty for those of all operators. Of one
/// collection where it is given.
pub async fn count_by_operator(
    tx: &mut Tx,
    collection: Option<&ComplianceCollectionId>,
    today: NaiveDate,
) -> Result<Vec<(String, PolicyCounts)>, StoreError> {
    const SQL: &str = counts!("i.operator_code", "WHERE ($3 = '' OR i.collection_id = $3)");
    let keys = tx.readable_keys();
    let mut rows: Vec<CountsRow> = on_tx!(tx, |conn| sqlx::query_as(SQL)
        .bind(keys)
        .bind(day_text(today))
        .bind(collection.map_or("", |id| id.0.as_str()))
        .fetch_all(conn)
        .await?);
    rows.sort_by(|one, other| one.bucket.cmp(&other.bucket));
    Ok(rows.into_iter().map(|row| (row.bucket.clone(), row.counts())).collect())
}

/// The references to each manual that the caller may see, and the proofs by mapping that rest on them, by path; those of
/// one collection where it is given.
pub async fn count_by_manual(
    tx: &mut Tx,
    collection: Option<&ComplianceCollectionId>,
) -> Result<Vec<ManualCounts>, StoreError> {
    const SQL: &str = concat!(
        "SELECT c.name, m.name, CAST(SUM(x.total) AS BIGINT), CAST(SUM(x.rechecks) AS BIGINT),
            CAST(SUM(x.items) AS BIGINT), CAST(SUM(x.mapped) AS BIGINT)
        FROM (
            SELECT r.manual_id, COUNT(*) AS total,
                COALESCE(SUM(CASE WHEN r.state = 'recheck' THEN 1 ELSE 0 END), 0) AS rechecks,
                COUNT(DISTINCT r.policy_item_id) AS items, 0 AS mapped
            FROM policy_reference r
            WHERE $2 = '' OR r.policy_item_id IN (SELECT i.id FROM policy_item i WHERE i.collection_id = $2)
            GROUP BY r.manual_id
            UNION ALL
            SELECT r.manual_id, 0 AS total, 0 AS rechecks, 0 AS items, COUNT(DISTINCT q.id) AS mapped
            FROM (",
        proof_rows!(),
        ") AS q
            JOIN policy_reference r ON r.policy_item_id = q.by_id
            WHERE q.strength = 2
            AND ($2 = '' OR q.id IN (SELECT i.id FROM policy_item i WHERE i.collection_id = $2))
            GROUP BY r.manual_id) AS x
        JOIN manual m ON m.id = x.manual_id AND m.deleted_on IS NULL
        JOIN csdb c ON c.id = m.csdb_id AND c.deleted_on IS NULL
        WHERE ",
        is_readable!("c.name_folded", "m.name_folded", "$1"),
        " GROUP BY c.name, m.name ORDER BY c.name, m.name"
    );
    let keys = tx.readable_keys();
    let wanted = collection.map_or("", |id| id.0.as_str());
    let rows: Vec<(String, String, i64, i64, i64, i64)> =
        on_tx!(tx, |conn| sqlx::query_as(SQL).bind(keys).bind(wanted).fetch_all(conn).await?);
    let read =
        |(csdb, manual, references, rechecks, items, mapped): (String, String, i64, i64, i64, i64)| ManualCounts {
            path: domain::path::of_manual(&csdb, &manual),
            references: count(references),
            rechecks: count(rechecks),
            items: count(items),
            mapped: count(mapped),
        };
    Ok(rows.into_iter().map(read).collect())
}
