//! Compliance: who gets a report, and what stands in it for them.

use domain::access::AccessLevel;
use domain::path::CsdbPath;
use domain::permission::Role;
use serde_json::{Value, json};
use testkit::app::TestApp;

use crate::auditors::auditor;
use crate::compliance::{collection, item, text};
use crate::compliance_references::{add, purge, referring};
use crate::compliance_reports::{COLLECTION_JOB, MANUAL_JOB, ask, download, ended, id_of, reported, sheets};
use crate::limited::{Limits, change_access};
use crate::viewer::{BASE, reader_of};

testkit::on_each_app!(
    a_report_shows_what_its_maker_may_see,
    a_report_is_withheld_from_those_who_see_less,
    a_report_about_a_purged_manual_is_for_nobody_else,
    the_gaps_of_a_manual_depend_on_who_makes_the_report,
    a_service_token_for_some_databases_gets_no_report,
    an_auditor_has_reports_of_what_was_granted,
    a_person_has_few_open_reports,
    the_files_of_old_reports_are_deleted,
);

fn of_manual() -> Value {
    json!({"csdbName": "NV240", "manualName": "MMEL", "format": "xlsx"})
}

async fn a_report_shows_what_its_maker_may_see(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    Limits::of_group(&app, BASE, "Fleet 2", &["author"], AccessLevel::Author).await;
    let open = referring(&author).await;
    app.add("stranger", Role::Reader).await;
    let stranger = app.signed_in("stranger").await;
    let job = reported(&app, &stranger, &open, json!({})).await;
    let found = sheets(&stranger, &job).await.concat();
    for word in ["MMEL", "cartridge", "See there", "28-21"] {
        assert!(!found.contains(word), "{word}");
    }
    assert!(found.contains("A 1") && found.contains("References to other manuals are left out"));
    assert_eq!(ask(&stranger, MANUAL_JOB, of_manual()).await.problem(), "404 manual.not_found");
    let filtered = json!({"collectionId": id_of(&open), "format": "xlsx", "manualPath": BASE});
    assert_eq!(ask(&stranger, COLLECTION_JOB, filtered).await.problem(), "404 manual.not_found");
}

async fn a_report_is_withheld_from_those_who_see_less(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let limits = Limits::of_group(&app, BASE, "Fleet 2", &["author"], AccessLevel::Author).await;
    let open = referring(&author).await;
    let job = reported(&app, &author, &open, json!({})).await;
    assert!(sheets(&author, &job).await[1].contains("cartridge"));
    app.add("stranger", Role::Reader).await;
    let stranger = app.signed_in("stranger").await;
    let address = format!("/jobs/{}", text(&job["id"]));
    assert_eq!(stranger.get(&address).await.problem(), "404 job.not_found");
    assert_eq!(download(&stranger, &job).await.problem(), "404 artifact.not_found");
    assert_eq!(download(&app.admin().await, &job).await.status.as_u16(), 200, "administrators see everything");
    assert_eq!(download(&app.anonymous(), &job).await.status.as_u16(), 401);

    change_access(&app, &CsdbPath::parse(BASE).expect("a path"), &[(&limits.group, None)]).await;
    assert_eq!(download(&author, &job).await.problem(), "404 artifact.not_found", "a grant that is taken away");
    let left = author.get(&address).await.ok();
    assert_eq!((&left["artifacts"], &left["outputMap"]), (&json!([]), &json!({})));
}

/// Without the manual there are no rules for it any more, so that nothing is hidden from anybody.
async fn a_report_about_a_purged_manual_is_for_nobody_else(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    Limits::of_group(&app, BASE, "Fleet 2", &["author"], AccessLevel::Author).await;
    let open = referring(&author).await;
    let job = reported(&app, &author, &open, json!({"manualPath": BASE})).await;
    assert!(sheets(&author, &job).await[1].contains("cartridge"));
    app.add("stranger", Role::Reader).await;
    let stranger = app.signed_in("stranger").await;
    app.admin().await.delete("/csdb/manual?csdbName=NV240&manualName=MMEL").await.ok();
    purge(&app).await;
    let seen = stranger.get(&format!("/jobs/{}", text(&job["id"]))).await.ok();
    assert_eq!((&seen["artifacts"], &seen["outputMap"]), (&json!([]), &json!({})));
    assert!(!seen.to_string().contains("MMEL"), "{seen}");
    assert_eq!(download(&stranger, &job).await.problem(), "404 artifact.not_found");
    assert_eq!(download(&app.admin().await, &job).await.status.as_u16(), 200);
}

async fn the_gaps_of_a_manual_depend_on_who_makes_the_report(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let new = json!({"csdbName": ["NV240"], "manualName": ["AMM"]});
    app.admin().await.post("/csdb/manual", new).await.ok();
    Limits::of_group(&app, "/NV240/AMM", "Fleet 2", &["author"], AccessLevel::Author).await;
    let open = referring(&author).await;
    let second = item(&author, &json!(format!("/{}", id_of(&open))), "A 2").await;
    add(&author, &second, json!({"path": "/NV240/AMM"})).await.ok();
    app.add("stranger", Role::Reader).await;
    let stranger = app.signed_in("stranger").await;
    let asked = ask(&author, MANUAL_JOB, of_manual()).await;
    let theirs = ended(&app, &author, asked).await;
    let found = sheets(&author, &theirs).await;
    assert!(!found[3].contains("A 2") && !found[0].contains("Gaps are requirements"));
    assert_eq!(download(&stranger, &theirs).await.problem(), "404 artifact.not_found", "it tells what AMM answers");
    let seen = stranger.get(&format!("/jobs/{}", text(&theirs["id"]))).await.ok();
    assert_eq!((&seen["artifacts"], &seen["outputMap"]), (&json!([]), &json!({})));
    let asked = ask(&stranger, MANUAL_JOB, of_manual()).await;
    let own = ended(&app, &stranger, asked).await;
    let found = sheets(&stranger, &own).await;
    assert!(found[3].contains("A 2") && found[0].contains("Gaps are requirements"), "{}", found[0]);
}

async fn a_service_token_for_some_databases_gets_no_report(app: TestApp) {
    reader_of(&app, "amm").await;
    let admin = app.admin().await;
    admin.post("/csdb", json!({"csdbName": "H160"})).await.ok();
    let made = collection(&admin, "A").await;
    let order = json!({"collectionId": made["id"], "format": "xlsx"});
    let token = async |name: &str, permissions: Value, databases: Value| {
        let new = json!({"name": name, "permissions": permissions, "databases": databases, "days": 30});
        let made = admin.post("/serviceTokens", new).await.ok();
        app.anonymous().with_token(text(&made["token"]))
    };
    let limited = token("Parts", json!(["readContent"]), json!(["H160"])).await;
    assert_eq!(ask(&limited, COLLECTION_JOB, order.clone()).await.problem(), "403 forbidden");
    let whole = token("Reports", json!(["readContent", "importPackages"]), Value::Null).await;
    let asked = ask(&whole, COLLECTION_JOB, order).await;
    let job = ended(&app, &whole, asked).await;
    assert_eq!(job["status"], "COMPLETED", "{}", job["errorList"]);
    assert_eq!(download(&limited, &job).await.problem(), "404 artifact.not_found");
}

async fn an_auditor_has_reports_of_what_was_granted(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let open = referring(&author).await;
    let other = collection(&author, "B").await;
    let hidden = item(&author, &other["path"], "B 1").await;
    add(&author, &hidden, json!({"path": BASE})).await.ok();
    let asked = ask(&author, MANUAL_JOB, of_manual()).await;
    let theirs = ended(&app, &author, asked).await;
    assert!(sheets(&author, &theirs).await.concat().contains("B 1"));

    let auditor = auditor(&app, json!([id_of(&open)]), json!([BASE])).await;
    let job = reported(&app, &auditor, &open, json!({})).await;
    assert!(sheets(&auditor, &job).await[1].contains("cartridge"));
    let asked = ask(&auditor, MANUAL_JOB, of_manual()).await;
    let job = ended(&app, &auditor, asked).await;
    let found = sheets(&auditor, &job).await.concat();
    assert!(found.contains("A 1") && !found.contains("B 1"), "one collection is granted");
    let unknown = json!({"collectionId": other["id"], "format": "xlsx"});
    assert_eq!(ask(&auditor, COLLECTION_JOB, unknown).await.problem(), "404 compliance.not_found");
    // It is about a manual that they may read.
    assert_eq!(auditor.get(&format!("/jobs/{}", text(&theirs["id"]))).await.problem(), "404 job.not_found");
    assert_eq!(download(&auditor, &theirs).await.problem(), "404 artifact.not_found");
}

async fn a_person_has_few_open_reports(app: TestApp) {
    let (author, reader) = (app.person(Role::Author).await, app.person(Role::Reader).await);
    let made = collection(&author, "A").await;
    let order = json!({"collectionId": made["id"], "format": "xlsx"});
    for _ in 0..3 {
        ask(&reader, COLLECTION_JOB, order.clone()).await.ok();
    }
    let refused = ask(&reader, COLLECTION_JOB, order.clone()).await;
    assert_eq!(refused.problem(), "409 compliance.reports_open");
    ask(&author, COLLECTION_JOB, order.clone()).await.ok();
    app.run_jobs().await;
    ask(&reader, COLLECTION_JOB, order).await.ok();
}

async fn the_files_of_old_reports_are_deleted(app: TestApp) {
    let (author, reader) = (app.person(Role::Author).await, app.person(Role::Reader).await);
    let made = collection(&author, "A").await;
    let order = json!({"collectionId": made["id"], "format": "xlsx"});
    let asked = ask(&reader, COLLECTION_JOB, order.clone()).await;
    let other = ended(&app, &reader, asked).await;
    let mut jobs = Vec::new();
    for _ in 0..21 {
        app.wait(1);
        let asked = ask(&author, COLLECTION_JOB, order.clone()).await;
        jobs.push(ended(&app, &author, asked).await);
    }
    assert_eq!(download(&author, &jobs[0]).await.problem(), "404 artifact.not_found");
    let seen = author.get(&format!("/jobs/{}", text(&jobs[0]["id"]))).await.ok();
    assert_eq!((&seen["artifacts"], &seen["outputMap"]), (&json!([]), &json!({})));
    for (who, job) in [(&author, &jobs[1]), (&author, &jobs[20]), (&reader, &other)] {
        assert_eq!(download(who, job).await.status.as_u16(), 200);
    }
}
