//! Compliance references to modules whose text changed: those whose words changed have to be checked again. So do those to
//! chapters that the contents lost.

use bytes::Bytes;
use chrono::{DateTime, Utc};
use domain::id::{ManualId, ObjectId, PolicyReferenceId, SnapshotId};
use store::Tx;

use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::Error;
use crate::library::chapters;
use crate::reading::text_anchors;

/// Reads the anchors of a content that is about to become a version of a module, so that [`mark`] need not read it while
/// others wait for its transaction. A module without references costs one query.
pub(crate) async fn prepare(ctx: &Ctx, module: ObjectId, content: &str, bytes: Bytes) -> Result<(), Error> {
    let references = store::compliance::list_current(&mut ctx.db.read().await?, module).await?;
    if !references.is_empty() {
        text_anchors::read(ctx, content, bytes).await?;
    }
    Ok(())
}

/// Marks the references to a module whose text is another in a new content of it, or is not in it any more.
pub(crate) async fn mark(
    ctx: &Ctx,
    tx: &mut Tx,
    caller: &Caller,
    module: ObjectId,
    content: &str,
) -> Result<(), Error> {
    let references = store::compliance::list_current(tx, module).await?;
    if references.is_empty() {
        return Ok(());
    }
    let anchors = text_anchors::load(ctx, content).await?;
    let changed = references.into_iter().filter(|(_, anchor)| !anchors.has(anchor));
    let changed: Vec<PolicyReferenceId> = changed.map(|(id, _)| id).collect();
    let (by, now) = (caller.actor(), ctx.clock.now());
    store::compliance::mark_suspects(tx, &changed, by.as_str(), now).await?;
    Ok(())
}

/// Reads the anchors of what an OEM revision brings, so that [`mark_decided`] finds them in the cache.
pub(crate) async fn prepare_revision(ctx: &Ctx, manual: &ManualId, revision: SnapshotId) -> Result<(), Error> {
    let contents = store::compliance::list_delivered_contents(&mut ctx.db.read().await?, manual, revision).await?;
    for content in contents {
        text_anchors::load(ctx, &content).await?;
    }
    Ok(())
}

/// Marks the references whose text is another since a snapshot of the working lane, or is not in it any more, and those to
/// chapters that are not in its contents any more. A paragraph that a decision left as it was keeps its state.
pub(crate) async fn mark_decided(
    ctx: &Ctx,
    tx: &mut Tx,
    (manual, snapshot): (&ManualId, SnapshotId),
    (by, now): (&str, DateTime<Utc>),
) -> Result<(), Error> {
    let mut changed = Vec::new();
    for reference in store::compliance::list_changed(tx, manual, snapshot).await? {
        let is_there = match &reference.content {
            Some(content) => text_anchors::load(ctx, content).await?.has(&reference.anchor),
            None => false,
        };
        if !is_there {
            changed.push(reference.id);
        }
    }
    store::compliance::mark_suspects(tx, &changed, by, now).await?;
    chapters::mark_references(tx, manual, (by, now)).await
}
