//! Setting the work of a change request aside, so that an urgent change can be released before it.
//!
//! Each module goes back to the version that the work began from, and its text becomes a draft that is set aside. Going on
//! with the draft merges what happened since ([`crate::editing::rebase`]). Versions stay: nothing is lost.

use std::collections::HashSet;

use domain::access::AccessLevel;
use domain::change_request::lineage::{self, StayReason};
use domain::change_request::{ChangeRequest, RequestModule, RequestStatus};
use domain::draft::{Draft, DraftState, NO_TAB};
use domain::file::File;
use domain::id::{ChangeRequestId, DraftId, SnapshotId, VersionId};
use domain::manual::Manual;
use domain::permission::Permission;
use domain::version::FileStatus;
use store::Tx;
use store::checkouts::CheckoutResult;

use super::located;
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{ChangeRequestError, Error, FileError, Missing};
use crate::editing::change_requests::{find, record};
use crate::editing::{checkouts, source};
use crate::library::contents;

/// Bytes of texts that one step sets aside: they are in memory at once.
const MAX_TEXTS: usize = 64 << 20;

/// What became of the work of a change request.
#[derive(Debug, Clone, Default)]
pub struct WorkSetAside {
    /// The paths of modules that are as before the work.
    pub modules: Vec<String>,
    pub kept: Vec<(String, StayReason)>,
}

/// A module whose work can be set aside.
#[derive(Debug)]
struct AsideModule {
    file: File,
    fork: VersionId,
    /// The text of its version in the working lane; `None` where an open draft has it.
    text: Option<String>,
}

/// Sets the work of a change request aside. Modules that stay are named with the reason.
pub async fn set_aside(ctx: &Ctx, caller: &Caller, id: &ChangeRequestId) -> Result<WorkSetAside, Error> {
    caller.require_person(Permission::EditContent)?;
    let mut tx = caller.read(ctx).await?;
    let request = writable(&mut tx, id).await?;
    let (_, working) = lane(&mut tx, &request).await?;
    let mut outcome = WorkSetAside::default();
    let mut planned = plan(&mut tx, &request, working, &mut outcome.kept).await?;
    drop(tx);
    read_texts(ctx, &mut planned, &mut outcome.kept).await?;

    let mut tx = caller.begin(ctx).await?;
    store::manuals::lock(&mut tx, &request.manual_id).await?;
    let request = writable(&mut tx, id).await?;
    located::require_room(ctx, &mut tx, caller).await?;
    let (manual, working) = lane(&mut tx, &request).await?;
    let now = plan(&mut tx, &request, working, &mut Vec::new()).await?;
    let is_same = |module: &AsideModule| now.iter().any(|one| is_same_state(one, module));
    if !planned.iter().all(is_same) {
        return Err(Error::ChangedMeanwhile);
    }
    let mut back = Vec::new();
    for module in planned {
        let may_end = module.file.holder.as_ref().is_none_or(|holder| holder.user == caller.user.id)
            || located::level(&tx, &request) >= AccessLevel::Approve;
        if !may_end {
            outcome.kept.push((module.file.path, StayReason::Held));
            continue;
        }
        keep_text(ctx, caller, &mut tx, &module).await?;
        tx.record(ctx.change(&caller.actor(), "file.set_aside", "file", &module.file.path));
        if module.fork != module.file.version_id {
            back.push(module.fork);
        }
        outcome.modules.push(module.file.path);
    }
    if !back.is_empty() {
        put_back(ctx, caller, &mut tx, (&manual, working), &back).await?;
    }
    if !outcome.modules.is_empty() {
        record(ctx, &mut tx, caller, &request, "change_request.set_aside", &[]);
    }
    tx.commit().await?;
    tracing::info!(change_request.id = %id, "Set the work of {} aside", request.subject());
    Ok(outcome)
}

/// A change request that is not being reviewed and not closed, in a manual that the caller may change.
async fn writable(tx: &mut Tx, id: &ChangeRequestId) -> Result<ChangeRequest, Error> {
    let request = find(tx, id).await?;
    if located::level(tx, &request) < AccessLevel::Author {
        return Err(Error::Forbidden);
    }
    match request.status {
        RequestStatus::InProgress | RequestStatus::Pending => Ok(request),
        _ => Err(ChangeRequestError::NotInWork.into()),
    }
}

async fn lane(tx: &mut Tx, request: &ChangeRequest) -> Result<(Manual, SnapshotId), Error> {
    let missing = || Error::NotFound(Missing::Manual);
    let manual = store::manuals::find(tx, &request.manual_id).await?.ok_or_else(missing)?;
    let working = manual.lanes.working.ok_or_else(missing)?;
    Ok((manual, working))
}

/// Whether the version, the check-out and the beginning of a module are still those that were read.
fn is_same_state(one: &AsideModule, other: &AsideModule) -> bool {
    let holder = |module: &AsideModule| module.file.holder.as_ref().map(|holder| holder.user.clone());
    one.file.object.id == other.file.object.id
        && (one.file.version_id, one.fork, holder(one)) == (other.file.version_id, other.fork, holder(other))
}

/// The modules whose work can be set aside, without their texts.
async fn plan(
    tx: &mut Tx,
    request: &ChangeRequest,
    working: SnapshotId,
    kept: &mut Vec<(String, StayReason)>,
) -> Result<Vec<AsideModule>, Error> {
    let mut planned = Vec::new();
    for module in store::change_requests::list_modules(tx, request).await? {
        let file = store::files::find(tx, working, module.object).await?;
        let begun = beginning(tx, request, &module, file.as_ref()).await?;
        match begun {
            Ok(Some(fork)) => planned.extend(file.map(|file| AsideModule { file, fork, text: None })),
            // There is no work on it yet.
            Ok(None) => {}
            Err(reason) => kept.push((module.path, reason)),
        }
    }
    Ok(planned)
}

/// The version that the work on a module began from; `Ok(None)` when nothing was done.
async fn beginning(
    tx: &mut Tx,
    request: &ChangeRequest,
    module: &RequestModule,
    file: Option<&File>,
) -> Result<Result<Option<VersionId>, StayReason>, Error> {
    let Some(file) = file.filter(|_| !module.is_deleted) else { return Ok(Err(StayReason::Deleted)) };
    let Some(newest) = module.newest else {
        return Ok(Ok(module.has_draft.then_some(file.version_id)));
    };
    if module.base.is_none() {
        return Ok(Err(StayReason::New));
    }
    let parents = store::versions::list_parents(tx, module.object).await?;
    if file.version_id != newest {
        // The lane went back already, or another change is on top.
        let is_back = lineage::contains(newest, file.version_id, &parents);
        return Ok(if is_back { Ok(None) } else { Err(StayReason::Followed) });
    }
    if file.version.status == FileStatus::Released {
        return Ok(Err(StayReason::Released));
    }
    if store::change_requests::find_open_request(tx, module.object, &request.id).await?.is_some() {
        return Ok(Err(StayReason::Shared));
    }
    let versions = store::change_requests::list_of_versions(tx, module.object).await?;
    let own: HashSet<VersionId> =
        versions.into_iter().filter(|(_, id, _)| *id == request.id).map(|(version, _, _)| version).collect();
    Ok(lineage::fork(newest, &parents, &own).map(Some).ok_or(StayReason::Followed))
}

/// Reads the texts that become drafts, before the transaction that other writers wait for.
async fn read_texts(
    ctx: &Ctx,
    planned: &mut Vec<AsideModule>,
    kept: &mut Vec<(String, StayReason)>,
) -> Result<(), Error> {
    let mut left = MAX_TEXTS;
    for mut module in std::mem::take(planned) {
        if module.fork == module.file.version_id {
            planned.push(module);
            continue;
        }
        let text = match source::read(ctx, &module.file).await {
            Err(Error::File(FileError::NotText | FileError::Unreadable(_))) => {
                kept.push((module.file.path, StayReason::NotText));
                continue;
            }
            read => read?.text().to_owned(),
        };
        let Some(rest) = left.checked_sub(text.len()).filter(|_| source::refuse_long(&text).is_ok()) else {
            kept.push((module.file.path, StayReason::TooMuch));
            continue;
        };
        (left, module.text) = (rest, Some(text));
        planned.push(module);
    }
    Ok(())
}

/// Ends the check-out of a module, and keeps its text as a draft that is set aside: the open draft for its owner, or the
/// version in the working lane for the caller.
async fn keep_text(ctx: &Ctx, caller: &Caller, tx: &mut Tx, module: &AsideModule) -> Result<(), Error> {
    let (object, file) = (module.file.object.id, &module.file);
    if let Some(holder) = &file.holder {
        store::checkouts::release(tx, object, &holder.user).await?;
        if holder.user != caller.user.id {
            checkouts::tell_owner(ctx, tx, caller, holder, file).await?;
        }
    } else {
        // On PostgreSQL another person may check it out while the lane goes back: they wait for the end of this transaction.
        let taken = store::checkouts::take(tx, object, &caller.user.id, ctx.clock.now()).await?;
        if let CheckoutResult::By(_) = taken {
            return Err(Error::ChangedMeanwhile);
        }
        store::checkouts::release(tx, object, &caller.user.id).await?;
    }
    let is_kept = store::drafts::set_aside_on(tx, object, module.fork).await?;
    let Some(text) = module.text.as_ref().filter(|_| !is_kept) else { return Ok(()) };
    let now = ctx.clock.now();
    let draft = Draft {
        id: DraftId(ctx.ids.next()),
        object_id: object,
        user_id: caller.user.id.clone(),
        base: module.fork,
        sha256: source::sha256(text),
        size: text.len() as u64,
        tab: NO_TAB.to_owned(),
        state: DraftState::SetAside,
        opened_on: now,
        saved_on: now,
        ended_on: None,
    };
    Ok(store::drafts::insert_ended(tx, &draft, text).await?)
}

/// Puts versions from before the work into the working lane of a locked manual.
async fn put_back(
    ctx: &Ctx,
    caller: &Caller,
    tx: &mut Tx,
    (manual, working): (&Manual, SnapshotId),
    versions: &[VersionId],
) -> Result<(), Error> {
    let (account, now) = (caller.user.account.as_str(), ctx.clock.now());
    // The lane keeps the number of the revision that people work on.
    let begun = store::snapshots::begin_decided(tx, &manual.id, working, account, now).await?;
    let change = begun.ok_or(Error::NotFound(Missing::Manual))?;
    store::snapshots::put_decided(tx, change, versions).await?;
    if let Some(blob) = contents::rebuild(ctx, tx, &manual.id).await?.pop() {
        return Err(FileError::Damaged { blob }.into());
    }
    store::snapshots::finish_decided(tx, &manual.id, change).await?;
    store::compliance::mark_changed(tx, &manual.id, change, caller.actor().as_str(), now).await?;
    Ok(())
}
