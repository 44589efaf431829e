//! The life of a change request: which action leads where, who may take it, and when its work is approved.

use super::{RequestAction, RequestReviewer, RequestStatus, Verdict};
use crate::access::AccessLevel;

/// Every step from a status to another one. There are no others.
pub const TRANSITIONS: [(RequestStatus, RequestAction, RequestStatus); 11] = [
    (RequestStatus::NotOpen, RequestAction::Open, RequestStatus::InProgress),
    (RequestStatus::InProgress, RequestAction::Finish, RequestStatus::ReadyForPublish),
    (RequestStatus::ReadyForPublish, RequestAction::Publish, RequestStatus::Closed),
    (RequestStatus::InProgress, RequestAction::Pause, RequestStatus::Pending),
    (RequestStatus::Pending, RequestAction::Resume, RequestStatus::InProgress),
    (RequestStatus::NotOpen, RequestAction::Cancel, RequestStatus::Closed),
    (RequestStatus::InProgress, RequestAction::Cancel, RequestStatus::Closed),
    (RequestStatus::ReadyForPublish, RequestAction::Cancel, RequestStatus::Closed),
    (RequestStatus::Pending, RequestAction::Cancel, RequestStatus::Closed),
    (RequestStatus::ReadyForPublish, RequestAction::Reopen, RequestStatus::InProgress),
    (RequestStatus::Closed, RequestAction::Reopen, RequestStatus::InProgress),
];

/// The status after an action; `None` where the action does not start from this status.
pub fn status_after(status: RequestStatus, action: RequestAction) -> Option<RequestStatus> {
    TRANSITIONS.into_iter().find(|(from, by, _)| *from == status && *by == action).map(|(_, _, to)| to)
}

/// The person who acts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RequestActor {
    /// In the manual of the change request.
    pub level: AccessLevel,
    /// They asked for the change.
    pub is_creator: bool,
    /// They wrote part of its changes, or called the work finished.
    pub has_contributed: bool,
    /// The rules of editing allow people to approve their own work.
    pub may_approve_own: bool,
}

/// A refused action or verdict.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RequestRefusal {
    /// The action does not start from this status.
    NotFromHere { status: RequestStatus, action: RequestAction },
    /// The person may not.
    NotAllowed,
    /// An approval is missing, or a reviewer has rejected the work.
    NotApproved,
    /// Verdicts are given on finished work only.
    NotFinished,
    /// Nobody approves their own work.
    OwnWork,
}

/// The status after an action of a person.
///
/// Authors of the manual move a change request, approvers publish it once it is approved. Its creator may withdraw it
/// until somebody has opened it.
pub fn act(
    status: RequestStatus,
    action: RequestAction,
    actor: RequestActor,
    is_approved: bool,
) -> Result<RequestStatus, RequestRefusal> {
    let next = status_after(status, action).ok_or(RequestRefusal::NotFromHere { status, action })?;
    match action {
        RequestAction::Cancel if status == RequestStatus::NotOpen && actor.is_creator => Ok(next),
        RequestAction::Publish if actor.level < AccessLevel::Approve => Err(RequestRefusal::NotAllowed),
        RequestAction::Publish if !is_approved => Err(RequestRefusal::NotApproved),
        _ if actor.level < AccessLevel::Author => Err(RequestRefusal::NotAllowed),
        _ => Ok(next),
    }
}

/// Whether a person may give their verdict on a change request.
pub fn may_review(status: RequestStatus, actor: RequestActor) -> Result<(), RequestRefusal> {
    if actor.level < AccessLevel::Approve {
        return Err(RequestRefusal::NotAllowed);
    }
    if status != RequestStatus::ReadyForPublish {
        return Err(RequestRefusal::NotFinished);
    }
    if actor.has_contributed && !actor.may_approve_own { Err(RequestRefusal::OwnWork) } else { Ok(()) }
}

/// Whether the verdicts are enough: one approval at least, one of each person who was asked, and no rejection. Approvals
/// that have lapsed do not count; rejections always do.
pub fn is_approved(reviewers: &[RequestReviewer]) -> bool {
    let has = |reviewer: &RequestReviewer, verdict: Verdict| {
        reviewer.decision.as_ref().is_some_and(|one| one.verdict == verdict)
    };
    let approves = |reviewer: &RequestReviewer| has(reviewer, Verdict::Approved) && !reviewer.has_lapsed;
    reviewers.iter().any(approves)
        && reviewers.iter().all(|reviewer| !reviewer.is_asked || approves(reviewer))
        && !reviewers.iter().any(|reviewer| has(reviewer, Verdict::Rejected))
}

/// Whether title, description, origin, reference and files may change. While the work is reviewed they stay as the
/// reviewers see them, and a closed change request is a record.
pub fn may_describe(status: RequestStatus) -> bool {
    !matches!(status, RequestStatus::ReadyForPublish | RequestStatus::Closed)
}
