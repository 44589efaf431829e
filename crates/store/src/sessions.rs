//! Login sessions.

use chrono::{DateTime, Utc};
use domain::id::{IdentityProviderId, SessionId, UserId};
use domain::session::{Session, SessionClient, SessionProvider, SignedAct};
use domain::user::User;

use crate::StoreError;
use crate::millis::Millis;
use crate::search::count as counted;
use crate::tx::Tx;
use crate::users::{UserRow, columns as user_columns};

const TABLE: &str = "session";
/// The most sessions of a user in a list.
const MAX_LISTED: i64 = 100;

#[derive(sqlx::FromRow)]
struct SessionRow {
    session_id: String,
    address: String,
    device: String,
    opened_on: Millis,
    used_on: Millis,
    expires_on: Millis,
    revoked_on: Option<Millis>,
    confirmed_on: Millis,
    provider_id: Option<String>,
    provider_name: Option<String>,
    #[sqlx(flatten)]
    user: UserRow,
}

/// Inserts a session.
pub async fn insert(tx: &mut Tx, session: &Session) -> Result<(), StoreError> {
    const SQL: &str = "
        INSERT INTO session (
            id, user_id, address, device, created_on, used_on, expires_on, revoked_on, confirmed_on,
            identity_provider_id)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)";
    on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&session.id.0)
        .bind(&session.user_id.0)
        .bind(&session.client.address)
        .bind(&session.client.device)
        .bind(Millis::from(session.created_on))
        .bind(Millis::from(session.used_on))
        .bind(Millis::from(session.expires_on))
        .bind(session.revoked_on.map(Millis::from))
        .bind(Millis::from(session.confirmed_on))
        .bind(session.provider.as_ref().map(|provider| &provider.id.0))
        .execute(conn)
        .await?
        .rows_affected());
    Ok(())
}

impl SessionRow {
    fn into_session(self) -> Result<(Session, User), StoreError> {
        let user = self.user.into_user()?;
        let provider = self.provider_id.zip(self.provider_name);
        let session = Session {
            id: SessionId(self.session_id),
            user_id: user.id.clone(),
            client: SessionClient { address: self.address, device: self.device },
            created_on: self.opened_on.read(TABLE, "created_on")?,
            used_on: self.used_on.read(TABLE, "used_on")?,
            expires_on: self.expires_on.read(TABLE, "expires_on")?,
            revoked_on: self.revoked_on.map(|time| time.read(TABLE, "revoked_on")).transpose()?,
            confirmed_on: self.confirmed_on.read(TABLE, "confirmed_on")?,
            provider: provider.map(|(id, name)| SessionProvider { id: IdentityProviderId(id), name }),
        };
        Ok((session, user))
    }
}

macro_rules! select {
    () => {
        concat!(
            "SELECT session.id AS session_id, address, device, session.created_on AS opened_on, used_on, expires_on,
                revoked_on, session.confirmed_on, session.identity_provider_id AS provider_id,
                (SELECT identity_provider.name FROM identity_provider
                    WHERE identity_provider.id = session.identity_provider_id) AS provider_name, ",
            user_columns!(),
            " FROM session JOIN user_account ON user_account.id = session.user_id "
        )
    };
}

/// The session with its user; queried on every request.
pub async fn find_with_user(tx: &mut Tx, id: &SessionId) -> Result<Option<(Session, User)>, StoreError> {
    const SQL: &str = concat!(select!(), "WHERE session.id = $1");
    let row: Option<SessionRow> = on_tx!(tx, |conn| sqlx::query_as(SQL).bind(&id.0).fetch_optional(conn).await?);
    row.map(SessionRow::into_session).transpose()
}

/// The active sessions of a user, the last used first.
pub async fn list_open(tx: &mut Tx, user_id: &UserId, now: DateTime<Utc>) -> Result<Vec<Session>, StoreError> {
    const SQL: &str = concat!(
        select!(),
        "WHERE session.user_id = $1 AND expires_on > $2 AND revoked_on IS NULL
        ORDER BY used_on DESC, session.id
        LIMIT $3"
    );
    let rows: Vec<SessionRow> = on_tx!(tx, |conn| sqlx::query_as(SQL)
        .bind(&user_id.0)
        .bind(Millis::from(now))
        .bind(MAX_LISTED)
        .fetch_all(conn)
        .await?);
    rows.into_iter().map(|row| Ok(row.into_session()?.0)).collect()
}

/// Records that a session is in use.
pub async fn update_use(tx: &mut Tx, id: &SessionId, now: DateTime<Utc>) -> Result<bool, StoreError> {
    const SQL: &str = "UPDATE session SET used_on = $2 WHERE id = $1 AND revoked_on IS NULL";
    let updated =
        on_tx!(tx, |conn| sqlx::query(SQL).bind(&id.0).bind(Millis::from(now)).execute(conn).await?.rows_affected());
    Ok(updated == 1)
}

/// Records that the user of a session proved who they are, and the act for which; `false` when it has ended or does not
/// exist.
pub async fn update_confirmed(
    tx: &mut Tx,
    id: &SessionId,
    now: DateTime<Utc>,
    act: Option<&SignedAct>,
) -> Result<bool, StoreError> {
    const SQL: &str = "UPDATE session SET confirmed_on = $2, proven_act = $3 WHERE id = $1 AND revoked_on IS NULL";
    let updated = on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&id.0)
        .bind(Millis::from(now))
        .bind(act.map(SignedAct::as_str))
        .execute(conn)
        .await?
        .rows_affected());
    Ok(updated == 1)
}

/// Uses up the proof that was given for an act since `earliest`; `false` when there is none.
pub async fn update_act_spent(
    tx: &mut Tx,
    id: &SessionId,
    act: &SignedAct,
    earliest: DateTime<Utc>,
) -> Result<bool, StoreError> {
    const SQL: &str = "
        UPDATE session
        SET proven_act = NULL
        WHERE id = $1 AND proven_act = $2 AND confirmed_on > $3 AND revoked_on IS NULL";
    let spent = on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&id.0)
        .bind(act.as_str())
        .bind(Millis::from(earliest))
        .execute(conn)
        .await?
        .rows_affected());
    Ok(spent == 1)
}

/// Extends a session until `expires_on`; `false` when it has ended or does not exist.
pub async fn update_expiry(tx: &mut Tx, id: &SessionId, expires_on: DateTime<Utc>) -> Result<bool, StoreError> {
    const SQL: &str = "UPDATE session SET expires_on = $2 WHERE id = $1 AND revoked_on IS NULL";
    let extended = on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&id.0)
        .bind(Millis::from(expires_on))
        .execute(conn)
        .await?
        .rows_affected());
    Ok(extended == 1)
}

/// Ends a session of a user; `false` when it has already ended, is another user's or does not exist.
pub async fn revoke(tx: &mut Tx, user_id: &UserId, id: &SessionId, now: DateTime<Utc>) -> Result<bool, StoreError> {
    const SQL: &str = "UPDATE session SET revoked_on = $3 WHERE id = $1 AND user_id = $2 AND revoked_on IS NULL";
    let ended = on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&id.0)
        .bind(&user_id.0)
        .bind(Millis::from(now))
        .execute(conn)
        .await?
        .rows_affected());
    Ok(ended == 1)
}

/// Ends all sessions of a user except one, and returns their number.
pub async fn revoke_all(
    tx: &mut Tx,
    user_id: &UserId,
    except: Option<&SessionId>,
    now: DateTime<Utc>,
) -> Result<u64, StoreError> {
    const SQL: &str = "
        UPDATE session
        SET revoked_on = $3
        WHERE user_id = $1 AND id <> $2 AND revoked_on IS NULL";
    let except = except.map_or("", |id| &id.0);
    Ok(on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&user_id.0)
        .bind(except)
        .bind(Millis::from(now))
        .execute(conn)
        .await?
        .rows_affected()))
}

/// Ends all sessions that an identity provider opened, and returns their number.
pub async fn revoke_of_provider(tx: &mut Tx, id: &IdentityProviderId, now: DateTime<Utc>) -> Result<u64, StoreError> {
    const SQL: &str = "UPDATE session SET revoked_on = $2 WHERE identity_provider_id = $1 AND revoked_on IS NULL";
    Ok(on_tx!(tx, |conn| sqlx::query(SQL).bind(&id.0).bind(Millis::from(now)).execute(conn).await?.rows_affected()))
}

/// Deletes the sessions that expired or ended before `before`, and returns their number.
pub async fn delete_ended(tx: &mut Tx, before: DateTime<Utc>) -> Result<u64, StoreError> {
    const SQL: &str = "DELETE FROM session WHERE expires_on < $1 OR revoked_on < $1";
    Ok(on_tx!(tx, |conn| sqlx::query(SQL).bind(Millis::from(before)).execute(conn).await?.rows_affected()))
}

/// The number of active sessions.
pub async fn count_open(tx: &mut Tx, now: DateTime<Utc>) -> Result<u64, StoreError> {
    const SQL: &str = "SELECT COUNT(*) FROM session WHERE expires_on > $1 AND revoked_on IS NULL";
    Ok(counted(on_tx!(tx, |conn| sqlx::query_scalar(SQL).bind(Millis::from(now)).fetch_one(conn).await?)))
}
