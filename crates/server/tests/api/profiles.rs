//! Profiles of manuals: kept by hand, and contents and modules read by them.

use domain::permission::Role;
use serde_json::{Value, json};
use testkit::app::TestApp;
use testkit::client::Client;

use crate::viewer::{BASE, at, lines, reader_of};

testkit::on_each_app!(
    a_profile_is_added_changed_and_deleted,
    wrong_profiles_name_their_fields,
    a_profile_that_changes_hands_has_the_extension_of_its_operator,
    contents_and_modules_follow_the_fleet_of_a_profile,
    contents_and_modules_follow_the_assertion_of_a_profile,
);

const LIST: &str = "/csdb/profile?manualPath=/NV240/MMEL";
const SINGLE: &str = "26-21-01-00A-920A-A";
const DOUBLE: &str = "26-21-01-00B-920A-A";

fn fleet(aircraft: &[(&str, &str, &str)]) -> Value {
    let one = |(registration, serial, model): &(&str, &str, &str)| json!({"registration": registration, "serialNumber": serial, "model": model});
    let aircraft: Vec<Value> = aircraft.iter().map(one).collect();
    json!({"code": "AZB", "name": "Azure Bay", "country": "QZ", "aircraft": aircraft})
}

fn property(ident: &str, kind: &str, values: &str) -> Value {
    json!({"applicPropertyIdent": ident, "applicPropertyType": kind, "applicPropertyValues": values})
}

async fn added(client: &Client, name: &str, more: &Value) -> Value {
    let mut body = json!({"manualPath": BASE, "name": name});
    body.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
    client.post("/csdb/profile", body).await.ok()
}

/// The applicability of both alternates in the contents, and the truth of their pages, in a profile.
async fn judged(reader: &Client, profile: &str) -> Vec<String> {
    let mut found = Vec::new();
    for code in [SINGLE, DOUBLE] {
        let asked = json!({"profileId": profile, "anywhere": true, "keyword": code});
        let places = reader.post("/toc/getLeafNodeWithPage", asked).await.ok();
        let view = reader.get(&format!("{}?profileId={profile}", at(code))).await.ok();
        found.push(format!("{} {}", lines(&places["items"], &["applies"]).join(" "), view["withheld"]));
    }
    found
}

async fn a_profile_is_added_changed_and_deleted(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let hoist = json!({"logicalOperator": "and", "evaluates": [
        property("EK25HOIST", "condition", "INSTALLED"), property("model", "prodattr", "NV240-1|NV240-2")]});
    let made = added(&author, "Hoist", &json!({"scope": "assertion", "assertion": hoist})).await;
    assert_eq!((&made["scope"], &made["version"], &made["fixed"]), (&json!("assertion"), &json!(1), &json!(false)));
    assert_eq!(made["assertion"]["logicalOperator"], "and");
    assert_eq!(
        lines(&made["assertion"]["evaluates"], &["applicPropertyIdent", "applicPropertyType", "applicPropertyValues"]),
        ["EK25HOIST condition INSTALLED", "model prodattr NV240-1|NV240-2"]
    );
    let listed = reader.get(LIST).await.ok();
    assert_eq!(listed[1], made);
    assert_eq!((&listed[0]["scope"], &listed[0]["fixed"]), (&json!("all"), &json!(true)));
    let change = json!({"id": made["id"], "version": 1, "name": "Hoists", "scope": "all"});
    let changed = author.put("/csdb/profile", change.clone()).await.ok();
    assert_eq!((&changed["name"], &changed["version"]), (&json!("Hoists"), &json!(2)));
    assert_eq!(changed.get("assertion"), None);
    assert_eq!(author.put("/csdb/profile", change).await.problem(), "409 changed_meanwhile");
    let address = format!("/csdb/profile?id={}", made["id"].as_str().expect("an id"));
    assert_eq!(author.delete(&address).await.fields(), ["version: required"]);
    assert_eq!(author.delete(&format!("{address}&version=1")).await.problem(), "409 changed_meanwhile");
    assert_eq!(lines(&reader.get(LIST).await.ok(), &["name"]), ["All", "Hoists"]);
    let address = format!("{address}&version=2");
    assert_eq!(author.delete(&address).await.status.as_u16(), 204);
    assert_eq!(author.delete(&address).await.problem(), "404 profile.not_found");
    assert_eq!(reader.get(LIST).await.ok().as_array().expect("a list").len(), 1);
    let log = app.admin().await.get("/audit?action=manual.profile").await.ok();
    let mut actions = lines(&log["items"], &["action"]);
    actions.sort();
    assert_eq!(actions, ["manual.profile_added", "manual.profile_changed", "manual.profile_deleted"]);
}

async fn a_profile_that_changes_hands_has_the_extension_of_its_operator(app: TestApp) {
    reader_of(&app, "amm").await;
    let (admin, author) = (app.admin().await, app.person(Role::Author).await);
    for code in ["AZB", "BLU"] {
        let operator = json!({"code": code, "name": code, "country": "QZ", "aircraft": []});
        admin.post("/config/operator", operator).await.ok();
    }
    let made = added(&author, "Hoist", &json!({"scope": "all", "operator": "AZB"})).await;
    let extension = async || -> Vec<String> {
        let options = author.get(&format!("/dm/newModule?manualPath={BASE}")).await.ok();
        lines(&options["extensions"], &["profile", "code"]).into_iter().filter(|one| one.starts_with("Hoist")).collect()
    };
    assert_eq!(extension().await, ["Hoist AZB"]);
    let change = json!({"id": made["id"], "version": 1, "name": "Hoist", "scope": "all", "operator": "BLU"});
    author.put("/csdb/profile", change).await.ok();
    assert_eq!(extension().await, ["Hoist BLU"]);
}

async fn wrong_profiles_name_their_fields(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let add = async |more: Value| {
        let mut body = json!({"manualPath": BASE, "name": "Hoist"});
        body.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
        author.post("/csdb/profile", body).await.fields()
    };
    assert_eq!(add(json!({"scope": "all", "name": "all"})).await, ["name: taken"]);
    assert_eq!(add(json!({"scope": "all", "name": ""})).await, ["name: required"]);
    assert_eq!(add(json!({"scope": "fleet"})).await, ["operator: required"]);
    assert_eq!(add(json!({"scope": "fleet", "operator": "NONE"})).await, ["operator: unknown_value"]);
    assert_eq!(add(json!({"scope": "assertion"})).await, ["assertion: required"]);
    assert_eq!(add(json!({"scope": "assertion", "assertion": {}})).await, ["assertion: required"]);
    let empty = json!({"logicalOperator": "or", "evaluates": []});
    assert_eq!(add(json!({"scope": "assertion", "assertion": empty})).await, ["assertion: required"]);
    let wide = json!({"logicalOperator": "or", "evaluates": vec![property("model", "prodattr", "A"); 300]});
    assert_eq!(add(json!({"scope": "assertion", "assertion": wide})).await, ["assertion: too_many"]);
    let never = json!({"logicalOperator": "and", "evaluates": [
        property("model", "prodattr", "A"), property("model", "prodattr", "B")]});
    assert_eq!(add(json!({"scope": "assertion", "assertion": never})).await, ["assertion: not_together"]);
    assert_eq!(add(json!({"scope": "some"})).await, ["scope: unknown_value"]);
    let all = reader.get(LIST).await.ok()[0].clone();
    let change = json!({"id": all["id"], "version": 1, "name": "Everything", "scope": "all"});
    assert_eq!(author.put("/csdb/profile", change).await.fields(), ["id: reserved"]);
    let address = format!("/csdb/profile?id={}&version=1", all["id"].as_str().expect("an id"));
    assert_eq!(author.delete(&address).await.fields(), ["id: reserved"]);
    assert_eq!(reader.delete(&address).await.problem(), "403 forbidden");
}

async fn contents_and_modules_follow_the_fleet_of_a_profile(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let (admin, author) = (app.admin().await, app.person(Role::Author).await);
    let operator = admin.post("/config/operator", fleet(&[("QZ-HAA", "1004", "NV240-1")])).await.ok();
    let made = added(&author, "AZB", &json!({"scope": "fleet", "operator": "azb"})).await;
    assert_eq!((&made["operator"], &made["scope"]), (&json!("AZB"), &json!("fleet")));
    assert_eq!(
        lines(&made["assertion"]["evaluates"], &["applicPropertyIdent", "applicPropertyValues"]),
        ["model NV240-1", "serialNumber 1004"]
    );
    let profile = made["id"].as_str().expect("an id");
    assert_eq!(judged(&reader, profile).await, ["yes false", "no true"]);
    // An aircraft joins: its alternate is read too, and what applies to neither is still hidden.
    let mut operator = operator;
    operator["aircraft"] = fleet(&[("QZ-HAA", "1004", "NV240-1"), ("QZ-HAB", "1011", "NV240-1")])["aircraft"].clone();
    admin.put("/config/operator", operator).await.ok();
    assert_eq!(judged(&reader, profile).await, ["yes false", "yes false"]);
    // A chosen aircraft counts more than the profile.
    let one = reader.get(&format!("{}?profileId={profile}&aircraft=QZ-HAB", at(SINGLE))).await.ok();
    assert_eq!(one["withheld"], true);
    admin.delete("/config/operator?code=AZB").await.ok();
    assert_eq!(judged(&reader, profile).await, ["unknown false", "unknown false"], "nothing is known of its aircraft");
    let gone = reader.get(&format!("{}?profileId=none", at(DOUBLE))).await.ok();
    assert_eq!(gone["withheld"], false, "an old link still leads to the module");
}

async fn contents_and_modules_follow_the_assertion_of_a_profile(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let post = property("SB26003", "condition", "POST");
    let made = added(&author, "After SB", &json!({"scope": "assertion", "assertion": post})).await;
    assert_eq!(judged(&reader, made["id"].as_str().expect("an id")).await, ["no true", "yes false"]);
    let both = json!({"logicalOperator": "or", "evaluates": [
        property("SB26003", "condition", "POST"), property("SB26003", "condition", "PRE")]});
    let made = added(&author, "Both", &json!({"scope": "assertion", "assertion": both})).await;
    assert_eq!(judged(&reader, made["id"].as_str().expect("an id")).await, ["yes false", "yes false"]);
    let all = reader.get(LIST).await.ok()[0]["id"].as_str().expect("an id").to_owned();
    assert_eq!(judged(&reader, &all).await, ["null false", "null false"], "all content is not judged");
}
