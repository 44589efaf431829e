//! The children of two elements that are the same.

use foldhash::HashMap;

use super::{MatchBasis, Matcher};
use crate::diff::relevance::is_guarded;
use crate::diff::sequence::align;
use crate::diff::tree::{ElementId, XmlTree};
use crate::diff::words::TokenKind;

/// The likeness from which on children at one place are the same.
const ALIKE: f32 = 0.3;
/// The likeness from which on a child was moved and changed.
const ALIKE_ELSEWHERE: f32 = 0.7;
/// Pairs that are compared one by one; of longer gaps only neighbours are.
const MOST_PAIRS: usize = 10_000;
/// Neighbours that are compared in a long gap.
const WINDOW: usize = 4;

/// Numbers that no shape has: pairs of matched children, and children that stand elsewhere on the other side.
const PAIRED: u32 = 0x8000_0000;
const ELSEWHERE_A: u32 = 0xA000_0000;
const ELSEWHERE_B: u32 = 0xC000_0000;

impl Matcher<'_, '_> {
    /// Matches the children of two matched elements.
    pub(super) fn children(&mut self, a: ElementId, b: ElementId) {
        let (one, two) = (self.a.element(a), self.b.element(b));
        let (in_a, in_b) = (one.children.clone(), two.children.clone());
        if in_a.is_empty() || in_b.is_empty() {
            return;
        }
        if one.shape.exact == two.shape.exact {
            for (a, b) in in_a.into_iter().zip(in_b) {
                if self.is_free(a, b) {
                    self.pair(a, b, MatchBasis::Content, true);
                }
            }
            return;
        }
        let anchors = self.in_order(&in_a, &in_b, b);
        self.only_ones(&in_a, &in_b);
        let mut from = (0, 0);
        for (x, y) in anchors.into_iter().chain([(in_a.len(), in_b.len())]) {
            let (free_a, free_b) = self.free(&in_a[from.0..x], &in_b[from.1..y]);
            self.wrapped(&free_a, &free_b);
            let (free_a, free_b) = self.free(&free_a, &free_b);
            self.gap(&free_a, &free_b);
            from = (x + 1, y + 1);
        }
        let (free_a, free_b) = self.free(&in_a, &in_b);
        self.moved_and_changed(&free_a, &free_b);
    }

    /// The children without a match.
    fn free(&self, a: &[ElementId], b: &[ElementId]) -> (Vec<ElementId>, Vec<ElementId>) {
        let free_a = a.iter().copied().filter(|a| self.matching.to_b(*a).is_none()).collect();
        let free_b = b.iter().copied().filter(|b| self.matching.to_a(*b).is_none()).collect();
        (free_a, free_b)
    }

    /// Matches children with the same content in the same order; gives the places of all matches in order.
    fn in_order(&mut self, in_a: &[ElementId], in_b: &[ElementId], around: ElementId) -> Vec<(usize, usize)> {
        let number_a = |a: &ElementId| match self.matching.to_b(*a) {
            None => self.a.element(*a).shape.plain,
            Some(b) if self.b.element(b).parent == Some(around) => PAIRED | a.0,
            Some(_) => ELSEWHERE_A | a.0,
        };
        let keys_a: Vec<u32> = in_a.iter().map(number_a).collect();
        let number_b = |b: &ElementId| match self.matching.to_a(*b) {
            None => self.b.element(*b).shape.plain,
            Some(a) if in_a.binary_search(&a).is_ok() => PAIRED | a.0,
            Some(_) => ELSEWHERE_B | b.0,
        };
        let keys_b: Vec<u32> = in_b.iter().map(number_b).collect();
        let anchors = align(&keys_a, &keys_b, self.budget);
        for (x, y) in &anchors {
            if self.is_free(in_a[*x], in_b[*y]) {
                self.pair(in_a[*x], in_b[*y], MatchBasis::Content, true);
            }
        }
        anchors
    }

    /// Matches children with the same content at other places of the same parent. Of several alike, the first with the
    /// first: which is which then does not matter to a reader, except where an error would.
    fn only_ones(&mut self, in_a: &[ElementId], in_b: &[ElementId]) {
        let (free_a, free_b) = self.free(in_a, in_b);
        let mut by_shape: HashMap<u32, Vec<ElementId>> = HashMap::default();
        for b in free_b.into_iter().rev() {
            by_shape.entry(self.b.element(b).shape.plain).or_default().push(b);
        }
        for a in free_a {
            let element = self.a.element(a);
            let Some(alike) = by_shape.get_mut(&element.shape.plain) else { continue };
            let is_certain = alike.len() == 1 || !is_guarded(element.name);
            // An empty element says nothing about where it came from.
            if let Some(b) = alike.pop().filter(|_| element.weight > 1 || !element.attributes.is_empty()) {
                self.pair(a, b, MatchBasis::Content, is_certain);
            }
        }
    }

    /// Matches changed children between the same neighbours.
    fn gap(&mut self, a: &[ElementId], b: &[ElementId]) {
        if a.is_empty() || b.is_empty() {
            return;
        }
        if a.len() * b.len() <= MOST_PAIRS && self.budget.take(a.len() * b.len() * 16) {
            let (only_a, only_b) = (only_of_name(self.a, a), only_of_name(self.b, b));
            let is_only = |x: usize, y: usize| only_a[x] && only_b[y];
            let scores = self.scores(a, b, is_only);
            let mut from = (0, 0);
            for (x, y) in best_in_order(&scores, a.len(), b.len()) {
                self.pair_alike(a[x], b[y], is_only(x, y));
                self.only_between(&a[from.0..x], &b[from.1..y]);
                from = (x + 1, y + 1);
            }
            self.only_between(&a[from.0..], &b[from.1..]);
            return;
        }
        self.budget.is_spent = true;
        let mut from = 0;
        for one in a {
            let window = b.get(from..(from + WINDOW).min(b.len())).unwrap_or_default();
            let found = window.iter().position(|two| self.score(*one, *two) >= ALIKE);
            if let Some(at) = found {
                self.pair_alike(*one, b[from + at], false);
                from += at + 1;
            }
        }
    }

    /// Matches the only two of a name between changed neighbours, whatever they say.
    fn only_between(&mut self, a: &[ElementId], b: &[ElementId]) {
        let (only_a, only_b) = (only_of_name(self.a, a), only_of_name(self.b, b));
        for (x, one) in a.iter().enumerate().filter(|(x, _)| only_a[*x]) {
            let same = |y: &usize| only_b[*y] && self.same_name(*one, b[*y]);
            if let Some(y) = (0..b.len()).find(same) {
                self.pair_alike(a[x], b[y], true);
            }
        }
    }

    /// Matches elements around which one side put another one of the same name: steps that became parts of a step.
    fn wrapped(&mut self, a: &[ElementId], b: &[ElementId]) {
        if a.is_empty() || b.is_empty() || a.len() * b.len() > MOST_PAIRS {
            return;
        }
        let in_a: Vec<Vec<ElementId>> = a.iter().map(|one| nested(self.a, *one)).collect();
        let in_b: Vec<Vec<ElementId>> = b.iter().map(|two| nested(self.b, *two)).collect();
        for (one, in_a) in a.iter().zip(&in_a) {
            for (two, in_b) in b.iter().zip(&in_b) {
                if !self.is_free(*one, *two) || !self.same_name(*one, *two) {
                    continue;
                }
                // Of two that both have such parts, a part of one may be like the whole of the other by chance.
                let pairs: Vec<(ElementId, ElementId)> = match (in_a.is_empty(), in_b.is_empty()) {
                    (true, false) => in_b.iter().map(|inner| (*one, *inner)).collect(),
                    (false, true) => in_a.iter().map(|inner| (*inner, *two)).collect(),
                    _ => continue,
                };
                let around = self.samples.0.likeness(*one, &self.samples.1, *two).max(ALIKE_ELSEWHERE);
                if !self.budget.take(pairs.len() * 16) {
                    return;
                }
                let likeness = |(a, b): &(ElementId, ElementId)| self.samples.0.likeness(*a, &self.samples.1, *b);
                let free = pairs.into_iter().filter(|(a, b)| self.is_free(*a, *b));
                let best = free.max_by(|one, two| likeness(one).total_cmp(&likeness(two)));
                if let Some((a, b)) = best.filter(|pair| likeness(pair) > around) {
                    self.pair(a, b, MatchBasis::Likeness, self.is_safe(a, b));
                }
            }
        }
    }

    /// The likeness of each pair; 0 where they cannot be the same.
    fn scores(&self, a: &[ElementId], b: &[ElementId], is_only: impl Fn(usize, usize) -> bool) -> Vec<f32> {
        let mut scores = Vec::with_capacity(a.len() * b.len());
        for (x, one) in a.iter().enumerate() {
            for (y, two) in b.iter().enumerate() {
                let at_least = if is_only(x, y) && self.same_name(*one, *two) { ALIKE } else { 0.0 };
                scores.push(self.score(*one, *two).max(at_least));
            }
        }
        scores
    }

    fn same_name(&self, a: ElementId, b: ElementId) -> bool {
        self.a.element(a).name == self.b.element(b).name
    }

    fn score(&self, a: ElementId, b: ElementId) -> f32 {
        if !self.same_name(a, b) {
            return 0.0;
        }
        let likeness = self.samples.0.likeness(a, &self.samples.1, b);
        // A short container to which a paragraph is added has little in common with what it was.
        let is_grown = || !self.a.element(a).is_mixed && self.samples.0.is_grown(a, &self.samples.1, b);
        if likeness >= ALIKE {
            likeness
        } else if is_grown() {
            ALIKE
        } else {
            0.0
        }
    }

    /// Matches two children of a gap, which may be the only ones of their name there.
    fn pair_alike(&mut self, a: ElementId, b: ElementId, is_only: bool) {
        if is_only {
            // Short texts such as values in a table are identified by their place, whatever they say.
            let is_short = self.samples.0.is_short(a) || self.samples.1.is_short(b);
            let is_certain = (is_short && !is_guarded(self.a.element(a).name))
                || self.samples.0.likeness(a, &self.samples.1, b) >= ALIKE;
            self.pair(a, b, MatchBasis::Place, is_certain);
        } else {
            self.pair(a, b, MatchBasis::Likeness, self.is_safe(a, b));
        }
    }

    /// Matches children that changed and stand at another place of the same parent.
    fn moved_and_changed(&mut self, a: &[ElementId], b: &[ElementId]) {
        if a.is_empty() || b.is_empty() || a.len() * b.len() > MOST_PAIRS || !self.budget.take(a.len() * b.len() * 16) {
            return;
        }
        let mut pairs: Vec<(f32, ElementId, ElementId)> = Vec::new();
        for one in a {
            for two in b {
                let score = self.score(*one, *two);
                if score >= ALIKE_ELSEWHERE && !self.samples.0.is_empty(*one) {
                    pairs.push((score, *one, *two));
                }
            }
        }
        pairs.sort_by(|one, two| two.0.total_cmp(&one.0).then_with(|| (one.1, one.2).cmp(&(two.1, two.2))));
        for (_, a, b) in pairs {
            if self.is_free(a, b) {
                self.pair(a, b, MatchBasis::Likeness, self.is_safe(a, b));
            }
        }
    }

    /// Whether nothing bad follows when likeness alone has paired the wrong two.
    fn is_safe(&self, a: ElementId, b: ElementId) -> bool {
        !is_guarded(self.a.element(a).name) && numbers(self.a, a) == numbers(self.b, b)
    }
}

/// The elements of the same name inside an element.
fn nested(tree: &XmlTree<'_>, id: ElementId) -> Vec<ElementId> {
    let name = tree.element(id).name;
    tree.descendants(id).skip(1).filter(|inner| tree.element(*inner).name == name).collect()
}

/// The numbers in an element's own text.
fn numbers(tree: &XmlTree<'_>, id: ElementId) -> Vec<u32> {
    let tokens = tree.element(id).tokens.iter();
    tokens.filter(|token| token.kind == TokenKind::Word && token.has_digit()).map(|token| token.key).collect()
}

/// For each element whether no other one has its name.
fn only_of_name(tree: &XmlTree<'_>, among: &[ElementId]) -> Vec<bool> {
    let mut counts: HashMap<&str, usize> = HashMap::default();
    for id in among {
        *counts.entry(tree.element(*id).name).or_default() += 1;
    }
    among.iter().map(|id| counts.get(tree.element(*id).name) == Some(&1)).collect()
}

/// The pairs with the largest sum of scores, in order on both sides.
fn best_in_order(scores: &[f32], rows: usize, columns: usize) -> Vec<(usize, usize)> {
    let width = columns + 1;
    let mut best = vec![0.0_f32; (rows + 1) * width];
    for x in (0..rows).rev() {
        for y in (0..columns).rev() {
            let score = scores[x * columns + y];
            let skipped = best[(x + 1) * width + y].max(best[x * width + y + 1]);
            let paired = if score > 0.0 { score + best[(x + 1) * width + y + 1] } else { 0.0 };
            best[x * width + y] = skipped.max(paired);
        }
    }
    let (mut x, mut y) = (0, 0);
    let mut pairs = Vec::new();
    while x < rows && y < columns {
        let score = scores[x * columns + y];
        let (below, beside) = (best[(x + 1) * width + y], best[x * width + y + 1]);
        if score > 0.0 && score + best[(x + 1) * width + y + 1] >= below.max(beside) {
            pairs.push((x, y));
            (x, y) = (x + 1, y + 1);
        } else if below >= beside {
            x += 1;
        } else {
            y += 1;
        }
    }
    pairs
}
