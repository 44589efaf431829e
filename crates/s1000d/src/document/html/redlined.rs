//! Marks the differences from another version, and draws what only the old version has.
//!
//! | Element or attribute | Meaning |
//! |---|---|
//! | `ins`, `del` | text that only one version has; with the class `s1d-quiet` where that means nothing to a reader |
//! | `data-redline` | on elements: `inserted`, `deleted`, `moved`, `changed` (other attributes); `moved-away` on the note at the old place |
//! | `data-difference` | the number of the difference, counted from 0 |

mod fit;
mod pieces;

use std::ops::Range;

use self::pieces::TextPieces;
use super::annotations::Annotations;
use super::dress;
use super::marked::{Graft, PageMarks, TextMark, TextMarkKind};
use super::page::PageWriter;
use super::tag::Tag;
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
            old,
            clip: None,
            old_references: Vec::new(),
            old_figures: Vec::new(),
        }
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
    /// Whether a piece of the old version is being drawn.
    pub(super) fn is_grafting(&self) -> bool {
        self.redline.as_ref().is_some_and(|redline| redline.clip.is_some())
    }

    /// Draws the grafts that stand before a node and behind a byte; gives the byte up to which they are drawn.
    pub(super) fn grafts_before(&mut self, from: usize, child: NodeId) -> usize {
        let to = self.document.range(child).start;
        self.grafts_between(from, to);
        from.max(to)
    }

    /// Draws the grafts that stand inside a node and behind a byte, after its last child.
    pub(super) fn grafts_inside(&mut self, from: usize, id: NodeId, last: Option<NodeId>) {
        if self.redline.is_none() {
            return;
        }
        let range = self.document.range(id);
        let is_list = self.document.parent(id).is_some_and(|around| self.document.range(around) == range);
        // The last byte of an element belongs to its tag: what stands behind the element comes later.
        let end = range.end.saturating_sub(1);
        // A list of some parts of an element: what stands behind the list belongs to the element.
        let end_of_list = last.filter(|_| is_list).map(|last| self.document.range(last).end);
        self.grafts_between(from, end_of_list.map_or(end, |list| list.min(end)));
    }

    /// Draws the grafts that found no place.
    pub(super) fn remaining_grafts(&mut self) {
        let all = self.redline.as_ref().map_or(0, |redline| redline.grafts.len());
        (0..all).for_each(|index| self.graft(index));
    }

    fn grafts_between(&mut self, from: usize, to: usize) {
        let Some(redline) = self.redline.as_ref().filter(|_| from < to && !self.copying) else { return };
        if redline.clip.is_none() {
            redline.between(from, to).for_each(|index| self.graft(index));
        }
    }

    fn graft(&mut self, index: usize) {
        let Some(redline) = &mut self.redline else { return };
        let Some(old) = redline.old.as_ref().filter(|_| !std::mem::replace(&mut redline.drawn[index], true)) else {
            return;
        };
        let grafts = redline.grafts;
        let Graft { piece, mark, .. } = &grafts[index];
        let nodes = old.index.inside(old.document, piece);
        if nodes.is_empty() {
            return;
        }
        if mark.kind == TextMarkKind::Moved {
            return self.moved_away(*mark);
        }
        let lists = (self.references.len(), self.figures.len());
        let truth = self.truth;
        self.exchange(Some(piece.clone()));
        for id in nodes {
            let around = fit::around(self.html.context(), dress::tag_of(&self.document.node(id).kind));
            for tag in &around {
                self.html.open(*tag, "");
            }
            self.node(id);
            for _ in around {
                self.html.close();
            }
        }
        self.exchange(None);
        self.truth = truth;
        let (references, figures) = (lists.0..self.references.len(), lists.1..self.figures.len());
        if let Some(redline) = &mut self.redline {
            redline.old_references.extend(references);
            redline.old_figures.extend(figures);
        }
    }

    /// Lets the two versions change places.
    fn exchange(&mut self, clip: Option<Range<usize>>) {
        let Some(redline) = &mut self.redline else { return };
        redline.clip = clip;
        if let Some(old) = &mut redline.old {
            std::mem::swap(&mut self.document, &mut old.document);
            std::mem::swap(&mut self.options, &mut old.options);
            std::mem::swap(&mut self.annotations, &mut old.annotations);
            std::mem::swap(&mut redline.marks, &mut old.marks);
        }
    }

    /// The mark of a node of the old version that stands elsewhere in the new one.
    pub(super) fn moved_away_mark(&self, id: NodeId) -> Option<TextMark> {
        let redline = self.redline.as_ref().filter(|redline| redline.clip.is_some())?;
        let kind = &self.document.node(id).kind;
        let mark = redline.marks.at(self.document.range(id).start)?;
        (mark.kind == TextMarkKind::Moved && has_tag(kind)).then_some(mark)
    }

    /// The note at the place from which something was moved.
    pub(super) fn moved_away(&mut self, mark: TextMark) {
        let Some(difference) = mark.difference else { return };
        self.html.pend("data-redline", "moved-away");
        self.html.pend("data-difference", &difference.to_string());
        let places = self.html.places();
        self.html.nested(places, "s1d-moved-away s1d-gen", self.notice(Word::MovedAway));
    }

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
        let (own, outer) =
            (redline.marks.at(range.start), around.as_ref().and_then(|outer| redline.marks.at(outer.start)));
        let (kind, difference) = match own.filter(|own| Some(*own) != outer) {
            Some(TextMark { difference: None, .. }) => return,
            Some(TextMark { kind, difference }) => (Some(kind), difference),
            None if own.is_some() || around == Some(range.clone()) => return,
            None => (None, redline.marks.changed_at(range.start)),
        };
        let Some(difference) = difference else { return };
        self.html.pend("data-redline", kind.map_or("changed", TextMarkKind::word));
        self.html.pend("data-difference", &difference.to_string());
        if kind == Some(TextMarkKind::Moved) {
            self.html.pend("data-note", self.notice(Word::MovedHere));
        }
    }

    /// The author's text, cut where its marks change.
    fn marked_text(&mut self, id: NodeId, is_verbatim: bool) {
        let document = self.document;
        let range = document.range(id);
        let Some(redline) = &self.redline else { return };
        let shown = redline.clip.as_ref().map_or_else(|| range.clone(), |clip| both(clip, &range));
        let cuts = cuts(redline, &shown);
        let is_grafting = redline.clip.is_some();
        let pieces = TextPieces::of(document, id);
        for cut in cuts.windows(2) {
            if let [from, to] = *cut {
                if from > range.start {
                    self.grafts_between(from - 1, from);
                }
                let mark = self.redline.as_ref().and_then(|redline| redline.marks.at(from));
                let mark = mark.filter(|mark| mark.kind != TextMarkKind::Moved);
                if mark.is_some() || !is_grafting {
                    self.marked_piece(pieces.get(from..to), mark, is_verbatim);
                }
            }
        }
    }

    fn marked_piece(&mut self, text: &str, mark: Option<TextMark>, is_verbatim: bool) {
        let tag = mark.filter(|_| !text.is_empty() && !self.html.is_in_equation()).map(|mark| match mark.kind {
            TextMarkKind::Deleted => Tag::DEL,
            _ => Tag::INS,
        });
        if let Some(tag) = tag {
            match mark.and_then(|mark| mark.difference) {
                Some(difference) => self.html.open_with(tag, "", &[("data-difference", &difference.to_string())]),
                None => self.html.open(tag, "s1d-quiet"),
            }
        }
        if is_verbatim {
            self.html.verbatim(text);
        } else {
            self.html.text(text);
        }
        if tag.is_some() {
            self.html.close();
        }
    }
}

/// The bytes at which a text is cut, both its ends included.
fn cuts(redline: &RedlineWriter<'_>, shown: &Range<usize>) -> Vec<usize> {
    let mut cuts = vec![shown.start, shown.end.max(shown.start)];
    for (range, _) in redline.marks.within(shown) {
        cuts.extend([range.start, range.end].into_iter().filter(|at| shown.contains(at)));
    }
    if redline.clip.is_none() {
        let grafts = &redline.grafts[redline.between(shown.start, shown.end.saturating_sub(1))];
        cuts.extend(grafts.iter().map(|graft| graft.at));
    }
    cuts.sort_unstable();
    cuts.dedup();
    cuts
}

fn both(one: &Range<usize>, two: &Range<usize>) -> Range<usize> {
    let start = one.start.max(two.start);
    start..one.end.min(two.end).max(start)
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
