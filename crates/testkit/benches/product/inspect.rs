//! Reads a package in this process: the cost of pre-import without storage.
//!
//! It unpacks, guards, parses, validates and hashes the files, and reads references, text and applicability.

use std::fs::File;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context, Result};
use domain::finding::Severities;
use s1000d::package::{self, Discard, Limits, Nothing, Options, SharedFile};
use s1000d::xsd::{SchemaSet, Schemas};

use crate::packages::Cost;
use crate::usage::Process;

/// The schemas of a set, compiled on first use and cached.
pub(crate) fn schemas(zip: &Path) -> Result<Schemas> {
    let set = SchemaSet::open(&std::fs::read(zip).context("reading the schema set")?)?;
    Ok(Schemas::new(vec![Arc::new(set)]))
}

pub(crate) fn inspect(archive: &Path, schemas: &Schemas, threads: usize) -> Result<Cost> {
    let source = SharedFile::new(File::open(archive).with_context(|| format!("opening {}", archive.display()))?)?;
    let options = Options {
        limits: Limits::default(),
        schemas,
        severities: &Severities::default(),
        sink: &Discard,
        progress: &|_, _| ControlFlow::Continue(()),
        threads,
    };
    let (cpu, start) = (Process::this().cpu()?, Instant::now());
    let watch = Process::this().watch();
    let (contents, findings) = package::inspect(source, &Nothing, &options).context("nobody stops it")?;
    let memory = watch.peak();
    let cost = Cost {
        files: contents.items.len() as u64,
        cpu: Process::this().cpu()?.saturating_sub(cpu),
        wall: start.elapsed(),
        memory,
    };
    if let Some(first) = findings.first() {
        println!("{} findings; the first: {first:?}", findings.len());
    }
    Ok(cost)
}
