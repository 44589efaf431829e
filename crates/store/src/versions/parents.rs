//! The versions that a version was made from.

use std::collections::HashMap;

use domain::id::{ObjectId, VersionId};
use sqlx::QueryBuilder;

use crate::StoreError;
use crate::search::{ROWS_PER_STATEMENT, is_reused};
use crate::tx::Tx;

/// Notes what new versions were made from; the first of two is the one that was worked on.
pub async fn insert_parents(tx: &mut Tx, versions: &[(VersionId, &[VersionId])]) -> Result<(), StoreError> {
    const SQL: &str = "INSERT INTO version_parent (version_id, position, parent_id) ";
    let mut rows = Vec::new();
    for (version, parents) in versions {
        rows.extend((0_i64..).zip(*parents).map(|(position, parent)| (version.0, position, parent.0)));
    }
    for some in rows.chunks(ROWS_PER_STATEMENT) {
        on_tx!(tx, |conn| QueryBuilder::new(SQL)
            .push_values(some, |mut values, (version, position, parent)| {
                values.push_bind(*version).push_bind(*position).push_bind(*parent);
            })
            .build()
            .persistent(is_reused(some.len()))
            .execute(conn)
            .await?
            .rows_affected());
    }
    Ok(())
}

/// The versions that each version of an object was made from.
pub async fn list_parents(tx: &mut Tx, object: ObjectId) -> Result<HashMap<VersionId, Vec<VersionId>>, StoreError> {
    const SQL: &str = "
        SELECT p.version_id, p.parent_id
        FROM version v
        JOIN version_parent p ON p.version_id = v.id
        WHERE v.object_id = $1
        ORDER BY p.version_id, p.position";
    let rows: Vec<(i64, i64)> = on_tx!(tx, |conn| sqlx::query_as(SQL).bind(object.0).fetch_all(conn).await?);
    let mut parents: HashMap<VersionId, Vec<VersionId>> = HashMap::new();
    for (version, parent) in rows {
        parents.entry(VersionId(version)).or_default().push(VersionId(parent));
    }
    Ok(parents)
}

/// The accounts that wrote the modules which versions of an object were copied from.
pub async fn list_source_authors(tx: &mut Tx, object: ObjectId) -> Result<Vec<String>, StoreError> {
    const SQL: &str = "
        SELECT DISTINCT w.created_by
        FROM version v
        JOIN version_parent p ON p.version_id = v.id
        JOIN version s ON s.id = p.parent_id
        JOIN version w ON w.object_id = s.object_id
        WHERE v.object_id = $1 AND s.object_id <> $1 AND w.origin <> 'oem'
        ORDER BY w.created_by";
    Ok(on_tx!(tx, |conn| sqlx::query_scalar(SQL).bind(object.0).fetch_all(conn).await?))
}
