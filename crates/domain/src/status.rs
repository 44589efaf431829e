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
    /// They made the version, or one it was made from since a version was last released.
    pub has_contributed: bool,
    /// The rules of editing allow people to release their own versions.
    pub may_release_own: bool,
}

/// A refused step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StatusError {
    /// The step does not start from this status.
    NotFromHere { status: FileStatus, step: StatusStep },
    /// The role does not allow the step.
    NotAllowed(StatusStep),
    /// Nobody releases a text they contributed to; approvers take no other step with their own version either.
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
    let is_own = if step == StatusStep::Release { actor.has_contributed } else { actor.is_author };
    let is_unseen = is_own && !actor.may_release_own;
    if actor.role == Role::Admin {
        return if step == StatusStep::Release && is_unseen { Err(StatusError::OwnVersion) } else { Ok(next) };
    }
    let edits = matches!(actor.role, Role::Author | Role::Approver);
    let is_authors = step == StatusStep::Submit || (step == StatusStep::Withdraw && status == Draft && actor.is_author);
    match actor.role {
        _ if edits && is_authors => Ok(next),
        Role::Approver if is_unseen => Err(StatusError::OwnVersion),
        Role::Approver => Ok(next),
        _ => Err(StatusError::NotAllowed(step)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn actor(role: Role) -> StatusActor {
        StatusActor { role, is_author: false, has_contributed: false, may_release_own: false }
    }

    fn maker(role: Role) -> StatusActor {
        StatusActor { is_author: true, has_contributed: true, ..actor(role) }
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
        assert_eq!(ways(maker(Role::Author)), ["Draft submit Review", "Draft withdraw Obsolete"]);
        assert!(ways(maker(Role::Reader)).is_empty());
    }

    #[test]
    fn nobody_releases_their_own_version_unless_the_rules_allow_it() {
        let own = maker(Role::Approver);
        assert_eq!(ways(own), ["Draft submit Review", "Draft withdraw Obsolete"]);
        let refused = change_status(FileStatus::Review, StatusStep::Release, own);
        assert_eq!(refused, Err(StatusError::OwnVersion));
        let admin = maker(Role::Admin);
        assert_eq!(change_status(FileStatus::Review, StatusStep::Release, admin), Err(StatusError::OwnVersion));
        assert_eq!(ways(admin).len(), ALL.len() - 1);
        assert_eq!(ways(StatusActor { may_release_own: true, ..own }), ALL);
        assert_eq!(ways(StatusActor { may_release_own: true, ..admin }), ALL);
    }

    #[test]
    fn nobody_releases_a_text_they_contributed_to() {
        for role in [Role::Approver, Role::Admin] {
            let earlier = StatusActor { has_contributed: true, ..actor(role) };
            assert_eq!(change_status(FileStatus::Review, StatusStep::Release, earlier), Err(StatusError::OwnVersion));
            assert_eq!(ways(earlier).len(), ALL.len() - 1, "all other steps are open");
        }
    }

    #[test]
    fn a_refusal_says_whether_the_step_or_the_person_is_wrong() {
        let wrong = StatusError::NotFromHere { status: FileStatus::Draft, step: StatusStep::Release };
        assert_eq!(change_status(FileStatus::Draft, StatusStep::Release, actor(Role::Author)), Err(wrong));
        let not_theirs = StatusError::NotAllowed(StatusStep::Release);
        assert_eq!(change_status(FileStatus::Review, StatusStep::Release, actor(Role::Author)), Err(not_theirs));
    }
}
