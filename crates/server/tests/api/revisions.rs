//! OEM revisions: confirmation and rejection.

use domain::access::AccessLevel;
use domain::permission::Role;
use serde_json::{Value, json};
use testkit::app::TestApp;
use testkit::client::{Client, TestResponse};
use testkit::packages::{PackageFiles, demo};

use crate::change_requests;
use crate::editing::{check_in, edit};
use crate::limited::Limits;
use crate::viewer::{BASE, delivered, reader_of};

testkit::on_each_app!(
    a_revision_that_meets_no_edits_moves_the_working_lane_forward,
    edits_of_both_sides_are_merged,
    a_conflict_becomes_a_to_do,
    a_module_that_is_checked_out_is_left_alone,
    the_holder_of_a_module_learns_of_its_revision,
    a_deleted_module_leaves_unless_it_was_customised,
    a_module_with_another_code_is_named_at_the_one_that_it_replaces,
    the_people_of_a_change_request_learn_that_its_module_is_deleted,
    an_edit_that_the_manufacturer_made_too_is_adopted,
    a_rejected_revision_is_no_base,
    a_later_revision_supersedes_one_that_waits,
    a_revision_is_decided_once,
    of_two_decisions_at_the_same_moment_one_is_taken,
    only_those_who_may_decide_do,
);

pub(crate) const MODULE: &str = "DMC-NV240-A-28-21-01-00A-520A-A_en-US.XML";
pub(crate) const BEFORE: &str = "Remove panel 214AL";
pub(crate) const OURS: &str = "Lower the pump by 25 mm";

pub(crate) fn path() -> String {
    format!("{BASE}/{MODULE}")
}

/// The demo with other words in one module, in this issue.
pub(crate) fn revised(words: &str, issue: &str) -> PackageFiles {
    let mut files = demo("amm");
    let (_, bytes) = files.iter_mut().find(|(name, _)| name.contains("28-21-01-00A-520A")).expect("a module");
    let text = String::from_utf8(bytes.clone()).expect("text").replace(BEFORE, words);
    *bytes = text.replace("issueNumber=\"001\"", &format!("issueNumber=\"{issue}\"")).into_bytes();
    files
}

/// An author changes a text of the module and checks it in.
pub(crate) async fn customise(app: &TestApp, old: &str, new: &str) -> Client {
    let author = app.person(Role::Author).await;
    let (text, sha256) = edit(&author, &path(), |text| text.replace(old, new)).await;
    assert!(text.contains(old), "{text}");
    check_in(&author, &path(), json!({"step": "inWork", "comment": "Ours"}), &sha256).await.ok();
    author
}

pub(crate) async fn ask(client: &Client, name: &str, revision: &str, more: Value) -> TestResponse {
    let mut parameters = json!({"csdbName": "NV240", "manualName": "MMEL", "revision": revision});
    for (key, value) in more.as_object().expect("parameters") {
        parameters[key] = value.clone();
    }
    client.post("/jobs", json!({"jobName": name, "parameterMap": parameters})).await
}

/// Asks for a decision and waits for its end; returns the outputs.
pub(crate) async fn decide(app: &TestApp, name: &str, revision: &str, more: Value) -> Value {
    let approver = app.person(Role::Approver).await;
    let job = ask(&approver, name, revision, more).await.ok();
    app.run_jobs().await;
    let job = approver.get(&format!("/jobs/{}", job["id"].as_str().expect("an id"))).await.ok();
    assert_eq!(job["status"], "COMPLETED", "{}", job["errorList"]);
    job["outputMap"].clone()
}

pub(crate) async fn confirm(app: &TestApp, revision: &str) -> Value {
    decide(app, "confirmOemAta2300", revision, json!({})).await
}

pub(crate) async fn text(client: &Client) -> String {
    client.get(&format!("/bytes/default{}", path())).await.text()
}

pub(crate) async fn todos(client: &Client, revision: &str, query: &str) -> Value {
    client.get(&format!("/revisions/{revision}/todos{query}")).await.ok()
}

pub(crate) async fn state(client: &Client, revision: &str) -> Value {
    client.get(&format!("/revisions/{revision}")).await.ok()["state"].clone()
}

async fn a_revision_that_meets_no_edits_moves_the_working_lane_forward(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let revision = delivered(&app, &revised("Take off panel 214AL", "002"), "yes").await;
    let done = confirm(&app, &revision).await;
    let counts = ["forwarded", "merged", "conflicts", "todos", "removed"].map(|name| done[name].clone());
    assert_eq!(counts, ["1", "0", "0", "0", "0"].map(|count| json!(count)), "{done}");
    assert!(text(&reader).await.contains("Take off panel 214AL"));
    assert_eq!(state(&reader, &revision).await, json!("confirmed"));
    assert_eq!(reader.get("/revisions/waiting").await.ok()["total"], json!(0));
    // The working lane is the delivered one again.
    let differs = reader.get(&format!("/redline/default{BASE}?left=oem&right=working")).await.ok();
    assert_eq!(differs["counts"], json!({"new": 0, "changed": 0, "removed": 0, "pictures": 0, "viewed": 0}));
    let log = app.admin().await.get("/audit?action=revision.confirmed").await.ok();
    assert_eq!((&log["total"], &log["items"][0]["actor"]), (&json!(1), &json!("approver")));
}

async fn edits_of_both_sides_are_merged(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    customise(&app, "Lower the pump by 30 mm", OURS).await;
    let revision = delivered(&app, &revised("Take off panel 214AL", "002"), "yes").await;
    let done = confirm(&app, &revision).await;
    assert_eq!((&done["merged"], &done["conflicts"], &done["todos"]), (&json!("1"), &json!("0"), &json!("0")));
    let merged = text(&reader).await;
    assert!(merged.contains("Take off panel 214AL") && merged.contains(OURS), "{merged}");
    assert!(merged.contains("issueNumber=\"002\" inWork=\"01\""), "{merged}");
    let file = reader.get(&format!("/files/default{}", path())).await.ok();
    assert_eq!(file["origin"], "merge");
    let listed = todos(&reader, &revision, "").await;
    let todo = &listed["items"][0];
    assert_eq!((&listed["total"], &todo["reason"], &todo["state"]), (&json!(1), &json!("merged"), &json!("done")));
}

async fn a_conflict_becomes_a_to_do(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    customise(&app, BEFORE, "Open panel 214AL").await;
    let revision = delivered(&app, &revised("Take off panel 214AL", "002"), "yes").await;
    let done = confirm(&app, &revision).await;
    assert_eq!((&done["merged"], &done["conflicts"], &done["todos"]), (&json!("1"), &json!("1"), &json!("1")));
    let kept = text(&reader).await;
    assert!(kept.contains("Open panel 214AL") && !kept.contains("Take off"), "our text stays: {kept}");
    let detail = reader.get(&format!("/revisions/{revision}")).await.ok();
    assert_eq!(detail["todos"], json!({"open": 1, "done": 0, "mine": 0}));
    assert_eq!((&detail["base"]["number"], &detail["mayDecide"]), (&json!(1), &json!(false)));
    let listed = todos(&reader, &revision, "?state=open&reason=conflict&owner=none&keywordFilter=28-21-01").await;
    assert_eq!((&listed["total"], &listed["items"][0]["conflicts"]), (&json!(1), &json!(1)), "{listed}");
    assert_eq!(todos(&reader, &revision, "?state=done").await["total"], json!(0));
    let unknown = reader.get(&format!("/revisions/{revision}/todos?state=maybe&reason=none")).await;
    assert_eq!(unknown.fields(), ["state: unknown_value", "reason: unknown_value"]);
}

async fn a_module_that_is_checked_out_is_left_alone(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let revision = delivered(&app, &revised("Take off panel 214AL", "002"), "yes").await;
    let author = app.person(Role::Author).await;
    let (_, sha256) = edit(&author, &path(), |text| text.replace("Lower the pump by 30 mm", OURS)).await;
    let told = reader.get(&format!("/revisions/{revision}/forecast")).await.ok();
    assert_eq!(told["checkedOut"], json!(1));
    let done = confirm(&app, &revision).await;
    assert_eq!((&done["forwarded"], &done["kept"]), (&json!("0"), &json!("1")), "{done}");
    check_in(&author, &path(), json!({"step": "inWork"}), &sha256).await.ok();
    assert!(text(&reader).await.contains(BEFORE));
    let todo = todos(&reader, &revision, "").await["items"][0].clone();
    assert_eq!((&todo["reason"], &todo["state"]), (&json!("checkedOut"), &json!("open")));
    let open = author.get(&format!("/revisions/{revision}/todos/{}", todo["id"].as_str().expect("an id"))).await.ok();
    assert_eq!((&open["isEdited"], &open["maySave"]), (&json!(true), &json!(true)));
    let merged = open["result"]["text"].as_str().expect("a text");
    assert!(merged.contains(OURS) && merged.contains("Take off panel 214AL"), "{merged}");
}

async fn the_holder_of_a_module_learns_of_its_revision(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    edit(&author, &path(), |text| text.replace("Lower the pump by 30 mm", OURS)).await;
    let revision = delivered(&app, &revised("Take off panel 214AL", "002"), "yes").await;
    confirm(&app, &revision).await;
    let messages = author.get("/notifications").await.ok();
    let messages = messages["items"].as_array().expect("a list").iter();
    let told: Vec<Value> = messages.filter(|one| one["code"] == "checkout.revised").cloned().collect();
    assert_eq!(told.len(), 1, "{told:?}");
    let text = "approver confirmed OEM revision 2 of /NV240/MMEL. It changes 1 module that you have checked out. Check in, \
                then merge the changes in the list of to-dos.";
    assert_eq!((&told[0]["text"], &told[0]["link"]), (&json!(text), &json!(format!("/revisions/{revision}"))));
}

/// The demo without one module, in a complete delivery.
fn without(code: &str) -> PackageFiles {
    let mut files = demo("amm");
    let before = files.len();
    files.retain(|(name, _)| !name.contains(code));
    assert_eq!(files.len() + 1, before);
    files
}

async fn a_deleted_module_leaves_unless_it_was_customised(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let revision = delivered(&app, &without("28-21-01-00A-520A"), "yes").await;
    let told = reader.get(&format!("/revisions/{revision}/forecast")).await.ok();
    assert_eq!((&told["deleted"], &told["withConflicts"]), (&json!(1), &json!(0)), "{told}");
    customise(&app, "Lower the pump by 30 mm", OURS).await;
    let told = reader.get(&format!("/revisions/{revision}/forecast")).await.ok();
    assert_eq!((&told["deleted"], &told["withConflicts"]), (&json!(1), &json!(1)), "{told}");
    let done = confirm(&app, &revision).await;
    assert_eq!((&done["removed"], &done["kept"]), (&json!("0"), &json!("1")), "{done}");
    assert!(text(&reader).await.contains(OURS), "ours stays until somebody decides");
    let todo = todos(&reader, &revision, "").await["items"][0].clone();
    assert_eq!(todo["reason"], "deletedByOem");
    decide(&app, "restoreAirline", &revision, json!({})).await;
    let author = app.person(Role::Author).await;
    let versions = author.get(&format!("/files/getVersions/default{}", path())).await.ok();
    let first = versions.as_array().expect("versions").last().expect("a version")["versionId"].clone();
    let restore = format!("/files/restore/default{}?version={}", path(), first.as_str().expect("an id"));
    author.post(&restore, json!({})).await.ok();
    // It has an own version still, although the words are the manufacturer's.
    confirm(&app, &revision).await;
    assert_eq!(todos(&reader, &revision, "?state=open").await["total"], json!(1));
}

async fn a_module_with_another_code_is_named_at_the_one_that_it_replaces(app: TestApp) {
    const OTHER: &str = "DMC-NV240-A-28-21-01-00B-520A-A";
    let reader = reader_of(&app, "amm").await;
    customise(&app, "Lower the pump by 30 mm", OURS).await;
    let mut files = revised("Take off panel 214AL", "001");
    let (name, bytes) = files.iter_mut().find(|(name, _)| name.contains("28-21-01-00A-520A")).expect("a module");
    *name = name.replace("28-21-01-00A-520A", "28-21-01-00B-520A");
    // The first variant is that of its own code.
    let own = String::from_utf8(bytes.clone()).expect("text");
    *bytes = own.replacen("disassyCodeVariant=\"A\"", "disassyCodeVariant=\"B\"", 1).into_bytes();
    let revision = delivered(&app, &files, "yes").await;
    confirm(&app, &revision).await;
    let todo = todos(&reader, &revision, "?reason=deletedByOem").await["items"][0].clone();
    assert_eq!(todo["path"], json!(path()), "{todo}");
    let opened = reader.get(&format!("/revisions/{revision}/todos/{}", todo["id"].as_str().expect("an id"))).await.ok();
    let successor = &opened["successor"];
    assert_eq!((&successor["code"], &successor["title"]), (&json!(OTHER), &json!("Booster pump - Remove procedure")));
    assert!(successor["likeness"].as_u64().is_some_and(|percent| (90..100).contains(&percent)), "{successor}");
}

async fn the_people_of_a_change_request_learn_that_its_module_is_deleted(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let request = change_requests::opened(&author, "Panel").await;
    let deleted = format!("{BASE}/DMC-NV240-A-28-41-00-00A-412A-A_en-US.XML");
    author.post(&format!("/changeRequests/{request}/modules"), json!({"path": deleted})).await.ok();
    let mut files = demo("amm");
    files.retain(|(name, _)| !name.contains("28-41-00-00A-412A"));
    let revision = delivered(&app, &files, "yes").await;
    confirm(&app, &revision).await;
    let messages = author.get("/notifications").await.ok();
    let told = messages["items"].as_array().expect("a list").iter().find(|message| {
        message["text"].as_str().is_some_and(|text| text.contains("deletes a module of change request #1: Panel"))
    });
    assert_eq!(
        told.map(|message| message["link"].clone()),
        Some(json!(format!("/change-requests/{request}"))),
        "{messages}"
    );
}

async fn an_edit_that_the_manufacturer_made_too_is_adopted(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    customise(&app, BEFORE, "Take off panel 214AL").await;
    let revision = delivered(&app, &revised("Take off panel 214AL", "002"), "yes").await;
    let told = reader.get(&format!("/revisions/{revision}/forecast")).await.ok();
    assert_eq!((&told["adopted"], &told["mergesCleanly"]), (&json!(1), &json!(1)), "{told}");
    confirm(&app, &revision).await;
    assert_eq!(text(&reader).await.matches("Take off panel 214AL").count(), 1);
}

async fn a_rejected_revision_is_no_base(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let second = delivered(&app, &revised("Take off panel 214AL", "002"), "yes").await;
    let approver = app.person(Role::Approver).await;
    let refused = ask(&approver, "rejectOem", &second, json!({})).await;
    assert_eq!(refused.fields(), ["parameterMap.reason: required"]);
    decide(&app, "rejectOem", &second, json!({"reason": "Not for our fleet"})).await;
    assert_eq!(state(&reader, &second).await, json!("rejected"));
    assert!(text(&reader).await.contains(BEFORE));
    let third = delivered(&app, &revised("Take away panel 214AL", "003"), "yes").await;
    let detail = reader.get(&format!("/revisions/{third}")).await.ok();
    assert_eq!((&detail["number"], &detail["base"]["number"]), (&json!(3), &json!(1)));
    confirm(&app, &third).await;
    assert!(text(&reader).await.contains("Take away panel 214AL"));
}

async fn a_later_revision_supersedes_one_that_waits(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let second = delivered(&app, &revised("Take off panel 214AL", "002"), "yes").await;
    let third = delivered(&app, &revised("Take away panel 214AL", "003"), "yes").await;
    let waiting = reader.get("/revisions/waiting").await.ok();
    let newest: Vec<&Value> = waiting["items"].as_array().expect("a list").iter().map(|one| &one["isNewest"]).collect();
    assert_eq!(newest, [&json!(true), &json!(false)]);
    confirm(&app, &third).await;
    assert_eq!(state(&reader, &second).await, json!("superseded"));
    let approver = app.person(Role::Approver).await;
    let late = ask(&approver, "confirmOemAta2300", &second, json!({})).await;
    assert_eq!(late.problem(), "409 revision.not_waiting");
    decide(&app, "restoreAirline", &third, json!({})).await;
    assert_eq!((state(&reader, &second).await, state(&reader, &third).await), (json!("waiting"), json!("waiting")));
    confirm(&app, &second).await;
    assert!(text(&reader).await.contains("Take off panel 214AL"));
    assert_eq!(state(&reader, &third).await, json!("waiting"), "it is compared with the second now");
    let detail = reader.get(&format!("/revisions/{third}")).await.ok();
    assert_eq!(detail["base"]["number"], json!(2));
    confirm(&app, &third).await;
    let earlier = ask(&approver, "restoreAirline", &second, json!({})).await;
    assert_eq!(earlier.problem(), "409 revision.not_newest");
}

async fn a_revision_is_decided_once(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let revision = delivered(&app, &revised("Take off panel 214AL", "002"), "yes").await;
    let approver = app.person(Role::Approver).await;
    let first = ask(&approver, "confirmOemAta2300", &revision, json!({})).await.ok();
    let second = ask(&app.admin().await, "rejectOem", &revision, json!({"reason": "No"})).await;
    assert_eq!(second.problem(), "409 revision.busy");
    app.run_jobs().await;
    let job = approver.get(&format!("/jobs/{}", first["id"].as_str().expect("an id"))).await.ok();
    assert_eq!(job["status"], "COMPLETED", "{}", job["errorList"]);
    let late = ask(&approver, "rejectOem", &revision, json!({"reason": "No"})).await;
    assert_eq!(late.problem(), "409 revision.not_waiting");
    let again = approver
        .ask(axum::http::Method::POST, &format!("/jobs/{}/retry", first["id"].as_str().expect("an id")), None)
        .await;
    assert_eq!(again.problem(), "409 revision.not_waiting");
    assert_eq!(state(&reader, &revision).await, json!("confirmed"));
}

async fn of_two_decisions_at_the_same_moment_one_is_taken(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let revision = delivered(&app, &revised("Take off panel 214AL", "002"), "yes").await;
    let (approver, admin) = (app.person(Role::Approver).await, app.admin().await);
    let (confirmed, rejected) = tokio::join!(
        ask(&approver, "confirmOemAta2300", &revision, json!({})),
        ask(&admin, "rejectOem", &revision, json!({"reason": "No"})),
    );
    let is_confirmed = confirmed.status.is_success();
    assert_ne!(is_confirmed, rejected.status.is_success(), "{} {}", confirmed.text(), rejected.text());
    let late = if is_confirmed { &rejected } else { &confirmed };
    assert_eq!(late.problem(), "409 revision.busy");
    app.run_jobs().await;
    assert_eq!(state(&reader, &revision).await, json!(if is_confirmed { "confirmed" } else { "rejected" }));
    assert_eq!(text(&reader).await.contains("Take off panel 214AL"), is_confirmed);
}

async fn only_those_who_may_decide_do(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let revision = delivered(&app, &revised("Take off panel 214AL", "002"), "yes").await;
    let author = app.person(Role::Author).await;
    for name in ["confirmOemAta2300", "rejectOem", "restoreAirline", "markAllOemChangeFileDone"] {
        for client in [&reader, &author] {
            let refused = ask(client, name, &revision, json!({"reason": "No"})).await;
            assert_eq!(refused.problem(), "403 forbidden", "{name}");
        }
    }
    let batch = ask(&reader, "batchMarkDone", &revision, json!({"todos": ["a"]})).await;
    assert_eq!(batch.problem(), "403 forbidden");
    let approver = app.person(Role::Approver).await;
    app.add("stranger", Role::Approver).await;
    let stranger = app.signed_in("stranger").await;
    Limits::of_group(&app, BASE, "Fleet 1", &["approver"], AccessLevel::Read).await;
    let hidden = ask(&stranger, "confirmOemAta2300", &revision, json!({})).await;
    assert_eq!(hidden.problem(), "404 manual.not_found");
    let limited = ask(&approver, "confirmOemAta2300", &revision, json!({})).await;
    assert_eq!(limited.problem(), "403 forbidden", "it may only read here");
    let people = approver.get(&format!("/revisions/{revision}/people")).await;
    assert_eq!(people.problem(), "403 forbidden", "who edits here is for those who edit here");
    let detail = approver.get(&format!("/revisions/{revision}")).await.ok();
    assert_eq!((&detail["mayDecide"], &detail["mayEdit"]), (&json!(false), &json!(false)));
}
