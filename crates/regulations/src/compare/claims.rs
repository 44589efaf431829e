//! Which old items the items of the new version say that they replace.

use std::collections::{HashMap, HashSet};

use crate::clean;
use crate::model::{SourceCollection, SourceItem};

/// A new item, and the old ones that it names.
struct Claim {
    /// Of the new item.
    place: usize,
    /// The old item with the same code.
    own: Option<usize>,
    /// It says that it replaces that one.
    names_own: bool,
    /// The other old items that it says it replaces, in its order.
    replaced: Vec<usize>,
}

impl Claim {
    fn of(place: usize, item: &SourceItem, by_code: &HashMap<String, usize>) -> Self {
        let own = by_code.get(&clean::code_key(&item.code)).copied();
        let named = item.supersedes.iter().filter_map(|code| by_code.get(&clean::code_key(code)).copied());
        let named: Vec<usize> = named.collect();
        let names_own = own.is_some_and(|own| named.contains(&own));
        let replaced = named.into_iter().filter(|before| Some(*before) != own).collect();
        Self { place, own, names_own, replaced }
    }
}

/// The pairs of an old item and the new one that replaces it. `by_code` has the old items in question, `open` the places
/// of the new ones.
///
/// A new item with the code of an old one goes on as that one, and the items that it replaces are merged into it. Only if
/// another new item replaces the one with its code, as when all numbers go up by one, does it continue what it replaces.
pub(super) fn pairs(by_code: &HashMap<String, usize>, new: &SourceCollection, open: &[usize]) -> Vec<(usize, usize)> {
    let claims: Vec<Claim> = open.iter().map(|place| Claim::of(*place, &new.items[*place], by_code)).collect();
    let claimed: HashSet<usize> = claims.iter().flat_map(|claim| &claim.replaced).copied().collect();
    let going_on = |claim: &Claim| claim.own.filter(|own| claim.names_own || !claimed.contains(own));
    let held: HashSet<usize> = claims.iter().filter_map(going_on).collect();
    let mut pairs = Vec::new();
    let mut taken = HashSet::new();
    for claim in claims.iter().filter(|claim| going_on(claim).is_none()) {
        // Of several old items the first is continued; of several new ones the first goes on with it.
        let first = claim.replaced.iter().copied().find(|before| !held.contains(before));
        if let Some(before) = first.filter(|before| taken.insert(*before)) {
            pairs.push((before, claim.place));
        }
    }
    pairs
}
