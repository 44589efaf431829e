//! Compliance references to a module of which there is a new version: those whose words changed have to be checked again.

use bytes::Bytes;
use domain::id::{ObjectId, PolicyReferenceId};
use store::Tx;

use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::Error;
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
