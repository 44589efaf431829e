//! The differences of two items that are the same, down to their clauses.

use std::collections::{HashMap, HashSet};

use super::fingerprint::{ItemPrints, TextHash};
use super::matching::{ItemBasis, Matches};
use super::{ChangeClass, ItemAspect, ItemChange, WordingChange};
use crate::clauses::SourceClause;
use crate::clean;
use crate::model::{SourceCollection, SourceItem};

/// A clause that is not as it was.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClauseChange {
    pub fate: ClauseFate,
    /// Its path in the old version.
    pub old: Option<String>,
    /// Its path in the new version.
    pub new: Option<String>,
}

/// The change of a clause.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ClauseFate {
    Added,
    Changed,
    /// The same text under another path.
    Renumbered,
    Withdrawn,
}

/// An item in both versions.
pub(super) struct Pair<'c> {
    pub(super) old: &'c SourceCollection,
    pub(super) new: &'c SourceCollection,
    pub(super) before: usize,
    pub(super) after: usize,
}

impl Pair<'_> {
    pub(super) fn change(
        &self,
        basis: ItemBasis,
        matches: &Matches,
        categories: &[Option<usize>],
        prints: (&ItemPrints, &ItemPrints),
    ) -> ItemChange {
        let (before, after) = (&self.old.items[self.before], &self.new.items[self.after]);
        let (old_print, new_print) = (prints.0.items[self.before], prints.1.items[self.after]);
        let text = if old_print.text == new_print.text {
            WordingChange::Same
        } else if old_print.words == new_print.words {
            WordingChange::Editorial
        } else {
            WordingChange::Substantial
        };
        let is_renumbered = clean::code_key(&before.code) != clean::code_key(&after.code);
        let is_moved = self.is_moved(matches, categories);
        let is_of_other_kind = before.kind != after.kind;
        let has_other_images = prints.0.images_differ(self.before, prints.1, self.after);
        let class = if text == WordingChange::Substantial || is_of_other_kind || has_other_images {
            ChangeClass::Changed
        } else if is_renumbered {
            ChangeClass::Renumbered
        } else if is_moved {
            ChangeClass::Moved
        } else {
            ChangeClass::Unchanged
        };
        let clauses = if text == WordingChange::Same && paths_equal(before, after) {
            Vec::new()
        } else {
            clause_changes(&before.clauses, &after.clauses)
        };
        let aspects = [
            (ItemAspect::Code, is_renumbered),
            (ItemAspect::Place, is_moved),
            (ItemAspect::Kind, is_of_other_kind),
            (ItemAspect::Metadata, metadata_differs(before, after)),
            (ItemAspect::FutureText, before.future != after.future),
            (ItemAspect::Images, has_other_images),
        ];
        let aspects = aspects.into_iter().filter(|(_, differs)| *differs).map(|(aspect, _)| aspect).collect();
        let (old, new, basis) = (Some(self.before), Some(self.after), Some(basis));
        ItemChange { class, old, new, basis, text, aspects, clauses }
    }

    fn is_moved(&self, matches: &Matches, categories: &[Option<usize>]) -> bool {
        let (before, after) = (&self.old.items[self.before], &self.new.items[self.after]);
        match (before.parent, after.parent) {
            (Some(parent), now) => matches.of_old[parent] != now,
            (None, Some(_)) => true,
            (None, None) => match (before.category, after.category) {
                (Some(category), now) => categories[category] != now,
                (None, now) => now.is_some(),
            },
        }
    }
}

fn paths_equal(before: &SourceItem, after: &SourceItem) -> bool {
    let paths = |item: &SourceItem| item.clauses.iter().map(|clause| clause.path.clone()).collect::<Vec<_>>();
    before.clauses.len() == after.clauses.len() && paths(before) == paths(after)
}

/// Whether dates, source, applicability, guidance or tags of two items differ.
pub fn metadata_differs(before: &SourceItem, after: &SourceItem) -> bool {
    let short = |item: &SourceItem| {
        [&item.applicability, &item.source_ref, &item.amendment, &item.guidance].map(|text| clean::folded(text))
    };
    before.effective != after.effective
        || before.expiry != after.expiry
        || before.is_assessable != after.is_assessable
        || before.tags != after.tags
        || before.covers != after.covers
        || short(before) != short(after)
}

/// The changes of clauses. Links follow the text: a clause that is inserted before `(b)` renumbers it.
pub(super) fn clause_changes(before: &[SourceClause], after: &[SourceClause]) -> Vec<ClauseChange> {
    let hashes = |clauses: &[SourceClause]| -> Vec<TextHash> {
        clauses.iter().map(|clause| TextHash::of_text(&clause.text)).collect()
    };
    let mut partners = same_texts(&hashes(before), &hashes(after));
    let mut taken: HashSet<usize> = partners.iter().flatten().copied().collect();
    // What is left belongs together if it has the same path.
    let by_path: HashMap<&str, usize> =
        after.iter().enumerate().map(|(place, clause)| (clause.path.as_str(), place)).collect();
    for (place, partner) in partners.iter_mut().enumerate().filter(|(_, partner)| partner.is_none()) {
        let same = by_path.get(before[place].path.as_str()).copied().filter(|other| !taken.contains(other));
        taken.extend(same);
        *partner = same;
    }
    let mut of_new: Vec<Option<usize>> = vec![None; after.len()];
    for (place, partner) in partners.iter().enumerate() {
        if let Some(partner) = partner {
            of_new[*partner] = Some(place);
        }
    }
    let fate = |old: &SourceClause, new: &SourceClause| {
        if clean::folded(&old.text) != clean::folded(&new.text) {
            Some(ClauseFate::Changed)
        } else if old.path != new.path {
            Some(ClauseFate::Renumbered)
        } else {
            None
        }
    };
    let path = |clause: &SourceClause| Some(clause.path.clone());
    let mut changes = Vec::new();
    for (clause, partner) in after.iter().zip(&of_new) {
        match partner.map(|partner| &before[partner]) {
            None => changes.push(ClauseChange { fate: ClauseFate::Added, old: None, new: path(clause) }),
            Some(old) => {
                changes.extend(fate(old, clause).map(|fate| ClauseChange { fate, old: path(old), new: path(clause) }));
            }
        }
    }
    let withdrawn = before.iter().zip(&partners).filter(|(_, partner)| partner.is_none());
    changes.extend(withdrawn.map(|(clause, _)| ClauseChange {
        fate: ClauseFate::Withdrawn,
        old: path(clause),
        new: None,
    }));
    changes
}

/// For each old text its place in the new list: equal beginnings and ends, and between them texts that occur once on
/// each side, as many as stay in order.
fn same_texts(before: &[TextHash], after: &[TextHash]) -> Vec<Option<usize>> {
    let mut partners = vec![None; before.len()];
    let start = before.iter().zip(after).take_while(|(one, other)| one == other).count();
    let (old_rest, new_rest) = (&before[start..], &after[start..]);
    let end = old_rest.iter().rev().zip(new_rest.iter().rev()).take_while(|(one, other)| one == other).count();
    for (place, partner) in partners.iter_mut().enumerate().take(start) {
        *partner = Some(place);
    }
    for place in 1..=end {
        partners[before.len() - place] = Some(after.len() - place);
    }
    let old_places = once(&old_rest[..old_rest.len() - end]);
    let new_places = once(&new_rest[..new_rest.len() - end]);
    let mut pairs: Vec<(usize, usize)> =
        old_places.into_iter().filter_map(|(hash, place)| Some((place, *new_places.get(&hash)?))).collect();
    pairs.sort_unstable();
    for (old, new) in longest_rising(&pairs) {
        partners[start + old] = Some(start + new);
    }
    partners
}

/// The texts that occur once, with their places.
fn once(hashes: &[TextHash]) -> HashMap<TextHash, usize> {
    let mut places: HashMap<TextHash, Option<usize>> = HashMap::new();
    for (place, hash) in hashes.iter().enumerate() {
        places.entry(*hash).and_modify(|place| *place = None).or_insert(Some(place));
    }
    places.into_iter().filter_map(|(hash, place)| Some((hash, place?))).collect()
}

/// The most pairs whose second numbers rise as the first do.
fn longest_rising(pairs: &[(usize, usize)]) -> Vec<(usize, usize)> {
    // The last pair of the best row of each length, and for each pair the one before it.
    let mut ends: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = Vec::with_capacity(pairs.len());
    for (place, (_, second)) in pairs.iter().enumerate() {
        let length = ends.partition_point(|end| pairs[*end].1 < *second);
        before.push(length.checked_sub(1).map(|length| ends[length]));
        if length == ends.len() {
            ends.push(place);
        } else {
            ends[length] = place;
        }
    }
    let mut rising = Vec::new();
    let mut current = ends.last().copied();
    while let Some(place) = current {
        rising.push(pairs[place]);
        current = before[place];
    }
    rising.reverse();
    rising
}
