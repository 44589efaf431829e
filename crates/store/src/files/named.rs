//! Many files of snapshots at once: by code, by kind, or by object.

use domain::file::File;
use domain::id::{CsdbId, ObjectId, SnapshotId, VersionId};
use domain::object::ObjectKind;
use domain::version::VersionContent;
use sqlx::QueryBuilder;

use super::row::FileRow;
use crate::StoreError;
use crate::search::{ROWS_PER_STATEMENT, count, is_reused};
use crate::tx::Tx;

#[derive(sqlx::FromRow)]
struct SnapshotFileRow {
    snapshot_id: i64,
    #[sqlx(flatten)]
    file: FileRow,
}

impl SnapshotFileRow {
    fn read_all(rows: Vec<Self>) -> Result<Vec<(SnapshotId, File)>, StoreError> {
        rows.into_iter().map(|row| Ok((SnapshotId(row.snapshot_id), row.file.into_file()?))).collect()
    }
}

/// The files with these folded codes in these snapshots, in all languages, each with its snapshot.
pub async fn list_by_codes(
    tx: &mut Tx,
    csdb: &CsdbId,
    snapshots: &[SnapshotId],
    codes_folded: &[String],
) -> Result<Vec<(SnapshotId, File)>, StoreError> {
    // The order of the joins keeps SQLite from reading all entries of a manual.
    const SQL: &str = concat!(
        "SELECT s.id AS snapshot_id, ",
        columns!("e"),
        " FROM object o
        CROSS JOIN snapshot s
        CROSS JOIN lane_entry e
        JOIN version v ON v.id = e.version_id
        JOIN csdb c ON c.id = o.csdb_id
        LEFT JOIN manual m ON m.id = o.manual_id
        WHERE e.object_id = o.id AND ",
        is_in_snapshot!(),
        "AND o.csdb_id = "
    );
    if snapshots.is_empty() {
        return Ok(Vec::new());
    }
    let mut found = Vec::new();
    for some in codes_folded.chunks(ROWS_PER_STATEMENT) {
        let rows: Vec<SnapshotFileRow> = on_tx!(tx, |conn| {
            let mut query = QueryBuilder::new(SQL);
            query.push_bind(&csdb.0).push(" AND s.id IN (");
            let mut list = query.separated(", ");
            for snapshot in snapshots {
                list.push_bind(snapshot.0);
            }
            list.push_unseparated(") AND o.code_folded IN (");
            let mut list = query.separated(", ");
            // The last code is repeated up to a power of two, so that a few prepared statements serve every module.
            let padding = some.last().into_iter().cycle();
            for code in some.iter().chain(padding).take(some.len().next_power_of_two()) {
                list.push_bind(code);
            }
            list.push_unseparated(") ORDER BY o.id, s.id");
            query.build_query_as().fetch_all(conn).await?
        });
        found.extend(SnapshotFileRow::read_all(rows)?);
    }
    Ok(found)
}

/// The files of these kinds in these snapshots, ordered by key, each with its snapshot.
///
/// Not for plain data modules: no index covers them, because there are too many.
pub async fn list_of_kinds(
    tx: &mut Tx,
    snapshots: &[SnapshotId],
    kinds: &[ObjectKind],
) -> Result<Vec<(SnapshotId, File)>, StoreError> {
    // The order of the joins keeps SQLite from reading all entries of a manual.
    const SQL: &str = concat!(
        "SELECT s.id AS snapshot_id, ",
        columns!("e"),
        " FROM snapshot s
        CROSS JOIN object o
        CROSS JOIN lane_entry e
        JOIN version v ON v.id = e.version_id
        JOIN csdb c ON c.id = o.csdb_id
        JOIN manual m ON m.id = o.manual_id
        WHERE o.manual_id = s.manual_id AND e.object_id = o.id AND ",
        is_in_snapshot!(),
        "AND NOT e.deleted AND o.kind <> 'dm' AND o.kind IN ("
    );
    if snapshots.is_empty() || kinds.is_empty() {
        return Ok(Vec::new());
    }
    let rows: Vec<SnapshotFileRow> = on_tx!(tx, |conn| {
        let mut query = QueryBuilder::new(SQL);
        let mut list = query.separated(", ");
        for kind in kinds {
            list.push_bind(kind.as_str());
        }
        list.push_unseparated(") AND s.id IN (");
        let mut list = query.separated(", ");
        for snapshot in snapshots {
            list.push_bind(snapshot.0);
        }
        list.push_unseparated(") ORDER BY e.key_folded, s.id");
        query.build_query_as().fetch_all(conn).await?
    });
    SnapshotFileRow::read_all(rows)
}

/// The content of an object in a snapshot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HeldContent {
    pub object_id: ObjectId,
    pub version_id: VersionId,
    /// The folded code.
    pub code: String,
    pub content: VersionContent,
}

/// Object, version, folded code, blob, blob of the status, size and media type.
type HeldContentRow = (i64, i64, String, String, Option<String>, i64, String);

/// The contents of all objects in the manual's folder of a snapshot, without media and in no order.
pub async fn list_contents(tx: &mut Tx, snapshot: SnapshotId) -> Result<Vec<HeldContent>, StoreError> {
    const SQL: &str = concat!(
        "SELECT e.object_id, v.id, o.code_folded, v.blob, v.status_blob, v.size, v.media_type
        FROM lane_entry e
        JOIN version v ON v.id = e.version_id
        JOIN object o ON o.id = e.object_id
        WHERE e.shelf < 3 AND ",
        is_at!("$1")
    );
    let rows: Vec<HeldContentRow> = on_tx!(tx, |conn| sqlx::query_as(SQL).bind(snapshot.0).fetch_all(conn).await?);
    Ok(rows.into_iter().map(read_content).collect())
}

fn read_content((object, version, code, blob, status_blob, size, media_type): HeldContentRow) -> HeldContent {
    HeldContent {
        object_id: ObjectId(object),
        version_id: VersionId(version),
        code,
        content: VersionContent { blob, status_blob, size: count(size), media_type },
    }
}

/// The contents of these versions, in no order.
pub async fn list_contents_of(tx: &mut Tx, versions: &[VersionId]) -> Result<Vec<HeldContent>, StoreError> {
    const SQL: &str = "
        SELECT v.object_id, v.id, o.code_folded, v.blob, v.status_blob, v.size, v.media_type
        FROM version v
        JOIN object o ON o.id = v.object_id
        WHERE v.id IN (";
    let mut found = Vec::new();
    for some in versions.chunks(ROWS_PER_STATEMENT) {
        let rows: Vec<HeldContentRow> = on_tx!(tx, |conn| {
            let mut query = QueryBuilder::new(SQL);
            let mut list = query.separated(", ");
            for version in some {
                list.push_bind(version.0);
            }
            list.push_unseparated(")");
            query.build_query_as().persistent(is_reused(some.len())).fetch_all(conn).await?
        });
        found.extend(rows.into_iter().map(read_content));
    }
    Ok(found)
}

/// The versions of these objects in a snapshot; missing objects are left out.
pub async fn list_by_objects(tx: &mut Tx, snapshot: SnapshotId, objects: &[ObjectId]) -> Result<Vec<File>, StoreError> {
    const SQL: &str = concat!(
        "SELECT ",
        columns!("e"),
        " FROM snapshot_entry e
        JOIN version v ON v.id = e.version_id
        ",
        joins!(),
        "WHERE e.snapshot_id = "
    );
    let mut found = Vec::new();
    for some in objects.chunks(ROWS_PER_STATEMENT) {
        let rows: Vec<FileRow> = on_tx!(tx, |conn| {
            let mut query = QueryBuilder::new(SQL);
            query.push_bind(snapshot.0).push(" AND e.object_id IN (");
            let mut list = query.separated(", ");
            for object in some {
                list.push_bind(object.0);
            }
            list.push_unseparated(") ORDER BY o.id");
            query.build_query_as().persistent(is_reused(some.len())).fetch_all(conn).await?
        });
        for row in rows {
            found.push(row.into_file()?);
        }
    }
    Ok(found)
}
