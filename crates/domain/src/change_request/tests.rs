use super::*;
use crate::access::AccessLevel;

fn actor(level: AccessLevel) -> RequestActor {
    RequestActor { level, is_creator: false, has_contributed: false, may_approve_own: false }
}

/// All steps that an actor may take, as a reader of the table would write them.
fn ways(actor: RequestActor, is_approved: bool) -> Vec<String> {
    let mut ways = Vec::new();
    for status in RequestStatus::ALL {
        for action in RequestAction::ALL {
            if let Ok(next) = act(status, action, actor, is_approved) {
                ways.push(format!("{} -{}-> {}", status.as_str(), action.as_str(), next.as_str()));
            }
        }
    }
    ways
}

const ALL: [&str; 11] = [
    "Not Open -open-> In Progress",
    "Not Open -cancel-> Closed",
    "In Progress -cancel-> Closed",
    "In Progress -pause-> Pending",
    "In Progress -finish-> Ready for Publish",
    "Ready for Publish -reopen-> In Progress",
    "Ready for Publish -publish-> Closed",
    "Ready for Publish -cancel-> Closed",
    "Closed -reopen-> In Progress",
    "Pending -cancel-> Closed",
    "Pending -resume-> In Progress",
];

fn reviewer(account: &str, is_asked: bool, verdict: Option<Verdict>) -> RequestReviewer {
    let person = Commenter { id: UserId(account.to_owned()), account: account.to_owned(), name: String::new() };
    let on = DateTime::<Utc>::UNIX_EPOCH;
    let decision = verdict.map(|verdict| RequestDecision { verdict, comment: String::new(), on });
    RequestReviewer { person, is_asked, decision, has_lapsed: false }
}

#[test]
fn an_approver_has_every_step_once_the_work_is_approved() {
    assert_eq!(ways(actor(AccessLevel::Approve), true), ALL);
}

#[test]
fn nothing_is_published_without_an_approval() {
    let without: Vec<&str> = ALL.into_iter().filter(|way| !way.contains("publish-")).collect();
    assert_eq!(ways(actor(AccessLevel::Approve), false), without);
    let refused = act(RequestStatus::ReadyForPublish, RequestAction::Publish, actor(AccessLevel::Approve), false);
    assert_eq!(refused, Err(RequestRefusal::NotApproved));
}

#[test]
fn an_author_has_every_step_but_publishing() {
    let without: Vec<&str> = ALL.into_iter().filter(|way| !way.contains("publish-")).collect();
    assert_eq!(ways(actor(AccessLevel::Author), true), without);
}

#[test]
fn a_reader_withdraws_only_a_request_of_their_own_that_nobody_has_opened() {
    assert!(ways(actor(AccessLevel::Read), true).is_empty());
    let own = RequestActor { is_creator: true, ..actor(AccessLevel::Read) };
    assert_eq!(ways(own, true), ["Not Open -cancel-> Closed"]);
}

#[test]
fn a_refusal_says_whether_the_action_or_the_person_is_wrong() {
    let (status, action) = (RequestStatus::Closed, RequestAction::Finish);
    let wrong = act(status, action, actor(AccessLevel::Read), true);
    assert_eq!(wrong, Err(RequestRefusal::NotFromHere { status, action }));
    let not_theirs = act(RequestStatus::NotOpen, RequestAction::Open, actor(AccessLevel::Read), true);
    assert_eq!(not_theirs, Err(RequestRefusal::NotAllowed));
}

#[test]
fn verdicts_are_given_on_finished_work_by_approvers_who_did_not_do_it() {
    let approver = actor(AccessLevel::Approve);
    assert_eq!(may_review(RequestStatus::ReadyForPublish, approver), Ok(()));
    assert_eq!(may_review(RequestStatus::InProgress, approver), Err(RequestRefusal::NotFinished));
    let author = actor(AccessLevel::Author);
    assert_eq!(may_review(RequestStatus::ReadyForPublish, author), Err(RequestRefusal::NotAllowed));
    let own = RequestActor { has_contributed: true, ..approver };
    assert_eq!(may_review(RequestStatus::ReadyForPublish, own), Err(RequestRefusal::OwnWork));
    let allowed = RequestActor { may_approve_own: true, ..own };
    assert_eq!(may_review(RequestStatus::ReadyForPublish, allowed), Ok(()));
}

#[test]
fn everybody_who_was_asked_approves_and_nobody_rejects() {
    use Verdict::{Approved, Rejected};
    assert!(!is_approved(&[]));
    assert!(!is_approved(&[reviewer("ann", true, None)]));
    assert!(is_approved(&[reviewer("ann", false, Some(Approved))]));
    assert!(is_approved(&[reviewer("ann", true, Some(Approved)), reviewer("bob", true, Some(Approved))]));
    assert!(!is_approved(&[reviewer("ann", true, Some(Approved)), reviewer("bob", true, None)]));
    assert!(!is_approved(&[reviewer("ann", true, Some(Approved)), reviewer("bob", false, Some(Rejected))]));
}

#[test]
fn a_lapsed_approval_does_not_count_but_a_rejection_does() {
    use Verdict::{Approved, Rejected};
    let lapsed = |verdict| RequestReviewer { has_lapsed: true, ..reviewer("bob", false, Some(verdict)) };
    assert!(!is_approved(&[lapsed(Approved)]));
    assert!(is_approved(&[reviewer("ann", true, Some(Approved)), lapsed(Approved)]));
    assert!(!is_approved(&[reviewer("ann", true, Some(Approved)), lapsed(Rejected)]));
    let asked = RequestReviewer { is_asked: true, ..lapsed(Approved) };
    assert!(!is_approved(&[reviewer("ann", true, Some(Approved)), asked]));
}

#[test]
fn details_are_fixed_while_the_work_is_reviewed_and_afterwards() {
    let open: Vec<&str> =
        RequestStatus::ALL.into_iter().filter(|status| may_describe(*status)).map(RequestStatus::as_str).collect();
    assert_eq!(open, ["Not Open", "In Progress", "Pending"]);
}

#[test]
fn file_names_do_not_turn_their_direction() {
    assert!(is_shown_as_written("SB 28-012 通告.pdf"));
    assert!(!is_shown_as_written("photo\u{202e}gnp.exe"));
    assert!(!is_shown_as_written("a\u{2066}b.txt"));
}

#[test]
fn texts_have_limits_and_a_description_keeps_its_lines() {
    assert_eq!(parse_title(" "), Err(FieldCode::Required));
    assert_eq!(parse_title(&"车".repeat(201)), Err(FieldCode::TooLong));
    assert_eq!(parse_description(" a\r\nb "), Ok("a\nb".to_owned()));
    assert_eq!(parse_description(""), Ok(String::new()));
    assert_eq!(parse_description(&"a".repeat(10_001)), Err(FieldCode::TooLong));
    assert_eq!(parse_description("a\u{7}"), Err(FieldCode::Character));
}
