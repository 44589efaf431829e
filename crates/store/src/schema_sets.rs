//! Installed schema sets; the ZIP file itself is a blob.

use chrono::{DateTime, Utc};
use domain::finding::{Finding, Rule};
use domain::schema_set::InstalledSchema;
use serde::{Deserialize, Serialize};

use crate::StoreError;
use crate::blobs::BlobId;
use crate::json::{self, Pairs};
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
    /// `None` when the set was installed before its schemas were compiled at installation.
    pub schemas: Option<Vec<InstalledSchema>>,
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
    schemas: Option<String>,
    installed_by: String,
    installed_on: Millis,
}

/// A schema in the column `schemas`.
#[derive(Serialize, Deserialize)]
struct StoredState {
    name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    fault: Option<StoredFault>,
}

#[derive(Serialize, Deserialize)]
struct StoredFault {
    rule: String,
    file: String,
    line: Option<u32>,
    params: Pairs,
}

impl From<&InstalledSchema> for StoredState {
    fn from(state: &InstalledSchema) -> Self {
        let fault = state.fault.as_ref().map(|fault| StoredFault {
            rule: fault.rule.as_str().to_owned(),
            file: fault.file.clone(),
            line: fault.line,
            params: fault.params.clone(),
        });
        Self { name: state.name.clone(), fault }
    }
}

impl StoredState {
    fn into_state(self) -> Result<InstalledSchema, StoreError> {
        let finding = |fault: StoredFault| {
            let rule = Rule::parse(&fault.rule).ok_or(StoreError::Unreadable { table: TABLE, column: "schemas" })?;
            let finding = Finding::new(rule).in_file(fault.file).at(fault.line);
            Ok::<_, StoreError>(Finding { params: fault.params, ..finding })
        };
        Ok(InstalledSchema { name: self.name, fault: self.fault.map(finding).transpose()? })
    }
}

fn written(schemas: &[InstalledSchema]) -> Result<String, StoreError> {
    json::write(&schemas.iter().map(StoredState::from).collect::<Vec<_>>())
}

impl SchemaSetRow {
    fn into_set(self) -> Result<StoredSchemaSet, StoreError> {
        let read = |text: String| {
            let states: Vec<StoredState> = json::read(&text, TABLE, "schemas")?;
            states.into_iter().map(StoredState::into_state).collect::<Result<Vec<_>, StoreError>>()
        };
        Ok(StoredSchemaSet {
            issue: self.issue,
            blob: BlobId::parse(&self.blob).ok_or(StoreError::Unreadable { table: TABLE, column: "blob" })?,
            size: self.size,
            files: self.file_count,
            schemas: self.schemas.map(read).transpose()?,
            installed_by: self.installed_by,
            installed_on: self.installed_on.read(TABLE, "installed_on")?,
        })
    }
}

/// Installs a set, replacing one of the same issue.
pub async fn insert(tx: &mut Tx, set: &StoredSchemaSet) -> Result<(), StoreError> {
    const SQL: &str = "
        INSERT INTO schema_set (issue, blob, size, file_count, schemas, installed_by, installed_on)
        VALUES ($1, $2, $3, $4, $5, $6, $7)
        ON CONFLICT (issue) DO UPDATE
        SET blob = excluded.blob, size = excluded.size, file_count = excluded.file_count,
            schemas = excluded.schemas, installed_by = excluded.installed_by, installed_on = excluded.installed_on";
    let schemas = set.schemas.as_deref().map(written).transpose()?;
    on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&set.issue)
        .bind(set.blob.as_str())
        .bind(set.size)
        .bind(set.files)
        .bind(schemas)
        .bind(&set.installed_by)
        .bind(Millis::from(set.installed_on))
        .execute(conn)
        .await?
        .rows_affected());
    Ok(())
}

/// Stores which schemas of an installed set can be used; does nothing when the set was replaced meanwhile.
pub async fn update_schemas(tx: &mut Tx, blob: &BlobId, schemas: &[InstalledSchema]) -> Result<(), StoreError> {
    const SQL: &str = "
        UPDATE schema_set
        SET schemas = $2
        WHERE blob = $1";
    let schemas = written(schemas)?;
    on_tx!(tx, |conn| sqlx::query(SQL).bind(blob.as_str()).bind(schemas).execute(conn).await?.rows_affected());
    Ok(())
}

/// All installed sets, ordered by issue.
pub async fn list(tx: &mut Tx) -> Result<Vec<StoredSchemaSet>, StoreError> {
    const SQL: &str = "
        SELECT issue, blob, size, file_count, schemas, installed_by, installed_on
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
