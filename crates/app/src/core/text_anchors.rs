//! Anchors of the contents of modules: whether a text that somebody read in one version is in another, and applies to the
//! same there.

use s1000d::document::{Anchor, AnchorIndex, AnchorMatch, Document, Fingerprint};
use s1000d::guard::{self, Refusal};

/// Between an anchor and the hash of what its block applies to.
const APPLIES: &str = "~a-";

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

    /// An anchor of this content, with what its block applies to.
    pub(crate) fn with_applicability(&self, anchor: &str) -> String {
        match &self.0 {
            Some(index) => {
                let applies = index.applicability(&Anchor::parse(anchor).id);
                [anchor, APPLIES, &applies.to_string()].concat()
            }
            None => anchor.to_owned(),
        }
    }

    /// The content has the text that an anchor was made for, at its place or at another one, and it applies to the same. The
    /// empty anchor stands for a whole module, which is another one in any other content.
    pub(crate) fn has(&self, anchor: &str) -> bool {
        let Some(index) = self.0.as_ref().filter(|_| !anchor.is_empty()) else { return false };
        let place = Anchor::parse(anchor);
        // Those of earlier versions of the program do not tell what their blocks applied to.
        let applies = anchor.rsplit_once(APPLIES).and_then(|(_, hash)| Fingerprint::parse(hash));
        matches!(index.relation(&place), Some(AnchorMatch::Same | AnchorMatch::Moved))
            && applies.is_none_or(|applies| index.applies_alike(&place, applies))
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
        let has_id = |node: &NodeId| document.marks(*node).is_some_and(|marks| marks.id.is_some());
        let nodes = document.descendants(NodeId::ROOT).filter(has_id);
        let mut nodes = nodes.filter(|node| plain::text(&document, *node) == words);
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

    /// A module whose first step applies to some aircraft, by their serial numbers.
    fn limited(serials: &str, words: &str, steps: &str) -> String {
        format!(
            "<dmodule><content><referencedApplicGroup><applic id='app-1'><displayText><simplePara>{words}</simplePara>
            </displayText><assert applicPropertyIdent='serialno' applicPropertyType='prodattr'
            applicPropertyValues='{serials}'/></applic></referencedApplicGroup><procedure><mainProcedure>{steps}
            </mainProcedure></procedure></content></dmodule>"
        )
    }

    #[test]
    fn a_paragraph_that_applies_to_other_aircraft_is_another_one() {
        const STEP: &str = "<proceduralStep applicRefId='app-1'><para>Open the door slowly.</para></proceduralStep>";
        const OTHER: &str = "<proceduralStep><para>Wait for the pump.</para></proceduralStep>";
        let before = limited("1~10", "Early aircraft", STEP);
        let door = anchor(&before, "Open the door slowly.");
        let read = |text: &str| TextAnchors::read(text.as_bytes());
        let limited_door = read(&before).with_applicability(&door);
        let has = |text: &str| [&door, &limited_door].map(|anchor| read(text).has(anchor));
        assert_eq!(has(&before), [true, true]);
        let moved = [OTHER, STEP].concat();
        assert_eq!(has(&limited("1~10", "Early ones", &moved)), [true, true], "elsewhere, and in other words");
        assert_eq!(has(&limited("1~20", "Early aircraft", STEP)), [true, false]);
        assert_eq!(has(&limited("1~20", "Early aircraft", &moved)), [true, false]);
        let everywhere = STEP.replace(" applicRefId='app-1'", "");
        assert_eq!(has(&limited("1~10", "Early aircraft", &everywhere)), [true, false]);

        let free = limited("1~10", "Early aircraft", &everywhere);
        let free_door = read(&free).with_applicability(&door);
        assert!(read(&free).has(&free_door));
        assert!(!read(&before).has(&free_door), "it was for all aircraft");
        assert!(read(&module(&["Open the door slowly."])).has(&free_door), "a module without statements");
    }
}
