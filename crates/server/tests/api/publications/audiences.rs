//! Publications of one manual for several audiences are valid beside each other.

use domain::permission::Role;
use serde_json::{Value, json};
use testkit::app::TestApp;

use super::readers::{marks_of, set_receivers};
use super::targets::{OLD, given_fleet};
use super::{approve, ask, download, given_operator, id_of, lane_ids, lanes, published};
use crate::revisions::{confirm, revised};
use crate::viewer::{BASE, delivered, reader_of};

testkit::on_each_app!(
    an_approval_leaves_those_of_other_operators_valid,
    each_operator_can_have_one_that_waits,
    files_for_an_aircraft_and_for_all_are_valid_beside_each_other,
    an_end_gives_back_only_what_the_readers_had,
    an_end_gives_back_all_that_the_readers_had,
    changes_start_from_the_valid_publication_of_the_receiver,
    tables_list_the_approvals_of_their_operator,
    new_people_on_the_list_are_asked_about_all_that_is_valid,
);

const DAY: i64 = 24 * 60 * 60;

/// Two operators, each with publications of its own.
async fn given_operators(app: &TestApp) {
    reader_of(app, "amm").await;
    given_operator(app).await;
    let other = json!({"code": "OTH", "name": "Other Air", "country": "CH"});
    app.admin().await.post("/config/operator", other).await.ok();
}

/// Publishes and approves.
async fn approved(app: &TestApp, more: Value) -> Value {
    let (author, approver) = (app.person(Role::Author).await, app.person(Role::Approver).await);
    let made = published(app, &author, "exportApproveAta2300", more).await;
    approve(app, &approver, &made).await;
    made
}

/// The same, of a state that differs from the one before.
async fn revised_and_approved(app: &TestApp, words: &str, issue: &str, more: Value) -> Value {
    let next = delivered(app, &revised(words, issue), "yes").await;
    confirm(app, &next).await;
    approved(app, more).await
}

async fn state(app: &TestApp, made: &Value) -> Value {
    let author = app.person(Role::Author).await;
    author.get(&format!("/publications/{}", id_of(made))).await.ok()["publication"]["state"].clone()
}

async fn states(app: &TestApp, made: &[&Value]) -> Vec<Value> {
    let mut states = Vec::new();
    for one in made {
        states.push(state(app, one).await);
    }
    states
}

async fn withdraw(app: &TestApp, made: &Value) {
    let (approver, address) = (app.person(Role::Approver).await, format!("/publications/{}", id_of(made)));
    let version = approver.get(&address).await.ok()["publication"]["version"].clone();
    approver.post(&format!("{address}/withdraw"), json!({"version": version, "reason": "A wrong table"})).await.ok();
}

async fn released(app: &TestApp) -> Value {
    let [_, released] = lane_ids(&app.person(Role::Author).await).await;
    released
}

async fn an_approval_leaves_those_of_other_operators_valid(app: TestApp) {
    given_operators(&app).await;
    let first = revised_and_approved(&app, "Take off panel 1", "002", json!({"revision": "1"})).await;
    let lane_of_first = released(&app).await;
    let other =
        revised_and_approved(&app, "Take off panel 2", "003", json!({"revision": "1", "operator": "OTH"})).await;
    assert_eq!(states(&app, &[&first, &other]).await, ["approved", "approved"]);
    let lane_of_other = released(&app).await;
    assert_ne!(lane_of_other, lane_of_first, "the released lane is at the newest");
    let second = revised_and_approved(&app, "Take off panel 3", "004", json!({"revision": "2"})).await;
    assert_eq!(states(&app, &[&first, &other, &second]).await, ["superseded", "approved", "approved"]);
    withdraw(&app, &second).await;
    assert_eq!(states(&app, &[&first, &other, &second]).await, ["approved", "approved", "withdrawn"]);
    assert_eq!(released(&app).await, lane_of_other);
    withdraw(&app, &other).await;
    assert_eq!(states(&app, &[&first, &other]).await, ["approved", "withdrawn"]);
    assert_eq!(released(&app).await, lane_of_first);
    withdraw(&app, &first).await;
    assert_eq!(released(&app).await, Value::Null);
}

async fn each_operator_can_have_one_that_waits(app: TestApp) {
    given_operators(&app).await;
    let (author, approver) = (app.person(Role::Author).await, app.person(Role::Approver).await);
    let first = published(&app, &author, "exportApproveAta2300", json!({"revision": "1"})).await;
    let other = json!({"revision": "1", "operator": "OTH"});
    let other = published(&app, &author, "exportApproveAta2300", other).await;
    // People write codes in either case.
    let same = ask(&author, "exportApproveAta2300", json!({"revision": "2", "operator": "azb"})).await;
    assert_eq!(same.problem(), "409 publication.waiting");
    approve(&app, &approver, &other).await;
    assert_eq!(states(&app, &[&first, &other]).await, ["readyForApprove", "approved"]);
    assert_eq!(lanes(&author).await, (true, true), "the other one is still frozen");
    approve(&app, &approver, &first).await;
    assert_eq!(states(&app, &[&first, &other]).await, ["approved", "approved"]);
    assert_eq!(lanes(&author).await, (false, true));
}

async fn files_for_an_aircraft_and_for_all_are_valid_beside_each_other(app: TestApp) {
    reader_of(&app, "amm").await;
    given_fleet(&app, &[OLD]).await;
    let all = approved(&app, json!({"revision": "1", "formats": ["tables"]})).await;
    let of_tail = json!({"revision": "1-A", "formats": ["tables"], "profiles": [], "aircraft": ["QZ-HAA"]});
    let lane = released(&app).await;
    let tail = revised_and_approved(&app, "Take off panel 1", "002", of_tail).await;
    assert_eq!(states(&app, &[&all, &tail]).await, ["approved", "approved"]);
    assert_eq!(released(&app).await, lane, "what is approved for one aircraft is not read by all");
    // Files for both take the place of both.
    let both = approved(&app, json!({"revision": "2", "formats": ["tables"], "aircraft": ["QZ-HAA"]})).await;
    assert_eq!(states(&app, &[&all, &tail, &both]).await, ["superseded", "superseded", "approved"]);
    // Those for all content alone would leave the aircraft without any.
    let later = approved(&app, json!({"revision": "3", "formats": ["tables"]})).await;
    assert_eq!(states(&app, &[&both, &later]).await, ["approved", "approved"]);
    withdraw(&app, &both).await;
    assert_eq!(states(&app, &[&all, &tail, &later]).await, ["superseded", "approved", "approved"]);
    let open = app.person(Role::Author).await.get(&format!("/publications/{}", id_of(&all))).await.ok();
    assert_eq!(open["publication"]["supersededBy"], later["publication"], "its readers have a later one");
}

async fn an_end_gives_back_only_what_the_readers_had(app: TestApp) {
    given_operators(&app).await;
    let first = revised_and_approved(&app, "Take off panel 1", "002", json!({"revision": "1"})).await;
    let day = app.ctx.clock.now().date_naive().to_string();
    let days = json!({"revision": "1-T1", "validFrom": day, "validUntil": day});
    let temporary = revised_and_approved(&app, "Take off panel 2", "003", days).await;
    // For another operator the same text is permanent.
    let other = approved(&app, json!({"revision": "1", "operator": "OTH"})).await;
    let lane = released(&app).await;
    app.wait(2 * DAY);
    assert_eq!(app::publications::expiry::end_expired(&app.ctx).await.expect("the database answers"), 1);
    assert_eq!(states(&app, &[&first, &temporary, &other]).await, ["approved", "withdrawn", "approved"]);
    assert_eq!(released(&app).await, lane, "the newest stays released");
    let author = app.person(Role::Author).await;
    let blockers = author.get(&format!("/publications/blockers?manualPath={BASE}")).await.ok();
    let told = (&blockers["leftoverCount"], &blockers["leftovers"][0]["revision"]);
    assert_eq!(told, (&json!(1), &json!("1-T1")), "for its readers it would become permanent: {blockers}");
}

async fn an_end_gives_back_all_that_the_readers_had(app: TestApp) {
    reader_of(&app, "amm").await;
    given_fleet(&app, &[OLD]).await;
    let all = approved(&app, json!({"revision": "1", "formats": ["tables"]})).await;
    let of_tail = json!({"revision": "1-A", "formats": ["tables"], "profiles": [], "aircraft": ["QZ-HAA"]});
    let tail = approved(&app, of_tail).await;
    let day = app.ctx.clock.now().date_naive().to_string();
    let days = json!({
        "revision": "1-T1", "formats": ["tables"], "aircraft": ["QZ-HAA"], "validFrom": day, "validUntil": day,
    });
    let temporary = revised_and_approved(&app, "Take off panel 1", "002", days).await;
    assert_eq!(states(&app, &[&all, &tail, &temporary]).await, ["superseded", "superseded", "approved"]);
    app.wait(2 * DAY);
    assert_eq!(app::publications::expiry::end_expired(&app.ctx).await.expect("the database answers"), 1);
    assert_eq!(states(&app, &[&all, &tail, &temporary]).await, ["approved", "approved", "withdrawn"]);
    let author = app.person(Role::Author).await;
    let blockers = author.get(&format!("/publications/blockers?manualPath={BASE}")).await.ok();
    let told = (&blockers["leftoverCount"], &blockers["leftovers"][0]["revision"]);
    assert_eq!(told, (&json!(1), &json!("1-T1")), "no single publication is for all its readers: {blockers}");
}

async fn changes_start_from_the_valid_publication_of_the_receiver(app: TestApp) {
    given_operators(&app).await;
    let first = revised_and_approved(&app, "Take off panel 1", "002", json!({"revision": "1"})).await;
    let day = app.ctx.clock.now().date_naive().to_string();
    let days = json!({"revision": "1-T1", "operator": "OTH", "validFrom": day, "validUntil": day});
    revised_and_approved(&app, "Take off panel 2", "003", days).await;
    let wanted = json!({"revision": "2", "reviseTypes": ["incremental"]});
    // The temporary revision of another operator does not matter to this receiver.
    let second = revised_and_approved(&app, "Take off panel 3", "004", wanted).await;
    let author = app.person(Role::Author).await;
    let open = author.get(&format!("/publications/{}", id_of(&second))).await.ok();
    assert_eq!((&open["since"]["number"], &open["since"]["revision"]), (&json!(1), &json!("1")), "{open}");
    assert_eq!(state(&app, &first).await, "superseded");
    let other = json!({"revision": "2", "reviseTypes": ["incremental"], "operator": "OTH"});
    let refused = ask(&author, "exportApproveAta2300", other).await;
    assert_eq!(refused.fields(), ["parameterMap.reviseTypes: not_together"], "theirs was temporary");
}

async fn tables_list_the_approvals_of_their_operator(app: TestApp) {
    given_operators(&app).await;
    approved(&app, json!({"revision": "1"})).await;
    approved(&app, json!({"revision": "OTHER-1", "operator": "OTH"})).await;
    let author = app.person(Role::Author).await;
    let outputs = published(&app, &author, "exportQuickAta2300", json!({"formats": ["tables"]})).await;
    let listed = download(&author, &outputs, "NV240-MMEL-4.1-draft-publications.csv").await;
    let listed = String::from_utf8(listed).expect("UTF-8");
    assert_eq!(listed.lines().count(), 2, "{listed}");
    assert!(listed.contains("EASA.1") && !listed.contains("OTHER-1"), "{listed}");
}

async fn new_people_on_the_list_are_asked_about_all_that_is_valid(app: TestApp) {
    given_operators(&app).await;
    let made = [
        approved(&app, json!({"revision": "1"})).await,
        approved(&app, json!({"revision": "1", "operator": "OTH"})).await,
    ];
    let approver = app.person(Role::Approver).await;
    set_receivers(&approver, &["reader"]).await;
    for one in &made {
        let report = approver.get(&format!("/publications/{}/readers", id_of(one))).await.ok();
        assert_eq!(marks_of(&report, "reader").expect("asked")["isOpen"], json!(true), "{report}");
    }
    set_receivers(&approver, &[]).await;
    for one in &made {
        let report = approver.get(&format!("/publications/{}/readers", id_of(one))).await.ok();
        assert!(marks_of(&report, "reader").expect("asked")["endedOn"].is_string(), "{report}");
    }
}
