//! Puts an added version where readers see it: into the working lane, with the contents and marks that follow from it.

use domain::id::{ManualId, VersionId};
use domain::object::{Object, ObjectKind};
use domain::text::fold;
use domain::version::{Reference, ReferenceKind};
use store::Tx;

use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, FileError};
use crate::library::{chapters, contents};

/// A version that was added to a manual.
pub(super) struct AddedVersion<'a> {
    pub(super) object: &'a Object,
    pub(super) version: VersionId,
    /// The folded codes that its object began or ceased to refer to.
    pub(super) targets: &'a [String],
    /// The folded codes of the illustrations among them.
    pub(super) pictures: &'a [String],
    /// An entry of the contents, or a container, names the object, and it was not there before.
    pub(super) is_awaited: bool,
}

/// The folded codes of illustrations.
pub(super) fn illustrations(references: &[Reference]) -> impl Iterator<Item = String> {
    references.iter().filter(|one| one.kind == ReferenceKind::Illustration).map(|one| fold(&one.target))
}

/// Puts a version into the working lane of a locked manual.
pub(super) async fn put(
    ctx: &Ctx,
    caller: &Caller,
    tx: &mut Tx,
    manual: &ManualId,
    added: &AddedVersion<'_>,
) -> Result<(), Error> {
    let (account, now) = (caller.user.account.as_str(), ctx.clock.now());
    store::snapshots::put_working(tx, manual, added.object.id, added.version, account, now).await?;
    for code in added.pictures {
        // Media that no module of the manual named before are not in its lane yet.
        for media in store::files::list_media_of(tx, &added.object.csdb_id, code).await? {
            store::snapshots::show_working(tx, manual, media.object.id, media.version_id, account, now).await?;
        }
    }
    let is_in_contents = matches!(added.object.identity.kind, ObjectKind::PublicationModule | ObjectKind::Container);
    if is_in_contents || added.is_awaited {
        // Nobody would notice that the entries of another publication are gone.
        if let Some(blob) = contents::rebuild(ctx, tx, manual).await?.pop() {
            return Err(FileError::Damaged { blob }.into());
        }
        chapters::mark_references(tx, manual, (caller.actor().as_str(), now)).await?;
    }
    Ok(store::snapshots::mark_working(tx, manual, added.targets).await?)
}
