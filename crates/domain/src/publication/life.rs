//! The life of a publication.

use super::PublicationState;
use crate::access::AccessLevel;
use crate::object::words;

words! {
    /// A step in the life of a publication.
    PublicationStep {
        Approve = "approve",
        Withdraw = "withdraw",
        /// A later publication is approved.
        Supersede = "supersede",
        /// The later publication is withdrawn.
        Reinstate = "reinstate",
        /// The last day of a temporary revision is over.
        End = "end",
    }
}

/// All steps: from which state to which.
pub const STEPS: [(PublicationState, PublicationStep, PublicationState); 7] = [
    (PublicationState::ReadyForApprove, PublicationStep::Approve, PublicationState::Approved),
    (PublicationState::ReadyForApprove, PublicationStep::Withdraw, PublicationState::Withdrawn),
    (PublicationState::Approved, PublicationStep::Withdraw, PublicationState::Withdrawn),
    (PublicationState::Approved, PublicationStep::Supersede, PublicationState::Superseded),
    (PublicationState::Superseded, PublicationStep::Reinstate, PublicationState::Approved),
    (PublicationState::Approved, PublicationStep::End, PublicationState::Withdrawn),
    (PublicationState::Superseded, PublicationStep::End, PublicationState::Withdrawn),
];

/// The person who takes a step, as the rules see them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PublicationActor {
    /// In the manual of the publication.
    pub level: AccessLevel,
    /// They asked for the approval.
    pub is_requester: bool,
    /// An administrator allows people to approve their own work.
    pub may_approve_own: bool,
}

/// Why a step is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PublicationRefusal {
    NotAllowed,
    NotFromHere,
    /// Four eyes: whoever asked for the approval does not give it.
    OwnPublication,
}

/// The state after a step of a person. Superseding and reinstating follow from the steps of other
/// publications, and temporary revisions end by themselves.
pub fn take_step(
    state: PublicationState,
    step: PublicationStep,
    actor: PublicationActor,
) -> Result<PublicationState, PublicationRefusal> {
    let asked_back = step == PublicationStep::Withdraw
        && state == PublicationState::ReadyForApprove
        && actor.is_requester
        && actor.level >= AccessLevel::Author;
    if actor.level < AccessLevel::Approve && !asked_back {
        return Err(PublicationRefusal::NotAllowed);
    }
    let found = STEPS.into_iter().find(|(from, by, _)| *from == state && *by == step);
    let (_, _, after) = found.ok_or(PublicationRefusal::NotFromHere)?;
    if step == PublicationStep::Approve && actor.is_requester && !actor.may_approve_own {
        return Err(PublicationRefusal::OwnPublication);
    }
    Ok(after)
}

#[cfg(test)]
mod tests {
    use super::*;

    const APPROVER: PublicationActor =
        PublicationActor { level: AccessLevel::Approve, is_requester: false, may_approve_own: false };

    #[test]
    fn only_one_that_is_ready_is_approved() {
        for state in PublicationState::ALL {
            let expected = match state {
                PublicationState::ReadyForApprove => Ok(PublicationState::Approved),
                _ => Err(PublicationRefusal::NotFromHere),
            };
            assert_eq!(take_step(state, PublicationStep::Approve, APPROVER), expected, "{state:?}");
        }
    }

    #[test]
    fn nobody_approves_their_own_publication_unless_a_setting_allows_it() {
        let own = PublicationActor { is_requester: true, ..APPROVER };
        let approve = |actor| take_step(PublicationState::ReadyForApprove, PublicationStep::Approve, actor);
        assert_eq!(approve(own), Err(PublicationRefusal::OwnPublication));
        assert_eq!(approve(PublicationActor { may_approve_own: true, ..own }), Ok(PublicationState::Approved));
    }

    #[test]
    fn an_author_takes_back_what_they_asked_for_and_nothing_else() {
        let author = PublicationActor { level: AccessLevel::Author, is_requester: true, may_approve_own: false };
        let withdraw = |state, actor| take_step(state, PublicationStep::Withdraw, actor);
        assert_eq!(withdraw(PublicationState::ReadyForApprove, author), Ok(PublicationState::Withdrawn));
        assert_eq!(withdraw(PublicationState::Approved, author), Err(PublicationRefusal::NotAllowed));
        let other = PublicationActor { is_requester: false, ..author };
        assert_eq!(withdraw(PublicationState::ReadyForApprove, other), Err(PublicationRefusal::NotAllowed));
        assert_eq!(withdraw(PublicationState::Approved, APPROVER), Ok(PublicationState::Withdrawn));
        assert_eq!(withdraw(PublicationState::Draft, APPROVER), Err(PublicationRefusal::NotFromHere));
    }
}
