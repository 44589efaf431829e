//! References between versions, in both directions.

use std::collections::{HashMap, HashSet};

use domain::id::{ObjectId, SnapshotId, VersionId};
use domain::text::fold;
use domain::version::{Reference, ReferenceKind, VersionMetadata};
use sqlx::QueryBuilder;

use crate::StoreError;
use crate::search::{ROWS_PER_STATEMENT, count, is_reused, signed};
use crate::tx::Tx;

#[derive(sqlx::FromRow)]
struct ReferenceRow {
    kind: String,
    target: String,
    target_language: Option<String>,
    target_issue: Option<String>,
    external: bool,
    line: i64,
}

#[derive(sqlx::FromRow)]
struct ReferenceEndRow {
    kind: String,
    object_id: i64,
    csdb_name: String,
    manual_name: Option<String>,
    key: String,
    code: String,
    tech_name: String,
    info_name: String,
    snapshot_id: i64,
}

/// The object at one end of a reference, as contained in a snapshot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReferenceEnd {
    pub object_id: ObjectId,
    pub path: String,
    pub code: String,
    pub title: String,
    /// The newest snapshot that contains it.
    pub snapshot_id: SnapshotId,
}

impl From<ReferenceEndRow> for ReferenceEnd {
    fn from(row: ReferenceEndRow) -> Self {
        let path = domain::path::of_object(&row.csdb_name, row.manual_name.as_deref(), &row.key);
        let metadata =
            VersionMetadata { tech_name: row.tech_name, info_name: row.info_name, ..VersionMetadata::default() };
        Self {
            object_id: ObjectId(row.object_id),
            path,
            code: row.code,
            title: metadata.title(),
            snapshot_id: SnapshotId(row.snapshot_id),
        }
    }
}

fn read_kind(word: &str) -> Result<ReferenceKind, StoreError> {
    ReferenceKind::parse(word).ok_or(StoreError::Unreadable { table: "reference", column: "kind" })
}

/// Version, position and reference.
type PositionedReference<'a> = (VersionId, i64, &'a Reference);

/// Inserts the references of versions, in their order. Idempotent.
pub async fn insert_many(tx: &mut Tx, of: &[(VersionId, &[Reference])]) -> Result<(), StoreError> {
    let rows: Vec<PositionedReference<'_>> = of
        .iter()
        .flat_map(|(version, references)| (0..).zip(*references).map(|(position, one)| (*version, position, one)))
        .collect();
    insert(tx, &rows).await
}

/// Inserts references of a version, numbered from `from`. Idempotent.
pub async fn insert_some(
    tx: &mut Tx,
    version: VersionId,
    from: usize,
    references: &[Reference],
) -> Result<(), StoreError> {
    let from = signed(from as u64);
    let rows: Vec<PositionedReference<'_>> =
        (from..).zip(references).map(|(position, one)| (version, position, one)).collect();
    insert(tx, &rows).await
}

async fn insert(tx: &mut Tx, rows: &[PositionedReference<'_>]) -> Result<(), StoreError> {
    const SQL: &str = "
        INSERT INTO reference (
            version_id, position, kind, target, target_folded, target_language, target_issue, external, line)
        ";
    for some in rows.chunks(ROWS_PER_STATEMENT) {
        on_tx!(tx, |conn| QueryBuilder::new(SQL)
            .push_values(some, |mut values, (version, position, reference)| {
                values
                    .push_bind(version.0)
                    .push_bind(*position)
                    .push_bind(reference.kind.as_str())
                    .push_bind(&reference.target)
                    .push_bind(fold(&reference.target))
                    .push_bind(&reference.language)
                    .push_bind(&reference.issue)
                    .push_bind(reference.external)
                    .push_bind(i64::from(reference.line));
            })
            .push(" ON CONFLICT DO NOTHING")
            .build()
            .persistent(is_reused(some.len()))
            .execute(conn)
            .await?
            .rows_affected());
    }
    Ok(())
}

/// The references of a version, in their order.
pub async fn list(tx: &mut Tx, version: VersionId) -> Result<Vec<Reference>, StoreError> {
    list_some(tx, version, 0, u64::MAX).await
}

/// Up to `limit` references of a version, from number `from` on.
pub async fn list_some(tx: &mut Tx, version: VersionId, from: u64, limit: u64) -> Result<Vec<Reference>, StoreError> {
    const SQL: &str = "
        SELECT kind, target, target_language, target_issue, external, line
        FROM reference
        WHERE version_id = $1 AND position >= $2
        ORDER BY position
        LIMIT $3";
    let rows: Vec<ReferenceRow> = on_tx!(tx, |conn| sqlx::query_as(SQL)
        .bind(version.0)
        .bind(signed(from))
        .bind(signed(limit))
        .fetch_all(conn)
        .await?);
    let read = |row: ReferenceRow| {
        Ok(Reference {
            kind: read_kind(&row.kind)?,
            target: row.target,
            language: row.target_language,
            issue: row.target_issue,
            external: row.external,
            line: u32::try_from(row.line).unwrap_or_default(),
        })
    };
    rows.into_iter().map(read).collect()
}

/// The applicability tables (ACT, CCT, PCT) that these versions name, by version and in their order: version, kind and
/// folded code.
pub async fn list_tables(
    tx: &mut Tx,
    versions: &[VersionId],
) -> Result<Vec<(VersionId, ReferenceKind, String)>, StoreError> {
    const SQL: &str = "
        SELECT version_id, kind, target_folded
        FROM reference
        WHERE kind IN ('act', 'cct', 'pct') AND version_id IN (";
    let mut found = Vec::new();
    for some in versions.chunks(ROWS_PER_STATEMENT) {
        let rows: Vec<(i64, String, String)> = on_tx!(tx, |conn| {
            let mut query = QueryBuilder::new(SQL);
            let mut list = query.separated(", ");
            for version in some {
                list.push_bind(version.0);
            }
            list.push_unseparated(") ORDER BY version_id, position");
            query.build_query_as().persistent(is_reused(some.len())).fetch_all(conn).await?
        });
        for (version, kind, target) in rows {
            found.push((VersionId(version), read_kind(&kind)?, target));
        }
    }
    Ok(found)
}

/// The first `limit` objects by key that reference `code` in one of these snapshots.
pub async fn list_referrers(
    tx: &mut Tx,
    code: &str,
    snapshots: &[SnapshotId],
    limit: u64,
) -> Result<Vec<(ReferenceKind, ReferenceEnd)>, StoreError> {
    // Paging uses as few tables as possible; only the rows of the page are joined. The order of the joins keeps SQLite
    // from reading all entries of a manual.
    const FIRST: &str = concat!(
        "SELECT f.kind, f.object_id, c.name AS csdb_name, m.name AS manual_name, o.key, o.code, v.tech_name, v.info_name,
            f.snapshot_id
        FROM (
            SELECT r.kind, e.object_id, e.version_id, e.key_folded, MAX(s.id) AS snapshot_id
            FROM reference r
            CROSS JOIN lane_entry e
            CROSS JOIN snapshot s
            JOIN object o ON o.id = e.object_id
            WHERE e.version_id = r.version_id AND ",
        is_in_snapshot!(),
        "AND r.target_folded = "
    );
    const REST: &str = ") AS f
        JOIN version v ON v.id = f.version_id
        JOIN object o ON o.id = f.object_id
        JOIN csdb c ON c.id = o.csdb_id
        LEFT JOIN manual m ON m.id = o.manual_id
        ORDER BY f.key_folded, f.kind";
    if snapshots.is_empty() {
        return Ok(Vec::new());
    }
    let code = fold(code);
    let rows: Vec<ReferenceEndRow> = on_tx!(tx, |conn| {
        let mut query = QueryBuilder::new(FIRST);
        query.push_bind(&code).push(" AND o.code_folded <> ").push_bind(&code);
        query.push(" AND s.id IN (");
        let mut list = query.separated(", ");
        for snapshot in snapshots {
            list.push_bind(snapshot.0);
        }
        list.push_unseparated(
            ") GROUP BY r.kind, e.object_id, e.version_id, e.key_folded ORDER BY e.key_folded, r.kind LIMIT ",
        );
        query.push_bind(signed(limit)).push(REST);
        query.build_query_as().fetch_all(conn).await?
    });
    rows.into_iter().map(|row| Ok((read_kind(&row.kind)?, row.into()))).collect()
}

/// The same, with the number of all referring objects.
pub async fn list_counted_referrers(
    tx: &mut Tx,
    code: &str,
    snapshots: &[SnapshotId],
    limit: u64,
) -> Result<(Vec<(ReferenceKind, ReferenceEnd)>, u64), StoreError> {
    let found = list_referrers(tx, code, snapshots, limit).await?;
    if (found.len() as u64) < limit {
        let objects: HashSet<ObjectId> = found.iter().map(|(_, end)| end.object_id).collect();
        let total = objects.len() as u64;
        return Ok((found, total));
    }
    let total = count_referrers(tx, &[fold(code)], snapshots).await?.into_values().sum();
    Ok((found, total))
}

/// The number of objects in these snapshots that reference each of these folded codes, not counting references to
/// themselves; codes without any are left out.
pub async fn count_referrers(
    tx: &mut Tx,
    codes_folded: &[String],
    snapshots: &[SnapshotId],
) -> Result<HashMap<String, u64>, StoreError> {
    const SQL: &str = concat!(
        "SELECT r.target_folded, COUNT(DISTINCT e.object_id)
        FROM reference r
        CROSS JOIN lane_entry e
        CROSS JOIN snapshot s
        JOIN object o ON o.id = e.object_id
        WHERE e.version_id = r.version_id AND ",
        is_in_snapshot!(),
        "AND o.code_folded <> r.target_folded AND r.target_folded IN ("
    );
    let mut counts = HashMap::new();
    if snapshots.is_empty() {
        return Ok(counts);
    }
    for some in codes_folded.chunks(ROWS_PER_STATEMENT) {
        let rows: Vec<(String, i64)> = on_tx!(tx, |conn| {
            let mut query = QueryBuilder::new(SQL);
            let mut list = query.separated(", ");
            for code in some {
                list.push_bind(code);
            }
            list.push_unseparated(") AND s.id IN (");
            let mut list = query.separated(", ");
            for snapshot in snapshots {
                list.push_bind(snapshot.0);
            }
            list.push_unseparated(") GROUP BY r.target_folded");
            query.build_query_as().fetch_all(conn).await?
        });
        counts.extend(rows.into_iter().map(|(code, referrers)| (code, count(referrers))));
    }
    Ok(counts)
}
