//! Overrides: an approver lets a MEL item be released that allows more than the MMEL, or cannot be compared with it.

use domain::access::AccessLevel;
use domain::change::Change;
use domain::dispatch::MasterVersions;
use domain::file::File;
use domain::id::VersionId;
use domain::path::FilePath;
use domain::permission::Permission;
use domain::snapshot::Reading;
use store::Tx;

use crate::core::caller::Caller;
use crate::core::confirmation::require_recent;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, FileError};
use crate::editing::dispatch_guard::{self, DispatchOverride, GuardedItem};
use crate::editing::statuses;
use crate::library::files;

/// The verdict of the guard about the version that the working lane contains at a path.
#[derive(Debug, Clone)]
pub struct ItemGuard {
    /// `None` when neither the file nor its counterpart is an item of a minimum equipment list.
    pub item: Option<GuardedItem>,
    /// The overrides for all versions of the file, newest first.
    pub overrides: Vec<DispatchOverride>,
    /// The caller may override what blocks it now.
    pub may_override: bool,
}

/// The versions that an approver has compared, and why the item may be released.
#[derive(Debug, Clone)]
pub struct OverrideDecision {
    pub version: VersionId,
    pub masters: MasterVersions,
    pub reason: String,
}

/// Reads what the guard says about the file at a path.
pub async fn read(ctx: &Ctx, caller: &Caller, path: &FilePath) -> Result<ItemGuard, Error> {
    caller.require(Permission::ReadContent)?;
    let mut tx = caller.read(ctx).await?;
    let located = files::at_path(&mut tx, path, &Reading::default()).await?;
    let overrides = store::dispatch_overrides::list_of_object(&mut tx, located.file.object.id).await?;
    let is_approver =
        caller.require_person(Permission::Approve).is_ok() && located.require(&tx, path, AccessLevel::Approve).is_ok();
    let may_approve = is_approver && !has_written(&mut tx, caller, &located.file).await?;
    drop(tx);
    let item = dispatch_guard::of_file(ctx, caller, path, &located.file).await?;
    let may_override = may_approve && item.as_ref().is_some_and(|item| item.is_blocked() && item.is_seen());
    Ok(ItemGuard { item, overrides, may_override })
}

/// Whether the caller wrote the text of a file, or the one that it was copied from. The rule that lets people release
/// their own work is about routine texts and does not count here.
async fn has_written(tx: &mut Tx, caller: &Caller, file: &File) -> Result<bool, Error> {
    let has_contributed = statuses::actor(tx, caller, file).await?.has_contributed;
    let sources = store::versions::list_source_authors(tx, file.object.id).await?;
    Ok(has_contributed || sources.iter().any(|account| account == caller.user.account.as_str()))
}

/// Overrides what blocks the release of the item at a path.
///
/// Refuses if the item or the master item is another version by now, and a caller who may not read the master item.
/// Nobody overrides for a text of their own.
pub async fn give(ctx: &Ctx, caller: &Caller, path: &FilePath, decision: OverrideDecision) -> Result<ItemGuard, Error> {
    caller.require_person(Permission::Approve)?;
    require_recent(ctx, caller).await?;
    let file = files::at_path(&mut caller.read(ctx).await?, path, &Reading::default()).await?.file;
    let item = dispatch_guard::of_file(ctx, caller, path, &file).await?;
    let mut tx = caller.begin(ctx).await?;
    let located = files::writable(&mut tx, path, AccessLevel::Approve).await?;
    if located.file.version_id != decision.version {
        return Err(FileError::NewerVersion.into());
    }
    if has_written(&mut tx, caller, &located.file).await? {
        return Err(FileError::OwnVersion.into());
    }
    // A version that became the current one meanwhile was not compared.
    if file.version_id != decision.version {
        return Err(FileError::NewerVersion.into());
    }
    let item = item.filter(GuardedItem::is_blocked).ok_or(FileError::NotLessRestrictive)?;
    if !item.is_seen() {
        return Err(Error::Forbidden);
    }
    if item.master_versions() != decision.masters {
        return Err(FileError::NewerVersion.into());
    }
    let given = DispatchOverride {
        version: decision.version,
        masters: decision.masters,
        reason: decision.reason,
        approved_by: caller.user.account.as_str().to_owned(),
        approved_on: ctx.clock.now(),
    };
    if !store::dispatch_overrides::insert(&mut tx, &given).await? {
        return Err(Error::ChangedMeanwhile);
    }
    let codes: Vec<String> =
        item.excesses.iter().map(|one| [one.label.as_str(), one.code].join(" ").trim_start().to_owned()).collect();
    let detail = vec![
        ("version".to_owned(), given.version.to_string()),
        ("masterVersions".to_owned(), given.masters.to_string()),
        ("allows".to_owned(), codes.join(", ")),
        ("why".to_owned(), given.reason),
    ];
    let path_of_file = located.file.path;
    tx.record(Change { detail, ..ctx.change(&caller.actor(), "file.mel_overridden", "file", &path_of_file) });
    tx.commit().await?;
    tracing::info!(file.path = %path_of_file, "Overrode the MEL guard of {path_of_file}");
    read(ctx, caller, path).await
}
