//! `make bench`: what it costs to check modules against business rules, in CPU time of the thread that does it:
//! `cargo bench -p s1000d --bench brex -- BREX FOLDER`. Without arguments it measures a module and rules of its own. It prints,
//! and never fails because something was slow.

#![expect(clippy::print_stdout, reason = "the printed lines are what this program is for")]

#[path = "support/measure.rs"]
mod measure;

use std::fmt::Write;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result};
use s1000d::brex::{Brex, BrexChecker};
use s1000d::guard;

use measure::{cpu, module};

const ROUNDS: usize = 5;

fn main() -> Result<()> {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with("--")).collect();
    if let [brex, folder] = args.as_slice() {
        return measured("files of the folder", &std::fs::read(brex)?, &modules(Path::new(folder))?);
    }
    measured("20 kB", own_brex()?.as_bytes(), &[module(20 << 10)?.into_bytes()])?;
    measured("2 MB", own_brex()?.as_bytes(), &[module(2 << 20)?.into_bytes()])
}

fn modules(folder: &Path) -> Result<Vec<Vec<u8>>> {
    let mut paths: Vec<_> = std::fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<Result<_>>()?;
    paths.retain(|path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("DMC-")));
    paths.sort();
    paths.iter().map(|path| Ok(std::fs::read(path)?)).collect()
}

/// Rules of the kinds that projects write: forbidden attributes, conditions, values.
fn own_brex() -> Result<String> {
    let mut rules = String::new();
    for index in 0..60 {
        write!(
            rules,
            "<structureObjectRule><objectPath allowedObjectFlag='0'>//proceduralStep[@e{index} and not(title)]</objectPath></structureObjectRule>\
             <structureObjectRule><objectPath allowedObjectFlag='2'>//@a{index}</objectPath><objectValue valueForm='pattern' valueAllowed='[a-z]{{2}}'/></structureObjectRule>\
             <structureObjectRule><objectPath allowedObjectFlag='0'>//internalRef[@t{index} = 'x' and not(@internalRefId = //figure/@id)]</objectPath></structureObjectRule>"
        )?;
    }
    Ok(format!(
        "<dmodule><identAndStatusSection><dmAddress><dmIdent><dmCode modelIdentCode='BENCH' systemDiffCode='A' systemCode='00' \
         subSystemCode='0' subSubSystemCode='0' assyCode='00' disassyCode='00' disassyCodeVariant='A' infoCode='022' \
         infoCodeVariant='A' itemLocationCode='D'/></dmIdent></dmAddress></identAndStatusSection><content><brex><contextRules>\
         <structureObjectRuleGroup>{rules}</structureObjectRuleGroup></contextRules></brex></content></dmodule>"
    ))
}

fn measured(name: &str, brex: &[u8], files: &[Vec<u8>]) -> Result<()> {
    let start = cpu()?;
    let checker = BrexChecker::of(vec![Arc::new(Brex::read(&guard::check(brex)?)?)]);
    let compiling = cpu()?.saturating_sub(start);
    let mut times = Vec::new();
    let mut findings = 0;
    for _ in 0..ROUNDS {
        let start = cpu()?;
        findings = 0;
        for file in files {
            findings += checker.check_file(&guard::check(file)?)?.findings.len();
        }
        times.push(cpu()?.saturating_sub(start));
    }
    times.sort_unstable();
    let each = u32::try_from(files.len()).ok().filter(|count| *count > 0).context("no files")?;
    let milliseconds = |time: Duration| time.as_secs_f64() * 1e3;
    println!(
        "business rules, {name}: {:.3} ms CPU per module with reading it, rules compiled once in {:.1} ms, {findings} findings",
        milliseconds(times[ROUNDS / 2] / each),
        milliseconds(compiling)
    );
    Ok(())
}
