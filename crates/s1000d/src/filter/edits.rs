//! The changes of a text: removed ranges, and changes outside of them.

use std::ops::Range;

use super::skeleton::SkeletonElement;
use crate::splice::Splice;

/// Removed ranges and other changes. Whatever is inside of a removed range is dropped.
#[derive(Debug, Default)]
pub(super) struct Edits {
    removed: Vec<Range<usize>>,
    changes: Vec<Splice>,
    /// Ids that elements took over from the alternates around them.
    pub(super) moved_ids: Vec<String>,
    /// Statements that elements took over from the alternates around them.
    pub(super) taken_statements: Vec<String>,
    /// Ids of alternates that were replaced by an element with an id of its own.
    pub(super) renamed_ids: Vec<(String, String)>,
}

impl Edits {
    /// Removes an element, with its line if it has one of its own. The words around it stay as far apart as they were.
    pub(super) fn remove(&mut self, text: &str, part: SkeletonElement<'_, '_>) {
        let range = part.range();
        let is_spaced = text[range.end..].starts_with(|c: char| c.is_ascii_whitespace());
        let space = if is_spaced { part.space_before().len() } else { 0 };
        self.removed.push(range.start - space..range.end);
    }

    pub(super) fn remove_range(&mut self, range: Range<usize>) {
        self.removed.push(range);
    }

    pub(super) fn change(&mut self, splice: Splice) {
        self.changes.push(splice);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.removed.is_empty() && self.changes.is_empty()
    }

    /// Orders the removed ranges and drops those inside of others.
    pub(super) fn settle(&mut self) {
        self.removed.sort_by_key(|range| (range.start, usize::MAX - range.end));
        let mut end = 0;
        self.removed.retain(|range| {
            let is_outside = range.end > end;
            end = end.max(range.end);
            is_outside
        });
    }

    /// Whether a byte is removed. Needs settled ranges.
    pub(super) fn removes(&self, position: usize) -> bool {
        let after = self.removed.partition_point(|range| range.start <= position);
        after > 0 && self.removed[after - 1].contains(&position)
    }

    pub(super) fn into_splices(mut self) -> Vec<Splice> {
        self.settle();
        let kept = |splice: &Splice| !self.removes(splice.range.start);
        let mut splices: Vec<Splice> = self.changes.iter().filter(|splice| kept(splice)).cloned().collect();
        splices.extend(self.removed.iter().map(|range| Splice::replace(range.clone(), "")));
        splices
    }
}
