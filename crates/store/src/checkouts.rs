//! Check-outs: exclusive edit locks on objects.

use chrono::{DateTime, Utc};
use domain::id::{ObjectId, UserId, VersionId};
use domain::object::ObjectKind;
use domain::page::{Page, PageRequest};
use domain::version::{FileStatus, VersionMetadata};
use domain::workspace::{Checkout, Location, LocationKind};

use crate::StoreError;
use crate::millis::Millis;
use crate::search::{containing, count, count_own, page};
use crate::trash::TrashTarget;
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

/// Keeps a check-out as it is until the end of the transaction: whoever ends it waits. `false` when this user does not hold
/// the object.
pub async fn keep(tx: &mut Tx, object: ObjectId, user: &UserId) -> Result<bool, StoreError> {
    const SQL: &str = "UPDATE checkout SET user_id = user_id WHERE object_id = $1 AND user_id = $2";
    Ok(on_tx!(tx, |conn| sqlx::query(SQL).bind(object.0).bind(&user.0).execute(conn).await?.rows_affected()) == 1)
}

/// Checks an object in; `false` when this user did not hold it.
pub async fn release(tx: &mut Tx, object: ObjectId, user: &UserId) -> Result<bool, StoreError> {
    const SQL: &str = "DELETE FROM checkout WHERE object_id = $1 AND user_id = $2";
    Ok(on_tx!(tx, |conn| sqlx::query(SQL).bind(object.0).bind(&user.0).execute(conn).await?.rows_affected()) == 1)
}

/// A check-out whose holder is to be reminded of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OldCheckout {
    pub path: String,
    pub user: UserId,
    pub since: DateTime<Utc>,
}

/// Gives the check-outs from before a moment whose holders were not reminded since that moment, and marks them as
/// reminded. Files in the trash are left out.
pub async fn take_old(tx: &mut Tx, before: DateTime<Utc>, now: DateTime<Utc>) -> Result<Vec<OldCheckout>, StoreError> {
    const OLD: &str = "
        SELECT k.object_id, k.user_id, k.taken_on, c.name, m.name, o.key
        FROM checkout k
        JOIN object o ON o.id = k.object_id
        JOIN csdb c ON c.id = o.csdb_id
        LEFT JOIN manual m ON m.id = o.manual_id
        WHERE k.taken_on < $1 AND (k.reminded_on IS NULL OR k.reminded_on < $1)
        AND c.deleted_on IS NULL AND m.deleted_on IS NULL AND o.deleted_on IS NULL
        ORDER BY k.taken_on, k.object_id";
    const MARK: &str = "
        UPDATE checkout
        SET reminded_on = $3
        WHERE object_id = $1 AND taken_on < $2 AND (reminded_on IS NULL OR reminded_on < $2)";
    type Row = (i64, String, Millis, String, Option<String>, String);
    let rows: Vec<Row> = on_tx!(tx, |conn| sqlx::query_as(OLD).bind(Millis::from(before)).fetch_all(conn).await?);
    let mut taken = Vec::new();
    for (object, user, since, csdb, manual, key) in rows {
        let marked = on_tx!(tx, |conn| sqlx::query(MARK)
            .bind(object)
            .bind(Millis::from(before))
            .bind(Millis::from(now))
            .execute(conn)
            .await?
            .rows_affected());
        // Another node may have been faster.
        if marked == 1 {
            let path = domain::path::of_object(&csdb, manual.as_deref(), &key);
            taken.push(OldCheckout { path, user: UserId(user), since: since.read("checkout", "taken_on")? });
        }
    }
    Ok(taken)
}

/// A checked-out object and its holder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HeldObject {
    pub path: String,
    pub account: String,
    pub since: DateTime<Utc>,
}

/// The check-outs of all users, newest first, without those of objects in the trash.
pub async fn list_all(tx: &mut Tx, limit: u32) -> Result<Vec<HeldObject>, StoreError> {
    const SQL: &str = concat!(
        "SELECT c.name, m.name, o.key, u.account, k.taken_on
        FROM checkout k
        JOIN user_account u ON u.id = k.user_id
        JOIN object o ON o.id = k.object_id
        JOIN csdb c ON c.id = o.csdb_id
        LEFT JOIN manual m ON m.id = o.manual_id
        WHERE c.deleted_on IS NULL AND m.deleted_on IS NULL AND o.deleted_on IS NULL AND ",
        is_readable!("c.name_folded", "COALESCE(m.name_folded, '')", "$1"),
        "ORDER BY k.taken_on DESC, o.id
        LIMIT $2"
    );
    type Row = (String, Option<String>, String, String, Millis);
    let keys = tx.readable_keys();
    let rows: Vec<Row> =
        on_tx!(tx, |conn| sqlx::query_as(SQL).bind(keys).bind(i64::from(limit)).fetch_all(conn).await?);
    let read = |(csdb, manual, key, account, since): Row| -> Result<HeldObject, StoreError> {
        let path = domain::path::of_object(&csdb, manual.as_deref(), &key);
        Ok(HeldObject { path, account, since: since.read("checkout", "taken_on")? })
    };
    rows.into_iter().map(read).collect()
}

/// The accounts that have checked out files of a database or a manual, each with their number. Left out are files in
/// the trash and those that `but` holds.
pub async fn count_by_holder(
    tx: &mut Tx,
    place: &TrashTarget,
    but: Option<&UserId>,
) -> Result<Vec<(String, u64)>, StoreError> {
    const SQL: &str = "
        SELECT u.account, COUNT(*)
        FROM checkout k
        JOIN user_account u ON u.id = k.user_id
        JOIN object o ON o.id = k.object_id
        LEFT JOIN manual m ON m.id = o.manual_id
        WHERE (o.csdb_id = $1 OR o.manual_id = $1) AND k.user_id <> $2
        AND m.deleted_on IS NULL AND o.deleted_on IS NULL
        GROUP BY u.account
        ORDER BY u.account";
    let but = but.map_or("", |user| user.0.as_str());
    let rows: Vec<(String, i64)> =
        on_tx!(tx, |conn| sqlx::query_as(SQL).bind(place.id()).bind(but).fetch_all(conn).await?);
    Ok(rows.into_iter().map(|(account, held)| (account, count(held))).collect())
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
    status: Option<String>,
    version_id: Option<i64>,
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
        let status = self.status.map(|word| {
            FileStatus::parse(&word).ok_or(StoreError::Unreadable { table: "lane_entry", column: "status" })
        });
        let since = self.taken_on.read("checkout", "taken_on")?;
        let version = self.version_id.map(VersionId);
        Ok(Checkout { location, status: status.transpose()?, version, since, available: self.available })
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
            AND ($4 = '' OR e.status = $4)
            AND ",
            is_readable!("c.name_folded", "COALESCE(m.name_folded, '')", "$3"),
            $rest
        )
    };
}

/// Which checked-out objects are listed.
#[derive(Debug, Clone, Copy, Default)]
pub struct CheckoutFilter<'a> {
    /// A part of the name or the title.
    pub text: &'a str,
    pub status: Option<FileStatus>,
}

/// A user's checked-out objects, newest first.
pub async fn list(
    tx: &mut Tx,
    user: &UserId,
    filter: CheckoutFilter<'_>,
    request: PageRequest,
) -> Result<Page<Checkout>, StoreError> {
    const COUNT: &str = held!("COUNT(*)", "");
    const SQL: &str = held!(
        "o.kind, o.key, o.key_folded, o.code, c.name AS csdb_name, m.name AS manual_name, v.tech_name, v.info_name,
            (c.deleted_on IS NULL AND m.deleted_on IS NULL AND o.deleted_on IS NULL) AS available, e.status, e.version_id,
            k.taken_on",
        "ORDER BY k.taken_on DESC, o.id
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
    let rows: Vec<CheckoutRow> = on_tx!(tx, |conn| sqlx::query_as(SQL)
        .bind(&user.0)
        .bind(&text)
        .bind(keys)
        .bind(status)
        .bind(i64::from(request.size()))
        .bind(request.offset())
        .fetch_all(conn)
        .await?);
    let rows = rows.into_iter().map(CheckoutRow::into_checked_out).collect::<Result<_, _>>()?;
    Ok(page(rows, total, request))
}

/// The number of objects a user has checked out.
pub async fn count_held(tx: &mut Tx, user: &UserId) -> Result<u64, StoreError> {
    const SQL: &str = concat!(
        "SELECT COUNT(*)
        FROM checkout k
        JOIN object o ON o.id = k.object_id
        JOIN csdb c ON c.id = o.csdb_id
        LEFT JOIN manual m ON m.id = o.manual_id
        WHERE k.user_id = $1 AND ",
        is_readable!("c.name_folded", "COALESCE(m.name_folded, '')", "$2")
    );
    count_own(tx, SQL, user).await
}
