//! Where changed modules stand in the contents of the new state.

use std::collections::HashMap;

use domain::id::{ObjectId, SnapshotId, TocNodeId};
use store::Tx;
use store::toc::ContentsEntry;

use crate::core::error::Error;
use crate::core::manual_changes::{ModulePlace, ModulePlaces};

/// Finds the places of modules.
pub(super) async fn read(
    tx: &mut Tx,
    [old, new]: [SnapshotId; 2],
    objects: &[ObjectId],
) -> Result<ModulePlaces, Error> {
    let entries = store::toc::find_first_of(tx, new, objects).await?;
    let place = |entry| ModulePlace { entry: Some(entry), removed: None, section: None };
    let mut places: HashMap<ObjectId, ModulePlace> =
        entries.into_iter().map(|(object, entry)| (object, place(entry))).collect();
    let missing: Vec<ObjectId> = objects.iter().copied().filter(|object| !places.contains_key(object)).collect();
    let removed = store::toc::find_first_of(tx, old, &missing).await?;
    if !removed.is_empty() {
        let removed: HashMap<TocNodeId, ObjectId> =
            removed.into_iter().map(|(object, entry)| (entry, object)).collect();
        let (old, new) = (store::toc::list_entries(tx, old).await?, store::toc::list_entries(tx, new).await?);
        places.extend(of_removed(&removed, &old, &new));
    }
    let inside: Vec<TocNodeId> = places.values().filter_map(|place| place.section.or(place.entry)).collect();
    let around = store::toc::list_sections(tx, &inside).await?;
    Ok(ModulePlaces { places, around })
}

/// Entries of contents by what they are, to find them from other contents.
struct EntryIndex<'c> {
    objects: HashMap<ObjectId, TocNodeId>,
    /// By the entry around it, and its key or its title.
    names: HashMap<(Option<TocNodeId>, &'c str), TocNodeId>,
    parents: HashMap<TocNodeId, TocNodeId>,
}

impl<'c> EntryIndex<'c> {
    fn of(contents: &'c [ContentsEntry]) -> Self {
        let mut index = Self { objects: HashMap::new(), names: HashMap::new(), parents: HashMap::new() };
        for entry in contents {
            if let Some(object) = entry.object_id {
                index.objects.entry(object).or_insert(entry.id);
            }
            for name in [entry.key.as_str(), entry.title.as_str()].into_iter().filter(|name| !name.is_empty()) {
                index.names.entry((entry.parent_id, name)).or_insert(entry.id);
            }
            if let Some(parent) = entry.parent_id {
                index.parents.insert(entry.id, parent);
            }
        }
        index
    }

    /// The same entry, below a section of these contents unless it is an object.
    fn find(&self, entry: &'c ContentsEntry, around: Option<TocNodeId>) -> Option<TocNodeId> {
        if let Some(object) = entry.object_id {
            return self.objects.get(&object).copied();
        }
        let by_name = |name: &'c str| self.names.get(&(around, name)).copied();
        by_name(&entry.key).or_else(|| by_name(&entry.title))
    }

    /// Whether an entry is a section or stands inside of it.
    fn contains(&self, section: TocNodeId, entry: TocNodeId) -> bool {
        std::iter::successors(Some(entry), |id| self.parents.get(id).copied()).any(|id| id == section)
    }
}

/// The places of modules that the new contents do not have, by their entries in the old contents: behind the entry before
/// them that is still in the same section, or at the beginning of the section.
fn of_removed(
    removed: &HashMap<TocNodeId, ObjectId>,
    old: &[ContentsEntry],
    new: &[ContentsEntry],
) -> HashMap<ObjectId, ModulePlace> {
    let index = EntryIndex::of(new);
    // The innermost entry of the new contents that an entry of the old ones is, or stands in.
    let mut nearest: HashMap<TocNodeId, Option<TocNodeId>> = HashMap::new();
    let mut last: Option<TocNodeId> = None;
    let mut places = HashMap::new();
    for entry in old {
        let around = entry.parent_id.and_then(|parent| nearest.get(&parent).copied().flatten());
        if let Some(object) = removed.get(&entry.id) {
            let is_inside = |entry: &TocNodeId| around.is_none_or(|section| index.contains(section, *entry));
            let before = last.filter(is_inside).or(around);
            places.insert(*object, ModulePlace { entry: before, removed: Some(entry.id), section: around });
            nearest.insert(entry.id, around);
            continue;
        }
        let same = index.find(entry, around);
        nearest.insert(entry.id, same.or(around));
        last = same.or(last);
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(id: i64, parent: Option<i64>, title: &str, object: Option<i64>) -> ContentsEntry {
        ContentsEntry {
            id: TocNodeId(id),
            parent_id: parent.map(TocNodeId),
            title: title.to_owned(),
            prefix: String::new(),
            key: String::new(),
            object_id: object.map(ObjectId),
            applic: None,
        }
    }

    fn place(entry: Option<i64>, removed: i64, section: Option<i64>) -> ModulePlace {
        ModulePlace { entry: entry.map(TocNodeId), removed: Some(TocNodeId(removed)), section: section.map(TocNodeId) }
    }

    #[test]
    fn a_removed_module_stands_behind_the_module_before_it_in_the_section_of_the_new_contents() {
        let old = [
            entry(1, None, "Manual", None),
            entry(2, Some(1), "Fuel", None),
            entry(3, Some(2), "A", Some(100)),
            entry(4, Some(2), "B", Some(101)),
            entry(5, Some(2), "C", Some(102)),
            entry(6, Some(1), "Air", None),
            entry(7, Some(6), "D", Some(103)),
            entry(8, Some(1), "Ice", None),
            entry(9, Some(8), "E", Some(104)),
        ];
        let new = [
            entry(11, None, "Manual", None),
            entry(12, Some(11), "Fuel", None),
            entry(13, Some(12), "A", Some(100)),
            entry(14, Some(12), "C", Some(102)),
            entry(15, Some(11), "Air", None),
            entry(16, Some(15), "F", Some(105)),
        ];
        let removed = [(4, 101), (7, 103), (9, 104)].map(|(entry, object)| (TocNodeId(entry), ObjectId(object)));
        let found = of_removed(&HashMap::from(removed), &old, &new);
        assert_eq!(found[&ObjectId(101)], place(Some(13), 4, Some(12)), "behind A");
        assert_eq!(found[&ObjectId(103)], place(Some(15), 7, Some(15)), "at the beginning of its section");
        assert_eq!(found[&ObjectId(104)], place(Some(15), 9, Some(11)), "in what is left around its section");
        let in_new = ModulePlace { entry: Some(TocNodeId(14)), removed: None, section: None };
        assert!(found[&ObjectId(101)] < in_new && in_new < found[&ObjectId(103)]);
    }

    #[test]
    fn contents_with_nothing_in_common_keep_the_order_of_the_old_ones() {
        let old = [entry(1, None, "Fuel", None), entry(2, Some(1), "A", Some(100)), entry(3, Some(1), "B", Some(101))];
        let removed = [(2, 100), (3, 101)].map(|(entry, object)| (TocNodeId(entry), ObjectId(object)));
        let found = of_removed(&HashMap::from(removed), &old, &[]);
        assert_eq!(found[&ObjectId(100)], place(None, 2, None));
        assert!(found[&ObjectId(100)] < found[&ObjectId(101)]);
    }
}
