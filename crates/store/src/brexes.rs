//! Installed BREX data modules; the file itself is a blob.

use chrono::{DateTime, Utc};
use domain::text::fold;

use crate::StoreError;
use crate::blobs::BlobId;
use crate::millis::Millis;
use crate::tx::Tx;

const TABLE: &str = "brex";

/// A BREX data module that an administrator installed, for all databases.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InstalledBrex {
    /// Its code with the extension, as modules name it.
    pub name: String,
    pub title: String,
    /// As in `001-00`; empty when it has none.
    pub issue: String,
    /// The issue of S1000D, as in `4-1`; empty when it names no schema.
    pub schema_issue: String,
    /// Published by the specification itself.
    pub is_default: bool,
    pub blob: BlobId,
    pub size: i64,
    pub rules: i64,
    /// Rules that no module can be judged by.
    pub unjudged: i64,
    /// The account of the administrator who installed it.
    pub installed_by: String,
    pub installed_on: DateTime<Utc>,
}

#[derive(sqlx::FromRow)]
struct BrexRow {
    name: String,
    title: String,
    issue: String,
    schema_issue: String,
    is_default: bool,
    blob: String,
    size: i64,
    rules: i64,
    unjudged: i64,
    installed_by: String,
    installed_on: Millis,
}

impl BrexRow {
    fn into_brex(self) -> Result<InstalledBrex, StoreError> {
        Ok(InstalledBrex {
            name: self.name,
            title: self.title,
            issue: self.issue,
            schema_issue: self.schema_issue,
            is_default: self.is_default,
            blob: BlobId::parse(&self.blob).ok_or(StoreError::Unreadable { table: TABLE, column: "blob" })?,
            size: self.size,
            rules: self.rules,
            unjudged: self.unjudged,
            installed_by: self.installed_by,
            installed_on: self.installed_on.read(TABLE, "installed_on")?,
        })
    }
}

/// Installs a BREX, replacing one of the same code.
pub async fn insert(tx: &mut Tx, brex: &InstalledBrex) -> Result<(), StoreError> {
    const SQL: &str = "
        INSERT INTO brex (
            name, name_folded, title, issue, schema_issue, is_default, blob, size, rules, unjudged, installed_by,
            installed_on)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
        ON CONFLICT (name_folded) DO UPDATE
        SET name = excluded.name, title = excluded.title, issue = excluded.issue,
            schema_issue = excluded.schema_issue, is_default = excluded.is_default, blob = excluded.blob,
            size = excluded.size, rules = excluded.rules, unjudged = excluded.unjudged,
            installed_by = excluded.installed_by, installed_on = excluded.installed_on";
    on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&brex.name)
        .bind(fold(&brex.name))
        .bind(&brex.title)
        .bind(&brex.issue)
        .bind(&brex.schema_issue)
        .bind(brex.is_default)
        .bind(brex.blob.as_str())
        .bind(brex.size)
        .bind(brex.rules)
        .bind(brex.unjudged)
        .bind(&brex.installed_by)
        .bind(Millis::from(brex.installed_on))
        .execute(conn)
        .await?
        .rows_affected());
    Ok(())
}

/// All installed ones: default BREX by their issue of S1000D, then the others by code.
pub async fn list(tx: &mut Tx) -> Result<Vec<InstalledBrex>, StoreError> {
    const SQL: &str = "
        SELECT name, title, issue, schema_issue, is_default, blob, size, rules, unjudged, installed_by, installed_on
        FROM brex
        ORDER BY is_default DESC, schema_issue, name_folded";
    let rows: Vec<BrexRow> = on_tx!(tx, |conn| sqlx::query_as(SQL).fetch_all(conn).await?);
    rows.into_iter().map(BrexRow::into_brex).collect()
}

/// The installed BREX of a code, ignoring case.
pub async fn find(tx: &mut Tx, name: &str) -> Result<Option<InstalledBrex>, StoreError> {
    const SQL: &str = "
        SELECT name, title, issue, schema_issue, is_default, blob, size, rules, unjudged, installed_by, installed_on
        FROM brex
        WHERE name_folded = $1";
    let row: Option<BrexRow> = on_tx!(tx, |conn| sqlx::query_as(SQL).bind(fold(name)).fetch_optional(conn).await?);
    row.map(BrexRow::into_brex).transpose()
}

/// Removes an installed BREX; `false` when none has this code.
pub async fn delete(tx: &mut Tx, name: &str) -> Result<bool, StoreError> {
    const SQL: &str = "DELETE FROM brex WHERE name_folded = $1";
    Ok(on_tx!(tx, |conn| sqlx::query(SQL).bind(fold(name)).execute(conn).await?.rows_affected()) == 1)
}
