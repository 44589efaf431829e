//! The objects of a package, for comparison with the library.

use domain::id::PackageId;
use domain::text::fold;
use sqlx::QueryBuilder;

use crate::StoreError;
use crate::search::{ROWS_PER_STATEMENT, is_reused};
use crate::tx::Tx;

/// One object of a package.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PackageObject {
    /// The library's key.
    pub key: String,
    /// Empty when it has none.
    pub language: String,
    pub title: String,
    pub issue: String,
    /// SHA-256 of its bytes.
    pub sha256: String,
    pub status_sha256: Option<String>,
}

/// Inserts objects into a report, numbered from `from`.
pub async fn insert_contents(
    tx: &mut Tx,
    id: &PackageId,
    report: i64,
    from: i64,
    rows: &[PackageObject],
) -> Result<(), StoreError> {
    const SQL: &str = "
        INSERT INTO package_object (
            package_id, report, position, key, key_folded, language, title, issue, sha256, status_sha256)
        ";
    let numbered: Vec<(i64, &PackageObject)> = (from..).zip(rows).collect();
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
                    .push_bind(&row.sha256)
                    .push_bind(&row.status_sha256);
            })
            .build()
            .persistent(is_reused(some.len()))
            .execute(conn)
            .await?
            .rows_affected());
    }
    Ok(())
}
