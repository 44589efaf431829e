//! Reasons why the work of a job ends early.

use domain::job::FailureReason;
use store::StoreError;

use crate::core::error::Error;

/// Ends the work of a job early.
#[derive(Debug)]
pub enum JobError {
    /// The input is wrong; trying again would not help.
    Fail(Vec<FailureReason>),
    /// The trouble is ours; it is tried again.
    Retry(Error),
    /// A user cancelled it.
    Cancelled,
    /// Another worker has the job now; nothing may be written any more.
    Lost,
    /// The program stops; the job goes on at the next start.
    Stopped,
}

impl From<Error> for JobError {
    fn from(error: Error) -> Self {
        Self::Retry(error)
    }
}

impl From<StoreError> for JobError {
    fn from(error: StoreError) -> Self {
        Self::Retry(error.into())
    }
}
