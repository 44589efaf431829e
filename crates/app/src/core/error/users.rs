//! Refusals about accounts, operators and what users keep for themselves.

/// A refusal about an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum UserError {
    #[error("the first password must be changed")]
    PasswordChangeRequired,
    #[error("the role requires a second factor")]
    SecondFactorRequired,
    #[error("the account has a second factor")]
    SecondFactorExists,
    #[error("a fresh proof of identity is needed")]
    ConfirmationRequired,
    #[error("the account is taken")]
    AccountTaken,
    #[error("the account does not wait for an answer")]
    NotPending,
    #[error("the last administrator must stay")]
    LastAdmin,
    #[error("the emergency account must stay an active administrator")]
    EmergencyAccount,
    #[error("people sign in at an identity provider, so that nobody registers")]
    RegistrationClosed,
    #[error("the file changes something else than its preview showed")]
    PreviewChanged,
}

impl UserError {
    pub(super) fn code(self) -> &'static str {
        match self {
            Self::PasswordChangeRequired => "password.change_required",
            Self::SecondFactorRequired => "second_factor.setup_required",
            Self::SecondFactorExists => "second_factor.exists",
            Self::ConfirmationRequired => "confirmation.required",
            Self::AccountTaken => "user.account_taken",
            Self::NotPending => "user.not_pending",
            Self::LastAdmin => "user.last_admin",
            Self::EmergencyAccount => "user.emergency_account",
            Self::RegistrationClosed => "user.registration_closed",
            Self::PreviewChanged => "user.preview_changed",
        }
    }
}

/// A refusal about a group.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum GroupError {
    #[error("the group's name is taken")]
    NameTaken,
    #[error("the file changes something else than its preview showed")]
    PreviewChanged,
}

impl GroupError {
    pub(super) fn code(self) -> &'static str {
        match self {
            Self::NameTaken => "group.name_taken",
            Self::PreviewChanged => "group.preview_changed",
        }
    }
}

/// A refusal about a service token.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ServiceTokenError {
    #[error("the token's name is taken")]
    NameTaken,
    #[error("too many service tokens")]
    TooMany,
}

impl ServiceTokenError {
    pub(super) fn code(self) -> &'static str {
        match self {
            Self::NameTaken => "service_token.name_taken",
            Self::TooMany => "service_token.too_many",
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

/// A refusal about mail.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum MailError {
    #[error("the mail server is not set up")]
    NotSetUp,
    #[error("the password of the mail server was encrypted with another signing key")]
    PasswordLost,
    #[error("the mail was sent or is being sent")]
    Sent,
    #[error("the mail is being sent")]
    Sending,
}

impl MailError {
    pub(super) fn code(self) -> &'static str {
        match self {
            Self::NotSetUp => "mail.not_set_up",
            Self::PasswordLost => "mail.password_lost",
            Self::Sent => "mail.sent",
            Self::Sending => "mail.sending",
        }
    }
}

/// A refusal about an identity provider, or of a sign-in at one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum IdentityProviderError {
    #[error("the provider's name is taken")]
    NameTaken,
    #[error("too many identity providers")]
    TooMany,
    #[error("the address of the application in browsers is not set")]
    NoPublicUrl,
    #[error("the client secret was encrypted with another key")]
    SecretLost,
    #[error("the provider does not answer as it should")]
    Unavailable,
    #[error("the sign-in is too old, was used before, or its answer is not the provider's")]
    Refused,
    #[error("no account belongs to the person")]
    UnknownPerson,
    #[error("another account has the name or the address of the person")]
    AccountTaken,
    #[error("the provider gives no account name or address")]
    Incomplete,
}

impl IdentityProviderError {
    pub(super) fn code(self) -> &'static str {
        match self {
            Self::NameTaken => "identity_provider.name_taken",
            Self::TooMany => "identity_provider.too_many",
            Self::NoPublicUrl => "identity_provider.no_public_url",
            Self::SecretLost => "identity_provider.secret_lost",
            Self::Unavailable => "identity_provider.unavailable",
            Self::Refused => "identity_provider.refused",
            Self::UnknownPerson => "identity_provider.unknown_person",
            Self::AccountTaken => "identity_provider.account_taken",
            Self::Incomplete => "identity_provider.incomplete",
        }
    }
}

/// A refusal about comments.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum CommentError {
    #[error("too many comments in the thread")]
    TooMany,
    #[error("too many threads about the module")]
    TooManyThreads,
    #[error("too many comments in a short time")]
    TooFast,
    #[error("the proposed text is the one that is there")]
    SameText,
    #[error("the proposed text adds, removes or moves a placeholder")]
    Placeholder,
    #[error("the paragraph has no text that can be proposed anew")]
    NoText,
    #[error("the suggestion was accepted")]
    Accepted,
    #[error("the suggestion proposes another text than the one that was shown")]
    SuggestionChanged,
    #[error("the text that the suggestion changes is not there any more")]
    TextChanged,
}

impl CommentError {
    pub(super) fn code(self) -> &'static str {
        match self {
            Self::TooMany => "comment.too_many",
            Self::TooManyThreads => "comment.too_many_threads",
            Self::TooFast => "comment.too_fast",
            Self::SameText => "comment.same_text",
            Self::Placeholder => "comment.placeholder",
            Self::NoText => "comment.no_text",
            Self::Accepted => "comment.accepted",
            Self::SuggestionChanged => "comment.suggestion_changed",
            Self::TextChanged => "comment.text_changed",
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
