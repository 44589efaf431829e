//! Check-outs: one user at a time changes a file.

use domain::access::AccessLevel;
use domain::draft::{DraftState, KEPT_FOR};
use domain::file::File;
use domain::notification::NotificationKind;
use domain::path::FilePath;
use domain::permission::Permission;
use domain::snapshot::Reading;
use domain::workspace::Holder;
use store::Tx;
use store::checkouts::CheckoutResult;

use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, FileError};
use crate::editing::source;
use crate::library::files;
use crate::users::notifications;

pub use store::checkouts::HeldObject;

/// Limit of the check-outs in one answer.
pub const MAX_LISTED: u32 = 5_000;

/// The check-outs of all users that the caller may see, newest first.
pub async fn list(ctx: &Ctx, caller: &Caller) -> Result<Vec<HeldObject>, Error> {
    caller.require(Permission::ReadContent)?;
    Ok(store::checkouts::list_all(&mut caller.read(ctx).await?, MAX_LISTED).await?)
}

/// Checks the file at a path out. Repeating it is not an error.
pub async fn take(ctx: &Ctx, caller: &Caller, path: &FilePath) -> Result<File, Error> {
    caller.require_person(Permission::EditContent)?;
    let mut tx = caller.begin(ctx).await?;
    let mut file = files::writable(&mut tx, path, AccessLevel::Author).await?.file;
    if source::may_be_long(&file) {
        // Other writers do not wait for the reading.
        drop(tx);
        source::read_short(ctx, &file).await?;
        tx = caller.begin(ctx).await?;
        file = files::writable(&mut tx, path, AccessLevel::Author).await?.file;
    }
    if !lock(ctx, &mut tx, caller, &file).await? {
        return Ok(file);
    }
    let taken = files::at_path(&mut tx, path, &Reading::default()).await?.file;
    tx.commit().await?;
    tracing::info!(file.path = %file.path, "Checked out {}", file.path);
    Ok(taken)
}

/// Checks a file out to the caller and records it; gives whether the caller did not have it before.
pub(super) async fn lock(ctx: &Ctx, tx: &mut Tx, caller: &Caller, file: &File) -> Result<bool, Error> {
    let object = file.object.id;
    match store::checkouts::take(tx, object, &caller.user.id, ctx.clock.now()).await? {
        CheckoutResult::By(account) => Err(FileError::CheckedOut { account }.into()),
        CheckoutResult::Already => Ok(false),
        CheckoutResult::Now => {
            // Open comments on the module are now theirs to answer.
            store::comments::follow_open_of(tx, object, &caller.user.id).await?;
            tx.record(ctx.change(&caller.actor(), "file.checked_out", "file", &file.path));
            Ok(true)
        }
    }
}

/// Cancels the check-out of the file at a path. Its draft is discarded and stays for a while.
///
/// An approver can cancel the check-out of someone else: then the draft is set aside for its owner, who is told.
pub async fn cancel(ctx: &Ctx, caller: &Caller, path: &FilePath) -> Result<File, Error> {
    caller.require_person(Permission::EditContent)?;
    let mut tx = caller.begin(ctx).await?;
    let located = files::writable(&mut tx, path, AccessLevel::Author).await?;
    let object = located.file.object.id;
    let holder = located.file.holder.clone().ok_or(FileError::NotCheckedOut)?;
    let is_own = holder.user == caller.user.id;
    if !is_own && located.require(&tx, path, AccessLevel::Approve).is_err() {
        return Err(FileError::CheckedOut { account: holder.account }.into());
    }
    let (state, action) = if is_own {
        (DraftState::Discarded, "file.checkout_cancelled")
    } else {
        (DraftState::SetAside, "file.checkout_ended")
    };
    if !store::checkouts::release(&mut tx, object, &holder.user).await? {
        return Err(FileError::NotCheckedOut.into());
    }
    let (file, now) = (located.file, ctx.clock.now());
    store::drafts::end(&mut tx, object, state, now).await?;
    store::drafts::delete_discarded_before(&mut tx, now - KEPT_FOR).await?;
    if !is_own {
        tell_owner(ctx, &mut tx, caller, &holder, &file).await?;
    }
    let mut change = ctx.change(&caller.actor(), action, "file", &file.path);
    change.detail.push(("account".to_owned(), holder.account));
    tx.record(change);
    tx.commit().await?;
    tracing::info!(file.path = %file.path, "Cancelled the check-out of {}", file.path);
    Ok(File { holder: None, ..file })
}

/// Ends the caller's own check-out of the file at a path and sets the draft aside, so that others can change the file. The
/// draft stays until its owner goes on with it or deletes it.
pub async fn set_aside(ctx: &Ctx, caller: &Caller, path: &FilePath) -> Result<File, Error> {
    caller.require_person(Permission::EditContent)?;
    let mut tx = caller.begin(ctx).await?;
    let file = files::writable(&mut tx, path, AccessLevel::Author).await?.file;
    require_own(caller, &file)?;
    if !store::checkouts::release(&mut tx, file.object.id, &caller.user.id).await? {
        return Err(FileError::NotCheckedOut.into());
    }
    // What was never opened has no draft.
    let has_draft = store::drafts::set_aside(&mut tx, file.object.id).await?;
    let action = if has_draft { "file.set_aside" } else { "file.checkout_cancelled" };
    tx.record(ctx.change(&caller.actor(), action, "file", &file.path));
    tx.commit().await?;
    tracing::info!(file.path = %file.path, "Set a draft of {} aside", file.path);
    Ok(File { holder: None, ..file })
}

/// Tells the person whose check-out someone else has ended.
pub(crate) async fn tell_owner(
    ctx: &Ctx,
    tx: &mut Tx,
    caller: &Caller,
    holder: &Holder,
    file: &File,
) -> Result<(), Error> {
    let Some(owner) = store::users::find(tx, &holder.user).await? else { return Ok(()) };
    let params = [("account", caller.user.account.as_str()), ("file", file.name()), ("folder", file.folder())];
    notifications::leave(ctx, tx, &[owner], NotificationKind::Revisions, "checkout.ended", &params, "/checkout").await
}

/// Tells the people who have set a draft of a file aside that it has a newer version.
pub(super) async fn tell_waiting(ctx: &Ctx, tx: &mut Tx, caller: &Caller, file: &File) -> Result<(), Error> {
    let mut owners = Vec::new();
    for id in store::drafts::list_waiting(tx, file.object.id).await? {
        if id != caller.user.id {
            owners.extend(store::users::find(tx, &id).await?);
        }
    }
    if owners.is_empty() {
        return Ok(());
    }
    let params = [("account", caller.user.account.as_str()), ("file", file.name()), ("folder", file.folder())];
    notifications::leave(ctx, tx, &owners, NotificationKind::Revisions, "draft.overtaken", &params, "/checkout").await
}

/// Refuses unless the caller has checked the object out.
pub(super) fn require_own(caller: &Caller, file: &File) -> Result<(), Error> {
    match &file.holder {
        Some(holder) if holder.user == caller.user.id => Ok(()),
        Some(holder) => Err(FileError::CheckedOut { account: holder.account.clone() }.into()),
        None => Err(FileError::NotCheckedOut.into()),
    }
}

/// Holds a file for a change that ends the check-out of the caller; gives whether there was one.
///
/// Refuses while someone else holds it, and a service token also while its creator does: they may be typing.
pub(crate) async fn hold(ctx: &Ctx, tx: &mut Tx, caller: &Caller, file: &File) -> Result<bool, Error> {
    // On PostgreSQL another user may take the file between the reading of its holder and the end of this transaction.
    match store::checkouts::take(tx, file.object.id, &caller.user.id, ctx.clock.now()).await? {
        CheckoutResult::Now => Ok(false),
        CheckoutResult::Already if caller.service.is_none() => Ok(true),
        CheckoutResult::Already => {
            Err(FileError::CheckedOut { account: caller.user.account.as_str().to_owned() }.into())
        }
        CheckoutResult::By(account) => Err(FileError::CheckedOut { account }.into()),
    }
}

/// Refuses while someone else has the file checked out.
pub(super) fn require_free(caller: &Caller, file: &File) -> Result<(), Error> {
    match &file.holder {
        Some(holder) if holder.user != caller.user.id => {
            Err(FileError::CheckedOut { account: holder.account.clone() }.into())
        }
        _ => Ok(()),
    }
}
