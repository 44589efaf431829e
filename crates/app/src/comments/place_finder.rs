//! The paragraph of a thread in a text: where it is, and whether its words are the same.

use domain::comment::{CommentTarget, PlaceState, ThreadPlace, quote};
use s1000d::diff;
use s1000d::diff::anchors::{AnchorFinder, AnchorOutcome};
use s1000d::diff::suggestions::ParagraphText;
use s1000d::document::{Anchor, AnchorMatch, Document, NodeId, SourceText, TextRun, plain};
use s1000d::guard::{self, Refusal};

/// Elements that are pictures.
const PICTURES: [&str; 4] = ["figure", "graphic", "multimedia", "multimediaObject"];

/// A place that somebody comments on.
#[derive(Debug, Clone)]
pub(super) struct CommentedPlace {
    pub(super) target: CommentTarget,
    /// With the fingerprint of its text.
    pub(super) anchor: String,
    pub(super) quote: String,
    /// Its first line of text, which a suggestion changes.
    pub(super) paragraph: Option<ParagraphText>,
}

/// A text with its document.
pub(super) struct ReadText {
    document: Document,
    runs: Vec<TextRun>,
}

impl ReadText {
    /// The content of a version.
    pub(super) fn of_bytes(bytes: &[u8]) -> Result<Self, Refusal> {
        let (document, runs) = Document::read_for_editing(&guard::check(bytes)?)?;
        Ok(Self { document, runs })
    }

    /// A text that is edited.
    pub(super) fn of_text(text: &str) -> Result<Self, Refusal> {
        let (document, runs) = Document::read_for_editing(&guard::check_text(text)?)?;
        Ok(Self { document, runs })
    }

    pub(super) fn source(&self) -> &SourceText {
        self.document.source()
    }

    /// The place with an HTML id.
    pub(super) fn place(&self, id: &str) -> Option<CommentedPlace> {
        let wanted = Anchor { id: id.to_owned(), fingerprint: None };
        let (node, _) = self.document.find(&wanted)?;
        let is_picture = PICTURES.contains(&self.document.element(node));
        Some(CommentedPlace {
            target: if is_picture { CommentTarget::Picture } else { CommentTarget::Paragraph },
            anchor: self.document.anchor(node)?.to_string(),
            quote: quote(&plain::text(&self.document, node)),
            paragraph: self.paragraph(node),
        })
    }

    fn paragraph(&self, node: NodeId) -> Option<ParagraphText> {
        ParagraphText::of(&self.document, &self.runs, node)
    }

    /// The line of text at the place that an anchor of another version leads to.
    pub(super) fn paragraph_of(&self, version: &[u8], anchor: &str) -> Option<ParagraphText> {
        let place = self.find(version, &[anchor.to_owned()]).pop()?;
        let found = Anchor { id: place.id, fingerprint: None };
        let (node, _) = self.document.find(&found)?;
        self.paragraph(node)
    }

    /// The places that anchors of another version lead to. The versions are compared only where the text of a place is
    /// not the same any more.
    pub(super) fn find(&self, version: &[u8], anchors: &[String]) -> Vec<ThreadPlace> {
        let parsed: Vec<Anchor> = anchors.iter().map(|anchor| Anchor::parse(anchor)).collect();
        let at_once: Vec<Option<ThreadPlace>> = parsed.iter().map(|anchor| self.same_text(anchor)).collect();
        if at_once.iter().all(Option::is_some) {
            return at_once.into_iter().flatten().collect();
        }
        let compared = self.compare(version, &parsed);
        at_once.into_iter().zip(compared).map(|(found, compared)| found.unwrap_or(compared)).collect()
    }

    fn same_text(&self, anchor: &Anchor) -> Option<ThreadPlace> {
        let (node, fit) = self.document.find(anchor)?;
        let is_same = matches!(fit, AnchorMatch::Same | AnchorMatch::Moved);
        let id = self.document.anchor(node).filter(|_| is_same)?.id;
        Some(ThreadPlace { id, state: PlaceState::Unchanged })
    }

    fn compare(&self, version: &[u8], anchors: &[Anchor]) -> Vec<ThreadPlace> {
        let find = || -> Result<Vec<ThreadPlace>, Refusal> {
            let (before, now) = (guard::check(version)?, guard::check_text(self.source().text())?);
            let (diff, old) = (diff::compare(&before, &now)?, Document::read(&before)?);
            let finder = AnchorFinder::new(&diff, &old, &self.document);
            Ok(anchors.iter().map(|anchor| place_of(&finder.find(anchor))).collect())
        };
        // A version that cannot be compared says nothing about its paragraphs.
        find().unwrap_or_else(|_| anchors.iter().map(|_| ThreadPlace::gone()).collect())
    }
}

/// The place of an anchor in the version it was made in.
pub(super) fn own_place(anchor: &str) -> ThreadPlace {
    ThreadPlace { id: Anchor::parse(anchor).id, state: PlaceState::Unchanged }
}

fn place_of(outcome: &AnchorOutcome) -> ThreadPlace {
    let id = outcome.anchor().map(|anchor| anchor.id.clone()).unwrap_or_default();
    let state = match outcome {
        AnchorOutcome::Unchanged(_) => PlaceState::Unchanged,
        AnchorOutcome::Changed { .. } => PlaceState::Changed,
        AnchorOutcome::Gone => PlaceState::Gone,
    };
    ThreadPlace { id, state }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn module(paras: &[&str]) -> String {
        let paras: String = paras.iter().map(|text| format!("<para>{text}</para>")).collect();
        format!("<dmodule><content><description>{paras}</description></content></dmodule>")
    }

    /// The text and the state of the place of a paragraph of one version in another one.
    fn found(before: &[&str], index: usize, now: &[&str]) -> (Option<String>, PlaceState) {
        let (before, now) = (module(before), module(now));
        let (old, new) = (ReadText::of_text(&before).expect("a text"), ReadText::of_text(&now).expect("a text"));
        let nodes = old.document.descendants(NodeId::ROOT);
        let ids: Vec<&str> = nodes.filter_map(|node| old.document.marks(node)?.id.as_deref()).collect();
        let places: Vec<CommentedPlace> = ids.iter().filter_map(|id| old.place(id)).collect();
        let paras: Vec<&CommentedPlace> = places.iter().filter(|place| place.paragraph.is_some()).collect();
        let anchor = &paras[index].anchor;
        let place = new.find(before.as_bytes(), std::slice::from_ref(anchor)).pop().expect("one place");
        let text = new.paragraph_of(before.as_bytes(), anchor).map(|line| line.text);
        (text, place.state)
    }

    #[test]
    fn a_paragraph_is_found_again_though_others_come_before_it() {
        let before = ["Open the door slowly and wait.", "Close the valve at the pump."];
        let place = found(&before, 1, &["Put gloves on first of all.", before[0], before[1]]);
        assert_eq!(place, (Some(before[1].to_owned()), PlaceState::Unchanged));
    }

    #[test]
    fn a_changed_paragraph_says_so() {
        let before = ["Open the door slowly and wait.", "Close the valve at the pump."];
        let now = "Close the drain valve at the pump.";
        assert_eq!(found(&before, 1, &["New.", before[0], now]), (Some(now.to_owned()), PlaceState::Changed));
    }

    #[test]
    fn a_deleted_paragraph_is_gone() {
        let before = ["Open the door slowly and wait.", "Close the valve at the pump."];
        assert_eq!(found(&before, 1, &[before[0]]).1, PlaceState::Gone);
    }
}
