//! The trash of the library.

use domain::id::ObjectId;
use domain::permission::Permission;
use store::{StoreError, Tx};

use crate::core::caller::Caller;
use crate::core::confirmation::require_recent;
use crate::core::ctx::Ctx;
use crate::core::error::{ChangeRequestError, Error, LibraryError, MediaError, Missing};
use crate::library::{chapters, contents, media};

pub use store::trash::{TrashItem, TrashTarget};

/// Rows per transaction, so that other writers do not wait long.
const ROWS_AT_ONCE: u64 = 2_000;
/// Limit of the items in one answer.
const MAX_LISTED: u64 = 5_000;
/// Packages per query.
const PACKAGES_AT_ONCE: u64 = 50;

fn subject(deleted: &TrashItem) -> (&'static str, String) {
    let csdb = deleted.csdb_name.as_str();
    match (&deleted.manual_name, &deleted.file_name) {
        (Some(manual), Some(file)) => ("file", domain::path::of_object(csdb, Some(manual.as_str()), file)),
        (Some(manual), None) => ("manual", domain::path::of_manual(csdb, manual.as_str())),
        (None, Some(file)) => ("media", domain::path::of_object(csdb, None, file)),
        (None, None) => ("csdb", csdb.to_owned()),
    }
}

/// Lists the trash, last deleted first.
pub async fn list(ctx: &Ctx, caller: &Caller) -> Result<Vec<TrashItem>, Error> {
    caller.require(Permission::DeleteLibrary)?;
    let mut items = store::trash::list(&mut caller.read(ctx).await?, MAX_LISTED).await?;
    items.retain(|item| is_shown(caller, item));
    Ok(items)
}

/// A database in the trash may have the name of one that a token is for.
fn is_shown(caller: &Caller, item: &TrashItem) -> bool {
    !item.csdb_deleted || caller.limited_token().is_none()
}

/// Takes something back out of the trash.
pub async fn restore(ctx: &Ctx, caller: &Caller, id: &str) -> Result<(), Error> {
    caller.require(Permission::DeleteLibrary)?;
    let mut tx = caller.begin(ctx).await?;
    let missing = || Error::NotFound(Missing::TrashItem);
    let deleted = store::trash::find(&mut tx, id).await?.filter(|item| is_shown(caller, item)).ok_or_else(missing)?;
    let (taken, action) = match deleted.what {
        TrashTarget::Csdb(_) => (Error::Library(LibraryError::CsdbNameTaken), "csdb.restored"),
        _ if deleted.csdb_deleted => return Err(LibraryError::CsdbInTrash.into()),
        TrashTarget::File(_) if deleted.manual_deleted => return Err(LibraryError::ManualInTrash.into()),
        TrashTarget::Manual(_) => (Error::Library(LibraryError::ManualNameTaken), "manual.restored"),
        TrashTarget::Media(_) => (Error::Media(MediaError::NameTaken), "media.restored"),
        TrashTarget::File(_) => (Error::ChangedMeanwhile, "file.undeleted"),
    };
    match store::trash::restore(&mut tx, &deleted.what).await {
        Ok(true) => {}
        Ok(false) => return Err(missing()),
        Err(StoreError::Conflict(_)) => return Err(taken),
        Err(error) => return Err(error.into()),
    }
    if let TrashTarget::Media(object) = deleted.what
        && let Some(file) = store::files::find_media(&mut tx, object).await?
    {
        media::show(ctx, &mut tx, caller.user.account.as_str(), &file, file.version_id).await?;
    }
    if let TrashTarget::File(object) = deleted.what {
        put_back(ctx, &mut tx, caller, object).await?;
    }
    let by = caller.actor();
    // What comes back is as it was: compliance references to it need no other check than before.
    let who = (by.as_str(), ctx.clock.now());
    store::compliance::unmark_returned(&mut tx, &deleted.what, deleted.on, who).await?;
    let (kind, name) = subject(&deleted);
    tx.record(ctx.change(&by, action, kind, &name));
    tx.commit().await?;
    tracing::info!(subject.name = %name, "Restored {kind} {name}");
    Ok(())
}

/// Puts a file back into the working lane of its manual, in the version that it had there.
async fn put_back(ctx: &Ctx, tx: &mut Tx, caller: &Caller, object: ObjectId) -> Result<(), Error> {
    let missing = || Error::NotFound(Missing::TrashItem);
    let manual = store::objects::find_manual(tx, object).await?.ok_or_else(missing)?;
    store::manuals::lock(tx, &manual).await?;
    if let Some(number) = store::change_requests::find_review(tx, object).await? {
        return Err(ChangeRequestError::InReview { number }.into());
    }
    let version = store::snapshots::find_last_working(tx, &manual, object).await?.ok_or_else(missing)?;
    let (account, now) = (caller.user.account.as_str(), ctx.clock.now());
    store::snapshots::show_working(tx, &manual, object, version, account, now).await?;
    // While the file was in the trash, a publication that names it may have been checked in.
    contents::rebuild(ctx, tx, &manual).await?;
    chapters::mark_references(tx, &manual, (caller.actor().as_str(), now)).await?;
    contents::mark_targets(tx, &manual, version).await
}

/// Gives something in the trash up for good; its rows are removed afterwards, in the background.
pub async fn purge(ctx: &Ctx, caller: &Caller, id: &str) -> Result<(), Error> {
    caller.require(Permission::DeleteLibrary)?;
    require_recent(ctx, caller).await?;
    let mut tx = caller.begin(ctx).await?;
    let missing = || Error::NotFound(Missing::TrashItem);
    let deleted = store::trash::find(&mut tx, id).await?.ok_or_else(missing)?;
    if !store::trash::purge(&mut tx, &deleted.what, ctx.clock.now()).await? {
        return Err(missing());
    }
    let action = match deleted.what {
        TrashTarget::Csdb(_) => "csdb.purged",
        TrashTarget::Manual(_) => "manual.purged",
        TrashTarget::Media(_) => "media.purged",
        TrashTarget::File(_) => "file.purged",
    };
    let (kind, name) = subject(&deleted);
    tx.record(ctx.change(&caller.actor(), action, kind, &name));
    tx.commit().await?;
    tracing::info!(subject.name = %name, "Purged {kind} {name}");
    sweep_later(ctx);
    Ok(())
}

/// Removes what was purged without keeping anybody waiting; what a stop interrupts, the next start takes up.
fn sweep_later(ctx: &Ctx) {
    let ctx = ctx.clone();
    tokio::spawn(async move {
        if let Err(error) = sweep(&ctx).await {
            tracing::warn!(error = %error, "What was purged is not removed yet");
        }
    });
}

/// Removes the rows of everything that was purged, a few at a time.
pub async fn sweep(ctx: &Ctx) -> Result<(), Error> {
    delete_packages(ctx).await?;
    loop {
        let mut tx = ctx.db.begin().await?;
        let more = store::trash::sweep(&mut tx, ROWS_AT_ONCE).await?;
        tx.commit().await?;
        if !more {
            return Ok(());
        }
    }
}

/// Deletes the packages that were imported into purged manuals only, with their files.
async fn delete_packages(ctx: &Ctx) -> Result<(), Error> {
    loop {
        let packages = store::trash::list_packages_of_purged(&mut ctx.db.read().await?, PACKAGES_AT_ONCE).await?;
        if packages.is_empty() {
            return Ok(());
        }
        for (id, upload) in packages {
            // The files first: while the rows are there, the next sweep finds them again.
            ctx.blobs.delete_parts(&upload).await?;
            let mut tx = ctx.db.begin().await?;
            store::packages::delete(&mut tx, &id).await?;
            store::uploads::delete(&mut tx, &upload).await?;
            tx.commit().await?;
        }
    }
}
