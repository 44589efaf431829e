//! The paragraph of a thread in a text: where it is, and whether its words are the same.

use domain::comment::{CommentTarget, PlaceState, SuggestedText, ThreadPlace, quote};
use s1000d::diff;
use s1000d::diff::anchors::{AnchorFinder, AnchorOutcome};
use s1000d::diff::suggestions::{ParagraphText, ProposalRefusal};
use s1000d::document::{Anchor, AnchorIndex, AnchorMatch, Document, NodeId, SourceText, TextRun, plain};
use s1000d::guard::{self, Refusal};
use s1000d::splice::Splice;

use crate::core::error::CommentError;

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

    /// The whole text at an anchor of this version; empty where there is none.
    pub(super) fn words(&self, anchor: &str) -> String {
        let found = self.document.find(&Anchor::parse(anchor));
        found.map(|(node, _)| plain::text(&self.document, node)).unwrap_or_default()
    }

    fn paragraph(&self, node: NodeId) -> Option<ParagraphText> {
        ParagraphText::of(&self.document, &self.runs, node)
    }

    /// This text with the place that an anchor of another version leads to in it.
    pub(super) fn with_place<'t>(&'t self, version: &'t [u8], anchor: &str) -> TextWithPlace<'t> {
        TextWithPlace { text: self, version, paragraph: self.paragraph_of(version, anchor) }
    }

    /// The number of paragraphs with these words.
    fn count(&self, words: &str) -> usize {
        ParagraphText::all(&self.document, &self.runs).filter(|line| line.text == words).count()
    }

    /// The line of text at the place that an anchor of another version leads to.
    fn paragraph_of(&self, version: &[u8], anchor: &str) -> Option<ParagraphText> {
        let place = self.find(version, &[anchor.to_owned()]).pop()?;
        let found = Anchor { id: place.id, fingerprint: None };
        let (node, _) = self.document.find(&found)?;
        self.paragraph(node)
    }

    /// The places that anchors of another version lead to. The versions are compared only where the text of a place is
    /// not the same any more.
    pub(super) fn find(&self, version: &[u8], anchors: &[String]) -> Vec<ThreadPlace> {
        let parsed: Vec<Anchor> = anchors.iter().map(|anchor| Anchor::parse(anchor)).collect();
        let index = AnchorIndex::of(&self.document);
        let at_once: Vec<Option<ThreadPlace>> = parsed.iter().map(|anchor| self.same_text(&index, anchor)).collect();
        if at_once.iter().all(Option::is_some) {
            return at_once.into_iter().flatten().collect();
        }
        let compared = self.compare(version, &parsed);
        at_once.into_iter().zip(compared).map(|(found, compared)| found.unwrap_or(compared)).collect()
    }

    /// The place with the same text, without a comparison. Only that can tell repeated words apart.
    fn same_text(&self, index: &AnchorIndex, anchor: &Anchor) -> Option<ThreadPlace> {
        let (node, fit) = self.document.find(anchor)?;
        let is_same = matches!(fit, AnchorMatch::Same | AnchorMatch::Moved) && index.is_single(anchor);
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

/// A text that is edited, and the paragraph in it that a thread about a version is about.
pub(super) struct TextWithPlace<'t> {
    pub(super) text: &'t ReadText,
    version: &'t [u8],
    /// `None` when it is gone.
    paragraph: Option<ParagraphText>,
}

impl TextWithPlace<'_> {
    /// The changes that accept a suggestion; none when the text has it already.
    ///
    /// A paragraph that was rewritten together with its neighbours may not be found again. A text that has the proposed
    /// words once, and did not have them before, has accepted them all the same.
    pub(super) fn accepting(&self, suggestion: &SuggestedText) -> Result<Vec<Splice>, CommentError> {
        match &self.paragraph {
            Some(paragraph) if paragraph.text == suggestion.new => Ok(Vec::new()),
            Some(paragraph) if paragraph.text == suggestion.old => {
                paragraph.splices(&suggestion.new).map_err(|refusal| match refusal {
                    ProposalRefusal::PlaceholderChanged => CommentError::Placeholder,
                    ProposalRefusal::OtherText => CommentError::TextChanged,
                })
            }
            _ if self.has_gained(&suggestion.new) => Ok(Vec::new()),
            _ => Err(CommentError::TextChanged),
        }
    }

    fn has_gained(&self, words: &str) -> bool {
        self.text.count(words) == 1 && ReadText::of_bytes(self.version).is_ok_and(|before| before.count(words) == 0)
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
        let paras = format!("<para>{}</para>", paras.join("</para><para>"));
        format!("<dmodule><content><description>{paras}</description></content></dmodule>")
    }

    /// The anchor of a paragraph of a version.
    fn anchor_of(paras: &[&str], index: usize) -> String {
        let text = ReadText::of_text(&module(paras)).expect("a text");
        let nodes = text.document.descendants(NodeId::ROOT);
        let ids = nodes.filter_map(|node| text.document.marks(node)?.id.as_deref());
        // The block around the paragraphs begins with the first of them.
        let mut places = ids.filter_map(|id| text.place(id));
        places.find(|place| place.quote == paras[index]).expect("a paragraph").anchor
    }

    /// The text and the state of the place of a paragraph of one version in another one.
    fn found(before: &[&str], index: usize, now: &[&str]) -> (Option<String>, PlaceState) {
        let anchor = anchor_of(before, index);
        let (before, now) = (module(before), module(now));
        let new = ReadText::of_text(&now).expect("a text");
        let place = new.find(before.as_bytes(), std::slice::from_ref(&anchor)).pop().expect("one place");
        let text = new.paragraph_of(before.as_bytes(), &anchor).map(|line| line.text);
        (text, place.state)
    }

    #[test]
    fn a_figure_is_a_picture_and_a_paragraph_is_not() {
        let figure = "<figure id=\"f\"><title>Pump</title><graphic infoEntityIdent=\"ICN-1\"/></figure>";
        let text = format!(
            "<dmodule><content><description><para id=\"p\">Look.</para>{figure}</description></content></dmodule>"
        );
        let read = ReadText::of_text(&text).expect("a text");
        let target = |id: &str| read.place(id).map(|place| place.target);
        assert_eq!(target("s1d-p"), Some(CommentTarget::Paragraph));
        assert_eq!(target("s1d-f"), Some(CommentTarget::Picture));
        assert_eq!(target("s1d-none"), None);
    }

    #[test]
    fn a_paragraph_is_found_again_though_others_come_before_it() {
        let before = ["Open the door slowly and wait.", "Close the valve at the pump."];
        let place = found(&before, 1, &["Put gloves on first of all.", before[0], before[1]]);
        assert_eq!(place, (Some(before[1].to_owned()), PlaceState::Unchanged));
    }

    #[test]
    fn a_paragraph_with_repeated_words_is_found_by_its_neighbours() {
        let (door, oil, panel) = ("Open the door slowly and wait.", "Check the level of the oil.", "Close the panel.");
        let before = module(&[door, panel, oil, panel]);
        let now = module(&[door, panel, "Drain the whole tank first.", panel, oil, panel]);
        let last = |text: &ReadText| {
            let nodes = text.document.descendants(NodeId::ROOT);
            let ids = nodes.filter_map(|node| text.document.marks(node)?.id.as_deref());
            let places = ids.filter_map(|id| text.place(id)).filter(|place| place.quote == panel);
            places.map(|place| place.anchor).last().expect("a paragraph")
        };
        let [old, new] = [&before, &now].map(|text| ReadText::of_text(text).expect("a text"));
        let place = new.find(before.as_bytes(), &[last(&old)]).pop().expect("one place");
        assert_eq!((place.id, place.state), (own_place(&last(&new)).id, PlaceState::Unchanged));
    }

    #[test]
    fn a_changed_paragraph_says_so() {
        let before = ["Open the door slowly and wait.", "Close the valve at the pump."];
        let now = "Close the drain valve at the pump.";
        assert_eq!(found(&before, 1, &["New.", before[0], now]), (Some(now.to_owned()), PlaceState::Changed));
    }

    /// The edits that accept a suggestion for a paragraph that is not found again in a text.
    fn accepting_lost(before: &[&str], now: &[&str], new: &str) -> Result<Vec<Splice>, CommentError> {
        let (before, now) = (module(before), ReadText::of_text(&module(now)).expect("a text"));
        let suggestion = SuggestedText { old: "Gone.".to_owned(), new: new.to_owned(), accepted: None };
        TextWithPlace { text: &now, version: before.as_bytes(), paragraph: None }.accepting(&suggestion)
    }

    #[test]
    fn a_suggestion_is_accepted_where_its_words_are_though_its_paragraph_is_lost() {
        let before = ["Open the door slowly and wait.", "Close the valve at the pump."];
        let (other, new) = ("Let the others out.", "Somebody has to turn it off.");
        assert_eq!(accepting_lost(&before, &[other, new], new), Ok(Vec::new()));
        assert_eq!(accepting_lost(&before, &[other], new), Err(CommentError::TextChanged));
        assert_eq!(accepting_lost(&before, &[new, other, new], new), Err(CommentError::TextChanged));
        assert_eq!(
            accepting_lost(&[other, new], &[other, new], new),
            Err(CommentError::TextChanged),
            "they always were"
        );
    }

    #[test]
    fn a_suggestion_for_text_that_is_there_changes_it() {
        let before = ["Open the door slowly and wait.", "Close the valve at the pump."];
        let suggestion =
            |old: &str, new: &str| SuggestedText { old: old.to_owned(), new: new.to_owned(), accepted: None };
        let (anchor, version) = (anchor_of(&before, 1), module(&before));
        let text = ReadText::of_text(&version).expect("a text");
        let found = text.with_place(version.as_bytes(), &anchor);
        let splices = found.accepting(&suggestion(before[1], "Open the valve at the pump."));
        assert_eq!(splices.map(|splices| splices.len()), Ok(1));
        assert_eq!(found.accepting(&suggestion("Other words.", before[1])), Ok(Vec::new()));
        assert_eq!(found.accepting(&suggestion("Other words.", "New words.")), Err(CommentError::TextChanged));
    }

    #[test]
    fn a_deleted_paragraph_is_gone() {
        let before = ["Open the door slowly and wait.", "Close the valve at the pump."];
        assert_eq!(found(&before, 1, &[before[0]]).1, PlaceState::Gone);
    }
}
