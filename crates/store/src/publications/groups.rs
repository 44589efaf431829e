//! Publications of all manuals that concern a person.

use chrono::{DateTime, TimeDelta, Utc};
use domain::access::AccessLevel;
use domain::id::UserId;
use domain::page::{Page, PageRequest};
use domain::publication::{ManualPublication, PublicationGroup};

use super::{PublicationRow, publication_columns, publication_joins};
use crate::StoreError;
use crate::millis::Millis;
use crate::search::count;
use crate::sight::ReadableKeys;
use crate::tx::Tx;

/// The condition of a group; the parameters are its name, the person, and the moment since which approvals are new.
macro_rules! is_in_group {
    () => {
        "WHERE (
            ($1 = 'drafts' AND p.state = 'draft')
            OR ($1 = 'forApproval' AND p.state = 'readyForApprove')
            OR ($1 = 'published' AND p.state = 'approved' AND p.approved_on >= $3)
            OR ($1 = 'toAcknowledge' AND p.state = 'approved'
                AND EXISTS (
                    SELECT 1 FROM publication_request q
                    WHERE q.publication_id = p.id AND q.user_id = $2 AND q.ended_on IS NULL)
                AND NOT EXISTS (
                    SELECT 1 FROM publication_reader r
                    WHERE r.publication_id = p.id AND r.user_id = $2 AND r.acknowledged_on IS NOT NULL)))
        AND "
    };
}

/// The keys of a group that the caller may see; `None` for nothing.
fn keys(tx: &Tx, group: PublicationGroup) -> Option<ReadableKeys> {
    if group.is_internal() {
        return tx.sight().at_least(AccessLevel::Author).map(|sight| ReadableKeys::of(&sight));
    }
    Some(tx.readable_keys())
}

fn since(now: DateTime<Utc>) -> Millis {
    Millis::from(now - TimeDelta::days(PublicationGroup::NEW_DAYS))
}

/// The number of publications of a group.
pub async fn count_group(
    tx: &mut Tx,
    group: PublicationGroup,
    user: &UserId,
    now: DateTime<Utc>,
) -> Result<u64, StoreError> {
    const SQL: &str = concat!(
        "SELECT COUNT(*)",
        publication_joins!(),
        is_in_group!(),
        is_readable!("c.name_folded", "m.name_folded", "$4")
    );
    let Some(keys) = keys(tx, group) else { return Ok(0) };
    let total: i64 = on_tx!(tx, |conn| sqlx::query_scalar(SQL)
        .bind(group.as_str())
        .bind(&user.0)
        .bind(since(now))
        .bind(keys)
        .fetch_one(conn)
        .await?);
    Ok(count(total))
}

/// A page of the publications of a group, those of the last steps first.
pub async fn list_group(
    tx: &mut Tx,
    group: PublicationGroup,
    user: &UserId,
    now: DateTime<Utc>,
    request: PageRequest,
) -> Result<Page<ManualPublication>, StoreError> {
    const SQL: &str = concat!(
        "SELECT ",
        publication_columns!(),
        publication_joins!(),
        is_in_group!(),
        is_readable!("c.name_folded", "m.name_folded", "$4"),
        "ORDER BY COALESCE(p.approved_on, p.created_on) DESC, p.id DESC
        LIMIT $5 OFFSET $6"
    );
    let total = count_group(tx, group, user, now).await?;
    let rows: Vec<PublicationRow> = match keys(tx, group) {
        None => Vec::new(),
        Some(keys) => on_tx!(tx, |conn| sqlx::query_as(SQL)
            .bind(group.as_str())
            .bind(&user.0)
            .bind(since(now))
            .bind(keys)
            .bind(i64::from(request.size()))
            .bind(request.offset())
            .fetch_all(conn)
            .await?),
    };
    let items = rows.into_iter().map(PublicationRow::into_publication).collect::<Result<_, _>>()?;
    Ok(Page { items, total, request })
}
