//! `make bench`: measurements of the release binary beside their bounds, one part (`--part NAME`) in each run. Nothing here
//! fails because something was slow.

#![expect(clippy::print_stdout, reason = "the printed tables are what this program is for")]

mod access;
mod applicability;
mod bare;
mod business_rules;
mod client;
mod compliance;
mod drawing;
mod editing;
mod finding;
mod ground;
mod inspect;
mod library;
mod load;
mod others;
mod packages;
mod program;
mod publishing;
mod reading;
mod regulations;
mod revised_package;
mod revision;
mod saving;
mod session;
mod table;
mod times;
mod usage;
mod views;
mod work;
mod workbook;
mod xmllint;
mod yardstick;

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::work::WorkSizes;

const PASSWORD: &str = "bench-password-1";

/// The command line: names, each with its value behind it.
struct BenchArguments(Vec<String>);

impl BenchArguments {
    fn value(&self, name: &str) -> Option<&str> {
        let at = self.0.iter().position(|argument| argument == name)?;
        self.0.get(at + 1).map(String::as_str)
    }

    fn path(&self, name: &str) -> Result<PathBuf> {
        self.value(name)
            .map(PathBuf::from)
            .with_context(|| format!("{name} PATH is missing; scripts/bench.sh gives it"))
    }

    fn number(&self, name: &str, usual: usize) -> Result<usize> {
        self.value(name).map_or(Ok(usual), |text| Ok(text.parse()?))
    }
}

fn main() -> Result<()> {
    let arguments = BenchArguments(std::env::args().collect());
    let runtime = tokio::runtime::Runtime::new()?;
    if let Some(address) = arguments.value("--bare") {
        let body = arguments.value("--body").unwrap_or_default().to_owned();
        return runtime.block_on(bare::serve(address, body));
    }
    let airfolio = arguments.path("--airfolio")?;
    match arguments.value("--part") {
        Some("start") => runtime.block_on(ground::measure(&airfolio)),
        Some("reading") => runtime.block_on(reading::measure(&airfolio)),
        Some("regulations") => runtime.block_on(regulations::measure(&airfolio)),
        Some("compliance") => runtime.block_on(compliance::measure(&airfolio)),
        Some(part) => of_package(part, &airfolio, &arguments, &runtime),
        None => bail!("--part NAME names what is measured; scripts/bench.sh gives it"),
    }
}

/// The parts that work on a generated package.
fn of_package(
    part: &str,
    airfolio: &Path,
    arguments: &BenchArguments,
    runtime: &tokio::runtime::Runtime,
) -> Result<()> {
    let (schemas, corpus) = (arguments.path("--schemas")?, arguments.path("--corpus")?);
    let large = arguments.value("--large").map(PathBuf::from);
    let sizes = WorkSizes {
        changed: arguments.number("--changed", 1_000)?,
        customised: arguments.number("--customised", 200)?,
    };
    match part {
        "access" => {
            let people = arguments.number("--people", 2_000)?;
            runtime.block_on(access::measure(airfolio, &schemas, &corpus, people))
        }
        "packages" => runtime.block_on(packages::measure(airfolio, &schemas, &corpus, large.as_deref())),
        "edits" => runtime.block_on(work::measure_edits(airfolio, &schemas, &corpus, &sizes)),
        "books" => runtime.block_on(work::measure_books(airfolio, &schemas, &corpus)),
        "publications" => runtime.block_on(work::measure_publications(airfolio, &schemas, &corpus)),
        "revisions" => runtime.block_on(work::measure_revisions(airfolio, &schemas, &corpus, large.as_deref(), &sizes)),
        "filter" => applicability::measure(airfolio, &schemas, &corpus),
        "brex" => business_rules::measure(airfolio, &arguments.path("--brex")?, &schemas, &corpus),
        _ => bail!("there is no part {part}; scripts/bench.sh lists them"),
    }
}

fn read_archive(corpus: &Path) -> Result<Vec<u8>> {
    std::fs::read(archive_of(corpus)).context("reading the package")
}

/// The archive next to a folder of files.
fn archive_of(corpus: &Path) -> PathBuf {
    PathBuf::from(format!("{}.zip", corpus.display()))
}
