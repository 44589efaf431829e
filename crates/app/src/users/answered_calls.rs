//! Calls that a client sends again because their answer was lost: they are done once, and get the answer of the first
//! try.

use chrono::TimeDelta;

use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::Error;

/// How long an answer is kept.
const KEPT_FOR: TimeDelta = TimeDelta::hours(1);

/// The longest time that a call takes. One without an answer then was interrupted, as when the program was killed.
const LONGEST: TimeDelta = TimeDelta::minutes(2);

/// A call with the key that its client has made for it.
#[derive(Debug, Clone)]
pub struct KeyedCall {
    pub key: String,
    /// Method and address.
    pub call: String,
}

/// The state of a call when it arrives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CallState {
    /// It has now begun.
    New,
    /// It was done before, with this status and body.
    Answered(u16, String),
    /// The first try has no answer yet.
    Running,
    /// The first try ended without an answer: nobody knows whether it was done. The next one is new.
    Interrupted,
    /// The key belongs to another call.
    Another,
}

/// Begins a call, unless it has begun before.
pub async fn begin(ctx: &Ctx, caller: &Caller, call: &KeyedCall) -> Result<CallState, Error> {
    let (now, who) = (ctx.clock.now(), id_of(caller));
    let mut tx = caller.begin(ctx).await?;
    store::answered_calls::delete_before(&mut tx, now - KEPT_FOR).await?;
    if store::answered_calls::insert(&mut tx, who, &call.key, &call.call, now).await? {
        tx.commit().await?;
        return Ok(CallState::New);
    }
    let Some(earlier) = store::answered_calls::find(&mut tx, who, &call.key).await? else {
        // It was refused at this moment.
        return Ok(CallState::Running);
    };
    Ok(match earlier.answer {
        _ if earlier.call != call.call => CallState::Another,
        Some((status, body)) => CallState::Answered(status, body),
        None if now - earlier.started_on < LONGEST => CallState::Running,
        None => {
            store::answered_calls::delete(&mut tx, who, &call.key).await?;
            tx.commit().await?;
            CallState::Interrupted
        }
    })
}

/// Keeps the answer of a call that was done.
pub async fn keep(ctx: &Ctx, caller: &Caller, call: &KeyedCall, status: u16, body: &str) -> Result<(), Error> {
    let mut tx = caller.begin(ctx).await?;
    store::answered_calls::answer(&mut tx, id_of(caller), &call.key, status, body).await?;
    Ok(tx.commit().await?)
}

/// Forgets a call that was refused: it may be sent again.
pub async fn forget(ctx: &Ctx, caller: &Caller, call: &KeyedCall) -> Result<(), Error> {
    let mut tx = caller.begin(ctx).await?;
    store::answered_calls::delete(&mut tx, id_of(caller), &call.key).await?;
    Ok(tx.commit().await?)
}

fn id_of(caller: &Caller) -> &str {
    caller.service.as_ref().map_or(caller.user.id.0.as_str(), |token| token.id.0.as_str())
}
