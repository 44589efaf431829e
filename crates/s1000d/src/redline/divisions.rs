//! Paragraphs and steps that were split or joined.
//!
//! To the comparison a split is two changes: words that one element lost at its end or its beginning, and a new element
//! with these words beside it. A join is the reverse. Here the two become one change.

use foldhash::{HashMap, HashSet};

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
        let mut words = self.words[&text].iter().copied().filter(|index| !self.used.contains(index));
        let words = words.find(|index| self.is_at_edge(*index, side) && self.keeps_words(*index))?;
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
        let at = children.iter().position(|child| *child == inner)?;
        let rest = if side == PieceSide::Behind { &children[at + 1..] } else { &children[..at] };
        let is_last = rest.iter().all(|child| words(self.tree, *child, |_| false).is_empty());
        (is_last && !self.tree.element(outer).is_mixed).then_some(outer)
    }

    /// The changes that are new or deleted neighbours of an element with the same name, nearest first.
    fn pieces_beside(&self, inner: ElementId, side: PieceSide) -> Vec<usize> {
        let Some(parent) = self.tree.element(inner).parent else { return Vec::new() };
        let (name, children) = (self.tree.element(inner).name, &self.tree.element(parent).children);
        let at = children.iter().position(|child| *child == inner).unwrap_or_default();
        let is_piece = |id: &ElementId| -> Option<usize> {
            let index = *self.pieces.get(id)?;
            (self.tree.element(*id).name == name && !self.used.contains(&index)).then_some(index)
        };
        if matches!(name, "row" | "entry" | "colspec" | "tgroup" | "table") {
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

    /// The tokens that the element has in the version without pieces, then those of the other one, and where they changed.
    fn changes(&self, index: usize) -> Vec<[(&'m [TextToken<'t>], std::ops::Range<usize>); 2]> {
        let diff = self.diff;
        let edits = self.groups[index].edits.iter().filter_map(|edit| match &diff.edits[*edit].kind {
            EditKind::Words { a, b, old, new } => {
                let one = (diff.a.element(*a).tokens.as_slice(), old.clone());
                let two = (diff.b.element(*b).tokens.as_slice(), new.clone());
                Some(if self.division == ParagraphDivision::Split { [one, two] } else { [two, one] })
            }
            _ => None,
        });
        edits.collect()
    }

    /// Whether words changed at the end or the beginning of an element; signs do not count.
    fn is_at_edge(&self, index: usize, side: PieceSide) -> bool {
        let changes = self.changes(index);
        let is_edge = |(tokens, range): &(&[TextToken<'_>], std::ops::Range<usize>)| {
            let rest = if side == PieceSide::Behind { &tokens[range.end..] } else { &tokens[..range.start] };
            rest.iter().all(|token| word(token).is_none())
        };
        let edge = if side == PieceSide::Behind { changes.last() } else { changes.first() };
        edge.is_some_and(|[whole, part]| is_edge(whole) && is_edge(part))
    }

    /// Whether words of the element stay: otherwise it was rewritten.
    fn keeps_words(&self, index: usize) -> bool {
        let changes = self.changes(index);
        let Some([(tokens, _), _]) = changes.first() else { return false };
        let count = |tokens: &[TextToken<'_>]| tokens.iter().filter_map(word).count();
        count(tokens) > changes.iter().map(|[(tokens, gone), _]| count(&tokens[gone.clone()])).sum::<usize>()
    }

    /// The words that the element has in the version without pieces alone.
    fn lost(&self, index: usize) -> Vec<String> {
        let (mut lost, mut kept) = (Vec::new(), Vec::new());
        for [(whole, gone), (part, stays)] in self.changes(index) {
            lost.extend(whole[gone].iter().filter_map(word));
            kept.extend(part[stays].iter().filter_map(word));
        }
        for word in kept {
            if let Some(at) = lost.iter().position(|one| *one == word) {
                lost.remove(at);
            }
        }
        lost
    }
}

/// The word of a token without regard to large letters; `None` for signs and tags.
fn word(token: &TextToken<'_>) -> Option<String> {
    let is_word = token.kind == TokenKind::Word && token.text.chars().any(char::is_alphanumeric);
    is_word.then(|| token.text.to_lowercase())
}

/// The words inside an element, without those of some elements in it.
fn words(tree: &XmlTree<'_>, id: ElementId, is_left_out: impl Fn(ElementId) -> bool) -> Vec<String> {
    let inside = tree.descendants_without(id, is_left_out);
    inside.flat_map(|id| tree.element(id).tokens.iter().filter_map(word).collect::<Vec<_>>()).collect()
}

/// Whether most words of two texts are the same.
fn are_alike(one: &[String], two: &[String]) -> bool {
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
    common >= LEAST_WORDS && common * 8 >= (one.len() + two.len()) * 3
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
