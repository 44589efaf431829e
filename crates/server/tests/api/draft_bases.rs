//! The version that a draft was made from: no text that was made from another one replaces it.

use axum::http::Method;
use domain::permission::Role;
use serde_json::{Value, json};
use testkit::app::TestApp;
use testkit::client::{Client, TestResponse};
use testkit::packages::demo;

use crate::editing::{check_in, edit, save_on};
use crate::revisions::{path, text};
use crate::viewer::{delivered, reader_of};

testkit::on_each_app!(
    a_text_of_the_version_before_does_not_replace_a_merged_one,
    a_text_of_another_version_becomes_a_draft_of_that_version,
    a_draft_of_a_deleted_manual_does_not_open_a_file_of_its_successor,
    the_open_draft_of_someone_else_is_not_shown,
    an_open_draft_without_a_check_out_does_not_block_a_restore,
    a_released_draft_waits_for_its_owner_after_other_check_outs,
);

const LARGE: (&str, &str) = ("Lower the pump by 30 mm", "Lower the pump by 35 mm");
const URGENT: (&str, &str) = ("Remove panel 214AL", "Carefully remove panel 214AL");

fn word<'a>(value: &'a Value, name: &str) -> &'a str {
    value[name].as_str().unwrap_or_else(|| panic!("no {name}: {value}"))
}

async fn open(client: &Client) -> Value {
    client.ask(Method::POST, &format!("/drafts/default{}?tab=a", path()), None).await.ok()
}

async fn send(client: &Client, call: &str, replaces: &str, body: Value) -> TestResponse {
    save_on(client, call, (&path(), "a"), replaces, body).await
}

async fn drafts(client: &Client) -> Vec<Value> {
    client.get("/files/wip").await.ok()["drafts"].as_array().expect("a list").clone()
}

async fn set_aside(client: &Client) {
    client.ask(Method::POST, &format!("/files/setAside/default{}", path()), None).await.ok();
}

async fn go_on(client: &Client, id: &str) -> TestResponse {
    client.ask(Method::POST, &format!("/drafts/{id}/continue"), None).await
}

/// An author whose draft was overtaken and merged; gives the draft before and after the merge.
async fn merged(app: &TestApp) -> (Client, Value, Value) {
    reader_of(app, "amm").await;
    app.add("second", Role::Author).await;
    let (author, second) = (app.person(Role::Author).await, app.signed_in("second").await);
    edit(&author, &path(), |text| text.replace(LARGE.0, LARGE.1)).await;
    set_aside(&author).await;
    let (_, sha256) = edit(&second, &path(), |text| text.replace(URGENT.0, URGENT.1)).await;
    check_in(&second, &path(), json!({"step": "inWork"}), &sha256).await.ok();
    go_on(&author, word(&drafts(&author).await[0], "id")).await.ok();
    let before = open(&author).await;
    let read = author.get(&format!("/drafts/rebase/default{}", path())).await.ok();
    let body = json!({"text": read["result"]["text"], "sha256": read["sha256"], "version": read["file"]["versionId"]});
    author.put(&format!("/drafts/rebase/default{}?tab=a", path()), body).await.ok();
    let after = open(&author).await;
    (author, before, after)
}

async fn a_text_of_the_version_before_does_not_replace_a_merged_one(app: TestApp) {
    let (author, before, after) = merged(&app).await;
    let typed = word(&before, "text").replace("35 mm", "36 mm");
    // It was typed before the merge, in this tab or another one: it does not have the urgent change.
    let saving = "PUT /drafts/default";
    let body = json!({"text": typed, "version": before["version"]});
    let refused = send(&author, saving, word(&after, "sha256"), body).await;
    assert_eq!(refused.problem(), "409 draft.rebased");
    // Nor does it pass when it is the text that the draft has.
    let same = json!({"text": after["text"], "version": before["version"]});
    assert_eq!(send(&author, saving, word(&after, "sha256"), same).await.problem(), "409 draft.rebased");
    let unnamed = send(&author, saving, word(&after, "sha256"), json!({"text": typed})).await;
    assert_eq!(unnamed.status.as_u16(), 400);
    assert_eq!(open(&author).await["sha256"], after["sha256"], "nothing was stored");
    let body = json!({"text": word(&after, "text").replace("35 mm", "36 mm"), "version": after["version"]});
    let saved = send(&author, saving, word(&after, "sha256"), body).await.ok();
    check_in(&author, &path(), json!({"step": "inWork"}), word(&saved, "sha256")).await.ok();
    let now = text(&author).await;
    assert!(now.contains("36 mm") && now.contains(URGENT.1), "{now}");
}

async fn a_text_of_another_version_becomes_a_draft_of_that_version(app: TestApp) {
    let (author, before, after) = merged(&app).await;
    let typed = word(&before, "text").replace("35 mm", "36 mm");
    let (replace, body) = ("POST /drafts/replace/default", json!({"text": typed, "version": before["version"]}));
    assert_eq!(send(&author, replace, "x", body.clone()).await.problem(), "409 draft.newer");
    let odd = send(&author, replace, word(&after, "sha256"), json!({"text": typed, "version": "999999"})).await;
    assert_eq!((odd.problem().as_str(), odd.fields().len()), ("400 request.invalid", 1));
    let hostile = json!({"text": "a\0b", "version": before["version"]});
    assert_eq!(send(&author, replace, word(&after, "sha256"), hostile).await.problem(), "422 draft.refused");
    let second = app.signed_in("second").await;
    let foreign = send(&second, replace, word(&after, "sha256"), body.clone()).await;
    assert_eq!(foreign.problem(), "409 file.already_checked_out");

    let replaced = send(&author, replace, word(&after, "sha256"), body.clone()).await.ok();
    assert_eq!((&replaced["version"], &replaced["isOutdated"]), (&before["version"], &json!(true)));
    assert_eq!((&replaced["text"], &replaced["isMine"]), (&json!(typed), &json!(true)));
    // The answer may have been lost.
    let again = send(&author, replace, word(&after, "sha256"), body).await.ok();
    assert_eq!(again["id"], replaced["id"]);
    let early = check_in(&author, &path(), json!({"step": "inWork"}), word(&replaced, "sha256")).await;
    assert_eq!(early.problem(), "409 draft.outdated");
    let all = drafts(&author).await;
    let kept = all.iter().find(|draft| draft["id"] == after["id"]).expect("the draft before");
    assert_eq!(
        (&kept["state"], &kept["endedOn"], &kept["sha256"]),
        (&json!("setAside"), &Value::Null, &after["sha256"])
    );
    let read = author.get(&format!("/drafts/rebase/default{}", path())).await.ok();
    let result = word(&read["result"], "text");
    assert!(result.contains("36 mm") && result.contains(URGENT.1), "{result}");
}

async fn a_draft_of_a_deleted_manual_does_not_open_a_file_of_its_successor(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    edit(&author, &path(), |text| text.replace(LARGE.0, LARGE.1)).await;
    set_aside(&author).await;
    let id = word(&drafts(&author).await[0], "id").to_owned();
    let admin = app.admin().await;
    admin.delete("/csdb/manual?csdbName=NV240&manualName=MMEL").await.ok();
    admin.post("/csdb/manual", json!({"csdbName": ["NV240"], "manualName": ["MMEL"]})).await.ok();
    delivered(&app, &demo("amm"), "yes").await;
    assert_eq!(go_on(&author, &id).await.problem(), "404 draft.not_found");
    let file = author.get(&format!("/files/default{}", path())).await.ok();
    assert_eq!(file["checkedOutBy"], Value::Null, "nothing was checked out");
    let kept = author.get(&format!("/drafts/{id}")).await.ok();
    assert_eq!((&kept["state"], &kept["isOutdated"]), (&json!("setAside"), &json!(true)));
    assert!(word(&kept, "text").contains(LARGE.1));
}

/// Ends the check-out of the author without the end of the draft.
async fn lose_check_out(app: &TestApp) {
    let mut tx = app.db.begin().await.expect("a transaction");
    let account = domain::user::Account::parse("author").expect("an account");
    let user = store::users::find_by_account(&mut tx, &account).await.expect("a user").expect("the author");
    let all = store::drafts::list(&mut tx, &user.id, 10).await.expect("drafts");
    assert!(store::checkouts::release(&mut tx, all[0].draft.object_id, &user.id).await.expect("released"));
    tx.commit().await.expect("stored");
}

async fn an_open_draft_without_a_check_out_does_not_block_a_restore(app: TestApp) {
    reader_of(&app, "amm").await;
    app.add("second", Role::Author).await;
    let (author, second) = (app.person(Role::Author).await, app.signed_in("second").await);
    let first = author.get(&format!("/files/default{}", path())).await.ok()["versionId"].clone();
    let (_, sha256) = edit(&author, &path(), |text| text.replace(LARGE.0, LARGE.1)).await;
    check_in(&author, &path(), json!({"step": "inWork"}), &sha256).await.ok();
    edit(&author, &path(), |text| text.replace(URGENT.0, URGENT.1)).await;
    let restore = format!("/files/restore/default{}?version={}", path(), first.as_str().expect("an id"));
    let back = json!({"comment": "Back"});
    assert_eq!(author.post(&restore, back.clone()).await.problem(), "409 draft.open");
    lose_check_out(&app).await;
    second.post(&restore, back).await.ok();
    assert!(text(&second).await.contains(LARGE.0));
    let kept = author.get(&format!("/drafts/{}", word(&drafts(&author).await[0], "id"))).await.ok();
    assert!(word(&kept, "text").contains(URGENT.1), "the text stays for its owner");
}

async fn the_open_draft_of_someone_else_is_not_shown(app: TestApp) {
    reader_of(&app, "amm").await;
    app.add("second", Role::Author).await;
    let (author, second) = (app.person(Role::Author).await, app.signed_in("second").await);
    edit(&author, &path(), |text| text.replace(LARGE.0, LARGE.1)).await;
    lose_check_out(&app).await;
    second.ask(Method::POST, &format!("/files/checkout/default{}", path()), None).await.ok();
    assert!(!word(&open(&second).await, "text").contains(LARGE.1), "it begins with the version");
    assert_eq!(drafts(&author).await[0]["state"], "setAside");
}

async fn a_released_draft_waits_for_its_owner_after_other_check_outs(app: TestApp) {
    reader_of(&app, "amm").await;
    app.add("second", Role::Author).await;
    let (author, second) = (app.person(Role::Author).await, app.signed_in("second").await);
    let approver = app.person(Role::Approver).await;
    let (_, typed) = edit(&author, &path(), |text| text.replace(LARGE.0, LARGE.1)).await;
    let release = format!("/files/cancelCheckout/default{}", path());
    approver.ask(Method::POST, &release, None).await.ok();
    // Someone else checks a version in meanwhile: its owner is told, and the draft stays.
    let (_, urgent) = edit(&second, &path(), |text| text.replace(URGENT.0, URGENT.1)).await;
    check_in(&second, &path(), json!({"step": "inWork"}), &urgent).await.ok();
    let messages = author.get("/notifications").await.ok()["items"].to_string();
    assert!(messages.contains("cancelled your check-out") && messages.contains("newer version"), "{messages}");
    let released = drafts(&author).await[0].clone();
    assert_eq!((&released["state"], &released["sha256"]), (&json!("setAside"), &json!(typed)));
    assert_eq!(go_on(&second, word(&released, "id")).await.problem(), "404 draft.not_found");
    // Its owner checks the file out again, and looks at it without a change.
    author.ask(Method::POST, &format!("/files/checkout/default{}", path()), None).await.ok();
    let fresh = open(&author).await;
    assert_ne!(fresh["id"], released["id"]);
    assert_eq!(drafts(&author).await.len(), 2, "the released draft stays beside it");
    go_on(&author, word(&released, "id")).await.ok();
    let opened = open(&author).await;
    assert_eq!((&opened["id"], &opened["isOutdated"]), (&released["id"], &json!(true)));
    assert_eq!(drafts(&author).await.len(), 1, "an open draft without a change is not kept");
}
