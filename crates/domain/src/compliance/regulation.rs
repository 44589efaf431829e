//! Files of regulations, and mappings between collections.

use super::PolicyStatus;
use crate::object::words;

/// Bytes of a file.
pub const MAX_REGULATION_BYTES: usize = 20 << 20;
/// Files that are kept.
pub const MAX_REGULATION_IMPORTS: u64 = 1_000;

words! {
    /// How far a file has come.
    RegulationState {
        /// It is being checked.
        Waiting = "waiting",
        /// A finding keeps it from being taken over.
        Blocked = "blocked",
        Ready = "ready",
        /// The collection has everything that it has.
        Unchanged = "unchanged",
        Taken = "taken",
        /// The check did not come to its end.
        Failed = "failed",
    }
}

words! {
    /// The most important thing that a version of a regulation does to an item.
    RegulationChangeClass {
        Added = "added",
        Changed = "changed",
        Renumbered = "renumbered",
        Moved = "moved",
        Withdrawn = "withdrawn",
        Unchanged = "unchanged",
    }
}

words! {
    /// How much of the demand of the second item the first one covers.
    MappingRelation {
        Equal = "equal",
        /// The first demands a part of what the second demands.
        Subset = "subset",
        /// The first demands all that the second demands, and more.
        Superset = "superset",
        Intersects = "intersects",
    }
}

impl MappingRelation {
    /// The same, seen from the second item.
    #[must_use]
    pub fn reversed(self) -> Self {
        match self {
            Self::Subset => Self::Superset,
            Self::Superset => Self::Subset,
            Self::Equal | Self::Intersects => self,
        }
    }

    /// Whether compliance with the first proves compliance with the second.
    pub fn proves(self) -> bool {
        matches!(self, Self::Equal | Self::Superset)
    }
}

words! {
    /// What proves an item, its mappings included; in the order of strength.
    MappingProof {
        /// Its own status.
        Own = "own",
        /// A compliant item that demands at least as much.
        Mapped = "mapped",
        /// Compliant items that demand a part of it: somebody has to prove the rest.
        Part = "part",
        /// Corresponding items, none of which is compliant.
        Open = "open",
        /// Nothing corresponds to it.
        Missing = "missing",
    }
}

/// What proves an item, by its own status and the items that correspond to it: the relation of each to this one, and its
/// status.
pub fn proof_of(own: PolicyStatus, counterparts: &[(MappingRelation, PolicyStatus)]) -> MappingProof {
    let is_met = |status: PolicyStatus| status == PolicyStatus::Compliant;
    if is_met(own) || own == PolicyStatus::NotApplicable {
        return MappingProof::Own;
    }
    let mut best = if counterparts.is_empty() { MappingProof::Missing } else { MappingProof::Open };
    for (relation, status) in counterparts {
        // What does not apply elsewhere proves nothing here.
        let proof = match (is_met(*status), relation.proves()) {
            (true, true) => return MappingProof::Mapped,
            (true, false) => MappingProof::Part,
            (false, _) if *status == PolicyStatus::PartiallyCompliant => MappingProof::Part,
            (false, _) => continue,
        };
        best = proof;
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_an_item_that_demands_as_much_proves_another() {
        use PolicyStatus::{Compliant, NonCompliant, NotApplicable, NotAssessed, PartiallyCompliant};
        let cases: [(PolicyStatus, &[(MappingRelation, PolicyStatus)], MappingProof); 8] = [
            (Compliant, &[], MappingProof::Own),
            (NotApplicable, &[], MappingProof::Own),
            (NotAssessed, &[], MappingProof::Missing),
            (NotAssessed, &[(MappingRelation::Equal, NotApplicable)], MappingProof::Open),
            (NonCompliant, &[(MappingRelation::Superset, Compliant)], MappingProof::Mapped),
            (NotAssessed, &[(MappingRelation::Subset, Compliant)], MappingProof::Part),
            (NotAssessed, &[(MappingRelation::Equal, PartiallyCompliant)], MappingProof::Part),
            (
                NotAssessed,
                &[(MappingRelation::Intersects, Compliant), (MappingRelation::Equal, Compliant)],
                MappingProof::Mapped,
            ),
        ];
        for (own, counterparts, expected) in cases {
            assert_eq!(proof_of(own, counterparts), expected, "{own:?} {counterparts:?}");
        }
    }

    #[test]
    fn a_relation_reversed_twice_is_the_same() {
        for relation in MappingRelation::ALL {
            assert_eq!(relation.reversed().reversed(), relation);
        }
        assert_eq!(MappingRelation::Subset.reversed(), MappingRelation::Superset);
        assert!(!MappingRelation::Subset.proves());
    }
}
