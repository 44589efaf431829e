//! Check-outs: exclusive edit locks on objects.

use chrono::{DateTime, Utc};
use domain::id::{ObjectId, UserId};
use domain::object::ObjectKind;
use domain::page::{Page, PageRequest};
use domain::version::VersionMetadata;
use domain::workspace::{Checkout, Location, LocationKind};

use crate::StoreError;
use crate::millis::Millis;
use crate::search::{OwnList, count, own_page};
use crate::tx::Tx;

/// The result of a check-out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CheckoutResult {
    Now,
    /// The same user had already checked it out.
    Already,
    /// Checked out by the user with this account.
    By(String),
}

/// Checks an object out for a user, unless another user holds it. Repeating it is not an error.
pub async fn take(
    tx: &mut Tx,
    object: ObjectId,
    user: &UserId,
    now: DateTime<Utc>,
) -> Result<CheckoutResult, StoreError> {
    const TAKE: &str = "
        INSERT INTO checkout (object_id, user_id, taken_on)
        VALUES ($1, $2, $3)
        ON CONFLICT DO NOTHING";
    const HOLDER: &str = "
        SELECT u.id, u.account
        FROM checkout k
        JOIN user_account u ON u.id = k.user_id
        WHERE k.object_id = $1";
    loop {
        let taken = on_tx!(tx, |conn| sqlx::query(TAKE)
            .bind(object.0)
            .bind(&user.0)
            .bind(Millis::from(now))
            .execute(conn)
            .await?
            .rows_affected());
        if taken == 1 {
            return Ok(CheckoutResult::Now);
        }
        let found: Option<(String, String)> =
            on_tx!(tx, |conn| sqlx::query_as(HOLDER).bind(object.0).fetch_optional(conn).await?);
        // The holder may have checked it in between the two queries; then there is no holder.
        if let Some((holder, account)) = found {
            return Ok(if holder == user.0 { CheckoutResult::Already } else { CheckoutResult::By(account) });
        }
    }
}

/// Checks an object in; `false` when this user did not hold it.
pub async fn release(tx: &mut Tx, object: ObjectId, user: &UserId) -> Result<bool, StoreError> {
    const SQL: &str = "DELETE FROM checkout WHERE object_id = $1 AND user_id = $2";
    Ok(on_tx!(tx, |conn| sqlx::query(SQL).bind(object.0).bind(&user.0).execute(conn).await?.rows_affected()) == 1)
}

#[derive(sqlx::FromRow)]
struct CheckoutRow {
    kind: String,
    key: String,
    key_folded: String,
    code: String,
    csdb_name: String,
    manual_name: Option<String>,
    tech_name: Option<String>,
    info_name: Option<String>,
    available: bool,
    taken_on: Millis,
}

impl CheckoutRow {
    fn into_checked_out(self) -> Result<Checkout, StoreError> {
        let unreadable = StoreError::Unreadable { table: "object", column: "kind" };
        let metadata = VersionMetadata {
            tech_name: self.tech_name.unwrap_or_default(),
            info_name: self.info_name.unwrap_or_default(),
            ..VersionMetadata::default()
        };
        let location = Location {
            path: domain::path::of_object(&self.csdb_name, self.manual_name.as_deref(), &self.key),
            kind: LocationKind::Object(ObjectKind::parse(&self.kind).ok_or(unreadable)?),
            csdb_name: self.csdb_name,
            manual_name: self.manual_name.unwrap_or_default(),
            key_folded: self.key_folded,
            code: self.code,
            title: metadata.title(),
            lane: None,
            revision: None,
        };
        Ok(Checkout { location, since: self.taken_on.read("checkout", "taken_on")?, available: self.available })
    }
}

macro_rules! held {
    ($select:literal, $rest:literal) => {
        concat!(
            "SELECT ",
            $select,
            "
            FROM checkout k
            JOIN object o ON o.id = k.object_id
            JOIN csdb c ON c.id = o.csdb_id
            LEFT JOIN manual m ON m.id = o.manual_id
            LEFT JOIN snapshot s ON s.id = m.working_snapshot_id
            LEFT JOIN lane_entry e ON e.object_id = o.id AND ",
            is_in_snapshot!(),
            "            LEFT JOIN version v ON v.id = e.version_id
            WHERE k.user_id = $1
            AND ($2 = '' OR o.key_folded LIKE $2 ESCAPE '!' OR v.title_folded LIKE $2 ESCAPE '!')
            ",
            $rest
        )
    };
}

/// A user's checked-out objects whose name or title contains `text`, newest first.
pub async fn list(tx: &mut Tx, user: &UserId, text: &str, request: PageRequest) -> Result<Page<Checkout>, StoreError> {
    const COUNT: &str = held!("COUNT(*)", "");
    const SQL: &str = held!(
        "o.kind, o.key, o.key_folded, o.code, c.name AS csdb_name, m.name AS manual_name, v.tech_name, v.info_name,
            (c.deleted_on IS NULL AND m.deleted_on IS NULL AND o.deleted_on IS NULL) AS available, k.taken_on",
        "ORDER BY k.taken_on DESC, o.id
        LIMIT $3 OFFSET $4"
    );
    own_page(tx, OwnList { count: COUNT, list: SQL }, user, text, request, CheckoutRow::into_checked_out).await
}

/// The number of objects a user has checked out.
pub async fn count_held(tx: &mut Tx, user: &UserId) -> Result<u64, StoreError> {
    const SQL: &str = "SELECT COUNT(*) FROM checkout WHERE user_id = $1";
    Ok(count(on_tx!(tx, |conn| sqlx::query_scalar(SQL).bind(&user.0).fetch_one(conn).await?)))
}
