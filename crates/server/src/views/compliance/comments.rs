//! Wire types for comments on requirements.

use chrono::{DateTime, Utc};
use domain::compliance::PolicyComment;
use domain::id::UserId;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::views::comments::CommenterView;

/// The text of a comment on a requirement.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PolicyCommentRequest {
    pub text: String,
}

/// A comment on a requirement.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PolicyComment)]
pub struct PolicyCommentView {
    pub id: String,
    pub author: CommenterView,
    /// Empty once it is deleted.
    pub text: String,
    pub created_on: DateTime<Utc>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub edited_on: Option<DateTime<Utc>>,
    pub is_deleted: bool,
    /// I wrote it.
    pub is_own: bool,
}

impl PolicyCommentView {
    pub fn new(comment: PolicyComment, reader: &UserId) -> Self {
        Self {
            id: comment.id.0,
            is_own: comment.author.id == *reader,
            author: comment.author.into(),
            text: comment.text,
            created_on: comment.created_on,
            edited_on: comment.edited_on,
            is_deleted: comment.is_deleted,
        }
    }
}
