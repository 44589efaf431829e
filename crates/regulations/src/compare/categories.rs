//! Which category of the old version is which of the new one.

use std::collections::HashMap;

use super::{CategoryChange, ChangeClass};
use crate::clean;
use crate::model::SourceCollection;

/// For each old category its place in the new version.
pub(super) fn matched(old: &SourceCollection, new: &SourceCollection) -> Vec<Option<usize>> {
    let by_code: HashMap<String, usize> =
        new.categories.iter().enumerate().map(|(place, category)| (clean::code_key(&category.code), place)).collect();
    let mut by_name: HashMap<(Option<usize>, String), usize> = HashMap::new();
    for (place, category) in new.categories.iter().enumerate() {
        by_name.entry((category.parent, clean::code_key(&category.name))).or_insert(place);
    }
    let mut matched: Vec<Option<usize>> = Vec::with_capacity(old.categories.len());
    for category in &old.categories {
        let same_code = by_code.get(&clean::code_key(&category.code)).copied();
        // A new number, the same name in the same place.
        let parent = category.parent.map(|parent| matched.get(parent).copied().flatten());
        let same_name = match parent {
            Some(None) => None,
            parent => by_name.get(&(parent.flatten(), clean::code_key(&category.name))).copied(),
        };
        matched.push(same_code.or(same_name));
    }
    matched
}

/// The changes of categories: those of the new version, then the withdrawn ones.
pub(super) fn changes(
    old: &SourceCollection,
    new: &SourceCollection,
    matched: &[Option<usize>],
) -> Vec<CategoryChange> {
    let mut of_new: Vec<Option<usize>> = vec![None; new.categories.len()];
    let mut withdrawn = Vec::new();
    for (place, partner) in matched.iter().enumerate() {
        // Two categories may have become one.
        match partner.filter(|partner| of_new[*partner].is_none()) {
            Some(partner) => of_new[partner] = Some(place),
            None => withdrawn.push(CategoryChange { class: ChangeClass::Withdrawn, old: Some(place), new: None }),
        }
    }
    let class = |before: usize, after: usize| {
        let (before, after) = (&old.categories[before], &new.categories[after]);
        let parent = before.parent.map(|parent| matched[parent]);
        if clean::folded(&before.name) != clean::folded(&after.name) {
            ChangeClass::Changed
        } else if clean::code_key(&before.code) != clean::code_key(&after.code) {
            ChangeClass::Renumbered
        } else if parent.map_or(after.parent.is_some(), |parent| parent != after.parent) {
            ChangeClass::Moved
        } else {
            ChangeClass::Unchanged
        }
    };
    let change = |(place, before): (usize, &Option<usize>)| CategoryChange {
        class: before.map_or(ChangeClass::Added, |before| class(before, place)),
        old: *before,
        new: Some(place),
    };
    of_new.iter().enumerate().map(change).chain(withdrawn).collect()
}
