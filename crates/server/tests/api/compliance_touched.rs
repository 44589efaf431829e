//! Compliance: changes name the requirements that they touch, and releases wait for what is to be checked again.

use domain::permission::Role;
use serde_json::{Value, json};
use testkit::app::TestApp;
use testkit::client::{Client, TestResponse};

use crate::change_requests::opened;
use crate::comments::{path, version};
use crate::compliance::{read, text};
use crate::compliance_references::referring;
use crate::editing;
use crate::publications::{ask, given_operator};
use crate::revisions::revised;
use crate::viewer::{BASE, delivered, lines, reader_of};

testkit::on_each_app!(
    a_change_request_names_the_requirements_that_refer_to_its_modules,
    a_forecast_names_the_requirements_that_a_revision_touches,
    a_release_waits_for_references_to_check_again_where_the_rules_say_so,
    a_publication_waits_for_references_whose_requirement_changed,
);

async fn a_change_request_names_the_requirements_that_refer_to_its_modules(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    referring(&author).await;
    let id = opened(&author, "New pump").await;
    let effect = async || author.get(&format!("/changeRequests/{id}/effect")).await.ok();
    assert_eq!(effect().await["requirements"], json!([]));
    editing::edit(&author, &path(), |text| text.replacen("panel", "cover", 1)).await;
    author.post(&format!("/changeRequests/{id}/modules"), json!({"path": path()})).await.ok();
    let touched = effect().await["requirements"].clone();
    assert_eq!(lines(&touched, &["policyItemCode", "state", "path"]), [format!("A 1 current {}", path())]);
    assert!(text(&touched[0]["quote"]).contains("cartridge"), "{touched}");
}

async fn a_forecast_names_the_requirements_that_a_revision_touches(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    referring(&author).await;
    let revision = delivered(&app, &revised("Take off panel 214AL", "002"), "yes").await;
    let touched = author.get(&format!("/revisions/{revision}/forecast/requirements")).await.ok();
    assert_eq!(lines(&touched, &["policyItemCode", "state", "path"]), [format!("A 1 current {}", path())]);
    let missing = author.get("/revisions/99999/forecast/requirements").await;
    assert_eq!(missing.problem(), "404 revision.not_found");
}

async fn step(client: &Client, word: &str) -> TestResponse {
    let body = json!({"version": version(client).await, "step": word, "why": "SB 28-012"});
    client.post(&format!("/files/status/default{}", path()), body).await
}

async fn set_rule(app: &TestApp, recheck_first: bool) {
    let admin = app.admin().await;
    let rules = admin.get("/config/editing").await.ok();
    let body = json!({"commentRequired": false, "ownRelease": false, "reminderDays": 5,
        "recheckFirst": recheck_first, "version": rules["version"]});
    let changed = admin.put("/config/editing", body).await.ok();
    assert_eq!(changed["recheckFirst"], json!(recheck_first));
}

async fn blocking(client: &Client) -> Value {
    let found = client.get(&format!("/publications/blockers?manualPath={BASE}")).await.ok();
    found["recheckCount"].clone()
}

async fn a_release_waits_for_references_to_check_again_where_the_rules_say_so(app: TestApp) {
    reader_of(&app, "amm").await;
    let (author, approver) = (app.person(Role::Author).await, app.person(Role::Approver).await);
    let open = referring(&author).await;
    app.wait(1);
    let (_, saved) = editing::edit(&author, &path(), |text| text.replacen("cartridge", "housing", 1)).await;
    editing::check_in(&author, &path(), json!({"step": "inWork", "comment": "New pump"}), &saved).await.ok();
    step(&author, "submit").await.ok();
    assert_eq!(blocking(&approver).await, 0, "nobody has asked for it");
    set_rule(&app, true).await;
    let admin = app.admin().await;
    let rules = admin.get("/config/editing").await.ok();
    let unaware =
        json!({"commentRequired": false, "ownRelease": false, "reminderDays": 5, "version": rules["version"]});
    let kept = admin.put("/config/editing", unaware).await.ok();
    assert_eq!(kept["recheckFirst"], true, "a client that does not know the rule leaves it as it is");
    assert_eq!(blocking(&approver).await, 1);
    assert_eq!(step(&approver, "release").await.problem(), "409 file.open_rechecks");
    let now = read(&author, &open).await;
    let reference = &now["references"][0];
    let confirm = json!({"id": reference["id"], "version": reference["version"], "comment": "See there",
        "confirmVersion": reference["currentVersion"], "policyItemVersion": now["version"]});
    author.put("/compliance/policyItem/policyRef", confirm).await.ok();
    assert_eq!(blocking(&approver).await, 0);
    assert_eq!(step(&approver, "release").await.ok()["status"], "Released");
}

async fn a_publication_waits_for_references_whose_requirement_changed(app: TestApp) {
    reader_of(&app, "amm").await;
    given_operator(&app).await;
    let (author, approver) = (app.person(Role::Author).await, app.person(Role::Approver).await);
    let open = referring(&author).await;
    let values = json!({"version": open["version"], "policyItemCode": "A 1", "text": "All pumps"});
    author.put(&format!("/compliance/policyItem/{}", text(&open["id"])), values).await.ok();
    set_rule(&app, true).await;
    let refused = ask(&approver, "exportApproveAta2300", json!({})).await;
    assert_eq!(refused.problem(), "409 publication.blocked");
    let now = read(&author, &open).await;
    let reference = &now["references"][0];
    let confirm = json!({"id": reference["id"], "version": reference["version"], "comment": "See there",
        "confirmVersion": reference["currentVersion"], "policyItemVersion": now["version"]});
    author.put("/compliance/policyItem/policyRef", confirm).await.ok();
    ask(&approver, "exportApproveAta2300", json!({})).await.ok();
}
