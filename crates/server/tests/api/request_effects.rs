//! What change requests touch, and comments about them to the manufacturer.

use domain::access::AccessLevel;
use domain::permission::Role;
use serde_json::{Value, json};
use testkit::app::TestApp;
use testkit::packages::demo;

use crate::change_requests::{opened, work};
use crate::comments::path;
use crate::limited::Limits;
use crate::viewer::{BASE, delivered, lines, reader_of};

testkit::on_each_app!(
    a_request_tells_what_it_touches,
    a_large_fleet_is_counted_as_a_whole,
    a_request_is_written_as_a_comment,
);

const SENDER: &str = "senderIdent=qz001&enterprise=Azure+Bay&city=Port&country=QZ";

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
            .map(|one| json!({"registration": format!("QZ-{operator}{one:03}"), "serialNumber": "1004", "model": "NV240-1"}))
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

async fn a_request_is_written_as_a_comment(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let id = opened(&author, "Pump & seal").await;
    work(&author, &id, "housing").await.ok();
    let address = format!("/changeRequests/{id}/oemComment?{SENDER}");
    let file = author.get(&address).await;
    let name = "COM-NV240-QZ001-2026-00001-Q_en-US.XML";
    assert!(file.header("content-disposition").contains(name), "{}", file.header("content-disposition"));
    let text = file.text();
    assert!(text.contains("<commentTitle>Pump &amp; seal</commentTitle>"), "{text}");
    assert!(text.contains("systemCode=\"28\"") && text.contains("<brexDmRef><dmRef>"), "{text}");
    assert_eq!(reader.get(&address).await.problem(), "403 forbidden");
    let odd = author.get(&format!("/changeRequests/{id}/oemComment?senderIdent=Q&enterprise=&city=A&country=B")).await;
    assert_eq!(odd.fields(), ["senderIdent: too_short", "enterprise: required"]);
    Limits::of_group(&app, BASE, "Readers", &["author"], AccessLevel::Read).await;
    assert_eq!(author.get(&address).await.problem(), "403 forbidden", "the level is missing");
}
