//! The pieces that every list shares: search patterns, order and pages.

use domain::page::{Order, Page, PageRequest};
use domain::text::fold;

/// Keeps each statement below the parameter limits of both engines.
pub(crate) const ROWS_PER_STATEMENT: usize = 500;

/// Whether a statement for so many rows is worth keeping prepared: the odd ones come once, and each takes as much memory
/// as its rows.
pub(crate) fn recurs(rows: usize) -> bool {
    rows == ROWS_PER_STATEMENT
}

/// A `LIKE` pattern, for use with `ESCAPE '!'`, that finds `text` anywhere in a
/// folded column. Empty when there is nothing to look for.
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

/// The keyword for one direction.
pub(crate) fn direction(order: Order) -> &'static str {
    match order {
        Order::Ascending => "ASC",
        Order::Descending => "DESC",
    }
}

/// A count as the database gives it; it is never negative.
pub(crate) fn count(total: i64) -> u64 {
    total.unsigned_abs()
}

/// A count as the database takes it.
pub(crate) fn signed(count: u64) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

/// Puts a page together.
pub(crate) fn page<T>(items: Vec<T>, total: i64, request: PageRequest) -> Page<T> {
    Page { items, total: count(total), request }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_like_would_read_as_a_wildcard_is_escaped() {
        assert_eq!(containing(" 100%_A!\\ "), "%100!%!_a!!\\%");
        assert_eq!(containing("  "), "");
    }
}
