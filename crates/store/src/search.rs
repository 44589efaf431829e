//! Shared parts of list queries: search patterns, order and pages.

use domain::id::UserId;
use domain::page::{Order, Page, PageRequest};
use domain::text::fold;

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wildcards_of_like_are_escaped() {
        assert_eq!(containing(" 100%_A!\\ "), "%100!%!_a!!\\%");
        assert_eq!(containing("  "), "");
    }
}
