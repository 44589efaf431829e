//! Items: single requirements with their status, scope and history.

use chrono::{DateTime, NaiveDate, Utc};

use super::regulation::ProvingItem;
use crate::comment::Commenter;
use crate::id::{ComplianceCollectionId, PolicyCategoryId, PolicyClauseId, PolicyEventId, PolicyItemId, UserId};
use crate::object::words;

words! {
    /// How far a requirement is met.
    PolicyStatus {
        NotAssessed = "not_assessed",
        Compliant = "compliant",
        PartiallyCompliant = "partially_compliant",
        NonCompliant = "non_compliant",
        NotApplicable = "not_applicable",
    }
}

words! {
    /// The kind of a requirement, as its publisher names it.
    PolicyItemKind {
        ImplementingRule = "IR",
        DelegatedRule = "DR",
        CertificationSpecification = "CS",
        /// Acceptable means of compliance.
        Means = "AMC",
        Guidance = "GM",
        Standard = "STD",
        Recommendation = "REC",
        Rule = "RULE",
        Policy = "POLICY",
        Information = "INFO",
    }
}

impl PolicyItemKind {
    /// Guidance and information are not assessed unless somebody says so.
    pub fn is_assessable(self) -> bool {
        !matches!(self, Self::Guidance | Self::Information)
    }
}

/// An addressable part of a requirement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PolicyClause {
    pub id: PolicyClauseId,
    /// As in `(a)(1)`; possibly empty.
    pub marker: String,
    pub text: String,
}

/// The values that a person gives an item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PolicyItemDetails {
    pub code: String,
    pub title: String,
    pub text: String,
    pub guidance: String,
    pub kind: PolicyItemKind,
    pub effective_on: Option<NaiveDate>,
    pub is_assessable: bool,
    pub review_on: Option<NaiveDate>,
}

/// Whether a requirement concerns us, and whom.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PolicyScope {
    pub in_scope: bool,
    /// Required for a requirement that is out of scope.
    pub reason: String,
    /// Which aircraft, in words; possibly empty.
    pub applicability: String,
    /// The code of an operator; empty for all.
    pub operator: String,
}

impl Default for PolicyScope {
    fn default() -> Self {
        Self { in_scope: true, reason: String::new(), applicability: String::new(), operator: String::new() }
    }
}

/// A status that waits for an approver.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StatusProposal {
    pub status: PolicyStatus,
    /// The person who proposed it last.
    pub by: Commenter,
    /// The others who proposed this status since it waits.
    pub earlier: Vec<UserId>,
    pub on: DateTime<Utc>,
}

impl StatusProposal {
    /// The others who proposed a status that `by` proposes now; none for another status than this one.
    pub fn earlier_of(&self, status: PolicyStatus, by: &UserId) -> Vec<UserId> {
        if self.status != status {
            return Vec::new();
        }
        self.earlier.iter().chain([&self.by.id]).filter(|id| *id != by).cloned().collect()
    }

    /// Whether a person is one of those who proposed the status.
    pub fn is_of(&self, person: &UserId) -> bool {
        self.by.id == *person || self.earlier.contains(person)
    }
}

/// A requirement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PolicyItem {
    pub id: PolicyItemId,
    pub collection: ComplianceCollectionId,
    pub category: Option<PolicyCategoryId>,
    /// The rule that this means of compliance or guidance belongs to.
    pub parent: Option<PolicyItemId>,
    pub path: String,
    pub details: PolicyItemDetails,
    pub status: PolicyStatus,
    pub proposal: Option<StatusProposal>,
    pub scope: PolicyScope,
    pub owner: Option<Commenter>,
    /// A version of the regulation changed it, and nobody has assessed it since.
    pub needs_recheck: bool,
    /// The regulation does not contain it any more.
    pub is_withdrawn: bool,
    pub created_on: DateTime<Utc>,
    pub updated_on: DateTime<Utc>,
    pub version: i64,
}

/// An item as lists show it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedPolicyItem {
    /// Without text and guidance, which may be long.
    pub item: PolicyItem,
    pub collection_name: String,
    /// References to manuals that the caller may see.
    pub references: u64,
    /// Those of them that have to be checked again.
    pub rechecks: u64,
    /// Items of other collections that prove it while nobody has assessed it.
    pub proved_by: Vec<ProvingItem>,
}

/// An item in the tree of a collection.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PolicyHeader {
    pub id: PolicyItemId,
    pub category: Option<PolicyCategoryId>,
    pub parent: Option<PolicyItemId>,
    pub path: String,
    pub code: String,
    pub title: String,
    pub kind: PolicyItemKind,
    pub status: PolicyStatus,
    pub in_scope: bool,
}

words! {
    /// An event in the history of an item.
    PolicyEventKind {
        Created = "created",
        Updated = "updated",
        /// The text or the clauses of the requirement changed; its values are the old and the new wording, which may be
        /// long and are not listed.
        Requirement = "requirementChanged",
        /// The status was set.
        Status = "status",
        /// A status waits for an approver.
        Proposed = "proposed",
        SignedOff = "signedOff",
        Rejected = "rejected",
        /// A status waited for an approver when the requirement changed.
        ProposalDropped = "proposalDropped",
        Scope = "scope",
        /// The text of a reference changed, or is gone.
        Recheck = "recheck",
        ReferenceAdded = "referenceAdded",
        ReferenceChanged = "referenceChanged",
        /// Its text is as it should be in the newest version.
        ReferenceConfirmed = "referenceConfirmed",
        ReferenceDeleted = "referenceDeleted",
        /// It led nowhere.
        ReferenceCleaned = "referenceCleaned",
        /// Its place came back from the trash as it was.
        ReferenceReturned = "referenceReturned",
        /// A version of the regulation was taken over.
        Edition = "edition",
        EvidenceAdded = "evidenceAdded",
        EvidenceDeleted = "evidenceDeleted",
        MeansAdded = "meansAdded",
        MeansRemoved = "meansRemoved",
        /// The last day of means is over.
        MeansEnded = "meansEnded",
    }
}

/// An entry in the history of an item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PolicyEvent {
    pub id: PolicyEventId,
    pub kind: PolicyEventKind,
    /// The old and the new value; empty where there is none.
    pub before: String,
    pub after: String,
    pub why: String,
    pub account: String,
    pub on: DateTime<Utc>,
}

/// A status that needs a reason: auditors ask why a requirement does not apply.
pub fn needs_reason(status: PolicyStatus) -> bool {
    status == PolicyStatus::NotApplicable
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_does_not_apply_needs_a_reason() {
        let with_reason: Vec<_> = PolicyStatus::ALL.into_iter().filter(|status| needs_reason(*status)).collect();
        assert_eq!(with_reason, [PolicyStatus::NotApplicable]);
    }

    #[test]
    fn guidance_and_information_are_not_assessed() {
        let not: Vec<_> = PolicyItemKind::ALL.into_iter().filter(|kind| !kind.is_assessable()).collect();
        assert_eq!(not, [PolicyItemKind::Guidance, PolicyItemKind::Information]);
    }
}
