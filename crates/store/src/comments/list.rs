//! Lists of threads.

use domain::comment::{ListedThread, ThreadState};
use domain::id::{ObjectId, UserId};
use domain::page::{Order, Page, PageRequest};
use domain::path::ManualPath;
use domain::text::fold;
use domain::version::VersionMetadata;
use sqlx::QueryBuilder;

use super::{ThreadRow, thread_columns, thread_joins};
use crate::StoreError;
use crate::search::{containing, direction, page, signed};
use crate::tx::Tx;

/// Which threads are listed, and in which order.
#[derive(Debug, Clone, Default)]
pub struct ThreadFilter {
    pub state: Option<ThreadState>,
    /// Only those that this person follows.
    pub follower: Option<UserId>,
    /// Only those that mention this person.
    pub mentioned: Option<UserId>,
    /// Only those in which this account wrote.
    pub account: Option<String>,
    pub manual: Option<ManualPath>,
    pub object: Option<ObjectId>,
    /// Part of a comment, of the text that it proposes, or of the name of the module.
    pub text: String,
    pub sort: ThreadSort,
    pub order: Order,
}

/// Sort column of a list of threads; ties are sorted by age.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum ThreadSort {
    #[default]
    UpdatedOn,
    CreatedOn,
    Module,
    State,
    Author,
}

impl ThreadSort {
    fn expression(self) -> &'static str {
        match self {
            Self::UpdatedOn => "t.updated_on",
            Self::CreatedOn => "t.created_on",
            Self::Module => "o.key_folded",
            Self::State => "t.state",
            Self::Author => "u.account_folded",
        }
    }
}

#[derive(sqlx::FromRow)]
struct ListedRow {
    #[sqlx(flatten)]
    thread: ThreadRow,
    key: String,
    code: String,
    csdb_name: String,
    manual_name: String,
    tech_name: String,
    info_name: String,
    text: Option<String>,
    last_by: Option<String>,
    has_suggestion: bool,
    is_followed: bool,
    is_new: bool,
}

impl ListedRow {
    fn into_listed(self) -> Result<ListedThread, StoreError> {
        let metadata =
            VersionMetadata { tech_name: self.tech_name, info_name: self.info_name, ..VersionMetadata::default() };
        Ok(ListedThread {
            path: domain::path::of_object(&self.csdb_name, Some(&self.manual_name), &self.key),
            code: self.code,
            title: metadata.title(),
            text: self.text.unwrap_or_default(),
            has_suggestion: self.has_suggestion,
            is_followed: self.is_followed,
            is_new: self.is_new,
            last_by: self.last_by.unwrap_or_default(),
            thread: self.thread.into_thread()?,
        })
    }
}

const SELECT: &str = concat!(
    "SELECT ",
    thread_columns!(),
    ", o.key, o.code, c.name AS csdb_name, m.name AS manual_name, v.tech_name, v.info_name,
        (SELECT x.text FROM comment x WHERE x.comment_thread_id = t.id AND x.deleted_on IS NULL
            ORDER BY x.created_on, x.id LIMIT 1) AS text,
        (SELECT w.account FROM comment x JOIN user_account w ON w.id = x.user_id
            WHERE x.comment_thread_id = t.id AND x.deleted_on IS NULL
            ORDER BY x.created_on DESC, x.id DESC LIMIT 1) AS last_by,
        EXISTS (SELECT 1 FROM comment x WHERE x.comment_thread_id = t.id AND x.new_text IS NOT NULL
            AND x.accepted_on IS NULL AND x.deleted_on IS NULL) AS has_suggestion,
        f.user_id IS NOT NULL AS is_followed,
        (f.user_id IS NOT NULL AND EXISTS (SELECT 1 FROM comment x WHERE x.comment_thread_id = t.id
            AND x.created_on > f.seen_on AND x.user_id <> f.user_id AND x.deleted_on IS NULL)) AS is_new
    ",
    thread_joins!(),
    "JOIN version v ON v.id = t.version_id
    LEFT JOIN comment_follower f ON f.comment_thread_id = t.id AND f.user_id = "
);

const COUNT: &str = concat!("SELECT COUNT(*) ", thread_joins!());

/// Adds the conditions of a filter to a query.
macro_rules! push_conditions {
    ($query:expr, $filter:expr, $keys:expr) => {{
        $query.push(" WHERE ");
        push_readable!($query, "c.name_folded", "m.name_folded", $keys);
        if let Some(state) = $filter.state {
            $query.push(" AND t.state = ").push_bind(state.as_str());
        }
        if let Some(object) = $filter.object {
            $query.push(" AND t.object_id = ").push_bind(object.0);
        }
        if let Some(manual) = &$filter.manual {
            $query.push(" AND c.name_folded = ").push_bind(manual.csdb.folded());
            $query.push(" AND m.name_folded = ").push_bind(manual.manual.folded());
        }
        if let Some(user) = &$filter.follower {
            $query.push(" AND t.id IN (SELECT y.comment_thread_id FROM comment_follower y WHERE y.user_id = ");
            $query.push_bind(user.0.clone()).push(")");
        }
        if let Some(user) = &$filter.mentioned {
            $query.push(
                " AND t.id IN (SELECT x.comment_thread_id FROM comment_mention n
                    JOIN comment x ON x.id = n.comment_id WHERE n.user_id = ",
            );
            $query.push_bind(user.0.clone()).push(")");
        }
        if let Some(account) = &$filter.account {
            $query.push(
                " AND t.id IN (SELECT x.comment_thread_id FROM comment x
                    JOIN user_account w ON w.id = x.user_id
                    WHERE x.deleted_on IS NULL AND w.account_folded = ",
            );
            $query.push_bind(fold(account)).push(")");
        }
        let text = containing(&$filter.text);
        if !text.is_empty() {
            $query.push(" AND (o.key_folded LIKE ").push_bind(text.clone()).push(" ESCAPE '!'");
            $query.push(" OR t.id IN (SELECT x.comment_thread_id FROM comment x WHERE x.text_folded LIKE ");
            $query.push_bind(text).push(" ESCAPE '!'))");
        }
    }};
}

/// One page of the threads that pass, about modules that the caller may see.
pub async fn list_threads(
    tx: &mut Tx,
    filter: &ThreadFilter,
    request: PageRequest,
) -> Result<Page<ListedThread>, StoreError> {
    let keys = tx.readable_keys();
    let total: i64 = on_tx!(tx, |conn| {
        let mut query = QueryBuilder::new(COUNT);
        push_conditions!(query, filter, keys);
        query.build_query_scalar().fetch_one(conn).await?
    });
    let rows = rows(tx, filter, i64::from(request.size()), request.offset()).await?;
    Ok(page(rows, total, request))
}

/// The first threads that pass, without pages.
pub async fn list_all_threads(tx: &mut Tx, filter: &ThreadFilter, limit: u64) -> Result<Vec<ListedThread>, StoreError> {
    rows(tx, filter, signed(limit), 0).await
}

async fn rows(tx: &mut Tx, filter: &ThreadFilter, limit: i64, offset: i64) -> Result<Vec<ListedThread>, StoreError> {
    let (keys, viewer) = (tx.readable_keys(), tx.viewer());
    let rows: Vec<ListedRow> = on_tx!(tx, |conn| {
        let mut query = QueryBuilder::new(SELECT);
        query.push_bind(viewer);
        push_conditions!(query, filter, keys);
        query.push(" ORDER BY ").push(filter.sort.expression()).push(" ").push(direction(filter.order));
        query.push(", t.created_on, t.id LIMIT ").push_bind(limit).push(" OFFSET ").push_bind(offset);
        query.build_query_as().fetch_all(conn).await?
    });
    rows.into_iter().map(ListedRow::into_listed).collect()
}
