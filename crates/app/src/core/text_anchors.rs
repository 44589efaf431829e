//! Anchors of the contents of modules: whether a text that somebody read in one version is in another.

use s1000d::document::{Anchor, AnchorIndex, AnchorMatch, Document};
use s1000d::guard::{self, Refusal};

/// The anchors of one content; `None` for one that cannot be read, which says nothing about its paragraphs.
#[derive(Debug)]
pub(crate) struct TextAnchors(Option<AnchorIndex>);

impl TextAnchors {
    pub(crate) fn read(bytes: &[u8]) -> Self {
        let read = || -> Result<Document, Refusal> { Document::read(&guard::check(bytes)?) };
        Self(read().ok().map(|document| AnchorIndex::of(&document)))
    }

    pub(crate) fn unreadable() -> Self {
        Self(None)
    }

    /// The content has the text that an anchor was made for, at its place or at another one. The empty anchor stands for
    /// a whole module, which is another one in any other content.
    pub(crate) fn has(&self, anchor: &str) -> bool {
        let relation = self.0.as_ref().and_then(|index| index.relation(&Anchor::parse(anchor)));
        !anchor.is_empty() && matches!(relation, Some(AnchorMatch::Same | AnchorMatch::Moved))
    }

    /// About what it takes in memory, in bytes.
    pub(crate) fn weight(&self) -> usize {
        self.0.as_ref().map_or(0, AnchorIndex::weight) + 100
    }
}

#[cfg(test)]
mod tests {
    use s1000d::document::{NodeId, plain};

    use super::*;

    fn module(paragraphs: &[&str]) -> String {
        let list = format!("<para>{}</para>", paragraphs.join("</para><para>"));
        format!("<dmodule><content><description>{list}</description></content></dmodule>")
    }

    /// The anchor of the paragraph with these words.
    fn anchor(text: &str, words: &str) -> String {
        let document = Document::read(&guard::check(text.as_bytes()).expect("a text")).expect("a module");
        let mut nodes = document.descendants(NodeId::ROOT).filter(|node| plain::text(&document, *node) == words);
        nodes.find_map(|node| document.anchor(node)).expect("a paragraph").to_string()
    }

    #[test]
    fn a_content_has_the_paragraphs_with_the_same_words() {
        let (door, valve) = ("Open the door slowly and wait.", "Close the valve at the pump.");
        let before = module(&[door, valve]);
        let now = module(&["Put gloves on first.", door, "Close the drain valve at the pump."]);
        let [door, valve] = [door, valve].map(|words| anchor(&before, words));
        let anchors = TextAnchors::read(now.as_bytes());
        assert_eq!([door.as_str(), valve.as_str(), ""].map(|anchor| anchors.has(anchor)), [true, false, false]);
        assert!(TextAnchors::read(before.as_bytes()).has(&valve));
        assert!(!TextAnchors::read(b"<").has(&door), "nothing is known of it");
    }
}
