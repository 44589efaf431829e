//! Items of minimum equipment lists in the editor, compared with the master list.

use domain::permission::Role;
use serde_json::{Value, json};
use testkit::app::TestApp;

use crate::forms::{ask, is_for_the_holder, opened};
use crate::outline::applied;
use crate::viewer::{BASE, reader_of};

testkit::on_each_app!(
    an_item_is_compared_with_the_master_list,
    an_item_is_changed_in_the_text_alone,
    a_condition_applies_to_the_aircraft_of_the_status_file,
    old_values_do_not_block_the_form,
);

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
    assert_eq!(ask(&author, "dispatchItem", &hoist(), change(wanted.clone())).await.problem(), "422 draft.would_lose");
    wanted["lines"] = kept_item(&read["item"])["lines"].clone();
    wanted["lines"][0]["newOperational"] = json!(["/OTHER/MEL/DMC-NV240-A-25-63-01-00A-180A-A_en-US.XML"]);
    assert_eq!(ask(&author, "dispatchItem", &hoist(), change(wanted.clone())).await.problem(), "404 file.not_found");
    wanted["lines"][0]["newOperational"] = json!(vec![hoist(); 120]);
    wanted["lines"][0]["newMaintenance"] = json!(vec![hoist(); 120]);
    assert_eq!(ask(&author, "dispatchItem", &hoist(), change(wanted)).await.fields(), ["lines: too_many"]);
    let other = ask(&author, "dispatchItem", &hoist(), json!({"text": "<dmodule><content/></dmodule>"})).await.ok();
    assert_eq!(other["item"], Value::Null);
}

async fn a_condition_applies_to_the_aircraft_of_the_status_file(app: TestApp) {
    reader_of(&app, "mmel-r1").await;
    let author = app.person(Role::Author).await;
    let cooling = format!("{BASE}/DMC-NV240-A-21-51-01-00A-180A-A_en-US.XML");
    let text = opened(&author, &cooling).await;
    let read = ask(&author, "dispatchItem", &cooling, json!({"text": text})).await.ok();
    let body = json!({"text": text, "position": read["item"]["lines"][0]["position"]});
    let applicants = ask(&author, "applicability", &cooling, body).await.ok()["applicants"].clone();
    assert_eq!((&applicants["total"], &applicants["applies"]), (&json!(4), &json!(1)), "{applicants}");
}

async fn old_values_do_not_block_the_form(app: TestApp) {
    reader_of(&app, "mmel-r1").await;
    let author = app.person(Role::Author).await;
    let text = opened(&author, &hoist()).await;
    let remarks = text.find("<remarks>").expect("remarks") + "<remarks>".len();
    let first = text[remarks..].find("<para>").expect("a paragraph") + remarks + "<para>".len();
    let long = format!("{}{}{}", &text[..first], "long ".repeat(1_000), &text[first..]);
    let start = long.find("<provisoList").expect("a list");
    let inner = long[start..].find('>').expect("its start") + start + 1;
    let text = format!("{}<proviso/>{}", &long[..inner], &long[inner..]);
    let read = ask(&author, "dispatchItem", &hoist(), json!({"text": text})).await.ok();
    assert_eq!(read["item"]["lines"][0]["provisos"][0]["text"], json!(""));
    let mut change = kept_item(&read["item"]);
    change["lines"][0]["category"] = json!("B");
    let made = ask(&author, "dispatchItem", &hoist(), json!({"text": text, "change": change})).await.ok();
    assert_eq!(made["edits"].as_array().map(Vec::len), Some(1), "{}", made["edits"]);
}
