//! The index of this node, and how far it is.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};

use ::search::{Index, Members};
use domain::id::SnapshotId;
use tokio::sync::{Notify, watch};

use super::catalogue::Catalogue;

/// How far the index is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    Ready,
    /// Something was imported that is not in it yet.
    CatchingUp,
    /// It is built anew; until then the one before answers.
    Rebuilding,
}

/// The index of this node with all that belongs to it.
#[derive(Debug)]
pub struct Engine {
    index: RwLock<Option<Index>>,
    /// The snapshots of which everything is in the index; none while there is no index.
    complete: Mutex<HashSet<SnapshotId>>,
    /// Documents that are still to be indexed.
    behind: AtomicU64,
    rebuilding: AtomicBool,
    pub(super) rebuild_wanted: AtomicBool,
    pub(super) catalogue: Mutex<Option<Arc<Catalogue>>>,
    /// What snapshots hold; they never change.
    pub(super) members: Mutex<HashMap<SnapshotId, Arc<Members>>>,
    /// Held by whoever writes.
    pub(super) writing: tokio::sync::Mutex<()>,
    pub(super) nudged: Notify,
    pub(super) closed: watch::Sender<bool>,
}

impl Default for Engine {
    fn default() -> Self {
        Self {
            index: RwLock::default(),
            complete: Mutex::default(),
            behind: AtomicU64::new(0),
            rebuilding: AtomicBool::new(false),
            rebuild_wanted: AtomicBool::new(false),
            catalogue: Mutex::default(),
            members: Mutex::default(),
            writing: tokio::sync::Mutex::default(),
            nudged: Notify::new(),
            closed: watch::Sender::new(false),
        }
    }
}

/// A lock whose holder panicked guards nothing that could be half done.
pub(super) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Engine {
    /// Ends following, now and for ever.
    pub(crate) fn close(&self) {
        self.closed.send_replace(true);
    }

    pub(super) fn is_closed(&self) -> bool {
        *self.closed.borrow()
    }

    pub(super) fn index(&self) -> Option<Index> {
        self.index.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(super) fn set_index(&self, index: Index) {
        *self.index.write().unwrap_or_else(PoisonError::into_inner) = Some(index);
    }

    /// Gives a damaged index up; the next pass makes another. One that was replaced meanwhile is given up already.
    pub(super) fn discard(&self, damaged: &Index) {
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

    pub(super) fn set_rebuilding(&self, rebuilding: bool) {
        self.rebuilding.store(rebuilding, Ordering::Relaxed);
    }

    pub(super) fn set_behind(&self, behind: u64) {
        self.behind.store(behind, Ordering::Relaxed);
    }

    /// Whether everything that these snapshots hold is in the index, and nothing else.
    pub(super) fn is_complete(&self, snapshots: &HashSet<SnapshotId>) -> bool {
        *locked(&self.complete) == *snapshots
    }

    pub(super) fn set_complete(&self, snapshots: HashSet<SnapshotId>) {
        *locked(&self.complete) = snapshots;
    }

    /// How far the index is for whoever reads these snapshots, and how many documents it lacks.
    pub(super) fn state(&self, catalogue: &Catalogue) -> (State, u64) {
        let behind = self.behind.load(Ordering::Relaxed);
        if self.rebuilding.load(Ordering::Relaxed) {
            return (State::Rebuilding, behind);
        }
        let complete = locked(&self.complete);
        let lacking = catalogue.scope.shelves.iter().filter(|shelf| !complete.contains(&SnapshotId(shelf.id)));
        let unknown: u64 = lacking.map(|shelf| shelf.members.len() as u64).sum();
        match (unknown, behind) {
            (0, _) => (State::Ready, 0),
            (unknown, 0) => (State::CatchingUp, unknown),
            (_, behind) => (State::CatchingUp, behind),
        }
    }
}
