//! The cost of business rules compared with `xmllint` on the same files and machine.

use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

use crate::table::Goal::AtMost;
use crate::table::figure;
use crate::usage::Process;
use crate::xmllint::SchemaFiles;

const ROUNDS: usize = 3;
/// Files per run; the system limits arguments to two megabytes.
const AT_ONCE: usize = 5_000;

/// CPU time of s1kd-brexcheck as a multiple of xmllint's on the same files. Measured once; s1kd-tools are not installed here.
const S1KD_BREXCHECK: f64 = 101.0;

pub(crate) fn measure(airfolio: &Path, brex: &Path, schemas: &Path, corpus: &Path) -> Result<()> {
    let files = SchemaFiles::find(corpus, schemas)?;
    let mut ratios = Vec::new();
    for _ in 0..ROUNDS {
        let theirs = files.check()?.cpu.as_secs_f64();
        let before = Process::this().cpu_of_children()?;
        for some in files.paths().chunks(AT_ONCE) {
            let mut command = Command::new(airfolio);
            command.arg("brex").args(some).arg("--brex").arg(brex).stdout(Stdio::null());
            let status = command.status().context("airfolio brex")?;
            // 1: a rule is violated.
            if !matches!(status.code(), Some(0 | 1)) {
                bail!("airfolio brex ends with {status}");
            }
        }
        let ours = Process::this().cpu_of_children()?.saturating_sub(before).as_secs_f64();
        println!("xmllint {theirs:.2} s CPU, airfolio brex {ours:.2} s CPU");
        ratios.push(ours / theirs);
    }
    ratios.sort_by(f64::total_cmp);
    let ratio = ratios[ROUNDS / 2];
    println!("business rules, CPU of xmllint's: {ratio:.2} times; we want 2 at most");
    figure("business rules, CPU of xmllint's", ratio, AtMost(5.0), "times");
    figure("business rules, CPU of s1kd-brexcheck's", ratio / S1KD_BREXCHECK, AtMost(0.05), "times");
    Ok(())
}
