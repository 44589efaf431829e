//! Manuals with several applicability tables.

use domain::permission::Role;
use serde_json::{Value, json};
use testkit::app::TestApp;
use testkit::client::Client;
use testkit::packages::{PackageFiles, demo};

use crate::imports::given_manual;
use crate::viewer::{BASE, delivered, lines};

testkit::on_each_app!(
    a_module_is_judged_by_the_table_that_it_names,
    a_profile_says_nothing_of_other_tables,
    choices_say_which_table_they_belong_to,
);

const HELICOPTER: &str = "DMC-NV240-A-00-00-00-00A-00WA-D";
const HOIST: &str = "DMC-HST10-A-00-00-00-00A-00WA-D";

/// The maintenance manual, and a hoist with tables of its own that use the same names.
fn with_hoist() -> PackageFiles {
    let mut files = demo("amm");
    let of_hoist: Vec<(String, Vec<u8>)> = files
        .iter()
        .filter(|(name, _)| ["00WA-D", "00PA-D", "26-21-01-00A-920A"].iter().any(|part| name.contains(part)))
        .map(|(name, bytes)| {
            let text = String::from_utf8(bytes.clone()).expect("text");
            let text = text
                .replace("modelIdentCode=\"NV240\"", "modelIdentCode=\"HST10\"")
                .replace("<techName>NV240</techName>", "<techName>Hoist</techName>")
                .replace("NV240-", "H-")
                .replace(
                    "applicPropertyIdent=\"SB26003\" applicPropertyType=\"condition\" applicPropertyValues=\"PRE\"",
                    "applicPropertyIdent=\"model\" applicPropertyType=\"prodattr\" applicPropertyValues=\"H-1\"",
                );
            (name.replace("DMC-NV240", "DMC-HST10"), text.into_bytes())
        })
        .collect();
    assert_eq!(of_hoist.len(), 3);
    files.extend(of_hoist);
    files
}

pub(crate) async fn reader_of_both(app: &TestApp) -> Client {
    given_manual(app).await;
    delivered(app, &with_hoist(), "yes").await;
    app.person(Role::Reader).await
}

/// Whether the hoist's module and the helicopter's apply.
async fn verdicts(reader: &Client, choice: &str) -> [Value; 2] {
    let mut verdicts = [Value::Null, Value::Null];
    let codes = ["DMC-HST10-A-26-21-01-00A-920A-A", "DMC-NV240-A-26-21-01-00B-920A-A"];
    for (verdict, code) in verdicts.iter_mut().zip(codes) {
        let view = reader.get(&format!("/view/default{BASE}/{code}_en-US.XML?{choice}")).await.ok();
        *verdict = view["applicability"]["module"]["truth"].clone();
    }
    verdicts
}

async fn a_module_is_judged_by_the_table_that_it_names(app: TestApp) {
    let reader = reader_of_both(&app).await;
    for (choice, hoist, helicopter) in [
        (format!("product=prd-HAA@{HELICOPTER}"), "unknown", "no"),
        (format!("product=prd-HAA@{HOIST}"), "yes", "unknown"),
        ("set=prodattr:model=H-2".to_owned(), "no", "unknown"),
        ("set=prodattr:model=NV240-1".to_owned(), "unknown", "unknown"),
        (format!("set=prodattr:model@{HOIST}=H-1&set=condition:SB26003=POST"), "yes", "yes"),
    ] {
        assert_eq!(verdicts(&reader, &choice).await, [json!(hoist), json!(helicopter)], "{choice}");
    }
    let fleet = json!({"code": "AZB", "name": "Azure Bay", "country": "QZ", "aircraft": [
        {"registration": "QZ-HAC", "serialNumber": "2003", "model": "NV240-2", "productAttributes": [{"name": "SB26003", "value": "PRE"}]}]});
    app.admin().await.post("/config/operator", fleet).await.ok();
    assert_eq!(verdicts(&reader, "aircraft=QZ-HAC").await, [json!("unknown"), json!("no")]);
    let odd = format!("/view/default{BASE}/DMC-NV240-A-26-21-01-00B-920A-A_en-US.XML?product=prd-HAA");
    assert_eq!(reader.get(&odd).await.fields(), ["product: unknown_value"]);
}

async fn a_profile_says_nothing_of_other_tables(app: TestApp) {
    let reader = reader_of_both(&app).await;
    let author = app.person(Role::Author).await;
    for (model, hoist) in [("NV240-1", "unknown"), ("H-2", "no"), ("H-1", "yes")] {
        let assertion =
            json!({"applicPropertyIdent": "model", "applicPropertyType": "prodattr", "applicPropertyValues": model});
        let body = json!({"manualPath": BASE, "name": model, "scope": "assertion", "assertion": assertion});
        let made = author.post("/csdb/profile", body).await.ok();
        let choice = format!("profileId={}", made["id"].as_str().expect("an id"));
        assert_eq!(verdicts(&reader, &choice).await, [json!(hoist), json!("unknown")], "{model}");
    }
}

async fn choices_say_which_table_they_belong_to(app: TestApp) {
    let reader = reader_of_both(&app).await;
    let choices = reader.get(&format!("/view/choices/default{BASE}")).await.ok();
    let properties = choices["properties"].as_array().expect("a list");
    let models: Vec<String> = properties
        .iter()
        .filter(|property| property["ident"] == "model")
        .map(|property| format!("{} {} {}", property["table"]["code"], property["table"]["title"], property["values"]))
        .collect();
    let title = "Applicability cross-reference table";
    assert_eq!(
        models,
        [
            format!("\"{HOIST}\" \"Hoist - {title}\" [\"H-1\",\"H-2\"]"),
            format!("\"{HELICOPTER}\" \"NV240 - {title}\" [\"NV240-1\",\"NV240-2\"]"),
        ]
    );
    let conditions = properties.iter().filter(|property| property["type"] == "condition");
    assert!(conditions.into_iter().all(|property| property["table"]["code"] == json!(HELICOPTER)));
    let products = lines(&choices["products"], &["id"]);
    assert!(products.contains(&format!("prd-HAA@{HOIST}")) && products.contains(&format!("prd-HAA@{HELICOPTER}")));
}
