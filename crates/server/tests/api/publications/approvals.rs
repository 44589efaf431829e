//! The frozen text is approved, by the right people.

use app::editing::statuses::{self, StatusDecision};
use app::library::csdbs::NewCsdb;
use app::library::manuals::NewManual;
use app::users::sessions::authenticate;
use axum::body::Body;
use axum::http::Method;
use domain::access::AccessLevel;
use domain::change::Actor;
use domain::id::VersionId;
use domain::path::FilePath;
use domain::permission::Role;
use domain::status::StatusStep;
use serde_json::{Value, json};
use testkit::app::TestApp;
use testkit::client::{API, Client, TestResponse};
use testkit::packages::{demo, unzipped};

use super::{
    approval, approve, ask, ask_for_approval, download, ended, given_operator, id_of, lane_ids, lanes, prove, published,
};
use crate::change_requests;
use crate::limited::Limits;
use crate::revisions::{OURS, customise, path};
use crate::viewer::{BASE, delivered, reader_of};

testkit::on_each_app!(
    a_reference_that_became_broken_here_blocks,
    what_is_frozen_stays_while_authors_work,
    an_obsolete_module_stops_the_approval,
    a_release_without_approval_needs_a_proof_of_identity,
    letters_stay_and_the_manifest_lists_them,
    an_approval_needs_no_operator,
    a_read_grant_shows_neither_blockers_nor_drafts,
    a_cancelled_change_request_is_not_published,
    rights_are_asked_again_when_the_job_runs,
    an_administrator_allows_people_to_approve_their_own_publications,
);

async fn blockers(client: &Client) -> Value {
    client.get(&format!("/publications/blockers?manualPath={BASE}")).await.ok()
}

async fn a_reference_that_became_broken_here_blocks(app: TestApp) {
    reader_of(&app, "amm").await;
    given_operator(&app).await;
    let (author, approver) = (app.person(Role::Author).await, app.person(Role::Approver).await);
    assert_eq!(blockers(&author).await["blocking"], 0, "nothing that was delivered blocks");
    assert_eq!(approver.delete(&format!("/files/default{}?force=true", path())).await.status.as_u16(), 204);
    let found = blockers(&author).await;
    let to_module = |one: &&Value| one["target"].as_str().is_some_and(|target| target.contains("28-21-01-00A-520A"));
    let ours: Vec<&Value> = found["brokenReferences"].as_array().expect("a list").iter().filter(to_module).collect();
    assert!(!ours.is_empty() && ours.iter().all(|one| one["delivered"] == json!(false)), "{found}");
    assert_eq!(found["brokenReferences"][0]["delivered"], false, "what blocks comes first");
    let number = |name: &str| found[name].as_u64().expect("a number");
    assert!(number("referenceCount") > 0 && number("blocking") >= number("referenceCount"), "{found}");
    let refused = ask(&author, "exportApproveAta2300", json!({})).await;
    assert_eq!(refused.problem(), "409 publication.blocked");
    published(&app, &author, "exportQuickAta2300", json!({})).await;
}

async fn what_is_frozen_stays_while_authors_work(app: TestApp) {
    reader_of(&app, "amm").await;
    given_operator(&app).await;
    let (author, approver) = (app.person(Role::Author).await, app.person(Role::Approver).await);
    let waiting = published(&app, &author, "exportApproveAta2300", json!({})).await;
    let [frozen, _] = lane_ids(&author).await;
    let inputs = |bytes: Vec<u8>| -> Value {
        let manifest: Value = serde_json::from_slice(&bytes).expect("JSON");
        manifest["inputs"].clone()
    };
    let before = inputs(download(&author, &waiting, "manifest.json").await);
    let name = waiting["fileName"].as_str().expect("a name").to_owned();
    assert_eq!(name, "NV240-MMEL-4.1-s1000d-complete.zip", "no draft");
    let package = download(&author, &waiting, &name).await;
    customise(&app, "Lower the pump by 30 mm", OURS).await;
    assert_eq!(lane_ids(&author).await[0], frozen);
    approve(&app, &approver, &waiting).await;
    assert_eq!(lane_ids(&author).await, [Value::Null, frozen]);
    assert_eq!(inputs(download(&author, &waiting, "manifest.json").await), before);
    assert_eq!(download(&author, &waiting, &name).await, package);
    let text: Vec<u8> = unzipped(&package).into_iter().flat_map(|(_, bytes)| bytes).collect();
    assert!(!String::from_utf8_lossy(&text).contains(OURS));
}

/// Makes the module of these tests obsolete.
async fn make_obsolete(app: &TestApp) {
    let admin = app.admin().await;
    let caller = authenticate(&app.ctx, Some(admin.token())).await.expect("signed in");
    let read = admin.get(&format!("/files/default{}", path())).await.ok();
    let version = VersionId::parse(read["versionId"].as_str().expect("an id")).expect("a number");
    let decision = StatusDecision { version, step: StatusStep::Withdraw, why: "wrong".to_owned() };
    let path = FilePath::parse(&path()).expect("a path");
    statuses::change(&app.ctx, &caller, &path, decision).await.expect("it is changed");
}

async fn an_obsolete_module_stops_the_approval(app: TestApp) {
    reader_of(&app, "amm").await;
    given_operator(&app).await;
    let (author, approver) = (app.person(Role::Author).await, app.person(Role::Approver).await);
    let waiting = published(&app, &author, "exportApproveAta2300", json!({})).await;
    let asked = ask_for_approval(&approver, &waiting).await;
    // The approval is asked for, and does not run yet.
    make_obsolete(&app).await;
    let job = ended(&app, &approver, asked).await;
    assert_eq!(job["status"], "FAILED");
    assert!(job["errorList"].to_string().contains("job.failed.publicationBlocked"), "{}", job["errorList"]);
    let open = approver.get(&format!("/publications/{}", id_of(&waiting))).await.ok();
    assert_eq!((&open["publication"]["state"], &open["unreleasedCount"]), (&json!("readyForApprove"), &json!(1)));
    let refused = ask(&approver, "exportFormalAta2300", approval(&waiting)).await;
    assert_eq!(refused.problem(), "409 publication.blocked");
    assert_eq!(lanes(&author).await, (true, false));
}

/// Adds a manual that needs no approval.
pub(super) async fn given_free_manual(app: &TestApp) {
    let csdb = NewCsdb { name: "NV240".to_owned(), ..NewCsdb::default() };
    app::library::csdbs::create_as(&app.ctx, &Actor::System, &csdb).await.expect("a database");
    let manual = NewManual {
        csdb: "NV240".to_owned(),
        name: "MMEL".to_owned(),
        approval_required: Some(false),
        ..NewManual::default()
    };
    app::library::manuals::create_as(&app.ctx, &Actor::System, &manual).await.expect("a manual");
}

async fn a_release_without_approval_needs_a_proof_of_identity(app: TestApp) {
    given_free_manual(&app).await;
    delivered(&app, &demo("amm"), "yes").await;
    given_operator(&app).await;
    let (author, approver) = (app.person(Role::Author).await, app.person(Role::Approver).await);
    let release = json!({"approvalRequired": "no"});
    let silent = ask(&approver, "exportApproveAta2300", json!({})).await;
    assert_eq!(silent.fields(), ["parameterMap.approvalRequired: required"]);
    assert_eq!(ask(&author, "exportApproveAta2300", release.clone()).await.problem(), "403 forbidden");
    let released = async || ask(&approver, "exportApproveAta2300", release.clone()).await;
    assert_eq!(released().await.problem(), "403 confirmation.required", "signed in a moment ago");
    prove(&approver, "release:/NV240/OTHER").await;
    assert_eq!(released().await.problem(), "403 confirmation.required", "for another manual");
    prove(&approver, "release:/nv240/mmel").await;
    let outputs = published(&app, &approver, "exportApproveAta2300", release.clone()).await;
    assert_eq!(released().await.problem(), "403 confirmation.required", "the proof was used");
    assert_eq!(outputs["approvalRequired"], "no");
    let open = approver.get(&format!("/publications/{}", id_of(&outputs))).await.ok();
    assert_eq!(
        (&open["publication"]["state"], &open["publication"]["approved"]["by"]),
        (&json!("approved"), &json!("approver"))
    );
    assert_eq!(lanes(&author).await, (false, true));
}

pub(super) async fn attach(client: &Client, publication: &Value, name: &str, text: &'static str) -> TestResponse {
    let address = format!("{API}/publications/{}/letter?fileName={name}", id_of(publication));
    let request = client.request(Method::POST, &address).header("content-type", "application/octet-stream");
    client.send(request.body(Body::from(text)).expect("a request")).await
}

async fn letters_stay_and_the_manifest_lists_them(app: TestApp) {
    reader_of(&app, "amm").await;
    given_operator(&app).await;
    let (author, approver) = (app.person(Role::Author).await, app.person(Role::Approver).await);
    let waiting = published(&app, &author, "exportApproveAta2300", json!({})).await;
    assert_eq!(attach(&author, &waiting, "easa.pdf", "letter").await.problem(), "403 forbidden");
    attach(&approver, &waiting, "easa.pdf", "letter").await.ok();
    let outputs = approve(&app, &approver, &waiting).await;
    assert_eq!(outputs["fileName"], "NV240-MMEL-4.1-s1000d-complete.zip");
    assert!(!outputs["artifacts"].to_string().contains("letter"), "{outputs}");
    attach(&approver, &waiting, "easa.pdf", "another").await.ok();
    assert_eq!(attach(&approver, &waiting, "easa.pdf", "").await.fields(), ["file: required"]);
    let manifest: Value = serde_json::from_slice(&download(&author, &waiting, "manifest.json").await).expect("JSON");
    let listed: Vec<&Value> =
        manifest["artifacts"].as_array().expect("a list").iter().map(|one| &one["name"]).collect();
    assert_eq!(listed, [&outputs["fileName"]]);
    let letters: Vec<&Value> = manifest["letters"].as_array().expect("a list").iter().map(|one| &one["name"]).collect();
    assert_eq!(letters, ["letter-2-easa.pdf", "letter-easa.pdf"]);
    assert_eq!(download(&author, &waiting, "letter-easa.pdf").await, b"letter");
    assert_eq!(download(&author, &waiting, "letter-2-easa.pdf").await, b"another");
}

async fn an_approval_needs_no_operator(app: TestApp) {
    reader_of(&app, "amm").await;
    given_operator(&app).await;
    let (author, approver) = (app.person(Role::Author).await, app.person(Role::Approver).await);
    let waiting = published(&app, &author, "exportApproveAta2300", json!({})).await;
    app.admin().await.delete("/config/operator?code=AZB").await.ok();
    approve(&app, &approver, &waiting).await;
    assert_eq!(lanes(&author).await, (false, true));
}

async fn listed_jobs(client: &Client) -> String {
    client.post("/airline/jobs/getJobsWithPage", json!({"pageSize": 100})).await.ok().to_string()
}

async fn a_read_grant_shows_neither_blockers_nor_drafts(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    given_operator(&app).await;
    let admin = app.admin().await;
    let draft = published(&app, &admin, "exportQuickAta2300", json!({"revision": "secret"})).await;
    let jobs = listed_jobs(&reader).await;
    assert!(jobs.contains("exportQuickAta2300"), "the task itself is no secret: {jobs}");
    assert!(!jobs.contains("secret") && !jobs.contains(id_of(&draft)), "{jobs}");
    assert!(listed_jobs(&admin).await.contains(id_of(&draft)));
    let author = app.person(Role::Author).await;
    assert_eq!(blockers(&author).await["blocking"], 0);
    Limits::of_group(&app, BASE, "readers", &["author"], AccessLevel::Read).await;
    let refused = author.get(&format!("/publications/blockers?manualPath={BASE}")).await;
    assert_eq!(refused.problem(), "403 forbidden");
    let refused = ask(&author, "exportQuickAta2300", json!({})).await;
    assert_eq!(refused.problem(), "403 forbidden");
    let jobs = listed_jobs(&author).await;
    assert!(!jobs.contains("secret"), "{jobs}");
}

async fn a_cancelled_change_request_is_not_published(app: TestApp) {
    reader_of(&app, "amm").await;
    given_operator(&app).await;
    let author = app.person(Role::Author).await;
    let unknown = ask(&author, "exportQuickAta2300", json!({"changeRequestId": "none"})).await;
    assert_eq!(unknown.fields(), ["parameterMap.changeRequestId: unknown_value"]);
    let request = change_requests::opened(&author, "Wrong limit").await;
    let named = json!({"changeRequestId": request});
    let draft = published(&app, &author, "exportQuickAta2300", named.clone()).await;
    let open = author.get(&format!("/publications/{}", id_of(&draft))).await.ok();
    assert_eq!((&open["publication"]["changeRequestId"], &open["changeRequestNumber"]), (&json!(request), &json!(1)));
    change_requests::act(&author, &request, "cancel").await.ok();
    let cancelled = ask(&author, "exportQuickAta2300", named).await;
    assert_eq!(cancelled.fields(), ["parameterMap.changeRequestId: unknown_value"]);
}

async fn rights_are_asked_again_when_the_job_runs(app: TestApp) {
    reader_of(&app, "amm").await;
    given_operator(&app).await;
    let author = app.person(Role::Author).await;
    let asked = ask(&author, "exportQuickAta2300", json!({})).await;
    Limits::of_group(&app, BASE, "readers", &["author"], AccessLevel::Read).await;
    let job = ended(&app, &author, asked).await;
    assert_eq!(job["status"], "FAILED");
    assert!(job["errorList"].to_string().contains("job.failed.forbidden"), "{}", job["errorList"]);
    assert_eq!(app.admin().await.get(&format!("/publications?manualPath={BASE}")).await.ok()["total"], 0);
}

async fn an_administrator_allows_people_to_approve_their_own_publications(app: TestApp) {
    reader_of(&app, "amm").await;
    given_operator(&app).await;
    let approver = app.person(Role::Approver).await;
    let waiting = published(&app, &approver, "exportApproveAta2300", json!({})).await;
    let own = ask(&approver, "exportFormalAta2300", approval(&waiting)).await;
    assert_eq!(own.problem(), "403 publication.own");
    let rules = json!({"commentRequired": false, "ownRelease": true, "reminderDays": 5, "version": 0});
    app.admin().await.put("/config/editing", rules).await.ok();
    approve(&app, &approver, &waiting).await;
    assert_eq!(lanes(&approver).await, (false, true));
}
