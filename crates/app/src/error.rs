//! Everything that can keep a verb from doing its work, free of transport.

use ::search::SearchError;
use ::search::syntax::SyntaxError;
use domain::field::{FieldCode, FieldError};
use domain::id::UploadId;
use publish::table::WorkbookError;
use s1000d::guard::Refusal;
use s1000d::xsd::SetError;
use store::StoreError;
use store::references::End;

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
    MediaInUse { uses: Vec<End>, total: u64 },
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
    /// Every code that [`Error::code`] can give, for the generated list of errors.
    pub const CODES: &[&str] = &[
        "user.not_found",
        "operator.not_found",
        "notification.not_found",
        "job.not_found",
        "artifact.not_found",
        "upload.not_found",
        "package.not_found",
        "csdb.not_found",
        "manual.not_found",
        "profile.not_found",
        "file.not_found",
        "toc.not_found",
        "revision.not_found",
        "trash.not_found",
        "schema_set.not_found",
        "type.not_found",
        "bookmark.not_found",
        "search.not_found",
        "forbidden",
        "login.failed",
        "login.inactive",
        "session.missing",
        "session.invalid",
        "session.expired",
        "session.revoked",
        "password.change_required",
        "request.invalid",
        "user.account_taken",
        "operator.code_taken",
        "user.not_pending",
        "csdb.name_taken",
        "manual.name_taken",
        "trash.csdb_in_trash",
        "user.last_admin",
        "changed_meanwhile",
        "job.ended",
        "job.not_ended",
        "upload.not_zip",
        "upload.too_large",
        "upload.offset",
        "upload.exists",
        "upload.too_many",
        "upload.complete",
        "package.busy",
        "import.blocked",
        "import.running",
        "schema_set.invalid",
        "type.taken",
        "type.builtin",
        "type.in_use",
        "bookmark.too_many",
        "file.not_text",
        "file.refused",
        "picture.unsupported",
        "picture.unreadable",
        "picture.too_large",
        "search.syntax",
        "search.unavailable",
        "search.too_many",
        "media.invalid_name",
        "media.format",
        "media.content",
        "dmview.uploadFileNameIncorrect",
        "media.name_taken",
        "media.in_use",
        "file.not_deletable",
        "file.already_checked_out",
        "login.throttled",
        "server.busy",
        "server.internal",
    ];

    /// Refuses a text to search for that is longer than any name.
    pub(crate) fn unless_searchable(field: &str, text: &str) -> Result<(), Self> {
        let too_long = text.chars().count() > 200;
        if too_long { Err(Self::field(field, FieldCode::TooLong)) } else { Ok(()) }
    }

    /// One refused value.
    pub fn field(field: &str, code: FieldCode) -> Self {
        Self::Invalid(vec![FieldError::new(field, code)])
    }

    /// The stable word that clients switch on and that finds the translation.
    pub fn code(&self) -> &'static str {
        match self {
            Self::NotFound(Missing::User) => "user.not_found",
            Self::NotFound(Missing::Operator) => "operator.not_found",
            Self::NotFound(Missing::Notification) => "notification.not_found",
            Self::NotFound(Missing::Job) => "job.not_found",
            Self::NotFound(Missing::Artifact) => "artifact.not_found",
            Self::NotFound(Missing::Upload) => "upload.not_found",
            Self::NotFound(Missing::Package) => "package.not_found",
            Self::NotFound(Missing::Csdb) => "csdb.not_found",
            Self::NotFound(Missing::Manual) => "manual.not_found",
            Self::NotFound(Missing::Profile) => "profile.not_found",
            Self::NotFound(Missing::File) => "file.not_found",
            Self::NotFound(Missing::TocNode) => "toc.not_found",
            Self::NotFound(Missing::Revision) => "revision.not_found",
            Self::NotFound(Missing::TrashItem) => "trash.not_found",
            Self::NotFound(Missing::SchemaSet) => "schema_set.not_found",
            Self::NotFound(Missing::Type) => "type.not_found",
            Self::NotFound(Missing::Bookmark) => "bookmark.not_found",
            Self::NotFound(Missing::SavedSearch) => "search.not_found",
            Self::Forbidden => "forbidden",
            Self::Unauthenticated(why) => match why {
                Unauthenticated::BadCredentials => "login.failed",
                Unauthenticated::Inactive => "login.inactive",
                Unauthenticated::NoToken => "session.missing",
                Unauthenticated::BadToken => "session.invalid",
                Unauthenticated::Expired => "session.expired",
                Unauthenticated::Revoked => "session.revoked",
            },
            Self::PasswordChangeRequired => "password.change_required",
            Self::Invalid(_) => "request.invalid",
            Self::AccountTaken => "user.account_taken",
            Self::OperatorCodeTaken => "operator.code_taken",
            Self::NotPending => "user.not_pending",
            Self::CsdbNameTaken => "csdb.name_taken",
            Self::ManualNameTaken => "manual.name_taken",
            Self::CsdbInTrash => "trash.csdb_in_trash",
            Self::LastAdmin => "user.last_admin",
            Self::ChangedMeanwhile => "changed_meanwhile",
            Self::JobEnded => "job.ended",
            Self::JobNotEnded => "job.not_ended",
            Self::UploadNotZip => "upload.not_zip",
            Self::UploadTooLarge => "upload.too_large",
            Self::UploadOffset => "upload.offset",
            Self::UploadExists => "upload.exists",
            Self::UploadTooMany => "upload.too_many",
            Self::UploadComplete => "upload.complete",
            Self::PackageBusy => "package.busy",
            Self::ImportBlocked => "import.blocked",
            Self::ImportRunning => "import.running",
            Self::SchemaSet(_) => "schema_set.invalid",
            Self::TypeTaken => "type.taken",
            Self::TypeBuiltin => "type.builtin",
            Self::TypeInUse => "type.in_use",
            Self::BookmarksTooMany => "bookmark.too_many",
            Self::NotText => "file.not_text",
            Self::Refused(_) => "file.refused",
            Self::PictureUnsupported => "picture.unsupported",
            Self::PictureUnreadable => "picture.unreadable",
            Self::PictureTooLarge => "picture.too_large",
            Self::SearchSyntax(_) => "search.syntax",
            Self::SearchUnavailable(_) => "search.unavailable",
            Self::SearchTooMany => "search.too_many",
            Self::MediaName => "media.invalid_name",
            Self::MediaFormat => "media.format",
            Self::MediaContent => "media.content",
            // The specification's own word (section 5).
            Self::MediaNameDiffers => "dmview.uploadFileNameIncorrect",
            Self::MediaNameTaken => "media.name_taken",
            Self::MediaInUse { .. } => "media.in_use",
            Self::NotDeletable => "file.not_deletable",
            Self::CheckedOut { .. } => "file.already_checked_out",
            Self::Throttled { .. } => "login.throttled",
            Self::Busy | Self::DatabaseBusy(_) => "server.busy",
            Self::Hash(_)
            | Self::Token(_)
            | Self::Thread(_)
            | Self::Store(_)
            | Self::UploadDamaged(_)
            | Self::Workbook(_)
            | Self::WorkFolder(_) => "server.internal",
        }
    }
}
