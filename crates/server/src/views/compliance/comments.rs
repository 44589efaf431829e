//! Wire types for comments on requirements.

use app::Caller;
use app::compliance::comments::may_delete_others;
use chrono::{DateTime, Utc};
use domain::compliance::PolicyComment;
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
    pub text: String,
    pub created_on: DateTime<Utc>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub edited_on: Option<DateTime<Utc>>,
    /// I wrote it.
    pub is_own: bool,
    /// I may delete it.
    pub may_delete: bool,
}

impl PolicyCommentView {
    pub fn new(comment: PolicyComment, reader: &Caller) -> Self {
        let is_own = comment.author.id == reader.user.id;
        Self {
            id: comment.id.0,
            is_own,
            may_delete: is_own || may_delete_others(reader),
            author: comment.author.into(),
            text: comment.text,
            created_on: comment.created_on,
            edited_on: comment.edited_on,
        }
    }
}
