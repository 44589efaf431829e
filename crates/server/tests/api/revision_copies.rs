//! OEM revisions of modules with customised copies.

use domain::permission::Role;
use serde_json::{Value, json};
use testkit::app::TestApp;
use testkit::client::Client;

use crate::editing::{check_in, edit};
use crate::revision_todos::{open, resolve};
use crate::revisions::{BEFORE, MODULE, OURS, ask, confirm, decide, path, revised, todos};
use crate::viewer::{BASE, delivered, lines, reader_of};

testkit::on_each_app!(
    changes_of_the_source_are_merged_into_a_copy,
    a_conflict_in_a_copy_becomes_a_to_do,
    a_copy_of_a_deleted_module_is_left_to_a_person,
    a_copy_is_compared_with_the_issue_that_it_names,
    a_change_under_the_same_issue_reaches_a_copy,
    a_later_revision_of_a_copy_is_not_undone_by_an_earlier_one,
);

const NEW: &str = "Take off panel 214AL";

fn copy() -> String {
    format!("{BASE}/{}", MODULE.replace("DMC-", "DME-F0210-QZ1-"))
}

async fn text(client: &Client) -> String {
    client.get(&format!("/bytes/default{}", copy())).await.text()
}

/// A customised copy of the module, with other words.
async fn copied(app: &TestApp, old: &str, new: &str) -> Client {
    let author = app.person(Role::Author).await;
    let body = json!({"manualPath": BASE, "techName": "Booster pump", "copyOf": path()});
    author.post(&format!("/dm/default{}", copy().trim_start_matches(BASE)), body).await.ok();
    let (_, sha256) = edit(&author, &copy(), |text| text.replace(old, new)).await;
    check_in(&author, &copy(), json!({"step": "inWork"}), &sha256).await.ok();
    author
}

async fn changes_of_the_source_are_merged_into_a_copy(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    copied(&app, "Lower the pump by 30 mm", OURS).await;
    let revision = delivered(&app, &revised(NEW, "002"), "yes").await;
    let told = reader.get(&format!("/revisions/{revision}/forecast")).await.ok();
    let counts = ["changedContent", "customised", "copies", "mergesCleanly", "withConflicts"];
    assert_eq!(counts.map(|name| told[name].clone()), [1, 1, 1, 1, 0].map(|count| json!(count)), "{told}");
    let modules = reader.get(&format!("/revisions/{revision}/forecast/modules?category=copies")).await.ok();
    let listed = lines(&modules["items"], &["path", "copyOf", "change", "isClean"]);
    assert_eq!(listed, [format!("{} {} none true", copy(), path())]);
    let done = confirm(&app, &revision).await;
    assert_eq!((&done["forwarded"], &done["merged"], &done["todos"]), (&json!("1"), &json!("1"), &json!("0")));
    let merged = text(&reader).await;
    assert!(merged.contains(NEW) && merged.contains(OURS), "{merged}");
    assert!(merged.contains("extensionCode=\"QZ1\""), "it is the copy still: {merged}");
    assert!(merged.contains("<issueInfo issueNumber=\"002\" inWork=\"00\"/></sourceDmIdent>"), "{merged}");
    let file = reader.get(&format!("/files/default{}", copy())).await.ok();
    assert_eq!((&file["origin"], &file["issueNumber"]), (&json!("merge"), &json!("000")), "its issues are its own");
    assert_eq!(file["properties"]["source"], json!([MODULE.trim_end_matches(".XML")]));
    decide(&app, "restoreAirline", &revision, json!({})).await;
    let back = text(&reader).await;
    assert!(back.contains(BEFORE) && back.contains(OURS), "{back}");
}

async fn a_conflict_in_a_copy_becomes_a_to_do(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let author = copied(&app, BEFORE, "Open panel 214AL").await;
    let revision = delivered(&app, &revised(NEW, "002"), "yes").await;
    let done = confirm(&app, &revision).await;
    assert_eq!((&done["merged"], &done["conflicts"]), (&json!("1"), &json!("1")), "{done}");
    let todo = todos(&reader, &revision, "?state=open").await["items"][0].clone();
    assert_eq!((&todo["path"], &todo["reason"]), (&json!(copy()), &json!("conflict")));
    let address = format!("/revisions/{revision}/todos/{}", todo["id"].as_str().expect("an id"));
    let opened = open(&author, &address).await;
    assert_eq!((&opened["copyOf"], &opened["maySave"]), (&json!(path()), &json!(true)), "{opened}");
    let sides = [("base", BEFORE), ("theirs", NEW), ("ours", "Open panel 214AL")];
    for (side, words) in sides {
        assert!(opened[side]["text"].as_str().expect("a text").contains(words), "{side}");
    }
    let page = author.post(&format!("{address}/page"), json!({})).await.ok();
    assert!(page["pages"][0]["html"].as_str().is_some_and(|html| html.contains(">Open</ins> panel 214AL")), "{page}");
    // Their version is another module.
    let theirs = resolve(&author, &address, &opened, json!({"resolution": "theirs"})).await;
    assert_eq!(theirs.fields(), ["resolution: unknown_value"]);
    let words = opened["result"]["text"].as_str().expect("a text").replace("Open panel 214AL", "Open and remove 214AL");
    resolve(&author, &address, &opened, json!({"resolution": "text", "text": words})).await.ok();
    let kept = text(&reader).await;
    assert!(kept.contains("Open and remove 214AL") && kept.contains("extensionCode=\"QZ1\""), "{kept}");
    assert!(kept.contains("<issueInfo issueNumber=\"002\" inWork=\"00\"/></sourceDmIdent>"), "{kept}");
}

async fn a_copy_of_a_deleted_module_is_left_to_a_person(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    copied(&app, "Lower the pump by 30 mm", OURS).await;
    let mut files = revised(NEW, "002");
    files.retain(|(name, _)| !name.contains("28-21-01-00A-520A"));
    let revision = delivered(&app, &files, "yes").await;
    let done = confirm(&app, &revision).await;
    assert_eq!((&done["removed"], &done["kept"]), (&json!("1"), &json!("1")), "{done}");
    let listed = todos(&reader, &revision, "").await;
    assert_eq!(lines(&listed["items"], &["path", "reason", "state"]), [format!("{} deletedByOem open", copy())]);
    assert!(text(&reader).await.contains(OURS));
}

async fn a_copy_is_compared_with_the_issue_that_it_names(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let author = copied(&app, "Lower the pump by 30 mm", OURS).await;
    let second = delivered(&app, &revised(NEW, "002"), "yes").await;
    // The copy is checked out, so that it does not get the changes of the second revision.
    author.ask(axum::http::Method::POST, &format!("/files/checkout/default{}", copy()), None).await.ok();
    confirm(&app, &second).await;
    author.ask(axum::http::Method::POST, &format!("/files/cancelCheckout/default{}", copy()), None).await.ok();
    decide(&app, "markAllOemChangeFileDone", &second, json!({})).await;
    assert!(!text(&reader).await.contains(NEW));
    let mut files = revised(NEW, "003");
    let (_, bytes) = files.iter_mut().find(|(name, _)| name.contains("28-21-01-00A-520A")).expect("a module");
    let more = String::from_utf8(bytes.clone()).expect("text").replace("</content>", "<!-- third --></content>");
    *bytes = more.into_bytes();
    let third = delivered(&app, &files, "yes").await;
    confirm(&app, &third).await;
    let merged = text(&reader).await;
    assert!(merged.contains(NEW) && merged.contains(OURS), "it gets both revisions: {merged}");
    let left: Value = todos(&reader, &third, "?state=open").await["total"].clone();
    assert_eq!(left, json!(0));
}

async fn a_change_under_the_same_issue_reaches_a_copy(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    copied(&app, "Lower the pump by 30 mm", OURS).await;
    let revision = delivered(&app, &revised(NEW, "001"), "yes").await;
    confirm(&app, &revision).await;
    let merged = text(&reader).await;
    assert!(merged.contains(NEW) && merged.contains(OURS), "{merged}");
}

async fn a_later_revision_of_a_copy_is_not_undone_by_an_earlier_one(app: TestApp) {
    const LATER: &str = "Take away panel 214AL";
    let reader = reader_of(&app, "amm").await;
    copied(&app, "Lower the pump by 30 mm", OURS).await;
    let second = delivered(&app, &revised(NEW, "002"), "yes").await;
    confirm(&app, &second).await;
    let third = delivered(&app, &revised(LATER, "003"), "yes").await;
    confirm(&app, &third).await;
    let approver = app.person(Role::Approver).await;
    let shown = reader.get(&format!("/files/default{}", copy())).await.ok()["versionId"].clone();
    let of_copy = json!({"path": copy(), "workingVersion": shown});
    let refused = ask(&approver, "restoreAirline", &second, of_copy).await;
    assert_eq!(refused.problem(), "409 revision.not_newest");
    let kept = text(&reader).await;
    assert!(kept.contains(LATER) && kept.contains(OURS), "{kept}");
    decide(&app, "restoreAirline", &third, json!({"path": copy()})).await;
    let back = text(&reader).await;
    assert!(back.contains(NEW) && back.contains(OURS), "the text before the third: {back}");
}
