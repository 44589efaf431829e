//! The life of a change request: its actions, and the verdicts of its reviewers.

use std::collections::HashSet;

use domain::change_request::{
    ChangeRequest, RequestAction, RequestDecision, RequestModule, RequestOutcome, RequestStatus, Verdict, act as rule,
    is_approved, may_review,
};
use domain::field::FieldCode;
use domain::id::ChangeRequestId;
use domain::path::file_name_of;
use domain::permission::Permission;
use store::Tx;
use store::change_requests::NewStatus;

use super::located::Contributors;
use super::{located, people};
use crate::comments::people::ReaderRules;
use crate::core::caller::Caller;
use crate::core::confirmation::require_recent;
use crate::core::ctx::Ctx;
use crate::core::error::{ChangeRequestError, Error};
use crate::editing::change_requests::{find, record};

/// Moves a change request to its next status, and tells the people whom it concerns.
///
/// Reopening one whose modules belong to another open change request needs `may_share`.
pub async fn act(
    ctx: &Ctx,
    caller: &Caller,
    id: &ChangeRequestId,
    action: RequestAction,
    why: &str,
    may_share: bool,
) -> Result<(), Error> {
    caller.require_person(Permission::Comment)?;
    if action == RequestAction::Publish {
        require_recent(ctx, caller).await?;
    }
    let rules = ReaderRules::load(ctx).await?;
    let mut tx = caller.begin(ctx).await?;
    let request = find(&mut tx, id).await?;
    let work = Contributors::find(&mut tx, &request).await?;
    let reviewers = located::reviewers(&rules, &mut tx, &request, &work).await?;
    let actor = located::actor(&tx, caller, &request, &work);
    let next = rule(request.status, action, actor, is_approved(&reviewers)).map_err(located::refusal)?;
    located::require_room(ctx, &mut tx, caller).await?;
    match action {
        RequestAction::Finish => require_finished(&rules, &mut tx, caller, &request, &work).await?,
        RequestAction::Reopen => require_free(&mut tx, &request, may_share).await?,
        _ => {}
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
    let starts_round = action == RequestAction::Finish;
    let new = NewStatus { status: next, outcome, finished_by, starts_round };
    if !store::change_requests::update_status(&mut tx, &request, &new, ctx.clock.now()).await? {
        return Err(Error::ChangedMeanwhile);
    }
    if action == RequestAction::Reopen {
        store::change_requests::clear_verdicts(&mut tx, id).await?;
    }
    let detail = [("before", request.status.as_str()), ("after", next.as_str()), ("why", why)];
    let code = code_of(action);
    record(ctx, &mut tx, caller, &request, code, &detail);
    let mut informed = HashSet::new();
    if next == RequestStatus::ReadyForPublish {
        let reviewers = people::pending_reviewers(&rules, &mut tx, &request).await?;
        people::tell(ctx, &mut tx, caller, &request, reviewers, "change_request.review", &mut informed).await?;
    }
    let participants = people::participants(&rules, &mut tx, &request).await?;
    people::tell(ctx, &mut tx, caller, &request, participants, code, &mut informed).await?;
    tx.commit().await?;
    let subject = request.subject();
    tracing::info!(change_request.id = %id, change_request.status = next.as_str(), "Changed the status of {subject}");
    Ok(())
}

/// Refuses to finish work that is not done, or that the reviewers who are asked could not approve.
async fn require_finished(
    rules: &ReaderRules,
    tx: &mut Tx,
    caller: &Caller,
    request: &ChangeRequest,
    work: &Contributors,
) -> Result<(), Error> {
    // No module goes to the trash meanwhile.
    store::manuals::lock(tx, &request.manual_id).await?;
    let modules = store::change_requests::list_modules(tx, request).await?;
    if modules.iter().any(|module| module.holder.is_some()) {
        return Err(ChangeRequestError::CheckedOut.into());
    }
    if modules.is_empty() || !modules.iter().all(RequestModule::is_changed) {
        return Err(ChangeRequestError::Unchanged.into());
    }
    require_present(tx, request, &modules).await?;
    let manual = located::manual_of(request)?;
    let reviewers = store::change_requests::list_reviewers(tx, &request.id).await?;
    let mut unfit: Vec<String> = Vec::new();
    for reviewer in reviewers.into_iter().filter(|reviewer| reviewer.is_asked) {
        let finishes = reviewer.person.id == caller.user.id && !work.may_approve_own;
        if finishes || !located::may_approve(rules, tx, &manual, &reviewer.person, work).await? {
            unfit.push(reviewer.person.account);
        }
    }
    if unfit.is_empty() { Ok(()) } else { Err(ChangeRequestError::Reviewers { accounts: unfit.join(", ") }.into()) }
}

/// Refuses while the manual does not contain the work on a module: it is set aside, or an urgent change went past it.
async fn require_present(tx: &mut Tx, request: &ChangeRequest, modules: &[RequestModule]) -> Result<(), Error> {
    let Some(working) = located::working_lane(tx, request).await? else { return Ok(()) };
    for module in modules {
        if !located::is_present(tx, working, module).await? {
            let file = file_name_of(&module.path).to_owned();
            return Err(ChangeRequestError::WorkSetAside { file }.into());
        }
    }
    Ok(())
}

/// Refuses to reopen a closed change request while another open one has its modules.
async fn require_free(tx: &mut Tx, request: &ChangeRequest, may_share: bool) -> Result<(), Error> {
    if request.status != RequestStatus::Closed || may_share {
        return Ok(());
    }
    // No module joins another request meanwhile.
    store::manuals::lock(tx, &request.manual_id).await?;
    match store::change_requests::find_shared(tx, &request.id).await? {
        Some(number) => Err(ChangeRequestError::ModuleTaken { number }.into()),
        None => Ok(()),
    }
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

/// Stores the verdict of the caller on the work of the round that they have read; `None` takes it back.
pub async fn review(
    ctx: &Ctx,
    caller: &Caller,
    id: &ChangeRequestId,
    round: i64,
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
    let work = Contributors::find(&mut tx, &request).await?;
    let actor = located::actor(&tx, caller, &request, &work);
    may_review(request.status, actor).map_err(located::refusal)?;
    located::require_room(ctx, &mut tx, caller).await?;
    let now = ctx.clock.now();
    // A publication at the same moment sees the verdict, or the verdict comes too late.
    if !store::change_requests::touch_round(&mut tx, id, round, now).await? {
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
        let participants = people::participants(&rules, &mut tx, &request).await?;
        people::tell(ctx, &mut tx, caller, &request, participants, code, &mut HashSet::new()).await?;
    }
    Ok(tx.commit().await?)
}
