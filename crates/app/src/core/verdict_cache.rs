//! Cached comparisons of modules with their next revision.

use std::collections::HashMap;
use std::sync::Arc;

use domain::id::{ObjectId, SnapshotId};
use domain::revision::RevisionChange;
use sha2::{Digest, Sha256};
use store::toc::TocPlace;
use tokio::sync::{Semaphore, SemaphorePermit};

use crate::core::cache::Cache;

/// Limit in bytes: about 250,000 modules.
const CAPACITY: usize = 32 << 20;
/// About what an entry takes in memory.
const WEIGHT: usize = 128;
/// Limit of the moved objects, in bytes, and about what each takes.
const MOVES_CAPACITY: usize = 16 << 20;
const MOVE_WEIGHT: usize = 256;

/// Verdicts by the contents that were compared, so that every node finds the same and a second look costs nothing.
#[derive(Debug)]
pub(crate) struct VerdictCache {
    verdicts: Cache<[u8; 32], ChangeVerdict>,
    /// By base and revision: the contents of OEM revisions never change.
    moves: Cache<(SnapshotId, SnapshotId), MovedObjects>,
    /// For the request that compares.
    turn: Semaphore,
}

/// The objects that stand in other sections of the contents than before.
pub(crate) type MovedObjects = HashMap<ObjectId, TocPlace>;

/// The changes of a revision in one module, and how they meet our edits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ChangeVerdict {
    pub(crate) change: RevisionChange,
    /// Differences without a change mark.
    pub(crate) unmarked: u32,
    /// Change marks without a difference.
    pub(crate) needless_marks: u32,
    pub(crate) conflicts: u32,
    /// Edits of ours that the manufacturer made too.
    pub(crate) adopted: u32,
    /// Points that the MEL item allowed before and the new one does not.
    pub(crate) more_restrictive: u32,
    /// Points that our MEL item allows beyond the new one, after the merge where that has no conflicts.
    pub(crate) less_restrictive: u32,
    /// Points that a person has to compare with the new one.
    pub(crate) to_be_judged: u32,
}

impl ChangeVerdict {
    /// A change of which nothing more is known.
    pub(crate) fn plain(change: RevisionChange) -> Self {
        Self {
            change,
            unmarked: 0,
            needless_marks: 0,
            conflicts: 0,
            adopted: 0,
            more_restrictive: 0,
            less_restrictive: 0,
            to_be_judged: 0,
        }
    }
}

impl VerdictCache {
    /// Waits until no other request compares: all processors work for one of them, and the next one finds its verdicts.
    pub(crate) async fn turn(&self) -> Option<SemaphorePermit<'_>> {
        self.turn.acquire().await.ok()
    }

    pub(crate) fn moves(&self, of: (SnapshotId, SnapshotId)) -> Option<Arc<MovedObjects>> {
        self.moves.get(&of)
    }

    pub(crate) fn put_moves(&self, of: (SnapshotId, SnapshotId), moved: MovedObjects) -> Arc<MovedObjects> {
        let weight = MOVE_WEIGHT * (moved.len() + 1);
        self.moves.put(of, moved, weight)
    }

    pub(crate) fn get(&self, contents: &[&str]) -> Option<ChangeVerdict> {
        self.verdicts.get(&key(contents)).map(|verdict| *verdict)
    }

    pub(crate) fn put(&self, contents: &[&str], verdict: ChangeVerdict) {
        self.verdicts.put(key(contents), verdict, WEIGHT);
    }
}

fn key(contents: &[&str]) -> [u8; 32] {
    let mut digest = Sha256::new();
    for name in contents {
        digest.update(name.as_bytes());
        digest.update(b"/");
    }
    digest.finalize().into()
}

impl Default for VerdictCache {
    fn default() -> Self {
        Self { verdicts: Cache::new(CAPACITY), moves: Cache::new(MOVES_CAPACITY), turn: Semaphore::new(1) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_verdict_belongs_to_the_contents_in_their_order() {
        let cache = VerdictCache::default();
        let verdict = ChangeVerdict::plain(RevisionChange::Content);
        cache.put(&["a", "b"], verdict);
        assert_eq!(cache.get(&["a", "b"]), Some(verdict));
        assert_eq!(cache.get(&["b", "a"]), None);
        assert_eq!(cache.get(&["a", "b", ""]), None);
    }

    #[tokio::test]
    async fn one_request_compares_at_a_time() {
        let cache = VerdictCache::default();
        let first = cache.turn().await;
        assert!(tokio::time::timeout(std::time::Duration::from_millis(20), cache.turn()).await.is_err());
        drop(first);
        assert!(cache.turn().await.is_some());
    }
}
