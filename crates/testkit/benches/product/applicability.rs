//! The cost of the applicability filter compared with `xmllint` on the same files and machine.

use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

use crate::table::Goal::AtMost;
use crate::table::figure;
use crate::usage::Process;
use crate::xmllint::SchemaFiles;

const ROUNDS: usize = 3;

/// CPU time of s1kd-instance as a multiple of xmllint's on the same files. Measured once; s1kd-tools are not installed here.
const S1KD_INSTANCE: f64 = 3.21;

pub(crate) fn measure(airfolio: &Path, schemas: &Path, corpus: &Path) -> Result<()> {
    let files = SchemaFiles::find(corpus, schemas)?;
    let mut ratios = Vec::new();
    for _ in 0..ROUNDS {
        let theirs = files.check()?.cpu.as_secs_f64();
        let before = Process::this().cpu_of_children()?;
        let mut command = Command::new(airfolio);
        command.arg("filter").args(files.paths()).args(["--assign", "model:prodattr=H160"]);
        // Neither of the two writes anything.
        command.args(["--assign", "serialno:prodattr=0100", "--dry-run"]).stdout(Stdio::null());
        let status = command.status().context("airfolio filter")?;
        // 1: something needs a person.
        if !matches!(status.code(), Some(0 | 1)) {
            bail!("airfolio filter ends with {status}");
        }
        let ours = Process::this().cpu_of_children()?.saturating_sub(before).as_secs_f64();
        println!("xmllint {theirs:.2} s CPU, airfolio filter {ours:.2} s CPU");
        ratios.push(ours / theirs);
    }
    ratios.sort_by(f64::total_cmp);
    let ratio = ratios[ROUNDS / 2];
    figure("applicability filter, CPU of xmllint's", ratio, AtMost(0.32), "times");
    figure("applicability filter, CPU of s1kd-instance's", ratio / S1KD_INSTANCE, AtMost(0.1), "times");
    Ok(())
}
