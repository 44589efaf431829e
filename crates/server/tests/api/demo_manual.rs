//! The flight manual of the demo: publications, edits, a conflict, a waiting revision and a draft. A run that was
//! interrupted is completed by the next one.

use std::ops::ControlFlow;

use app::demo::{DemoPackage, FlightProgress, FlightStep};
use app::imports::shell;
use app::publications;
use axum::http::Method;
use domain::page::PageRequest;
use domain::password::Password;
use domain::path::ManualPath;
use serde_json::{Value, json};
use testkit::app::{PASSWORD, TestApp};
use testkit::client::Client;
use testkit::packages::{demo, pre_import, send, zipped};

use crate::revisions::todos;

testkit::on_each_app!(
    the_flight_manual_of_the_demo_is_made_once_and_shows_work_in_progress,
    a_flight_manual_that_was_interrupted_after_any_step_comes_to_the_same_end,
    work_that_was_interrupted_inside_a_step_is_taken_up,
    what_people_deleted_or_do_themselves_is_not_made_again,
    a_manual_of_other_people_with_the_same_name_is_left_alone,
    a_publication_that_a_person_withdrew_is_not_made_again,
    a_publication_that_was_withdrawn_for_its_book_is_made_again,
    jobs_of_an_interrupted_run_are_finished,
    nothing_is_done_in_the_name_of_an_inactive_person,
);

const MANUAL: &str = "/NV240/FLM";

async fn people(app: &TestApp) {
    let password = Password::parse(PASSWORD).expect("a password");
    app::demo::load(&app.ctx, Some(password)).await.expect("the demo people");
}

/// The progress of one run, which ends after `limit` parts.
async fn run(app: &TestApp, limit: usize) -> Vec<FlightProgress> {
    let manual = server::demo::flight_manual().expect("packages");
    let mut done = Vec::new();
    let tell = |progress: &FlightProgress| {
        done.push(progress.clone());
        if done.len() < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    Box::pin(app::demo::fly(&app.ctx, &manual, tell)).await.expect("it is made");
    done
}

fn file(subsystem: &str, info_code: &str) -> String {
    format!("{MANUAL}/DMC-NV240-A-15-{subsystem}-00-00A-{info_code}A-A_en-US.XML")
}

async fn text_of(client: &Client, path: &str) -> String {
    client.get(&format!("/bytes/default{path}")).await.text()
}

/// The numbers of modules and the ids of the revisions that came in.
fn delivered(done: &[FlightProgress]) -> Vec<(String, String)> {
    let job = |one: &FlightProgress| match one {
        FlightProgress::Delivered(job) => Some((job.outputs["modules"].clone(), job.outputs["revisionId"].clone())),
        FlightProgress::Taken(_) | FlightProgress::WithoutBook(_) => None,
    };
    done.iter().filter_map(job).collect()
}

async fn the_flight_manual_of_the_demo_is_made_once_and_shows_work_in_progress(app: TestApp) {
    people(&app).await;
    let done = run(&app, usize::MAX).await;
    assert!(run(&app, usize::MAX).await.is_empty(), "it is there");
    is_complete(&app, &done).await;
}

async fn a_flight_manual_that_was_interrupted_after_any_step_comes_to_the_same_end(app: TestApp) {
    people(&app).await;
    let mut done = Vec::new();
    loop {
        let mut next = run(&app, 1).await;
        if next.is_empty() {
            break;
        }
        assert!(done.len() < 30, "it goes on: {next:?}");
        done.append(&mut next);
    }
    is_complete(&app, &done).await;
}

/// Everything that the manual shows.
async fn is_complete(app: &TestApp, done: &[FlightProgress]) {
    let delivered = delivered(done);
    assert!(delivered.len() == 3 && delivered.iter().all(|(modules, _)| modules == "9"), "{delivered:?}");
    let edits = done.iter().filter(|one| matches!(one, FlightProgress::Taken(FlightStep::Edit(_)))).count();
    assert_eq!(edits, 4);
    app::demo::clear_messages(&app.ctx, app.ctx.clock.now()).await.expect("they are read");
    let author = app.signed_in("li.author").await;
    publications_are_there(&author).await;
    revisions_in_progress(&author, &delivered).await;
    work(&author).await;
    let counts = author.get("/counts").await.ok();
    assert_eq!((&counts["messages"], &counts["tasks"]), (&json!(0), &json!(0)), "{counts}");
    let reader = app.signed_in("ruth.reader").await;
    let messages = reader.get("/counts").await.ok()["messages"].clone();
    assert_eq!(messages, json!(1), "she is asked to acknowledge the publication");
}

/// One is approved, with its letter and its readers, and a later one is a draft.
async fn publications_are_there(author: &Client) {
    let listed = author.get(&format!("/publications?manualPath={MANUAL}")).await.ok();
    let states: Vec<(&Value, &Value)> =
        listed["items"].as_array().expect("a list").iter().map(|one| (&one["revision"], &one["state"])).collect();
    assert_eq!(states, [(&json!("2"), &json!("draft")), (&json!("1"), &json!("approved"))]);
    let id = listed["items"][1]["id"].as_str().expect("an id").to_owned();
    let open = author.get(&format!("/publications/{id}")).await.ok().to_string();
    for part in ["letter-abaa-flm-2026-118.pdf", "-s1000d-complete.zip", "ABAA/FLM/2026/118", "T. Okafor"] {
        assert!(open.contains(part), "{part}: {open}");
    }
    assert!(!open.contains("letter-2-"), "it is attached once: {open}");
    let readers = author.get(&format!("/publications/{id}/readers")).await.ok();
    let acknowledged = |place: usize| {
        let one = &readers["readers"][place];
        (one["account"].clone(), one["marks"]["acknowledgedOn"].is_string())
    };
    assert_eq!([acknowledged(0), acknowledged(1)], [(json!("li.author"), true), (json!("ruth.reader"), false)]);
}

/// The second delivery left one conflict, the third waits.
async fn revisions_in_progress(author: &Client, delivered: &[(String, String)]) {
    let [(_, first), (_, second), (_, third)] = delivered else { panic!("three revisions: {delivered:?}") };
    let open = todos(author, second, "?state=open").await;
    let todo = &open["items"][0];
    assert_eq!((&open["total"], &todo["reason"]), (&json!(1), &json!("conflict")), "{open}");
    assert_eq!(todo["path"], json!(file("10", "040")), "{todo}");
    assert!(todo["conflicts"].as_u64() >= Some(1), "{todo}");
    assert_eq!((&todo["owner"]["account"], todo["dueOn"].is_string()), (&json!("li.author"), true), "{todo}");
    assert!(todo["note"].as_str().is_some_and(|note| note.contains("from behind")), "{todo}");
    let merged = text_of(author, &file("20", "121")).await;
    assert!(merged.contains("the deck below for leaks") && merged.contains("with the headsets on"), "{merged}");
    assert!(text_of(author, &file("22", "131")).await.contains("more than 8°"), "nobody had changed it here");
    let silent = changed(author, &format!("left=revision:{first}&right=revision:{second}&marked=false")).await;
    assert!(silent.contains(&file("22", "131")), "the manufacturer did not mark it: {silent:?}");
    let own = changed(author, &format!("left=revision:{second}&right=working&content=true")).await;
    assert!(own.contains(&file("20", "121")), "{own:?}");
    assert!(!own.contains(&file("21", "131")), "the manufacturer has adopted the limit of the operator: {own:?}");
    let waiting = author.get("/revisions/waiting").await.ok();
    assert_eq!(waiting["total"], json!(1), "{waiting}");
    let told = author.get(&format!("/revisions/{third}/forecast")).await.ok();
    assert_eq!((&told["withConflicts"], &told["checkedOut"]), (&json!(1), &json!(1)), "{told}");
    assert_eq!((&told["added"], &told["deleted"]), (&json!(0), &json!(0)), "a delivery note is no module: {told}");
}

/// The modules that differ between two states of the manual.
async fn changed(author: &Client, query: &str) -> Vec<String> {
    let listed = author.get(&format!("/redline/default{MANUAL}?{query}")).await.ok();
    let items = listed["page"]["items"].as_array().expect("a list").iter();
    items.filter_map(|module| Some(module["path"].as_str()?.to_owned())).collect()
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

async fn work_that_was_interrupted_inside_a_step_is_taken_up(app: TestApp) {
    people(&app).await;
    // Up to the change request; then the first module is checked out, and the program ends.
    let mut done = run(&app, 7).await;
    assert!(matches!(done.last(), Some(FlightProgress::Taken(FlightStep::Request))), "{done:?}");
    let caller = shell::caller(&app.ctx, Some("li.author")).await.expect("the author");
    let path = domain::path::FilePath::parse(&file("10", "040")).expect("a path");
    app::editing::checkouts::take(&app.ctx, &caller, &path).await.expect("it is checked out");
    done.append(&mut run(&app, usize::MAX).await);
    is_complete(&app, &done).await;
}

async fn what_people_deleted_or_do_themselves_is_not_made_again(app: TestApp) {
    people(&app).await;
    let done = run(&app, 7).await;
    assert!(matches!(done.last(), Some(FlightProgress::Taken(FlightStep::Request))), "{done:?}");
    let author = app.signed_in("li.author").await;
    // Somebody edits the module that the operator would have changed.
    author.ask(Method::POST, &format!("/files/checkout/default{}", file("10", "040")), None).await.ok();
    author.ask(Method::POST, &format!("/drafts/default{}?tab=mine", file("10", "040")), None).await.ok();
    let done = run(&app, 3).await;
    let edits: Vec<bool> =
        done.iter().map(|one| matches!(one, FlightProgress::Taken(FlightStep::Edit(number)) if *number > 0)).collect();
    assert_eq!(edits, [true; 3], "{done:?}");
    let caller = shell::caller(&app.ctx, Some("li.author")).await.expect("the author");
    let path = ManualPath::parse(MANUAL).expect("a path");
    app::library::manuals::delete(&app.ctx, &caller, &path).await.expect("it is deleted");
    assert!(run(&app, usize::MAX).await.is_empty(), "it does not come back");
}

async fn a_manual_of_other_people_with_the_same_name_is_left_alone(app: TestApp) {
    people(&app).await;
    let package = DemoPackage { folder: "amm", manual: "FLM" };
    let zip = server::demo::package(package.folder).expect("its files");
    let caller = shell::caller(&app.ctx, Some("li.author")).await.expect("the author");
    let done = Box::pin(app::demo::import(&app.ctx, &caller, package, zip, |_| ())).await.expect("it comes in");
    assert!(done.is_some());
    assert!(run(&app, usize::MAX).await.is_empty());
}

/// Interrupts the demo after its first publication, withdraws it, and completes the demo; gives the states of all.
async fn withdrawn(app: &TestApp, why: &str) -> Vec<String> {
    people(app).await;
    let done = run(app, 3).await;
    assert!(matches!(done.last(), Some(FlightProgress::Taken(FlightStep::Publish))), "{done:?}");
    let approver = shell::caller(&app.ctx, Some("ines.approver")).await.expect("the approver");
    let (path, page) = (ManualPath::parse(MANUAL).expect("a path"), PageRequest::parse(1, 10).expect("a page"));
    let listed = publications::lists::list(&app.ctx, &approver, &path, None, page).await.expect("a list");
    let first = listed.items.first().expect("a publication");
    let withdrawal = publications::steps::withdraw(&app.ctx, &approver, &first.id, first.version, why).await;
    withdrawal.expect("it is withdrawn");
    assert!(!run(app, usize::MAX).await.is_empty(), "the rest is made");
    let listed = publications::lists::list(&app.ctx, &approver, &path, None, page).await.expect("a list");
    let mut states: Vec<String> =
        listed.items.iter().map(|one| [one.revision.as_str(), one.state.as_str()].join(" ")).collect();
    states.sort();
    states
}

async fn a_publication_that_a_person_withdrew_is_not_made_again(app: TestApp) {
    assert_eq!(withdrawn(&app, "We publish it ourselves.").await, ["1 withdrawn", "2 draft"]);
}

async fn a_publication_that_was_withdrawn_for_its_book_is_made_again(app: TestApp) {
    let states = withdrawn(&app, "The book could not be printed again on this machine.").await;
    assert_eq!(states, ["1 approved", "1 withdrawn", "2 draft"]);
}

async fn jobs_of_an_interrupted_run_are_finished(app: TestApp) {
    people(&app).await;
    let author = app.signed_in("li.author").await;
    let job = pre_import(&author, &send(&author, "nv240.zip", zipped(&demo("flm-1"))).await).await;
    let settled = app::demo::settle(&app.ctx, |_| ()).await.expect("they are done");
    assert_eq!(settled, 1);
    let ended = author.get(&format!("/jobs/{}", job["id"].as_str().expect("an id"))).await.ok();
    assert_eq!(ended["status"], json!("COMPLETED"), "{ended}");
    assert_eq!(app::demo::settle(&app.ctx, |_| ()).await.expect("nothing is left"), 0);
}

async fn nothing_is_done_in_the_name_of_an_inactive_person(app: TestApp) {
    people(&app).await;
    assert!(app::demo::has_people(&app.ctx).await.expect("an answer"));
    app::users::deactivate_as(&app.ctx, &domain::change::Actor::System, "ruth.reader").await.expect("she leaves");
    assert!(!app::demo::has_people(&app.ctx).await.expect("an answer"));
    assert!(run(&app, usize::MAX).await.is_empty());
    app::demo::clear_messages(&app.ctx, app.ctx.clock.now()).await.expect("the others have theirs read");
}
