//! Refusals about accounts, operators and what users keep for themselves.

/// A refusal about an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum UserError {
    #[error("the first password must be changed")]
    PasswordChangeRequired,
    #[error("the account is taken")]
    AccountTaken,
    #[error("the account does not wait for an answer")]
    NotPending,
    #[error("the last administrator must stay")]
    LastAdmin,
}

impl UserError {
    pub(super) fn code(self) -> &'static str {
        match self {
            Self::PasswordChangeRequired => "password.change_required",
            Self::AccountTaken => "user.account_taken",
            Self::NotPending => "user.not_pending",
            Self::LastAdmin => "user.last_admin",
        }
    }
}

/// A refusal about an operator.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum OperatorError {
    #[error("the operator's code is taken")]
    CodeTaken,
}

impl OperatorError {
    pub(super) fn code(self) -> &'static str {
        match self {
            Self::CodeTaken => "operator.code_taken",
        }
    }
}

/// A refusal about bookmarks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BookmarkError {
    #[error("too many bookmarks")]
    TooMany,
}

impl BookmarkError {
    pub(super) fn code(self) -> &'static str {
        match self {
            Self::TooMany => "bookmark.too_many",
        }
    }
}
