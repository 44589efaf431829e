//! The distribution list of a manual.

use chrono::{DateTime, Utc};
use domain::id::{ManualId, UserId};
use domain::publication::PublicationReceiver;

use crate::StoreError;
use crate::millis::Millis;
use crate::tx::Tx;

/// Id, account and name of a person; who added them, and when.
type ReceiverRow = (String, String, String, String, Millis);

/// The people on the distribution list of a manual, by account.
pub async fn list_receivers(tx: &mut Tx, manual: &ManualId) -> Result<Vec<(UserId, PublicationReceiver)>, StoreError> {
    const SQL: &str = "
        SELECT u.id, u.account, u.display_name, r.added_by, r.added_on
        FROM publication_receiver r
        JOIN user_account u ON u.id = r.user_id
        WHERE r.manual_id = $1
        ORDER BY u.account_folded";
    let rows: Vec<ReceiverRow> = on_tx!(tx, |conn| sqlx::query_as(SQL).bind(&manual.0).fetch_all(conn).await?);
    let read = |(id, account, name, added_by, added_on): ReceiverRow| {
        let added_on = added_on.read("publication_receiver", "added_on")?;
        Ok((UserId(id), PublicationReceiver { account, name, added_by, added_on }))
    };
    rows.into_iter().map(read).collect()
}

/// Adds a person; they stay as they are when they are there.
pub async fn insert_receiver(
    tx: &mut Tx,
    manual: &ManualId,
    user: &UserId,
    added_by: &str,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    const SQL: &str = "
        INSERT INTO publication_receiver (manual_id, user_id, added_by, added_on)
        VALUES ($1, $2, $3, $4)
        ON CONFLICT (manual_id, user_id) DO NOTHING";
    on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&manual.0)
        .bind(&user.0)
        .bind(added_by)
        .bind(Millis::from(now))
        .execute(conn)
        .await?
        .rows_affected());
    Ok(())
}

/// Takes a person from the list.
pub async fn delete_receiver(tx: &mut Tx, manual: &ManualId, user: &UserId) -> Result<(), StoreError> {
    const SQL: &str = "DELETE FROM publication_receiver WHERE manual_id = $1 AND user_id = $2";
    on_tx!(tx, |conn| sqlx::query(SQL).bind(&manual.0).bind(&user.0).execute(conn).await?.rows_affected());
    Ok(())
}
