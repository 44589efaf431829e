//! Errors of verbs, free of transport: one enum per noun, nested in [`Error`].

mod change_requests;
mod code;
mod compliance;
mod imports;
mod library;
mod modules;
mod publications;
mod reading;
mod revisions;
mod users;

use domain::field::{FieldCode, FieldError};
use publish::table::WorkbookError;
use store::StoreError;
use store::outage::{Outage, outage_of};

pub use change_requests::ChangeRequestError;
pub use compliance::ComplianceError;
pub use imports::{ImportError, JobStateError, UploadError};
pub use library::{CheckInError, DraftError, FileError, LibraryError, LibraryTypeError, MediaError};
pub use modules::{ModuleError, TemplateError, TranslationError};
pub use publications::PublicationError;
pub use reading::{PictureViewError, QueryError};
pub use revisions::RevisionError;
pub use s1000d::brex::BrexError;
pub use s1000d::object::alternates::AlternateError;
pub use s1000d::xsd::SetError;
pub use users::{
    BookmarkError, CommentError, GroupError, IdentityProviderError, MailError, OperatorError, ServiceTokenError,
    UserError,
};

/// The reason an authentication fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unauthenticated {
    /// Account and password do not belong together.
    BadCredentials,
    /// They do, and the account has a second factor, which is missing.
    CodeRequired,
    /// The second factor is wrong, or was used before.
    CodeWrong,
    /// They do, but the account waits for activation or was switched off.
    Inactive,
    /// They do, but the time of the guest account is over.
    GuestEnded,
    /// They do, but only the emergency account may sign in with a password.
    PasswordsOff,
    /// The request carried no token.
    NoToken,
    /// The token is not one of ours.
    BadToken,
    /// The token was ours and its time is over.
    Expired,
    /// The session was ended before its time.
    Revoked,
}

/// The kind of a record that was not found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Missing {
    User,
    Group,
    Session,
    ServiceToken,
    IdentityProvider,
    Operator,
    Notification,
    Job,
    Artifact,
    Upload,
    Package,
    Csdb,
    Manual,
    Profile,
    File,
    TocNode,
    Revision,
    TrashItem,
    SchemaSet,
    Brex,
    Type,
    Bookmark,
    SavedSearch,
    SecondFactor,
    Mail,
    Draft,
    Template,
    Comment,
    Todo,
    ChangeRequest,
    RequestView,
    Publication,
    PublishPreset,
    WebhookDelivery,
    ComplianceCollection,
    PolicyCategory,
    PolicyItem,
    PolicyReference,
    RegulationImport,
    PolicyMapping,
    RegulationChange,
}

/// A verb's refusal or failure.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("{0:?} not found")]
    NotFound(Missing),
    #[error("not allowed")]
    Forbidden,
    #[error("not signed in: {0:?}")]
    Unauthenticated(Unauthenticated),
    #[error("invalid values: {}", list(.0))]
    Invalid(Vec<FieldError>),
    #[error("somebody else changed it meanwhile")]
    ChangedMeanwhile,
    #[error(transparent)]
    User(#[from] UserError),
    #[error(transparent)]
    Group(#[from] GroupError),
    #[error(transparent)]
    ServiceToken(#[from] ServiceTokenError),
    #[error(transparent)]
    IdentityProvider(#[from] IdentityProviderError),
    #[error(transparent)]
    Operator(#[from] OperatorError),
    #[error(transparent)]
    Bookmark(#[from] BookmarkError),
    #[error(transparent)]
    Comment(#[from] CommentError),
    #[error(transparent)]
    ChangeRequest(#[from] ChangeRequestError),
    #[error(transparent)]
    Publication(#[from] PublicationError),
    #[error(transparent)]
    Compliance(#[from] ComplianceError),
    #[error(transparent)]
    Mail(#[from] MailError),
    #[error(transparent)]
    Library(#[from] LibraryError),
    #[error(transparent)]
    Type(#[from] LibraryTypeError),
    #[error(transparent)]
    File(#[from] FileError),
    #[error(transparent)]
    Draft(#[from] DraftError),
    #[error(transparent)]
    CheckIn(#[from] CheckInError),
    #[error(transparent)]
    Module(#[from] ModuleError),
    #[error(transparent)]
    Template(#[from] TemplateError),
    #[error(transparent)]
    Translation(#[from] TranslationError),
    #[error("the alternates cannot be changed: {0:?}")]
    Alternate(AlternateError),
    #[error(transparent)]
    Revision(#[from] RevisionError),
    #[error(transparent)]
    Media(#[from] MediaError),
    #[error(transparent)]
    Picture(#[from] PictureViewError),
    #[error(transparent)]
    Query(#[from] QueryError),
    #[error(transparent)]
    Job(#[from] JobStateError),
    #[error(transparent)]
    Upload(#[from] UploadError),
    #[error(transparent)]
    Import(#[from] ImportError),
    #[error("the file is no schema set")]
    SchemaSet(#[source] SetError),
    #[error("the file cannot be used as BREX")]
    Brex(#[source] BrexError),
    #[error("too many attempts, wait {retry_after_s} s")]
    Throttled { retry_after_s: u64 },
    #[error("too much work is waiting")]
    Busy,
    #[error("the database is busy")]
    DatabaseBusy(#[source] StoreError),
    #[error("the storage is full")]
    StorageFull(#[source] Box<dyn std::error::Error + Send + Sync>),
    #[error("the database or the content store does not answer")]
    StorageUnavailable(#[source] StoreError),
    #[error("the workbook cannot be written")]
    Workbook(#[source] WorkbookError),
    #[error("the work folder cannot be used")]
    WorkFolder(#[source] std::io::Error),
    #[error("the key that signs publications cannot be read or made")]
    SigningKey(#[source] std::io::Error),
    #[error("the password could not be hashed")]
    Hash(#[source] argon2::password_hash::Error),
    #[error("the token could not be signed")]
    Token(#[source] jsonwebtoken::errors::Error),
    #[error("a background thread ended early")]
    Thread(#[from] tokio::task::JoinError),
    #[error("the store failed")]
    Store(#[source] StoreError),
}

impl From<StoreError> for Error {
    fn from(error: StoreError) -> Self {
        match (error.outage(), error) {
            (Some(Outage::Full), error) => Self::StorageFull(error.into()),
            (Some(Outage::Unreachable), error) => Self::StorageUnavailable(error),
            (None, StoreError::Conflict(_)) => Self::ChangedMeanwhile,
            (None, StoreError::BlobDamaged { id }) => FileError::Damaged { blob: id.to_string() }.into(),
            (None, error @ StoreError::Busy(_)) => Self::DatabaseBusy(error),
            (None, error) => Self::Store(error),
        }
    }
}

fn list(errors: &[FieldError]) -> String {
    errors.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

impl From<Vec<FieldError>> for Error {
    fn from(errors: Vec<FieldError>) -> Self {
        Self::Invalid(errors)
    }
}

impl Error {
    /// The whole chain of causes in one line, for the log.
    pub(crate) fn chain(&self) -> String {
        let mut text = self.to_string();
        let mut cause = std::error::Error::source(self);
        while let Some(error) = cause {
            text.push_str(": ");
            text.push_str(&error.to_string());
            cause = error.source();
        }
        text
    }

    /// Refuses a text to search for that is longer than any name.
    pub(crate) fn unless_searchable(field: &str, text: &str) -> Result<(), Self> {
        let too_long = text.chars().count() > 200;
        if too_long { Err(Self::field(field, FieldCode::TooLong)) } else { Ok(()) }
    }

    /// A file in the work folder could not be written or read.
    pub(crate) fn work_folder(source: std::io::Error) -> Self {
        match outage_of(&source) {
            Some(Outage::Full) => Self::StorageFull(source.into()),
            _ => Self::WorkFolder(source),
        }
    }

    /// The key that signs publications could not be read or made.
    pub(crate) fn signing_key(source: std::io::Error) -> Self {
        match outage_of(&source) {
            Some(Outage::Full) => Self::StorageFull(source.into()),
            _ => Self::SigningKey(source),
        }
    }

    /// Whether the cause is an outage: the same will work once it is over.
    pub fn is_outage(&self) -> bool {
        matches!(self, Self::StorageFull(_) | Self::StorageUnavailable(_))
    }

    /// One refused value.
    pub fn field(field: &str, code: FieldCode) -> Self {
        Self::Invalid(vec![FieldError::new(field, code)])
    }
}
