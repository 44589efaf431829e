//! Reasons why a pack cannot be made.

use domain::job::FailureReason;

use crate::core::job_error::JobError;

pub(super) fn failed(key: &str) -> JobError {
    JobError::Fail(vec![FailureReason::new(key)])
}

/// A content that the pack needs is gone or damaged.
pub(super) fn damaged(file: &str) -> JobError {
    JobError::Fail(vec![FailureReason::new("job.failed.auditDamaged").with("file", file)])
}
