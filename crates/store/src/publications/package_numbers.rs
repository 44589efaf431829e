//! Numbers of packages.

use crate::StoreError;
use crate::search::count;
use crate::tx::Tx;

/// The number of a package among those of its `scope`, such as a sender and a year.
///
/// The same content has the same number each time, so that a job that is repeated writes the same bytes. Other content
/// has another number.
pub async fn take_package_number(tx: &mut Tx, scope: &str, sha256: &str) -> Result<u64, StoreError> {
    // Takes the row, so that another job with the same content waits until this one is done.
    const LOCK: &str = "
        INSERT INTO package_counter (scope, last_number)
        VALUES ($1, 0)
        ON CONFLICT (scope) DO UPDATE
        SET last_number = package_counter.last_number";
    const FIND: &str = "SELECT number FROM package_number WHERE scope = $1 AND sha256 = $2";
    const NEXT: &str = "
        UPDATE package_counter
        SET last_number = last_number + 1
        WHERE scope = $1
        RETURNING last_number";
    const INSERT: &str = "INSERT INTO package_number (scope, sha256, number) VALUES ($1, $2, $3)";
    on_tx!(tx, |conn| sqlx::query(LOCK).bind(scope).execute(conn).await?.rows_affected());
    let found: Option<i64> =
        on_tx!(tx, |conn| sqlx::query_scalar(FIND).bind(scope).bind(sha256).fetch_optional(conn).await?);
    if let Some(found) = found {
        return Ok(count(found));
    }
    let next: i64 = on_tx!(tx, |conn| sqlx::query_scalar(NEXT).bind(scope).fetch_one(conn).await?);
    on_tx!(tx, |conn| sqlx::query(INSERT).bind(scope).bind(sha256).bind(next).execute(conn).await?.rows_affected());
    Ok(count(next))
}
