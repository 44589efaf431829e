//! Items of a minimum equipment list for maintenance systems: as JSON with a published schema, and as a table.

use domain::dispatch::ProvisoLogic;
use domain::publication::PublicationValidity;
use s1000d::form::dispatch::{ItemData, LineData, ProcedureFields};
use serde_json::{Value, json};

use crate::table::{Cell, Table};

/// The schema of the JSON file.
pub const SCHEMA: &str = include_str!("../../../docs/schemas/mel-data.schema.json");

/// The version of the schema: raised when a member goes away or means something else.
const VERSION: u32 = 1;

const COLUMNS: [&str; 25] = [
    "number",
    "title",
    "language",
    "module",
    "issue",
    "issueDate",
    "moduleApplicability",
    "label",
    "lineTitle",
    "category",
    "installed",
    "required",
    "applicability",
    "remarks",
    "provisos",
    "provisoLogic",
    "provisoStructure",
    "hasPlacard",
    "placard",
    "operational",
    "maintenance",
    "notes",
    "validFrom",
    "validUntil",
    "publishedFor",
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
    /// The profile or aircraft that its content was filtered for; empty for all content.
    pub published_for: String,
    /// The days of a temporary revision.
    pub validity: Option<PublicationValidity>,
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
    /// The aircraft that the module is for, in words.
    pub applicability: String,
    pub item: ItemData,
}

impl MelListItem {
    /// Adds the aircraft that the place of the module in the contents is for.
    pub fn limit(&mut self, aircraft: &str) {
        let own = std::mem::take(&mut self.applicability);
        let mut said = vec![aircraft, own.as_str()];
        said.retain(|text| !text.is_empty());
        said.dedup();
        self.applicability = said.join("; ");
    }
}

impl MelList {
    /// As JSON, with names in alphabetical order.
    pub fn json(&self) -> Vec<u8> {
        let [from, until] = self.days();
        let value = json!({
            "version": VERSION,
            "csdbName": self.csdb,
            "manualName": self.manual,
            "manualType": self.manual_type,
            "revision": self.revision,
            "isDraft": self.is_draft,
            "publishedFor": self.published_for,
            "validFrom": from,
            "validUntil": until,
            "items": self.items.iter().map(item).collect::<Vec<Value>>(),
        });
        let mut text = serde_json::to_string_pretty(&value).unwrap_or_default();
        text.push('\n');
        text.into_bytes()
    }

    /// A row for each line of each item.
    pub fn table(&self) -> Table {
        let [from, until] = self.days();
        let of_list = &[from, until, self.published_for.clone()];
        let rows = self.items.iter().flat_map(|item| item.item.lines.iter().map(move |line| row(item, line, of_list)));
        Table { name: "items".to_owned(), header: COLUMNS.map(str::to_owned).to_vec(), rows: rows.collect() }
    }

    /// The first and the last day of a temporary revision; empty for a permanent one.
    fn days(&self) -> [String; 2] {
        let days = self.validity.map(|validity| [validity.from, validity.until].map(|day| day.to_string()));
        days.unwrap_or_default()
    }
}

fn item(item: &MelListItem) -> Value {
    json!({
        "number": item.item.number,
        "title": item.item.title,
        "module": item.key,
        "language": item.language,
        "issue": item.issue,
        "issueDate": item.date,
        "applicability": item.applicability,
        "lines": item.item.lines.iter().map(line).collect::<Vec<Value>>(),
    })
}

fn line(line: &LineData) -> Value {
    let (logic, structure) = logic(&line.logic);
    json!({
        "label": line.label,
        "title": line.title,
        "category": line.category,
        "installed": line.installed,
        "required": line.required,
        "applicability": line.applicability,
        "remarks": line.remarks,
        "provisos": line.provisos,
        "provisoLogic": logic,
        "provisoStructure": structure,
        "hasPlacard": line.placard.is_some(),
        "placard": line.placard.as_deref().unwrap_or_default(),
        "operational": procedures(&line.operational),
        "maintenance": procedures(&line.maintenance),
        "notes": line.notes,
    })
}

/// The word for how provisos belong together, and their structure when it takes more than a word.
fn logic(logic: &ProvisoLogic) -> (&'static str, &str) {
    match logic {
        ProvisoLogic::All => ("all", ""),
        ProvisoLogic::Any => ("any", ""),
        ProvisoLogic::Mixed(structure) => ("mixed", structure.as_str()),
    }
}

fn procedures(list: &[ProcedureFields]) -> Vec<Value> {
    list.iter().map(|one| json!({"module": module(one), "title": one.title})).collect()
}

fn module(procedure: &ProcedureFields) -> String {
    procedure.target.as_ref().map(ToString::to_string).unwrap_or_default()
}

/// The modules of procedures; the title of one that names no module, or a question mark.
fn named(list: &[ProcedureFields]) -> String {
    let name = |one: &ProcedureFields| match module(one) {
        module if !module.is_empty() => module,
        _ if one.title.is_empty() => "?".to_owned(),
        _ => one.title.clone(),
    };
    list.iter().map(name).collect::<Vec<_>>().join(", ")
}

fn row(item: &MelListItem, line: &LineData, [from, until, target]: &[String; 3]) -> Vec<Cell> {
    let (logic, structure) = logic(&line.logic);
    let has_placard = if line.placard.is_some() { "yes" } else { "no" };
    let texts = [
        item.item.number.clone(),
        item.item.title.clone(),
        item.language.clone(),
        item.key.clone(),
        item.issue.clone(),
        item.date.clone(),
        item.applicability.clone(),
        line.label.clone(),
        line.title.clone(),
        line.category.clone(),
        line.installed.clone(),
        line.required.clone(),
        line.applicability.clone(),
        line.remarks.clone(),
        line.provisos.join("\n"),
        logic.to_owned(),
        structure.to_owned(),
        has_placard.to_owned(),
        line.placard.clone().unwrap_or_default(),
        named(&line.operational),
        named(&line.maintenance),
        line.notes.join("\n"),
        from.clone(),
        until.clone(),
        target.clone(),
    ];
    texts.map(Cell::Text).to_vec()
}

#[cfg(test)]
mod tests;
