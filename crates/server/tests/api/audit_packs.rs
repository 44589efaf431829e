//! Audit packs: collections as they were at a moment, signed.

use std::collections::BTreeMap;

use app::offline::verify::pack;
use app::publications::signing;
use axum::body::Body;
use axum::http::Method;
use chrono::TimeDelta;
use domain::access::AccessLevel;
use domain::permission::Role;
use serde_json::{Value, json};
use testkit::app::TestApp;
use testkit::client::{API, Client, TestResponse};
use testkit::packages::unzipped;

use crate::comments::path;
use crate::compliance::{collection, item, read, text};
use crate::compliance_references::{purge, referring};
use crate::editing;
use crate::limited::Limits;
use crate::viewer::{lines, reader_of};

testkit::on_each_app!(
    a_pack_shows_everything_as_it_was_at_its_moment,
    the_same_choice_gives_the_same_bytes,
    a_pack_is_verified_without_the_server,
    a_deleted_reference_is_in_the_packs_of_its_time,
    what_the_creator_may_not_see_is_not_in_a_pack,
    a_pack_is_hidden_from_those_who_may_not_see_its_manuals,
    a_choice_is_counted_before_the_pack_is_made,
    wrong_choices_are_refused,
    packs_go_with_what_they_tell_about,
);

/// The collection of a requirement: the first part of its path.
pub(crate) fn of_item(item: &Value) -> Value {
    json!(text(&item["path"]).split('/').nth(1).expect("a collection"))
}

pub(crate) fn now(app: &TestApp) -> Value {
    json!(app.ctx.clock.now())
}

pub(crate) async fn ask(client: &Client, collection: &Value, as_of: &Value) -> TestResponse {
    let body = json!({"collectionIds": [collection], "asOf": as_of});
    client.post("/compliance/auditPacks", body).await
}

/// Makes a pack; gives its id and its bytes.
pub(crate) async fn pack_of(app: &TestApp, client: &Client, collection: &Value, as_of: &Value) -> (String, Vec<u8>) {
    let job = ask(client, collection, as_of).await.ok();
    app.run_jobs().await;
    let job = client.get(&format!("/jobs/{}", text(&job["id"]))).await.ok();
    assert_eq!(job["status"], "COMPLETED", "{job}");
    let id = text(&job["outputMap"]["packId"]).to_owned();
    let file = client.get(&format!("/compliance/auditPacks/{id}/file")).await;
    assert_eq!(file.status, 200, "{}", file.text());
    (id, file.body.to_vec())
}

/// The files of a pack as texts.
pub(crate) fn texts(zip: &[u8]) -> BTreeMap<String, String> {
    unzipped(zip).into_iter().map(|(name, bytes)| (name, String::from_utf8_lossy(&bytes).into_owned())).collect()
}

async fn set_status(client: &Client, item: &Value, status: &str) {
    let version = read(client, item).await["version"].clone();
    let body = json!({"id": item["id"], "version": version, "status": status, "why": "Audit"});
    client.put("/compliance/policyItem/status", body).await.ok();
}

async fn set_means(client: &Client, item: &Value, means: Value) {
    let version = read(client, item).await["version"].clone();
    let body = json!({"id": item["id"], "version": version, "means": means, "why": "Audit"});
    client.put("/compliance/policyItem/means", body).await.ok();
}

async fn attach(client: &Client, item: &Value, name: &str) -> Value {
    let address = format!("{API}/compliance/policyItem/{}/evidence?fileName={name}", text(&item["id"]));
    let request = client.request(Method::POST, &address).header("content-type", "application/octet-stream");
    client.send(request.body(Body::from("seen")).expect("a request")).await.ok()
}

async fn a_pack_shows_everything_as_it_was_at_its_moment(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let open = referring(&author).await;
    let of = of_item(&open);
    set_status(&author, &open, "compliant").await;
    let proof = attach(&author, &open, "record.pdf").await;
    let exemption = json!({"kind": "exemption", "reference": "E-1", "authority": "FOCA", "validFrom": "2026-01-01",
        "validTo": "2026-01-09"});
    set_means(&author, &open, json!([exemption])).await;
    app.wait(1);
    let then = now(&app);
    app.wait(60);
    set_means(&author, &open, json!([{"kind": "amc", "reference": "AMC1 A 1"}])).await;
    set_status(&author, &open, "non_compliant").await;
    let (_, saved) = editing::edit(&author, &path(), |text| text.replacen("cartridge", "housing", 1)).await;
    editing::check_in(&author, &path(), json!({"step": "inWork", "comment": "New pump"}), &saved).await.ok();
    let evidence = format!("/compliance/evidence/{}", text(&proof["evidence"][0]["id"]));
    author.ask(Method::DELETE, &evidence, None).await.ok();
    item(&author, &json!(format!("/{}", text(&of))), "A 2").await;
    app.wait(1);

    let (_, before) = pack_of(&app, &author, &of, &then).await;
    let before = texts(&before);
    assert!(before["matrix.csv"].contains(",Compliant,"), "{}", before["matrix.csv"]);
    assert!(before["matrix.csv"].contains("Confirmed") && !before["matrix.csv"].contains("A 2"));
    assert!(before["paragraphs.csv"].contains("cartridge") && before["paragraphs.csv"].contains("As confirmed"));
    assert!(before["evidence.csv"].contains("record.pdf") && before["evidence.csv"].contains("deleted since"));
    assert!(
        before["means.csv"].contains("Exemption,E-1,FOCA,,,2026-01-01,2026-01-09,Valid"),
        "{}",
        before["means.csv"]
    );
    assert!(before["matrix.csv"].contains("exemption E-1") && !before["matrix.csv"].contains("AMC1 A 1"));
    assert!(before["history.csv"].contains("Status set") && !before["history.csv"].contains("non_compliant"));

    let (_, after) = pack_of(&app, &author, &of, &now(&app)).await;
    let after = texts(&after);
    assert!(after["matrix.csv"].contains(",Non-compliant,") && after["matrix.csv"].contains("To check again"));
    assert!(after["matrix.csv"].contains("A 2"));
    assert!(after["paragraphs.csv"].contains("housing"));
    assert!(after["paragraphs.csv"].contains("Changed since it was confirmed"), "{}", after["paragraphs.csv"]);
    assert!(!after["evidence.csv"].contains("record.pdf"), "it was deleted before");
    assert!(after["means.csv"].contains("AMC1 A 1") && !after["means.csv"].contains("E-1"));
    assert!(
        after["history.csv"].contains("non_compliant") && after["history.csv"].contains("Means of compliance removed")
    );
}

async fn the_same_choice_gives_the_same_bytes(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let open = referring(&author).await;
    attach(&author, &open, "record.pdf").await;
    app.wait(1);
    let (of, then) = (of_item(&open), now(&app));
    let (first_id, first) = pack_of(&app, &author, &of, &then).await;
    app.wait(60);
    set_status(&author, &open, "compliant").await;
    let (second_id, second) = pack_of(&app, &author, &of, &then).await;
    assert!(first == second, "what happened since changes nothing");
    let listed = author.get(&format!("/compliance/auditPacks?collectionId={}", text(&of))).await.ok();
    let ids: Vec<&str> = listed.as_array().expect("a list").iter().map(|one| text(&one["id"])).collect();
    assert_eq!(ids, [second_id.as_str(), first_id.as_str()], "newest first");
    assert_eq!(lines(&listed, &["items", "paragraphs", "evidence", "createdBy"]), ["1 1 1 author"; 2]);
    let chinese = ask(&author.in_language("zh-CN"), &of, &then).await.ok();
    app.run_jobs().await;
    let file = author.get(&format!("/compliance/auditPacks/{}/file", text(&chinese["id"]))).await;
    assert!(texts(&file.body)["matrix.csv"].contains("条款正文"));
}

async fn a_pack_is_verified_without_the_server(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let open = referring(&author).await;
    attach(&author, &open, "record.pdf").await;
    app.wait(1);
    let (_, bytes) = pack_of(&app, &author, &of_item(&open), &now(&app)).await;
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path().join("pack.zip");
    std::fs::write(&at, &bytes).expect("writes");
    let key = signing::public_key(&app.ctx).expect("a key");
    let checked = pack::verify(&at, Some(&key)).expect("checked").expect("a pack");
    assert!(checked.is_listed_whole() && checked.unlisted_count() == 0, "{checked:?}");
    let names: Vec<&str> = checked.files.iter().map(|file| file.name.as_str()).collect();
    let expected = [
        "README.txt",
        "evidence.csv",
        "evidence/00001-record.pdf",
        "history.csv",
        "matrix.csv",
        "matrix.xlsx",
        "means.csv",
        "paragraphs.csv",
    ];
    assert_eq!(names, expected);
    assert_eq!(checked.manifest.inputs.len(), 1, "the version of the quoted module");
    let shown = texts(&bytes);
    assert!(shown["paragraphs.csv"].contains(&checked.manifest.inputs[0].sha256));
}

async fn a_deleted_reference_is_in_the_packs_of_its_time(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let open = referring(&author).await;
    app.wait(1);
    let then = now(&app);
    app.wait(1);
    let reference = &open["references"][0];
    let delete = json!({"id": reference["id"], "version": reference["version"]});
    author.put("/compliance/policyItem/policyRef/delete", delete).await.ok();
    app.wait(1);
    let of = of_item(&open);
    let (_, before) = pack_of(&app, &author, &of, &then).await;
    assert!(texts(&before)["paragraphs.csv"].contains("cartridge"));
    let (_, after) = pack_of(&app, &author, &of, &now(&app)).await;
    assert!(!texts(&after)["paragraphs.csv"].contains("cartridge"));
}

async fn what_the_creator_may_not_see_is_not_in_a_pack(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let open = referring(&author).await;
    app.wait(1);
    Limits::of_group(&app, "/NV240", "Fleet 2", &[], AccessLevel::Approve).await;
    let (_, bytes) = pack_of(&app, &author, &of_item(&open), &now(&app)).await;
    for (name, text) in texts(&bytes) {
        assert!(!text.contains("NV240") && !text.contains("cartridge"), "{name}: {text}");
    }
}

async fn a_pack_is_hidden_from_those_who_may_not_see_its_manuals(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let open = referring(&author).await;
    app.wait(1);
    let of = of_item(&open);
    let (id, _) = pack_of(&app, &author, &of, &now(&app)).await;
    let reader = app.person(Role::Reader).await;
    let list = format!("/compliance/auditPacks?collectionId={}", text(&of));
    assert_eq!(lines(&reader.get(&list).await.ok(), &["id"]), std::slice::from_ref(&id));
    Limits::of_group(&app, "/NV240", "Fleet 2", &["author"], AccessLevel::Author).await;
    assert_eq!(reader.get(&list).await.ok(), json!([]));
    let file = format!("/compliance/auditPacks/{id}/file");
    assert_eq!(reader.get(&file).await.problem(), "404 artifact.not_found");
    assert_eq!(author.get(&file).await.status, 200);
    let token = author.get("/users/downloadToken?scope=jobs").await.ok();
    let by_address = app.anonymous().get(&format!("{file}?token={}", text(&token["token"]))).await;
    assert_eq!(by_address.status, 200, "as a browser downloads it");
}

async fn a_choice_is_counted_before_the_pack_is_made(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let open = referring(&author).await;
    attach(&author, &open, "record.pdf").await;
    app.wait(1);
    let body = json!({"collectionIds": [of_item(&open)], "asOf": now(&app)});
    let counted = author.post("/compliance/auditPacks/preview", body).await.ok();
    assert_eq!(lines(&counted, &["items", "references", "evidence", "evidenceBytes"]), ["1 1 1 4"]);
    let body = json!({"collectionIds": [of_item(&open)], "asOf": "2000-01-01T00:00:00Z"});
    let counted = author.post("/compliance/auditPacks/preview", body).await.ok();
    assert_eq!(lines(&counted, &["items", "references", "evidence", "evidenceBytes"]), ["0 0 0 0"]);
}

async fn wrong_choices_are_refused(app: TestApp) {
    let author = app.person(Role::Author).await;
    let made = collection(&author, "A").await;
    let later = json!(app.ctx.clock.now() + TimeDelta::hours(1));
    assert_eq!(ask(&author, &made["id"], &later).await.fields(), ["asOf: future"]);
    assert_eq!(ask(&author, &json!("none"), &now(&app)).await.problem(), "404 compliance.not_found");
    let none = json!({"collectionIds": [], "asOf": now(&app)});
    assert_eq!(author.post("/compliance/auditPacks", none).await.fields(), ["collectionIds: required"]);
    let many: Vec<String> = (0..21).map(|number| format!("c{number}")).collect();
    let many = json!({"collectionIds": many, "asOf": now(&app)});
    assert_eq!(author.post("/compliance/auditPacks/preview", many).await.fields(), ["collectionIds: too_many"]);
    let reader = app.person(Role::Reader).await;
    assert_eq!(ask(&reader, &made["id"], &now(&app)).await.problem(), "403 forbidden");
    // By the door of all jobs a moment in the future is refused by the job itself.
    let parameters = json!({"collectionIds": [made["id"]], "asOf": later});
    let job = json!({"jobName": "complianceAuditPack", "parameterMap": parameters});
    let job = author.post("/jobs", job).await.ok();
    app.run_jobs().await;
    let job = author.get(&format!("/jobs/{}", text(&job["id"]))).await.ok();
    assert_eq!(job["errorList"][0]["messageKey"], "job.failed.auditFuture", "{job}");
}

async fn packs_go_with_what_they_tell_about(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let open = referring(&author).await;
    let other = collection(&author, "B").await;
    app.wait(1);
    let (about_manual, _) = pack_of(&app, &author, &of_item(&open), &now(&app)).await;
    let (alone, _) = pack_of(&app, &author, &other["id"], &now(&app)).await;
    let file = |id: &str| format!("/compliance/auditPacks/{id}/file");
    let admin = app.admin().await;
    assert_eq!(author.delete(&format!("/compliance/auditPacks/{alone}")).await.problem(), "403 forbidden");
    admin.put("/compliance/delete", json!({"complianceInfoPath": other["path"]})).await;
    assert_eq!(admin.get(&file(&alone)).await.problem(), "404 artifact.not_found", "the collection is deleted");
    assert_eq!(admin.get(&file(&about_manual)).await.status, 200);
    assert_eq!(admin.delete("/csdb/manual?csdbName=NV240&manualName=MMEL").await.status, 204);
    assert_eq!(admin.get(&file(&about_manual)).await.problem(), "404 artifact.not_found", "the manual is in the trash");
    purge(&app).await;
    let left = admin.get(&format!("/compliance/auditPacks?collectionId={}", text(&of_item(&open)))).await.ok();
    assert_eq!(left, json!([]));
}
