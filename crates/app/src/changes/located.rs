//! A change request with what its verbs need: its manual, the person who acts, and the people who did the work.

use domain::access::AccessLevel;
use domain::change_request::lineage;
use domain::change_request::{
    ChangeRequest, MAX_RATE, RATE_PERIOD, RequestActor, RequestModule, RequestRefusal, RequestReviewer, RequestStatus,
    Verdict,
};
use domain::comment::Commenter;
use domain::file::File;
use domain::id::{SnapshotId, UserId, VersionId};
use domain::path::ManualPath;
use domain::text::fold;
use store::Tx;

use crate::comments::people::ReaderRules;
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{ChangeRequestError, Error, Missing};

/// The path of the manual of a change request.
pub(super) fn manual_of(request: &ChangeRequest) -> Result<ManualPath, Error> {
    ManualPath::parse(&request.manual_path()).ok_or(Error::NotFound(Missing::ChangeRequest))
}

/// The level of the caller of the transaction in the manual of a change request.
pub(super) fn level(tx: &Tx, request: &ChangeRequest) -> AccessLevel {
    tx.sight().level(&fold(&request.csdb_name), Some(&fold(&request.manual_name)))
}

/// The people who did the work of a change request: they do not approve it, unless the rules of editing say so.
#[derive(Debug)]
pub(super) struct Contributors {
    accounts: Vec<String>,
    finished_by: Option<UserId>,
    pub(super) may_approve_own: bool,
}

impl Contributors {
    pub(super) async fn find(tx: &mut Tx, request: &ChangeRequest) -> Result<Self, Error> {
        Ok(Self {
            accounts: store::change_requests::list_contributors(tx, &request.id).await?,
            finished_by: request.finished_by.clone(),
            may_approve_own: store::settings::find_editing_rules(tx).await?.0.own_release,
        })
    }

    pub(super) fn accounts(&self) -> impl Iterator<Item = &String> {
        self.accounts.iter()
    }

    pub(super) fn contain(&self, id: &UserId, account: &str) -> bool {
        self.finished_by.as_ref() == Some(id) || self.accounts.iter().any(|one| one == account)
    }
}

/// The caller, as the rules of change requests see them.
pub(super) fn actor(tx: &Tx, caller: &Caller, request: &ChangeRequest, work: &Contributors) -> RequestActor {
    RequestActor {
        level: level(tx, request),
        is_creator: request.creator.id == caller.user.id,
        has_contributed: work.contain(&caller.user.id, caller.user.account.as_str()),
        may_approve_own: work.may_approve_own,
    }
}

/// The reviewers of a change request. While it is reviewed, approvals that count no longer are marked.
pub(super) async fn reviewers(
    rules: &ReaderRules,
    tx: &mut Tx,
    request: &ChangeRequest,
    work: &Contributors,
) -> Result<Vec<RequestReviewer>, Error> {
    let mut reviewers = store::change_requests::list_reviewers(tx, &request.id).await?;
    if request.status != RequestStatus::ReadyForPublish {
        return Ok(reviewers);
    }
    let manual = manual_of(request)?;
    for reviewer in &mut reviewers {
        let has_approved = reviewer.decision.as_ref().is_some_and(|one| one.verdict == Verdict::Approved);
        reviewer.has_lapsed = has_approved && !may_approve(rules, tx, &manual, &reviewer.person, work).await?;
    }
    Ok(reviewers)
}

/// Whether a person has the level to approve a change request, and did not do its work.
pub(super) async fn may_approve(
    rules: &ReaderRules,
    tx: &mut Tx,
    manual: &ManualPath,
    person: &Commenter,
    work: &Contributors,
) -> Result<bool, Error> {
    if work.contain(&person.id, &person.account) && !work.may_approve_own {
        return Ok(false);
    }
    let user = store::users::find(tx, &person.id).await?;
    Ok(user.is_some_and(|user| rules.level(&user, manual) >= AccessLevel::Approve))
}

pub(super) fn refusal(refused: RequestRefusal) -> Error {
    match refused {
        RequestRefusal::NotFromHere { status, action } => ChangeRequestError::Action { status, action }.into(),
        RequestRefusal::NotAllowed => Error::Forbidden,
        RequestRefusal::NotApproved => ChangeRequestError::NotApproved.into(),
        RequestRefusal::NotFinished => ChangeRequestError::NotFinished.into(),
        RequestRefusal::OwnWork => ChangeRequestError::OwnWork.into(),
    }
}

/// The snapshot in the working lane of the manual of a change request.
pub(super) async fn working_lane(tx: &mut Tx, request: &ChangeRequest) -> Result<Option<SnapshotId>, Error> {
    let manual = store::manuals::find(tx, &request.manual_id).await?;
    Ok(manual.and_then(|manual| manual.lanes.working))
}

/// Whether the working lane contains the work on a module; also where there is none. Otherwise it is set aside, or another
/// change replaced it.
pub(super) async fn is_present(tx: &mut Tx, working: SnapshotId, module: &RequestModule) -> Result<bool, Error> {
    let Some(newest) = module.newest.filter(|_| !module.is_deleted) else { return Ok(true) };
    let Some(file) = store::files::find(tx, working, module.object).await? else { return Ok(true) };
    contains(tx, &file, newest).await
}

/// Whether a published state contains the work on a module; also where there is none. A module that was made or deleted
/// after the state was frozen is work that it does not contain.
pub(super) async fn is_published(tx: &mut Tx, state: SnapshotId, module: &RequestModule) -> Result<bool, Error> {
    if !module.is_changed() {
        return Ok(true);
    }
    let file = store::files::find(tx, state, module.object).await?;
    match (file, module.newest) {
        (file, _) if module.is_deleted => Ok(file.is_none_or(|file| file.deleted)),
        (Some(file), Some(newest)) => contains(tx, &file, newest).await,
        _ => Ok(false),
    }
}

/// Whether a version of an object is another one or comes after it.
async fn contains(tx: &mut Tx, file: &File, newest: VersionId) -> Result<bool, Error> {
    if file.version_id == newest {
        return Ok(true);
    }
    let parents = store::versions::list_parents(tx, file.object.id).await?;
    Ok(lineage::contains(file.version_id, newest, &parents))
}

/// Refuses a caller who changed too much in the last minute.
pub(super) async fn require_room(ctx: &Ctx, tx: &mut Tx, caller: &Caller) -> Result<(), Error> {
    let since = ctx.clock.now() - RATE_PERIOD;
    let done = store::change_requests::count_since(tx, caller.user.account.as_str(), since).await?;
    if done >= MAX_RATE { Err(ChangeRequestError::TooFast.into()) } else { Ok(()) }
}
