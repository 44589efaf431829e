//! Takeovers of regulations beside other work on the same requirements.

use std::cell::Cell;

use domain::permission::Role;
use serde_json::{Value, json};
use testkit::app::TestApp;
use testkit::client::Client;

use crate::comments::path;
use crate::compliance::{read, text};
use crate::compliance_references::add;
use crate::compliance_reviews::{confirm, only_review, pieces};
use crate::regulation_editions::{assess, check, edit, take};
use crate::regulations::{imported, item_with, version_two};
use crate::viewer::{lines, reader_of};

testkit::on_each_app!(
    a_change_is_shown_to_those_who_confirmed_while_it_was_planned,
    a_reference_that_is_added_while_a_takeover_is_planned_is_checked_again,
    a_requirement_that_is_assessed_while_a_takeover_is_planned_is_assessed_again,
    a_takeover_gives_up_when_somebody_always_comes_first,
    of_two_takeovers_at_once_the_second_is_stale,
    clauses_of_people_are_shown_when_they_are_replaced,
);

/// A collection of the first version, and its requirement `A.1` with a reference to a module.
async fn referenced(app: &TestApp) -> (Client, Value, Value) {
    reader_of(app, "amm").await;
    let author = app.person(Role::Author).await;
    let first = imported(app, &author).await;
    let records = item_with(&author, &first, "A.1").await;
    let records = add(&author, &records, json!({"path": path()})).await.ok();
    (author, first, records)
}

fn address(import: &Value) -> String {
    format!("/compliance/imports/{}", text(&import["id"]))
}

async fn enqueue(app: &TestApp, client: &Client, import: &Value) {
    app.wait(1);
    client.post(&format!("{}/takeover", address(import)), json!({})).await.ok();
}

/// Takes a file over, and does something while the takeover is planned.
async fn taken_beside(app: &TestApp, client: &Client, import: &Value, act: impl AsyncFnOnce()) -> Value {
    enqueue(app, client, import).await;
    let mut stop = app.stop_work();
    let beside = async move {
        stop.reached().await;
        act().await;
        drop(stop);
    };
    tokio::join!(app.run_jobs(), beside);
    client.get(&address(import)).await.ok()
}

async fn a_change_is_shown_to_those_who_confirmed_while_it_was_planned(app: TestApp) {
    let (author, first, records) = referenced(&app).await;
    let second = check(&app, &author, version_two(), &first).await;
    let confirming = async || {
        app.wait(5);
        confirm(&author, &read(&author, &records).await).await;
    };
    let done = taken_beside(&app, &author, &second, confirming).await;
    assert_eq!(done["state"], "taken", "{done}");
    let review = only_review(&author).await;
    assert_eq!(review["isRequirementChanged"], true, "{review}");
    assert_eq!(pieces(&review["requirementRedline"], "inserted"), "five");
}

async fn a_reference_that_is_added_while_a_takeover_is_planned_is_checked_again(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let first = imported(&app, &author).await;
    let records = item_with(&author, &first, "A.1").await;
    let second = check(&app, &author, version_two(), &first).await;
    let adding = async || {
        app.wait(5);
        add(&author, &records, json!({"path": path()})).await.ok();
    };
    let done = taken_beside(&app, &author, &second, adding).await;
    assert_eq!(done["state"], "taken", "{done}");
    let states = lines(&read(&author, &records).await["references"], &["target", "state"]);
    assert_eq!(states, ["module recheck"], "it was added for the old text");
    assert_eq!(only_review(&author).await["isRequirementChanged"], true);
}

async fn a_requirement_that_is_assessed_while_a_takeover_is_planned_is_assessed_again(app: TestApp) {
    let author = app.person(Role::Author).await;
    let first = imported(&app, &author).await;
    let records = item_with(&author, &first, "A.1").await;
    let second = check(&app, &author, version_two(), &first).await;
    let assessing = async || {
        assess(&author, &records, "compliant").await;
    };
    let done = taken_beside(&app, &author, &second, assessing).await;
    assert_eq!(done["state"], "taken", "{done}");
    let records = read(&author, &records).await;
    assert_eq!((&records["status"], &records["needsRecheck"]), (&json!("compliant"), &json!(true)));
}

async fn a_takeover_gives_up_when_somebody_always_comes_first(app: TestApp) {
    let author = app.person(Role::Author).await;
    let first = imported(&app, &author).await;
    let records = item_with(&author, &first, "A.1").await;
    let second = check(&app, &author, version_two(), &first).await;
    enqueue(&app, &author, &second).await;
    let mut stop = app.stop_work();
    let times = Cell::new(0_u32);
    let acting = async {
        while times.get() < 1_000 {
            stop.reached().await;
            times.set(times.get() + 1);
            let status = if times.get().is_multiple_of(2) { "compliant" } else { "non_compliant" };
            assess(&author, &read(&author, &records).await, status).await;
            // The work goes on to its next id.
            stop = app.stop_work();
        }
    };
    tokio::select! {
        _ = app.run_jobs() => {}
        () = acting => {}
    }
    let times = times.get();
    assert!(times >= 5, "it tried again: {times}");
    assert_eq!(author.get(&address(&second)).await.ok()["state"], "ready");
    let records = read(&author, &records).await;
    assert!(text(&records["text"]).contains("two years"), "nothing is half taken over: {records}");
    assert_eq!(records["isWithdrawn"], false);
}

async fn of_two_takeovers_at_once_the_second_is_stale(app: TestApp) {
    let author = app.person(Role::Author).await;
    let first = imported(&app, &author).await;
    let second = check(&app, &author, version_two(), &first).await;
    let other = check(&app, &author, version_two().replace("five years", "seven years"), &first).await;
    assert_eq!((&second["state"], &other["state"]), (&json!("ready"), &json!("ready")));
    let taking = async || {
        enqueue(&app, &author, &other).await;
        app.run_jobs().await;
    };
    let late = Box::pin(taken_beside(&app, &author, &second, taking)).await;
    let states = (late["state"].clone(), author.get(&address(&other)).await.ok()["state"].clone());
    assert_eq!(states, (json!("ready"), json!("taken")));
    let records = item_with(&author, &first, "A.1").await;
    assert!(text(&records["text"]).contains("seven years"), "{records}");
}

async fn clauses_of_people_are_shown_when_they_are_replaced(app: TestApp) {
    let (author, first, records) = referenced(&app).await;
    let mut clauses = records["clauses"].clone();
    clauses[1]["text"] = json!("The operator shall show the records to everybody.");
    let edited = edit(&author, &records, &json!({"clauses": clauses})).await.ok();
    app.wait(1);
    confirm(&author, &edited).await;
    take(&app, &author, version_two(), Some(&first)).await;
    let review = only_review(&author).await;
    let deleted = pieces(&review["requirementRedline"], "deleted");
    assert!(deleted.contains("two") && deleted.contains("everybody"), "{review}");
    let wordings = author.get(&format!("/compliance/policyItem/{}/wordings", text(&records["id"]))).await.ok();
    let deleted = pieces(&wordings[0]["redline"], "deleted");
    assert!(deleted.contains("everybody"), "{wordings}");
}
