//! Setting the work of a change request aside, so that an urgent change can be released before it.
//!
//! Each module goes back to the version that the work began from, and its text becomes a draft that is set aside. Going on
//! with the draft merges what happened since ([`crate::editing::rebase`]). Versions stay: nothing is lost.
//!
//! The base of a draft says which changes are its own. Drafts of the people of the request that were made from its versions
//! contain its work: their base becomes the version before it. All others keep their base, and so do open drafts of which
//! the person who sets the work aside says that they are another change.

mod plan;

use domain::access::AccessLevel;
use domain::change_request::lineage::{DraftPurpose, StayReason};
use domain::change_request::{ChangeRequest, RequestStatus};
use domain::draft::{Draft, DraftState, NO_TAB};
use domain::file::File;
use domain::id::{ChangeRequestId, DraftId, SnapshotId, VersionId};
use domain::manual::Manual;
use domain::permission::Permission;
use store::Tx;
use store::checkouts::CheckoutResult;

use self::plan::{AsideModule, ModuleWork, is_same_state, plan};
use super::located;
use super::workers::RequestWorkers;
use crate::comments::people::ReaderRules;
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{ChangeRequestError, Error, FileError, Missing};
use crate::editing::change_requests::{find, record};
use crate::editing::suspects::{self, ReadTexts};
use crate::editing::{checkouts, source};
use crate::library::contents;

/// Bytes of texts that one step sets aside: they are in memory at once.
const MAX_TEXTS: usize = 64 << 20;

/// The result of setting the work of a change request aside.
#[derive(Debug, Clone, Default)]
pub struct WorkSetAside {
    /// The paths of modules that are as before the work.
    pub modules: Vec<String>,
    pub kept: Vec<(String, StayReason)>,
}

/// Sets the work of a change request aside. Modules that stay are named with the reason.
///
/// The purpose is that of the caller's own open drafts; without it, one that was made from the work is refused.
pub async fn set_aside(
    ctx: &Ctx,
    caller: &Caller,
    id: &ChangeRequestId,
    purpose: Option<DraftPurpose>,
) -> Result<WorkSetAside, Error> {
    caller.require_person(Permission::EditContent)?;
    let rules = ReaderRules::load(ctx).await?;
    let mut tx = caller.read(ctx).await?;
    let request = writable(&mut tx, id).await?;
    let workers = RequestWorkers::find(&mut tx, &request).await?;
    let (_, working) = lane(&mut tx, &request).await?;
    let mut outcome = WorkSetAside::default();
    let mut planned = plan(&mut tx, &workers, working, &mut outcome.kept).await?;
    drop(tx);
    read_texts(ctx, &mut planned, &mut outcome.kept).await?;
    let forks: Vec<VersionId> = planned.iter().map(|module| module.work.fork).collect();
    let contents = store::files::list_contents_of(&mut caller.read(ctx).await?, &forks).await?;
    let contents: Vec<_> = contents.into_iter().map(|held| (held.object_id, held.content.blob)).collect();
    let texts = suspects::read_texts(ctx, &request.manual_id, contents).await?;

    let mut tx = caller.begin(ctx).await?;
    store::manuals::lock(&mut tx, &request.manual_id).await?;
    let request = writable(&mut tx, id).await?;
    located::require_room(ctx, &mut tx, caller).await?;
    let workers = RequestWorkers::find(&mut tx, &request).await?;
    let (manual, working) = lane(&mut tx, &request).await?;
    let now = plan(&mut tx, &workers, working, &mut Vec::new()).await?;
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
        end_check_out(ctx, caller, &mut tx, &module.file).await?;
        keep_texts(ctx, caller, &mut tx, &workers, &rules, &module, purpose).await?;
        tx.record(ctx.change(&caller.actor(), "file.set_aside", "file", &module.file.path));
        if module.work.fork != module.file.version_id {
            back.push(module.work.fork);
        }
        outcome.modules.push(module.file.path);
    }
    if !back.is_empty() {
        put_back(ctx, caller, &mut tx, (&manual, working), (back.as_slice(), &texts)).await?;
    }
    if !outcome.modules.is_empty() {
        record(ctx, &mut tx, caller, &request, "change_request.set_aside", &[]);
        workers.tell(ctx, &mut tx, caller, &rules).await?;
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

/// Reads the texts that become drafts, before the transaction that other writers wait for.
async fn read_texts(
    ctx: &Ctx,
    planned: &mut Vec<AsideModule>,
    kept: &mut Vec<(String, StayReason)>,
) -> Result<(), Error> {
    let mut left = MAX_TEXTS;
    for mut module in std::mem::take(planned) {
        if module.work.fork == module.file.version_id {
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

/// Ends the check-out of a module, and keeps others from checking it out until the end of the transaction.
async fn end_check_out(ctx: &Ctx, caller: &Caller, tx: &mut Tx, file: &File) -> Result<(), Error> {
    let object = file.object.id;
    if let Some(holder) = &file.holder {
        // On PostgreSQL it may have been checked in, or out by someone else, since it was read.
        if !store::checkouts::release(tx, object, &holder.user).await? {
            return Err(Error::ChangedMeanwhile);
        }
        if holder.user != caller.user.id {
            checkouts::tell_owner(ctx, tx, caller, holder, file).await?;
        }
    }
    // On PostgreSQL another person may check it out while the lane goes back: they wait for the end of this transaction.
    let taken = store::checkouts::take(tx, object, &caller.user.id, ctx.clock.now()).await?;
    if taken != CheckoutResult::Now {
        return Err(Error::ChangedMeanwhile);
    }
    store::checkouts::release(tx, object, &caller.user.id).await?;
    Ok(())
}

/// Sets the open draft of a module aside for its owner. The version that leaves the working lane becomes a draft too,
/// unless the open draft of a person of the request was made from it.
async fn keep_texts(
    ctx: &Ctx,
    caller: &Caller,
    tx: &mut Tx,
    workers: &RequestWorkers<'_>,
    rules: &ReaderRules,
    module: &AsideModule,
    purpose: Option<DraftPurpose>,
) -> Result<(), Error> {
    let AsideModule { file, work: ModuleWork { fork, own }, text } = module;
    let object = file.object.id;
    let open = store::drafts::find_open(tx, object).await?.map(|draft| draft.id);
    store::drafts::set_aside(tx, object).await?;
    let mut is_kept = false;
    for draft in store::drafts::list_of(tx, object).await? {
        if own.contains(&draft.base) && workers.contain_user(tx, &draft.user_id).await? {
            let is_typed = text.as_ref().is_none_or(|text| source::sha256(text) != draft.sha256);
            if is_typed && open.as_ref() == Some(&draft.id) && draft.user_id == caller.user.id {
                // A person of the request may have begun the urgent change on top of the work. With the version before as
                // its base, that change would take the work along, unreviewed.
                match purpose {
                    Some(DraftPurpose::Work) => {}
                    Some(DraftPurpose::OtherChange) => continue,
                    None => return Err(ChangeRequestError::OpenDraft { file: file.name().to_owned() }.into()),
                }
            }
            // Merged from a version that left the lane, the work of the request would look deleted.
            if !store::drafts::move_base(tx, &draft.id, draft.base, *fork).await? {
                return Err(Error::ChangedMeanwhile);
            }
            is_kept |= open.as_ref() == Some(&draft.id) && draft.base == file.version_id;
        }
    }
    let Some(text) = text.as_ref().filter(|_| !is_kept) else { return Ok(()) };
    let now = ctx.clock.now();
    let draft = Draft {
        id: DraftId(ctx.ids.next()),
        object_id: object,
        user_id: workers.owner(tx, caller, rules, file).await?,
        base: *fork,
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
    (versions, texts): (&[VersionId], &ReadTexts),
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
    suspects::mark_decided(ctx, tx, (&manual.id, change), (caller.actor().as_str(), now), texts).await
}
