//! Which element of one text is which of the other: by id, by content, by the parts inside, then from the root down by
//! place and likeness.

mod children;

use foldhash::HashMap;

use super::intern::Interner;
use super::likeness::Samples;
use super::relevance::is_guarded;
use super::sequence::WorkBudget;
use super::tree::{ElementId, XmlTree};

/// Two elements that are the same thing in both texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ElementMatch {
    pub a: ElementId,
    pub b: ElementId,
    pub basis: MatchBasis,
    /// `false` where only likeness speaks for it and an error would matter: warnings, cautions, applicability, numbers.
    pub is_certain: bool,
}

/// Why two elements are taken for the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MatchBasis {
    Root,
    Id,
    /// The same content.
    Content,
    /// Most of what is inside is the same.
    Parts,
    /// The only candidate at this place.
    Place,
    /// Similar words and values.
    Likeness,
}

/// The matches of two trees. An element has at most one.
#[derive(Debug, Clone)]
pub struct Matching {
    by_a: Vec<Option<ElementMatch>>,
    by_b: Vec<Option<ElementId>>,
}

impl Matching {
    fn new(a: &XmlTree<'_>, b: &XmlTree<'_>) -> Self {
        Self { by_a: vec![None; a.elements.len()], by_b: vec![None; b.elements.len()] }
    }

    pub fn of_a(&self, a: ElementId) -> Option<&ElementMatch> {
        self.by_a[a.index()].as_ref()
    }

    pub fn of_b(&self, b: ElementId) -> Option<&ElementMatch> {
        self.by_b[b.index()].and_then(|a| self.of_a(a))
    }

    /// The element of B that an element of A is.
    pub fn to_b(&self, a: ElementId) -> Option<ElementId> {
        self.of_a(a).map(|found| found.b)
    }

    pub fn to_a(&self, b: ElementId) -> Option<ElementId> {
        self.by_b[b.index()]
    }

    /// All matches, in the order of A.
    pub fn iter(&self) -> impl Iterator<Item = &ElementMatch> {
        self.by_a.iter().flatten()
    }

    /// Drops the matches of elements whose parents are no match.
    pub(super) fn forget_moves_between_parents(&mut self, a: &XmlTree<'_>, b: &XmlTree<'_>) {
        for id in a.ids() {
            let Some(found) = self.to_b(id) else { continue };
            let parents = (a.element(id).parent, b.element(found).parent);
            let is_kept = match parents {
                (Some(one), Some(two)) => self.to_b(one) == Some(two),
                (None, None) => true,
                _ => false,
            };
            if !is_kept {
                self.by_a[id.index()] = None;
                self.by_b[found.index()] = None;
            }
        }
    }

    pub(crate) fn add(&mut self, found: ElementMatch) {
        self.by_a[found.a.index()] = Some(found);
        self.by_b[found.b.index()] = Some(found.a);
    }
}

/// Words and elements that make a piece of content recognisable wherever it stands.
const RECOGNISABLE: u32 = 7;
/// The share of common parts from which on two containers are the same.
const MOST_PARTS: f32 = 0.5;

/// Matches two trees.
pub(crate) fn find(a: &XmlTree<'_>, b: &XmlTree<'_>, interner: &mut Interner, budget: &mut WorkBudget) -> Matching {
    let samples = (Samples::of(a, interner), Samples::of(b, interner));
    let mut matcher = Matcher { a, b, samples, budget, matching: Matching::new(a, b) };
    if a.element(ElementId::ROOT).name == b.element(ElementId::ROOT).name {
        matcher.pair(ElementId::ROOT, ElementId::ROOT, MatchBasis::Root, true);
    }
    let counts = counts(a, b);
    matcher.by_id(&counts);
    matcher.by_content(&counts);
    matcher.by_parts();
    for a in matcher.a.ids() {
        if let Some(b) = matcher.matching.to_b(a) {
            matcher.children(a, b);
        }
    }
    matcher.matching
}

/// How often a shape occurs on both sides, and one place of each.
#[derive(Debug, Default, Clone, Copy)]
struct ShapeCount {
    a: (u32, u32),
    b: (u32, u32),
}

impl ShapeCount {
    fn only_pair(self) -> Option<(ElementId, ElementId)> {
        (self.a.0 == 1 && self.b.0 == 1).then_some((ElementId(self.a.1), ElementId(self.b.1)))
    }
}

fn counts(a: &XmlTree<'_>, b: &XmlTree<'_>) -> HashMap<u32, ShapeCount> {
    let mut counts: HashMap<u32, ShapeCount> = HashMap::default();
    for id in a.ids() {
        let found = counts.entry(a.element(id).shape.plain).or_default();
        found.a = (found.a.0 + 1, id.0);
    }
    for id in b.ids() {
        let found = counts.entry(b.element(id).shape.plain).or_default();
        found.b = (found.b.0 + 1, id.0);
    }
    counts
}

struct Matcher<'m, 't> {
    a: &'m XmlTree<'t>,
    b: &'m XmlTree<'t>,
    samples: (Samples, Samples),
    budget: &'m mut WorkBudget,
    matching: Matching,
}

impl Matcher<'_, '_> {
    fn is_free(&self, a: ElementId, b: ElementId) -> bool {
        self.matching.to_b(a).is_none() && self.matching.to_a(b).is_none()
    }

    fn pair(&mut self, a: ElementId, b: ElementId, basis: MatchBasis, is_certain: bool) {
        self.matching.add(ElementMatch { a, b, basis, is_certain });
    }

    /// Elements with the same id, unless the content of one stands elsewhere: ids are numbered anew when a figure is
    /// inserted before others.
    fn by_id(&mut self, counts: &HashMap<u32, ShapeCount>) {
        for a in self.a.ids() {
            let id = self.a.attribute(a, "id").filter(|id| self.a.by_id(id) == Some(a));
            let Some(b) = id.and_then(|id| self.b.by_id(id)) else { continue };
            let (one, two) = (self.a.element(a), self.b.element(b));
            if one.name != two.name || !self.is_free(a, b) {
                continue;
            }
            // A statement of applicability is what it says, however short it is.
            let least = if one.name == "applic" { 0 } else { RECOGNISABLE };
            let stands_elsewhere = |shape: u32, weight: u32| {
                weight >= least && counts.get(&shape).is_some_and(|found| found.only_pair().is_some())
            };
            let is_same = one.shape.plain == two.shape.plain;
            if is_same
                || !(stands_elsewhere(one.shape.plain, one.weight) || stands_elsewhere(two.shape.plain, two.weight))
            {
                self.pair(a, b, MatchBasis::Id, true);
            }
        }
    }

    /// Recognisable content that occurs once on both sides, largest pieces first.
    fn by_content(&mut self, counts: &HashMap<u32, ShapeCount>) {
        let mut next = 0;
        while let Some(element) = self.a.elements.get(next) {
            let here = ElementId(u32::try_from(next).unwrap_or(u32::MAX));
            let pair = counts.get(&element.shape.plain).and_then(|found| found.only_pair());
            match pair.filter(|(a, b)| element.weight >= RECOGNISABLE || (is_entry(self.a, *a) && is_entry(self.b, *b)))
            {
                Some((a, b)) if a == here && self.is_free(a, b) => {
                    self.pair(a, b, MatchBasis::Content, true);
                    next = element.end as usize;
                }
                _ => next += 1,
            }
        }
    }

    /// Containers that hold mostly the same parts, innermost first.
    fn by_parts(&mut self) {
        for a in self.a.ids().rev() {
            if self.matching.to_b(a).is_some() {
                continue;
            }
            let mut common: Vec<(ElementId, u32)> = Vec::new();
            for child in &self.a.element(a).children {
                let partner = self.matching.to_b(*child).and_then(|b| self.b.element(b).parent);
                let Some(around) = partner else { continue };
                let weight = self.a.element(*child).weight;
                // Children that went to many places say little about their parent.
                match common.iter().position(|(b, _)| *b == around) {
                    Some(at) => common[at].1 = common[at].1.saturating_add(weight),
                    None if common.len() < 16 => common.push((around, weight)),
                    None => {}
                }
            }
            let Some((b, weight)) = common.into_iter().max_by_key(|(_, weight)| *weight) else { continue };
            let (one, two) = (self.a.element(a), self.b.element(b));
            if one.name == two.name && self.is_free(a, b) && share(weight, one.weight, two.weight) >= MOST_PARTS {
                self.pair(a, b, MatchBasis::Parts, !is_guarded(one.name));
            }
        }
    }
}

/// Whether an element is an entry of a publication. Its code says what it is, however short it is.
fn is_entry(tree: &XmlTree<'_>, id: ElementId) -> bool {
    let element = tree.element(id);
    let is_in_section = element.parent.is_some_and(|parent| tree.element(parent).name == "pmEntry");
    is_in_section && matches!(element.name, "dmRef" | "pmRef")
}

/// The common part of two weights, from 0 to 1.
fn share(common: u32, a: u32, b: u32) -> f32 {
    let sum = f64::from(a) + f64::from(b);
    #[expect(clippy::cast_possible_truncation, reason = "a share needs no more digits")]
    let share = (2.0 * f64::from(common) / sum) as f32;
    share
}
