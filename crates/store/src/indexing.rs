//! The source rows of the search index: readable snapshots and their versions.

use domain::id::{ManualId, ObjectId, SnapshotId, VersionId};
use sqlx::QueryBuilder;

use crate::StoreError;
use crate::json;
use crate::millis::Millis;
use crate::search::{ROWS_PER_STATEMENT, count, is_reused};
use crate::tx::Tx;

/// A snapshot that is indexed.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
struct IndexedSnapshotRow {
    id: i64,
    kind: String,
    number: i64,
    name: String,
    manual_id: String,
    csdb_name: String,
    manual_name: String,
    working_snapshot_id: Option<i64>,
    is_deleted: bool,
}

/// A snapshot that is indexed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IndexedSnapshot {
    pub id: SnapshotId,
    /// The revision number, for an OEM revision.
    pub oem: Option<i64>,
    pub name: String,
    /// The working lane points to it.
    pub working: bool,
    pub manual_id: ManualId,
    pub csdb_name: String,
    pub manual_name: String,
    /// In the trash, so searches do not find it.
    pub deleted: bool,
}

/// Every snapshot that is readable or in the trash, ordered by id.
pub async fn list_snapshots(tx: &mut Tx) -> Result<Vec<IndexedSnapshot>, StoreError> {
    const SQL: &str = "
        SELECT s.id, s.kind, s.number, s.name, s.manual_id, c.name AS csdb_name, m.name AS manual_name,
            m.working_snapshot_id, (m.deleted_on IS NOT NULL OR c.deleted_on IS NOT NULL) AS is_deleted
        FROM snapshot s
        JOIN manual m ON m.id = s.manual_id
        JOIN csdb c ON c.id = m.csdb_id
        WHERE s.state = 'ready' AND m.purged_on IS NULL AND c.purged_on IS NULL
        AND (s.kind = 'oem' OR s.id = m.working_snapshot_id)
        ORDER BY s.id";
    let rows: Vec<IndexedSnapshotRow> = on_tx!(tx, |conn| sqlx::query_as(SQL).fetch_all(conn).await?);
    let snapshot = |row: IndexedSnapshotRow| IndexedSnapshot {
        id: SnapshotId(row.id),
        oem: (row.kind == "oem").then_some(row.number),
        name: row.name,
        working: row.working_snapshot_id == Some(row.id),
        manual_id: ManualId(row.manual_id),
        csdb_name: row.csdb_name,
        manual_name: row.manual_name,
        deleted: row.is_deleted,
    };
    Ok(rows.into_iter().map(snapshot).collect())
}

/// The next versions in a snapshot after an object, without media and deleted objects. Each has its object, as the
/// cursor for the next call.
pub async fn list_members(
    tx: &mut Tx,
    snapshot: SnapshotId,
    after: ObjectId,
    limit: i64,
) -> Result<Vec<(ObjectId, VersionId)>, StoreError> {
    const SQL: &str = "
        SELECT object_id, version_id
        FROM snapshot_entry
        WHERE snapshot_id = $1 AND object_id > $2 AND shelf < 3 AND NOT deleted
        ORDER BY object_id
        LIMIT $3";
    let rows: Vec<(i64, i64)> =
        on_tx!(tx, |conn| sqlx::query_as(SQL).bind(snapshot.0).bind(after.0).bind(limit).fetch_all(conn).await?);
    Ok(rows.into_iter().map(|(object, version)| (ObjectId(object), VersionId(version))).collect())
}

/// The indexed columns of a version; its content is read separately.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IndexSource {
    pub version: VersionId,
    pub manual_id: ManualId,
    pub key: String,
    pub code: String,
    pub info_code: String,
    pub language: String,
    pub kind: String,
    pub content_type: String,
    pub tech_name: String,
    pub info_name: String,
    pub issue_number: String,
    pub in_work: String,
    pub issue_date: String,
    pub status: String,
    /// The applicability as displayed text.
    pub applicability: String,
    pub blob: String,
    pub size: u64,
    pub created_on: i64,
}

#[derive(sqlx::FromRow)]
struct IndexSourceRow {
    id: i64,
    manual_id: String,
    key: String,
    code: String,
    info_code: String,
    language: String,
    kind: String,
    content_type: String,
    tech_name: String,
    info_name: String,
    issue_number: String,
    in_work: String,
    issue_date: String,
    status: String,
    properties: String,
    blob: String,
    size: i64,
    created_on: Millis,
}

impl IndexSourceRow {
    fn into_source(self) -> Result<IndexSource, StoreError> {
        let mut properties: std::collections::BTreeMap<String, Vec<String>> =
            json::read(&self.properties, "version", "properties")?;
        Ok(IndexSource {
            version: VersionId(self.id),
            manual_id: ManualId(self.manual_id),
            key: self.key,
            code: self.code,
            info_code: self.info_code,
            language: self.language,
            kind: self.kind,
            content_type: self.content_type,
            tech_name: self.tech_name,
            info_name: self.info_name,
            issue_number: self.issue_number,
            in_work: self.in_work,
            issue_date: self.issue_date,
            status: self.status,
            applicability: properties.remove("applicability").map(|texts| texts.join("; ")).unwrap_or_default(),
            blob: self.blob,
            size: count(self.size),
            created_on: self.created_on.0,
        })
    }
}

/// The index sources of some versions; deleted versions are left out.
pub async fn list_sources(tx: &mut Tx, versions: &[VersionId]) -> Result<Vec<IndexSource>, StoreError> {
    const SQL: &str = "
        SELECT v.id, o.manual_id, o.key, o.code, o.info_code, o.language, o.kind, v.content_type, v.tech_name,
            v.info_name, v.issue_number, v.in_work, v.issue_date, v.status, v.properties, v.blob, v.size, v.created_on
        FROM version v
        JOIN object o ON o.id = v.object_id
        WHERE o.manual_id IS NOT NULL AND v.id IN (";
    let mut sources = Vec::with_capacity(versions.len());
    for some in versions.chunks(ROWS_PER_STATEMENT) {
        let rows: Vec<IndexSourceRow> = on_tx!(tx, |conn| {
            let mut query = QueryBuilder::new(SQL);
            let mut list = query.separated(", ");
            for version in some {
                list.push_bind(version.0);
            }
            list.push_unseparated(")");
            query.build_query_as().persistent(is_reused(some.len())).fetch_all(conn).await?
        });
        for row in rows {
            sources.push(row.into_source()?);
        }
    }
    Ok(sources)
}
