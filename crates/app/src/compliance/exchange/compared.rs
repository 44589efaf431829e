//! The changes of a file in a collection of ours.

use std::collections::{BTreeSet, HashMap, HashSet};

use domain::compliance::RegulationChangeClass;
use domain::id::PolicyItemId;
use domain::text::fold;
use regulations::compare::{
    CategoryChange, ChangeClass, ItemAspect, ItemBasis, ItemChange, ItemPart, WordingChange, compare_with_withdrawn,
    metadata_differs,
};
use regulations::model::{CollectionHead, SourceCategory, SourceCollection, SourceItem};
use store::regulations::{RegulationCategoryChange, RegulationChange};

use super::digest::digest;
use super::stored::{self, StoredEdition};

/// Characters of the beginning of a text.
const EXCERPT: usize = 300;

/// The differences between a collection of ours and a file.
#[derive(Debug)]
pub(super) struct ComparedEdition {
    pub(super) changes: Vec<ItemChange>,
    /// Also those that go although items stay in them.
    categories: Vec<CategoryChange>,
    /// The items that were merged and split.
    pub(super) parts: Vec<ItemPart>,
    /// Changes if somebody changes the collection so that the takeover would do something else.
    pub(super) digest: String,
}

/// Compares a collection of ours with a file. An item that was withdrawn before and is in the file counts as changed.
/// One that a person wrote is not withdrawn by a file: it is no item of the publisher.
pub(super) fn compare(old: &StoredEdition, new: &SourceCollection) -> ComparedEdition {
    let withdrawn = old.items.iter().enumerate().filter(|(_, item)| item.is_withdrawn);
    let withdrawn: BTreeSet<usize> = withdrawn.map(|(place, _)| place).collect();
    let found = compare_with_withdrawn(&old.collection, new, &withdrawn);
    let mut changes = Vec::with_capacity(found.changes.len());
    for mut change in found.changes {
        let record = change.old.map(|place| &old.items[place]);
        let was_withdrawn = record.is_some_and(|item| item.is_withdrawn);
        let stays = was_withdrawn || record.is_some_and(|item| item.source.is_none());
        if stays && change.class == ChangeClass::Withdrawn {
            continue;
        }
        if let (Some(before), Some(after)) = (change.old, change.new) {
            change.aspects.retain(|aspect| *aspect != ItemAspect::Metadata);
            if details_differ((old, before), (new, after)) {
                change.aspects.push(ItemAspect::Metadata);
            }
        }
        if was_withdrawn {
            change.class = ChangeClass::Changed;
        }
        changes.push(change);
    }
    // What a person wrote is not withdrawn, and so is no part of anything.
    let parts: Vec<ItemPart> = found.parts.into_iter().filter(|part| old.items[part.old].source.is_some()).collect();
    let digest = digest(old, new, &changes, &parts);
    ComparedEdition { changes, categories: found.categories, parts, digest }
}

/// Whether anything but text, code, place, kind and pictures of an item differs.
fn details_differ((old, before): (&StoredEdition, usize), (new, after): (&SourceCollection, usize)) -> bool {
    let (was, is) = (&old.collection.items[before], &new.items[after]);
    // An exported file has what people changed.
    let is_other = metadata_differs(was, is) && metadata_differs(&stored::current(was, &old.items[before]), is);
    is_other || links(&old.collection, was) != links(new, is)
}

/// The other items and pages that an item names.
fn links<'c>(collection: &'c SourceCollection, item: &'c SourceItem) -> [Vec<(&'c str, &'c str)>; 3] {
    let also_under = item.also_under.iter().filter_map(|place| collection.items.get(*place));
    let mut links = [
        also_under.map(|other| ("", other.code.as_str())).collect::<Vec<_>>(),
        item.supersedes.iter().map(|code| ("", code.as_str())).collect(),
        item.references.iter().map(|one| (one.clause.as_str(), one.target.as_str())).collect(),
    ];
    for list in &mut links {
        list.sort_unstable();
    }
    links
}

/// The categories that items are in which stay although the file does not have them, with those around them.
fn kept_categories(old: &StoredEdition, changes: &[ItemChange]) -> HashSet<usize> {
    let going_on: HashSet<usize> =
        changes.iter().filter(|change| change.new.is_some()).filter_map(|change| change.old).collect();
    let mut kept = HashSet::new();
    for place in (0..old.items.len()).filter(|place| !going_on.contains(place)) {
        let mut next = old.collection.items[place].category;
        while let Some(category) = next.filter(|category| kept.insert(*category)) {
            next = old.collection.categories[category].parent;
        }
    }
    kept
}

impl ComparedEdition {
    /// Whether the collection has everything that the file has. A file that names another version of the regulation
    /// changes at least that.
    pub(super) fn changes_nothing(&self, old: &StoredEdition, new: &CollectionHead) -> bool {
        let head = &old.collection.head;
        let same_head = (new.version.is_empty() || new.version == head.version)
            && (new.source_reference.is_empty() || new.source_reference == head.source_reference)
            && (new.effective_date.date().is_none() || new.effective_date.date() == head.effective_date.date());
        same_head
            && self.categories(old).iter().all(|change| change.class == ChangeClass::Unchanged)
            && self.changes.iter().all(is_same)
    }

    /// The changes of categories, without those that stay because items keep them.
    pub(super) fn categories(&self, old: &StoredEdition) -> Vec<CategoryChange> {
        let kept = kept_categories(old, &self.changes);
        let is_kept = |change: &CategoryChange| {
            change.class == ChangeClass::Withdrawn && change.old.is_some_and(|place| kept.contains(&place))
        };
        self.categories.iter().filter(|change| !is_kept(change)).copied().collect()
    }

    /// The items of the collection that the items of the file are.
    pub(super) fn known_items(&self, old: &StoredEdition, new: &SourceCollection) -> Vec<Option<PolicyItemId>> {
        let mut known = vec![None; new.items.len()];
        for change in &self.changes {
            if let (Some(before), Some(after)) = (change.old, change.new) {
                known[after] = Some(old.items[before].id.clone());
            }
        }
        known
    }

    /// Codes of the file that items have which a person wrote, and which no item of the file surely is.
    pub(super) fn codes_in_use(&self, old: &StoredEdition, new: &SourceCollection) -> Vec<String> {
        let sure = self.changes.iter().filter(|change| change.new.is_some() && !is_proposal(change));
        let sure: HashSet<usize> = sure.filter_map(|change| change.old).collect();
        let own = old
            .items
            .iter()
            .enumerate()
            .filter(|(place, item)| item.source.is_none() && !item.is_withdrawn && !sure.contains(place));
        let own: HashSet<String> = own.map(|(_, item)| fold(&item.code)).collect();
        new.items.iter().map(|item| &item.code).filter(|code| own.contains(&fold(code))).cloned().collect()
    }

    /// Codes of items that a person wrote and that the file makes its own. Empty in a collection without items of a file:
    /// all of it was written for its regulation.
    pub(super) fn own_items_taken(&self, old: &StoredEdition) -> Vec<String> {
        if old.items.iter().all(|item| item.source.is_none()) {
            return Vec::new();
        }
        let sure = self.changes.iter().filter(|change| change.new.is_some() && !is_proposal(change));
        let items = sure.filter_map(|change| change.old).map(|place| &old.items[place]);
        items.filter(|item| item.source.is_none()).map(|item| item.code.clone()).collect()
    }

    /// The differences as a person confirmed them. A match by likeness is a proposal: unless its new code is among the
    /// confirmed ones, the old item is withdrawn and the new one added.
    pub(super) fn confirmed(self, old: &StoredEdition, new: &SourceCollection, codes: &HashSet<String>) -> Self {
        let mut changes = Vec::with_capacity(self.changes.len());
        for change in self.changes {
            let is_refused =
                is_proposal(&change) && change.new.is_some_and(|place| !codes.contains(&new.items[place].code));
            if !is_refused {
                changes.push(change);
                continue;
            }
            changes.push(single(ChangeClass::Added, None, change.new));
            let record = change.old.map(|place| &old.items[place]);
            let stays = record.is_some_and(|item| item.is_withdrawn || item.source.is_none());
            if !stays {
                changes.push(single(ChangeClass::Withdrawn, change.old, None));
            }
        }
        Self { changes, ..self }
    }

    /// The changes as they are stored.
    pub(super) fn rows(&self, old: &StoredEdition, new: &SourceCollection) -> Vec<RegulationChange> {
        let mut of_old: HashMap<usize, Vec<&ItemPart>> = HashMap::new();
        let mut of_new: HashMap<usize, Vec<&ItemPart>> = HashMap::new();
        for part in &self.parts {
            of_old.entry(part.old).or_default().push(part);
            of_new.entry(part.new).or_default().push(part);
        }
        let with_parts = |(position, change): (i64, &ItemChange)| {
            let mut row = row(position, change, old, new);
            for part in change.old.and_then(|place| of_old.get(&place)).into_iter().flatten() {
                relate(&mut row, part, &new.items[part.new].code);
            }
            for part in change.new.and_then(|place| of_new.get(&place)).into_iter().flatten() {
                relate(&mut row, part, &old.collection.items[part.old].code);
            }
            row
        };
        (1_i64..).zip(&self.changes).map(with_parts).collect()
    }

    /// The categories that are not as before, as they are stored.
    pub(super) fn category_rows(&self, old: &StoredEdition, new: &SourceCollection) -> Vec<RegulationCategoryChange> {
        let changed = self.categories(old).into_iter().filter(|change| change.class != ChangeClass::Unchanged);
        let names = |category: Option<&SourceCategory>| {
            category.map_or_else(Default::default, |category| (category.code.clone(), category.name.clone()))
        };
        let row = |change: CategoryChange| {
            let (old_code, old_name) = names(change.old.map(|place| &old.collection.categories[place]));
            let (new_code, new_name) = names(change.new.map(|place| &new.categories[place]));
            RegulationCategoryChange { class: change.class.as_str().to_owned(), old_code, old_name, new_code, new_name }
        };
        changed.map(row).collect()
    }
}

fn is_proposal(change: &ItemChange) -> bool {
    matches!(change.basis, Some(ItemBasis::LikeText(_)))
}

fn single(class: ChangeClass, old: Option<usize>, new: Option<usize>) -> ItemChange {
    let (text, aspects, clauses) = (WordingChange::Substantial, Vec::new(), Vec::new());
    ItemChange { class, old, new, basis: None, text, aspects, clauses }
}

/// Whether nothing about an item differs.
pub(super) fn is_same(change: &ItemChange) -> bool {
    change.class == ChangeClass::Unchanged
        && change.text == WordingChange::Same
        && change.aspects.is_empty()
        && change.clauses.is_empty()
}

fn row(position: i64, change: &ItemChange, old: &StoredEdition, new: &SourceCollection) -> RegulationChange {
    let before = change.old.map(|place| &old.collection.items[place]);
    let after = change.new.map(|place| &new.items[place]);
    let (basis, likeness) = change.basis.map_or(("", 0), basis_of);
    let shown = after.or(before);
    let (old_text, new_text) = texts(change.class, before, after);
    let code = |item: Option<&SourceItem>| item.map_or_else(String::new, |item| item.code.clone());
    RegulationChange {
        position,
        class: class(change.class),
        basis: basis.to_owned(),
        likeness,
        item: change.old.map(|place| old.items[place].id.clone()),
        old_code: code(before),
        new_code: code(after),
        title: shown.map_or_else(String::new, |item| item.title.clone()),
        kind: shown.map_or("", |item| item.kind.as_str()).to_owned(),
        aspects: aspects(change).into_iter().map(str::to_owned).collect(),
        old_text,
        new_text,
        related: Vec::new(),
    }
}

/// Notes that an item was merged with another one, or split.
fn relate(row: &mut RegulationChange, part: &ItemPart, code: &str) {
    row.related.push(code.to_owned());
    if !row.aspects.iter().any(|word| word == part.kind.as_str()) {
        row.aspects.push(part.kind.as_str().to_owned());
    }
}

/// The texts of both sides: whole if they differ, with the title if that differs.
fn texts(class: ChangeClass, before: Option<&SourceItem>, after: Option<&SourceItem>) -> (String, String) {
    let excerpt = |item: Option<&SourceItem>| {
        item.map_or_else(String::new, |item| item.text().chars().take(EXCERPT).collect::<String>())
    };
    match (class, before, after) {
        (ChangeClass::Changed, Some(before), Some(after)) => {
            let whole = |item: &SourceItem| {
                if before.title == after.title { item.text() } else { [&item.title, "\n", &item.text()].concat() }
            };
            (whole(before), whole(after))
        }
        _ => (excerpt(before), excerpt(after)),
    }
}

fn basis_of(basis: ItemBasis) -> (&'static str, u8) {
    match basis {
        ItemBasis::StableId => ("stableId", 0),
        ItemBasis::Supersedes => ("supersedes", 0),
        ItemBasis::Code => ("code", 0),
        ItemBasis::EqualText => ("equalText", 0),
        ItemBasis::LikeText(percent) => ("likeText", percent),
    }
}

/// Words for what differs, for people.
fn aspects(change: &ItemChange) -> Vec<&'static str> {
    let word = |aspect: &ItemAspect| match aspect {
        ItemAspect::Code => "code",
        ItemAspect::Place => "place",
        ItemAspect::Kind => "kind",
        ItemAspect::Metadata => "metadata",
        ItemAspect::FutureText => "futureText",
        ItemAspect::Images => "images",
    };
    let mut words: Vec<&'static str> = change.aspects.iter().map(word).collect();
    if change.basis.is_some() {
        match change.text {
            WordingChange::Same => {}
            WordingChange::Editorial => words.push("editorial"),
            WordingChange::Substantial => words.push("text"),
        }
    }
    words
}

/// The class as our records have it; both lists have the same words.
pub(super) fn class(class: ChangeClass) -> RegulationChangeClass {
    match class {
        ChangeClass::Added => RegulationChangeClass::Added,
        ChangeClass::Changed => RegulationChangeClass::Changed,
        ChangeClass::Renumbered => RegulationChangeClass::Renumbered,
        ChangeClass::Moved => RegulationChangeClass::Moved,
        ChangeClass::Withdrawn => RegulationChangeClass::Withdrawn,
        ChangeClass::Unchanged => RegulationChangeClass::Unchanged,
    }
}
