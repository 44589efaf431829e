//! Resumable uploads. Their bytes are in [`crate::blobs`]; a row references a part after it is flushed.

use chrono::{DateTime, Utc};
use domain::id::{UploadId, UserId};
use domain::upload::Upload;

use crate::StoreError;
use crate::millis::Millis;
use crate::search::count as counted;
use crate::tx::Tx;

const TABLE: &str = "upload";

/// A chunk of an upload.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct Chunk {
    /// Its offset in the file.
    pub start: i64,
    pub size: i64,
    /// Its name in the blob store.
    pub part: String,
}

#[derive(sqlx::FromRow)]
struct UploadRow {
    id: String,
    name: String,
    media_type: String,
    size: Option<i64>,
    received: i64,
    sha256: Option<String>,
    created_by: String,
    created_on: Millis,
    updated_on: Millis,
}

impl UploadRow {
    fn into_upload(self) -> Result<Upload, StoreError> {
        Ok(Upload {
            id: UploadId(self.id),
            name: self.name,
            media_type: self.media_type,
            size: self.size,
            received: self.received,
            sha256: self.sha256,
            created_by: UserId(self.created_by),
            created_on: self.created_on.read(TABLE, "created_on")?,
            updated_on: self.updated_on.read(TABLE, "updated_on")?,
        })
    }
}

/// The names of all parts of all uploads.
pub async fn list_all_parts(tx: &mut Tx) -> Result<Vec<(UploadId, String)>, StoreError> {
    const SQL: &str = "SELECT upload_id, part FROM upload_chunk ORDER BY upload_id, start";
    let rows: Vec<(String, String)> = on_tx!(tx, |conn| sqlx::query_as(SQL).fetch_all(conn).await?);
    Ok(rows.into_iter().map(|(upload, part)| (UploadId(upload), part)).collect())
}

/// Inserts an upload; `false` when its id is in use.
pub async fn insert(tx: &mut Tx, upload: &Upload) -> Result<bool, StoreError> {
    const SQL: &str = "
        INSERT INTO upload (id, name, media_type, size, received, state, sha256, created_by, created_on, updated_on)
        VALUES ($1, $2, $3, $4, 0, 'receiving', NULL, $5, $6, $6)
        ON CONFLICT DO NOTHING";
    let added = on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&upload.id.0)
        .bind(&upload.name)
        .bind(&upload.media_type)
        .bind(upload.size)
        .bind(&upload.created_by.0)
        .bind(Millis::from(upload.created_on))
        .execute(conn)
        .await?
        .rows_affected());
    Ok(added == 1)
}

/// The upload with this id.
pub async fn find(tx: &mut Tx, id: &UploadId) -> Result<Option<Upload>, StoreError> {
    const SQL: &str = "
        SELECT id, name, media_type, size, received, sha256, created_by, created_on, updated_on
        FROM upload
        WHERE id = $1";
    let row: Option<UploadRow> = on_tx!(tx, |conn| sqlx::query_as(SQL).bind(&id.0).fetch_optional(conn).await?);
    row.map(UploadRow::into_upload).transpose()
}

/// Appends a chunk; `false` when the offset does not match or the upload is complete.
pub async fn append(tx: &mut Tx, id: &UploadId, chunk: &Chunk, now: DateTime<Utc>) -> Result<bool, StoreError> {
    const SQL: &str = "
        UPDATE upload
        SET received = $3, updated_on = $4
        WHERE id = $1 AND received = $2 AND state = 'receiving'";
    const CHUNK: &str = "
        INSERT INTO upload_chunk (upload_id, start, size, part)
        VALUES ($1, $2, $3, $4)";
    let follows = on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&id.0)
        .bind(chunk.start)
        .bind(chunk.start + chunk.size)
        .bind(Millis::from(now))
        .execute(conn)
        .await?
        .rows_affected());
    if follows != 1 {
        return Ok(false);
    }
    on_tx!(tx, |conn| sqlx::query(CHUNK)
        .bind(&id.0)
        .bind(chunk.start)
        .bind(chunk.size)
        .bind(&chunk.part)
        .execute(conn)
        .await?
        .rows_affected());
    Ok(true)
}

/// Marks an upload as complete; `false` when it was already complete, or another chunk was appended meanwhile.
pub async fn complete(
    tx: &mut Tx,
    id: &UploadId,
    size: i64,
    sha256: &str,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    const SQL: &str = "
        UPDATE upload
        SET state = 'complete', size = $2, sha256 = $3, updated_on = $4
        WHERE id = $1 AND received = $2 AND state = 'receiving'";
    let done = on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&id.0)
        .bind(size)
        .bind(sha256)
        .bind(Millis::from(now))
        .execute(conn)
        .await?
        .rows_affected());
    Ok(done == 1)
}

/// The chunks of an upload, in order.
pub async fn list_chunks(tx: &mut Tx, id: &UploadId) -> Result<Vec<Chunk>, StoreError> {
    const SQL: &str = "
        SELECT start, size, part
        FROM upload_chunk
        WHERE upload_id = $1
        ORDER BY start";
    Ok(on_tx!(tx, |conn| sqlx::query_as(SQL).bind(&id.0).fetch_all(conn).await?))
}

/// Deletes an upload and its chunk rows; `false` when it does not exist.
pub async fn delete(tx: &mut Tx, id: &UploadId) -> Result<bool, StoreError> {
    const SQL: &str = "DELETE FROM upload WHERE id = $1";
    Ok(on_tx!(tx, |conn| sqlx::query(SQL).bind(&id.0).execute(conn).await?.rows_affected()) == 1)
}

/// The number of a user's unfinished uploads.
pub async fn count_unfinished(tx: &mut Tx, user: &UserId) -> Result<u64, StoreError> {
    const SQL: &str = "SELECT COUNT(*) FROM upload WHERE created_by = $1 AND state = 'receiving'";
    Ok(counted(on_tx!(tx, |conn| sqlx::query_scalar(SQL).bind(&user.0).fetch_one(conn).await?)))
}

/// The user's oldest unfinished upload, if nothing was appended to it since `before`.
pub async fn find_idle(tx: &mut Tx, user: &UserId, before: DateTime<Utc>) -> Result<Option<UploadId>, StoreError> {
    const SQL: &str = "
        SELECT id
        FROM upload
        WHERE created_by = $1 AND state = 'receiving' AND updated_on < $2
        ORDER BY updated_on, id
        LIMIT 1";
    let id: Option<String> = on_tx!(tx, |conn| sqlx::query_scalar(SQL)
        .bind(&user.0)
        .bind(Millis::from(before))
        .fetch_optional(conn)
        .await?);
    Ok(id.map(UploadId))
}

/// Unfinished uploads without a new chunk since `before`, a limited number at a time.
pub async fn list_abandoned(tx: &mut Tx, before: DateTime<Utc>) -> Result<Vec<UploadId>, StoreError> {
    const SQL: &str = "
        SELECT id
        FROM upload
        WHERE state = 'receiving' AND updated_on < $1
        ORDER BY updated_on
        LIMIT 20";
    let ids: Vec<String> =
        on_tx!(tx, |conn| sqlx::query_scalar(SQL).bind(Millis::from(before)).fetch_all(conn).await?);
    Ok(ids.into_iter().map(UploadId).collect())
}
