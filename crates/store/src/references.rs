//! What versions point to, in both directions.

use domain::id::{SnapshotId, VersionId};
use domain::text::fold;
use domain::version::Reference;
use sqlx::QueryBuilder;

use crate::StoreError;
use crate::search::{ROWS_PER_STATEMENT, count, signed};
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

/// Something that points to an object.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct Referrer {
    /// How it does, as in `dm`.
    pub kind: String,
    pub csdb_name: String,
    pub manual_name: Option<String>,
    pub key: String,
    pub code: String,
    pub tech_name: String,
    pub info_name: String,
}

/// Adds what each version points to, in its order. Safe to repeat.
pub async fn insert_many(tx: &mut Tx, of: &[(VersionId, &[Reference])]) -> Result<(), StoreError> {
    const SQL: &str = "
        INSERT INTO reference (
            version_id, position, kind, target, target_folded, target_language, target_issue, external, line)
        ";
    let rows: Vec<(i64, i64, &Reference)> = of
        .iter()
        .flat_map(|(version, references)| {
            (0_i64..).zip(*references).map(|(position, reference)| (version.0, position, reference))
        })
        .collect();
    for some in rows.chunks(ROWS_PER_STATEMENT) {
        on_tx!(tx, |conn| QueryBuilder::new(SQL)
            .push_values(some, |mut values, (version, position, reference)| {
                values
                    .push_bind(*version)
                    .push_bind(*position)
                    .push_bind(&reference.kind)
                    .push_bind(&reference.target)
                    .push_bind(fold(&reference.target))
                    .push_bind(&reference.language)
                    .push_bind(&reference.issue)
                    .push_bind(reference.external)
                    .push_bind(i64::from(reference.line));
            })
            .push(" ON CONFLICT DO NOTHING")
            .build()
            .execute(conn)
            .await?
            .rows_affected());
    }
    Ok(())
}

/// What a version points to, in its order.
pub async fn list(tx: &mut Tx, version: VersionId) -> Result<Vec<Reference>, StoreError> {
    const SQL: &str = "
        SELECT kind, target, target_language, target_issue, external, line
        FROM reference
        WHERE version_id = $1
        ORDER BY position";
    let rows: Vec<ReferenceRow> = on_tx!(tx, |conn| sqlx::query_as(SQL).bind(version.0).fetch_all(conn).await?);
    let read = |row: ReferenceRow| Reference {
        kind: row.kind,
        target: row.target,
        language: row.target_language,
        issue: row.target_issue,
        external: row.external,
        line: u32::try_from(row.line).unwrap_or_default(),
    };
    Ok(rows.into_iter().map(read).collect())
}

/// Who points to `code` in one of these snapshots: the first `limit` by key, and how many there are.
pub async fn list_referrers(
    tx: &mut Tx,
    code: &str,
    snapshots: &[SnapshotId],
    limit: u64,
) -> Result<(Vec<Referrer>, u64), StoreError> {
    const FROM: &str = "
        FROM reference r
        JOIN snapshot_entry e ON e.version_id = r.version_id
        JOIN version v ON v.id = r.version_id
        JOIN object o ON o.id = e.object_id
        JOIN csdb c ON c.id = o.csdb_id
        LEFT JOIN manual m ON m.id = o.manual_id
        WHERE r.target_folded = ";
    const COLUMNS: &str = "SELECT DISTINCT r.kind, c.name AS csdb_name, m.name AS manual_name, o.key, o.code, \
        v.tech_name, v.info_name, e.key_folded ";
    if snapshots.is_empty() {
        return Ok((Vec::new(), 0));
    }
    let code = fold(code);
    macro_rules! query {
        ($select:expr) => {{
            let mut query = QueryBuilder::new($select);
            query.push(FROM).push_bind(&code).push(" AND o.code_folded <> ").push_bind(&code);
            query.push(" AND e.snapshot_id IN (");
            let mut list = query.separated(", ");
            for snapshot in snapshots {
                list.push_bind(snapshot.0);
            }
            list.push_unseparated(")");
            query
        }};
    }
    let total: i64 = on_tx!(tx, |conn| {
        let mut query = query!("SELECT COUNT(DISTINCT o.id) ");
        query.build_query_scalar().fetch_one(conn).await?
    });
    let referrers = on_tx!(tx, |conn| {
        let mut query = query!(COLUMNS);
        query.push(" ORDER BY e.key_folded, r.kind LIMIT ").push_bind(signed(limit));
        query.build_query_as().fetch_all(conn).await?
    });
    Ok((referrers, count(total)))
}
