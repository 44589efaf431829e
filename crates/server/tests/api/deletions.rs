//! Deleted files, and publication modules that change the contents.

use axum::http::Method;
use domain::permission::Role;
use serde_json::{Value, json};
use testkit::app::TestApp;
use testkit::client::Client;

use crate::editing;
use crate::viewer::{BASE, at, reader_of};

testkit::on_each_app!(
    a_deleted_module_leaves_the_working_lane_and_comes_back,
    a_module_that_another_user_holds_is_not_deleted,
    a_manual_and_a_database_with_check_outs_of_others_are_not_deleted,
    a_service_token_does_not_end_the_check_out_of_its_creator,
    a_module_comes_back_into_contents_that_changed_meanwhile,
    a_publication_with_very_many_references_keeps_them,
    a_purged_module_stays_in_its_oem_revision,
    a_purge_keeps_what_was_released_and_what_a_draft_is_based_on,
    a_changed_publication_changes_the_contents,
    a_deleted_publication_takes_its_contents_away,
    the_library_is_read_as_it_was_at_a_moment,
    contents_of_a_moment_do_not_have_what_was_in_the_trash_then,
    a_moment_in_the_future_is_refused,
);

const MODULE: &str = "28-21-01-00A-520A-A";

fn path() -> String {
    format!("{BASE}/DMC-NV240-A-{MODULE}_en-US.XML")
}

fn file(query: &str) -> String {
    format!("/files/default{}{query}", path())
}

/// The entry of the module in the contents: its files.
async fn entry(client: &Client) -> Value {
    let asked = json!({"manualPath": BASE, "anywhere": true, "includeLeaf": true, "keyword": "Booster pump - Remove"});
    let page = client.post("/toc/getLeafNodeWithPage", asked).await.ok();
    page["items"][0]["sourceFiles"].clone()
}

async fn found(app: &TestApp, client: &Client) -> u64 {
    app.index().await;
    let asked = json!({"searchText": format!("code:{MODULE}")});
    client.post("/files/fts/default", asked).await.ok()["total"].as_u64().expect("a number")
}

/// The path of the first publication.
async fn publication(client: &Client) -> String {
    let contents = client.get(&format!("/toc/getTopToc?manualPath={BASE}")).await.ok();
    contents["nodes"][0]["path"].as_str().expect("a publication").to_owned()
}

async fn entries(client: &Client) -> u64 {
    let asked = json!({"manualPath": BASE, "anywhere": true, "includeLeaf": true});
    client.post("/toc/getLeafNodeWithPage", asked).await.ok()["total"].as_u64().expect("a number")
}

async fn a_deleted_module_leaves_the_working_lane_and_comes_back(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let (author, approver) = (app.person(Role::Author).await, app.person(Role::Approver).await);
    let refused = author.delete(&file("")).await;
    assert_eq!(refused.problem(), "409 file.in_use");
    let publication = publication(&reader).await;
    let uses = refused.json()["uses"].as_array().expect("a list").clone();
    assert!(uses.iter().any(|one| one["path"] == publication), "{uses:?}");
    assert_eq!(author.delete(&file("?force=true")).await.problem(), "403 forbidden");
    assert_eq!(reader.delete(&file("?force=true")).await.problem(), "403 forbidden");
    editing::edit(&approver, &path(), |text| text.replace("Booster", "Boost")).await;
    let modules = reader.get(&format!("/dm/getAllDmListWithPage?manualPath={BASE}")).await.ok()["total"].clone();
    assert_eq!(entry(&reader).await, json!([path()]));
    assert_eq!(found(&app, &reader).await, 1);

    assert_eq!(approver.delete(&file("?force=true")).await.status.as_u16(), 204);
    assert_eq!(approver.delete(&file("?force=true")).await.problem(), "404 file.not_found");
    assert_eq!(reader.get(&at(MODULE)).await.problem(), "404 file.not_found");
    assert_eq!(reader.get(&format!("{}?lane=oem", at(MODULE))).await.status.as_u16(), 200, "what was delivered stays");
    assert_eq!(entry(&reader).await, json!([]));
    assert_eq!(found(&app, &reader).await, 0);
    let drafts = approver.get("/files/wip").await.ok();
    assert_eq!(drafts["drafts"][0]["state"], json!("discarded"), "the text of the draft stays");
    let left = reader.get(&format!("/dm/getAllDmListWithPage?manualPath={BASE}")).await.ok()["total"].clone();
    assert_eq!(left.as_u64().map(|left| left + 1), modules.as_u64());

    let admin = app.admin().await;
    let item = admin.get("/trash").await.ok()[0].clone();
    assert_eq!([&item["kind"], &item["path"], &item["deletedBy"]], ["file", &path(), "approver"]);
    admin.post(&format!("/trash/{}/restore", item["id"].as_str().expect("an id")), json!({})).await.ok();
    assert_eq!(reader.get(&at(MODULE)).await.status.as_u16(), 200);
    assert_eq!(entry(&reader).await, json!([path()]));
    assert_eq!(found(&app, &reader).await, 1);
    assert_eq!(admin.get("/trash").await.ok(), json!([]));
}

async fn a_module_that_another_user_holds_is_not_deleted(app: TestApp) {
    reader_of(&app, "amm").await;
    let (author, approver) = (app.person(Role::Author).await, app.person(Role::Approver).await);
    author.ask(Method::POST, &format!("/files/checkout/default{}", path()), None).await.ok();
    let refused = approver.delete(&file("?force=true")).await;
    assert_eq!(refused.problem(), "409 file.already_checked_out");
}

async fn a_manual_and_a_database_with_check_outs_of_others_are_not_deleted(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let (author, admin) = (app.person(Role::Author).await, app.admin().await);
    let publication = publication(&reader).await;
    for held in [path(), publication.clone()] {
        author.ask(Method::POST, &format!("/files/checkout/default{held}"), None).await.ok();
    }
    let manual = "/csdb/manual?csdbName=NV240&manualName=MMEL";
    for refused in [manual, "/csdb?csdbName=NV240", "/folders/default/NV240/MMEL"] {
        let answer = admin.delete(refused).await;
        assert_eq!(answer.problem(), "409 folder.checked_out", "{refused}");
        assert!(answer.json()["title"].as_str().is_some_and(|title| title.contains("author (2)")), "{refused}");
    }
    author.ask(Method::POST, &format!("/files/cancelCheckout/default{publication}"), None).await.ok();
    assert_eq!(admin.delete(manual).await.problem(), "409 folder.checked_out");

    // The own check-out does not matter, and comes back with the manual; one in the trash holds up nobody.
    assert_eq!(author.delete(manual).await.status.as_u16(), 204);
    app.wait(60);
    assert_eq!(admin.delete("/csdb?csdbName=NV240").await.status.as_u16(), 204);
    for _ in 0..2 {
        let item = admin.get("/trash").await.ok()[0]["id"].as_str().expect("an id").to_owned();
        admin.post(&format!("/trash/{item}/restore"), json!({})).await.ok();
    }
    let file = author.get(&format!("/files/default{}", path())).await.ok();
    assert_eq!(file["checkedOutBy"], json!("author"));
}

async fn a_service_token_does_not_end_the_check_out_of_its_creator(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let admin = app.admin().await;
    // Nobody refers to a publication, so that an author may delete it.
    let publication = publication(&reader).await;
    editing::edit(&admin, &publication, |text| text.replace("</pmTitle>", " (2)</pmTitle>")).await;
    let permissions = ["readContent", "editContent"];
    let new = json!({"name": "Clean-up", "permissions": permissions, "databases": ["NV240"], "days": 30});
    let made = admin.post("/serviceTokens", new).await.ok();
    let token = app.anonymous().with_token(made["token"].as_str().expect("a token"));
    let file = format!("/files/default{publication}");
    assert_eq!(token.delete(&file).await.problem(), "409 file.already_checked_out");
    assert_eq!(admin.get("/files/wip").await.ok()["drafts"][0]["state"], json!("open"));
    assert_eq!(admin.delete(&file).await.status.as_u16(), 204);
    let log = admin.get("/audit?action=file.deleted").await.ok();
    assert_eq!(log["items"][0]["detail"]["checkoutOf"], json!("admin"));
}

async fn a_module_comes_back_into_contents_that_changed_meanwhile(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let approver = app.person(Role::Approver).await;
    assert_eq!(approver.delete(&file("?force=true")).await.status.as_u16(), 204);
    let publication = publication(&reader).await;
    let (_, saved) = editing::edit(&approver, &publication, |text| text.replace("</pmTitle>", " (2)</pmTitle>")).await;
    editing::check_in(&approver, &publication, json!({"step": "inWork", "comment": "x"}), &saved).await.ok();
    let admin = app.admin().await;
    let item = admin.get("/trash").await.ok()[0]["id"].as_str().expect("an id").to_owned();
    admin.post(&format!("/trash/{item}/restore"), json!({})).await.ok();
    assert_eq!(entry(&reader).await, json!([path()]));
}

async fn a_publication_with_very_many_references_keeps_them(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let publication = publication(&reader).await;
    let references = async || {
        let read = reader.get(&format!("/files/referenced/default{publication}")).await.ok();
        read["references"].as_array().expect("a list").len()
    };
    let before = references().await;
    assert!(before > 0);
    // One reference becomes as many different ones as make 4,001 of all.
    let longer = |text: &str| {
        let start = text.find("<pmEntry").expect("entries");
        let start = start + text[start..].find("<dmRef").expect("a reference");
        let end = start + text[start..].find("</dmRef>").expect("its end") + "</dmRef>".len();
        let other = |number: usize| text[start..end].replace(" assyCode=\"00\"", &format!(" assyCode=\"{number:04}\""));
        let others: String = (1..=4_001 - before).map(other).collect();
        format!("{}{others}{}", &text[..end], &text[end..])
    };
    let (_, saved) = editing::edit(&author, &publication, longer).await;
    editing::check_in(&author, &publication, json!({"step": "full", "comment": "x"}), &saved).await.ok();
    assert_eq!(references().await, 4_001);
    assert_eq!(author.delete(&file("")).await.problem(), "409 file.in_use");
    let versions = author.get(&format!("/files/getVersions/default{publication}")).await.ok();
    let (long, first) = (&versions[0]["versionId"], versions[1]["versionId"].as_str().expect("an id"));
    let restore = async |version: &str| {
        let call = format!("/files/restore/default{publication}?version={version}");
        author.post(&call, json!({"comment": "x"})).await.ok();
    };
    restore(first).await;
    assert_eq!(references().await, before);
    restore(long.as_str().expect("an id")).await;
    assert_eq!(references().await, 4_001);
}

async fn a_purged_module_stays_in_its_oem_revision(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let approver = app.person(Role::Approver).await;
    let (_, saved) = editing::edit(&approver, &path(), |text| text.replace("Booster", "Boost")).await;
    editing::check_in(&approver, &path(), json!({"step": "inWork", "comment": "x"}), &saved).await.ok();
    let versions = app.db.count("version").await;
    approver.delete(&file("?force=true")).await;
    let admin = app.admin().await;
    let item = admin.get("/trash").await.ok()[0]["id"].as_str().expect("an id").to_owned();
    assert_eq!(admin.delete(&format!("/trash/{item}")).await.status.as_u16(), 204);
    app::library::trash::sweep(&app.ctx).await.expect("it is removed");
    assert_eq!(app.db.count("version").await, versions - 1, "the own version is gone");
    assert_eq!(reader.get(&at(MODULE)).await.problem(), "404 file.not_found");
    assert_eq!(reader.get(&format!("{}?lane=oem", at(MODULE))).await.status.as_u16(), 200);
}

async fn a_purge_keeps_what_was_released_and_what_a_draft_is_based_on(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let (author, approver) = (app.person(Role::Author).await, app.person(Role::Approver).await);
    let moment = |app: &TestApp| app.ctx.clock.now().to_rfc3339_opts(chrono::SecondsFormat::Secs, true);
    let reworded = async |old: &str, new: &str| {
        let (_, saved) = editing::edit(&author, &path(), |text| text.replace(old, new)).await;
        let said = json!({"step": "full", "comment": "x"});
        editing::check_in(&author, &path(), said, &saved).await.ok()["versionId"].clone()
    };
    let step = async |client: &Client, step: &str, version: &Value| {
        let request = json!({"version": version, "step": step});
        client.post(&format!("/files/status/default{}", path()), request).await.ok();
    };
    let released = reworded("Booster", "Zephyr").await;
    step(&author, "submit", &released).await;
    step(&approver, "release", &released).await;
    let then = moment(&app);
    app.wait(60);
    reworded("Zephyr", "Boreas").await;
    let draft = moment(&app);
    app.wait(60);
    reworded("Boreas", "Notus").await;
    editing::edit(&author, &path(), |text| text.replace("Notus", "Eurus")).await;
    approver.ask(Method::POST, &format!("/files/cancelCheckout/default{}", path()), None).await.ok();
    app.wait(60);
    assert_eq!(approver.delete(&file("?force=true")).await.status.as_u16(), 204);
    let admin = app.admin().await;
    let item = admin.get("/trash").await.ok()[0]["id"].as_str().expect("an id").to_owned();
    let versions = app.db.count("version").await;
    assert_eq!(admin.delete(&format!("/trash/{item}")).await.status.as_u16(), 204);
    app::library::trash::sweep(&app.ctx).await.expect("it is removed");
    assert_eq!(app.db.count("version").await, versions - 1, "the draft between them is gone");
    let title = reader.get(&format!("{}?asOf={then}", at(MODULE))).await.ok()["file"]["title"].clone();
    assert_eq!(title, json!("Zephyr pump - Remove procedure"));
    assert_eq!(reader.get(&format!("{}?asOf={draft}", at(MODULE))).await.problem(), "404 file.not_found");
    assert_eq!(author.get("/files/wip").await.ok()["drafts"][0]["state"], json!("setAside"), "the promised text");
}

async fn a_changed_publication_changes_the_contents(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let before = entries(&reader).await;
    let publication = publication(&reader).await;
    // Takes the first reference of the publication away.
    let shorter = |text: &str| {
        let start = text[text.find("<pmEntry").expect("entries")..].find("<dmRef").expect("a reference");
        let start = start + text.find("<pmEntry").expect("entries");
        let end = start + text[start..].find("</dmRef>").expect("its end") + "</dmRef>".len();
        format!("{}{}", &text[..start], &text[end..])
    };
    let (_, saved) = editing::edit(&author, &publication, shorter).await;
    let checked = editing::check_in(&author, &publication, json!({"step": "full", "comment": "x"}), &saved).await;
    assert_eq!(checked.ok()["origin"], json!("airline"));
    assert_eq!(entries(&reader).await, before - 1);
    let oem = json!({"manualPath": BASE, "anywhere": true, "includeLeaf": true, "lane": "oem"});
    assert_eq!(reader.post("/toc/getLeafNodeWithPage", oem).await.ok()["total"], json!(before));
}

async fn a_deleted_publication_takes_its_contents_away(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let approver = app.person(Role::Approver).await;
    let before = entries(&reader).await;
    let publication = publication(&reader).await;
    let deleted = approver.delete(&format!("/files/default{publication}?force=true")).await;
    assert_eq!(deleted.status.as_u16(), 204);
    assert_eq!(entries(&reader).await, 0);
    let admin = app.admin().await;
    let item = admin.get("/trash").await.ok()[0]["id"].as_str().expect("an id").to_owned();
    admin.post(&format!("/trash/{item}/restore"), json!({})).await.ok();
    assert_eq!(entries(&reader).await, before);
}

async fn the_library_is_read_as_it_was_at_a_moment(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let moment = |app: &TestApp| app.ctx.clock.now().to_rfc3339_opts(chrono::SecondsFormat::Secs, true);
    let delivered = moment(&app);
    app.wait(60);
    let approver = app.person(Role::Approver).await;
    let (_, saved) = editing::edit(&approver, &path(), |text| text.replace("Booster", "Zephyr")).await;
    editing::check_in(&approver, &path(), json!({"step": "full", "comment": "x"}), &saved).await.ok();
    let edited = moment(&app);
    app.wait(60);
    assert_eq!(approver.delete(&file("?force=true")).await.status.as_u16(), 204);
    app.wait(60);

    let title = async |as_of: &str| {
        let shown = reader.get(&format!("{}?asOf={as_of}", at(MODULE))).await;
        if shown.status.is_success() { shown.json()["file"]["title"].clone() } else { json!(shown.problem()) }
    };
    assert_eq!(title(&delivered).await, json!("Booster pump - Remove procedure"));
    assert_eq!(title(&edited).await, json!("Zephyr pump - Remove procedure"));
    assert_eq!(title(&moment(&app)).await, json!("404 file.not_found"));
    assert_eq!(title("2001-01-01T00:00:00Z").await, json!("404 file.not_found"));
    let status = async |as_of: &str| {
        let list = format!("/dm/getAllDmListWithPage?manualPath={BASE}&keywordFilter={MODULE}&asOf={as_of}");
        reader.get(&list).await.ok()["items"][0]["status"].clone()
    };
    assert_eq!([status(&delivered).await, status(&edited).await], [json!("Released"), json!("Draft")]);
    assert_eq!(status(&moment(&app)).await, Value::Null);
    let contents =
        json!({"manualPath": BASE, "anywhere": true, "includeLeaf": true, "keyword": "pump - Remove", "asOf": edited});
    let place = reader.post("/toc/getLeafNodeWithPage", contents).await.ok();
    let places = place["items"].as_array().expect("a list").clone();
    assert!(places.iter().any(|one| one["sourceFiles"] == json!([path()])), "{place}");
    let exported = reader.get(&format!("/dm/export?manualPath={BASE}&format=csv&asOf={edited}")).await;
    assert!(exported.text().contains("Zephyr pump"), "{}", exported.text());
    let name = exported.header("content-disposition");
    assert!(name.contains(&format!("-modules-{}T", &edited[..10])), "{name}");
    let media = format!("/media/default/NV240/MULTIMEDIA?asOf={edited}");
    assert_eq!(reader.get(&media).await.fields(), ["manualName: required"]);
    assert_eq!(reader.get(&format!("{}?asOf=yesterday", at(MODULE))).await.status.as_u16(), 400);
    let both = reader.get(&format!("{}?asOf={edited}&revision=1", at(MODULE))).await;
    assert_eq!(both.fields(), ["asOf: not_together"]);
}

async fn contents_of_a_moment_do_not_have_what_was_in_the_trash_then(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let (approver, admin) = (app.person(Role::Approver).await, app.admin().await);
    let moment = |app: &TestApp| app.ctx.clock.now().to_rfc3339_opts(chrono::SecondsFormat::Secs, true);
    let delivered = moment(&app);
    app.wait(60);
    assert_eq!(approver.delete(&file("?force=true")).await.status.as_u16(), 204);
    let deleted = moment(&app);
    app.wait(60);
    let item = admin.get("/trash").await.ok()[0]["id"].as_str().expect("an id").to_owned();
    admin.post(&format!("/trash/{item}/restore"), json!({})).await.ok();
    let restored = moment(&app);
    app.wait(60);
    let files = async |as_of: &str| {
        let keyword = "Booster pump - Remove";
        let asked =
            json!({"manualPath": BASE, "anywhere": true, "includeLeaf": true, "keyword": keyword, "asOf": as_of});
        reader.post("/toc/getLeafNodeWithPage", asked).await.ok()["items"][0]["sourceFiles"].clone()
    };
    assert_eq!(files(&delivered).await, json!([path()]));
    assert_eq!(files(&deleted).await, json!([]));
    assert_eq!(files(&restored).await, json!([path()]));
    assert_eq!(entry(&reader).await, json!([path()]));
    // Neither is it among the modules that are read one after the other.
    let publication = publication(&reader).await;
    let total = async |as_of: &str| {
        let asked = format!("/toc/getNeighbours?path={publication}&asOf={as_of}");
        reader.get(&asked).await.ok()["total"].as_u64().expect("a number")
    };
    let (before, then, now) = (total(&delivered).await, total(&deleted).await, total(&restored).await);
    assert_eq!((then + 1, now), (before, before));
}

async fn a_moment_in_the_future_is_refused(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let at_now = app.ctx.clock.now();
    let written = |moment: chrono::DateTime<chrono::Utc>| moment.to_rfc3339_opts(chrono::SecondsFormat::Secs, true);
    let later = written(at_now + chrono::TimeDelta::hours(1));
    let refused = reader.get(&format!("{}?asOf={later}", at(MODULE))).await;
    assert_eq!(
        (refused.problem(), refused.fields()),
        ("400 request.invalid".to_owned(), vec!["asOf: future".to_owned()])
    );
    let media = format!("/media/default/NV240/MULTIMEDIA?manualName=MMEL&asOf={later}");
    assert_eq!(reader.get(&media).await.fields(), ["asOf: future"]);
    let contents = json!({"manualPath": BASE, "anywhere": true, "includeLeaf": true, "asOf": later});
    assert_eq!(reader.post("/toc/getLeafNodeWithPage", contents).await.fields(), ["asOf: future"]);
    let compared = format!("/view/compare/default{BASE}/DMC-NV240-A-{MODULE}_en-US.XML?left=oem&right=working@{later}");
    assert_eq!(reader.get(&compared).await.fields(), ["right: future"]);
    let changes = format!("/redline/default{BASE}?left=oem@{later}&right=working");
    assert_eq!(reader.get(&changes).await.fields(), ["left: future"]);
    // The clocks of clients differ a little from ours.
    let soon = written(at_now + chrono::TimeDelta::seconds(30));
    assert_eq!(reader.get(&format!("{}?asOf={soon}", at(MODULE))).await.status.as_u16(), 200);
}
