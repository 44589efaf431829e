//! Draws what only the old version has, where it stood.

use std::ops::Range;

use super::{RedlineWriter, fit, has_tag};
use crate::document::NodeId;
use crate::document::html::dress;
use crate::document::html::marked::{Graft, TextMark, TextMarkKind};
use crate::document::html::page::PageWriter;
use crate::document::words::Word;

impl PageWriter<'_> {
    /// Whether a piece of the old version is being drawn.
    pub(in crate::document::html) fn is_grafting(&self) -> bool {
        self.redline.as_ref().is_some_and(|redline| redline.clip.is_some())
    }

    /// The bytes of those children that stand behind one that comes later in the text.
    pub(in crate::document::html) fn displaced(&self, id: NodeId) -> Vec<Range<usize>> {
        if self.redline.is_none() {
            return Vec::new();
        }
        let mut furthest = 0;
        let whole = self.document.range(id);
        let ranges = self.inside(id).map(|child| self.document.range(child));
        // What is added to an element has its bytes.
        ranges
            .filter(|range| *range != whole)
            .filter(|range| {
                let is_displaced = range.start < furthest;
                furthest = furthest.max(range.start);
                is_displaced
            })
            .collect()
    }

    /// Draws the grafts that stand before a node and behind a byte; gives the byte up to which they are drawn. Those of
    /// displaced nodes wait for them.
    pub(in crate::document::html) fn grafts_before(
        &mut self,
        from: usize,
        child: NodeId,
        displaced: &[Range<usize>],
    ) -> usize {
        let to = self.document.range(child).start;
        if from < to {
            for index in self.grafts_due(from, to) {
                let waits = |redline: &RedlineWriter<'_>| {
                    let at = redline.grafts[index].at;
                    redline.in_text[index] || displaced.iter().any(|range| range.contains(&at))
                };
                if !self.redline.as_ref().is_some_and(waits) {
                    self.graft(index);
                }
            }
        } else {
            self.grafts_between(to.saturating_sub(1), to);
        }
        from.max(to)
    }

    /// Draws the grafts that stand inside a node and behind a byte, after its last child.
    pub(in crate::document::html) fn grafts_inside(&mut self, from: usize, id: NodeId, last: Option<NodeId>) {
        if self.redline.is_none() {
            return;
        }
        let range = self.document.range(id);
        let is_list = self.document.parent(id).is_some_and(|around| self.document.range(around) == range);
        // The last byte of an element belongs to its tag: what stands behind the element comes later.
        let end = range.end.saturating_sub(1);
        // A list of some parts of an element: what stands behind the list belongs to the element.
        let end_of_list = last.filter(|_| is_list).map(|last| self.document.range(last).end);
        // So does what stands in front of the next node, where a list was made of some parts of another one.
        let next = self.document.behind(id).map(|next| self.document.range(next).start);
        let end_before = next.filter(|next| *next > from).map(|next| next - 1);
        let ends = end_of_list.into_iter().chain(end_before);
        self.grafts_between(from, ends.fold(end, usize::min));
    }

    /// Draws the grafts that found no place.
    pub(in crate::document::html) fn remaining_grafts(&mut self) {
        let all = self.redline.as_ref().map_or(0, |redline| redline.grafts.len());
        (0..all).for_each(|index| self.graft(index));
    }

    fn grafts_between(&mut self, from: usize, to: usize) {
        for index in self.grafts_due(from, to) {
            if self.redline.as_ref().is_some_and(|redline| !redline.in_text[index]) {
                self.graft(index);
            }
        }
    }

    /// Draws the grafts before a byte of a text.
    pub(super) fn grafts_in_text(&mut self, at: usize) {
        self.grafts_due(at - 1, at).for_each(|index| self.graft(index));
    }

    /// The grafts behind one byte and not behind another, where grafts are drawn.
    fn grafts_due(&self, from: usize, to: usize) -> Range<usize> {
        let redline = self.redline.as_ref().filter(|redline| from < to && !self.copying && redline.clip.is_none());
        redline.map_or(0..0, |redline| redline.between(from, to))
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
    pub(in crate::document::html) fn moved_away_mark(&self, id: NodeId) -> Option<TextMark> {
        let redline = self.redline.as_ref().filter(|redline| redline.clip.is_some())?;
        let kind = &self.document.node(id).kind;
        let mark = redline.marks.at(self.document.range(id).start)?;
        (mark.kind == TextMarkKind::Moved && has_tag(kind)).then_some(mark)
    }

    /// The note at the place from which something was moved.
    pub(in crate::document::html) fn moved_away(&mut self, mark: TextMark) {
        let Some(difference) = mark.difference else { return };
        self.html.pend("data-redline", "moved-away");
        self.html.pend("data-difference", &difference.to_string());
        let places = self.html.places();
        self.html.nested(places, "s1d-moved-away s1d-gen", self.notice(Word::MovedAway));
    }
}
