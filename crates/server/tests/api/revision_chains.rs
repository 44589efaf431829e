//! Several confirmed revisions of one manual, with work of the earlier ones left open; and a step that comes back.

use axum::http::Method;
use domain::permission::Role;
use serde_json::{Value, json};
use testkit::app::TestApp;
use testkit::client::Client;
use testkit::packages::PackageFiles;

use crate::editing::{check_in, edit};
use crate::revisions::{BEFORE, OURS, confirm, customise, decide, path, revised, text, todos};
use crate::viewer::{delivered, reader_of};

testkit::on_each_app!(
    a_module_left_alone_gets_the_changes_of_both_revisions,
    an_edit_in_a_module_left_alone_meets_the_changes_of_both_revisions,
    an_open_conflict_is_taken_over_by_the_next_revision,
    the_text_of_an_earlier_revision_does_not_replace_a_later_one,
    a_to_do_of_a_confirmation_that_was_undone_is_history,
    a_decision_about_a_rejected_revision_changes_nothing,
    a_step_that_we_deleted_comes_back_where_it_was,
);

const SECOND: &str = "Take off panel 214AL";
const LOWER: &str = "Lower the pump by 30 mm";
const THIRD: &str = "Lower the pump by 35 mm";

/// The revision after `revised(SECOND, "002")`, with one more change.
fn third() -> PackageFiles {
    let mut files = revised(SECOND, "003");
    let (_, bytes) = files.iter_mut().find(|(name, _)| name.contains("28-21-01-00A-520A")).expect("a module");
    *bytes = String::from_utf8(bytes.clone()).expect("text").replace(LOWER, THIRD).into_bytes();
    files
}

async fn hold(author: &Client, action: &str) {
    author.ask(Method::POST, &format!("/files/{action}/default{}", path()), None).await.ok();
}

/// The only to-do of a revision, and its address.
async fn only(client: &Client, revision: &str) -> (Value, String) {
    let listed = todos(client, revision, "").await;
    assert_eq!(listed["total"], json!(1), "{listed}");
    let todo = listed["items"][0].clone();
    let address = format!("/revisions/{revision}/todos/{}", todo["id"].as_str().expect("an id"));
    (todo, address)
}

fn state_of(todo: &Value) -> (&Value, &Value) {
    (&todo["state"], &todo["resolution"])
}

async fn a_module_left_alone_gets_the_changes_of_both_revisions(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    hold(&author, "checkout").await;
    let second = delivered(&app, &revised(SECOND, "002"), "yes").await;
    assert_eq!(confirm(&app, &second).await["kept"], "1");
    hold(&author, "cancelCheckout").await;
    let latest = delivered(&app, &third(), "yes").await;
    let told = reader.get(&format!("/revisions/{latest}/forecast")).await.ok();
    assert_eq!(told["customised"], json!(0), "nobody edited it: {told}");
    let done = confirm(&app, &latest).await;
    assert_eq!((&done["forwarded"], &done["merged"]), (&json!("1"), &json!("0")), "{done}");
    let kept = text(&reader).await;
    assert!(kept.contains(SECOND) && kept.contains(THIRD), "{kept}");
    let (todo, _) = only(&reader, &second).await;
    assert_eq!(state_of(&todo), (&json!("done"), &json!("superseded")));
    assert_eq!(todos(&reader, &latest, "").await["total"], json!(0));
}

async fn an_edit_in_a_module_left_alone_meets_the_changes_of_both_revisions(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let (_, sha256) = edit(&author, &path(), |text| text.replace(LOWER, OURS)).await;
    let second = delivered(&app, &revised(SECOND, "002"), "yes").await;
    confirm(&app, &second).await;
    check_in(&author, &path(), json!({"step": "inWork"}), &sha256).await.ok();
    let latest = delivered(&app, &third(), "yes").await;
    let done = confirm(&app, &latest).await;
    assert_eq!((&done["merged"], &done["conflicts"]), (&json!("1"), &json!("1")), "{done}");
    let kept = text(&reader).await;
    assert!(kept.contains(SECOND) && kept.contains(OURS), "the change of the second one is not lost: {kept}");
}

/// Two confirmed revisions: the second one in conflict with an edit of ours, the third one with another change.
async fn two_confirmed(app: &TestApp) -> (Client, String, String) {
    reader_of(app, "amm").await;
    let author = customise(app, BEFORE, "Open panel 214AL").await;
    let second = delivered(app, &revised(SECOND, "002"), "yes").await;
    confirm(app, &second).await;
    let latest = delivered(app, &third(), "yes").await;
    let done = confirm(app, &latest).await;
    assert_eq!((&done["merged"], &done["conflicts"]), (&json!("1"), &json!("1")), "{done}");
    (author, second, latest)
}

async fn an_open_conflict_is_taken_over_by_the_next_revision(app: TestApp) {
    let (author, second, latest) = two_confirmed(&app).await;
    let kept = text(&author).await;
    assert!(kept.contains("Open panel 214AL") && kept.contains(THIRD), "{kept}");
    let (earlier, _) = only(&author, &second).await;
    assert_eq!(state_of(&earlier), (&json!("done"), &json!("superseded")));
    let (todo, address) = only(&author, &latest).await;
    assert_eq!((&todo["state"], &todo["conflicts"]), (&json!("open"), &json!(1)));
    let opened = author.get(&address).await.ok();
    let conflict = &opened["result"]["conflicts"][0];
    assert!(conflict["theirs"].as_str().is_some_and(|text| text.contains(SECOND)), "{conflict}");
    // Without the third one, the work of the second is open again.
    decide(&app, "restoreAirline", &latest, json!({})).await;
    let (earlier, _) = only(&author, &second).await;
    assert_eq!(state_of(&earlier), (&json!("open"), &Value::Null));
}

async fn the_text_of_an_earlier_revision_does_not_replace_a_later_one(app: TestApp) {
    let (author, second, _) = two_confirmed(&app).await;
    let (earlier, address) = only(&author, &second).await;
    author.put(&format!("{address}/done"), json!({"done": false, "version": earlier["version"]})).await.ok();
    let opened = author.get(&address).await.ok();
    assert_eq!(opened["maySave"], json!(false));
    for resolution in ["theirs", "text", "removed"] {
        let mut body = json!({"resolution": resolution, "done": true, "version": opened["todo"]["version"]});
        body["workingVersion"] = opened["workingVersion"].clone();
        body["text"] = opened["theirs"]["text"].clone();
        let refused = author.put(&format!("{address}/resolution"), body).await;
        assert_eq!(refused.problem(), "409 revision.not_newest", "{resolution}");
    }
    assert!(text(&author).await.contains(THIRD));
}

/// A revision whose confirmation was undone, with its only to-do.
async fn undone(app: &TestApp) -> (Client, String, String, Value) {
    reader_of(app, "amm").await;
    let author = customise(app, BEFORE, "Open panel 214AL").await;
    let revision = delivered(app, &revised(SECOND, "002"), "yes").await;
    confirm(app, &revision).await;
    decide(app, "restoreAirline", &revision, json!({})).await;
    let (_, address) = only(&author, &revision).await;
    let opened = author.get(&address).await.ok();
    (author, revision, address, opened)
}

/// Nothing about the to-do can be changed.
async fn assert_closed(author: &Client, address: &str, opened: &Value) {
    let before = text(author).await;
    assert_eq!(opened["maySave"], json!(false));
    let version = &opened["todo"]["version"];
    let body = json!({
        "resolution": "theirs", "done": true, "version": version, "workingVersion": opened["workingVersion"],
    });
    for refused in [
        author.put(&format!("{address}/done"), json!({"done": false, "version": version})).await,
        author.put(&format!("{address}/resolution"), body).await,
        author.put(address, json!({"note": "Late", "version": version})).await,
    ] {
        assert_eq!(refused.problem(), "409 revision.not_confirmed");
    }
    assert_eq!(text(author).await, before);
}

async fn a_to_do_of_a_confirmation_that_was_undone_is_history(app: TestApp) {
    let (author, _, address, opened) = undone(&app).await;
    assert_closed(&author, &address, &opened).await;
}

async fn a_decision_about_a_rejected_revision_changes_nothing(app: TestApp) {
    let (author, revision, address, opened) = undone(&app).await;
    decide(&app, "rejectOem", &revision, json!({"reason": "Not for our fleet"})).await;
    assert_closed(&author, &address, &opened).await;
}

/// The step with these words.
fn step_of<'t>(text: &'t str, words: &str) -> &'t str {
    let at = text.find(words).expect("the words");
    let start = text[..at].rfind("<proceduralStep").expect("a step");
    let end = at + text[at..].find("</proceduralStep>").expect("its end") + "</proceduralStep>".len();
    &text[start..end]
}

/// The elements of a text, without their layout.
fn elements(text: &str) -> Vec<&str> {
    let content = text.split_once("<content>").expect("a content").1;
    content.split('<').map(str::trim).filter(|part| !part.is_empty()).collect()
}

async fn a_step_that_we_deleted_comes_back_where_it_was(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let (_, sha256) = edit(&author, &path(), |text| text.replace(step_of(text, LOWER), "")).await;
    check_in(&author, &path(), json!({"step": "inWork"}), &sha256).await.ok();
    let revision = delivered(&app, &third(), "yes").await;
    confirm(&app, &revision).await;
    let (_, address) = only(&author, &revision).await;
    let opened = author.get(&address).await.ok();
    let conflicts = opened["result"]["conflicts"].as_array().expect("a list");
    assert_eq!((conflicts.len(), &conflicts[0]["kind"]), (1, &json!("deleted")), "{conflicts:?}");
    let conflict = &conflicts[0];
    assert_eq!(conflict["start"], conflict["end"], "it is not there");
    // As the page does it, in units of UTF-16.
    let mut units: Vec<u16> = opened["result"]["text"].as_str().expect("a text").encode_utf16().collect();
    let at = usize::try_from(conflict["start"].as_u64().expect("a number")).expect("small");
    let theirs: Vec<u16> = conflict["theirs"].as_str().expect("a text").encode_utf16().collect();
    units.splice(at..at, theirs);
    let words = String::from_utf16(&units).expect("text");
    assert_eq!(elements(&words), elements(opened["theirs"]["text"].as_str().expect("a text")));
    let decision = json!({
        "resolution": "text", "text": words, "workingVersion": opened["workingVersion"],
        "version": opened["todo"]["version"], "done": true,
    });
    author.put(&format!("{address}/resolution"), decision).await.ok();
    assert!(text(&author).await.contains(THIRD));
}
