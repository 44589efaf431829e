//! Which item of the old version is which of the new one.

use std::collections::{BTreeSet, HashMap};
use std::hash::Hash;

use super::fingerprint::ItemPrints;
use super::{claims, likeness};
use crate::clean;
use crate::model::SourceCollection;

/// Why two items are taken for the same; in the order of trust.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ItemBasis {
    /// The publisher's id.
    StableId,
    /// The new item says that it replaces the old one.
    Supersedes,
    Code,
    EqualText,
    /// So many percent of the words in common. A proposal: a person should confirm it.
    LikeText(u8),
}

/// The pairs, seen from both sides.
#[derive(Debug)]
pub(super) struct Matches {
    pub(super) of_new: Vec<Option<(usize, ItemBasis)>>,
    pub(super) of_old: Vec<Option<usize>>,
}

/// Finds the pairs; each item is in one at most. The living items of the old version come before the withdrawn ones:
/// people work on those.
pub(super) fn find(
    old: &SourceCollection,
    new: &SourceCollection,
    (old_prints, new_prints): (&ItemPrints, &ItemPrints),
    withdrawn: &BTreeSet<usize>,
) -> Matches {
    let mut matches = Matches { of_new: vec![None; new.items.len()], of_old: vec![None; old.items.len()] };
    let (living, gone): (Vec<usize>, Vec<usize>) = (0..old.items.len()).partition(|place| !withdrawn.contains(place));
    let both = [living, gone];
    let id = |collection: &SourceCollection, place: usize| {
        Some(collection.items[place].stable_id.clone()).filter(|id| !id.is_empty())
    };
    for some in &both {
        matches.by_key(some, |place| id(old, place), |place| id(new, place), ItemBasis::StableId);
    }
    // Items with ids of which the other side knows nothing may still have the same code.
    let code_and_kind = |collection: &SourceCollection, place: usize| {
        let item = &collection.items[place];
        Some((clean::code_key(&item.code), Some(item.kind)))
    };
    let code = |collection: &SourceCollection, place: usize| Some(clean::code_key(&collection.items[place].code));
    let text = |prints: &ItemPrints, place: usize| {
        let print = prints.items[place];
        print.is_telling.then_some(print.words)
    };
    for some in &both {
        matches.by_supersedes(some, old, new);
        matches.by_key(some, |place| code_and_kind(old, place), |place| code_and_kind(new, place), ItemBasis::Code);
        matches.by_key(some, |place| code(old, place), |place| code(new, place), ItemBasis::Code);
        matches.by_key(some, |place| text(old_prints, place), |place| text(new_prints, place), ItemBasis::EqualText);
    }
    for (before, after, percent) in likeness::pairs(old, new, &matches.open_old(), &matches.open_new()) {
        matches.add(before, after, ItemBasis::LikeText(percent));
    }
    matches
}

impl Matches {
    fn add(&mut self, before: usize, after: usize, basis: ItemBasis) {
        if self.of_old[before].is_none() && self.of_new[after].is_none() {
            self.of_old[before] = Some(after);
            self.of_new[after] = Some((before, basis));
        }
    }

    fn open_old(&self) -> Vec<usize> {
        (0..self.of_old.len()).filter(|place| self.of_old[*place].is_none()).collect()
    }

    fn open_new(&self) -> Vec<usize> {
        (0..self.of_new.len()).filter(|place| self.of_new[*place].is_none()).collect()
    }

    /// Pairs the items that are still alone and have the same key, in their order if several have it. `some` has the old
    /// items in question.
    fn by_key<K: Eq + Hash>(
        &mut self,
        some: &[usize],
        old_key: impl Fn(usize) -> Option<K>,
        new_key: impl Fn(usize) -> Option<K>,
        basis: ItemBasis,
    ) {
        let mut waiting: HashMap<K, Vec<usize>> = HashMap::new();
        // Backwards, so that the first is taken first.
        for place in some.iter().rev().copied().filter(|place| self.of_old[*place].is_none()) {
            if let Some(key) = old_key(place) {
                waiting.entry(key).or_default().push(place);
            }
        }
        for place in self.open_new() {
            let found = new_key(place).and_then(|key| waiting.get_mut(&key)).and_then(Vec::pop);
            if let Some(before) = found {
                self.add(before, place, basis);
            }
        }
    }

    /// Pairs the items that are still alone with those that they say they replace. `some` has the old items in question.
    fn by_supersedes(&mut self, some: &[usize], old: &SourceCollection, new: &SourceCollection) {
        let mut by_code = HashMap::new();
        for place in some.iter().copied().filter(|place| self.of_old[*place].is_none()) {
            by_code.entry(clean::code_key(&old.items[place].code)).or_insert(place);
        }
        for (before, after) in claims::pairs(&by_code, new, &self.open_new()) {
            self.add(before, after, ItemBasis::Supersedes);
        }
    }
}
