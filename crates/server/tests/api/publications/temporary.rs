//! Temporary revisions: valid for some days, then they end by themselves.

use chrono::{Days, NaiveDate};
use domain::permission::Role;
use serde_json::{Value, json};
use testkit::app::TestApp;
use testkit::packages::unzipped;

use super::books::given_engine;
use super::readers::{marks_of, set_receivers};
use super::{approve, ask, ask_for_approval, download, ended, given_operator, id_of, lane_ids, published};
use crate::revisions::{confirm, revised};
use crate::viewer::{BASE, delivered, reader_of};

testkit::on_each_app!(
    a_temporary_revision_ends_by_itself,
    its_days_stand_in_the_book_and_on_the_website,
    a_book_that_waits_is_approved_after_a_temporary_revision_ended,
    people_on_the_list_are_told_what_is_valid_again,
    temporary_revisions_that_follow_each_other_end_together,
    text_of_an_ended_revision_is_told_before_it_becomes_permanent,
    text_of_a_withdrawn_temporary_revision_is_told_as_well,
    days_are_told_at_their_fields_and_checked_at_the_approval,
);

const DAY: i64 = 24 * 60 * 60;

fn today(app: &TestApp) -> NaiveDate {
    app.ctx.clock.now().date_naive()
}

fn days(app: &TestApp, revision: &str, until: u64) -> Value {
    let (from, until) = (today(app), today(app) + Days::new(until));
    json!({"revision": revision, "validFrom": from.to_string(), "validUntil": until.to_string()})
}

/// Publishes a state that differs from the one before and approves it.
async fn approved(app: &TestApp, words: &str, issue: &str, more: Value) -> Value {
    let next = delivered(app, &revised(words, issue), "yes").await;
    confirm(app, &next).await;
    let (author, approver) = (app.person(Role::Author).await, app.person(Role::Approver).await);
    let made = published(app, &author, "exportApproveAta2300", more).await;
    approve(app, &approver, &made).await;
    made
}

async fn state(app: &TestApp, made: &Value) -> Value {
    let reader = app.person(Role::Reader).await;
    reader.get(&format!("/publications/{}", id_of(made))).await.ok()["publication"].clone()
}

async fn released(app: &TestApp) -> Value {
    let [_, released] = lane_ids(&app.person(Role::Author).await).await;
    released
}

async fn end_expired(app: &TestApp) -> usize {
    app::publications::expiry::end_expired(&app.ctx).await.expect("the database answers")
}

async fn a_temporary_revision_ends_by_itself(app: TestApp) {
    reader_of(&app, "amm").await;
    given_operator(&app).await;
    let permanent = approved(&app, "Take off panel 1", "002", json!({"revision": "1"})).await;
    let before = released(&app).await;
    let temporary = approved(&app, "Take off panel 2", "003", days(&app, "1-T1", 2)).await;
    let shown = state(&app, &temporary).await;
    assert_eq!(shown["validUntil"], (today(&app) + Days::new(2)).to_string());
    let author = app.person(Role::Author).await;
    let manifest: Value = serde_json::from_slice(&download(&author, &temporary, "manifest.json").await).expect("JSON");
    assert_eq!(manifest["validUntil"], shown["validUntil"]);
    assert_ne!(released(&app).await, before);
    app.wait(2 * DAY);
    assert_eq!(end_expired(&app).await, 0, "the last day belongs to it");
    app.wait(DAY);
    assert_eq!(end_expired(&app).await, 1);
    let over = state(&app, &temporary).await;
    assert_eq!((&over["state"], &over["withdrawn"]["by"]), (&json!("withdrawn"), &json!("")));
    assert_eq!(state(&app, &permanent).await["state"], "approved");
    assert_eq!(released(&app).await, before, "what was released before");
    assert_eq!(end_expired(&app).await, 0, "once");
    let told = app.person(Role::Author).await.get("/notifications").await.ok().to_string();
    assert!(told.contains("The temporary revision 1-T1 of /NV240/MMEL has ended"), "{told}");
}

async fn its_days_stand_in_the_book_and_on_the_website(app: TestApp) {
    reader_of(&app, "amm").await;
    given_operator(&app).await;
    given_engine(&app, "/bin/cp \"$1/book.json\" \"$2\"\necho '{\"ok\":true}'");
    let formats = |mut wanted: Value| {
        wanted["formats"] = json!(["html", "pdf"]);
        wanted
    };
    let permanent = approved(&app, "Take off panel 1", "002", formats(json!({"revision": "1"}))).await;
    let temporary = approved(&app, "Take off panel 2", "003", formats(days(&app, "1-T1", 2))).await;
    let author = app.person(Role::Author).await;
    let said = format!("Temporary revision, valid from {} until {}", today(&app), today(&app) + Days::new(2));
    let book = async |made: &Value, name: &str| -> Value {
        serde_json::from_slice(&download(&author, made, name).await).expect("a book")
    };
    let own = book(&temporary, "NV240-MMEL-1-T1.pdf").await;
    assert_eq!((&own["head"]["state"], &own["head"]["validity"]), (&json!("approved"), &json!(said)));
    assert_eq!(book(&permanent, "NV240-MMEL-1.pdf").await["head"]["validity"], Value::Null);
    let zip = download(&author, &temporary, "NV240-MMEL-1-T1-html-complete.zip").await;
    let files = unzipped(&zip);
    let file = |name: &str| {
        let (_, bytes) = files.iter().find(|(path, _)| path == name).expect(name);
        std::str::from_utf8(bytes).expect("UTF-8")
    };
    assert!(file("data/site.css").contains(&said), "on every page: {}", file("data/site.css"));
    assert!(file("index.html").contains(&(today(&app) + Days::new(2)).to_string()), "{}", file("index.html"));
}

async fn a_book_that_waits_is_approved_after_a_temporary_revision_ended(app: TestApp) {
    reader_of(&app, "amm").await;
    given_operator(&app).await;
    given_engine(&app, "/bin/cp \"$1/book.json\" \"$2\"\necho '{\"ok\":true}'");
    approved(&app, "Take off panel 1", "002", json!({"revision": "1"})).await;
    approved(&app, "Take off panel 2", "003", days(&app, "1-T1", 1)).await;
    let next = delivered(&app, &revised("Take off panel 3", "004"), "yes").await;
    confirm(&app, &next).await;
    let author = app.person(Role::Author).await;
    let changes = ask(&author, "exportApproveAta2300", json!({"revision": "2", "reviseTypes": ["incremental"]})).await;
    assert_eq!(changes.fields(), ["parameterMap.reviseTypes: not_together"], "receivers of 1-T1 go back to 1");
    let wanted = json!({"revision": "2", "formats": ["pdf"]});
    let waiting = published(&app, &author, "exportApproveAta2300", wanted).await;
    app.wait(2 * DAY);
    assert_eq!(end_expired(&app).await, 1);
    let approver = app.person(Role::Approver).await;
    approve(&app, &approver, &waiting).await;
    let book: Value = serde_json::from_slice(&download(&approver, &waiting, "NV240-MMEL-2.pdf").await).expect("a book");
    let listed = book["front"]["changes"].as_array().expect("a list").iter().map(|change| change["revision"].clone());
    assert_eq!(listed.collect::<Vec<_>>(), ["1", "1-T1", "2"], "the record that was reviewed");
}

async fn people_on_the_list_are_told_what_is_valid_again(app: TestApp) {
    reader_of(&app, "amm").await;
    given_operator(&app).await;
    app.person(Role::Author).await;
    let approver = app.person(Role::Approver).await;
    set_receivers(&approver, &["author", "reader"]).await;
    let permanent = approved(&app, "Take off panel 1", "002", json!({"revision": "1"})).await;
    approved(&app, "Take off panel 2", "003", days(&app, "1-T1", 2)).await;
    // One leaves the list and one joins it while the temporary revision is valid.
    set_receivers(&approver, &["reader", "admin"]).await;
    let muted = json!({"accounts": false, "jobs": false, "revisions": false, "comments": false});
    let muted = json!({"account": "reader", "preferences": {"notifyByKind": muted}});
    app.person(Role::Reader).await.post("/user-manage/updateUserSelf", muted).await.ok();
    app.wait(3 * DAY);
    assert_eq!(end_expired(&app).await, 1);
    let reader = app.person(Role::Reader).await;
    let told = reader.get("/notifications").await.ok().to_string();
    assert!(told.contains("The temporary revision 1-T1 of /NV240/MMEL has ended. Revision 1 is valid again"), "{told}");
    let told = app.admin().await.get("/notifications").await.ok().to_string();
    assert!(told.contains("/NV240/MMEL, revision 1, is released. Read and acknowledge it"), "{told}");
    let report = app.person(Role::Author).await.get(&format!("/publications/{}/readers", id_of(&permanent))).await.ok();
    let marks = |account: &str| marks_of(&report, account).expect("a reader");
    assert_eq!(marks("admin")["isOpen"], json!(true), "they joined meanwhile");
    assert_eq!(marks("author")["hasLeft"], json!(true), "they left meanwhile");
    assert_eq!(marks("reader")["isOpen"], json!(true));
}

async fn temporary_revisions_that_follow_each_other_end_together(app: TestApp) {
    reader_of(&app, "amm").await;
    given_operator(&app).await;
    let permanent = approved(&app, "Take off panel 1", "002", json!({"revision": "1"})).await;
    let first = approved(&app, "Take off panel 2", "003", days(&app, "1-T1", 1)).await;
    let second = approved(&app, "Take off panel 3", "004", days(&app, "1-T2", 4)).await;
    app.wait(3 * DAY);
    assert_eq!(end_expired(&app).await, 0, "the first is superseded, the second valid");
    app.wait(2 * DAY);
    assert_eq!(end_expired(&app).await, 1);
    assert_eq!(state(&app, &second).await["state"], "withdrawn");
    assert_eq!(state(&app, &first).await["state"], "withdrawn", "it does not come back");
    assert_eq!(state(&app, &permanent).await["state"], "approved");
}

async fn text_of_an_ended_revision_is_told_before_it_becomes_permanent(app: TestApp) {
    reader_of(&app, "amm").await;
    given_operator(&app).await;
    approved(&app, "Take off panel 1", "002", json!({"revision": "1"})).await;
    let mut refused = days(&app, "1-T1", 1);
    refused["reviseTypes"] = json!(["incremental"]);
    let author = app.person(Role::Author).await;
    let refused = ask(&author, "exportApproveAta2300", refused).await;
    assert_eq!(refused.fields(), ["parameterMap.reviseTypes: not_together"], "temporary revisions are whole");
    approved(&app, "Take off panel 2", "003", days(&app, "1-T1", 1)).await;
    let blockers = async || {
        let author = app.person(Role::Author).await;
        author.get(&format!("/publications/blockers?manualPath={BASE}")).await.ok()
    };
    assert_eq!(blockers().await["leftoverCount"], json!(0), "it is valid");
    app.wait(2 * DAY);
    assert_eq!(end_expired(&app).await, 1);
    let told = blockers().await;
    assert_eq!((&told["leftoverCount"], &told["blocking"]), (&json!(1), &json!(0)), "{told}");
    assert_eq!(told["leftovers"][0]["revision"], "1-T1");
    assert!(told["leftovers"][0]["path"].as_str().is_some_and(|path| path.contains("28-21-01-00A-520A")), "{told}");
    let author = app.person(Role::Author).await;
    let changes = ask(&author, "exportApproveAta2300", json!({"revision": "2", "reviseTypes": ["incremental"]})).await;
    assert_eq!(changes.fields(), ["parameterMap.reviseTypes: not_together"], "receivers may have 1-T1");
    approved(&app, "Take off panel 3", "004", json!({"revision": "2"})).await;
    assert_eq!(blockers().await["leftoverCount"], json!(0));
}

async fn text_of_a_withdrawn_temporary_revision_is_told_as_well(app: TestApp) {
    reader_of(&app, "amm").await;
    given_operator(&app).await;
    approved(&app, "Take off panel 1", "002", json!({"revision": "1"})).await;
    let temporary = approved(&app, "Take off panel 2", "003", days(&app, "1-T1", 2)).await;
    let withdrawal = json!({"version": state(&app, &temporary).await["version"], "reason": "Wrong limit"});
    let approver = app.person(Role::Approver).await;
    approver.post(&format!("/publications/{}/withdraw", id_of(&temporary)), withdrawal).await.ok();
    let author = app.person(Role::Author).await;
    let told = author.get(&format!("/publications/blockers?manualPath={BASE}")).await.ok();
    assert_eq!((&told["leftoverCount"], &told["leftovers"][0]["revision"]), (&json!(1), &json!("1-T1")), "{told}");
}

async fn days_are_told_at_their_fields_and_checked_at_the_approval(app: TestApp) {
    reader_of(&app, "amm").await;
    given_operator(&app).await;
    let (author, approver) = (app.person(Role::Author).await, app.person(Role::Approver).await);
    let one = ask(&author, "exportQuickAta2300", json!({"validFrom": "2026-11-17"})).await;
    assert_eq!(one.fields(), ["parameterMap.validUntil: required"]);
    let back = json!({"validFrom": "2026-11-17", "validUntil": "2026-11-16"});
    let back = ask(&author, "exportQuickAta2300", back).await;
    assert_eq!(back.fields(), ["parameterMap.validUntil: not_together"]);
    let past = json!({"validFrom": "2001-01-01", "validUntil": "2001-01-02"});
    let asked = ask(&author, "exportQuickAta2300", past).await;
    let job = ended(&app, &author, asked).await;
    assert!(job["errorList"].to_string().contains("job.failed.publicationOver"), "{}", job["errorList"]);
    let (from, until) = (today(&app) + Days::new(2), today(&app) + Days::new(3));
    let later = json!({"validFrom": from.to_string(), "validUntil": until.to_string()});
    let waiting = published(&app, &author, "exportApproveAta2300", later).await;
    let asked = ask_for_approval(&approver, &waiting).await;
    let job = ended(&app, &approver, asked).await;
    assert!(job["errorList"].to_string().contains("job.failed.publicationNotYet"), "{}", job["errorList"]);
}
