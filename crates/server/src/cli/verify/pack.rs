//! The answer about an audit pack.

use std::fmt::Write;

use app::offline::verify::pack::VerifiedPack;
use serde_json::{Value, json};

use super::{file_list, file_text, outcome, shown, signature_text, signature_word};

pub(super) fn as_text(checked: &VerifiedPack) -> String {
    let manifest = &checked.manifest;
    let mut out = String::new();
    let _ = writeln!(out, "audit pack   as of {}", shown(&manifest.as_of));
    for collection in &manifest.collections {
        let edition = if collection.edition.is_empty() { "" } else { ", " };
        let _ = writeln!(
            out,
            "collection   {}, {}{edition}{}: {} requirements",
            shown(&collection.name),
            shown(&collection.originator),
            shown(&collection.edition),
            collection.items
        );
    }
    let _ = writeln!(out, "signature    {}", signature_text(checked.signature, checked.key));
    for file in &checked.files {
        let _ = writeln!(out, "{:<12} {}", file_text(file.verdict), shown(&file.name));
    }
    out.push_str(&outcome("pack", checked.signature, checked.is_listed_whole(), checked.unlisted_count()));
    out
}

pub(super) fn as_json(checked: &VerifiedPack) -> Value {
    let manifest = &checked.manifest;
    let collections: Vec<Value> = manifest
        .collections
        .iter()
        .map(|one| {
            json!({
                "id": one.id,
                "name": one.name,
                "originator": one.originator,
                "edition": one.edition,
                "items": one.items,
            })
        })
        .collect();
    json!({
        "kind": "auditPack",
        "asOf": manifest.as_of,
        "collections": collections,
        "signature": signature_word(checked.signature),
        "publicKey": checked.key.map(|key| key.text()),
        "files": file_list(&checked.files),
        "whole": checked.is_listed_whole() && checked.unlisted_count() == 0,
    })
}
