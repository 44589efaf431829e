//! Three compared texts, and the elements of both sides as nodes of one merged tree.

use std::ops::Range;

use foldhash::{HashMap, HashSet};

use super::{MergeSide, attributes};
use crate::diff::edits::EditKind;
use crate::diff::matching::{ElementMatch, MatchBasis};
use crate::diff::tree::{ElementId, XmlElement, XmlTree};
use crate::diff::{Diff, ParsedText, compare_with_both};

/// An element of the merged tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum MergeNode {
    /// An element of the base, whatever the sides made of it.
    Base(ElementId),
    /// An element that a side inserted. Elements that both sides inserted alike are called ours.
    New(MergeSide, ElementId),
}

/// Tokens of the base that a side replaced, and the tokens of the side that replace them.
pub(super) type TokenChange = (Range<usize>, Range<usize>);

/// The base compared with both sides.
#[derive(Debug)]
pub(super) struct Trio<'t> {
    ours: Diff<'t>,
    theirs: Diff<'t>,
    words: [HashMap<ElementId, Vec<TokenChange>>; 2],
    replaced: HashSet<ElementId>,
}

impl<'t> Trio<'t> {
    pub(super) fn compare(base: &ParsedText<'t>, ours: &ParsedText<'t>, theirs: &ParsedText<'t>) -> Self {
        let (ours, theirs) = compare_with_both(base, ours, theirs);
        let words = [words(&ours), words(&theirs)];
        Self { ours, theirs, words, replaced: HashSet::default() }
    }

    /// Matches an element with the one that replaces it.
    pub(super) fn replace(&mut self, side: MergeSide, base: ElementId, by: ElementId) {
        self.replaced.insert(base);
        self.pair(side, base, by);
    }

    fn pair(&mut self, side: MergeSide, base: ElementId, by: ElementId) {
        let (diff, words) = match side {
            MergeSide::Ours => (&mut self.ours, &mut self.words[0]),
            MergeSide::Theirs => (&mut self.theirs, &mut self.words[1]),
        };
        diff.matching.add(ElementMatch { a: base, b: by, basis: MatchBasis::Place, is_certain: false });
        let (old, new) = (diff.a.element(base), diff.b.element(by));
        if old.is_mixed {
            words.insert(base, vec![(0..old.tokens.len(), 0..new.tokens.len())]);
        }
        // The only part of its kind is the same part.
        let ([old], [new]) = (old.children.as_slice(), new.children.as_slice()) else { return };
        let (old, new) = (*old, *new);
        let is_free = diff.matching.to_b(old).is_none() && diff.matching.to_a(new).is_none();
        if is_free && diff.a.element(old).name == diff.b.element(new).name {
            self.pair(side, old, new);
        }
    }

    /// Whether a side replaced an element by another one while the other side changed it.
    pub(super) fn is_replaced(&self, base: ElementId) -> bool {
        self.replaced.contains(&base)
    }

    pub(super) fn forget_moves_between_parents(&mut self) {
        self.ours.forget_moves_between_parents();
        self.theirs.forget_moves_between_parents();
        self.words = [words(&self.ours), words(&self.theirs)];
        self.replaced.clear();
    }

    pub(super) fn has_same_roots(&self) -> bool {
        MergeSide::BOTH.iter().all(|side| self.of(*side, ElementId::ROOT) == Some(ElementId::ROOT))
    }

    pub(super) fn is_coarse(&self) -> bool {
        self.ours.is_coarse || self.theirs.is_coarse
    }

    fn diff(&self, side: MergeSide) -> &Diff<'t> {
        match side {
            MergeSide::Ours => &self.ours,
            MergeSide::Theirs => &self.theirs,
        }
    }

    pub(super) fn base(&self) -> &XmlTree<'t> {
        &self.ours.a
    }

    pub(super) fn tree(&self, side: MergeSide) -> &XmlTree<'t> {
        &self.diff(side).b
    }

    /// The element of a side that corresponds to an element of the base; `None` when it is deleted.
    pub(super) fn of(&self, side: MergeSide, base: ElementId) -> Option<ElementId> {
        self.diff(side).matching.to_b(base)
    }

    pub(super) fn found(&self, side: MergeSide, base: ElementId) -> Option<&ElementMatch> {
        self.diff(side).matching.of_a(base)
    }

    pub(super) fn element(&self, side: MergeSide, base: ElementId) -> Option<&XmlElement<'t>> {
        self.of(side, base).map(|id| self.tree(side).element(id))
    }

    /// The element of the base that an element of a side is.
    pub(super) fn base_of(&self, side: MergeSide, id: ElementId) -> Option<ElementId> {
        self.diff(side).matching.to_a(id)
    }

    /// Whether an element of the base stands inside another one on a side.
    pub(super) fn is_inside(&self, side: MergeSide, inner: ElementId, outer: ElementId) -> bool {
        let found = self.of(side, inner).zip(self.of(side, outer));
        found.is_some_and(|(inner, outer)| inner != outer && self.tree(side).contains(outer, inner))
    }

    /// The replaced tokens of an element of the base, in order.
    pub(super) fn words(&self, side: MergeSide, base: ElementId) -> &[TokenChange] {
        let words = match side {
            MergeSide::Ours => &self.words[0],
            MergeSide::Theirs => &self.words[1],
        };
        words.get(&base).map_or(&[], Vec::as_slice)
    }

    /// Whether a side changed anything in an element of the base.
    pub(super) fn is_changed(&self, side: MergeSide, base: ElementId) -> bool {
        self.element(side, base).is_none_or(|element| element.shape.exact != self.base().element(base).shape.exact)
    }

    /// Whether a side changed something that a reader sees.
    pub(super) fn is_changed_for_readers(&self, side: MergeSide, base: ElementId) -> bool {
        self.element(side, base).is_none_or(|element| element.shape.plain != self.base().element(base).shape.plain)
    }

    /// Whether a reader sees the same in elements of both sides.
    pub(super) fn reads_alike(&self, ours: ElementId, theirs: ElementId) -> bool {
        self.ours.b.element(ours).shape.plain == self.theirs.b.element(theirs).shape.plain
    }

    /// Whether one of two elements can stand for both: they have the same parts and ids and differ, if at all, in change
    /// marks and links.
    pub(super) fn is_alike(&self, ours: ElementId, theirs: ElementId) -> bool {
        let (one, two) = (&self.ours.b, &self.theirs.b);
        let names = |tree: &'_ XmlTree<'t>, id| -> Vec<&'t str> {
            tree.descendants(id).map(|part| tree.element(part).name).collect()
        };
        self.is_equal(ours, theirs)
            || (self.reads_alike(ours, theirs)
                && names(one, ours) == names(two, theirs)
                && ids_in(one, ours) == ids_in(two, theirs))
    }

    /// Whether both sides have the same content.
    pub(super) fn is_equal(&self, ours: ElementId, theirs: ElementId) -> bool {
        self.ours.b.element(ours).shape.exact == self.theirs.b.element(theirs).shape.exact
    }
}

/// The ids inside an element, its own included.
fn ids_in<'a>(tree: &'a XmlTree<'_>, id: ElementId) -> Vec<&'a str> {
    let range = &tree.element(id).range;
    let first = tree.inlines.partition_point(|inline| inline.start_tag.start < range.start);
    let inlines = tree.inlines[first..].iter().take_while(|inline| inline.start_tag.start < range.end);
    let own = tree.descendants(id).map(|part| &tree.element(part).attributes);
    own.chain(inlines.map(|inline| &inline.attributes)).filter_map(|list| attributes::value(list, "id")).collect()
}

fn words(diff: &Diff<'_>) -> HashMap<ElementId, Vec<TokenChange>> {
    let mut words: HashMap<ElementId, Vec<TokenChange>> = HashMap::default();
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
