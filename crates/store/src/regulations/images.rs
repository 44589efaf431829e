//! Images of regulations. Their bytes are blobs, which the items of a collection name by their hashes.

use std::collections::HashMap;

use domain::id::{ComplianceCollectionId, PolicyClauseId, PolicyItemId};
use sqlx::QueryBuilder;

use super::source::{ItemSource, SourcePicture};
use crate::StoreError;
use crate::blobs::BlobId;
use crate::json;
use crate::search::{ROWS_PER_STATEMENT, count, signed};
use crate::tx::Tx;

const TABLE: &str = "policy_image";

/// An image of a collection.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PolicyImage {
    pub blob: BlobId,
    pub media_type: String,
    /// In bytes.
    pub size: u64,
}

/// An image in an item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ItemImage {
    /// `None` for the whole item.
    pub clause: Option<PolicyClauseId>,
    pub name: String,
    pub image: PolicyImage,
}

/// Inserts the images of a collection that it does not have yet.
pub async fn insert_images(
    tx: &mut Tx,
    collection: &ComplianceCollectionId,
    images: &[PolicyImage],
) -> Result<(), StoreError> {
    const SQL: &str = "
        INSERT INTO policy_image (collection_id, blob, media_type, size)
        VALUES ($1, $2, $3, $4)
        ON CONFLICT (collection_id, blob) DO NOTHING";
    for image in images {
        on_tx!(tx, |conn| sqlx::query(SQL)
            .bind(&collection.0)
            .bind(image.blob.as_str())
            .bind(&image.media_type)
            .bind(signed(image.size))
            .execute(conn)
            .await?
            .rows_affected());
    }
    Ok(())
}

/// The images of an item in their order, without those whose bytes were never stored.
pub async fn list_item_images(tx: &mut Tx, item: &PolicyItemId) -> Result<Vec<ItemImage>, StoreError> {
    const SOURCE: &str = "SELECT collection_id, source FROM policy_item WHERE id = $1";
    const CLAUSES: &str = "SELECT path, id FROM policy_clause WHERE policy_item_id = $1 AND path <> ''";
    let found: Option<(String, String)> =
        on_tx!(tx, |conn| sqlx::query_as(SOURCE).bind(&item.0).fetch_optional(conn).await?);
    let Some((collection, source)) = found.filter(|(_, source)| !source.is_empty()) else { return Ok(Vec::new()) };
    let source: ItemSource = json::read(&source, "policy_item", "source")?;
    if source.images.is_empty() {
        return Ok(Vec::new());
    }
    let hashes: Vec<String> = source.images.iter().map(|picture| picture.hash.clone()).collect();
    let stored = list_stored(tx, &collection, &hashes).await?;
    let clauses: Vec<(String, String)> =
        on_tx!(tx, |conn| sqlx::query_as(CLAUSES).bind(&item.0).fetch_all(conn).await?);
    let clauses: HashMap<String, String> = clauses.into_iter().collect();
    let image = |picture: SourcePicture| {
        let image = stored.get(&picture.hash)?.clone();
        let clause = clauses.get(&picture.clause).map(|id| PolicyClauseId(id.clone()));
        Some(ItemImage { clause, name: picture.name, image })
    };
    Ok(source.images.into_iter().filter_map(image).collect())
}

/// Those of the images of a collection that have one of these hashes.
async fn list_stored(
    tx: &mut Tx,
    collection: &str,
    hashes: &[String],
) -> Result<HashMap<String, PolicyImage>, StoreError> {
    let mut stored = HashMap::new();
    for some in hashes.chunks(ROWS_PER_STATEMENT) {
        let rows: Vec<(String, String, i64)> = on_tx!(tx, |conn| {
            let mut query = QueryBuilder::new("SELECT blob, media_type, size FROM policy_image WHERE collection_id = ");
            query.push_bind(collection).push(" AND blob IN (");
            let mut list = query.separated(", ");
            for hash in some {
                list.push_bind(hash.as_str());
            }
            list.push_unseparated(")");
            query.build_query_as().persistent(false).fetch_all(conn).await?
        });
        for (name, media_type, size) in rows {
            let blob = BlobId::parse(&name).ok_or(StoreError::Unreadable { table: TABLE, column: "blob" })?;
            stored.insert(name, PolicyImage { blob, media_type, size: count(size) });
        }
    }
    Ok(stored)
}
