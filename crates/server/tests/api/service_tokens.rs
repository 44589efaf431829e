//! Service tokens: GET/POST /serviceTokens, DELETE /serviceTokens/{id}, and their use as bearer tokens.

use axum::http::StatusCode;
use domain::permission::Role;
use serde_json::{Value, json};
use testkit::app::TestApp;
use testkit::client::{Client, TestResponse};
use testkit::sample_manual::SampleManual;

testkit::on_each_app!(
    a_token_is_shown_once_listed_and_revoked_at_once_on_every_node,
    a_token_acts_within_its_permissions_under_its_own_name,
    a_token_sees_only_its_databases,
    a_token_sees_the_trash_of_its_databases_alone,
    a_token_of_some_databases_shares_no_jobs_and_packages_with_its_creator,
    a_job_of_a_revoked_token_is_not_done,
    a_token_never_does_more_than_its_creator,
    a_token_expires_and_records_its_last_use_once_a_minute,
    making_a_token_needs_a_fresh_proof_and_valid_values,
);

const DAY: i64 = 24 * 3_600;

async fn library(app: &TestApp) -> Client {
    let admin = app.admin().await;
    for csdb in ["H160", "H175"] {
        admin.post("/csdb", json!({"csdbName": csdb})).await.ok();
        admin.post("/csdb/manual", json!({"csdbName": [csdb], "manualName": ["MEL"]})).await.ok();
        SampleManual::fill(app, csdb, "MEL").await;
    }
    admin
}

fn module(csdb: &str) -> String {
    format!("/files/default/{csdb}/MEL/DMC-A_en-US.XML")
}

async fn create(admin: &Client, permissions: Value, databases: Value) -> Value {
    let new = json!({"name": "Parts", "permissions": permissions, "databases": databases, "days": 30});
    admin.post("/serviceTokens", new).await.ok()
}

fn bearer(app: &TestApp, made: &Value) -> Client {
    app.anonymous().with_token(made["token"].as_str().expect("a token"))
}

fn address(made: &Value) -> String {
    format!("/serviceTokens/{}", made["details"]["id"].as_str().expect("an id"))
}

fn names(answer: &TestResponse, field: &str) -> Vec<String> {
    let list = answer.ok();
    let items = list.as_array().expect("a list").iter();
    items.map(|one| one[field].as_str().expect("a text").to_owned()).collect()
}

async fn a_token_is_shown_once_listed_and_revoked_at_once_on_every_node(app: TestApp) {
    let admin = library(&app).await;
    let made = create(&admin, json!(["readContent", "editContent"]), json!(["h160"])).await;
    let text = made["token"].as_str().expect("a token");
    assert!(text.starts_with("afs_") && text.len() == 47, "{text}");
    let listed = admin.get("/serviceTokens").await;
    assert!(!listed.text().contains(&text[4..]));
    let listed = &listed.ok()[0];
    assert_eq!(*listed, made["details"]);
    assert_eq!((&listed["databases"], &listed["createdBy"]), (&json!(["H160"]), &json!("admin")));
    assert_eq!(listed["usedOn"], Value::Null);

    let other = app.second_node();
    let (service, there) = (bearer(&app, &made), bearer(&other, &made));
    assert_eq!(service.get(&module("H160")).await.status, StatusCode::OK);
    assert_eq!(there.get(&module("H160")).await.status, StatusCode::OK);
    assert!(admin.get("/serviceTokens").await.ok()[0]["usedOn"].is_string());

    assert_eq!(admin.delete(&address(&made)).await.status, StatusCode::NO_CONTENT);
    assert_eq!(service.get(&module("H160")).await.problem(), "401 session.revoked");
    assert_eq!(there.get(&module("H160")).await.problem(), "401 session.revoked");
    assert_eq!(admin.delete(&address(&made)).await.problem(), "404 service_token.not_found");
    assert_eq!(admin.get("/serviceTokens").await.ok(), json!([]));
    let log = admin.get("/audit?pageSize=2").await.ok();
    let told: Vec<(&Value, &Value)> =
        log["items"].as_array().expect("a list").iter().map(|one| (&one["action"], &one["subject"])).collect();
    let name = json!("Parts");
    assert_eq!(told, [(&json!("service_token.revoked"), &name), (&json!("service_token.created"), &name)]);
    assert!(!log.to_string().contains(&text[4..]));
}

async fn a_token_acts_within_its_permissions_under_its_own_name(app: TestApp) {
    let admin = library(&app).await;
    let service = bearer(&app, &create(&admin, json!(["readContent", "createLibrary"]), Value::Null).await);
    service.post("/csdb/manual", json!({"csdbName": ["H175"], "manualName": ["NEW"]})).await.ok();
    let log = admin.get("/audit?pageSize=1").await.ok();
    assert_eq!(log["items"][0]["actor"], "token:Parts");
    assert_eq!(service.delete("/csdb?csdbName=H160").await.problem(), "403 forbidden");
    assert_eq!(service.get("/audit").await.problem(), "403 forbidden");
    assert_eq!(service.get("/users/me").await.problem(), "403 forbidden");
    assert_eq!(service.get("/serviceTokens").await.problem(), "403 forbidden");
    assert_eq!(service.get("/users/downloadToken?scope=jobs").await.problem(), "403 forbidden");
    let deleting = json!({"name": "Delete", "permissions": ["deleteLibrary", "readContent"], "days": 1});
    let deleting = bearer(&app, &admin.post("/serviceTokens", deleting).await.ok());
    deleting.delete("/csdb?csdbName=H160").await.ok();
    let item = admin.get("/trash").await.ok()[0]["id"].as_str().expect("an id").to_owned();
    assert_eq!(deleting.delete(&format!("/trash/{item}")).await.problem(), "403 forbidden");
    assert_eq!(service.get("/metrics").await.status, StatusCode::NOT_FOUND, "below the API there is none");
}

async fn a_token_sees_only_its_databases(app: TestApp) {
    let admin = library(&app).await;
    let scope = json!(["readContent", "editContent", "createLibrary"]);
    let service = bearer(&app, &create(&admin, scope, json!(["H160"])).await);
    assert_eq!(names(&service.get("/csdb").await, "name"), ["H160"]);
    assert_eq!(service.get(&module("H160")).await.status, StatusCode::OK);
    assert_eq!(service.get(&module("H175")).await.problem(), "404 file.not_found");
    app.index().await;
    let found = service.post("/files/fts/default", json!({"searchText": "DMC-A"})).await.ok().to_string();
    assert!(!found.contains("H175"), "{found}");
    admin.post("/csdb", json!({"csdbName": "NEW"})).await.ok();
    assert_eq!(names(&service.get("/csdb").await, "name"), ["H160"]);
    assert_eq!(service.post("/csdb", json!({"csdbName": "MINE"})).await.problem(), "403 forbidden");
    let check_out = "/files/checkout/default/H160/MEL/DMC-A_en-US.XML";
    assert_eq!(service.post(check_out, json!({})).await.problem(), "403 forbidden", "drafts belong to people");
    assert_eq!(service.get("/files/wip").await.problem(), "403 forbidden");
    let manual = |csdb: &str| json!({"csdbName": [csdb], "manualName": ["AMM"]});
    assert_eq!(service.post("/csdb/manual", manual("H175")).await.problem(), "404 csdb.not_found");
    service.post("/csdb/manual", manual("H160")).await.ok();

    // Without its database it sees nothing, also when another one gets the name.
    admin.delete("/csdb?csdbName=H160").await.ok();
    admin.post("/csdb", json!({"csdbName": "H160"})).await.ok();
    assert_eq!(names(&service.get("/csdb").await, "name"), [""; 0]);
    assert_eq!(admin.get("/serviceTokens").await.ok()[0]["databases"], json!([]));
}

async fn a_token_sees_the_trash_of_its_databases_alone(app: TestApp) {
    let admin = library(&app).await;
    for csdb in ["H160", "H175"] {
        admin.delete(&format!("/csdb/manual?csdbName={csdb}&manualName=MEL")).await.ok();
    }
    let all = admin.get("/trash").await.ok();
    let of = |path: &str| {
        let item = all.as_array().expect("a list").iter().find(|item| item["path"] == path).expect("it is there");
        format!("/trash/{}/restore", item["id"].as_str().expect("an id"))
    };
    let service = bearer(&app, &create(&admin, json!(["readContent", "deleteLibrary"]), json!(["H160"])).await);
    assert_eq!(names(&service.get("/trash").await, "path"), ["/H160/MEL"]);
    assert_eq!(service.post(&of("/H175/MEL"), json!({})).await.problem(), "404 trash.not_found");
    assert_eq!(service.post(&of("/H160/MEL"), json!({})).await.status, StatusCode::NO_CONTENT);

    // Another database of the same name is not the one that the token is for.
    admin.delete("/csdb?csdbName=H160").await.ok();
    admin.post("/csdb", json!({"csdbName": "H160"})).await.ok();
    let next = json!({"name": "Next", "permissions": ["deleteLibrary"], "databases": ["H160"], "days": 1});
    let next = bearer(&app, &admin.post("/serviceTokens", next).await.ok());
    for token in [service, next] {
        assert_eq!(names(&token.get("/trash").await, "path"), [""; 0]);
    }
}

async fn a_token_of_some_databases_shares_no_jobs_and_packages_with_its_creator(app: TestApp) {
    let admin = library(&app).await;
    testkit::packages::send(&admin, "secret.zip", testkit::packages::zipped(&testkit::packages::demo("amm"))).await;
    let parameters = json!({"script": ["write"], "note": "/H175/MEL"});
    let job = admin.post("/jobs", json!({"jobName": "testJob", "parameterMap": parameters})).await.ok();
    let job = format!("/jobs/{}", job["id"].as_str().expect("an id"));
    let jobs = "/airline/jobs/getJobsWithPage";
    let some = bearer(&app, &create(&admin, json!(["readContent"]), json!(["H160"])).await);
    assert_eq!(some.get("/packages").await.ok()["total"], 0);
    assert_eq!(some.post(jobs, json!({})).await.ok()["total"], 0);
    assert_eq!(some.get(&job).await.problem(), "404 job.not_found");
    let all = json!({"name": "All", "permissions": ["readContent"], "days": 1});
    let all = bearer(&app, &admin.post("/serviceTokens", all).await.ok());
    assert_eq!(all.get("/packages").await.ok()["total"], 1);
    assert_eq!(all.get(&job).await.status, StatusCode::OK);
}

async fn a_job_of_a_revoked_token_is_not_done(app: TestApp) {
    let admin = library(&app).await;
    let made = create(&admin, json!(["readContent", "importPackages"]), Value::Null).await;
    let service = bearer(&app, &made);
    let started = async |words: Value| {
        let job = json!({"jobName": "testJob", "parameterMap": {"script": words}});
        let job = service.post("/jobs", job).await.ok();
        format!("/jobs/{}", job["id"].as_str().expect("an id"))
    };
    let done = started(json!(["write"])).await;
    app.run_jobs().await;
    assert_eq!(admin.get(&done).await.ok()["status"], "COMPLETED");
    let (running, waiting) = (started(json!(["wait", "artifact"])).await, started(json!(["write"])).await);
    tokio::join!(app.run_jobs(), async {
        app.gate.reached().await;
        admin.delete(&address(&made)).await;
    });
    for job in [running, waiting] {
        let failed = admin.get(&job).await.ok();
        assert_eq!((&failed["status"], &failed["artifacts"]), (&json!("FAILED"), &json!([])));
        assert_eq!(failed["errorList"][0]["messageKey"], "job.failed.forbidden");
    }
}

async fn a_token_never_does_more_than_its_creator(app: TestApp) {
    let admin = library(&app).await;
    app.add("ann", Role::Admin).await;
    let ann = app.signed_in("ann").await;
    let service = bearer(&app, &create(&ann, json!(["readContent", "viewAudit"]), Value::Null).await);
    assert_eq!(service.get("/audit").await.status, StatusCode::OK);
    let update = async |role: &str, status: &str, version: i64| {
        let user =
            json!({"account": "ann", "email": "ann@example.com", "role": role, "status": status, "version": version});
        admin.post("/user-manage/updateUser", user).await.ok()["version"].as_i64().expect("a number")
    };
    let version = update("reader", "active", 1).await;
    assert_eq!(service.get("/audit").await.problem(), "403 forbidden");
    assert_eq!(service.get(&module("H160")).await.status, StatusCode::OK);
    admin.put("/access", json!({"paths": ["/H160"], "limited": true})).await.ok();
    assert_eq!(service.get(&module("H160")).await.problem(), "404 file.not_found");
    update("admin", "inactive", version).await;
    assert_eq!(service.get(&module("H160")).await.problem(), "401 session.revoked");
    assert_eq!(admin.get("/serviceTokens").await.ok()[0]["usable"], json!(false));
}

async fn a_token_expires_and_records_its_last_use_once_a_minute(app: TestApp) {
    let admin = library(&app).await;
    let service = bearer(&app, &create(&admin, json!(["readContent"]), Value::Null).await);
    let used = async || admin.get("/serviceTokens").await.ok()[0]["usedOn"].clone();
    service.get("/csdb").await.ok();
    let first = used().await;
    app.wait(59);
    service.get("/csdb").await.ok();
    assert_eq!(used().await, first);
    app.wait(1);
    service.get("/csdb").await.ok();
    assert_ne!(used().await, first);
    app.wait(30 * DAY - 61);
    service.get("/csdb").await.ok();
    app.wait(1);
    assert_eq!(service.get("/csdb").await.problem(), "401 session.expired");
    assert_eq!(app.anonymous().with_token("afs_none").get("/csdb").await.problem(), "401 session.revoked");
}

async fn making_a_token_needs_a_fresh_proof_and_valid_values(app: TestApp) {
    let admin = app.admin().await;
    create(&admin, json!(["readContent"]), Value::Null).await;
    let new = |name: &str, permission: &str, databases: Value, days: i64| json!({"name": name, "permissions": [permission], "databases": databases, "days": days});
    let post = async |new: Value| admin.post("/serviceTokens", new).await;
    let invalid = post(new(" ", "manageUsers", Value::Null, 367)).await;
    assert_eq!(invalid.fields(), ["name: required", "permissions: unknown_value", "days: unknown_value"]);
    assert_eq!(post(new("A", "readContent", json!([]), 1)).await.fields(), ["databases: required"]);
    let about_all = post(new("A", "viewAudit", json!(["NONE"]), 1)).await;
    assert_eq!(about_all.fields(), ["permissions: all_databases"]);
    assert_eq!(post(new("A", "readContent", json!(["NONE"]), 1)).await.fields(), ["databases[0]: unknown_value"]);
    assert_eq!(post(new("PARTS", "readContent", Value::Null, 1)).await.problem(), "409 service_token.name_taken");
    app.wait(16 * 60);
    assert_eq!(post(new("B", "readContent", Value::Null, 1)).await.problem(), "403 confirmation.required");
}
