//! Databases.

use chrono::{DateTime, Utc};
use domain::csdb::Csdb;
use domain::id::CsdbId;
use domain::name::Name;

use crate::StoreError;
use crate::json;
use crate::millis::Millis;
use crate::search::count as counted;
use crate::tx::Tx;

const TABLE: &str = "csdb";

/// A database with its counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CsdbSummary {
    pub csdb: Csdb,
    pub manual_count: u64,
    /// Number of modules in the working lanes of all its manuals.
    pub module_count: u64,
}

macro_rules! filled {
    ($rest:literal) => {
        concat!(
            "SELECT c.id, c.name, c.csdb_type, c.alias_name, c.is_self_editing, c.default_mic, c.created_by,
                c.created_on, c.version,
                COALESCE((SELECT MAX(m.updated_on) FROM manual m
                    WHERE m.csdb_id = c.id AND m.deleted_on IS NULL AND m.updated_on > c.updated_on
                    AND ",
            is_readable!("c.name_folded", "m.name_folded", "$2"),
            "), c.updated_on) AS updated_on,
                (SELECT COUNT(*) FROM manual m WHERE m.csdb_id = c.id AND m.deleted_on IS NULL AND ",
            is_readable!("c.name_folded", "m.name_folded", "$2"),
            ") AS manual_count,
                (SELECT CAST(COALESCE(SUM(s.module_count), 0) AS BIGINT)
                    FROM manual m
                    JOIN snapshot s ON s.id = m.working_snapshot_id
                    WHERE m.csdb_id = c.id AND m.deleted_on IS NULL AND ",
            is_readable!("c.name_folded", "m.name_folded", "$2"),
            ") AS module_count
            FROM csdb c
            WHERE c.deleted_on IS NULL AND ",
            is_readable!("c.name_folded", "''", "$2"),
            $rest
        )
    };
}

#[derive(sqlx::FromRow)]
struct CsdbRow {
    id: String,
    name: String,
    csdb_type: String,
    alias_name: String,
    is_self_editing: bool,
    default_mic: String,
    created_by: String,
    created_on: Millis,
    updated_on: Millis,
    version: i64,
    manual_count: i64,
    module_count: i64,
}

impl CsdbRow {
    fn into_filled(self) -> Result<CsdbSummary, StoreError> {
        let csdb = Csdb {
            id: CsdbId(self.id),
            name: read_name(&self.name, TABLE)?,
            csdb_type: self.csdb_type,
            alias: self.alias_name,
            self_editing: self.is_self_editing,
            default_mic: json::read(&self.default_mic, TABLE, "default_mic")?,
            created_by: self.created_by,
            created_on: self.created_on.read(TABLE, "created_on")?,
            updated_on: self.updated_on.read(TABLE, "updated_on")?,
            version: self.version,
        };
        Ok(CsdbSummary { csdb, manual_count: counted(self.manual_count), module_count: counted(self.module_count) })
    }
}

/// Reads a stored name, which was validated when it was written.
pub(crate) fn read_name(text: &str, table: &'static str) -> Result<Name, StoreError> {
    Name::in_path(text).map_err(|_| StoreError::Unreadable { table, column: "name" })
}

/// Inserts a database; `false` when the name is taken.
pub async fn insert(tx: &mut Tx, csdb: &Csdb) -> Result<bool, StoreError> {
    const SQL: &str = "
        INSERT INTO csdb (
            id, name, name_folded, csdb_type, alias_name, is_self_editing, default_mic, created_by, created_on,
            updated_on, version)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
        ON CONFLICT DO NOTHING";
    let default_mic = json::write(&csdb.default_mic)?;
    let added = on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&csdb.id.0)
        .bind(csdb.name.as_str())
        .bind(csdb.name.folded())
        .bind(&csdb.csdb_type)
        .bind(&csdb.alias)
        .bind(csdb.self_editing)
        .bind(&default_mic)
        .bind(&csdb.created_by)
        .bind(Millis::from(csdb.created_on))
        .bind(Millis::from(csdb.updated_on))
        .bind(csdb.version)
        .execute(conn)
        .await?
        .rows_affected());
    Ok(added == 1)
}

/// Finds a database by name, ignoring case.
pub async fn find_by_name(tx: &mut Tx, name: &Name) -> Result<Option<CsdbSummary>, StoreError> {
    const SQL: &str = filled!("AND c.name_folded = $1");
    let keys = tx.readable_keys();
    let row: Option<CsdbRow> =
        on_tx!(tx, |conn| sqlx::query_as(SQL).bind(name.folded()).bind(keys).fetch_optional(conn).await?);
    row.map(CsdbRow::into_filled).transpose()
}

/// All databases, or those of one type, ordered by name.
pub async fn list(tx: &mut Tx, csdb_type: Option<&str>) -> Result<Vec<CsdbSummary>, StoreError> {
    const SQL: &str = filled!("AND ($1 = '' OR c.csdb_type = $1) ORDER BY c.name_folded");
    let keys = tx.readable_keys();
    let rows: Vec<CsdbRow> =
        on_tx!(tx, |conn| sqlx::query_as(SQL).bind(csdb_type.unwrap_or_default()).bind(keys).fetch_all(conn).await?);
    rows.into_iter().map(CsdbRow::into_filled).collect()
}

/// Changes the alias of a database; `false` on a version conflict.
pub async fn update_alias(
    tx: &mut Tx,
    id: &CsdbId,
    version: i64,
    alias: &str,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    const SQL: &str = "
        UPDATE csdb
        SET alias_name = $3, updated_on = $4, version = version + 1
        WHERE id = $1 AND version = $2 AND deleted_on IS NULL";
    rename(tx, SQL, &id.0, version, alias, now).await
}

/// Runs an alias update whose parameters are the id, the version it was read at, the alias and the time; `false` on a
/// version conflict.
pub(crate) async fn rename(
    tx: &mut Tx,
    sql: &'static str,
    id: &str,
    version: i64,
    alias: &str,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let changed = on_tx!(tx, |conn| sqlx::query(sql)
        .bind(id)
        .bind(version)
        .bind(alias)
        .bind(Millis::from(now))
        .execute(conn)
        .await?
        .rows_affected());
    Ok(changed == 1)
}

/// The number of databases.
pub async fn count(tx: &mut Tx) -> Result<u64, StoreError> {
    const SQL: &str =
        concat!("SELECT COUNT(*) FROM csdb WHERE deleted_on IS NULL AND ", is_readable!("name_folded", "''", "$1"));
    let keys = tx.readable_keys();
    Ok(counted(on_tx!(tx, |conn| sqlx::query_scalar(SQL).bind(keys).fetch_one(conn).await?)))
}
