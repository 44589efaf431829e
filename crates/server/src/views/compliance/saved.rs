//! Wire types for saved views of collections.

use app::compliance::views::SavedPolicyFilter;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A view to save.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SavePolicyViewRequest {
    pub name: String,
    /// The query string of the page of the collection.
    pub query: String,
    /// Every user can open it.
    #[serde(default)]
    pub shared: bool,
}

/// A named filter of the requirements of a collection.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SavedPolicyView)]
pub struct SavedPolicyView {
    pub id: String,
    pub name: String,
    pub query: String,
    pub shared: bool,
    /// The account of its owner.
    pub owner: String,
    pub created_on: DateTime<Utc>,
}

impl From<SavedPolicyFilter> for SavedPolicyView {
    fn from(view: SavedPolicyFilter) -> Self {
        let SavedPolicyFilter { id, name, query, created_on, shared, owner } = view;
        Self { id, name, query, shared, owner, created_on }
    }
}
