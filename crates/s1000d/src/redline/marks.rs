//! The marks of both versions by byte, and the places in B of what only A has.

use std::ops::Range;

use foldhash::{HashMap, HashMapExt, HashSet, HashSetExt};

use super::divisions::ParagraphDivision;
use super::groups::{EditGroup, EditGroupKind, EditGroups};
use super::units::{Whole, ancestors};
use crate::diff::edits::{EditKind, Owner};
use crate::diff::tree::{ElementId, XmlTree};
use crate::diff::{Diff, Relevance, TextToken, TokenKind};
use crate::document::html::{Graft, PageMarks, TextMark, TextMarkKind};
use crate::document::{Document, NodeIndex, Word};

/// The marks of both versions.
#[derive(Debug)]
pub(super) struct RedlineMarks {
    pub(super) old: PageMarks,
    pub(super) new: PageMarks,
    /// In the order of their places.
    pub(super) grafts: Vec<Graft>,
}

pub(super) fn find(diff: &Diff<'_>, groups: &EditGroups, [old, new]: [(&Document, &NodeIndex); 2]) -> RedlineMarks {
    let mut marker = Marker::new(diff);
    for (difference, number) in groups.content.iter().zip(0..) {
        marker.difference(difference, number);
    }
    marker.quiet(groups);
    let Marker { mut grafts, old: (old_stretches, old_changed), new: (new_stretches, new_changed), .. } = marker;
    // What stands at one place stays in the order of A.
    grafts.sort_by_key(|graft| (graft.at, graft.piece.start));
    let notes = notes(groups);
    RedlineMarks {
        old: PageMarks::new(old_stretches, on_nodes(old, old_changed)).with_notes(notes.clone()),
        new: PageMarks::new(new_stretches, on_nodes(new, new_changed)).with_notes(notes),
        grafts,
    }
}

/// The notes beside the elements of a split or a join, by the numbers of the differences.
fn notes(groups: &EditGroups) -> Vec<(u32, Word)> {
    let numbered = groups.content.iter().zip(0..);
    let note = |(group, number): (&EditGroup, u32)| match group.kind {
        EditGroupKind::Divided(ParagraphDivision::Split, _) => Some((number, Word::SplitHere)),
        EditGroupKind::Divided(ParagraphDivision::Joined, _) => Some((number, Word::JoinedAway)),
        _ => None,
    };
    numbered.filter_map(note).collect()
}

/// Moves marks of elements that readers do not see to the nodes around them.
fn on_nodes((document, index): (&Document, &NodeIndex), changed: Vec<(usize, u32)>) -> Vec<(usize, u32)> {
    let node = |byte| document.range(index.innermost(document, byte)).start;
    changed.into_iter().map(|(byte, number)| (node(byte), number)).collect()
}

/// Marked stretches, and the first bytes of elements with other attributes.
type SideMarks = (Vec<(Range<usize>, TextMark)>, Vec<(usize, u32)>);

struct Marker<'m, 't> {
    diff: &'m Diff<'t>,
    /// The bytes of B before which elements stood that are not there any more.
    places: HashMap<ElementId, usize>,
    old: SideMarks,
    new: SideMarks,
    grafts: Vec<Graft>,
}

impl<'m, 't> Marker<'m, 't> {
    fn new(diff: &'m Diff<'t>) -> Self {
        let (old, new) = (SideMarks::default(), SideMarks::default());
        Self { diff, places: old_places(diff), old, new, grafts: Vec::new() }
    }

    fn difference(&mut self, difference: &EditGroup, number: u32) {
        let mark = |kind| TextMark { kind, difference: Some(number) };
        match difference.kind {
            EditGroupKind::Inserted(b) => self.insert(b, mark(TextMarkKind::Inserted)),
            EditGroupKind::Deleted(a) => self.delete(a, mark(TextMarkKind::Deleted)),
            EditGroupKind::Moved(a, b) => {
                self.insert(b, mark(TextMarkKind::Moved));
                self.delete(a, mark(TextMarkKind::Moved));
            }
            EditGroupKind::Words(..) => {
                for edit in &difference.edits {
                    self.words(*edit, Some(number));
                }
            }
            EditGroupKind::Divided(..) | EditGroupKind::Column(..) => {
                for edit in &difference.edits {
                    self.part(*edit, number);
                }
            }
            EditGroupKind::Format(a, b) => self.format(difference, (a, b), number),
            EditGroupKind::Attributes(owner) => {
                let (a, b) = match owner {
                    Owner::Element(a, b) => (&self.diff.a.element(a).start_tag, &self.diff.b.element(b).start_tag),
                    Owner::Inline(a, b) => (&self.diff.a.inline(a).start_tag, &self.diff.b.inline(b).start_tag),
                };
                self.old.1.push((a.start, number));
                self.new.1.push((b.start, number));
            }
            EditGroupKind::Replaced(Whole { a, b, .. }) => {
                let (old, new) = (self.diff.a.element(a).range.clone(), self.diff.b.element(b).range.clone());
                self.grafts.push(Graft { at: new.start, piece: old.clone(), mark: mark(TextMarkKind::Deleted) });
                self.old.0.push((old, mark(TextMarkKind::Deleted)));
                self.new.0.push((new, mark(TextMarkKind::Inserted)));
            }
        }
    }

    /// One edit of several that are one difference.
    fn part(&mut self, edit: usize, number: u32) {
        let mark = |kind| TextMark { kind, difference: Some(number) };
        match &self.diff.edits[edit].kind {
            EditKind::Insert { element, .. } => self.insert(*element, mark(TextMarkKind::Inserted)),
            EditKind::Delete { element } => self.delete(*element, mark(TextMarkKind::Deleted)),
            EditKind::Words { .. } => self.words(edit, Some(number)),
            EditKind::Move { .. } | EditKind::Attribute { .. } => {}
        }
    }

    fn insert(&mut self, b: ElementId, mark: TextMark) {
        self.new.0.push((self.diff.b.element(b).range.clone(), mark));
    }

    /// An element that is not at its place any more. Inside running text it is part of the words around it.
    fn delete(&mut self, a: ElementId, mark: TextMark) {
        let piece = self.diff.a.element(a).range.clone();
        if let Some(at) = self.places.get(&a) {
            self.grafts.push(Graft { at: *at, piece: piece.clone(), mark });
        }
        self.old.0.push((piece, mark));
    }

    /// Inline elements that were added or removed around text; the text stays.
    fn format(&mut self, difference: &EditGroup, (a, b): (ElementId, ElementId), number: u32) {
        let (one, two) = (self.diff.a.element(a), self.diff.b.element(b));
        for edit in difference.edits.iter().map(|edit| &self.diff.edits[*edit]) {
            let EditKind::Words { old, new, .. } = &edit.kind else { continue };
            let opened = |tokens: &[TextToken<'_>]| {
                tokens.iter().find(|token| matches!(token.kind, TokenKind::Open(_))).map(|token| token.range.start)
            };
            self.old.1.extend(opened(&one.tokens[old.clone()]).map(|at| (at, number)));
            self.new.1.extend(opened(&two.tokens[new.clone()]).map(|at| (at, number)));
        }
        let is_marked = self.new.1.last().is_some_and(|(_, last)| *last == number);
        if !is_marked {
            self.new.1.push((two.start_tag.start, number));
        }
    }

    /// Words that were replaced; one side may have none.
    fn words(&mut self, edit: usize, difference: Option<u32>) {
        let EditKind::Words { a, b, old, new } = &self.diff.edits[edit].kind else { return };
        let (one, two) = (self.diff.a.element(*a), self.diff.b.element(*b));
        if let Some(range) = bytes_of(&two.tokens[new.clone()]) {
            self.new.0.push((range, TextMark { kind: TextMarkKind::Inserted, difference }));
        }
        let Some(mut piece) = bytes_of(&one.tokens[old.clone()]) else { return };
        let mark = TextMark { kind: TextMarkKind::Deleted, difference };
        // The blank that goes with the words.
        let at = match (two.tokens.get(new.start), two.tokens.last()) {
            (Some(next), _) => {
                let behind = one.tokens.get(old.end).filter(|token| token.spaced);
                piece.end = behind.map_or(piece.end, |token| token.range.start);
                next.range.start
            }
            (None, last) => {
                let before = old.start.checked_sub(1).filter(|_| one.tokens[old.start].spaced);
                piece.start = before.map_or(piece.start, |index| one.tokens[index].range.end);
                last.map_or(two.start_tag.end, |token| token.range.end)
            }
        };
        let at = at.min(two.range.end.saturating_sub(1));
        self.grafts.push(Graft { at, piece: piece.clone(), mark });
        self.old.0.push((piece, mark));
    }

    /// Text that differs and means nothing to a reader.
    fn quiet(&mut self, groups: &EditGroups) {
        let replaced: HashSet<ElementId> = groups
            .content
            .iter()
            .filter_map(|difference| match difference.kind {
                EditGroupKind::Replaced(whole) => Some(whole.b),
                _ => None,
            })
            .collect();
        let is_replaced = |tree: &XmlTree<'_>, b| ancestors(tree, b).any(|id| replaced.contains(&id));
        let diff = self.diff;
        let is_quiet = |index: &usize| groups.quiet.binary_search(index).is_ok();
        let all = diff.edits.iter().enumerate();
        for (index, edit) in all.filter(|(index, edit)| edit.relevance == Relevance::Noise || is_quiet(index)) {
            match &edit.kind {
                EditKind::Insert { element, .. } if !is_replaced(&diff.b, *element) => {
                    self.insert(*element, TextMark { kind: TextMarkKind::Inserted, difference: None });
                }
                EditKind::Delete { element } => {
                    let around = diff.a.element(*element).parent.and_then(|a| diff.matching.to_b(a));
                    if !around.is_some_and(|b| is_replaced(&diff.b, b)) {
                        self.delete(*element, TextMark { kind: TextMarkKind::Deleted, difference: None });
                    }
                }
                EditKind::Words { a, b, old, new } if !is_replaced(&diff.b, *b) => {
                    let (one, two) = (&diff.a.element(*a).tokens[old.clone()], &diff.b.element(*b).tokens[new.clone()]);
                    if !words_of(one).eq(words_of(two)) {
                        self.words(index, None);
                    }
                }
                _ => {}
            }
        }
    }
}

/// The words and elements among tokens, without tags.
fn words_of<'m>(tokens: &'m [TextToken<'_>]) -> impl Iterator<Item = (&'m str, bool)> {
    let is_element = |token: &TextToken<'_>| matches!(token.kind, TokenKind::Atom(_));
    tokens
        .iter()
        .filter(|token| !matches!(token.kind, TokenKind::Open(_) | TokenKind::Close(_)))
        .map(move |token| (token.text.as_ref(), is_element(token)))
}

fn bytes_of(tokens: &[TextToken<'_>]) -> Option<Range<usize>> {
    Some(tokens.first()?.range.start..tokens.last()?.range.end)
}

/// The bytes of B before which elements of A stood that were deleted or moved: behind the last sibling before them that
/// stays.
fn old_places(diff: &Diff<'_>) -> HashMap<ElementId, usize> {
    let mut moved = HashSet::new();
    for edit in &diff.edits {
        if let EditKind::Move { b, .. } = edit.kind {
            moved.insert(b);
        }
    }
    let mut places = HashMap::new();
    for parent in diff.a.ids() {
        let one = diff.a.element(parent);
        let Some(around) = diff.matching.to_b(parent).filter(|_| !one.is_mixed) else { continue };
        let two = diff.b.element(around);
        let mut at = two.start_tag.end.min(two.range.end.saturating_sub(1));
        for child in &one.children {
            let partner = diff.matching.to_b(*child).filter(|b| !moved.contains(b));
            match partner.map(|b| diff.b.element(b)) {
                Some(partner) if partner.parent == Some(around) => at = partner.range.end,
                _ => {
                    places.insert(*child, at);
                }
            }
        }
    }
    places
}
