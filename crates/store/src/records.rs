//! All records as lines of JSON: for copies of the database, and for moving them to the other engine.
//!
//! A line is one row. Both engines give the same line for the same row, so that a copy is compared with its original by
//! [`TableDigest`]s, whichever engines they are on.

mod load;

use std::collections::BTreeMap;

use futures::TryStreamExt;
use serde_json::Value;
use sha2::{Digest, Sha256};
use sqlx::AssertSqlSafe;

use crate::StoreError;
use crate::db::DbKind;
use crate::tx::Tx;

pub use load::RecordLoader;

/// Rows that are passed on together.
const BATCH: usize = 500;

/// A table and its columns, in their order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DbTable {
    pub name: String,
    columns: Vec<DbColumn>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct DbColumn {
    name: String,
    is_boolean: bool,
}

/// A digest of a table; it does not depend on the order of rows.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct TableDigest {
    pub rows: u64,
    /// The sum of the rows' hashes, each cut to 16 bytes.
    pub sum: u128,
}

impl TableDigest {
    /// Counts a row.
    pub fn add(&mut self, line: &str) {
        let hash: [u8; 32] = Sha256::digest(line.as_bytes()).into();
        let (half, _) = hash.split_first_chunk::<16>().unwrap_or((&[0; 16], &[]));
        self.rows += 1;
        self.sum = self.sum.wrapping_add(u128::from_le_bytes(*half));
    }
}

/// All tables by name, without views and the migrator's own.
pub async fn list_tables(tx: &mut Tx) -> Result<Vec<DbTable>, StoreError> {
    const SQL_SQLITE: &str = "
        SELECT m.name, c.name, c.type = 'BOOLEAN'
        FROM sqlite_master m
        JOIN pragma_table_info(m.name) c
        WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite!_%' ESCAPE '!' AND m.name <> '_sqlx_migrations'
        ORDER BY m.name, c.cid";
    const SQL_POSTGRES: &str = "
        SELECT table_name::TEXT, column_name::TEXT, data_type = 'boolean'
        FROM information_schema.columns
        WHERE table_schema = current_schema() AND table_name <> '_sqlx_migrations'
        AND table_name NOT IN (SELECT table_name FROM information_schema.views WHERE table_schema = current_schema())
        ORDER BY table_name COLLATE \"C\", ordinal_position";
    let sql = match tx.kind() {
        DbKind::Sqlite => SQL_SQLITE,
        DbKind::Postgres => SQL_POSTGRES,
    };
    let rows: Vec<(String, String, bool)> = on_tx!(tx, |conn| sqlx::query_as(sql).fetch_all(conn).await?);
    let mut tables: Vec<DbTable> = Vec::new();
    for (table, name, is_boolean) in rows {
        let column = DbColumn { name, is_boolean };
        match tables.last_mut().filter(|last| last.name == table) {
            Some(last) => last.columns.push(column),
            None => tables.push(DbTable { name: table, columns: vec![column] }),
        }
    }
    Ok(tables)
}

/// Reads all rows of a table and passes them on in batches.
pub async fn read<E: From<StoreError>>(
    tx: &mut Tx,
    table: &DbTable,
    mut each: impl AsyncFnMut(&[String]) -> Result<(), E>,
) -> Result<TableDigest, E> {
    let sql = table.select(tx.kind());
    let mut digest = TableDigest::default();
    let mut batch = Vec::with_capacity(BATCH);
    on_tx!(tx, |conn| {
        let mut rows = sqlx::query_scalar::<_, String>(AssertSqlSafe(sql)).persistent(false).fetch(conn);
        while let Some(row) = rows.try_next().await.map_err(StoreError::from)? {
            let line = canonical(&row)?;
            digest.add(&line);
            batch.push(line);
            if batch.len() == BATCH {
                each(&batch).await?;
                batch.clear();
            }
        }
    });
    if !batch.is_empty() {
        each(&batch).await?;
    }
    Ok(digest)
}

/// The digest of a whole table.
pub async fn digest(tx: &mut Tx, table: &DbTable) -> Result<TableDigest, StoreError> {
    read(tx, table, async |_: &[String]| Ok(())).await
}

/// The same line for the same row, however an engine spaces, escapes and orders it.
fn canonical(row: &str) -> Result<String, StoreError> {
    let row: BTreeMap<String, Value> = serde_json::from_str(row)?;
    Ok(serde_json::to_string(&row)?)
}

impl DbTable {
    fn select(&self, kind: DbKind) -> String {
        let Self { name, columns } = self;
        if kind == DbKind::Postgres {
            return format!("SELECT row_to_json(t)::TEXT FROM \"{name}\" t");
        }
        let value = |DbColumn { name, is_boolean }: &DbColumn| {
            let truth = "WHEN 1 THEN 'true' WHEN 0 THEN 'false' ELSE 'null' END";
            let value = if *is_boolean { format!("json(CASE \"{name}\" {truth})") } else { format!("\"{name}\"") };
            format!("'{name}', {value}")
        };
        let values: Vec<String> = columns.iter().map(value).collect();
        format!("SELECT json_object({}) FROM \"{name}\"", values.join(", "))
    }
}
