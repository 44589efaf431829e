//! `make bench`: what it costs to inspect a package, beside `xmllint` over the same files on the same machine.
//!
//! Both sides are measured in CPU time, which depends least on what else the machine does. `xmllint` reads files
//! from a folder, parses and validates; an inspection unpacks them from the archive, guards, parses, validates, hashes,
//! and reads references, text and applicability. It prints, and never fails because something was slow.

#![expect(clippy::print_stdout, reason = "the printed table is what this program is for")]

mod usage;
mod xmllint;

use std::fs::File;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use domain::finding::Severities;
use s1000d::package::{self, Discard, Limits, Nothing, Options, SharedFile};
use s1000d::xsd::{SchemaSet, Schemas};

const ROUNDS: usize = 3;

fn main() -> Result<()> {
    let args: Vec<String> = std::env::args().collect();
    let value = |name: &str| {
        let at = args.iter().position(|arg| arg == name)?;
        args.get(at + 1).map(PathBuf::from)
    };
    let (Some(folder), Some(schemas)) = (value("--corpus"), value("--schemas")) else {
        bail!("--corpus FOLDER (beside it FOLDER.zip) and --schemas ZIP name what to measure; `make bench` gives them");
    };
    let archive = PathBuf::from(format!("{}.zip", folder.display()));
    let sets = vec![Arc::new(SchemaSet::open(&std::fs::read(&schemas).context("reading the schema set")?)?)];
    let schemas_of_ours = Schemas::new(sets);

    let mut ours: Option<Measured> = None;
    for threads in [1, 2] {
        for _ in 0..ROUNDS {
            let measured = inspect(&archive, &schemas_of_ours, threads)?;
            print_line(&format!("inspect, {threads} thread(s)"), &measured);
            if ours.as_ref().is_none_or(|best| measured.cpu < best.cpu) {
                ours = Some(measured);
            }
        }
    }
    let files = xmllint::Files::find(&folder, &schemas)?;
    let mut theirs: Option<Measured> = None;
    for _ in 0..ROUNDS {
        let measured = files.check()?;
        print_line("xmllint --noout --schema", &measured);
        if theirs.as_ref().is_none_or(|best| measured.cpu < best.cpu) {
            theirs = Some(measured);
        }
    }
    if let (Some(ours), Some(theirs)) = (ours, theirs) {
        let ratio = ours.cpu.as_secs_f64() / theirs.cpu.as_secs_f64();
        println!("pre-import costs {ratio:.2} times the CPU time of xmllint (promised: 1.60, wanted: 1.20)");
    }
    Ok(())
}

/// What one run took.
struct Measured {
    files: usize,
    cpu: Duration,
    wall: Duration,
    /// Peak anonymous memory in MB, where it is ours.
    memory: Option<u64>,
}

fn print_line(what: &str, measured: &Measured) {
    let Measured { files, cpu, wall, memory } = measured;
    let memory = memory.map(|megabytes| format!(", peak RssAnon {megabytes} MB")).unwrap_or_default();
    println!("{what:<26} {files} files  {:.2} s CPU  {:.2} s wall{memory}", cpu.as_secs_f64(), wall.as_secs_f64());
}

fn inspect(archive: &Path, schemas: &Schemas, threads: usize) -> Result<Measured> {
    let source = SharedFile::new(File::open(archive).with_context(|| format!("opening {}", archive.display()))?)?;
    let options = Options {
        limits: Limits::default(),
        schemas,
        severities: &Severities::default(),
        known: &Nothing,
        sink: &Discard,
        progress: &|_, _| ControlFlow::Continue(()),
        threads,
    };
    let (cpu, start) = (usage::own()?, Instant::now());
    let ((contents, findings), memory) = usage::peak(|| package::inspect(source, &options));
    let measured = Measured {
        files: contents.items.len(),
        cpu: usage::own()?.saturating_sub(cpu),
        wall: start.elapsed(),
        memory: Some(memory),
    };
    if let Some(first) = findings.first() {
        println!("{} findings; the first: {first:?}", findings.len());
    }
    Ok(measured)
}
