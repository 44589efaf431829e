//! Shared parts of list queries: search patterns, order and pages.

use domain::id::UserId;
use domain::page::{Order, Page, PageRequest};
use domain::text::fold;
use sqlx::FromRow;
use sqlx::postgres::PgRow;
use sqlx::sqlite::SqliteRow;

use crate::StoreError;
use crate::tx::Tx;

/// Keeps each statement below the parameter limits of both engines.
pub(crate) const ROWS_PER_STATEMENT: usize = 500;

/// Statements for full batches are reused, so they stay prepared. Odd sizes occur once, and a prepared statement takes
/// as much memory as its rows.
pub(crate) fn is_reused(rows: usize) -> bool {
    rows == ROWS_PER_STATEMENT
}

/// A `LIKE` pattern, for use with `ESCAPE '!'`, that matches `text` anywhere in a folded column. Empty for an empty
/// text.
pub(crate) fn containing(text: &str) -> String {
    let text = fold(text.trim());
    if text.is_empty() {
        return text;
    }
    let mut pattern = String::with_capacity(text.len() + 2);
    pattern.push('%');
    for c in text.chars() {
        if matches!(c, '%' | '_' | '!') {
            pattern.push('!');
        }
        pattern.push(c);
    }
    pattern.push('%');
    pattern
}

/// The SQL keyword of a sort direction.
pub(crate) fn direction(order: Order) -> &'static str {
    match order {
        Order::Ascending => "ASC",
        Order::Descending => "DESC",
    }
}

/// Converts a count from the database, which is never negative.
pub(crate) fn count(total: i64) -> u64 {
    total.unsigned_abs()
}

/// Converts a count for the database.
pub(crate) fn signed(count: u64) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

/// Builds a page.
pub(crate) fn page<T>(items: Vec<T>, total: i64, request: PageRequest) -> Page<T> {
    Page { items, total: count(total), request }
}

/// Counts the rows of a user that they may see; the statement takes the user and the readable keys.
pub(crate) async fn count_own(tx: &mut Tx, sql: &'static str, user: &UserId) -> Result<u64, StoreError> {
    let keys = tx.readable_keys();
    Ok(count(on_tx!(tx, |conn| sqlx::query_scalar(sql).bind(&user.0).bind(keys).fetch_one(conn).await?)))
}

/// The SQL of a list that belongs to one user. Both statements take the user, a pattern and the readable keys, the
/// second also limit and offset.
pub(crate) struct OwnList {
    pub(crate) count: &'static str,
    pub(crate) list: &'static str,
}

/// One page of a user's own rows that contain `text`.
pub(crate) async fn own_page<R, T>(
    tx: &mut Tx,
    statements: OwnList,
    user: &UserId,
    text: &str,
    request: PageRequest,
    read: impl Fn(R) -> Result<T, StoreError>,
) -> Result<Page<T>, StoreError>
where
    R: for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Unpin,
{
    let text = containing(text);
    let keys = tx.readable_keys();
    let total: i64 = on_tx!(tx, |conn| sqlx::query_scalar(statements.count)
        .bind(&user.0)
        .bind(&text)
        .bind(keys.clone())
        .fetch_one(conn)
        .await?);
    let rows: Vec<R> = on_tx!(tx, |conn| sqlx::query_as(statements.list)
        .bind(&user.0)
        .bind(&text)
        .bind(keys)
        .bind(i64::from(request.size()))
        .bind(request.offset())
        .fetch_all(conn)
        .await?);
    Ok(page(rows.into_iter().map(read).collect::<Result<_, _>>()?, total, request))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wildcards_of_like_are_escaped() {
        assert_eq!(containing(" 100%_A!\\ "), "%100!%!_a!!\\%");
        assert_eq!(containing("  "), "");
    }
}
