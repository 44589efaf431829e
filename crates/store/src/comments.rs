//! Comments: threads about modules, which are shown to those who may see the module.

mod followers;
mod list;
mod posts;

use chrono::{DateTime, Utc};
use domain::comment::{CommentTarget, CommentThread, Commenter, ThreadState};
use domain::id::{CommentThreadId, ObjectId, UserId, VersionId};

use crate::StoreError;
use crate::millis::Millis;
use crate::search::{count, signed};
use crate::tx::Tx;

pub use followers::{count_open, follow, follow_open_of, list_followers, list_people, mark_seen};
pub use list::{ThreadFilter, ThreadSort, list_all_threads, list_threads};
pub use posts::{
    accept, clear_comment, count_since, find_comment, insert_comment, list_comments, list_comments_of, list_mentions,
    replace_mentions, update_comment,
};

const TABLE: &str = "comment_thread";

/// The columns of a thread in `t`, of its author in `u` and of who resolved it in `r`.
macro_rules! thread_columns {
    () => {
        "t.id, t.object_id, t.version_id, t.target, t.anchor, t.quote, t.state, t.created_on, t.updated_on,
            t.resolved_on, t.comments, t.user_id, u.account, u.display_name, r.account AS resolved_account"
    };
}

/// The joins for them, and for the module: a thread goes with what it is about.
macro_rules! thread_joins {
    () => {
        "FROM comment_thread t
        JOIN user_account u ON u.id = t.user_id
        LEFT JOIN user_account r ON r.id = t.resolved_by
        JOIN object o ON o.id = t.object_id AND o.deleted_on IS NULL
        JOIN csdb c ON c.id = o.csdb_id AND c.deleted_on IS NULL
        JOIN manual m ON m.id = o.manual_id AND m.deleted_on IS NULL
        "
    };
}

use {thread_columns, thread_joins};

#[derive(sqlx::FromRow)]
struct ThreadRow {
    id: String,
    object_id: i64,
    version_id: i64,
    target: String,
    anchor: String,
    quote: String,
    state: String,
    created_on: Millis,
    updated_on: Millis,
    resolved_on: Option<Millis>,
    comments: i64,
    user_id: String,
    account: String,
    display_name: String,
    resolved_account: Option<String>,
}

impl ThreadRow {
    fn into_thread(self) -> Result<CommentThread, StoreError> {
        let unreadable = |column| StoreError::Unreadable { table: TABLE, column };
        let resolved_on = self.resolved_on.map(|time| time.read(TABLE, "resolved_on")).transpose()?;
        Ok(CommentThread {
            id: CommentThreadId(self.id),
            object_id: ObjectId(self.object_id),
            version: VersionId(self.version_id),
            target: CommentTarget::parse(&self.target).ok_or_else(|| unreadable("target"))?,
            anchor: self.anchor,
            quote: self.quote,
            state: ThreadState::parse(&self.state).ok_or_else(|| unreadable("state"))?,
            author: Commenter { id: UserId(self.user_id), account: self.account, name: self.display_name },
            created_on: self.created_on.read(TABLE, "created_on")?,
            updated_on: self.updated_on.read(TABLE, "updated_on")?,
            resolved: self.resolved_account.zip(resolved_on),
            comments: count(self.comments),
        })
    }
}

/// A thread with the path of its module.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LocatedThread {
    pub thread: CommentThread,
    pub path: String,
}

#[derive(sqlx::FromRow)]
struct LocatedRow {
    #[sqlx(flatten)]
    thread: ThreadRow,
    key: String,
    csdb_name: String,
    manual_name: String,
}

impl LocatedRow {
    fn into_located(self) -> Result<LocatedThread, StoreError> {
        let path = domain::path::of_object(&self.csdb_name, Some(&self.manual_name), &self.key);
        Ok(LocatedThread { thread: self.thread.into_thread()?, path })
    }
}

/// Finds a thread about a module that the caller may see.
pub async fn find_thread(tx: &mut Tx, id: &CommentThreadId) -> Result<Option<LocatedThread>, StoreError> {
    const SQL: &str = concat!(
        "SELECT ",
        thread_columns!(),
        ", o.key, c.name AS csdb_name, m.name AS manual_name ",
        thread_joins!(),
        "WHERE t.id = $1 AND ",
        is_readable!("c.name_folded", "m.name_folded", "$2")
    );
    let keys = tx.readable_keys();
    let row: Option<LocatedRow> =
        on_tx!(tx, |conn| sqlx::query_as(SQL).bind(&id.0).bind(keys).fetch_optional(conn).await?);
    row.map(LocatedRow::into_located).transpose()
}

/// Inserts a thread without comments.
pub async fn insert_thread(tx: &mut Tx, thread: &CommentThread) -> Result<(), StoreError> {
    const SQL: &str = "
        INSERT INTO comment_thread (
            id, object_id, version_id, target, anchor, quote, state, user_id, created_on, updated_on, comments)
        VALUES ($1, $2, $3, $4, $5, $6, 'open', $7, $8, $8, 0)";
    on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&thread.id.0)
        .bind(thread.object_id.0)
        .bind(thread.version.0)
        .bind(thread.target.as_str())
        .bind(&thread.anchor)
        .bind(&thread.quote)
        .bind(&thread.author.id.0)
        .bind(Millis::from(thread.created_on))
        .execute(conn)
        .await?
        .rows_affected());
    Ok(())
}

/// The number of threads about an object.
pub async fn count_threads(tx: &mut Tx, object: ObjectId) -> Result<u64, StoreError> {
    const SQL: &str = "SELECT COUNT(*) FROM comment_thread WHERE object_id = $1";
    Ok(count(on_tx!(tx, |conn| sqlx::query_scalar(SQL).bind(object.0).fetch_one(conn).await?)))
}

/// Counts one more comment of a thread; `false` when it has `most` of them, or is gone.
pub async fn count_comment(
    tx: &mut Tx,
    id: &CommentThreadId,
    most: u64,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    const SQL: &str =
        "UPDATE comment_thread SET comments = comments + 1, updated_on = $2 WHERE id = $1 AND comments < $3";
    let changed = on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&id.0)
        .bind(Millis::from(now))
        .bind(signed(most))
        .execute(conn)
        .await?
        .rows_affected());
    Ok(changed == 1)
}

/// Resolves or reopens a thread; `false` when it has this state already.
pub async fn update_state(
    tx: &mut Tx,
    id: &CommentThreadId,
    state: ThreadState,
    by: &UserId,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    const SQL: &str = "
        UPDATE comment_thread
        SET state = $2, updated_on = $3, resolved_by = $4, resolved_on = $5
        WHERE id = $1 AND state <> $2";
    const FOLLOWERS: &str = "UPDATE comment_follower SET is_open = $2 WHERE comment_thread_id = $1";
    let is_open = state == ThreadState::Open;
    let changed = on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&id.0)
        .bind(state.as_str())
        .bind(Millis::from(now))
        .bind((!is_open).then_some(&by.0))
        .bind((!is_open).then_some(Millis::from(now)))
        .execute(conn)
        .await?
        .rows_affected());
    on_tx!(tx, |conn| sqlx::query(FOLLOWERS).bind(&id.0).bind(is_open).execute(conn).await?.rows_affected());
    Ok(changed == 1)
}

/// Deletes a thread whose comments are all deleted; `false` when one is left.
pub async fn delete_empty_thread(tx: &mut Tx, id: &CommentThreadId) -> Result<bool, StoreError> {
    // On PostgreSQL the deletion looks for comments as of its own start, and does not see one that is committed while it
    // waits for the thread. Whoever answers counts the comment in the thread first.
    const LOCK: &str = "UPDATE comment_thread SET comments = comments WHERE id = $1";
    const SQL: &str = "
        DELETE FROM comment_thread
        WHERE id = $1
        AND NOT EXISTS (SELECT 1 FROM comment x WHERE x.comment_thread_id = $1 AND x.deleted_on IS NULL)";
    on_tx!(tx, |conn| sqlx::query(LOCK).bind(&id.0).execute(conn).await?.rows_affected());
    Ok(on_tx!(tx, |conn| sqlx::query(SQL).bind(&id.0).execute(conn).await?.rows_affected()) == 1)
}
