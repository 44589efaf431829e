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
        if object.remove("p").is_some() {
            let name = object.get("x").and_then(Value::as_str).unwrap_or_default();
            let name = format!("[{name}]");
            object.insert("x".to_owned(), json!(name));
        }
    });
}

/// Turns everything into paragraphs in the order of reading, each language in a column of its own.
pub(crate) fn to_plain_text(module: &mut Value, reason: &str) {
    let count = list(module, "versions").len().max(1);
    let mut columns = vec![vec![paragraph(reason)]; count];
    for row in list(module, "rows") {
        for (column, blocks) in columns.iter_mut().zip(row.as_array().map(Vec::as_slice).unwrap_or_default()) {
            blocks.as_array().into_iter().flatten().for_each(|block| flatten(block, false, column));
        }
    }
    module["rows"] = json!([columns]);
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

/// Adds a block as paragraphs. What is changed keeps its bar, and what is struck through stays so.
fn flatten(block: &Value, is_changed: bool, out: &mut Vec<Value>) {
    let is_changed = is_changed || is_true(block, "c");
    let mut push = |runs: Vec<Value>| out.push(json!({"t": "text", "k": "body", "c": is_changed, "r": runs}));
    match text(block, "t") {
        "safety" => {
            push(vec![json!({"x": text(block, "title"), "s": "b"})]);
            for inner in list(block, "b") {
                flatten(inner, is_changed, out);
            }
        }
        "table" => {
            for row in list(block, "rows") {
                let is_changed = is_changed || is_true(row, "c");
                let blocks = list(row, "cells").iter().flat_map(|cell| list(cell, "b"));
                blocks.for_each(|inner| flatten(inner, is_changed, out));
            }
        }
        "picture" => push(vec![json!({"x": text(block, "note")})]),
        _ => {
            let marker = text(block, "m");
            let marker = (!marker.is_empty()).then(|| json!({"x": format!("{marker} ")}));
            push(marker.into_iter().chain(list(block, "r").iter().map(plain_run)).collect());
        }
    }
}

/// A run without its looks, links and pictures.
fn plain_run(run: &Value) -> Value {
    let is_struck = text(run, "s").contains('s');
    if is_struck { json!({"x": text(run, "x"), "s": "s"}) } else { json!({"x": text(run, "x")}) }
}

fn is_true(value: &Value, name: &str) -> bool {
    value.get(name).and_then(Value::as_bool).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The words of each paragraph of a column.
    fn words(module: &Value, column: usize) -> Vec<String> {
        let blocks = module["rows"][0][column].as_array().expect("blocks");
        blocks.iter().map(|block| list(block, "r").iter().map(|run| text(run, "x")).collect()).collect()
    }

    #[test]
    fn plain_text_has_every_word_in_its_order() {
        let mut module = json!({
            "versions": [{"title": "A"}],
            "rows": [[[
                {"t": "heading", "level": 1, "r": [{"x": "One "}, {"x": "two"}]},
                {"t": "safety", "title": "Warning", "b": [{"t": "text", "r": [{"x": "three"}]}]},
                {"t": "table", "rows": [{"cells": [{"b": [{"t": "text", "m": "1.", "r": [{"x": "four"}]}]}]}]},
                {"t": "picture", "note": "ICN"},
            ]]],
        });
        to_plain_text(&mut module, "Plain.");
        assert_eq!(words(&module, 0), ["Plain.", "One two", "Warning", "three", "1. four", "ICN"]);
    }

    #[test]
    fn plain_text_keeps_both_languages_changes_and_deletions() {
        let row = |text: &str| {
            json!([{"t": "table", "rows": [{"c": true, "cells": [{"b": [
                {"t": "text", "r": [{"x": text, "s": "bs", "to": "m0"}]},
            ]}]}]}])
        };
        let mut module = json!({
            "versions": [{"title": "A", "applies": "NV240"}, {"title": "B", "applies": "NV240"}],
            "rows": [[row("one"), row("一")], [row("two"), row("二")]],
        });
        to_plain_text(&mut module, "Plain.");
        assert_eq!(
            (words(&module, 0), words(&module, 1)),
            (
                vec!["Plain.".to_owned(), "one".to_owned(), "two".to_owned()],
                vec!["Plain.".to_owned(), "一".to_owned(), "二".to_owned()],
            )
        );
        assert_eq!(module["versions"].as_array().map(Vec::len), Some(2));
        let block = &module["rows"][0][1][2];
        assert_eq!((&block["c"], &block["r"]), (&json!(true), &json!([{"x": "二", "s": "s"}])));
    }

    #[test]
    fn pictures_are_taken_out_and_named() {
        let mut module = json!({"rows": [[[
            {"t": "picture", "file": "0001.svg", "note": "ICN-1"},
            {"t": "text", "r": [{"x": "ICN-2", "p": "0002.png"}]},
        ]]]});
        without_pictures(&mut module, "Broken.");
        let blocks = &module["rows"][0][0];
        assert_eq!((&blocks[0]["file"], &blocks[0]["note"]), (&Value::Null, &json!("ICN-1 Broken.")));
        assert_eq!(blocks[1]["r"][0], json!({"x": "[ICN-2]"}));
    }
}
