//! Status changes of a version. The content stays; each change is an event beside the version.

use crate::object::words;
use crate::permission::Role;
use crate::version::FileStatus;

words! {
    /// A step in the life of a version.
    StatusStep {
        Submit = "submit",
        Release = "release",
        SendBack = "sendBack",
        Withdraw = "withdraw",
        Reinstate = "reinstate",
    }
}

/// The person who takes a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StatusActor {
    pub role: Role,
    /// They made the version.
    pub is_author: bool,
}

/// A refused step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StatusError {
    /// The step does not start from this status.
    NotFromHere { status: FileStatus, step: StatusStep },
    /// The role does not allow the step.
    NotAllowed(StatusStep),
    /// Approvers cannot approve their own versions.
    OwnVersion,
}

/// The status of a version after a step, if the step leads on from here and `actor` may take it.
pub fn change_status(status: FileStatus, step: StatusStep, actor: StatusActor) -> Result<FileStatus, StatusError> {
    use FileStatus::{Draft, Obsolete, Released, Review};
    let next = match (status, step) {
        (Draft, StatusStep::Submit) => Review,
        (Review, StatusStep::Release) => Released,
        (Review, StatusStep::SendBack) | (Obsolete, StatusStep::Reinstate) => Draft,
        (Draft | Released, StatusStep::Withdraw) => Obsolete,
        _ => return Err(StatusError::NotFromHere { status, step }),
    };
    if actor.role == Role::Admin {
        return Ok(next);
    }
    let edits = matches!(actor.role, Role::Author | Role::Approver);
    let is_authors = step == StatusStep::Submit || (step == StatusStep::Withdraw && status == Draft && actor.is_author);
    match actor.role {
        _ if edits && is_authors => Ok(next),
        Role::Approver if actor.is_author => Err(StatusError::OwnVersion),
        Role::Approver => Ok(next),
        _ => Err(StatusError::NotAllowed(step)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn actor(role: Role) -> StatusActor {
        StatusActor { role, is_author: false }
    }

    /// All steps that lead from a status to another one.
    fn ways(actor: StatusActor) -> Vec<String> {
        let mut ways = Vec::new();
        for status in FileStatus::ALL {
            for step in StatusStep::ALL {
                if let Ok(next) = change_status(status, step, actor) {
                    ways.push(format!("{} {} {}", status.as_str(), step.as_str(), next.as_str()));
                }
            }
        }
        ways
    }

    const ALL: [&str; 6] = [
        "Draft submit Review",
        "Draft withdraw Obsolete",
        "Review release Released",
        "Review sendBack Draft",
        "Released withdraw Obsolete",
        "Obsolete reinstate Draft",
    ];

    #[test]
    fn each_role_has_its_steps() {
        assert_eq!(ways(actor(Role::Admin)), ALL);
        assert_eq!(ways(actor(Role::Approver)), ALL);
        assert_eq!(ways(actor(Role::Author)), ["Draft submit Review"]);
        assert!(ways(actor(Role::Reader)).is_empty());
    }

    #[test]
    fn an_author_withdraws_their_own_draft_and_nothing_else() {
        let own = StatusActor { is_author: true, ..actor(Role::Author) };
        assert_eq!(ways(own), ["Draft submit Review", "Draft withdraw Obsolete"]);
        assert!(ways(StatusActor { is_author: true, ..actor(Role::Reader) }).is_empty());
    }

    #[test]
    fn an_approver_does_not_approve_their_own_version() {
        let own = StatusActor { is_author: true, ..actor(Role::Approver) };
        assert_eq!(ways(own), ["Draft submit Review", "Draft withdraw Obsolete"]);
        let refused = change_status(FileStatus::Review, StatusStep::Release, own);
        assert_eq!(refused, Err(StatusError::OwnVersion));
        assert_eq!(ways(StatusActor { is_author: true, ..actor(Role::Admin) }), ALL);
    }

    #[test]
    fn a_refusal_says_whether_the_step_or_the_person_is_wrong() {
        let wrong = StatusError::NotFromHere { status: FileStatus::Draft, step: StatusStep::Release };
        assert_eq!(change_status(FileStatus::Draft, StatusStep::Release, actor(Role::Author)), Err(wrong));
        let not_theirs = StatusError::NotAllowed(StatusStep::Release);
        assert_eq!(change_status(FileStatus::Review, StatusStep::Release, actor(Role::Author)), Err(not_theirs));
    }
}
