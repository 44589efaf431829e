//! Installed schema sets; the ZIP file itself is a blob.

use chrono::{DateTime, Utc};

use crate::StoreError;
use crate::blobs::BlobId;
use crate::millis::Millis;
use crate::tx::Tx;

const TABLE: &str = "schema_set";

/// The XML schemas of one S1000D issue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredSchemaSet {
    /// As in `4-2`.
    pub issue: String,
    pub blob: BlobId,
    pub size: i64,
    pub files: i64,
    /// The account of the administrator who installed it.
    pub installed_by: String,
    pub installed_on: DateTime<Utc>,
}

#[derive(sqlx::FromRow)]
struct SchemaSetRow {
    issue: String,
    blob: String,
    size: i64,
    file_count: i64,
    installed_by: String,
    installed_on: Millis,
}

impl SchemaSetRow {
    fn into_set(self) -> Result<StoredSchemaSet, StoreError> {
        Ok(StoredSchemaSet {
            issue: self.issue,
            blob: BlobId::parse(&self.blob).ok_or(StoreError::Unreadable { table: TABLE, column: "blob" })?,
            size: self.size,
            files: self.file_count,
            installed_by: self.installed_by,
            installed_on: self.installed_on.read(TABLE, "installed_on")?,
        })
    }
}

/// Installs a set, replacing one of the same issue.
pub async fn insert(tx: &mut Tx, set: &StoredSchemaSet) -> Result<(), StoreError> {
    const SQL: &str = "
        INSERT INTO schema_set (issue, blob, size, file_count, installed_by, installed_on)
        VALUES ($1, $2, $3, $4, $5, $6)
        ON CONFLICT (issue) DO UPDATE
        SET blob = excluded.blob, size = excluded.size, file_count = excluded.file_count,
            installed_by = excluded.installed_by, installed_on = excluded.installed_on";
    on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&set.issue)
        .bind(set.blob.as_str())
        .bind(set.size)
        .bind(set.files)
        .bind(&set.installed_by)
        .bind(Millis::from(set.installed_on))
        .execute(conn)
        .await?
        .rows_affected());
    Ok(())
}

/// All installed sets, ordered by issue.
pub async fn list(tx: &mut Tx) -> Result<Vec<StoredSchemaSet>, StoreError> {
    const SQL: &str = "
        SELECT issue, blob, size, file_count, installed_by, installed_on
        FROM schema_set
        ORDER BY issue";
    let rows: Vec<SchemaSetRow> = on_tx!(tx, |conn| sqlx::query_as(SQL).fetch_all(conn).await?);
    rows.into_iter().map(SchemaSetRow::into_set).collect()
}

/// Removes a set; `false` when none has this issue.
pub async fn delete(tx: &mut Tx, issue: &str) -> Result<bool, StoreError> {
    const SQL: &str = "DELETE FROM schema_set WHERE issue = $1";
    Ok(on_tx!(tx, |conn| sqlx::query(SQL).bind(issue).execute(conn).await?.rows_affected()) == 1)
}
