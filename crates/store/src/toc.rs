//! The contents of snapshots.

mod outline;
mod sections;
mod titles;

use std::collections::HashMap;

use domain::id::{ObjectId, SnapshotId, TocNodeId};
use domain::page::{Page, PageRequest};
use domain::text::fold;
use domain::toc::{TocNode, TocNodeType};
use sqlx::QueryBuilder;

use crate::StoreError;
use crate::search::{ROWS_PER_STATEMENT, containing, is_reused, page};
use crate::tx::Tx;

pub use outline::{ContentsPlace, NumberedPlace, list_numbered, list_outline};
pub use sections::{
    ContentsEntry, TocPlace, TocSection, find_first_of, list_entries, list_object_places, list_places_of, list_roots,
    list_sections,
};

const TABLE: &str = "toc_node";

/// An entry in the contents, with its object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TocItem {
    pub node: TocNode,
    pub object: Option<TocTarget>,
}

/// The object of an entry in the contents.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TocTarget {
    pub path: String,
    pub code: String,
    pub language: String,
}

macro_rules! placed {
    ($rest:literal) => {
        concat!(
            "SELECT t.id, t.parent_id, t.position, t.type AS node_type, t.title, t.prefix, t.key, t.object_id, t.leaf,
                t.child_count, t.applic, c.name AS csdb_name, m.name AS manual_name, o.key AS object_key, o.code,
                o.language
            FROM toc_node t
            LEFT JOIN object o ON o.id = t.object_id
            LEFT JOIN csdb c ON c.id = o.csdb_id
            LEFT JOIN manual m ON m.id = o.manual_id
            ",
            $rest
        )
    };
}

#[derive(sqlx::FromRow)]
struct NodeRow {
    id: i64,
    parent_id: Option<i64>,
    position: i64,
    node_type: String,
    title: String,
    prefix: String,
    key: String,
    object_id: Option<i64>,
    leaf: bool,
    child_count: i64,
    applic: Option<String>,
    csdb_name: Option<String>,
    manual_name: Option<String>,
    object_key: Option<String>,
    code: Option<String>,
    language: Option<String>,
}

impl NodeRow {
    fn into_placed(self) -> Result<TocItem, StoreError> {
        let unreadable = |column| StoreError::Unreadable { table: TABLE, column };
        let object = self.csdb_name.zip(self.object_key).map(|(csdb, key)| TocTarget {
            path: domain::path::of_object(&csdb, self.manual_name.as_deref(), &key),
            code: self.code.unwrap_or_default(),
            language: self.language.unwrap_or_default(),
        });
        let node = TocNode {
            id: TocNodeId(self.id),
            parent_id: self.parent_id.map(TocNodeId),
            position: u32::try_from(self.position).map_err(|_| unreadable("position"))?,
            node_type: TocNodeType::parse(&self.node_type).ok_or_else(|| unreadable("type"))?,
            title: self.title,
            prefix: self.prefix,
            key: self.key,
            object_id: self.object_id.map(ObjectId),
            leaf: self.leaf,
            child_count: u32::try_from(self.child_count).map_err(|_| unreadable("child_count"))?,
            applic: self.applic,
        };
        Ok(TocItem { node, object })
    }
}

/// The entries with the titles of the snapshot.
async fn items(tx: &mut Tx, snapshot: SnapshotId, rows: Vec<NodeRow>) -> Result<Vec<TocItem>, StoreError> {
    let mut items = rows.into_iter().map(NodeRow::into_placed).collect::<Result<Vec<_>, _>>()?;
    titles::update(tx, snapshot, &mut items).await?;
    titles::remove(tx, snapshot, &mut items).await?;
    Ok(items)
}

/// Inserts entries into the contents of an unpublished snapshot.
pub async fn insert_many(tx: &mut Tx, snapshot: SnapshotId, nodes: &[TocNode]) -> Result<(), StoreError> {
    const SQL: &str = "
        INSERT INTO toc_node (
            id, snapshot_id, parent_id, position, type, title, title_folded, prefix, key, object_id, leaf,
            child_count, applic)
        ";
    for some in nodes.chunks(ROWS_PER_STATEMENT) {
        on_tx!(tx, |conn| QueryBuilder::new(SQL)
            .push_values(some, |mut values, node| {
                values
                    .push_bind(node.id.0)
                    .push_bind(snapshot.0)
                    .push_bind(node.parent_id.map(|id| id.0))
                    .push_bind(i64::from(node.position))
                    .push_bind(node.node_type.as_str())
                    .push_bind(&node.title)
                    .push_bind(fold(&node.title))
                    .push_bind(&node.prefix)
                    .push_bind(&node.key)
                    .push_bind(node.object_id.map(|id| id.0))
                    .push_bind(node.leaf)
                    .push_bind(i64::from(node.child_count))
                    .push_bind(&node.applic);
            })
            .build()
            .persistent(is_reused(some.len()))
            .execute(conn)
            .await?
            .rows_affected());
    }
    Ok(())
}

/// Finds an entry in the contents of a snapshot.
pub async fn find(tx: &mut Tx, snapshot: SnapshotId, id: TocNodeId) -> Result<Option<TocItem>, StoreError> {
    const SQL: &str = placed!("WHERE t.id = $1 AND t.snapshot_id = (SELECT contents_id FROM snapshot WHERE id = $2)");
    let row: Option<NodeRow> =
        on_tx!(tx, |conn| sqlx::query_as(SQL).bind(id.0).bind(snapshot.0).fetch_optional(conn).await?);
    Ok(items(tx, snapshot, Vec::from_iter(row)).await?.pop())
}

/// The entries with these ids, in no order; unknown ones are left out.
pub async fn list_by_ids(
    tx: &mut Tx,
    snapshot: SnapshotId,
    ids: &[TocNodeId],
) -> Result<HashMap<TocNodeId, TocItem>, StoreError> {
    const SQL: &str = placed!("WHERE t.id IN (");
    let mut found = Vec::new();
    for some in ids.chunks(ROWS_PER_STATEMENT) {
        let rows: Vec<NodeRow> = on_tx!(tx, |conn| {
            let mut query = QueryBuilder::new(SQL);
            let mut list = query.separated(", ");
            for id in some {
                list.push_bind(id.0);
            }
            list.push_unseparated(") AND t.snapshot_id = (SELECT contents_id FROM snapshot WHERE id = ");
            query.push_bind(snapshot.0).push(")");
            query.build_query_as().persistent(is_reused(some.len())).fetch_all(conn).await?
        });
        found.extend(rows);
    }
    Ok(items(tx, snapshot, found).await?.into_iter().map(|item| (item.node.id, item)).collect())
}

/// The first `limit` children of an entry, or the top level.
pub async fn list_children(
    tx: &mut Tx,
    snapshot: SnapshotId,
    parent: Option<TocNodeId>,
    limit: u32,
) -> Result<Vec<TocItem>, StoreError> {
    const SQL: &str = placed!(
        "WHERE t.snapshot_id = (SELECT contents_id FROM snapshot WHERE id = $1) AND COALESCE(t.parent_id, 0) = $2
         ORDER BY t.position
         LIMIT $3"
    );
    let rows: Vec<NodeRow> = on_tx!(tx, |conn| sqlx::query_as(SQL)
        .bind(snapshot.0)
        .bind(parent.map_or(0, |id| id.0))
        .bind(i64::from(limit))
        .fetch_all(conn)
        .await?);
    items(tx, snapshot, rows).await
}

/// Filter for the children of an entry.
#[derive(Debug, Clone)]
pub struct ChildFilter {
    /// `None` for the top level.
    pub parent: Option<TocNodeId>,
    /// Includes modules; otherwise only entries that can have children.
    pub leaves: bool,
    /// Part of the title or the key, ignoring case; empty matches all.
    pub text: String,
    /// The language of the publication; empty matches all. Publications without a language match always.
    pub language: String,
}

/// The SQL of a list of entries. Both statements take the snapshot, the `leaves` flag, a pattern, a parent and a
/// language; the second also limit and offset.
struct TocListSql {
    count: &'static str,
    list: &'static str,
}

macro_rules! places {
    ($where:literal, $order:literal) => {
        TocListSql {
            count: concat!("SELECT COUNT(*) FROM toc_node t ", matching!($where)),
            list: concat!(placed!(""), matching!($where), " ORDER BY ", $order, " LIMIT $6 OFFSET $7"),
        }
    };
}

macro_rules! matching {
    ($where:literal) => {
        concat!(
            "WHERE t.snapshot_id = (SELECT contents_id FROM snapshot WHERE id = $1) AND ($2 OR NOT t.leaf)
            AND ($3 = '' OR t.title_folded LIKE $3 ESCAPE '!' OR LOWER(t.key) LIKE $3 ESCAPE '!' OR t.object_id IN (
                SELECT e.object_id
                FROM snapshot s
                CROSS JOIN lane_entry e
                WHERE s.id = $1 AND e.working_from > s.contents_id AND e.title_folded LIKE $3 ESCAPE '!' AND ",
            is_in_snapshot!(),
            "))
            AND ",
            $where,
            // The publication of an entry is the last top-level entry that is not after it.
            " AND ($5 = '' OR (
                SELECT COALESCE(p.language, '')
                FROM toc_node r
                LEFT JOIN object p ON p.id = r.object_id
                WHERE r.snapshot_id = t.snapshot_id AND COALESCE(r.parent_id, 0) = 0 AND r.id <= t.id
                ORDER BY r.id DESC
                LIMIT 1) IN ('', $5))"
        )
    };
}

async fn list_places(
    tx: &mut Tx,
    statements: TocListSql,
    snapshot: SnapshotId,
    filter: &ChildFilter,
    request: PageRequest,
) -> Result<Page<TocItem>, StoreError> {
    let (parent, text) = (filter.parent.map_or(0, |id| id.0), containing(&filter.text));
    let total: i64 = on_tx!(tx, |conn| sqlx::query_scalar(statements.count)
        .bind(snapshot.0)
        .bind(filter.leaves)
        .bind(&text)
        .bind(parent)
        .bind(&filter.language)
        .fetch_one(conn)
        .await?);
    let rows: Vec<NodeRow> = on_tx!(tx, |conn| sqlx::query_as(statements.list)
        .bind(snapshot.0)
        .bind(filter.leaves)
        .bind(&text)
        .bind(parent)
        .bind(&filter.language)
        .bind(i64::from(request.size()))
        .bind(request.offset())
        .fetch_all(conn)
        .await?);
    Ok(page(items(tx, snapshot, rows).await?, total, request))
}

/// One page of the children of an entry.
pub async fn list(
    tx: &mut Tx,
    snapshot: SnapshotId,
    filter: &ChildFilter,
    request: PageRequest,
) -> Result<Page<TocItem>, StoreError> {
    const SQL: TocListSql = places!("COALESCE(t.parent_id, 0) = $4", "t.position");
    list_places(tx, SQL, snapshot, filter, request).await
}

/// Entries at any depth, in reading order, which is the order of their ids. The parent of the filter is ignored.
pub async fn search(
    tx: &mut Tx,
    snapshot: SnapshotId,
    filter: &ChildFilter,
    request: PageRequest,
) -> Result<Page<TocItem>, StoreError> {
    // Ids start at 1, so this is true for all entries.
    const SQL: TocListSql = places!("t.id > $4", "t.id");
    list_places(tx, SQL, snapshot, &ChildFilter { parent: None, ..filter.clone() }, request).await
}

/// The languages of the publications, in the order of the contents.
pub async fn list_languages(tx: &mut Tx, snapshot: SnapshotId) -> Result<Vec<String>, StoreError> {
    const SQL: &str = "
        SELECT o.language
        FROM toc_node t
        JOIN object o ON o.id = t.object_id
        WHERE t.snapshot_id = (SELECT contents_id FROM snapshot WHERE id = $1) AND COALESCE(t.parent_id, 0) = 0
        AND o.language <> ''
        GROUP BY o.language
        ORDER BY MIN(t.position)";
    Ok(on_tx!(tx, |conn| sqlx::query_scalar(SQL).bind(snapshot.0).fetch_all(conn).await?))
}

/// The first entry for an object.
pub async fn find_by_object(
    tx: &mut Tx,
    snapshot: SnapshotId,
    object: ObjectId,
) -> Result<Option<TocItem>, StoreError> {
    const SQL: &str = placed!(
        "WHERE t.snapshot_id = (SELECT contents_id FROM snapshot WHERE id = $1) AND t.object_id = $2
         ORDER BY t.id
         LIMIT 1"
    );
    let row: Option<NodeRow> =
        on_tx!(tx, |conn| sqlx::query_as(SQL).bind(snapshot.0).bind(object.0).fetch_optional(conn).await?);
    Ok(items(tx, snapshot, Vec::from_iter(row)).await?.pop())
}

/// The applicability of an entry, and its parent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TocApplicability {
    pub parent_id: Option<TocNodeId>,
    pub applic: Option<String>,
}

/// The applicability of these entries and of all their ancestors.
pub async fn list_applicability(
    tx: &mut Tx,
    places: &[TocNodeId],
) -> Result<HashMap<TocNodeId, TocApplicability>, StoreError> {
    const FROM: &str = "
        WITH RECURSIVE above (id, parent_id) AS (
            SELECT id, parent_id FROM toc_node WHERE id IN (";
    const TO: &str = ")
            UNION
            SELECT t.id, t.parent_id FROM above a JOIN toc_node t ON t.id = a.parent_id
        )
        SELECT t.id, t.parent_id, t.applic FROM above a JOIN toc_node t ON t.id = a.id";
    let mut found = HashMap::new();
    for some in places.chunks(ROWS_PER_STATEMENT) {
        let rows: Vec<(i64, Option<i64>, Option<String>)> = on_tx!(tx, |conn| {
            let mut query = QueryBuilder::new(FROM);
            let mut list = query.separated(", ");
            for place in some {
                list.push_bind(place.0);
            }
            list.push_unseparated(TO);
            query.build_query_as().persistent(is_reused(some.len())).fetch_all(conn).await?
        });
        let above = |parent: Option<i64>, applic| TocApplicability { parent_id: parent.map(TocNodeId), applic };
        found.extend(rows.into_iter().map(|(id, parent, applic)| (TocNodeId(id), above(parent, applic))));
    }
    Ok(found)
}

/// The entries for modules, in reading order, which is the order of their ids.
pub async fn list_modules(tx: &mut Tx, snapshot: SnapshotId) -> Result<Vec<TocNodeId>, StoreError> {
    const SQL: &str = concat!(
        "SELECT id
        FROM toc_node
        WHERE snapshot_id = (SELECT contents_id FROM snapshot WHERE id = $1) AND type <> 'toc'
        AND object_id IS NOT NULL AND object_id NOT IN (",
        titles::removed_objects!(),
        ")
        ORDER BY id"
    );
    let ids: Vec<i64> = on_tx!(tx, |conn| sqlx::query_scalar(SQL).bind(snapshot.0).fetch_all(conn).await?);
    Ok(ids.into_iter().map(TocNodeId).collect())
}
