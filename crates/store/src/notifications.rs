//! Notifications of users.

use chrono::{DateTime, Utc};
use domain::id::{MailId, NotificationId, UserId};
use domain::notification::{Notification, NotificationKind};
use domain::page::{Page, PageRequest};

use crate::StoreError;
use crate::json::{self, Pairs};
use crate::millis::Millis;
use crate::search::count_own;
use crate::tx::Tx;

const TABLE: &str = "notification";

#[derive(sqlx::FromRow)]
struct NotificationRow {
    id: String,
    user_id: String,
    kind: String,
    code: String,
    params: String,
    link: Option<String>,
    created_on: Millis,
    read_on: Option<Millis>,
}

impl NotificationRow {
    fn into_notification(self) -> Result<Notification, StoreError> {
        let kind = NotificationKind::parse(&self.kind);
        Ok(Notification {
            id: NotificationId(self.id),
            user_id: UserId(self.user_id),
            kind: kind.ok_or(StoreError::Unreadable { table: TABLE, column: "kind" })?,
            code: self.code,
            params: json::read::<Pairs>(&self.params, TABLE, "params")?,
            link: self.link,
            created_on: self.created_on.read(TABLE, "created_on")?,
            read_on: self.read_on.map(|time| time.read(TABLE, "read_on")).transpose()?,
        })
    }
}

/// Inserts a notification, which also comes by `mail`, if there is one.
pub async fn insert(tx: &mut Tx, notification: &Notification, mail: Option<&MailId>) -> Result<(), StoreError> {
    const SQL: &str = "
        INSERT INTO notification (
            id, user_id, kind, code, params, link, created_on, read_on, csdb_folded, manual_folded, mail_id)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)";
    let params = json::write(&notification.params)?;
    let (csdb, manual) = notification.about().unwrap_or_default();
    on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&notification.id.0)
        .bind(&notification.user_id.0)
        .bind(notification.kind.as_str())
        .bind(&notification.code)
        .bind(&params)
        .bind(&notification.link)
        .bind(Millis::from(notification.created_on))
        .bind(notification.read_on.map(Millis::from))
        .bind(csdb)
        .bind(manual)
        .bind(mail.map(|mail| &mail.0))
        .execute(conn)
        .await?
        .rows_affected());
    Ok(())
}

/// Selects all or only unread notifications.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotificationFilter {
    All,
    Unread,
}

/// The message is about a readable place, or about none.
macro_rules! is_shown {
    ($keys:literal) => {
        concat!("(csdb_folded = '' OR ", is_readable!("csdb_folded", "manual_folded", $keys), ") ")
    };
}

macro_rules! list_sql {
    ($which:literal) => {
        concat!(
            "SELECT id, user_id, kind, code, params, link, created_on, read_on
            FROM notification
            WHERE user_id = $1 AND ",
            is_shown!("$2"),
            $which,
            "
            ORDER BY created_on DESC, id DESC
            LIMIT $3 OFFSET $4"
        )
    };
}

/// A user's notifications, newest first.
pub async fn list(
    tx: &mut Tx,
    user_id: &UserId,
    which: NotificationFilter,
    request: PageRequest,
) -> Result<Page<Notification>, StoreError> {
    let (sql, total) = match which {
        NotificationFilter::All => (list_sql!(""), count(tx, user_id).await?),
        NotificationFilter::Unread => (list_sql!("AND read_on IS NULL"), count_unread(tx, user_id).await?),
    };
    let keys = tx.readable_keys();
    let rows: Vec<NotificationRow> = on_tx!(tx, |conn| sqlx::query_as(sql)
        .bind(&user_id.0)
        .bind(keys)
        .bind(i64::from(request.size()))
        .bind(request.offset())
        .fetch_all(conn)
        .await?);
    let items = rows.into_iter().map(NotificationRow::into_notification).collect::<Result<_, _>>()?;
    Ok(Page { items, total, request })
}

/// The unread notifications of a mail, oldest first.
pub async fn list_of_mail(
    tx: &mut Tx,
    user_id: &UserId,
    mail_id: &MailId,
    limit: u32,
) -> Result<Vec<Notification>, StoreError> {
    const SQL: &str = concat!(
        "SELECT id, user_id, kind, code, params, link, created_on, read_on
        FROM notification
        WHERE user_id = $1 AND mail_id = $3 AND read_on IS NULL AND ",
        is_shown!("$2"),
        "ORDER BY created_on, id
        LIMIT $4"
    );
    let keys = tx.readable_keys();
    let rows: Vec<NotificationRow> = on_tx!(tx, |conn| sqlx::query_as(SQL)
        .bind(&user_id.0)
        .bind(keys)
        .bind(&mail_id.0)
        .bind(i64::from(limit))
        .fetch_all(conn)
        .await?);
    rows.into_iter().map(NotificationRow::into_notification).collect()
}

/// Marks a notification of this user as read, once; `false` when they have no such notification.
pub async fn mark_read(
    tx: &mut Tx,
    user_id: &UserId,
    id: &NotificationId,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    const SQL: &str = concat!(
        "UPDATE notification
        SET read_on = COALESCE(read_on, $3)
        WHERE id = $1 AND user_id = $2 AND ",
        is_shown!("$4")
    );
    let keys = tx.readable_keys();
    let found = on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&id.0)
        .bind(&user_id.0)
        .bind(Millis::from(now))
        .bind(keys)
        .execute(conn)
        .await?
        .rows_affected());
    Ok(found == 1)
}

/// Marks all notifications as read and returns their number.
pub async fn mark_all_read(tx: &mut Tx, user_id: &UserId, now: DateTime<Utc>) -> Result<u64, StoreError> {
    const SQL: &str = "UPDATE notification SET read_on = $2 WHERE user_id = $1 AND read_on IS NULL";
    Ok(on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&user_id.0)
        .bind(Millis::from(now))
        .execute(conn)
        .await?
        .rows_affected()))
}

async fn count(tx: &mut Tx, user_id: &UserId) -> Result<u64, StoreError> {
    const SQL: &str = concat!("SELECT COUNT(*) FROM notification WHERE user_id = $1 AND ", is_shown!("$2"));
    count_own(tx, SQL, user_id).await
}

/// The number of a user's unread notifications.
pub async fn count_unread(tx: &mut Tx, user_id: &UserId) -> Result<u64, StoreError> {
    const SQL: &str =
        concat!("SELECT COUNT(*) FROM notification WHERE user_id = $1 AND read_on IS NULL AND ", is_shown!("$2"));
    count_own(tx, SQL, user_id).await
}
