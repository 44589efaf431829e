//! The discussion of a change request.

use chrono::{DateTime, Utc};
use domain::change_request::RequestPost;
use domain::comment::Commenter;
use domain::id::{ChangeRequestId, ChangeRequestPostId, UserId};

use crate::StoreError;
use crate::millis::Millis;
use crate::search::count;
use crate::tx::Tx;

const TABLE: &str = "change_request_post";

macro_rules! posts {
    ($rest:literal) => {
        concat!(
            "SELECT x.id, x.change_request_id, x.user_id, u.account, u.display_name, x.text, x.created_on, x.edited_on,
                x.deleted_on
            FROM change_request_post x
            JOIN user_account u ON u.id = x.user_id
            ",
            $rest
        )
    };
}

#[derive(sqlx::FromRow)]
struct PostRow {
    id: String,
    change_request_id: String,
    user_id: String,
    account: String,
    display_name: String,
    text: String,
    created_on: Millis,
    edited_on: Option<Millis>,
    deleted_on: Option<Millis>,
}

impl PostRow {
    fn into_post(self) -> Result<RequestPost, StoreError> {
        Ok(RequestPost {
            id: ChangeRequestPostId(self.id),
            request: ChangeRequestId(self.change_request_id),
            author: Commenter { id: UserId(self.user_id), account: self.account, name: self.display_name },
            text: self.text,
            created_on: self.created_on.read(TABLE, "created_on")?,
            edited_on: self.edited_on.map(|time| time.read(TABLE, "edited_on")).transpose()?,
            is_deleted: self.deleted_on.is_some(),
        })
    }
}

/// The posts of a change request, oldest first.
pub async fn list_posts(tx: &mut Tx, id: &ChangeRequestId) -> Result<Vec<RequestPost>, StoreError> {
    const SQL: &str = posts!("WHERE x.change_request_id = $1 ORDER BY x.created_on, x.id");
    let rows: Vec<PostRow> = on_tx!(tx, |conn| sqlx::query_as(SQL).bind(&id.0).fetch_all(conn).await?);
    rows.into_iter().map(PostRow::into_post).collect()
}

/// Finds a post that was not deleted. Whether the caller may see it is decided by its change request.
pub async fn find_post(tx: &mut Tx, id: &ChangeRequestPostId) -> Result<Option<RequestPost>, StoreError> {
    const SQL: &str = posts!("WHERE x.id = $1 AND x.deleted_on IS NULL");
    let row: Option<PostRow> = on_tx!(tx, |conn| sqlx::query_as(SQL).bind(&id.0).fetch_optional(conn).await?);
    row.map(PostRow::into_post).transpose()
}

pub async fn count_posts(tx: &mut Tx, id: &ChangeRequestId) -> Result<u64, StoreError> {
    const SQL: &str = "SELECT COUNT(*) FROM change_request_post WHERE change_request_id = $1";
    Ok(count(on_tx!(tx, |conn| sqlx::query_scalar(SQL).bind(&id.0).fetch_one(conn).await?)))
}

pub async fn insert_post(tx: &mut Tx, post: &RequestPost) -> Result<(), StoreError> {
    const SQL: &str = "
        INSERT INTO change_request_post (id, change_request_id, user_id, text, created_on)
        VALUES ($1, $2, $3, $4, $5)";
    on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&post.id.0)
        .bind(&post.request.0)
        .bind(&post.author.id.0)
        .bind(&post.text)
        .bind(Millis::from(post.created_on))
        .execute(conn)
        .await?
        .rows_affected());
    Ok(())
}

/// Changes the text of a post; `false` when it was deleted.
pub async fn update_post(
    tx: &mut Tx,
    id: &ChangeRequestPostId,
    text: &str,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    const SQL: &str = "UPDATE change_request_post SET text = $2, edited_on = $3 WHERE id = $1 AND deleted_on IS NULL";
    let changed = on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&id.0)
        .bind(text)
        .bind(Millis::from(now))
        .execute(conn)
        .await?
        .rows_affected());
    Ok(changed == 1)
}

/// Deletes the words of a post; its place in the discussion stays.
pub async fn clear_post(tx: &mut Tx, id: &ChangeRequestPostId, now: DateTime<Utc>) -> Result<bool, StoreError> {
    const SQL: &str = "UPDATE change_request_post SET text = '', deleted_on = $2 WHERE id = $1 AND deleted_on IS NULL";
    let changed =
        on_tx!(tx, |conn| sqlx::query(SQL).bind(&id.0).bind(Millis::from(now)).execute(conn).await?.rows_affected());
    Ok(changed == 1)
}
