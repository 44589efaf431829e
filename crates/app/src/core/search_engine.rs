//! The search index of this node and its state.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};

use ::search::scope::{ManualNames, Scope};
use ::search::{Index, VersionSet};
use domain::id::{ManualId, SnapshotId};
use tokio::sync::{Notify, watch};

use crate::core::cache::Cache;

/// Memory for the versions of former snapshots. A manual of 100,000 modules takes between 75 KB and a few megabytes.
const MAX_PAST_BYTES: usize = 128 << 20;

/// State of the index.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IndexState {
    Ready,
    /// Something was imported that is not in it yet.
    CatchingUp,
    /// It is built anew; until then the one before answers.
    Rebuilding,
}

/// The index of this node with all that belongs to it.
#[derive(Debug)]
pub struct SearchEngine {
    index: RwLock<Option<Index>>,
    /// The versions of the snapshots of which everything is in the index; none while there is no index. Snapshots with
    /// the same versions share a set.
    complete: Mutex<Vec<Arc<VersionSet>>>,
    /// Documents that are still to be indexed.
    behind: AtomicU64,
    rebuilding: AtomicBool,
    pub(crate) rebuild_wanted: AtomicBool,
    pub(crate) catalogue: Mutex<Option<Arc<SearchCatalogue>>>,
    /// Versions by snapshot; snapshots never change.
    pub(crate) members: Mutex<HashMap<SnapshotId, Arc<VersionSet>>>,
    /// The same for snapshots that the working lanes pointed to before, of which anybody may ask for any number.
    pub(crate) past_members: Cache<SnapshotId, VersionSet>,
    /// The versions that own changes ever put into the working lanes.
    pub(crate) own_members: Mutex<HashMap<ManualId, OwnMembers>>,
    /// Held while the index is written.
    pub(crate) writing: tokio::sync::Mutex<()>,
    pub(crate) nudged: Notify,
    pub(crate) closed: watch::Sender<bool>,
}

impl Default for SearchEngine {
    fn default() -> Self {
        Self {
            index: RwLock::default(),
            complete: Mutex::default(),
            behind: AtomicU64::new(0),
            rebuilding: AtomicBool::new(false),
            rebuild_wanted: AtomicBool::new(false),
            catalogue: Mutex::default(),
            members: Mutex::default(),
            past_members: Cache::new(MAX_PAST_BYTES),
            own_members: Mutex::default(),
            writing: tokio::sync::Mutex::default(),
            nudged: Notify::new(),
            closed: watch::Sender::new(false),
        }
    }
}

/// The versions that own changes ever put into the working lane of a manual.
#[derive(Debug, Clone)]
pub(crate) struct OwnMembers {
    pub(crate) entries: store::indexing::OwnEntries,
    pub(crate) members: Arc<VersionSet>,
}

/// The snapshots that people can read.
#[derive(Debug, Default)]
pub(crate) struct SearchCatalogue {
    /// The change after which this was read.
    pub(crate) seq: i64,
    pub(crate) snapshots: Vec<store::indexing::IndexedSnapshot>,
    pub(crate) scope: Scope,
}

impl SearchCatalogue {
    /// A snapshot by its id.
    pub(crate) fn snapshot(&self, id: i64) -> Option<&store::indexing::IndexedSnapshot> {
        self.snapshots.iter().find(|snapshot| snapshot.id.0 == id)
    }

    /// A manual by its id.
    pub(crate) fn manual(&self, id: &str) -> Option<&ManualNames> {
        self.scope.snapshots.iter().map(|snapshot| &*snapshot.manual).find(|manual| manual.id == id)
    }
}

/// A lock whose holder panicked guards nothing that could be half done.
pub(crate) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn holds(sets: &[Arc<VersionSet>], set: &Arc<VersionSet>) -> bool {
    sets.iter().any(|one| Arc::ptr_eq(one, set))
}

impl SearchEngine {
    /// Ends following, now and for ever.
    pub(crate) fn close(&self) {
        self.closed.send_replace(true);
    }

    pub(crate) fn is_closed(&self) -> bool {
        *self.closed.borrow()
    }

    pub(crate) fn index(&self) -> Option<Index> {
        self.index.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(crate) fn set_index(&self, index: Index) {
        *self.index.write().unwrap_or_else(PoisonError::into_inner) = Some(index);
    }

    /// Gives a damaged index up; the next pass makes another. One that was replaced meanwhile is given up already.
    pub(crate) fn discard(&self, damaged: &Index) {
        {
            let mut index = self.index.write().unwrap_or_else(PoisonError::into_inner);
            if !index.as_ref().is_some_and(|index| index.is(damaged)) {
                return;
            }
            *index = None;
        }
        locked(&self.complete).clear();
        self.rebuild_wanted.store(true, Ordering::Relaxed);
        self.nudged.notify_one();
    }

    pub(crate) fn set_rebuilding(&self, rebuilding: bool) {
        self.rebuilding.store(rebuilding, Ordering::Relaxed);
    }

    pub(crate) fn set_behind(&self, behind: u64) {
        self.behind.store(behind, Ordering::Relaxed);
    }

    /// Whether everything that snapshots with these versions hold is in the index, and nothing else.
    pub(crate) fn is_complete(&self, sets: &[Arc<VersionSet>]) -> bool {
        let complete = locked(&self.complete);
        sets.iter().all(|set| holds(&complete, set)) && complete.iter().all(|set| holds(sets, set))
    }

    pub(crate) fn set_complete(&self, sets: Vec<Arc<VersionSet>>) {
        *locked(&self.complete) = sets;
    }

    /// State of the index for these snapshots, and the number of documents it lacks.
    pub(crate) fn state(&self, catalogue: &SearchCatalogue) -> (IndexState, u64) {
        let behind = self.behind.load(Ordering::Relaxed);
        if self.rebuilding.load(Ordering::Relaxed) {
            return (IndexState::Rebuilding, behind);
        }
        let complete = locked(&self.complete);
        let lacking = catalogue.scope.snapshots.iter().filter(|snapshot| !holds(&complete, &snapshot.members));
        let unknown: u64 = lacking.map(|snapshot| snapshot.members.len() as u64).sum();
        match (unknown, behind) {
            (0, _) => (IndexState::Ready, 0),
            (unknown, 0) => (IndexState::CatchingUp, unknown),
            (_, behind) => (IndexState::CatchingUp, behind),
        }
    }

    /// The same for what these snapshots replaced: it is in the index when nothing is behind.
    pub(crate) fn past_state(&self, catalogue: &SearchCatalogue) -> (IndexState, u64) {
        match (self.state(catalogue), self.behind.load(Ordering::Relaxed)) {
            ((IndexState::Ready, _), behind @ 1..) => (IndexState::CatchingUp, behind),
            (state, _) => state,
        }
    }
}
