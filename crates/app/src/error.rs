//! Everything that can keep a verb from doing its work, free of transport.

mod code;

use ::search::SearchError;
use ::search::syntax::SyntaxError;
use domain::field::{FieldCode, FieldError};
use domain::id::UploadId;
use publish::table::WorkbookError;
use s1000d::guard::Refusal;
use s1000d::xsd::SetError;
use store::StoreError;

use crate::files::Referrer;

/// Why somebody is not taken for who they say they are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unauthenticated {
    /// Account and password do not belong together.
    BadCredentials,
    /// They do, but the account waits for activation or was switched off.
    Inactive,
    /// The request carried no token.
    NoToken,
    /// The token is not one of ours.
    BadToken,
    /// The token was ours and its time is over.
    Expired,
    /// The session was ended before its time.
    Revoked,
}

/// A noun that somebody asked for and that is not there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Missing {
    User,
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
    Type,
    Bookmark,
    SavedSearch,
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
    #[error("the first password must be changed")]
    PasswordChangeRequired,
    #[error("invalid values: {}", list(.0))]
    Invalid(Vec<FieldError>),
    #[error("the account is taken")]
    AccountTaken,
    #[error("the operator's code is taken")]
    OperatorCodeTaken,
    #[error("the account does not wait for an answer")]
    NotPending,
    #[error("the database's name is taken")]
    CsdbNameTaken,
    #[error("the manual's name is taken")]
    ManualNameTaken,
    #[error("its database is in the trash")]
    CsdbInTrash,
    #[error("the last administrator must stay")]
    LastAdmin,
    #[error("somebody else changed it meanwhile")]
    ChangedMeanwhile,
    #[error("the job has ended")]
    JobEnded,
    #[error("the job has not ended")]
    JobNotEnded,
    #[error("only ZIP packages are taken")]
    UploadNotZip,
    #[error("the upload is too large")]
    UploadTooLarge,
    #[error("the upload does not stand at this offset")]
    UploadOffset,
    #[error("an upload of this id exists")]
    UploadExists,
    #[error("too many unfinished uploads")]
    UploadTooMany,
    #[error("the upload is complete")]
    UploadComplete,
    #[error("upload {0} is damaged: its bytes are not those that were sent")]
    UploadDamaged(UploadId),
    #[error("a job works on the package")]
    PackageBusy,
    #[error("a finding keeps the package from being imported")]
    ImportBlocked,
    #[error("another package is being imported into the manual")]
    ImportRunning,
    #[error("the manual has another OEM revision than the package was compared with")]
    ImportOvertaken,
    #[error("the file is no schema set")]
    SchemaSet(#[source] SetError),
    #[error("a type of this code exists")]
    TypeTaken,
    #[error("the type comes with the product")]
    TypeBuiltin,
    #[error("something is of this type")]
    TypeInUse,
    #[error("the file name has characters that media must not have")]
    MediaName,
    #[error("no media end like this")]
    MediaFormat,
    #[error("the content is not what the name says")]
    MediaContent,
    #[error("the file is not called like the one it replaces")]
    MediaNameDiffers,
    #[error("there are media of this name")]
    MediaNameTaken,
    #[error("{total} files use it")]
    MediaInUse { uses: Vec<Referrer>, total: u64 },
    #[error("only media are deleted one by one")]
    NotDeletable,
    #[error("{account} has checked it out")]
    CheckedOut { account: String },
    #[error("too many bookmarks")]
    BookmarksTooMany,
    #[error("the question cannot be understood")]
    SearchSyntax(#[source] SyntaxError),
    #[error("the index cannot be used")]
    SearchUnavailable(#[source] SearchError),
    #[error("too many searches are kept")]
    SearchTooMany,
    #[error("another search that is kept has this name")]
    SearchNameTaken,
    #[error("the workbook cannot be written")]
    Workbook(#[source] WorkbookError),
    #[error("the work folder cannot be used")]
    WorkFolder(#[source] std::io::Error),
    #[error("the file is not one that is read as text")]
    NotText,
    #[error("the file cannot be read")]
    Refused(#[source] Refusal),
    #[error("no browser shows pictures of this kind")]
    PictureUnsupported,
    #[error("the picture is broken")]
    PictureUnreadable,
    #[error("the picture is too large to be converted")]
    PictureTooLarge,
    #[error("too many attempts, wait {retry_after_s} s")]
    Throttled { retry_after_s: u64 },
    #[error("too much work is waiting")]
    Busy,
    #[error("the database is busy")]
    DatabaseBusy(#[source] StoreError),
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
        match error {
            StoreError::Conflict(_) => Self::ChangedMeanwhile,
            StoreError::Busy(_) => Self::DatabaseBusy(error),
            error => Self::Store(error),
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
    /// Refuses a text to search for that is longer than any name.
    pub(crate) fn unless_searchable(field: &str, text: &str) -> Result<(), Self> {
        let too_long = text.chars().count() > 200;
        if too_long { Err(Self::field(field, FieldCode::TooLong)) } else { Ok(()) }
    }

    /// One refused value.
    pub fn field(field: &str, code: FieldCode) -> Self {
        Self::Invalid(vec![FieldError::new(field, code)])
    }
}
