//! Compliance references to modules whose text changed: those whose words changed have to be checked again. So do those to
//! chapters that the contents lost.

use std::collections::HashMap;

use bytes::Bytes;
use chrono::{DateTime, Utc};
use domain::id::{ManualId, ObjectId, PolicyReferenceId, SnapshotId};
use store::Tx;
use store::compliance::ChangedReference;

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

/// Whether contents have the texts of references, read before the transaction that marks those that do not.
#[derive(Debug, Default)]
pub(crate) struct ReadTexts(HashMap<String, HashMap<String, bool>>);

impl ReadTexts {
    /// Whether a content has the text of an anchor; `None` where it was not read.
    fn find(&self, content: &str, anchor: &str) -> Option<bool> {
        self.0.get(content)?.get(anchor).copied()
    }
}

/// Reads whether contents that modules of a manual are about to have still have the texts that references lead to. Those
/// without references are not read.
pub(crate) async fn read_texts(
    ctx: &Ctx,
    manual: &ManualId,
    contents: Vec<(ObjectId, String)>,
) -> Result<ReadTexts, Error> {
    let listed = store::compliance::list_anchors(&mut ctx.db.read().await?, manual).await?;
    let mut anchors: HashMap<ObjectId, Vec<String>> = HashMap::new();
    for (module, anchor) in listed {
        anchors.entry(module).or_default().push(anchor);
    }
    let mut read = ReadTexts::default();
    for (module, content) in contents {
        let Some(anchors) = anchors.get(&module) else { continue };
        let texts = text_anchors::load(ctx, &content).await?;
        let found = anchors.iter().map(|anchor| (anchor.clone(), texts.has(anchor)));
        read.0.entry(content).or_default().extend(found);
    }
    Ok(read)
}

/// Marks the references whose text is another since a snapshot of the working lane, or is not in it any more, and those to
/// chapters that are not in its contents any more. A paragraph that a decision left as it was keeps its state.
///
/// Others wait for this transaction, so that contents are read in it only where they, or their references, came after the
/// texts were [read](read_texts).
pub(crate) async fn mark_decided(
    ctx: &Ctx,
    tx: &mut Tx,
    (manual, snapshot): (&ManualId, SnapshotId),
    (by, now): (&str, DateTime<Utc>),
    read: &ReadTexts,
) -> Result<(), Error> {
    let mut changed = Vec::new();
    for reference in store::compliance::list_changed(tx, manual, snapshot).await? {
        let ChangedReference { id, anchor, content } = reference;
        // The empty anchor stands for a whole module, which is another one now.
        let content = content.filter(|_| !anchor.is_empty());
        let is_there = match &content {
            Some(content) => match read.find(content, &anchor) {
                Some(known) => known,
                None => text_anchors::load(ctx, content).await?.has(&anchor),
            },
            None => false,
        };
        if !is_there {
            changed.push(id);
        }
    }
    store::compliance::mark_suspects(tx, &changed, by, now).await?;
    chapters::mark_references(tx, manual, (by, now)).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_not_read_is_told_from_what_is_not_there() {
        let anchors = HashMap::from([("a".to_owned(), true), ("b".to_owned(), false)]);
        let read = ReadTexts(HashMap::from([("content".to_owned(), anchors)]));
        let found = ["a", "b", "c"].map(|anchor| read.find("content", anchor));
        assert_eq!(found, [Some(true), Some(false), None]);
        assert_eq!(read.find("other", "a"), None);
    }
}
