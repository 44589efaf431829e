//! The ZIP of one issue's schemas.

use std::collections::HashMap;
use std::io::Cursor;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use super::base_name;
use super::libxml::{Compiled, Files};
use crate::package::{Archive, Limits};

/// The schemas of one issue of S1000D.
#[derive(Debug)]
pub struct SchemaSet {
    issue: String,
    files: Files,
    compiled: HashMap<String, OnceLock<Result<Arc<Compiled>, String>>>,
}

/// Why a ZIP is no schema set.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SetError {
    #[error("the file is not a readable ZIP archive")]
    Archive,
    #[error("{0} cannot be read from the archive")]
    Entry(String),
    #[error("there is no schema of S1000D in the archive")]
    NoSchema,
    #[error("the schemas do not say which issue of S1000D they belong to")]
    NoIssue,
}

/// One issue has 40 schemas of 400 kB.
const LIMITS: Limits =
    Limits { entries: 5_000, entry_bytes: 16 << 20, total_bytes: 512 << 20, ratio: 200, depth: 16, name_bytes: 512 };

/// Schemas that every set has; a ZIP without them is something else.
const MARKS: [&str; 2] = ["descript.xsd", "pm.xsd"];

impl SchemaSet {
    /// Reads the ZIP that s1000d.org gives out. Of flat and master schemas the flat ones are taken.
    pub fn open(zip: &[u8]) -> Result<Self, SetError> {
        let (archive, _) = Archive::open(Cursor::new(zip), &LIMITS);
        let archive = archive.ok_or(SetError::Archive)?;
        let mut reader = archive.reader();
        let mut files = Files::new();
        let mut issue = None;
        let flat = |name: &str| name.to_ascii_lowercase().contains("flat/");
        let any_flat = archive.entries().iter().any(|entry| flat(&entry.name));
        for entry in archive.entries() {
            let name = base_name(&entry.name);
            if Path::new(&name).extension().is_none_or(|extension| extension != "xsd")
                || (any_flat && !flat(&entry.name) && name != "xml.xsd")
            {
                continue;
            }
            if files.contains_key(&name) && !flat(&entry.name) {
                continue;
            }
            let bytes = reader.read(entry).map_err(|_| SetError::Entry(entry.name.to_string()))?;
            issue = issue.or_else(|| issue_of(&entry.name)).or_else(|| issue_of(&String::from_utf8_lossy(&bytes)));
            files.insert(name, bytes.into());
        }
        if !MARKS.iter().all(|name| files.contains_key(*name)) {
            return Err(SetError::NoSchema);
        }
        let issue = issue.ok_or(SetError::NoIssue)?;
        let compiled = files.keys().map(|name| (name.clone(), OnceLock::new())).collect();
        Ok(Self { issue, files, compiled })
    }

    /// As in `4-2`.
    pub fn issue(&self) -> &str {
        &self.issue
    }

    /// The number of its schema files.
    pub fn file_count(&self) -> usize {
        self.files.len()
    }

    /// The compiled schema of a base name without `.xsd`; `None` when the set has none of that name.
    pub(super) fn schema(&self, name: &str) -> Option<Result<Arc<Compiled>, String>> {
        let file = format!("{}.xsd", name.to_ascii_lowercase());
        let place = self.compiled.get(&file)?;
        Some(place.get_or_init(|| Compiled::new(&self.files, &file).map(Arc::new)).clone())
    }
}

/// The issue in an address such as `http://www.s1000d.org/S1000D_4-2/xml_schema_flat/`.
pub(super) fn issue_of(text: &str) -> Option<String> {
    let rest = text.split_once("S1000D_")?.1;
    let issue: String = rest.chars().take_while(|c| c.is_ascii_digit() || *c == '-').collect();
    issue.starts_with(|c: char| c.is_ascii_digit()).then(|| issue.trim_end_matches('-').to_owned())
}
