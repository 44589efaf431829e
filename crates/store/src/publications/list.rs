//! Lists of publications.

use domain::id::ManualId;
use domain::page::{Page, PageRequest};
use domain::publication::{ManualPublication, PublicationState};

use super::{PublicationRow, publication_columns, publication_joins};
use crate::StoreError;
use crate::search::{page, signed};
use crate::tx::Tx;

/// Which publications of a manual are listed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct PublicationFilter {
    pub state: Option<PublicationState>,
    /// Those that only people who work on the manual see, too.
    pub with_internal: bool,
}

/// The condition of a filter; the parameters are the manual, the state and whether internal ones are listed.
macro_rules! matches_filter {
    () => {
        "WHERE p.manual_id = $1 AND ($2 = '' OR p.state = $2)
        AND ($3 OR p.state IN ('approved', 'superseded') OR (p.state = 'withdrawn' AND p.approved_on IS NOT NULL))
        AND "
    };
}

/// A page of the publications of a manual, the newest first.
pub async fn list(
    tx: &mut Tx,
    manual: &ManualId,
    filter: PublicationFilter,
    request: PageRequest,
) -> Result<Page<ManualPublication>, StoreError> {
    const COUNT: &str = concat!(
        "SELECT COUNT(*)",
        publication_joins!(),
        matches_filter!(),
        is_readable!("c.name_folded", "m.name_folded", "$4")
    );
    const LIST: &str = concat!(
        "SELECT ",
        publication_columns!(),
        publication_joins!(),
        matches_filter!(),
        is_readable!("c.name_folded", "m.name_folded", "$4"),
        "ORDER BY p.number DESC
        LIMIT $5 OFFSET $6"
    );
    let state = filter.state.map_or("", PublicationState::as_str);
    let keys = tx.readable_keys();
    let total: i64 = on_tx!(tx, |conn| sqlx::query_scalar(COUNT)
        .bind(&manual.0)
        .bind(state)
        .bind(filter.with_internal)
        .bind(keys.clone())
        .fetch_one(conn)
        .await?);
    let rows: Vec<PublicationRow> = on_tx!(tx, |conn| sqlx::query_as(LIST)
        .bind(&manual.0)
        .bind(state)
        .bind(filter.with_internal)
        .bind(keys)
        .bind(i64::from(request.size()))
        .bind(request.offset())
        .fetch_all(conn)
        .await?);
    let items = rows.into_iter().map(PublicationRow::into_publication).collect::<Result<_, _>>()?;
    Ok(page(items, total, request))
}

/// Up to `limit` publications of a manual with a lower number that were approved and not withdrawn, the newest first.
pub async fn list_approved_before(
    tx: &mut Tx,
    manual: &ManualId,
    number: u64,
    limit: u64,
) -> Result<Vec<ManualPublication>, StoreError> {
    const SQL: &str = concat!(
        "SELECT ",
        publication_columns!(),
        publication_joins!(),
        "WHERE p.manual_id = $1 AND p.number < $2 AND p.state IN ('approved', 'superseded') AND ",
        is_readable!("c.name_folded", "m.name_folded", "$3"),
        "ORDER BY p.number DESC
        LIMIT $4"
    );
    let keys = tx.readable_keys();
    let rows: Vec<PublicationRow> = on_tx!(tx, |conn| sqlx::query_as(SQL)
        .bind(&manual.0)
        .bind(signed(number))
        .bind(keys)
        .bind(signed(limit))
        .fetch_all(conn)
        .await?);
    rows.into_iter().map(PublicationRow::into_publication).collect()
}
