//! Texts of items that are published but apply later.

use chrono::{DateTime, NaiveDate, Utc};
use domain::id::{PolicyItemId, PolicyReferenceId};

use super::source::{ItemSource, SourceFuture};
use crate::StoreError;
use crate::change_requests::{day_text, read_day};
use crate::compliance::keep_items;
use crate::json;
use crate::millis::Millis;
use crate::search::signed;
use crate::tx::Tx;

const TABLE: &str = "policy_item";

/// An item with a text whose day has come, or may have come.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DueItem {
    pub id: PolicyItemId,
    /// No day before this one is still to be noted.
    pub since: NaiveDate,
    /// All of its texts that apply later, also those whose day was noted.
    pub futures: Vec<SourceFuture>,
}

fn futures(source: &str) -> Result<Vec<SourceFuture>, StoreError> {
    if source.is_empty() {
        return Ok(Vec::new());
    }
    Ok(json::read::<ItemSource>(source, TABLE, "source")?.future)
}

/// The texts of an item that apply later.
pub async fn list_futures(tx: &mut Tx, item: &PolicyItemId) -> Result<Vec<SourceFuture>, StoreError> {
    const SQL: &str = "SELECT source FROM policy_item WHERE id = $1";
    let source: Option<String> = on_tx!(tx, |conn| sqlx::query_scalar(SQL).bind(&item.0).fetch_optional(conn).await?);
    futures(&source.unwrap_or_default())
}

/// Some of the items with a text whose day has come, in the order of days.
pub async fn list_due(tx: &mut Tx, today: NaiveDate, limit: u64) -> Result<Vec<DueItem>, StoreError> {
    const SQL: &str = "
        SELECT id, future_on, source
        FROM policy_item
        WHERE future_on IS NOT NULL AND future_on <= $1
        ORDER BY future_on, id
        LIMIT $2";
    let rows: Vec<(String, String, String)> =
        on_tx!(tx, |conn| sqlx::query_as(SQL).bind(day_text(today)).bind(signed(limit)).fetch_all(conn).await?);
    let unreadable = || StoreError::Unreadable { table: TABLE, column: "future_on" };
    let read = |(id, since, source): (String, String, String)| -> Result<DueItem, StoreError> {
        let since = read_day(&since).ok_or_else(unreadable)?;
        Ok(DueItem { id: PolicyItemId(id), since, futures: futures(&source)? })
    };
    rows.into_iter().map(read).collect()
}

/// Notes that the days of an item up to now have come, and the next one to note; `false` when somebody else did so. With
/// `recheck` somebody has to assess the item again.
pub async fn begin_texts(
    tx: &mut Tx,
    due: &DueItem,
    next: Option<NaiveDate>,
    recheck: bool,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    const NEXT: &str = "UPDATE policy_item SET future_on = $3 WHERE id = $1 AND future_on = $2";
    const RECHECK: &str = "
        UPDATE policy_item
        SET recheck_on = $2, updated_on = $2, version = version + 1
        WHERE id = $1";
    let noted = on_tx!(tx, |conn| sqlx::query(NEXT)
        .bind(&due.id.0)
        .bind(day_text(due.since))
        .bind(next.map(day_text))
        .execute(conn)
        .await?
        .rows_affected());
    if noted == 1 && recheck {
        keep_items(tx, std::slice::from_ref(&due.id), now).await?;
        on_tx!(tx, |conn| sqlx::query(RECHECK)
            .bind(&due.id.0)
            .bind(Millis::from(now))
            .execute(conn)
            .await?
            .rows_affected());
    }
    Ok(noted == 1)
}

/// The references of an item that nobody has to check again yet, from the whole item, from the clause at a path or from
/// one below it; all of them for an empty path.
pub async fn list_references_of_path(
    tx: &mut Tx,
    item: &PolicyItemId,
    path: &str,
) -> Result<Vec<PolicyReferenceId>, StoreError> {
    const SQL: &str = "
        SELECT r.id
        FROM policy_reference r
        LEFT JOIN policy_clause c ON c.id = r.policy_clause_id
        WHERE r.policy_item_id = $1 AND r.state = 'current'
        AND (r.policy_clause_id IS NULL OR $2 = '' OR c.path = $2
            OR SUBSTR(c.path, 1, LENGTH($2) + 1) = $2 || '/')
        ORDER BY r.id";
    let rows: Vec<String> = on_tx!(tx, |conn| sqlx::query_scalar(SQL).bind(&item.0).bind(path).fetch_all(conn).await?);
    Ok(rows.into_iter().map(PolicyReferenceId).collect())
}
