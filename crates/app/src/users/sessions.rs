//! Signing in, staying signed in, signing out.

use chrono::{DateTime, TimeDelta, Utc};
use domain::change::Actor;
use domain::field::FieldCode;
use domain::id::SessionId;
use domain::session::{Session, SessionClient};
use domain::text::fold;
use domain::user::{Account, User, UserStatus};

use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, Missing, Unauthenticated};
use crate::core::passwords::Priority;
use crate::core::tokens::{self, Claims};

/// Ended sessions are kept this long, then swept at the next sign-in.
const SWEEP_AFTER: TimeDelta = TimeDelta::days(30);
/// The last use of a session is recorded this often, not at every request.
const USE_RECORDED_EVERY: TimeDelta = TimeDelta::minutes(5);

/// A successful sign-in.
pub struct SignedIn {
    pub user: User,
    pub session: Session,
    pub token: String,
}

impl std::fmt::Debug for SignedIn {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SignedIn").field("user", &self.user).field("session", &self.session).finish_non_exhaustive()
    }
}

/// Opens a session for `account` if `password` is theirs.
pub async fn log_in(ctx: &Ctx, account: &str, password: &str, client: SessionClient) -> Result<SignedIn, Error> {
    let now = ctx.clock.now();
    // A name that cannot be an account is treated like one that is unknown.
    let parsed = Account::parse(account).ok();
    let key = parsed.as_ref().map_or_else(|| "?".to_owned(), Account::folded);
    let attempt =
        ctx.throttle.attempt(&key, &client.address, now).map_err(|retry_after_s| Error::Throttled { retry_after_s })?;
    let line = if attempt.is_known() { Priority::Known } else { Priority::Anybody };
    let outcome = check_password(ctx, parsed.as_ref(), password, line).await;
    let (user, hash) = match outcome {
        Ok(Some(found)) => found,
        Ok(None) => {
            tracing::warn!(user.account = %key, client.address = %client.address, "Sign-in refused");
            return Err(Error::Unauthenticated(Unauthenticated::BadCredentials));
        }
        Err(error) => {
            ctx.throttle.forgiven(&attempt);
            return Err(error);
        }
    };
    ctx.throttle.succeeded(attempt, now);
    if user.status != UserStatus::Active {
        return Err(Error::Unauthenticated(Unauthenticated::Inactive));
    }
    open(ctx, user, &hash, client).await
}

/// The account and the hash that was compared, if `password` is theirs.
async fn check_password(
    ctx: &Ctx,
    account: Option<&Account>,
    password: &str,
    line: Priority,
) -> Result<Option<(User, String)>, Error> {
    let mut found = None;
    if let Some(account) = account {
        let mut tx = ctx.db.read().await?;
        if let Some(user) = store::users::find_by_account(&mut tx, account).await? {
            let hash = store::users::find_password_hash(&mut tx, &user.id).await?;
            found = hash.map(|hash| (user, hash));
        }
    }
    let hash = found.as_ref().map(|(_, hash)| hash.clone());
    let right = ctx.hasher.verify(password, hash, line).await?;
    // A pending account looks like an unknown one: registering a name and signing in would tell whether it was taken.
    Ok(found.filter(|(user, _)| right && user.status != UserStatus::Pending))
}

async fn open(ctx: &Ctx, user: User, compared_hash: &str, client: SessionClient) -> Result<SignedIn, Error> {
    let now = ctx.clock.now();
    let session = Session {
        id: SessionId(ctx.ids.next()),
        user_id: user.id.clone(),
        client,
        created_on: now,
        used_on: now,
        expires_on: now + ctx.settings.session_lifetime,
        revoked_on: None,
    };
    let mut tx = ctx.db.begin().await?;
    // The password may have been replaced, or the account switched off, while the password was being compared.
    if !store::users::update_last_sign_in(&mut tx, &user.id, compared_hash, now).await? {
        return Err(Error::Unauthenticated(Unauthenticated::BadCredentials));
    }
    let user = store::users::find(&mut tx, &user.id)
        .await?
        .filter(|user| user.status == UserStatus::Active)
        .ok_or(Error::Unauthenticated(Unauthenticated::Inactive))?;
    store::sessions::delete_ended(&mut tx, now - SWEEP_AFTER).await?;
    store::sessions::insert(&mut tx, &session).await?;
    let actor = Actor::User(user.account.as_str().to_owned());
    let mut change = ctx.change(&actor, "session.opened", "user", user.account.as_str());
    change.detail.push(("address".to_owned(), session.client.address.clone()));
    tx.record(change);
    tx.commit().await?;

    tracing::info!(user.account = %user.account, session.id = %session.id, "{} signed in", user.account);
    let token = tokens::issue(&ctx.token_key, &user, &session, now)?;
    Ok(SignedIn { user, session, token })
}

/// Ends the caller's session.
pub async fn log_out(ctx: &Ctx, caller: &Caller) -> Result<(), Error> {
    let mut tx = ctx.db.begin().await?;
    if store::sessions::revoke(&mut tx, &caller.user.id, &caller.session.id, ctx.clock.now()).await? {
        tx.record(ctx.change(&caller.actor(), "session.closed", "user", caller.user.account.as_str()));
    }
    tx.commit().await?;
    ctx.sessions.forget(&caller.user.id);
    Ok(())
}

/// The caller's active sessions, the last used first.
pub async fn list_own(ctx: &Ctx, caller: &Caller) -> Result<Vec<Session>, Error> {
    let mut tx = ctx.db.read().await?;
    Ok(store::sessions::list_open(&mut tx, &caller.user.id, ctx.clock.now()).await?)
}

/// Ends one of the caller's sessions.
pub async fn close(ctx: &Ctx, caller: &Caller, id: &SessionId) -> Result<(), Error> {
    let mut tx = ctx.db.begin().await?;
    if !store::sessions::revoke(&mut tx, &caller.user.id, id, ctx.clock.now()).await? {
        return Err(Error::NotFound(Missing::Session));
    }
    tx.record(ctx.change(&caller.actor(), "session.closed", "user", caller.user.account.as_str()));
    tx.commit().await?;
    ctx.sessions.forget(&caller.user.id);
    Ok(())
}

/// Ends all sessions of the caller, this one included.
pub async fn log_out_everywhere(ctx: &Ctx, caller: &Caller) -> Result<(), Error> {
    let mut tx = ctx.db.begin().await?;
    let ended = store::sessions::revoke_all(&mut tx, &caller.user.id, None, ctx.clock.now()).await?;
    let mut change = ctx.change(&caller.actor(), "session.closed_everywhere", "user", caller.user.account.as_str());
    change.detail.push(("sessions".to_owned(), ended.to_string()));
    tx.record(change);
    tx.commit().await?;
    ctx.sessions.forget(&caller.user.id);
    Ok(())
}

/// Finds out who shows `token`, and whether they still may.
pub async fn authenticate(ctx: &Ctx, token: Option<&str>) -> Result<Caller, Error> {
    let now = ctx.clock.now();
    let token = token.ok_or(Error::Unauthenticated(Unauthenticated::NoToken))?;
    let claims = tokens::read(&ctx.token_key, token, now).map_err(Error::Unauthenticated)?;
    let id = SessionId(claims.jti.clone());
    let (session, user) = known(ctx, &id, now).await?;
    renew_if_due(ctx, Caller { user, session, renewed_token: None }, &claims, now).await
}

/// A token for addresses of `scope`, `jobs` or the path of a database, and the moment it ends.
pub fn download_token(ctx: &Ctx, caller: &Caller, scope: &str) -> Result<(String, DateTime<Utc>), Error> {
    let known = scope == "jobs" || scope.starts_with('/');
    if !known || scope.chars().count() > 200 {
        return Err(Error::field("scope", FieldCode::UnknownValue));
    }
    tokens::issue_download(&ctx.token_key, &caller.session.id, &fold(scope), ctx.clock.now())
}

/// Finds out whose token stands in an address of `scope`, and whether they still may.
pub async fn authenticate_download(ctx: &Ctx, token: &str, scope: &str) -> Result<Caller, Error> {
    let now = ctx.clock.now();
    let id = tokens::read_download(&ctx.token_key, token, &fold(scope), now).map_err(Error::Unauthenticated)?;
    let (session, user) = known(ctx, &id, now).await?;
    Ok(Caller { user, session, renewed_token: None })
}

/// Whether the caller's session is what it was when they were let in.
pub async fn is_still_open(ctx: &Ctx, caller: &Caller) -> bool {
    known(ctx, &caller.session.id, ctx.clock.now()).await.is_ok()
}

/// The session's record, if it is still good.
async fn known(ctx: &Ctx, id: &SessionId, now: DateTime<Utc>) -> Result<(Session, User), Error> {
    let (session, user) = match ctx.sessions.find(id, now) {
        Some(known) => known,
        None => load(ctx, id, now).await?,
    };
    if session.revoked_on.is_some() || user.status != UserStatus::Active {
        return Err(Error::Unauthenticated(Unauthenticated::Revoked));
    }
    if !session.is_open(now) {
        return Err(Error::Unauthenticated(Unauthenticated::Expired));
    }
    Ok((session, user))
}

async fn load(ctx: &Ctx, id: &SessionId, now: DateTime<Utc>) -> Result<(Session, User), Error> {
    let mut tx = ctx.db.read().await?;
    let found =
        store::sessions::find_with_user(&mut tx, id).await?.ok_or(Error::Unauthenticated(Unauthenticated::Revoked))?;
    drop(tx);
    if found.0.is_open(now) && (now - found.0.used_on).abs() > USE_RECORDED_EVERY {
        record_use(ctx, id, now).await;
    }
    ctx.sessions.remember(found.0.clone(), found.1.clone(), now);
    Ok(found)
}

/// Records the use of a session for its owner's list. A full disk must not refuse the request, so a failure is logged.
async fn record_use(ctx: &Ctx, id: &SessionId, now: DateTime<Utc>) {
    let written = async {
        let mut tx = ctx.db.begin().await?;
        store::sessions::update_use(&mut tx, id, now).await?;
        tx.commit().await
    };
    if let Err(error) = written.await {
        tracing::warn!(session.id = %id, error = &error as &dyn std::error::Error, "The use of a session is not recorded");
    }
}

async fn renew_if_due(ctx: &Ctx, caller: Caller, claims: &Claims, now: DateTime<Utc>) -> Result<Caller, Error> {
    if !claims.half_spent(now) {
        return Ok(caller);
    }
    let lifetime = ctx.settings.session_lifetime;
    // Another request with the same old token was first: its expiry holds for this one too.
    let Caller { user, session, .. } = if caller.session.expires_on - now > lifetime / 2 {
        caller
    } else {
        extend(ctx, &caller.session.id, now + lifetime, now).await?
    };
    let renewed_token = Some(tokens::issue(&ctx.token_key, &user, &session, now)?);
    Ok(Caller { user, session, renewed_token })
}

/// Lets a session last longer. What is remembered about it comes from the database and never from memory: a node
/// that is asked often would otherwise believe its own old news for ever.
async fn extend(ctx: &Ctx, id: &SessionId, until: DateTime<Utc>, now: DateTime<Utc>) -> Result<Caller, Error> {
    let revoked = Error::Unauthenticated(Unauthenticated::Revoked);
    let mut tx = ctx.db.begin().await?;
    if !store::sessions::update_expiry(&mut tx, id, until).await? {
        return Err(revoked);
    }
    let found = store::sessions::find_with_user(&mut tx, id).await?;
    let Some((session, user)) = found.filter(|(_, user)| user.status == UserStatus::Active) else {
        return Err(revoked);
    };
    tx.commit().await?;
    ctx.sessions.remember(session.clone(), user.clone(), now);
    Ok(Caller { user, session, renewed_token: None })
}
