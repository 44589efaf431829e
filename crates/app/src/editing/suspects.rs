//! Compliance references to a module of which there is a new version: those whose words changed have to be checked again.

use bytes::Bytes;
use domain::id::{ObjectId, PolicyReferenceId};
use s1000d::document::{Anchor, AnchorMatch, Document};
use s1000d::guard::{self, Refusal};
use store::Tx;

use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::Error;
use crate::reading::content;

/// Marks the references to a module whose text is another in a new content of it. A module without references costs one
/// query.
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
    let bytes = content::read(ctx, content).await?;
    let changed = tokio::task::spawn_blocking(move || changed(&bytes, references)).await?;
    let (by, now) = (caller.actor(), ctx.clock.now());
    store::compliance::mark_suspects(tx, &changed, by.as_str(), now).await?;
    Ok(())
}

/// The references whose text is another in a content, or is not in it any more.
fn changed(bytes: &Bytes, references: Vec<(PolicyReferenceId, String)>) -> Vec<PolicyReferenceId> {
    let read = || -> Result<Document, Refusal> { Document::read(&guard::check(bytes)?) };
    // A content that cannot be read says nothing about its paragraphs.
    let document = read().ok();
    let is_same = |anchor: &str| {
        let found = document.as_ref().and_then(|document| document.find(&Anchor::parse(anchor)));
        !anchor.is_empty() && found.is_some_and(|(_, fit)| matches!(fit, AnchorMatch::Same | AnchorMatch::Moved))
    };
    references.into_iter().filter(|(_, anchor)| !is_same(anchor)).map(|(id, _)| id).collect()
}

#[cfg(test)]
mod tests {
    use s1000d::document::{NodeId, plain};

    use super::*;

    fn module(paragraphs: &[&str]) -> Bytes {
        let list = format!("<para>{}</para>", paragraphs.join("</para><para>"));
        Bytes::from(format!("<dmodule><content><description>{list}</description></content></dmodule>"))
    }

    /// The anchor of the paragraph with these words.
    fn anchor(bytes: &Bytes, words: &str) -> String {
        let document = Document::read(&guard::check(bytes).expect("a text")).expect("a module");
        let mut nodes = document.descendants(NodeId::ROOT).filter(|node| plain::text(&document, *node) == words);
        nodes.find_map(|node| document.anchor(node)).expect("a paragraph").to_string()
    }

    #[test]
    fn paragraphs_with_the_same_words_need_no_check() {
        let (door, valve) = ("Open the door slowly and wait.", "Close the valve at the pump.");
        let before = module(&[door, valve]);
        let now = module(&["Put gloves on first.", door, "Close the drain valve at the pump."]);
        let reference = |id: &str, anchor: String| (PolicyReferenceId(id.to_owned()), anchor);
        let all = vec![
            reference("door", anchor(&before, door)),
            reference("valve", anchor(&before, valve)),
            reference("module", String::new()),
        ];
        let ids: Vec<String> = changed(&now, all.clone()).into_iter().map(|id| id.0).collect();
        assert_eq!(ids, ["valve", "module"], "the whole module has changed, too");
        assert_eq!(changed(&Bytes::from_static(b"<"), all).len(), 3, "nothing is known of it");
    }
}
