//! Paragraphs and steps that were split or joined.
//!
//! To the comparison a split is two changes: words that one element lost at its end or its beginning, and a new element
//! with these words beside it. A join is the reverse. Here the two become one change.

mod wholes;

use std::ops::Range;

use foldhash::{HashMap, HashSet};

use self::wholes::WholeFinder;
use super::groups::{EditGroup, EditGroupKind};
use crate::diff::edits::EditKind;
use crate::diff::tree::{ElementId, XmlTree};
use crate::diff::{Diff, TextToken, TokenKind};

/// Elements that one is split into, besides the one that stays.
const MOST_PIECES: usize = 8;
/// Fewer common words may be equal by chance.
const LEAST_WORDS: usize = 2;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ParagraphDivision {
    Split,
    Joined,
}

/// Makes one change of the words and the elements of each split and each join.
pub(super) fn find(diff: &Diff<'_>, groups: &mut Vec<EditGroup>) {
    for division in [ParagraphDivision::Split, ParagraphDivision::Joined] {
        let found = Divider::new(diff, groups, division).all();
        join(groups, found, division);
        let found = WholeFinder::new(diff, groups, division).all();
        join(groups, found, division);
    }
}

/// Makes one change of those of each division.
fn join(groups: &mut Vec<EditGroup>, found: Vec<DividedText>, division: ParagraphDivision) {
    let mut gone = HashSet::default();
    for DividedText { words, pieces } in found {
        let kind = EditGroupKind::Divided(division, piece_of(groups, pieces[0], division));
        let parts: Vec<usize> = std::iter::once(words).chain(pieces).collect();
        let first = parts.iter().copied().min().unwrap_or(words);
        let mut edits: Vec<usize> = parts.iter().flat_map(|part| groups[*part].edits.clone()).collect();
        edits.sort_unstable();
        let is_certain = parts.iter().all(|part| groups[*part].is_certain);
        groups[first] = EditGroup { kind, edits, is_certain };
        gone.extend(parts.into_iter().filter(|part| *part != first));
    }
    let mut index = 0..;
    groups.retain(|_| index.next().is_some_and(|index| !gone.contains(&index)));
}

fn piece_of(groups: &[EditGroup], index: usize, division: ParagraphDivision) -> ElementId {
    piece(&groups[index], division).unwrap_or(ElementId::ROOT)
}

/// The element that only one version has, if the change is one.
fn piece(group: &EditGroup, division: ParagraphDivision) -> Option<ElementId> {
    match (group.kind, division) {
        (EditGroupKind::Inserted(id), ParagraphDivision::Split)
        | (EditGroupKind::Deleted(id), ParagraphDivision::Joined) => Some(id),
        _ => None,
    }
}

/// The indexes of the changes that are one.
struct DividedText {
    /// The words of the element that stays, or the whole that is gone or new.
    words: usize,
    /// In the order of their version.
    pieces: Vec<usize>,
}

/// The side of an element on which its pieces stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PieceSide {
    Before,
    Behind,
}

struct Divider<'m, 't> {
    diff: &'m Diff<'t>,
    division: ParagraphDivision,
    groups: &'m [EditGroup],
    /// The version that has the pieces.
    tree: &'m XmlTree<'t>,
    /// The changes that are a piece.
    pieces: HashMap<ElementId, usize>,
    /// The changes of words of an element that stays, by the element in the version of the pieces.
    words: HashMap<ElementId, Vec<usize>>,
    used: HashSet<usize>,
}

impl<'m, 't> Divider<'m, 't> {
    fn new(diff: &'m Diff<'t>, groups: &'m [EditGroup], division: ParagraphDivision) -> Self {
        let (mut pieces, mut words) = (HashMap::default(), HashMap::<_, Vec<usize>>::default());
        for (index, group) in groups.iter().enumerate() {
            if let EditGroupKind::Words(a, b) = group.kind {
                words.entry(if division == ParagraphDivision::Split { b } else { a }).or_default().push(index);
            }
            pieces.extend(piece(group, division).map(|id| (id, index)));
        }
        let tree = if division == ParagraphDivision::Split { &diff.b } else { &diff.a };
        Self { diff, division, groups, tree, pieces, words, used: HashSet::default() }
    }

    fn all(mut self) -> Vec<DividedText> {
        let mut found = Vec::new();
        let mut texts: Vec<ElementId> = self.words.keys().copied().collect();
        texts.sort_unstable();
        for text in texts {
            for side in [PieceSide::Behind, PieceSide::Before] {
                if let Some(divided) = self.beside(text, side) {
                    self.used.extend(divided.pieces.iter().copied().chain([divided.words]));
                    found.push(divided);
                }
            }
        }
        found
    }

    /// The pieces beside an element, or beside the elements that it ends or begins.
    fn beside(&self, text: ElementId, side: PieceSide) -> Option<DividedText> {
        let changes = &self.words[&text];
        let [whole, part] = self.tokens(*changes.first()?);
        let edges = [edge(whole, side), edge(part, side)];
        let count = whole.iter().filter(|token| is_word(token)).count();
        let mut words = changes.iter().copied().filter(|index| !self.used.contains(index));
        let words = words.find(|index| self.is_at_edge(*index, edges, side) && self.keeps_words(*index, count))?;
        let lost = self.lost(words);
        let mut inner = text;
        loop {
            let pieces = self.pieces_beside(inner, side);
            if !pieces.is_empty() {
                let pieces = self.with_words(&pieces, &lost, side)?;
                return Some(DividedText { words, pieces });
            }
            inner = self.outer(inner, side)?;
        }
    }

    /// The element around another one that has no more words on a side.
    fn outer(&self, inner: ElementId, side: PieceSide) -> Option<ElementId> {
        let outer = self.tree.element(inner).parent?;
        let children = &self.tree.element(outer).children;
        let at = children.binary_search(&inner).ok()?;
        let rest = if side == PieceSide::Behind { &children[at + 1..] } else { &children[..at] };
        let has_words = |id: ElementId| self.tree.element(id).tokens.iter().any(is_word);
        let is_last = !rest.iter().any(|child| self.tree.descendants(*child).any(has_words));
        (is_last && !self.tree.element(outer).is_mixed).then_some(outer)
    }

    /// The changes that are new or deleted neighbours of an element with the same name, nearest first.
    fn pieces_beside(&self, inner: ElementId, side: PieceSide) -> Vec<usize> {
        let Some(parent) = self.tree.element(inner).parent else { return Vec::new() };
        let (name, children) = (self.tree.element(inner).name, &self.tree.element(parent).children);
        let at = children.binary_search(&inner).unwrap_or_default();
        let is_piece = |id: &ElementId| -> Option<usize> {
            let index = *self.pieces.get(id)?;
            (self.tree.element(*id).name == name && !self.used.contains(&index)).then_some(index)
        };
        if is_of_table(name) {
            return Vec::new();
        }
        match side {
            PieceSide::Behind => children[at + 1..].iter().map_while(is_piece).take(MOST_PIECES).collect(),
            PieceSide::Before => children[..at].iter().rev().map_while(is_piece).take(MOST_PIECES).collect(),
        }
    }

    /// The nearest pieces that have together the words that the element lost.
    fn with_words(&self, nearest: &[usize], lost: &[String], side: PieceSide) -> Option<Vec<usize>> {
        let mut own: Vec<String> = Vec::new();
        for (count, index) in nearest.iter().enumerate() {
            let id = piece(&self.groups[*index], self.division)?;
            own.extend(words(self.tree, id, |id| self.is_known(id)));
            if are_alike(&own, lost) {
                let mut pieces = nearest[..=count].to_vec();
                if side == PieceSide::Before {
                    pieces.reverse();
                }
                return Some(pieces);
            }
        }
        None
    }

    fn is_known(&self, id: ElementId) -> bool {
        match self.division {
            ParagraphDivision::Split => self.diff.matching.to_a(id).is_some(),
            ParagraphDivision::Joined => self.diff.matching.to_b(id).is_some(),
        }
    }

    /// The tokens of a changed element in the version without pieces, then those in the other one.
    fn tokens(&self, index: usize) -> [&'m [TextToken<'t>]; 2] {
        let EditGroupKind::Words(a, b) = self.groups[index].kind else { return [&[], &[]] };
        let (one, two) = (self.diff.a.element(a).tokens.as_slice(), self.diff.b.element(b).tokens.as_slice());
        if self.division == ParagraphDivision::Split { [one, two] } else { [two, one] }
    }

    /// Where these tokens changed.
    fn changes(&self, index: usize) -> impl DoubleEndedIterator<Item = [Range<usize>; 2]> {
        self.groups[index].edits.iter().filter_map(|edit| match &self.diff.edits[*edit].kind {
            EditKind::Words { old, new, .. } if self.division == ParagraphDivision::Split => {
                Some([old.clone(), new.clone()])
            }
            EditKind::Words { old, new, .. } => Some([new.clone(), old.clone()]),
            _ => None,
        })
    }

    /// Whether words changed at the end or the beginning of an element; signs do not count.
    fn is_at_edge(&self, index: usize, edges: [usize; 2], side: PieceSide) -> bool {
        let mut changes = self.changes(index);
        let change = if side == PieceSide::Behind { changes.next_back() } else { changes.next() };
        change.is_some_and(|change| {
            change.iter().zip(edges).all(|(range, edge)| match side {
                PieceSide::Behind => edge <= range.end,
                PieceSide::Before => range.start <= edge,
            })
        })
    }

    /// Whether some of the words of the element stay: otherwise it was rewritten.
    fn keeps_words(&self, index: usize, count: usize) -> bool {
        let [whole, _] = self.tokens(index);
        let gone = self.changes(index).map(|[gone, _]| whole[gone].iter().filter(|token| is_word(token)).count());
        count > gone.sum::<usize>()
    }

    /// The words that the element has in the version without pieces alone.
    fn lost(&self, index: usize) -> Vec<String> {
        let [whole, part] = self.tokens(index);
        let mut kept: HashMap<String, usize> = HashMap::default();
        for word in self.changes(index).flat_map(|[_, stays]| part[stays].iter().filter_map(word)) {
            *kept.entry(word).or_default() += 1;
        }
        let lost = self.changes(index).flat_map(|[gone, _]| whole[gone].iter().filter_map(word));
        let is_lost = |word: &String| match kept.get_mut(word).filter(|left| **left > 0) {
            Some(left) => {
                *left -= 1;
                false
            }
            None => true,
        };
        lost.filter(is_lost).collect()
    }
}

/// Rows and cells have changes of their own.
fn is_of_table(name: &str) -> bool {
    matches!(name, "row" | "entry" | "colspec" | "tgroup" | "table")
}

/// The index before the first word of an element, or behind its last one.
fn edge(tokens: &[TextToken<'_>], side: PieceSide) -> usize {
    match side {
        PieceSide::Behind => tokens.iter().rposition(is_word).map_or(0, |last| last + 1),
        PieceSide::Before => tokens.iter().position(is_word).unwrap_or(tokens.len()),
    }
}

/// Signs and tags are no words.
fn is_word(token: &TextToken<'_>) -> bool {
    token.kind == TokenKind::Word && token.text.chars().any(char::is_alphanumeric)
}

/// The word of a token without regard to large letters; `None` for signs and tags.
fn word(token: &TextToken<'_>) -> Option<String> {
    is_word(token).then(|| token.text.to_lowercase())
}

/// The words inside an element, without those of some elements in it.
fn words(tree: &XmlTree<'_>, id: ElementId, is_left_out: impl Fn(ElementId) -> bool) -> Vec<String> {
    let inside = tree.descendants_without(id, is_left_out);
    inside.flat_map(|id| tree.element(id).tokens.iter().filter_map(word).collect::<Vec<_>>()).collect()
}

/// Whether most words of two texts are the same.
fn are_alike(one: &[String], two: &[String]) -> bool {
    let common = common(one, two);
    common >= LEAST_WORDS && common * 8 >= (one.len() + two.len()) * 3
}

/// The number of words that two texts have in common.
fn common(one: &[String], two: &[String]) -> usize {
    let mut counts: HashMap<&str, usize> = HashMap::default();
    for word in one {
        *counts.entry(word).or_default() += 1;
    }
    let mut common = 0;
    for word in two {
        if let Some(left) = counts.get_mut(word.as_str()).filter(|left| **left > 0) {
            (*left, common) = (*left - 1, common + 1);
        }
    }
    common
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_alike_when_most_words_are_the_same() {
        let alike = |one: &str, two: &str| {
            let split = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
            are_alike(&split(one), &split(two))
        };
        assert!(alike("remove the bolt", "and remove the bolt"));
        assert!(!alike("remove the bolt", "close the door"));
        assert!(!alike("stop", "stop"), "one word may be the same by chance");
    }
}
