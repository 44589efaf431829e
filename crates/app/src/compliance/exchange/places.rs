//! Ids and paths of what a version of a regulation contains.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use domain::compliance::PolicyCategory;
use domain::id::{ComplianceCollectionId, PolicyCategoryId, PolicyItemId};
use regulations::compare::{CategoryChange, ItemChange};
use regulations::model::SourceCollection;
use store::regulations::PlacedCategory;

use super::stored::StoredEdition;

/// The ids and paths that categories and items have after the takeover.
pub(super) struct EditionPlaces {
    /// By the place in the new version.
    pub(super) category_ids: Vec<PolicyCategoryId>,
    pub(super) item_ids: Vec<PolicyItemId>,
    category_paths: HashMap<PolicyCategoryId, String>,
    item_paths: HashMap<PolicyItemId, String>,
    item_categories: HashMap<PolicyItemId, PolicyCategoryId>,
    root: String,
}

impl EditionPlaces {
    /// Entries that the collection has keep their ids; `next_id` gives the others theirs.
    pub(super) fn new(
        collection: &ComplianceCollectionId,
        old: &StoredEdition,
        new: &SourceCollection,
        (changes, categories): (&[ItemChange], &[CategoryChange]),
        next_id: &mut dyn FnMut() -> String,
    ) -> Self {
        let mut of_category = vec![None; new.categories.len()];
        for change in categories {
            if let (Some(before), Some(after)) = (change.old, change.new) {
                of_category[after] = Some(old.categories[before].id.clone());
            }
        }
        let mut of_item = vec![None; new.items.len()];
        for change in changes {
            if let (Some(before), Some(after)) = (change.old, change.new) {
                of_item[after] = Some(old.items[before].id.clone());
            }
        }
        let category_ids: Vec<PolicyCategoryId> =
            of_category.into_iter().map(|id| id.unwrap_or_else(|| PolicyCategoryId(next_id()))).collect();
        let item_ids: Vec<PolicyItemId> =
            of_item.into_iter().map(|id| id.unwrap_or_else(|| PolicyItemId(next_id()))).collect();
        let root = ["/", &collection.0].concat();
        let mut places = Self {
            category_ids,
            item_ids,
            category_paths: HashMap::new(),
            item_paths: HashMap::new(),
            item_categories: HashMap::new(),
            root,
        };
        places.find_categories(old, new);
        places.find_items(old, new);
        places
    }

    fn find_categories(&mut self, old: &StoredEdition, new: &SourceCollection) {
        // Those of the new version first: a category of the old one may be in one that moved.
        let mut parents: HashMap<PolicyCategoryId, Option<PolicyCategoryId>> = HashMap::new();
        for (category, id) in new.categories.iter().zip(&self.category_ids) {
            parents.insert(id.clone(), category.parent.map(|parent| self.category_ids[parent].clone()));
        }
        for category in &old.categories {
            parents.entry(category.id.clone()).or_insert_with(|| category.parent.clone());
        }
        for id in parents.keys() {
            let mut chain = vec![id.0.as_str()];
            let mut next = parents.get(id).and_then(Option::as_ref);
            while let Some(parent) = next.filter(|_| chain.len() <= parents.len()) {
                chain.push(&parent.0);
                next = parents.get(parent).and_then(Option::as_ref);
            }
            self.category_paths.insert(id.clone(), joined(&self.root, &chain));
        }
    }

    fn find_items(&mut self, old: &StoredEdition, new: &SourceCollection) {
        type Around = (Option<PolicyItemId>, Option<PolicyCategoryId>);
        let mut around: HashMap<PolicyItemId, Around> = HashMap::new();
        for (item, id) in new.items.iter().zip(&self.item_ids) {
            let parent = item.parent.map(|parent| self.item_ids[parent].clone());
            let category = item.category.map(|category| self.category_ids[category].clone());
            around.insert(id.clone(), (parent, category));
        }
        for item in &old.items {
            around.entry(item.id.clone()).or_insert_with(|| (item.parent.clone(), item.category.clone()));
        }
        for id in around.keys() {
            let mut chain = vec![id.0.as_str()];
            let (mut next, mut category) =
                around.get(id).map_or((None, None), |(parent, category)| (parent.as_ref(), category.as_ref()));
            while let Some(parent) = next.filter(|_| chain.len() <= around.len()) {
                chain.push(&parent.0);
                // An item below another is in its category.
                (next, category) =
                    around.get(parent).map_or((None, None), |(parent, category)| (parent.as_ref(), category.as_ref()));
            }
            let start = category.and_then(|id| self.category_paths.get(id)).unwrap_or(&self.root);
            let path = joined(start, &chain);
            self.item_paths.insert(id.clone(), path);
            self.item_categories.extend(category.map(|category| (id.clone(), category.clone())));
        }
    }

    /// The path of an item.
    pub(super) fn item_path(&self, id: &PolicyItemId) -> String {
        self.item_paths.get(id).cloned().unwrap_or_else(|| [&self.root, "/", &id.0].concat())
    }

    /// The category that an item is in; one below another is in its category.
    pub(super) fn item_category(&self, id: &PolicyItemId) -> Option<PolicyCategoryId> {
        self.item_categories.get(id).cloned()
    }

    /// A category of the new version.
    pub(super) fn category(
        &self,
        (collection, new): (&ComplianceCollectionId, &SourceCollection),
        place: usize,
        now: DateTime<Utc>,
    ) -> PlacedCategory {
        let (id, category) = (&self.category_ids[place], &new.categories[place]);
        let record = PolicyCategory {
            id: id.clone(),
            collection: collection.clone(),
            parent: category.parent.map(|parent| self.category_ids[parent].clone()),
            path: self.category_path(id),
            code: category.code.clone(),
            name: category.name.clone(),
            updated_on: now,
            version: 1,
        };
        PlacedCategory { category: record, position: position(place) }
    }

    /// The path of a category.
    pub(super) fn category_path(&self, id: &PolicyCategoryId) -> String {
        self.category_paths.get(id).cloned().unwrap_or_else(|| [&self.root, "/", &id.0].concat())
    }
}

/// Positions count from 1.
pub(super) fn position(place: usize) -> i64 {
    i64::try_from(place).unwrap_or(i64::MAX - 1) + 1
}

/// The path of a chain of ids, the innermost first, below a path.
fn joined(start: &str, chain: &[&str]) -> String {
    let mut path = start.to_owned();
    for id in chain.iter().rev() {
        path.push('/');
        path.push_str(id);
    }
    path
}
