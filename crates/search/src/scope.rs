//! The scope of a search: the readable snapshots, and the selected lane.
//!
//! The index contains each version once and knows no snapshots. The versions of each snapshot come with the request, so
//! that a new revision of 100,000 modules, 99,000 of them unchanged, adds 1,000 documents to the index, and a deleted
//! manual disappears with the next search.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard, Weak};

use tantivy::SegmentReader;
use tantivy::index::SegmentId;

use crate::error::SearchError;
use crate::facets::{Combination, FacetTexts, combinations};
use crate::sets::{DocBits, VersionSet};

/// The lane to search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SearchLane {
    /// The working lanes.
    #[default]
    Working,
    /// The OEM revisions.
    Oem,
    All,
}

/// A readable snapshot with its versions.
#[derive(Debug, Clone)]
pub struct SnapshotVersions {
    /// The id of the snapshot.
    pub id: i64,
    pub manual: Arc<ManualNames>,
    /// The working lane points to it.
    pub working: bool,
    /// The revision number, for an OEM revision.
    pub oem: Option<i64>,
    pub members: Arc<VersionSet>,
}

/// A manual with its current names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ManualNames {
    pub id: String,
    pub csdb_name: String,
    pub name: String,
}

impl ManualNames {
    /// Its path, as used in results and filters.
    pub fn path(&self) -> String {
        format!("{}/{}", self.csdb_name, self.name)
    }
}

impl SnapshotVersions {
    pub(crate) fn is_in(&self, lane: SearchLane) -> bool {
        match lane {
            SearchLane::Working => self.working,
            SearchLane::Oem => self.oem.is_some(),
            SearchLane::All => self.working || self.oem.is_some(),
        }
    }
}

/// All readable snapshots.
#[derive(Debug, Clone, Default)]
pub struct Scope {
    pub snapshots: Vec<SnapshotVersions>,
    /// The index holds documents that this search must not reveal, not even by a word.
    pub is_partial: bool,
}

impl Scope {
    /// The index holds documents outside of the scope: hidden ones, or what own changes of a working lane replaced.
    pub(crate) fn leaves_out(&self) -> bool {
        self.is_partial || self.snapshots.iter().any(|snapshot| snapshot.working && snapshot.oem.is_none())
    }
}

/// Number of cached segments, and of cached snapshots per segment.
const MAX_SEGMENTS: usize = 64;
const MAX_SETS: usize = 512;

/// The versions of a snapshot, and the documents with those versions. The sets of former snapshots leave their cache.
type SnapshotDocs = (Weak<VersionSet>, Arc<DocBits>);

/// Cached columns of a segment, which every search reads.
#[derive(Debug)]
pub(crate) struct Segment {
    /// The version of each document.
    versions: Vec<u64>,
    /// The facet combination of each document.
    pub(crate) combination: Vec<u32>,
    pub(crate) combinations: Vec<Combination>,
    snapshots: Mutex<HashMap<i64, SnapshotDocs>>,
}

impl Segment {
    fn read(reader: &SegmentReader, names: &mut FacetTexts) -> Result<Self, SearchError> {
        let column = reader.fast_fields().u64("version")?;
        let versions = (0..reader.max_doc()).map(|doc| column.first(doc).unwrap_or_default()).collect();
        let (combination, combinations) = combinations(reader, names)?;
        Ok(Self { versions, combination, combinations, snapshots: Mutex::default() })
    }

    pub(crate) fn versions(&self) -> impl Iterator<Item = u64> {
        self.versions.iter().copied()
    }

    pub(crate) fn combination_of(&self, doc: u32) -> usize {
        self.combination.get(doc as usize).map_or(0, |at| *at as usize)
    }

    /// The documents whose version is in a snapshot.
    pub(crate) fn docs_in(&self, of: &SnapshotVersions) -> Arc<DocBits> {
        let mut known = self.snapshots.lock().unwrap_or_else(PoisonError::into_inner);
        let is_of = |members: &Weak<VersionSet>| std::ptr::eq(members.as_ptr(), Arc::as_ptr(&of.members));
        if let Some((_, docs)) = known.get(&of.id).filter(|(members, _)| is_of(members)) {
            return Arc::clone(docs);
        }
        let mut docs = DocBits::none(u32::try_from(self.versions.len()).unwrap_or(u32::MAX));
        for (doc, version) in (0..).zip(&self.versions) {
            if of.members.contains(*version) {
                docs.insert(doc);
            }
        }
        if known.len() >= MAX_SETS {
            known.clear();
        }
        let docs = Arc::new(docs);
        known.insert(of.id, (Arc::downgrade(&of.members), Arc::clone(&docs)));
        docs
    }

    /// The documents in any of these snapshots.
    pub(crate) fn docs_in_any<'s>(&self, snapshots: impl IntoIterator<Item = &'s SnapshotVersions>) -> DocBits {
        let mut all = DocBits::none(u32::try_from(self.versions.len()).unwrap_or(u32::MAX));
        snapshots.into_iter().for_each(|snapshot| all.add(&self.docs_in(snapshot)));
        all
    }
}

/// Cached segments by id.
#[derive(Debug, Default)]
pub(crate) struct Segments {
    known: Mutex<HashMap<SegmentId, Arc<Segment>>>,
    /// Only grows while the index is open, so numbers stay valid.
    names: RwLock<FacetTexts>,
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

    /// The texts of the facet values of all loaded segments.
    pub(crate) fn names(&self) -> RwLockReadGuard<'_, FacetTexts> {
        self.names.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Drops segments that no longer exist.
    pub(crate) fn keep(&self, present: &[SegmentReader]) {
        self.known().retain(|id, _| present.iter().any(|reader| reader.segment_id() == *id));
    }

    fn known(&self) -> MutexGuard<'_, HashMap<SegmentId, Arc<Segment>>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
