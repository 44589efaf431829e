//! The digest of what a check saw and found: the takeover makes only the differences that were shown.

use domain::compliance::{MappingRelation, PolicyCategory};
use domain::id::PolicyItemId;
use domain::text::hex;
use regulations::compare::{ItemChange, ItemPart};
use regulations::model::SourceCollection;
use sha2::{Digest, Sha256};
use store::regulations::ContentItem;

use super::stored::StoredEdition;

/// The digest of the contents of a collection and of what a file changes in them. Statuses, owners and references are
/// not in it: people go on working with them.
pub(super) fn digest(
    old: &StoredEdition,
    new: &SourceCollection,
    changes: &[ItemChange],
    parts: &[ItemPart],
) -> String {
    let mut text = DigestText(Sha256::new());
    // Name, edition and dates of the collection, and versions of the regulation that were taken over.
    text.add(&old.version.to_string());
    for category in &old.categories {
        text.category(category);
    }
    for item in &old.items {
        text.item(item);
    }
    for change in changes {
        text.add(change.class.as_str());
        text.add(change.old.map_or("", |place| old.items[place].id.0.as_str()));
        text.add(change.new.map_or("", |place| new.items[place].code.as_str()));
    }
    for part in parts {
        text.add(part.kind.as_str());
        text.add(&old.items[part.old].id.0);
        text.add(&new.items[part.new].code);
    }
    hex(&text.0.finalize())
}

/// The digest of a check with the mappings that the file adds: others may change the collections that it names. Each has
/// the place of an item in the file, the item that it corresponds to, and the relation.
pub(super) fn with_mappings(digest: &str, added: &[(usize, PolicyItemId, MappingRelation)]) -> String {
    let mut text = DigestText(Sha256::new());
    text.add(digest);
    for (place, other, relation) in added {
        text.add(&place.to_string());
        text.add(&other.0);
        text.add(relation.as_str());
    }
    hex(&text.0.finalize())
}

struct DigestText(Sha256);

impl DigestText {
    fn add(&mut self, value: &str) {
        self.0.update(value.len().to_le_bytes());
        self.0.update(value.as_bytes());
    }

    fn category(&mut self, category: &PolicyCategory) {
        let parent = category.parent.as_ref().map_or("", |id| id.0.as_str());
        for value in [category.id.0.as_str(), parent, &category.code, &category.name] {
            self.add(value);
        }
    }

    fn item(&mut self, item: &ContentItem) {
        let category = item.category.as_ref().map_or("", |id| id.0.as_str());
        let parent = item.parent.as_ref().map_or("", |id| id.0.as_str());
        let effective = item.effective_on.map(|day| day.to_string()).unwrap_or_default();
        let flags = [item.is_assessable, item.is_withdrawn].map(|flag| if flag { "1" } else { "0" });
        let values = [
            item.id.0.as_str(),
            category,
            parent,
            &item.code,
            &item.title,
            &item.text,
            &item.guidance,
            item.kind.as_str(),
            &effective,
            flags[0],
            flags[1],
        ];
        for value in values {
            self.add(value);
        }
        for clause in &item.clauses {
            for value in [&clause.id.0, &clause.marker, &clause.path, &clause.text] {
                self.add(value);
            }
        }
    }
}
