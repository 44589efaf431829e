//! Where the differences between the base and the result of a merge come from.
//!
//! A part of the result that theirs has too comes from theirs; a part of the base that theirs does not have was deleted by
//! theirs. So the origins need no record of the merge, and a result that was edited by hand has them as well.

use std::ops::Range;

use super::Redline;
use super::groups::EditGroupKind;
use crate::diff::edits::{EditKind, Owner};
use crate::diff::tree::{ElementId, XmlTree};
use crate::diff::{self, Diff, TextToken, TokenKind};
use crate::document::html::{ChangeSource, PageMarks};
use crate::guard::{Checked, Refusal};

/// The bytes of a text that each side does not have: theirs, then ours. In order, none overlaps another.
type AbsentBytes = [Vec<Range<usize>>; 2];

/// Says where the differences of a redline come from: `old` is the base of a merge, `new` its result.
pub(super) fn set(
    redline: &mut Redline<'_>,
    [old, new]: [&Checked<'_>; 2],
    [theirs, ours]: [&Checked<'_>; 2],
) -> Result<(), Refusal> {
    let deleted = [only_in_a(&diff::compare(old, theirs)?), only_in_a(&diff::compare(old, ours)?)];
    let inserted = [only_in_b(&diff::compare(theirs, new)?), only_in_b(&diff::compare(ours, new)?)];
    let is_whole = |difference: Option<u32>| {
        let group = difference.and_then(|number| redline.content.get(number as usize));
        group.is_some_and(|group| matches!(group.kind, EditGroupKind::Replaced(_)))
    };
    let of_old = of_stretches(&redline.old.marks, old.text(), &deleted, deletion, is_whole);
    let of_new = of_stretches(&redline.new.marks, new.text(), &inserted, insertion, is_whole);
    let changed = of_attributes(redline, &inserted);
    redline.old.marks.set_sources(of_old, changed.clone());
    redline.new.marks.set_sources(of_new, changed);
    Ok(())
}

/// The source of bytes of the base that the result does not have, by whether each side lacks them; `None` for bytes that
/// both sides have.
fn deletion(theirs: bool, ours: bool) -> Option<ChangeSource> {
    match (theirs, ours) {
        (true, true) => Some(ChangeSource::Both),
        (true, false) => Some(ChangeSource::Theirs),
        (false, true) => Some(ChangeSource::Ours),
        (false, false) => None,
    }
}

/// The same for bytes of the result that the base does not have.
fn insertion(theirs: bool, ours: bool) -> Option<ChangeSource> {
    match (theirs, ours) {
        (true, true) => Some(ChangeSource::Neither),
        (true, false) => Some(ChangeSource::Ours),
        (false, true) => Some(ChangeSource::Theirs),
        (false, false) => None,
    }
}

/// The sources of the marked stretches of one version.
fn of_stretches(
    marks: &PageMarks,
    text: &str,
    absent: &AbsentBytes,
    rule: fn(bool, bool) -> Option<ChangeSource>,
    is_whole: impl Fn(Option<u32>) -> bool,
) -> Vec<(Range<usize>, ChangeSource)> {
    // What both sides have in the result, both have added; what both have of the base, neither has deleted.
    let plain = if rule(true, true) == Some(ChangeSource::Both) { ChangeSource::Neither } else { ChangeSource::Both };
    let mut found: Vec<(Range<usize>, ChangeSource)> = Vec::new();
    for (stretch, mark) in marks.stretches() {
        let mut pieces = pieces(stretch, absent, rule);
        // In a reference or a picture that is another one as a whole only some bytes differ, and blanks belong to the words
        // beside them.
        let inherits = |range: &Range<usize>| {
            is_whole(mark.difference) || text.get(range.clone()).is_some_and(|piece| piece.trim().is_empty())
        };
        let mut last = None;
        for (range, source) in &mut pieces {
            if source.is_none() && inherits(range) {
                *source = last;
            }
            last = *source;
        }
        let mut next = None;
        for (range, source) in pieces.iter_mut().rev() {
            if source.is_none() && inherits(range) {
                *source = next;
            }
            next = *source;
        }
        for (range, source) in pieces {
            let source = source.unwrap_or(plain);
            match found.last_mut() {
                Some((before, same)) if *same == source && before.end == range.start => before.end = range.end,
                _ => found.push((range, source)),
            }
        }
    }
    found
}

/// A stretch, cut where what the sides have changes.
fn pieces(
    stretch: &Range<usize>,
    absent: &AbsentBytes,
    rule: fn(bool, bool) -> Option<ChangeSource>,
) -> Vec<(Range<usize>, Option<ChangeSource>)> {
    let mut cuts = vec![stretch.start, stretch.end];
    for range in absent.iter().flat_map(|ranges| within(ranges, stretch)) {
        cuts.extend([range.start, range.end].into_iter().filter(|at| stretch.contains(at)));
    }
    cuts.sort_unstable();
    cuts.dedup();
    let [theirs, ours] = absent;
    let piece = |cut: &[usize]| {
        let range = *cut.first()?..*cut.last()?;
        let source = rule(contains(theirs, range.start), contains(ours, range.start));
        Some((range, source))
    };
    cuts.windows(2).filter_map(piece).collect()
}

/// The ranges that have bytes in a stretch.
fn within<'m>(ranges: &'m [Range<usize>], stretch: &Range<usize>) -> &'m [Range<usize>] {
    let rest = ranges.get(ranges.partition_point(|range| range.end <= stretch.start)..).unwrap_or_default();
    &rest[..rest.partition_point(|range| range.start < stretch.end)]
}

fn contains(ranges: &[Range<usize>], byte: usize) -> bool {
    !within(ranges, &(byte..byte + 1)).is_empty()
}

/// The sources of differences that have no text: attributes, and inline elements around words that stay.
fn of_attributes(redline: &Redline<'_>, [theirs, ours]: &AbsentBytes) -> Vec<(u32, ChangeSource)> {
    let tree = &redline.diff.b;
    let source = |range: &Range<usize>| {
        let found = insertion(!within(theirs, range).is_empty(), !within(ours, range).is_empty());
        found.unwrap_or(ChangeSource::Both)
    };
    let numbered = redline.content.iter().zip(0..);
    let found = numbered.filter_map(|(group, number)| match group.kind {
        EditGroupKind::Attributes(Owner::Element(_, b)) => Some((number, source(&tree.element(b).start_tag))),
        EditGroupKind::Attributes(Owner::Inline(_, b)) => Some((number, source(&tree.inline(b).start_tag))),
        EditGroupKind::Format(_, b) => Some((number, source(&tree.element(b).range))),
        _ => None,
    });
    found.collect()
}

/// The bytes of A that B does not have at their place.
fn only_in_a(diff: &Diff<'_>) -> Vec<Range<usize>> {
    let mut found = own_parts(&diff.a, |id| diff.matching.to_b(id).is_none());
    for edit in &diff.edits {
        match &edit.kind {
            EditKind::Words { a, old, .. } => found.extend(word_runs(&diff.a.element(*a).tokens[old.clone()])),
            EditKind::Move { a, .. } | EditKind::Attribute { owner: Owner::Element(a, _), .. } => {
                found.push(diff.a.element(*a).start_tag.clone());
            }
            EditKind::Attribute { owner: Owner::Inline(a, _), .. } => found.push(diff.a.inline(*a).start_tag.clone()),
            EditKind::Insert { .. } | EditKind::Delete { .. } => {}
        }
    }
    joined(found)
}

/// The bytes of B that A does not have at their place.
fn only_in_b(diff: &Diff<'_>) -> Vec<Range<usize>> {
    let mut found = own_parts(&diff.b, |id| diff.matching.to_a(id).is_none());
    for edit in &diff.edits {
        match &edit.kind {
            EditKind::Words { b, new, .. } => found.extend(word_runs(&diff.b.element(*b).tokens[new.clone()])),
            EditKind::Move { b, .. } | EditKind::Attribute { owner: Owner::Element(_, b), .. } => {
                found.push(diff.b.element(*b).start_tag.clone());
            }
            EditKind::Attribute { owner: Owner::Inline(_, b), .. } => found.push(diff.b.inline(*b).start_tag.clone()),
            EditKind::Insert { .. } | EditKind::Delete { .. } => {}
        }
    }
    joined(found)
}

/// The bytes of some elements without those of the elements inside them, which have an answer of their own.
fn own_parts(tree: &XmlTree<'_>, is_absent: impl Fn(ElementId) -> bool) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    for id in tree.ids().filter(|id| is_absent(*id)) {
        let element = tree.element(id);
        let mut at = element.range.start;
        for child in element.children.iter().map(|child| &tree.element(*child).range) {
            found.push(at..child.start);
            at = child.end;
        }
        found.push(at..element.range.end);
    }
    found
}

/// The bytes of words that stand beside each other, without the elements between them.
fn word_runs<'m>(tokens: &'m [TextToken<'_>]) -> impl Iterator<Item = Range<usize>> + 'm {
    let runs = tokens.split(|token| matches!(token.kind, TokenKind::Atom(_)));
    runs.filter_map(|run| Some(run.first()?.range.start..run.last()?.range.end))
}

/// The same bytes in order, with no range twice.
fn joined(mut ranges: Vec<Range<usize>>) -> Vec<Range<usize>> {
    ranges.retain(|range| range.start < range.end);
    ranges.sort_unstable_by_key(|range| (range.start, range.end));
    let mut found: Vec<Range<usize>> = Vec::with_capacity(ranges.len());
    for range in ranges {
        match found.last_mut() {
            Some(last) if range.start <= last.end => last.end = last.end.max(range.end),
            _ => found.push(range),
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_that_touch_are_one() {
        assert_eq!(joined(vec![5..9, 0..2, 2..3, 8..12, 4..4]), [0..3, 5..12]);
    }

    #[test]
    fn a_byte_belongs_to_the_sides_that_have_it() {
        let absent = [vec![2..4, 20..21], vec![3..6, 30..31]];
        let found = pieces(&(0..8), &absent, insertion);
        let expected = [
            (0..2, None),
            (2..3, Some(ChangeSource::Ours)),
            (3..4, Some(ChangeSource::Neither)),
            (4..6, Some(ChangeSource::Theirs)),
            (6..8, None),
        ];
        assert_eq!(found, expected);
    }
}
