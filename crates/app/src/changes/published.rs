//! Change requests that end with the publication of their work.

use std::collections::HashSet;

use domain::access::AccessLevel;
use domain::change::{Actor, Change};
use domain::change_request::{RequestAction, RequestActor, RequestOutcome, act as rule, is_approved};
use domain::id::{ChangeRequestId, SnapshotId};
use store::Tx;
use store::change_requests::NewStatus;

use super::located::{self, Contributors};
use super::people;
use crate::comments::people::ReaderRules;
use crate::core::ctx::Ctx;
use crate::core::error::Error;

/// Closes the change request of a publication that counts from now on, if its work is approved and part of what was
/// published. Any other stays as it is: a publication needs no verdicts, the end of a request does.
pub(crate) async fn close(
    ctx: &Ctx,
    tx: &mut Tx,
    rules: &ReaderRules,
    (id, snapshot): (&ChangeRequestId, SnapshotId),
    account: &str,
) -> Result<(), Error> {
    let Some(request) = store::change_requests::find(tx, id).await? else { return Ok(()) };
    let work = Contributors::find(tx, &request).await?;
    let reviewers = located::reviewers(rules, tx, &request, &work).await?;
    // Whoever approves a publication has the level for it; the verdicts are those of others.
    let actor =
        RequestActor { level: AccessLevel::Approve, is_creator: false, has_contributed: false, may_approve_own: false };
    let Ok(next) = rule(request.status, RequestAction::Publish, actor, is_approved(&reviewers)) else {
        return Ok(());
    };
    for module in store::change_requests::list_modules(tx, &request).await? {
        if !located::is_published(tx, snapshot, &module).await? {
            return Ok(());
        }
    }
    let (outcome, finished_by) = (Some(RequestOutcome::Published), request.finished_by.as_ref());
    let new = NewStatus { status: next, outcome, finished_by, starts_round: false };
    if !store::change_requests::update_status(tx, &request, &new, ctx.clock.now()).await? {
        return Err(Error::ChangedMeanwhile);
    }
    let detail =
        vec![("before".to_owned(), request.status.as_str().to_owned()), ("after".to_owned(), next.as_str().to_owned())];
    let code = "change_request.published";
    let change = ctx.change(&Actor::User(account.to_owned()), code, "change_request", &request.subject());
    tx.record(Change { detail, ..change });
    let participants = people::participants(rules, tx, &request).await?;
    people::tell_from(ctx, tx, account, &request, participants, code, &mut HashSet::new()).await
}
