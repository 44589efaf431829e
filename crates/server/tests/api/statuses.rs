//! A changed status: it shows where the working lane is read, and earlier states keep theirs.

use app::editing::reminders;
use app::editing::statuses::{self, StatusDecision};
use app::users::sessions::authenticate;
use axum::body::Body;
use axum::http::Method;
use domain::access::AccessLevel;
use domain::id::VersionId;
use domain::path::FilePath;
use domain::permission::Role;
use domain::status::StatusStep;
use futures::future::join_all;
use serde_json::{Value, json};
use testkit::app::{PASSWORD, TestApp};
use testkit::client::{API, Client, TestResponse};
use testkit::packages::demo;

use crate::editing;
use crate::limited::Limits;
use crate::revisions::{confirm, revised, text};
use crate::viewer::{BASE, at, delivered, reader_of};

testkit::on_each_app!(
    a_status_changes_without_new_content,
    search_finds_a_module_in_the_status_of_each_lane,
    a_step_is_refused_by_status_or_role,
    a_module_that_is_delivered_again_has_the_status_of_its_delivery,
    a_withdrawn_module_stays_withdrawn_in_the_next_revision,
    a_change_is_submitted_and_released_by_four_eyes,
    an_administrator_allows_approvers_to_release_their_own_changes,
    four_eyes_are_given_up_only_with_a_fresh_proof,
    nobody_releases_a_text_they_contributed_to,
    a_step_is_about_the_version_that_was_read,
    withdrawing_needs_the_level_of_approvers_except_for_an_own_draft,
    several_files_are_changed_at_once,
    people_who_submit_at_once_do_not_wait_for_connections_of_each_other,
    a_comment_can_be_required,
    media_of_a_module_are_released_with_it,
    the_holder_of_an_old_check_out_is_reminded_once_in_a_period,
);

const MODULE: &str = "28-21-01-00A-520A-A";

async fn change(app: &TestApp, client: &Client, step: StatusStep) -> Result<Value, String> {
    let caller = authenticate(&app.ctx, Some(client.token())).await.expect("signed in");
    let path = FilePath::parse(&path()).expect("a path");
    let read = client.get(&format!("/files/default{path}", path = self::path())).await.ok();
    let version = VersionId::parse(read["versionId"].as_str().expect("an id")).expect("a number");
    let decision = StatusDecision { version, step, why: "superseded by a bulletin".to_owned() };
    let changed = statuses::change(&app.ctx, &caller, &path, decision).await;
    changed.map(|file| json!(file.version.status.as_str())).map_err(|error| error.code().to_owned())
}

fn path() -> String {
    format!("{BASE}/DMC-NV240-A-{MODULE}_en-US.XML")
}

/// The status of the module in a list of the manual's modules.
async fn listed(client: &Client, query: &str) -> Value {
    let page = client.get(&format!("/dm/getAllDmListWithPage?manualPath={BASE}&pageSize=500{query}")).await.ok();
    let rows = page["items"].as_array().expect("a list");
    rows.iter().find(|row| row["path"] == path()).map(|row| row["status"].clone()).unwrap_or_default()
}

async fn found(client: &Client, text: &str, lane: &str) -> u64 {
    let asked = json!({"searchText": format!("code:{MODULE} {text}"), "lane": lane});
    client.post("/files/fts/default", asked).await.ok()["total"].as_u64().expect("a number")
}

async fn a_status_changes_without_new_content(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let admin = app.admin().await;
    let shown = async |query: &str| reader.get(&format!("{}{query}", at(MODULE))).await.ok()["file"].clone();
    let before = shown("").await;
    assert_eq!(before["status"], "Released");
    assert_eq!(change(&app, &admin, StatusStep::Withdraw).await, Ok(json!("Obsolete")));
    let obsolete = shown("").await;
    assert_eq!((&obsolete["status"], &obsolete["versionId"]), (&json!("Obsolete"), &before["versionId"]));
    assert_eq!(shown("?lane=oem").await["status"], "Released");
    assert_eq!((listed(&reader, "").await, listed(&reader, "&lane=oem").await), (json!("Obsolete"), json!("Released")));
    assert_eq!(listed(&reader, "&statusFilter=Obsolete").await, "Obsolete");
    assert_eq!(listed(&reader, "&statusFilter=Released").await, Value::Null);
    let then = working_snapshot(&app).await;
    assert_eq!(change(&app, &admin, StatusStep::Reinstate).await, Ok(json!("Draft")));
    assert_eq!(shown("").await["status"], "Draft");
    assert_eq!(shown(&format!("?revision={then}")).await["status"], "Obsolete", "as it was at that moment");
    let versions = reader.get(&format!("/files/getVersions/default{}", path())).await.ok();
    assert_eq!((versions.as_array().map(Vec::len), &versions[0]["status"]), (Some(1), &json!("Draft")));
    let log = admin.get("/audit?action=file.status_changed").await.ok();
    let detail = &log["items"][0]["detail"];
    assert_eq!(
        (&log["items"][0]["subject"], &detail["before"], &detail["after"]),
        (&json!(path()), &json!("Obsolete"), &json!("Draft"))
    );
}

async fn working_snapshot(app: &TestApp) -> String {
    let manual = domain::path::ManualPath::parse(BASE).expect("a path");
    let mut tx = app.db.read().await.expect("the database can be read");
    let found = store::manuals::find_by_name(&mut tx, &manual.csdb, &manual.manual).await.expect("it can be read");
    found.and_then(|manual| manual.lanes.working).expect("a working lane").to_string()
}

async fn search_finds_a_module_in_the_status_of_each_lane(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let admin = app.admin().await;
    app.index().await;
    assert_eq!(found(&reader, "status:Released", "working").await, 1);
    change(&app, &admin, StatusStep::Withdraw).await.expect("it is released");
    app.index().await;
    let counts = async |client: &Client| {
        [
            found(client, "status:Obsolete", "working").await,
            found(client, "status:Released", "working").await,
            found(client, "status:Obsolete", "oem").await,
            found(client, "status:Released", "oem").await,
        ]
    };
    assert_eq!(counts(&reader).await, [1, 0, 0, 1]);
    // A node that was stopped meanwhile finds the change when it starts, and a new one reads all anew.
    let restarted = app.restarted();
    change(&app, &admin, StatusStep::Reinstate).await.expect("it is obsolete");
    restarted.index().await;
    let there = restarted.signed_in("reader").await;
    assert_eq!(found(&there, "status:Draft", "working").await, 1);
    assert_eq!(counts(&there).await, [0, 0, 0, 1]);
    let other = app.second_node();
    other.index().await;
    assert_eq!(counts(&other.signed_in("reader").await).await, [0, 0, 0, 1]);
}

async fn a_step_is_refused_by_status_or_role(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let approver = app.person(Role::Approver).await;
    let refused = |code: &str| Err(code.to_owned());
    assert_eq!(change(&app, &reader, StatusStep::Withdraw).await, refused("forbidden"));
    assert_eq!(change(&app, &author, StatusStep::Withdraw).await, refused("forbidden"));
    assert_eq!(change(&app, &approver, StatusStep::Submit).await, refused("file.status_step"));
    assert_eq!(change(&app, &approver, StatusStep::Withdraw).await, Ok(json!("Obsolete")));
}

async fn a_module_that_is_delivered_again_has_the_status_of_its_delivery(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let admin = app.admin().await;
    change(&app, &admin, StatusStep::Withdraw).await.expect("it is released");
    let mut without = demo("amm");
    without.retain(|(name, _)| !name.contains(MODULE));
    delivered(&app, &without, "yes").await;
    assert_eq!(reader.get(&format!("{}?lane=oem", at(MODULE))).await.problem(), "404 file.not_found");
    delivered(&app, &demo("amm"), "yes").await;
    let status = async |query: &str| reader.get(&format!("{}{query}", at(MODULE))).await.ok()["file"]["status"].clone();
    assert_eq!((status("?lane=oem").await, status("").await), (json!("Released"), json!("Obsolete")));
}

/// The id of the version that a user reads at a path.
pub(crate) async fn version_at(client: &Client, path: &str) -> String {
    let read = client.get(&format!("/files/default{path}")).await.ok();
    read["versionId"].as_str().expect("an id").to_owned()
}

pub(crate) async fn step(client: &Client, word: &str) -> TestResponse {
    step_of(client, word, &version_at(client, &path()).await).await
}

/// A step that was decided on a version.
async fn step_of(client: &Client, word: &str, version: &str) -> TestResponse {
    let request = json!({"version": version, "step": word, "why": "SB 28-012"});
    client.post(&format!("/files/status/default{}", path()), request).await
}

async fn last_message(client: &Client) -> Value {
    client.get("/notifications").await.ok()["items"][0]["text"].clone()
}

async fn set_rules(app: &TestApp, rules: Value) {
    app.admin().await.put("/config/editing", rules).await.ok();
}

/// A new version of the module.
pub(crate) async fn changed(client: &Client) {
    reworded(client, "Booster", "Boost").await;
}

/// A new version of the module with another word; gives its id.
async fn reworded(client: &Client, old: &str, new: &str) -> String {
    let (_, saved) = editing::edit(client, &path(), |text| text.replace(old, new)).await;
    let said = json!({"step": "full", "comment": "x"});
    let file = editing::check_in(client, &path(), said, &saved).await.ok();
    file["versionId"].as_str().expect("an id").to_owned()
}

async fn nobody_releases_a_text_they_contributed_to(app: TestApp) {
    reader_of(&app, "amm").await;
    let (author, approver) = (app.person(Role::Author).await, app.person(Role::Approver).await);
    app.add("second", Role::Approver).await;
    let second = app.signed_in("second").await;
    reworded(&approver, "Booster", "Boost").await;
    let own = reworded(&author, "Boost", "Fuel").await;
    step(&author, "submit").await.ok();
    assert_eq!(step(&approver, "release").await.problem(), "403 file.own_version", "another author came later");
    step(&approver, "sendBack").await.ok();
    let versions = author.get(&format!("/files/getVersions/default{}", path())).await.ok();
    let earlier = versions[1]["versionId"].as_str().expect("an id");
    let restore = format!("/files/restore/default{}?version={earlier}", path());
    let restored = author.post(&restore, json!({"comment": "x"})).await.ok();
    assert_ne!(restored["versionId"], json!(own));
    step(&author, "submit").await.ok();
    assert_eq!(step(&approver, "release").await.problem(), "403 file.own_version", "it is the approver's text again");
    step(&second, "release").await.ok();
    reworded(&author, "Boost", "Fuel").await;
    step(&author, "submit").await.ok();
    assert_eq!(step(&approver, "release").await.ok()["status"], json!("Released"), "the earlier text was released");
}

async fn a_step_is_about_the_version_that_was_read(app: TestApp) {
    reader_of(&app, "amm").await;
    let (author, approver) = (app.person(Role::Author).await, app.person(Role::Approver).await);
    let first = reworded(&author, "Booster", "Boost").await;
    step(&author, "submit").await.ok();
    let second = reworded(&author, "Boost", "Fuel").await;
    step(&author, "submit").await.ok();
    assert_eq!(step_of(&approver, "release", &first).await.problem(), "409 file.newer_version");
    assert_eq!(step_of(&approver, "release", "odd").await.fields(), ["version: unknown_value"]);
    let batch = async |versions: Value| {
        let request =
            json!({"paths": [path()], "action": "status", "status": {"step": "release"}, "versions": versions});
        approver.post("/files/batch", request).await
    };
    assert_eq!(batch(json!([])).await.fields(), ["versions: required"]);
    assert_eq!(batch(json!([first])).await.ok()["results"][0]["code"], json!("file.newer_version"));
    app.wait(16 * 60);
    assert_eq!(batch(json!([second])).await.problem(), "403 confirmation.required");
    approver.post("/users/confirm", json!({"password": PASSWORD})).await.ok();
    assert_eq!(batch(json!([second])).await.ok()["results"][0]["file"]["status"], json!("Released"));
}

async fn withdrawing_needs_the_level_of_approvers_except_for_an_own_draft(app: TestApp) {
    reader_of(&app, "amm").await;
    let (author, approver) = (app.person(Role::Author).await, app.person(Role::Approver).await);
    Limits::of_group(&app, BASE, "Writers", &["author", "approver"], AccessLevel::Author).await;
    assert_eq!(step(&approver, "withdraw").await.problem(), "403 forbidden", "it is released");
    changed(&author).await;
    assert_eq!(step(&approver, "withdraw").await.problem(), "403 forbidden", "it is another person's draft");
    reworded(&approver, "Boost", "Fuel").await;
    assert_eq!(step(&approver, "withdraw").await.ok()["status"], json!("Obsolete"));
}

async fn a_withdrawn_module_stays_withdrawn_in_the_next_revision(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let admin = app.admin().await;
    assert_eq!(change(&app, &admin, StatusStep::Withdraw).await, Ok(json!("Obsolete")));
    let revision = delivered(&app, &revised("Take off panel 214AL", "002"), "yes").await;
    confirm(&app, &revision).await;
    assert!(text(&reader).await.contains("Take off panel 214AL"), "it has the new text");
    let shown = async |query: &str| reader.get(&format!("{}{query}", at(MODULE))).await.ok()["file"]["status"].clone();
    assert_eq!((shown("").await, shown("?lane=oem").await), (json!("Obsolete"), json!("Released")));
    assert_eq!(change(&app, &admin, StatusStep::Reinstate).await, Ok(json!("Draft")));
}

async fn a_change_is_submitted_and_released_by_four_eyes(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let (author, approver) = (app.person(Role::Author).await, app.person(Role::Approver).await);
    changed(&author).await;
    assert_eq!(step(&reader, "submit").await.problem(), "403 forbidden");
    assert_eq!(step(&author, "release").await.problem(), "403 forbidden");
    assert_eq!(step(&author, "odd").await.fields(), ["step: unknown_value"]);
    assert_eq!(step(&author, "submit").await.ok()["status"], json!("Review"));
    let name = path().rsplit('/').next().expect("a name").to_owned();
    assert_eq!(last_message(&approver).await, json!(format!("author submitted {name} for review")));
    app.wait(16 * 60);
    assert_eq!(step(&approver, "release").await.problem(), "403 confirmation.required");
    approver.post("/users/confirm", json!({"password": PASSWORD})).await.ok();
    assert_eq!(step(&approver, "release").await.ok()["status"], json!("Released"));
    assert_eq!(last_message(&author).await, json!(format!("approver released {name}")));
    let events = reader.get(&format!("/files/statusEvents/default{}", path())).await.ok();
    let lines = crate::viewer::lines(&events, &["before", "after", "by", "why"]);
    assert_eq!(lines, ["Draft Review author SB 28-012", "Review Released approver SB 28-012"]);
}

async fn an_administrator_allows_approvers_to_release_their_own_changes(app: TestApp) {
    reader_of(&app, "amm").await;
    let approver = app.person(Role::Approver).await;
    changed(&approver).await;
    step(&approver, "submit").await.ok();
    assert_eq!(step(&approver, "release").await.problem(), "403 file.own_version");
    let rules = json!({"commentRequired": false, "ownRelease": true, "reminderDays": 5, "version": 0});
    assert_eq!(approver.put("/config/editing", rules.clone()).await.problem(), "403 forbidden");
    set_rules(&app, rules.clone()).await;
    assert_eq!(approver.get("/config/editing").await.ok()["version"], json!(1));
    assert_eq!(app.admin().await.put("/config/editing", rules).await.problem(), "409 changed_meanwhile");
    assert_eq!(step(&approver, "release").await.ok()["status"], json!("Released"));
}

async fn four_eyes_are_given_up_only_with_a_fresh_proof(app: TestApp) {
    let admin = app.admin().await;
    let rules = |own: bool, version: i64| json!({"commentRequired": false, "ownRelease": own, "reminderDays": 5, "version": version});
    app.wait(16 * 60);
    assert_eq!(admin.put("/config/editing", rules(true, 0)).await.problem(), "403 confirmation.required");
    assert_eq!(admin.put("/config/editing", rules(false, 0)).await.ok()["version"], json!(1));
    admin.post("/users/confirm", json!({"password": PASSWORD})).await.ok();
    assert_eq!(admin.put("/config/editing", rules(true, 1)).await.ok()["ownRelease"], json!(true));
    app.wait(16 * 60);
    assert_eq!(admin.put("/config/editing", rules(true, 2)).await.ok()["version"], json!(3), "it was on before");
    assert_eq!(admin.put("/config/editing", rules(false, 3)).await.ok()["ownRelease"], json!(false));
}

async fn media_of_a_module_are_released_with_it(app: TestApp) {
    const IMAGE: &str = "/NV240/MULTIMEDIA/ICN-NV240-A-282101-0-NVR01-00005-A-001-01.SVG";
    let reader = reader_of(&app, "amm").await;
    let (author, approver) = (app.person(Role::Author).await, app.person(Role::Approver).await);
    let replaced = async |who: &Client, title: &str| {
        let request = who.request(Method::POST, &format!("{API}/media/default{IMAGE}?replace=true"));
        let svg = format!("<svg xmlns='http://www.w3.org/2000/svg'><title>{title}</title></svg>");
        let request = request.header("content-type", "image/svg+xml").body(Body::from(svg)).expect("a request");
        who.send(request).await.ok()
    };
    // A manual is not published with an image that was not released.
    let blocks = async || {
        let found = author.get(&format!("/publications/blockers?manualPath={BASE}")).await.ok();
        crate::viewer::lines(&found["unreleased"], &["path"]).contains(&IMAGE.to_owned())
    };
    let status = async || reader.get(&format!("/files/default{IMAGE}")).await.ok()["status"].clone();
    replaced(&approver, "own").await;
    changed(&author).await;
    step(&author, "submit").await.ok();
    assert_eq!(status().await, json!("Draft"));
    assert_eq!(step(&approver, "release").await.problem(), "403 file.own_version", "the image is the approver's");
    assert_eq!(status().await, json!("Draft"), "nothing is released in parts");
    assert!(blocks().await);
    // An image has its own steps as well.
    let own = json!({"version": version_at(&author, IMAGE).await, "step": "submit", "why": ""});
    assert_eq!(author.post(&format!("/files/status/default{IMAGE}"), own).await.ok()["status"], json!("Review"));
    step(&app.admin().await, "release").await.ok();
    assert_eq!(status().await, json!("Released"));
    assert!(!blocks().await);
    let events = reader.get(&format!("/files/statusEvents/default{IMAGE}")).await.ok();
    let lines = crate::viewer::lines(&events, &["before", "after", "by"]);
    assert_eq!(lines, ["Draft Review author", "Review Released admin"]);
    assert!(last_message(&approver).await.as_str().is_some_and(|text| text.contains(".SVG")), "its author is told");
}

async fn people_who_submit_at_once_do_not_wait_for_connections_of_each_other(app: TestApp) {
    reader_of(&app, "amm").await;
    let admin = app.admin().await;
    app.person(Role::Approver).await;
    let listed = admin.get(&format!("/dm/getAllDmListWithPage?manualPath={BASE}&pageSize=500")).await.ok();
    let released = listed["items"].as_array().expect("a list").iter().filter(|row| row["status"] == "Released");
    let paths: Vec<&str> = released.filter_map(|row| row["path"].as_str()).take(8).collect();
    assert_eq!(paths.len(), 8);
    let mut versions = Vec::new();
    for path in &paths {
        let version = version_at(&admin, path).await;
        for word in ["withdraw", "reinstate"] {
            let request = json!({"version": version, "step": word, "why": "x"});
            admin.post(&format!("/files/status/default{path}"), request).await.ok();
        }
        versions.push(version);
    }
    // One of them changes the manual and the others wait for it, each with a connection.
    let few = app.with_connections(2).await;
    let author = few.person(Role::Author).await;
    let submitted = join_all(paths.iter().zip(&versions).map(|(path, version)| {
        let request = json!({"version": version, "step": "submit", "why": ""});
        let (author, call) = (&author, format!("/files/status/default{path}"));
        async move { author.post(&call, request).await.ok()["status"].clone() }
    }));
    assert_eq!(submitted.await, vec![json!("Review"); 8]);
}

async fn several_files_are_changed_at_once(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let other = format!("{BASE}/DMC-NV240-A-28-21-01-00A-720A-A_en-US.XML");
    let paths = json!([path(), other, format!("{BASE}/DMC-NONE.XML"), "/"]);
    let batch = async |mut request: Value| {
        request["paths"] = paths.clone();
        let answer = author.post("/files/batch", request).await.ok();
        let results = answer["results"].as_array().expect("results").clone();
        results.iter().map(|one| one["code"].as_str().unwrap_or("ok").to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(batch(json!({"action": "checkout"})).await, ["ok", "ok", "file.not_found", "file.not_found"]);
    let held = async |status: &str| {
        let list = author.post("/users/checkedOutListWithPage", json!({"statusFilter": status})).await.ok();
        assert!(
            list["items"]
                .as_array()
                .expect("a list")
                .iter()
                .all(|one| one["status"] == "Released" && one["versionId"].is_string())
        );
        list["total"].clone()
    };
    assert_eq!([held("All").await, held("Released").await, held("Draft").await], [json!(2), json!(2), json!(0)]);
    let (_, _) = editing::edit(&author, &path(), |text| text.replace("Booster", "Boost")).await;
    let said = json!({"action": "checkin", "checkIn": {"step": "inWork", "comment": "Batch"}});
    assert_eq!(batch(said).await[..2], ["ok", "draft.not_found"]);
    assert_eq!(batch(json!({"action": "cancelCheckout"})).await[..2], ["file.not_checked_out", "ok"]);
    let read = [version_at(&author, &path()).await, version_at(&author, &other).await];
    let submit = json!({"action": "status", "status": {"step": "submit"}, "versions": [read[0], read[1], "1", "1"]});
    assert_eq!(batch(submit).await[..2], ["ok", "file.status_step"]);
    let odd = author.post("/files/batch", json!({"paths": [], "action": "checkout"})).await;
    assert_eq!(odd.fields(), ["paths: required"]);
    let odd = author.post("/files/batch", json!({"paths": ["/"], "action": "status"})).await;
    assert_eq!(odd.fields(), ["status: required"]);
    Limits::of_group(&app, "/NV240", "Nobody", &[], AccessLevel::Read).await;
    assert_eq!(batch(json!({"action": "checkout"})).await, ["file.not_found"; 4], "hidden files are not there");
}

async fn a_comment_can_be_required(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let (_, saved) = editing::edit(&author, &path(), |text| text.replace("Booster", "Boost")).await;
    set_rules(&app, json!({"commentRequired": true, "ownRelease": false, "reminderDays": 5, "version": 0})).await;
    let refused = editing::check_in(&author, &path(), json!({"step": "inWork", "comment": " "}), &saved).await;
    assert_eq!(refused.fields(), ["comment: required"]);
    let batch = json!({"paths": [path()], "action": "checkin", "checkIn": {"step": "inWork", "comment": " "}});
    assert_eq!(author.post("/files/batch", batch).await.fields(), ["comment: required"], "asked once for all files");
    editing::check_in(&author, &path(), json!({"step": "inWork", "comment": "Why"}), &saved).await.ok();
}

async fn the_holder_of_an_old_check_out_is_reminded_once_in_a_period(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    author.ask(Method::POST, &format!("/files/checkout/default{}", path()), None).await.ok();
    let messages = async |client: &Client| client.get("/notifications").await.ok()["total"].as_u64();
    reminders::send(&app.ctx).await.expect("it runs");
    assert_eq!(messages(&author).await, Some(0));
    app.wait(6 * 24 * 3600);
    let author = app.signed_in("author").await;
    for _ in 0..2 {
        reminders::send(&app.ctx).await.expect("it runs");
    }
    assert_eq!(messages(&author).await, Some(1));
    app.wait(6 * 24 * 3600);
    let author = app.signed_in("author").await;
    reminders::send(&app.ctx).await.expect("it runs");
    assert_eq!(messages(&author).await, Some(2));
    let text = last_message(&author).await;
    assert!(text.as_str().is_some_and(|text| text.starts_with("You have had DMC-NV240")), "{text}");
}
