//! Recent visits.

use chrono::{DateTime, Utc};
use domain::id::UserId;
use domain::page::{Page, PageRequest};
use domain::text::fold;
use domain::workspace::{Location, RecentVisit};

use super::{LocationRow, bind_location, location_columns, location_joins};
use crate::StoreError;
use crate::millis::Millis;
use crate::search::{OwnList, count_own, own_page, signed};
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
        let (location, available) = self.location.into_location(TABLE)?;
        Ok(RecentVisit { location, visited_on: self.visited_on.read(TABLE, "visited_on")?, available })
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

/// A user's visits whose path, code or title contains `text`, newest first.
pub async fn list_recent(
    tx: &mut Tx,
    user: &UserId,
    text: &str,
    request: PageRequest,
) -> Result<Page<RecentVisit>, StoreError> {
    const COUNT: &str = concat!(
        "SELECT COUNT(*)
        FROM recent_visit
        WHERE user_id = $1 AND ($2 = '' OR search_folded LIKE $2 ESCAPE '!') AND ",
        is_readable!("csdb_folded", "manual_folded", "$3")
    );
    const SQL: &str = concat!(
        "SELECT ",
        location_columns!(),
        ", p.visited_on
        FROM recent_visit p
        ",
        location_joins!(),
        "WHERE p.user_id = $1 AND ($2 = '' OR p.search_folded LIKE $2 ESCAPE '!') AND ",
        is_readable!("p.csdb_folded", "p.manual_folded", "$3"),
        "ORDER BY p.visited_on DESC, p.path_folded
        LIMIT $4 OFFSET $5"
    );
    own_page(tx, OwnList { count: COUNT, list: SQL }, user, text, request, RecentRow::into_visit).await
}

/// The number of a user's stored visits.
pub async fn count_recent(tx: &mut Tx, user: &UserId) -> Result<u64, StoreError> {
    const SQL: &str = concat!(
        "SELECT COUNT(*) FROM recent_visit WHERE user_id = $1 AND ",
        is_readable!("csdb_folded", "manual_folded", "$2")
    );
    count_own(tx, SQL, user).await
}
