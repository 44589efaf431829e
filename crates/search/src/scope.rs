//! What may be found: the snapshots that people can read, and which of them a question is about.
//!
//! The index holds each version once and knows nothing of snapshots. Which versions a snapshot holds is told with the
//! question, so that a new revision of 100,000 modules of which 99,000 are unchanged costs the index 1,000 documents,
//! and a deleted manual is gone with the next question.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard};

use tantivy::SegmentReader;
use tantivy::index::SegmentId;

use crate::error::SearchError;
use crate::facets::{Combination, Names, combinations};
use crate::sets::{Docs, Members};

/// Which lane a question is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Lane {
    /// What people work on.
    #[default]
    Working,
    /// The revisions of the manufacturer.
    Oem,
    All,
}

/// A snapshot that people can read.
#[derive(Debug, Clone)]
pub struct Shelf {
    /// The id of the snapshot.
    pub id: i64,
    pub manual: Arc<Manual>,
    /// Whether the working lane points to it.
    pub working: bool,
    /// The number of the revision, if it is one of the manufacturer's.
    pub oem: Option<i64>,
    pub members: Arc<Members>,
}

/// A manual by its present names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Manual {
    pub id: String,
    pub csdb_name: String,
    pub name: String,
}

impl Manual {
    /// How answers and filters name it.
    pub fn path(&self) -> String {
        format!("{}/{}", self.csdb_name, self.name)
    }
}

impl Shelf {
    pub(crate) fn is_in(&self, lane: Lane) -> bool {
        match lane {
            Lane::Working => self.working,
            Lane::Oem => self.oem.is_some(),
            Lane::All => self.working || self.oem.is_some(),
        }
    }
}

/// Everything that people can read.
#[derive(Debug, Clone, Default)]
pub struct Scope {
    pub shelves: Vec<Shelf>,
}

/// Segments of which something is remembered, and sets that are remembered of each.
const MAX_SEGMENTS: usize = 64;
const MAX_SETS: usize = 512;

/// The members of a shelf, and the documents that are among them.
type OnShelf = (Arc<Members>, Arc<Docs>);

/// What does not change of a segment, and is read with every question.
#[derive(Debug)]
pub(crate) struct Segment {
    /// The version of each document.
    versions: Vec<u64>,
    /// Which combination of values each document has.
    pub(crate) combination: Vec<u32>,
    pub(crate) combinations: Vec<Combination>,
    shelves: Mutex<HashMap<i64, OnShelf>>,
}

impl Segment {
    fn read(reader: &SegmentReader, names: &mut Names) -> Result<Self, SearchError> {
        let column = reader.fast_fields().u64("version")?;
        let versions = (0..reader.max_doc()).map(|doc| column.first(doc).unwrap_or_default()).collect();
        let (combination, combinations) = combinations(reader, names)?;
        Ok(Self { versions, combination, combinations, shelves: Mutex::default() })
    }

    pub(crate) fn versions(&self) -> impl Iterator<Item = u64> {
        self.versions.iter().copied()
    }

    pub(crate) fn combination_of(&self, doc: u32) -> usize {
        self.combination.get(doc as usize).map_or(0, |at| *at as usize)
    }

    /// The documents whose version a shelf holds.
    pub(crate) fn on_shelf(&self, of: &Shelf) -> Arc<Docs> {
        let mut known = self.shelves.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, docs)) = known.get(&of.id).filter(|(members, _)| Arc::ptr_eq(members, &of.members)) {
            return Arc::clone(docs);
        }
        let mut docs = Docs::none(u32::try_from(self.versions.len()).unwrap_or(u32::MAX));
        for (doc, version) in (0..).zip(&self.versions) {
            if of.members.contains(*version) {
                docs.insert(doc);
            }
        }
        if known.len() >= MAX_SETS {
            known.clear();
        }
        let docs = Arc::new(docs);
        known.insert(of.id, (Arc::clone(&of.members), Arc::clone(&docs)));
        docs
    }

    /// The documents that stand on any of some shelves.
    pub(crate) fn on_any<'s>(&self, shelves: impl IntoIterator<Item = &'s Shelf>) -> Docs {
        let mut all = Docs::none(u32::try_from(self.versions.len()).unwrap_or(u32::MAX));
        shelves.into_iter().for_each(|shelf| all.add(&self.on_shelf(shelf)));
        all
    }
}

/// What is remembered of segments, by their ids.
#[derive(Debug, Default)]
pub(crate) struct Segments {
    known: Mutex<HashMap<SegmentId, Arc<Segment>>>,
    /// Only ever grows while the index is open: numbers that were given stay.
    names: RwLock<Names>,
}

impl Segments {
    pub(crate) fn of(&self, reader: &SegmentReader) -> Result<Arc<Segment>, SearchError> {
        let id = reader.segment_id();
        if let Some(segment) = self.known().get(&id) {
            return Ok(Arc::clone(segment));
        }
        let segment = Segment::read(reader, &mut self.names.write().unwrap_or_else(PoisonError::into_inner))?;
        let segment = Arc::new(segment);
        let mut all = self.known();
        if all.len() >= MAX_SEGMENTS {
            all.clear();
        }
        all.insert(id, Arc::clone(&segment));
        Ok(segment)
    }

    /// The texts of the values that segments have; of those at least that were asked for.
    pub(crate) fn names(&self) -> RwLockReadGuard<'_, Names> {
        self.names.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Forgets the segments that are no more.
    pub(crate) fn keep(&self, present: &[SegmentReader]) {
        self.known().retain(|id, _| present.iter().any(|reader| reader.segment_id() == *id));
    }

    fn known(&self) -> MutexGuard<'_, HashMap<SegmentId, Arc<Segment>>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
