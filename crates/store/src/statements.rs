//! Statements of applicability that were read from the texts of versions.

use std::collections::HashMap;

use domain::id::{SnapshotId, VersionId};
use serde::{Deserialize, Serialize};
use sqlx::QueryBuilder;

use crate::StoreError;
use crate::json;
use crate::search::{ROWS_PER_STATEMENT, is_reused};
use crate::tx::Tx;

const TABLE: &str = "version_statement";
/// Raised when other statements are read from the same text.
const READER: i64 = 1;

/// A condition on the aircraft, of which every part must hold.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct StoredStatement {
    /// The text's own statement, as XML.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub own: Option<String>,
    /// Entries of a repository, by their identifiers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shared: Vec<String>,
    /// A part is missing, or cannot be read.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_incomplete: bool,
}

/// The statement of a whole module; `None` where it applies to all aircraft.
pub type WholeStatement = Option<StoredStatement>;

/// The known statements of whole modules in a snapshot.
pub async fn list_whole_in(
    tx: &mut Tx,
    snapshot: SnapshotId,
) -> Result<HashMap<VersionId, WholeStatement>, StoreError> {
    const SQL: &str = concat!(
        "SELECT s.version_id, s.whole
        FROM lane_entry e
        JOIN version_statement s ON s.version_id = e.version_id
        WHERE s.reader = $2 AND s.whole IS NOT NULL AND e.shelf < 3 AND ",
        is_at!("$1")
    );
    let rows: Vec<(i64, String)> =
        on_tx!(tx, |conn| sqlx::query_as(SQL).bind(snapshot.0).bind(READER).fetch_all(conn).await?);
    rows.into_iter().map(|(version, text)| Ok((VersionId(version), json::read(&text, TABLE, "whole")?))).collect()
}

/// The known statements of whole modules of these versions.
pub async fn list_whole(tx: &mut Tx, versions: &[VersionId]) -> Result<HashMap<VersionId, WholeStatement>, StoreError> {
    let rows =
        list(tx, "SELECT version_id, whole FROM version_statement WHERE whole IS NOT NULL AND ", versions).await?;
    rows.into_iter().map(|(version, text)| Ok((version, json::read(&text, TABLE, "whole")?))).collect()
}

/// The known statements of the elements of these versions.
pub async fn list_parts(
    tx: &mut Tx,
    versions: &[VersionId],
) -> Result<HashMap<VersionId, Vec<StoredStatement>>, StoreError> {
    let rows =
        list(tx, "SELECT version_id, parts FROM version_statement WHERE parts IS NOT NULL AND ", versions).await?;
    rows.into_iter().map(|(version, text)| Ok((version, json::read(&text, TABLE, "parts")?))).collect()
}

async fn list(tx: &mut Tx, sql: &'static str, versions: &[VersionId]) -> Result<Vec<(VersionId, String)>, StoreError> {
    let mut found = Vec::new();
    for some in versions.chunks(ROWS_PER_STATEMENT) {
        let rows: Vec<(i64, String)> = on_tx!(tx, |conn| {
            let mut query = QueryBuilder::new(sql);
            query.push("reader = ").push_bind(READER).push(" AND version_id IN (");
            let mut list = query.separated(", ");
            for version in some {
                list.push_bind(version.0);
            }
            list.push_unseparated(")");
            query.build_query_as().persistent(is_reused(some.len())).fetch_all(conn).await?
        });
        found.extend(rows.into_iter().map(|(version, text)| (VersionId(version), text)));
    }
    Ok(found)
}

/// Keeps the statements of whole modules, in the order of their versions: two writers do not wait for each other.
pub async fn insert_whole(tx: &mut Tx, read: &[(VersionId, WholeStatement)]) -> Result<(), StoreError> {
    const SQL: &str = "INSERT INTO version_statement (version_id, reader, whole) ";
    const REPLACE: &str = "
        ON CONFLICT (version_id) DO UPDATE
        SET whole = excluded.whole, reader = excluded.reader,
            parts = CASE WHEN version_statement.reader = excluded.reader THEN version_statement.parts END";
    let texts = read.iter().map(|(version, whole)| Ok((*version, json::write(whole)?)));
    insert(tx, (SQL, REPLACE), texts.collect::<Result<_, StoreError>>()?).await
}

/// Keeps the statements of the elements of modules.
pub async fn insert_parts(tx: &mut Tx, read: &[(VersionId, Vec<StoredStatement>)]) -> Result<(), StoreError> {
    const SQL: &str = "INSERT INTO version_statement (version_id, reader, parts) ";
    const REPLACE: &str = "
        ON CONFLICT (version_id) DO UPDATE
        SET parts = excluded.parts, reader = excluded.reader,
            whole = CASE WHEN version_statement.reader = excluded.reader THEN version_statement.whole END";
    let texts = read.iter().map(|(version, parts)| Ok((*version, json::write(parts)?)));
    insert(tx, (SQL, REPLACE), texts.collect::<Result<_, StoreError>>()?).await
}

async fn insert(
    tx: &mut Tx,
    (sql, replace): (&'static str, &'static str),
    mut rows: Vec<(VersionId, String)>,
) -> Result<(), StoreError> {
    rows.sort();
    rows.dedup_by_key(|(version, _)| *version);
    for some in rows.chunks(ROWS_PER_STATEMENT) {
        on_tx!(tx, |conn| QueryBuilder::new(sql)
            .push_values(some, |mut values, (version, text)| {
                values.push_bind(version.0).push_bind(READER).push_bind(text);
            })
            .push(replace)
            .build()
            .persistent(is_reused(some.len()))
            .execute(conn)
            .await?
            .rows_affected());
    }
    Ok(())
}
