//! The codes that name things in S1000D, and the identities made of them.
//!
//! A code is kept as its canonical text (upper case, hyphens); its fields are
//! read off that text. An [`Identity`] is code, extension and language: two
//! deliveries of the same module have the same identity and another [`Issue`].
//! The grammars are those of S1000D chapters 4.3 to 4.6 and 7.5.

mod free;
mod grammar;
mod icn;
mod identity;
mod issue;
mod kinds;
mod name;
#[cfg(test)]
mod tests;

pub use icn::{IcnCode, IcnGrammar};
pub use identity::{Code, Extension, Identity, Language};
pub use issue::{Issue, IssueDate, Version};
pub use kinds::{CommentCode, DdnCode, DmCode, DmlCode, PmCode, ScpmCode};
pub use name::FileName;

/// A text or an attribute that does not follow its code's grammar.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{field} cannot be {value:?}")]
pub struct CodeError {
    /// The attribute at fault, in the standard's spelling, or `code` when the parts do not add up.
    pub field: &'static str,
    pub value: String,
}

impl CodeError {
    fn new(field: &'static str, value: &str) -> Self {
        Self { field, value: value.chars().take(80).collect() }
    }

    /// A part that is not there at all.
    pub(crate) fn missing(field: &'static str) -> Self {
        Self::new(field, "")
    }
}
