//! Comments on items.

use chrono::{DateTime, Utc};
use domain::comment::Commenter;
use domain::compliance::PolicyComment;
use domain::id::{PolicyCommentId, PolicyItemId, UserId};

use crate::StoreError;
use crate::millis::Millis;
use crate::search::{count, signed};
use crate::tx::Tx;

const TABLE: &str = "policy_comment";

#[derive(sqlx::FromRow)]
struct PolicyCommentRow {
    id: String,
    policy_item_id: String,
    user_id: String,
    text: String,
    created_on: Millis,
    edited_on: Option<Millis>,
    account: String,
    display_name: String,
}

impl PolicyCommentRow {
    fn into_comment(self) -> Result<PolicyComment, StoreError> {
        Ok(PolicyComment {
            id: PolicyCommentId(self.id),
            item: PolicyItemId(self.policy_item_id),
            author: Commenter { id: UserId(self.user_id), account: self.account, name: self.display_name },
            text: self.text,
            created_on: self.created_on.read(TABLE, "created_on")?,
            edited_on: self.edited_on.map(|time| time.read(TABLE, "edited_on")).transpose()?,
        })
    }
}

macro_rules! comments {
    ($rest:literal) => {
        concat!(
            "SELECT p.id, p.policy_item_id, p.user_id, p.text, p.created_on, p.edited_on, u.account, u.display_name
            FROM policy_comment p
            JOIN user_account u ON u.id = p.user_id
            WHERE ",
            $rest
        )
    };
}

/// The first comments on an item, oldest first, without deleted ones.
pub async fn list_comments(tx: &mut Tx, item: &PolicyItemId, limit: u64) -> Result<Vec<PolicyComment>, StoreError> {
    const SQL: &str = comments!("p.policy_item_id = $1 AND p.deleted_on IS NULL ORDER BY p.created_on, p.id LIMIT $2");
    let rows: Vec<PolicyCommentRow> =
        on_tx!(tx, |conn| sqlx::query_as(SQL).bind(&item.0).bind(signed(limit)).fetch_all(conn).await?);
    rows.into_iter().map(PolicyCommentRow::into_comment).collect()
}

pub async fn find_comment(tx: &mut Tx, id: &PolicyCommentId) -> Result<Option<PolicyComment>, StoreError> {
    const SQL: &str = comments!("p.id = $1");
    let row: Option<PolicyCommentRow> = on_tx!(tx, |conn| sqlx::query_as(SQL).bind(&id.0).fetch_optional(conn).await?);
    row.map(PolicyCommentRow::into_comment).transpose()
}

/// The number of comments on an item, without deleted ones.
pub async fn count_comments(tx: &mut Tx, item: &PolicyItemId) -> Result<u64, StoreError> {
    const SQL: &str = "SELECT COUNT(*) FROM policy_comment WHERE policy_item_id = $1 AND deleted_on IS NULL";
    Ok(count(on_tx!(tx, |conn| sqlx::query_scalar(SQL).bind(&item.0).fetch_one(conn).await?)))
}

/// The number of comments that a person wrote on an item, with deleted ones.
pub async fn count_own_comments(tx: &mut Tx, item: &PolicyItemId, user: &UserId) -> Result<u64, StoreError> {
    const SQL: &str = "SELECT COUNT(*) FROM policy_comment WHERE policy_item_id = $1 AND user_id = $2";
    Ok(count(on_tx!(tx, |conn| sqlx::query_scalar(SQL).bind(&item.0).bind(&user.0).fetch_one(conn).await?)))
}

/// The number of comments that a person wrote or edited since a moment.
pub async fn count_comments_since(tx: &mut Tx, user: &UserId, moment: DateTime<Utc>) -> Result<u64, StoreError> {
    const SQL: &str = "
        SELECT COUNT(*)
        FROM policy_comment
        WHERE user_id = $1 AND (created_on > $2 OR edited_on > $2)";
    Ok(count(on_tx!(tx, |conn| sqlx::query_scalar(SQL)
        .bind(&user.0)
        .bind(Millis::from(moment))
        .fetch_one(conn)
        .await?)))
}

pub async fn insert_comment(tx: &mut Tx, comment: &PolicyComment) -> Result<(), StoreError> {
    const SQL: &str = "
        INSERT INTO policy_comment (id, policy_item_id, user_id, text, created_on)
        VALUES ($1, $2, $3, $4, $5)";
    on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&comment.id.0)
        .bind(&comment.item.0)
        .bind(&comment.author.id.0)
        .bind(&comment.text)
        .bind(Millis::from(comment.created_on))
        .execute(conn)
        .await?
        .rows_affected());
    Ok(())
}

/// Writes the text of a comment; `false` when it is deleted.
pub async fn update_comment(
    tx: &mut Tx,
    id: &PolicyCommentId,
    text: &str,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    const SQL: &str = "UPDATE policy_comment SET text = $2, edited_on = $3 WHERE id = $1 AND deleted_on IS NULL";
    let changed = on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&id.0)
        .bind(text)
        .bind(Millis::from(now))
        .execute(conn)
        .await?
        .rows_affected());
    Ok(changed == 1)
}

/// Deletes the text of a comment; the row stays, because it counts towards the limits of its author. `false` when it is
/// deleted already.
pub async fn clear_comment(tx: &mut Tx, id: &PolicyCommentId, now: DateTime<Utc>) -> Result<bool, StoreError> {
    const SQL: &str = "UPDATE policy_comment SET text = '', deleted_on = $2 WHERE id = $1 AND deleted_on IS NULL";
    let changed =
        on_tx!(tx, |conn| sqlx::query(SQL).bind(&id.0).bind(Millis::from(now)).execute(conn).await?.rows_affected());
    Ok(changed == 1)
}
