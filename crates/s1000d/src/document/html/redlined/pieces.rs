//! Parts of the author's text by the bytes of its source.

use std::ops::Range;

use crate::document::kind::{AuthorText, Kind};
use crate::document::{Document, NodeId};
use crate::text::letters;

/// A text that can be read by the bytes of its source.
pub(super) struct TextPieces<'d> {
    text: &'d str,
    start: usize,
    /// For text that is not as written: the first byte of each character in the source and in the text.
    decoded: Option<Vec<(usize, usize)>>,
}

impl<'d> TextPieces<'d> {
    pub(super) fn of(document: &'d Document, id: NodeId) -> Self {
        let (text, range) = (document.text(id), document.range(id));
        let (Kind::Text(own) | Kind::Verbatim(own) | Kind::Stray(own)) = &document.node(id).kind else {
            return Self { text, start: range.start, decoded: None };
        };
        let decoded = (*own != AuthorText::AsWritten).then(|| {
            let letters = letters(document.source().text(), range.clone());
            // White space around a text may have been taken off.
            let whole: String = letters.iter().map(|(c, _)| *c).collect();
            let before = whole.find(text).map_or(0, |at| whole[..at].chars().count());
            letters
                .iter()
                .skip(before)
                .map(|(_, bytes)| bytes.start)
                .zip(text.char_indices().map(|(at, _)| at))
                .collect()
        });
        Self { text, start: range.start, decoded }
    }

    pub(super) fn get(&self, range: Range<usize>) -> &'d str {
        let (start, end) = match &self.decoded {
            None => (range.start - self.start, range.end - self.start),
            Some(map) => {
                let at = |byte: usize| {
                    let index = map.partition_point(|(source, _)| *source < byte);
                    map.get(index).map_or(self.text.len(), |(_, text)| *text)
                };
                (at(range.start), at(range.end))
            }
        };
        self.text.get(start..end).unwrap_or_default()
    }
}
