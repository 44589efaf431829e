//! Files of regulations, texts that apply later, and mappings between collections.

use chrono::NaiveDate;

use super::PolicyStatus;
use crate::id::{ComplianceCollectionId, PolicyItemId};
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

/// A text of an item that is published but applies later.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FutureText {
    /// The clause that it replaces or adds, as in `(a)/(1)`; empty for the whole item.
    pub clause: String,
    pub text: String,
    /// The day from which it applies, in the publisher's words; possibly empty.
    pub applicable: String,
    /// That day, as far as it can be read.
    pub applicable_on: Option<NaiveDate>,
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

    /// The same as far as it counts when nobody signed the status of the first, and that of the second has to be signed:
    /// it proves a part at most.
    #[must_use]
    pub fn unsigned(self) -> Self {
        if self.proves() { Self::Intersects } else { self }
    }

    /// Whether compliance with the first proves compliance with the second.
    pub fn proves(self) -> bool {
        matches!(self, Self::Equal | Self::Superset)
    }
}

words! {
    /// The proof of an item, its mappings included; in the order of strength.
    MappingProof {
        /// Its own status.
        Own = "own",
        /// A compliant item that demands at least as much.
        Mapped = "mapped",
        /// Compliant items that demand a part of it: somebody has to prove the rest.
        Part = "part",
        /// Corresponding items that prove nothing, or a finding against the item itself.
        Open = "open",
        /// Nothing corresponds to it.
        Missing = "missing",
    }
}

impl MappingProof {
    /// Parses what a list asks for: one of the two proofs by mapping, or open for those that no mapping proves wholly.
    pub fn parse_by_mapping(word: &str) -> Option<Self> {
        Self::parse(word).filter(|proof| matches!(proof, Self::Mapped | Self::Part | Self::Open))
    }
}

/// An item of another collection that proves one that nobody has assessed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProvingItem {
    pub id: PolicyItemId,
    pub collection: ComplianceCollectionId,
    pub collection_name: String,
    pub code: String,
    /// How much of the demand it covers.
    pub relation: MappingRelation,
    /// Mapped or in part.
    pub proof: MappingProof,
}

/// The proof of an item that nobody has assessed, by the items that prove it.
pub fn strongest_proof(proving: &[ProvingItem]) -> Option<MappingProof> {
    let is_whole = proving.iter().any(|one| one.proof == MappingProof::Mapped);
    let part = (!proving.is_empty()).then_some(MappingProof::Part);
    if is_whole { Some(MappingProof::Mapped) } else { part }
}

/// The status of an item as far as it proves anything. That of an item which does not count (withdrawn, out of scope, not
/// assessed at all), or which changed since somebody assessed it, proves nothing.
pub fn proving_status(status: PolicyStatus, counts: bool, needs_recheck: bool) -> PolicyStatus {
    if counts && !needs_recheck { status } else { PolicyStatus::NotAssessed }
}

/// The proof of an item, by its own status and by its counterparts: the relation of each to this item, and its
/// status. A finding about the item itself counts before any mapping.
pub fn proof_of(own: PolicyStatus, counterparts: &[(MappingRelation, PolicyStatus)]) -> MappingProof {
    let unproved = if counterparts.is_empty() { MappingProof::Missing } else { MappingProof::Open };
    match own {
        PolicyStatus::Compliant | PolicyStatus::NotApplicable => return MappingProof::Own,
        PolicyStatus::PartiallyCompliant => return MappingProof::Part,
        PolicyStatus::NonCompliant => return unproved,
        PolicyStatus::NotAssessed => {}
    }
    let mut best = unproved;
    for (relation, status) in counterparts {
        // What does not apply elsewhere proves nothing here.
        best = match (*status, relation.proves()) {
            (PolicyStatus::Compliant, true) => return MappingProof::Mapped,
            (PolicyStatus::Compliant, false) | (PolicyStatus::PartiallyCompliant, _) => MappingProof::Part,
            _ => continue,
        };
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_an_item_that_demands_as_much_proves_another() {
        use PolicyStatus::{Compliant, NonCompliant, NotApplicable, NotAssessed, PartiallyCompliant};
        type Counterparts = &'static [(MappingRelation, PolicyStatus)];
        let cases: [(PolicyStatus, Counterparts, MappingProof); 11] = [
            (Compliant, &[], MappingProof::Own),
            (NotApplicable, &[], MappingProof::Own),
            (NotAssessed, &[], MappingProof::Missing),
            (NotAssessed, &[(MappingRelation::Equal, NotApplicable)], MappingProof::Open),
            (NotAssessed, &[(MappingRelation::Superset, Compliant)], MappingProof::Mapped),
            (NonCompliant, &[(MappingRelation::Superset, Compliant)], MappingProof::Open),
            (NonCompliant, &[], MappingProof::Missing),
            (PartiallyCompliant, &[(MappingRelation::Equal, Compliant)], MappingProof::Part),
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
    fn only_an_item_that_counts_and_is_assessed_as_it_is_proves_anything() {
        let proving = |counts, recheck| proving_status(PolicyStatus::Compliant, counts, recheck);
        assert_eq!(proving(true, false), PolicyStatus::Compliant);
        assert_eq!(proving(false, false), PolicyStatus::NotAssessed);
        assert_eq!(proving(true, true), PolicyStatus::NotAssessed);
    }

    #[test]
    fn one_whole_proof_is_enough() {
        let one = |proof| ProvingItem {
            id: PolicyItemId("i".to_owned()),
            collection: ComplianceCollectionId("c".to_owned()),
            collection_name: String::new(),
            code: String::new(),
            relation: MappingRelation::Equal,
            proof,
        };
        assert_eq!(strongest_proof(&[]), None);
        assert_eq!(strongest_proof(&[one(MappingProof::Part)]), Some(MappingProof::Part));
        let both = [one(MappingProof::Part), one(MappingProof::Mapped)];
        assert_eq!(strongest_proof(&both), Some(MappingProof::Mapped));
        assert_eq!(MappingProof::parse_by_mapping("own"), None);
    }

    #[test]
    fn a_relation_reversed_twice_is_the_same() {
        for relation in MappingRelation::ALL {
            assert_eq!(relation.reversed().reversed(), relation);
        }
        assert_eq!(MappingRelation::Subset.reversed(), MappingRelation::Superset);
        assert!(!MappingRelation::Subset.proves());
    }

    #[test]
    fn a_status_that_nobody_signed_proves_a_part_at_most() {
        for relation in MappingRelation::ALL {
            let proof = proof_of(PolicyStatus::NotAssessed, &[(relation.unsigned(), PolicyStatus::Compliant)]);
            assert_eq!(proof, MappingProof::Part, "{relation:?}");
        }
    }
}
