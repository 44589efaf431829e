//! The media of a database, which belong to no manual.

use domain::file::File;
use domain::id::{CsdbId, ObjectId};
use domain::page::PageRequest;
use domain::version::FileStatus;

use super::row::{FileRow, read_all};
use crate::StoreError;
use crate::search::{containing, count};
use crate::tx::Tx;

/// The newest version of a media file of a database.
pub async fn find_media(tx: &mut Tx, object: ObjectId) -> Result<Option<File>, StoreError> {
    const SQL: &str = concat!(
        "SELECT ",
        columns!("v"),
        holder!(),
        " FROM version v
        ",
        joins!(),
        "WHERE o.id = $1 AND o.manual_id IS NULL AND o.deleted_on IS NULL AND ",
        shown!(),
        "ORDER BY v.id DESC LIMIT 1"
    );
    let row: Option<FileRow> = on_tx!(tx, |conn| sqlx::query_as(SQL).bind(object.0).fetch_optional(conn).await?);
    row.map(FileRow::into_file).transpose()
}

/// The number of media in a database, by part of their names and the status of their newest versions.
///
/// Scans every file, so callers cache the number while paging.
pub async fn count_media(
    tx: &mut Tx,
    csdb: &CsdbId,
    text: &str,
    status: Option<FileStatus>,
) -> Result<u64, StoreError> {
    // Without a status filter any version will do; finding the newest one costs 50 % more.
    const SQL: &str = concat!(
        "SELECT COUNT(*)
        FROM object o
        WHERE o.csdb_id = $1 AND COALESCE(o.manual_id, '') = '' AND o.deleted_on IS NULL
        AND ($2 = '' OR o.key_folded LIKE $2 ESCAPE '!')
        AND CASE
            WHEN $3 = '' THEN EXISTS (SELECT 1 FROM version v WHERE v.object_id = o.id AND ",
        shown!(),
        ")
            ELSE (SELECT v.status FROM version v WHERE v.object_id = o.id AND ",
        shown!(),
        "ORDER BY v.id DESC LIMIT 1) = $3
        END"
    );
    let total: i64 = on_tx!(tx, |conn| sqlx::query_scalar(SQL)
        .bind(&csdb.0)
        .bind(containing(text))
        .bind(status.map_or("", FileStatus::as_str))
        .fetch_one(conn)
        .await?);
    Ok(count(total))
}

/// The newest versions of the media of a database, ordered by name.
pub async fn list_media(
    tx: &mut Tx,
    csdb: &CsdbId,
    text: &str,
    status: Option<FileStatus>,
    request: PageRequest,
) -> Result<Vec<File>, StoreError> {
    const SQL: &str = concat!(
        "SELECT ",
        columns!("v"),
        holder!(),
        " FROM version v
        ",
        joins!(),
        "WHERE o.csdb_id = $1 AND COALESCE(o.manual_id, '') = '' AND o.deleted_on IS NULL
        AND ($2 = '' OR o.key_folded LIKE $2 ESCAPE '!')
        AND ($3 = '' OR v.status = $3)
        AND v.id = (SELECT MAX(v.id) FROM version v WHERE v.object_id = o.id AND ",
        shown!(),
        ")
        ORDER BY o.key_folded LIMIT $4 OFFSET $5"
    );
    let rows = on_tx!(tx, |conn| sqlx::query_as(SQL)
        .bind(&csdb.0)
        .bind(containing(text))
        .bind(status.map_or("", FileStatus::as_str))
        .bind(i64::from(request.size()))
        .bind(request.offset())
        .fetch_all(conn)
        .await?);
    read_all(rows)
}

/// The newest versions of the media of a database with this folded code: one file for each format.
pub async fn list_media_of(tx: &mut Tx, csdb: &CsdbId, code_folded: &str) -> Result<Vec<File>, StoreError> {
    const SQL: &str = concat!(
        "SELECT ",
        columns!("v"),
        " FROM version v
        ",
        joins!(),
        "WHERE o.csdb_id = $1 AND o.code_folded = $2 AND COALESCE(o.manual_id, '') = '' AND o.deleted_on IS NULL
        AND v.id = (SELECT MAX(v.id) FROM version v WHERE v.object_id = o.id AND ",
        shown!(),
        ")
        ORDER BY o.key_folded"
    );
    let rows = on_tx!(tx, |conn| sqlx::query_as(SQL).bind(&csdb.0).bind(code_folded).fetch_all(conn).await?);
    read_all(rows)
}
