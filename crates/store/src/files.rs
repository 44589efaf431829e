//! Files: objects in the version that a snapshot contains.

use domain::file::File;
use domain::id::{ObjectId, SnapshotId, UserId};
use domain::page::{Page, PageRequest};
use domain::version::FileStatus;
use sqlx::AssertSqlSafe;

use crate::StoreError;
use crate::search::{containing, count, direction, page};
use crate::tx::Tx;

/// The columns of a [`FileRow`], with the status of the version (`v`) or of an entry (`e`), which is that of its time.
macro_rules! columns {
    ($status:literal) => {
        concat!(
            "o.id AS object_id, o.csdb_id, o.manual_id, o.kind, o.key, o.code, o.language, o.info_code,
            o.created_on AS object_created_on, c.name AS csdb_name, m.name AS manual_name, v.id AS version_id,
            v.issue_number, v.in_work, v.issue_date, v.issue_type, v.blob, v.status_blob, ",
            $status,
            ".status, v.tech_name,
            v.info_name, v.content_type, v.schema_issue, v.security, v.quality, v.size, v.media_type, v.origin,
            v.properties, v.created_by, v.created_on, v.why, v.change_request"
        )
    };
}

/// The columns about the user who has checked the object out. References need none of them.
macro_rules! holder {
    () => {
        ", (SELECT k.user_id FROM checkout k WHERE k.object_id = o.id) AS holder_id,
            (SELECT k.taken_on FROM checkout k WHERE k.object_id = o.id) AS held_since,
            (SELECT u.account FROM checkout k JOIN user_account u ON u.id = k.user_id WHERE k.object_id = o.id) AS holder"
    };
}

macro_rules! joins {
    () => {
        "JOIN object o ON o.id = v.object_id
        JOIN csdb c ON c.id = o.csdb_id
        LEFT JOIN manual m ON m.id = o.manual_id
        "
    };
}

/// Excludes versions that belong only to unpublished imports.
macro_rules! shown {
    () => {
        concat!(
            "(v.origin <> 'oem' OR EXISTS (
            SELECT 1
            FROM lane_entry e
            ",
            join_published!(),
            "WHERE e.version_id = v.id))
        "
        )
    };
}

pub(crate) use shown;

mod delivered;
mod filter;
mod media;
mod named;
mod row;
mod versions;

pub use delivered::{list_delivered, list_extended_codes};
pub use filter::{FileFilter, FileScope, FileSort};
pub use media::{count_media, find_media, list_media, list_media_of};
pub use named::{HeldContent, list_by_codes, list_by_objects, list_contents, list_contents_of, list_of_kinds};
pub use versions::{find_any_version, find_newest_revision, find_version, list_revision_numbers, list_versions};

use row::{FileRow, read_all};

/// Of these rows, those that the user `$8` has checked out; all where it is empty.
const HELD: &str = "AND ($8 = '' OR EXISTS (
        SELECT 1
        FROM checkout k
        WHERE k.object_id = e.object_id AND k.user_id = $8))";

/// The rows of a snapshot that match a [`FileFilter`]; [`bound!`] binds its values.
const FILTERED: &str = concat!(
    " FROM lane_entry e WHERE ",
    is_at!("$1"),
    "AND ($2 = '' OR key_folded LIKE $2 ESCAPE '!' OR title_folded LIKE $2 ESCAPE '!')
    AND ($3 = '' OR content_type = $3)
    AND ($4 = '' OR language = $4)
    AND ($5 = '' OR status = $5)
    AND ($6 = '' OR key_folded LIKE $7 ESCAPE '!' OR (key_folded LIKE $6 ESCAPE '!'
        AND NOT key_folded LIKE 'dmc-%-%-%-%-%-%-%-%-%!_%' ESCAPE '!'))"
);

macro_rules! bound {
    ($query:expr, $snapshot:expr, $filter:expr) => {{
        let [system, learning] = $filter.system_patterns();
        $query
            .bind($snapshot.0)
            .bind(containing(&$filter.text))
            .bind(&$filter.content_type)
            .bind(&$filter.language)
            .bind($filter.status.map_or("", FileStatus::as_str))
            .bind(system)
            .bind(learning)
    }};
}

/// One page of the files of a snapshot that match `filter`.
pub async fn list(
    tx: &mut Tx,
    snapshot: SnapshotId,
    filter: &FileFilter,
    request: PageRequest,
) -> Result<Page<File>, StoreError> {
    let total = total(tx, snapshot, filter).await?;
    let files = list_some(tx, snapshot, filter, i64::from(request.size()), request.offset()).await?;
    Ok(page(files, total, request))
}

/// The number of files of a snapshot that match `filter`; with a user, of those that this user has checked out.
pub async fn count_matching(
    tx: &mut Tx,
    snapshot: SnapshotId,
    filter: &FileFilter,
    held_by: Option<&UserId>,
) -> Result<u64, StoreError> {
    let Some(user) = held_by else { return Ok(count(total(tx, snapshot, filter).await?)) };
    let sql = format!("SELECT COUNT(*) {FILTERED} AND {} {HELD}", filter.scope.condition());
    let total: i64 = on_tx!(tx, |conn| bound!(sqlx::query_scalar(AssertSqlSafe(sql)), snapshot, filter)
        .bind(&user.0)
        .fetch_one(conn)
        .await?);
    Ok(count(total))
}

async fn total(tx: &mut Tx, snapshot: SnapshotId, filter: &FileFilter) -> Result<i64, StoreError> {
    if filter.is_every_module() {
        const COUNTED: &str = "SELECT module_count FROM snapshot WHERE id = $1";
        return Ok(on_tx!(tx, |conn| sqlx::query_scalar(COUNTED).bind(snapshot.0).fetch_one(conn).await?));
    }
    let sql = format!("SELECT COUNT(*) {FILTERED} AND {}", filter.scope.condition());
    Ok(on_tx!(tx, |conn| bound!(sqlx::query_scalar(AssertSqlSafe(sql)), snapshot, filter).fetch_one(conn).await?))
}

/// All files of a snapshot that match `filter`, without paging and counting: for exports.
pub async fn list_all(tx: &mut Tx, snapshot: SnapshotId, filter: &FileFilter) -> Result<Vec<File>, StoreError> {
    list_some(tx, snapshot, filter, i64::MAX, 0).await
}

async fn list_some(
    tx: &mut Tx,
    snapshot: SnapshotId,
    filter: &FileFilter,
    limit: i64,
    offset: i64,
) -> Result<Vec<File>, StoreError> {
    let (sort, direction) = (filter.sort.expression(), direction(filter.order));
    // Paging happens on one table; only the rows of the page are joined.
    let sql = format!(
        "SELECT {}{} FROM (
            SELECT version_id, status, {sort} AS sorted, key_folded {FILTERED} AND {}
            ORDER BY {sort} {direction}, key_folded {direction}
            LIMIT $8 OFFSET $9) AS e
        JOIN version v ON v.id = e.version_id
        {} ORDER BY e.sorted {direction}, e.key_folded {direction}",
        columns!("e"),
        holder!(),
        filter.scope.condition(),
        joins!()
    );
    let rows = on_tx!(tx, |conn| bound!(sqlx::query_as(AssertSqlSafe(sql)), snapshot, filter)
        .bind(limit)
        .bind(offset)
        .fetch_all(conn)
        .await?);
    read_all(rows)
}

/// The first files of a snapshot that match `filter` and come behind a folded key, in the order of keys; with a user,
/// those that this user has checked out. Unlike pages, no file is passed over when another one is removed meanwhile.
pub async fn list_behind(
    tx: &mut Tx,
    snapshot: SnapshotId,
    filter: &FileFilter,
    held_by: Option<&UserId>,
    key_folded: &str,
    limit: u32,
) -> Result<Vec<File>, StoreError> {
    let sql = format!(
        "SELECT {}{} FROM (
            SELECT version_id, status, key_folded {FILTERED} AND {} {HELD} AND key_folded > $9
            ORDER BY key_folded
            LIMIT $10) AS e
        JOIN version v ON v.id = e.version_id
        {} ORDER BY e.key_folded",
        columns!("e"),
        holder!(),
        filter.scope.condition(),
        joins!()
    );
    let rows = on_tx!(tx, |conn| bound!(sqlx::query_as(AssertSqlSafe(sql)), snapshot, filter)
        .bind(held_by.map_or("", |user| user.0.as_str()))
        .bind(key_folded)
        .bind(i64::from(limit))
        .fetch_all(conn)
        .await?);
    read_all(rows)
}

/// The folded keys of the data modules of a snapshot.
pub async fn list_module_keys(tx: &mut Tx, snapshot: SnapshotId) -> Result<Vec<String>, StoreError> {
    const SQL: &str = concat!("SELECT e.key_folded FROM lane_entry e WHERE e.shelf = 1 AND ", is_at!("$1"));
    Ok(on_tx!(tx, |conn| sqlx::query_scalar(SQL).bind(snapshot.0).fetch_all(conn).await?))
}

/// The version of an object in a snapshot.
pub async fn find(tx: &mut Tx, snapshot: SnapshotId, object: ObjectId) -> Result<Option<File>, StoreError> {
    const SQL: &str = concat!(
        "SELECT ",
        columns!("e"),
        holder!(),
        " FROM snapshot_entry e
        JOIN version v ON v.id = e.version_id
        ",
        joins!(),
        "WHERE e.snapshot_id = $1 AND e.object_id = $2"
    );
    let row: Option<FileRow> =
        on_tx!(tx, |conn| sqlx::query_as(SQL).bind(snapshot.0).bind(object.0).fetch_optional(conn).await?);
    row.map(FileRow::into_file).transpose()
}
