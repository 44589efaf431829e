//! Cached lists of the modules that differ between two snapshots of a manual: page after page is read of one list.

use std::collections::HashMap;

use domain::id::{ObjectId, SnapshotId, TocNodeId, VersionId};
use s1000d::publication::changes::ContentsChanges;
use store::snapshots::ChangedObject;
use store::toc::TocSection;

use crate::core::cache::Cache;

/// Limit in bytes.
const CAPACITY: usize = 32 << 20;

/// Lists by the old and the new snapshot and the generation.
#[derive(Debug)]
pub(crate) struct ManualChangesCache(pub(crate) Cache<([SnapshotId; 2], i64), ManualChanges>);

impl Default for ManualChangesCache {
    fn default() -> Self {
        Self(Cache::new(CAPACITY))
    }
}

/// The versions of a picture with another content, the old one first.
pub(crate) type PictureChange = [VersionId; 2];

/// The modules that two snapshots do not contain alike, and where they stand.
#[derive(Debug)]
pub(crate) struct ManualChanges {
    pub(crate) modules: Vec<ChangedObject>,
    /// The replaced pictures of modules that are the same but for them.
    pub(crate) pictures: HashMap<ObjectId, Vec<PictureChange>>,
    pub(crate) places: ModulePlaces,
    pub(crate) contents: ContentsChanges,
}

impl ManualChanges {
    /// About what it takes in memory.
    pub(crate) fn weight(&self) -> usize {
        let pictures: usize = self.pictures.values().map(|changes| 100 + changes.len() * 16).sum();
        let listed = self.contents.listed.len() * 300;
        pictures + listed + self.modules.len() * 500 + self.places.around.len() * 150 + 1_000
    }
}

/// The place of a module; places are in the order of the new contents.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct ModulePlace {
    /// Its entry in the new contents; where they have none, the entry that it stood behind.
    pub(crate) entry: Option<TocNodeId>,
    /// Its entry in the old contents where the new ones have none.
    pub(crate) removed: Option<TocNodeId>,
    /// The innermost section of the new contents around a module that they do not have.
    pub(crate) section: Option<TocNodeId>,
}

/// The places of changed modules, with the sections around them.
#[derive(Debug)]
pub(crate) struct ModulePlaces {
    pub(crate) places: HashMap<ObjectId, ModulePlace>,
    pub(crate) around: HashMap<TocNodeId, TocSection>,
}

impl ModulePlaces {
    /// `None` for a module outside of the contents.
    pub(crate) fn of(&self, object: ObjectId) -> Option<ModulePlace> {
        self.places.get(&object).copied()
    }

    pub(crate) fn section(&self, id: TocNodeId) -> Option<&TocSection> {
        self.around.get(&id)
    }

    /// The sections around a place, the innermost first.
    pub(crate) fn above(&self, place: Option<ModulePlace>) -> Vec<TocNodeId> {
        let parent = |id: &TocNodeId| self.around.get(id).and_then(|section| section.parent_id);
        let first = place.and_then(|place| match place.removed {
            Some(_) => place.section,
            None => place.entry.as_ref().and_then(parent),
        });
        std::iter::successors(first, parent).collect()
    }
}
