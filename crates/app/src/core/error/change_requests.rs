//! Refusals about change requests.

use domain::change_request::{RequestAction, RequestStatus};

/// A refusal about a change request.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ChangeRequestError {
    #[error("the action {} does not start from {}", .action.as_str(), .status.as_str())]
    Action { status: RequestStatus, action: RequestAction },
    #[error("an approval is missing")]
    NotApproved,
    #[error("the work is not finished")]
    NotFinished,
    #[error("the caller contributed to the work")]
    OwnWork,
    #[error("the change request is not in progress")]
    NotInWork,
    #[error("the module is not in the manual of the change request")]
    OtherManual,
    #[error("the module belongs to the open change request {number}")]
    ModuleTaken { number: u64 },
    #[error("a module of the change request is checked out")]
    CheckedOut,
    #[error("the change request has no modules, or one that is not changed")]
    Unchanged,
    #[error("people who are asked for their approval cannot give it: {accounts}")]
    Reviewers { accounts: String },
    #[error("the details of the change request are fixed in its status")]
    Fixed,
    #[error("the module belongs to change request {number}, which is being reviewed")]
    InReview { number: u64 },
    #[error("versions of the module were checked in under the change request")]
    ModuleChanged,
    #[error("the manual does not contain the work on {file}")]
    WorkSetAside { file: String },
    #[error("the open draft of {file} is the work of the change request or another change")]
    OpenDraft { file: String },
    #[error("too many modules")]
    TooManyModules,
    #[error("too many posts")]
    TooManyPosts,
    #[error("too many attached files")]
    TooManyFiles,
    #[error("the codes of the change request are none that a comment may have")]
    NoComment,
    #[error("too many views are kept")]
    TooManyViews,
    #[error("too many changes in a short time")]
    TooFast,
}

impl ChangeRequestError {
    pub(super) fn code(&self) -> &'static str {
        match self {
            Self::Action { .. } => "change_request.action",
            Self::NotApproved => "change_request.not_approved",
            Self::NotFinished => "change_request.not_finished",
            Self::OwnWork => "change_request.own_work",
            Self::NotInWork => "change_request.not_in_work",
            Self::OtherManual => "change_request.other_manual",
            Self::ModuleTaken { .. } => "change_request.module_taken",
            Self::CheckedOut => "change_request.checked_out",
            Self::Unchanged => "change_request.unchanged",
            Self::Reviewers { .. } => "change_request.reviewers",
            Self::Fixed => "change_request.fixed",
            Self::InReview { .. } => "change_request.in_review",
            Self::ModuleChanged => "change_request.module_changed",
            Self::WorkSetAside { .. } => "change_request.work_set_aside",
            Self::OpenDraft { .. } => "change_request.open_draft",
            Self::TooManyModules => "change_request.too_many_modules",
            Self::TooManyPosts => "change_request.too_many_posts",
            Self::TooManyFiles => "change_request.too_many_files",
            Self::NoComment => "change_request.no_comment",
            Self::TooManyViews => "change_request.too_many_views",
            Self::TooFast => "change_request.too_fast",
        }
    }

    /// The placeholder values of its message.
    pub fn params(&self) -> Vec<(String, String)> {
        match self {
            Self::ModuleTaken { number } | Self::InReview { number } => {
                vec![("number".to_owned(), number.to_string())]
            }
            Self::WorkSetAside { file } | Self::OpenDraft { file } => vec![("file".to_owned(), file.clone())],
            Self::Reviewers { accounts } => vec![("accounts".to_owned(), accounts.clone())],
            _ => Vec::new(),
        }
    }
}
