use domain::field::FieldErrors;
use s1000d::form::dispatch::ItemContext;
use s1000d::repositories::SharedEntries;

use super::*;

const MODULE: &str = "<dmodule><content><dispatchItem itemNumber='33-40-01'><title>Navigation lights</title>\
    <dispatchCondition label='A'><repairCategory>C</repairCategory><numberInstalled>-</numberInstalled>\
    <numberRequired>1</numberRequired><remarks><para>One may be inoperative.</para></remarks>\
    <placard/><note>Not at night.</note></dispatchCondition><dispatchCondition label='B'><remarks><provisoList>\
    <proviso>By day</proviso><provisoList logicalOperator='or'><proviso>=1</proviso></provisoList></provisoList>\
    </remarks></dispatchCondition></dispatchItem></content></dmodule>";

fn list() -> MelList {
    let context = ItemContext { language: "en-US", shared: &SharedEntries::default() };
    let validity = PublicationValidity::parse("2026-11-17", "2026-11-20", "", &mut FieldErrors::default());
    MelList {
        csdb: "H160".to_owned(),
        manual: "MEL".to_owned(),
        manual_type: "MEL".to_owned(),
        revision: "4.1".to_owned(),
        is_draft: true,
        published_for: "QZ-HAC".to_owned(),
        validity: validity.expect("two days"),
        items: vec![MelListItem {
            key: "DMC-A_en-US.XML".to_owned(),
            language: "en-US".to_owned(),
            issue: "002-00".to_owned(),
            date: "2026-11-16".to_owned(),
            applicability: "S/N 1-20".to_owned(),
            item: ItemData::read(MODULE, context).expect("an item"),
        }],
    }
}

/// Checks a value against a schema as far as ours goes: types, required members, references, constants and words.
fn follows(value: &Value, schema: &Value, root: &Value, path: &str) {
    if let Some(name) = schema["$ref"].as_str() {
        let name = name.rsplit('/').next().expect("a name");
        return follows(value, &root["$defs"][name], root, path);
    }
    if let Some(words) = schema["enum"].as_array() {
        assert!(words.contains(value), "{path}: {value}");
    }
    if !schema["const"].is_null() {
        assert_eq!(&schema["const"], value, "{path}");
    }
    match schema["type"].as_str() {
        Some("string") => assert!(value.is_string(), "{path}: {value}"),
        Some("boolean") => assert!(value.is_boolean(), "{path}: {value}"),
        Some("array") => {
            for one in value.as_array().expect(path) {
                follows(one, &schema["items"], root, path);
            }
        }
        Some("object") => {
            let members = value.as_object().expect(path);
            for name in schema["required"].as_array().expect("a list") {
                assert!(members.contains_key(name.as_str().expect("a name")), "{path}: {name}");
            }
            for (name, member) in members {
                let known = &schema["properties"][name];
                assert!(known.is_object(), "{path}/{name} is not in the schema");
                follows(member, known, root, &format!("{path}/{name}"));
            }
        }
        _ => {}
    }
}

#[test]
fn the_file_follows_its_published_schema() {
    let schema: Value = serde_json::from_str(SCHEMA).expect("JSON");
    let list = list();
    let value: Value = serde_json::from_slice(&list.json()).expect("JSON");
    follows(&value, &schema, &schema, "");
    let line = &value["items"][0]["lines"][0];
    assert_eq!((&line["category"], &line["installed"]), (&json!("C"), &json!("-")));
    assert_eq!((&line["remarks"], &line["provisoLogic"]), (&json!("One may be inoperative."), &json!("all")));
    assert_eq!((&line["hasPlacard"], &line["notes"]), (&json!(true), &json!(["Not at night."])));
    assert_eq!(
        (&value["items"][0]["number"], &value["items"][0]["applicability"]),
        (&json!("33-40-01"), &json!("S/N 1-20"))
    );
    assert_eq!((&value["validFrom"], &value["validUntil"]), (&json!("2026-11-17"), &json!("2026-11-20")));
    let mixed = &value["items"][0]["lines"][1];
    assert_eq!((&mixed["provisoLogic"], &mixed["hasPlacard"]), (&json!("mixed"), &json!(false)));
    assert_eq!((&mixed["provisoStructure"], &mixed["provisos"]), (&json!("and(p or(p))"), &json!(["By day", "=1"])));
    assert_eq!(list.json(), list.json());
}

#[test]
fn the_table_has_a_row_for_each_line() {
    let table = list().table();
    assert_eq!((table.rows.len(), table.rows[0].len()), (2, table.header.len()));
    let text = String::from_utf8(table.plain_csv()).expect("UTF-8");
    let first = "33-40-01,Navigation lights,en-US,DMC-A_en-US.XML,002-00,2026-11-16,S/N 1-20,A,,C,-,1,,\
        One may be inoperative.,,all,,yes,,,,Not at night.,2026-11-17,2026-11-20,QZ-HAC\r\n";
    assert!(text.contains(first), "{text}");
    assert!(text.contains(",mixed,and(p or(p)),no,"), "{text}");
    assert!(text.contains("\"By day\n=1\""), "{text}");
}

#[test]
fn a_permanent_revision_has_no_days() {
    let list = MelList { validity: None, published_for: String::new(), ..list() };
    let value: Value = serde_json::from_slice(&list.json()).expect("JSON");
    assert_eq!((&value["validFrom"], &value["validUntil"]), (&json!(""), &json!("")));
    assert_eq!(value["publishedFor"], "");
}
