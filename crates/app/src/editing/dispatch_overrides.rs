//! Overrides: an approver lets a MEL item be released that allows more than the MMEL.

use domain::access::AccessLevel;
use domain::change::Change;
use domain::id::VersionId;
use domain::path::FilePath;
use domain::permission::Permission;
use domain::snapshot::Reading;

use crate::core::caller::Caller;
use crate::core::confirmation::require_recent;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, FileError};
use crate::editing::dispatch_guard::{self, DispatchOverride, GuardedItem};
use crate::editing::statuses;
use crate::library::files;

/// What the guard says about the version that the working lane contains at a path.
#[derive(Debug, Clone)]
pub struct ItemGuard {
    /// `None` when the file is no item of a minimum equipment list, or has no counterpart.
    pub item: Option<GuardedItem>,
    /// The overrides for all versions of the file, newest first.
    pub overrides: Vec<DispatchOverride>,
    /// The caller may override what blocks it now.
    pub may_override: bool,
}

/// The two versions that an approver has compared, and why the item may be released.
#[derive(Debug, Clone)]
pub struct OverrideDecision {
    pub version: VersionId,
    pub master: VersionId,
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
    let may_approve = is_approver && {
        let actor = statuses::actor(&mut tx, caller, &located.file).await?;
        !actor.has_contributed || actor.may_release_own
    };
    drop(tx);
    let item = dispatch_guard::of_file(ctx, caller, path, &located.file).await?;
    let may_override = may_approve && item.as_ref().is_some_and(GuardedItem::is_blocked);
    Ok(ItemGuard { item, overrides, may_override })
}

/// Overrides what blocks the release of the item at a path.
///
/// Refuses if the item or the master item is another version by now. Nobody overrides for a text of their own, unless the
/// rules of editing let people release their own work.
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
    let actor = statuses::actor(&mut tx, caller, &located.file).await?;
    if actor.has_contributed && !actor.may_release_own {
        return Err(FileError::OwnVersion.into());
    }
    let item = item.filter(|item| item.version == decision.version && item.is_blocked());
    let item = item.ok_or(FileError::NotLessRestrictive)?;
    if item.master_version != decision.master {
        return Err(FileError::NewerVersion.into());
    }
    let given = DispatchOverride {
        version: decision.version,
        master: decision.master,
        reason: decision.reason,
        approved_by: caller.user.account.as_str().to_owned(),
        approved_on: ctx.clock.now(),
    };
    if !store::dispatch_overrides::insert(&mut tx, &given).await? {
        return Err(Error::ChangedMeanwhile);
    }
    let codes: Vec<String> = item.excesses.iter().map(|one| format!("{} {}", one.label, one.code)).collect();
    let detail = vec![
        ("version".to_owned(), given.version.to_string()),
        ("masterVersion".to_owned(), given.master.to_string()),
        ("allows".to_owned(), codes.join(", ")),
        ("why".to_owned(), given.reason),
    ];
    let path_of_file = located.file.path;
    tx.record(Change { detail, ..ctx.change(&caller.actor(), "file.mel_overridden", "file", &path_of_file) });
    tx.commit().await?;
    tracing::info!(file.path = %path_of_file, "Overrode the MEL guard of {path_of_file}");
    read(ctx, caller, path).await
}
