//! Wire types for saved searches.

use app::reading::search::SavedSearch;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::SearchRequest;

/// A search to save.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SaveSearchRequest {
    /// One of the same name is replaced.
    pub name: String,
    pub request: SearchRequest,
    /// Every user can open it; only its owner can change it.
    #[serde(default)]
    pub shared: bool,
}

/// A new name for a saved search.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RenameSearchRequest {
    pub name: String,
    /// Left out: unchanged.
    #[serde(default)]
    pub shared: Option<bool>,
}

/// A saved search.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SavedSearch)]
pub struct SavedSearchView {
    pub id: String,
    pub name: String,
    pub request: SearchRequest,
    pub created_on: DateTime<Utc>,
    /// Every user can open it.
    pub shared: bool,
    /// The account of its owner, who alone can change it.
    pub owner: String,
}

impl From<SavedSearch> for SavedSearchView {
    fn from(saved: SavedSearch) -> Self {
        Self {
            // A request saved by an older program that cannot be read is listed empty, so that it can be deleted.
            request: serde_json::from_str(&saved.request).unwrap_or_default(),
            id: saved.id,
            name: saved.name,
            created_on: saved.created_on,
            shared: saved.shared,
            owner: saved.owner,
        }
    }
}
