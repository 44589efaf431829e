//! Refusals about publications.

use domain::job::FailureReason;
use domain::publication::PublicationState;

/// A refusal about a publication.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PublicationError {
    #[error("the step does not start from {}", .state.as_str())]
    State { state: PublicationState },
    #[error("the caller asked for the approval")]
    Own,
    #[error("another publication of the manual waits for its approval")]
    Waiting,
    #[error("{count} open points block a publication of the manual")]
    Blocked { count: u64 },
    #[error("the manual has no content")]
    Empty,
    #[error("another job publishes the manual")]
    Busy,
    #[error("the caller has too many presets for the manual")]
    TooManyPresets,
    #[error("no webhook is set")]
    NoWebhook,
    #[error("the call was not given up")]
    CallNotFailed,
    #[error("the call tells what is not so any more, or what the settings keep back")]
    CallOutdated,
}

impl PublicationError {
    pub(super) fn code(&self) -> &'static str {
        match self {
            Self::State { .. } => "publication.state",
            Self::Own => "publication.own",
            Self::Waiting => "publication.waiting",
            Self::Blocked { .. } => "publication.blocked",
            Self::Empty => "publication.empty",
            Self::Busy => "publication.busy",
            Self::TooManyPresets => "publication.too_many_presets",
            Self::NoWebhook => "webhook.not_set",
            Self::CallNotFailed => "webhook.not_failed",
            Self::CallOutdated => "webhook.outdated",
        }
    }

    /// The reason of a job that ends with this refusal when its result is written.
    pub(crate) fn failure(&self) -> FailureReason {
        FailureReason::new(match self {
            Self::Blocked { .. } => "job.failed.publicationBlocked",
            _ => "job.failed.publicationGone",
        })
    }

    /// The placeholder values of its message.
    pub fn params(&self) -> Vec<(String, String)> {
        match self {
            Self::Blocked { count } => vec![("count".to_owned(), count.to_string())],
            _ => Vec::new(),
        }
    }
}
