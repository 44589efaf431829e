//! Second factors and their recovery codes.

use chrono::{DateTime, Utc};
use domain::id::UserId;

use crate::StoreError;
use crate::millis::Millis;
use crate::search::count as counted;
use crate::tx::Tx;

/// A second factor as it is stored.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct StoredFactor {
    /// The encrypted secret.
    pub secret: String,
    pub confirmed: bool,
}

/// The second factor of a user, confirmed or not.
pub async fn find(tx: &mut Tx, user_id: &UserId) -> Result<Option<StoredFactor>, StoreError> {
    const SQL: &str = "SELECT secret, confirmed_on IS NOT NULL AS confirmed FROM second_factor WHERE user_id = $1";
    Ok(on_tx!(tx, |conn| sqlx::query_as(SQL).bind(&user_id.0).fetch_optional(conn).await?))
}

/// Stores a factor that is not confirmed yet, in place of an earlier such one; `false` when the user has a confirmed one.
pub async fn insert(tx: &mut Tx, user_id: &UserId, secret: &str, now: DateTime<Utc>) -> Result<bool, StoreError> {
    const SQL: &str = "
        INSERT INTO second_factor (user_id, secret, last_step, created_on, confirmed_on)
        VALUES ($1, $2, 0, $3, NULL)
        ON CONFLICT (user_id) DO UPDATE
        SET secret = excluded.secret, created_on = excluded.created_on
        WHERE second_factor.confirmed_on IS NULL";
    let stored = on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&user_id.0)
        .bind(secret)
        .bind(Millis::from(now))
        .execute(conn)
        .await?
        .rows_affected());
    Ok(stored == 1)
}

/// Confirms a factor with the step of its first code; `false` when it was replaced or confirmed meanwhile.
pub async fn update_confirmed(
    tx: &mut Tx,
    user_id: &UserId,
    secret: &str,
    step: i64,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    const SQL: &str = "
        UPDATE second_factor
        SET confirmed_on = $4, last_step = $3
        WHERE user_id = $1 AND secret = $2 AND confirmed_on IS NULL";
    let confirmed = on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&user_id.0)
        .bind(secret)
        .bind(step)
        .bind(Millis::from(now))
        .execute(conn)
        .await?
        .rows_affected());
    Ok(confirmed == 1)
}

/// Spends the code of a step; `false` when this one or a later one was spent before, on any node.
pub async fn update_step(tx: &mut Tx, user_id: &UserId, step: i64) -> Result<bool, StoreError> {
    const SQL: &str = "
        UPDATE second_factor
        SET last_step = $2
        WHERE user_id = $1 AND last_step < $2 AND confirmed_on IS NOT NULL";
    let spent = on_tx!(tx, |conn| sqlx::query(SQL).bind(&user_id.0).bind(step).execute(conn).await?.rows_affected());
    Ok(spent == 1)
}

/// Deletes a user's confirmed factor with its recovery codes; `false` when there is none.
pub async fn delete(tx: &mut Tx, user_id: &UserId) -> Result<bool, StoreError> {
    const SQL: &str = "DELETE FROM second_factor WHERE user_id = $1 AND confirmed_on IS NOT NULL";
    delete_recovery_codes(tx, user_id).await?;
    let deleted = on_tx!(tx, |conn| sqlx::query(SQL).bind(&user_id.0).execute(conn).await?.rows_affected());
    Ok(deleted == 1)
}

/// Inserts the hash of a recovery code.
pub async fn insert_recovery_code(tx: &mut Tx, user_id: &UserId, hash: &str) -> Result<(), StoreError> {
    const SQL: &str = "INSERT INTO recovery_code (user_id, hash) VALUES ($1, $2) ON CONFLICT DO NOTHING";
    on_tx!(tx, |conn| sqlx::query(SQL).bind(&user_id.0).bind(hash).execute(conn).await?.rows_affected());
    Ok(())
}

/// Spends a recovery code; `false` when the user has no such code.
pub async fn delete_recovery_code(tx: &mut Tx, user_id: &UserId, hash: &str) -> Result<bool, StoreError> {
    const SQL: &str = "DELETE FROM recovery_code WHERE user_id = $1 AND hash = $2";
    let spent = on_tx!(tx, |conn| sqlx::query(SQL).bind(&user_id.0).bind(hash).execute(conn).await?.rows_affected());
    Ok(spent == 1)
}

/// Deletes all recovery codes of a user.
pub async fn delete_recovery_codes(tx: &mut Tx, user_id: &UserId) -> Result<(), StoreError> {
    const SQL: &str = "DELETE FROM recovery_code WHERE user_id = $1";
    on_tx!(tx, |conn| sqlx::query(SQL).bind(&user_id.0).execute(conn).await?.rows_affected());
    Ok(())
}

/// The number of a user's unspent recovery codes.
pub async fn count_recovery_codes(tx: &mut Tx, user_id: &UserId) -> Result<u64, StoreError> {
    const SQL: &str = "SELECT COUNT(*) FROM recovery_code WHERE user_id = $1";
    Ok(counted(on_tx!(tx, |conn| sqlx::query_scalar(SQL).bind(&user_id.0).fetch_one(conn).await?)))
}
