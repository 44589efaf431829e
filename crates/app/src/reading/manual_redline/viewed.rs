//! Ticks of changes that a person has viewed.

use domain::field::FieldCode;
use domain::id::VersionId;
use domain::path::FilePath;
use domain::permission::Permission;
use store::viewed_changes::VersionChange;

use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, Missing};
use crate::library::files;

/// Ticks the change of a module from one version to another as viewed by the caller, or takes the tick off.
pub async fn set_viewed(
    ctx: &Ctx,
    caller: &Caller,
    path: &FilePath,
    [old, new]: [Option<VersionId>; 2],
    is_viewed: bool,
) -> Result<(), Error> {
    caller.require_person(Permission::ReadContent)?;
    // Replaced pictures have no versions of the module to tell them apart.
    if old == new || matches!(path, FilePath::Media(_)) {
        return Err(Error::field("newVersion", FieldCode::UnknownValue));
    }
    let mut tx = caller.begin(ctx).await?;
    let (object_id, _) = files::object_at(&mut tx, path).await?;
    for version in [old, new].into_iter().flatten() {
        let found = store::files::find_version(&mut tx, object_id, version).await?;
        found.ok_or(Error::NotFound(Missing::File))?;
    }
    let change = VersionChange { object_id, old, new };
    if is_viewed {
        store::viewed_changes::insert(&mut tx, &caller.user.id, change, ctx.clock.now()).await?;
    } else {
        store::viewed_changes::delete(&mut tx, &caller.user.id, change).await?;
    }
    Ok(tx.commit().await?)
}
