//! Refusals about jobs, uploads and imports.

use domain::id::UploadId;

/// A job is not in the state that a verb needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum JobStateError {
    #[error("the job has ended")]
    Ended,
    #[error("the job has not ended")]
    NotEnded,
}

impl JobStateError {
    pub(super) fn code(self) -> &'static str {
        match self {
            Self::Ended => "job.ended",
            Self::NotEnded => "job.not_ended",
        }
    }
}

/// A refusal about an upload.
#[derive(Debug, thiserror::Error)]
pub enum UploadError {
    #[error("only ZIP packages are taken")]
    NotZip,
    #[error("the upload is too large")]
    TooLarge,
    #[error("the upload does not stand at this offset")]
    Offset,
    #[error("an upload of this id exists")]
    Exists,
    #[error("too many unfinished uploads")]
    TooMany,
    #[error("the upload is complete")]
    Complete,
    #[error("upload {0} is damaged: its bytes are not those that were sent")]
    Damaged(UploadId),
}

impl UploadError {
    pub(super) fn code(&self) -> &'static str {
        match self {
            Self::NotZip => "upload.not_zip",
            Self::TooLarge => "upload.too_large",
            Self::Offset => "upload.offset",
            Self::Exists => "upload.exists",
            Self::TooMany => "upload.too_many",
            Self::Complete => "upload.complete",
            Self::Damaged(_) => "server.internal",
        }
    }
}

/// A refusal about a package or its import.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ImportError {
    #[error("a job works on the package")]
    PackageBusy,
    #[error("the package has not been read")]
    NotRead,
    #[error("a finding keeps the package from being imported")]
    Blocked,
    #[error("another package is being imported into the manual")]
    Running,
    #[error("the manual has another OEM revision than the package was compared with")]
    Overtaken,
}

impl ImportError {
    pub(super) fn code(self) -> &'static str {
        match self {
            Self::PackageBusy => "package.busy",
            Self::NotRead => "package.not_read",
            Self::Blocked => "import.blocked",
            Self::Running => "import.running",
            Self::Overtaken => "import.overtaken",
        }
    }
}
