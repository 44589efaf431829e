//! The aircraft that a person reads for, in all manuals.

use app::library::csdbs::NewCsdb;
use app::library::manuals::NewManual;
use domain::change::Actor;
use domain::permission::Role;
use serde_json::{Value, json};
use testkit::app::TestApp;
use testkit::client::Client;
use testkit::packages::{PackageFiles, demo};

use crate::imports::{given_manual, import, read};
use crate::viewer::{at, delivered, lines, reader_of};

testkit::on_each_app!(
    the_choice_is_kept_with_the_account_and_not_logged,
    a_serial_number_counts_only_for_the_models_of_the_tables,
    a_product_is_found_in_another_manual_by_its_attributes,
    a_verdict_names_the_values_that_decide_it,
);

async fn the_choice_is_kept_with_the_account_and_not_logged(app: TestApp) {
    let reader = app.person(Role::Reader).await;
    let me = reader.get("/users/me").await.ok();
    assert_eq!(me["user"]["preferences"]["effectivity"], json!({"set": [], "outside": "hide"}));
    let updates = async || app.admin().await.get("/audit?action=user.updated").await.ok()["total"].clone();
    let before = updates().await;
    let choose = async |effectivity: &Value| {
        let change = json!({"account": "reader", "preferences": {"effectivity": effectivity}});
        reader.post("/user-manage/updateUserSelf", change).await
    };
    let chosen = json!({"aircraft": "QZ-HAB", "product": "prd-1;model=A", "set": ["condition:SB1=PRE"], "database": "NV240", "outside": "grey"});
    let mut edited = me["user"].clone();
    choose(&chosen).await.ok();
    let again = app.second_node().signed_in("reader").await;
    assert_eq!(again.get("/users/me").await.ok()["user"]["preferences"]["effectivity"], chosen);
    assert_eq!(updates().await, before, "private, like bookmarks");
    let edit = json!({"account": "reader", "email": "ruth@example.com", "displayName": "Ruth", "role": "author", "status": "active", "version": edited["version"].take()});
    let edited = app.admin().await.post("/user-manage/updateUser", edit).await.ok();
    assert_eq!(edited["preferences"]["effectivity"], chosen, "no conflict with the edit of an administrator");
    let long = json!({"aircraft": "x".repeat(1000), "set": vec!["condition:SB1=PRE"; 101]});
    let field = |name: &str| format!("preferences.effectivity.{name}");
    assert_eq!(choose(&long).await.fields(), [field("aircraft") + ": too_long", field("set") + ": too_many"]);
    choose(&json!({})).await.ok();
    let me = reader.get("/users/me").await.ok();
    assert_eq!(me["user"]["preferences"]["effectivity"], json!({"set": [], "outside": "hide"}));
}

/// A helicopter of another type with the serial number of a product of the manual.
async fn given_stranger(app: &TestApp) {
    let fleet = json!({"code": "OTH", "name": "Others", "country": "CH", "aircraft": [
        {"registration": "HB-ZQA", "serialNumber": "1004", "model": "H160-B", "productAttributes": [{"name": "SB26003", "value": "POST"}]}]});
    app.admin().await.post("/config/operator", fleet).await.ok();
}

async fn a_serial_number_counts_only_for_the_models_of_the_tables(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    given_stranger(&app).await;
    let module = at("26-20-00-00A-040A-A");
    let stranger = reader.get(&format!("{module}?aircraft=HB-ZQA")).await.ok()["applicability"].clone();
    assert_eq!((&stranger["known"], &stranger["chosen"], &stranger["hidden"]), (&json!(false), &json!([]), &json!(0)));
    assert!(lines(&stranger["annotations"], &["truth"]).iter().all(|truth| truth == "unknown"), "{stranger}");
    let own = reader.get(&format!("{module}?product=prd-HAA")).await.ok()["applicability"].clone();
    assert_eq!((&own["known"], &own["hidden"]), (&json!(true), &json!(1)));
    assert_eq!(reader.get(&module).await.ok()["applicability"]["known"], true, "nothing is chosen");
}

/// The maintenance manual of a hoist, whose products have the ids and serial numbers of the helicopter's.
fn hoist(model: &str) -> PackageFiles {
    let files = demo("amm").into_iter().map(|(name, bytes)| match String::from_utf8(bytes) {
        Ok(text) if !name.starts_with("ICN-") => {
            let text = text.replace("modelIdentCode=\"NV240\"", "modelIdentCode=\"HST10\"").replace("NV240-1", model);
            (name.replace("NV240", "HST10"), text.into_bytes())
        }
        Ok(text) => (name, text.into_bytes()),
        Err(error) => (name, error.into_bytes()),
    });
    files.collect()
}

/// Imports the manual of the hoist into a database of its own.
async fn given_hoist(app: &TestApp, admin: &Client, name: &str, model: &str) {
    let csdb = NewCsdb { name: name.to_owned(), ..NewCsdb::default() };
    app::library::csdbs::create_as(&app.ctx, &Actor::System, &csdb).await.expect("a database");
    let manual = NewManual { csdb: name.to_owned(), name: "AMM".to_owned(), ..NewManual::default() };
    app::library::manuals::create_as(&app.ctx, &Actor::System, &manual).await.expect("a manual");
    let mut given = read(app, admin, &hoist(model)).await;
    given["csdbName"] = json!(name);
    given["manualName"] = json!("AMM");
    let job = import(app, admin, &given).await;
    assert_eq!(job["status"], "COMPLETED", "{}", job["errorList"]);
}

async fn a_product_is_found_in_another_manual_by_its_attributes(app: TestApp) {
    given_manual(&app).await;
    delivered(&app, &demo("amm"), "yes").await;
    let admin = app.admin().await;
    given_hoist(&app, &admin, "HOIST", "H-1").await;
    given_hoist(&app, &admin, "SISTER", "NV240-1").await;
    let reader = app.person(Role::Reader).await;
    let choices = reader.get("/view/choices/default/NV240/MMEL").await.ok();
    let product = &choices["products"][0];
    assert_eq!((&product["id"], &product["label"]), (&json!("prd-HAA"), &json!("QZ-HAA · NV240-1 · 1004")));
    let key = product["key"].as_str().expect("a key");
    assert!(key.starts_with("prd-HAA;") && key.contains("model=NV240-1"), "{key}");
    let key = key.replace(';', "%3B").replace('=', "%3D");
    let judged = async |folder: &str, model: &str| {
        let module = format!("/view/default/{folder}/DMC-{model}-A-26-21-01-00B-920A-A_en-US.XML");
        let view = reader.get(&format!("{module}?product={key}")).await.ok()["applicability"].clone();
        format!("{} {}", view["known"], view["module"]["truth"])
    };
    assert_eq!(judged("NV240/MMEL", "NV240").await, "true \"no\"");
    assert_eq!(judged("HOIST/AMM", "HST10").await, "false \"unknown\"", "the same id and serial number, another model");
    assert_eq!(judged("SISTER/AMM", "HST10").await, "true \"no\"", "the same model and serial number");
}

async fn a_verdict_names_the_values_that_decide_it(app: TestApp) {
    let reader = reader_of(&app, "mmel-r1").await;
    let decided = async |choice: &str| {
        let asked = format!("{}?{choice}&outside=grey", at("21-51-01-00A-180A-A"));
        lines(&reader.get(&asked).await.ok()["applicability"]["module"]["decidedBy"], &["type", "ident", "value"])
    };
    let (model, kit) = ("prodattr model NV240-2", "condition EK21AC");
    let set = |model: &str, kit: &str| format!("set=prodattr:model={model}&set=condition:EK21AC={kit}");
    assert_eq!(decided(&set("NV240-2", "NOT_INSTALLED")).await, [format!("{kit} NOT_INSTALLED")]);
    assert_eq!(decided(&set("NV240-2", "INSTALLED")).await, [model.to_owned(), format!("{kit} INSTALLED")]);
    assert_eq!(decided("set=prodattr:model=NV240-2").await, [format!("{kit} null")], "its value is not known");
    assert_eq!(decided("set=prodattr:model=NV240-1").await, ["prodattr model NV240-1"]);
}
