//! Two versions of a module, each with what was beside it.

use domain::id::{SnapshotId, VersionId};
use domain::language::Locale;
use domain::path::FilePath;
use domain::permission::Permission;
use domain::snapshot::Reading;

use super::{ModuleView, ViewOptions, find, open};
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::Error;

/// A version of a module, drawn beside another.
#[derive(Debug, Clone)]
pub struct ComparedVersion {
    pub view: ModuleView,
    /// The revision in which everything it names was looked up; none while it is what people work with.
    pub revision: Option<SnapshotId>,
}

/// Renders two versions of the module at a path, for no particular aircraft.
pub async fn compare(
    ctx: &Ctx,
    caller: &Caller,
    path: &FilePath,
    [left, right]: [VersionId; 2],
    locale: Locale,
) -> Result<[ComparedVersion; 2], Error> {
    caller.require(Permission::ReadContent)?;
    let drawn = async |version: VersionId| {
        let revision = revision_of(ctx, caller, path, version).await?;
        let reading = Reading { revision, ..Reading::default() };
        let options = ViewOptions { version: Some(version), locale, ..ViewOptions::default() };
        let view = open(ctx, caller, path, &reading, &options).await?;
        Ok::<_, Error>(ComparedVersion { view, revision })
    };
    Ok([drawn(left).await?, drawn(right).await?])
}

/// The newest revision that a version of a module belongs to, unless it is the one that people work with.
async fn revision_of(
    ctx: &Ctx,
    caller: &Caller,
    path: &FilePath,
    version: VersionId,
) -> Result<Option<SnapshotId>, Error> {
    let mut tx = caller.read(ctx).await?;
    let opened = find(&mut tx, path, &Reading::default(), Some(version)).await?;
    let held = match opened.own {
        Some(snapshot) => store::files::find(&mut tx, snapshot, opened.file.object.id).await?,
        None => None,
    };
    if held.is_some_and(|held| held.version_id == opened.file.version_id) {
        return Ok(None);
    }
    Ok(store::files::find_newest_revision(&mut tx, opened.file.version_id).await?)
}
