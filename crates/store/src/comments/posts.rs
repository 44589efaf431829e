//! The comments of threads.

use chrono::{DateTime, Utc};
use domain::comment::{Commenter, SuggestedText, ThreadComment};
use domain::id::{CommentId, CommentThreadId, UserId};
use domain::text::fold;
use sqlx::QueryBuilder;

use crate::StoreError;
use crate::millis::Millis;
use crate::search::{ROWS_PER_STATEMENT, count};
use crate::tx::Tx;

const TABLE: &str = "comment";

macro_rules! comments {
    ($rest:literal) => {
        concat!(
            "SELECT x.id, x.comment_thread_id, x.user_id, u.account, u.display_name, x.text, x.old_text, x.new_text,
            p.account AS accepted_account, x.accepted_on, x.created_on, x.edited_on, x.deleted_on
            FROM comment x
            JOIN user_account u ON u.id = x.user_id
            LEFT JOIN user_account p ON p.id = x.accepted_by
            ",
            $rest
        )
    };
}

#[derive(sqlx::FromRow)]
struct CommentRow {
    id: String,
    comment_thread_id: String,
    user_id: String,
    account: String,
    display_name: String,
    text: String,
    old_text: Option<String>,
    new_text: Option<String>,
    accepted_account: Option<String>,
    accepted_on: Option<Millis>,
    created_on: Millis,
    edited_on: Option<Millis>,
    deleted_on: Option<Millis>,
}

impl CommentRow {
    fn into_comment(self) -> Result<ThreadComment, StoreError> {
        let accepted_on = self.accepted_on.map(|time| time.read(TABLE, "accepted_on")).transpose()?;
        let accepted = self.accepted_account.zip(accepted_on);
        let texts = self.old_text.zip(self.new_text);
        Ok(ThreadComment {
            id: CommentId(self.id),
            thread: CommentThreadId(self.comment_thread_id),
            author: Commenter { id: UserId(self.user_id), account: self.account, name: self.display_name },
            text: self.text,
            suggestion: texts.map(|(old, new)| SuggestedText { old, new, accepted }),
            created_on: self.created_on.read(TABLE, "created_on")?,
            edited_on: self.edited_on.map(|time| time.read(TABLE, "edited_on")).transpose()?,
            is_deleted: self.deleted_on.is_some(),
        })
    }
}

/// The words by which a comment is found: its own, and those that it proposes.
fn searched(text: &str, proposed: Option<&str>) -> String {
    fold(&[text, proposed.unwrap_or_default()].join("\n"))
}

/// Inserts a comment.
pub async fn insert_comment(tx: &mut Tx, comment: &ThreadComment) -> Result<(), StoreError> {
    const SQL: &str = "
        INSERT INTO comment (id, comment_thread_id, user_id, text, text_folded, old_text, new_text, created_on)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";
    let suggestion = comment.suggestion.as_ref();
    on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&comment.id.0)
        .bind(&comment.thread.0)
        .bind(&comment.author.id.0)
        .bind(&comment.text)
        .bind(searched(&comment.text, suggestion.map(|one| one.new.as_str())))
        .bind(suggestion.map(|one| &one.old))
        .bind(suggestion.map(|one| &one.new))
        .bind(Millis::from(comment.created_on))
        .execute(conn)
        .await?
        .rows_affected());
    Ok(())
}

/// Finds a comment. Whether the caller may see it is decided by its thread.
pub async fn find_comment(tx: &mut Tx, id: &CommentId) -> Result<Option<ThreadComment>, StoreError> {
    const SQL: &str = comments!("WHERE x.id = $1 AND x.deleted_on IS NULL");
    let row: Option<CommentRow> = on_tx!(tx, |conn| sqlx::query_as(SQL).bind(&id.0).fetch_optional(conn).await?);
    row.map(CommentRow::into_comment).transpose()
}

/// The comments of a thread, oldest first.
pub async fn list_comments(tx: &mut Tx, thread: &CommentThreadId) -> Result<Vec<ThreadComment>, StoreError> {
    const SQL: &str = comments!("WHERE x.comment_thread_id = $1 ORDER BY x.created_on, x.id");
    let rows: Vec<CommentRow> = on_tx!(tx, |conn| sqlx::query_as(SQL).bind(&thread.0).fetch_all(conn).await?);
    rows.into_iter().map(CommentRow::into_comment).collect()
}

/// The comments of several threads that were not deleted, oldest first in each thread.
pub async fn list_comments_of(tx: &mut Tx, threads: &[CommentThreadId]) -> Result<Vec<ThreadComment>, StoreError> {
    const SQL: &str = comments!("WHERE x.deleted_on IS NULL AND x.comment_thread_id IN (");
    let mut found = Vec::new();
    for some in threads.chunks(ROWS_PER_STATEMENT) {
        let rows: Vec<CommentRow> = on_tx!(tx, |conn| {
            let mut query = QueryBuilder::new(SQL);
            let mut list = query.separated(", ");
            for id in some {
                list.push_bind(id.0.as_str());
            }
            list.push_unseparated(") ORDER BY x.comment_thread_id, x.created_on, x.id");
            query.build_query_as().fetch_all(conn).await?
        });
        for row in rows {
            found.push(row.into_comment()?);
        }
    }
    Ok(found)
}

/// Changes the text of a comment that was not deleted, and whose suggestion was not accepted.
pub async fn update_comment(
    tx: &mut Tx,
    id: &CommentId,
    text: &str,
    suggested: Option<&str>,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    const SQL: &str = "
        UPDATE comment
        SET text = $2, text_folded = $3, new_text = $4, edited_on = $5
        WHERE id = $1 AND deleted_on IS NULL AND accepted_on IS NULL";
    let changed = on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&id.0)
        .bind(text)
        .bind(searched(text, suggested))
        .bind(suggested)
        .bind(Millis::from(now))
        .execute(conn)
        .await?
        .rows_affected());
    Ok(changed == 1)
}

/// Deletes the words of a comment; its place in the thread stays.
pub async fn clear_comment(tx: &mut Tx, id: &CommentId, now: DateTime<Utc>) -> Result<bool, StoreError> {
    const SQL: &str = "
        UPDATE comment
        SET text = '', text_folded = '', old_text = NULL, new_text = NULL, deleted_on = $2
        WHERE id = $1 AND deleted_on IS NULL AND accepted_on IS NULL";
    let changed =
        on_tx!(tx, |conn| sqlx::query(SQL).bind(&id.0).bind(Millis::from(now)).execute(conn).await?.rows_affected());
    replace_mentions(tx, id, &[]).await?;
    Ok(changed == 1)
}

/// Marks the suggestion of a comment as accepted; `false` when it is already, proposes another text, or is gone.
pub async fn accept(
    tx: &mut Tx,
    id: &CommentId,
    proposed: &str,
    by: &UserId,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    const SQL: &str = "
        UPDATE comment
        SET accepted_by = $2, accepted_on = $3
        WHERE id = $1 AND new_text = $4 AND accepted_on IS NULL AND deleted_on IS NULL";
    let changed = on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&id.0)
        .bind(&by.0)
        .bind(Millis::from(now))
        .bind(proposed)
        .execute(conn)
        .await?
        .rows_affected());
    Ok(changed == 1)
}

/// Stores whom a comment mentions.
pub async fn replace_mentions(tx: &mut Tx, id: &CommentId, people: &[UserId]) -> Result<(), StoreError> {
    const CLEAR: &str = "DELETE FROM comment_mention WHERE comment_id = $1";
    const ADD: &str = "INSERT INTO comment_mention (comment_id, user_id) VALUES ($1, $2) ON CONFLICT DO NOTHING";
    on_tx!(tx, |conn| sqlx::query(CLEAR).bind(&id.0).execute(conn).await?.rows_affected());
    for person in people {
        on_tx!(tx, |conn| sqlx::query(ADD).bind(&id.0).bind(&person.0).execute(conn).await?.rows_affected());
    }
    Ok(())
}

/// The number of times that an account wrote, edited, resolved or reopened comments since a moment: others are told of
/// each. One comment may be edited many times, so that the log is counted.
pub async fn count_since(tx: &mut Tx, account: &str, moment: DateTime<Utc>) -> Result<u64, StoreError> {
    const SQL: &str = "
        SELECT COUNT(*)
        FROM change_log
        WHERE changed_on > $2 AND actor_folded = $1
        AND action IN ('comment.started', 'comment.answered', 'comment.edited', 'comment.resolved', 'comment.reopened')";
    let written: i64 = on_tx!(tx, |conn| sqlx::query_scalar(SQL)
        .bind(fold(account))
        .bind(Millis::from(moment))
        .fetch_one(conn)
        .await?);
    Ok(count(written))
}

/// The accounts that the comments of a thread mention.
pub async fn list_mentions(tx: &mut Tx, thread: &CommentThreadId) -> Result<Vec<(CommentId, String)>, StoreError> {
    const SQL: &str = "
        SELECT n.comment_id, u.account
        FROM comment x
        JOIN comment_mention n ON n.comment_id = x.id
        JOIN user_account u ON u.id = n.user_id
        WHERE x.comment_thread_id = $1
        ORDER BY u.account_folded";
    let rows: Vec<(String, String)> = on_tx!(tx, |conn| sqlx::query_as(SQL).bind(&thread.0).fetch_all(conn).await?);
    Ok(rows.into_iter().map(|(id, account)| (CommentId(id), account)).collect())
}
