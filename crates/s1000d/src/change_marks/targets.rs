//! Which elements and words are marked.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::schema::{INLINE, MarkSchema};
use crate::diff::edits::{EditKind, Owner};
use crate::diff::tree::{ElementId, XmlTree};
use crate::diff::{Diff, Relevance, TokenKind, tags};
use crate::document::ChangeType;

/// Places of one text that are marked apart; with more of them the whole text is.
const MAX_WORD_MARKS: usize = 8;

/// What is marked.
#[derive(Debug, Default)]
pub(super) struct MarkTargets {
    pub(super) elements: BTreeMap<ElementId, ChangeType>,
    pub(super) words: Vec<WordMark>,
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
    for edit in diff.edits_of(Relevance::Content) {
        match &edit.kind {
            EditKind::Insert { element, .. } => found.add(tree, schema, *element, ChangeType::Add),
            EditKind::Delete { element } => {
                let around = diff.a.element(*element).parent.and_then(|a| diff.matching.to_b(a));
                if let Some(around) = around {
                    found.add(tree, schema, around, ChangeType::Modify);
                }
            }
            EditKind::Move { b, .. } | EditKind::Attribute { owner: Owner::Element(_, b), .. } => {
                found.add(tree, schema, *b, ChangeType::Modify);
            }
            EditKind::Attribute { owner: Owner::Inline(_, index), .. } => {
                let around = tree.element_at(tree.inline(*index).start_tag.start);
                found.add(tree, schema, around, ChangeType::Modify);
            }
            EditKind::Words { b, old, new, .. } => texts.entry(*b).or_default().push((old, new)),
        }
    }
    for (block, edits) in texts {
        match word_marks(tree, schema, block, &edits) {
            Some(words) => found.words.extend(words),
            None => found.add(tree, schema, block, ChangeType::Modify),
        }
    }
    found.drop_inside_added(tree);
    found
}

impl MarkTargets {
    /// Marks an element, or the nearest one around it that may be marked.
    fn add(&mut self, tree: &XmlTree<'_>, schema: MarkSchema<'_>, id: ElementId, change: ChangeType) {
        let mut around = std::iter::successors(Some(id), |id| tree.element(*id).parent);
        let Some(target) = around.find(|id| schema.may_mark(tree, *id)) else { return };
        let change = if target == id { change } else { ChangeType::Modify };
        let marked = self.elements.entry(target).or_insert(change);
        if change == ChangeType::Add {
            *marked = change;
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

/// The words of a text to mark; `None` when the text is marked as a whole.
fn word_marks(
    tree: &XmlTree<'_>,
    schema: MarkSchema<'_>,
    block: ElementId,
    edits: &[TokenRanges<'_>],
) -> Option<Vec<WordMark>> {
    let element = tree.element(block);
    let inner = tags::inner(tree.text(), &element.range);
    // A tag cannot stand in such a section.
    let has_literal = tree.text().get(inner).is_none_or(|text| text.contains("<![CDATA["));
    let changed: usize = edits.iter().map(|(_, new)| new.len()).sum();
    let is_rewritten = changed * 2 > element.tokens.len();
    if has_literal || is_rewritten || edits.len() > MAX_WORD_MARKS || !schema.may_hold_inline(tree, block) {
        return None;
    }
    let mut marks = Vec::new();
    for (old, new) in edits {
        match words_of(tree, block, new)? {
            NewWords::Marked => {}
            NewWords::Plain(range) => {
                let change = if old.is_empty() { ChangeType::Add } else { ChangeType::Modify };
                marks.push(WordMark { block, range, change });
            }
        }
    }
    Some(marks)
}

/// The words that an edit puts into a text.
enum NewWords {
    Plain(Range<usize>),
    /// A mark is around all of them.
    Marked,
}

/// The new words of an edit; `None` when they cannot be marked apart: there are none, or tags are among or around them.
fn words_of(tree: &XmlTree<'_>, block: ElementId, new: &Range<usize>) -> Option<NewWords> {
    let tokens = &tree.element(block).tokens;
    let is_mark = |index: u32| tree.inline(index).name == INLINE;
    let (mut depth, mut marks) = (0_usize, 0_usize);
    let (mut plain, mut marked, mut has_tags) = (0_usize, 0_usize, false);
    for (at, token) in tokens.iter().enumerate().take(new.end) {
        let is_new = at >= new.start;
        match token.kind {
            TokenKind::Open(index) if is_mark(index) => marks += 1,
            TokenKind::Close(index) if is_mark(index) => marks = marks.saturating_sub(1),
            TokenKind::Open(_) => depth += 1,
            TokenKind::Close(_) => depth = depth.saturating_sub(1),
            TokenKind::Word if is_new && depth > 0 => return None,
            TokenKind::Word if is_new && marks > 0 => marked += 1,
            TokenKind::Word if is_new => plain += 1,
            TokenKind::Atom(_) if is_new => return None,
            TokenKind::Word | TokenKind::Atom(_) => {}
        }
        has_tags |= is_new && token.kind != TokenKind::Word;
    }
    let range = tokens.get(new.start)?.range.start..tokens.get(new.end.checked_sub(1)?)?.range.end;
    match (plain, marked) {
        (0, 1..) => Some(NewWords::Marked),
        (1.., 0) if !has_tags => Some(NewWords::Plain(range)),
        _ => None,
    }
}
