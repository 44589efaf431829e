//! Deletions by both sides.

use std::ops::Range;

use super::MergeSide;
use super::trio::Trio;
use crate::diff::tree::ElementId;
use crate::diff::{Relevance, TokenKind};

/// Elements and words of the content that both sides deleted; of elements inside each other the outermost.
pub(super) fn of_both(trio: &Trio<'_>) -> usize {
    let base = trio.base();
    let read = base.ids().filter(|id| base.element(*id).relevance == Relevance::Content);
    read.map(|id| usize::from(is_deleted_element(trio, id)) + deleted_words(trio, id)).sum()
}

fn is_gone(trio: &Trio<'_>, id: ElementId) -> bool {
    MergeSide::BOTH.into_iter().all(|side| trio.of(side, id).is_none())
}

fn is_deleted_element(trio: &Trio<'_>, id: ElementId) -> bool {
    let base = trio.base();
    let is_outermost = !base.element(id).parent.is_some_and(|parent| is_gone(trio, parent));
    let has_words = || base.descendants(id).any(|inner| has_words(trio, inner, 0..base.element(inner).tokens.len()));
    is_gone(trio, id) && is_outermost && has_words()
}

/// The runs of words that both sides took out of a text and replaced by nothing.
fn deleted_words(trio: &Trio<'_>, id: ElementId) -> usize {
    let ours = trio.words(MergeSide::Ours, id).iter().filter(|(_, new)| new.is_empty()).map(|(old, _)| old);
    let theirs = trio.words(MergeSide::Theirs, id);
    let is_theirs = |old: &&Range<usize>| {
        let first = theirs.partition_point(|(other, _)| other.start < old.start);
        let mut here = theirs[first..].iter().take_while(|(other, _)| other.start == old.start);
        here.any(|(other, new)| new.is_empty() && other == *old)
    };
    ours.filter(is_theirs).filter(|old| has_words(trio, id, (*old).clone())).count()
}

fn has_words(trio: &Trio<'_>, id: ElementId, tokens: Range<usize>) -> bool {
    let tokens = trio.base().element(id).tokens.get(tokens).unwrap_or_default();
    tokens.iter().any(|token| token.kind == TokenKind::Word && token.text.chars().any(char::is_alphanumeric))
}
