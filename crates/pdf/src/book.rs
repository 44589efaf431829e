//! The description of a book as the crate `publish` writes it.

use std::collections::HashSet;
use std::path::Path;

use serde_json::{Map, Value, json};

/// The version of the description that the template knows.
const FORMAT: u64 = 1;
/// Pictures that one book may have; the engine has room for 65,535 names of files.
const MAX_PICTURES: usize = 60_000;

/// A book.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct BookFile {
    value: Value,
}

impl BookFile {
    pub(crate) fn read(path: &Path) -> Result<Self, String> {
        let bytes = std::fs::read(path).map_err(|error| format!("the book cannot be read: {error}"))?;
        Self::parse(&bytes)
    }

    pub(crate) fn parse(bytes: &[u8]) -> Result<Self, String> {
        let value: Value = serde_json::from_slice(bytes).map_err(|error| format!("the book is no JSON: {error}"))?;
        if value.get("format").and_then(Value::as_u64) != Some(FORMAT) {
            return Err("the book is of another version".to_owned());
        }
        if !value.get("entries").is_some_and(Value::is_array) {
            return Err("the book has no entries".to_owned());
        }
        let book = Self { value };
        if book.pictures() > MAX_PICTURES {
            return Err("the book has too many pictures".to_owned());
        }
        Ok(book)
    }

    pub(crate) fn bytes(&self) -> Vec<u8> {
        serde_json::to_vec(&self.value).unwrap_or_default()
    }

    pub(crate) fn value_mut(&mut self) -> &mut Value {
        &mut self.value
    }

    /// The text that identifies the book, whatever is in it.
    pub(crate) fn ident(&self) -> String {
        self.value.pointer("/head/ident").and_then(Value::as_str).unwrap_or_default().to_owned()
    }

    /// Reports about compliance have a layout of their own.
    pub(crate) fn is_report(&self) -> bool {
        self.value.get("kind").and_then(Value::as_str) == Some("report")
    }

    /// A word of the template.
    pub(crate) fn word(&self, key: &str) -> String {
        let words = self.value.pointer("/head/words");
        words.and_then(|words| words.get(key)).and_then(Value::as_str).unwrap_or_default().to_owned()
    }

    pub(crate) fn has_style(&self) -> bool {
        self.value.pointer("/head/style").is_some()
    }

    pub(crate) fn has_logo(&self) -> bool {
        self.value.pointer("/head/style/logo").is_some()
    }

    pub(crate) fn remove_logo(&mut self) {
        if let Some(style) = self.value.pointer_mut("/head/style").and_then(Value::as_object_mut) {
            style.remove("logo");
        }
    }

    fn entries(&self) -> &[Value] {
        self.value.get("entries").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default()
    }

    /// The places of the modules among the entries, with their keys.
    pub(crate) fn modules(&self) -> Vec<(usize, String)> {
        let of = |(place, entry): (usize, &Value)| is_module(entry).then(|| (place, key(entry)));
        self.entries().iter().enumerate().filter_map(of).collect()
    }

    pub(crate) fn entry(&self, place: usize) -> Option<&Value> {
        self.entries().get(place)
    }

    pub(crate) fn replace(&mut self, place: usize, entry: Value) {
        let entries = self.value.get_mut("entries").and_then(Value::as_array_mut);
        if let Some(old) = entries.and_then(|entries| entries.get_mut(place)) {
            *old = entry;
        }
    }

    /// A book of some entries, without lists and without links to other modules.
    pub(crate) fn of_entries(&self, entries: &[Value]) -> Self {
        let mut value = json!({ "format": FORMAT, "head": self.value.get("head"), "entries": entries });
        value["front"] = json!({
            "approval": null, "isApprovalRequired": false, "modules": [], "highlights": [], "changes": [], "terms": [],
        });
        let mut book = Self { value };
        book.settle_links();
        book
    }

    /// Removes links that lead nowhere: the engine refuses a book with one.
    pub(crate) fn settle_links(&mut self) {
        let mut places = HashSet::new();
        for entry in self.entries().iter().filter(|entry| is_module(entry)) {
            places.extend(entry.get("label").and_then(Value::as_str).map(str::to_owned));
        }
        each_object(&mut self.value, &mut |object| {
            if let Some(ids) = object.get_mut("ids").and_then(Value::as_array_mut) {
                ids.retain(|id| id.as_str().is_some_and(|id| places.insert(id.to_owned())));
            }
        });
        each_object(&mut self.value, &mut |object| {
            if object.get("to").and_then(Value::as_str).is_some_and(|to| !places.contains(to)) {
                object.remove("to");
            }
        });
        for list in ["/front/modules", "/front/highlights"] {
            let lines = self.value.pointer_mut(list).and_then(Value::as_array_mut);
            for line in lines.into_iter().flatten() {
                if line.get("label").and_then(Value::as_str).is_some_and(|label| !places.contains(label)) {
                    line["label"] = json!("");
                }
            }
        }
    }

    fn pictures(&self) -> usize {
        let mut names = HashSet::new();
        collect_pictures(&self.value, &mut names);
        names.len()
    }
}

pub(crate) fn is_module(entry: &Value) -> bool {
    entry.get("t").and_then(Value::as_str) == Some("module")
}

pub(crate) fn key(entry: &Value) -> String {
    entry.get("key").and_then(Value::as_str).unwrap_or_default().to_owned()
}

/// Visits every object below a value, outer ones first.
pub(crate) fn each_object(value: &mut Value, visit: &mut dyn FnMut(&mut Map<String, Value>)) {
    match value {
        Value::Array(list) => list.iter_mut().for_each(|item| each_object(item, visit)),
        Value::Object(object) => {
            visit(object);
            object.values_mut().for_each(|item| each_object(item, visit));
        }
        _ => {}
    }
}

fn collect_pictures<'v>(value: &'v Value, names: &mut HashSet<&'v str>) {
    match value {
        Value::Array(list) => list.iter().for_each(|item| collect_pictures(item, names)),
        Value::Object(object) => {
            names.extend(["file", "p"].into_iter().filter_map(|name| object.get(name)?.as_str()));
            object.values().for_each(|item| collect_pictures(item, names));
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> BookFile {
        BookFile::parse(include_bytes!("../tests/books/sample.json")).expect("a book")
    }

    #[test]
    fn other_versions_are_refused() {
        for text in ["", "[]", r#"{"format":2,"entries":[]}"#, r#"{"format":1}"#] {
            assert!(BookFile::parse(text.as_bytes()).is_err(), "{text}");
        }
    }

    #[test]
    fn a_report_is_told_from_a_book() {
        let report = BookFile::parse(br#"{"format":1,"kind":"report","entries":[]}"#).expect("a report");
        assert!(report.is_report() && !sample().is_report());
    }

    #[test]
    fn a_book_of_one_module_has_no_links_to_others() {
        let book = sample();
        let modules = book.modules();
        assert_eq!(modules.len(), 4);
        let (place, key) = &modules[0];
        assert_eq!(key, "DMC-A");
        let one = book.of_entries(&[book.entry(*place).expect("a module").clone()]);
        assert_eq!(one.modules().len(), 1);
        let text = String::from_utf8(one.bytes()).expect("JSON");
        assert!(text.contains(r#""to":"m0:tab""#), "its own places stay");
        let mut other = book.clone();
        other.replace(*place, json!({"t": "section", "level": 1, "title": "Gone"}));
        other.settle_links();
        assert!(!String::from_utf8(other.bytes()).expect("JSON").contains(r#""label":"m0""#));
    }
}
