//! The `OpenAPI` document, and the other generated files.

use std::path::{Path, PathBuf};

use serde_json::Value;
use server::{generate, openapi};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn committed(file: &str) -> String {
    std::fs::read_to_string(root().join(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
}

fn document() -> Value {
    serde_json::from_str(&openapi::text()).expect("JSON")
}

/// Every operation with its location.
fn operations(document: &Value) -> Vec<(String, &Value)> {
    let paths = document["paths"].as_object().expect("paths");
    paths
        .iter()
        .flat_map(|(path, item)| {
            let item = item.as_object().expect("operations");
            item.iter().map(move |(method, operation)| (format!("{method} {path}"), operation))
        })
        .collect()
}

#[test]
fn the_committed_generated_files_are_current() {
    for (file, text) in [
        ("openapi.json", openapi::text()),
        ("docs/errors.md", generate::errors()),
        ("docs/operations.md", generate::with_settings(&committed("docs/operations.md")).expect("both marks")),
    ] {
        // No `assert_eq`: it would print both files.
        assert!(committed(file) == text, "{file} is not what the code says: run `make gen`");
    }
}

#[test]
fn the_document_is_openapi_3_1() {
    let document = document();
    assert!(document["openapi"].as_str().is_some_and(|version| version.starts_with("3.1.")));
    assert_eq!(document["servers"][0]["url"], "/kbj/api");
    assert_eq!(document["info"]["version"], "5.0.0-rc.0");
}

/// A response that combines such a schema with members of its own would contradict its description.
#[test]
fn no_schema_is_extended_that_refuses_further_members() {
    fn extended(value: &Value, found: &mut Vec<String>) {
        let parts = value["allOf"].as_array().into_iter().flatten();
        found.extend(parts.filter_map(|part| part["$ref"].as_str()).map(str::to_owned));
        match value {
            Value::Array(items) => items.iter().for_each(|item| extended(item, found)),
            Value::Object(members) => members.values().for_each(|member| extended(member, found)),
            _ => {}
        }
    }
    let (document, mut found) = (document(), Vec::new());
    extended(&document, &mut found);
    assert!(!found.is_empty(), "some are extended");
    for name in found {
        let schema = document.pointer(name.trim_start_matches('#')).expect("a schema");
        assert_ne!(schema["additionalProperties"], false, "{name}");
    }
}

#[test]
fn every_operation_has_a_summary_and_a_tag() {
    let document = document();
    let mut ids = Vec::new();
    for (at, operation) in operations(&document) {
        assert!(operation["summary"].as_str().is_some_and(|summary| summary.len() > 8), "{at} needs a summary");
        assert_eq!(operation["tags"].as_array().map(Vec::len), Some(1), "{at} needs one tag");
        assert!(operation["x-permission"].is_string(), "{at} needs its permission");
        ids.push(operation["operationId"].as_str().expect("an id").to_owned());
    }
    let sources: String = std::fs::read_dir(root().join("crates/server/src/routes"))
        .expect("the routes")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.is_file())
        .map(|path| std::fs::read_to_string(path).expect("a source"))
        .collect();
    let count = ids.len();
    for id in &ids {
        assert!(sources.contains(&format!("pub async fn {id}(")), "{id} is no handler");
    }
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), count, "an id stands for one operation");
}

/// A body has a schema, as JSON or as a file.
fn has_schema(body: &Value) -> bool {
    let types = body["content"].as_object();
    types.is_some_and(|types| !types.is_empty() && types.values().all(|one| one["schema"].is_object()))
}

#[test]
fn every_operation_describes_its_responses() {
    let document = document();
    for (at, operation) in operations(&document) {
        let responses = operation["responses"].as_object().expect("responses");
        let problem = &responses["default"]["content"]["application/problem+json"]["schema"]["$ref"];
        assert_eq!(problem, "#/components/schemas/Problem", "{at}");
        let done: Vec<_> = responses.iter().filter(|(status, _)| status.starts_with('2') || *status == "303").collect();
        // A resumed upload may be complete or incomplete. A part of a file is the same way as the whole.
        let ways = if at == "patch /vault/uploads/{id}" { 2 } else { 1 };
        let counted = done.iter().filter(|(status, _)| *status != "206").count();
        assert_eq!(counted, ways, "{at} succeeds in one way");
        for (status, answer) in done {
            let has_body = !["204", "303"].contains(&status.as_str()) && !at.starts_with("head ");
            assert_eq!(has_schema(answer), has_body, "{at}: {status}");
        }
        if let Some(body) = operation.get("requestBody") {
            assert!(has_schema(body), "{at}");
        }
    }
}

#[test]
fn every_schema_reference_resolves() {
    let document = document();
    let text = openapi::text();
    let references = text.split("\"$ref\": \"#").skip(1).filter_map(|rest| rest.split('"').next());
    let mut found = 0;
    for reference in references {
        assert!(document.pointer(reference).is_some(), "{reference}");
        found += 1;
    }
    assert!(found > 20);
}
