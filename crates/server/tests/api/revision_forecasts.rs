//! Forecasts of OEM revisions.

use axum::http::Method;
use domain::permission::Role;
use serde_json::{Value, json};
use testkit::app::TestApp;
use testkit::packages::demo;

use crate::change_requests;
use crate::revisions::{BEFORE, OURS, confirm, customise, path, revised, text};
use crate::viewer::{BASE, delivered, reader_of};

testkit::on_each_app!(
    a_forecast_tells_what_a_confirmation_would_do,
    a_second_look_at_a_forecast_finds_the_same,
    a_module_that_is_checked_out_needs_work,
    the_demo_follows_its_next_revision,
    a_forecast_counts_change_requests_and_aircraft,
    a_merge_is_previewed_before_anybody_confirms,
    open_comments_lead_to_their_modules,
    translations_that_the_revision_does_not_bring_are_named,
);

async fn a_forecast_tells_what_a_confirmation_would_do(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    customise(&app, "Lower the pump by 30 mm", OURS).await;
    let revision = delivered(&app, &revised("Take off panel 214AL", "002"), "yes").await;
    let told = reader.get(&format!("/revisions/{revision}/forecast")).await.ok();
    assert_eq!((&told["isComplete"], &told["compared"], &told["total"]), (&json!(true), &json!(1), &json!(1)));
    for (name, count) in [
        ("changedContent", 1),
        ("customised", 1),
        ("mergesCleanly", 1),
        ("withConflicts", 0),
        ("unmarked", 1),
        ("added", 0),
        ("deleted", 0),
        ("adopted", 0),
        ("checkedOut", 0),
    ] {
        assert_eq!(told[name], json!(count), "{name}: {told}");
    }
    let modules = reader.get(&format!("/revisions/{revision}/forecast/modules?category=clean")).await.ok();
    let module = &modules["items"][0];
    assert_eq!((&modules["total"], &module["path"], &module["change"]), (&json!(1), &json!(path()), &json!("content")));
    assert!(module["oldVersion"] != module["newVersion"] && module["ourVersion"] != module["oldVersion"], "{module}");
    let none = reader.get(&format!("/revisions/{revision}/forecast/modules?category=conflicts")).await.ok();
    assert_eq!(none["total"], json!(0));
    let unknown = reader.get(&format!("/revisions/{revision}/forecast/modules?category=colour")).await;
    assert_eq!(unknown.fields(), ["category: unknown_value"]);
    assert_eq!(reader.get("/revisions/999999/forecast").await.problem(), "404 revision.not_found");
    assert!(text(&reader).await.contains(BEFORE), "a forecast changes nothing");
}

async fn a_second_look_at_a_forecast_finds_the_same(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    customise(&app, BEFORE, "Open panel 214AL").await;
    let revision = delivered(&app, &revised("Take off panel 214AL", "002"), "yes").await;
    let address = format!("/revisions/{revision}/forecast");
    let first = reader.get(&address).await.ok();
    assert_eq!((&first["withConflicts"], &first["conflicts"]), (&json!(1), &json!(1)), "{first}");
    assert_eq!(reader.get(&address).await.ok(), first);
}

async fn a_module_that_is_checked_out_needs_work(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let author = customise(&app, "Lower the pump by 30 mm", OURS).await;
    let revision = delivered(&app, &revised("Take off panel 214AL", "002"), "yes").await;
    let address = format!("/revisions/{revision}/forecast");
    assert_eq!(reader.get(&address).await.ok()["mergesCleanly"], json!(1));
    author.ask(Method::POST, &format!("/files/checkout/default{}", path()), None).await.ok();
    let told = reader.get(&address).await.ok();
    assert_eq!((&told["customised"], &told["checkedOut"], &told["mergesCleanly"]), (&json!(1), &json!(1), &json!(0)));
}

async fn the_demo_follows_its_next_revision(app: TestApp) {
    let reader = reader_of(&app, "mmel-r1").await;
    let revision = delivered(&app, &demo("mmel-r2"), "yes").await;
    let told = reader.get(&format!("/revisions/{revision}/forecast")).await.ok();
    assert_eq!((&told["isComplete"], &told["customised"]), (&json!(true), &json!(0)), "{told}");
    let kinds = ["added", "deleted", "changedContent", "changedApplicability", "changedStatus", "negligible", "media"];
    let sum: u64 = kinds.iter().map(|name| told[*name].as_u64().expect("a count")).sum();
    assert!(sum > 0 && json!(sum) == told["total"], "each object is counted once: {told}");
    let done = confirm(&app, &revision).await;
    let number = |name: &str| done[name].as_str().and_then(|text| text.parse::<u64>().ok()).expect("a number");
    assert_eq!(number("forwarded") + number("removed"), sum, "{done}");
    let differs = reader.get(&format!("/redline/default{BASE}?left=oem&right=working")).await.ok();
    assert_eq!(differs["counts"], json!({"new": 0, "changed": 0, "removed": 0, "pictures": 0, "viewed": 0}));
    let contents = async |lane: &str| {
        let top = reader.get(&format!("/toc/getTopToc?manualPath={BASE}&lane={lane}")).await.ok();
        let titles: Vec<Value> =
            top["nodes"].as_array().expect("entries").iter().map(|entry| entry["name"].clone()).collect();
        assert_eq!((&top["revision"]["number"], &top["newerRevisionWaits"]), (&json!(2), &json!(false)), "{lane}");
        titles
    };
    assert_eq!(contents("working").await, contents("oem").await);
}

async fn a_forecast_counts_change_requests_and_aircraft(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let fleet = json!({"code": "AZB", "name": "Azure Bay", "country": "QZ", "aircraft": [
        {"registration": "QZ-HAA", "serialNumber": "1004", "model": "NV240-1"},
        {"registration": "QZ-HAC", "serialNumber": "1012", "model": "NV240-2"},
        {"registration": "HB-ZQA", "serialNumber": "1", "model": "OTHER"},
    ]});
    app.admin().await.post("/config/operator", fleet).await.ok();
    let first = change_requests::opened(&author, "Panel").await;
    author.post(&format!("/changeRequests/{first}/modules"), json!({"path": path()})).await.ok();
    let revision = delivered(&app, &revised("Take off panel 214AL", "002"), "yes").await;
    let told = reader.get(&format!("/revisions/{revision}/forecast")).await.ok();
    assert_eq!((&told["changeRequests"], &told["aircraft"]), (&json!(1), &json!(2)), "{told}");
    assert_eq!(told["registrations"], json!(["QZ-HAA", "QZ-HAC"]));
    let address = format!("/revisions/{revision}/forecast/modules?category=requested");
    let modules = reader.get(&address).await.ok();
    assert_eq!((&modules["total"], &modules["items"][0]["changeRequests"]), (&json!(1), &json!([1])), "{modules}");
    change_requests::act(&author, &first, "cancel").await.ok();
    let told = reader.get(&format!("/revisions/{revision}/forecast")).await.ok();
    assert_eq!(told["changeRequests"], json!(0), "it is closed");
}

async fn a_merge_is_previewed_before_anybody_confirms(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    customise(&app, BEFORE, "Open panel 214AL").await;
    let revision = delivered(&app, &revised("Take off panel 214AL", "002"), "yes").await;
    let address = |path: &str| format!("/revisions/{revision}/forecast/merge?path={path}");
    let preview = reader.get(&address(&path())).await.ok();
    assert_eq!((&preview["path"], &preview["isCheckedOut"]), (&json!(path()), &json!(false)), "{preview}");
    for (side, words) in [("base", BEFORE), ("theirs", "Take off panel 214AL"), ("ours", "Open panel 214AL")] {
        assert!(preview[side]["text"].as_str().expect("a text").contains(words), "{side}");
    }
    let result = &preview["result"];
    assert_eq!(result["conflicts"].as_array().map(Vec::len), Some(1), "{result}");
    confirm(&app, &revision).await;
    let todo = reader.get(&format!("/revisions/{revision}/todos")).await.ok()["items"][0]["id"].clone();
    let todo = reader.get(&format!("/revisions/{revision}/todos/{}", todo.as_str().expect("an id"))).await.ok();
    assert_eq!(&todo["result"], result, "the confirmation did the same");
    let other = path().replace("520A", "720A");
    assert_eq!(reader.get(&address(&other)).await.problem(), "404 file.not_found");
    assert_eq!(reader.get(&address("none")).await.problem(), "404 file.not_found");
    assert_eq!(reader.get("/revisions/99999/forecast/merge").await.problem(), "404 revision.not_found");
}

async fn open_comments_lead_to_their_modules(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let version = reader.get(&format!("/files/default{}", path())).await.ok()["versionId"].clone();
    let thread = json!({"version": version, "text": "Which panel?"});
    reader.post(&format!("/comments/default{}", path()), thread).await.ok();
    let revision = delivered(&app, &revised("Take off panel 214AL", "002"), "yes").await;
    let told = reader.get(&format!("/revisions/{revision}/forecast")).await.ok();
    assert_eq!(told["openComments"], json!(1), "{told}");
    let modules = reader.get(&format!("/revisions/{revision}/forecast/modules?category=commented")).await.ok();
    assert_eq!((&modules["total"], &modules["items"][0]["openComments"]), (&json!(1), &json!(1)), "{modules}");
}

async fn translations_that_the_revision_does_not_bring_are_named(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    delivered(&app, &demo("amm-zh"), "no").await;
    let original = format!("{BASE}/DMC-NV240-A-26-20-00-00A-040A-A_en-US.XML");
    let mut files = demo("amm");
    let (_, bytes) = files.iter_mut().find(|(name, _)| name.contains("26-20-00-00A-040A")).expect("a module");
    let text = String::from_utf8(bytes.clone()).expect("text");
    *bytes = text.replace("issueNumber=\"001\"", "issueNumber=\"002\"").into_bytes();
    let revision = delivered(&app, &files, "no").await;
    let told = reader.get(&format!("/revisions/{revision}/forecast")).await.ok();
    assert_eq!(told["translations"], json!(1), "{told}");
    let modules = reader.get(&format!("/revisions/{revision}/forecast/modules?category=translations")).await.ok();
    let module = &modules["items"][0];
    let translation = original.replace("en-US", "zh-CN");
    assert_eq!(
        (&modules["total"], &module["path"], &module["change"]),
        (&json!(1), &json!(translation), &json!("none"))
    );
}
