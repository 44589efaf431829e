//! Whether one module may go back to its version before a confirmation, and the pictures that go back with it.

use domain::id::{ObjectId, SnapshotId, VersionId};
use domain::path::FilePath;
use domain::revision::RevisionDecision;
use domain::text::fold;
use domain::version::ReferenceKind;
use store::Tx;

use super::located::{self, LocatedRevision, version_at};
use crate::core::error::{Error, FileError, Missing, RevisionError};
use crate::library::files;

/// The object at the path of a restoration.
pub(super) async fn object_at(tx: &mut Tx, located: &LocatedRevision, path: &FilePath) -> Result<ObjectId, Error> {
    let (object, manual) = files::object_at(tx, path).await?;
    // Media belong to no manual; those of other manuals are not in what the confirmation changed.
    if manual.is_some_and(|manual| manual.id != located.manual.id) {
        return Err(Error::NotFound(Missing::File));
    }
    Ok(object)
}

/// Refuses a module that the confirmation has nothing to do with, that a later revision changed, or that somebody works
/// on. One that was edited since goes back only if `shown` names the version in the working lane.
pub(super) async fn require(
    tx: &mut Tx,
    located: &LocatedRevision,
    confirmed: &RevisionDecision,
    object: ObjectId,
    shown: Option<VersionId>,
) -> Result<(), Error> {
    let missing = || Error::NotFound(Missing::File);
    let (Some(before), Some(after)) = (confirmed.before, confirmed.after) else { return Err(missing()) };
    let working = store::manuals::find(tx, &located.manual.id).await?.and_then(|manual| manual.lanes.working);
    let working = working.ok_or_else(missing)?;
    let (old, new) = (version_at(tx, before, object).await?, version_at(tx, after, object).await?);
    if old == new && !store::revisions::has_todo(tx, located.revision.id, object).await? {
        return Err(missing());
    }
    // A customised copy follows the module that it was made from, which is the one that a later revision has.
    let delivered = store::revisions::find_copied(tx, located.revision.id, object).await?.unwrap_or(object);
    let theirs = version_at(tx, located.revision.id, delivered).await?;
    if !located::is_newest(tx, located, delivered, theirs).await? {
        return Err(RevisionError::NotNewest.into());
    }
    if let Some(holder) = store::files::find(tx, working, object).await?.and_then(|file| file.holder) {
        return Err(FileError::CheckedOut { account: holder.account }.into());
    }
    let current = version_at(tx, working, object).await?;
    if current != new && current != old && current != shown {
        return Err(Error::ChangedMeanwhile);
    }
    Ok(())
}

/// The pictures of a version that were in the working lane before the confirmation and are not there now.
pub(super) async fn pictures(
    tx: &mut Tx,
    located: &LocatedRevision,
    version: VersionId,
    (before, working): (SnapshotId, SnapshotId),
) -> Result<Vec<VersionId>, Error> {
    let mut found = Vec::new();
    for reference in store::references::list(tx, version).await? {
        if reference.kind != ReferenceKind::Illustration {
            continue;
        }
        let code = fold(&reference.target);
        for media in store::files::list_media_of(tx, &located.manual.csdb_id, &code).await? {
            let object = media.object.id;
            if version_at(tx, working, object).await?.is_none() {
                found.extend(version_at(tx, before, object).await?);
            }
        }
    }
    found.sort_unstable();
    found.dedup();
    Ok(found)
}
