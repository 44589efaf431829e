//! Where the versions of a change request stand among the versions of a module.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::hash::BuildHasher;

use crate::id::VersionId;
use crate::object::words;

words! {
    /// Why the work on a module stays where it is when the work of its change request is set aside.
    StayReason {
        /// The module is new with the request: there is no version before.
        New = "new",
        Deleted = "deleted",
        /// It is in another open change request too.
        Shared = "shared",
        /// Another change was made on top of the work, or the work contains another one.
        Followed = "followed",
        Released = "released",
        /// Another person has it checked out.
        Held = "held",
        NotText = "notText",
        /// There is too much text for one step; the next step takes it.
        TooMuch = "tooMuch",
    }
}

words! {
    /// The purpose of the open drafts of the person who sets work aside, where they were made from versions of the
    /// request.
    DraftPurpose {
        /// They go on with the work of the request.
        Work = "work",
        /// They are another change, made on top of the work.
        OtherChange = "otherChange",
    }
}

/// The version that the work on a module began from: the only one that the versions of a request, `own`, were made from.
/// `None` when there is none, or several.
pub fn fork(
    newest: VersionId,
    parents: &HashMap<VersionId, Vec<VersionId>, impl BuildHasher>,
    own: &HashSet<VersionId, impl BuildHasher>,
) -> Option<VersionId> {
    let mut forks = BTreeSet::new();
    let (mut open, mut seen) = (vec![newest], HashSet::from([newest]));
    while let Some(version) = open.pop() {
        if !own.contains(&version) {
            forks.insert(version);
            continue;
        }
        let before = parents.get(&version).filter(|before| !before.is_empty())?;
        open.extend(before.iter().copied().filter(|one| seen.insert(*one)));
    }
    let first = forks.pop_first()?;
    forks.is_empty().then_some(first)
}

/// The versions of a request, `own`, that were made from a version without another change in between. Not all of them are
/// before the newest one: a restored version leaves those between behind.
pub fn made_from(
    beginning: VersionId,
    parents: &HashMap<VersionId, Vec<VersionId>, impl BuildHasher>,
    own: &HashSet<VersionId, impl BuildHasher>,
) -> HashSet<VersionId> {
    own.iter().copied().filter(|version| fork(*version, parents, own) == Some(beginning)).collect()
}

/// Whether a version contains another one: it is the same, or was made from it.
pub fn contains(
    version: VersionId,
    other: VersionId,
    parents: &HashMap<VersionId, Vec<VersionId>, impl BuildHasher>,
) -> bool {
    let (mut open, mut seen) = (vec![version], HashSet::from([version]));
    while let Some(one) = open.pop() {
        if one == other {
            return true;
        }
        let before = parents.get(&one).into_iter().flatten().copied();
        open.extend(before.filter(|one| seen.insert(*one)));
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parents(pairs: &[(i64, &[i64])]) -> HashMap<VersionId, Vec<VersionId>> {
        let ids = |ids: &[i64]| ids.iter().copied().map(VersionId).collect();
        pairs.iter().map(|(version, before)| (VersionId(*version), ids(before))).collect()
    }

    fn own(ids: &[i64]) -> HashSet<VersionId> {
        ids.iter().copied().map(VersionId).collect()
    }

    #[test]
    fn work_began_from_the_version_before_its_first() {
        let chain = parents(&[(2, &[1]), (3, &[2]), (4, &[3])]);
        assert_eq!(fork(VersionId(4), &chain, &own(&[3, 4])), Some(VersionId(2)));
        assert_eq!(fork(VersionId(4), &chain, &own(&[4])), Some(VersionId(3)), "another change is below it");
        assert_eq!(fork(VersionId(4), &chain, &own(&[])), Some(VersionId(4)));
    }

    #[test]
    fn work_that_contains_another_change_has_no_one_beginning() {
        // 4 merges a revision of the manufacturer into the work.
        let merged = parents(&[(2, &[1]), (4, &[2, 3]), (3, &[1])]);
        assert_eq!(fork(VersionId(4), &merged, &own(&[2, 4])), None);
        assert_eq!(fork(VersionId(2), &parents(&[]), &own(&[2])), None, "the module is new");
        let both = parents(&[(2, &[1]), (3, &[1]), (4, &[2, 3])]);
        assert_eq!(fork(VersionId(4), &both, &own(&[2, 3, 4])), Some(VersionId(1)));
    }

    #[test]
    fn work_that_was_set_aside_before_began_from_another_version() {
        // 2 and 3 were set aside; 5 is their work on top of the urgent change 4.
        let rebased = parents(&[(2, &[1]), (3, &[2]), (4, &[1]), (5, &[4]), (6, &[5])]);
        assert_eq!(made_from(VersionId(4), &rebased, &own(&[2, 3, 5, 6])), own(&[5, 6]));
        assert_eq!(made_from(VersionId(1), &rebased, &own(&[2, 3, 5, 6])), own(&[2, 3]));
        assert_eq!(made_from(VersionId(4), &rebased, &own(&[2, 3])), own(&[]));
    }

    #[test]
    fn a_version_that_a_restored_one_left_behind_is_part_of_the_work() {
        // 4 restores 2.
        let restored = parents(&[(2, &[1]), (3, &[2]), (4, &[2])]);
        assert_eq!(fork(VersionId(4), &restored, &own(&[2, 3, 4])), Some(VersionId(1)));
        assert_eq!(made_from(VersionId(1), &restored, &own(&[2, 3, 4])), own(&[2, 3, 4]));
    }

    #[test]
    fn a_version_contains_those_that_it_was_made_from() {
        let chain = parents(&[(2, &[1]), (3, &[1]), (4, &[3])]);
        assert!(contains(VersionId(4), VersionId(4), &chain));
        assert!(contains(VersionId(4), VersionId(1), &chain));
        assert!(!contains(VersionId(4), VersionId(2), &chain), "an urgent change went past it");
        assert!(!contains(VersionId(1), VersionId(2), &chain), "it is set aside");
    }
}
