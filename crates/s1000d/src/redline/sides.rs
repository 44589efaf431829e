//! The parts of a text that one side of a merge lacks, by the bytes of the text.

use std::ops::Range;

use foldhash::{HashMap, HashSet};

use crate::diff::edits::{AttributeChange, EditKind, Owner};
use crate::diff::tree::{ElementId, XmlTree};
use crate::diff::{Diff, TextToken, TokenKind};

/// The parts of one of two compared texts that the other lacks.
#[derive(Debug, Default)]
pub(super) struct AbsentParts {
    /// Words and elements, in order; no range overlaps another.
    pub(super) bytes: Vec<Range<usize>>,
    /// The same, and the start tags of elements with other attributes.
    pub(super) with_tags: Vec<Range<usize>>,
    /// The first bytes of elements that stand elsewhere in the other text.
    moved: HashSet<usize>,
    /// The names of attributes that differ, by the first bytes of their elements.
    attributes: HashMap<usize, Vec<String>>,
    /// More may be absent than necessary.
    pub(super) is_coarse: bool,
}

impl AbsentParts {
    /// The parts of A that B lacks.
    pub(super) fn of_a(diff: &Diff<'_>) -> Self {
        let mut found = Self { is_coarse: diff.is_coarse, ..Self::default() };
        found.bytes = own_parts(&diff.a, |id| diff.matching.to_b(id).is_none());
        for edit in &diff.edits {
            match &edit.kind {
                EditKind::Words { a, old, .. } => {
                    found.bytes.extend(word_runs(&diff.a.element(*a).tokens[old.clone()]));
                }
                EditKind::Move { a, .. } => found.moves(diff.a.element(*a).range.start),
                EditKind::Attribute { owner, change } => {
                    found.attribute(tag(&diff.a, owner.in_a()), attribute_name(diff, *owner, *change));
                }
                EditKind::Insert { .. } | EditKind::Delete { .. } => {}
            }
        }
        found.ordered()
    }

    /// The parts of B that A lacks.
    pub(super) fn of_b(diff: &Diff<'_>) -> Self {
        let mut found = Self { is_coarse: diff.is_coarse, ..Self::default() };
        found.bytes = own_parts(&diff.b, |id| diff.matching.to_a(id).is_none());
        for edit in &diff.edits {
            match &edit.kind {
                EditKind::Words { b, new, .. } => {
                    found.bytes.extend(word_runs(&diff.b.element(*b).tokens[new.clone()]));
                }
                EditKind::Move { b, .. } => found.moves(diff.b.element(*b).range.start),
                EditKind::Attribute { owner, change } => {
                    found.attribute(tag(&diff.b, owner.in_b()), attribute_name(diff, *owner, *change));
                }
                EditKind::Insert { .. } | EditKind::Delete { .. } => {}
            }
        }
        found.ordered()
    }

    fn moves(&mut self, start: usize) {
        self.moved.insert(start);
    }

    fn attribute(&mut self, tag: Range<usize>, name: Option<&str>) {
        self.attributes.entry(tag.start).or_default().extend(name.map(str::to_owned));
        self.with_tags.push(tag);
    }

    fn ordered(mut self) -> Self {
        self.bytes = joined(self.bytes);
        self.with_tags.extend(self.bytes.iter().cloned());
        self.with_tags = joined(self.with_tags);
        self
    }

    pub(super) fn contain(&self, byte: usize) -> bool {
        contains(&self.bytes, byte)
    }

    /// Whether the element that begins at a byte stands elsewhere, or nowhere.
    pub(super) fn contain_place(&self, start: usize) -> bool {
        self.moved.contains(&start) || self.contain(start)
    }

    /// Whether the element that begins at a byte has another value of an attribute, or is not there.
    pub(super) fn contain_attribute(&self, start: usize, name: &str) -> bool {
        let names = self.attributes.get(&start);
        names.is_some_and(|names| names.iter().any(|one| one == name)) || self.contain(start)
    }
}

/// An element, or an inline one by its index.
#[derive(Debug, Clone, Copy)]
pub(super) enum TagOwner {
    Element(ElementId),
    Inline(u32),
}

impl Owner {
    pub(super) fn in_a(self) -> TagOwner {
        match self {
            Self::Element(a, _) => TagOwner::Element(a),
            Self::Inline(a, _) => TagOwner::Inline(a),
        }
    }

    pub(super) fn in_b(self) -> TagOwner {
        match self {
            Self::Element(_, b) => TagOwner::Element(b),
            Self::Inline(_, b) => TagOwner::Inline(b),
        }
    }
}

/// The bytes of a start tag.
pub(super) fn tag(tree: &XmlTree<'_>, owner: TagOwner) -> Range<usize> {
    match owner {
        TagOwner::Element(id) => tree.element(id).start_tag.clone(),
        TagOwner::Inline(index) => tree.inline(index).start_tag.clone(),
    }
}

/// The name of an attribute that was added, removed or changed.
pub(super) fn attribute_name<'m>(diff: &'m Diff<'_>, owner: Owner, change: AttributeChange) -> Option<&'m str> {
    let (old, new) = match owner {
        Owner::Element(a, b) => (&diff.a.element(a).attributes, &diff.b.element(b).attributes),
        Owner::Inline(a, b) => (&diff.a.inline(a).attributes, &diff.b.inline(b).attributes),
    };
    let attribute = match (change.new, change.old) {
        (Some(index), _) => new.get(index),
        (None, Some(index)) => old.get(index),
        (None, None) => None,
    };
    attribute.map(|attribute| attribute.name)
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

/// The ranges that have bytes in a stretch.
pub(super) fn within<'m>(ranges: &'m [Range<usize>], stretch: &Range<usize>) -> &'m [Range<usize>] {
    let rest = ranges.get(ranges.partition_point(|range| range.end <= stretch.start)..).unwrap_or_default();
    &rest[..rest.partition_point(|range| range.start < stretch.end)]
}

pub(super) fn contains(ranges: &[Range<usize>], byte: usize) -> bool {
    !within(ranges, &(byte..byte + 1)).is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_that_touch_are_one() {
        assert_eq!(joined(vec![5..9, 0..2, 2..3, 8..12, 4..4]), [0..3, 5..12]);
    }
}
