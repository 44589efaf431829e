//! Cached comparisons of modules with their next revision.

use domain::revision::RevisionChange;
use sha2::{Digest, Sha256};

use crate::core::cache::Cache;

/// Limit in bytes: about 250,000 modules.
const CAPACITY: usize = 32 << 20;
/// About what an entry takes in memory.
const WEIGHT: usize = 128;

/// Verdicts by the contents that were compared, so that every node finds the same and a second look costs nothing.
#[derive(Debug)]
pub(crate) struct VerdictCache(Cache<[u8; 32], ChangeVerdict>);

/// What a revision changes in one module, and how that meets our edits.
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
}

impl ChangeVerdict {
    /// A change of which nothing more is known.
    pub(crate) fn plain(change: RevisionChange) -> Self {
        Self { change, unmarked: 0, needless_marks: 0, conflicts: 0, adopted: 0 }
    }
}

impl VerdictCache {
    pub(crate) fn get(&self, contents: &[&str]) -> Option<ChangeVerdict> {
        self.0.get(&key(contents)).map(|verdict| *verdict)
    }

    pub(crate) fn put(&self, contents: &[&str], verdict: ChangeVerdict) {
        self.0.put(key(contents), verdict, WEIGHT);
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
        Self(Cache::new(CAPACITY))
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
}
