//! The ZIP of one issue's schemas.

use std::collections::HashMap;
use std::io::Cursor;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use domain::finding::{Finding, Rule};
use domain::schema_set::InstalledSchema;
use sha2::{Digest, Sha256};

use super::libxml::{Compiled, Files};
use super::{base_name, is_same_issue};
use crate::model::ContentModel;
use crate::package::{Archive, Limits};

/// The schemas of one issue of S1000D.
#[derive(Debug)]
pub struct SchemaSet {
    issue: String,
    sha256: [u8; 32],
    /// Files that schemas may import, by lower-cased base name.
    files: Files,
    file_count: usize,
    schemas: HashMap<String, OnceLock<Result<Arc<Compiled>, Finding>>>,
    /// The content models of its schemas, by file name, each read at its first use.
    models: HashMap<String, OnceLock<Option<Arc<ContentModel>>>>,
    /// Schemas that belong to another issue, by base name with `.xsd`.
    foreign: HashMap<String, String>,
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
    #[error("schemas of the set cannot be used: {}", names(.0))]
    Unusable(Vec<InstalledSchema>),
}

fn names(faulty: &[InstalledSchema]) -> String {
    faulty.iter().map(|state| state.name.as_str()).collect::<Vec<_>>().join(", ")
}

/// One issue has 40 schemas of 400 kB.
const LIMITS: Limits =
    Limits { entries: 5_000, entry_bytes: 16 << 20, total_bytes: 512 << 20, ratio: 200, depth: 16, name_bytes: 512 };

/// Schemas that every set has; a ZIP without them is something else.
const MARKS: [&str; 2] = ["descript.xsd", "pm.xsd"];

/// Files that are not about S1000D objects. Issues share them: 4.1 comes with the `xcf.xsd` of 4.0.
const SHARED: [&str; 5] = ["xml.xsd", "xlink.xsd", "rdf.xsd", "dc.xsd", "xcf.xsd"];

/// Schemas that need files of other publishers (LOM of the IEEE), which the official ZIPs leave out.
const INCOMPLETE: [&str; 1] = ["scormcontentpackage"];

/// The attributes of the `xml` prefix, for sets that import them from w3.org.
const XML: &[u8] = include_bytes!("xml.xsd");

impl SchemaSet {
    /// Reads the ZIP that s1000d.org gives out. Of flat and master schemas the flat ones are taken.
    pub fn open(zip: &[u8]) -> Result<Self, SetError> {
        let found = read_schemas(zip)?;
        let of_set = found.iter().filter(|file| file.name == MARKS[0]).min_by_key(|file| !file.is_flat());
        let folder = of_set.map(|file| file.folder.as_str()).ok_or(SetError::NoSchema)?;
        let inside = || found.iter().filter(|file| file.folder == folder);
        if !MARKS.iter().all(|mark| inside().any(|file| file.name == *mark)) {
            return Err(SetError::NoSchema);
        }
        let issue = of_set.and_then(SchemaFile::issue).ok_or(SetError::NoIssue)?;
        let mut files: Files = inside().map(|file| (file.name.clone(), Arc::clone(&file.bytes))).collect();
        let own = files.keys().filter(|name| !SHARED.contains(&name.as_str()));
        let schemas: HashMap<_, _> = own.map(|name| (name.clone(), OnceLock::new())).collect();
        let models = schemas.keys().map(|name| (name.clone(), OnceLock::new())).collect();
        let file_count = files.len();
        for file in &found {
            files.entry(file.name.clone()).or_insert_with(|| Arc::clone(&file.bytes));
        }
        files.entry("xml.xsd".to_owned()).or_insert_with(|| XML.into());
        let foreign = found.iter().filter_map(|file| file.foreign_to(folder, &issue)).collect();
        Ok(Self { issue, sha256: Sha256::digest(zip).into(), files, file_count, schemas, models, foreign })
    }

    /// As in `4-2`.
    pub fn issue(&self) -> &str {
        &self.issue
    }

    /// The hash of its ZIP.
    pub(super) fn sha256(&self) -> &[u8; 32] {
        &self.sha256
    }

    /// The number of its schema files.
    pub fn file_count(&self) -> usize {
        self.file_count
    }

    /// Compiles every schema, in the order of their names.
    pub fn states(&self) -> Vec<InstalledSchema> {
        let mut states: Vec<InstalledSchema> = self
            .schemas
            .keys()
            .chain(self.foreign.keys().filter(|name| !self.schemas.contains_key(*name)))
            .map(|file| {
                let name = file.trim_end_matches(".xsd").to_owned();
                let fault = self.other_issue(file).or_else(|| self.schema(&name).and_then(Result::err));
                InstalledSchema { name, fault }
            })
            .collect();
        states.sort_by(|a, b| a.name.cmp(&b.name));
        states
    }

    /// Compiles every schema and refuses the set when one cannot be used that a complete set has.
    pub fn verify(&self) -> Result<Vec<InstalledSchema>, SetError> {
        let states = self.states();
        let is_known = |state: &InstalledSchema, fault: &Finding| {
            fault.rule == Rule::SchemaFileMissing && INCOMPLETE.contains(&state.name.as_str())
        };
        let is_refused = |state: &&InstalledSchema| state.fault.as_ref().is_some_and(|fault| !is_known(state, fault));
        let refused: Vec<InstalledSchema> = states.iter().filter(is_refused).cloned().collect();
        if refused.is_empty() { Ok(states) } else { Err(SetError::Unusable(refused)) }
    }

    /// The content model of a schema by its base name without `.xsd`; `None` when the set has none of that name, or the
    /// schema cannot be read.
    pub fn model(&self, name: &str) -> Option<Arc<ContentModel>> {
        let file = format!("{}.xsd", name.to_ascii_lowercase());
        let model = self.models.get(&file)?;
        let file_of = |location: &str| {
            let name = base_name(location);
            self.files.get(&name).map(|bytes| (name, &**bytes))
        };
        let read = || ContentModel::of_schema(&file, file_of).map(Arc::new);
        model.get_or_init(read).clone()
    }

    fn other_issue(&self, file: &str) -> Option<Finding> {
        let spoken = |issue: &str| issue.replace('-', ".");
        let finding = Finding::new(Rule::SchemaOtherIssue).in_file(file);
        Some(finding.with("other", spoken(self.foreign.get(file)?)).with("issue", spoken(&self.issue)))
    }

    /// The compiled schema of a base name without `.xsd`; `None` when the set has none of that name.
    pub(super) fn schema(&self, name: &str) -> Option<Result<Arc<Compiled>, Finding>> {
        let file = format!("{}.xsd", name.to_ascii_lowercase());
        let compiled = self.schemas.get(&file)?;
        Some(compiled.get_or_init(|| Compiled::new(&self.files, &file).map(Arc::new)).clone())
    }
}

/// A schema in the ZIP.
struct SchemaFile {
    folder: String,
    /// In lower case.
    name: String,
    bytes: Arc<[u8]>,
}

impl SchemaFile {
    fn is_flat(&self) -> bool {
        self.folder.to_ascii_lowercase().ends_with("flat")
    }

    /// The issue it names in itself, or else its folder does.
    fn issue(&self) -> Option<String> {
        issue_of(&String::from_utf8_lossy(&self.bytes)).or_else(|| issue_of(&self.folder))
    }

    /// Its name and issue when it is a schema of another issue, beside those of the set or in a second set.
    fn foreign_to(&self, folder: &str, issue: &str) -> Option<(String, String)> {
        if (self.folder != folder && !self.is_flat()) || SHARED.contains(&self.name.as_str()) {
            return None;
        }
        let own = self.issue().filter(|own| !is_same_issue(own, issue))?;
        Some((self.name.clone(), own))
    }
}

fn read_schemas(zip: &[u8]) -> Result<Vec<SchemaFile>, SetError> {
    let (archive, _) = Archive::open(Cursor::new(zip), &LIMITS);
    let archive = archive.ok_or(SetError::Archive)?;
    let mut reader = archive.reader();
    let mut found = Vec::new();
    for entry in archive.entries() {
        let name = base_name(&entry.name);
        if Path::new(&name).extension().is_none_or(|extension| extension != "xsd") {
            continue;
        }
        let folder = entry.name.rsplit_once('/').map(|(folder, _)| folder.to_owned()).unwrap_or_default();
        let bytes = reader.read(entry).map_err(|_| SetError::Entry(entry.name.to_string()))?.into();
        found.push(SchemaFile { folder, name, bytes });
    }
    Ok(found)
}

/// The issue in an address such as `http://www.s1000d.org/S1000D_4-2/xml_schema_flat/`.
fn issue_of(text: &str) -> Option<String> {
    let rest = text.split_once("S1000D_")?.1;
    let issue: String = rest.chars().take_while(|c| c.is_ascii_digit() || *c == '-').collect();
    issue.starts_with(|c: char| c.is_ascii_digit()).then(|| issue.trim_end_matches('-').to_owned())
}
