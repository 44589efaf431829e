//! Wire types for images of regulations.

use app::compliance::images::RequirementImage;
use serde::Serialize;
use utoipa::ToSchema;

/// An image of a requirement.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PolicyImage)]
pub struct PolicyImageView {
    /// Of its bytes, in hexadecimal.
    pub sha256: String,
    /// As in `image3.png`.
    pub name: String,
    /// The clause that it belongs to; missing for the whole requirement.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub policy_clause_id: Option<String>,
    /// In bytes.
    pub size: u64,
    /// Browsers can display it; otherwise it can only be downloaded.
    pub is_displayed: bool,
}

impl From<RequirementImage> for PolicyImageView {
    fn from(found: RequirementImage) -> Self {
        let RequirementImage { image, is_displayed } = found;
        Self {
            sha256: image.image.blob.as_str().to_owned(),
            name: image.name,
            policy_clause_id: image.clause.map(|id| id.0),
            size: image.image.size,
            is_displayed,
        }
    }
}
