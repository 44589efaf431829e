//! Deleting files of a manual: they go to the trash and leave the working lane.

use domain::access::AccessLevel;
use domain::change::Change;
use domain::draft::DraftState;
use domain::file::File;
use domain::path::FilePath;
use domain::permission::Permission;
use store::Tx;
use store::trash::TrashTarget;

use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, FileError, Missing};
use crate::editing::{change_requests, checkouts};
use crate::library::media::{self, Insistence};
use crate::library::{chapters, contents, files};

/// Moves the file at a path to the trash, and out of the working lane. Released snapshots and OEM revisions keep it.
///
/// A file that others refer to is deleted only by an approver who insists, and one of a change request that is being
/// reviewed not at all: the reviewers have read a text that contains it.
pub async fn delete(ctx: &Ctx, caller: &Caller, path: &FilePath, insistence: Insistence) -> Result<(), Error> {
    caller.require(Permission::EditContent)?;
    let mut tx = caller.begin(ctx).await?;
    let manual = files::lock_manual(&mut tx, path).await?;
    let located = files::writable(&mut tx, path, AccessLevel::Author).await?;
    let (uses, total) = media::uses(&mut tx, path.csdb().as_str(), &located.file).await?;
    if total > 0 && insistence == Insistence::UnlessUsed {
        return Err(FileError::InUse { uses, total }.into());
    }
    if total > 0 {
        located.require(&tx, path, AccessLevel::Approve)?;
    }
    let file = located.file;
    change_requests::refuse_in_review(&mut tx, file.object.id).await?;
    let was_held = end_check_out(ctx, &mut tx, caller, &file).await?;
    let (account, now) = (caller.user.account.as_str(), ctx.clock.now());
    store::snapshots::remove_working(&mut tx, &manual, file.object.id, account, now).await?;
    contents::follow(ctx, &mut tx, &manual, file.object.id, file.version_id).await?;
    if !store::trash::insert(&mut tx, &TrashTarget::File(file.object.id), account, now).await? {
        return Err(Error::NotFound(Missing::File));
    }
    store::compliance::mark_suspects_of(&mut tx, file.object.id, caller.actor().as_str(), now).await?;
    chapters::mark_references(&mut tx, &manual, (caller.actor().as_str(), now)).await?;
    let mut detail = vec![("usedBy".to_owned(), total.to_string())];
    if was_held {
        detail.push(("checkoutOf".to_owned(), account.to_owned()));
    }
    tx.record(Change { detail, ..ctx.change(&caller.actor(), "file.deleted", "file", &file.path) });
    tx.commit().await?;
    tracing::info!(file.path = %file.path, "Deleted {}", file.path);
    Ok(())
}

/// Ends the check-out of the caller, whose draft stays for a while; gives whether there was one.
async fn end_check_out(ctx: &Ctx, tx: &mut Tx, caller: &Caller, file: &File) -> Result<bool, Error> {
    let was_held = checkouts::hold(ctx, tx, caller, file).await?;
    store::checkouts::release(tx, file.object.id, &caller.user.id).await?;
    store::drafts::end(tx, file.object.id, DraftState::Discarded, ctx.clock.now()).await?;
    Ok(was_held)
}
