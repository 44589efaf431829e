//! Recent visits.

use chrono::{DateTime, Utc};
use domain::id::UserId;
use domain::page::{Page, PageRequest};
use domain::text::fold;
use domain::version::FileStatus;
use domain::workspace::{Location, RecentVisit};

use super::{FoundLocation, LocationRow, bind_location, location_columns, location_joins, location_status};
use crate::StoreError;
use crate::files::shown;
use crate::millis::Millis;
use crate::search::{containing, count_own, page, signed};
use crate::tx::Tx;

const TABLE: &str = "recent_visit";

#[derive(sqlx::FromRow)]
struct RecentRow {
    #[sqlx(flatten)]
    location: LocationRow,
    visited_on: Millis,
}

impl RecentRow {
    fn into_visit(self) -> Result<RecentVisit, StoreError> {
        let FoundLocation { location, status, available } = self.location.into_location(TABLE)?;
        Ok(RecentVisit { location, status, visited_on: self.visited_on.read(TABLE, "visited_on")?, available })
    }
}

/// Stores a visit; a repeated visit updates its time.
pub async fn upsert_recent(
    tx: &mut Tx,
    user: &UserId,
    location: &Location,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    const SQL: &str = "
        INSERT INTO recent_visit (
            user_id, path, path_folded, kind, csdb_name, csdb_folded, manual_name, manual_folded, key_folded, code,
            title, lane, snapshot_id, search_folded, visited_on)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
        ON CONFLICT (user_id, path_folded) DO UPDATE
        SET path = excluded.path, kind = excluded.kind, csdb_name = excluded.csdb_name,
            manual_name = excluded.manual_name, code = excluded.code, title = excluded.title, lane = excluded.lane,
            snapshot_id = excluded.snapshot_id, search_folded = excluded.search_folded,
            visited_on = excluded.visited_on";
    on_tx!(tx, |conn| {
        let query = sqlx::query(SQL).bind(&user.0).bind(&location.path).bind(fold(&location.path));
        bind_location!(query, location).bind(Millis::from(now)).execute(conn).await?.rows_affected()
    });
    Ok(())
}

/// Deletes a user's visits except the newest `keep`.
pub async fn delete_oldest(tx: &mut Tx, user: &UserId, keep: u64) -> Result<(), StoreError> {
    const SQL: &str = "
        DELETE FROM recent_visit
        WHERE user_id = $1
        AND path_folded IN (
            SELECT path_folded
            FROM recent_visit
            WHERE user_id = $1
            ORDER BY visited_on DESC, path_folded
            LIMIT 1000 OFFSET $2)";
    on_tx!(tx, |conn| sqlx::query(SQL).bind(&user.0).bind(signed(keep)).execute(conn).await?.rows_affected());
    Ok(())
}

macro_rules! visits {
    ($select:expr, $rest:literal) => {
        concat!(
            "SELECT ",
            $select,
            "
            FROM recent_visit p
            ",
            location_joins!(),
            "WHERE p.user_id = $1 AND ($2 = '' OR p.search_folded LIKE $2 ESCAPE '!') AND ",
            is_readable!("p.csdb_folded", "p.manual_folded", "$3"),
            "AND ($4 = '' OR ",
            location_status!(),
            " = $4)
            ",
            $rest
        )
    };
}

/// Which visits are listed.
#[derive(Debug, Clone, Copy, Default)]
pub struct RecentFilter<'a> {
    /// A part of path, code or title, ignoring case; empty matches all.
    pub text: &'a str,
    pub status: Option<FileStatus>,
}

/// The visits of a user that match `filter`, newest first.
pub async fn list_recent(
    tx: &mut Tx,
    user: &UserId,
    filter: RecentFilter<'_>,
    request: PageRequest,
) -> Result<Page<RecentVisit>, StoreError> {
    const COUNT: &str = visits!("COUNT(*)", "");
    const SQL: &str = visits!(
        concat!(location_columns!(), ", p.visited_on"),
        "ORDER BY p.visited_on DESC, p.path_folded
        LIMIT $5 OFFSET $6"
    );
    let text = containing(filter.text);
    let status = filter.status.map_or("", FileStatus::as_str);
    let keys = tx.readable_keys();
    let total: i64 = on_tx!(tx, |conn| sqlx::query_scalar(COUNT)
        .bind(&user.0)
        .bind(&text)
        .bind(keys.clone())
        .bind(status)
        .fetch_one(conn)
        .await?);
    let rows: Vec<RecentRow> = on_tx!(tx, |conn| sqlx::query_as(SQL)
        .bind(&user.0)
        .bind(&text)
        .bind(keys)
        .bind(status)
        .bind(i64::from(request.size()))
        .bind(request.offset())
        .fetch_all(conn)
        .await?);
    let visits = rows.into_iter().map(RecentRow::into_visit).collect::<Result<_, _>>()?;
    Ok(page(visits, total, request))
}

/// The number of a user's stored visits.
pub async fn count_recent(tx: &mut Tx, user: &UserId) -> Result<u64, StoreError> {
    const SQL: &str = concat!(
        "SELECT COUNT(*) FROM recent_visit WHERE user_id = $1 AND ",
        is_readable!("csdb_folded", "manual_folded", "$2")
    );
    count_own(tx, SQL, user).await
}
