//! Refusals about compliance.

/// A refusal about a collection, an item or a reference.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ComplianceError {
    #[error("another collection has this name")]
    NameTaken,
    #[error("another item of the collection has this code")]
    CodeTaken,
    #[error("too many collections, categories, items or references")]
    TooMany,
    #[error("the caller has as many open reports as allowed")]
    ReportsOpen,
    #[error("no status waits for an approver")]
    NothingProposed,
    #[error("the caller proposed the status")]
    OwnProposal,
    #[error("the place of the reference is gone")]
    Gone,
    #[error("the state of the file does not allow it")]
    RegulationState,
    #[error("the two items have a mapping")]
    MappingTaken,
    #[error("both items are in one collection")]
    SameCollection,
    #[error("an item would demand less than itself: {way}")]
    MappingCircle {
        /// The codes of the items, back to the first one.
        way: String,
    },
}

impl ComplianceError {
    pub(super) fn code(&self) -> &'static str {
        match self {
            Self::NameTaken => "compliance.name_taken",
            Self::CodeTaken => "policy_item.code_taken",
            Self::TooMany => "compliance.too_many",
            Self::ReportsOpen => "compliance.reports_open",
            Self::NothingProposed => "policy_item.nothing_proposed",
            Self::OwnProposal => "policy_item.own_proposal",
            Self::Gone => "policy_reference.gone",
            Self::RegulationState => "regulation.state",
            Self::MappingTaken => "policy_mapping.taken",
            Self::SameCollection => "policy_mapping.same_collection",
            Self::MappingCircle { .. } => "policy_mapping.circle",
        }
    }
}
