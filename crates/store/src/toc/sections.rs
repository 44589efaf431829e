//! The sections of the contents that objects stand in.

use std::collections::HashMap;

use domain::id::{ObjectId, SnapshotId, TocNodeId};
use domain::object::ObjectKind;
use sqlx::QueryBuilder;

use crate::StoreError;
use crate::search::{ROWS_PER_STATEMENT, is_reused};
use crate::tx::Tx;

/// An entry of the contents by its title and the entry around it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TocSection {
    pub parent_id: Option<TocNodeId>,
    pub title: String,
}

/// An entry of the contents, to find it again in other contents.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ContentsEntry {
    pub id: TocNodeId,
    pub parent_id: Option<TocNodeId>,
    pub title: String,
    /// The number before the title, as in `28-21-01`; empty when it has none.
    pub prefix: String,
    pub key: String,
    pub object_id: Option<ObjectId>,
    /// Its applicability, as the contents keep it; the entries around it have statements of their own.
    pub applic: Option<String>,
}

/// The first entry of each of these objects in the contents of a snapshot; ids are in reading order.
pub async fn find_first_of(
    tx: &mut Tx,
    snapshot: SnapshotId,
    objects: &[ObjectId],
) -> Result<HashMap<ObjectId, TocNodeId>, StoreError> {
    const SQL: &str = "
        SELECT object_id, MIN(id)
        FROM toc_node
        WHERE snapshot_id = (SELECT contents_id FROM snapshot WHERE id = ";
    let mut found = HashMap::new();
    for some in objects.chunks(ROWS_PER_STATEMENT) {
        let rows: Vec<(i64, i64)> = on_tx!(tx, |conn| {
            let mut query = QueryBuilder::new(SQL);
            query.push_bind(snapshot.0).push(") AND object_id IN (");
            let mut list = query.separated(", ");
            for object in some {
                list.push_bind(object.0);
            }
            list.push_unseparated(") GROUP BY object_id");
            query.build_query_as().persistent(is_reused(some.len())).fetch_all(conn).await?
        });
        found.extend(rows.into_iter().map(|(object, node)| (ObjectId(object), TocNodeId(node))));
    }
    Ok(found)
}

/// These entries and all entries around them.
pub async fn list_sections(tx: &mut Tx, places: &[TocNodeId]) -> Result<HashMap<TocNodeId, TocSection>, StoreError> {
    const FROM: &str = "
        WITH RECURSIVE above (id, parent_id) AS (
            SELECT id, parent_id FROM toc_node WHERE id IN (";
    const TO: &str = ")
            UNION
            SELECT t.id, t.parent_id FROM above a JOIN toc_node t ON t.id = a.parent_id
        )
        SELECT t.id, t.parent_id, t.title FROM above a JOIN toc_node t ON t.id = a.id";
    let mut found = HashMap::new();
    for some in places.chunks(ROWS_PER_STATEMENT) {
        let rows: Vec<(i64, Option<i64>, String)> = on_tx!(tx, |conn| {
            let mut query = QueryBuilder::new(FROM);
            let mut list = query.separated(", ");
            for place in some {
                list.push_bind(place.0);
            }
            list.push_unseparated(TO);
            query.build_query_as().persistent(is_reused(some.len())).fetch_all(conn).await?
        });
        let section = |parent: Option<i64>, title| TocSection { parent_id: parent.map(TocNodeId), title };
        found.extend(rows.into_iter().map(|(id, parent, title)| (TocNodeId(id), section(parent, title))));
    }
    Ok(found)
}

/// Id, parent, title, prefix, key, object and applicability.
type EntryRow = (i64, Option<i64>, String, String, String, Option<i64>, Option<String>);

/// All entries of the contents of a snapshot, in reading order.
pub async fn list_entries(tx: &mut Tx, snapshot: SnapshotId) -> Result<Vec<ContentsEntry>, StoreError> {
    const SQL: &str = "
        SELECT id, parent_id, title, prefix, key, object_id, applic
        FROM toc_node
        WHERE snapshot_id = (SELECT contents_id FROM snapshot WHERE id = $1)
        ORDER BY id";
    let rows: Vec<EntryRow> = on_tx!(tx, |conn| sqlx::query_as(SQL).bind(snapshot.0).fetch_all(conn).await?);
    let entry = |(id, parent, title, prefix, key, object, applic): EntryRow| ContentsEntry {
        id: TocNodeId(id),
        parent_id: parent.map(TocNodeId),
        title,
        prefix,
        key,
        object_id: object.map(ObjectId),
        applic,
    };
    Ok(rows.into_iter().map(entry).collect())
}

/// All entries of the first level that belong to a language. Those without a language belong to each.
pub async fn list_roots(tx: &mut Tx, snapshot: SnapshotId, language: &str) -> Result<Vec<TocNodeId>, StoreError> {
    const SQL: &str = "
        SELECT t.id
        FROM toc_node t
        LEFT JOIN object o ON o.id = t.object_id
        WHERE t.snapshot_id = (SELECT contents_id FROM snapshot WHERE id = $1) AND COALESCE(t.parent_id, 0) = 0
        AND COALESCE(o.language, '') IN ('', $2)
        ORDER BY t.position";
    let ids: Vec<i64> =
        on_tx!(tx, |conn| sqlx::query_scalar(SQL).bind(snapshot.0).bind(language).fetch_all(conn).await?);
    Ok(ids.into_iter().map(TocNodeId).collect())
}

/// Where a module stands in the contents.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TocPlace {
    pub object_id: ObjectId,
    pub kind: ObjectKind,
    pub key: String,
    pub title: String,
    /// The container or the title of the section around it.
    pub around: String,
}

/// Object, kind, key, title, and the entry around it.
type TocPlaceRow = (i64, String, String, String, String);

fn read_place((object, kind, key, title, around): TocPlaceRow) -> Result<TocPlace, StoreError> {
    let kind = ObjectKind::parse(&kind).ok_or(StoreError::Unreadable { table: "object", column: "kind" })?;
    Ok(TocPlace { object_id: ObjectId(object), kind, key, title, around })
}

/// The start of a statement that reads places of the contents of the snapshot that comes next.
macro_rules! from_places {
    () => {
        "SELECT t.object_id, o.kind, o.key, t.title, COALESCE(NULLIF(p.key, ''), p.title, '')
        FROM toc_node t
        JOIN object o ON o.id = t.object_id
        LEFT JOIN toc_node p ON p.id = t.parent_id
        WHERE o.kind <> 'pm' AND t.snapshot_id = (SELECT contents_id FROM snapshot WHERE id = "
    };
}

/// The places of all objects in the contents of a snapshot, except for its publications.
pub async fn list_object_places(tx: &mut Tx, snapshot: SnapshotId) -> Result<Vec<TocPlace>, StoreError> {
    const SQL: &str = concat!(from_places!(), "$1)");
    let rows: Vec<TocPlaceRow> = on_tx!(tx, |conn| sqlx::query_as(SQL).bind(snapshot.0).fetch_all(conn).await?);
    rows.into_iter().map(read_place).collect()
}

/// The places of these objects in the contents of a snapshot, except for its publications.
pub async fn list_places_of(
    tx: &mut Tx,
    snapshot: SnapshotId,
    objects: &[ObjectId],
) -> Result<Vec<TocPlace>, StoreError> {
    let mut found = Vec::new();
    for some in objects.chunks(ROWS_PER_STATEMENT) {
        let rows: Vec<TocPlaceRow> = on_tx!(tx, |conn| {
            let mut query = QueryBuilder::new(from_places!());
            query.push_bind(snapshot.0).push(") AND t.object_id IN (");
            let mut list = query.separated(", ");
            for object in some {
                list.push_bind(object.0);
            }
            list.push_unseparated(") ORDER BY t.id");
            query.build_query_as().persistent(is_reused(some.len())).fetch_all(conn).await?
        });
        found.extend(rows.into_iter().map(read_place).collect::<Result<Vec<TocPlace>, StoreError>>()?);
    }
    Ok(found)
}
