//! Wire types for requirements that a change touches.

use domain::compliance::TouchedRequirement;
use serde::Serialize;
use utoipa::ToSchema;

/// A reference of a requirement to a module that something touches.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = TouchedRequirement)]
pub struct TouchedRequirementView {
    /// The id of the reference.
    pub id: String,
    pub policy_item_id: String,
    /// The path of the requirement.
    pub policy_item_path: String,
    pub policy_item_code: String,
    pub title: String,
    /// Of the requirement.
    pub status: String,
    /// current or recheck.
    pub state: String,
    /// The path of the module.
    pub path: String,
    /// The beginning of the paragraph; the title for the whole module.
    pub quote: String,
}

impl From<(String, TouchedRequirement)> for TouchedRequirementView {
    fn from((path, touched): (String, TouchedRequirement)) -> Self {
        Self {
            id: touched.reference.0,
            policy_item_id: touched.item.id.0,
            policy_item_path: touched.item.path,
            policy_item_code: touched.item.code,
            title: touched.item.title,
            status: touched.item.status.as_str().to_owned(),
            state: touched.state.as_str().to_owned(),
            path,
            quote: touched.quote,
        }
    }
}
