//! Publications of all manuals, as the dashboard counts them.

use crate::object::words;

words! {
    /// Publications of all manuals that concern a person.
    PublicationGroup {
        Drafts = "drafts",
        /// Frozen, waiting for their approval.
        ForApproval = "forApproval",
        /// Approved in the last days and still valid.
        Published = "published",
        /// Valid ones that the person is asked to acknowledge and has not.
        ToAcknowledge = "toAcknowledge",
    }
}

impl PublicationGroup {
    /// How long an approved publication is a new one.
    pub const NEW_DAYS: i64 = 30;

    /// Whether only people who work on the manual see such publications.
    pub fn is_internal(self) -> bool {
        matches!(self, Self::Drafts | Self::ForApproval)
    }
}
