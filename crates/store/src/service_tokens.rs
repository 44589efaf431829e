//! Tokens of other systems.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use domain::id::{CsdbId, ServiceTokenId};
use domain::name::Name;
use domain::permission::Permission;
use domain::service_token::ServiceToken;
use domain::user::User;

use crate::StoreError;
use crate::csdbs::read_name;
use crate::json;
use crate::millis::Millis;
use crate::tx::Tx;
use crate::users::{UserRow, columns as user_columns};

const TABLE: &str = "service_token";
/// The most tokens of an installation.
pub const MAX_TOKENS: i64 = 500;

#[derive(sqlx::FromRow)]
struct ServiceTokenRow {
    token_id: String,
    token_name: String,
    permissions: String,
    is_limited: bool,
    issued_on: Millis,
    expires_on: Millis,
    used_on: Option<Millis>,
    #[sqlx(flatten)]
    user: UserRow,
}

impl ServiceTokenRow {
    /// The token without its databases, and its creator.
    fn into_token(self) -> Result<(ServiceToken, User), StoreError> {
        let words = json::read::<Vec<String>>(&self.permissions, TABLE, "permissions")?;
        let permissions: Option<Vec<Permission>> = words.iter().map(|word| Permission::parse(word)).collect();
        let user = self.user.into_user()?;
        let token = ServiceToken {
            id: ServiceTokenId(self.token_id),
            user_id: user.id.clone(),
            name: self.token_name,
            permissions: permissions.ok_or(StoreError::Unreadable { table: TABLE, column: "permissions" })?,
            csdbs: self.is_limited.then(Vec::new),
            created_on: self.issued_on.read(TABLE, "created_on")?,
            expires_on: self.expires_on.read(TABLE, "expires_on")?,
            used_on: self.used_on.map(|time| time.read(TABLE, "used_on")).transpose()?,
        };
        Ok((token, user))
    }
}

macro_rules! select {
    ($rest:literal) => {
        concat!(
            "SELECT service_token.id AS token_id, service_token.name AS token_name, permissions, is_limited,
                service_token.created_on AS issued_on, expires_on, used_on, ",
            user_columns!(),
            " FROM service_token JOIN user_account ON user_account.id = service_token.user_id ",
            $rest
        )
    };
}

/// Inserts a token with the hash of its text; `false` when its name is taken.
pub async fn insert(tx: &mut Tx, token: &ServiceToken, hash: &str, csdbs: &[CsdbId]) -> Result<bool, StoreError> {
    const SQL: &str = "
        INSERT INTO service_token (
            id, user_id, name, name_folded, hash, permissions, is_limited, created_on, expires_on, used_on)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, NULL)
        ON CONFLICT DO NOTHING";
    const CSDB: &str = "INSERT INTO service_token_csdb (service_token_id, csdb_id) VALUES ($1, $2)";
    let words: Vec<&str> = token.permissions.iter().map(|permission| permission.as_str()).collect();
    let words = json::write(&words)?;
    let added = on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&token.id.0)
        .bind(&token.user_id.0)
        .bind(&token.name)
        .bind(domain::text::fold(&token.name))
        .bind(hash)
        .bind(&words)
        .bind(token.csdbs.is_some())
        .bind(Millis::from(token.created_on))
        .bind(Millis::from(token.expires_on))
        .execute(conn)
        .await?
        .rows_affected());
    if added == 0 {
        return Ok(false);
    }
    for csdb in csdbs {
        on_tx!(tx, |conn| sqlx::query(CSDB).bind(&token.id.0).bind(&csdb.0).execute(conn).await?.rows_affected());
    }
    Ok(true)
}

/// The token with this hash and its creator; queried on every request. The databases are not filled in.
pub async fn find_by_hash(tx: &mut Tx, hash: &str) -> Result<Option<(ServiceToken, User)>, StoreError> {
    const SQL: &str = select!("WHERE service_token.hash = $1");
    let row: Option<ServiceTokenRow> = on_tx!(tx, |conn| sqlx::query_as(SQL).bind(hash).fetch_optional(conn).await?);
    row.map(ServiceTokenRow::into_token).transpose()
}

/// Whether a token is neither revoked nor expired.
pub async fn is_valid(tx: &mut Tx, id: &ServiceTokenId, now: DateTime<Utc>) -> Result<bool, StoreError> {
    const SQL: &str = "SELECT COUNT(*) FROM service_token WHERE id = $1 AND expires_on > $2";
    let found: i64 =
        on_tx!(tx, |conn| sqlx::query_scalar(SQL).bind(&id.0).bind(Millis::from(now)).fetch_one(conn).await?);
    Ok(found > 0)
}

/// All tokens with their creators, by name.
pub async fn list(tx: &mut Tx) -> Result<Vec<(ServiceToken, User)>, StoreError> {
    const SQL: &str = select!("ORDER BY service_token.name_folded LIMIT $1");
    let rows: Vec<ServiceTokenRow> = on_tx!(tx, |conn| sqlx::query_as(SQL).bind(MAX_TOKENS).fetch_all(conn).await?);
    let mut csdbs = list_csdbs(tx).await?;
    let tokens = rows.into_iter().map(|row| {
        let (token, user) = row.into_token()?;
        let named = csdbs.remove(&token.id).unwrap_or_default();
        Ok((ServiceToken { csdbs: token.csdbs.is_some().then_some(named), ..token }, user))
    });
    tokens.collect()
}

/// The databases of the limited tokens, by name.
async fn list_csdbs(tx: &mut Tx) -> Result<HashMap<ServiceTokenId, Vec<Name>>, StoreError> {
    const SQL: &str = "
        SELECT s.service_token_id, c.name
        FROM service_token_csdb s
        JOIN csdb c ON c.id = s.csdb_id
        WHERE c.deleted_on IS NULL
        ORDER BY c.name_folded";
    let rows: Vec<(String, String)> = on_tx!(tx, |conn| sqlx::query_as(SQL).fetch_all(conn).await?);
    let mut csdbs: HashMap<ServiceTokenId, Vec<Name>> = HashMap::new();
    for (token, name) in rows {
        csdbs.entry(ServiceTokenId(token)).or_default().push(read_name(&name, "csdb")?);
    }
    Ok(csdbs)
}

/// The folded names of the databases that a limited token does not see.
pub async fn list_hidden_csdbs(tx: &mut Tx, id: &ServiceTokenId) -> Result<Vec<String>, StoreError> {
    const SQL: &str = "
        SELECT DISTINCT c.name_folded
        FROM csdb c
        WHERE c.name_folded NOT IN (
            SELECT seen.name_folded
            FROM service_token_csdb s
            JOIN csdb seen ON seen.id = s.csdb_id
            WHERE s.service_token_id = $1 AND seen.deleted_on IS NULL)";
    Ok(on_tx!(tx, |conn| sqlx::query_scalar(SQL).bind(&id.0).fetch_all(conn).await?))
}

/// The number of tokens.
pub async fn count(tx: &mut Tx) -> Result<i64, StoreError> {
    const SQL: &str = "SELECT COUNT(*) FROM service_token";
    Ok(on_tx!(tx, |conn| sqlx::query_scalar(SQL).fetch_one(conn).await?))
}

/// Records that a token is in use.
pub async fn update_use(tx: &mut Tx, id: &ServiceTokenId, now: DateTime<Utc>) -> Result<bool, StoreError> {
    const SQL: &str = "UPDATE service_token SET used_on = $2 WHERE id = $1";
    let updated =
        on_tx!(tx, |conn| sqlx::query(SQL).bind(&id.0).bind(Millis::from(now)).execute(conn).await?.rows_affected());
    Ok(updated == 1)
}

/// Deletes a token and returns its name, if it existed.
pub async fn delete(tx: &mut Tx, id: &ServiceTokenId) -> Result<Option<String>, StoreError> {
    const SQL: &str = "DELETE FROM service_token WHERE id = $1 RETURNING name";
    Ok(on_tx!(tx, |conn| sqlx::query_scalar(SQL).bind(&id.0).fetch_optional(conn).await?))
}
