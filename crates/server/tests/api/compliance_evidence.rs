//! Compliance: files that prove how requirements are met.

use axum::body::Body;
use axum::http::Method;
use domain::access::AccessLevel;
use domain::compliance::MAX_EVIDENCE_BYTES;
use domain::permission::Role;
use serde_json::{Value, json};
use testkit::app::TestApp;
use testkit::client::{API, Client, TestResponse};

use crate::comments::path;
use crate::compliance::{collection, item, read, text};
use crate::compliance_references::{clean, purge, referring};
use crate::limited::Limits;
use crate::viewer::{BASE, lines, reader_of};

testkit::on_each_app!(
    a_file_of_evidence_has_its_own_date_and_is_told_in_the_history,
    files_that_are_empty_too_large_or_oddly_named_are_refused,
    evidence_about_a_hidden_manual_is_hidden,
    evidence_stays_when_its_reference_is_deleted_or_cleaned,
    evidence_stays_with_the_manual_that_it_was_written_about,
    evidence_about_a_purged_manual_goes_with_it,
    nobody_adds_evidence_about_a_manual_in_the_trash,
    the_log_keeps_the_hashes_of_files_that_go_with_their_requirement,
);

pub(crate) async fn attach(client: &Client, item: &Value, query: &str, bytes: Vec<u8>) -> TestResponse {
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

/// A requirement with a file about its reference.
async fn proven(author: &Client) -> Value {
    let open = referring(author).await;
    let query = format!("fileName=part.pdf&policyRefId={}", text(&open["references"][0]["id"]));
    attach(author, &open, &query, b"seen".to_vec()).await.ok()
}

async fn evidence_stays_when_its_reference_is_deleted_or_cleaned(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let open = proven(&author).await;
    assert_eq!(open["evidence"][0]["manualPath"], BASE);
    let reference = &open["references"][0];
    let delete = json!({"id": reference["id"], "version": reference["version"]});
    let after = author.put("/compliance/policyItem/policyRef/delete", delete).await.ok();
    assert_eq!(lines(&after["evidence"], &["fileName", "manualPath"]), [format!("part.pdf {BASE}")]);
    assert_eq!(after["evidence"][0]["policyRefId"], Value::Null);
    let address = format!("/compliance/evidence/{}", text(&after["evidence"][0]["id"]));
    assert_eq!(author.get(&address).await.text(), "seen");
    app.add("stranger", Role::Author).await;
    let stranger = app.signed_in("stranger").await;
    Limits::of_group(&app, "/NV240", "Fleet 2", &["author"], AccessLevel::Author).await;
    assert_eq!(read(&stranger, &open).await["evidence"], json!([]), "it is still about the manual");
    assert_eq!(stranger.get(&address).await.problem(), "404 artifact.not_found");
    assert_eq!(author.get(&address).await.text(), "seen");

    let place = json!({"path": path()});
    let body = json!({"policyItemId": open["id"], "place": place});
    let again = author.post("/compliance/policyItem/policyRef", body).await.ok();
    let query = format!("fileName=module.pdf&policyRefId={}", text(&again["references"][0]["id"]));
    app.wait(1);
    attach(&author, &open, &query, b"seen".to_vec()).await.ok();
    let admin = app.admin().await;
    assert_eq!(admin.delete(&format!("/files/default{}?force=true", path())).await.status, 204);
    purge(&app).await;
    let shown = clean(&author, &open, None).await.ok()["references"][0].clone();
    let listed = json!([{"id": shown["id"], "version": shown["version"]}]);
    clean(&author, &open, Some(listed)).await.ok();
    let left = read(&author, &open).await;
    assert_eq!(left["references"], json!([]));
    assert_eq!(lines(&left["evidence"], &["fileName"]), ["part.pdf", "module.pdf"]);
}

async fn evidence_stays_with_the_manual_that_it_was_written_about(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    app.admin().await.post("/csdb/manual", json!({"csdbName": ["NV240"], "manualName": ["OTHER"]})).await.ok();
    let open = proven(&author).await;
    let reference = &open["references"][0];
    let moved = json!({"id": reference["id"], "version": reference["version"], "place": {"path": "/NV240/OTHER"},
        "policyItemVersion": open["version"]});
    let after = author.put("/compliance/policyItem/policyRef", moved).await.ok();
    assert_eq!(after["references"][0]["manualPath"], "/NV240/OTHER");
    assert_eq!(lines(&after["evidence"], &["fileName", "manualPath"]), [format!("part.pdf {BASE}")]);
    assert_eq!(after["evidence"][0]["policyRefId"], Value::Null, "it is not about the other manual");
    app.add("stranger", Role::Author).await;
    let stranger = app.signed_in("stranger").await;
    Limits::of_group(&app, BASE, "Fleet 2", &["author"], AccessLevel::Author).await;
    let seen = read(&stranger, &open).await;
    assert_eq!((&seen["references"][0]["manualPath"], &seen["evidence"]), (&json!("/NV240/OTHER"), &json!([])));
}

async fn evidence_about_a_purged_manual_goes_with_it(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let open = proven(&author).await;
    attach(&author, &open, "fileName=whole.pdf", b"a".to_vec()).await.ok();
    app.admin().await.delete("/csdb/manual?csdbName=NV240&manualName=MMEL").await.ok();
    purge(&app).await;
    assert_eq!(lines(&read(&author, &open).await["evidence"], &["fileName"]), ["whole.pdf"]);
    let mut tx = app.db.begin().await.expect("a transaction");
    let id = domain::id::PolicyItemId(text(&open["id"]).to_owned());
    assert_eq!(store::compliance::count_evidence(&mut tx, &id).await.expect("a number"), 1);
}

async fn nobody_adds_evidence_about_a_manual_in_the_trash(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let open = referring(&author).await;
    app.admin().await.delete("/csdb/manual?csdbName=NV240&manualName=MMEL").await.ok();
    let query = format!("fileName=part.pdf&policyRefId={}", text(&open["references"][0]["id"]));
    let refused = attach(&author, &open, &query, b"a".to_vec()).await;
    assert_eq!(refused.fields(), ["policyRefId: unknown_value"]);
}

async fn the_log_keeps_the_hashes_of_files_that_go_with_their_requirement(app: TestApp) {
    let (author, admin) = (app.person(Role::Author).await, app.admin().await);
    let made = collection(&author, "A").await;
    let category = json!({"parentPath": made["path"], "policyCategoryCode": "1", "name": "Tanks"});
    let category = author.post("/compliance/policyCategory", category).await.ok();
    let own = item(&author, &made["path"], "A 1").await;
    let inner = item(&author, &category["path"], "A 2").await;
    let last = item(&author, &made["path"], "A 3").await;
    for (item, name) in [(&own, "one.pdf"), (&inner, "two.pdf"), (&last, "three.pdf")] {
        attach(&author, item, &format!("fileName={name}"), name.as_bytes().to_vec()).await.ok();
    }
    attach(&author, &last, "fileName=four.pdf", b"four".to_vec()).await.ok();
    let deleted = async || {
        let log = admin.get("/audit?action=policy_evidence.deleted").await.ok();
        let text = log.to_string();
        let names = ["one.pdf", "two.pdf", "three.pdf"].map(|name| text.contains(name));
        (lines(&log["items"], &["subject"]), names, text.matches("sha256").count())
    };
    admin.put("/compliance/policyItem/delete", json!({"policyItemPath": own["path"]})).await;
    assert_eq!(deleted().await, (vec!["A A 1".to_owned()], [true, false, false], 1));
    admin.put("/compliance/policyCategory/delete", json!({"policyCategoryPath": category["path"]})).await;
    assert_eq!(deleted().await.1, [true, true, false]);
    admin.put("/compliance/delete", json!({"complianceInfoPath": made["path"]})).await;
    let (subjects, names, hashes) = deleted().await;
    assert_eq!((names, hashes), ([true; 3], 4), "each file has an entry");
    assert_eq!(subjects, ["A A 3", "A A 3", "A A 2", "A A 1"]);
    assert_eq!(author.get("/compliance").await.ok(), json!([]));
}
