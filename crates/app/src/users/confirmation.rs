//! Proving again who uses a session.

use domain::field::FieldCode;
use domain::session::SignedAct;

use super::second_factor;
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, Unauthenticated};
use crate::core::passwords::Priority;

/// A proof of identity, as typed.
#[derive(Clone, Default)]
pub struct Proof {
    pub password: Option<String>,
    /// Required of accounts with a second factor.
    pub code: Option<String>,
    /// The act for which it is given.
    pub act: Option<SignedAct>,
}

impl std::fmt::Debug for Proof {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("***")
    }
}

/// Confirms the caller's session, so that [`require_recent`](crate::core::confirmation::require_recent) lets it pass:
/// by a code where the account has a second factor, otherwise by the password. With an act,
/// [`require_for_act`](crate::core::confirmation::require_for_act) lets that act pass once.
pub async fn confirm(ctx: &Ctx, caller: &Caller, proof: &Proof, address: &str) -> Result<(), Error> {
    let now = ctx.clock.now();
    let (field, typed) = match caller.user.second_factor_on {
        Some(_) => ("code", &proof.code),
        None => ("password", &proof.password),
    };
    let typed = typed.as_deref().filter(|typed| !typed.is_empty());
    let typed = typed.ok_or_else(|| Error::field(field, FieldCode::Required))?;
    let attempt = ctx
        .throttle
        .attempt(&caller.user.account.folded(), address, now)
        .map_err(|retry_after_s| Error::Throttled { retry_after_s })?;
    match prove(ctx, caller, typed).await {
        Ok(None) => ctx.throttle.succeeded(attempt, now),
        Ok(Some(wrong)) => return Err(Error::field(field, wrong)),
        Err(error) => {
            ctx.throttle.forgiven(&attempt);
            return Err(error);
        }
    }
    let mut tx = caller.begin(ctx).await?;
    if !store::sessions::update_confirmed(&mut tx, &caller.session.id, now, proof.act.as_ref()).await? {
        return Err(Error::Unauthenticated(Unauthenticated::Revoked));
    }
    tx.commit().await?;
    ctx.sessions.forget(&caller.user.id);
    Ok(())
}

/// The reason the proof is refused.
async fn prove(ctx: &Ctx, caller: &Caller, typed: &str) -> Result<Option<FieldCode>, Error> {
    if caller.user.second_factor_on.is_some() {
        let spent = second_factor::spend(ctx, &caller.user, typed).await?;
        return Ok(if spent.is_some() { None } else { Some(FieldCode::CodeWrong) });
    }
    let mut tx = caller.read(ctx).await?;
    let stored = store::users::find_password_hash(&mut tx, &caller.user.id).await?;
    drop(tx);
    let right = ctx.hasher.verify(typed, stored, Priority::Known).await?;
    Ok(if right { None } else { Some(FieldCode::PasswordWrong) })
}
