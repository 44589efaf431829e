//! Which elements and words are marked.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::ops::Range;

use super::schema::{INLINE, MarkSchema, own_name};
use crate::diff::edits::{EditKind, Owner};
use crate::diff::tree::{ElementId, XmlTree};
use crate::diff::{Diff, Relevance, TokenKind, tags};
use crate::document::ChangeType;

/// Places of one text that are marked apart; with more of them the whole text is.
const MAX_WORD_MARKS: usize = 8;

/// The places that are marked.
#[derive(Debug, Default)]
pub(super) struct MarkTargets {
    pub(super) elements: BTreeMap<ElementId, ChangeType>,
    pub(super) words: Vec<WordMark>,
    /// The marks around words that were changed, as indexes of inline elements.
    pub(super) inlines: BTreeSet<u32>,
    pub(super) touched: TouchedBytes,
}

/// The bytes of changed words.
#[derive(Debug, Default)]
pub(super) struct TouchedBytes {
    /// By their first bytes, each with the furthest end up to it.
    ranges: Vec<(usize, usize)>,
}

impl TouchedBytes {
    fn new(mut ranges: Vec<Range<usize>>) -> Self {
        ranges.sort_by_key(|range| range.start);
        let mut furthest = 0;
        let with_ends = ranges.into_iter().map(|range| {
            furthest = furthest.max(range.end);
            (range.start, furthest)
        });
        Self { ranges: with_ends.collect() }
    }

    /// Whether words between two tags were changed or removed.
    pub(super) fn is_in(&self, inner: &Range<usize>) -> bool {
        let behind = self.ranges.partition_point(|(start, _)| *start <= inner.end);
        behind.checked_sub(1).is_some_and(|last| self.ranges[last].1 >= inner.start)
    }
}

/// Words of a text that are marked apart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct WordMark {
    pub(super) block: ElementId,
    pub(super) range: Range<usize>,
    pub(super) change: ChangeType,
}

/// The tokens of an edit, in A and in B.
type TokenRanges<'d> = (&'d Range<usize>, &'d Range<usize>);

/// Finds out what is marked for the edits that readers see.
pub(super) fn find(diff: &Diff<'_>, schema: MarkSchema<'_>) -> MarkTargets {
    let tree = &diff.b;
    let mut found = MarkTargets::default();
    let mut texts: BTreeMap<ElementId, Vec<TokenRanges<'_>>> = BTreeMap::new();
    let mut touched = Vec::new();
    let placed = placed(diff);
    for edit in diff.edits_of(Relevance::Content) {
        match &edit.kind {
            EditKind::Insert { element, .. } => found.add(tree, schema, *element, ChangeType::Add),
            EditKind::Delete { element } => {
                let gone = diff.a.element(*element);
                if let Some(around) = gone.parent.and_then(|a| diff.matching.to_b(a)) {
                    found.add_removed(tree, schema, &RemovalPlace { around, at: edit.at, name: gone.name }, &placed);
                }
            }
            EditKind::Move { b, .. } | EditKind::Attribute { owner: Owner::Element(_, b), .. } => {
                found.add(tree, schema, *b, ChangeType::Modify);
            }
            EditKind::Attribute { owner: Owner::Inline(_, index), .. } => {
                let around = tree.element_at(tree.inline(*index).start_tag.start);
                found.add(tree, schema, around, ChangeType::Modify);
            }
            EditKind::Words { b, old, new, .. } => {
                touched.push(bytes_of(tree, *b, new).unwrap_or(edit.at..edit.at));
                texts.entry(*b).or_default().push((old, new));
            }
        }
    }
    found.touched = TouchedBytes::new(touched);
    for (block, edits) in texts {
        match word_marks(tree, schema, block, &edits) {
            _ if is_in_status(tree, block) => {}
            Some((words, inlines)) => {
                found.words.extend(words);
                found.inlines.extend(inlines);
            }
            None => found.add(tree, schema, block, ChangeType::Modify),
        }
    }
    found.drop_inside_added(tree);
    found
}

/// The elements of B that were inserted or moved.
fn placed(diff: &Diff<'_>) -> HashSet<ElementId> {
    let placed = diff.edits_of(Relevance::Content).filter_map(|edit| match &edit.kind {
        EditKind::Insert { element, .. } => Some(*element),
        EditKind::Move { b, .. } => Some(*b),
        _ => None,
    });
    placed.collect()
}

/// The bytes of the new words of an edit, without tags at its ends; `None` when there are none.
fn bytes_of(tree: &XmlTree<'_>, block: ElementId, new: &Range<usize>) -> Option<Range<usize>> {
    let tokens = tree.element(block).tokens.get(new.clone())?;
    let mut words = tokens.iter().filter(|token| matches!(token.kind, TokenKind::Word | TokenKind::Atom(_)));
    let first = words.next()?;
    Some(first.range.start..words.next_back().unwrap_or(first).range.end)
}

/// Whether an element is in the status section, where the default business rules allow no marks of the text.
fn is_in_status(tree: &XmlTree<'_>, id: ElementId) -> bool {
    let mut around = std::iter::successors(Some(id), |id| tree.element(*id).parent);
    around.any(|id| own_name(tree, id) == "identAndStatusSection")
}

/// The place that an element was removed from.
struct RemovalPlace<'t> {
    around: ElementId,
    /// The byte behind the element before it.
    at: usize,
    /// The name of the element that was there.
    name: &'t str,
}

impl MarkTargets {
    /// Marks an element, or the nearest one around it that may be marked.
    fn add(&mut self, tree: &XmlTree<'_>, schema: MarkSchema<'_>, id: ElementId, change: ChangeType) {
        let Some(target) = markable_from(tree, schema, id).filter(|_| !is_in_status(tree, id)) else { return };
        let change = if target == id { change } else { ChangeType::Modify };
        let marked = self.elements.entry(target).or_insert(change);
        if change == ChangeType::Add {
            *marked = change;
        }
    }

    /// Marks what is beside a removed element, as near as possible: an element of the same name, otherwise the element
    /// around it. Where another element took its place, that one is marked already.
    fn add_removed(
        &mut self,
        tree: &XmlTree<'_>,
        schema: MarkSchema<'_>,
        gap: &RemovalPlace<'_>,
        placed: &HashSet<ElementId>,
    ) {
        let children = &tree.element(gap.around).children;
        let behind = children.partition_point(|child| tree.element(*child).range.start < gap.at);
        let (before, after) = children.split_at(behind);
        if after.first().is_some_and(|child| placed.contains(child)) {
            return;
        }
        let may_mark = |id: &ElementId| tree.element(*id).name != INLINE && schema.may_mark(tree, *id);
        let mut neighbours = before.last().into_iter().chain(after.first());
        let alike = neighbours.find(|id| tree.element(**id).name == gap.name && may_mark(id)).copied();
        let target = alike
            .or_else(|| markable_from(tree, schema, gap.around))
            .or_else(|| before.iter().rev().chain(after).find(|id| may_mark(id)).copied());
        if let Some(target) = target {
            self.add(tree, schema, target, ChangeType::Modify);
        }
    }

    /// An added element says that all inside it is added.
    fn drop_inside_added(&mut self, tree: &XmlTree<'_>) {
        let added: BTreeSet<ElementId> =
            self.elements.iter().filter(|(_, change)| **change == ChangeType::Add).map(|(id, _)| *id).collect();
        let is_inside = |id: ElementId| {
            let mut around = std::iter::successors(tree.element(id).parent, |id| tree.element(*id).parent);
            around.any(|id| added.contains(&id))
        };
        self.elements.retain(|id, _| !is_inside(*id));
        self.words.retain(|words| !is_inside(words.block));
    }
}

/// The element itself, or the nearest one around it that may be marked. The element around words is no such element:
/// it is a mark.
fn markable_from(tree: &XmlTree<'_>, schema: MarkSchema<'_>, id: ElementId) -> Option<ElementId> {
    let mut around = std::iter::successors(Some(id), |id| tree.element(*id).parent);
    around.find(|id| tree.element(*id).name != INLINE && schema.may_mark(tree, *id))
}

/// The words of a text to mark, and the marks that are around new words already; `None` when the text is marked as a
/// whole.
fn word_marks(
    tree: &XmlTree<'_>,
    schema: MarkSchema<'_>,
    block: ElementId,
    edits: &[TokenRanges<'_>],
) -> Option<(Vec<WordMark>, Vec<u32>)> {
    let element = tree.element(block);
    let inner = tags::inner(tree.text(), &element.range);
    // A tag cannot stand in such a section.
    let has_literal = tree.text().get(inner).is_none_or(|text| text.contains("<![CDATA["));
    let changed: usize = edits.iter().map(|(_, new)| new.len()).sum();
    let is_rewritten = changed * 2 > element.tokens.len();
    if has_literal || is_rewritten || edits.len() > MAX_WORD_MARKS || !schema.may_hold_inline(tree, block) {
        return None;
    }
    let (mut marks, mut inlines) = (Vec::new(), Vec::new());
    for (old, new) in edits {
        match words_of(tree, block, new)? {
            NewWords::Marked(around) => inlines.extend(around),
            NewWords::Plain(range) => {
                let change = if old.is_empty() { ChangeType::Add } else { ChangeType::Modify };
                marks.push(WordMark { block, range, change });
            }
        }
    }
    Some((marks, inlines))
}

/// The words that an edit puts into a text.
enum NewWords {
    Plain(Range<usize>),
    /// Marks are around all of them, as indexes of inline elements.
    Marked(BTreeSet<u32>),
}

/// The new words of an edit; `None` when they cannot be marked apart: there are none, or tags are among or around them.
fn words_of(tree: &XmlTree<'_>, block: ElementId, new: &Range<usize>) -> Option<NewWords> {
    let tokens = &tree.element(block).tokens;
    let is_mark = |index: u32| tree.inline(index).name == INLINE;
    let (mut depth, mut marks) = (0_usize, Vec::new());
    let (mut plain, mut marked, mut has_tags) = (0_usize, BTreeSet::new(), false);
    for (at, token) in tokens.iter().enumerate().take(new.end) {
        let is_new = at >= new.start;
        match token.kind {
            TokenKind::Open(index) if is_mark(index) => marks.push(index),
            TokenKind::Close(index) if is_mark(index) => {
                marks.pop();
            }
            TokenKind::Open(_) => depth += 1,
            TokenKind::Close(_) => depth = depth.saturating_sub(1),
            TokenKind::Word if is_new && depth > 0 => return None,
            TokenKind::Word if is_new => match marks.last() {
                Some(mark) => {
                    marked.insert(*mark);
                }
                None => plain += 1,
            },
            TokenKind::Atom(_) if is_new => return None,
            TokenKind::Word | TokenKind::Atom(_) => {}
        }
        has_tags |= is_new && token.kind != TokenKind::Word;
    }
    let range = tokens.get(new.start)?.range.start..tokens.get(new.end.checked_sub(1)?)?.range.end;
    match (plain, marked.is_empty()) {
        (0, false) => Some(NewWords::Marked(marked)),
        (1.., true) if !has_tags => Some(NewWords::Plain(range)),
        _ => None,
    }
}
