//! The changes of the next version of a collection.
//!
//! [`compare`] first finds out which item is which (`matching`): by the publisher's id, by what an item says it
//! replaces (`claims`), by code, by equal text, and at last by likeness of text (`likeness`), which is a proposal that a
//! person confirms. Then it compares each pair, clause by clause (`pairs`), and finds what was merged and split (`parts`).
//! The result depends on the two collections
//! alone, and the time grows with their size, not with its square.

mod categories;
mod claims;
mod fingerprint;
mod likeness;
mod matching;
mod pairs;
mod parts;

pub use matching::ItemBasis;
pub use pairs::{ClauseChange, ClauseFate, metadata_differs};
pub use parts::{ItemPart, PartKind};

use std::collections::BTreeSet;

use crate::model::SourceCollection;
use fingerprint::ItemPrints;

/// The differences of two versions of a collection.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CollectionChanges {
    /// The items of the new version in their order, then the withdrawn ones in theirs.
    pub changes: Vec<ItemChange>,
    /// The same for categories.
    pub categories: Vec<CategoryChange>,
    /// The items that were merged and split.
    pub parts: Vec<ItemPart>,
}

/// The change of a category.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CategoryChange {
    /// Changed is another name, renumbered another code.
    pub class: ChangeClass,
    /// Its place in the old version.
    pub old: Option<usize>,
    /// Its place in the new version.
    pub new: Option<usize>,
}

/// The change of an item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ItemChange {
    pub class: ChangeClass,
    /// Its place in the old version.
    pub old: Option<usize>,
    /// Its place in the new version.
    pub new: Option<usize>,
    /// How the two were found to be the same; `None` for added and withdrawn items.
    pub basis: Option<ItemBasis>,
    pub text: WordingChange,
    /// The differences besides the text.
    pub aspects: Vec<ItemAspect>,
    /// Clauses whose text or path is not as before; empty unless the text changed.
    pub clauses: Vec<ClauseChange>,
}

/// The most important thing that happens to an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ChangeClass {
    Added,
    /// The text, a picture or the kind differs: what was assessed must be looked at again.
    Changed,
    /// Another code, the same text.
    Renumbered,
    Moved,
    Withdrawn,
    /// Also if only white space, punctuation, case or metadata differ.
    Unchanged,
}

impl ChangeClass {
    pub const ALL: [Self; 6] =
        [Self::Added, Self::Changed, Self::Renumbered, Self::Moved, Self::Withdrawn, Self::Unchanged];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Added => "added",
            Self::Changed => "changed",
            Self::Renumbered => "renumbered",
            Self::Moved => "moved",
            Self::Withdrawn => "withdrawn",
            Self::Unchanged => "unchanged",
        }
    }
}

/// Something other than the text that may differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ItemAspect {
    Code,
    /// Below another item or category.
    Place,
    /// Guidance that has become a rule, for example.
    Kind,
    /// Dates, source, applicability, guidance or tags.
    Metadata,
    /// Texts that apply later.
    FutureText,
    /// Pictures, if both versions have any.
    Images,
}

impl ItemChange {
    /// Whether this differs, besides whatever its class names.
    pub fn has(&self, aspect: ItemAspect) -> bool {
        self.aspects.contains(&aspect)
    }
}

/// How much of a text differs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum WordingChange {
    /// White space and kinds of hyphens or quotes at most.
    Same,
    /// Punctuation or case.
    Editorial,
    Substantial,
}

impl CollectionChanges {
    /// The number of items of a class.
    pub fn count(&self, class: ChangeClass) -> usize {
        self.changes.iter().filter(|change| change.class == class).count()
    }

    /// Whether the new version is the old one.
    pub fn is_empty(&self) -> bool {
        let same_categories = self.categories.iter().all(|change| change.class == ChangeClass::Unchanged);
        same_categories
            && self.changes.iter().all(|change| {
                let is_same = change.class == ChangeClass::Unchanged && change.text == WordingChange::Same;
                is_same && change.aspects.is_empty()
            })
    }
}

/// Compares two versions of a collection.
pub fn compare(old: &SourceCollection, new: &SourceCollection) -> CollectionChanges {
    compare_with_withdrawn(old, new, &BTreeSet::new())
}

/// Compares two versions of a collection. `withdrawn` has the places of the old items that an earlier version withdrew:
/// an item of the new version is one of those if no other item can be meant.
pub fn compare_with_withdrawn(
    old: &SourceCollection,
    new: &SourceCollection,
    withdrawn: &BTreeSet<usize>,
) -> CollectionChanges {
    let prints = (ItemPrints::of(old), ItemPrints::of(new));
    let categories = categories::matched(old, new);
    let matches = matching::find(old, new, (&prints.0, &prints.1), withdrawn);
    let mut changes = Vec::with_capacity(new.items.len());
    for (place, found) in matches.of_new.iter().enumerate() {
        changes.push(match found {
            Some((before, basis)) => {
                let pair = pairs::Pair { old, new, before: *before, after: place };
                pair.change(*basis, &matches, &categories, (&prints.0, &prints.1))
            }
            None => single(ChangeClass::Added, None, Some(place)),
        });
    }
    let gone = matches.of_old.iter().enumerate().filter(|(_, found)| found.is_none());
    changes.extend(gone.map(|(place, _)| single(ChangeClass::Withdrawn, Some(place), None)));
    let parts = parts::find(old, new, &changes, withdrawn);
    CollectionChanges { changes, categories: categories::changes(old, new, &categories), parts }
}

fn single(class: ChangeClass, old: Option<usize>, new: Option<usize>) -> ItemChange {
    let (text, aspects, clauses) = (WordingChange::Substantial, Vec::new(), Vec::new());
    ItemChange { class, old, new, basis: None, text, aspects, clauses }
}
