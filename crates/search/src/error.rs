//! Search errors.

use crate::syntax::SyntaxError;

#[derive(Debug, thiserror::Error)]
pub enum SearchError {
    /// The query is malformed.
    #[error("reading the query")]
    Syntax(#[from] SyntaxError),
    #[error("using the index")]
    Index(#[from] tantivy::TantivyError),
    #[error("using the folder of the index")]
    Folder(#[from] std::io::Error),
    #[error("reading what is kept beside the index")]
    Kept(#[source] serde_json::Error),
}

impl SearchError {
    /// The index is damaged and must be rebuilt.
    pub fn is_damage(&self) -> bool {
        match self {
            Self::Index(error) => {
                !matches!(error, tantivy::TantivyError::LockFailure(..) | tantivy::TantivyError::InvalidArgument(_))
            }
            Self::Folder(_) | Self::Kept(_) => true,
            Self::Syntax(_) => false,
        }
    }
}
