//! The comparison: `xmllint` on the same files, one run per schema.

use std::collections::BTreeMap;
use std::io::{Cursor, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Context, Result, bail};
use s1000d::package::{Archive, Limits};

use crate::packages::Cost;
use crate::usage::Process;

/// The files of a folder by their schema.
pub(crate) struct SchemaFiles {
    by_schema: BTreeMap<String, Vec<PathBuf>>,
    schemas: tempfile::TempDir,
}

/// Files per run; the system limits arguments to two megabytes.
const AT_ONCE: usize = 5_000;

impl SchemaFiles {
    pub(crate) fn find(folder: &Path, schemas: &Path) -> Result<Self> {
        let mut by_schema: BTreeMap<String, Vec<PathBuf>> = BTreeMap::new();
        for entry in std::fs::read_dir(folder).with_context(|| format!("reading {}", folder.display()))? {
            let path = entry?.path();
            if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("xml")) {
                by_schema.entry(schema_of(&path)?).or_default().push(path);
            }
        }
        Ok(Self { by_schema, schemas: unpack(schemas)? })
    }

    pub(crate) fn paths(&self) -> Vec<&Path> {
        self.by_schema.values().flatten().map(PathBuf::as_path).collect()
    }

    pub(crate) fn check(&self) -> Result<Cost> {
        let (cpu, start) = (Process::this().cpu_of_children()?, Instant::now());
        let mut files = 0;
        for (schema, paths) in &self.by_schema {
            for some in paths.chunks(AT_ONCE) {
                files += some.len() as u64;
                let mut command = Command::new("xmllint");
                command.args(["--nonet", "--noout", "--schema"]).arg(self.schemas.path().join(schema)).args(some);
                let status = command.stderr(Stdio::null()).status().context("xmllint (Debian: libxml2-utils)")?;
                if !status.success() {
                    bail!("xmllint finds files invalid against {schema}");
                }
            }
        }
        let cpu = Process::this().cpu_of_children()?.saturating_sub(cpu);
        Ok(Cost { files, cpu, wall: start.elapsed(), memory: 0 })
    }
}

fn schema_of(path: &Path) -> Result<String> {
    let mut head = Vec::new();
    std::fs::File::open(path)?.take(4096).read_to_end(&mut head)?;
    let head = String::from_utf8_lossy(&head).into_owned();
    let name = head.split_once("xml_schema_flat/").and_then(|(_, rest)| rest.split('"').next());
    name.map(str::to_owned).with_context(|| format!("{} names no schema", path.display()))
}

fn unpack(zip: &Path) -> Result<tempfile::TempDir> {
    let folder = tempfile::tempdir()?;
    let bytes = std::fs::read(zip)?;
    let (archive, _) = Archive::open(Cursor::new(bytes.as_slice()), &Limits::default());
    let archive = archive.context("the schema set is no archive")?;
    let mut reader = archive.reader();
    for entry in archive.entries().iter().filter(|entry| entry.name.contains("flat/")) {
        let content = reader.read(entry).map_err(|finding| anyhow::anyhow!("{finding:?}"))?;
        std::fs::File::create(folder.path().join(entry.file_name()))?.write_all(&content)?;
    }
    Ok(folder)
}
