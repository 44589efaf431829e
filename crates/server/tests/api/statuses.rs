//! A changed status: it shows where the working lane is read, and earlier states keep theirs.

use app::library::statuses;
use app::users::sessions::authenticate;
use domain::path::FilePath;
use domain::permission::Role;
use domain::status::StatusStep;
use serde_json::{Value, json};
use testkit::app::TestApp;
use testkit::client::Client;
use testkit::packages::demo;

use crate::viewer::{BASE, at, delivered, reader_of};

testkit::on_each_app!(
    a_status_changes_without_new_content,
    search_finds_a_module_in_the_status_of_each_lane,
    a_step_is_refused_by_status_or_role,
    a_module_that_is_delivered_again_has_the_status_of_its_delivery,
);

const MODULE: &str = "28-21-01-00A-520A-A";

async fn change(app: &TestApp, client: &Client, step: StatusStep) -> Result<Value, String> {
    let caller = authenticate(&app.ctx, Some(client.token())).await.expect("signed in");
    let path = FilePath::parse(&path()).expect("a path");
    let changed = statuses::change(&app.ctx, &caller, &path, step, "superseded by a bulletin").await;
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
