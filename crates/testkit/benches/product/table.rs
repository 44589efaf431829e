//! The figures that have a goal: printed as they are measured, and written to a file that `make bench` shows at the end.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::PathBuf;
use std::sync::OnceLock;

/// The file of all figures.
static TABLE: OnceLock<PathBuf> = OnceLock::new();

/// The value that a figure must not exceed, or must reach.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Goal {
    AtMost(f64),
    AtLeast(f64),
}

/// Begins the table; figures are appended to `file`.
pub(crate) fn begin(file: PathBuf) {
    // A second file would be a mistake of the caller, and the first one stays.
    let _ = TABLE.set(file);
}

/// Prints a figure next to its goal.
pub(crate) fn figure(what: &str, measured: f64, goal: Goal, unit: &str) {
    let (word, limit, is_met) = match goal {
        Goal::AtMost(limit) => ("at most", limit, measured <= limit),
        Goal::AtLeast(limit) => ("at least", limit, measured >= limit),
    };
    let met = if is_met { "" } else { "  NOT MET" };
    let ratio = measured / limit;
    let line = format!("{what:<58} {measured:>8.2} {unit:<5} {word:>8} {limit:>6.2}  ({ratio:.2} of it){met}");
    println!("{line}");
    let Some(table) = TABLE.get() else { return };
    let written =
        OpenOptions::new().create(true).append(true).open(table).and_then(|mut file| writeln!(file, "{line}"));
    if let Err(error) = written {
        println!("{} cannot be written: {error}", table.display());
    }
}
