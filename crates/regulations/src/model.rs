//! A collection as one file has it: the collection's own data, categories, items with their clauses, and pictures.
//!
//! Categories and items are flat lists in display order; a parent is the index of another one. Every reader keeps
//! these invariants: parents have no cycles, codes of categories and items are unique together (ignoring case and
//! blanks), the paths of an item's clauses are unique, and an item below another is in its category.

mod date;
mod kind;

use std::collections::HashMap;

pub use date::RuleDate;
pub use kind::{ComplianceType, ItemKind};

use domain::text::hex;
use sha2::{Digest, Sha256};

use crate::clauses::SourceClause;
use crate::mapping::Relationship;
use crate::{clauses, clean};

/// A collection with everything that a file says about it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SourceCollection {
    pub head: CollectionHead,
    pub categories: Vec<SourceCategory>,
    pub items: Vec<SourceItem>,
    pub images: Vec<SourceImage>,
}

/// The collection's own data. Unknown values are empty.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CollectionHead {
    pub name: String,
    pub originator: String,
    pub compliance_type: Option<ComplianceType>,
    pub source_reference: String,
    pub version: String,
    /// The publisher's id of this publication.
    pub publication_id: String,
    pub publication_date: RuleDate,
    pub effective_date: RuleDate,
    pub language: String,
    pub licence: String,
    /// A regular expression that the codes of all items should match.
    pub code_pattern: String,
}

/// A chapter, subpart or group.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SourceCategory {
    pub code: String,
    pub name: String,
    pub parent: Option<usize>,
}

/// A requirement, or the AMC or guidance below one.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SourceItem {
    /// The publisher's id, the same in all versions; empty if there is none.
    pub stable_id: String,
    pub code: String,
    pub title: String,
    pub kind: ItemKind,
    pub is_assessable: bool,
    pub category: Option<usize>,
    /// The item that this one belongs to.
    pub parent: Option<usize>,
    /// Further items where the publisher prints this one as well.
    pub also_under: Vec<usize>,
    /// The whole text.
    pub clauses: Vec<SourceClause>,
    pub guidance: String,
    pub effective: RuleDate,
    pub expiry: RuleDate,
    pub applicability: String,
    pub source_ref: String,
    pub amendment: String,
    /// Codes of the version before that this item replaces.
    pub supersedes: Vec<String>,
    /// Paths of the parent's clauses that this item is about; empty if it is about all.
    pub covers: Vec<String>,
    pub tags: Vec<SourceTag>,
    pub references: Vec<CrossReference>,
    pub future: Vec<FutureClause>,
    pub images: Vec<ImagePlace>,
    pub mappings: Vec<ItemCounterpart>,
}

/// A named value, or a bare word if the name is empty.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct SourceTag {
    name: String,
    value: String,
}

/// A reference to another item of the collection, by code, or to a page of the web.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CrossReference {
    /// The clause with the reference; empty for the item.
    pub clause: String,
    pub target: String,
}

/// Text that is published but applies later.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FutureClause {
    /// The clause that it becomes or replaces; empty if the file does not say.
    pub path: String,
    pub text: String,
    pub applicable: RuleDate,
}

/// A picture in a clause.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImagePlace {
    pub clause: String,
    /// The name of a [`SourceImage`].
    pub image: String,
}

/// A picture of the file.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct SourceImage {
    pub name: String,
    pub media_type: String,
    pub bytes: Vec<u8>,
    /// The hash of bytes that are not at hand; else empty.
    pub known_hash: String,
}

/// An item of another collection that corresponds to this one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ItemCounterpart {
    pub collection: String,
    pub code: String,
    pub relationship: Relationship,
}

impl SourceCollection {
    /// The places of the items by code. Of a collection that keeps withdrawn items behind the others, several may have
    /// the same code: the first one counts.
    pub fn items_by_code(&self) -> HashMap<String, usize> {
        let mut places = HashMap::with_capacity(self.items.len());
        for (place, item) in self.items.iter().enumerate() {
            places.entry(clean::code_key(&item.code)).or_insert(place);
        }
        places
    }

    /// The place of the item with this code, ignoring case and blanks.
    pub fn item_at_code(&self, code: &str) -> Option<usize> {
        let key = clean::code_key(code);
        self.items.iter().position(|item| clean::code_key(&item.code) == key)
    }

    /// The number of clauses of all items.
    pub fn clause_count(&self) -> usize {
        self.items.iter().map(|item| item.clauses.len()).sum()
    }
}

impl SourceItem {
    /// The whole text, one clause after the other, each with its marker.
    pub fn text(&self) -> String {
        clauses::joined(&self.clauses)
    }

    /// The clause at this path.
    pub fn clause(&self, path: &str) -> Option<&SourceClause> {
        self.clauses.iter().find(|clause| clause.path == path)
    }
}

impl SourceTag {
    /// Names have no `=`, and neither names nor values have `;` or line breaks, because tables separate tags by them.
    pub fn new(name: &str, value: &str) -> Self {
        let plain = |text: &str| clean::line(&text.replace(';', ","));
        let name = plain(name).replace('=', "-");
        let value = plain(value);
        // A bare word would be read as a name and a value.
        let value = if name.is_empty() { value.replace('=', "-") } else { value };
        Self { name, value }
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    pub fn value(&self) -> &str {
        &self.value
    }
}

impl CrossReference {
    /// Whether it leaves the collection.
    pub fn is_external(&self) -> bool {
        is_address(&self.target)
    }
}

/// Bytes of an address.
const MAX_ADDRESS: usize = 2_000;

/// Whether a text is an address that may be shown as a link.
pub(crate) fn is_address(text: &str) -> bool {
    let scheme = text.split(':').next().unwrap_or_default().to_ascii_lowercase();
    text.len() <= MAX_ADDRESS && matches!(scheme.as_str(), "http" | "https" | "mailto") && scheme.len() < text.len()
}

impl SourceImage {
    /// The hash of its bytes.
    pub fn hash(&self) -> String {
        if self.known_hash.is_empty() { hex(&Sha256::digest(&self.bytes)) } else { self.known_hash.clone() }
    }

    /// A media type of pictures. Files may say what they like: any other type is that of plain bytes.
    pub(crate) fn known_type(word: &str) -> &'static str {
        const TYPES: [&str; 8] = [
            "image/png",
            "image/jpeg",
            "image/gif",
            "image/tiff",
            "image/emf",
            "image/wmf",
            "image/svg+xml",
            "image/webp",
        ];
        let known = TYPES.into_iter().find(|known| known.eq_ignore_ascii_case(word.trim()));
        known.unwrap_or("application/octet-stream")
    }
}

impl std::fmt::Debug for SourceImage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut shown = f.debug_struct("SourceImage");
        shown.field("name", &self.name).field("media_type", &self.media_type).field("bytes", &self.bytes.len());
        shown.field("known_hash", &self.known_hash).finish()
    }
}
