//! Signing statuses off: who may, and which changes need another signature.
//!
//! An approver signs the status of a requirement together with everything that it rests on: the requirement itself, its
//! scope, its references, its evidence and its means. Whoever changes one of them reopens the sign-off.

use super::{PolicyItem, PolicyStatus};
use crate::id::UserId;

/// The reason why nobody can sign a status off now, or why this person cannot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SignOffRefusal {
    NothingProposed,
    /// Nobody signs their own proposal off.
    OwnProposal,
}

/// Decides whether an approver may sign the proposed status of an item off. Nobody does who proposed it, also when another
/// person proposed it again since.
pub fn may_sign_off(
    item: &PolicyItem,
    approver: &UserId,
    may_approve_own: bool,
) -> Result<PolicyStatus, SignOffRefusal> {
    let proposal = item.proposal.as_ref().ok_or(SignOffRefusal::NothingProposed)?;
    if proposal.is_of(approver) && !may_approve_own {
        return Err(SignOffRefusal::OwnProposal);
    }
    Ok(proposal.status)
}

/// Something that an approver signs together with a status.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SignedPart {
    /// The text, the clauses, the kind, and whether it is assessed at all.
    Requirement,
    Scope,
    /// A reference with its place, the text there, its clause and its comment.
    Reference,
    Evidence,
    /// How it is met.
    Means,
}

/// The effect of a change of a signed part on the status of an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SignOffEffect {
    Unchanged,
    /// The proposed status is removed.
    DropProposal,
    /// The item counts as not assessed, and this status is proposed by the person who made the change.
    SignAgain(PolicyStatus),
}

/// Decides what a change of a signed part does to the status of an item and to the status proposed for it.
///
/// A status that somebody proposed for another requirement does not count any more. One that was proposed with another
/// scope, reference, evidence or means stays proposed, in the name of the person who changed it.
pub fn sign_off_after(
    part: SignedPart,
    status: PolicyStatus,
    proposed: Option<PolicyStatus>,
    needs_sign_off: bool,
) -> SignOffEffect {
    let is_requirement = part == SignedPart::Requirement;
    let signed = Some(status).filter(|status| *status != PolicyStatus::NotAssessed);
    let again = if is_requirement { signed } else { proposed.or(signed) };
    match again.filter(|_| needs_sign_off) {
        Some(again) => SignOffEffect::SignAgain(again),
        None if is_requirement && proposed.is_some() => SignOffEffect::DropProposal,
        None => SignOffEffect::Unchanged,
    }
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;

    use super::super::{PolicyItemDetails, PolicyItemKind, PolicyScope, StatusProposal};
    use super::*;
    use crate::comment::Commenter;
    use crate::id::{ComplianceCollectionId, PolicyItemId};

    fn item(proposal: Option<StatusProposal>) -> PolicyItem {
        PolicyItem {
            id: PolicyItemId("i".to_owned()),
            collection: ComplianceCollectionId("c".to_owned()),
            category: None,
            parent: None,
            path: "/c/i".to_owned(),
            details: PolicyItemDetails {
                code: "ORG 1.1.1".to_owned(),
                title: String::new(),
                text: String::new(),
                guidance: String::new(),
                kind: PolicyItemKind::Standard,
                effective_on: None,
                is_assessable: true,
                review_on: None,
            },
            status: PolicyStatus::NotAssessed,
            proposal,
            scope: PolicyScope::default(),
            owner: None,
            needs_recheck: false,
            is_withdrawn: false,
            created_on: DateTime::UNIX_EPOCH,
            updated_on: DateTime::UNIX_EPOCH,
            version: 1,
        }
    }

    #[test]
    fn another_approver_signs_a_proposal_off() {
        let (ann, bob) = (UserId("ann".to_owned()), UserId("bob".to_owned()));
        let by = Commenter { id: ann.clone(), account: "ann".to_owned(), name: String::new() };
        let earlier = Vec::new();
        let proposal = StatusProposal { status: PolicyStatus::Compliant, by, earlier, on: DateTime::UNIX_EPOCH };
        let proposed = item(Some(proposal));
        assert_eq!(may_sign_off(&proposed, &bob, false), Ok(PolicyStatus::Compliant));
        assert_eq!(may_sign_off(&proposed, &ann, false), Err(SignOffRefusal::OwnProposal));
        assert_eq!(may_sign_off(&proposed, &ann, true), Ok(PolicyStatus::Compliant));
        assert_eq!(may_sign_off(&item(None), &bob, false), Err(SignOffRefusal::NothingProposed));
    }

    #[test]
    fn nobody_signs_a_status_that_they_proposed_before_another_person() {
        let [ann, bob, eve] = ["ann", "bob", "eve"].map(|id| UserId(id.to_owned()));
        let by = |id: &UserId| Commenter { id: id.clone(), account: id.0.clone(), name: String::new() };
        let again = |before: &StatusProposal, id: &UserId, status| StatusProposal {
            status,
            by: by(id),
            earlier: before.earlier_of(status, id),
            on: DateTime::UNIX_EPOCH,
        };
        let status = PolicyStatus::Compliant;
        let first = StatusProposal { status, by: by(&ann), earlier: Vec::new(), on: DateTime::UNIX_EPOCH };
        let second = again(&first, &bob, status);
        assert_eq!(second.earlier, std::slice::from_ref(&ann));
        let third = again(&second, &ann, status);
        assert_eq!(third.earlier, std::slice::from_ref(&bob), "each person once");
        for proposed in [item(Some(second.clone())), item(Some(third))] {
            let may = [&ann, &bob, &eve].map(|person| may_sign_off(&proposed, person, false).is_ok());
            assert_eq!(may, [false, false, true]);
        }
        let other = item(Some(again(&second, &bob, PolicyStatus::NonCompliant)));
        assert_eq!(may_sign_off(&other, &ann, false), Ok(PolicyStatus::NonCompliant), "it is another status");
    }

    #[test]
    fn a_change_of_what_was_signed_needs_another_signature() {
        use PolicyStatus::{Compliant, NonCompliant, NotAssessed};
        use SignOffEffect::{DropProposal, SignAgain, Unchanged};
        use SignedPart::{Evidence, Means, Reference, Requirement, Scope};
        for part in [Requirement, Scope, Reference, Evidence, Means] {
            let after = |status, proposed| sign_off_after(part, status, proposed, true);
            assert_eq!(after(Compliant, None), SignAgain(Compliant), "{part:?}");
            assert_eq!(after(NotAssessed, None), Unchanged, "{part:?}: nothing is signed");
            assert_eq!(sign_off_after(part, Compliant, None, false), Unchanged, "{part:?}: nobody signs");
            let is_requirement = part == Requirement;
            let stale = if is_requirement { SignAgain(Compliant) } else { SignAgain(NonCompliant) };
            assert_eq!(after(Compliant, Some(NonCompliant)), stale, "{part:?}");
            let pending = if is_requirement { DropProposal } else { SignAgain(Compliant) };
            assert_eq!(after(NotAssessed, Some(Compliant)), pending, "{part:?}");
            let unsigned = if is_requirement { DropProposal } else { Unchanged };
            assert_eq!(sign_off_after(part, NotAssessed, Some(Compliant), false), unsigned, "{part:?}");
        }
    }
}
