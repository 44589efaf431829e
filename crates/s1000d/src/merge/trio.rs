//! Three compared texts, and the elements of both sides as nodes of one merged tree.

use std::ops::Range;

use foldhash::HashMap;

use super::Side;
use crate::diff::edits::EditKind;
use crate::diff::matching::ElementMatch;
use crate::diff::tree::{ElementId, XmlElement, XmlTree};
use crate::diff::{Diff, ParsedText, compare_with_both};

/// An element of the merged tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Node {
    /// An element of the base, whatever the sides made of it.
    Base(ElementId),
    /// An element that a side inserted. Elements that both sides inserted alike are called ours.
    New(Side, ElementId),
}

/// Tokens of the base that a side replaced, and the tokens of the side that replace them.
pub(super) type TokenSplice = (Range<usize>, Range<usize>);

/// The base compared with both sides.
#[derive(Debug)]
pub(super) struct Trio<'t> {
    ours: Diff<'t>,
    theirs: Diff<'t>,
    words: [HashMap<ElementId, Vec<TokenSplice>>; 2],
}

impl<'t> Trio<'t> {
    pub(super) fn compare(base: &ParsedText<'t>, ours: &ParsedText<'t>, theirs: &ParsedText<'t>) -> Self {
        let (ours, theirs) = compare_with_both(base, ours, theirs);
        let words = [words(&ours), words(&theirs)];
        Self { ours, theirs, words }
    }

    pub(super) fn forget_moves_between_parents(&mut self) {
        self.ours.forget_moves_between_parents();
        self.theirs.forget_moves_between_parents();
        self.words = [words(&self.ours), words(&self.theirs)];
    }

    pub(super) fn has_same_roots(&self) -> bool {
        Side::BOTH.iter().all(|side| self.of(*side, ElementId::ROOT) == Some(ElementId::ROOT))
    }

    pub(super) fn is_coarse(&self) -> bool {
        self.ours.is_coarse || self.theirs.is_coarse
    }

    fn diff(&self, side: Side) -> &Diff<'t> {
        match side {
            Side::Ours => &self.ours,
            Side::Theirs => &self.theirs,
        }
    }

    pub(super) fn base(&self) -> &XmlTree<'t> {
        &self.ours.a
    }

    pub(super) fn tree(&self, side: Side) -> &XmlTree<'t> {
        &self.diff(side).b
    }

    /// What a side made of an element of the base; `None` when it is deleted.
    pub(super) fn of(&self, side: Side, base: ElementId) -> Option<ElementId> {
        self.diff(side).matching.to_b(base)
    }

    pub(super) fn found(&self, side: Side, base: ElementId) -> Option<&ElementMatch> {
        self.diff(side).matching.of_a(base)
    }

    pub(super) fn element(&self, side: Side, base: ElementId) -> Option<&XmlElement<'t>> {
        self.of(side, base).map(|id| self.tree(side).element(id))
    }

    /// The element of the base that an element of a side is.
    pub(super) fn base_of(&self, side: Side, id: ElementId) -> Option<ElementId> {
        self.diff(side).matching.to_a(id)
    }

    /// The replaced tokens of an element of the base, in order.
    pub(super) fn words(&self, side: Side, base: ElementId) -> &[TokenSplice] {
        let words = match side {
            Side::Ours => &self.words[0],
            Side::Theirs => &self.words[1],
        };
        words.get(&base).map_or(&[], Vec::as_slice)
    }

    /// Whether a side changed anything in an element of the base.
    pub(super) fn is_changed(&self, side: Side, base: ElementId) -> bool {
        self.element(side, base).is_none_or(|element| element.shape.exact != self.base().element(base).shape.exact)
    }

    /// Whether a side changed something that a reader sees.
    pub(super) fn is_changed_for_readers(&self, side: Side, base: ElementId) -> bool {
        self.element(side, base).is_none_or(|element| element.shape.plain != self.base().element(base).shape.plain)
    }

    /// Whether both sides have the same content.
    pub(super) fn is_equal(&self, ours: ElementId, theirs: ElementId) -> bool {
        self.ours.b.element(ours).shape.exact == self.theirs.b.element(theirs).shape.exact
    }
}

fn words(diff: &Diff<'_>) -> HashMap<ElementId, Vec<TokenSplice>> {
    let mut words: HashMap<ElementId, Vec<TokenSplice>> = HashMap::default();
    for edit in &diff.edits {
        if let EditKind::Words { a, old, new, .. } = &edit.kind {
            words.entry(*a).or_default().push((old.clone(), new.clone()));
        }
    }
    for splices in words.values_mut() {
        splices.sort_by_key(|(old, new)| (old.start, new.start));
    }
    words
}
