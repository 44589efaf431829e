//! The status of a file: an author submits a version, an approver releases it or sends it back.

use domain::change::Change;
use domain::file::File;
use domain::path::FilePath;
use domain::permission::Permission;
use domain::snapshot::Reading;
use domain::status::{StatusActor, StatusError, StatusStep, change_status};
use domain::version::Origin;
use store::statuses::StatusEvent;

use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, FileError};
use crate::library::files;

/// Changes the status of the version that the working lane contains at a path. The content stays.
pub async fn change(ctx: &Ctx, caller: &Caller, path: &FilePath, step: StatusStep, why: &str) -> Result<File, Error> {
    caller.require(Permission::EditContent)?;
    let mut tx = ctx.db.begin().await?;
    let file = files::at_path(&mut tx, path, &Reading::default()).await?.file;
    let account = caller.user.account.as_str();
    // Those who import a package do not write its modules.
    let is_author = file.version.origin != Origin::Oem && file.version.created_by == account;
    let before = file.version.status;
    let after = change_status(before, step, StatusActor { role: caller.user.role, is_author }).map_err(refusal)?;
    let event = StatusEvent { before, after, by: account.to_owned(), on: ctx.clock.now(), why: why.to_owned() };
    if !store::statuses::change(&mut tx, file.object.id, file.version_id, &event).await? {
        return Err(Error::ChangedMeanwhile);
    }
    let detail = vec![
        ("step".to_owned(), step.as_str().to_owned()),
        ("before".to_owned(), before.as_str().to_owned()),
        ("after".to_owned(), after.as_str().to_owned()),
        ("why".to_owned(), why.to_owned()),
    ];
    tx.record(Change { detail, ..ctx.change(&caller.actor(), "file.status_changed", "file", &file.path) });
    let changed = files::at_path(&mut tx, path, &Reading::default()).await?.file;
    if changed.version_id != file.version_id {
        return Err(Error::ChangedMeanwhile);
    }
    tx.commit().await?;
    tracing::info!(file.path = %file.path, file.status = after.as_str(), "Changed the status of {}", file.path);
    Ok(changed)
}

fn refusal(error: StatusError) -> Error {
    match error {
        StatusError::NotAllowed(_) => Error::Forbidden,
        StatusError::NotFromHere { status, step } => FileError::StatusStep { status, step }.into(),
        StatusError::OwnVersion => FileError::OwnVersion.into(),
    }
}
