//! Refusals about new modules, their templates, and alternates.

use domain::finding::Finding;
use s1000d::guard::Refusal;
use s1000d::object::alternates::AlternateError;

/// A refusal about a new module: its code is not free, or the manual cannot take it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ModuleError {
    #[error("there is a module with this code: {path}")]
    CodeTaken { path: String },
    #[error("the module with this code is in the trash: {path}")]
    CodeInTrash { path: String, account: String },
    #[error("OEM revision {revision} has a module with this code")]
    CodeInRevision { revision: i64 },
    #[error("a module with this code was deleted for good, or is being imported")]
    CodeUsed,
    #[error("the manual has no OEM revision yet")]
    NoRevision,
}

impl ModuleError {
    pub(super) fn code(&self) -> &'static str {
        match self {
            Self::CodeTaken { .. } => "module.code_taken",
            Self::CodeInTrash { .. } => "module.code_in_trash",
            Self::CodeInRevision { .. } => "module.code_in_revision",
            Self::CodeUsed => "module.code_used",
            Self::NoRevision => "module.no_revision",
        }
    }

    /// The placeholder values of its message.
    pub fn params(&self) -> Vec<(String, String)> {
        let pairs = match self {
            Self::CodeTaken { path } => vec![("path", path.clone())],
            Self::CodeInTrash { path, account } => vec![("path", path.clone()), ("account", account.clone())],
            Self::CodeInRevision { revision } => vec![("revision", revision.to_string())],
            Self::CodeUsed | Self::NoRevision => Vec::new(),
        };
        pairs.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
    }
}

/// A refusal about a template of new modules.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TemplateError {
    #[error("the text cannot be read or breaks its schema: {} findings", .0.len())]
    Invalid(Vec<Finding>),
    #[error("the text is of another type")]
    OtherType,
}

impl TemplateError {
    pub(super) fn code(&self) -> &'static str {
        match self {
            Self::Invalid(_) => "template.invalid",
            Self::OtherType => "template.other_type",
        }
    }
}

/// A refusal about a translation.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TranslationError {
    #[error("the module is not a translation of another one")]
    NoOriginal,
    #[error("the module has this language already")]
    SameLanguage,
    #[error("the module is itself a translation")]
    OfTranslation,
    #[error("the caller has the translation checked out")]
    NotCheckedIn,
    #[error("the file cannot be read")]
    File(#[source] Refusal),
}

impl TranslationError {
    pub(super) fn code(&self) -> &'static str {
        match self {
            Self::NoOriginal => "translation.no_original",
            Self::SameLanguage => "translation.same_language",
            Self::OfTranslation => "translation.of_translation",
            Self::NotCheckedIn => "translation.not_checked_in",
            Self::File(_) => "translation.file",
        }
    }
}

/// The word of a change of alternates that cannot be made.
pub(super) fn alternate_code(error: AlternateError) -> &'static str {
    match error {
        AlternateError::NotContainer => "alternate.no_container",
        AlternateError::Listed => "alternate.listed",
        AlternateError::NotListed => "alternate.not_found",
        AlternateError::Last => "alternate.last",
    }
}
