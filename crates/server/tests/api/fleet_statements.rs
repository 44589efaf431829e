//! Statements behind the map of a fleet: stored with the versions, whatever happens to caches and files.

use std::path::{Path, PathBuf};

use domain::permission::Role;
use serde_json::{Value, json};
use testkit::app::TestApp;
use testkit::blobs::{file_of, named};
use testkit::client::Client;
use testkit::packages::demo;

use crate::viewer::{BASE, lines, reader_of};

testkit::on_each_app!(
    a_file_that_cannot_be_read_leaves_its_module_pending,
    a_lost_module_is_undecided_until_it_is_restored,
    lost_modules_do_not_keep_the_others_from_being_read,
    what_was_read_is_not_read_again,
    a_deleted_container_keeps_its_alternates_in_their_section,
    an_aircraft_with_an_unknown_model_is_counted,
);

const DOUBLE: &str = "26-21-01-00B-920A-A";
const CONTAINER: &str = "DMC-NV240-A-26-21-01-00A-914A-A";

/// QZ-HAA before the service bulletin, QZ-HAB after it.
async fn given_fleet(app: &TestApp, models: [&str; 2]) -> Client {
    let reader = reader_of(app, "amm").await;
    let aircraft = |registration: &str, serial: &str, model: &str| json!({"registration": registration, "serialNumber": serial, "model": model});
    let fleet = json!([aircraft("QZ-HAA", "1004", models[0]), aircraft("QZ-HAB", "1011", models[1])]);
    let operator = json!({"code": "AZB", "name": "Azure Bay", "country": "QZ", "aircraft": fleet});
    app.admin().await.post("/config/operator", operator).await.ok();
    reader
}

async fn map(reader: &Client, more: &str) -> Value {
    reader.get(&format!("/toc/fleetMap?manualPath={BASE}{more}")).await.ok()
}

/// The row of the container, found in its section.
async fn container(reader: &Client, section: &str) -> Value {
    let found = map(reader, &format!("&nodeId={section}&pageSize=500")).await;
    let rows = found["rows"]["items"].as_array().expect("rows").clone();
    rows.into_iter().find(|row| row["type"] == "toc_group").expect("the container")
}

async fn section_of_container(reader: &Client) -> String {
    let path = format!("{BASE}/{CONTAINER}_en-US.XML");
    let trail = reader.get(&format!("/toc/getNeighbours?path={path}")).await.ok()["trail"].clone();
    let trail = trail.as_array().expect("a trail").clone();
    trail[trail.len() - 2]["id"].as_str().expect("an id").to_owned()
}

/// The file with the bytes of the second alternate, and the bytes.
fn file_of_alternate(app: &TestApp) -> (PathBuf, Vec<u8>) {
    let files = demo("amm");
    let (_, bytes) = files.iter().find(|(name, _)| name.contains(DOUBLE)).expect("a module");
    (file_of(&app.blob_folder(), &named(bytes)), bytes.clone())
}

/// Makes reading a file fail: opening a link to itself does.
fn break_file(file: &Path) {
    std::fs::remove_file(file).expect("its bytes were kept");
    std::os::unix::fs::symlink(file, file).expect("a link");
}

async fn a_file_that_cannot_be_read_leaves_its_module_pending(app: TestApp) {
    let reader = given_fleet(&app, ["NV240-1"; 2]).await;
    let section = section_of_container(&reader).await;
    let (file, bytes) = file_of_alternate(&app);
    break_file(&file);
    for _ in 0..2 {
        assert_eq!(map(&reader, "").await["pending"], 1, "it is neither decided nor forgotten");
    }
    let nothing = json!({"one": 0, "several": 0, "none": 0, "missing": 0, "open": 0});
    assert_eq!(container(&reader, &section).await["cells"][0]["counts"], nothing);
    std::fs::remove_file(&file).expect("a link");
    std::fs::write(&file, bytes).expect("its bytes");
    assert_eq!(map(&reader, "").await["pending"], 0);
    let row = container(&reader, &section).await;
    assert_eq!(lines(&row["cells"], &["aircraft", "alternates"]), ["[0] [0]", "[1] [1]"]);
}

async fn a_lost_module_is_undecided_until_it_is_restored(app: TestApp) {
    let reader = given_fleet(&app, ["NV240-1"; 2]).await;
    let section = section_of_container(&reader).await;
    let (file, bytes) = file_of_alternate(&app);
    std::fs::remove_file(&file).expect("its bytes were kept");
    assert_eq!(map(&reader, "").await["pending"], 0, "asking again does not help");
    let row = container(&reader, &section).await;
    assert!(row["cells"].as_array().expect("cells").iter().all(|cell| cell["counts"]["open"] == 1), "{row}");
    std::fs::write(&file, bytes).expect("its bytes");
    let row = container(&reader, &section).await;
    assert_eq!(lines(&row["cells"], &["aircraft", "alternates"]), ["[0] [0]", "[1] [1]"]);
}

async fn lost_modules_do_not_keep_the_others_from_being_read(app: TestApp) {
    let reader = given_fleet(&app, ["NV240-1"; 2]).await;
    assert_eq!(map(&reader, "").await["pending"], 0, "what the modules say of themselves is stored");
    let is_lost = |name: &str| name.contains("DMC-") && !name.contains("-00-00-00-00A-") && !name.contains("-26-2");
    for (_, bytes) in demo("amm").iter().filter(|(name, _)| is_lost(name)) {
        std::fs::remove_file(file_of(&app.blob_folder(), &named(bytes))).expect("its bytes were kept");
    }
    let admin = app.admin().await;
    let operator = admin.get("/config/operator?code=AZB").await.ok()["items"][0].clone();
    let fleet = json!([
        {"registration": "QZ-HAA", "serialNumber": "1004", "model": "NV240-1",
            "productAttributes": [{"name": "SB26003", "value": "POST"}]},
        {"registration": "QZ-HAB", "serialNumber": "1011", "model": "NV240-1"},
    ]);
    for _ in 0..2 {
        let body = json!({"operatorId": operator["id"], "aircraft": fleet});
        let told = admin.post("/config/operator/preview", body).await.ok();
        let manual = &told["aircraft"][0]["manuals"][0];
        assert!(manual["pending"].as_u64() > Some(8), "the lost ones: {manual}");
        assert!(manual["contents"].as_u64() > Some(0), "modules behind them are read: {manual}");
    }
}

async fn what_was_read_is_not_read_again(app: TestApp) {
    let reader = given_fleet(&app, ["NV240-1"; 2]).await;
    let section = section_of_container(&reader).await;
    assert_eq!(map(&reader, "").await["pending"], 0);
    let (file, _) = file_of_alternate(&app);
    break_file(&file);
    // Another node has nothing in its caches.
    let other = app.restarted();
    let reader = other.signed_in("reader").await;
    assert_eq!(map(&reader, "").await["pending"], 0);
    let row = container(&reader, &section).await;
    assert_eq!(lines(&row["cells"], &["aircraft", "alternates"]), ["[0] [0]", "[1] [1]"]);
}

async fn a_deleted_container_keeps_its_alternates_in_their_section(app: TestApp) {
    let reader = given_fleet(&app, ["NV240-1"; 2]).await;
    let section = section_of_container(&reader).await;
    let before = map(&reader, "").await["rows"]["items"][0]["cells"].clone();
    let approver = app.person(Role::Approver).await;
    let deleted = approver.delete(&format!("/files/default{BASE}/{CONTAINER}_en-US.XML?force=true")).await;
    assert_eq!(deleted.status.as_u16(), 204);
    let row = container(&reader, &section).await;
    assert_eq!((row["module"]["path"].as_str(), row["alternates"].as_array().map(Vec::len)), (Some(""), Some(2)));
    assert_eq!(lines(&row["cells"], &["aircraft", "alternates"]), ["[0] [0]", "[1] [1]"]);
    assert_eq!(map(&reader, "").await["rows"]["items"][0]["cells"], before, "it is still one place");
}

async fn an_aircraft_with_an_unknown_model_is_counted(app: TestApp) {
    let reader = given_fleet(&app, ["NV240-1", "NV240"]).await;
    let found = map(&reader, "").await;
    assert_eq!(lines(&found["aircraft"]["items"], &["name"]), ["QZ-HAA"]);
    assert_eq!(found["unknownAircraft"], 1, "its type is that of the manual");
    assert_eq!(map(&reader, "&operator=NONE").await["unknownAircraft"], 0);
}
