//! The review of change requests: what is approved, by whom, and what stays as it is meanwhile.

use axum::body::Body;
use axum::http::Method;
use domain::permission::Role;
use futures::future::join_all;
use serde_json::{Value, json};
use testkit::app::TestApp;
use testkit::client::{API, Client, TestResponse};

use crate::change_requests::{act, change, create, id_of, opened, review, work};
use crate::comments::{path, version};
use crate::viewer::{BASE, lines, reader_of};

testkit::on_each_app!(
    a_verdict_is_about_the_work_that_was_read,
    the_author_of_a_version_below_the_request_does_not_approve,
    a_new_module_is_reviewed_as_a_whole,
    a_module_that_joins_unreleased_is_new_with_the_request,
    a_restored_version_names_its_request,
    a_reviewed_module_is_neither_deleted_nor_undeleted,
    a_deleted_module_stays_in_the_list,
    reopening_asks_about_modules_of_another_request,
    approvals_lapse_with_the_level_of_their_reviewer,
    details_and_files_are_fixed_during_the_review,
    reviewers_who_cannot_approve_are_named,
    unchanged_work_is_not_finished,
    files_are_refused_before_they_are_stored,
    concurrent_requests_have_different_numbers,
    a_rejection_and_a_publication_at_once_do_not_both_pass,
);

async fn read(client: &Client, id: &str) -> Value {
    client.get(&format!("/changeRequests/{id}")).await.ok()
}

/// A request whose work is finished.
async fn finished(author: &Client) -> String {
    let id = opened(author, "Pump").await;
    work(author, &id, "housing").await.ok();
    act(author, &id, "finish").await.ok();
    id
}

/// Lets people approve their own work, or not.
async fn allow_own(app: &TestApp, own: bool) {
    let admin = app.admin().await;
    let rules = admin.get("/config/editing").await.ok();
    let body = json!({"commentRequired": false, "ownRelease": own, "reminderDays": 5, "version": rules["version"]});
    admin.put("/config/editing", body).await.ok();
}

async fn attach(client: &Client, id: &str, name: &str) -> TestResponse {
    let address = format!("{API}/changeRequests/{id}/attachments?fileName={name}");
    let request = client.request(Method::POST, &address).header("content-type", "application/octet-stream");
    client.send(request.body(Body::from("SB")).expect("a request")).await
}

async fn a_verdict_is_about_the_work_that_was_read(app: TestApp) {
    reader_of(&app, "amm").await;
    let (author, approver) = (app.person(Role::Author).await, app.person(Role::Approver).await);
    let id = finished(&author).await;
    let seen = read(&approver, &id).await["request"]["round"].clone();
    act(&author, &id, "reopen").await.ok();
    change(&author, &json!(id), "housing", "casing").await.ok();
    act(&author, &id, "finish").await.ok();
    let verdict = |round: &Value| json!({"round": round, "verdict": "approved"});
    let late = approver.put(&format!("/changeRequests/{id}/review"), verdict(&seen)).await;
    assert_eq!(late.problem(), "409 changed_meanwhile");
    let open = read(&approver, &id).await;
    assert_eq!((&open["isApproved"], &open["reviewers"]), (&json!(false), &json!([])));
    // A verdict of somebody else does not start another round.
    let now = open["request"]["round"].clone();
    review(&app.admin().await, &id, json!({"verdict": "approved"})).await.ok();
    approver.put(&format!("/changeRequests/{id}/review"), verdict(&now)).await.ok();
}

async fn the_author_of_a_version_below_the_request_does_not_approve(app: TestApp) {
    reader_of(&app, "amm").await;
    let (author, approver) = (app.person(Role::Author).await, app.person(Role::Approver).await);
    let id = opened(&author, "Pump").await;
    change(&author, &json!(id), "cartridge", "sleeve").await.ok();
    change(&approver, &Value::Null, "sleeve", "barrel").await.ok();
    change(&author, &json!(id), "barrel", "tube").await.ok();
    act(&author, &id, "finish").await.ok();
    let refused = review(&approver, &id, json!({"verdict": "approved"})).await;
    assert_eq!(refused.problem(), "403 change_request.own_work", "the redline contains the approver's words");
    let abilities = read(&approver, &id).await["abilities"].clone();
    assert_eq!((&abilities["mayReview"], &abilities["isOwnWork"]), (&json!(false), &json!(true)));
    review(&app.admin().await, &id, json!({"verdict": "approved"})).await.ok();
}

const NEW: &str = "DMC-NV240-A-29-11-09-00A-520A-A_en-US.XML";

/// Makes a module, under a request or under none.
async fn make_module(client: &Client, id: Option<&str>) -> TestResponse {
    let mut body =
        json!({"manualPath": BASE, "techName": "Zephyr valve", "infoName": "Remove", "contentType": "proced"});
    if let Some(id) = id {
        body["changeRequestId"] = json!(id);
    }
    client.post(&format!("/dm/default/{NEW}"), body).await
}

async fn a_new_module_is_reviewed_as_a_whole(app: TestApp) {
    reader_of(&app, "amm").await;
    let (author, approver) = (app.person(Role::Author).await, app.person(Role::Approver).await);
    let id = opened(&author, "Valve").await;
    assert_eq!(make_module(&author, Some("none")).await.problem(), "404 change_request.not_found");
    let made = make_module(&approver, Some(&id)).await;
    assert_eq!(made.status.as_u16(), 201, "{}", made.text());
    let module = read(&author, &id).await["modules"][0].clone();
    assert_eq!((&module["base"], &module["newest"]), (&Value::Null, &made.json()["versionId"]), "{module}");
    act(&author, &id, "finish").await.ok();
    let refused = review(&approver, &id, json!({"verdict": "approved"})).await;
    assert_eq!(refused.problem(), "403 change_request.own_work");
    let history = author.get(&format!("/changeRequests/{id}/history")).await.ok();
    assert!(lines(&history, &["action"]).contains(&"change_request.module_created".to_owned()), "{history}");
}

async fn a_module_that_joins_unreleased_is_new_with_the_request(app: TestApp) {
    reader_of(&app, "amm").await;
    let (author, approver) = (app.person(Role::Author).await, app.person(Role::Approver).await);
    assert_eq!(make_module(&approver, None).await.status.as_u16(), 201);
    let id = opened(&author, "Valve").await;
    let module = json!({"path": format!("{BASE}/{NEW}")});
    let open = author.post(&format!("/changeRequests/{id}/modules"), module).await.ok();
    let module = &open["modules"][0];
    assert_eq!(module["base"], Value::Null, "all of its text is new");
    assert!(module["newest"].is_string(), "{module}");
    act(&author, &id, "finish").await.ok();
    let refused = review(&approver, &id, json!({"verdict": "approved"})).await;
    assert_eq!(refused.problem(), "403 change_request.own_work");
}

async fn a_restored_version_names_its_request(app: TestApp) {
    reader_of(&app, "amm").await;
    let (author, approver) = (app.person(Role::Author).await, app.person(Role::Approver).await);
    let first = version(&author).await;
    change(&author, &Value::Null, "cartridge", "housing").await.ok();
    let id = opened(&author, "Back").await;
    let restore = format!("/files/restore/default{}?version={first}", path());
    let restored = approver.post(&restore, json!({"comment": "Back", "changeRequestId": id})).await.ok();
    let open = act(&author, &id, "finish").await.ok();
    assert_eq!(open["modules"][0]["newest"], restored["versionId"]);
    let refused = review(&approver, &id, json!({"verdict": "approved"})).await;
    assert_eq!(refused.problem(), "403 change_request.own_work");
}

async fn a_reviewed_module_is_neither_deleted_nor_undeleted(app: TestApp) {
    reader_of(&app, "amm").await;
    let (author, approver) = (app.person(Role::Author).await, app.person(Role::Approver).await);
    let id = finished(&author).await;
    let file = format!("/files/default{}?force=true", path());
    let refused = approver.delete(&file).await;
    assert_eq!(refused.problem(), "409 change_request.in_review");
    assert!(refused.text().contains("#1"), "{}", refused.text());
    act(&author, &id, "reopen").await.ok();
    assert!(approver.delete(&file).await.status.is_success());
    act(&author, &id, "finish").await.ok();
    let admin = app.admin().await;
    let item = admin.get("/trash").await.ok()[0]["id"].as_str().expect("an id").to_owned();
    let restore = format!("/trash/{item}/restore");
    assert_eq!(admin.ask(Method::POST, &restore, None).await.problem(), "409 change_request.in_review");
    act(&author, &id, "reopen").await.ok();
    assert!(admin.ask(Method::POST, &restore, None).await.status.is_success());
}

async fn a_deleted_module_stays_in_the_list(app: TestApp) {
    reader_of(&app, "amm").await;
    let (author, approver) = (app.person(Role::Author).await, app.person(Role::Approver).await);
    let id = opened(&author, "Pump").await;
    author.post(&format!("/changeRequests/{id}/modules"), json!({"path": path()})).await.ok();
    assert!(approver.delete(&format!("/files/default{}?force=true", path())).await.status.is_success());
    let open = read(&author, &id).await;
    assert_eq!(lines(&open["modules"], &["path", "isDeleted"]), [format!("{} true", path())]);
    let checks = author.get(&format!("/changeRequests/{id}/checks")).await.ok();
    assert_eq!((&checks[0]["path"], &checks[0]["results"]), (&json!(path()), &Value::Null));
    // Its last text is shown with the changes of the request.
    let base = open["modules"][0]["base"].as_str().expect("a version");
    let compared = format!("/view/compare/default{}?left={base}&right={base}&layout=one", path());
    let shown = author.get(&compared).await.ok();
    assert!(shown["pages"][0]["html"].as_str().is_some_and(|html| html.contains("Remove panel")), "{shown}");
    act(&author, &id, "finish").await.ok();
}

async fn reopening_asks_about_modules_of_another_request(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let first = opened(&author, "First").await;
    work(&author, &first, "housing").await.ok();
    act(&author, &first, "cancel").await.ok();
    let second = opened(&author, "Second").await;
    author.post(&format!("/changeRequests/{second}/modules"), json!({"path": path()})).await.ok();
    let refused = act(&author, &first, "reopen").await;
    assert_eq!(refused.problem(), "409 change_request.module_taken");
    assert!(refused.text().contains("#2"), "{}", refused.text());
    let shared = json!({"action": "reopen", "shareModule": true});
    author.post(&format!("/changeRequests/{first}/actions"), shared).await.ok();
}

async fn approvals_lapse_with_the_level_of_their_reviewer(app: TestApp) {
    reader_of(&app, "amm").await;
    let (author, approver) = (app.person(Role::Author).await, app.person(Role::Approver).await);
    let admin = app.admin().await;
    allow_own(&app, true).await;
    let id = opened(&author, "Pump").await;
    work(&approver, &id, "housing").await.ok();
    act(&author, &id, "finish").await.ok();
    assert_eq!(review(&approver, &id, json!({"verdict": "approved"})).await.ok()["isApproved"], true);
    allow_own(&app, false).await;
    let open = read(&author, &id).await;
    assert_eq!((&open["isApproved"], &open["reviewers"][0]["hasLapsed"]), (&json!(false), &json!(true)));
    assert_eq!(act(&admin, &id, "publish").await.problem(), "409 change_request.not_approved");

    app.add("second", Role::Approver).await;
    let second = app.signed_in("second").await;
    assert_eq!(review(&second, &id, json!({"verdict": "approved"})).await.ok()["isApproved"], true);
    let mut user = admin.get("/user-manage/getUserByAccount?account=second").await.ok();
    user["role"] = json!("author");
    admin.post("/user-manage/updateUser", user).await.ok();
    assert_eq!(read(&author, &id).await["isApproved"], false);
    assert_eq!(act(&admin, &id, "publish").await.problem(), "409 change_request.not_approved");
}

async fn details_and_files_are_fixed_during_the_review(app: TestApp) {
    reader_of(&app, "amm").await;
    let (author, approver) = (app.person(Role::Author).await, app.person(Role::Approver).await);
    let id = id_of(&create(&author, json!({"title": "Pump", "reviewers": ["admin"]})).await.ok());
    act(&author, &id, "open").await.ok();
    work(&author, &id, "housing").await.ok();
    attach(&author, &id, "SB-28.pdf").await.ok();
    let open = act(&author, &id, "finish").await.ok();
    let address = format!("/changeRequests/{id}");
    let body = |open: &Value, title: &str, reviewers: Value| {
        json!({"version": open["request"]["version"], "title": title, "origin": "comment", "reviewers": reviewers,
            "dueDate": "2026-12-01"})
    };
    let fixed = "409 change_request.fixed";
    assert_eq!(author.put(&address, body(&open, "Pump", json!([]))).await.problem(), fixed);
    assert_eq!(author.put(&address, body(&open, "Other", json!(["admin"]))).await.problem(), fixed);
    assert_eq!(attach(&author, &id, "SB-28.pdf").await.problem(), fixed);
    assert_eq!(author.delete(&format!("{address}/attachments/SB-28.pdf")).await.problem(), fixed);
    let more = author.put(&address, body(&open, "Pump", json!(["admin", "approver"]))).await.ok();
    assert_eq!((&more["request"]["dueDate"], &more["abilities"]["mayDescribe"]), (&json!("2026-12-01"), &json!(false)));
    for reviewer in [&approver, &app.admin().await] {
        review(reviewer, &id, json!({"verdict": "approved"})).await.ok();
    }
    let closed = act(&approver, &id, "publish").await.ok();
    assert_eq!(author.put(&address, body(&closed, "Pump", json!(["admin", "approver"]))).await.problem(), fixed);
    assert_eq!(attach(&author, &id, "late.pdf").await.problem(), fixed);
    let history = author.get(&format!("{address}/history")).await.ok();
    let attached = history.as_array().expect("a list").iter().find(|one| one["detail"]["file"] == "SB-28.pdf");
    assert!(attached.is_some_and(|one| one["detail"]["sha256"].as_str().is_some_and(|hash| hash.len() == 64)));
}

async fn reviewers_who_cannot_approve_are_named(app: TestApp) {
    reader_of(&app, "amm").await;
    let (author, approver) = (app.person(Role::Author).await, app.person(Role::Approver).await);
    let id = id_of(&create(&author, json!({"title": "Pump", "reviewers": ["approver"]})).await.ok());
    act(&author, &id, "open").await.ok();
    work(&approver, &id, "housing").await.ok();
    let refused = act(&author, &id, "finish").await;
    assert_eq!(refused.problem(), "409 change_request.reviewers");
    assert!(refused.text().contains("approver"), "{}", refused.text());

    // Somebody who lost the level does not keep others from changing the rest.
    let admin = app.admin().await;
    let mut user = admin.get("/user-manage/getUserByAccount?account=approver").await.ok();
    user["role"] = json!("reader");
    admin.post("/user-manage/updateUser", user).await.ok();
    let body = |version: &Value, reviewers: Value| json!({"version": version, "title": "Boost pump", "origin": "comment", "reviewers": reviewers});
    let address = format!("/changeRequests/{id}");
    let now = read(&author, &id).await["request"]["version"].clone();
    let changed = author.put(&address, body(&now, json!(["approver"]))).await.ok();
    let now = &changed["request"]["version"];
    author.put(&address, body(now, json!(["admin"]))).await.ok();
    act(&author, &id, "finish").await.ok();
    let unfit = create(&author, json!({"title": "Pump", "reviewers": ["approver"]})).await;
    assert_eq!(unfit.problem(), "400 request.invalid");
}

async fn unchanged_work_is_not_finished(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let id = opened(&author, "Pump").await;
    assert_eq!(act(&author, &id, "finish").await.problem(), "409 change_request.unchanged");
    let modules = format!("/changeRequests/{id}/modules");
    author.post(&modules, json!({"path": path()})).await.ok();
    assert_eq!(act(&author, &id, "finish").await.problem(), "409 change_request.unchanged");
    work(&author, &id, "housing").await.ok();
    act(&author, &id, "finish").await.ok();
}

async fn files_are_refused_before_they_are_stored(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let id = opened(&author, "Pump").await;
    for number in 0..10 {
        attach(&author, &id, &format!("{number}.txt")).await.ok();
    }
    assert_eq!(attach(&author, &id, "10.txt").await.problem(), "409 change_request.too_many_files");
    attach(&author, &id, "9.txt").await.ok();
    assert_eq!(attach(&author, &id, "photo%E2%80%AEgnp.exe").await.problem(), "400 request.invalid");
    // One name is replaced until the limit of a day.
    for _ in 11..100 {
        app.wait(2);
        attach(&author, &id, "9.txt").await.ok();
    }
    app.wait(61);
    assert_eq!(attach(&author, &id, "9.txt").await.problem(), "429 change_request.too_fast");
}

async fn concurrent_requests_have_different_numbers(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let made = join_all((0..10).map(|_| create(&reader, json!({"title": "Pump"})))).await;
    let mut numbers: Vec<u64> =
        made.iter().map(|one| one.ok()["request"]["number"].as_u64().expect("a number")).collect();
    numbers.sort_unstable();
    assert_eq!(numbers, (1..=10).collect::<Vec<u64>>());
}

async fn a_rejection_and_a_publication_at_once_do_not_both_pass(app: TestApp) {
    reader_of(&app, "amm").await;
    let (author, approver) = (app.person(Role::Author).await, app.person(Role::Approver).await);
    let admin = app.admin().await;
    let id = finished(&author).await;
    review(&approver, &id, json!({"verdict": "approved"})).await.ok();
    let rejected = json!({"verdict": "rejected", "comment": "No"});
    let (rejection, publication) =
        futures::future::join(review(&admin, &id, rejected), act(&approver, &id, "publish")).await;
    let passed = [&rejection, &publication].into_iter().filter(|one| one.status.is_success()).count();
    assert_eq!(passed, 1, "{} {}", rejection.text(), publication.text());
    let outcome = read(&author, &id).await["request"]["outcome"].clone();
    assert_eq!(outcome == "published", publication.status.is_success());
}
