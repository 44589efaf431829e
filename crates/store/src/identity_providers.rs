//! Identity providers, and the accounts of people there.

use chrono::{DateTime, Utc};
use domain::id::{IdentityProviderId, SessionId, UserId};
use domain::identity_provider::{IdentityProvider, Issuer};
use domain::permission::Role;
use domain::text::fold;
use domain::user::User;

use crate::StoreError;
use crate::json::{self, Pairs};
use crate::millis::Millis;
use crate::tx::{DriverTx, Tx};
use crate::users::{UserRow, columns as user_columns};

const TABLE: &str = "identity_provider";

/// A provider with its encrypted client secret.
#[derive(Debug, Clone)]
pub struct StoredProvider {
    pub provider: IdentityProvider,
    /// Empty for a public client.
    pub sealed_secret: String,
}

#[derive(sqlx::FromRow)]
struct ProviderRow {
    id: String,
    name: String,
    issuer: String,
    client_id: String,
    secret: String,
    scopes: String,
    creates_accounts: bool,
    trusts_email: bool,
    default_role: String,
    role_claim: Option<String>,
    roles: String,
    groups_claim: Option<String>,
    is_enabled: bool,
    created_on: Millis,
    updated_on: Millis,
    version: i64,
}

impl ProviderRow {
    fn into_stored(self) -> Result<StoredProvider, StoreError> {
        let unreadable = |column| StoreError::Unreadable { table: TABLE, column };
        let role = |word: &str, column| Role::parse(word).ok_or_else(|| unreadable(column));
        let pairs = json::read::<Pairs>(&self.roles, TABLE, "roles")?;
        let roles: Result<Vec<_>, StoreError> =
            pairs.into_iter().map(|(value, word)| Ok((value, role(&word, "roles")?))).collect();
        let provider = IdentityProvider {
            id: IdentityProviderId(self.id),
            name: self.name,
            issuer: Issuer::parse(&self.issuer).map_err(|_| unreadable("issuer"))?,
            client_id: self.client_id,
            scopes: self.scopes,
            creates_accounts: self.creates_accounts,
            trusts_email: self.trusts_email,
            default_role: role(&self.default_role, "default_role")?,
            role_claim: self.role_claim,
            roles: roles?,
            groups_claim: self.groups_claim,
            enabled: self.is_enabled,
            created_on: self.created_on.read(TABLE, "created_on")?,
            updated_on: self.updated_on.read(TABLE, "updated_on")?,
            version: self.version,
        };
        Ok(StoredProvider { provider, sealed_secret: self.secret })
    }
}

macro_rules! select {
    ($rest:literal) => {
        concat!(
            "SELECT id, name, issuer, client_id, secret, scopes, creates_accounts, trusts_email, default_role, role_claim,
                roles, groups_claim, is_enabled, created_on, updated_on, version
             FROM identity_provider ",
            $rest
        )
    };
}

fn roles_of(provider: &IdentityProvider) -> Result<String, StoreError> {
    let pairs: Vec<(&str, &str)> = provider.roles.iter().map(|(value, role)| (value.as_str(), role.as_str())).collect();
    json::write(&pairs)
}

/// All providers, by name.
pub async fn list(tx: &mut Tx) -> Result<Vec<StoredProvider>, StoreError> {
    const SQL: &str = select!("ORDER BY name_folded");
    let rows: Vec<ProviderRow> = on_tx!(tx, |conn| sqlx::query_as(SQL).fetch_all(conn).await?);
    rows.into_iter().map(ProviderRow::into_stored).collect()
}

/// The provider with this id.
pub async fn find(tx: &mut Tx, id: &IdentityProviderId) -> Result<Option<StoredProvider>, StoreError> {
    const SQL: &str = select!("WHERE id = $1");
    let row: Option<ProviderRow> = on_tx!(tx, |conn| sqlx::query_as(SQL).bind(&id.0).fetch_optional(conn).await?);
    row.map(ProviderRow::into_stored).transpose()
}

/// Inserts a provider with its encrypted secret; `false` when its name is taken.
pub async fn insert(tx: &mut Tx, provider: &IdentityProvider, secret: &str) -> Result<bool, StoreError> {
    const SQL: &str = "
        INSERT INTO identity_provider (
            id, name, name_folded, issuer, client_id, secret, scopes, creates_accounts, default_role, role_claim, roles,
            groups_claim, is_enabled, created_on, updated_on, version, trusts_email)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, 1, $16)
        ON CONFLICT DO NOTHING";
    let roles = roles_of(provider)?;
    let added = on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&provider.id.0)
        .bind(&provider.name)
        .bind(fold(&provider.name))
        .bind(provider.issuer.as_str())
        .bind(&provider.client_id)
        .bind(secret)
        .bind(&provider.scopes)
        .bind(provider.creates_accounts)
        .bind(provider.default_role.as_str())
        .bind(&provider.role_claim)
        .bind(&roles)
        .bind(&provider.groups_claim)
        .bind(provider.enabled)
        .bind(Millis::from(provider.created_on))
        .bind(Millis::from(provider.updated_on))
        .bind(provider.trusts_email)
        .execute(conn)
        .await?
        .rows_affected());
    Ok(added == 1)
}

/// Changes a provider; `false` on a version conflict. A name that another one has is [`StoreError::Conflict`].
pub async fn update(tx: &mut Tx, provider: &IdentityProvider, secret: &str) -> Result<bool, StoreError> {
    const SQL: &str = "
        UPDATE identity_provider
        SET name = $3, name_folded = $4, issuer = $5, client_id = $6, secret = $7, scopes = $8, creates_accounts = $9,
            default_role = $10, role_claim = $11, roles = $12, groups_claim = $13, is_enabled = $14, updated_on = $15,
            trusts_email = $16, version = version + 1
        WHERE id = $1 AND version = $2";
    let roles = roles_of(provider)?;
    let changed = on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&provider.id.0)
        .bind(provider.version)
        .bind(&provider.name)
        .bind(fold(&provider.name))
        .bind(provider.issuer.as_str())
        .bind(&provider.client_id)
        .bind(secret)
        .bind(&provider.scopes)
        .bind(provider.creates_accounts)
        .bind(provider.default_role.as_str())
        .bind(&provider.role_claim)
        .bind(&roles)
        .bind(&provider.groups_claim)
        .bind(provider.enabled)
        .bind(Millis::from(provider.updated_on))
        .bind(provider.trusts_email)
        .execute(conn)
        .await?
        .rows_affected());
    Ok(changed == 1)
}

/// Deletes a provider; `false` when it does not exist.
pub async fn delete(tx: &mut Tx, id: &IdentityProviderId) -> Result<bool, StoreError> {
    const SQL: &str = "DELETE FROM identity_provider WHERE id = $1";
    Ok(on_tx!(tx, |conn| sqlx::query(SQL).bind(&id.0).execute(conn).await?.rows_affected()) == 1)
}

/// Deletes the links of a provider to accounts.
pub async fn delete_links(tx: &mut Tx, id: &IdentityProviderId) -> Result<(), StoreError> {
    const SQL: &str = "DELETE FROM user_identity WHERE identity_provider_id = $1";
    on_tx!(tx, |conn| sqlx::query(SQL).bind(&id.0).execute(conn).await?.rows_affected());
    Ok(())
}

/// Deletes the links of a user to providers; gives their number.
pub async fn delete_links_of(tx: &mut Tx, user: &UserId) -> Result<u64, StoreError> {
    const SQL: &str = "DELETE FROM user_identity WHERE user_id = $1";
    Ok(on_tx!(tx, |conn| sqlx::query(SQL).bind(&user.0).execute(conn).await?.rows_affected()))
}

/// Keeps an enabled provider of this version as it is until the transaction ends; `false` when it has changed.
pub async fn keep(tx: &mut Tx, id: &IdentityProviderId, version: i64) -> Result<bool, StoreError> {
    // SQLite has one write transaction at a time, so there is nothing to lock.
    const SQL_SQLITE: &str = "SELECT id FROM identity_provider WHERE id = $1 AND version = $2 AND is_enabled";
    const SQL_POSTGRES: &str =
        "SELECT id FROM identity_provider WHERE id = $1 AND version = $2 AND is_enabled FOR SHARE";
    let sql = match tx.driver {
        DriverTx::Sqlite(_) => SQL_SQLITE,
        DriverTx::Postgres(_) => SQL_POSTGRES,
    };
    let found: Option<String> =
        on_tx!(tx, |conn| sqlx::query_scalar(sql).bind(&id.0).bind(version).fetch_optional(conn).await?);
    Ok(found.is_some())
}

/// The user with this subject at a provider.
pub async fn find_user(tx: &mut Tx, provider: &IdentityProviderId, subject: &str) -> Result<Option<User>, StoreError> {
    const SQL: &str = concat!(
        "SELECT ",
        user_columns!(),
        " FROM user_identity JOIN user_account ON user_account.id = user_identity.user_id
        WHERE user_identity.identity_provider_id = $1 AND user_identity.subject = $2"
    );
    let row: Option<UserRow> =
        on_tx!(tx, |conn| sqlx::query_as(SQL).bind(&provider.0).bind(subject).fetch_optional(conn).await?);
    row.map(UserRow::into_user).transpose()
}

/// The user with this trusted address, ignoring case, if nobody else has it as a trusted one. Registrations do not count.
pub async fn find_user_by_email(tx: &mut Tx, email: &str) -> Result<Option<User>, StoreError> {
    const SQL: &str = concat!(
        "SELECT ",
        user_columns!(),
        " FROM user_account
        WHERE email_folded = $1 AND status <> 'pending' AND email_trusted
        AND (SELECT COUNT(*) FROM user_account o
            WHERE o.email_folded = $1 AND o.status <> 'pending' AND o.email_trusted) = 1"
    );
    let row: Option<UserRow> = on_tx!(tx, |conn| sqlx::query_as(SQL).bind(fold(email)).fetch_optional(conn).await?);
    row.map(UserRow::into_user).transpose()
}

/// Whether any user has this address, ignoring case.
pub async fn is_email_taken(tx: &mut Tx, email: &str) -> Result<bool, StoreError> {
    const SQL: &str = "SELECT COUNT(*) FROM user_account WHERE email_folded = $1";
    let users: i64 = on_tx!(tx, |conn| sqlx::query_scalar(SQL).bind(fold(email)).fetch_one(conn).await?);
    Ok(users > 0)
}

/// Whether a user has an identity at a provider.
pub async fn is_linked(tx: &mut Tx, provider: &IdentityProviderId, user: &UserId) -> Result<bool, StoreError> {
    const SQL: &str = "SELECT COUNT(*) FROM user_identity WHERE identity_provider_id = $1 AND user_id = $2";
    let links: i64 = on_tx!(tx, |conn| sqlx::query_scalar(SQL).bind(&provider.0).bind(&user.0).fetch_one(conn).await?);
    Ok(links > 0)
}

/// Links a subject of a provider to a user; `false` when either is linked already.
pub async fn insert_identity(
    tx: &mut Tx,
    provider: &IdentityProviderId,
    subject: &str,
    user: &UserId,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    const SQL: &str = "
        INSERT INTO user_identity (identity_provider_id, subject, user_id, created_on)
        VALUES ($1, $2, $3, $4)
        ON CONFLICT DO NOTHING";
    let added = on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&provider.0)
        .bind(subject)
        .bind(&user.0)
        .bind(Millis::from(now))
        .execute(conn)
        .await?
        .rows_affected());
    Ok(added == 1)
}

/// Marks the state of a sign-in as used, until `expires_on`; `false` when it was used before.
pub async fn insert_used_state(
    tx: &mut Tx,
    state: &str,
    now: DateTime<Utc>,
    expires_on: DateTime<Utc>,
) -> Result<bool, StoreError> {
    const SWEEP: &str = "DELETE FROM used_state WHERE expires_on < $1";
    const SQL: &str = "
        INSERT INTO used_state (state, expires_on)
        VALUES ($1, $2)
        ON CONFLICT DO NOTHING";
    on_tx!(tx, |conn| sqlx::query(SWEEP).bind(Millis::from(now)).execute(conn).await?.rows_affected());
    let added = on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(state)
        .bind(Millis::from(expires_on))
        .execute(conn)
        .await?
        .rows_affected());
    Ok(added == 1)
}

/// Stores the encrypted ID token of a session.
pub async fn update_id_token(tx: &mut Tx, session: &SessionId, sealed: &str) -> Result<(), StoreError> {
    const SQL: &str = "UPDATE session SET id_token = $2 WHERE id = $1";
    on_tx!(tx, |conn| sqlx::query(SQL).bind(&session.0).bind(sealed).execute(conn).await?.rows_affected());
    Ok(())
}

/// The encrypted ID token of a session, if a provider opened it.
pub async fn find_id_token(tx: &mut Tx, session: &SessionId) -> Result<Option<String>, StoreError> {
    const SQL: &str = "SELECT id_token FROM session WHERE id = $1";
    let token: Option<Option<String>> =
        on_tx!(tx, |conn| sqlx::query_scalar(SQL).bind(&session.0).fetch_optional(conn).await?);
    Ok(token.flatten())
}
