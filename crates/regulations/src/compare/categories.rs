//! Which category of the old version is which of the new one.

use std::collections::HashMap;

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
