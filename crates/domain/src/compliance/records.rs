//! Records of items and collections: comments, and figures of days.

use chrono::{DateTime, NaiveDate, Utc};

use crate::comment::Commenter;
use crate::id::{PolicyCommentId, PolicyItemId};

/// A comment on an item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PolicyComment {
    pub id: PolicyCommentId,
    pub item: PolicyItemId,
    pub author: Commenter,
    /// Empty once it is deleted.
    pub text: String,
    pub created_on: DateTime<Utc>,
    pub edited_on: Option<DateTime<Utc>>,
}

/// The figures of a collection at the end of a day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PolicyDay {
    pub day: NaiveDate,
    pub assessable: u64,
    /// Of the assessable ones, those out of scope.
    pub out_of_scope: u64,
    /// Assessable ones in scope, in the order of [`PolicyStatus::ALL`](super::PolicyStatus::ALL).
    pub by_status: [u64; 5],
}
