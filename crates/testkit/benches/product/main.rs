//! `make bench`: measurements of the release binary compared with our goals. Nothing here fails because something was
//! slow.

#![expect(clippy::print_stdout, reason = "the printed tables are what this program is for")]

mod access;
mod applicability;
mod bare;
mod business_rules;
mod client;
mod compliance;
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

const PASSWORD: &str = "bench-password-1";

fn main() -> Result<()> {
    let args: Vec<String> = std::env::args().collect();
    let value = |name: &str| {
        let at = args.iter().position(|arg| arg == name)?;
        args.get(at + 1).cloned()
    };
    let path = |name: &str| value(name).map(PathBuf::from);
    let runtime = tokio::runtime::Runtime::new()?;
    if let Some(address) = value("--bare") {
        return runtime.block_on(bare::serve(&address, value("--body").unwrap_or_default()));
    }
    if let Some(file) = path("--table") {
        table::begin(file);
    }
    let Some(airfolio) = path("--airfolio") else {
        bail!("--airfolio PATH names the binary to measure; `make bench` gives it");
    };
    if let Some(people) = value("--people") {
        return runtime.block_on(access::measure(&airfolio, people.parse()?));
    }
    match path("--corpus") {
        None => runtime.block_on(async {
            ground::measure(&airfolio).await?;
            reading::measure(&airfolio).await?;
            regulations::measure(&airfolio).await?;
            compliance::measure(&airfolio).await
        }),
        Some(corpus) => {
            let schemas = path("--schemas").context("--schemas ZIP names the schemas of the corpus")?;
            if args.iter().any(|arg| arg == "--filter") {
                return applicability::measure(&airfolio, &schemas, &corpus);
            }
            if let Some(brex) = path("--brex") {
                return business_rules::measure(&airfolio, &brex, &schemas, &corpus);
            }
            if args.iter().any(|arg| arg == "--work") {
                let number = |name: &str, usual: usize| value(name).map_or(Ok(usual), |text| text.parse::<usize>());
                let sizes =
                    work::WorkSizes { changed: number("--changed", 1_000)?, customised: number("--customised", 200)? };
                return runtime.block_on(work::measure(&airfolio, &schemas, &corpus, &sizes));
            }
            let large = path("--large");
            runtime.block_on(packages::measure(&airfolio, &schemas, &corpus, large.as_deref()))
        }
    }
}

fn read_archive(corpus: &Path) -> Result<Vec<u8>> {
    std::fs::read(archive_of(corpus)).context("reading the package")
}

/// The archive next to a folder of files.
fn archive_of(corpus: &Path) -> PathBuf {
    PathBuf::from(format!("{}.zip", corpus.display()))
}
