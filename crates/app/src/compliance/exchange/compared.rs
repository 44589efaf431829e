//! What a file changes in a collection of ours.

use std::collections::HashSet;

use domain::compliance::RegulationChangeClass;
use domain::text::hex;
use regulations::compare::{
    CategoryChange, ChangeClass, ItemAspect, ItemBasis, ItemChange, WordingChange, compare as compare_collections,
};
use regulations::model::{CollectionHead, SourceCollection, SourceItem};
use sha2::{Digest, Sha256};
use store::regulations::RegulationChange;

use super::stored::StoredEdition;

/// Characters of the beginning of a text.
const EXCERPT: usize = 300;

/// The differences between a collection of ours and a file.
#[derive(Debug)]
pub(super) struct ComparedEdition {
    pub(super) changes: Vec<ItemChange>,
    /// Without those that withdrawn items keep.
    pub(super) categories: Vec<CategoryChange>,
    /// Changes if somebody changes the collection so that the differences are others.
    pub(super) digest: String,
}

/// Compares a collection of ours with a file. An item that was withdrawn before and is in the file counts as changed.
pub(super) fn compare(old: &StoredEdition, new: &SourceCollection) -> ComparedEdition {
    let found = compare_collections(&old.collection, new);
    let mut changes = Vec::with_capacity(found.changes.len());
    for mut change in found.changes {
        let was_withdrawn = change.old.is_some_and(|place| old.items[place].is_withdrawn);
        if was_withdrawn && change.class == ChangeClass::Withdrawn {
            continue;
        }
        if was_withdrawn {
            change.class = ChangeClass::Changed;
        }
        changes.push(change);
    }
    let kept = kept_categories(old, &changes);
    let is_kept = |change: &CategoryChange| {
        change.class == ChangeClass::Withdrawn && change.old.is_some_and(|place| kept.contains(&place))
    };
    let categories = found.categories.into_iter().filter(|change| !is_kept(change)).collect();
    let digest = digest(old, new, &changes);
    ComparedEdition { changes, categories, digest }
}

/// The categories that withdrawn items are in, with those around them.
fn kept_categories(old: &StoredEdition, changes: &[ItemChange]) -> HashSet<usize> {
    let before = old.items.iter().enumerate().filter(|(_, item)| item.is_withdrawn).map(|(place, _)| place);
    let now = changes.iter().filter(|change| change.class == ChangeClass::Withdrawn).filter_map(|change| change.old);
    let mut kept = HashSet::new();
    for place in before.chain(now) {
        let mut next = old.collection.items[place].category;
        while let Some(category) = next.filter(|category| kept.insert(*category)) {
            next = old.collection.categories[category].parent;
        }
    }
    kept
}

fn digest(old: &StoredEdition, new: &SourceCollection, changes: &[ItemChange]) -> String {
    let mut hash = Sha256::new();
    let mut add = |text: &str| {
        hash.update(text.as_bytes());
        hash.update([0]);
    };
    for change in changes {
        add(change.class.as_str());
        if let Some(item) = change.old.map(|place| &old.items[place]) {
            add(&item.id.0);
            if change.class == ChangeClass::Changed {
                add(&item.text);
            }
        }
        add(change.new.map_or("", |place| new.items[place].code.as_str()));
    }
    hex(&hash.finalize())
}

impl ComparedEdition {
    /// Whether the collection has everything that the file has. A file that names another version of the regulation
    /// changes at least that.
    pub(super) fn changes_nothing(&self, old: &CollectionHead, new: &CollectionHead) -> bool {
        let same_head = (new.version.is_empty() || new.version == old.version)
            && (new.source_reference.is_empty() || new.source_reference == old.source_reference)
            && (new.effective_date.date().is_none() || new.effective_date.date() == old.effective_date.date());
        same_head
            && self.categories.iter().all(|change| change.class == ChangeClass::Unchanged)
            && self.changes.iter().all(is_same)
    }

    /// The changes as they are stored.
    pub(super) fn rows(&self, old: &StoredEdition, new: &SourceCollection) -> Vec<RegulationChange> {
        (1_i64..).zip(&self.changes).map(|(position, change)| row(position, change, old, new)).collect()
    }
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

/// The differences after a person took items apart that were matched by likeness: the old one is withdrawn, the new one
/// added. `apart` has the codes of the new ones.
pub(super) fn taken_apart(
    changes: Vec<ItemChange>,
    new: &SourceCollection,
    apart: &HashSet<String>,
) -> Vec<ItemChange> {
    let single = |class: ChangeClass, old: Option<usize>, new: Option<usize>| ItemChange {
        class,
        old,
        new,
        basis: None,
        text: WordingChange::Substantial,
        aspects: Vec::new(),
        clauses: Vec::new(),
    };
    let mut split = Vec::with_capacity(changes.len());
    for change in changes {
        let is_apart = matches!(change.basis, Some(ItemBasis::LikeText(_)))
            && change.new.is_some_and(|place| apart.contains(&new.items[place].code));
        if is_apart {
            split.push(single(ChangeClass::Added, None, change.new));
            split.push(single(ChangeClass::Withdrawn, change.old, None));
        } else {
            split.push(change);
        }
    }
    split
}
