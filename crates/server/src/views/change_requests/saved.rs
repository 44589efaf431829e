//! Wire types for saved views of the list of change requests.

use app::changes::views::SavedRequestFilter;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A view to save.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SaveRequestViewRequest {
    /// One of the same name is replaced.
    pub name: String,
    /// The query string of the page of the list.
    #[schema(example = "status=In+Progress&mine=yes")]
    pub query: String,
    /// Every user can open it; only its owner can change it.
    #[serde(default)]
    pub shared: bool,
}

/// A saved view of the list of change requests.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SavedRequestView {
    pub id: String,
    pub name: String,
    pub query: String,
    pub created_on: DateTime<Utc>,
    /// Every user can open it.
    pub shared: bool,
    /// The account of its owner, who alone can change it.
    pub owner: String,
}

impl From<SavedRequestFilter> for SavedRequestView {
    fn from(saved: SavedRequestFilter) -> Self {
        let SavedRequestFilter { id, name, query, created_on, shared, owner } = saved;
        Self { id, name, query, created_on, shared, owner }
    }
}
