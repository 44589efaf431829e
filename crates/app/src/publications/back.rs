//! What follows when a publication does not count any more: the one before counts again, and everybody is told.

use chrono::{DateTime, Utc};
use domain::publication::{ManualPublication, PublicationState};
use store::Tx;

use super::people::{self, PublicationNews};
use super::webhooks::{self, PublicationEvent};
use crate::comments::people::ReaderRules;
use crate::core::ctx::Ctx;
use crate::core::error::Error;

/// How a publication stopped to count.
#[derive(Debug, Clone, Copy)]
pub(super) enum PublicationStop {
    Withdrawn,
    Ended,
}

impl PublicationStop {
    fn event(self) -> &'static str {
        match self {
            Self::Withdrawn => "publication.withdrawn",
            Self::Ended => "publication.ended",
        }
    }

    /// The message for people: with the publication that counts now, or when there is none.
    fn message(self, is_replaced: bool) -> &'static str {
        match (self, is_replaced) {
            (Self::Withdrawn, false) => "publication.withdrawn",
            (Self::Withdrawn, true) => "publication.withdrawn_previous",
            (Self::Ended, false) => "publication.ended",
            (Self::Ended, true) => "publication.ended_previous",
        }
    }
}

/// Releases the publication before one that was approved and has just been stopped. People on the distribution list and
/// other systems are told, because they may go on by what they have.
pub(super) async fn go_back(
    ctx: &Ctx,
    tx: &mut Tx,
    rules: &ReaderRules,
    (publication, stop): (&ManualPublication, PublicationStop),
    account: &str,
) -> Result<(), Error> {
    let valid = release_before(tx, publication, ctx.clock.now()).await?;
    let readers = people::all(tx, rules, publication).await?;
    let code = stop.message(valid.is_some());
    let news = PublicationNews { publication, code, account, valid: valid.as_ref() };
    people::tell_readers(ctx, tx, &readers, news).await?;
    if let Some(valid) = &valid {
        people::distribute_again(ctx, tx, rules, "", valid).await?;
    }
    let event = PublicationEvent { publication, name: stop.event(), artifacts: &[], valid: valid.as_ref() };
    webhooks::enqueue(ctx, tx, event).await
}

/// The released lane goes back to the publication before that is still valid, if there is one.
async fn release_before(
    tx: &mut Tx,
    publication: &ManualPublication,
    now: DateTime<Utc>,
) -> Result<Option<ManualPublication>, Error> {
    let manual = &publication.manual_id;
    let mut before = store::publications::find_superseded_by(tx, manual, &publication.id).await?;
    // A temporary revision may have ended while another publication had superseded it.
    while let Some(over) = before.take_if(|before| before.is_over(now.date_naive())) {
        store::publications::end(tx, &over.id, PublicationState::Superseded, now).await?;
        before = store::publications::find_superseded_by(tx, manual, &over.id).await?;
    }
    if let Some(before) = &before
        && !store::publications::reinstate(tx, &before.id).await?
    {
        return Err(Error::ChangedMeanwhile);
    }
    let snapshot = before.as_ref().map(|before| before.snapshot);
    store::publications::update_released_lane(tx, manual, snapshot).await?;
    Ok(before.map(|before| ManualPublication { state: PublicationState::Approved, superseded_by: None, ..before }))
}
