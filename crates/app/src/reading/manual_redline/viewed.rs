//! Ticks of changes that a person has viewed.

use std::collections::{HashMap, HashSet};

use domain::field::FieldCode;
use domain::id::{ObjectId, VersionId};
use domain::object::ObjectKind;
use domain::path::FilePath;
use domain::permission::Permission;
use store::Tx;
use store::snapshots::ChangedObject;
use store::viewed_changes::VersionChange;

use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, Missing};
use crate::core::manual_changes::PictureChange;
use crate::library::files;

/// Pictures of one tick.
const MAX_PICTURES: usize = 500;

/// The change of a module that is ticked.
#[derive(Debug)]
pub struct TickedChange {
    /// The versions of the module, the old one first.
    pub versions: [Option<VersionId>; 2],
    /// The replaced pictures that it shows, where the module itself is the same.
    pub pictures: Vec<PictureChange>,
}

/// Ticks the change of a module from one version to another, or of its pictures, as viewed by the caller, or takes the tick
/// off.
pub async fn set_viewed(
    ctx: &Ctx,
    caller: &Caller,
    path: &FilePath,
    change: TickedChange,
    is_viewed: bool,
) -> Result<(), Error> {
    caller.require_person(Permission::ReadContent)?;
    let TickedChange { versions: [old, new], pictures } = change;
    // Pictures tell the changes of one version of a module apart.
    let is_known = if pictures.is_empty() { old != new } else { old == new && old.is_some() };
    if !is_known || matches!(path, FilePath::Media(_)) {
        return Err(Error::field("newVersion", FieldCode::UnknownValue));
    }
    if pictures.len() > MAX_PICTURES {
        return Err(Error::field("pictures", FieldCode::TooMany));
    }
    let mut tx = caller.begin(ctx).await?;
    let (object_id, manual) = files::object_at(&mut tx, path).await?;
    for version in [old, new].into_iter().flatten() {
        let found = store::files::find_version(&mut tx, object_id, version).await?;
        found.ok_or(Error::NotFound(Missing::File))?;
    }
    let csdb = manual.as_ref().map(|manual| &manual.csdb_id);
    for picture in &pictures {
        let objects = [picture_of(&mut tx, picture[0]).await?, picture_of(&mut tx, picture[1]).await?];
        if objects[0] != objects[1] || csdb != Some(&objects[0].1) {
            return Err(Error::field("pictures", FieldCode::UnknownValue));
        }
    }
    for change in changes(object_id, [old, new], &pictures) {
        if is_viewed {
            store::viewed_changes::insert(&mut tx, &caller.user.id, change, ctx.clock.now()).await?;
        } else {
            store::viewed_changes::delete(&mut tx, &caller.user.id, change).await?;
        }
    }
    Ok(tx.commit().await?)
}

/// The picture of a version, and its database.
async fn picture_of(tx: &mut Tx, version: VersionId) -> Result<(ObjectId, domain::id::CsdbId), Error> {
    let found = store::files::find_any_version(tx, version).await?;
    let found = found.filter(|file| file.object.identity.kind == ObjectKind::Icn);
    let file = found.ok_or(Error::NotFound(Missing::File))?;
    Ok((file.object.id, file.object.csdb_id))
}

/// The stored ticks of a change: of the module itself, or one for each picture.
fn changes(object_id: ObjectId, [old, new]: [Option<VersionId>; 2], pictures: &[PictureChange]) -> Vec<VersionChange> {
    if pictures.is_empty() {
        return vec![VersionChange { object_id, old, new }];
    }
    pictures.iter().map(|[old, new]| VersionChange { object_id, old: Some(*old), new: Some(*new) }).collect()
}

/// Whether all of a change was ticked.
pub(super) fn is_viewed(object: &ChangedObject, pictures: &[PictureChange], viewed: &HashSet<VersionChange>) -> bool {
    changes(object.object_id, [object.old, object.new], pictures).iter().all(|change| viewed.contains(change))
}

/// The replaced pictures of each module that shows some.
pub(super) fn pictures_of(
    replaced: &[&ChangedObject],
    illustrated: &[(ChangedObject, Vec<ObjectId>)],
) -> HashMap<ObjectId, Vec<PictureChange>> {
    let versions: HashMap<ObjectId, PictureChange> =
        replaced.iter().filter_map(|picture| Some((picture.object_id, [picture.old?, picture.new?]))).collect();
    let of_module = |(module, shown): &(ChangedObject, Vec<ObjectId>)| {
        let mut changes: Vec<PictureChange> = shown.iter().filter_map(|id| versions.get(id).copied()).collect();
        changes.sort_unstable();
        changes.dedup();
        (module.object_id, changes)
    };
    illustrated.iter().map(of_module).collect()
}
