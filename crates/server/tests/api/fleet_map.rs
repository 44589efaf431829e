//! The map of a fleet, and previews of its changes.

use domain::access::AccessLevel;
use domain::permission::Role;
use serde_json::{Value, json};
use testkit::app::TestApp;
use testkit::client::Client;
use testkit::packages::demo;

use crate::imports::{import, read};
use crate::limited::Limits;
use crate::viewer::{BASE, lines, reader_of};

testkit::on_each_app!(
    a_section_counts_the_modules_of_each_aircraft,
    a_container_names_the_alternate_of_each_aircraft,
    places_without_a_clear_outcome_are_listed,
    products_stand_in_for_a_fleet,
    wrong_parts_of_a_map_are_refused,
    a_change_of_a_fleet_is_previewed,
    changed_places_are_listed_with_their_alternates,
    alternates_are_compared,
    an_aircraft_sees_what_changes_for_it_before_it_is_saved,
    a_hidden_module_is_not_compared,
);

const SINGLE: &str = "/NV240/MMEL/DMC-NV240-A-26-21-01-00A-920A-A_en-US.XML";
const DOUBLE: &str = "/NV240/MMEL/DMC-NV240-A-26-21-01-00B-920A-A_en-US.XML";
const CONTAINER: &str = "/NV240/MMEL/DMC-NV240-A-26-21-01-00A-914A-A_en-US.XML";

fn aircraft(registration: &str, serial: &str, attributes: &[(&str, &str)]) -> Value {
    let attribute = |(name, value): &(&str, &str)| json!({"name": name, "value": value});
    let attributes: Vec<Value> = attributes.iter().map(attribute).collect();
    json!({"registration": registration, "serialNumber": serial, "model": "NV240-1", "productAttributes": attributes})
}

/// QZ-HAA before the service bulletin, QZ-HAB after it.
async fn given_fleet(app: &TestApp) -> (Client, Value) {
    let reader = reader_of(app, "amm").await;
    let fleet = json!([aircraft("QZ-HAA", "1004", &[]), aircraft("QZ-HAB", "1011", &[])]);
    let operator = json!({"code": "AZB", "name": "Azure Bay", "country": "QZ", "aircraft": fleet});
    (reader, app.admin().await.post("/config/operator", operator).await.ok())
}

async fn map(reader: &Client, more: &str) -> Value {
    reader.get(&format!("/toc/fleetMap?manualPath={BASE}{more}")).await.ok()
}

/// The row of the container, wherever it stands.
async fn container(reader: &Client, more: &str) -> Value {
    let trail = reader.get(&format!("/toc/getNeighbours?path={CONTAINER}")).await.ok()["trail"].clone();
    let trail = trail.as_array().expect("a trail").clone();
    let section = trail[trail.len() - 2]["id"].as_str().expect("an id").to_owned();
    let found = map(reader, &format!("&nodeId={section}&pageSize=500{more}")).await;
    let rows = found["rows"]["items"].as_array().expect("rows").clone();
    rows.into_iter().find(|row| row["module"]["path"] == CONTAINER).expect("the container")
}

async fn a_section_counts_the_modules_of_each_aircraft(app: TestApp) {
    let (reader, _) = given_fleet(&app).await;
    let found = map(&reader, "").await;
    assert_eq!(lines(&found["aircraft"]["items"], &["name", "operator"]), ["QZ-HAA AZB", "QZ-HAB AZB"]);
    assert_eq!((&found["pending"], &found["products"]), (&json!(0), &json!(false)));
    let cells = found["rows"]["items"][0]["cells"].as_array().expect("cells").clone();
    let counted: u64 = cells.iter().map(|cell| cell["aircraft"].as_array().expect("indexes").len() as u64).sum();
    assert_eq!(counted, 2, "each aircraft is in one cell");
    let places = |cell: &Value| -> u64 {
        ["one", "several", "none", "missing", "open"]
            .iter()
            .map(|name| cell["counts"][name].as_u64().expect("a number"))
            .sum()
    };
    let totals: Vec<u64> = cells.iter().map(places).collect();
    assert!(totals.iter().all(|total| *total == totals[0] && *total > 20), "{cells:?}");
    assert!(cells.iter().all(|cell| cell["counts"]["one"].as_u64() > Some(20)), "{cells:?}");
    let none = map(&reader, "&operator=NONE").await;
    assert_eq!((&none["aircraft"]["total"], &none["rows"]["items"][0]["cells"]), (&json!(0), &json!([])));
    let second = map(&reader, "&aircraftSize=1&aircraftPage=2").await;
    assert_eq!(lines(&second["aircraft"]["items"], &["name"]), ["QZ-HAB"]);
    assert_eq!(second["aircraft"]["total"], 2);
}

async fn a_container_names_the_alternate_of_each_aircraft(app: TestApp) {
    let (reader, mut operator) = given_fleet(&app).await;
    let row = container(&reader, "").await;
    assert_eq!(row["type"], "toc_group");
    assert_eq!(lines(&row["alternates"], &["path"]), [SINGLE, DOUBLE]);
    assert_eq!(lines(&row["cells"], &["aircraft", "alternates"]), ["[0] [0]", "[1] [1]"]);
    operator["aircraft"][1]["productAttributes"] = json!([{"name": "SB26003", "value": "OTHER"}]);
    app.admin().await.put("/config/operator", operator).await.ok();
    let row = container(&reader, "").await;
    let none = json!({"one": 0, "several": 0, "none": 0, "missing": 1, "open": 0});
    let cell = row["cells"].as_array().expect("cells").iter().find(|cell| cell["aircraft"] == json!([1]));
    let cell = cell.expect("a cell of its own");
    assert_eq!((&cell["counts"], &cell["alternates"]), (&none, &json!([])), "none applies to it");
}

async fn places_without_a_clear_outcome_are_listed(app: TestApp) {
    let (reader, mut operator) = given_fleet(&app).await;
    let gaps = async || {
        let found = map(&reader, "&gaps=true&pageSize=500").await;
        lines(&found["rows"]["items"], &["module"]).iter().filter(|row| row.contains("26-21-01-00A-914A")).count()
    };
    assert_eq!(gaps().await, 0);
    operator["aircraft"][1]["productAttributes"] = json!([{"name": "SB26003", "value": "OTHER"}]);
    app.admin().await.put("/config/operator", operator).await.ok();
    assert_eq!(gaps().await, 1);
    assert_eq!(map(&reader, "&gaps=true&lane=released").await["rows"]["total"], 0, "the lane is empty");
}

async fn products_stand_in_for_a_fleet(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let found = map(&reader, "").await;
    assert_eq!((&found["products"], &found["aircraft"]["total"]), (&json!(true), &json!(4)));
    let row = container(&reader, "").await;
    let mut cells = lines(&row["cells"], &["aircraft", "alternates"]);
    cells.sort();
    assert_eq!(cells, ["[0,3] [0]", "[1,2] [1]"]);
}

async fn wrong_parts_of_a_map_are_refused(app: TestApp) {
    let (reader, _) = given_fleet(&app).await;
    let refused = async |more: &str| reader.get(&format!("/toc/fleetMap?manualPath={BASE}{more}")).await;
    assert_eq!(refused("&nodeId=none").await.problem(), "404 toc.not_found");
    assert_eq!(refused("&nodeId=999999").await.problem(), "404 toc.not_found");
    assert_eq!(refused("&aircraftSize=101").await.fields(), ["aircraftSize: too_many"]);
    assert_eq!(refused("&aircraftPage=0").await.fields(), ["aircraftPage: unknown_value"]);
    assert_eq!(reader.get("/toc/fleetMap?manualPath=/NV240/NONE").await.problem(), "404 manual.not_found");
}

async fn a_change_of_a_fleet_is_previewed(app: TestApp) {
    let (reader, operator) = given_fleet(&app).await;
    let admin = app.admin().await;
    let preview = async |fleet: Value| {
        let body = json!({"operatorId": operator["id"], "aircraft": fleet});
        admin.post("/config/operator/preview", body).await.ok()
    };
    let [first, second] = [aircraft("QZ-HAA", "1004", &[]), aircraft("QZ-HAB", "1011", &[])];
    assert_eq!(preview(json!([first, second])).await["aircraft"], json!([]), "nothing changes");
    // The bulletin is embodied on QZ-HAA: it gets the other alternate.
    let modified = aircraft("QZ-HAA", "1004", &[("SB26003", "POST")]);
    let told = preview(json!([modified, second])).await;
    assert_eq!(lines(&told["aircraft"], &["registration"]), ["QZ-HAA"]);
    let manual = &told["aircraft"][0]["manuals"][0];
    assert_eq!((&manual["manualPath"], &manual["pending"]), (&json!(BASE), &json!(0)));
    assert_eq!((&manual["alternates"], &manual["appears"]), (&json!(1), &json!(0)));
    assert!(manual["contents"].as_u64() > Some(0), "parts of other modules depend on the bulletin: {manual}");
    // One leaves, another joins: all of their modules disappear and appear.
    let told = preview(json!([second, aircraft("QZ-HAZ", "1012", &[])])).await;
    assert_eq!(lines(&told["aircraft"], &["registration"]), ["QZ-HAA", "QZ-HAZ"]);
    let (left, joined) = (&told["aircraft"][0], &told["aircraft"][1]);
    assert_eq!((left.get("after"), joined.get("before")), (None, None));
    assert!(left["manuals"][0]["disappears"].as_u64() > Some(20), "{left}");
    assert!(joined["manuals"][0]["appears"].as_u64() > Some(20), "{joined}");
    assert!(joined["manuals"][0]["unclear"].as_u64() > Some(0), "nothing is known of its bulletins");
    // Nothing is saved, and nobody else may look.
    assert_eq!(admin.get("/config/operator?code=AZB").await.ok()["items"][0], operator);
    let body = json!({"aircraft": []});
    assert_eq!(reader.post("/config/operator/preview", body).await.problem(), "403 forbidden");
    let unknown = json!({"operatorId": "none", "aircraft": []});
    assert_eq!(admin.post("/config/operator/preview", unknown).await.problem(), "404 operator.not_found");
    let wrong = json!({"aircraft": [aircraft("", "1", &[])]});
    let wrong = admin.post("/config/operator/preview", wrong).await;
    assert_eq!(wrong.fields(), ["aircraft[0].registration: required"]);
}

async fn changed_places_are_listed_with_their_alternates(app: TestApp) {
    let (_, operator) = given_fleet(&app).await;
    let admin = app.admin().await;
    let fleet = json!([aircraft("QZ-HAA", "1004", &[("SB26003", "POST")]), aircraft("QZ-HAB", "1011", &[])]);
    let list = async |registration: &str, more: Value| {
        let mut body = json!({"operatorId": operator["id"], "aircraft": fleet, "registration": registration,
            "manualPath": BASE});
        body.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
        admin.post("/config/operator/preview/places", body).await
    };
    let told = list("qz-haa", json!({"change": "alternate"})).await.ok();
    assert_eq!((&told["page"]["total"], &told["pending"]), (&json!(1), &json!(0)));
    let place = &told["page"]["items"][0];
    assert_eq!(
        (lines(&place["before"], &["path"]), lines(&place["after"], &["path"])),
        (vec![SINGLE.to_owned()], vec![DOUBLE.to_owned()])
    );
    assert_eq!(list("QZ-HAA", json!({"change": "appears"})).await.ok()["page"]["total"], 0);
    let parts = list("QZ-HAA", json!({"change": "content", "pageSize": 100})).await.ok();
    let module = format!("{BASE}/DMC-NV240-A-26-20-00-00A-040A-A_en-US.XML");
    let sides = |place: &Value| (lines(&place["before"], &["path"]), lines(&place["after"], &["path"]));
    let both = (vec![module.clone()], vec![module]);
    assert!(parts["page"]["items"].as_array().expect("places").iter().any(|place| sides(place) == both), "{parts}");
    assert_eq!(list("QZ-HAB", json!({})).await.fields(), ["registration: unknown_value"]);
    let nowhere = list("QZ-HAA", json!({"manualPath": "/NV240/NONE"})).await;
    assert_eq!(nowhere.problem(), "404 manual.not_found");
}

async fn alternates_are_compared(app: TestApp) {
    let (reader, _) = given_fleet(&app).await;
    let address = format!("/view/compare/default{DOUBLE}?left=working&right=working&leftPath={SINGLE}&layout=one");
    let compared = reader.get(&address).await.ok();
    assert_eq!(
        (&compared["left"]["file"]["path"], &compared["right"]["file"]["path"]),
        (&json!(SINGLE), &json!(DOUBLE))
    );
    assert!(compared["count"].as_u64() > Some(0), "they differ");
    let nowhere = address.replace(SINGLE, "/NV240/MMEL/DMC-NONE_en-US.XML");
    assert_eq!(reader.get(&nowhere).await.problem(), "404 file.not_found");
    assert_eq!(app.person(Role::Reader).await.get(&address).await.ok()["count"], compared["count"]);
}

async fn an_aircraft_sees_what_changes_for_it_before_it_is_saved(app: TestApp) {
    let (reader, operator) = given_fleet(&app).await;
    let admin = app.admin().await;
    let fleet = json!([aircraft("QZ-HAA", "1004", &[("SB26003", "POST")]), aircraft("QZ-HAB", "1011", &[])]);
    let compare = async |registration: &str, sides: Value| {
        let mut body = json!({"operatorId": operator["id"], "aircraft": fleet, "registration": registration});
        body.as_object_mut().expect("an object").extend(sides.as_object().expect("an object").clone());
        admin.post("/config/operator/preview/redline", body).await
    };
    let module = format!("{BASE}/DMC-NV240-A-26-20-00-00A-040A-A_en-US.XML");
    let parts = compare("qz-haa", json!({"before": module, "after": module})).await.ok();
    assert!(parts["count"].as_u64() > Some(0), "it sees other parts: {parts}");
    assert_eq!((&parts["left"]["draft"], &parts["right"]["draft"]), (&json!(false), &json!(false)));
    let html = parts["pages"][0]["html"].as_str().expect("a page");
    assert!(html.contains("<del") && html.contains("<ins"), "{html}");
    let same = reader.get(&format!("/view/compare/default{module}?left=working&right=working&layout=one")).await.ok();
    assert_eq!(same["count"], 0, "the module itself does not change");
    let alternates = compare("QZ-HAA", json!({"before": SINGLE, "after": DOUBLE})).await.ok();
    assert!(alternates["count"].as_u64() > Some(0), "they differ");
    let appears = compare("QZ-HAA", json!({"after": DOUBLE})).await.ok();
    assert_eq!((&appears["count"], &appears["right"]["file"]["path"]), (&json!(0), &json!(DOUBLE)));
    assert!(appears["pages"][0]["html"].as_str().is_some_and(|html| !html.is_empty()), "all of it is shown");
    assert_eq!(compare("QZ-HAA", json!({})).await.fields(), ["after: required"]);
    assert_eq!(compare("QZ-HAB", json!({"after": DOUBLE})).await.fields(), ["registration: unknown_value"]);
    let nowhere = compare("QZ-HAA", json!({"after": "/NV240/MMEL/DMC-NONE_en-US.XML"})).await;
    assert_eq!(nowhere.problem(), "404 file.not_found");
    let refused = reader.post("/config/operator/preview/redline", json!({"aircraft": [], "registration": "A"})).await;
    assert_eq!(refused.problem(), "403 forbidden");
}

async fn a_hidden_module_is_not_compared(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let admin = app.admin().await;
    admin.post("/csdb", json!({"csdbName": "SECRET"})).await.ok();
    admin.post("/csdb/manual", json!({"csdbName": ["SECRET"], "manualName": ["MMEL"]})).await.ok();
    let mut given = read(&app, &admin, &demo("amm")).await;
    given["csdbName"] = json!("SECRET");
    assert_eq!(import(&app, &admin, &given).await["status"], "COMPLETED");
    let secret = SINGLE.replace("/NV240/", "/SECRET/");
    let compare = async |left: &str, layout: &str| {
        let query = format!("left=working&right=working&leftPath={left}&layout={layout}");
        reader.get(&format!("/view/compare/default{DOUBLE}?{query}")).await
    };
    for layout in ["one", "beside", "source"] {
        assert_eq!(compare(&secret, layout).await.ok()["left"]["file"]["path"], json!(secret), "it can be compared");
    }
    Limits::of_group(&app, "/SECRET", "Nobody", &[], AccessLevel::Read).await;
    let nowhere = SINGLE.replace("/NV240/", "/NOWHERE/");
    for layout in ["one", "beside", "source"] {
        let (hidden, missing) = (compare(&secret, layout).await, compare(&nowhere, layout).await);
        assert_eq!((hidden.problem(), missing.problem()), ("404 file.not_found".into(), "404 file.not_found".into()));
        // Nothing tells it from a place that does not exist.
        let words = |answer: &str| answer.replace("SECRET", "NOWHERE").split("requestId").next().map(str::to_owned);
        assert_eq!(words(&hidden.text()), words(&missing.text()), "{layout}");
    }
}
