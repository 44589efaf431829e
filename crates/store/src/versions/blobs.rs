//! The content of versions.

use std::collections::HashMap;

use domain::id::VersionId;
use sqlx::QueryBuilder;

use crate::StoreError;
use crate::search::{ROWS_PER_STATEMENT, is_reused};
use crate::tx::Tx;

/// The content of a version, and its separate status file.
pub type VersionBlobs = (String, Option<String>);

/// The blobs of these versions.
pub async fn find_blobs(tx: &mut Tx, versions: &[VersionId]) -> Result<HashMap<VersionId, VersionBlobs>, StoreError> {
    const SQL: &str = "SELECT id, blob, status_blob FROM version WHERE id IN (";
    let mut found = HashMap::new();
    for some in versions.chunks(ROWS_PER_STATEMENT) {
        let rows: Vec<(i64, String, Option<String>)> = on_tx!(tx, |conn| {
            let mut query = QueryBuilder::new(SQL);
            let mut list = query.separated(", ");
            for version in some {
                list.push_bind(version.0);
            }
            list.push_unseparated(")");
            query.build_query_as().persistent(is_reused(some.len())).fetch_all(conn).await?
        });
        found.extend(rows.into_iter().map(|(version, blob, status)| (VersionId(version), (blob, status))));
    }
    Ok(found)
}
