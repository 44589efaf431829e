//! All entries of the contents by what they are, without their texts.

use domain::id::{ObjectId, SnapshotId, TocNodeId};
use domain::toc::TocNodeType;

use super::titles::removed_objects;
use crate::StoreError;
use crate::tx::Tx;

/// An entry of the contents, with its own applicability as XML.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ContentsPlace {
    pub id: TocNodeId,
    pub parent_id: Option<TocNodeId>,
    pub node_type: TocNodeType,
    pub object_id: Option<ObjectId>,
    pub applic: Option<String>,
}

/// Id, parent, type, object and applicability.
type OutlineRow = (i64, Option<i64>, String, Option<i64>, Option<String>);

/// All entries of the contents of a snapshot, in reading order. Those of deleted objects stay, without the object, as
/// the sections and containers that others are in.
pub async fn list_outline(tx: &mut Tx, snapshot: SnapshotId) -> Result<Vec<ContentsPlace>, StoreError> {
    const SQL: &str = concat!(
        "SELECT id, parent_id, type, CASE WHEN object_id IN (",
        removed_objects!(),
        ") THEN NULL ELSE object_id END, applic
        FROM toc_node
        WHERE snapshot_id = (SELECT contents_id FROM snapshot WHERE id = $1)
        ORDER BY id"
    );
    let rows: Vec<OutlineRow> = on_tx!(tx, |conn| sqlx::query_as(SQL).bind(snapshot.0).fetch_all(conn).await?);
    rows.into_iter().map(read_entry).collect()
}

fn read_entry((id, parent, node_type, object, applic): OutlineRow) -> Result<ContentsPlace, StoreError> {
    let unreadable = StoreError::Unreadable { table: super::TABLE, column: "type" };
    Ok(ContentsPlace {
        id: TocNodeId(id),
        parent_id: parent.map(TocNodeId),
        node_type: TocNodeType::parse(&node_type).ok_or(unreadable)?,
        object_id: object.map(ObjectId),
        applic,
    })
}

/// An entry of the contents by its number and title.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NumberedPlace {
    pub id: TocNodeId,
    pub parent_id: Option<TocNodeId>,
    pub node_type: TocNodeType,
    pub title: String,
    /// As in `28-21`; empty when it has none.
    pub prefix: String,
}

/// Id, parent, type, title and prefix.
type NumberedRow = (i64, Option<i64>, String, String, String);

/// All entries of the contents of a snapshot, in reading order, without those of deleted modules.
pub async fn list_numbered(tx: &mut Tx, snapshot: SnapshotId) -> Result<Vec<NumberedPlace>, StoreError> {
    const SQL: &str = concat!(
        "SELECT id, parent_id, type, title, prefix
        FROM toc_node
        WHERE snapshot_id = (SELECT contents_id FROM snapshot WHERE id = $1)
        AND (type <> 'html' OR object_id IS NULL OR object_id NOT IN (",
        removed_objects!(),
        "))
        ORDER BY id"
    );
    let rows: Vec<NumberedRow> = on_tx!(tx, |conn| sqlx::query_as(SQL).bind(snapshot.0).fetch_all(conn).await?);
    let read = |(id, parent, node_type, title, prefix): NumberedRow| {
        let unreadable = StoreError::Unreadable { table: super::TABLE, column: "type" };
        Ok(NumberedPlace {
            id: TocNodeId(id),
            parent_id: parent.map(TocNodeId),
            node_type: TocNodeType::parse(&node_type).ok_or(unreadable)?,
            title,
            prefix,
        })
    };
    rows.into_iter().map(read).collect()
}
