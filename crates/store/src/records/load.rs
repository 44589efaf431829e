//! Writing the records of a copy into a database.

use sqlx::{AssertSqlSafe, Executor};

use super::{DbColumn, DbTable, TableDigest, digest, list_tables};
use crate::StoreError;
use crate::db::{Db, DbKind};
use crate::tx::Tx;

/// Replaces all records of a database, in one transaction.
///
/// Tables refer to each other in circles, so that no order of them satisfies every foreign key. They are checked at the
/// end: SQLite can put them off, on PostgreSQL they are dropped and made anew.
#[derive(Debug)]
pub struct RecordLoader {
    tx: Tx,
    tables: Vec<DbTable>,
    foreign_keys: Vec<ForeignKey>,
}

#[derive(Debug, sqlx::FromRow)]
struct ForeignKey {
    table_name: String,
    name: String,
    definition: String,
}

impl RecordLoader {
    /// Begins with empty tables.
    pub async fn begin(db: &Db) -> Result<Self, StoreError> {
        let mut tx = db.begin().await?;
        let tables = list_tables(&mut tx).await?;
        let foreign_keys = match tx.kind() {
            DbKind::Sqlite => {
                on_tx!(tx, |conn| conn.execute("PRAGMA defer_foreign_keys = ON").await.map(drop)?);
                Vec::new()
            }
            DbKind::Postgres => drop_foreign_keys(&mut tx).await?,
        };
        // Rows of the history of requirements can be deleted only once their requirements are gone.
        let (first, rest): (Vec<_>, Vec<_>) = tables.iter().partition(|table| table.name == "policy_item");
        for table in first.into_iter().chain(rest) {
            run(&mut tx, format!("DELETE FROM \"{}\"", table.name)).await?;
        }
        Ok(Self { tx, tables, foreign_keys })
    }

    /// The tables of the database.
    pub fn tables(&self) -> &[DbTable] {
        &self.tables
    }

    /// Inserts rows, each a line of JSON.
    pub async fn insert(&mut self, table: &DbTable, lines: &[String]) -> Result<(), StoreError> {
        let sql = table.insert(self.tx.kind());
        let rows = format!("[{}]", lines.join(","));
        on_tx!(self.tx, |conn| sqlx::query(AssertSqlSafe(sql))
            .bind(rows)
            .persistent(false)
            .execute(conn)
            .await?
            .rows_affected());
        Ok(())
    }

    /// The digest of what a table has now.
    pub async fn digest(&mut self, table: &DbTable) -> Result<TableDigest, StoreError> {
        digest(&mut self.tx, table).await
    }

    /// Checks the foreign keys and commits.
    pub async fn finish(mut self) -> Result<(), StoreError> {
        for ForeignKey { table_name, name, definition } in &self.foreign_keys {
            run(&mut self.tx, format!("ALTER TABLE \"{table_name}\" ADD CONSTRAINT \"{name}\" {definition}")).await?;
        }
        if self.tx.kind() == DbKind::Postgres {
            // Without statistics the planner takes the slowest way through full tables.
            run(&mut self.tx, "ANALYZE".to_owned()).await?;
        }
        self.tx.commit().await
    }
}

async fn drop_foreign_keys(tx: &mut Tx) -> Result<Vec<ForeignKey>, StoreError> {
    const SQL: &str = "
        SELECT t.relname::TEXT AS table_name, c.conname::TEXT AS name, pg_get_constraintdef(c.oid) AS definition
        FROM pg_constraint c
        JOIN pg_class t ON t.oid = c.conrelid
        WHERE c.contype = 'f' AND c.connamespace = current_schema()::regnamespace";
    let keys: Vec<ForeignKey> = on_tx!(tx, |conn| sqlx::query_as(SQL).fetch_all(conn).await?);
    for ForeignKey { table_name, name, .. } in &keys {
        run(tx, format!("ALTER TABLE \"{table_name}\" DROP CONSTRAINT \"{name}\"")).await?;
    }
    Ok(keys)
}

async fn run(tx: &mut Tx, sql: String) -> Result<(), StoreError> {
    on_tx!(tx, |conn| conn.execute(AssertSqlSafe(sql)).await.map(drop)?);
    Ok(())
}

impl DbTable {
    fn insert(&self, kind: DbKind) -> String {
        let Self { name, columns } = self;
        let list = |write: &dyn Fn(&DbColumn) -> String| columns.iter().map(write).collect::<Vec<_>>().join(", ");
        let names = list(&|column| format!("\"{}\"", column.name));
        match kind {
            DbKind::Sqlite => {
                let values = list(&|column| format!("value ->> '$.{}'", column.name));
                format!("INSERT INTO \"{name}\" ({names}) SELECT {values} FROM json_each($1)")
            }
            DbKind::Postgres => format!(
                "INSERT INTO \"{name}\" ({names}) SELECT {names} FROM json_populate_recordset(NULL::\"{name}\", $1::JSON)"
            ),
        }
    }
}
