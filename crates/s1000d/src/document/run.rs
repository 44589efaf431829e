//! Text runs: the parts of a module that are edited in place.

use std::ops::Range;

use roxmltree::Node;

use super::kind::{Kind, Phrase};
use super::{Document, NodeId};

/// Elements whose text is edited on the page. The text of others is data with forms of its own.
const TEXT_ELEMENTS: &[&str] = &[
    "action",
    "attentionListItemPara",
    "captionLine",
    "caseCond",
    "checkListPara",
    "definition",
    "descr",
    "entry",
    "isolationStepQuestion",
    "listItemTerm",
    "notePara",
    "para",
    "paraBasic",
    "reducedListItemPara",
    "reducedPara",
    "reqCond",
    "simplePara",
    "simpleRefPara",
    "term",
    "title",
    "warningAndCautionPara",
];

/// A line of an element's text, up to the next block inside the element: text, comments, and elements in the line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextRun {
    /// The local name of the element around it.
    pub element: Box<str>,
    /// The bytes of that element.
    pub around: Range<usize>,
    /// The bytes of the run, white space at its ends included.
    pub range: Range<usize>,
    /// The tags that the first words get; `None` where text may stand as it is.
    pub missing: Option<MissingTags>,
}

/// The tags around the first words of an element that has no place for text yet. The three replace the range of its run,
/// of which nothing is shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MissingTags {
    pub open: Box<str>,
    pub close: Box<str>,
}

/// The run of an empty element that has no place for text: of an empty-element tag, or of a cell or an item that holds
/// paragraphs. `None` for any other element.
pub(crate) fn placeless(node: Node<'_, '_>) -> Option<TextRun> {
    let (name, whole) = (node.tag_name().name(), node.range());
    let paragraph = paragraph_of(name);
    if paragraph.is_none() && !is_text_name(name) {
        return None;
    }
    let source = node.document().input_text().get(whole.clone())?;
    let qualified = source.get(1..)?.split(|c: char| c.is_whitespace() || matches!(c, '/' | '>')).next()?;
    let prefix = qualified.strip_suffix(name).unwrap_or_default();
    let tags = |paragraph: &str| (format!("<{prefix}{paragraph}>"), format!("</{prefix}{paragraph}>"));
    let (open, close, range) = match (inner_range(node), paragraph) {
        (Some(_), None) => return None,
        (Some(inner), Some(paragraph)) => {
            let inside = node.document().input_text().get(inner.clone())?;
            if !inside.trim().is_empty() {
                return None;
            }
            let (open, close) = tags(paragraph);
            (open, close, inner)
        }
        (None, _) if !source.ends_with("/>") => return None,
        (None, paragraph) => {
            let (open, close) = paragraph.map(tags).unwrap_or_default();
            (format!(">{open}"), format!("{close}</{qualified}>"), whole.end - "/>".len()..whole.end)
        }
    };
    let missing = Some(MissingTags { open: open.into(), close: close.into() });
    Some(TextRun { element: name.into(), around: whole, range, missing })
}

/// The element for the text of an element that holds paragraphs, which is empty at first.
fn paragraph_of(name: &str) -> Option<&'static str> {
    match name {
        "entry" | "listItem" | "listItemDefinition" => Some("para"),
        "attentionRandomListItem" | "attentionSequentialListItem" => Some("attentionListItemPara"),
        "reducedRandomListItem" => Some("reducedListItemPara"),
        _ => None,
    }
}

/// The text runs of a document, in their order; none holds another.
#[derive(Debug, Clone, Copy)]
pub(super) struct TextRuns<'d> {
    document: &'d Document,
    runs: &'d [TextRun],
}

impl<'d> TextRuns<'d> {
    pub(super) fn new(document: &'d Document, runs: &'d [TextRun]) -> Self {
        Self { document, runs }
    }

    pub(super) fn len(&self) -> usize {
        self.runs.len()
    }

    /// The run that a piece of a line is part of.
    pub(super) fn of_piece(&self, id: NodeId) -> Option<usize> {
        let range = self.document.range(id);
        let index = self.runs.partition_point(|run| run.range.start <= range.start).checked_sub(1)?;
        (range.end <= self.runs[index].range.end).then_some(index)
    }

    /// The only run of an element without text.
    pub(super) fn of_empty(&self, id: NodeId) -> Option<usize> {
        let range = self.document.range(id);
        let index = self.runs.partition_point(|run| run.range.start <= range.start);
        let run = self.runs.get(index).filter(|run| run.around == range)?;
        if run.missing.is_some() {
            return Some(index);
        }
        let text = self.document.source().text().get(run.range.clone())?;
        text.trim().is_empty().then_some(index)
    }

    /// The position of a node in its run, in units of UTF-16.
    pub(super) fn offset_in(&self, run: usize, id: NodeId) -> usize {
        let (start, end) = (self.runs[run].range.start, self.document.range(id).start);
        self.document.source().text().get(start..end).map_or(0, |text| text.encode_utf16().count())
    }
}

/// Whether a piece of a run has text of its own to edit: it only changes the look of the text. Others are edited as a
/// whole.
pub(super) fn is_mark(kind: &Kind) -> bool {
    matches!(
        kind,
        Kind::Phrase(
            Phrase::Strong
                | Phrase::Italic
                | Phrase::Underline
                | Phrase::Overline
                | Phrase::Strike
                | Phrase::Subscript
                | Phrase::Superscript
                | Phrase::Change
        )
    )
}

/// Whether the text of an element is edited on the page.
pub(crate) fn is_text_element(node: Node<'_, '_>) -> bool {
    is_text_name(node.tag_name().name())
}

/// Whether the text of elements of this name is edited on the page.
pub(crate) fn is_text_name(name: &str) -> bool {
    TEXT_ELEMENTS.contains(&name)
}

/// The bytes between the tags of an element; `None` for an empty-element tag.
pub(crate) fn inner_range(node: Node<'_, '_>) -> Option<Range<usize>> {
    let whole = node.range();
    let source = node.document().input_text().get(whole.clone())?;
    let start = start_tag_len(source)?;
    if source.get(..start)?.ends_with("/>") {
        return None;
    }
    let end = source.rfind("</").filter(|end| *end >= start)?;
    Some(whole.start + start..whole.start + end)
}

/// The length of the tag that a text begins with. A value may hold a `>`.
pub(crate) fn start_tag_len(source: &str) -> Option<usize> {
    let mut quote = None;
    source
        .bytes()
        .position(|byte| {
            match (quote, byte) {
                (None, b'"' | b'\'') => quote = Some(byte),
                (Some(open), byte) if open == byte => quote = None,
                _ => {}
            }
            quote.is_none() && byte == b'>'
        })
        .map(|at| at + 1)
}
