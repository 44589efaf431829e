//! Opening a session for a person who proved who they are.

use chrono::{DateTime, TimeDelta, Utc};
use domain::change::Actor;
use domain::id::{SessionId, UserId};
use domain::session::{Session, SessionClient, SessionProvider, SignedAct};
use domain::user::{User, UserStatus};
use store::Tx;

use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, Unauthenticated};
use crate::core::tokens;
use crate::users::second_factor::FactorKind;

/// Ended sessions are kept this long, then swept at the next sign-in.
const SWEEP_AFTER: TimeDelta = TimeDelta::days(30);
/// The longest ID token that is kept for signing out.
const MAX_ID_TOKEN: usize = 8 * 1024;

/// A successful sign-in.
pub struct SignedIn {
    pub caller: Caller,
    pub token: String,
}

impl std::fmt::Debug for SignedIn {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SignedIn").field("caller", &self.caller).finish_non_exhaustive()
    }
}

/// How a person proved who they are.
pub(super) enum SignInProof<'a> {
    Password {
        compared_hash: &'a str,
        factor: Option<FactorKind>,
    },
    Provider {
        provider: SessionProvider,
        id_token: &'a str,
        /// The sign-in at the provider, which may be long ago.
        signed_in_on: DateTime<Utc>,
        /// The act for which the person signed in again.
        act: Option<SignedAct>,
    },
}

/// Opens a session and commits.
pub(super) async fn open(
    ctx: &Ctx,
    mut tx: Tx,
    user: &UserId,
    proof: SignInProof<'_>,
    client: SessionClient,
) -> Result<SignedIn, Error> {
    let now = ctx.clock.now();
    let compared_hash = match &proof {
        SignInProof::Password { compared_hash, .. } => Some(*compared_hash),
        SignInProof::Provider { .. } => None,
    };
    // The password may have been replaced, or the account switched off, while the password was being compared.
    if !store::users::update_last_sign_in(&mut tx, user, compared_hash, now).await? {
        return Err(Error::Unauthenticated(Unauthenticated::BadCredentials));
    }
    let user = store::users::find(&mut tx, user).await?.ok_or(Error::Unauthenticated(Unauthenticated::Inactive))?;
    if !user.may_sign_in(now) {
        return Err(Error::Unauthenticated(refusal(&user)));
    }
    store::sessions::delete_ended(&mut tx, now - SWEEP_AFTER).await?;
    let session = insert(ctx, &mut tx, &user, proof, client).await?;
    let must_add_factor = must_add_factor(&mut tx, &user, &session).await?;
    tx.commit().await?;

    tracing::info!(user.account = %user.account, session.id = %session.id, "{} signed in", user.account);
    let token = tokens::issue(&ctx.token_key, &user, &session, now)?;
    Ok(SignedIn { caller: Caller { user, session, service: None, must_add_factor, renewed_token: None }, token })
}

/// Why a known person may not sign in.
pub(super) fn refusal(user: &User) -> Unauthenticated {
    if user.status == UserStatus::Active { Unauthenticated::GuestEnded } else { Unauthenticated::Inactive }
}

/// Adds the session and records it.
async fn insert(
    ctx: &Ctx,
    tx: &mut Tx,
    user: &User,
    proof: SignInProof<'_>,
    client: SessionClient,
) -> Result<Session, Error> {
    let now = ctx.clock.now();
    let mut change =
        ctx.change(&Actor::User(user.account.as_str().to_owned()), "session.opened", "user", user.account.as_str());
    change.detail.push(("address".to_owned(), client.address.clone()));
    let mut session = Session {
        id: SessionId(ctx.ids.next()),
        user_id: user.id.clone(),
        client,
        created_on: now,
        used_on: now,
        expires_on: now + ctx.settings.session_lifetime,
        revoked_on: None,
        confirmed_on: now,
        provider: None,
    };
    let (mut kept_token, mut proven_act) = (None, None);
    match proof {
        SignInProof::Password { factor, .. } => {
            let factor = factor.map(|factor| ("secondFactor".to_owned(), factor.as_str().to_owned()));
            change.detail.extend(factor);
        }
        SignInProof::Provider { provider, id_token, signed_in_on, act } => {
            change.detail.push(("provider".to_owned(), provider.name.clone()));
            session.confirmed_on = signed_in_on;
            session.provider = Some(provider);
            kept_token = Some(id_token).filter(|token| token.len() <= MAX_ID_TOKEN);
            proven_act = act;
        }
    }
    store::sessions::insert(tx, &session).await?;
    if let Some(act) = &proven_act {
        store::sessions::update_confirmed(tx, &session.id, session.confirmed_on, Some(act)).await?;
    }
    if let Some(token) = kept_token {
        let sealed = ctx.token_key.sealing.seal(token.as_bytes(), &session.id.0);
        store::identity_providers::update_id_token(tx, &session.id, &sealed).await?;
    }
    tx.record(change);
    Ok(session)
}

/// The role requires a second factor and the account has none. A provider asks for its own second factor.
pub(super) async fn must_add_factor(tx: &mut Tx, user: &User, session: &Session) -> Result<bool, Error> {
    if user.second_factor_on.is_some() || session.provider.is_some() {
        return Ok(false);
    }
    let (roles, _) = store::settings::find_factor_roles(tx).await?;
    Ok(roles.contains(&user.role))
}
