//! Revisions of manuals: what is read, and how a new one is shown.

use domain::change::{Actor, Change};
use domain::id::{ManualId, SnapshotId};
use domain::manual::Manual;
use domain::path::ManualPath;
use domain::permission::Permission;
use domain::snapshot::{Decision, Lane, Reading, Snapshot};
use store::Tx;

use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, Missing};
use crate::library::manuals;

/// The OEM revisions of the manual at a path, newest first.
pub async fn list(ctx: &Ctx, caller: &Caller, path: &ManualPath) -> Result<Vec<Snapshot>, Error> {
    caller.require(Permission::ReadContent)?;
    let mut tx = caller.read(ctx).await?;
    let manual = manuals::at_path(&mut tx, path).await?;
    Ok(store::snapshots::list(&mut tx, &manual.id, Lane::Oem).await?)
}

/// The snapshot that is read of a manual; `None` when the lane points nowhere yet.
pub(crate) async fn read(tx: &mut Tx, manual: &Manual, reading: &Reading) -> Result<Option<Snapshot>, Error> {
    let missing = || Error::NotFound(Missing::Revision);
    let Some(revision) = reading.revision else {
        return match in_lane(tx, manual, reading).await? {
            Some(id) => Ok(store::snapshots::find(tx, id).await?),
            None => Ok(None),
        };
    };
    let found = store::snapshots::find(tx, revision).await?.filter(|snapshot| snapshot.manual_id == manual.id);
    found.map(Some).ok_or_else(missing)
}

/// The snapshot that a lane of a manual points to, or pointed to at the moment that is read.
pub(crate) async fn in_lane(tx: &mut Tx, manual: &Manual, reading: &Reading) -> Result<Option<SnapshotId>, Error> {
    match reading.as_of {
        Some(moment) => Ok(store::snapshots::find_at(tx, &manual.id, reading.lane(), moment).await?),
        None => Ok(manual.lanes.of(reading.lane())),
    }
}

/// Shows an OEM revision that was built, and moves the lanes of its manual: the last step of an import.
///
/// The first revision is what people work on at once, and so is one that the import proposes to confirm, because it
/// brings nothing but new languages, as long as the revision before it is what they work on. Any other waits for a
/// decision. To be called in the transaction that ends the import.
pub async fn publish(
    ctx: &Ctx,
    tx: &mut Tx,
    actor: &Actor,
    manual: &ManualId,
    snapshot: SnapshotId,
    proposed: Option<Decision>,
) -> Result<Snapshot, Error> {
    // An own change meanwhile would point the working lane elsewhere.
    store::manuals::lock(tx, manual).await?;
    let manual = store::manuals::find(tx, manual).await?.ok_or(Error::NotFound(Missing::Manual))?;
    let first = manual.lanes.working.is_none();
    let joins = proposed == Some(Decision::Confirmed) && manual.lanes.working == manual.lanes.oem;
    let decision = if first || joins { Decision::Confirmed } else { Decision::Waiting };
    if !store::snapshots::publish(tx, snapshot, Some(decision), ctx.clock.now()).await? {
        return Err(Error::NotFound(Missing::Revision));
    }
    store::trash::undelete_media(tx, snapshot).await?;
    if !store::manuals::update_oem_lane(tx, &manual.id, snapshot, ctx.clock.now()).await? {
        return Err(Error::NotFound(Missing::Manual));
    }
    if joins {
        store::snapshots::adopt(tx, snapshot).await?;
        store::manuals::update_working_lane(tx, &manual.id, snapshot).await?;
    }
    let shown = store::snapshots::find(tx, snapshot).await?.ok_or(Error::NotFound(Missing::Revision))?;
    let detail = vec![
        ("revision".to_owned(), shown.number.to_string()),
        ("issue".to_owned(), shown.issue_number.clone()),
        ("date".to_owned(), shown.issue_date.clone()),
        ("modules".to_owned(), shown.module_count.to_string()),
        ("decision".to_owned(), decision.as_str().to_owned()),
    ];
    tx.record(Change { detail, ..ctx.change(actor, "revision.imported", "manual", &manual.path()) });
    Ok(shown)
}
