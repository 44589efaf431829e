//! The objects that an OEM revision touches, in the three versions that a decision needs.

use std::collections::{BTreeMap, HashMap, HashSet};

use domain::id::{CsdbId, ObjectId, RevisionTodoId, SnapshotId, UserId, VersionId};
use domain::object::ObjectKind;
use domain::revision::VersionTrio;
use domain::version::VersionMetadata;
use sqlx::QueryBuilder;

use crate::StoreError;
use crate::search::{ROWS_PER_STATEMENT, count, is_reused};
use crate::tx::Tx;

/// A version with the names of its content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TouchedVersion {
    pub id: VersionId,
    pub blob: String,
    pub status_blob: Option<String>,
    pub media_type: String,
    /// It only says that the object is deleted.
    pub is_deleted: bool,
}

/// The delivered module that a customised copy was made from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CopySource {
    pub object_id: ObjectId,
    pub key: String,
}

/// An object that a revision adds, changes or removes, or a customised copy of one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TouchedObject {
    pub object_id: ObjectId,
    pub kind: ObjectKind,
    pub key: String,
    pub code: String,
    pub language: String,
    pub title: String,
    /// The kind of content, as in `procedure`.
    pub content_type: String,
    pub base: Option<TouchedVersion>,
    pub theirs: Option<TouchedVersion>,
    pub ours: Option<TouchedVersion>,
    /// The version in the working lane. Ours is another one where open conflicts of an earlier revision are merged again.
    pub working: Option<VersionId>,
    /// The open to-do of an earlier revision whose work this one takes over.
    pub carried: Option<RevisionTodoId>,
    /// For a customised copy: base and theirs are versions of this module.
    pub source: Option<CopySource>,
}

impl TouchedObject {
    pub fn trio(&self) -> VersionTrio {
        let id = |version: &Option<TouchedVersion>| version.as_ref().map(|version| version.id);
        VersionTrio { base: id(&self.base), theirs: id(&self.theirs), ours: id(&self.ours) }
    }
}

#[derive(sqlx::FromRow)]
struct TouchedRow {
    object_id: i64,
    version_id: i64,
    deleted: bool,
    kind: String,
    key: String,
    code: String,
    language: String,
    tech_name: String,
    info_name: String,
    content_type: String,
    blob: String,
    status_blob: Option<String>,
    media_type: String,
}

impl TouchedRow {
    fn split(self) -> Result<(TouchedObject, TouchedVersion), StoreError> {
        let unreadable = StoreError::Unreadable { table: "object", column: "kind" };
        let metadata =
            VersionMetadata { tech_name: self.tech_name, info_name: self.info_name, ..VersionMetadata::default() };
        let object = TouchedObject {
            object_id: ObjectId(self.object_id),
            kind: ObjectKind::parse(&self.kind).ok_or(unreadable)?,
            key: self.key,
            code: self.code,
            language: self.language,
            title: metadata.title(),
            content_type: self.content_type,
            base: None,
            theirs: None,
            ours: None,
            working: None,
            carried: None,
            source: None,
        };
        let version = TouchedVersion {
            id: VersionId(self.version_id),
            blob: self.blob,
            status_blob: self.status_blob,
            media_type: self.media_type,
            is_deleted: self.deleted,
        };
        Ok((object, version))
    }
}

/// The objects whose version in the OEM revision `new` is not the one in the revision `base`, by id, with their versions
/// in the working snapshot. Without a base, all of the revision.
pub async fn list_touched(
    tx: &mut Tx,
    base: Option<SnapshotId>,
    new: SnapshotId,
    working: SnapshotId,
) -> Result<Vec<TouchedObject>, StoreError> {
    // No snapshot has this number.
    let base = base.unwrap_or(SnapshotId(0));
    let mut found: BTreeMap<ObjectId, TouchedObject> = BTreeMap::new();
    for (one, other, is_new) in [(base, new, false), (new, base, true)] {
        for row in list_only_in(tx, one, other).await? {
            let (object, version) = row.split()?;
            let title = object.title.clone();
            let own = found.entry(object.object_id).or_insert(object);
            if is_new {
                (own.title, own.theirs) = (title, Some(version));
            } else {
                own.base = Some(version);
            }
        }
    }
    // An entry of the same version can follow another, with another mark.
    found.retain(|_, object| object.trio().base != object.trio().theirs);
    let objects: Vec<ObjectId> = found.keys().copied().collect();
    for (object, version) in list_in_working(tx, working, &objects).await? {
        if let Some(own) = found.get_mut(&object) {
            own.working = Some(version.id);
            own.ours = Some(version);
        }
    }
    Ok(found.into_values().collect())
}

async fn list_only_in(tx: &mut Tx, one: SnapshotId, other: SnapshotId) -> Result<Vec<TouchedRow>, StoreError> {
    const SQL: &str = concat!(
        "SELECT e.object_id, e.version_id, e.deleted, o.kind, o.key, o.code, o.language, v.tech_name, v.info_name,
            v.content_type, v.blob, v.status_blob, v.media_type
        FROM lane_entry e
        JOIN object o ON o.id = e.object_id
        JOIN version v ON v.id = e.version_id
        WHERE ",
        is_at!("$1"),
        " AND NOT COALESCE(",
        is_at!("$2"),
        ", FALSE)
        ORDER BY e.object_id"
    );
    Ok(on_tx!(tx, |conn| sqlx::query_as(SQL).bind(one.0).bind(other.0).fetch_all(conn).await?))
}

/// The versions of these objects in a snapshot.
pub async fn list_in_working(
    tx: &mut Tx,
    snapshot: SnapshotId,
    objects: &[ObjectId],
) -> Result<HashMap<ObjectId, TouchedVersion>, StoreError> {
    const SQL: &str = "
        SELECT e.object_id, e.version_id, e.deleted, v.blob, v.status_blob, v.media_type
        FROM snapshot_entry e
        JOIN version v ON v.id = e.version_id
        WHERE e.snapshot_id = ";
    type Row = (i64, i64, bool, String, Option<String>, String);
    let mut found = HashMap::new();
    for some in objects.chunks(ROWS_PER_STATEMENT) {
        let rows: Vec<Row> = on_tx!(tx, |conn| {
            let mut query = QueryBuilder::new(SQL);
            query.push_bind(snapshot.0).push(" AND e.object_id IN (");
            let mut list = query.separated(", ");
            for object in some {
                list.push_bind(object.0);
            }
            list.push_unseparated(")");
            query.build_query_as().persistent(is_reused(some.len())).fetch_all(conn).await?
        });
        found.extend(rows.into_iter().map(|(object, id, is_deleted, blob, status_blob, media_type)| {
            (ObjectId(object), TouchedVersion { id: VersionId(id), blob, status_blob, media_type, is_deleted })
        }));
    }
    Ok(found)
}

/// Those of these objects that somebody has checked out.
pub async fn list_held(tx: &mut Tx, objects: &[ObjectId]) -> Result<HashSet<ObjectId>, StoreError> {
    let mut held = HashSet::new();
    for some in objects.chunks(ROWS_PER_STATEMENT) {
        let ids: Vec<i64> = on_tx!(tx, |conn| {
            let mut query = QueryBuilder::new("SELECT object_id FROM checkout WHERE object_id IN (");
            let mut list = query.separated(", ");
            for object in some {
                list.push_bind(object.0);
            }
            list.push_unseparated(")");
            query.build_query_scalar().persistent(is_reused(some.len())).fetch_all(conn).await?
        });
        held.extend(ids.into_iter().map(ObjectId));
    }
    Ok(held)
}

/// The people who have checked some of these objects out, each with the number of the objects.
pub async fn count_held(tx: &mut Tx, objects: &[ObjectId]) -> Result<Vec<(UserId, u64)>, StoreError> {
    let mut totals: BTreeMap<String, u64> = BTreeMap::new();
    for some in objects.chunks(ROWS_PER_STATEMENT) {
        let rows: Vec<(String, i64)> = on_tx!(tx, |conn| {
            let mut query = QueryBuilder::new("SELECT user_id, COUNT(*) FROM checkout WHERE object_id IN (");
            let mut list = query.separated(", ");
            for object in some {
                list.push_bind(object.0);
            }
            list.push_unseparated(") GROUP BY user_id");
            query.build_query_as().persistent(is_reused(some.len())).fetch_all(conn).await?
        });
        for (user, held) in rows {
            *totals.entry(user).or_default() += count(held);
        }
    }
    Ok(totals.into_iter().map(|(user, total)| (UserId(user), total)).collect())
}

/// The numbers of open comment threads, by the object they are about.
pub async fn list_open_threads(tx: &mut Tx, objects: &[ObjectId]) -> Result<HashMap<ObjectId, u64>, StoreError> {
    const SQL: &str = "
        SELECT object_id, COUNT(*)
        FROM comment_thread
        WHERE state = 'open' AND object_id IN (";
    let mut found = HashMap::new();
    for some in objects.chunks(ROWS_PER_STATEMENT) {
        let rows: Vec<(i64, i64)> = on_tx!(tx, |conn| {
            let mut query = QueryBuilder::new(SQL);
            let mut list = query.separated(", ");
            for object in some {
                list.push_bind(object.0);
            }
            list.push_unseparated(") GROUP BY object_id");
            query.build_query_as().persistent(is_reused(some.len())).fetch_all(conn).await?
        });
        found.extend(rows.into_iter().map(|(object, threads)| (ObjectId(object), count(threads))));
    }
    Ok(found)
}

/// The numbers of the change requests that are not closed, by the object they have.
pub async fn list_open_requests(tx: &mut Tx, objects: &[ObjectId]) -> Result<HashMap<ObjectId, Vec<u64>>, StoreError> {
    const SQL: &str = "
        SELECT m.object_id, r.number
        FROM change_request_module m
        JOIN change_request r ON r.id = m.change_request_id
        WHERE r.status <> 'Closed' AND m.object_id IN (";
    let mut found: HashMap<ObjectId, Vec<u64>> = HashMap::new();
    for some in objects.chunks(ROWS_PER_STATEMENT) {
        let rows: Vec<(i64, i64)> = on_tx!(tx, |conn| {
            let mut query = QueryBuilder::new(SQL);
            let mut list = query.separated(", ");
            for object in some {
                list.push_bind(object.0);
            }
            list.push_unseparated(") ORDER BY r.number");
            query.build_query_as().persistent(is_reused(some.len())).fetch_all(conn).await?
        });
        for (object, number) in rows {
            found.entry(ObjectId(object)).or_default().push(count(number));
        }
    }
    Ok(found)
}

/// The objects of a snapshot with these folded codes, in all languages.
pub async fn list_languages(
    tx: &mut Tx,
    csdb: &CsdbId,
    snapshot: SnapshotId,
    codes_folded: &[String],
) -> Result<Vec<ObjectId>, StoreError> {
    // The order of the joins keeps SQLite from reading all entries of the manual.
    const SQL: &str = concat!(
        "SELECT o.id
        FROM object o
        CROSS JOIN snapshot s
        CROSS JOIN lane_entry e
        WHERE e.object_id = o.id AND ",
        is_in_snapshot!(),
        "AND o.language <> '' AND s.id = "
    );
    let mut found = Vec::new();
    for some in codes_folded.chunks(ROWS_PER_STATEMENT) {
        let ids: Vec<i64> = on_tx!(tx, |conn| {
            let mut query = QueryBuilder::new(SQL);
            query.push_bind(snapshot.0).push(" AND o.csdb_id = ").push_bind(&csdb.0).push(" AND o.code_folded IN (");
            let mut list = query.separated(", ");
            for code in some {
                list.push_bind(code);
            }
            list.push_unseparated(")");
            query.build_query_scalar().persistent(is_reused(some.len())).fetch_all(conn).await?
        });
        found.extend(ids.into_iter().map(ObjectId));
    }
    Ok(found)
}
