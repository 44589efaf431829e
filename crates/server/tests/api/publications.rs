//! Publications: drafts, approvals, packages that import again, and who sees what.

use std::collections::BTreeMap;

use axum::body::Body;
use axum::http::Method;
use domain::front_matter::is_generated_name;
use domain::id::{JobId, PublicationId, SnapshotId};
use domain::permission::Role;
use domain::publication::{BookArrangement, ManualPublication, PublicationAct, PublicationOptions, PublicationState};
use serde_json::{Value, json};
use testkit::app::TestApp;
use testkit::client::{API, Client, TestResponse};
use testkit::packages::{PackageFiles, demo, unzipped};

use crate::revisions::{BEFORE, confirm, customise, path, revised};
use crate::viewer::{BASE, delivered, reader_of};

mod approvals;
mod attacks;
mod audiences;
mod books;
mod data;
mod exchange;
mod front;
mod groups;
mod news;
mod packages;
pub(crate) mod presets;
#[cfg(unix)]
mod printed;
mod readers;
mod requests;
mod signing;
mod site_applicability;
mod sites;
mod styles;
mod target_reports;
mod target_rules;
mod targets;
mod temporary;
mod webhooks;

testkit::on_each_app!(
    a_draft_is_made_in_both_styles_and_downloaded,
    a_manual_with_status_files_goes_out_in_its_own_style_only,
    a_publication_is_approved_by_somebody_else_and_superseded,
    each_approval_asks_who_the_approver_is,
    open_points_block_all_but_drafts,
    drafts_are_for_those_who_work_on_the_manual,
    files_are_read_by_the_job_that_made_them,
    a_withdrawn_publication_gives_way_to_the_one_before,
    an_incremental_package_contains_what_changed,
    values_are_told_at_their_fields,
);

const PLAIN: &str = "NV240-MMEL-4.1-draft-s1000d-complete.zip";
const STYLED: &str = "NV240-MMEL-4.1-draft-ata2300-complete.zip";

/// Adds an operator to publish for.
pub(crate) async fn given_operator(app: &TestApp) {
    let operator = json!({"code": "AZB", "name": "Azure Bay", "country": "CH"});
    app.admin().await.post("/config/operator", operator).await.ok();
}

pub(crate) async fn ask(client: &Client, name: &str, more: Value) -> TestResponse {
    let mut parameters = json!({
        "csdbName": "NV240", "manualName": "MMEL", "revision": "4.1", "formats": ["s1000d"],
        "reviseTypes": ["complete"], "profiles": ["All"], "operator": "AZB",
    });
    for (key, value) in more.as_object().expect("parameters") {
        parameters[key] = value.clone();
    }
    client.post("/jobs", json!({"jobName": name, "parameterMap": parameters})).await
}

/// Runs a job to its end.
async fn ended(app: &TestApp, client: &Client, asked: TestResponse) -> Value {
    let job = asked.ok();
    app.run_jobs().await;
    client.get(&format!("/jobs/{}", job["id"].as_str().expect("an id"))).await.ok()
}

/// Publishes and gives the outputs.
async fn published(app: &TestApp, client: &Client, name: &str, more: Value) -> Value {
    let asked = ask(client, name, more).await;
    let job = ended(app, client, asked).await;
    assert_eq!(job["status"], "COMPLETED", "{}", job["errorList"]);
    job["outputMap"].clone()
}

pub(crate) fn approval(publication: &Value) -> Value {
    json!({
        "publication": publication["publication"], "approbationAuthority": "EASA", "revisionDate": "2026-11-17",
        "approvedBy": "A. Person", "jobTitle": "Inspector", "approvalReference": "EASA.1",
    })
}

/// Proves who the client is, for one act.
async fn prove(client: &Client, act: &str) {
    client.post("/users/confirm", json!({"password": testkit::app::PASSWORD, "act": act})).await.ok();
}

/// Asks for an approval, with the proof of identity that belongs to it.
async fn ask_for_approval(client: &Client, publication: &Value) -> TestResponse {
    prove(client, &format!("approval:{}", id_of(publication))).await;
    ask(client, "exportFormalAta2300", approval(publication)).await
}

async fn approve(app: &TestApp, client: &Client, publication: &Value) -> Value {
    let asked = ask_for_approval(client, publication).await;
    let job = ended(app, client, asked).await;
    assert_eq!(job["status"], "COMPLETED", "{}", job["errorList"]);
    job["outputMap"].clone()
}

fn id_of(outputs: &Value) -> &str {
    outputs["publication"].as_str().expect("an id")
}

async fn download(client: &Client, outputs: &Value, name: &str) -> Vec<u8> {
    let answer = client.get(&format!("/publications/{}/artifacts/{name}", id_of(outputs))).await;
    assert_eq!(answer.status.as_u16(), 200, "{}", answer.text());
    answer.body.to_vec()
}

/// The ids of the lanes frozen and released.
async fn lane_ids(client: &Client) -> [Value; 2] {
    let manuals = client.get("/csdb/manual").await.ok();
    let listed = manuals.as_array().or_else(|| manuals["items"].as_array()).expect("a list").clone();
    let manual = listed.iter().find(|one| one["path"] == BASE).expect("the manual");
    ["frozen", "released"].map(|lane| manual["lanes"][lane].clone())
}

async fn lanes(client: &Client) -> (bool, bool) {
    let [frozen, released] = lane_ids(client).await;
    (!frozen.is_null(), !released.is_null())
}

/// The modules of the demo by name, without the lists of its delivery and without generated front matter.
fn modules(files: &PackageFiles) -> BTreeMap<String, Vec<u8>> {
    let is_list = |name: &str| name.starts_with("DDN-") || name.starts_with("DML-");
    files.iter().filter(|(name, _)| !is_list(name) && !is_generated_name(name)).cloned().collect()
}

async fn a_draft_is_made_in_both_styles_and_downloaded(app: TestApp) {
    reader_of(&app, "amm").await;
    given_operator(&app).await;
    let author = app.person(Role::Author).await;
    let both = json!({"formats": ["ata2300", "s1000d"]});
    let outputs = published(&app, &author, "exportQuickAta2300", both.clone()).await;
    let names =
        "NV240-MMEL-4.1-draft-s1000d-complete.zip,NV240-MMEL-4.1-draft-ata2300-complete.zip,manifest.json,manifest.sig";
    assert_eq!((&outputs["artifacts"], &outputs["revision"]), (&json!(names), &json!("4.1")));
    assert_eq!(outputs["fileName"], PLAIN);
    for name in ["manualId", "csdbId", "publication", "manualName"] {
        assert!(outputs[name].as_str().is_some_and(|text| !text.is_empty()), "{name}: {outputs}");
    }
    let plain = download(&author, &outputs, PLAIN).await;
    assert_eq!(modules(&unzipped(&plain)), modules(&demo("amm")), "byte for byte");
    let styled = unzipped(&download(&author, &outputs, STYLED).await);
    assert!(styled.iter().any(|(name, _)| name == "PackageOrganization.xml"));
    let manifest = download(&author, &outputs, "manifest.json").await;
    let manifest: Value = serde_json::from_slice(&manifest).expect("JSON");
    assert_eq!((&manifest["state"], &manifest["csdbName"]), (&json!("draft"), &json!("NV240")));
    assert_eq!(manifest["artifacts"].as_array().map(Vec::len), Some(2));
    let open = author.get(&format!("/publications/{}", id_of(&outputs))).await.ok();
    assert_eq!((&open["publication"]["number"], &open["publication"]["state"]), (&json!(1), &json!("draft")));
    let sha256 = &open["artifacts"][1]["sha256"];
    assert!(manifest["artifacts"].as_array().expect("a list").iter().any(|one| one["sha256"] == *sha256));
    // A second draft of the same state has the same bytes and the next number.
    let again = published(&app, &author, "exportQuickAta2300", both).await;
    assert_eq!(download(&author, &again, PLAIN).await, plain);
    let listed = author.get(&format!("/publications?manualPath={BASE}")).await.ok();
    let numbers: Vec<&Value> = listed["items"].as_array().expect("a list").iter().map(|one| &one["number"]).collect();
    assert_eq!(numbers, [&json!(2), &json!(1)]);
    assert_eq!(lanes(&author).await, (false, false), "a draft moves no lane");
}

async fn a_manual_with_status_files_goes_out_in_its_own_style_only(app: TestApp) {
    reader_of(&app, "mmel-r1").await;
    given_operator(&app).await;
    let author = app.person(Role::Author).await;
    let outputs = published(&app, &author, "exportQuickAta2300", json!({"formats": ["ata2300"]})).await;
    let files: BTreeMap<_, _> = unzipped(&download(&author, &outputs, STYLED).await).into_iter().collect();
    for (name, bytes) in demo("mmel-r1").iter().filter(|(name, _)| name.starts_with("DM/") || name.starts_with("DS/")) {
        assert_eq!(files.get(name), Some(bytes), "{name}");
    }
    let asked = ask(&author, "exportQuickAta2300", json!({})).await;
    let job = ended(&app, &author, asked).await;
    assert_eq!(job["status"], "FAILED");
    assert!(job["errorList"].to_string().contains("job.failed.publicationFormat"), "{}", job["errorList"]);
    let listed = author.get(&format!("/publications?manualPath={BASE}")).await.ok();
    assert_eq!(listed["total"], 1, "a failed job leaves no publication");
}

async fn a_publication_is_approved_by_somebody_else_and_superseded(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    given_operator(&app).await;
    let (author, approver) = (app.person(Role::Author).await, app.person(Role::Approver).await);
    let first = published(&app, &author, "exportApproveAta2300", json!({"approvalRequired": "yes"})).await;
    assert_eq!(first["approvalRequired"], "yes");
    assert_eq!(lanes(&author).await, (true, false));
    let told = approver.get("/notifications").await.ok().to_string();
    assert!(told.contains(&format!("/publications/{}", id_of(&first))), "{told}");
    let waiting = ask(&author, "exportApproveAta2300", json!({})).await;
    assert_eq!(waiting.problem(), "409 publication.waiting");
    let refused = ask(&author, "exportFormalAta2300", approval(&first)).await;
    assert_eq!(refused.problem(), "403 forbidden");
    approve(&app, &approver, &first).await;
    assert_eq!(lanes(&author).await, (false, true));
    let open = reader.get(&format!("/publications/{}", id_of(&first))).await.ok();
    let told = &open["publication"]["approval"];
    assert_eq!((&told["approbationAuthority"], &told["jobTitle"]), (&json!("EASA"), &json!("Inspector")));
    assert_eq!(open["publication"]["approved"]["by"], "approver");
    let manifest = download(&reader, &first, "manifest.json").await;
    let manifest: Value = serde_json::from_slice(&manifest).expect("JSON");
    assert_eq!(
        (&manifest["state"], &manifest["approval"]["approvalReference"]),
        (&json!("approved"), &json!("EASA.1"))
    );
    // Four eyes: an approver does not approve what they asked for.
    let second = published(&app, &approver, "exportApproveAta2300", json!({"revision": "4.2"})).await;
    let own = ask(&approver, "exportFormalAta2300", approval(&second)).await;
    assert_eq!(own.problem(), "403 publication.own");
    approve(&app, &app.admin().await, &second).await;
    let old = reader.get(&format!("/publications/{}", id_of(&first))).await.ok();
    assert_eq!(
        (&old["publication"]["state"], &old["publication"]["supersededBy"]),
        (&json!("superseded"), &second["publication"])
    );
    let twice = ask(&approver, "exportFormalAta2300", approval(&second)).await;
    assert_eq!(twice.problem(), "409 publication.state");
}

async fn each_approval_asks_who_the_approver_is(app: TestApp) {
    reader_of(&app, "amm").await;
    given_operator(&app).await;
    let (author, approver) = (app.person(Role::Author).await, app.person(Role::Approver).await);
    let waiting = published(&app, &author, "exportApproveAta2300", json!({})).await;
    let asked = async || ask(&approver, "exportFormalAta2300", approval(&waiting)).await;
    let needed = "403 confirmation.required";
    assert_eq!(asked().await.problem(), needed, "a sign-in a moment ago is none");
    approver.post("/users/confirm", json!({"password": testkit::app::PASSWORD})).await.ok();
    assert_eq!(asked().await.problem(), needed, "it was given for no act");
    prove(&approver, "approval:another").await;
    assert_eq!(asked().await.problem(), needed, "it was given for another publication");
    let act = format!("approval:{}", id_of(&waiting));
    let proof = |password: &str, act: &str| json!({"password": password, "act": act});
    let wrong = approver.post("/users/confirm", proof("wrong", &act)).await;
    assert_eq!(wrong.fields(), ["password: password.wrong"]);
    let unknown = approver.post("/users/confirm", proof(testkit::app::PASSWORD, "publish")).await;
    assert_eq!(unknown.fields(), ["act: unknown_value"]);
    assert_eq!(asked().await.problem(), needed);
    prove(&approver, &act).await;
    app.wait(16 * 60);
    assert_eq!(asked().await.problem(), needed, "it is too old");
    prove(&approver, &act).await;
    let incomplete = ask(&approver, "exportFormalAta2300", json!({"publication": waiting["publication"]})).await;
    assert_eq!(incomplete.fields().len(), 5);
    let job = asked().await.ok();
    let address = format!("/jobs/{}", job["id"].as_str().expect("an id"));
    approver.post(&format!("{address}/cancel"), json!({})).await.ok();
    app.run_jobs().await;
    assert_eq!(asked().await.problem(), needed, "the proof was used");
    let again = async || approver.post(&format!("{address}/retry"), json!({})).await;
    assert_eq!(again().await.problem(), needed);
    prove(&approver, &act).await;
    let job = ended(&app, &approver, again().await).await;
    assert_eq!(job["status"], "COMPLETED", "{}", job["errorList"]);
}

async fn open_points_block_all_but_drafts(app: TestApp) {
    reader_of(&app, "amm").await;
    given_operator(&app).await;
    let author = customise(&app, BEFORE, "Open panel 214AL").await;
    let revision = delivered(&app, &revised("Take off panel 214AL", "002"), "yes").await;
    confirm(&app, &revision).await;
    let blockers = author.get(&format!("/publications/blockers?manualPath={BASE}")).await.ok();
    assert_eq!((&blockers["todoCount"], &blockers["conflicts"][0]["path"]), (&json!(1), &json!(path())));
    // The merged text is in work, too.
    assert_eq!(blockers["unreleased"][0]["path"], json!(path()), "{blockers}");
    assert!(blockers["blocking"].as_u64() >= Some(2), "{blockers}");
    let refused = ask(&author, "exportApproveAta2300", json!({})).await;
    assert_eq!(refused.problem(), "409 publication.blocked");
    published(&app, &author, "exportQuickAta2300", json!({})).await;
    let reader = app.person(Role::Reader).await;
    assert_eq!(reader.get(&format!("/publications/blockers?manualPath={BASE}")).await.problem(), "403 forbidden");
}

async fn drafts_are_for_those_who_work_on_the_manual(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    given_operator(&app).await;
    let author = app.person(Role::Author).await;
    assert_eq!(ask(&reader, "exportQuickAta2300", json!({})).await.problem(), "403 forbidden");
    let draft = published(&app, &author, "exportQuickAta2300", json!({})).await;
    let address = format!("/publications/{}", id_of(&draft));
    assert_eq!(reader.get(&address).await.problem(), "404 publication.not_found");
    // GET /publications/{publication}/artifacts/{artifact}
    let file = format!("{address}/artifacts/manifest.json");
    assert_eq!(reader.get(&file).await.problem(), "404 publication.not_found");
    assert_eq!(reader.get(&format!("/publications?manualPath={BASE}")).await.ok()["total"], 0);
    // The download token of a person has their rights and no more.
    let (nobody, token) = (app.anonymous(), "/users/downloadToken?scope=jobs");
    let of = |answer: &Value| answer["token"].as_str().expect("a token").to_owned();
    let (own, other) = (of(&author.get(token).await.ok()), of(&reader.get(token).await.ok()));
    assert_eq!(nobody.get(&format!("{file}?token={own}")).await.status.as_u16(), 200);
    assert_eq!(nobody.get(&format!("{file}?token={other}")).await.problem(), "404 publication.not_found");
    assert_eq!(nobody.get(&file).await.problem(), "401 session.missing");
    assert_eq!(nobody.get(&format!("{file}?token=forged")).await.problem(), "401 session.invalid");
    let wrong = author.get(&format!("{file}?changeRequestId=none")).await;
    assert_eq!(wrong.problem(), "404 artifact.not_found");
    author.ask(Method::POST, "/users/logout", None).await.ok();
    assert_eq!(nobody.get(&format!("{file}?token={own}")).await.problem(), "401 session.revoked");
}

async fn files_are_read_by_the_job_that_made_them(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    given_operator(&app).await;
    let (author, approver) = (app.person(Role::Author).await, app.person(Role::Approver).await);
    let asked = ask(&author, "exportApproveAta2300", json!({"approvalRequired": "yes"})).await;
    let job = ended(&app, &author, asked).await;
    let (outputs, id) = (&job["outputMap"], job["id"].as_str().expect("an id"));
    let name = outputs["fileName"].as_str().expect("a name");
    // GET /jobs/{id}/artifact/{fileName}
    let address = format!("/jobs/{id}/artifact/{name}");
    let read = author.get(&address).await;
    assert_eq!((read.status.as_u16(), read.body.to_vec()), (200, download(&author, outputs, name).await));
    assert_eq!(author.get(&format!("/jobs/{id}/artifact/none")).await.problem(), "404 artifact.not_found");
    assert_eq!(reader.get(&address).await.problem(), "404 artifact.not_found", "nobody approved it");
    let token = author.get("/users/downloadToken?scope=jobs").await.ok()["token"].as_str().expect("one").to_owned();
    let with_token = format!("{address}?token={token}");
    assert_eq!(app.anonymous().get(&with_token).await.status.as_u16(), 200);
    approve(&app, &approver, outputs).await;
    let report = author.get(&format!("/publications/{}/readers", id_of(outputs))).await.ok();
    let counted = report["downloads"].as_array().expect("a list").iter().find(|one| one["account"] == "author");
    assert_eq!(counted.expect("a download")["times"], 3, "{report}");
    // The token ends with the rights of its session.
    let access = json!({"paths": ["/NV240"], "limited": true});
    app.admin().await.put("/access", access).await.ok();
    for hidden in [&with_token, &format!("/publications/{}/artifacts/{name}?token={token}", id_of(outputs))] {
        let answer = app.anonymous().get(hidden).await;
        assert_eq!(answer.status.as_u16(), 404, "{}", answer.text());
    }
}

async fn a_withdrawn_publication_gives_way_to_the_one_before(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    given_operator(&app).await;
    let (author, approver) = (app.person(Role::Author).await, app.person(Role::Approver).await);
    let (mut made, mut released) = (Vec::new(), Vec::new());
    for (revision, issue) in [("1", "002"), ("2", "003")] {
        let one = published(&app, &author, "exportApproveAta2300", json!({"revision": revision})).await;
        approve(&app, &approver, &one).await;
        made.push(one);
        let [_, now] = lane_ids(&author).await;
        released.push(now);
        let next = delivered(&app, &revised(&format!("Take off panel {revision}"), issue), "yes").await;
        confirm(&app, &next).await;
    }
    assert_ne!(released[0], released[1]);
    let address = |one: &Value| format!("/publications/{}", id_of(one));
    let letter = approver
        .request(Method::POST, &format!("{API}{}/letter?fileName=easa.pdf", address(&made[1])))
        .header("content-type", "application/octet-stream")
        .body(Body::from("letter"));
    let open = approver.send(letter.expect("a request")).await.ok();
    let is_letter = |one: &&Value| one["isLetter"] == json!(true);
    let letter = open["artifacts"].as_array().expect("a list").iter().find(is_letter).expect("the letter");
    assert_eq!(letter["fileName"], "letter-easa.pdf");
    let version = open["publication"]["version"].clone();
    let withdrawal = json!({"version": version, "reason": "Wrong limit"});
    let withdraw = format!("{}/withdraw", address(&made[1]));
    assert_eq!(author.post(&withdraw, withdrawal.clone()).await.problem(), "403 forbidden");
    let empty = approver.post(&withdraw, json!({"version": version, "reason": " "})).await;
    assert_eq!(empty.fields(), ["reason: required"]);
    let stale = approver.post(&withdraw, json!({"version": 99, "reason": "Wrong limit"})).await;
    assert_eq!(stale.problem(), "409 changed_meanwhile");
    let gone = approver.post(&withdraw, withdrawal.clone()).await.ok();
    assert_eq!(gone["publication"]["withdrawalReason"], "Wrong limit");
    let back = reader.get(&address(&made[0])).await.ok();
    assert_eq!(back["publication"]["state"], "approved");
    assert_eq!(lane_ids(&author).await, [Value::Null, released[0].clone()], "what was released before");
    let told = author.get("/notifications").await.ok().to_string();
    assert!(told.contains("withdrew /NV240/MMEL, revision 2"), "{told}");
    assert_eq!(approver.post(&withdraw, withdrawal).await.problem(), "409 publication.state");
    let withdrawn = reader.get(&format!("/publications?manualPath={BASE}&state=withdrawn")).await.ok();
    assert_eq!(withdrawn["total"], 1);
}

async fn an_incremental_package_contains_what_changed(app: TestApp) {
    reader_of(&app, "amm").await;
    given_operator(&app).await;
    let author = app.person(Role::Author).await;
    let refused = ask(&author, "exportQuickAta2300", json!({"reviseTypes": ["incremental"]})).await;
    assert_eq!(refused.fields(), ["parameterMap.since: required"]);
    let first = published(&app, &author, "exportQuickAta2300", json!({})).await;
    let since = json!({"reviseTypes": ["incremental"], "since": first["publication"]});
    let asked = ask(&author, "exportQuickAta2300", since.clone()).await;
    let job = ended(&app, &author, asked).await;
    assert!(job["errorList"].to_string().contains("job.failed.publicationUnchanged"), "{}", job["errorList"]);
    customise(&app, "Lower the pump by 30 mm", "Lower the pump by 25 mm").await;
    let second = published(&app, &author, "exportQuickAta2300", since).await;
    let files = unzipped(&download(&author, &second, "NV240-MMEL-4.1-draft-s1000d-incremental.zip").await);
    let open = author.get(&format!("/publications/{}", id_of(&second))).await.ok();
    assert_eq!((&open["since"]["number"], &open["since"]["revision"]), (&json!(1), &json!("4.1")), "{open}");
    let manifest: Value = serde_json::from_slice(&download(&author, &second, "manifest.json").await).expect("JSON");
    assert_eq!(manifest["since"], json!({"number": 1, "revision": "4.1"}));
    let changed: Vec<&str> =
        files.iter().map(|(name, _)| name.as_str()).filter(|name| name.contains("28-21-01-00A-520A")).collect();
    assert_eq!(changed.len(), 1, "{changed:?}");
    let own = files.iter().filter(|(name, _)| !is_generated_name(name)).count();
    assert!(own < 10, "the rest stays behind: {own}");
}

async fn values_are_told_at_their_fields(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let wanted = json!({"revision": "", "formats": [], "reviseTypes": [], "profiles": [], "operator": ""});
    let refused = ask(&author, "exportQuickAta2300", wanted).await;
    assert_eq!(
        refused.fields(),
        ["revision", "formats", "reviseTypes", "profiles", "operator"]
            .map(|name| format!("parameterMap.{name}: required"))
    );
    let unknown = ask(&author, "exportQuickAta2300", json!({"operator": "NONE"})).await;
    assert_eq!(unknown.fields(), ["parameterMap.operator: unknown_value"]);
    let approver = app.person(Role::Approver).await;
    let empty = ask(&approver, "exportFormalAta2300", json!({"publication": "none"})).await;
    assert_eq!(empty.fields().len(), 5, "{:?}", empty.fields());
    let outputs = json!({"publication": "none"});
    assert_eq!(ask(&approver, "exportFormalAta2300", approval(&outputs)).await.problem(), "404 publication.not_found");
}

/// Adds a draft to a manual, without artifacts.
pub(crate) async fn stored(app: &TestApp, csdb: &str, manual: &str, snapshot: SnapshotId) -> String {
    let mut tx = app.db.begin().await.expect("a transaction");
    let (csdb, name) = (testkit::library::name(csdb), testkit::library::name(manual));
    let manual = store::manuals::find_by_name(&mut tx, &csdb, &name).await.expect("a store").expect("the manual");
    let publication = ManualPublication {
        id: PublicationId("a-hidden-publication".to_owned()),
        manual_id: manual.id.clone(),
        csdb_name: manual.csdb_name.to_string(),
        manual_name: manual.name.to_string(),
        number: store::publications::take_number(&mut tx, &manual.id).await.expect("a number"),
        revision: "1".to_owned(),
        state: PublicationState::Draft,
        snapshot,
        options: PublicationOptions {
            formats: Vec::new(),
            revise_types: Vec::new(),
            profiles: Vec::new(),
            aircraft: Vec::new(),
            targets: Vec::new(),
            languages: Vec::new(),
            operator: String::new(),
            since: None,
            arrangement: BookArrangement::Automatic,
            validity: None,
        },
        approval_required: true,
        approval: None,
        change_request: None,
        job: JobId("a-hidden-job".to_owned()),
        created: PublicationAct { by: "admin".to_owned(), on: testkit::library::at(1) },
        approved: None,
        withdrawn: None,
        superseded_by: None,
        version: 1,
    };
    assert!(store::publications::insert(&mut tx, &publication).await.expect("a store"));
    tx.commit().await.expect("kept");
    publication.id.0
}
