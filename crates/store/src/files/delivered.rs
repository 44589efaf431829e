//! Modules by their codes, whatever their extension and whether or not a lane still has them.

use domain::file::File;
use domain::id::CsdbId;
use sqlx::QueryBuilder;

use super::row::{FileRow, read_all};
use crate::StoreError;
use crate::search::{ROWS_PER_STATEMENT, containing, is_reused};
use crate::tx::Tx;

/// The folded codes of a database that have an extension and end with this one; all with an extension for an empty one.
pub async fn list_extended_codes(tx: &mut Tx, csdb: &CsdbId, ending: &str) -> Result<Vec<String>, StoreError> {
    const SQL: &str = "
        SELECT DISTINCT code_folded
        FROM object
        WHERE csdb_id = $1 AND code_folded LIKE $2 ESCAPE '!'
        ORDER BY code_folded";
    let ending = containing(ending);
    let pattern = format!("dme-%{}", ending.strip_suffix('%').unwrap_or_default());
    Ok(on_tx!(tx, |conn| sqlx::query_scalar(SQL).bind(&csdb.0).bind(&pattern).fetch_all(conn).await?))
}

/// The newest delivered version of each module with one of these folded codes, whether or not the OEM lane still has
/// it.
pub async fn list_delivered(tx: &mut Tx, csdb: &CsdbId, codes_folded: &[String]) -> Result<Vec<File>, StoreError> {
    const SQL: &str = concat!(
        "SELECT ",
        columns!("v"),
        " FROM object o
        JOIN version v ON v.object_id = o.id
        JOIN csdb c ON c.id = o.csdb_id
        JOIN manual m ON m.id = o.manual_id
        WHERE v.origin = 'oem' AND EXISTS (
            SELECT 1
            FROM lane_entry e
            JOIN snapshot s ON s.manual_id = e.manual_id AND s.id >= e.oem_from AND s.id < e.oem_to
            WHERE e.version_id = v.id AND s.kind = 'oem' AND s.state = 'ready')
        AND o.csdb_id = "
    );
    let mut found: Vec<File> = Vec::new();
    for some in codes_folded.chunks(ROWS_PER_STATEMENT) {
        let rows: Vec<FileRow> = on_tx!(tx, |conn| {
            let mut query = QueryBuilder::new(SQL);
            query.push_bind(&csdb.0).push(" AND o.code_folded IN (");
            let mut list = query.separated(", ");
            for code in some {
                list.push_bind(code);
            }
            list.push_unseparated(") ORDER BY o.id, v.id DESC");
            query.build_query_as().persistent(is_reused(some.len())).fetch_all(conn).await?
        });
        found.extend(read_all(rows)?);
    }
    found.dedup_by_key(|file| file.object.id);
    Ok(found)
}
