//! The end of a publication: the one before counts again, and everybody is told.

use chrono::{DateTime, Utc};
use domain::publication::{ManualPublication, PublicationState};
use store::Tx;

use super::people::{self, PublicationNews};
use super::record::{find_valid, release_newest};
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

/// Releases the publications before one that was approved and has just been stopped. People on the distribution list and
/// other systems are told, because they may go on by what they have.
pub(super) async fn go_back(
    ctx: &Ctx,
    tx: &mut Tx,
    rules: &ReaderRules,
    (publication, stop): (&ManualPublication, PublicationStop),
    account: &str,
) -> Result<(), Error> {
    let reinstated = release_before(tx, publication, ctx.clock.now()).await?;
    let valid = find_valid(tx, publication).await?;
    let readers = people::all(tx, rules, publication).await?;
    let code = stop.message(valid.is_some());
    let news = PublicationNews { publication, code, account, valid: valid.as_ref() };
    people::tell_readers(ctx, tx, &readers, news).await?;
    for again in &reinstated {
        people::distribute_again(ctx, tx, rules, "", again).await?;
    }
    let event = PublicationEvent { publication, name: stop.event(), artifacts: &[], valid: valid.as_ref() };
    webhooks::enqueue(ctx, tx, event).await
}

/// Approves what a publication had superseded and is still valid; gives it, the newest first.
async fn release_before(
    tx: &mut Tx,
    publication: &ManualPublication,
    now: DateTime<Utc>,
) -> Result<Vec<ManualPublication>, Error> {
    let manual = &publication.manual_id;
    let mut reinstated: Vec<ManualPublication> = Vec::new();
    let mut stopped = vec![publication.id.clone()];
    while let Some(id) = stopped.pop() {
        for before in store::publications::list_superseded_by(tx, manual, &id).await? {
            if before.is_over(now.date_naive()) {
                // A temporary revision may have ended while another publication had superseded it.
                store::publications::end(tx, &before.id, PublicationState::Superseded, now).await?;
                stopped.push(before.id);
                continue;
            }
            let approved = store::publications::list_approved(tx, manual).await?;
            let later = approved.iter().find(|later| later.is_successor_of(&before)).map(|later| &later.id);
            let is_changed = match later {
                // Its readers have got another one since.
                Some(later) => store::publications::supersede(tx, &before.id, later).await?,
                None => store::publications::reinstate(tx, &before.id).await?,
            };
            if !is_changed {
                return Err(Error::ChangedMeanwhile);
            }
            if later.is_none() {
                reinstated.push(ManualPublication { state: PublicationState::Approved, superseded_by: None, ..before });
            }
        }
    }
    release_newest(tx, manual).await?;
    reinstated.sort_by_key(|one| std::cmp::Reverse(one.number));
    Ok(reinstated)
}
