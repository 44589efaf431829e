//! The news in front matter: everything that the receiver did not get before.

use domain::id::PublicationId;
use domain::permission::Role;
use domain::subject::Subject;
use serde_json::{Value, json};
use store::artifacts::Artifact;
use testkit::app::TestApp;
use testkit::client::Client;
use testkit::packages::{PackageFiles, demo, unzipped};

use super::books::given_engine;
use super::front::generated;
use super::{PLAIN, approve, download, given_operator, id_of, published};
use crate::imports::given_manual;
use crate::revisions::{confirm, revised};
use crate::viewer::{delivered, reader_of};

testkit::on_each_app!(
    another_operator_is_told_everything_and_no_approvals_of_others,
    what_a_temporary_revision_changed_is_told_again,
    changes_since_an_older_publication_are_all_told,
    a_new_target_is_told_everything,
    a_later_book_is_approved_as_it_was_reviewed,
    an_issue_that_was_sent_for_review_is_not_used_again,
    a_book_of_an_older_version_is_approved_as_it_was_reviewed,
    what_is_no_more_is_listed_and_not_highlighted,
);

/// Delivers a change of one module.
async fn changed(app: &TestApp, words: &str, issue: &str) {
    let next = delivered(app, &revised(words, issue), "yes").await;
    confirm(app, &next).await;
}

async fn approved(app: &TestApp, more: Value) -> Value {
    let (author, approver) = (app.person(Role::Author).await, app.person(Role::Approver).await);
    let made = published(app, &author, "exportApproveAta2300", more).await;
    approve(app, &approver, &made).await;
    made
}

/// The modules that the list of effective modules marks, and the change record.
async fn told(client: &Client, outputs: &Value, name: &str) -> (usize, String) {
    let front = generated(&unzipped(&download(client, outputs, name).await));
    (front["00S"].1.matches("<frontMatterDmEntry issueType=").count(), front["00T"].1.clone())
}

async fn another_operator_is_told_everything_and_no_approvals_of_others(app: TestApp) {
    reader_of(&app, "amm").await;
    given_operator(&app).await;
    let other = json!({"code": "OTH", "name": "Other", "country": "CH"});
    app.admin().await.post("/config/operator", other).await.ok();
    approved(&app, json!({"revision": "4.0"})).await;
    let author = app.person(Role::Author).await;
    let draft = published(&app, &author, "exportQuickAta2300", json!({"operator": "OTH"})).await;
    let front = generated(&unzipped(&download(&author, &draft, PLAIN).await));
    let own = published(&app, &author, "exportQuickAta2300", json!({})).await;
    let own = generated(&unzipped(&download(&author, &own, PLAIN).await));
    assert_ne!(own["001"].0, front["001"].0, "an identity of its own");
    assert!(front["00U"].1.contains("<reasonForUpdate"), "they never got anything: {:?}", front.keys());
    let record = &front["00T"].1;
    assert!(!record.contains("EASA.1") && !record.contains(">4.0<"), "{record}");
}

async fn what_a_temporary_revision_changed_is_told_again(app: TestApp) {
    reader_of(&app, "amm").await;
    given_operator(&app).await;
    approved(&app, json!({"revision": "4.0"})).await;
    changed(&app, "Take off panel 2", "002").await;
    let today = app.ctx.clock.now().date_naive().to_string();
    approved(&app, json!({"revision": "4.0-T1", "validFrom": today, "validUntil": today})).await;
    let author = app.person(Role::Author).await;
    let draft = published(&app, &author, "exportQuickAta2300", json!({})).await;
    let (marked, record) = told(&author, &draft, PLAIN).await;
    assert_eq!(marked, 1, "it is told when it becomes permanent");
    assert!(record.contains("4.0-T1"), "{record}");
}

async fn changes_since_an_older_publication_are_all_told(app: TestApp) {
    reader_of(&app, "amm").await;
    given_operator(&app).await;
    let first = approved(&app, json!({"revision": "4.0"})).await;
    changed(&app, "Take off panel 2", "002").await;
    approved(&app, json!({"revision": "4.0.1"})).await;
    let author = app.person(Role::Author).await;
    let whole = published(&app, &author, "exportQuickAta2300", json!({})).await;
    assert_eq!(told(&author, &whole, PLAIN).await.0, 0, "nothing is new since the last");
    let since = json!({"reviseTypes": ["incremental"], "since": first["publication"]});
    let changes = published(&app, &author, "exportQuickAta2300", since).await;
    let (marked, _) = told(&author, &changes, "NV240-MMEL-4.1-draft-s1000d-incremental.zip").await;
    assert_eq!(marked, 1, "its receiver has the first only");
}

async fn a_new_target_is_told_everything(app: TestApp) {
    reader_of(&app, "amm").await;
    let aircraft = json!([{"registration": "QZ-HAA", "serialNumber": "1004", "model": "NV240-1"}]);
    let operator = json!({"code": "AZB", "name": "Azure Bay", "country": "CH", "aircraft": aircraft});
    app.admin().await.post("/config/operator", operator).await.ok();
    approved(&app, json!({"revision": "4.0"})).await;
    let author = app.person(Role::Author).await;
    let outputs = published(&app, &author, "exportQuickAta2300", json!({"aircraft": ["QZ-HAA"]})).await;
    let all = generated(&unzipped(&download(&author, &outputs, PLAIN).await));
    assert!(!all.contains_key("00U"), "nothing is new: {:?}", all.keys());
    let name = "NV240-MMEL-4.1-for-QZ-HAA-draft-s1000d-complete.zip";
    let own = generated(&unzipped(&download(&author, &outputs, name).await));
    assert!(own.contains_key("00U"), "there were no files for it before: {:?}", own.keys());
    let page = &own["001"].1;
    assert!(page.contains("Published for") && page.contains("QZ-HAA"), "{page}");
    assert!(!all["001"].1.contains("QZ-HAA"));
    for (code, (name, _)) in &own {
        assert!(all.get(code).is_none_or(|(other, _)| other != name), "an identity of its own: {name}");
    }
}

async fn a_later_book_is_approved_as_it_was_reviewed(app: TestApp) {
    reader_of(&app, "amm").await;
    given_operator(&app).await;
    given_engine(&app, "/bin/cp \"$1/book.json\" \"$2\"\necho '{\"ok\":true}'");
    approved(&app, json!({"revision": "4.0"})).await;
    changed(&app, "Take off panel 2", "002").await;
    let (author, approver) = (app.person(Role::Author).await, app.person(Role::Approver).await);
    let waiting = published(&app, &author, "exportApproveAta2300", json!({"formats": ["pdf", "s1000d"]})).await;
    let report = download(&author, &waiting, "NV240-MMEL-4.1-pdf-findings.json").await;
    let report: Value = serde_json::from_slice(&report).expect("JSON");
    assert_eq!((&report["toldSince"], &report["earlier"]), (&json!("#1"), &json!(["#1"])), "no ids, which are random");
    let formal = approve(&app, &approver, &waiting).await;
    let book: Value = serde_json::from_slice(&download(&author, &formal, "NV240-MMEL-4.1.pdf").await).expect("a book");
    let marked = book["front"]["modules"].as_array().expect("a list").iter().filter(|one| one["state"] != "").count();
    assert_eq!(marked, 1, "{}", book["front"]["modules"]);
    let days: Vec<&Value> =
        book["front"]["changes"].as_array().expect("a list").iter().map(|one| &one["date"]).collect();
    assert!(days.len() == 2 && days.iter().all(|day| *day != ""), "{days:?}");
    let (of_package, record) = told(&author, &waiting, "NV240-MMEL-4.1-s1000d-complete.zip").await;
    assert_eq!((of_package, record.matches("<row>").count()), (marked, days.len() + 1), "both tell the same: {record}");
}

async fn an_issue_that_was_sent_for_review_is_not_used_again(app: TestApp) {
    reader_of(&app, "amm").await;
    given_operator(&app).await;
    let (author, approver) = (app.person(Role::Author).await, app.person(Role::Approver).await);
    let mut issues = Vec::new();
    for _ in 0..2 {
        let waiting = published(&app, &author, "exportApproveAta2300", json!({})).await;
        let package = unzipped(&download(&author, &waiting, "NV240-MMEL-4.1-s1000d-complete.zip").await);
        issues.push(generated(&package)["001"].0.clone());
        let address = format!("/publications/{}", id_of(&waiting));
        let version = approver.get(&address).await.ok()["publication"]["version"].clone();
        let withdrawal = json!({"version": version, "reason": "Wrong limit"});
        approver.post(&format!("{address}/withdraw"), withdrawal).await.ok();
    }
    assert!(issues[0].contains("_001-00_") && issues[1].contains("_002-00_"), "{issues:?}");
}

/// The same files without highlights.
fn without_highlights(files: PackageFiles) -> PackageFiles {
    let plain = |(name, bytes): (String, Vec<u8>)| {
        if name.rsplit('.').next() != Some("XML") {
            return (name, bytes);
        }
        let text = String::from_utf8(bytes).expect("UTF-8").replace("updateHighlight=\"1\"", "updateHighlight=\"0\"");
        (name, text.into_bytes())
    };
    files.into_iter().map(plain).collect()
}

/// An older version told all highlights, and did not say so. Without any, its book is that of today but for the report.
async fn a_book_of_an_older_version_is_approved_as_it_was_reviewed(app: TestApp) {
    given_manual(&app).await;
    delivered(&app, &without_highlights(demo("amm")), "yes").await;
    given_operator(&app).await;
    given_engine(&app, "/bin/cp \"$1/book.json\" \"$2\"\necho '{\"ok\":true}'");
    approved(&app, json!({"revision": "4.0"})).await;
    let next = delivered(&app, &without_highlights(revised("Take off panel 2", "002")), "yes").await;
    confirm(&app, &next).await;
    let (author, approver) = (app.person(Role::Author).await, app.person(Role::Approver).await);
    let waiting = published(&app, &author, "exportApproveAta2300", json!({"formats": ["pdf"]})).await;
    let name = "NV240-MMEL-4.1-pdf-findings.json";
    let mut report: Value = serde_json::from_slice(&download(&author, &waiting, name).await).expect("JSON");
    report.as_object_mut().expect("a report").remove("toldSince").expect("this version says so");
    let bytes = serde_json::to_vec(&report).expect("JSON");
    let size = i64::try_from(bytes.len()).expect("a size");
    let blob = app.blobs().put(bytes.into()).await.expect("kept");
    let subject = Subject::from(&PublicationId(id_of(&waiting).to_owned()));
    let mut tx = app.db.begin().await.expect("a transaction");
    let before = store::artifacts::find(&mut tx, &subject, name).await.expect("a store").expect("the report");
    let older = Artifact { blob, size, ..before };
    store::artifacts::insert(&mut tx, &subject, &older).await.expect("a store");
    tx.commit().await.expect("kept");
    let formal = approve(&app, &approver, &waiting).await;
    let report: Value = serde_json::from_slice(&download(&author, &formal, name).await).expect("JSON");
    assert_eq!(report["toldSince"], Value::Null, "it tells what the older version told");
}

async fn what_is_no_more_is_listed_and_not_highlighted(app: TestApp) {
    given_manual(&app).await;
    let mut files = demo("amm");
    let (_, bytes) = files.iter_mut().find(|(name, _)| name.contains("62-11-01-00A-720A")).expect("a module");
    let text = String::from_utf8(bytes.clone()).expect("UTF-8");
    *bytes = text.replacen("issueType=\"changed\"", "issueType=\"deleted\"", 1).into_bytes();
    delivered(&app, &files, "yes").await;
    given_operator(&app).await;
    let author = app.person(Role::Author).await;
    let draft = published(&app, &author, "exportQuickAta2300", json!({})).await;
    let front = generated(&unzipped(&download(&author, &draft, PLAIN).await));
    assert!(front["00S"].1.contains("<frontMatterDmEntry issueType=\"deleted\">"), "{}", front["00S"].1);
    let highlights = &front["00U"].1;
    assert!(highlights.contains("locking ring") && !highlights.contains("blade attachment"), "{highlights}");
}
