//! How far the index is, on the wire.

use app::reading::search::{IndexState, IndexStatus};
use serde::Serialize;
use utoipa::ToSchema;

/// How far the index is.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = IndexState)]
pub struct IndexStateView {
    pub state: IndexStateWord,
    /// Documents that are not in the index yet.
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

/// How the index of the node that answers is.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SearchStatus)]
pub struct SearchStatusView {
    pub state: IndexStateWord,
    /// Documents that are not in the index yet.
    pub behind: u64,
    pub documents: u64,
    pub size_bytes: u64,
}

impl From<IndexStatus> for SearchStatusView {
    fn from(status: IndexStatus) -> Self {
        Self { state: status.state.into(), behind: status.behind, documents: status.documents, size_bytes: status.size }
    }
}
