//! The people whom a thread concerns.

use chrono::{DateTime, Utc};
use domain::id::{CommentThreadId, ObjectId, UserId};
use domain::user::User;

use crate::StoreError;
use crate::millis::Millis;
use crate::search::{containing, count_own, signed};
use crate::tx::Tx;
use crate::users::{UserRow, columns};

/// Adds people to the followers of an open thread; those who follow it already stay as they are.
pub async fn follow(
    tx: &mut Tx,
    thread: &CommentThreadId,
    people: &[UserId],
    seen_on: DateTime<Utc>,
) -> Result<(), StoreError> {
    const SQL: &str = "
        INSERT INTO comment_follower (user_id, comment_thread_id, is_open, seen_on)
        SELECT $1, t.id, t.state = 'open', $3
        FROM comment_thread t
        WHERE t.id = $2
        ON CONFLICT DO NOTHING";
    for person in people {
        on_tx!(tx, |conn| sqlx::query(SQL)
            .bind(&person.0)
            .bind(&thread.0)
            .bind(Millis::from(seen_on))
            .execute(conn)
            .await?
            .rows_affected());
    }
    Ok(())
}

/// Adds a person to the followers of all open threads about an object.
pub async fn follow_open_of(tx: &mut Tx, object: ObjectId, person: &UserId) -> Result<(), StoreError> {
    const SQL: &str = "
        INSERT INTO comment_follower (user_id, comment_thread_id, is_open, seen_on)
        SELECT $1, t.id, TRUE, 0
        FROM comment_thread t
        WHERE t.object_id = $2 AND t.state = 'open'
        ON CONFLICT DO NOTHING";
    on_tx!(tx, |conn| sqlx::query(SQL).bind(&person.0).bind(object.0).execute(conn).await?.rows_affected());
    Ok(())
}

/// Notes that a follower has read what was written in a thread up to a moment.
pub async fn mark_seen(
    tx: &mut Tx,
    thread: &CommentThreadId,
    user: &UserId,
    until: DateTime<Utc>,
) -> Result<(), StoreError> {
    const SQL: &str = "
        UPDATE comment_follower
        SET seen_on = $3
        WHERE comment_thread_id = $1 AND user_id = $2 AND seen_on < $3";
    on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&thread.0)
        .bind(&user.0)
        .bind(Millis::from(until))
        .execute(conn)
        .await?
        .rows_affected());
    Ok(())
}

/// The active followers of a thread, by account.
pub async fn list_followers(tx: &mut Tx, thread: &CommentThreadId) -> Result<Vec<User>, StoreError> {
    const SQL: &str = concat!(
        "SELECT ",
        columns!(),
        " FROM user_account
        WHERE status = 'active'
        AND id IN (SELECT f.user_id FROM comment_follower f WHERE f.comment_thread_id = $1)
        ORDER BY account_folded"
    );
    let rows: Vec<UserRow> = on_tx!(tx, |conn| sqlx::query_as(SQL).bind(&thread.0).fetch_all(conn).await?);
    rows.into_iter().map(UserRow::into_user).collect()
}

/// The number of open threads that a user follows and may see.
pub async fn count_open(tx: &mut Tx, user: &UserId) -> Result<u64, StoreError> {
    const SQL: &str = concat!(
        "SELECT COUNT(*)
        FROM comment_follower f
        JOIN comment_thread t ON t.id = f.comment_thread_id
        JOIN object o ON o.id = t.object_id AND o.deleted_on IS NULL
        JOIN csdb c ON c.id = o.csdb_id AND c.deleted_on IS NULL
        JOIN manual m ON m.id = o.manual_id AND m.deleted_on IS NULL
        WHERE f.user_id = $1 AND f.is_open = TRUE AND t.state = 'open' AND ",
        is_readable!("c.name_folded", "m.name_folded", "$2")
    );
    count_own(tx, SQL, user).await
}

/// Active people with a text in their account or name, by account.
pub async fn list_people(tx: &mut Tx, text: &str, offset: u64, limit: u64) -> Result<Vec<User>, StoreError> {
    const SQL: &str = concat!(
        "SELECT ",
        columns!(),
        " FROM user_account
        WHERE status = 'active' AND is_auditor = FALSE
        AND ($1 = '' OR account_folded LIKE $1 ESCAPE '!' OR display_name_folded LIKE $1 ESCAPE '!')
        ORDER BY account_folded
        LIMIT $2 OFFSET $3"
    );
    let rows: Vec<UserRow> = on_tx!(tx, |conn| sqlx::query_as(SQL)
        .bind(containing(text))
        .bind(signed(limit))
        .bind(signed(offset))
        .fetch_all(conn)
        .await?);
    rows.into_iter().map(UserRow::into_user).collect()
}
