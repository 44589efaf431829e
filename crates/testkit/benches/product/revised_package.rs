//! The next revision of a generated package: some modules are changed, each in its next issue, and so are the lists that
//! name them.

use std::collections::{HashMap, HashSet};
use std::io::{Cursor, Write};
use std::path::Path;

use anyhow::{Context, Result};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use crate::session::MANUAL;

const CODE: &str = "<dmCode ";
const ISSUE: &str = "<issueInfo issueNumber=\"";

/// A revision as an archive.
pub(crate) struct RevisedPackage {
    pub(crate) zip: Vec<u8>,
    /// The paths of the changed modules in the manual.
    pub(crate) changed: Vec<String>,
}

/// The changes of a package.
#[derive(Default)]
struct PackageChanges {
    /// The attributes of the codes of the changed modules.
    codes: HashSet<String>,
    /// New file names by old ones.
    names: HashMap<String, String>,
    /// New contents by old file names.
    contents: HashMap<String, String>,
    paths: Vec<String>,
}

/// Makes the next revision of the package in a folder, with about so many changed modules.
pub(crate) fn make(corpus: &Path, count: usize) -> Result<RevisedPackage> {
    let names = names(corpus)?;
    let mut changes = changed_modules(corpus, &names, count)?;
    for name in &names {
        match name.split('-').next() {
            Some("PMC") => changes.add_publication(name, &read(corpus, name)?),
            Some("DML") => changes.add_list(name, &read(corpus, name)?),
            _ => {}
        }
    }
    // Last, because it names all others.
    for name in names.iter().filter(|name| name.starts_with("DDN-")) {
        changes.add_delivery(name, &read(corpus, name)?);
    }
    let zip = changes.zipped(corpus, &names)?;
    Ok(RevisedPackage { zip, changed: changes.paths })
}

/// The paths of about so many modules in the manual, all over it, that have a paragraph.
pub(crate) fn paths(corpus: &Path, count: usize) -> Result<Vec<String>> {
    Ok(changed_modules(corpus, &names(corpus)?, count)?.paths)
}

/// The files of a package in the order of their names.
fn names(corpus: &Path) -> Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in std::fs::read_dir(corpus).with_context(|| format!("reading {}", corpus.display()))? {
        names.push(entry?.file_name().into_string().ok().context("a file name")?);
    }
    names.sort_unstable();
    Ok(names)
}

fn read(corpus: &Path, name: &str) -> Result<String> {
    std::fs::read_to_string(corpus.join(name)).with_context(|| format!("reading {name}"))
}

fn changed_modules(corpus: &Path, names: &[String], count: usize) -> Result<PackageChanges> {
    let modules: Vec<&String> =
        names.iter().filter(|name| name.starts_with("DMC-") && name.ends_with("_en-US.XML")).collect();
    let mut changes = PackageChanges::default();
    for name in modules.iter().step_by((modules.len() / count.max(1)).max(1)) {
        if changes.paths.len() < count {
            changes.add_module(name, &read(corpus, name)?);
        }
    }
    Ok(changes)
}

/// The issue after `number`, as in `002`.
fn following(number: &str) -> Option<String> {
    Some(format!("{:03}", number.parse::<u32>().ok()? + 1))
}

impl PackageChanges {
    /// Changes a paragraph of a module, if it has one.
    fn add_module(&mut self, name: &str, text: &str) {
        let parts: Vec<&str> = name.splitn(3, '_').collect();
        let [code, issue, rest] = parts.as_slice() else { return };
        let number = issue.split('-').next().unwrap_or_default();
        let attributes = text.split_once(CODE).and_then(|(_, rest)| rest.split_once("/>"));
        let (Some(next), Some((attributes, _))) = (following(number), attributes) else { return };
        let old = format!("{ISSUE}{number}\"");
        if !text.contains("</para>") || !text.contains(&old) {
            return;
        }
        let text = text.replacen(&old, &format!("{ISSUE}{next}\""), 1);
        let text = text.replacen("issueType=\"new\"", "issueType=\"changed\"", 1);
        let text = text.replacen("</para>", " The manufacturer revised this paragraph.</para>", 1);
        self.codes.insert(attributes.to_owned());
        self.contents.insert(name.to_owned(), text);
        self.names.insert(name.to_owned(), format!("{code}_{next}-00_{rest}"));
        self.paths.push(format!("{MANUAL}/{code}_{rest}"));
    }

    /// The publication in its next issue, with the new issues of the modules.
    fn add_publication(&mut self, name: &str, text: &str) {
        let own = text.replacen(&format!("{ISSUE}001\""), &format!("{ISSUE}002\""), 1);
        let own = own.replacen("issueType=\"new\"", "issueType=\"changed\"", 1);
        let text = self.raised(&own);
        self.contents.insert(name.to_owned(), text);
        self.names.insert(name.to_owned(), name.replacen("_001-00_", "_002-00_", 1));
    }

    /// The next status list.
    fn add_list(&mut self, name: &str, text: &str) {
        let text = self.raised(&text.replacen("seqNumber=\"00001\"", "seqNumber=\"00002\"", 1));
        self.contents.insert(name.to_owned(), text);
        self.names.insert(name.to_owned(), next_sequence(name));
    }

    /// The next delivery note.
    fn add_delivery(&mut self, name: &str, text: &str) {
        const FILE: &str = "<dispatchFileName>";
        let text = text.replacen("seqNumber=\"00001\"", "seqNumber=\"00002\"", 1);
        let mut parts = text.split(FILE);
        let mut changed = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let (file, rest) = part.split_once('<').unwrap_or((part, ""));
            changed.push_str(FILE);
            changed.push_str(self.names.get(file).map_or(file, String::as_str));
            changed.push('<');
            changed.push_str(rest);
        }
        self.contents.insert(name.to_owned(), changed);
        self.names.insert(name.to_owned(), next_sequence(name));
    }

    /// A list with the new issues of the changed modules.
    fn raised(&self, text: &str) -> String {
        let mut parts = text.split(CODE);
        let mut raised = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            raised.push_str(CODE);
            match self.raised_part(part) {
                Some(part) => raised.push_str(&part),
                None => raised.push_str(part),
            }
        }
        raised
    }

    /// The text after the beginning of a code, if it is followed by the issue of a changed module.
    fn raised_part(&self, part: &str) -> Option<String> {
        let (attributes, rest) = part.split_once("/>")?;
        let rest = rest.strip_prefix(ISSUE).filter(|_| self.codes.contains(attributes))?;
        let (number, rest) = rest.split_once('"')?;
        let next = following(number)?;
        Some([attributes, "/>", ISSUE, next.as_str(), "\"", rest].concat())
    }

    fn zipped(&self, corpus: &Path, names: &[String]) -> Result<Vec<u8>> {
        let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
        for name in names {
            let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
            writer.start_file(self.names.get(name).unwrap_or(name).as_str(), options)?;
            match self.contents.get(name) {
                Some(text) => writer.write_all(text.as_bytes())?,
                None => writer.write_all(&std::fs::read(corpus.join(name))?)?,
            }
        }
        Ok(writer.finish()?.into_inner())
    }
}

/// The name of the next list of the same year.
fn next_sequence(name: &str) -> String {
    name.replacen("-00001", "-00002", 1)
}
