//! How alike two elements are, from a sample of their words and values.

use super::intern::Interner;
use super::relevance::{Relevance, is_id_reference, of_attribute};
use super::tree::{ElementId, XmlTree};
use super::words::{TokenKind, is_ideograph};

/// Numbers kept of one element. Smaller elements are compared whole.
const SAMPLE: usize = 48;

/// Words and values of a short element.
const SHORT: usize = 3;

/// A sample of the words and values of each element of a tree.
#[derive(Debug)]
pub(super) struct Samples(Vec<Box<[u64]>>);

impl Samples {
    pub(super) fn of(tree: &XmlTree<'_>, interner: &mut Interner) -> Self {
        let mut samples: Vec<Box<[u64]>> = vec![Box::default(); tree.elements.len()];
        for id in tree.ids().rev() {
            let mut all = own(tree, id, interner);
            for child in &tree.element(id).children {
                if tree.element(*child).relevance != Relevance::Noise {
                    all.extend_from_slice(&samples[child.index()]);
                }
            }
            all.sort_unstable();
            all.dedup();
            all.truncate(SAMPLE);
            samples[id.index()] = all.into_boxed_slice();
        }
        Self(samples)
    }

    pub(super) fn is_empty(&self, id: ElementId) -> bool {
        self.0[id.index()].is_empty()
    }

    pub(super) fn is_short(&self, id: ElementId) -> bool {
        self.0[id.index()].len() <= SHORT
    }

    /// Whether one element holds most of what the other holds, and more.
    pub(super) fn is_grown(&self, a: ElementId, other: &Self, b: ElementId) -> bool {
        let (a, b) = (&self.0[a.index()], &other.0[b.index()]);
        let least = a.len().min(b.len());
        if least < 2 || a.len().max(b.len()) >= SAMPLE {
            return false;
        }
        let common = a.iter().filter(|number| b.binary_search(number).is_ok()).count();
        common * 4 >= least * 3
    }

    /// From 0 (nothing in common) to 1: what both have of what either has.
    pub(super) fn likeness(&self, a: ElementId, other: &Self, b: ElementId) -> f32 {
        let (a, b) = (&self.0[a.index()], &other.0[b.index()]);
        if a.is_empty() && b.is_empty() {
            return 1.0;
        }
        // Of large elements only the smallest numbers were kept: those of both together are a sample of the union.
        let (mut x, mut y, mut common, mut all) = (0, 0, 0_u16, 0_u16);
        while (x < a.len() || y < b.len()) && usize::from(all) < SAMPLE {
            all += 1;
            match (a.get(x), b.get(y)) {
                (Some(one), Some(two)) if one == two => (x, y, common) = (x + 1, y + 1, common + 1),
                (Some(one), Some(two)) if one < two => x += 1,
                (Some(_), None) => x += 1,
                _ => y += 1,
            }
        }
        f32::from(common) / f32::from(all.max(1))
    }
}

/// Scattered numbers of an element's own words and values.
fn own(tree: &XmlTree<'_>, id: ElementId, interner: &mut Interner) -> Vec<u64> {
    let element = tree.element(id);
    let mut all = Vec::with_capacity(element.tokens.len() + element.attributes.len());
    let mut last = None;
    for token in element.tokens.iter().filter(|token| token.kind == TokenKind::Word) {
        // Single Chinese characters are too common to tell texts apart: two neighbours count as one word.
        let is_single = token.text.chars().all(is_ideograph);
        match last.replace(token.key).filter(|_| is_single) {
            Some(before) => all.push(scattered(u64::from(before) << 32 | u64::from(token.key))),
            None if token.text.chars().all(|c| c.is_ascii_punctuation()) => {}
            None => all.push(scattered(u64::from(token.key))),
        }
        if !is_single {
            last = None;
        }
    }
    for attribute in &element.attributes {
        if of_attribute(element.name, attribute.name) == Relevance::Content && !is_id_reference(attribute.name) {
            let (name, value) = (interner.text(attribute.name), interner.text(&attribute.value));
            all.push(scattered(u64::from(name) << 32 | u64::from(value) | 1 << 63));
        }
    }
    all
}

/// Spreads numbers evenly (the finisher of `SplitMix64`), so that the smallest are a fair sample.
fn scattered(number: u64) -> u64 {
    let mixed = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ (mixed >> 31)
}
