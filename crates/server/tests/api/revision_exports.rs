//! The job that writes the history of OEM revisions, or the airline revision list, to a file.

use domain::access::AccessLevel;
use domain::permission::Role;
use serde_json::{Value, json};
use testkit::app::TestApp;

use crate::auditors::auditor;
use crate::compliance::text;
use crate::compliance_reports::{ask, download, ended};
use crate::limited::Limits;
use crate::revisions::{OURS, customise, decide, path, revised};
use crate::viewer::{BASE, delivered, reader_of};

testkit::on_each_app!(
    the_decisions_are_exported_as_a_task,
    the_airline_revision_list_is_exported_as_a_task,
    an_export_has_what_its_maker_may_see_and_is_for_nobody_else,
    an_auditor_has_no_export_of_revisions,
    a_person_has_few_open_exports,
);

const JOB: &str = "exportRevisionHistory";

fn of_manual(more: &Value) -> Value {
    let mut parameters = json!({"csdbName": "NV240", "manualName": "MMEL", "format": "csv"});
    parameters.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
    parameters
}

async fn the_decisions_are_exported_as_a_task(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let revision = delivered(&app, &revised("Take off panel 214AL", "002"), "yes").await;
    decide(&app, "rejectOem", &revision, json!({"reason": "Not for our fleet"})).await;
    let asked = ask(&reader, JOB, of_manual(&json!({}))).await;
    let job = ended(&app, &reader, asked).await;
    assert_eq!((&job["status"], &job["kind"]), (&json!("COMPLETED"), &json!(JOB)), "{}", job["errorList"]);
    let output = &job["outputMap"];
    assert_eq!((&output["fileName"], &output["rows"]), (&json!("revision-history.csv"), &json!("1")));
    assert_eq!((&output["csdbName"], &output["sight"]), (&json!("NV240"), &Value::Null));
    let csv = download(&reader, &job).await.text();
    assert_eq!(csv, reader.get(&format!("/revisions/decisions/export?format=csv&manualPath={BASE}")).await.text());
    assert!(csv.contains(",Rejected,NV240,MMEL,2,") && csv.contains("Not for our fleet"), "{csv}");
    let asked = ask(&reader, JOB, json!({"format": "xlsx", "language": "zh-CN"})).await;
    let all = ended(&app, &reader, asked).await;
    assert_eq!(all["outputMap"]["fileName"], "revision-history.xlsx", "of all manuals");
    assert!(download(&reader, &all).await.body.starts_with(b"PK"));
    let missing = json!({"csdbName": "NV240", "manualName": "NONE", "format": "csv"});
    assert_eq!(ask(&reader, JOB, missing).await.problem(), "404 manual.not_found");
    let odd = ask(&reader, JOB, of_manual(&json!({"format": "pdf"}))).await;
    assert_eq!(odd.fields(), ["parameterMap.format: unknown_value"]);
}

async fn the_airline_revision_list_is_exported_as_a_task(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    customise(&app, "Lower the pump by 30 mm", OURS).await;
    let asked = ask(&reader, JOB, of_manual(&json!({"content": "airline", "language": "zh-CN"}))).await;
    let job = ended(&app, &reader, asked).await;
    assert_eq!(job["outputMap"]["fileName"], "airline-revisions.csv", "{}", job["errorList"]);
    let csv = download(&reader, &job).await.text();
    let rows: Vec<&str> = csv.trim_start_matches('\u{feff}').lines().collect();
    assert!(rows.len() == 2 && rows[0].starts_with("数据模块,标题,更改"), "{rows:?}");
    assert!(rows[1].starts_with(&path()) && rows[1].contains("已更改") && rows[1].contains("Ours"), "{rows:?}");
    let none = ask(&reader, JOB, of_manual(&json!({"content": "airline", "keywordFilter": "nothing"}))).await;
    assert_eq!(ended(&app, &reader, none).await["outputMap"]["rows"], "0");
}

async fn an_export_has_what_its_maker_may_see_and_is_for_nobody_else(app: TestApp) {
    reader_of(&app, "amm").await;
    let revision = delivered(&app, &revised("Take off panel 214AL", "002"), "yes").await;
    decide(&app, "rejectOem", &revision, json!({"reason": "Not for our fleet"})).await;
    let author = app.person(Role::Author).await;
    Limits::of_group(&app, BASE, "Fleet 2", &["author"], AccessLevel::Author).await;
    app.add("stranger", Role::Reader).await;
    let stranger = app.signed_in("stranger").await;
    assert_eq!(ask(&stranger, JOB, of_manual(&json!({}))).await.problem(), "404 manual.not_found");
    let asked = ask(&stranger, JOB, json!({"format": "csv"})).await;
    let theirs = ended(&app, &stranger, asked).await;
    assert_eq!(theirs["outputMap"]["rows"], "0", "they do not see the manual");
    let asked = ask(&author, JOB, json!({"format": "csv"})).await;
    let job = ended(&app, &author, asked).await;
    assert_eq!(job["outputMap"]["rows"], "1");
    assert_eq!(download(&stranger, &job).await.problem(), "404 artifact.not_found");
    let theirs = stranger.get(&format!("/jobs/{}", text(&job["id"]))).await;
    assert_eq!(theirs.problem(), "404 job.not_found");
}

async fn an_auditor_has_no_export_of_revisions(app: TestApp) {
    reader_of(&app, "amm").await;
    let auditor = auditor(&app, json!([]), json!([BASE])).await;
    assert_eq!(ask(&auditor, JOB, of_manual(&json!({}))).await.problem(), "403 forbidden");
}

async fn a_person_has_few_open_exports(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    for _ in 0..3 {
        ask(&reader, JOB, of_manual(&json!({}))).await.ok();
    }
    assert_eq!(ask(&reader, JOB, of_manual(&json!({}))).await.problem(), "409 compliance.reports_open");
    app.run_jobs().await;
    ask(&reader, JOB, of_manual(&json!({}))).await.ok();
}
