//! What a package holds, to be compared with the library.

use domain::id::PackageId;
use domain::text::fold;
use sqlx::QueryBuilder;

use crate::StoreError;
use crate::search::{ROWS_PER_STATEMENT, recurs};
use crate::tx::Tx;

/// One object of a package.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ContentRow {
    /// Its identity as the library writes it.
    pub key: String,
    /// Empty for what has none.
    pub language: String,
    pub title: String,
    pub issue: String,
    /// SHA-256 of its bytes.
    pub blob: String,
    pub status_blob: Option<String>,
}

/// Adds objects to a report; the first of them has the number `from`.
pub async fn insert_contents(
    tx: &mut Tx,
    id: &PackageId,
    report: i64,
    from: i64,
    rows: &[ContentRow],
) -> Result<(), StoreError> {
    const SQL: &str = "
        INSERT INTO package_object (
            package_id, report, position, key, key_folded, language, title, issue, blob, status_blob)
        ";
    let numbered: Vec<(i64, &ContentRow)> = (from..).zip(rows).collect();
    for some in numbered.chunks(ROWS_PER_STATEMENT) {
        on_tx!(tx, |conn| QueryBuilder::new(SQL)
            .push_values(some, |mut values, (position, row)| {
                values
                    .push_bind(&id.0)
                    .push_bind(report)
                    .push_bind(*position)
                    .push_bind(&row.key)
                    .push_bind(fold(&row.key))
                    .push_bind(&row.language)
                    .push_bind(&row.title)
                    .push_bind(&row.issue)
                    .push_bind(&row.blob)
                    .push_bind(&row.status_blob);
            })
            .build()
            .persistent(recurs(some.len()))
            .execute(conn)
            .await?
            .rows_affected());
    }
    Ok(())
}

/// Adds illustrations that are shown to a report, by their names without the ending of a file; each once.
pub async fn insert_illustrations(tx: &mut Tx, id: &PackageId, report: i64, codes: &[&str]) -> Result<(), StoreError> {
    const SQL: &str = "INSERT INTO package_illustration (package_id, report, code_folded) ";
    for some in codes.chunks(ROWS_PER_STATEMENT) {
        on_tx!(tx, |conn| QueryBuilder::new(SQL)
            .push_values(some, |mut values, code| {
                values.push_bind(&id.0).push_bind(report).push_bind(fold(code));
            })
            .push(" ON CONFLICT DO NOTHING")
            .build()
            .execute(conn)
            .await?
            .rows_affected());
    }
    Ok(())
}
