//! Cached places of comment threads, and paragraphs of compliance references, in other versions.

use domain::comment::ThreadPlace;

use crate::core::cache::Cache;

/// Limit in bytes: several thousand places.
const CAPACITY: usize = 2 << 20;

/// Places by the contents of two versions, so that every node finds the same.
#[derive(Debug)]
pub(crate) struct PlaceCache(pub(crate) Cache<PlaceKey, ThreadPlace>);

/// A paragraph of one content in another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FoundParagraph {
    pub(crate) place: ThreadPlace,
    /// Its beginning; empty when it is gone.
    pub(crate) quote: String,
}

impl FoundParagraph {
    pub(crate) fn gone() -> Self {
        Self { place: ThreadPlace::gone(), quote: String::new() }
    }
}

/// Paragraphs by the contents of two versions.
#[derive(Debug)]
pub(crate) struct ParagraphCache(pub(crate) Cache<PlaceKey, FoundParagraph>);

/// Everything that a place depends on.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct PlaceKey {
    /// The content that the anchor is of.
    pub(crate) from: String,
    /// The content in which it is looked for.
    pub(crate) to: String,
    pub(crate) anchor: String,
}

impl PlaceKey {
    /// About what an entry takes in memory.
    pub(crate) fn weight(&self) -> usize {
        self.from.len() + self.to.len() + 2 * self.anchor.len() + 100
    }
}

impl Default for PlaceCache {
    fn default() -> Self {
        Self(Cache::new(CAPACITY))
    }
}

impl Default for ParagraphCache {
    fn default() -> Self {
        Self(Cache::new(CAPACITY))
    }
}
