//! The effect of change requests, and comments about them to the manufacturer.

use domain::access::AccessLevel;
use domain::permission::Role;
use serde_json::{Value, json};
use testkit::app::TestApp;
use testkit::client::{Client, TestResponse};
use testkit::packages::demo;

use crate::change_requests::{opened, work};
use crate::comments::path;
use crate::limited::Limits;
use crate::viewer::{BASE, delivered, lines, reader_of};

testkit::on_each_app!(
    a_request_tells_what_it_touches,
    a_large_fleet_is_counted_as_a_whole,
    a_request_is_written_as_a_comment,
    a_comment_keeps_its_code,
    a_comment_names_the_source_of_a_copy,
);

async fn a_request_tells_what_it_touches(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    delivered(&app, &demo("amm-zh"), "no").await;
    let fleet = json!({"code": "AZB", "name": "Azure Bay", "country": "QZ", "aircraft": [
        {"registration": "QZ-HAA", "serialNumber": "1004", "model": "NV240-1"},
        {"registration": "HB-ZQA", "serialNumber": "1", "model": "OTHER"},
    ]});
    app.admin().await.post("/config/operator", fleet).await.ok();
    let id = opened(&author, "Pump").await;
    let address = format!("/changeRequests/{id}/effect");
    let nothing = reader.get(&address).await.ok();
    assert_eq!((&nothing["aircraftCount"], &nothing["places"]), (&json!(0), &json!([])), "it has no modules yet");
    work(&author, &id, "housing").await.ok();
    let told = reader.get(&address).await.ok();
    assert_eq!((&told["aircraftTotal"], &told["aircraft"]), (&json!(1), &json!(["QZ-HAA"])), "{told}");
    assert_eq!(told["places"][0]["path"], json!(path()), "{told}");
    let translated = format!("{BASE}/DMC-NV240-A-26-20-00-00A-040A-A_en-US.XML");
    author.post(&format!("/changeRequests/{id}/modules"), json!({"path": translated})).await.ok();
    let told = reader.get(&address).await.ok();
    assert_eq!(lines(&told["translations"], &["path", "language"]), [translated.replace("en-US", "zh-CN") + " zh-CN"]);
    let missing = reader.get("/changeRequests/none/effect").await;
    assert_eq!(missing.problem(), "404 change_request.not_found");
}

async fn a_large_fleet_is_counted_as_a_whole(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let (admin, author) = (app.admin().await, app.person(Role::Author).await);
    for operator in 1..=3 {
        let aircraft: Vec<Value> = (0..700)
            .map(|one| format!("{operator}{one:03}"))
            .map(|one| json!({"registration": format!("QZ-{one}"), "serialNumber": one, "model": "NV240-1"}))
            .collect();
        let fleet =
            json!({"code": format!("OP{operator}"), "name": "Azure Bay", "country": "QZ", "aircraft": aircraft});
        admin.post("/config/operator", fleet).await.ok();
    }
    let id = opened(&author, "Pump").await;
    work(&author, &id, "housing").await.ok();
    let told = reader.get(&format!("/changeRequests/{id}/effect")).await.ok();
    assert_eq!((&told["aircraftTotal"], &told["aircraftCount"]), (&json!(2_100), &json!(2_100)));
    let listed = told["aircraft"].as_array().expect("a list");
    assert_eq!((listed.len(), &listed[199]), (200, &json!("QZ-1199")), "the first ones are named");
}

/// Writes the comment of a sender.
async fn comment(client: &Client, id: &str, sender: &str) -> TestResponse {
    let sender = json!({"senderIdent": sender, "enterprise": "Azure Bay", "city": "Port", "country": "QZ"});
    client.post(&format!("/changeRequests/{id}/oemComment"), sender).await
}

async fn a_request_is_written_as_a_comment(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let id = opened(&author, "Pump & seal").await;
    work(&author, &id, "housing").await.ok();
    let file = comment(&author, &id, "qz001").await;
    let name = "COM-NV240-QZ001-2026-00001-Q_en-US.XML";
    assert!(file.header("content-disposition").contains(name), "{}", file.header("content-disposition"));
    let text = file.text();
    assert!(text.contains("<commentTitle>Pump &amp; seal</commentTitle>"), "{text}");
    assert!(text.contains("systemCode=\"28\"") && text.contains("<brexDmRef><dmRef>"), "{text}");
    let delivered = "<issueInfo issueNumber=\"001\" inWork=\"00\"/></dmRefIdent>";
    assert!(text.contains(delivered), "the issue of the manufacturer, not ours: {text}");
    let history = reader.get(&format!("/changeRequests/{id}/history")).await.ok();
    assert_eq!(history[0]["action"], json!("change_request.oem_comment_written"), "{history}");
    assert_eq!(history[0]["detail"]["file"], json!(name));
    let abilities =
        async |client: &Client| client.get(&format!("/changeRequests/{id}")).await.ok()["abilities"]["maySend"].clone();
    assert_eq!((abilities(&author).await, abilities(&reader).await), (json!(true), json!(false)));
    assert_eq!(comment(&reader, &id, "QZ001").await.problem(), "403 forbidden");
    let odd = json!({"senderIdent": "Q", "enterprise": "", "city": "A", "country": "B"});
    let odd = author.post(&format!("/changeRequests/{id}/oemComment"), odd).await;
    assert_eq!(odd.fields(), ["senderIdent: too_short", "enterprise: required"]);
    Limits::of_group(&app, BASE, "Readers", &["author"], AccessLevel::Read).await;
    assert_eq!(comment(&author, &id, "QZ001").await.problem(), "403 forbidden", "the level is missing");
    assert_eq!(abilities(&author).await, json!(false));
}

async fn a_comment_keeps_its_code(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let (first, second) = (opened(&author, "Pump").await, opened(&author, "Seal").await);
    let other = format!("{BASE}/DMC-NV240-A-28-21-01-00A-720A-A_en-US.XML");
    for (id, module) in [(&first, path()), (&second, other)] {
        author.post(&format!("/changeRequests/{id}/modules"), json!({"path": module})).await.ok();
    }
    let code = async |id: &str, sender: &str| {
        let name = comment(&author, id, sender).await.header("content-disposition").to_owned();
        let from = name.find("COM-").expect("a name");
        name[from..from + "COM-NV240-QZ001-2026-00001".len()].to_owned()
    };
    // The second request of the database is the first one that is sent.
    assert_eq!(code(&second, "QZ001").await, "COM-NV240-QZ001-2026-00001");
    assert_eq!(code(&first, "QZ001").await, "COM-NV240-QZ001-2026-00002");
    assert_eq!(code(&first, "QZ002").await, "COM-NV240-QZ002-2026-00001");
    app.clock.advance(chrono::TimeDelta::days(366));
    let author = app.person(Role::Author).await;
    let again = comment(&author, &second, "QZ001").await;
    let name = again.header("content-disposition").to_owned();
    assert!(name.contains("COM-NV240-QZ001-2026-00001"), "it is the same comment: {name}");
    assert!(again.text().contains("<issueDate year=\"2027\""), "{}", again.text());
}

async fn a_comment_names_the_source_of_a_copy(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let source = path();
    let file = source.rsplit('/').next().expect("a name");
    let name = file.replace("DMC-", "DME-F0210-QZ1-");
    let body = json!({"manualPath": BASE, "techName": "Booster pump", "copyOf": source});
    author.post(&format!("/dm/default/{name}"), body).await.ok();
    let id = opened(&author, "Pump").await;
    let copy = format!("{BASE}/{name}");
    author.post(&format!("/changeRequests/{id}/modules"), json!({"path": copy})).await.ok();
    let text = comment(&author, &id, "QZ001").await.text();
    assert!(text.contains("<dmRefGroup><dmRef><dmRefIdent><dmCode modelIdentCode=\"NV240\""), "{text}");
    assert!(text.contains("<issueInfo issueNumber=\"001\" inWork=\"00\"/></dmRefIdent>"), "{text}");
    assert!(!text.contains("identExtension"), "the manufacturer does not have the copy: {text}");
}
