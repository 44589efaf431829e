//! Items of a minimum equipment list for maintenance systems: as JSON with a published schema, and as a table.

use domain::dispatch::ProvisoLogic;
use s1000d::form::dispatch::{DispatchForm, LineFields, ProcedureFields};
use serde_json::{Value, json};

use crate::table::{Cell, Table};

/// The schema of the JSON file.
pub const SCHEMA: &str = include_str!("../../../docs/schemas/mel-data.schema.json");

/// The version of the schema: raised when a member goes away or means something else.
const VERSION: u32 = 1;

const COLUMNS: [&str; 18] = [
    "number",
    "title",
    "language",
    "module",
    "issue",
    "issueDate",
    "label",
    "lineTitle",
    "category",
    "installed",
    "required",
    "remarks",
    "provisos",
    "provisoLogic",
    "placard",
    "operational",
    "maintenance",
    "applicability",
];

/// The items of a manual, and the publication that they belong to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MelList {
    pub csdb: String,
    pub manual: String,
    /// As in `MEL`.
    pub manual_type: String,
    /// The revision number that a person gave the publication.
    pub revision: String,
    pub is_draft: bool,
    /// In the order of their modules.
    pub items: Vec<MelListItem>,
}

/// An item with its module.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MelListItem {
    /// The name of the module.
    pub key: String,
    pub language: String,
    pub issue: String,
    pub date: String,
    pub form: DispatchForm,
}

impl MelList {
    /// As JSON, with names in alphabetical order.
    pub fn json(&self) -> Vec<u8> {
        let value = json!({
            "version": VERSION,
            "csdbName": self.csdb,
            "manualName": self.manual,
            "manualType": self.manual_type,
            "revision": self.revision,
            "isDraft": self.is_draft,
            "items": self.items.iter().map(item).collect::<Vec<Value>>(),
        });
        let mut text = serde_json::to_string_pretty(&value).unwrap_or_default();
        text.push('\n');
        text.into_bytes()
    }

    /// A row for each line of each item.
    pub fn table(&self) -> Table {
        let rows = self.items.iter().flat_map(|item| item.form.lines.iter().map(move |line| row(item, line)));
        Table { name: "items".to_owned(), header: COLUMNS.map(str::to_owned).to_vec(), rows: rows.collect() }
    }
}

fn item(item: &MelListItem) -> Value {
    json!({
        "number": item.form.number.text,
        "title": item.form.title.text,
        "module": item.key,
        "language": item.language,
        "issue": item.issue,
        "issueDate": item.date,
        "lines": item.form.lines.iter().map(line).collect::<Vec<Value>>(),
    })
}

fn line(line: &LineFields) -> Value {
    let provisos: Vec<&str> = line.provisos.iter().map(|proviso| proviso.text.as_str()).collect();
    json!({
        "label": line.label,
        "title": line.title.text,
        "category": line.category,
        "installed": line.installed,
        "required": line.required,
        "remarks": line.remarks.text,
        "provisos": provisos,
        "provisoLogic": logic(&line.logic),
        "placard": line.placard.text,
        "operational": procedures(&line.operational),
        "maintenance": procedures(&line.maintenance),
        "applicability": line.applicability.as_deref().unwrap_or_default(),
    })
}

fn logic(logic: &ProvisoLogic) -> &'static str {
    match logic {
        ProvisoLogic::All => "all",
        ProvisoLogic::Any => "any",
        ProvisoLogic::Mixed(_) => "mixed",
    }
}

fn procedures(list: &[ProcedureFields]) -> Vec<Value> {
    list.iter().map(|one| json!({"module": module(one), "title": one.title})).collect()
}

fn module(procedure: &ProcedureFields) -> String {
    procedure.target.as_ref().map(ToString::to_string).unwrap_or_default()
}

fn row(item: &MelListItem, line: &LineFields) -> Vec<Cell> {
    let joined = |list: &[ProcedureFields]| list.iter().map(module).collect::<Vec<_>>().join(", ");
    let provisos: Vec<&str> = line.provisos.iter().map(|proviso| proviso.text.as_str()).collect();
    let texts = [
        item.form.number.text.clone(),
        item.form.title.text.clone(),
        item.language.clone(),
        item.key.clone(),
        item.issue.clone(),
        item.date.clone(),
        line.label.clone(),
        line.title.text.clone(),
        line.category.clone(),
        line.installed.clone(),
        line.required.clone(),
        line.remarks.text.clone(),
        provisos.join("\n"),
        logic(&line.logic).to_owned(),
        line.placard.text.clone(),
        joined(&line.operational),
        joined(&line.maintenance),
        line.applicability.clone().unwrap_or_default(),
    ];
    texts.map(Cell::Text).to_vec()
}

#[cfg(test)]
mod tests {
    use s1000d::form::dispatch;

    use super::*;

    const MODULE: &str = "<dmodule><content><dispatchItem itemNumber='33-40-01'><title>Navigation lights</title>\
        <dispatchCondition label='A'><repairCategory>C</repairCategory><numberInstalled>-</numberInstalled>\
        <numberRequired>1</numberRequired><remarks><para>One may be inoperative.</para></remarks>\
        </dispatchCondition></dispatchItem></content></dmodule>";

    fn list() -> MelList {
        let form = dispatch::read(MODULE).expect("XML").expect("an item");
        MelList {
            csdb: "H160".to_owned(),
            manual: "MEL".to_owned(),
            manual_type: "MEL".to_owned(),
            revision: "4.1".to_owned(),
            is_draft: true,
            items: vec![MelListItem {
                key: "DMC-A_en-US.XML".to_owned(),
                language: "en-US".to_owned(),
                issue: "002-00".to_owned(),
                date: "2026-11-17".to_owned(),
                form,
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
        assert_eq!(value["items"][0]["number"], "33-40-01");
        assert_eq!(list.json(), list.json());
    }

    #[test]
    fn the_table_has_a_row_for_each_line() {
        let table = list().table();
        assert_eq!((table.rows.len(), table.rows[0].len()), (1, table.header.len()));
        let text = String::from_utf8(table.csv()).expect("UTF-8");
        assert!(text.contains("33-40-01,Navigation lights,en-US,DMC-A_en-US.XML,002-00,2026-11-17,A,"), "{text}");
    }
}
