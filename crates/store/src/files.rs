//! Files: objects in the version that a snapshot holds.

use chrono::{DateTime, Utc};
use domain::file::File;
use domain::id::{CsdbId, ManualId, ObjectId, SnapshotId, VersionId};
use domain::object::{Identity, Object, ObjectKind};
use domain::page::{Order, Page, PageRequest};
use domain::version::{Content, FileStatus, Issue, Metadata, Origin, Version};
use sqlx::AssertSqlSafe;

use crate::StoreError;
use crate::json;
use crate::millis::Millis;
use crate::search::{containing, count, direction, page};
use crate::tx::Tx;

/// Which files of a snapshot are wanted.
#[derive(Debug, Clone)]
pub struct FileFilter {
    pub shelf: Shelf,
    /// Part of the key or the title, whatever its case; empty means any.
    pub text: String,
    /// Empty means any.
    pub content_type: String,
    /// As in `en-US`; empty means any.
    pub language: String,
    /// The system of a data module's code, as in `29`; empty means any.
    pub system: String,
    pub status: Option<FileStatus>,
    pub sort: FileSort,
    pub order: Order,
}

/// Where in a snapshot to look.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shelf {
    /// Data modules.
    Modules,
    /// Data modules that neither the contents nor another object points to.
    Unreferenced,
    /// Everything that lies in the folder of the manual.
    Manual,
    /// The media it shows.
    Media,
}

impl Shelf {
    fn condition(self) -> &'static str {
        match self {
            Self::Modules => "shelf = 1",
            Self::Unreferenced => "shelf = 1 AND NOT referenced",
            Self::Manual => "shelf < 3",
            Self::Media => "shelf = 3",
        }
    }
}

/// What a list of files is sorted by; the key decides between equals.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum FileSort {
    #[default]
    Code,
    Title,
    ContentType,
    Language,
    IssueDate,
    Status,
}

impl FileFilter {
    /// Whether it passes all that a snapshot counts as its modules.
    fn is_every_module(&self) -> bool {
        let anything = self.text.trim().is_empty() && self.content_type.is_empty() && self.language.is_empty();
        self.shelf == Shelf::Modules && anything && self.system.is_empty() && self.status.is_none()
    }

    /// Patterns for the keys of its system: of modules, and of those with a learning code, which have one part more. A
    /// pattern with as many dashes as the code says which part is the system.
    fn system_patterns(&self) -> [String; 2] {
        let system = containing(&self.system);
        let Some(system) = system.strip_prefix('%').and_then(|rest| rest.strip_suffix('%')) else {
            return [String::new(), String::new()];
        };
        [4, 5].map(|parts| format!("dmc-%-%-{system}-{}%!_%", "%-".repeat(parts)))
    }
}

impl FileSort {
    /// What comes before the key.
    fn expression(self) -> &'static str {
        match self {
            // The order of the index, so that a page costs no sorting.
            Self::Code => "shelf",
            Self::Title => "title_folded",
            Self::ContentType => "content_type",
            Self::Language => "language",
            Self::IssueDate => "issue_date",
            Self::Status => "status",
        }
    }
}

macro_rules! columns {
    () => {
        "o.id AS object_id, o.csdb_id, o.manual_id, o.kind, o.key, o.code, o.language, o.info_code,
            o.created_on AS object_created_on, c.name AS csdb_name, m.name AS manual_name, v.id AS version_id,
            v.issue_number, v.in_work, v.issue_date, v.issue_type, v.blob, v.status_blob, v.status, v.tech_name,
            v.info_name, v.content_type, v.schema_issue, v.security, v.quality, v.size, v.media_type, v.origin,
            v.properties, v.text_blob, v.created_by, v.created_on, v.why, v.change_request"
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

mod named;

pub use named::{list_named, list_of_kinds};

/// What was imported but not shown yet is nobody's to see.
macro_rules! shown {
    () => {
        "(v.origin <> 'oem' OR EXISTS (
            SELECT 1
            FROM snapshot_entry e
            JOIN snapshot s ON s.id = e.snapshot_id
            WHERE e.version_id = v.id AND s.state = 'ready'))
        "
    };
}

#[derive(sqlx::FromRow)]
struct FileRow {
    object_id: i64,
    csdb_id: String,
    manual_id: Option<String>,
    kind: String,
    key: String,
    code: String,
    language: String,
    info_code: String,
    object_created_on: Millis,
    csdb_name: String,
    manual_name: Option<String>,
    version_id: i64,
    issue_number: String,
    in_work: String,
    issue_date: String,
    issue_type: String,
    blob: String,
    status_blob: Option<String>,
    status: String,
    tech_name: String,
    info_name: String,
    content_type: String,
    schema_issue: String,
    security: String,
    quality: String,
    size: i64,
    media_type: String,
    origin: String,
    properties: String,
    text_blob: Option<String>,
    created_by: String,
    created_on: Millis,
    why: String,
    change_request: Option<String>,
}

impl FileRow {
    fn into_file(self) -> Result<File, StoreError> {
        let unreadable = |table, column| StoreError::Unreadable { table, column };
        let path = domain::path::of_object(&self.csdb_name, self.manual_name.as_deref(), &self.key);
        let created_on: DateTime<Utc> = self.object_created_on.read("object", "created_on")?;
        let object = Object {
            id: ObjectId(self.object_id),
            csdb_id: CsdbId(self.csdb_id),
            manual_id: self.manual_id.map(ManualId),
            identity: Identity {
                kind: ObjectKind::parse(&self.kind).ok_or_else(|| unreadable("object", "kind"))?,
                key: self.key,
                code: self.code,
                language: self.language,
                info_code: self.info_code,
            },
            created_on,
        };
        let version = Version {
            object_id: object.id,
            issue: Issue {
                number: self.issue_number,
                in_work: self.in_work,
                date: self.issue_date,
                kind: self.issue_type,
            },
            content: Content {
                blob: self.blob,
                status_blob: self.status_blob,
                text_blob: self.text_blob,
                size: count(self.size),
                media_type: self.media_type,
            },
            status: FileStatus::parse(&self.status).ok_or_else(|| unreadable("version", "status"))?,
            metadata: Metadata {
                tech_name: self.tech_name,
                info_name: self.info_name,
                content_type: self.content_type,
                schema_issue: self.schema_issue,
                security: self.security,
                quality: self.quality,
                properties: json::read(&self.properties, "version", "properties")?,
            },
            origin: Origin::parse(&self.origin).ok_or_else(|| unreadable("version", "origin"))?,
            created_by: self.created_by,
            created_on: self.created_on.read("version", "created_on")?,
            why: self.why,
            change_request: self.change_request,
        };
        let deleted = version.issue.kind == "deleted";
        Ok(File { object, path, version_id: VersionId(self.version_id), version, deleted })
    }
}

fn read_all(rows: Vec<FileRow>) -> Result<Vec<File>, StoreError> {
    rows.into_iter().map(FileRow::into_file).collect()
}

/// What of a snapshot passes a [`FileFilter`]; [`bound!`] gives it its values.
const FILTERED: &str = "
    FROM snapshot_entry
    WHERE snapshot_id = $1
    AND ($2 = '' OR key_folded LIKE $2 ESCAPE '!' OR title_folded LIKE $2 ESCAPE '!')
    AND ($3 = '' OR content_type = $3)
    AND ($4 = '' OR language = $4)
    AND ($5 = '' OR status = $5)
    AND ($6 = '' OR key_folded LIKE $7 ESCAPE '!' OR (key_folded LIKE $6 ESCAPE '!'
        AND NOT key_folded LIKE 'dmc-%-%-%-%-%-%-%-%-%!_%' ESCAPE '!'))";

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

/// The files of a snapshot that pass `filter`, page by page.
pub async fn list(
    tx: &mut Tx,
    snapshot: SnapshotId,
    filter: &FileFilter,
    request: PageRequest,
) -> Result<Page<File>, StoreError> {
    let total: i64 = if filter.is_every_module() {
        const COUNTED: &str = "SELECT module_count FROM snapshot WHERE id = $1";
        on_tx!(tx, |conn| sqlx::query_scalar(COUNTED).bind(snapshot.0).fetch_one(conn).await?)
    } else {
        let sql = format!("SELECT COUNT(*) {FILTERED} AND {}", filter.shelf.condition());
        on_tx!(tx, |conn| bound!(sqlx::query_scalar(AssertSqlSafe(sql)), snapshot, filter).fetch_one(conn).await?)
    };
    let files = list_some(tx, snapshot, filter, i64::from(request.size()), request.offset()).await?;
    Ok(page(files, total, request))
}

/// All files of a snapshot that pass `filter`, in one go and uncounted: for lists that are taken away.
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
    // They are cut from the one table first; only their rows are joined.
    let sql = format!(
        "SELECT {} FROM (
            SELECT version_id, {sort} AS sorted, key_folded {FILTERED} AND {}
            ORDER BY {sort} {direction}, key_folded {direction}
            LIMIT $8 OFFSET $9) AS e
        JOIN version v ON v.id = e.version_id
        {} ORDER BY e.sorted {direction}, e.key_folded {direction}",
        columns!(),
        filter.shelf.condition(),
        joins!()
    );
    let rows = on_tx!(tx, |conn| bound!(sqlx::query_as(AssertSqlSafe(sql)), snapshot, filter)
        .bind(limit)
        .bind(offset)
        .fetch_all(conn)
        .await?);
    read_all(rows)
}

/// The keys of the data modules of a snapshot, in lower case.
pub async fn list_module_keys(tx: &mut Tx, snapshot: SnapshotId) -> Result<Vec<String>, StoreError> {
    const SQL: &str = "
        SELECT key_folded
        FROM snapshot_entry
        WHERE snapshot_id = $1 AND shelf = 1";
    Ok(on_tx!(tx, |conn| sqlx::query_scalar(SQL).bind(snapshot.0).fetch_all(conn).await?))
}

/// The version of an object that a snapshot holds.
pub async fn find(tx: &mut Tx, snapshot: SnapshotId, object: ObjectId) -> Result<Option<File>, StoreError> {
    const SQL: &str = concat!(
        "SELECT ",
        columns!(),
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

/// The newest version of a media file of a database.
pub async fn find_media(tx: &mut Tx, object: ObjectId) -> Result<Option<File>, StoreError> {
    const SQL: &str = concat!(
        "SELECT ",
        columns!(),
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

/// The media of a database in their newest versions, by name.
pub async fn list_media(
    tx: &mut Tx,
    csdb: &CsdbId,
    text: &str,
    status: Option<FileStatus>,
    request: PageRequest,
) -> Result<Page<File>, StoreError> {
    const FROM: &str = concat!(
        " FROM version v
        ",
        joins!(),
        "WHERE o.csdb_id = $1 AND COALESCE(o.manual_id, '') = '' AND o.deleted_on IS NULL
        AND ($2 = '' OR o.key_folded LIKE $2 ESCAPE '!')
        AND ($3 = '' OR v.status = $3)
        AND v.id = (SELECT MAX(v.id) FROM version v WHERE v.object_id = o.id AND ",
        shown!(),
        ")"
    );
    let text = containing(text);
    let status = status.map_or("", FileStatus::as_str);
    let sql = format!("SELECT COUNT(*) {FROM}");
    let total: i64 = on_tx!(tx, |conn| sqlx::query_scalar(AssertSqlSafe(sql))
        .bind(&csdb.0)
        .bind(&text)
        .bind(status)
        .fetch_one(conn)
        .await?);
    let sql = format!("SELECT {} {FROM} ORDER BY o.key_folded LIMIT $4 OFFSET $5", columns!());
    let rows = on_tx!(tx, |conn| sqlx::query_as(AssertSqlSafe(sql))
        .bind(&csdb.0)
        .bind(&text)
        .bind(status)
        .bind(i64::from(request.size()))
        .bind(request.offset())
        .fetch_all(conn)
        .await?);
    Ok(page(read_all(rows)?, total, request))
}

/// One version of an object, if it may be seen.
pub async fn find_version(tx: &mut Tx, object: ObjectId, version: VersionId) -> Result<Option<File>, StoreError> {
    const SQL: &str = concat!(
        "SELECT ",
        columns!(),
        " FROM version v
        ",
        joins!(),
        "WHERE v.object_id = $1 AND v.id = $2 AND ",
        shown!()
    );
    let row: Option<FileRow> =
        on_tx!(tx, |conn| sqlx::query_as(SQL).bind(object.0).bind(version.0).fetch_optional(conn).await?);
    row.map(FileRow::into_file).transpose()
}

/// All versions of an object that may be seen, newest first.
pub async fn list_versions(tx: &mut Tx, object: ObjectId) -> Result<Vec<File>, StoreError> {
    const SQL: &str = concat!(
        "SELECT ",
        columns!(),
        " FROM version v
        ",
        joins!(),
        "WHERE v.object_id = $1 AND o.deleted_on IS NULL AND ",
        shown!(),
        "ORDER BY v.id DESC"
    );
    read_all(on_tx!(tx, |conn| sqlx::query_as(SQL).bind(object.0).fetch_all(conn).await?))
}

/// The numbers of the OEM revisions that hold each version of an object, lowest first.
pub async fn list_revision_numbers(tx: &mut Tx, object: ObjectId) -> Result<Vec<(VersionId, i64)>, StoreError> {
    const SQL: &str = "
        SELECT v.id, s.number
        FROM version v
        JOIN snapshot_entry e ON e.version_id = v.id
        JOIN snapshot s ON s.id = e.snapshot_id
        WHERE v.object_id = $1 AND s.kind = 'oem' AND s.state = 'ready'
        ORDER BY s.number";
    let rows: Vec<(i64, i64)> = on_tx!(tx, |conn| sqlx::query_as(SQL).bind(object.0).fetch_all(conn).await?);
    Ok(rows.into_iter().map(|(version, number)| (VersionId(version), number)).collect())
}
