//! Clauses as parts, and back.

use std::collections::HashMap;

use serde_json::{Map, Value, json};

use super::json::{insert_list, label, list, own, prop, str_of};
use super::{NAMESPACE, names};
use crate::clauses::{ClauseBuilder, SourceClause};
use crate::clean;
use crate::model::{FutureClause, RuleDate, SourceItem};

/// Characters of a path.
const MAX_PATH: usize = 1_000;

/// The parts of an item: its statement with the clauses in it, guidance, and texts that apply later.
pub(super) fn written(item: &SourceItem, id: &str) -> Vec<Value> {
    let mut parts = Vec::new();
    if !item.clauses.is_empty() {
        let statement_id = [id, "_smt"].concat();
        let mut rest = item.clauses.as_slice();
        let mut number = 0;
        let items = nested(&mut rest, "", &statement_id, &mut number);
        parts.push(json!({ "id": statement_id, "name": "statement", "parts": items }));
    }
    if !item.guidance.is_empty() {
        let guidance_id = [id, "_gdn"].concat();
        parts.push(json!({ "id": guidance_id, "name": "guidance", "prose": item.guidance }));
    }
    for (number, future) in item.future.iter().enumerate() {
        let values = [(names::PATH, future.path.as_str()), (names::EFFECTIVE, future.applicable.raw())];
        let props: Vec<Value> =
            values.iter().filter(|(_, value)| !value.is_empty()).map(|(name, value)| own(name, value)).collect();
        let mut part = Map::new();
        part.insert("id".to_owned(), [id, "_future", &number.to_string()].concat().into());
        part.insert("name".to_owned(), names::FUTURE.into());
        part.insert("ns".to_owned(), NAMESPACE.into());
        insert_list(&mut part, "props", props);
        insert_prose(&mut part, &future.text);
        parts.push(Value::Object(part));
    }
    parts
}

fn insert_prose(part: &mut Map<String, Value>, prose: &str) {
    if !prose.is_empty() {
        part.insert("prose".to_owned(), prose.into());
    }
}

/// The clauses at the beginning of the list that stand below this path.
fn nested(rest: &mut &[SourceClause], above: &str, id: &str, number: &mut usize) -> Vec<Value> {
    let mut parts = Vec::new();
    while let Some((clause, after)) = rest.split_first() {
        let is_below = above.is_empty() || clause.path.strip_prefix(above).is_some_and(|rest| rest.starts_with('/'));
        if !is_below {
            break;
        }
        *rest = after;
        *number += 1;
        let mut part = Map::new();
        part.insert("id".to_owned(), [id, ".", &number.to_string()].concat().into());
        part.insert("name".to_owned(), "item".into());
        let mut props = vec![own(names::PATH, &clause.path)];
        if !clause.marker.is_empty() {
            props.insert(0, json!({ "name": names::LABEL, "value": clause.marker }));
        }
        part.insert("props".to_owned(), Value::Array(props));
        insert_prose(&mut part, &clause.text);
        let below = nested(rest, &clause.path, id, number);
        insert_list(&mut part, "parts", below);
        parts.push(Value::Object(part));
    }
    parts
}

/// References as links: items of the catalog by id, others by code or address.
pub(super) fn links<'i>(item: &SourceItem, id_of: impl Fn(&str) -> Option<&'i str>) -> Vec<Value> {
    let link = |reference: &crate::model::CrossReference| {
        let id = if reference.is_external() { None } else { id_of(&reference.target) };
        let href = id.map_or_else(|| reference.target.clone(), |id| ["#", id].concat());
        let mut link = Map::new();
        link.insert("href".to_owned(), href.into());
        link.insert("rel".to_owned(), "reference".into());
        if !reference.clause.is_empty() {
            link.insert("resource-fragment".to_owned(), reference.clause.clone().into());
        }
        link.insert("text".to_owned(), reference.target.clone().into());
        Value::Object(link)
    };
    item.references.iter().map(link).collect()
}

/// The texts of the parts of a control.
#[derive(Debug, Default)]
pub(super) struct ControlText {
    pub(super) clauses: Vec<SourceClause>,
    pub(super) guidance: String,
    pub(super) future: Vec<FutureClause>,
}

/// Reads the parts of a control. `resolve` fills parameters in.
pub(super) fn read(parts: &[Value], resolve: &mut impl FnMut(&str) -> String) -> ControlText {
    let mut text = ControlText::default();
    let mut builder = ClauseBuilder::default();
    for part in parts {
        match str_of(part, "name") {
            "statement" | "overview" | "item" => {
                if !by_paths(part, &mut text.clauses) {
                    statement(part, 0, &mut builder, resolve);
                }
            }
            names::FUTURE if str_of(part, "ns") == NAMESPACE => text.future.push(FutureClause {
                path: clean::line(prop(part, names::PATH)),
                text: clean::block(str_of(part, "prose")),
                applicable: RuleDate::find(prop(part, names::EFFECTIVE)),
            }),
            _ => guidance(part, 0, &mut text.guidance, resolve),
        }
    }
    text.clauses.extend(builder.finish().0);
    make_unique(&mut text.clauses);
    text.guidance = clean::block(&text.guidance);
    text
}

/// Paths of a file are what it says; those of an item are unique and short.
fn make_unique(clauses: &mut [SourceClause]) {
    let mut used: HashMap<String, usize> = HashMap::new();
    for clause in clauses {
        clause.path.truncate(clean::shortened(&clause.path, MAX_PATH).len());
        let base = clause.path.clone();
        let mut times = used.get(&base).copied().unwrap_or_default();
        while used.contains_key(&clause.path) {
            times += 1;
            clause.path = [base.as_str(), "~", &(times + 1).to_string()].concat();
        }
        used.insert(base, times);
        used.entry(clause.path.clone()).or_default();
    }
}

/// Reads clauses that we have written; `false` if a part has no path of ours.
fn by_paths(part: &Value, clauses: &mut Vec<SourceClause>) -> bool {
    let start = clauses.len();
    let is_ours = !list(part, "parts").is_empty()
        && str_of(part, "prose").is_empty()
        && list(part, "parts").iter().all(|part| clause_by_path(part, 0, clauses));
    if !is_ours {
        clauses.truncate(start);
    }
    is_ours
}

fn clause_by_path(part: &Value, depth: usize, clauses: &mut Vec<SourceClause>) -> bool {
    let path = prop(part, names::PATH);
    if path.is_empty() || depth > 100 {
        return false;
    }
    let clause = SourceClause {
        path: clean::line(path).replace(' ', ""),
        marker: clean::line(label(part)).replace(' ', ""),
        text: clean::block(str_of(part, "prose")),
    };
    clauses.push(clause);
    list(part, "parts").iter().all(|part| clause_by_path(part, depth + 1, clauses))
}

/// Reads the statement of another tool.
fn statement(part: &Value, level: usize, builder: &mut ClauseBuilder, resolve: &mut impl FnMut(&str) -> String) {
    let marker = label(part);
    let prose = resolve(str_of(part, "prose"));
    let mut below = level;
    if is_marker(marker) && str_of(part, "name") != "statement" {
        builder.at_level(level, marker, &prose);
        below = level + 1;
    } else {
        if !marker.is_empty() && !is_marker(marker) {
            builder.paragraph(level, marker);
        }
        // Empty lines separate the paragraphs of Markdown.
        for paragraph in prose.split("\n\n").filter(|paragraph| !paragraph.trim().is_empty()) {
            builder.paragraph(level, paragraph);
        }
    }
    for part in list(part, "parts") {
        statement(part, below, builder, resolve);
    }
}

/// Other labels are headings.
fn is_marker(label: &str) -> bool {
    (1..=8).contains(&label.len()) && !label.contains(char::is_whitespace)
}

fn guidance(part: &Value, depth: usize, text: &mut String, resolve: &mut impl FnMut(&str) -> String) {
    if depth > 100 {
        return;
    }
    for piece in [clean::line(str_of(part, "title")), resolve(str_of(part, "prose"))] {
        text.push_str(&piece);
        text.push('\n');
    }
    for part in list(part, "parts") {
        guidance(part, depth + 1, text, resolve);
    }
}
