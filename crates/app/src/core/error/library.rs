//! Refusals about databases, manuals, types, files and media.

use domain::finding::Finding;
use domain::status::StatusStep;
use domain::version::FileStatus;
use s1000d::guard::Refusal;

use crate::core::referrer::Referrer;

/// A refusal about a database or a manual.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum LibraryError {
    #[error("the database's name is taken")]
    CsdbNameTaken,
    #[error("the manual's name is taken")]
    ManualNameTaken,
    #[error("its database is in the trash")]
    CsdbInTrash,
    #[error("its manual is in the trash")]
    ManualInTrash,
}

impl LibraryError {
    pub(super) fn code(self) -> &'static str {
        match self {
            Self::CsdbNameTaken => "csdb.name_taken",
            Self::ManualNameTaken => "manual.name_taken",
            Self::CsdbInTrash => "trash.csdb_in_trash",
            Self::ManualInTrash => "trash.manual_in_trash",
        }
    }
}

/// A refusal about a type of databases or manuals.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum LibraryTypeError {
    #[error("a type of this code exists")]
    Taken,
    #[error("the type comes with the product")]
    Builtin,
    #[error("something is of this type")]
    InUse,
}

impl LibraryTypeError {
    pub(super) fn code(self) -> &'static str {
        match self {
            Self::Taken => "type.taken",
            Self::Builtin => "type.builtin",
            Self::InUse => "type.in_use",
        }
    }
}

/// A refusal about a file.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    #[error("{total} files refer to it")]
    InUse { uses: Vec<Referrer>, total: u64 },
    #[error("{account} has checked it out")]
    CheckedOut { account: String },
    #[error("{} accounts have checked out files of the folder", .holders.len())]
    CheckedOutWithin {
        /// Each account with the number of its files.
        holders: Vec<(String, u64)>,
    },
    #[error("it is not checked out")]
    NotCheckedOut,
    #[error("the file is not one that is read as text")]
    NotText,
    #[error("its content {blob} is missing or damaged")]
    Damaged { blob: String },
    #[error("the file cannot be read")]
    Unreadable(#[source] Refusal),
    #[error("the step {} does not start from {}", .step.as_str(), .status.as_str())]
    StatusStep { status: FileStatus, step: StatusStep },
    #[error("the caller contributed to the version")]
    OwnVersion,
    #[error("manuals in which the caller does not approve show an image of it")]
    SharedMedia,
    #[error("the decision is about an earlier version")]
    NewerVersion,
    #[error("compliance references to the file have to be checked again")]
    OpenRechecks,
    #[error("it allows more than the master list")]
    LessRestrictive(Vec<Finding>),
    #[error("it does not allow more than the master list, or somebody has overridden that")]
    NotLessRestrictive,
}

impl FileError {
    pub(super) fn code(&self) -> &'static str {
        match self {
            Self::InUse { .. } => "file.in_use",
            Self::CheckedOut { .. } => "file.already_checked_out",
            Self::CheckedOutWithin { .. } => "folder.checked_out",
            Self::NotCheckedOut => "file.not_checked_out",
            Self::NotText => "file.not_text",
            Self::Damaged { .. } => "file.damaged",
            Self::Unreadable(_) => "file.refused",
            Self::StatusStep { .. } => "file.status_step",
            Self::OwnVersion => "file.own_version",
            Self::SharedMedia => "file.shared_media",
            Self::NewerVersion => "file.newer_version",
            Self::OpenRechecks => "file.open_rechecks",
            Self::LessRestrictive(_) => "file.less_restrictive",
            Self::NotLessRestrictive => "file.not_less_restrictive",
        }
    }
}

/// A refusal about media.
#[derive(Debug, thiserror::Error)]
pub enum MediaError {
    #[error("the file name has characters that media must not have")]
    Name,
    #[error("no media end like this")]
    Format,
    #[error("the content is not what the name says")]
    Content,
    #[error("the file is not called like the one it replaces")]
    NameDiffers,
    #[error("there are media of this name")]
    NameTaken,
    #[error("{total} files use it")]
    InUse { uses: Vec<Referrer>, total: u64 },
}

impl MediaError {
    pub(super) fn code(&self) -> &'static str {
        match self {
            Self::Name => "media.invalid_name",
            Self::Format => "media.format",
            Self::Content => "media.content",
            // The specification's own word (section 5).
            Self::NameDiffers => "dmview.uploadFileNameIncorrect",
            Self::NameTaken => "media.name_taken",
            Self::InUse { .. } => "media.in_use",
        }
    }
}

/// A refusal about a draft.
#[derive(Debug, thiserror::Error)]
pub enum DraftError {
    #[error("another browser tab has it open")]
    OpenElsewhere,
    #[error("a newer text was saved")]
    Newer {
        /// The SHA-256 of the newer text.
        sha256: String,
    },
    #[error("the draft is of another version than the text")]
    Rebased,
    #[error("the text is refused")]
    Refused(#[source] Refusal),
    #[error("it is open: the check-out has to be cancelled first")]
    Open,
    #[error("a form cannot make the change without losing content")]
    WouldLose,
    #[error("the file has a newer version than the one that the draft was made from")]
    Outdated,
}

impl DraftError {
    pub(super) fn code(&self) -> &'static str {
        match self {
            Self::OpenElsewhere => "draft.open_elsewhere",
            Self::Newer { .. } => "draft.newer",
            Self::Rebased => "draft.rebased",
            Self::Refused(_) => "draft.refused",
            Self::Open => "draft.open",
            Self::WouldLose => "draft.would_lose",
            Self::Outdated => "draft.outdated",
        }
    }
}

/// A refusal of a check-in.
#[derive(Debug, thiserror::Error)]
pub enum CheckInError {
    #[error("nothing was changed")]
    Unchanged,
    #[error("the text is of another module: {key}")]
    OtherIdentity { key: String },
    #[error("there is no number left for the next issue")]
    NoIssueLeft,
    #[error("the text is too different from the version before to be marked")]
    NotMarkable,
    #[error("the text cannot be read or breaks its schema: {} findings", .0.len())]
    Invalid(Vec<Finding>),
}

impl CheckInError {
    pub(super) fn code(&self) -> &'static str {
        match self {
            Self::Unchanged => "checkin.unchanged",
            Self::OtherIdentity { .. } => "checkin.other_identity",
            Self::NoIssueLeft => "checkin.no_issue_left",
            Self::NotMarkable => "checkin.not_markable",
            Self::Invalid(_) => "checkin.invalid",
        }
    }
}
