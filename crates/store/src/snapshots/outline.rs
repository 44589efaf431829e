//! A compact list of all objects of a snapshot, for work on the whole.

use domain::id::{ObjectId, SnapshotId, VersionId};
use domain::object::ObjectKind;

use crate::StoreError;
use crate::search::signed;
use crate::tx::Tx;

/// One object of a snapshot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SnapshotObject {
    pub object_id: ObjectId,
    pub version_id: VersionId,
    pub kind: ObjectKind,
    pub key: String,
    /// The key without its language.
    pub code: String,
    pub language: String,
    pub tech_name: String,
    pub info_name: String,
    pub deleted: bool,
    pub referenced: bool,
}

#[derive(sqlx::FromRow)]
struct SnapshotObjectRow {
    object_id: i64,
    version_id: i64,
    kind: String,
    key: String,
    code: String,
    language: String,
    tech_name: String,
    info_name: String,
    deleted: bool,
    referenced: bool,
}

impl SnapshotObjectRow {
    fn into_outline(self) -> Result<SnapshotObject, StoreError> {
        Ok(SnapshotObject {
            object_id: ObjectId(self.object_id),
            version_id: VersionId(self.version_id),
            kind: ObjectKind::parse(&self.kind).ok_or(StoreError::Unreadable { table: "object", column: "kind" })?,
            key: self.key,
            code: self.code,
            language: self.language,
            tech_name: self.tech_name,
            info_name: self.info_name,
            deleted: self.deleted,
            referenced: self.referenced,
        })
    }
}

/// The next `limit` objects after `after`, ordered by id; works on unpublished snapshots too.
pub async fn list_objects(
    tx: &mut Tx,
    snapshot: SnapshotId,
    after: ObjectId,
    limit: u64,
) -> Result<Vec<SnapshotObject>, StoreError> {
    const SQL: &str = concat!(
        "SELECT e.object_id, e.version_id, o.kind, o.key, o.code, o.language, v.tech_name, v.info_name, e.deleted,
            e.referenced
        FROM lane_entry e
        JOIN object o ON o.id = e.object_id
        JOIN version v ON v.id = e.version_id
        WHERE e.object_id > $2 AND ",
        is_at!("$1"),
        "ORDER BY e.object_id
        LIMIT $3"
    );
    let rows: Vec<SnapshotObjectRow> = on_tx!(tx, |conn| sqlx::query_as(SQL)
        .bind(snapshot.0)
        .bind(after.0)
        .bind(signed(limit))
        .fetch_all(conn)
        .await?);
    rows.into_iter().map(SnapshotObjectRow::into_outline).collect()
}
