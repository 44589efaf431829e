//! The figures that have a bound: printed as they are measured, and added to the table that `make bench` shows at its end.
//!
//! The table is a file that `BENCH_TABLE` names: one figure in a line, with its bound, its ratio to the bound and whether it
//! is within, separated by tabs. All benchmarks write it, those of other crates through this file.

use std::fmt::Display;
use std::fs::OpenOptions;
use std::io::Write;

/// Letters of a reason that the table shows.
const MAX_REASON: usize = 160;

/// The value that a figure must not exceed, or must reach.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Goal {
    AtMost(f64),
    AtLeast(f64),
}

/// Prints a figure beside its bound.
pub(crate) fn figure(what: &str, measured: f64, goal: Goal, unit: &str) {
    let (word, limit, is_within) = match goal {
        Goal::AtMost(limit) => ("at most", limit, measured <= limit),
        Goal::AtLeast(limit) => ("at least", limit, measured >= limit),
    };
    let (value, bound) = (format!("{} {unit}", number(measured)), format!("{word} {}", number(limit)));
    let (ratio, within) = (format!("{:.2}", measured / limit), if is_within { "yes" } else { "NO" });
    println!("{what:<60} {value:>15}  {bound:<16} {ratio:>6} of it  within: {within}");
    add(&[what, &value, &bound, &ratio, within]);
}

/// Says that a figure cannot be measured here, and why.
pub(crate) fn unmeasured(what: &str, why: &dyn Display) {
    let why = format!("{why:#}");
    println!("NOT MEASURED: {what}: {why}");
    let why: String = why.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(MAX_REASON).collect();
    add(&[what, "", "", "", &format!("not measured: {why}")]);
}

/// Small numbers have more decimals.
fn number(value: f64) -> String {
    if value.abs() < 1.0 { format!("{value:.3}") } else { format!("{value:.2}") }
}

#[expect(clippy::disallowed_methods, reason = "a benchmark is not configured by `server::config`")]
fn add(fields: &[&str]) {
    let Some(table) = std::env::var_os("BENCH_TABLE") else { return };
    let line = fields.join("\t");
    let opened = OpenOptions::new().create(true).append(true).open(&table);
    if let Err(error) = opened.and_then(|mut file| writeln!(file, "{line}")) {
        println!("{} cannot be written: {error}", table.display());
    }
}
