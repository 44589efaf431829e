//! Wire types for the state of the index.

use app::reading::search::{IndexState, IndexStatus};
use serde::Serialize;
use utoipa::ToSchema;

/// The state of the index.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = IndexState)]
pub struct IndexStateView {
    pub state: IndexStateWord,
    /// Number of documents not indexed yet.
    pub behind: u64,
}

#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum IndexStateWord {
    Ready,
    CatchingUp,
    Rebuilding,
}

impl From<IndexState> for IndexStateWord {
    fn from(state: IndexState) -> Self {
        match state {
            IndexState::Ready => Self::Ready,
            IndexState::CatchingUp => Self::CatchingUp,
            IndexState::Rebuilding => Self::Rebuilding,
        }
    }
}

/// The state of this node's index.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SearchStatus)]
pub struct SearchStatusView {
    pub state: IndexStateWord,
    /// Number of documents not indexed yet.
    pub behind: u64,
    pub documents: u64,
    pub size_bytes: u64,
}

impl From<IndexStatus> for SearchStatusView {
    fn from(status: IndexStatus) -> Self {
        Self { state: status.state.into(), behind: status.behind, documents: status.documents, size_bytes: status.size }
    }
}
