//! Signing in, staying signed in, signing out.

use chrono::{DateTime, TimeDelta, Utc};
use domain::field::FieldCode;
use domain::id::SessionId;
use domain::session::{Session, SessionClient};
use domain::text::fold;
use domain::user::{Account, User, UserStatus};
use store::Tx;

use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, Missing, Unauthenticated};
use crate::core::passwords::Priority;
use crate::core::tokens::{self, Claims};
use crate::users::opening::{self, SignInProof};
use crate::users::second_factor;
use crate::users::service_tokens;

pub use crate::users::opening::SignedIn;

/// The last use of a session is recorded this often, not at every request.
const USE_RECORDED_EVERY: TimeDelta = TimeDelta::minutes(5);

/// After this time people must sign in again at their identity provider, also those who are at work.
const RETURNS_AFTER: TimeDelta = TimeDelta::hours(12);

/// Account, password and second factor, as typed.
#[derive(Clone)]
pub struct Credentials {
    pub account: String,
    pub password: String,
    /// Needed by accounts with a second factor, ignored for others.
    pub code: Option<String>,
}

impl std::fmt::Debug for Credentials {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Credentials").field("account", &self.account).finish_non_exhaustive()
    }
}

/// Opens a session for an account if password and second factor are theirs.
pub async fn log_in(ctx: &Ctx, typed: &Credentials, client: SessionClient) -> Result<SignedIn, Error> {
    let now = ctx.clock.now();
    // A name that cannot be an account is treated like one that is unknown.
    let parsed = Account::parse(&typed.account).ok();
    let key = parsed.as_ref().map_or_else(|| "?".to_owned(), Account::folded);
    let attempt =
        ctx.throttle.attempt(&key, &client.address, now).map_err(|retry_after_s| Error::Throttled { retry_after_s })?;
    let line = if attempt.is_known() { Priority::Known } else { Priority::Anybody };
    let outcome = check_password(ctx, parsed.as_ref(), &typed.password, line).await;
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
    if !user.may_sign_in(now) {
        ctx.throttle.succeeded(attempt, now);
        return Err(Error::Unauthenticated(opening::refusal(&user)));
    }
    if !may_use_password(ctx, &user).await? {
        // The attempt still counts: a right guess must not make room for more.
        return Err(Error::Unauthenticated(Unauthenticated::PasswordsOff));
    }
    let factor = match second_factor::check(ctx, &user, typed.code.as_deref()).await {
        Ok(factor) => factor,
        Err(error) => {
            // Only a wrong code is a guess; a missing one is how a browser learns that it is needed.
            if !matches!(error, Error::Unauthenticated(Unauthenticated::CodeWrong)) {
                ctx.throttle.forgiven(&attempt);
            }
            return Err(error);
        }
    };
    ctx.throttle.succeeded(attempt, now);
    let tx = ctx.db.begin().await?;
    opening::open(ctx, tx, &user.id, SignInProof::Password { compared_hash: &hash, factor }, client).await
}

async fn may_use_password(ctx: &Ctx, user: &User) -> Result<bool, Error> {
    let (settings, _) = store::settings::find_sign_in(&mut ctx.db.read().await?).await?;
    Ok(settings.allows_password(&user.account))
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

/// Ends the caller's session.
pub async fn log_out(ctx: &Ctx, caller: &Caller) -> Result<(), Error> {
    let mut tx = caller.begin(ctx).await?;
    if store::sessions::revoke(&mut tx, &caller.user.id, &caller.session.id, ctx.clock.now()).await? {
        tx.record(ctx.change(&caller.actor(), "session.closed", "user", caller.user.account.as_str()));
    }
    tx.commit().await?;
    ctx.sessions.forget(&caller.user.id);
    Ok(())
}

/// The caller's active sessions, the last used first.
pub async fn list_own(ctx: &Ctx, caller: &Caller) -> Result<Vec<Session>, Error> {
    let mut tx = caller.read(ctx).await?;
    Ok(store::sessions::list_open(&mut tx, &caller.user.id, ctx.clock.now()).await?)
}

/// Ends one of the caller's sessions.
pub async fn close(ctx: &Ctx, caller: &Caller, id: &SessionId) -> Result<(), Error> {
    let mut tx = caller.begin(ctx).await?;
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
    let mut tx = caller.begin(ctx).await?;
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
    if let Some(id) = service_tokens::lookup_id(token) {
        return known(ctx, &id, now).await;
    }
    let claims = tokens::read(&ctx.token_key, token, now).map_err(Error::Unauthenticated)?;
    let id = SessionId(claims.jti.clone());
    renew_if_due(ctx, known(ctx, &id, now).await?, &claims, now).await
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
    known(ctx, &id, now).await
}

/// The caller as they are now, perhaps with another role; `None` when their session has ended.
pub async fn current(ctx: &Ctx, caller: &Caller) -> Option<Caller> {
    known(ctx, &caller.session.id, ctx.clock.now()).await.ok()
}

/// The user of a session, if it is still good.
async fn known(ctx: &Ctx, id: &SessionId, now: DateTime<Utc>) -> Result<Caller, Error> {
    let caller = match ctx.sessions.find(id, now) {
        Some(known) => known,
        None => load(ctx, id, now).await?,
    };
    if caller.session.revoked_on.is_some() || !caller.user.may_sign_in(now) {
        return Err(Error::Unauthenticated(Unauthenticated::Revoked));
    }
    if !caller.session.is_open(now) {
        return Err(Error::Unauthenticated(Unauthenticated::Expired));
    }
    Ok(caller)
}

async fn load(ctx: &Ctx, id: &SessionId, now: DateTime<Utc>) -> Result<Caller, Error> {
    let mut tx = ctx.db.read().await?;
    let caller = find_caller(&mut tx, id).await?;
    drop(tx);
    if let Some(token) = &caller.service {
        // Not cached: a revoked token is refused at once on every node.
        if caller.session.is_open(now) && caller.user.may_sign_in(now) {
            service_tokens::record_use(ctx, token, now).await;
        }
        return Ok(caller);
    }
    if caller.session.is_open(now) && (now - caller.session.used_on).abs() > USE_RECORDED_EVERY {
        record_use(ctx, id, now).await;
    }
    ctx.sessions.remember(caller.clone(), now);
    Ok(caller)
}

/// The stored session with its user, or the service token with its creator.
async fn find_caller(tx: &mut Tx, id: &SessionId) -> Result<Caller, Error> {
    let Some((session, user)) = store::sessions::find_with_user(tx, id).await? else {
        let service = service_tokens::find_caller(tx, id).await?;
        return service.ok_or(Error::Unauthenticated(Unauthenticated::Revoked));
    };
    let must_add_factor = opening::must_add_factor(tx, &user, &session).await?;
    Ok(Caller { user, session, service: None, must_add_factor, renewed_token: None })
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
    let caller = if caller.session.expires_on - now > lifetime / 2 {
        caller
    } else {
        let until = latest_end(ctx, &caller, now + lifetime).await?;
        if until > caller.session.expires_on { extend(ctx, &caller.session.id, until, now).await? } else { caller }
    };
    let renewed_token = Some(tokens::issue(&ctx.token_key, &caller.user, &caller.session, now)?);
    Ok(Caller { renewed_token, ..caller })
}

/// How long the caller's session may last. People whom a provider lets in return there after a while: it knows who has
/// left, and who has which role.
async fn latest_end(ctx: &Ctx, caller: &Caller, until: DateTime<Utc>) -> Result<DateTime<Utc>, Error> {
    let returns = caller.session.provider.is_some() || !may_use_password(ctx, &caller.user).await?;
    Ok(if returns { until.min(caller.session.created_on + RETURNS_AFTER) } else { until })
}

/// Lets a session last longer. What is remembered about it comes from the database and never from memory: a node
/// that is asked often would otherwise believe its own old news for ever.
async fn extend(ctx: &Ctx, id: &SessionId, until: DateTime<Utc>, now: DateTime<Utc>) -> Result<Caller, Error> {
    let revoked = Error::Unauthenticated(Unauthenticated::Revoked);
    let mut tx = ctx.db.begin().await?;
    if !store::sessions::update_expiry(&mut tx, id, until).await? {
        return Err(revoked);
    }
    let caller = find_caller(&mut tx, id).await?;
    if !caller.user.may_sign_in(now) {
        return Err(revoked);
    }
    tx.commit().await?;
    ctx.sessions.remember(caller.clone(), now);
    Ok(caller)
}
