//! Decisions about OEM revisions.

use domain::id::{ManualId, ObjectId, SnapshotId};
use domain::page::{Page, PageRequest};
use domain::path::ManualPath;
use domain::revision::{ListedDecision, RevisionAct, RevisionDecision};
use sqlx::QueryBuilder;

use crate::StoreError;
use crate::json;
use crate::millis::Millis;
use crate::search::page;
use crate::tx::Tx;

const TABLE: &str = "revision_decision";

/// Which decisions are listed.
#[derive(Debug, Clone, Default)]
pub struct DecisionFilter {
    pub manual: Option<ManualPath>,
    pub revision: Option<SnapshotId>,
}

#[derive(sqlx::FromRow)]
struct DecisionRow {
    id: String,
    snapshot_id: i64,
    manual_id: String,
    act: String,
    base_snapshot_id: Option<i64>,
    before_snapshot_id: Option<i64>,
    after_snapshot_id: Option<i64>,
    object_id: Option<i64>,
    reason: String,
    counts: String,
    decided_by: String,
    decided_on: Millis,
}

impl DecisionRow {
    fn into_decision(self) -> Result<RevisionDecision, StoreError> {
        Ok(RevisionDecision {
            id: self.id,
            revision: SnapshotId(self.snapshot_id),
            manual_id: ManualId(self.manual_id),
            act: RevisionAct::parse(&self.act).ok_or(StoreError::Unreadable { table: TABLE, column: "act" })?,
            base: self.base_snapshot_id.map(SnapshotId),
            before: self.before_snapshot_id.map(SnapshotId),
            after: self.after_snapshot_id.map(SnapshotId),
            object_id: self.object_id.map(ObjectId),
            reason: self.reason,
            counts: json::read(&self.counts, TABLE, "counts")?,
            decided_by: self.decided_by,
            decided_on: self.decided_on.read(TABLE, "decided_on")?,
        })
    }
}

#[derive(sqlx::FromRow)]
struct ListedDecisionRow {
    #[sqlx(flatten)]
    decision: DecisionRow,
    csdb_name: String,
    manual_name: String,
    number: i64,
    issue_number: String,
    issue_date: String,
    key: Option<String>,
    /// The manual of the object; media have none.
    home_name: Option<String>,
}

impl ListedDecisionRow {
    fn into_listed(self) -> Result<ListedDecision, StoreError> {
        let path = |key: &String| domain::path::of_object(&self.csdb_name, self.home_name.as_deref(), key);
        Ok(ListedDecision {
            path: self.key.as_ref().map(path),
            decision: self.decision.into_decision()?,
            csdb_name: self.csdb_name,
            manual_name: self.manual_name,
            number: self.number,
            issue_number: self.issue_number,
            issue_date: self.issue_date,
        })
    }
}

macro_rules! decision_columns {
    () => {
        "d.id, d.snapshot_id, d.manual_id, d.act, d.base_snapshot_id, d.before_snapshot_id, d.after_snapshot_id,
            d.object_id, d.reason, d.counts, d.decided_by, d.decided_on"
    };
}

const FROM: &str = "
    FROM revision_decision d
    JOIN snapshot s ON s.id = d.snapshot_id
    JOIN manual m ON m.id = d.manual_id AND m.deleted_on IS NULL
    JOIN csdb c ON c.id = m.csdb_id AND c.deleted_on IS NULL
    LEFT JOIN object o ON o.id = d.object_id
    LEFT JOIN manual h ON h.id = o.manual_id
    WHERE ";

/// Records a decision.
pub async fn insert_decision(tx: &mut Tx, decision: &RevisionDecision) -> Result<(), StoreError> {
    const SQL: &str = "
        INSERT INTO revision_decision (
            id, snapshot_id, manual_id, act, base_snapshot_id, before_snapshot_id, after_snapshot_id, object_id, reason,
            counts, decided_by, decided_on)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)";
    let counts = json::write(&decision.counts)?;
    on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&decision.id)
        .bind(decision.revision.0)
        .bind(&decision.manual_id.0)
        .bind(decision.act.as_str())
        .bind(decision.base.map(|id| id.0))
        .bind(decision.before.map(|id| id.0))
        .bind(decision.after.map(|id| id.0))
        .bind(decision.object_id.map(|id| id.0))
        .bind(&decision.reason)
        .bind(&counts)
        .bind(&decision.decided_by)
        .bind(Millis::from(decision.decided_on))
        .execute(conn)
        .await?
        .rows_affected());
    Ok(())
}

/// The last confirmation of a revision, by the snapshots: the clock may have gone back in between.
pub async fn find_confirmation(tx: &mut Tx, revision: SnapshotId) -> Result<Option<RevisionDecision>, StoreError> {
    const SQL: &str = concat!(
        "SELECT ",
        decision_columns!(),
        " FROM revision_decision d
        WHERE d.snapshot_id = $1 AND d.act = 'confirmed'
        ORDER BY COALESCE(d.after_snapshot_id, 0) DESC, d.id DESC
        LIMIT 1"
    );
    let row: Option<DecisionRow> = on_tx!(tx, |conn| sqlx::query_as(SQL).bind(revision.0).fetch_optional(conn).await?);
    row.map(DecisionRow::into_decision).transpose()
}

/// Adds the conditions of a filter to a query.
macro_rules! push_conditions {
    ($query:expr, $filter:expr, $keys:expr) => {{
        push_readable!($query, "c.name_folded", "m.name_folded", $keys);
        if let Some(revision) = $filter.revision {
            $query.push(" AND d.snapshot_id = ").push_bind(revision.0);
        }
        if let Some(manual) = &$filter.manual {
            $query.push(" AND c.name_folded = ").push_bind(manual.csdb.folded());
            $query.push(" AND m.name_folded = ").push_bind(manual.manual.folded());
        }
    }};
}

/// One page of the decisions in manuals that the caller may see, newest first.
pub async fn list_decisions(
    tx: &mut Tx,
    filter: &DecisionFilter,
    request: PageRequest,
) -> Result<Page<ListedDecision>, StoreError> {
    const SELECT: &str = concat!(
        "SELECT ",
        decision_columns!(),
        ", c.name AS csdb_name, m.name AS manual_name, s.number, s.issue_number, s.issue_date, o.key,
            h.name AS home_name"
    );
    let keys = tx.readable_keys();
    let total: i64 = on_tx!(tx, |conn| {
        let mut query = QueryBuilder::new("SELECT COUNT(*)");
        query.push(FROM);
        push_conditions!(query, filter, keys);
        query.build_query_scalar().fetch_one(conn).await?
    });
    let rows: Vec<ListedDecisionRow> = on_tx!(tx, |conn| {
        let mut query = QueryBuilder::new(SELECT);
        query.push(FROM);
        push_conditions!(query, filter, keys);
        query.push(" ORDER BY d.decided_on DESC, d.id DESC LIMIT ").push_bind(i64::from(request.size()));
        query.push(" OFFSET ").push_bind(request.offset());
        query.build_query_as().fetch_all(conn).await?
    });
    let items = rows.into_iter().map(ListedDecisionRow::into_listed).collect::<Result<_, _>>()?;
    Ok(page(items, total, request))
}
