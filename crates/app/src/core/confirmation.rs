//! A fresh proof of identity for acts that a stolen session must not do.

use chrono::{DateTime, TimeDelta, Utc};
use domain::session::SignedAct;
use store::Tx;

use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, UserError};

/// How long a proof counts.
const RECENT: TimeDelta = TimeDelta::minutes(15);

/// Refuses unless the caller proved who they are in the last 15 minutes: by signing in, or by
/// [`confirm`](crate::users::confirmation::confirm).
///
/// For acts such as purging, giving rights and releasing modules. Service tokens cannot prove anything.
pub async fn require_recent(ctx: &Ctx, caller: &Caller) -> Result<(), Error> {
    if caller.service.is_some() {
        return Err(Error::Forbidden);
    }
    let now = ctx.clock.now();
    let is_recent = |confirmed_on: DateTime<Utc>| (now - confirmed_on).abs() < RECENT;
    if is_recent(caller.session.confirmed_on) {
        return Ok(());
    }
    // The caller's session may come from the cache, and the proof may have been given at another node.
    let mut tx = caller.read(ctx).await?;
    let stored = store::sessions::find_with_user(&mut tx, &caller.session.id).await?;
    if stored.is_some_and(|(session, _)| is_recent(session.confirmed_on)) {
        return Ok(());
    }
    Err(UserError::ConfirmationRequired.into())
}

/// Refuses unless the caller proved who they are for this act in the last 15 minutes, by
/// [`confirm`](crate::users::confirmation::confirm) or by signing in at their provider for it.
///
/// The proof is used up in the transaction of the act: it counts for no other act, and for none twice.
pub async fn require_for_act(ctx: &Ctx, tx: &mut Tx, caller: &Caller, act: &SignedAct) -> Result<(), Error> {
    if caller.service.is_some() {
        return Err(Error::Forbidden);
    }
    let earliest = ctx.clock.now() - RECENT;
    let spent = store::sessions::update_act_spent(tx, &caller.session.id, act, earliest).await?;
    if spent { Ok(()) } else { Err(UserError::ConfirmationRequired.into()) }
}
