//! Work that earlier revisions left open, and the later revisions that take it over.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use domain::id::{ManualId, ObjectId, RevisionTodoId, SnapshotId, VersionId};
use domain::revision::{OpenWork, VersionTrio};
use sqlx::QueryBuilder;

use super::touched::TouchedVersion;
use crate::StoreError;
use crate::millis::Millis;
use crate::search::{ROWS_PER_STATEMENT, is_reused};
use crate::tx::Tx;

/// The open to-dos of confirmed revisions before the one with this number, the earliest of each object.
pub async fn list_open_work(
    tx: &mut Tx,
    manual: &ManualId,
    number: i64,
) -> Result<HashMap<ObjectId, OpenWork>, StoreError> {
    const SQL: &str = "
        SELECT t.object_id, t.id, t.base_version_id, t.theirs_version_id, t.ours_version_id, t.result_version_id
        FROM revision_todo t
        JOIN snapshot s ON s.id = t.snapshot_id
        WHERE t.manual_id = $1 AND t.state = 'open' AND s.decision = 'confirmed' AND s.number < $2
        ORDER BY s.number";
    type Row = (i64, String, Option<i64>, Option<i64>, Option<i64>, Option<i64>);
    let rows: Vec<Row> = on_tx!(tx, |conn| sqlx::query_as(SQL).bind(&manual.0).bind(number).fetch_all(conn).await?);
    let mut found = HashMap::new();
    for (object, id, base, theirs, ours, result) in rows {
        let trio = VersionTrio { base: base.map(VersionId), theirs: theirs.map(VersionId), ours: ours.map(VersionId) };
        let work = OpenWork { todo: RevisionTodoId(id), trio, result: result.map(VersionId) };
        found.entry(ObjectId(object)).or_insert(work);
    }
    Ok(found)
}

/// Versions with the names of their contents.
pub async fn list_versions(
    tx: &mut Tx,
    versions: &[VersionId],
) -> Result<HashMap<VersionId, TouchedVersion>, StoreError> {
    type Row = (i64, String, Option<String>, String);
    let mut found = HashMap::new();
    for some in versions.chunks(ROWS_PER_STATEMENT) {
        let rows: Vec<Row> = on_tx!(tx, |conn| {
            let mut query = QueryBuilder::new("SELECT id, blob, status_blob, media_type FROM version WHERE id IN (");
            let mut list = query.separated(", ");
            for version in some {
                list.push_bind(version.0);
            }
            list.push_unseparated(")");
            query.build_query_as().persistent(is_reused(some.len())).fetch_all(conn).await?
        });
        found.extend(rows.into_iter().map(|(id, blob, status_blob, media_type)| {
            let id = VersionId(id);
            (id, TouchedVersion { id, blob, status_blob, media_type, is_deleted: false })
        }));
    }
    Ok(found)
}

/// Ends open to-dos because the confirmation of a later revision took their work over.
pub async fn supersede_todos(
    tx: &mut Tx,
    ids: &[RevisionTodoId],
    later: SnapshotId,
    (by, now): (&str, DateTime<Utc>),
) -> Result<(), StoreError> {
    const SQL: &str = "
        UPDATE revision_todo
        SET state = 'done', resolution = 'superseded', version = version + 1, superseded_by = ";
    for some in ids.chunks(ROWS_PER_STATEMENT) {
        on_tx!(tx, |conn| {
            let mut query = QueryBuilder::new(SQL);
            query.push_bind(later.0).push(", decided_by = ").push_bind(by);
            query.push(", decided_on = ").push_bind(Millis::from(now)).push(" WHERE state = 'open' AND id IN (");
            let mut list = query.separated(", ");
            for id in some {
                list.push_bind(&id.0);
            }
            list.push_unseparated(")");
            query.build().persistent(is_reused(some.len())).execute(conn).await?.rows_affected()
        });
    }
    Ok(())
}

/// Opens the to-dos again whose work a later revision took over, because its confirmation was undone: for one object, or
/// for all.
pub async fn reopen_superseded(tx: &mut Tx, later: SnapshotId, object: Option<ObjectId>) -> Result<(), StoreError> {
    const SQL: &str = "
        UPDATE revision_todo
        SET state = 'open', resolution = NULL, decided_by = NULL, decided_on = NULL, superseded_by = NULL,
            version = version + 1
        WHERE superseded_by = $1 AND resolution = 'superseded' AND (CAST($2 AS BIGINT) IS NULL OR object_id = $2)";
    on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(later.0)
        .bind(object.map(|object| object.0))
        .execute(conn)
        .await?
        .rows_affected());
    Ok(())
}
