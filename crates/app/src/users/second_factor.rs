//! Second factors: codes of an authenticator app, and recovery codes for its loss.

use domain::change::Actor;
use domain::field::FieldCode;
use domain::permission::{Permission, Role};
use domain::user::User;
use sha2::{Digest, Sha256};
use store::Tx;
use store::settings::SettingEdit;

use super::find_named;
use super::own::require_room;
use crate::core::caller::Caller;
use crate::core::confirmation::require_recent;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, Missing, Unauthenticated, UserError};
use crate::core::keys;
use crate::core::totp::{self, QrPath, TotpSecret};

/// Recovery codes that a person gets at once.
const RECOVERY_CODES: usize = 10;

/// The state of a person's second factor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FactorState {
    /// The role requires one.
    pub required: bool,
    pub recovery_codes_left: u64,
}

/// A factor to be set up: what an authenticator app needs.
#[derive(Debug)]
pub struct NewFactor {
    pub secret: TotpSecret,
    pub uri: String,
    pub qr: Option<QrPath>,
}

/// The kind of code that proved a second factor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FactorKind {
    App,
    RecoveryCode,
}

impl FactorKind {
    /// Name in the audit log.
    pub(super) fn as_str(self) -> &'static str {
        match self {
            Self::App => "app",
            Self::RecoveryCode => "recoveryCode",
        }
    }
}

/// Reads the state of the caller's own factor.
pub async fn read_own(ctx: &Ctx, caller: &Caller) -> Result<FactorState, Error> {
    let mut tx = caller.read(ctx).await?;
    let (roles, _) = store::settings::find_factor_roles(&mut tx).await?;
    let recovery_codes_left = store::second_factors::count_recovery_codes(&mut tx, &caller.user.id).await?;
    Ok(FactorState { required: roles.contains(&caller.user.role), recovery_codes_left })
}

/// Starts to set a factor up; sign-in asks for it after [`confirm`].
pub async fn start(ctx: &Ctx, caller: &Caller) -> Result<NewFactor, Error> {
    require_recent(ctx, caller).await?;
    let secret = TotpSecret::generate();
    let sealed = ctx.token_key.sealing.seal(secret.as_bytes(), &caller.user.id.0);
    let mut tx = caller.begin(ctx).await?;
    if !store::second_factors::insert(&mut tx, &caller.user.id, &sealed, ctx.clock.now()).await? {
        return Err(UserError::SecondFactorExists.into());
    }
    tx.commit().await?;
    let uri = secret.uri(caller.user.account.as_str());
    Ok(NewFactor { qr: QrPath::draw(&uri), uri, secret })
}

/// Ends the set-up with a code of the app; gives the recovery codes, which are shown once.
pub async fn confirm(ctx: &Ctx, caller: &Caller, code: &str) -> Result<Vec<String>, Error> {
    let now = ctx.clock.now();
    let id = &caller.user.id;
    let mut tx = caller.begin(ctx).await?;
    let stored = store::second_factors::find(&mut tx, id).await?.ok_or(Error::NotFound(Missing::SecondFactor))?;
    if stored.confirmed {
        return Err(UserError::SecondFactorExists.into());
    }
    require_room(ctx, &mut tx, caller).await?;
    let secret = unsealed(ctx, &caller.user, &stored.secret);
    let step = secret.and_then(|secret| secret.step_of(&normalised(code), now));
    let step = step.ok_or_else(|| Error::field("code", FieldCode::CodeWrong))?;
    if !store::second_factors::update_confirmed(&mut tx, id, &stored.secret, step, now).await? {
        return Err(Error::ChangedMeanwhile);
    }
    let codes = replace_codes(&mut tx, &caller.user).await?;
    tx.record(ctx.change(&caller.actor(), "user.second_factor_added", "user", caller.user.account.as_str()));
    tx.commit().await?;
    ctx.sessions.forget(id);
    tracing::info!(user.account = %caller.user.account, "{} added a second factor", caller.user.account);
    Ok(codes)
}

/// Removes the caller's own factor.
pub async fn remove(ctx: &Ctx, caller: &Caller) -> Result<(), Error> {
    require_recent(ctx, caller).await?;
    let mut tx = caller.begin(ctx).await?;
    if !store::second_factors::delete(&mut tx, &caller.user.id).await? {
        return Err(Error::NotFound(Missing::SecondFactor));
    }
    tx.record(ctx.change(&caller.actor(), "user.second_factor_removed", "user", caller.user.account.as_str()));
    tx.commit().await?;
    ctx.sessions.forget(&caller.user.id);
    Ok(())
}

/// Gives new recovery codes; the earlier ones become invalid.
pub async fn renew_recovery_codes(ctx: &Ctx, caller: &Caller) -> Result<Vec<String>, Error> {
    require_recent(ctx, caller).await?;
    let mut tx = caller.begin(ctx).await?;
    let stored = store::second_factors::find(&mut tx, &caller.user.id).await?;
    if !stored.is_some_and(|factor| factor.confirmed) {
        return Err(Error::NotFound(Missing::SecondFactor));
    }
    require_room(ctx, &mut tx, caller).await?;
    let codes = replace_codes(&mut tx, &caller.user).await?;
    tx.record(ctx.change(&caller.actor(), "user.recovery_codes_renewed", "user", caller.user.account.as_str()));
    tx.commit().await?;
    Ok(codes)
}

/// Removes somebody's factor, because they lost it, and ends their sessions.
pub async fn reset(ctx: &Ctx, caller: &Caller, account: &str) -> Result<(), Error> {
    caller.require(Permission::ManageUsers)?;
    require_recent(ctx, caller).await?;
    reset_as(ctx, &caller.actor(), account).await
}

/// The same on behalf of `actor`, who has been asked already.
pub async fn reset_as(ctx: &Ctx, actor: &Actor, account: &str) -> Result<(), Error> {
    let mut tx = ctx.db.begin().await?;
    let user = find_named(&mut tx, account).await?;
    if !store::second_factors::delete(&mut tx, &user.id).await? {
        return Err(Error::NotFound(Missing::SecondFactor));
    }
    store::sessions::revoke_all(&mut tx, &user.id, None, ctx.clock.now()).await?;
    tx.record(ctx.change(actor, "user.second_factor_reset", "user", user.account.as_str()));
    tx.commit().await?;
    ctx.sessions.forget(&user.id);
    tracing::info!(user.account = %user.account, "Reset the second factor of {}", user.account);
    Ok(())
}

/// Checks the second factor of a sign-in whose password is right; an account without one needs none.
pub(super) async fn check(ctx: &Ctx, user: &User, code: Option<&str>) -> Result<Option<FactorKind>, Error> {
    if user.second_factor_on.is_none() {
        return Ok(None);
    }
    let code = code.map(normalised).filter(|code| !code.is_empty());
    let code = code.ok_or(Error::Unauthenticated(Unauthenticated::CodeRequired))?;
    let spent = spend(ctx, user, &code).await?;
    spent.map(Some).ok_or(Error::Unauthenticated(Unauthenticated::CodeWrong))
}

/// Spends a code of the app or a recovery code; `None` when it is wrong or was spent before.
pub(super) async fn spend(ctx: &Ctx, user: &User, code: &str) -> Result<Option<FactorKind>, Error> {
    let (account, now) = (user.account.folded(), ctx.clock.now());
    let code = normalised(code);
    let kind = if totp::is_code(&code) { FactorKind::App } else { FactorKind::RecoveryCode };
    if kind == FactorKind::App {
        ctx.throttle.code(&account, now).map_err(|retry_after_s| Error::Throttled { retry_after_s })?;
    }
    let mut tx = ctx.db.begin().await?;
    let accepted = match kind {
        FactorKind::App => {
            let stored = store::second_factors::find(&mut tx, &user.id).await?;
            let secret = stored.and_then(|stored| unsealed(ctx, user, &stored.secret));
            match secret.and_then(|secret| secret.step_of(&code, now)) {
                Some(step) => store::second_factors::update_step(&mut tx, &user.id, step).await?,
                None => false,
            }
        }
        FactorKind::RecoveryCode => {
            store::second_factors::delete_recovery_code(&mut tx, &user.id, &hash(&code)).await?
        }
    };
    tx.commit().await?;
    if !accepted {
        tracing::warn!(user.account = %user.account, "Second factor refused");
        return Ok(None);
    }
    ctx.throttle.code_accepted(&account);
    Ok(Some(kind))
}

fn unsealed(ctx: &Ctx, user: &User, sealed: &str) -> Option<TotpSecret> {
    let secret = ctx.token_key.sealing.open(sealed, &user.id.0);
    if secret.is_none() {
        tracing::error!(user.account = %user.account, "The second factor was encrypted with another key");
    }
    secret.map(TotpSecret::from_bytes)
}

/// Codes are typed with spaces, hyphens and in any case.
fn normalised(code: &str) -> String {
    code.chars().filter(char::is_ascii_alphanumeric).take(64).map(|c| c.to_ascii_uppercase()).collect()
}

/// A recovery code has 80 random bits, so that a fast hash is enough.
fn hash(code: &str) -> String {
    totp::base32(&Sha256::digest(code.as_bytes()))
}

async fn replace_codes(tx: &mut Tx, user: &User) -> Result<Vec<String>, Error> {
    store::second_factors::delete_recovery_codes(tx, &user.id).await?;
    let mut codes = Vec::with_capacity(RECOVERY_CODES);
    for _ in 0..RECOVERY_CODES {
        let code = totp::base32(&keys::random::<10>());
        store::second_factors::insert_recovery_code(tx, &user.id, &hash(&code)).await?;
        codes.push(format!("{}-{}-{}-{}", &code[..4], &code[4..8], &code[8..12], &code[12..]));
    }
    Ok(codes)
}

/// The roles that must have a second factor, with the version of the setting.
pub async fn required_roles(ctx: &Ctx, caller: &Caller) -> Result<(Vec<Role>, i64), Error> {
    caller.require(Permission::ManageUsers)?;
    Ok(store::settings::find_factor_roles(&mut caller.read(ctx).await?).await?)
}

/// Sets the roles that must have a second factor. People without one set it up before anything else.
pub async fn update_required_roles(
    ctx: &Ctx,
    caller: &Caller,
    roles: &[Role],
    version: i64,
) -> Result<(Vec<Role>, i64), Error> {
    caller.require(Permission::ManageUsers)?;
    require_recent(ctx, caller).await?;
    let roles: Vec<Role> = Role::ALL.into_iter().filter(|role| roles.contains(role)).collect();
    let mut tx = caller.begin(ctx).await?;
    let (before, _) = store::settings::find_factor_roles(&mut tx).await?;
    let edit = SettingEdit { version, account: caller.user.account.as_str(), now: ctx.clock.now() };
    if !store::settings::update_factor_roles(&mut tx, &roles, edit).await? {
        return Err(Error::ChangedMeanwhile);
    }
    let mut change = ctx.change(&caller.actor(), "setting.updated", "setting", "secondFactor");
    let words = |roles: &[Role]| roles.iter().map(|role| role.as_str()).collect::<Vec<_>>().join(", ");
    change.detail.push(("roles".to_owned(), format!("{} → {}", words(&before), words(&roles))));
    tx.record(change);
    tx.commit().await?;
    Ok((roles, version + 1))
}
