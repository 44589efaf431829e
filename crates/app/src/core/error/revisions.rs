//! Refusals about OEM revisions.

/// A refusal about a revision or one of its to-dos.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum RevisionError {
    #[error("the revision was decided")]
    NotWaiting,
    #[error("the revision is not confirmed")]
    NotConfirmed,
    #[error("a later revision was confirmed")]
    NotNewest,
    #[error("another decision about the manual is under way")]
    Busy,
    #[error("the to-do is done")]
    TodoDone,
}

impl RevisionError {
    pub(super) fn code(self) -> &'static str {
        match self {
            Self::NotWaiting => "revision.not_waiting",
            Self::NotConfirmed => "revision.not_confirmed",
            Self::NotNewest => "revision.not_newest",
            Self::Busy => "revision.busy",
            Self::TodoDone => "revision.todo_done",
        }
    }
}
