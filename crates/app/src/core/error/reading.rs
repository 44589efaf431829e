//! Refusals about pictures and search.

use ::search::SearchError;
use ::search::syntax::SyntaxError;

/// A picture that a browser cannot show.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PictureViewError {
    #[error("no browser shows pictures of this kind")]
    Unsupported,
    #[error("the picture is broken")]
    Unreadable,
    #[error("the picture is too large to be converted")]
    TooLarge,
}

impl PictureViewError {
    pub(super) fn code(self) -> &'static str {
        match self {
            Self::Unsupported => "picture.unsupported",
            Self::Unreadable => "picture.unreadable",
            Self::TooLarge => "picture.too_large",
        }
    }
}

/// A query that is not answered, or not saved.
#[derive(Debug, thiserror::Error)]
pub enum QueryError {
    #[error("the question cannot be understood")]
    Syntax(#[source] SyntaxError),
    #[error("the index cannot be used")]
    Unavailable(#[source] SearchError),
    #[error("the index is being built")]
    Building,
    #[error("too many searches are kept")]
    TooManySaved,
    #[error("another search that is kept has this name")]
    NameTaken,
}

impl QueryError {
    pub(super) fn code(&self) -> &'static str {
        match self {
            Self::Syntax(_) => "search.syntax",
            Self::Unavailable(_) => "search.unavailable",
            Self::Building => "search.building",
            Self::TooManySaved => "search.too_many",
            Self::NameTaken => "search.name_taken",
        }
    }
}
