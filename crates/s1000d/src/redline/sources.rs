//! Where the differences between the base and the result of a merge come from.
//!
//! A part of the result that theirs has too comes from theirs; a part of the base that theirs does not have was deleted by
//! theirs. So the origins need no record of the merge, and a result that was edited by hand has them as well.

use std::ops::Range;

use foldhash::HashMap;

use super::Redline;
use super::groups::EditGroupKind;
use super::sides::{AbsentParts, attribute_name, contains, tag, within};
use crate::diff::edits::{Edit, EditKind};
use crate::diff::{self, Diff};
use crate::document::html::{ChangeSource, PageMarks};
use crate::guard::{Checked, Refusal};

/// The parts that each side lacks: theirs, then ours.
type BothAbsent = [AbsentParts; 2];

/// Says where the differences of a redline come from: `old` is the base of a merge, `new` its result.
pub(super) fn set(
    redline: &mut Redline<'_>,
    [old, new]: [&Checked<'_>; 2],
    [theirs, ours]: [&Checked<'_>; 2],
) -> Result<(), Refusal> {
    let deleted = [AbsentParts::of_a(&diff::compare(old, theirs)?), AbsentParts::of_a(&diff::compare(old, ours)?)];
    let inserted = [AbsentParts::of_b(&diff::compare(theirs, new)?), AbsentParts::of_b(&diff::compare(ours, new)?)];
    let is_whole = |difference: Option<u32>| {
        let group = difference.and_then(|number| redline.content.get(number as usize));
        group.is_some_and(|group| matches!(group.kind, EditGroupKind::Replaced(_)))
    };
    let moved = of_moves(redline, &deleted, &inserted);
    let of_old = of_stretches(&redline.old.marks, old.text(), &deleted, deletion, &is_whole, &moved);
    let of_new = of_stretches(&redline.new.marks, new.text(), &inserted, insertion, &is_whole, &moved);
    let changed = of_changed(redline, &deleted, &inserted);
    redline.old.marks.set_sources(of_old, changed.clone());
    redline.new.marks.set_sources(of_new, changed);
    // Where a side was compared coarsely, its changes may be called those of another one.
    redline.diff.is_coarse |= deleted.iter().chain(&inserted).any(|side| side.is_coarse);
    Ok(())
}

/// The source of a part of the base that the result does not have, by whether each side lacks it; `None` for a part that
/// both sides have.
fn deletion([theirs, ours]: [bool; 2]) -> Option<ChangeSource> {
    match (theirs, ours) {
        (true, true) => Some(ChangeSource::Both),
        (true, false) => Some(ChangeSource::Theirs),
        (false, true) => Some(ChangeSource::Ours),
        (false, false) => None,
    }
}

/// The same for a part of the result that the base does not have.
fn insertion([theirs, ours]: [bool; 2]) -> Option<ChangeSource> {
    match (theirs, ours) {
        (true, true) => Some(ChangeSource::Neither),
        (true, false) => Some(ChangeSource::Ours),
        (false, true) => Some(ChangeSource::Theirs),
        (false, false) => None,
    }
}

/// By whether each side lacks a part.
type OriginRule = fn([bool; 2]) -> Option<ChangeSource>;

/// The sources of the marked stretches of one version.
fn of_stretches(
    marks: &PageMarks,
    text: &str,
    absent: &BothAbsent,
    rule: OriginRule,
    is_whole: &impl Fn(Option<u32>) -> bool,
    moved: &HashMap<u32, ChangeSource>,
) -> Vec<(Range<usize>, ChangeSource)> {
    // What both sides have in the result, both have added; what both have of the base, neither has deleted.
    let plain = if rule([true; 2]) == Some(ChangeSource::Both) { ChangeSource::Neither } else { ChangeSource::Both };
    let mut found: Vec<(Range<usize>, ChangeSource)> = Vec::new();
    let mut add = |range: Range<usize>, source: ChangeSource| match found.last_mut() {
        Some((before, same)) if *same == source && before.end == range.start => before.end = range.end,
        _ => found.push((range, source)),
    };
    for (stretch, mark) in marks.stretches() {
        // What is inside an element that was moved is where it was.
        if let Some(source) = mark.difference.and_then(|number| moved.get(&number)) {
            add(stretch.clone(), *source);
            continue;
        }
        let is_whole = is_whole(mark.difference);
        let ranges =
            absent.each_ref().map(|side| if is_whole { side.with_tags.as_slice() } else { side.bytes.as_slice() });
        let mut pieces = pieces(stretch, ranges, rule);
        // In a reference or a picture that is another one as a whole only some bytes differ, and blanks belong to the words
        // beside them.
        let inherits =
            |range: &Range<usize>| is_whole || text.get(range.clone()).is_some_and(|piece| piece.trim().is_empty());
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
            add(range, source.unwrap_or(plain));
        }
    }
    found
}

/// A stretch, cut where what the sides have changes.
fn pieces(
    stretch: &Range<usize>,
    absent: [&[Range<usize>]; 2],
    rule: OriginRule,
) -> Vec<(Range<usize>, Option<ChangeSource>)> {
    let mut cuts = vec![stretch.start, stretch.end];
    for range in absent.into_iter().flat_map(|ranges| within(ranges, stretch)) {
        cuts.extend([range.start, range.end].into_iter().filter(|at| stretch.contains(at)));
    }
    cuts.sort_unstable();
    cuts.dedup();
    let piece = |cut: &[usize]| {
        let range = *cut.first()?..*cut.last()?;
        let source = rule(absent.map(|ranges| contains(ranges, range.start)));
        Some((range, source))
    };
    cuts.windows(2).filter_map(piece).collect()
}

/// The sources of elements that stand elsewhere, by the numbers of their differences.
fn of_moves(redline: &Redline<'_>, deleted: &BothAbsent, inserted: &BothAbsent) -> HashMap<u32, ChangeSource> {
    let diff = &redline.diff;
    let numbered = redline.content.iter().zip(0_u32..);
    let found = numbered.filter_map(|(group, number)| {
        if matches!(group.kind, EditGroupKind::Replaced(_)) {
            return None;
        }
        let EditKind::Move { a, b, .. } = &diff.edits.get(*group.edits.first()?)?.kind else { return None };
        let (from, to) = (diff.a.element(*a).range.start, diff.b.element(*b).range.start);
        let source = insertion(inserted.each_ref().map(|side| side.contain_place(to)));
        // When two neighbours change places, either may be the one that moved: then the moves of the sides tell.
        let source = source.or_else(|| deletion(deleted.each_ref().map(|side| side.contain_place(from))));
        Some((number, source.unwrap_or(ChangeSource::Both)))
    });
    found.collect()
}

/// The sources of differences that have no text: attributes, and inline elements around words that stay.
fn of_changed(redline: &Redline<'_>, deleted: &BothAbsent, inserted: &BothAbsent) -> Vec<(u32, ChangeSource)> {
    let diff = &redline.diff;
    let numbered = redline.content.iter().zip(0_u32..);
    let found = numbered.filter_map(|(group, number)| {
        let edits = group.edits.iter().filter_map(|index| diff.edits.get(*index));
        let parts: Vec<ChangeSource> = match group.kind {
            EditGroupKind::Attributes(_) => edits.filter_map(|edit| of_attribute(diff, edit, inserted)).collect(),
            EditGroupKind::Format(..) => edits.flat_map(|edit| of_tags(diff, edit, deleted, inserted)).collect(),
            _ => return None,
        };
        Some((number, combined(&parts)))
    });
    found.collect()
}

/// The source of one attribute; the others of its element may have other sources.
fn of_attribute(diff: &Diff<'_>, edit: &Edit, inserted: &BothAbsent) -> Option<ChangeSource> {
    let EditKind::Attribute { owner, change } = &edit.kind else { return None };
    let (start, name) = (tag(&diff.b, owner.in_b()).start, attribute_name(diff, *owner, *change)?);
    let source = insertion(inserted.each_ref().map(|side| side.contain_attribute(start, name)));
    Some(source.unwrap_or(ChangeSource::Both))
}

/// The sources of tags that were removed or added around words.
fn of_tags(diff: &Diff<'_>, edit: &Edit, deleted: &BothAbsent, inserted: &BothAbsent) -> Vec<ChangeSource> {
    let EditKind::Words { a, b, old, new } = &edit.kind else { return Vec::new() };
    let lacks = |sides: &BothAbsent, byte: usize| sides.each_ref().map(|side| side.contain(byte));
    let gone = &diff.a.element(*a).tokens[old.clone()];
    let come = &diff.b.element(*b).tokens[new.clone()];
    let gone = gone.iter().filter_map(|token| deletion(lacks(deleted, token.range.start)));
    let come = come.iter().filter_map(|token| insertion(lacks(inserted, token.range.start)));
    gone.chain(come).collect()
}

/// The source of a difference with several parts. Parts of both sides make it one of both; what was typed beside them is
/// left out.
fn combined(parts: &[ChangeSource]) -> ChangeSource {
    let mut sides = parts.iter().filter(|source| **source != ChangeSource::Neither);
    match sides.next() {
        Some(first) if sides.all(|source| source == first) => *first,
        None if !parts.is_empty() => ChangeSource::Neither,
        _ => ChangeSource::Both,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_byte_belongs_to_the_sides_that_have_it() {
        let (theirs, ours) = (vec![2..4, 20..21], vec![3..6, 30..31]);
        let found = pieces(&(0..8), [&theirs, &ours], insertion);
        let expected = [
            (0..2, None),
            (2..3, Some(ChangeSource::Ours)),
            (3..4, Some(ChangeSource::Neither)),
            (4..6, Some(ChangeSource::Theirs)),
            (6..8, None),
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn parts_of_both_sides_are_not_called_typed() {
        use ChangeSource::{Both, Neither, Ours, Theirs};
        assert_eq!(combined(&[Theirs, Theirs]), Theirs);
        assert_eq!(combined(&[Theirs, Ours]), Both);
        assert_eq!(combined(&[Neither, Ours]), Ours);
        assert_eq!(combined(&[Neither]), Neither);
        assert_eq!(combined(&[]), Both);
    }
}
