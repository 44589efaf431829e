//! Objects of OSCAL: their texts, lists and props.

use serde_json::{Map, Value, json};

use super::{NAMESPACE, names};

/// A prop of ours.
pub(super) fn own(name: &str, value: &str) -> Value {
    json!({ "name": name, "ns": NAMESPACE, "value": value })
}

/// Adds a list; OSCAL has no empty ones.
pub(super) fn insert_list(map: &mut Map<String, Value>, name: &str, list: Vec<Value>) {
    if !list.is_empty() {
        map.insert(name.to_owned(), Value::Array(list));
    }
}

/// A text of an object; empty if there is none.
pub(super) fn str_of<'v>(value: &'v Value, name: &str) -> &'v str {
    value.get(name).and_then(Value::as_str).unwrap_or_default()
}

pub(super) fn list<'v>(value: &'v Value, name: &str) -> &'v [Value] {
    value.get(name).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default()
}

/// The value of a prop of ours.
pub(super) fn prop<'v>(value: &'v Value, name: &'v str) -> &'v str {
    props(value, name).next().unwrap_or_default()
}

/// All values of a prop of ours.
pub(super) fn props<'v>(value: &'v Value, name: &'v str) -> impl Iterator<Item = &'v str> {
    let is_own = move |prop: &&Value| str_of(prop, "name") == name && str_of(prop, "ns") == NAMESPACE;
    list(value, "props").iter().filter(is_own).map(|prop| str_of(prop, "value"))
}

/// The label that people see; of several the one without class.
pub(super) fn label(value: &Value) -> &str {
    let labels = || list(value, "props").iter().filter(|prop| str_of(prop, "name") == names::LABEL);
    let plain = labels().find(|prop| str_of(prop, "class").is_empty());
    plain.or_else(|| labels().next()).map(|prop| str_of(prop, "value")).unwrap_or_default()
}
