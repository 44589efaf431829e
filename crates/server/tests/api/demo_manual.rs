//! The flight manual of the demo: publications, edits, a conflict, a waiting revision and a draft.

use axum::http::Method;
use domain::password::Password;
use serde_json::{Value, json};
use testkit::app::{PASSWORD, TestApp};
use testkit::client::Client;

use crate::revisions::todos;

testkit::on_each_app!(the_flight_manual_of_the_demo_is_made_once_and_shows_work_in_progress);

const MANUAL: &str = "/NV240/FLM";

/// Makes the people and the manual; gives the ids of its revisions.
async fn made(app: &TestApp) -> Vec<String> {
    let password = Password::parse(PASSWORD).expect("a password");
    app::demo::load(&app.ctx, Some(password)).await.expect("the demo people");
    let manual = server::demo::flight_manual().expect("packages");
    let jobs = Box::pin(app::demo::fly(&app.ctx, &manual)).await.expect("it is made");
    let again = Box::pin(app::demo::fly(&app.ctx, &manual)).await.expect("it is there");
    assert!(again.is_empty(), "{again:?}");
    app::demo::clear_messages(&app.ctx).await.expect("they are read");
    let output = |name: &str| jobs.iter().map(|job| job.outputs[name].clone()).collect::<Vec<_>>();
    assert_eq!(output("modules"), ["8", "8", "8"]);
    output("revisionId")
}

fn file(subsystem: &str, info_code: &str) -> String {
    format!("{MANUAL}/DMC-NV240-A-15-{subsystem}-00-00A-{info_code}A-A_en-US.XML")
}

async fn text_of(client: &Client, path: &str) -> String {
    client.get(&format!("/bytes/default{path}")).await.text()
}

async fn the_flight_manual_of_the_demo_is_made_once_and_shows_work_in_progress(app: TestApp) {
    let revisions = made(&app).await;
    let author = app.signed_in("li.author").await;
    publications(&author).await;
    revisions_in_progress(&author, &revisions).await;
    work(&author).await;
    let counts = author.get("/counts").await.ok();
    assert_eq!((&counts["messages"], &counts["tasks"]), (&json!(0), &json!(0)), "{counts}");
}

/// One is approved, with its letter and its readers, and a later one is a draft.
async fn publications(author: &Client) {
    let listed = author.get(&format!("/publications?manualPath={MANUAL}")).await.ok();
    let states: Vec<(&Value, &Value)> =
        listed["items"].as_array().expect("a list").iter().map(|one| (&one["revision"], &one["state"])).collect();
    assert_eq!(states, [(&json!("2"), &json!("draft")), (&json!("1"), &json!("approved"))]);
    let id = listed["items"][1]["id"].as_str().expect("an id").to_owned();
    let open = author.get(&format!("/publications/{id}")).await.ok().to_string();
    for part in ["letter-abaa-flm-2026-118.pdf", "-s1000d-complete.zip", "ABAA/FLM/2026/118", "T. Okafor"] {
        assert!(open.contains(part), "{part}: {open}");
    }
    let readers = author.get(&format!("/publications/{id}/readers")).await.ok();
    assert_eq!(readers["readers"].as_array().map(Vec::len), Some(2), "{readers}");
}

/// The second delivery left one conflict, the third waits.
async fn revisions_in_progress(author: &Client, revisions: &[String]) {
    let [_, second, third] = revisions else { panic!("three revisions: {revisions:?}") };
    let open = todos(author, second, "?state=open").await;
    let todo = &open["items"][0];
    assert_eq!((&open["total"], &todo["reason"]), (&json!(1), &json!("conflict")), "{open}");
    assert_eq!(todo["path"], json!(file("10", "040")), "{todo}");
    assert!(todo["conflicts"].as_u64() >= Some(1), "{todo}");
    let merged = text_of(author, &file("20", "121")).await;
    assert!(merged.contains("the deck below for leaks") && merged.contains("salt plugs"), "{merged}");
    assert!(text_of(author, &file("22", "131")).await.contains("not more than 8°"), "nobody had changed it here");
    let waiting = author.get("/revisions/waiting").await.ok();
    assert_eq!(waiting["total"], json!(1), "{waiting}");
    let told = author.get(&format!("/revisions/{third}/forecast")).await.ok();
    assert_eq!((&told["withConflicts"], &told["checkedOut"]), (&json!(1), &json!(1)), "{told}");
}

/// A change request, comments, and a draft that the first browser tab goes on with.
async fn work(author: &Client) {
    let requests = author.get("/changeRequests?keywordFilter=bases").await.ok();
    assert_eq!((&requests["total"], &requests["items"][0]["status"]), (&json!(1), &json!("In Progress")), "{requests}");
    let comments = author.get("/comments").await.ok();
    assert_eq!(comments["total"], json!(2), "{comments}");
    let address = format!("/drafts/default{}?tab=a", file("30", "141"));
    let draft = author.ask(Method::POST, &address, None).await.ok();
    assert!(draft["text"].as_str().is_some_and(|text| text.contains("and call “engine failure”")), "{draft}");
    assert_eq!(draft["tab"], json!("a"), "{draft}");
}
