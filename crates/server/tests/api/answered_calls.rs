//! Calls with a key: they are done once, and each try gets the answer of the first one.

use axum::body::Body;
use axum::http::Method;
use domain::permission::Role;
use serde_json::{Value, json};
use server::answered_calls::DONE_ONCE;
use server::routes::API;
use testkit::app::TestApp;
use testkit::client::{Client, TestResponse};

use crate::editing::edit;
use crate::permissions::operations;
use crate::revisions::path;
use crate::viewer::reader_of;

testkit::on_each_app!(
    a_check_in_that_is_sent_again_is_told_that_it_is_done,
    a_comment_that_is_sent_again_is_written_once,
    a_refused_call_is_new_when_it_is_sent_again,
    a_call_without_an_answer_is_not_done_again_unasked,
    a_key_belongs_to_one_person_and_one_call,
    a_call_that_is_sent_twice_at_once_is_done_once,
);

async fn send(client: &Client, key: &str, address: &str, body: &Value) -> TestResponse {
    let request = client
        .request(Method::POST, &format!("{API}{address}"))
        .header("content-type", "application/json")
        .header("idempotency-key", key)
        .body(Body::from(body.to_string()));
    client.send(request.expect("a request")).await
}

fn check_in() -> String {
    format!("/files/checkin/default{}", path())
}

fn comments() -> String {
    format!("/comments/default{}", path())
}

async fn comment(client: &Client, text: &str) -> Value {
    let file = client.get(&format!("/files/default{}", path())).await.ok();
    json!({"version": file["versionId"], "text": text})
}

async fn comment_count(client: &Client) -> Value {
    client.get("/comments").await.ok()["total"].clone()
}

#[test]
fn every_operation_that_is_done_once_exists() {
    let known = operations();
    for id in DONE_ONCE {
        assert!(known.iter().any(|(operation, ..)| operation == id), "{id} is no operation");
    }
}

#[test]
fn the_web_application_sends_keys_for_the_same_operations() {
    let source = include_str!("../../../../web/src/api/lostCalls.ts");
    let (listed, _) = source.split_once("const othersAnew").expect("the end of the list");
    for (id, method, path) in operations() {
        let is_listed = listed.contains(&format!("  '{method} {path}',\n"));
        assert_eq!(is_listed, DONE_ONCE.contains(&id.as_str()), "{id}");
    }
}

async fn a_check_in_that_is_sent_again_is_told_that_it_is_done(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let (_, sha256) = edit(&author, &path(), |text| text.replace("Remove panel", "Take off panel")).await;
    let said = json!({"comment": "Once", "step": "inWork", "sha256": sha256});
    let first = send(&author, "a", &check_in(), &said).await;
    let again = send(&author, "a", &check_in(), &said).await;
    assert_eq!((again.status, again.header("content-type")), (first.status, first.header("content-type")));
    assert_eq!(first.ok(), again.ok());
    let versions = author.get(&format!("/files/getVersions/default{}", path())).await.ok();
    assert_eq!((&versions[0]["why"], &versions[1]["origin"]), (&json!("Once"), &json!("oem")), "one version was added");
    assert_eq!(send(&author, "b", &check_in(), &said).await.problem(), "409 file.not_checked_out");
    app.wait(2 * 3600);
    let author = app.signed_in("author").await;
    let late = send(&author, "a", &check_in(), &said).await;
    assert_eq!(late.problem(), "409 file.not_checked_out", "answers do not stay");
}

async fn a_comment_that_is_sent_again_is_written_once(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let body = comment(&reader, "Which panel?").await;
    let first = send(&reader, "a", &comments(), &body).await.ok();
    assert_eq!(send(&app.second_node().signed_in("reader").await, "a", &comments(), &body).await.ok(), first);
    assert_eq!(comment_count(&reader).await, json!(1));
    send(&reader, "b", &comments(), &body).await.ok();
    assert_eq!(comment_count(&reader).await, json!(2));
}

async fn a_refused_call_is_new_when_it_is_sent_again(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let mut body = comment(&reader, "").await;
    assert_eq!(send(&reader, "a", &comments(), &body).await.problem(), "400 request.invalid");
    body["text"] = json!("Which panel?");
    send(&reader, "a", &comments(), &body).await.ok();
    assert_eq!(comment_count(&reader).await, json!(1));
}

async fn a_call_without_an_answer_is_not_done_again_unasked(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let body = comment(&reader, "Which panel?").await;
    send(&reader, "a", &comments(), &body).await.ok();
    // As after the program was killed in the middle.
    app.db.tamper("UPDATE answered_call SET status = NULL, body = NULL").await;
    assert_eq!(send(&reader, "a", &comments(), &body).await.problem(), "409 call.running");
    app.wait(150);
    assert_eq!(send(&reader, "a", &comments(), &body).await.problem(), "409 call.interrupted");
    assert_eq!(comment_count(&reader).await, json!(1));
    send(&reader, "a", &comments(), &body).await.ok();
    assert_eq!(comment_count(&reader).await, json!(2), "the person has looked, and wants it");
}

async fn a_key_belongs_to_one_person_and_one_call(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let body = comment(&reader, "Which panel?").await;
    send(&reader, "a", &comments(), &body).await.ok();
    assert_eq!(send(&reader, "a", &check_in(), &json!({})).await.problem(), "409 call.another");
    send(&author, "a", &comments(), &body).await.ok();
    assert_eq!(comment_count(&reader).await, json!(2));
    let long = "a".repeat(65);
    assert_eq!(send(&reader, &long, &comments(), &body).await.problem(), "400 request.malformed");
}

async fn a_call_that_is_sent_twice_at_once_is_done_once(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let body = comment(&reader, "Which panel?").await;
    let at = comments();
    let (one, other) = tokio::join!(send(&reader, "a", &at, &body), send(&reader, "a", &at, &body));
    let refused = [&one, &other].into_iter().filter(|answer| !answer.status.is_success());
    for answer in refused {
        assert_eq!(answer.problem(), "409 call.running");
    }
    assert_eq!(comment_count(&reader).await, json!(1));
    send(&reader, "a", &at, &body).await.ok();
    assert_eq!(comment_count(&reader).await, json!(1));
}
