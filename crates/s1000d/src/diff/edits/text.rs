//! Edits of running text.

use foldhash::HashMap;

use super::{Edit, EditKind, Lister, Owner, changed};
use crate::diff::relevance::Relevance;
use crate::diff::sequence::align;
use crate::diff::tree::ElementId;
use crate::diff::words::{TextToken, TokenKind};

/// Numbers that no word or shape has: elements in the text that are the same, and those that are not.
const PAIRED: u32 = 0x8000_0000;
const OTHER_A: u32 = 0xA000_0000;
const OTHER_B: u32 = 0xC000_0000;

impl Lister<'_, '_> {
    /// The words that differ between a matched element of B and its partner.
    pub(super) fn text(&mut self, b: ElementId) {
        let Some(found) = self.matching.of_b(b).copied() else { return };
        let a = found.a;
        let mut pairs = self.same_tokens(a, b);
        let (old, new) = (&self.a.element(a).tokens, &self.b.element(b).tokens);
        Self::pair_tags(old, new, &mut pairs);
        drop_chance_pairs(old, new, &mut pairs);
        let mut from = (0, 0);
        let ends = (old.len(), new.len());
        for (x, y) in pairs.iter().copied().chain([ends]) {
            if from != (x, y) {
                self.words((a, b), from, (x, y), found.is_certain);
            }
            if (x, y) == ends {
                break;
            }
            if old[x].spaced != new[y].spaced {
                self.words((a, b), (x, y), (x + 1, y + 1), found.is_certain);
            } else if let (TokenKind::Open(one), TokenKind::Open(two)) = (old[x].kind, new[y].kind) {
                for change in changed(&self.a.inline(one).attributes, &self.b.inline(two).attributes) {
                    self.attribute(Owner::Inline(one, two), change, found.is_certain);
                }
            }
            from = (x + 1, y + 1);
        }
        self.moved_atoms(Some(a), b);
    }

    /// The pairs of tokens that both texts have, in order.
    fn same_tokens(&mut self, a: ElementId, b: ElementId) -> Vec<(usize, usize)> {
        let key_a = |token: &TextToken<'_>| match token.kind {
            TokenKind::Atom(atom) => match self.matching.to_b(atom) {
                Some(partner) if self.b.element(partner).parent == Some(b) => PAIRED | atom.0,
                _ => OTHER_A | atom.0,
            },
            _ => token.key,
        };
        let key_b = |token: &TextToken<'_>| match token.kind {
            TokenKind::Atom(atom) => match self.matching.to_a(atom) {
                Some(partner) if self.a.element(partner).parent == Some(a) => PAIRED | partner.0,
                _ => OTHER_B | atom.0,
            },
            _ => token.key,
        };
        let old: Vec<u32> = self.a.element(a).tokens.iter().map(key_a).collect();
        let new: Vec<u32> = self.b.element(b).tokens.iter().map(key_b).collect();
        align(&old, &new, self.budget)
    }

    /// Adds the start tags of inline elements whose end tags are a pair: only their attributes changed.
    fn pair_tags(old: &[TextToken<'_>], new: &[TextToken<'_>], pairs: &mut Vec<(usize, usize)>) {
        let (opened_a, opened_b) = (opened(old), opened(new));
        let mut added = Vec::new();
        for (x, y) in pairs.iter() {
            let (TokenKind::Close(one), TokenKind::Close(two)) = (old[*x].kind, new[*y].kind) else { continue };
            let (Some(&x), Some(&y)) = (opened_a.get(&one), opened_b.get(&two)) else { continue };
            let at = pairs.partition_point(|pair| pair.0 < x);
            let fits_before = at == 0 || pairs[at - 1].1 < y;
            let fits_behind = pairs.get(at).is_none_or(|pair| pair.0 > x && pair.1 > y);
            if fits_before && fits_behind {
                added.push((x, y));
            }
        }
        pairs.extend(added);
        pairs.sort_unstable();
        pairs.dedup_by(|two, one| two.0 <= one.0 || two.1 <= one.1);
    }

    fn words(&mut self, (a, b): (ElementId, ElementId), from: (usize, usize), to: (usize, usize), is_certain: bool) {
        let (one, two) = (self.a.element(a), self.b.element(b));
        let (old, new) = (from.0..to.0, from.1..to.1);
        let keys_a = one.tokens[old.clone()].iter().filter(|token| !token.is_mark(self.a)).map(|token| token.key);
        let keys_b = two.tokens[new.clone()].iter().filter(|token| !token.is_mark(self.b)).map(|token| token.key);
        let relevance = if keys_a.eq(keys_b) { Relevance::Noise } else { two.relevance };
        let at = two.tokens.get(from.1).map_or(two.range.end, |token| token.range.start);
        self.edits.push(Edit { kind: EditKind::Words { a, b, old, new }, relevance, is_certain, at });
    }

    /// Elements in the text that stood below another element than `a`.
    pub(super) fn moved_atoms(&mut self, a: Option<ElementId>, b: ElementId) {
        for child in &self.b.element(b).children {
            let Some(found) = self.matching.of_b(*child).copied() else { continue };
            if self.a.element(found.a).parent != a {
                let (relevance, at) = (self.b.element(*child).relevance, self.b.element(*child).range.start);
                let kind = EditKind::Move { a: found.a, b: *child, place: None };
                self.edits.push(Edit { kind, relevance, is_certain: found.is_certain, at });
            }
        }
    }
}

/// The places of start tags, by their inline elements.
fn opened(tokens: &[TextToken<'_>]) -> HashMap<u32, usize> {
    let open = |(at, token): (usize, &TextToken<'_>)| match token.kind {
        TokenKind::Open(inline) => Some((inline, at)),
        _ => None,
    };
    tokens.iter().enumerate().filter_map(open).collect()
}

/// Lets go of single short words between two larger changes. They are equal by chance and make a rewritten sentence
/// hard to read.
fn drop_chance_pairs(old: &[TextToken<'_>], new: &[TextToken<'_>], pairs: &mut Vec<(usize, usize)>) {
    let mut kept: Vec<(usize, usize)> = Vec::with_capacity(pairs.len());
    for (index, (x, y)) in pairs.iter().copied().enumerate() {
        let (before_x, before_y) = kept.last().map_or((0, 0), |(x, y)| (x + 1, y + 1));
        let (behind_x, behind_y) = pairs.get(index + 1).copied().unwrap_or((old.len(), new.len()));
        let before = (x - before_x).min(y - before_y);
        let behind = (behind_x - x - 1).min(behind_y - y - 1);
        let is_short = old[x].kind == TokenKind::Word && old[x].text.len() <= 3 && !old[x].has_digit();
        if !(is_short && before.min(behind) >= 1 && before + behind >= 4) {
            kept.push((x, y));
        }
    }
    *pairs = kept;
}
