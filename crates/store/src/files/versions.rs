//! The visible versions of one object.

use domain::file::File;
use domain::id::{ObjectId, SnapshotId, VersionId};

use super::row::{FileRow, read_all};
use crate::StoreError;
use crate::tx::Tx;

/// One visible version of an object.
pub async fn find_version(tx: &mut Tx, object: ObjectId, version: VersionId) -> Result<Option<File>, StoreError> {
    const SQL: &str = concat!(
        "SELECT ",
        columns!("v"),
        " FROM version v
        ",
        joins!(),
        "WHERE v.object_id = $1 AND v.id = $2 AND ",
        shown!()
    );
    let row: Option<FileRow> =
        on_tx!(tx, |conn| sqlx::query_as(SQL).bind(object.0).bind(version.0).fetch_optional(conn).await?);
    row.map(FileRow::into_file).transpose()
}

/// One visible version of any object.
pub async fn find_any_version(tx: &mut Tx, version: VersionId) -> Result<Option<File>, StoreError> {
    const SQL: &str = concat!(
        "SELECT ",
        columns!("v"),
        " FROM version v
        ",
        joins!(),
        "WHERE v.id = $1 AND ",
        shown!()
    );
    let row: Option<FileRow> = on_tx!(tx, |conn| sqlx::query_as(SQL).bind(version.0).fetch_optional(conn).await?);
    row.map(FileRow::into_file).transpose()
}

/// All visible versions of an object, newest first.
pub async fn list_versions(tx: &mut Tx, object: ObjectId) -> Result<Vec<File>, StoreError> {
    const SQL: &str = concat!(
        "SELECT ",
        columns!("v"),
        " FROM version v
        ",
        joins!(),
        "WHERE v.object_id = $1 AND (o.deleted_on IS NULL OR o.manual_id IS NOT NULL) AND ",
        shown!(),
        "ORDER BY v.id DESC"
    );
    read_all(on_tx!(tx, |conn| sqlx::query_as(SQL).bind(object.0).fetch_all(conn).await?))
}

/// The newest OEM revision that contains a version.
pub async fn find_newest_revision(tx: &mut Tx, version: VersionId) -> Result<Option<SnapshotId>, StoreError> {
    const SQL: &str = "
        SELECT s.id
        FROM lane_entry e
        JOIN snapshot s ON s.manual_id = e.manual_id AND s.id >= e.oem_from AND s.id < e.oem_to
        WHERE e.version_id = $1 AND s.kind = 'oem' AND s.state = 'ready'
        ORDER BY s.number DESC
        LIMIT 1";
    let id: Option<i64> = on_tx!(tx, |conn| sqlx::query_scalar(SQL).bind(version.0).fetch_optional(conn).await?);
    Ok(id.map(SnapshotId))
}

/// The numbers of the OEM revisions that contain each version of an object, ascending.
pub async fn list_revision_numbers(tx: &mut Tx, object: ObjectId) -> Result<Vec<(VersionId, i64)>, StoreError> {
    const SQL: &str = concat!(
        "SELECT v.id, s.number
        FROM version v
        JOIN lane_entry e ON e.version_id = v.id
        JOIN snapshot s ON s.manual_id = e.manual_id AND s.id >= e.oem_from AND s.id < e.oem_to
        JOIN manual m ON m.id = s.manual_id
        JOIN csdb c ON c.id = m.csdb_id
        WHERE v.object_id = $1 AND s.kind = 'oem' AND s.state = 'ready' AND ",
        is_readable!("c.name_folded", "m.name_folded", "$2"),
        "ORDER BY s.number"
    );
    let keys = tx.readable_keys();
    let rows: Vec<(i64, i64)> =
        on_tx!(tx, |conn| sqlx::query_as(SQL).bind(object.0).bind(keys).fetch_all(conn).await?);
    Ok(rows.into_iter().map(|(version, number)| (VersionId(version), number)).collect())
}
