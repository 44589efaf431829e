//! The marks of a page that is compared with another version of its module.

use std::cmp::Reverse;
use std::ops::Range;

use crate::document::words::Word;

/// The change of a piece of text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextMarkKind {
    Inserted,
    Deleted,
    Moved,
}

/// A mark on a stretch of text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TextMark {
    pub kind: TextMarkKind,
    /// The difference that it belongs to; `None` where the difference means nothing to a reader.
    pub difference: Option<u32>,
}

/// The side of a merge that a difference from the base comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChangeSource {
    Theirs,
    Ours,
    /// Both sides made the same change.
    Both,
    /// No side has it: it was typed when the merge was decided.
    Neither,
}

impl ChangeSource {
    /// The word of `data-origin`.
    pub fn word(self) -> &'static str {
        match self {
            Self::Theirs => "theirs",
            Self::Ours => "ours",
            Self::Both => "both",
            Self::Neither => "typed",
        }
    }
}

/// The marks of one version, by the bytes of its text.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PageMarks {
    /// In order; none overlaps another.
    stretches: Vec<(Range<usize>, TextMark)>,
    /// The first bytes of elements that stay and have other attributes, in order.
    changed: Vec<(usize, u32)>,
    /// The sources of the stretches, for the result of a merge; in order, none overlaps another.
    sources: Vec<(Range<usize>, ChangeSource)>,
    /// The sources of differences in attributes, in the order of the differences.
    sources_of_changed: Vec<(u32, ChangeSource)>,
    /// Notes beside the elements of some differences, in the order of the differences.
    notes: Vec<(u32, Word)>,
}

impl PageMarks {
    /// Marks from stretches that may stand inside each other: the innermost one counts.
    pub fn new(mut nested: Vec<(Range<usize>, TextMark)>, mut changed: Vec<(usize, u32)>) -> Self {
        nested.sort_by_key(|(range, _)| (range.start, Reverse(range.end)));
        changed.sort_unstable();
        let mut marks = Self { stretches: Vec::with_capacity(nested.len()), changed, ..Self::default() };
        let mut around: Vec<(usize, TextMark)> = Vec::new();
        let mut at = 0;
        for (range, mark) in nested {
            while let Some((end, outer)) = around.pop_if(|(end, _)| *end <= range.start) {
                marks.add(&mut at, end, outer);
            }
            if let Some((_, outer)) = around.last() {
                marks.add(&mut at, range.start, *outer);
            }
            at = at.max(range.start);
            around.push((range.end, mark));
        }
        while let Some((end, outer)) = around.pop() {
            marks.add(&mut at, end, outer);
        }
        marks
    }

    fn add(&mut self, at: &mut usize, end: usize, mark: TextMark) {
        if *at < end {
            self.stretches.push((*at..end, mark));
            *at = end;
        }
    }

    pub(crate) fn with_notes(self, notes: Vec<(u32, Word)>) -> Self {
        Self { notes, ..self }
    }

    /// The note beside the elements of a difference.
    pub(super) fn note_of(&self, difference: u32) -> Option<Word> {
        let index = self.notes.binary_search_by_key(&difference, |(number, _)| *number).ok()?;
        self.notes.get(index).map(|(_, note)| *note)
    }

    /// Says where the differences come from. Both lists are in order, and no range overlaps another.
    pub(crate) fn set_sources(
        &mut self,
        sources: Vec<(Range<usize>, ChangeSource)>,
        changed: Vec<(u32, ChangeSource)>,
    ) {
        (self.sources, self.sources_of_changed) = (sources, changed);
    }

    pub(crate) fn stretches(&self) -> &[(Range<usize>, TextMark)] {
        &self.stretches
    }

    /// The source of a marked byte, in the result of a merge.
    pub(super) fn source_at(&self, byte: usize) -> Option<ChangeSource> {
        let index = self.sources.partition_point(|(range, _)| range.end <= byte);
        self.sources.get(index).filter(|(range, _)| range.contains(&byte)).map(|(_, source)| *source)
    }

    /// The bytes of a range at which another source begins.
    pub(super) fn source_starts(&self, within: &Range<usize>) -> Vec<usize> {
        let first = self.sources.partition_point(|(range, _)| range.start < within.start);
        let starts = self.sources.iter().skip(first).map(|(range, _)| range.start);
        starts.take_while(|start| *start < within.end).collect()
    }

    /// The source of a difference in attributes, in the result of a merge.
    pub(super) fn source_of_changed(&self, difference: u32) -> Option<ChangeSource> {
        let index = self.sources_of_changed.binary_search_by_key(&difference, |(number, _)| *number).ok()?;
        self.sources_of_changed.get(index).map(|(_, source)| *source)
    }

    /// The mark of a byte.
    pub fn at(&self, byte: usize) -> Option<TextMark> {
        let (range, mark) = self.stretches.get(self.first_behind(byte))?;
        range.contains(&byte).then_some(*mark)
    }

    /// The stretches that have bytes in a range.
    pub(super) fn within(&self, range: &Range<usize>) -> &[(Range<usize>, TextMark)] {
        let rest = self.stretches.get(self.first_behind(range.start)..).unwrap_or_default();
        &rest[..rest.partition_point(|(own, _)| own.start < range.end)]
    }

    fn first_behind(&self, byte: usize) -> usize {
        self.stretches.partition_point(|(range, _)| range.end <= byte)
    }

    /// The difference in the attributes of the element that begins at a byte.
    pub(super) fn changed_at(&self, byte: usize) -> Option<u32> {
        let index = self.changed.partition_point(|(start, _)| *start < byte);
        self.changed.get(index).filter(|(start, _)| *start == byte).map(|(_, difference)| *difference)
    }
}

/// A piece of the old version that the new one no longer has at its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Graft {
    /// The byte of the new version before which it stood; never the first byte of an element around it.
    pub at: usize,
    /// The bytes of the old version.
    pub piece: Range<usize>,
    /// Deleted, or moved elsewhere.
    pub mark: TextMark,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mark(difference: u32) -> TextMark {
        TextMark { kind: TextMarkKind::Inserted, difference: Some(difference) }
    }

    #[test]
    fn the_innermost_stretch_counts() {
        let marks =
            PageMarks::new(vec![(10..30, mark(1)), (15..20, mark(2)), (40..50, mark(3)), (20..22, mark(4))], vec![]);
        let at = |byte| marks.at(byte).and_then(|mark| mark.difference);
        let found: Vec<Option<u32>> = [9, 10, 14, 15, 19, 20, 22, 29, 30, 40, 50].into_iter().map(at).collect();
        assert_eq!(found, [None, Some(1), Some(1), Some(2), Some(2), Some(4), Some(1), Some(1), None, Some(3), None]);
        assert_eq!(marks.within(&(16..41)).len(), 4);
        assert_eq!(marks.within(&(30..40)), []);
    }

    #[test]
    fn a_stretch_over_the_end_of_another_loses_nothing() {
        let marks = PageMarks::new(vec![(0..10, mark(1)), (5..15, mark(2))], vec![]);
        assert_eq!(
            (marks.at(4), marks.at(5), marks.at(14), marks.at(15)),
            (Some(mark(1)), Some(mark(2)), Some(mark(2)), None)
        );
    }
}
