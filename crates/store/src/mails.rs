//! The queue of mails.
//!
//! A node claims a mail under a lease that is longer than sending takes. When the node dies, the lease ends and any
//! node claims the mail again.

use chrono::{DateTime, Utc};
use domain::id::{MailId, UserId};
use domain::mail::{MailReason, MailState};
use domain::notification::MailDelivery;
use domain::page::{Page, PageRequest};

use crate::StoreError;
use crate::millis::Millis;
use crate::search::{count as counted, page};
use crate::tx::{DriverTx, Tx};

const TABLE: &str = "mail";

/// Joins a mail of this user that nobody has tried to send yet; `None` when there is none.
///
/// The row stays locked until the transaction ends, so that the mail is not sent without the notification that joins.
pub async fn join(tx: &mut Tx, user_id: &UserId, delivery: MailDelivery) -> Result<Option<MailId>, StoreError> {
    const SQL: &str = "
        UPDATE mail
        SET attempts = 0
        WHERE id = (
            SELECT id
            FROM mail
            WHERE user_id = $1 AND delivery = $2 AND state = 'waiting' AND attempts = 0
            ORDER BY id
            LIMIT 1)
        AND state = 'waiting' AND attempts = 0
        RETURNING id";
    let id: Option<String> = on_tx!(tx, |conn| sqlx::query_scalar(SQL)
        .bind(&user_id.0)
        .bind(delivery.as_str())
        .fetch_optional(conn)
        .await?);
    Ok(id.map(MailId))
}

/// Inserts a waiting mail; `false` when the user has the daily mail of that day, sent or waiting.
pub async fn insert(
    tx: &mut Tx,
    id: &MailId,
    user_id: &UserId,
    delivery: MailDelivery,
    (now, due_on): (DateTime<Utc>, DateTime<Utc>),
) -> Result<bool, StoreError> {
    const SQL: &str = "
        INSERT INTO mail (id, user_id, delivery, state, error, attempts, due_on, created_on, digest_day)
        VALUES ($1, $2, $3, 'waiting', '', 0, $5, $4, $6)
        ON CONFLICT DO NOTHING";
    let digest_day = (delivery == MailDelivery::Daily).then(|| due_on.format("%Y-%m-%d").to_string());
    let inserted = on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&id.0)
        .bind(&user_id.0)
        .bind(delivery.as_str())
        .bind(Millis::from(now))
        .bind(Millis::from(due_on))
        .bind(digest_day)
        .execute(conn)
        .await?
        .rows_affected());
    Ok(inserted == 1)
}

/// A mail leased to this node alone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClaimedMail {
    pub id: MailId,
    pub user_id: UserId,
    /// The number of claims, including this one.
    pub attempts: i64,
    pub created_on: DateTime<Utc>,
}

#[derive(sqlx::FromRow)]
struct ClaimedMailRow {
    id: String,
    user_id: String,
    attempts: i64,
    created_on: Millis,
}

macro_rules! claim_sql {
    ($lock:literal) => {
        concat!(
            "UPDATE mail
            SET lease_owner = $1, lease_until = $3, attempts = attempts + 1
            WHERE id = (
                SELECT id
                FROM mail
                WHERE state = 'waiting' AND due_on <= $2 AND (lease_until IS NULL OR lease_until < $2)
                ORDER BY due_on, id
                LIMIT 1 ",
            $lock,
            ")
            RETURNING id, user_id, attempts, created_on"
        )
    };
}

/// Claims the mail that has been due for the longest time, for `owner` until `lease_until`.
pub async fn claim(
    tx: &mut Tx,
    owner: &str,
    now: DateTime<Utc>,
    lease_until: DateTime<Utc>,
) -> Result<Option<ClaimedMail>, StoreError> {
    // SQLite has one write transaction at a time and no row locks.
    const SQL_SQLITE: &str = claim_sql!("");
    const SQL_POSTGRES: &str = claim_sql!("FOR UPDATE SKIP LOCKED");
    let sql = match tx.driver {
        DriverTx::Sqlite(_) => SQL_SQLITE,
        DriverTx::Postgres(_) => SQL_POSTGRES,
    };
    let row: Option<ClaimedMailRow> = on_tx!(tx, |conn| sqlx::query_as(sql)
        .bind(owner)
        .bind(Millis::from(now))
        .bind(Millis::from(lease_until))
        .fetch_optional(conn)
        .await?);
    let claimed = row.map(|row| {
        Ok(ClaimedMail {
            id: MailId(row.id),
            user_id: UserId(row.user_id),
            attempts: row.attempts,
            created_on: row.created_on.read(TABLE, "created_on")?,
        })
    });
    claimed.transpose()
}

/// Checks for a mail to send. Called before claiming, to avoid taking SQLite's only write transaction for nothing.
pub async fn is_any_due(tx: &mut Tx, now: DateTime<Utc>) -> Result<bool, StoreError> {
    const SQL: &str = "
        SELECT id
        FROM mail
        WHERE state = 'waiting' AND due_on <= $1 AND (lease_until IS NULL OR lease_until < $1)
        LIMIT 1";
    let found: Option<String> =
        on_tx!(tx, |conn| sqlx::query_scalar(SQL).bind(Millis::from(now)).fetch_optional(conn).await?);
    Ok(found.is_some())
}

/// Ends a mail: sent, or not for a reason; `false` when the lease was lost.
pub async fn finish(
    tx: &mut Tx,
    id: &MailId,
    owner: &str,
    not_sent: Option<(MailReason, &str)>,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    const SQL: &str = "
        UPDATE mail
        SET state = $3, reason = $4, error = $5, ended_on = $6, lease_owner = NULL, lease_until = NULL
        WHERE id = $1 AND lease_owner = $2";
    let state = not_sent.map_or(MailState::Sent, |(reason, _)| reason.state());
    Ok(on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&id.0)
        .bind(owner)
        .bind(state.as_str())
        .bind(not_sent.map(|(reason, _)| reason.as_str()))
        .bind(not_sent.map_or("", |(_, error)| error))
        .bind(Millis::from(now))
        .execute(conn)
        .await?
        .rows_affected())
        == 1)
}

/// Puts a mail back until `due_on`; `false` when the lease was lost.
pub async fn postpone(
    tx: &mut Tx,
    id: &MailId,
    owner: &str,
    (reason, error): (MailReason, &str),
    due_on: DateTime<Utc>,
) -> Result<bool, StoreError> {
    const SQL: &str = "
        UPDATE mail
        SET reason = $3, error = $4, due_on = $5, lease_owner = NULL, lease_until = NULL
        WHERE id = $1 AND lease_owner = $2";
    Ok(on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&id.0)
        .bind(owner)
        .bind(reason.as_str())
        .bind(error)
        .bind(Millis::from(due_on))
        .execute(conn)
        .await?
        .rows_affected())
        == 1)
}

/// A mail as administrators see it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QueuedMail {
    pub id: MailId,
    pub account: String,
    pub delivery: MailDelivery,
    pub state: MailState,
    pub reason: Option<MailReason>,
    pub error: String,
    pub attempts: i64,
    pub notifications: u64,
    pub due_on: DateTime<Utc>,
    pub created_on: DateTime<Utc>,
    pub ended_on: Option<DateTime<Utc>>,
}

#[derive(sqlx::FromRow)]
struct QueuedRow {
    id: String,
    account: String,
    delivery: String,
    state: String,
    reason: Option<String>,
    error: String,
    attempts: i64,
    notifications: i64,
    due_on: Millis,
    created_on: Millis,
    ended_on: Option<Millis>,
}

impl QueuedRow {
    fn into_mail(self) -> Result<QueuedMail, StoreError> {
        let unreadable = |column| StoreError::Unreadable { table: TABLE, column };
        Ok(QueuedMail {
            id: MailId(self.id),
            account: self.account,
            delivery: MailDelivery::parse(&self.delivery).ok_or(unreadable("delivery"))?,
            state: MailState::parse(&self.state).ok_or(unreadable("state"))?,
            reason: self.reason.as_deref().and_then(MailReason::parse),
            error: self.error,
            attempts: self.attempts,
            notifications: counted(self.notifications),
            due_on: self.due_on.read(TABLE, "due_on")?,
            created_on: self.created_on.read(TABLE, "created_on")?,
            ended_on: self.ended_on.map(|time| time.read(TABLE, "ended_on")).transpose()?,
        })
    }
}

/// The mails of a state, or all, newest first.
pub async fn list(tx: &mut Tx, state: Option<MailState>, request: PageRequest) -> Result<Page<QueuedMail>, StoreError> {
    const COUNT: &str = "SELECT COUNT(*) FROM mail WHERE $1 = '' OR state = $1";
    const LIST: &str = "
        SELECT m.id, u.account, m.delivery, m.state, m.reason, m.error, m.attempts, m.due_on, m.created_on, m.ended_on,
            (SELECT COUNT(*) FROM notification n WHERE n.mail_id = m.id) AS notifications
        FROM mail m
        JOIN user_account u ON u.id = m.user_id
        WHERE $1 = '' OR m.state = $1
        ORDER BY m.created_on DESC, m.id DESC
        LIMIT $2 OFFSET $3";
    let state = state.map_or("", MailState::as_str);
    let total: i64 = on_tx!(tx, |conn| sqlx::query_scalar(COUNT).bind(state).fetch_one(conn).await?);
    let rows: Vec<QueuedRow> = on_tx!(tx, |conn| sqlx::query_as(LIST)
        .bind(state)
        .bind(i64::from(request.size()))
        .bind(request.offset())
        .fetch_all(conn)
        .await?);
    let items = rows.into_iter().map(QueuedRow::into_mail).collect::<Result<_, _>>()?;
    Ok(page(items, total, request))
}

/// The account that a mail goes to.
pub async fn find_account(tx: &mut Tx, id: &MailId) -> Result<Option<String>, StoreError> {
    const SQL: &str = "SELECT u.account FROM mail m JOIN user_account u ON u.id = m.user_id WHERE m.id = $1";
    Ok(on_tx!(tx, |conn| sqlx::query_scalar(SQL).bind(&id.0).fetch_optional(conn).await?))
}

/// Makes a mail that waits, failed or was skipped due now, with all its attempts; `false` when it was sent or is being
/// sent.
pub async fn retry(tx: &mut Tx, id: &MailId, now: DateTime<Utc>) -> Result<bool, StoreError> {
    const SQL: &str = "
        UPDATE mail
        SET state = 'waiting', attempts = 0, due_on = $2, created_on = $2, ended_on = NULL, lease_owner = NULL,
            lease_until = NULL
        WHERE id = $1 AND state <> 'sent' AND (lease_until IS NULL OR lease_until < $2)";
    let retried =
        on_tx!(tx, |conn| sqlx::query(SQL).bind(&id.0).bind(Millis::from(now)).execute(conn).await?.rows_affected());
    Ok(retried == 1)
}

/// Deletes a mail; `false` when it is being sent.
pub async fn delete(tx: &mut Tx, id: &MailId, now: DateTime<Utc>) -> Result<bool, StoreError> {
    const SQL: &str = "DELETE FROM mail WHERE id = $1 AND (lease_until IS NULL OR lease_until < $2)";
    let deleted =
        on_tx!(tx, |conn| sqlx::query(SQL).bind(&id.0).bind(Millis::from(now)).execute(conn).await?.rows_affected());
    Ok(deleted == 1)
}

/// Deletes the mails that ended before `time`.
pub async fn delete_ended_before(tx: &mut Tx, time: DateTime<Utc>) -> Result<u64, StoreError> {
    const SQL: &str = "DELETE FROM mail WHERE state <> 'waiting' AND ended_on < $1";
    Ok(on_tx!(tx, |conn| sqlx::query(SQL).bind(Millis::from(time)).execute(conn).await?.rows_affected()))
}
