//! Items of minimum equipment lists in the editor, compared with the master list.

use domain::permission::Role;
use serde_json::{Value, json};
use testkit::app::TestApp;

use crate::forms::{ask, is_for_the_holder, opened};
use crate::outline::applied;
use crate::viewer::{BASE, reader_of};

testkit::on_each_app!(an_item_is_compared_with_the_master_list, an_item_is_changed_in_the_text_alone);

fn hoist() -> String {
    format!("{BASE}/DMC-NV240-A-25-63-01-00A-180A-A_en-US.XML")
}

/// The change that keeps an item as an answer has it.
fn kept_item(item: &Value) -> Value {
    let numbers = |list: &Value| (0..list.as_array().map_or(0, Vec::len)).collect::<Vec<_>>();
    let line = |(number, line): (usize, &Value)| {
        let provisos: Vec<Value> = line["provisos"]
            .as_array()
            .expect("provisos")
            .iter()
            .enumerate()
            .map(|(number, proviso)| json!({"number": number, "text": proviso["text"]}))
            .collect();
        json!({"number": number, "label": line["label"], "title": line["title"]["text"], "category": line["category"],
            "installed": line["installed"], "required": line["required"], "remarks": line["remarks"]["text"],
            "provisos": provisos, "placard": line["placard"]["text"], "operational": numbers(&line["operational"]),
            "maintenance": numbers(&line["maintenance"]), "newOperational": [], "newMaintenance": []})
    };
    let lines: Vec<Value> = item["lines"].as_array().expect("lines").iter().enumerate().map(line).collect();
    json!({"number": item["number"]["text"], "title": item["title"]["text"], "lines": lines})
}

async fn an_item_is_compared_with_the_master_list(app: TestApp) {
    let reader = reader_of(&app, "mmel-r1").await;
    let author = app.person(Role::Author).await;
    let text = opened(&author, &hoist()).await;
    let read = ask(&author, "dispatchItem", &hoist(), json!({"text": text})).await.ok();
    assert_eq!(read["item"]["number"]["text"], json!("25-63-01"));
    assert_eq!(read["item"]["lines"][0]["provisos"].as_array().map(Vec::len), Some(3));
    assert_eq!(read["item"]["lines"], read["master"]["item"]["lines"], "as it was delivered");
    assert_eq!(read["warnings"], json!([]));
    let mut change = kept_item(&read["item"]);
    change["lines"][0]["category"] = json!("D");
    change["lines"][0]["placard"] = json!("");
    change["lines"][0]["provisos"].as_array_mut().expect("provisos").remove(0);
    let made = ask(&author, "dispatchItem", &hoist(), json!({"text": text, "change": change})).await.ok();
    let codes = crate::viewer::lines(&made["warnings"], &["code", "lessRestrictive"]);
    assert_eq!(codes, ["category true", "placard true", "proviso true"]);
    assert_eq!(made["warnings"][0]["value"], json!("C"));
    is_for_the_holder(&app, [&reader, &author], "dispatchItem", &hoist(), json!({"text": text})).await;
}

async fn an_item_is_changed_in_the_text_alone(app: TestApp) {
    reader_of(&app, "mmel-r1").await;
    let author = app.person(Role::Author).await;
    let text = opened(&author, &hoist()).await;
    let read = ask(&author, "dispatchItem", &hoist(), json!({"text": text})).await.ok();
    let change = |change: Value| json!({"text": text, "change": change});
    let same = ask(&author, "dispatchItem", &hoist(), change(kept_item(&read["item"]))).await.ok();
    assert_eq!(same["edits"], json!([]));
    let mut wanted = kept_item(&read["item"]);
    wanted["title"] = json!("Rescue hoist & cutter");
    wanted["lines"][0]["operational"] = json!([]);
    wanted["lines"][0]["newOperational"] = json!([hoist()]);
    let after = applied(&text, &ask(&author, "dispatchItem", &hoist(), change(wanted.clone())).await.ok());
    assert!(after.contains("<title>Rescue hoist &amp; cutter</title>"), "{after}");
    let now = ask(&author, "dispatchItem", &hoist(), json!({"text": after})).await.ok();
    assert_eq!(now["item"]["lines"][0]["operational"][0]["code"], json!("DMC-NV240-A-25-63-01-00A-180A-A"));
    wanted["lines"][0]["provisos"] = json!([{"text": ""}]);
    let refused = ask(&author, "dispatchItem", &hoist(), change(wanted.clone())).await;
    assert_eq!(refused.fields(), ["lines[0].provisos[0].text: required"]);
    wanted["lines"] = json!([]);
    assert_eq!(ask(&author, "dispatchItem", &hoist(), change(wanted)).await.fields(), ["change: unknown_value"]);
    let other = ask(&author, "dispatchItem", &hoist(), json!({"text": "<dmodule><content/></dmodule>"})).await.ok();
    assert_eq!(other["item"], Value::Null);
}
