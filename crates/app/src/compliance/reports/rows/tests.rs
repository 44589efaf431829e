use chrono::DateTime;
use domain::comment::Commenter;
use domain::compliance::{LocatedReference, MeansKind, PolicyMeans, PolicyReference, PolicyReferenceState};
use domain::id::{ManualId, ObjectId, PolicyItemId, PolicyReferenceId, UserId};

use super::*;
use crate::compliance::places::QuotedReference;

fn place(target: PolicyTarget, contents_number: &str) -> ReportedPlace {
    let reference = PolicyReference {
        id: PolicyReferenceId("r".to_owned()),
        item: PolicyItemId("i".to_owned()),
        clause: None,
        target,
        manual: Some(ManualId("m".to_owned())),
        object: Some(ObjectId(1)),
        confirmed: None,
        chapter: "28-21".to_owned(),
        anchor: "para-1~1".to_owned(),
        quote: String::new(),
        state: PolicyReferenceState::Current,
        comment: String::new(),
        owner: None,
        review_on: None,
        author: Commenter { id: UserId("u".to_owned()), account: "ann".to_owned(), name: String::new() },
        created_on: DateTime::UNIX_EPOCH,
        updated_on: DateTime::UNIX_EPOCH,
        confirmed_on: DateTime::UNIX_EPOCH,
        version: 1,
    };
    let located = LocatedReference {
        reference,
        manual_path: "/H160/AMM".to_owned(),
        path: String::new(),
        code: "DMC-H160-A-28-21-01-00A-520A-A".to_owned(),
        title: "Fuel pump".to_owned(),
        confirmed_blob: None,
        now: None,
        is_gone: false,
    };
    ReportedPlace {
        quoted: QuotedReference {
            located,
            anchor: "para-1".to_owned(),
            quote: String::new(),
            state: PlaceState::Unchanged,
        },
        issue: Issue::default(),
        confirmed_issue: Issue::default(),
        contents_number: contents_number.to_owned(),
    }
}

#[test]
fn a_place_is_told_with_its_number_in_the_contents() {
    let told = |target, number| place_text(&place(target, number), Locale::English);
    assert_eq!(told(PolicyTarget::Manual, "8.1.3"), "Whole manual");
    assert_eq!(told(PolicyTarget::Chapter, ""), "Chapter 28-21");
    let module = "DMC-H160-A-28-21-01-00A-520A-A; Fuel pump; para-1";
    assert_eq!(told(PolicyTarget::Paragraph, ""), module);
    assert_eq!(told(PolicyTarget::Paragraph, "8.1.3"), ["8.1.3; ", module].concat());
}

#[test]
fn a_long_text_is_repeated_in_part() {
    assert_eq!(beginning("short"), "short");
    let cut = beginning(&"长".repeat(3_000));
    assert_eq!(cut.chars().count(), MAX_REPEATED + 1);
    assert!(cut.ends_with('…'));
}

#[test]
fn issues_and_sources_are_told_as_far_as_they_are_known() {
    let issue = Issue { number: "001".to_owned(), in_work: "02".to_owned(), ..Issue::default() };
    assert_eq!(issue_text(&issue), "001-02");
    assert_eq!(issue_text(&Issue { date: "2026-11-17".to_owned(), ..issue }), "001-02; 2026-11-17");
    assert_eq!(issue_text(&Issue::default()), "");
    assert_eq!(source_of(""), "");
    assert_eq!(source_of(r#"{"source_ref":"ED Decision 2017/013/R"}"#), "ED Decision 2017/013/R");
}

#[test]
fn means_are_told_with_their_approval_and_their_state() {
    let means = PolicyMeans {
        kind: MeansKind::Alternative,
        reference: "MOC-7".to_owned(),
        authority: "FOCA".to_owned(),
        approval: "A/12".to_owned(),
        approved_on: None,
        valid_from: None,
        valid_to: None,
        remarks: String::new(),
    };
    assert_eq!(means_text(&(means.clone(), MeansState::Valid), Locale::English), "AltMoC MOC-7; A/12");
    let exemption = PolicyMeans { kind: MeansKind::Exemption, approval: String::new(), ..means };
    assert_eq!(means_text(&(exemption, MeansState::Ended), Locale::Chinese), "豁免 MOC-7; 已到期");
}
