//! Wire types for the counts in header and sidebar.

use app::users::counts::HeaderCounts;
use serde::Serialize;
use utoipa::ToSchema;

/// A count per navigation entry; each equals the length of the list it opens.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Counts)]
pub struct CountsView {
    /// OEM revisions waiting for a decision.
    pub updates: u64,
    /// Unread notifications.
    pub messages: u64,
    /// My finished jobs that I have not seen.
    pub tasks: u64,
    /// Open threads that concern me.
    pub comments: u64,
    pub checkouts: u64,
    pub bookmarks: u64,
    pub recents: u64,
    pub databases: u64,
    pub manuals: u64,
    /// In the working lanes of all manuals.
    pub modules: u64,
    pub operators: u64,
    pub aircraft: u64,
    /// Only for user administrators.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub users: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub pending_users: Option<u64>,
    /// Only for people who publish.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub publication_drafts: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub publications_for_approval: Option<u64>,
    /// Approved in the last 30 days.
    pub publications_published: u64,
    /// Valid publications that I am asked to acknowledge.
    pub publications_to_acknowledge: u64,
    /// References to check again, changed requirements and overdue reviews of mine; only for people who work on compliance.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub policy_reviews: Option<u64>,
}

impl From<HeaderCounts> for CountsView {
    fn from(counts: HeaderCounts) -> Self {
        Self {
            messages: counts.messages,
            tasks: counts.tasks,
            operators: counts.operators,
            aircraft: counts.aircraft,
            users: counts.users,
            pending_users: counts.pending_users,
            updates: counts.updates,
            comments: counts.comments,
            checkouts: counts.checkouts,
            bookmarks: counts.bookmarks,
            recents: counts.recents,
            databases: counts.databases,
            manuals: counts.manuals,
            modules: counts.modules,
            publication_drafts: counts.publication_drafts,
            publications_for_approval: counts.publications_for_approval,
            publications_published: counts.publications_published,
            publications_to_acknowledge: counts.publications_to_acknowledge,
            policy_reviews: counts.policy_reviews,
        }
    }
}
