//! Editing types; both tables have the same columns.

use domain::text::fold;

use crate::StoreError;
use crate::tx::Tx;

/// The table of the type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TypeTable {
    Csdb,
    Manual,
}

/// A type as an administrator edits it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EditedType {
    pub code: String,
    pub name_en: String,
    pub name_zh: String,
    /// Databases: related to aircraft. Manuals: written by the operator itself.
    pub flag: bool,
}

macro_rules! insert_sql {
    ($table:literal, $flag:literal) => {
        concat!(
            "INSERT INTO ",
            $table,
            " (code, code_folded, name_en, name_zh, ",
            $flag,
            ", builtin, position)
            SELECT $1, $2, $3, $4, $5, FALSE, COALESCE(MAX(position), 0) + 1 FROM ",
            $table,
            " WHERE TRUE
            ON CONFLICT DO NOTHING"
        )
    };
}

macro_rules! update_sql {
    ($table:literal, $flag:literal) => {
        concat!(
            "UPDATE ",
            $table,
            " SET name_en = $3, name_zh = $4, ",
            $flag,
            " = $5, version = version + 1 WHERE code_folded = $2 AND code = $1"
        )
    };
}

/// Inserts a type after the others; `false` when its code is taken.
pub async fn insert(tx: &mut Tx, table: TypeTable, new: &EditedType) -> Result<bool, StoreError> {
    let sql = match table {
        TypeTable::Csdb => insert_sql!("csdb_type", "aircraft_related"),
        TypeTable::Manual => insert_sql!("manual_type", "self_editing"),
    };
    write(tx, sql, new).await
}

/// Updates the names and the flag of a type; `false` when it does not exist.
pub async fn update(tx: &mut Tx, table: TypeTable, changed: &EditedType) -> Result<bool, StoreError> {
    let sql = match table {
        TypeTable::Csdb => update_sql!("csdb_type", "aircraft_related"),
        TypeTable::Manual => update_sql!("manual_type", "self_editing"),
    };
    write(tx, sql, changed).await
}

async fn write(tx: &mut Tx, sql: &'static str, one: &EditedType) -> Result<bool, StoreError> {
    let written = on_tx!(tx, |conn| sqlx::query(sql)
        .bind(&one.code)
        .bind(fold(&one.code))
        .bind(&one.name_en)
        .bind(&one.name_zh)
        .bind(one.flag)
        .execute(conn)
        .await?
        .rows_affected());
    Ok(written == 1)
}

/// Deletes a type that an administrator added; `false` when it does not exist.
pub async fn delete(tx: &mut Tx, table: TypeTable, code: &str) -> Result<bool, StoreError> {
    let sql = match table {
        TypeTable::Csdb => "DELETE FROM csdb_type WHERE code_folded = $1 AND NOT builtin",
        TypeTable::Manual => "DELETE FROM manual_type WHERE code_folded = $1 AND NOT builtin",
    };
    Ok(on_tx!(tx, |conn| sqlx::query(sql).bind(fold(code)).execute(conn).await?.rows_affected()) == 1)
}

/// A database or manual has this type, including those in the trash.
pub async fn is_used(tx: &mut Tx, table: TypeTable, code: &str) -> Result<bool, StoreError> {
    let sql = match table {
        TypeTable::Csdb => "SELECT id FROM csdb WHERE csdb_type = $1 AND purged_on IS NULL LIMIT 1",
        TypeTable::Manual => "SELECT id FROM manual WHERE manual_type = $1 AND purged_on IS NULL LIMIT 1",
    };
    let found: Option<String> = on_tx!(tx, |conn| sqlx::query_scalar(sql).bind(code).fetch_optional(conn).await?);
    Ok(found.is_some())
}
