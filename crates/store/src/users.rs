//! User accounts.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use domain::id::UserId;
use domain::page::{Order, Page, PageRequest};
use domain::permission::Role;
use domain::text::fold;
use domain::user::{Account, Email, Preferences, User, UserStatus};
use sqlx::{AssertSqlSafe, QueryBuilder};

use crate::StoreError;
use crate::json::{self, StoredPreferences};
use crate::millis::Millis;
use crate::search::{ROWS_PER_STATEMENT, containing, count as counted, direction, is_reused, page};
use crate::tx::{DriverTx, Tx};

const TABLE: &str = "user_account";

/// Filter and order of a user list.
#[derive(Debug, Clone)]
pub struct UserFilter {
    /// Part of the account, the e-mail address or the name, ignoring case; empty matches all.
    pub text: String,
    pub role: Option<Role>,
    pub status: Option<UserStatus>,
    pub sort: UserSort,
    pub order: Order,
}

/// Sort column of a user list; ties are sorted by account.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UserSort {
    Account,
    Email,
    Role,
    Status,
    CreatedOn,
    LastSignInOn,
}

impl UserSort {
    fn expression(self) -> &'static str {
        match self {
            Self::Account => "account_folded",
            Self::Email => "email_folded",
            Self::Role => "role",
            Self::Status => "status",
            Self::CreatedOn => "created_on",
            // The engines sort NULL differently; "never" sorts before every date.
            Self::LastSignInOn => "COALESCE(last_sign_in_on, -1)",
        }
    }
}

macro_rules! columns {
    () => {
        "user_account.id, account, email, display_name, role, status, must_change_password, preferences,
         user_account.created_on, updated_on, last_sign_in_on, version, guest_until, is_auditor,
         (SELECT second_factor.confirmed_on FROM second_factor WHERE second_factor.user_id = user_account.id)
            AS second_factor_on"
    };
}
pub(crate) use columns;

#[derive(sqlx::FromRow)]
pub(crate) struct UserRow {
    id: String,
    account: String,
    email: String,
    display_name: String,
    role: String,
    status: String,
    must_change_password: bool,
    preferences: String,
    created_on: Millis,
    updated_on: Millis,
    last_sign_in_on: Option<Millis>,
    version: i64,
    second_factor_on: Option<Millis>,
    guest_until: Option<Millis>,
    is_auditor: bool,
}

impl UserRow {
    pub(crate) fn into_user(self) -> Result<User, StoreError> {
        let unreadable = |column| StoreError::Unreadable { table: TABLE, column };
        Ok(User {
            id: UserId(self.id),
            account: Account::parse(&self.account).map_err(|_| unreadable("account"))?,
            email: Email::parse(&self.email).map_err(|_| unreadable("email"))?,
            display_name: self.display_name,
            role: Role::parse(&self.role).ok_or_else(|| unreadable("role"))?,
            status: UserStatus::parse(&self.status).ok_or_else(|| unreadable("status"))?,
            must_change_password: self.must_change_password,
            preferences: json::read::<StoredPreferences>(&self.preferences, TABLE, "preferences")?.into_preferences(),
            created_on: self.created_on.read(TABLE, "created_on")?,
            updated_on: self.updated_on.read(TABLE, "updated_on")?,
            last_sign_in_on: self.last_sign_in_on.map(|time| time.read(TABLE, "last_sign_in_on")).transpose()?,
            version: self.version,
            second_factor_on: self
                .second_factor_on
                .map(|time| time.read("second_factor", "confirmed_on"))
                .transpose()?,
            guest_until: self.guest_until.map(|time| time.read(TABLE, "guest_until")).transpose()?,
            is_auditor: self.is_auditor,
        })
    }
}

/// The account with this id.
pub async fn find(tx: &mut Tx, id: &UserId) -> Result<Option<User>, StoreError> {
    const SQL: &str = concat!("SELECT ", columns!(), " FROM user_account WHERE id = $1");
    let row: Option<UserRow> = on_tx!(tx, |conn| sqlx::query_as(SQL).bind(&id.0).fetch_optional(conn).await?);
    row.map(UserRow::into_user).transpose()
}

/// Finds a user by account, ignoring case.
pub async fn find_by_account(tx: &mut Tx, account: &Account) -> Result<Option<User>, StoreError> {
    const SQL: &str = concat!("SELECT ", columns!(), " FROM user_account WHERE account_folded = $1");
    let row: Option<UserRow> =
        on_tx!(tx, |conn| sqlx::query_as(SQL).bind(account.folded()).fetch_optional(conn).await?);
    row.map(UserRow::into_user).transpose()
}

/// The id of a user with the account as it is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedUser {
    pub id: UserId,
    pub account: String,
}

/// The users with these folded accounts, by folded account; accounts that do not exist are left out.
pub async fn list_by_accounts(tx: &mut Tx, accounts: &[String]) -> Result<HashMap<String, NamedUser>, StoreError> {
    const SQL: &str = "SELECT account_folded, id, account FROM user_account WHERE account_folded IN (";
    let mut found = HashMap::new();
    for some in accounts.chunks(ROWS_PER_STATEMENT) {
        let rows: Vec<(String, String, String)> = on_tx!(tx, |conn| {
            let mut query = QueryBuilder::new(SQL);
            let mut list = query.separated(", ");
            for account in some {
                list.push_bind(account);
            }
            list.push_unseparated(")");
            query.build_query_as().persistent(is_reused(some.len())).fetch_all(conn).await?
        });
        let named = |(folded, id, account)| (folded, NamedUser { id: UserId(id), account });
        found.extend(rows.into_iter().map(named));
    }
    Ok(found)
}

/// The password hash of a user.
pub async fn find_password_hash(tx: &mut Tx, id: &UserId) -> Result<Option<String>, StoreError> {
    const SQL: &str = "SELECT password_hash FROM user_account WHERE id = $1";
    Ok(on_tx!(tx, |conn| sqlx::query_scalar(SQL).bind(&id.0).fetch_optional(conn).await?))
}

/// Inserts a user; `false` when the account is taken.
pub async fn insert(tx: &mut Tx, user: &User, password_hash: &str) -> Result<bool, StoreError> {
    const SQL: &str = "
        INSERT INTO user_account (
            id, account, account_folded, email, email_folded, display_name, display_name_folded, role, status,
            must_change_password, password_hash, preferences, created_on, updated_on, last_sign_in_on, version,
            guest_until, is_auditor)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)
        ON CONFLICT (account_folded) DO NOTHING";
    let preferences = json::write(&StoredPreferences::from(&user.preferences))?;
    let added = on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&user.id.0)
        .bind(user.account.as_str())
        .bind(user.account.folded())
        .bind(user.email.as_str())
        .bind(fold(user.email.as_str()))
        .bind(&user.display_name)
        .bind(fold(&user.display_name))
        .bind(user.role.as_str())
        .bind(user.status.as_str())
        .bind(user.must_change_password)
        .bind(password_hash)
        .bind(&preferences)
        .bind(Millis::from(user.created_on))
        .bind(Millis::from(user.updated_on))
        .bind(user.last_sign_in_on.map(Millis::from))
        .bind(user.version)
        .bind(user.guest_until.map(Millis::from))
        .bind(user.is_auditor)
        .execute(conn)
        .await?
        .rows_affected());
    Ok(added == 1)
}

/// Updates a user; `false` on a version conflict.
///
/// The stored version becomes `user.version + 1`. Account, password and preferences do not change here.
pub async fn update(tx: &mut Tx, user: &User) -> Result<bool, StoreError> {
    const SQL: &str = "
        UPDATE user_account
        SET email = $3, email_folded = $4, display_name = $5, display_name_folded = $6, role = $7, status = $8,
            must_change_password = $9, updated_on = $10, guest_until = $11, version = version + 1
        WHERE id = $1 AND version = $2";
    let changed = on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&user.id.0)
        .bind(user.version)
        .bind(user.email.as_str())
        .bind(fold(user.email.as_str()))
        .bind(&user.display_name)
        .bind(fold(&user.display_name))
        .bind(user.role.as_str())
        .bind(user.status.as_str())
        .bind(user.must_change_password)
        .bind(Millis::from(user.updated_on))
        .bind(user.guest_until.map(Millis::from))
        .execute(conn)
        .await?
        .rows_affected());
    Ok(changed == 1)
}

/// Records whether the address of a user is trusted: an administrator entered it, or a provider verified it.
pub async fn update_email_trust(tx: &mut Tx, id: &UserId, trusted: bool) -> Result<(), StoreError> {
    const SQL: &str = "UPDATE user_account SET email_trusted = $2 WHERE id = $1";
    on_tx!(tx, |conn| sqlx::query(SQL).bind(&id.0).bind(trusted).execute(conn).await?.rows_affected());
    Ok(())
}

/// Records that nobody knows the password of a user, until one is set.
pub async fn mark_without_password(tx: &mut Tx, id: &UserId) -> Result<(), StoreError> {
    const SQL: &str = "UPDATE user_account SET has_password = FALSE WHERE id = $1";
    on_tx!(tx, |conn| sqlx::query(SQL).bind(&id.0).execute(conn).await?.rows_affected());
    Ok(())
}

/// Whether somebody knows the password of a user; `false` also when the user does not exist.
pub async fn has_password(tx: &mut Tx, id: &UserId) -> Result<bool, StoreError> {
    const SQL: &str = "SELECT has_password FROM user_account WHERE id = $1";
    let known: Option<bool> = on_tx!(tx, |conn| sqlx::query_scalar(SQL).bind(&id.0).fetch_optional(conn).await?);
    Ok(known.unwrap_or(false))
}

/// Stores the preferences of a user.
///
/// The version stays: an administrator who edits the account meanwhile changes something else.
pub async fn update_preferences(tx: &mut Tx, id: &UserId, preferences: &Preferences) -> Result<(), StoreError> {
    const SQL: &str = "UPDATE user_account SET preferences = $2 WHERE id = $1";
    let preferences = json::write(&StoredPreferences::from(preferences))?;
    on_tx!(tx, |conn| sqlx::query(SQL).bind(&id.0).bind(&preferences).execute(conn).await?.rows_affected());
    Ok(())
}

/// Sets a password that the user must change at the next login; `false` when the user does not exist.
pub async fn reset_password(tx: &mut Tx, id: &UserId, hash: &str, now: DateTime<Utc>) -> Result<bool, StoreError> {
    const SQL: &str = "
        UPDATE user_account
        SET password_hash = $2, has_password = TRUE, must_change_password = TRUE, updated_on = $3,
            version = version + 1
        WHERE id = $1";
    let changed = on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&id.0)
        .bind(hash)
        .bind(Millis::from(now))
        .execute(conn)
        .await?
        .rows_affected());
    Ok(changed == 1)
}

/// Replaces the password with one the user chose; `false` when the hash is no longer the one that was checked.
pub async fn update_password(
    tx: &mut Tx,
    id: &UserId,
    compared_hash: &str,
    hash: &str,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    const SQL: &str = "
        UPDATE user_account
        SET password_hash = $3, has_password = TRUE, must_change_password = FALSE, updated_on = $4,
            version = version + 1
        WHERE id = $1 AND password_hash = $2";
    let changed = on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&id.0)
        .bind(compared_hash)
        .bind(hash)
        .bind(Millis::from(now))
        .execute(conn)
        .await?
        .rows_affected());
    Ok(changed == 1)
}

/// Stores the login time; `false` when the password hash is no longer the one that was checked. A login without a
/// password has none.
///
/// The version stays, because a login is no edit. The row is locked until the transaction ends: a concurrent password
/// reset waits and then ends the new session too.
pub async fn update_last_sign_in(
    tx: &mut Tx,
    id: &UserId,
    compared_hash: Option<&str>,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    const SQL: &str = "
        UPDATE user_account
        SET last_sign_in_on = $3
        WHERE id = $1 AND ($2 = '' OR password_hash = $2)";
    let noted = on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&id.0)
        .bind(compared_hash.unwrap_or_default())
        .bind(Millis::from(now))
        .execute(conn)
        .await?
        .rows_affected());
    Ok(noted == 1)
}

/// The users that match `filter`.
pub async fn list(tx: &mut Tx, filter: &UserFilter, request: PageRequest) -> Result<Page<User>, StoreError> {
    const FILTERED: &str = "
        FROM user_account
        WHERE ($1 = '' OR account_folded LIKE $1 ESCAPE '!' OR email_folded LIKE $1 ESCAPE '!'
            OR display_name_folded LIKE $1 ESCAPE '!')
        AND ($2 = '' OR role = $2)
        AND ($3 = '' OR status = $3)";
    let text = containing(&filter.text);
    let role = filter.role.map_or("", Role::as_str);
    let status = filter.status.map_or("", UserStatus::as_str);
    let (sort, direction) = (filter.sort.expression(), direction(filter.order));

    let sql = format!("SELECT COUNT(*) {FILTERED}");
    let total: i64 = on_tx!(tx, |conn| sqlx::query_scalar(AssertSqlSafe(sql))
        .bind(&text)
        .bind(role)
        .bind(status)
        .fetch_one(conn)
        .await?);
    let sql = format!(
        "SELECT {} {FILTERED} ORDER BY {sort} {direction}, account_folded {direction} LIMIT $4 OFFSET $5",
        columns!()
    );
    let rows: Vec<UserRow> = on_tx!(tx, |conn| sqlx::query_as(AssertSqlSafe(sql))
        .bind(&text)
        .bind(role)
        .bind(status)
        .bind(i64::from(request.size()))
        .bind(request.offset())
        .fetch_all(conn)
        .await?);
    let items = rows.into_iter().map(UserRow::into_user).collect::<Result<_, _>>()?;
    Ok(page(items, total, request))
}

/// Counts the active administrators other than `id`, and locks their rows until the transaction ends.
///
/// Two administrators who give up the role at once wait for each other here, so that the second sees the change of the
/// first.
pub async fn lock_other_active_admins(tx: &mut Tx, id: &UserId) -> Result<u64, StoreError> {
    // SQLite has one write transaction at a time, so there is nothing to lock.
    const SQL_SQLITE: &str = "
        SELECT id
        FROM user_account
        WHERE role = 'admin' AND status = 'active'
        ORDER BY id";
    const SQL_POSTGRES: &str = "
        SELECT id
        FROM user_account
        WHERE role = 'admin' AND status = 'active'
        ORDER BY id
        FOR UPDATE";
    let sql = match tx.driver {
        DriverTx::Sqlite(_) => SQL_SQLITE,
        DriverTx::Postgres(_) => SQL_POSTGRES,
    };
    let admins: Vec<String> = on_tx!(tx, |conn| sqlx::query_scalar(sql).fetch_all(conn).await?);
    Ok(admins.iter().filter(|admin| **admin != id.0).count() as u64)
}

/// All active users with a role.
pub async fn list_active(tx: &mut Tx, role: Role) -> Result<Vec<User>, StoreError> {
    const SQL: &str = concat!(
        "SELECT ",
        columns!(),
        " FROM user_account WHERE role = $1 AND status = 'active' ORDER BY account_folded"
    );
    let rows: Vec<UserRow> = on_tx!(tx, |conn| sqlx::query_as(SQL).bind(role.as_str()).fetch_all(conn).await?);
    rows.into_iter().map(UserRow::into_user).collect()
}

/// The number of accounts.
pub async fn count(tx: &mut Tx) -> Result<u64, StoreError> {
    const SQL: &str = "SELECT COUNT(*) FROM user_account";
    Ok(counted(on_tx!(tx, |conn| sqlx::query_scalar(SQL).fetch_one(conn).await?)))
}

/// Deletes a pending registration; `false` when it was answered or does not exist.
pub async fn delete_pending(tx: &mut Tx, id: &UserId) -> Result<bool, StoreError> {
    const SQL: &str = "DELETE FROM user_account WHERE id = $1 AND status = 'pending'";
    let deleted = on_tx!(tx, |conn| sqlx::query(SQL).bind(&id.0).execute(conn).await?.rows_affected());
    Ok(deleted == 1)
}

/// Deletes the pending registrations made before `time` and returns their accounts.
pub async fn delete_pending_before(tx: &mut Tx, time: DateTime<Utc>) -> Result<Vec<String>, StoreError> {
    const SQL: &str = "
        DELETE FROM user_account
        WHERE status = 'pending' AND created_on < $1
        RETURNING account";
    let mut accounts: Vec<String> =
        on_tx!(tx, |conn| sqlx::query_scalar(SQL).bind(Millis::from(time)).fetch_all(conn).await?);
    accounts.sort();
    Ok(accounts)
}

/// The number of pending registrations.
pub async fn count_pending(tx: &mut Tx) -> Result<u64, StoreError> {
    const SQL: &str = "SELECT COUNT(*) FROM user_account WHERE status = 'pending'";
    Ok(counted(on_tx!(tx, |conn| sqlx::query_scalar(SQL).fetch_one(conn).await?)))
}
