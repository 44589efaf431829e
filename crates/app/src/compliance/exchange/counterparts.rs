//! The items of other collections to which a file says that its own correspond.

use std::collections::{HashMap, HashSet};

use domain::compliance::{MAX_COLLECTIONS, MappingRelation};
use domain::finding::Severity;
use domain::id::{ComplianceCollectionId, PolicyItemId};
use domain::text::fold;
use regulations::model::{ItemCounterpart, SourceCollection};
use store::Tx;
use store::regulations::{MappingFilter, RegulationFinding};

use super::mappings::MAX_MAPPINGS;
use super::reading::finding;
use crate::core::error::Error;

/// Colons at which an entry is divided into collection and code: names of collections may have some.
const MAX_COLONS: usize = 4;
/// Findings that are listed; the others are counted.
const MAX_FINDINGS: usize = 500;

/// The collections that a file names, and the mappings that its own collection has.
#[derive(Debug, Default)]
pub(super) struct Counterparts {
    /// By folded name.
    collections: HashMap<String, NamedCollection>,
    /// By both items, the smaller id first; the relation is that of the first to the second.
    known: HashMap<(PolicyItemId, PolicyItemId), MappingRelation>,
}

#[derive(Debug)]
struct NamedCollection {
    is_own: bool,
    /// By folded code.
    items: HashMap<String, PolicyItemId>,
}

/// The corresponding items in a file.
#[derive(Debug, Default)]
pub(super) struct FoundCounterparts {
    /// The place of an item in the file, the item that it corresponds to, and the relation of the first to the second.
    pub(super) added: Vec<(usize, PolicyItemId, MappingRelation)>,
    pub(super) findings: Vec<RegulationFinding>,
}

/// The folded names that collections may have in the file.
pub(super) fn names(file: &SourceCollection) -> HashSet<String> {
    let entries = file.items.iter().flat_map(|item| &item.mappings);
    entries.flat_map(|entry| divisions(entry).into_iter().map(|(name, _)| name)).collect()
}

/// Folded names of a collection and codes that an entry may mean.
fn divisions(entry: &ItemCounterpart) -> Vec<(String, String)> {
    let mut divisions = vec![(fold(&entry.collection), fold(&entry.code))];
    // Tables divide at the first colon and leave the blanks around it out.
    for colon in [":", ": "] {
        let whole = [entry.collection.as_str(), colon, &entry.code].concat();
        let places = whole.match_indices(':').take(MAX_COLONS);
        divisions.extend(places.map(|(place, _)| (fold(whole[..place].trim()), fold(whole[place + 1..].trim()))));
    }
    divisions
}

/// The target of an entry.
enum Counterpart<'c> {
    Item(&'c PolicyItemId),
    /// An item of the same collection.
    Own,
    CodeUnknown,
    CollectionUnknown,
}

impl Counterparts {
    /// Reads the collections with these names; `own` is the one that the file is a version of.
    pub(super) async fn load(
        tx: &mut Tx,
        names: &HashSet<String>,
        own: Option<&ComplianceCollectionId>,
    ) -> Result<Self, Error> {
        let mut found = Self::default();
        if names.is_empty() {
            return Ok(found);
        }
        for collection in store::compliance::list_collections(tx, MAX_COLLECTIONS).await? {
            let name = fold(&collection.details.name);
            if names.contains(&name) {
                let items = store::regulations::list_codes(tx, &collection.id).await?.into_iter().collect();
                found.collections.insert(name, NamedCollection { is_own: own == Some(&collection.id), items });
            }
        }
        if let Some(id) = own {
            let filter = MappingFilter { collection: id.clone(), other: None, text: String::new() };
            let known = store::regulations::list_all_mappings(tx, &filter, MAX_MAPPINGS).await?;
            found.known = known.into_iter().map(|one| ((one.source.id, one.target.id), one.relation)).collect();
        }
        Ok(found)
    }

    fn find(&self, entry: &ItemCounterpart) -> Counterpart<'_> {
        let mut best = Counterpart::CollectionUnknown;
        for (name, code) in divisions(entry) {
            let Some(collection) = self.collections.get(&name) else { continue };
            match collection.items.get(&code) {
                Some(_) if collection.is_own => return Counterpart::Own,
                Some(item) => return Counterpart::Item(item),
                None => best = Counterpart::CodeUnknown,
            }
        }
        best
    }

    /// The relation that two items have, seen from the first.
    fn relation(&self, item: &PolicyItemId, other: &PolicyItemId) -> Option<MappingRelation> {
        let key = |one: &PolicyItemId, two: &PolicyItemId| (one.clone(), two.clone());
        if item < other {
            self.known.get(&key(item, other)).copied()
        } else {
            self.known.get(&key(other, item)).map(|relation| relation.reversed())
        }
    }

    /// The mappings that a file adds. `ids` has the ids of its items, `None` for those that the collection does not have.
    /// A relation that somebody stored stays.
    pub(super) fn found(&self, file: &SourceCollection, ids: &[Option<PolicyItemId>]) -> FoundCounterparts {
        let mut list = CounterpartList::default();
        for (place, (item, id)) in file.items.iter().zip(ids).enumerate() {
            for entry in &item.mappings {
                let Some(relation) = MappingRelation::parse(entry.relationship.as_str()) else { continue };
                let told = [("item", item.code.as_str()), ("collection", &entry.collection), ("code", &entry.code)];
                match self.find(entry) {
                    Counterpart::Item(other) => {
                        let known = id.as_ref().and_then(|id| self.relation(id, other));
                        list.add((place, other, relation), known, &told);
                    }
                    Counterpart::Own => list.warn("regulationImport.counterpart_same", &told),
                    Counterpart::CodeUnknown => list.warn("regulationImport.counterpart_code", &told),
                    Counterpart::CollectionUnknown => list.warn("regulationImport.counterpart_collection", &told),
                }
            }
        }
        list.finish(self.known.len())
    }
}

/// Corresponding items while they are collected.
#[derive(Default)]
struct CounterpartList {
    found: FoundCounterparts,
    seen: HashMap<(usize, PolicyItemId), MappingRelation>,
    left_out: usize,
}

impl CounterpartList {
    fn warn(&mut self, rule: &str, told: &[(&str, &str)]) {
        if self.found.findings.len() < MAX_FINDINGS {
            self.found.findings.push(finding(rule, Severity::Warn, told));
        } else {
            self.left_out += 1;
        }
    }

    fn add(
        &mut self,
        (place, other, relation): (usize, &PolicyItemId, MappingRelation),
        known: Option<MappingRelation>,
        told: &[(&str, &str)],
    ) {
        let before = known.or_else(|| self.seen.get(&(place, other.clone())).copied());
        match before {
            Some(before) if before == relation => {}
            Some(_) => self.warn("regulationImport.counterpart_differs", told),
            None => {
                self.seen.insert((place, other.clone()), relation);
                self.found.added.push((place, other.clone(), relation));
            }
        }
    }

    fn finish(mut self, known: usize) -> FoundCounterparts {
        if self.left_out > 0 {
            let count = self.left_out.to_string();
            self.found.findings.push(finding("regulation.more_findings", Severity::Info, &[("count", count.as_str())]));
        }
        if (known + self.found.added.len()) as u64 > MAX_MAPPINGS {
            let limit = MAX_MAPPINGS.to_string();
            let too_many = finding("regulationImport.mappings_too_many", Severity::Block, &[("limit", limit.as_str())]);
            self.found.findings.push(too_many);
        }
        self.found
    }
}

#[cfg(test)]
mod tests {
    use regulations::mapping::Relationship;

    use super::*;

    #[test]
    fn names_of_collections_may_have_colons() {
        let entry = |collection: &str, code: &str| ItemCounterpart {
            collection: collection.to_owned(),
            code: code.to_owned(),
            relationship: Relationship::Equal,
        };
        let found = divisions(&entry("EASA", "Ops:E.1"));
        assert!(found.contains(&("easa: ops".to_owned(), "e.1".to_owned())), "{found:?}");
        assert!(found.contains(&("easa".to_owned(), "ops:e.1".to_owned())));
        let hostile = entry(&":".repeat(500), &":".repeat(200));
        assert!(divisions(&hostile).len() <= 1 + 2 * MAX_COLONS);
    }
}
