//! Calls that clients may send again, with the answers that they get then.

use chrono::{DateTime, Utc};

use crate::StoreError;
use crate::millis::Millis;
use crate::tx::Tx;

const TABLE: &str = "answered_call";

/// A call that was sent before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EarlierCall {
    /// Method and address.
    pub call: String,
    pub started_on: DateTime<Utc>,
    /// Status and body; `None` while there is no answer.
    pub answer: Option<(u16, String)>,
}

/// Inserts a call that begins; `false` when the caller has sent one with this key before.
pub async fn insert(
    tx: &mut Tx,
    caller: &str,
    key: &str,
    call: &str,
    started_on: DateTime<Utc>,
) -> Result<bool, StoreError> {
    const SQL: &str = "
        INSERT INTO answered_call (caller_id, call_key, call, started_on)
        VALUES ($1, $2, $3, $4)
        ON CONFLICT DO NOTHING";
    let inserted = on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(caller)
        .bind(key)
        .bind(call)
        .bind(Millis::from(started_on))
        .execute(conn)
        .await?
        .rows_affected());
    Ok(inserted == 1)
}

/// Finds a call by the caller and its key.
pub async fn find(tx: &mut Tx, caller: &str, key: &str) -> Result<Option<EarlierCall>, StoreError> {
    const SQL: &str = "
        SELECT call, started_on, status, body
        FROM answered_call
        WHERE caller_id = $1 AND call_key = $2";
    type Row = (String, Millis, Option<i64>, Option<String>);
    let row: Option<Row> = on_tx!(tx, |conn| sqlx::query_as(SQL).bind(caller).bind(key).fetch_optional(conn).await?);
    let Some((call, started_on, status, body)) = row else { return Ok(None) };
    let unreadable = StoreError::Unreadable { table: TABLE, column: "status" };
    let status = status.map(u16::try_from).transpose().map_err(|_| unreadable)?;
    let answer = status.map(|status| (status, body.unwrap_or_default()));
    Ok(Some(EarlierCall { call, started_on: started_on.read(TABLE, "started_on")?, answer }))
}

/// Adds the answer of a call.
pub async fn answer(tx: &mut Tx, caller: &str, key: &str, status: u16, body: &str) -> Result<(), StoreError> {
    const SQL: &str = "
        UPDATE answered_call
        SET status = $3, body = $4
        WHERE caller_id = $1 AND call_key = $2";
    on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(caller)
        .bind(key)
        .bind(i64::from(status))
        .bind(body)
        .execute(conn)
        .await?
        .rows_affected());
    Ok(())
}

/// Deletes a call, which can then be sent again like a new one.
pub async fn delete(tx: &mut Tx, caller: &str, key: &str) -> Result<(), StoreError> {
    const SQL: &str = "DELETE FROM answered_call WHERE caller_id = $1 AND call_key = $2";
    on_tx!(tx, |conn| sqlx::query(SQL).bind(caller).bind(key).execute(conn).await?.rows_affected());
    Ok(())
}

/// Deletes the calls that began before a moment.
pub async fn delete_before(tx: &mut Tx, moment: DateTime<Utc>) -> Result<(), StoreError> {
    const SQL: &str = "DELETE FROM answered_call WHERE started_on < $1";
    on_tx!(tx, |conn| sqlx::query(SQL).bind(Millis::from(moment)).execute(conn).await?.rows_affected());
    Ok(())
}
