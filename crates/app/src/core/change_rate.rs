//! How often a person may do what the change log records: its rows stay for ever.

use chrono::TimeDelta;
use store::Tx;

use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::Error;

/// Changes of one kind that a person may make within [`PERIOD`].
const MAX_CHANGES: u64 = 60;
const PERIOD: TimeDelta = TimeDelta::minutes(1);
const RETRY_AFTER_S: u64 = 60;

/// Refuses a caller of whom too many changes of this kind were recorded in the last minute.
pub(crate) async fn require_room(ctx: &Ctx, tx: &mut Tx, caller: &Caller, subject_kind: &str) -> Result<(), Error> {
    let since = ctx.clock.now() - PERIOD;
    let recorded = store::changes::count_since(tx, caller.actor().as_str(), subject_kind, since).await?;
    if recorded < MAX_CHANGES { Ok(()) } else { Err(Error::Throttled { retry_after_s: RETRY_AFTER_S }) }
}
