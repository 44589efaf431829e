//! Compliance: files that prove how requirements are met.

use axum::body::Body;
use axum::http::Method;
use domain::access::AccessLevel;
use domain::compliance::MAX_EVIDENCE_BYTES;
use domain::permission::Role;
use serde_json::{Value, json};
use testkit::app::TestApp;
use testkit::client::{API, Client, TestResponse};

use crate::compliance::{collection, item, read, text};
use crate::compliance_references::referring;
use crate::limited::Limits;
use crate::viewer::{lines, reader_of};

testkit::on_each_app!(
    a_file_of_evidence_has_its_own_date_and_is_told_in_the_history,
    files_that_are_empty_too_large_or_oddly_named_are_refused,
    evidence_about_a_hidden_manual_is_hidden,
);

async fn attach(client: &Client, item: &Value, query: &str, bytes: Vec<u8>) -> TestResponse {
    let address = format!("{API}/compliance/policyItem/{}/evidence?{query}", text(&item["id"]));
    let request = client.request(Method::POST, &address).header("content-type", "application/octet-stream");
    client.send(request.body(Body::from(bytes)).expect("a request")).await
}

async fn a_file_of_evidence_has_its_own_date_and_is_told_in_the_history(app: TestApp) {
    let author = app.person(Role::Author).await;
    let made = collection(&author, "A").await;
    let open = item(&author, &made["path"], "A 1").await;
    app.wait(1);
    let added = attach(&author, &open, "fileName=audit.pdf&effectiveDate=2026-10-01", b"seen".to_vec()).await.ok();
    assert_eq!(lines(&added["evidence"], &["fileName", "size", "effectiveDate"]), ["audit.pdf 4 2026-10-01"]);
    assert_eq!(added["evidence"][0]["author"]["account"], "author");
    let reader = app.person(Role::Reader).await;
    let id = text(&added["evidence"][0]["id"]).to_owned();
    assert_eq!(reader.get(&format!("/compliance/evidence/{id}")).await.text(), "seen");
    let told = async || {
        let history = reader.get(&format!("/compliance/policyItem/{}/history", text(&open["id"]))).await.ok();
        format!("{} {}{}", text(&history[0]["kind"]), text(&history[0]["before"]), text(&history[0]["after"]))
    };
    assert!(told().await.starts_with("evidenceAdded audit.pdf · 2026-10-01 · "), "with the hash of the file");
    app.wait(1);
    let gone = author.ask(Method::DELETE, &format!("/compliance/evidence/{id}"), None).await.ok();
    assert_eq!(gone["evidence"], json!([]));
    assert!(told().await.starts_with("evidenceDeleted audit.pdf"));
    assert_eq!(reader.get(&format!("/compliance/evidence/{id}")).await.problem(), "404 artifact.not_found");
    let again = author.ask(Method::DELETE, &format!("/compliance/evidence/{id}"), None).await;
    assert_eq!(again.problem(), "404 artifact.not_found");
}

async fn files_that_are_empty_too_large_or_oddly_named_are_refused(app: TestApp) {
    let author = app.person(Role::Author).await;
    let made = collection(&author, "A").await;
    let open = item(&author, &made["path"], "A 1").await;
    assert_eq!(attach(&author, &open, "fileName=a.pdf", Vec::new()).await.fields(), ["file: required"]);
    let large = attach(&author, &open, "fileName=a.pdf", vec![b'a'; MAX_EVIDENCE_BYTES + 1]).await;
    assert_eq!(large.problem(), "413 request.too_large");
    let odd = attach(&author, &open, "fileName=..%2Fa.pdf", b"a".to_vec()).await;
    assert_eq!(odd.fields(), ["fileName: character"]);
    let foreign = attach(&author, &open, "fileName=a.pdf&policyRefId=none", b"a".to_vec()).await;
    assert_eq!(foreign.fields(), ["policyRefId: unknown_value"]);
    let missing = attach(&author, &json!({"id": "none"}), "fileName=a.pdf", b"a".to_vec()).await;
    assert_eq!(missing.problem(), "404 policy_item.not_found");
    assert_eq!(read(&author, &open).await["evidence"], json!([]));
}

async fn evidence_about_a_hidden_manual_is_hidden(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let open = referring(&author).await;
    let reference = text(&open["references"][0]["id"]).to_owned();
    attach(&author, &open, "fileName=whole.pdf", b"a".to_vec()).await.ok();
    app.wait(1);
    let query = format!("fileName=part.pdf&policyRefId={reference}");
    let both = attach(&author, &open, &query, b"b".to_vec()).await.ok();
    assert_eq!(lines(&both["evidence"], &["fileName"]), ["whole.pdf", "part.pdf"]);
    let id = text(&both["evidence"][1]["id"]).to_owned();
    Limits::of_group(&app, "/NV240", "Fleet 2", &[], AccessLevel::Approve).await;
    assert_eq!(lines(&read(&author, &open).await["evidence"], &["fileName"]), ["whole.pdf"]);
    let address = format!("/compliance/evidence/{id}");
    assert_eq!(author.get(&address).await.problem(), "404 artifact.not_found");
    assert_eq!(author.ask(Method::DELETE, &address, None).await.problem(), "404 artifact.not_found");
}
