//! The references of the versions that a publication is made from.

use domain::id::VersionId;
use domain::version::{Reference, ReferenceKind};
use sqlx::QueryBuilder;

use crate::StoreError;
use crate::search::{ROWS_PER_STATEMENT, is_reused};
use crate::tx::Tx;

/// Version, kind, target, language, issue, whether it is external, and line.
type VersionReferenceRow = (i64, String, String, Option<String>, Option<String>, bool, i64);

fn read(
    (version, kind, target, language, issue, external, line): VersionReferenceRow,
) -> Result<(VersionId, Reference), StoreError> {
    let kind = ReferenceKind::parse(&kind).ok_or(StoreError::Unreadable { table: "reference", column: "kind" })?;
    let line = u32::try_from(line).unwrap_or_default();
    Ok((VersionId(version), Reference { kind, target, language, issue, external, line }))
}

/// All references of these versions, by version and in their order.
pub async fn list_references(tx: &mut Tx, versions: &[VersionId]) -> Result<Vec<(VersionId, Reference)>, StoreError> {
    const SQL: &str = "
        SELECT version_id, kind, target, target_language, target_issue, external, line
        FROM reference
        WHERE version_id IN (";
    let mut found = Vec::new();
    for some in versions.chunks(ROWS_PER_STATEMENT) {
        let rows: Vec<VersionReferenceRow> = on_tx!(tx, |conn| {
            let mut query = QueryBuilder::new(SQL);
            let mut list = query.separated(", ");
            for version in some {
                list.push_bind(version.0);
            }
            list.push_unseparated(") ORDER BY version_id, position");
            query.build_query_as().persistent(is_reused(some.len())).fetch_all(conn).await?
        });
        for row in rows {
            found.push(read(row)?);
        }
    }
    Ok(found)
}
