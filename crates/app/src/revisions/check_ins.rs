//! The check-ins that a change of the operator consists of.

use std::collections::{HashMap, HashSet};

use chrono::{DateTime, Utc};
use domain::id::{ChangeRequestId, VersionId};
use store::version_steps::VersionStep;

/// The most check-ins of one module that are listed, newest first.
const MAX_LISTED: usize = 50;

/// A check-in of the operator.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AirlineCheckIn {
    pub version: VersionId,
    pub reason: String,
    /// The change request that it belongs to, and its number.
    pub change_request: Option<(ChangeRequestId, u64)>,
    pub by: String,
    pub on: DateTime<Utc>,
}

/// The versions of the operator that a version was made from, and itself, without those that another version was made from
/// too; newest first.
pub(super) fn between(steps: &[VersionStep], old: Option<VersionId>, new: VersionId) -> Vec<&VersionStep> {
    let by_id: HashMap<VersionId, &VersionStep> = steps.iter().map(|step| (step.id, step)).collect();
    let before = old.map(|old| with_sources(&by_id, old)).unwrap_or_default();
    let work = with_sources(&by_id, new);
    let own = work.difference(&before).filter_map(|id| by_id.get(id).copied());
    let mut own: Vec<&VersionStep> = own.filter(|step| !step.is_oem).collect();
    own.sort_by_key(|step| std::cmp::Reverse(step.id));
    own.truncate(MAX_LISTED);
    own
}

/// A version and all versions of the same module that it was made from.
fn with_sources(by_id: &HashMap<VersionId, &VersionStep>, version: VersionId) -> HashSet<VersionId> {
    let (mut found, mut open) = (HashSet::new(), vec![version]);
    while let Some(id) = open.pop() {
        if let Some(step) = by_id.get(&id)
            && found.insert(id)
        {
            open.extend(&step.parents);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use domain::id::ObjectId;

    use super::*;

    fn step(id: i64, is_oem: bool, parents: &[i64]) -> VersionStep {
        VersionStep {
            id: VersionId(id),
            object: ObjectId(1),
            is_oem,
            why: String::new(),
            change_request: None,
            created_by: "author".to_owned(),
            created_on: DateTime::UNIX_EPOCH,
            parents: parents.iter().copied().map(VersionId).collect(),
        }
    }

    fn ids(steps: &[VersionStep], old: Option<i64>, new: i64) -> Vec<i64> {
        between(steps, old.map(VersionId), VersionId(new)).into_iter().map(|step| step.id.0).collect()
    }

    #[test]
    fn all_check_ins_since_a_version_belong_to_a_change() {
        let steps = [step(1, true, &[]), step(2, false, &[1]), step(3, false, &[2]), step(4, false, &[1])];
        assert_eq!(ids(&steps, Some(1), 3), [3, 2], "not the one that was made beside them");
        assert_eq!(ids(&steps, Some(2), 3), [3]);
        assert_eq!(ids(&steps, None, 3), [3, 2]);
    }

    #[test]
    fn the_work_of_the_operator_is_found_behind_a_merge() {
        let steps = [step(1, true, &[]), step(2, false, &[1]), step(3, true, &[1]), step(4, false, &[2, 3])];
        assert_eq!(ids(&steps, Some(3), 4), [4, 2]);
    }

    #[test]
    fn a_change_that_was_taken_back_has_no_check_in() {
        let steps = [step(1, true, &[]), step(2, false, &[1])];
        assert_eq!(ids(&steps, Some(2), 1), [0_i64; 0]);
    }
}
