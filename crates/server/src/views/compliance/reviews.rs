//! Wire types for the work list of those who own requirements.

use app::compliance::reviews::{PolicyReview, ReviewListing};
use domain::id::PolicyItemId;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::PolicyRefView;
use crate::views::comments::RedlinePieceView;
use crate::views::page::{PageNumber, PageSize};
use crate::views::paths::parse_path;

/// Which references are listed.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct PolicyReviewsQuery {
    /// Only those that the caller is in charge of, as their owner or as the owner of their requirement; default: true.
    pub mine: Option<bool>,
    /// The path of a manual: those to it.
    pub manual_path: Option<String>,
    /// The path of a module: those to it or to one of its paragraphs.
    pub module: Option<String>,
    /// The id of a requirement: its references.
    pub policy_item_id: Option<String>,
    pub page_number: Option<PageNumber>,
    /// At most 50 references are given at once; the response has the size that was used.
    pub page_size: Option<PageSize>,
}

impl PolicyReviewsQuery {
    pub fn listing(&self) -> Result<ReviewListing, app::Error> {
        Ok(ReviewListing {
            mine: self.mine.unwrap_or(true),
            manual: self.manual_path.as_deref().map(parse_path).transpose()?,
            module: self.module.as_deref().map(parse_path).transpose()?,
            item: self.policy_item_id.clone().map(PolicyItemId),
        })
    }
}

/// A reference to check again, with what changed, or one whose review is due.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PolicyReview)]
pub struct PolicyReviewView {
    pub collection_name: String,
    pub policy_item_code: String,
    pub title: String,
    /// The path of the requirement.
    pub policy_item_path: String,
    /// Of the requirement.
    pub status: String,
    /// The version of the requirement; send it back to confirm the reference or to set its status.
    pub policy_item_version: i64,
    pub reference: PolicyRefView,
    /// The changes of the paragraph since it was confirmed; empty where its text is the same or cannot be read.
    pub redline: Vec<RedlinePieceView>,
    /// The changes of the requirement since the reference was confirmed; empty where its text is the same.
    pub requirement_redline: Vec<RedlinePieceView>,
    /// The requirement changed since the reference was confirmed, perhaps without a difference of its text.
    pub is_requirement_changed: bool,
    /// The texts are long, and not all differences are shown.
    pub has_more_differences: bool,
}

impl From<PolicyReview> for PolicyReviewView {
    fn from(review: PolicyReview) -> Self {
        Self {
            collection_name: review.collection_name,
            policy_item_code: review.code,
            title: review.title,
            policy_item_path: review.path,
            status: review.status.as_str().to_owned(),
            policy_item_version: review.version,
            reference: review.reference.into(),
            redline: review.redline.into_iter().map(RedlinePieceView::from).collect(),
            requirement_redline: review.requirement.into_iter().map(RedlinePieceView::from).collect(),
            is_requirement_changed: review.is_requirement_changed,
            has_more_differences: review.has_more_differences,
        }
    }
}
