//! Text with its marks.

use std::ops::Range;

use super::RedlineWriter;
use super::pieces::TextPieces;
use crate::document::NodeId;
use crate::document::html::marked::{ChangeSource, TextMark, TextMarkKind};
use crate::document::html::page::PageWriter;
use crate::document::html::tag::Tag;

impl PageWriter<'_> {
    /// The author's text, cut where its marks change.
    pub(super) fn marked_text(&mut self, id: NodeId, is_verbatim: bool) {
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
                    self.grafts_in_text(from);
                }
                let marks = self.redline.as_ref().map(|redline| redline.marks);
                let mark = marks.and_then(|marks| marks.at(from)).filter(|mark| mark.kind != TextMarkKind::Moved);
                let source = marks.and_then(|marks| marks.source_at(from));
                if mark.is_some() || !is_grafting {
                    self.marked_piece(pieces.get(from..to), (mark, source), is_verbatim);
                }
            }
        }
    }

    fn marked_piece(
        &mut self,
        text: &str,
        (mark, source): (Option<TextMark>, Option<ChangeSource>),
        is_verbatim: bool,
    ) {
        let tag = mark.filter(|_| !text.is_empty() && !self.html.is_in_equation()).map(|mark| match mark.kind {
            TextMarkKind::Deleted => Tag::DEL,
            _ => Tag::INS,
        });
        if let Some(tag) = tag {
            match (mark.and_then(|mark| mark.difference).map(|difference| difference.to_string()), source) {
                (Some(difference), None) => self.html.open_with(tag, "", &[("data-difference", &difference)]),
                (Some(difference), Some(source)) => {
                    let attributes = [("data-difference", difference.as_str()), ("data-origin", source.word())];
                    self.html.open_with(tag, "", &attributes);
                }
                (None, _) => self.html.open(tag, "s1d-quiet"),
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
    cuts.extend(redline.marks.source_starts(shown));
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
