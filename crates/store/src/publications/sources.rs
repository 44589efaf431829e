//! The versions that a publication is made from.

use domain::id::{ObjectId, SnapshotId, VersionId};
use domain::object::ObjectKind;
use domain::version::Issue;

use crate::StoreError;
use crate::blobs::BlobId;
use crate::search::{count, signed};
use crate::tx::Tx;

/// A version with what is needed to write it into a package.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceVersion {
    pub object_id: ObjectId,
    pub version_id: VersionId,
    pub kind: ObjectKind,
    pub key: String,
    /// The key without its language.
    pub code: String,
    /// Empty when it has none.
    pub language: String,
    pub tech_name: String,
    pub info_name: String,
    /// As in `dispatchItem`.
    pub content_type: String,
    pub issue: Issue,
    /// As in `4.2`; empty when it is not known.
    pub schema_issue: String,
    pub security: String,
    pub blob: BlobId,
    /// The separate status file of ATA 2300 packages.
    pub status_blob: Option<BlobId>,
    pub size: u64,
    pub media_type: String,
}

#[derive(sqlx::FromRow)]
struct SourceVersionRow {
    object_id: i64,
    version_id: i64,
    kind: String,
    key: String,
    code: String,
    language: String,
    tech_name: String,
    info_name: String,
    content_type: String,
    issue_number: String,
    in_work: String,
    issue_date: String,
    issue_type: String,
    schema_issue: String,
    security: String,
    blob: String,
    status_blob: Option<String>,
    size: i64,
    media_type: String,
}

impl SourceVersionRow {
    fn into_source(self) -> Result<SourceVersion, StoreError> {
        let unreadable = |table, column| StoreError::Unreadable { table, column };
        let status_blob = match &self.status_blob {
            Some(name) => Some(BlobId::parse(name).ok_or_else(|| unreadable("version", "status_blob"))?),
            None => None,
        };
        Ok(SourceVersion {
            object_id: ObjectId(self.object_id),
            version_id: VersionId(self.version_id),
            kind: ObjectKind::parse(&self.kind).ok_or_else(|| unreadable("object", "kind"))?,
            key: self.key,
            code: self.code,
            language: self.language,
            tech_name: self.tech_name,
            info_name: self.info_name,
            content_type: self.content_type,
            issue: Issue {
                number: self.issue_number,
                in_work: self.in_work,
                date: self.issue_date,
                kind: self.issue_type,
            },
            schema_issue: self.schema_issue,
            security: self.security,
            blob: BlobId::parse(&self.blob).ok_or_else(|| unreadable("version", "blob"))?,
            status_blob,
            size: count(self.size),
            media_type: self.media_type,
        })
    }
}

macro_rules! source_columns {
    () => {
        "SELECT e.object_id, e.version_id, o.kind, o.key, o.code, o.language, v.tech_name, v.info_name, v.content_type,
            v.issue_number, v.in_work, v.issue_date, v.issue_type, v.schema_issue, v.security, v.blob, v.status_blob,
            v.size, v.media_type
        FROM lane_entry e
        JOIN object o ON o.id = e.object_id
        JOIN version v ON v.id = e.version_id
        "
    };
}

/// The next `limit` versions of a snapshot after the object `after`, ordered by the id of their objects.
pub async fn list_sources(
    tx: &mut Tx,
    snapshot: SnapshotId,
    after: ObjectId,
    limit: u64,
) -> Result<Vec<SourceVersion>, StoreError> {
    const SQL: &str = concat!(
        source_columns!(),
        "WHERE e.object_id > $2 AND ",
        is_at!("$1"),
        "ORDER BY e.object_id
        LIMIT $3"
    );
    let rows: Vec<SourceVersionRow> = on_tx!(tx, |conn| sqlx::query_as(SQL)
        .bind(snapshot.0)
        .bind(after.0)
        .bind(signed(limit))
        .fetch_all(conn)
        .await?);
    rows.into_iter().map(SourceVersionRow::into_source).collect()
}

/// The ids of the versions in a snapshot that another snapshot of the same manual does not contain.
pub async fn list_changed_sources(
    tx: &mut Tx,
    snapshot: SnapshotId,
    since: SnapshotId,
) -> Result<Vec<VersionId>, StoreError> {
    // A version may go on in another entry, as when something new references its object.
    const SQL: &str = concat!(
        "SELECT DISTINCT e.version_id
        FROM lane_entry e
        WHERE ",
        is_at!("$1"),
        "AND e.version_id NOT IN (
            SELECT e.version_id
            FROM lane_entry e
            WHERE ",
        is_at!("$2"),
        ")
        ORDER BY e.version_id"
    );
    let ids: Vec<i64> =
        on_tx!(tx, |conn| sqlx::query_scalar(SQL).bind(snapshot.0).bind(since.0).fetch_all(conn).await?);
    Ok(ids.into_iter().map(VersionId).collect())
}
