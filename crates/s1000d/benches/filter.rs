//! `make bench`: what it costs to filter modules by applicability, in CPU time of the thread that does it:
//! `cargo bench -p s1000d --bench filter -- FOLDER IDENT=VALUE…`. Without arguments it measures modules of its own. It prints,
//! and never fails because something was slow.

#![expect(clippy::print_stdout, reason = "the printed lines are what this program is for")]

#[path = "support/measure.rs"]
mod measure;

use std::path::Path;

use anyhow::{Context, Result};
use s1000d::applic::{Assignments, Property, PropertyKind};
use s1000d::filter::{ProductFilter, filter};
use s1000d::guard;

use measure::{cpu, module};

const ROUNDS: usize = 5;

fn main() -> Result<()> {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with("--")).collect();
    let Some((folder, values)) = args.split_first() else {
        let values = ["model=2".to_owned()];
        measured("20 kB", &[module(20 << 10)?.into_bytes()], &values)?;
        return measured("2 MB", &[module(2 << 20)?.into_bytes()], &values);
    };
    measured("files of the folder", &modules(Path::new(folder))?, values)
}

fn modules(folder: &Path) -> Result<Vec<Vec<u8>>> {
    let mut paths: Vec<_> = std::fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<Result<_>>()?;
    paths.retain(|path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("DMC-")));
    paths.sort();
    paths.iter().map(|path| Ok(std::fs::read(path)?)).collect()
}

fn measured(name: &str, files: &[Vec<u8>], values: &[String]) -> Result<()> {
    let mut product = Assignments::default();
    for value in values {
        let (ident, value) = value.split_once('=').context("IDENT=VALUE")?;
        product.assign(Property { kind: PropertyKind::Attribute, ident: ident.to_owned() }, value);
    }
    let settings = ProductFilter { products: &[product], ..ProductFilter::default() };
    let mut times = Vec::new();
    let (mut changed, mut removed) = (0, 0);
    for _ in 0..ROUNDS {
        let start = cpu()?;
        (changed, removed) = (0, 0);
        for file in files {
            let result = filter(&guard::check(file)?, &settings)?;
            changed += usize::from(result.text.is_some());
            removed += result.removal_count;
        }
        times.push(cpu()?.saturating_sub(start));
    }
    times.sort_unstable();
    let each = u32::try_from(files.len()).ok().filter(|count| *count > 0).context("no files")?;
    println!(
        "applicability filter, {name}: {:.4} ms CPU per module with reading it, {changed} changed, {removed} elements removed",
        (times[ROUNDS / 2] / each).as_secs_f64() * 1e3
    );
    Ok(())
}
