//! Hashes of texts, so that each is read once.

use std::collections::HashMap;

use sha2::{Digest, Sha256};

use crate::clean;
use crate::model::{SourceCollection, SourceItem};

/// The hashes of all items of a collection.
#[derive(Debug)]
pub(super) struct ItemPrints {
    pub(super) items: Vec<ItemPrint>,
    /// For each item the pictures in it; empty if the collection has none, as one that was read from a table.
    pub(super) images: Vec<Vec<TextHash>>,
}

/// The hashes of an item's title and text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ItemPrint {
    /// Of the text as people see it.
    pub(super) text: TextHash,
    /// Of its words.
    pub(super) words: TextHash,
    /// Whether the text is long enough to tell one item from another.
    pub(super) is_telling: bool,
}

/// The first half of a SHA-256: nobody may make two texts that are taken for one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct TextHash([u8; 16]);

/// Shorter texts, such as `Reserved`, occur again and again.
const TELLING_CHARS: usize = 24;

impl ItemPrints {
    pub(super) fn of(collection: &SourceCollection) -> Self {
        let images: HashMap<&str, TextHash> = (collection.images.iter())
            .map(|image| (image.name.as_str(), TextHash::of(Sha256::new_with_prefix(image.hash().as_bytes()))))
            .collect();
        let of_item = |item: &SourceItem| {
            let mut hashes: Vec<TextHash> =
                item.images.iter().filter_map(|place| images.get(place.image.as_str()).copied()).collect();
            hashes.sort_unstable();
            hashes
        };
        let has_images = !images.is_empty();
        Self {
            items: collection.items.iter().map(ItemPrint::of).collect(),
            images: if has_images { collection.items.iter().map(of_item).collect() } else { Vec::new() },
        }
    }

    /// Whether an item of this collection and one of another show other pictures.
    pub(super) fn images_differ(&self, place: usize, other: &Self, other_place: usize) -> bool {
        match (self.images.get(place), other.images.get(other_place)) {
            (Some(images), Some(others)) => images != others,
            _ => false,
        }
    }
}

impl ItemPrint {
    fn of(item: &SourceItem) -> Self {
        let (mut text, mut words) = (Sha256::new(), Sha256::new());
        let mut chars = 0;
        let title = clean::folded(&item.title);
        text.update(title.as_bytes());
        words.update(clean::words(&title).as_bytes());
        for clause in &item.clauses {
            // A marker that changes is a change, one that only moves to another line is none.
            for part in [&clause.marker, &clause.text].into_iter().filter(|part| !part.is_empty()) {
                let part = clean::folded(part);
                text.update(b"\n");
                text.update(part.as_bytes());
                let part = clean::words(&part);
                chars += part.len();
                words.update(part.as_bytes());
            }
        }
        Self { text: TextHash::of(text), words: TextHash::of(words), is_telling: chars >= TELLING_CHARS }
    }
}

impl TextHash {
    fn of(hash: Sha256) -> Self {
        let mut half = [0; 16];
        half.copy_from_slice(&hash.finalize()[..16]);
        Self(half)
    }

    /// The hash of a folded text.
    pub(super) fn of_text(text: &str) -> Self {
        Self::of(Sha256::new_with_prefix(clean::folded(text).as_bytes()))
    }
}
