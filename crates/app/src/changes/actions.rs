//! The life of a change request: its actions, and the verdicts of its reviewers.

use std::collections::HashSet;

use domain::change_request::{
    RequestAction, RequestDecision, RequestOutcome, RequestStatus, Verdict, act as rule, is_approved, may_review,
};
use domain::field::FieldCode;
use domain::id::ChangeRequestId;
use domain::permission::Permission;
use store::change_requests::NewStatus;

use super::{located, people};
use crate::comments::people::ReaderRules;
use crate::core::caller::Caller;
use crate::core::confirmation::require_recent;
use crate::core::ctx::Ctx;
use crate::core::error::{ChangeRequestError, Error};
use crate::editing::change_requests::{find, record};

/// Moves a change request to its next status. Those whom it concerns are told, above all who asked for it.
pub async fn act(
    ctx: &Ctx,
    caller: &Caller,
    id: &ChangeRequestId,
    action: RequestAction,
    why: &str,
) -> Result<(), Error> {
    caller.require_person(Permission::Comment)?;
    if action == RequestAction::Publish {
        require_recent(ctx, caller).await?;
    }
    let rules = ReaderRules::load(ctx).await?;
    let mut tx = caller.begin(ctx).await?;
    let request = find(&mut tx, id).await?;
    let reviewers = store::change_requests::list_reviewers(&mut tx, id).await?;
    let actor = located::actor(&mut tx, caller, &request).await?;
    let next = rule(request.status, action, actor, is_approved(&reviewers)).map_err(located::refusal)?;
    located::require_room(ctx, &mut tx, caller).await?;
    if action == RequestAction::Finish {
        let modules = store::change_requests::list_modules(&mut tx, &request).await?;
        if modules.iter().any(|module| module.holder.is_some()) {
            return Err(ChangeRequestError::CheckedOut.into());
        }
    }
    let outcome = match action {
        RequestAction::Publish => Some(RequestOutcome::Published),
        RequestAction::Cancel => Some(RequestOutcome::Cancelled),
        _ => None,
    };
    let finished_by = match action {
        RequestAction::Finish => Some(&caller.user.id),
        RequestAction::Publish | RequestAction::Cancel => request.finished_by.as_ref(),
        _ => None,
    };
    let new = NewStatus { status: next, outcome, finished_by };
    if !store::change_requests::update_status(&mut tx, &request, &new, ctx.clock.now()).await? {
        return Err(Error::ChangedMeanwhile);
    }
    if action == RequestAction::Reopen {
        store::change_requests::clear_verdicts(&mut tx, id).await?;
    }
    let detail = [("before", request.status.as_str()), ("after", next.as_str()), ("why", why)];
    let code = code_of(action);
    record(ctx, &mut tx, caller, &request, code, &detail);
    let mut told = HashSet::new();
    if next == RequestStatus::ReadyForPublish {
        let awaited = people::awaited(&rules, &mut tx, &request).await?;
        people::tell(ctx, &mut tx, caller, &request, awaited, "change_request.review", &mut told).await?;
    }
    let concerned = people::concerned(&rules, &mut tx, &request).await?;
    people::tell(ctx, &mut tx, caller, &request, concerned, code, &mut told).await?;
    tx.commit().await?;
    let subject = request.subject();
    tracing::info!(change_request.id = %id, change_request.status = next.as_str(), "Changed the status of {subject}");
    Ok(())
}

/// The name of an action in the log and in messages.
fn code_of(action: RequestAction) -> &'static str {
    match action {
        RequestAction::Open => "change_request.opened",
        RequestAction::Reopen => "change_request.reopened",
        RequestAction::Publish => "change_request.published",
        RequestAction::Cancel => "change_request.cancelled",
        RequestAction::Pause => "change_request.paused",
        RequestAction::Finish => "change_request.finished",
        RequestAction::Resume => "change_request.resumed",
    }
}

/// Stores the verdict of the caller on finished work; `None` takes it back.
pub async fn review(
    ctx: &Ctx,
    caller: &Caller,
    id: &ChangeRequestId,
    verdict: Option<Verdict>,
    comment: String,
) -> Result<(), Error> {
    caller.require_person(Permission::Approve)?;
    if verdict == Some(Verdict::Approved) {
        require_recent(ctx, caller).await?;
    }
    if verdict == Some(Verdict::Rejected) && comment.is_empty() {
        return Err(Error::field("comment", FieldCode::Required));
    }
    let rules = ReaderRules::load(ctx).await?;
    let mut tx = caller.begin(ctx).await?;
    let request = find(&mut tx, id).await?;
    let actor = located::actor(&mut tx, caller, &request).await?;
    may_review(request.status, actor).map_err(located::refusal)?;
    located::require_room(ctx, &mut tx, caller).await?;
    let now = ctx.clock.now();
    // A publication at the same moment sees the verdict, or the verdict comes too late.
    if !store::change_requests::touch(&mut tx, id, RequestStatus::ReadyForPublish, now).await? {
        return Err(Error::ChangedMeanwhile);
    }
    let code = match verdict {
        Some(Verdict::Approved) => "change_request.approved",
        Some(Verdict::Rejected) => "change_request.rejected",
        None => "change_request.verdict_withdrawn",
    };
    record(ctx, &mut tx, caller, &request, code, &[("why", comment.as_str())]);
    let decision = verdict.map(|verdict| RequestDecision { verdict, comment, on: now });
    store::change_requests::set_verdict(&mut tx, id, &caller.user.id, decision.as_ref()).await?;
    if decision.is_some() {
        let concerned = people::concerned(&rules, &mut tx, &request).await?;
        people::tell(ctx, &mut tx, caller, &request, concerned, code, &mut HashSet::new()).await?;
    }
    Ok(tx.commit().await?)
}
