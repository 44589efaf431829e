//! Entries of snapshots.

use std::collections::HashMap;

use domain::id::{ManualId, ObjectId, SnapshotId, VersionId};
use sqlx::QueryBuilder;

use crate::StoreError;
use crate::search::{ROWS_PER_STATEMENT, is_reused};
use crate::tx::Tx;

/// Inserts entries; a `SELECT` of all columns follows.
pub(super) const INTO: &str = "
    INSERT INTO lane_entry (
        manual_id, object_id, version_id, oem_from, oem_to, working_from, working_to, deleted, shelf, referenced,
        key_folded, title_folded, content_type, language, status, issue_date)
    ";

/// The columns that an entry copies from its version `v` and object `o`, with a status. Nothing refers to it yet.
macro_rules! of_version {
    ($status:expr) => {
        concat!(
            ", v.issue_type = 'deleted',
            CASE
                WHEN o.manual_id IS NULL THEN 3
                WHEN o.kind IN ('dm', 'act', 'cct', 'pct', 'brex', 'repository', 'container') THEN 1
                ELSE 2
            END,
            FALSE, o.key_folded, v.title_folded, v.content_type, o.language, ",
            $status,
            ", v.issue_date
        "
        )
    };
}

pub(super) use of_version;

/// The versions of these objects that a snapshot holds.
pub async fn find_versions(
    tx: &mut Tx,
    snapshot: SnapshotId,
    objects: &[ObjectId],
) -> Result<HashMap<ObjectId, VersionId>, StoreError> {
    let mut versions = HashMap::new();
    for some in objects.chunks(ROWS_PER_STATEMENT) {
        let rows: Vec<(i64, i64)> = on_tx!(tx, |conn| {
            let mut query = QueryBuilder::new("SELECT object_id, version_id FROM snapshot_entry WHERE snapshot_id = ");
            query.push_bind(snapshot.0).push(" AND object_id IN (");
            let mut list = query.separated(", ");
            for object in some {
                list.push_bind(object.0);
            }
            list.push_unseparated(")");
            query.build_query_as().persistent(is_reused(some.len())).fetch_all(conn).await?
        });
        versions.extend(rows.into_iter().map(|(object, version)| (ObjectId(object), VersionId(version))));
    }
    Ok(versions)
}

/// Makes a snapshot the owner of its contents, which were built for it.
pub async fn own_contents(tx: &mut Tx, snapshot: SnapshotId) -> Result<(), StoreError> {
    const SQL: &str = "UPDATE snapshot SET contents_id = id WHERE id = $1";
    on_tx!(tx, |conn| sqlx::query(SQL).bind(snapshot.0).execute(conn).await?.rows_affected());
    Ok(())
}

/// The version of an object that the working lane of a manual contained last.
pub async fn find_last_working(
    tx: &mut Tx,
    manual: &ManualId,
    object: ObjectId,
) -> Result<Option<VersionId>, StoreError> {
    const SQL: &str = concat!(
        "SELECT version_id
        FROM lane_entry
        WHERE manual_id = $1 AND object_id = $2 AND working_from < ",
        never!(),
        "
        ORDER BY working_to DESC, working_from DESC
        LIMIT 1"
    );
    let id: Option<i64> =
        on_tx!(tx, |conn| sqlx::query_scalar(SQL).bind(&manual.0).bind(object.0).fetch_optional(conn).await?);
    Ok(id.map(VersionId))
}

/// The versions of an object that the working lane of a manual contains or has contained, the last first. A delivered
/// version that nobody has confirmed is none of them.
pub async fn list_working_versions(
    tx: &mut Tx,
    manual: &ManualId,
    object: ObjectId,
) -> Result<Vec<VersionId>, StoreError> {
    const SQL: &str = concat!(
        "SELECT version_id
        FROM lane_entry
        WHERE manual_id = $1 AND object_id = $2 AND working_from < ",
        never!(),
        "
        ORDER BY working_to DESC, working_from DESC"
    );
    let ids: Vec<i64> =
        on_tx!(tx, |conn| sqlx::query_scalar(SQL).bind(&manual.0).bind(object.0).fetch_all(conn).await?);
    Ok(ids.into_iter().map(VersionId).collect())
}
