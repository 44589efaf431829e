//! Databases and manuals, with the payloads of the specification.

use chrono::TimeDelta;
use domain::permission::Role;
use serde_json::{Value, json};
use testkit::app::TestApp;
use testkit::client::Client;
use testkit::sample_manual::SampleManual;

testkit::on_each_app!(
    a_database_is_created_with_its_attribute_map,
    a_change_of_a_manual_updates_its_database,
    an_invalid_name_is_refused_with_its_reason,
    a_manual_is_created_with_lists_of_strings,
    a_manual_has_sensible_defaults,
    all_errors_of_a_manual_name_their_fields,
    profiles_are_created_with_the_manual,
    an_operator_that_joins_later_gets_its_profiles,
    a_profile_by_conditions_does_not_replace_that_of_the_fleet,
    databases_and_manuals_are_listed_by_type,
    only_an_administrator_deletes_a_database_and_an_author_a_manual,
    a_manual_shows_its_pending_revisions,
    types_are_named_in_both_languages,
    library_changes_are_recorded,
);

fn csdb(name: &str) -> Value {
    json!({"csdbName": name, "csdbType": "H160"})
}

fn manual(csdb: &str, name: &str) -> Value {
    json!({"csdbName": [csdb], "manualName": [name], "manualType": ["MEL"]})
}

async fn names(client: &Client, path: &str) -> Vec<String> {
    let list = client.get(path).await.ok();
    let text = |one: &Value| one["path"].as_str().expect("a path").to_owned();
    list.as_array().expect("a list").iter().map(text).collect()
}

async fn a_database_is_created_with_its_attribute_map(app: TestApp) {
    let author = app.person(Role::Author).await;
    let answer = author.post("/csdb", csdb("H160")).await;
    assert_eq!(answer.status.as_u16(), 201);
    let made = answer.ok();
    let expected = json!({
        "archetype": ["csdb"], "csdbType": ["H160"], "aliasName": ["H160"], "isSelfEditing": ["false"],
        "defaultMic": ["H160"],
    });
    assert_eq!(made["attributeMap"], expected);
    assert_eq!((&made["name"], &made["path"], &made["manualCount"]), (&json!("H160"), &json!("/H160"), &json!(0)));
    assert_eq!(author.get("/csdb").await.ok(), json!([made]));

    let unrelated = json!({"csdbName": ["Ops_1"], "csdbType": ["ATA2300"], "aliasName": ["Operations"]});
    let made = author.post("/csdb", unrelated).await.ok();
    assert_eq!(made["attributeMap"]["defaultMic"], json!(["ATA2300"]));
    assert_eq!(made["attributeMap"]["aliasName"], json!(["Operations"]));
    let made = author.post("/csdb", json!({"csdbName": "Plain"})).await.ok();
    assert_eq!(made["attributeMap"]["csdbType"], json!(["H160"]), "the default type");
    assert_eq!(author.post("/csdb", csdb("h160")).await.problem(), "409 csdb.name_taken");
}

async fn a_change_of_a_manual_updates_its_database(app: TestApp) {
    let author = app.person(Role::Author).await;
    let made = author.post("/csdb", csdb("H160")).await.ok();
    app.clock.advance(TimeDelta::minutes(3));
    let manual = author.post("/csdb/manual", manual("H160", "MEL")).await.ok();
    let listed = author.get("/csdb").await.ok();
    assert_eq!(listed[0]["updatedOn"], manual["updatedOn"]);
    assert_ne!(listed[0]["updatedOn"], made["updatedOn"]);
    assert_eq!(listed[0]["version"], made["version"], "what is renamed is still the same");
}

async fn an_invalid_name_is_refused_with_its_reason(app: TestApp) {
    let admin = app.admin().await;
    for (name, code) in [
        ("", "required"),
        ("H 160", "space"),
        ("H/160", "character"),
        ("手册", "character"),
        ("MULTIMEDIA", "reserved"),
        ("All", "reserved"),
        (&"x".repeat(65), "too_long"),
    ] {
        let answer = admin.post("/csdb", csdb(name)).await;
        assert_eq!(answer.fields(), [format!("csdbName: {code}")], "{name}");
    }
    let answer = admin.post("/csdb", json!({"csdbName": "X 1", "csdbType": "NONE"})).await;
    assert_eq!(answer.fields(), ["csdbName: space", "csdbType: unknown_value"]);
    let answer = admin.post("/csdb", json!({"csdbName": ["A", "B"]})).await;
    assert_eq!(answer.fields(), ["csdbName: too_many"]);
    let said = admin.in_language("zh-CN").post("/csdb", csdb("all")).await.json();
    assert_eq!(said["errors"][0]["message"], "该名称为系统保留");
    assert_eq!(admin.get("/csdb").await.ok(), json!([]));
}

async fn a_manual_is_created_with_lists_of_strings(app: TestApp) {
    let author = app.person(Role::Author).await;
    author.post("/csdb", csdb("H160")).await.ok();
    let payload = json!({
        "csdbName": ["H160"], "manualName": ["MEL"], "manualType": ["MMEL"], "autoCreateProfile": ["no"],
        "translationLanguages": ["zh-CN", "ZH-cn", "fr-FR"], "initProfile": ["All"], "modelIdentCode": ["h160"],
        "approvalRequired": ["yes"], "extensionCode": ["ALP"], "extensionProducer": ["F0210"],
        "aircraftRelated": ["yes"],
    });
    let answer = author.post("/csdb/manual", payload.clone()).await;
    assert_eq!(answer.status.as_u16(), 201);
    let made = answer.ok();
    let expected = json!({
        "archetype": ["manual"], "manualType": ["MMEL"], "manualName": ["MEL"], "csdbName": ["H160"],
        "aliasName": ["MEL"], "modelIdentCode": ["H160"], "approvalRequired": ["yes"], "aircraftRelated": ["yes"],
        "withOem": ["true"], "translationLanguages": ["zh-CN", "fr-FR"], "extensionCode": ["ALP"],
        "extensionProducer": ["F0210"], "schemaErrorsBlock": ["yes"], "brexErrorsBlock": ["no"],
    });
    assert_eq!(made["attributeMap"], expected);
    assert_eq!((&made["path"], &made["lanes"], &made["moduleCount"]), (&json!("/H160/MEL"), &json!({}), &json!(0)));
    assert_eq!(author.get("/csdb/manual").await.ok(), json!([made]));
    assert_eq!(author.post("/csdb/manual", payload).await.problem(), "409 manual.name_taken");
    assert_eq!(author.post("/csdb/manual", manual("NONE", "MEL")).await.problem(), "404 csdb.not_found");
}

async fn a_manual_has_sensible_defaults(app: TestApp) {
    let admin = app.admin().await;
    admin.post("/csdb", csdb("H160")).await.ok();
    admin.post("/csdb", json!({"csdbName": "OPS", "csdbType": "ATA2300"})).await.ok();
    for (payload, expected) in [
        (json!({"csdbName": "H160", "manualName": "A"}), ["MEL", "yes", "yes", "true", "F0210"]),
        (json!({"csdbName": "H160", "manualName": "B", "manualType": "SELF"}), ["SELF", "no", "no", "false", "F0210"]),
        (json!({"csdbName": "OPS", "manualName": "C"}), ["MEL", "yes", "no", "true", "F0210"]),
    ] {
        let made = admin.post("/csdb/manual", payload.clone()).await.ok();
        let names = ["manualType", "approvalRequired", "aircraftRelated", "withOem", "extensionProducer"];
        let found = names.map(|name| made["attributeMap"][name][0].as_str().expect("a value").to_owned());
        assert_eq!(found, expected, "{payload}");
    }
    let mel = names(&admin, "/csdb/manual?manualType=MEL&csdbType=H160").await;
    assert_eq!(mel, ["/H160/A"]);
}

async fn all_errors_of_a_manual_name_their_fields(app: TestApp) {
    let admin = app.admin().await;
    admin.post("/csdb", csdb("H160")).await.ok();
    let bad = json!({
        "csdbName": ["H160"], "manualName": ["M EL"], "manualType": ["NOVEL"], "translationLanguages": ["chinese"],
        "modelIdentCode": ["H-160"], "extensionCode": ["A/B"],
    });
    let answer = admin.post("/csdb/manual", bad).await;
    let expected = [
        "manualType: unknown_value",
        "manualName: space",
        "translationLanguages: unknown_value",
        "extensionCode: character",
        "modelIdentCode: character",
    ];
    assert_eq!(answer.fields(), expected);
    let mut odd = manual("H160", "MEL");
    odd["approvalRequired"] = json!(["perhaps"]);
    assert_eq!(admin.post("/csdb/manual", odd).await.fields(), ["approvalRequired: unknown_value"]);
    let mut odd = manual("H160", "MEL");
    odd["colour"] = json!(["red"]);
    assert_eq!(admin.post("/csdb/manual", odd).await.fields(), ["colour: unknown_field"]);
    assert_eq!(admin.get("/csdb/manual").await.ok(), json!([]));
}

async fn profiles_are_created_with_the_manual(app: TestApp) {
    let admin = app.admin().await;
    for (code, model) in [("ALP", "H160-B"), ("BLU", "H175")] {
        admin.post("/config/operator", operator(code, model)).await.ok();
    }
    admin.post("/csdb", csdb("H160")).await.ok();
    let mut wanted = manual("H160", "MEL");
    wanted["autoCreateProfile"] = json!(["yes"]);
    wanted["initProfile"] = json!(["Hoist"]);
    let made = admin.post("/csdb/manual", wanted).await.ok();
    let profiles = admin.get("/csdb/profile?manualPath=/h160/mel").await.ok();
    assert_eq!(owners(&profiles), [("All", None), ("Hoist", None), ("ALP", Some("ALP"))]);
    assert_eq!(
        (&profiles[0]["type"], &profiles[0]["path"], &profiles[0]["manualId"]),
        (&json!("profileToc"), &json!("/H160/MEL"), &made["id"])
    );
    // The specification uses one entity for profiles and contents entries.
    let node = json!({"tocPrefix": "", "container": null, "sourceFiles": [], "children": []});
    for (field, value) in node.as_object().expect("fields") {
        assert_eq!(profiles[0].get(field), Some(value), "{field}");
    }
    assert_eq!(profiles[0]["profileId"], profiles[0]["id"]);
    assert_eq!(admin.get("/csdb/profile?manualPath=/H160/NONE").await.problem(), "404 manual.not_found");
    assert_eq!(admin.get("/csdb/profile?manualPath=../..").await.problem(), "404 manual.not_found");
    assert_eq!(admin.get("/csdb/profile").await.fields(), ["manualPath: required"]);
}

fn operator(code: &str, model: &str) -> Value {
    let aircraft = json!([{"registration": format!("HB-{code}"), "serialNumber": "1001", "model": model}]);
    json!({"code": code, "name": code, "country": "CH", "aircraft": aircraft})
}

fn owners(profiles: &Value) -> Vec<(&str, Option<&str>)> {
    let profiles = profiles.as_array().expect("a list").iter();
    profiles.map(|one| (one["name"].as_str().expect("a name"), one["operator"].as_str())).collect()
}

async fn an_operator_that_joins_later_gets_its_profiles(app: TestApp) {
    let admin = app.admin().await;
    admin.post("/csdb", csdb("H160")).await.ok();
    for (name, per_operator) in [("MEL", "yes"), ("AMM", "no")] {
        let mut wanted = manual("H160", name);
        wanted["autoCreateProfile"] = json!([per_operator]);
        admin.post("/csdb/manual", wanted).await.ok();
    }
    admin.post("/config/operator", operator("ALP", "H160-B")).await.ok();
    let mut blue = admin.post("/config/operator", operator("BLU", "H175")).await.ok();
    let of_mel = "/csdb/profile?manualPath=/H160/MEL";
    assert_eq!(owners(&admin.get(of_mel).await.ok()), [("All", None), ("ALP", Some("ALP"))]);
    blue["aircraft"][0]["model"] = json!("H160");
    let mut blue = admin.put("/config/operator", blue).await.ok();
    let expected = [("All", None), ("ALP", Some("ALP")), ("BLU", Some("BLU"))];
    assert_eq!(owners(&admin.get(of_mel).await.ok()), expected);
    // A second change adds none.
    blue["name"] = json!("Blue Helicopters");
    admin.put("/config/operator", blue).await.ok();
    assert_eq!(owners(&admin.get(of_mel).await.ok()), expected);
    assert_eq!(owners(&admin.get("/csdb/profile?manualPath=/H160/AMM").await.ok()), [("All", None)]);
}

async fn a_profile_by_conditions_does_not_replace_that_of_the_fleet(app: TestApp) {
    let admin = app.admin().await;
    admin.post("/csdb", csdb("H160")).await.ok();
    let mut wanted = manual("H160", "MEL");
    wanted["autoCreateProfile"] = json!(["yes"]);
    admin.post("/csdb/manual", wanted).await.ok();
    let mut blue = admin.post("/config/operator", operator("BLU", "H175")).await.ok();
    let hoist =
        json!({"applicPropertyIdent": "hoist", "applicPropertyType": "condition", "applicPropertyValues": "yes"});
    let body = json!({"manualPath": "/H160/MEL", "name": "Hoist", "operator": "BLU", "scope": "assertion",
        "assertion": hoist});
    admin.post("/csdb/profile", body).await.ok();
    blue["aircraft"][0]["model"] = json!("H160");
    admin.put("/config/operator", blue).await.ok();
    let profiles = admin.get("/csdb/profile?manualPath=/H160/MEL").await.ok();
    let mut named = owners(&profiles);
    named.sort_unstable();
    assert_eq!(named, [("All", None), ("BLU", Some("BLU")), ("Hoist", Some("BLU"))]);
}

async fn databases_and_manuals_are_listed_by_type(app: TestApp) {
    let admin = app.admin().await;
    admin.post("/csdb", csdb("H160")).await.ok();
    admin.post("/csdb", json!({"csdbName": "a350", "csdbType": "ATA2300"})).await.ok();
    for (csdb, name, kind) in [("H160", "MEL", "MEL"), ("H160", "AMM", "AMM"), ("a350", "MEL", "MEL")] {
        let body = json!({"csdbName": [csdb], "manualName": [name], "manualType": [kind]});
        admin.post("/csdb/manual", body).await.ok();
    }
    let reader = app.person(Role::Reader).await;
    for (path, expected) in [
        ("/csdb", vec!["/a350", "/H160"]),
        ("/csdb?csdbType=H160", vec!["/H160"]),
        ("/csdb?csdbType=NONE", vec![]),
        ("/csdb/manual", vec!["/a350/MEL", "/H160/AMM", "/H160/MEL"]),
        ("/csdb/manual?csdbType=H160&manualType=MEL", vec!["/H160/MEL"]),
        ("/csdb/manual?manualType=MEL", vec!["/a350/MEL", "/H160/MEL"]),
        ("/csdb/manual?csdbName=A350", vec!["/a350/MEL"]),
    ] {
        assert_eq!(names(&reader, path).await, expected, "{path}");
    }
    assert_eq!(reader.get("/csdb?type=H160").await.fields(), ["type: unknown_field"]);
}

async fn only_an_administrator_deletes_a_database_and_an_author_a_manual(app: TestApp) {
    let author = app.person(Role::Author).await;
    author.post("/csdb", csdb("H160")).await.ok();
    author.post("/csdb/manual", manual("H160", "MEL")).await.ok();
    assert_eq!(author.delete("/csdb?csdbName=H160").await.problem(), "403 forbidden");
    let delete_manual = "/csdb/manual?csdbName=H160&manualName=MEL";
    assert_eq!(author.delete(delete_manual).await.status.as_u16(), 204);
    assert_eq!(author.delete(delete_manual).await.problem(), "404 manual.not_found");
    let admin = app.admin().await;
    assert_eq!(admin.delete("/csdb?csdbName=h160").await.status.as_u16(), 204);
    assert_eq!(admin.delete("/csdb?csdbName=H160").await.problem(), "404 csdb.not_found");
    assert_eq!(admin.delete("/csdb?csdbName=..").await.problem(), "404 csdb.not_found");
    assert_eq!(admin.get("/csdb").await.ok(), json!([]));
    author.post("/csdb", csdb("H160")).await.ok();
    assert_eq!(names(&author, "/csdb/manual").await, [""; 0], "the new database is empty");
}

async fn a_manual_shows_its_pending_revisions(app: TestApp) {
    let admin = app.admin().await;
    admin.post("/csdb", csdb("H160")).await.ok();
    admin.post("/csdb/manual", manual("H160", "MEL")).await.ok();
    let sample = SampleManual::fill(&app, "H160", "MEL").await;
    let shown = admin.get("/csdb/manual").await.ok()[0].clone();
    assert_eq!(shown["lanes"]["oem"], shown["lanes"]["working"]);
    assert_eq!((&shown["newerRevisionWaits"], &shown["moduleCount"]), (&json!(false), &json!(8)));
    assert_eq!(shown["lanes"]["oem"]["number"], 1);
    sample.begin_revision(&app).await;
    let second = sample.add_revision(&app).await;
    let shown = admin.get("/csdb/manual").await.ok()[0].clone();
    assert_eq!((&shown["lanes"]["oem"]["number"], &shown["lanes"]["working"]["number"]), (&json!(2), &json!(1)));
    assert_eq!((&shown["newerRevisionWaits"], &shown["waitingRevisions"]), (&json!(true), &json!(1)));

    let revisions = admin.get("/revisions?manualPath=/H160/MEL").await.ok();
    let told: Vec<(&Value, &Value)> =
        revisions.as_array().expect("a list").iter().map(|one| (&one["number"], &one["state"])).collect();
    assert_eq!(told, [(&json!(2), &json!("waiting")), (&json!(1), &json!("confirmed"))]);
    assert_eq!((&revisions[0]["id"], &revisions[0]["issueNumber"]), (&json!(second.to_string()), &json!("002")));
    assert_eq!(admin.get("/revisions?manualPath=/H160/NONE").await.problem(), "404 manual.not_found");
}

async fn types_are_named_in_both_languages(app: TestApp) {
    let reader = app.person(Role::Reader).await;
    let chinese = reader.in_language("zh-CN");
    let types = reader.get("/csdb/manualTypeDetail").await.ok();
    assert_eq!(types[0], json!({"code": "MEL", "name": "Minimum equipment list", "selfEditing": false}));
    assert_eq!(types.as_array().map(Vec::len), Some(11));
    assert_eq!(chinese.get("/csdb/manualTypeDetail").await.ok()[10]["name"], "自编手册");
    let profiles = chinese.get("/csdb/profileType").await.ok();
    assert_eq!(profiles[1], json!({"code": "operator", "name": "运营人视图"}));
    for client in [&reader, &chinese] {
        let contents = client.get("/csdb/dmType").await.ok();
        let contents = contents.as_array().expect("a list").clone();
        let unnamed: Vec<&Value> = contents
            .iter()
            .filter(|one| one["name"].as_str().is_none_or(|name| name.starts_with("contentType.")))
            .collect();
        assert!(contents.len() > 40 && unnamed.is_empty(), "{unnamed:?}");
    }
    let codes = chinese.get("/csdb/dmTypes").await.ok();
    let codes = codes.as_array().expect("a list");
    assert_eq!(codes.len(), 580);
    let name = |code: &str| codes.iter().find(|one| one["infoCode"] == code).map(|one| one["name"].clone());
    assert_eq!(name("040"), Some(json!("说明")));
    assert_eq!(name("063"), Some(json!("Government supplied support equipment and tools")));
}

async fn library_changes_are_recorded(app: TestApp) {
    let admin = app.admin().await;
    admin.post("/csdb", csdb("H160")).await.ok();
    let mut made = admin.post("/csdb/manual", manual("H160", "MEL")).await.ok();
    made["attributeMap"]["aliasName"] = json!(["清单"]);
    admin.put("/folders/default/H160/MEL", made).await.ok();
    admin.delete("/folders/default/H160/MEL").await.ok();
    let id = admin.get("/trash").await.ok()[0]["id"].as_str().expect("an id").to_owned();
    admin.post(&format!("/trash/{id}/restore"), json!({})).await.ok();
    let log = admin.get("/audit?subject=/H160/MEL&pageSize=50").await.ok();
    let actions: Vec<&str> =
        log["items"].as_array().expect("a list").iter().map(|one| one["action"].as_str().expect("a word")).collect();
    assert_eq!(actions, ["manual.restored", "manual.deleted", "manual.renamed", "manual.created"]);
    assert_eq!(log["items"][2]["detail"]["alias"], "MEL → 清单");
    assert_eq!(admin.get("/audit?action=csdb.created").await.ok()["items"][0]["subject"], "H160");
}
