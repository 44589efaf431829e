//! The source rows of the search index: readable snapshots and their versions.

use std::collections::{HashMap, HashSet};

use domain::id::{ManualId, ObjectId, SnapshotId, VersionId};
use domain::version::FileStatus;
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
    base_id: Option<i64>,
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
    /// The snapshot that the working lane pointed to before, for an own change.
    pub base: Option<SnapshotId>,
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
            m.working_snapshot_id, CASE s.kind WHEN 'working' THEN s.base_id END AS base_id,
            (m.deleted_on IS NOT NULL OR c.deleted_on IS NOT NULL) AS is_deleted
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
        base: row.base_id.map(SnapshotId),
        manual_id: ManualId(row.manual_id),
        csdb_name: row.csdb_name,
        manual_name: row.manual_name,
        deleted: row.is_deleted,
    };
    Ok(rows.into_iter().map(snapshot).collect())
}

/// A version in the status that a snapshot shows it in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SnapshotMember {
    pub version: VersionId,
    pub status: FileStatus,
}

impl SnapshotMember {
    fn read(version: i64, status: &str) -> Result<Self, StoreError> {
        let unreadable = StoreError::Unreadable { table: "lane_entry", column: "status" };
        Ok(Self { version: VersionId(version), status: FileStatus::parse(status).ok_or(unreadable)? })
    }
}

/// The next members of a snapshot after an object, without media. Each has its object, as the
/// cursor for the next call.
pub async fn list_members(
    tx: &mut Tx,
    snapshot: SnapshotId,
    after: ObjectId,
    limit: i64,
) -> Result<Vec<(ObjectId, SnapshotMember)>, StoreError> {
    const SQL: &str = concat!(
        "SELECT e.object_id, e.version_id, e.status
        FROM lane_entry e
        WHERE e.object_id > $2 AND e.shelf < 3 AND ",
        is_at!("$1"),
        "ORDER BY e.object_id
        LIMIT $3"
    );
    let rows: Vec<(i64, i64, String)> =
        on_tx!(tx, |conn| sqlx::query_as(SQL).bind(snapshot.0).bind(after.0).bind(limit).fetch_all(conn).await?);
    let member =
        |(object, version, status): (i64, i64, String)| Ok((ObjectId(object), SnapshotMember::read(version, &status)?));
    rows.into_iter().map(member).collect()
}

/// The snapshot that the working lane pointed to before the own change `snapshot`; `None` for an OEM revision.
pub async fn find_base(tx: &mut Tx, snapshot: SnapshotId) -> Result<Option<SnapshotId>, StoreError> {
    const SQL: &str = "SELECT base_id FROM snapshot WHERE id = $1 AND kind = 'working'";
    let base: Option<Option<i64>> =
        on_tx!(tx, |conn| sqlx::query_scalar(SQL).bind(snapshot.0).fetch_optional(conn).await?);
    Ok(base.flatten().map(SnapshotId))
}

/// The members that own changes added and removed between two snapshots of the working lane.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MemberChanges {
    pub added: Vec<SnapshotMember>,
    pub removed: Vec<SnapshotMember>,
}

/// The changes after the working snapshot `from`, up to `to`, without media.
pub async fn find_member_changes(tx: &mut Tx, from: SnapshotId, to: SnapshotId) -> Result<MemberChanges, StoreError> {
    // The condition on the OEM lane is that of the index: entries of own changes are in no OEM revision.
    const ADDED: &str = concat!(
        "SELECT version_id, status
        FROM lane_entry
        WHERE oem_from = ",
        never!(),
        " AND working_from > $1 AND working_from <= $2 AND working_to > $2 AND shelf < 3
        AND manual_id = (SELECT manual_id FROM snapshot WHERE id = $2)"
    );
    const REMOVED: &str = concat!(
        "SELECT version_id, status
        FROM lane_entry
        WHERE working_to < ",
        never!(),
        " AND working_to > $1 AND working_to <= $2 AND working_from <= $1 AND shelf < 3
        AND manual_id = (SELECT manual_id FROM snapshot WHERE id = $2)"
    );
    let mut changes = [Vec::new(), Vec::new()];
    for (sql, members) in [ADDED, REMOVED].into_iter().zip(&mut changes) {
        let rows: Vec<(i64, String)> =
            on_tx!(tx, |conn| sqlx::query_as(sql).bind(from.0).bind(to.0).fetch_all(conn).await?);
        for (version, status) in rows {
            members.push(SnapshotMember::read(version, &status)?);
        }
    }
    let [mut added, mut removed] = changes;
    // An entry whose mark changed ends and is continued: the same version was removed and added.
    let [were_added, were_removed]: [HashSet<_>; 2] =
        [&added, &removed].map(|members| members.iter().copied().collect());
    added.retain(|member| !were_removed.contains(member));
    removed.retain(|member| !were_added.contains(member));
    Ok(MemberChanges { added, removed })
}

/// A summary of the entries that own changes put into the working lane of a manual: other entries have another one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OwnEntries {
    pub count: u64,
    /// The last change that has one.
    pub until: SnapshotId,
}

/// The entry is of a file that was purged: its rows are removed later, and in parts.
macro_rules! is_purged {
    () => {
        "object_id IN (SELECT id FROM object WHERE deleted_on IS NOT NULL AND purged_on IS NOT NULL)"
    };
}

/// The entries that own changes put into the working lane of each manual, without media and purged files.
pub async fn list_own_entries(tx: &mut Tx) -> Result<HashMap<ManualId, OwnEntries>, StoreError> {
    const SQL: &str = concat!(
        "SELECT manual_id, COUNT(*), MAX(working_from)
        FROM lane_entry
        WHERE oem_from = ",
        never!(),
        " AND shelf < 3 AND NOT ",
        is_purged!(),
        "
        GROUP BY manual_id"
    );
    let rows: Vec<(String, i64, i64)> = on_tx!(tx, |conn| sqlx::query_as(SQL).fetch_all(conn).await?);
    let own =
        |(manual, entries, until)| (ManualId(manual), OwnEntries { count: count(entries), until: SnapshotId(until) });
    Ok(rows.into_iter().map(own).collect())
}

/// The members that own changes after the snapshot `after` put into the working lane of a manual, without media and
/// purged files.
pub async fn list_own_members(
    tx: &mut Tx,
    manual: &ManualId,
    after: SnapshotId,
) -> Result<Vec<SnapshotMember>, StoreError> {
    const SQL: &str = concat!(
        "SELECT version_id, status
        FROM lane_entry
        WHERE oem_from = ",
        never!(),
        " AND manual_id = $1 AND working_from > $2 AND shelf < 3 AND NOT ",
        is_purged!()
    );
    let rows: Vec<(i64, String)> =
        on_tx!(tx, |conn| sqlx::query_as(SQL).bind(&manual.0).bind(after.0).fetch_all(conn).await?);
    rows.into_iter().map(|(version, status)| SnapshotMember::read(version, &status)).collect()
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
    pub status: FileStatus,
    /// The applicability as displayed text.
    pub applicability: String,
    pub blob: String,
    pub size: u64,
    pub created_on: i64,
}

#[derive(Clone, sqlx::FromRow)]
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
    properties: String,
    blob: String,
    size: i64,
    created_on: Millis,
}

impl IndexSourceRow {
    fn into_source(self, status: FileStatus) -> Result<IndexSource, StoreError> {
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
            status,
            applicability: properties.remove("applicability").map(|texts| texts.join("; ")).unwrap_or_default(),
            blob: self.blob,
            size: count(self.size),
            created_on: self.created_on.0,
        })
    }
}

/// The index sources of some members; deleted versions are left out.
pub async fn list_sources(tx: &mut Tx, members: &[SnapshotMember]) -> Result<Vec<IndexSource>, StoreError> {
    const SQL: &str = "
        SELECT v.id, o.manual_id, o.key, o.code, o.info_code, o.language, o.kind, v.content_type, v.tech_name,
            v.info_name, v.issue_number, v.in_work, v.issue_date, v.properties, v.blob, v.size, v.created_on
        FROM version v
        JOIN object o ON o.id = v.object_id
        WHERE o.manual_id IS NOT NULL AND v.id IN (";
    let mut sources = Vec::with_capacity(members.len());
    for some in members.chunks(ROWS_PER_STATEMENT) {
        let rows: Vec<IndexSourceRow> = on_tx!(tx, |conn| {
            let mut query = QueryBuilder::new(SQL);
            let mut list = query.separated(", ");
            for member in some {
                list.push_bind(member.version.0);
            }
            list.push_unseparated(")");
            query.build_query_as().persistent(is_reused(some.len())).fetch_all(conn).await?
        });
        let rows: HashMap<i64, IndexSourceRow> = rows.into_iter().map(|row| (row.id, row)).collect();
        for member in some {
            // A version that has two statuses in two snapshots is indexed twice.
            if let Some(row) = rows.get(&member.version.0) {
                sources.push(row.clone().into_source(member.status)?);
            }
        }
    }
    Ok(sources)
}
