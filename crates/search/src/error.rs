//! Search errors.

use std::io::ErrorKind;

use tantivy::TantivyError;
use tantivy::directory::error::OpenWriteError;

use crate::syntax::SyntaxError;

#[derive(Debug, thiserror::Error)]
pub enum SearchError {
    /// The query is malformed.
    #[error("reading the query")]
    Syntax(#[from] SyntaxError),
    #[error("using the index")]
    Index(#[from] TantivyError),
    #[error("using the folder of the index")]
    Folder(#[from] std::io::Error),
    #[error("reading what is kept beside the index")]
    Kept(#[source] serde_json::Error),
}

impl SearchError {
    /// The index is damaged and must be rebuilt.
    pub fn is_damage(&self) -> bool {
        match self {
            _ if self.is_full_disk() => false,
            Self::Index(error) => !matches!(error, TantivyError::LockFailure(..) | TantivyError::InvalidArgument(_)),
            Self::Folder(_) | Self::Kept(_) => true,
            Self::Syntax(_) => false,
        }
    }

    fn is_full_disk(&self) -> bool {
        let cause = match self {
            Self::Folder(error) => error,
            Self::Index(TantivyError::IoError(error)) => error.as_ref(),
            Self::Index(TantivyError::OpenWriteError(OpenWriteError::IoError { io_error, .. })) => io_error.as_ref(),
            _ => return false,
        };
        matches!(cause.kind(), ErrorKind::StorageFull | ErrorKind::QuotaExceeded)
    }
}
