//! Simpler forms of a module, for one that the engine cannot lay out.

use serde_json::{Value, json};

use crate::book::each_object;

/// Takes the pictures out; their names stay.
pub(crate) fn without_pictures(module: &mut Value, reason: &str) {
    each_object(module, &mut |object| {
        if object.get("t").and_then(Value::as_str) == Some("picture") {
            let note = object.get("note").and_then(Value::as_str).unwrap_or_default();
            let note = format!("{note} {reason}");
            object.insert("note".to_owned(), json!(note));
            object.insert("file".to_owned(), Value::Null);
        }
        if let Some(name) = object.remove("p") {
            let name = name.as_str().unwrap_or_default();
            object.insert("x".to_owned(), json!(format!("[{name}]")));
        }
    });
}

/// Turns everything into paragraphs in the order of reading.
pub(crate) fn to_plain_text(module: &mut Value, reason: &str) {
    let mut blocks = vec![paragraph(reason)];
    for row in list(module, "rows") {
        for column in row.as_array().map(Vec::as_slice).unwrap_or_default() {
            column.as_array().into_iter().flatten().for_each(|block| flatten(block, &mut blocks));
        }
    }
    let versions: Vec<Value> = list(module, "versions").iter().take(1).cloned().collect();
    module["rows"] = json!([[blocks]]);
    module["versions"] = json!(versions);
    module["isRunning"] = json!(false);
}

fn list<'v>(value: &'v Value, name: &str) -> &'v [Value] {
    value.get(name).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default()
}

fn text<'v>(value: &'v Value, name: &str) -> &'v str {
    value.get(name).and_then(Value::as_str).unwrap_or_default()
}

fn paragraph(words: &str) -> Value {
    json!({"t": "text", "k": "body", "r": [{"x": words}]})
}

fn flatten(block: &Value, out: &mut Vec<Value>) {
    match text(block, "t") {
        "safety" => {
            out.push(paragraph(text(block, "title")));
            list(block, "b").iter().for_each(|inner| flatten(inner, out));
        }
        "table" => {
            for cell in list(block, "rows").iter().flat_map(|row| list(row, "cells")) {
                list(cell, "b").iter().for_each(|inner| flatten(inner, out));
            }
        }
        "picture" => out.push(paragraph(text(block, "note"))),
        _ => {
            let mut words = text(block, "m").to_owned();
            if !words.is_empty() {
                words.push(' ');
            }
            list(block, "r").iter().for_each(|run| words.push_str(text(run, "x")));
            out.push(paragraph(&words));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_text_has_every_word_in_its_order() {
        let mut module = json!({
            "versions": [{"title": "A"}, {"title": "B"}],
            "rows": [[[
                {"t": "heading", "level": 1, "r": [{"x": "One "}, {"x": "two"}]},
                {"t": "safety", "title": "Warning", "b": [{"t": "text", "r": [{"x": "three"}]}]},
                {"t": "table", "rows": [{"cells": [{"b": [{"t": "text", "m": "1.", "r": [{"x": "four"}]}]}]}]},
                {"t": "picture", "note": "ICN"},
            ]]],
        });
        to_plain_text(&mut module, "Plain.");
        let blocks = module["rows"][0][0].as_array().expect("blocks");
        let words: Vec<&str> = blocks.iter().map(|block| text(&block["r"][0], "x")).collect();
        assert_eq!(words, ["Plain.", "One two", "Warning", "three", "1. four", "ICN"]);
        assert_eq!(module["versions"].as_array().map(Vec::len), Some(1));
    }

    #[test]
    fn pictures_are_taken_out_and_named() {
        let mut module = json!({"rows": [[[
            {"t": "picture", "file": "0001.svg", "note": "ICN-1"},
            {"t": "text", "r": [{"x": "", "p": "0002.png"}]},
        ]]]});
        without_pictures(&mut module, "Broken.");
        let blocks = &module["rows"][0][0];
        assert_eq!((&blocks[0]["file"], &blocks[0]["note"]), (&Value::Null, &json!("ICN-1 Broken.")));
        assert_eq!(blocks[1]["r"][0], json!({"x": "[0002.png]"}));
    }
}
