//! Audit packs: an archive with the requirements of collections as they were at a moment, the texts that answer them,
//! evidence and history, and a manifest with the hash of every file.
//!
//! [`tables`] writes the lists, [`reader`] opens a pack that comes back.

pub mod reader;
pub mod tables;
mod words;

use serde_json::{Value, json};

use crate::manifest::{ManifestArtifact, ManifestError, ManifestInput, PROGRAM};
use crate::manifest_reader::{artifact, list, number, text};

pub use words::readme;

/// The `kind` in the manifest of a pack; manifests of publications have none.
pub const KIND: &str = "auditPack";

/// A collection of a pack.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct PackCollection {
    pub name: String,
    pub id: String,
    pub originator: String,
    /// The version of the regulation, in its publisher's words; possibly empty.
    pub edition: String,
    pub items: u64,
}

/// The manifest of a pack. It names no person and no time but the moment that was asked for, so that the same input
/// gives the same bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PackManifest {
    /// The program's version.
    pub program: String,
    /// As in `2026-11-17T12:00:00Z`.
    pub as_of: String,
    /// As in `en-US`.
    pub language: String,
    /// By name.
    pub collections: Vec<PackCollection>,
    /// Requirements and references of which it is not known what they were.
    pub uncertain: u64,
    /// The versions of modules that are quoted.
    pub inputs: Vec<ManifestInput>,
    /// By name.
    pub files: Vec<ManifestArtifact>,
}

impl PackManifest {
    /// As JSON, with names in alphabetical order.
    pub fn bytes(&self) -> Vec<u8> {
        let collection = |one: &PackCollection| {
            json!({
                "id": one.id,
                "name": one.name,
                "originator": one.originator,
                "edition": one.edition,
                "items": one.items,
            })
        };
        let input = |one: &ManifestInput| json!({"key": one.key, "issue": one.issue, "sha256": one.sha256});
        let file = |one: &ManifestArtifact| json!({"name": one.name, "sha256": one.sha256, "size": one.size});
        let value = json!({
            "kind": KIND,
            "program": format!("{PROGRAM}{}", self.program),
            "asOf": self.as_of,
            "language": self.language,
            "collections": self.collections.iter().map(collection).collect::<Vec<Value>>(),
            "uncertain": self.uncertain,
            "inputs": self.inputs.iter().map(input).collect::<Vec<Value>>(),
            "files": self.files.iter().map(file).collect::<Vec<Value>>(),
        });
        let mut text = serde_json::to_string_pretty(&value).unwrap_or_default();
        text.push('\n');
        text.into_bytes()
    }

    /// Reads what [`Self::bytes`] wrote.
    pub fn parse(bytes: &[u8]) -> Result<Self, ManifestError> {
        let value: Value = serde_json::from_slice(bytes).map_err(|_| ManifestError::NotJson)?;
        if text(&value, "kind")? != KIND {
            return Err(ManifestError::Member("kind"));
        }
        let program = text(&value, "program")?;
        let collection = |one: &Value| -> Result<PackCollection, ManifestError> {
            Ok(PackCollection {
                name: text(one, "name")?,
                id: text(one, "id")?,
                originator: text(one, "originator")?,
                edition: text(one, "edition")?,
                items: number(one, "items")?,
            })
        };
        let input = |one: &Value| -> Result<ManifestInput, ManifestError> {
            let (key, issue, sha256) = (text(one, "key")?, text(one, "issue")?, text(one, "sha256")?);
            Ok(ManifestInput { key, issue, sha256, status_sha256: None })
        };
        Ok(Self {
            program: program.strip_prefix(PROGRAM).unwrap_or(&program).to_owned(),
            as_of: text(&value, "asOf")?,
            language: text(&value, "language")?,
            collections: list(&value, "collections", collection)?,
            uncertain: number(&value, "uncertain")?,
            inputs: list(&value, "inputs", input)?,
            files: list(&value, "files", artifact)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_manifest_is_read_back_as_it_was_written() {
        let manifest = PackManifest {
            program: "5.0.0".to_owned(),
            as_of: "2026-11-17T12:00:00Z".to_owned(),
            language: "en-US".to_owned(),
            collections: vec![PackCollection {
                name: "ORO".to_owned(),
                id: "c1".to_owned(),
                originator: "EASA".to_owned(),
                edition: "12".to_owned(),
                items: 3,
            }],
            uncertain: 1,
            inputs: vec![ManifestInput {
                key: "DMC-A".to_owned(),
                issue: "001-00".to_owned(),
                sha256: "ab".repeat(32),
                status_sha256: None,
            }],
            files: vec![ManifestArtifact { name: "matrix.csv".to_owned(), sha256: "cd".repeat(32), size: 7 }],
        };
        let bytes = manifest.bytes();
        assert_eq!(bytes, manifest.bytes());
        assert_eq!(PackManifest::parse(&bytes), Ok(manifest));
    }

    #[test]
    fn the_manifest_of_something_else_is_refused() {
        assert_eq!(PackManifest::parse(b"{}"), Err(ManifestError::Member("kind")));
        assert_eq!(PackManifest::parse(br#"{"kind": "publication"}"#), Err(ManifestError::Member("kind")));
        assert_eq!(PackManifest::parse(br#"{"kind": "auditPack"}"#), Err(ManifestError::Member("program")));
        assert_eq!(PackManifest::parse(b"no manifest"), Err(ManifestError::NotJson));
    }
}
