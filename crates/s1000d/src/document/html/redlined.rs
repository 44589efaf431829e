//! Marks the differences from another version, and draws what only the old version has.
//!
//! | Element or attribute | Meaning |
//! |---|---|
//! | `ins`, `del` | text that only one version has; with the class `s1d-quiet` where that means nothing to a reader |
//! | `data-redline` | on elements: `inserted`, `deleted`, `moved`, `changed` (other attributes); `moved-away` on the note at the old place |
//! | `data-note` | what became of the element, where that is not insertion or deletion alone |
//! | `data-difference` | the number of the difference, counted from 0 |
//! | `data-origin` | in the result of a merge, where the difference comes from: `theirs`, `ours`, `both`, `typed` |

mod fit;
mod grafts;
mod pieces;
mod text;

use std::ops::Range;

use super::annotations::Annotations;
use super::marked::{Graft, PageMarks, TextMark, TextMarkKind};
use super::page::PageWriter;
use super::{DrawnVersion, Options};
use crate::document::kind::Kind;
use crate::document::words::Word;
use crate::document::{Document, NodeId, NodeIndex};

/// The marks of a page while it is written.
pub(super) struct RedlineWriter<'d> {
    marks: &'d PageMarks,
    /// In the order of their places.
    grafts: &'d [Graft],
    /// Grafts that are drawn.
    drawn: Vec<bool>,
    /// Grafts inside a text, which is cut for them.
    in_text: Vec<bool>,
    old: Option<OldVersion<'d>>,
    /// The bytes of the old version that are being drawn.
    clip: Option<Range<usize>>,
    old_references: Vec<usize>,
    old_figures: Vec<usize>,
}

/// The old version. While a piece of it is drawn, it has changed places with the new one.
pub(super) struct OldVersion<'d> {
    document: &'d Document,
    index: &'d NodeIndex,
    marks: &'d PageMarks,
    options: &'d Options<'d>,
    annotations: Annotations,
}

impl<'d> OldVersion<'d> {
    pub(super) fn new(DrawnVersion { document, index, marks, options }: DrawnVersion<'d>) -> Self {
        Self { document, index, marks, options, annotations: Annotations::new() }
    }
}

impl<'d> RedlineWriter<'d> {
    pub(super) fn new(marks: &'d PageMarks, grafts: &'d [Graft], old: Option<OldVersion<'d>>) -> Self {
        Self {
            marks,
            grafts,
            drawn: vec![false; grafts.len()],
            in_text: vec![false; grafts.len()],
            old,
            clip: None,
            old_references: Vec::new(),
            old_figures: Vec::new(),
        }
    }

    /// Finds the grafts that stand inside a text of the new version.
    pub(super) fn with_texts(mut self, document: &Document) -> Self {
        let nodes = document.descendants(NodeId::ROOT);
        let is_text =
            |id: &NodeId| matches!(document.node(*id).kind, Kind::Text(_) | Kind::Verbatim(_) | Kind::Stray(_));
        let mut texts: Vec<(usize, usize)> =
            nodes.filter(is_text).map(|id| document.range(id)).map(|range| (range.start, range.end)).collect();
        texts.sort_unstable();
        for (graft, in_text) in self.grafts.iter().zip(&mut self.in_text) {
            let before = texts.partition_point(|(start, _)| *start < graft.at);
            *in_text = before.checked_sub(1).is_some_and(|last| graft.at < texts[last].1);
        }
        self
    }

    /// The indexes of references and figures that only the old version has.
    pub(super) fn into_old(self) -> (Vec<usize>, Vec<usize>) {
        (self.old_references, self.old_figures)
    }

    /// The grafts behind one byte and not behind another.
    fn between(&self, from: usize, to: usize) -> Range<usize> {
        let behind = |byte: usize| self.grafts.partition_point(|graft| graft.at <= byte);
        behind(from)..behind(to)
    }
}

impl PageWriter<'_> {
    /// A node with the marks of its bytes.
    pub(super) fn redlined(&mut self, id: NodeId) {
        match &self.document.node(id).kind {
            Kind::Text(_) => self.marked_text(id, false),
            Kind::Verbatim(_) => self.marked_text(id, true),
            Kind::Space => self.html.verbatim(" "),
            Kind::Stray(_) => {
                let places = self.html.places();
                for tag in places {
                    self.html.open(*tag, "s1d-unknown");
                }
                self.marked_text(id, false);
                for _ in places {
                    self.html.close();
                }
            }
            kind => {
                if has_tag(kind) {
                    self.pend_redline(id);
                }
                self.write_plain(id);
                self.html.drop_pending();
            }
        }
    }

    /// The mark of an element as attributes, unless the element around it has the same.
    fn pend_redline(&mut self, id: NodeId) {
        let Some(redline) = &self.redline else { return };
        let range = self.document.range(id);
        let around = self.document.parent(id).map(|parent| self.document.range(parent));
        let marked = |byte: usize| redline.marks.at(byte).map(|mark| (mark, redline.marks.source_at(byte)));
        let (own, outer) = (marked(range.start), around.as_ref().and_then(|outer| marked(outer.start)));
        let (kind, difference, source) = match own.filter(|own| Some(*own) != outer) {
            Some((TextMark { difference: None, .. }, _)) => return,
            Some((TextMark { kind, difference }, source)) => (Some(kind), difference, source),
            None if own.is_some() || around == Some(range.clone()) => return,
            None => {
                let changed = redline.marks.changed_at(range.start);
                (None, changed, changed.and_then(|number| redline.marks.source_of_changed(number)))
            }
        };
        let Some(difference) = difference else { return };
        let note = match kind {
            Some(TextMarkKind::Moved) => Some(Word::MovedHere),
            Some(_) => redline.marks.note_of(difference),
            None => None,
        };
        self.html.pend("data-redline", kind.map_or("changed", TextMarkKind::word));
        self.html.pend("data-difference", &difference.to_string());
        if let Some(source) = source {
            self.html.pend("data-origin", source.word());
        }
        if let Some(note) = note {
            self.html.pend("data-note", self.notice(note));
        }
    }
}

/// Whether a node has an element of its own on the page.
fn has_tag(kind: &Kind) -> bool {
    !kind.is_text() && !matches!(kind, Kind::Added(_) | Kind::Applies { .. } | Kind::GoTo(_) | Kind::Break)
}

impl TextMarkKind {
    /// The word of `data-redline`.
    fn word(self) -> &'static str {
        match self {
            Self::Inserted => "inserted",
            Self::Deleted => "deleted",
            Self::Moved => "moved",
        }
    }
}
