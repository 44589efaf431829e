//! The order of items and categories before they were nested.

use std::collections::HashSet;

use crate::model::SourceCollection;

/// Puts items and categories into the order of these positions. Positions that occur twice are not ours.
pub(super) fn reorder(collection: &mut SourceCollection, items: &[usize], categories: &[usize]) {
    let is_useless = |order: &[usize]| order.iter().collect::<HashSet<_>>().len() < order.len();
    if is_useless(items) || is_useless(categories) || items.is_sorted() && categories.is_sorted() {
        return;
    }
    let (old_items, item_places) = sorted(std::mem::take(&mut collection.items), items);
    let (old_categories, category_places) = sorted(std::mem::take(&mut collection.categories), categories);
    let moved = |place: &mut usize, places: &[usize]| *place = places[*place];
    collection.items = old_items;
    collection.categories = old_categories;
    for item in &mut collection.items {
        item.parent.iter_mut().chain(&mut item.also_under).for_each(|place| moved(place, &item_places));
        item.category.iter_mut().for_each(|place| moved(place, &category_places));
    }
    for category in &mut collection.categories {
        category.parent.iter_mut().for_each(|place| moved(place, &category_places));
    }
}

/// The list by these keys, and the new place of each entry.
fn sorted<T>(list: Vec<T>, keys: &[usize]) -> (Vec<T>, Vec<usize>) {
    let mut keyed: Vec<(usize, usize, T)> =
        list.into_iter().enumerate().map(|(place, entry)| (keys[place], place, entry)).collect();
    keyed.sort_by_key(|(key, place, _)| (*key, *place));
    let mut places = vec![0; keyed.len()];
    for (new, (_, old, _)) in keyed.iter().enumerate() {
        places[*old] = new;
    }
    (keyed.into_iter().map(|(_, _, entry)| entry).collect(), places)
}
