//! Versions, inserted in bulk and never changed.

mod blobs;
mod parents;

use std::borrow::Borrow;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

use domain::id::{ManualId, ObjectId, VersionId};
use domain::text::fold;
use domain::version::{Issue, Version};
use sqlx::QueryBuilder;

use crate::StoreError;
use crate::blocks::{self, Sequence};
use crate::json;
use crate::millis::Millis;
use crate::search::{ROWS_PER_STATEMENT, is_reused, signed};
use crate::tx::Tx;

pub use blobs::{VersionBlobs, find_blobs};
pub use parents::{insert_parents, list_parents, list_source_authors};

/// The id of a stored version.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StoredVersion {
    pub id: VersionId,
    /// Inserted by this call; its parents and references are still to be inserted.
    pub new: bool,
}

/// The columns that identify a version of an object: issue, content and status file.
type VersionKey = (i64, String, String, String);

fn sameness(version: &Version) -> VersionKey {
    let status_blob = version.content.status_blob.clone().unwrap_or_default();
    (version.object_id.0, version.issue.key(), version.content.blob.clone(), status_blob)
}

/// Returns the ids of these versions in the same order, inserting missing ones.
///
/// Idempotent: the same issue with the same bytes is the same version.
pub async fn insert_many(tx: &mut Tx, versions: &[impl Borrow<Version>]) -> Result<Vec<StoredVersion>, StoreError> {
    let versions: Vec<&Version> = versions.iter().map(Borrow::borrow).collect();
    let objects: Vec<ObjectId> = versions.iter().map(|version| version.object_id).collect();
    let mut ids = find_many(tx, &objects).await?;
    let missing: Vec<&Version> = versions.iter().copied().filter(|one| !ids.contains_key(&sameness(one))).collect();
    if missing.is_empty() {
        return stored(&versions, &ids, 0..0);
    }
    let first = blocks::take(tx, Sequence::Version, missing.len()).await?;
    let rows: Vec<(i64, &Version)> = (first..).zip(missing).collect();
    for some in rows.chunks(ROWS_PER_STATEMENT) {
        insert(tx, some).await?;
    }
    let end = rows.last().map_or(first, |(last, _)| last + 1);
    let objects: Vec<ObjectId> = rows.iter().map(|(_, version)| version.object_id).collect();
    ids.extend(find_many(tx, &objects).await?);
    stored(&versions, &ids, first..end)
}

/// `taken` are the ids of this call. A version counts as new once, however often it was passed, and not at all when
/// another transaction inserted it first.
fn stored(
    versions: &[&Version],
    ids: &HashMap<VersionKey, i64>,
    taken: Range<i64>,
) -> Result<Vec<StoredVersion>, StoreError> {
    let mut new = HashSet::new();
    let stored = versions.iter().map(|version| {
        let id = *ids.get(&sameness(version))?;
        Some(StoredVersion { id: VersionId(id), new: taken.contains(&id) && new.insert(id) })
    });
    stored.collect::<Option<Vec<_>>>().ok_or(StoreError::Unreadable { table: "version", column: "issue_key" })
}

async fn find_many(tx: &mut Tx, objects: &[ObjectId]) -> Result<HashMap<VersionKey, i64>, StoreError> {
    let mut ids = HashMap::new();
    for some in objects.chunks(ROWS_PER_STATEMENT) {
        let found: Vec<(i64, String, String, Option<String>, i64)> = on_tx!(tx, |conn| {
            let mut query = QueryBuilder::new(
                "SELECT object_id, issue_key, blob, status_blob, id FROM version WHERE object_id IN (",
            );
            let mut list = query.separated(", ");
            for object in some {
                list.push_bind(object.0);
            }
            list.push_unseparated(")");
            query.build_query_as().persistent(is_reused(some.len())).fetch_all(conn).await?
        });
        ids.extend(found.into_iter().map(|(object, issue, blob, status_blob, id)| {
            ((object, issue, blob, status_blob.unwrap_or_default()), id)
        }));
    }
    Ok(ids)
}

async fn insert(tx: &mut Tx, rows: &[(i64, &Version)]) -> Result<(), StoreError> {
    const SQL: &str = "
        INSERT INTO version (
            id, object_id, issue_key, issue_number, in_work, issue_date, issue_type, blob, status_blob, status,
            tech_name, info_name, title_folded, content_type, schema_issue, security, quality, size, media_type,
            origin, properties, created_by, created_on, why, change_request)
        ";
    let properties =
        rows.iter().map(|(_, one)| json::write(&one.metadata.properties)).collect::<Result<Vec<_>, _>>()?;
    let lasting = is_reused(rows.len());
    let rows: Vec<_> = rows.iter().zip(&properties).collect();
    on_tx!(tx, |conn| QueryBuilder::new(SQL)
        .push_values(rows, |mut values, ((id, version), properties)| {
            let (issue, content, metadata) = (&version.issue, &version.content, &version.metadata);
            values
                .push_bind(*id)
                .push_bind(version.object_id.0)
                .push_bind(issue.key())
                .push_bind(&issue.number)
                .push_bind(&issue.in_work)
                .push_bind(&issue.date)
                .push_bind(&issue.kind)
                .push_bind(&content.blob)
                .push_bind(&content.status_blob)
                .push_bind(version.status.as_str())
                .push_bind(&metadata.tech_name)
                .push_bind(&metadata.info_name)
                .push_bind(fold(&metadata.title()))
                .push_bind(&metadata.content_type)
                .push_bind(&metadata.schema_issue)
                .push_bind(&metadata.security)
                .push_bind(&metadata.quality)
                .push_bind(signed(content.size))
                .push_bind(&content.media_type)
                .push_bind(version.origin.as_str())
                .push_bind(properties)
                .push_bind(&version.created_by)
                .push_bind(Millis::from(version.created_on))
                .push_bind(&version.why)
                .push_bind(&version.change_request);
        })
        .push(" ON CONFLICT DO NOTHING")
        .build()
        .persistent(lasting)
        .execute(conn)
        .await?
        .rows_affected());
    Ok(())
}

/// A visible version with few columns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VisibleVersion {
    pub id: VersionId,
    pub key_folded: String,
    /// Without its kind.
    pub issue: Issue,
    pub blob: String,
}

/// The next `limit` versions after `after` of a manual's objects that are in a published revision.
pub async fn list_visible(
    tx: &mut Tx,
    manual: &ManualId,
    after: VersionId,
    limit: u64,
) -> Result<Vec<VisibleVersion>, StoreError> {
    const SQL: &str = concat!(
        "SELECT v.id, o.key_folded, v.issue_number, v.in_work, v.issue_date, v.blob
        FROM version v
        JOIN object o ON o.id = v.object_id
        WHERE o.manual_id = $1 AND v.id > $2
        AND EXISTS (
            SELECT 1
            FROM lane_entry e
            ",
        join_published!(),
        "WHERE e.version_id = v.id)
        ORDER BY v.id
        LIMIT $3"
    );
    let rows: Vec<(i64, String, String, String, String, String)> = on_tx!(tx, |conn| sqlx::query_as(SQL)
        .bind(&manual.0)
        .bind(after.0)
        .bind(signed(limit))
        .fetch_all(conn)
        .await?);
    let seen = rows.into_iter().map(|(id, key_folded, number, in_work, date, blob)| VisibleVersion {
        id: VersionId(id),
        key_folded,
        issue: Issue { number, in_work, date, kind: String::new() },
        blob,
    });
    Ok(seen.collect())
}
