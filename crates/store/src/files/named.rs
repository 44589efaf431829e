//! Files by the codes that others name them with.

use domain::file::File;
use domain::id::{CsdbId, SnapshotId};
use sqlx::QueryBuilder;

use super::FileRow;
use crate::StoreError;
use crate::search::ROWS_PER_STATEMENT;
use crate::tx::Tx;

#[derive(sqlx::FromRow)]
struct HeldRow {
    snapshot_id: i64,
    #[sqlx(flatten)]
    file: FileRow,
}

/// What these folded codes name in one of these snapshots, in all languages, each with the snapshot that holds it.
pub async fn list_named(
    tx: &mut Tx,
    csdb: &CsdbId,
    snapshots: &[SnapshotId],
    codes_folded: &[String],
) -> Result<Vec<(SnapshotId, File)>, StoreError> {
    const SQL: &str = concat!(
        "SELECT e.snapshot_id, ",
        columns!(),
        " FROM object o
        JOIN snapshot_entry e ON e.object_id = o.id
        JOIN version v ON v.id = e.version_id
        JOIN csdb c ON c.id = o.csdb_id
        LEFT JOIN manual m ON m.id = o.manual_id
        WHERE o.csdb_id = "
    );
    if snapshots.is_empty() {
        return Ok(Vec::new());
    }
    let mut found = Vec::new();
    for some in codes_folded.chunks(ROWS_PER_STATEMENT) {
        let rows: Vec<HeldRow> = on_tx!(tx, |conn| {
            let mut query = QueryBuilder::new(SQL);
            query.push_bind(&csdb.0).push(" AND e.snapshot_id IN (");
            let mut list = query.separated(", ");
            for snapshot in snapshots {
                list.push_bind(snapshot.0);
            }
            list.push_unseparated(") AND o.code_folded IN (");
            let mut list = query.separated(", ");
            for code in some {
                list.push_bind(code);
            }
            list.push_unseparated(") ORDER BY o.id, e.snapshot_id");
            query.build_query_as().fetch_all(conn).await?
        });
        for row in rows {
            found.push((SnapshotId(row.snapshot_id), row.file.into_file()?));
        }
    }
    Ok(found)
}
