//! Bookmarks.

use domain::id::{BookmarkId, UserId, VersionId};
use domain::page::{Page, PageRequest};
use domain::text::fold;
use domain::version::FileStatus;
use domain::workspace::{Bookmark, BookmarkFolder, BookmarkLabel};
use sqlx::QueryBuilder;

use super::{FoundLocation, LocationRow, bind_location, location_columns, location_joins, location_status};
use crate::StoreError;
use crate::files::shown;
use crate::millis::Millis;
use crate::search::{containing, count, count_own, page};
use crate::tx::Tx;

const TABLE: &str = "bookmark";

/// Filter for bookmarks.
#[derive(Debug, Clone, Default)]
pub struct BookmarkFilter {
    /// `None` matches all; empty selects those without a folder.
    pub folder: Option<String>,
    /// Part of name, folder, path, code or title, ignoring case; empty matches all.
    pub text: String,
    /// `None` matches all.
    pub paths: Option<Vec<String>>,
    pub status: Option<FileStatus>,
}

/// A bookmark with the contents between which its paragraph is looked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LocatedBookmark {
    pub bookmark: Bookmark,
    /// The content in which the paragraph was read.
    pub read_blob: Option<String>,
    /// The content that the lane or revision of the bookmark has.
    pub now_blob: Option<String>,
}

#[derive(sqlx::FromRow)]
struct BookmarkRow {
    id: String,
    #[sqlx(flatten)]
    location: LocationRow,
    anchor: String,
    name: String,
    folder: String,
    created_on: Millis,
    version_id: Option<i64>,
    read_blob: Option<String>,
    now_blob: Option<String>,
}

impl BookmarkRow {
    fn into_bookmark(self) -> Result<LocatedBookmark, StoreError> {
        let FoundLocation { location, status, available } = self.location.into_location(TABLE)?;
        let bookmark = Bookmark {
            id: BookmarkId(self.id),
            location,
            anchor: self.anchor,
            version: self.version_id.map(VersionId),
            label: BookmarkLabel { name: self.name, folder: self.folder },
            status,
            created_on: self.created_on.read(TABLE, "created_on")?,
            available,
        };
        Ok(LocatedBookmark { bookmark, read_blob: self.read_blob, now_blob: self.now_blob })
    }
}

macro_rules! bookmarks {
    ($rest:expr) => {
        concat!(
            "SELECT p.id, ",
            location_columns!(),
            ", p.anchor, p.name, p.folder, p.created_on, p.version_id, r.blob AS read_blob, v.blob AS now_blob
            FROM bookmark p
            ",
            location_joins!(),
            "LEFT JOIN version r ON r.id = p.version_id
            ",
            $rest
        )
    };
}

/// Inserts a bookmark; `false` when the user has one at the same position.
pub async fn insert_bookmark(tx: &mut Tx, user: &UserId, bookmark: &Bookmark) -> Result<bool, StoreError> {
    const SQL: &str = "
        INSERT INTO bookmark (
            id, user_id, path, path_folded, anchor, name, name_folded, folder, folder_folded, kind, csdb_name,
            csdb_folded, manual_name, manual_folded, key_folded, code, title, lane, snapshot_id, search_folded,
            created_on, version_id)
        VALUES (
            $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22)
        ON CONFLICT DO NOTHING";
    let (location, label) = (&bookmark.location, &bookmark.label);
    let added = on_tx!(tx, |conn| {
        let query = sqlx::query(SQL)
            .bind(&bookmark.id.0)
            .bind(&user.0)
            .bind(&location.path)
            .bind(fold(&location.path))
            .bind(&bookmark.anchor)
            .bind(&label.name)
            .bind(fold(&label.name))
            .bind(&label.folder)
            .bind(fold(&label.folder));
        bind_location!(query, location)
            .bind(Millis::from(bookmark.created_on))
            .bind(bookmark.version.map(|version| version.0))
            .execute(conn)
            .await?
            .rows_affected()
    });
    Ok(added == 1)
}

/// Finds a bookmark of this user.
pub async fn find_bookmark(tx: &mut Tx, user: &UserId, id: &BookmarkId) -> Result<Option<LocatedBookmark>, StoreError> {
    const SQL: &str = bookmarks!(concat!(
        "WHERE p.user_id = $1 AND p.id = $2 AND ",
        is_readable!("p.csdb_folded", "p.manual_folded", "$3")
    ));
    let keys = tx.readable_keys();
    let row: Option<BookmarkRow> =
        on_tx!(tx, |conn| sqlx::query_as(SQL).bind(&user.0).bind(&id.0).bind(keys).fetch_optional(conn).await?);
    row.map(BookmarkRow::into_bookmark).transpose()
}

/// Finds the user's bookmark at a path, ignoring case, and an anchor.
pub async fn find_bookmark_at(
    tx: &mut Tx,
    user: &UserId,
    path: &str,
    anchor: &str,
) -> Result<Option<BookmarkId>, StoreError> {
    const SQL: &str = concat!(
        "SELECT id FROM bookmark WHERE user_id = $1 AND path_folded = $2 AND anchor = $3 AND ",
        is_readable!("csdb_folded", "manual_folded", "$4")
    );
    let keys = tx.readable_keys();
    let id: Option<String> = on_tx!(tx, |conn| sqlx::query_scalar(SQL)
        .bind(&user.0)
        .bind(fold(path))
        .bind(anchor)
        .bind(keys)
        .fetch_optional(conn)
        .await?);
    Ok(id.map(BookmarkId))
}

/// The user's bookmarks of paragraphs of the module at a path, ignoring case.
pub async fn list_paragraph_bookmarks(
    tx: &mut Tx,
    user: &UserId,
    path: &str,
) -> Result<Vec<LocatedBookmark>, StoreError> {
    const SQL: &str = bookmarks!(concat!(
        "WHERE p.user_id = $1 AND p.path_folded = $2 AND p.anchor <> '' AND ",
        is_readable!("p.csdb_folded", "p.manual_folded", "$3"),
        "ORDER BY p.id"
    ));
    let keys = tx.readable_keys();
    let rows: Vec<BookmarkRow> =
        on_tx!(tx, |conn| sqlx::query_as(SQL).bind(&user.0).bind(fold(path)).bind(keys).fetch_all(conn).await?);
    rows.into_iter().map(BookmarkRow::into_bookmark).collect()
}

/// The bookmarks of a user that match `filter`, newest first.
pub async fn list_bookmarks(
    tx: &mut Tx,
    user: &UserId,
    filter: &BookmarkFilter,
    request: PageRequest,
) -> Result<Page<LocatedBookmark>, StoreError> {
    let text = containing(&filter.text);
    let keys = tx.readable_keys();
    macro_rules! query {
        ($select:expr) => {{
            let mut query = QueryBuilder::new($select);
            query.push("WHERE p.user_id = ").push_bind(&user.0).push(" AND ");
            push_readable!(query, "p.csdb_folded", "p.manual_folded", keys);
            if let Some(folder) = &filter.folder {
                query.push(" AND p.folder_folded = ").push_bind(fold(folder));
            }
            if !text.is_empty() {
                query.push(" AND (p.search_folded LIKE ").push_bind(&text).push(" ESCAPE '!'");
                query.push(" OR p.name_folded LIKE ").push_bind(&text).push(" ESCAPE '!'");
                query.push(" OR p.folder_folded LIKE ").push_bind(&text).push(" ESCAPE '!')");
            }
            if let Some(paths) = &filter.paths {
                query.push(" AND p.path_folded IN (");
                let mut list = query.separated(", ");
                // SQL has no empty list, and no path is empty.
                list.push_bind("");
                for path in paths {
                    list.push_bind(fold(path));
                }
                list.push_unseparated(")");
            }
            if let Some(status) = filter.status {
                query.push(concat!(" AND ", location_status!(), " = ")).push_bind(status.as_str());
            }
            query
        }};
    }
    let total: i64 = on_tx!(tx, |conn| {
        // Only a status needs the targets.
        let mut query = if filter.status.is_some() {
            query!(concat!("SELECT COUNT(*) FROM bookmark p ", location_joins!()))
        } else {
            query!("SELECT COUNT(*) FROM bookmark p ")
        };
        query.build_query_scalar().fetch_one(conn).await?
    });
    let rows: Vec<BookmarkRow> = on_tx!(tx, |conn| {
        let mut query = query!(bookmarks!(""));
        query.push(" ORDER BY p.created_on DESC, p.id DESC LIMIT ").push_bind(i64::from(request.size()));
        query.push(" OFFSET ").push_bind(request.offset());
        query.build_query_as().fetch_all(conn).await?
    });
    let found = rows.into_iter().map(BookmarkRow::into_bookmark).collect::<Result<_, _>>()?;
    Ok(page(found, total, request))
}

/// A user's bookmark folders ordered by name, with "no folder" first.
pub async fn list_bookmark_folders(tx: &mut Tx, user: &UserId) -> Result<Vec<BookmarkFolder>, StoreError> {
    const SQL: &str = concat!(
        "SELECT MIN(folder), COUNT(*)
        FROM bookmark
        WHERE user_id = $1 AND ",
        is_readable!("csdb_folded", "manual_folded", "$2"),
        "GROUP BY folder_folded
        ORDER BY folder_folded"
    );
    let keys = tx.readable_keys();
    let rows: Vec<(String, i64)> =
        on_tx!(tx, |conn| sqlx::query_as(SQL).bind(&user.0).bind(keys).fetch_all(conn).await?);
    Ok(rows.into_iter().map(|(name, bookmarks)| BookmarkFolder { name, count: count(bookmarks) }).collect())
}

/// Renames or moves a bookmark of this user; `false` when it does not exist.
pub async fn update_bookmark(
    tx: &mut Tx,
    user: &UserId,
    id: &BookmarkId,
    label: &BookmarkLabel,
) -> Result<bool, StoreError> {
    const SQL: &str = concat!(
        "UPDATE bookmark
        SET name = $3, name_folded = $4, folder = $5, folder_folded = $6
        WHERE id = $1 AND user_id = $2 AND ",
        is_readable!("csdb_folded", "manual_folded", "$7")
    );
    let keys = tx.readable_keys();
    let changed = on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&id.0)
        .bind(&user.0)
        .bind(&label.name)
        .bind(fold(&label.name))
        .bind(&label.folder)
        .bind(fold(&label.folder))
        .bind(keys)
        .execute(conn)
        .await?
        .rows_affected());
    Ok(changed == 1)
}

/// Deletes a bookmark of this user; `false` when it does not exist.
pub async fn delete_bookmark(tx: &mut Tx, user: &UserId, id: &BookmarkId) -> Result<bool, StoreError> {
    const SQL: &str = concat!(
        "DELETE FROM bookmark WHERE id = $1 AND user_id = $2 AND ",
        is_readable!("csdb_folded", "manual_folded", "$3")
    );
    let keys = tx.readable_keys();
    let deleted =
        on_tx!(tx, |conn| sqlx::query(SQL).bind(&id.0).bind(&user.0).bind(keys).execute(conn).await?.rows_affected());
    Ok(deleted == 1)
}

/// The number of a user's bookmarks.
pub async fn count_bookmarks(tx: &mut Tx, user: &UserId) -> Result<u64, StoreError> {
    const SQL: &str = concat!(
        "SELECT COUNT(*) FROM bookmark WHERE user_id = $1 AND ",
        is_readable!("csdb_folded", "manual_folded", "$2")
    );
    count_own(tx, SQL, user).await
}
