//! Types of databases and manuals.

mod edit;

use domain::csdb::CsdbType;
use domain::manual::ManualType;
use domain::text::fold;

use crate::StoreError;
use crate::tx::Tx;

pub use edit::{EditedType, TypeTable, delete, insert, is_used, update};

#[derive(sqlx::FromRow)]
struct CsdbTypeRow {
    code: String,
    name_en: String,
    name_zh: String,
    aircraft_related: bool,
    builtin: bool,
    version: i64,
}

impl From<CsdbTypeRow> for CsdbType {
    fn from(row: CsdbTypeRow) -> Self {
        Self {
            code: row.code,
            name_en: row.name_en,
            name_zh: row.name_zh,
            aircraft_related: row.aircraft_related,
            builtin: row.builtin,
            version: row.version,
        }
    }
}

#[derive(sqlx::FromRow)]
struct ManualTypeRow {
    code: String,
    name_en: String,
    name_zh: String,
    self_editing: bool,
    builtin: bool,
    version: i64,
}

impl From<ManualTypeRow> for ManualType {
    fn from(row: ManualTypeRow) -> Self {
        Self {
            code: row.code,
            name_en: row.name_en,
            name_zh: row.name_zh,
            self_editing: row.self_editing,
            builtin: row.builtin,
            version: row.version,
        }
    }
}

/// The database types, built-in ones first.
pub async fn list_csdb_types(tx: &mut Tx) -> Result<Vec<CsdbType>, StoreError> {
    const SQL: &str = "
        SELECT code, name_en, name_zh, aircraft_related, builtin, version
        FROM csdb_type
        ORDER BY position, code_folded";
    let rows: Vec<CsdbTypeRow> = on_tx!(tx, |conn| sqlx::query_as(SQL).fetch_all(conn).await?);
    Ok(rows.into_iter().map(CsdbType::from).collect())
}

/// Finds a database type by code, ignoring case.
pub async fn find_csdb_type(tx: &mut Tx, code: &str) -> Result<Option<CsdbType>, StoreError> {
    const SQL: &str = "
        SELECT code, name_en, name_zh, aircraft_related, builtin, version
        FROM csdb_type
        WHERE code_folded = $1";
    let row: Option<CsdbTypeRow> = on_tx!(tx, |conn| sqlx::query_as(SQL).bind(fold(code)).fetch_optional(conn).await?);
    Ok(row.map(CsdbType::from))
}

/// The manual types, built-in ones first.
pub async fn list_manual_types(tx: &mut Tx) -> Result<Vec<ManualType>, StoreError> {
    const SQL: &str = "
        SELECT code, name_en, name_zh, self_editing, builtin, version
        FROM manual_type
        ORDER BY position, code_folded";
    let rows: Vec<ManualTypeRow> = on_tx!(tx, |conn| sqlx::query_as(SQL).fetch_all(conn).await?);
    Ok(rows.into_iter().map(ManualType::from).collect())
}

/// Finds a manual type by code, ignoring case.
pub async fn find_manual_type(tx: &mut Tx, code: &str) -> Result<Option<ManualType>, StoreError> {
    const SQL: &str = "
        SELECT code, name_en, name_zh, self_editing, builtin, version
        FROM manual_type
        WHERE code_folded = $1";
    let row: Option<ManualTypeRow> =
        on_tx!(tx, |conn| sqlx::query_as(SQL).bind(fold(code)).fetch_optional(conn).await?);
    Ok(row.map(ManualType::from))
}
