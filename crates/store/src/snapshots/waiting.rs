//! OEM revisions that are waiting for a decision.

use std::collections::HashMap;

use domain::id::{ManualId, SnapshotId};
use domain::name::Name;
use domain::page::{Page, PageRequest};
use domain::snapshot::Snapshot;
use domain::text::fold;
use sqlx::QueryBuilder;

use super::{SnapshotRow, columns};
use crate::StoreError;
use crate::search::{ROWS_PER_STATEMENT, count};
use crate::tx::Tx;

/// Pending revisions of manuals that are not in the trash. Counts and lists share it, so that they agree.
macro_rules! waiting {
    ($select:expr, $keys:literal, $rest:expr) => {
        concat!(
            "SELECT ",
            $select,
            " FROM snapshot s
              JOIN manual m ON m.id = s.manual_id
              JOIN csdb c ON c.id = m.csdb_id
              LEFT JOIN package p ON p.id = s.package_id
              WHERE s.decision = 'waiting' AND s.state = 'ready' AND m.deleted_on IS NULL AND c.deleted_on IS NULL
              AND ",
            is_readable!("c.name_folded", "m.name_folded", $keys),
            $rest
        )
    };
}

/// A pending OEM revision with its manual and package.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WaitingRevision {
    pub csdb_name: Name,
    pub manual_name: Name,
    pub revision: Snapshot,
    /// `None` when the package has been deleted.
    pub package_name: Option<String>,
}

#[derive(sqlx::FromRow)]
struct WaitingRow {
    csdb_name: String,
    manual_name: String,
    package_name: Option<String>,
    #[sqlx(flatten)]
    snapshot: SnapshotRow,
}

impl WaitingRow {
    fn into_waiting(self) -> Result<WaitingRevision, StoreError> {
        let name = |text: &str, table| Name::parse(text).map_err(|_| StoreError::Unreadable { table, column: "name" });
        Ok(WaitingRevision {
            csdb_name: name(&self.csdb_name, "csdb")?,
            manual_name: name(&self.manual_name, "manual")?,
            revision: self.snapshot.into_snapshot()?,
            package_name: self.package_name,
        })
    }
}

/// The number of pending OEM revisions per manual; manuals without any are left out.
pub async fn count_waiting_of(tx: &mut Tx, manuals: &[&ManualId]) -> Result<HashMap<ManualId, u64>, StoreError> {
    const SQL: &str = "
        SELECT manual_id, COUNT(*)
        FROM snapshot
        WHERE decision = 'waiting' AND state = 'ready' AND manual_id IN (";
    let mut found = HashMap::new();
    for some in manuals.chunks(ROWS_PER_STATEMENT) {
        let rows: Vec<(String, i64)> = on_tx!(tx, |conn| {
            let mut query = QueryBuilder::new(SQL);
            let mut list = query.separated(", ");
            for manual in some {
                list.push_bind(&manual.0);
            }
            query.push(") GROUP BY manual_id").build_query_as().fetch_all(conn).await?
        });
        found.extend(rows.into_iter().map(|(id, waiting)| (ManualId(id), count(waiting))));
    }
    Ok(found)
}

/// The number of pending OEM revisions, in manuals that are not in the trash.
pub async fn count_waiting(tx: &mut Tx) -> Result<u64, StoreError> {
    const SQL: &str = waiting!("COUNT(*)", "$1", "");
    let keys = tx.readable_keys();
    Ok(count(on_tx!(tx, |conn| sqlx::query_scalar(SQL).bind(keys).fetch_one(conn).await?)))
}

/// One page of the pending OEM revisions, newest first.
pub async fn list_all_waiting(tx: &mut Tx, request: PageRequest) -> Result<Page<WaitingRevision>, StoreError> {
    const SQL: &str = waiting!(
        concat!("c.name AS csdb_name, m.name AS manual_name, p.file_name AS package_name, ", columns!()),
        "$3",
        "ORDER BY s.created_on DESC, s.id DESC LIMIT $1 OFFSET $2"
    );
    let total = count_waiting(tx).await?;
    let keys = tx.readable_keys();
    let rows: Vec<WaitingRow> = on_tx!(tx, |conn| sqlx::query_as(SQL)
        .bind(i64::from(request.size()))
        .bind(request.offset())
        .bind(keys)
        .fetch_all(conn)
        .await?);
    let items = rows.into_iter().map(WaitingRow::into_waiting).collect::<Result<_, _>>()?;
    Ok(Page { items, total, request })
}

/// The OEM revisions of a database that can still be adopted: the last pending one of each manual.
///
/// A later revision includes everything of the earlier ones that it does not replace, in every language. Objects that
/// only the earlier ones contain are no longer expected, unless the later one is rejected.
pub async fn list_adoptable_in(tx: &mut Tx, csdb: &str) -> Result<Vec<SnapshotId>, StoreError> {
    const SQL: &str = waiting!(
        "s.id",
        "$2",
        "AND c.name_folded = $1
         AND NOT EXISTS (
             SELECT 1
             FROM snapshot later
             WHERE later.manual_id = s.manual_id AND later.kind = s.kind AND later.state = 'ready'
             AND later.number > s.number AND later.decision IN ('waiting', 'confirmed'))
         ORDER BY s.id"
    );
    let keys = tx.readable_keys();
    let ids: Vec<i64> = on_tx!(tx, |conn| sqlx::query_scalar(SQL).bind(fold(csdb)).bind(keys).fetch_all(conn).await?);
    Ok(ids.into_iter().map(SnapshotId).collect())
}
