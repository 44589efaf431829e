//! Audit packs: signed archives of collections as they were at a moment. A pack is shown to those who may see all that it
//! tells about.

use domain::compliance::AuditPack;
use domain::id::{AuditPackId, ComplianceCollectionId, ManualId, UserId};

use crate::StoreError;
use crate::blobs::BlobId;
use crate::millis::Millis;
use crate::search::{count, signed};
use crate::tx::Tx;

const TABLE: &str = "audit_pack";

/// A pack with the name of its content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredPack {
    pub pack: AuditPack,
    pub blob: BlobId,
}

#[derive(sqlx::FromRow)]
struct PackRow {
    id: String,
    as_of: Millis,
    file_name: String,
    blob: String,
    size: i64,
    items: i64,
    paragraphs: i64,
    evidence: i64,
    account: String,
    created_on: Millis,
}

impl PackRow {
    fn into_pack(self, collections: Vec<(ComplianceCollectionId, String)>) -> Result<StoredPack, StoreError> {
        let unreadable = || StoreError::Unreadable { table: TABLE, column: "blob" };
        Ok(StoredPack {
            blob: BlobId::parse(&self.blob).ok_or_else(unreadable)?,
            pack: AuditPack {
                id: AuditPackId(self.id),
                collections,
                as_of: self.as_of.read(TABLE, "as_of")?,
                file_name: self.file_name,
                size: count(self.size),
                items: count(self.items),
                paragraphs: count(self.paragraphs),
                evidence: count(self.evidence),
                created_by: self.account,
                created_on: self.created_on.read(TABLE, "created_on")?,
            },
        })
    }
}

/// The packs `p` that pass and whose manuals the caller may all see; the first parameter is the readable keys. Nobody is
/// shown a pack about a manual in the trash: its rules may be gone.
macro_rules! packs {
    ($where:literal) => {
        concat!(
            "SELECT p.id, p.as_of, p.file_name, p.blob, p.size, p.items, p.paragraphs, p.evidence, u.account, p.created_on
            FROM audit_pack p
            JOIN user_account u ON u.id = p.created_by
            WHERE NOT EXISTS (
                SELECT 1
                FROM audit_pack_manual a
                JOIN manual m ON m.id = a.manual_id
                JOIN csdb c ON c.id = m.csdb_id
                WHERE a.audit_pack_id = p.id
                AND NOT (m.deleted_on IS NULL AND c.deleted_on IS NULL AND ",
            is_readable!("c.name_folded", "m.name_folded", "$1"),
            ")) AND ",
            $where,
            " ORDER BY p.created_on DESC, p.id DESC"
        )
    };
}

/// The packs with a collection, newest first.
pub async fn list_of(tx: &mut Tx, collection: &ComplianceCollectionId) -> Result<Vec<AuditPack>, StoreError> {
    const SQL: &str =
        packs!("p.id IN (SELECT x.audit_pack_id FROM audit_pack_collection x WHERE x.collection_id = $2)");
    let keys = tx.readable_keys();
    let rows: Vec<PackRow> =
        on_tx!(tx, |conn| sqlx::query_as(SQL).bind(keys).bind(&collection.0).fetch_all(conn).await?);
    let mut packs = Vec::with_capacity(rows.len());
    for row in rows {
        packs.extend(seen(tx, row).await?.map(|stored| stored.pack));
    }
    Ok(packs)
}

pub async fn find(tx: &mut Tx, id: &AuditPackId) -> Result<Option<StoredPack>, StoreError> {
    const SQL: &str = packs!("p.id = $2");
    let keys = tx.readable_keys();
    let row: Option<PackRow> =
        on_tx!(tx, |conn| sqlx::query_as(SQL).bind(keys).bind(&id.0).fetch_optional(conn).await?);
    match row {
        Some(row) => seen(tx, row).await,
        None => Ok(None),
    }
}

/// The pack, unless it has a collection that the caller may not see.
async fn seen(tx: &mut Tx, row: PackRow) -> Result<Option<StoredPack>, StoreError> {
    const SQL: &str = "
        SELECT k.id, k.name
        FROM audit_pack_collection x
        JOIN compliance_collection k ON k.id = x.collection_id
        WHERE x.audit_pack_id = $1
        ORDER BY k.name_folded";
    let rows: Vec<(String, String)> = on_tx!(tx, |conn| sqlx::query_as(SQL).bind(&row.id).fetch_all(conn).await?);
    let collections: Vec<(ComplianceCollectionId, String)> =
        rows.into_iter().map(|(id, name)| (ComplianceCollectionId(id), name)).collect();
    if !collections.iter().all(|(id, _)| tx.sight().sees_collection(id)) {
        return Ok(None);
    }
    row.into_pack(collections).map(Some)
}

/// The number of all packs.
pub async fn count_all(tx: &mut Tx) -> Result<u64, StoreError> {
    const SQL: &str = "SELECT COUNT(*) FROM audit_pack";
    Ok(count(on_tx!(tx, |conn| sqlx::query_scalar(SQL).fetch_one(conn).await?)))
}

/// Inserts a pack with the manuals that it tells about; a pack of this id stays as it is.
pub async fn insert(
    tx: &mut Tx,
    stored: &StoredPack,
    manuals: &[ManualId],
    creator: &UserId,
) -> Result<(), StoreError> {
    const SQL: &str = "
        INSERT INTO audit_pack (
            id, as_of, file_name, blob, size, items, paragraphs, evidence, created_by, created_on)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
        ON CONFLICT (id) DO NOTHING";
    const COLLECTION: &str =
        "INSERT INTO audit_pack_collection (audit_pack_id, collection_id) VALUES ($1, $2) ON CONFLICT DO NOTHING";
    const MANUAL: &str =
        "INSERT INTO audit_pack_manual (audit_pack_id, manual_id) VALUES ($1, $2) ON CONFLICT DO NOTHING";
    let StoredPack { pack, blob } = stored;
    on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&pack.id.0)
        .bind(Millis::from(pack.as_of))
        .bind(&pack.file_name)
        .bind(blob.as_str())
        .bind(signed(pack.size))
        .bind(signed(pack.items))
        .bind(signed(pack.paragraphs))
        .bind(signed(pack.evidence))
        .bind(&creator.0)
        .bind(Millis::from(pack.created_on))
        .execute(conn)
        .await?
        .rows_affected());
    for (id, _) in &pack.collections {
        on_tx!(tx, |conn| sqlx::query(COLLECTION).bind(&pack.id.0).bind(&id.0).execute(conn).await?.rows_affected());
    }
    for id in manuals {
        on_tx!(tx, |conn| sqlx::query(MANUAL).bind(&pack.id.0).bind(&id.0).execute(conn).await?.rows_affected());
    }
    Ok(())
}

/// Deletes a pack; `false` when it is gone.
pub async fn delete(tx: &mut Tx, id: &AuditPackId) -> Result<bool, StoreError> {
    const SQL: &str = "DELETE FROM audit_pack WHERE id = $1";
    Ok(on_tx!(tx, |conn| sqlx::query(SQL).bind(&id.0).execute(conn).await?.rows_affected()) == 1)
}
