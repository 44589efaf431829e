//! The columns that name blobs. A blob that none of them names is unused.

use std::collections::HashSet;

use sqlx::QueryBuilder;

use crate::StoreError;
use crate::blobs::BlobId;
use crate::search::{ROWS_PER_STATEMENT, signed};
use crate::tx::Tx;

/// A column that names a blob.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BlobColumn {
    pub table: &'static str,
    pub column: &'static str,
}

/// All of them. A test finds a column that is missing by its name, which is `blob` or ends in `_blob`.
pub const BLOB_COLUMNS: [BlobColumn; 13] = [
    BlobColumn { table: "artifact", column: "blob" },
    BlobColumn { table: "audit_pack", column: "blob" },
    BlobColumn { table: "brex", column: "blob" },
    BlobColumn { table: "house_style", column: "logo_blob" },
    BlobColumn { table: "module_template", column: "blob" },
    BlobColumn { table: "operator", column: "logo_blob" },
    BlobColumn { table: "policy_evidence", column: "blob" },
    BlobColumn { table: "policy_image", column: "blob" },
    BlobColumn { table: "publication_style", column: "logo_blob" },
    BlobColumn { table: "regulation_import", column: "blob" },
    BlobColumn { table: "schema_set", column: "blob" },
    BlobColumn { table: "version", column: "blob" },
    BlobColumn { table: "version", column: "status_blob" },
];

/// Those of `ids` that a record names. Looks through whole tables: ask for many at once.
pub async fn list_named(tx: &mut Tx, ids: &[BlobId]) -> Result<HashSet<String>, StoreError> {
    let mut named = HashSet::new();
    for BlobColumn { table, column } in BLOB_COLUMNS {
        for some in ids.chunks(ROWS_PER_STATEMENT) {
            let found: Vec<String> = on_tx!(tx, |conn| {
                let mut query = QueryBuilder::new("SELECT DISTINCT ");
                query.push(column).push(" FROM ").push(table).push(" WHERE ").push(column).push(" IN (");
                let mut list = query.separated(", ");
                for id in some {
                    list.push_bind(id.as_str());
                }
                query.push(")").build_query_scalar().persistent(false).fetch_all(conn).await?
            });
            named.extend(found);
        }
    }
    Ok(named)
}

/// The names of all blobs that a record names.
pub async fn list_all(tx: &mut Tx) -> Result<HashSet<String>, StoreError> {
    let mut named = HashSet::new();
    for BlobColumn { table, column } in BLOB_COLUMNS {
        let found: Vec<String> = on_tx!(tx, |conn| {
            let mut query = QueryBuilder::new("SELECT DISTINCT ");
            query.push(column).push(" FROM ").push(table).push(" WHERE ").push(column).push(" IS NOT NULL");
            query.build_query_scalar().fetch_all(conn).await?
        });
        named.extend(found);
    }
    Ok(named)
}

/// The blobs that a row names, which is a line of [`crate::records`].
pub fn list_of_row(table: &str, line: &str) -> Result<Vec<BlobId>, StoreError> {
    let columns: Vec<&str> = BLOB_COLUMNS.iter().filter(|one| one.table == table).map(|one| one.column).collect();
    if columns.is_empty() {
        return Ok(Vec::new());
    }
    let row: serde_json::Map<String, serde_json::Value> = serde_json::from_str(line)?;
    Ok(columns.iter().filter_map(|column| BlobId::parse(row.get(*column)?.as_str()?)).collect())
}

/// The next blobs that an upgrade left without use, at most `limit`.
pub async fn list_unused(tx: &mut Tx, limit: u64) -> Result<Vec<BlobId>, StoreError> {
    const SQL: &str = "SELECT sha256 FROM unused_blob ORDER BY sha256 LIMIT $1";
    let names: Vec<String> = on_tx!(tx, |conn| sqlx::query_scalar(SQL).bind(signed(limit)).fetch_all(conn).await?);
    let unreadable = StoreError::Unreadable { table: "unused_blob", column: "sha256" };
    names.iter().map(|name| BlobId::parse(name)).collect::<Option<_>>().ok_or(unreadable)
}

/// Takes these off the list of blobs without use.
pub async fn forget_unused(tx: &mut Tx, ids: &[BlobId]) -> Result<(), StoreError> {
    for some in ids.chunks(ROWS_PER_STATEMENT) {
        on_tx!(tx, |conn| {
            let mut query = QueryBuilder::new("DELETE FROM unused_blob WHERE sha256 IN (");
            let mut list = query.separated(", ");
            for id in some {
                list.push_bind(id.as_str());
            }
            query.push(")").build().persistent(false).execute(conn).await?.rows_affected()
        });
    }
    Ok(())
}
