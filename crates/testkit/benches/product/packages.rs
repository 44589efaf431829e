//! The cost of a package compared with `xmllint` on the same files and machine.
//!
//! CPU time is compared, because it depends least on the machine's load. `xmllint` only reads, parses and validates
//! files from a folder.

use std::path::Path;
use std::time::Duration;

use anyhow::Result;

use crate::library::{self, Measurements};
use crate::table::Goal::AtMost;
use crate::table::{figure, unmeasured};
use crate::work::told;
use crate::{archive_of, inspect, workbook, xmllint};

const ROUNDS: usize = 3;

/// CPU time of s1kd-validate, and of s1kd-validate, s1kd-refs and s1kd-metadata together, as multiples of xmllint's on the
/// same files. Measured once; s1kd-tools are not installed here.
const S1KD_VALIDATE: f64 = 2.25;
const S1KD_CHAIN: f64 = 7.46;

/// The modules of the package whose comparison has a bound, and that bound in seconds of CPU.
const COMPARED: u64 = 30_000;
const COMPARISON: f64 = 0.775;

/// The cost of one run.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Cost {
    pub(crate) files: u64,
    pub(crate) cpu: Duration,
    pub(crate) wall: Duration,
    /// Peak anonymous memory in MB, for our own process.
    pub(crate) memory: u64,
}

pub(crate) async fn measure(airfolio: &Path, schemas: &Path, corpus: &Path, large: Option<&Path>) -> Result<()> {
    println!("\nload of the machine: {}", std::fs::read_to_string("/proc/loadavg").unwrap_or_default().trim());
    told("a package beside xmllint", beside_xmllint(airfolio, schemas, corpus).await);
    told("a workbook", workbook::measure());
    let small = library::measure(airfolio, schemas, corpus).await?;
    show(&small);
    println!();
    figure("import, wall of its CPU", seconds(small.import.wall) / seconds(small.import.cpu), AtMost(0.75), "times");
    promises(&small);
    requests(&small);

    let Some(large) = large else {
        unmeasured("a package of 100,000 modules", &"BENCH_LARGE=1 asks for it");
        return Ok(());
    };
    let large = library::measure(airfolio, schemas, large).await?;
    show(&large);
    // A shared machine may be slower after the large package than before it.
    let again = library::measure(airfolio, schemas, corpus).await?;
    show(&again);
    println!();
    for (what, before, many, after) in [
        ("pre-import of the large package, CPU per file", small.pre_import, large.pre_import, again.pre_import),
        ("import of the large package, CPU per file", small.import, large.import, again.import),
    ] {
        figure(what, 2.0 * per_file(&many) / (per_file(&before) + per_file(&after)), AtMost(1.15), "times");
    }
    promises(&large);
    requests(&large);
    Ok(())
}

/// The check and the import of a package, in turn with `xmllint`.
async fn beside_xmllint(airfolio: &Path, schemas: &Path, corpus: &Path) -> Result<()> {
    let files = xmllint::SchemaFiles::find(corpus, schemas)?;
    let compiled = inspect::schemas(schemas)?;
    let archive = archive_of(corpus);
    let (mut reading, mut pre_import, mut searchable) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let theirs = files.check()?;
        line("xmllint --noout --schema", &theirs);
        let read = inspect::inspect(&archive, &compiled, 1)?;
        line("inspect, 1 thread", &read);
        let ours = library::import_alone(airfolio, schemas, corpus).await?;
        let (checked, imported) = (seconds(ours.pre_import), seconds(ours.searchable));
        println!(
            "airfolio                   pre-import {checked:.2} s CPU, import until searchable {imported:.2} s CPU"
        );
        let of_theirs = |time: f64| time / seconds(theirs.cpu);
        reading.push(of_theirs(seconds(read.cpu)));
        pre_import.push(of_theirs(checked));
        searchable.push(of_theirs(imported));
    }
    let (reading, pre_import) = (median(reading), median(pre_import));
    figure("pre-import, CPU of xmllint's", pre_import, AtMost(1.1), "times");
    figure("pre-import, CPU of s1kd-validate's", pre_import / S1KD_VALIDATE, AtMost(0.55), "times");
    figure("check, references and metadata, CPU of the s1kd chain's", reading / S1KD_CHAIN, AtMost(1.0 / 8.0), "times");
    figure("import until it can be searched, CPU of xmllint's", median(searchable), AtMost(4.0), "times");
    Ok(())
}

/// Goals for the CPU time of requests, for memory and for disk.
fn requests(measured: &Measurements) {
    let milliseconds = |time: Duration| seconds(time) * 1e3;
    figure(
        &format!("expanding {} children, CPU", measured.children),
        milliseconds(measured.views.expansion),
        AtMost(0.3),
        "ms",
    );
    figure("first view of a module, CPU", milliseconds(measured.views.first), AtMost(1.5), "ms");
    figure("searching over HTTP with 20 passages, CPU", milliseconds(measured.found.cpu), AtMost(2.5), "ms");
    #[expect(clippy::cast_precision_loss, reason = "megabytes")]
    figure("RssAnon after 15,000 views", measured.views.memory as f64, AtMost(150.0), "MB");
    #[expect(clippy::cast_precision_loss, reason = "a ratio of megabytes")]
    let stored = measured.stored as f64 / measured.xml as f64;
    figure("data folder without the package, of the XML", stored, AtMost(0.8), "times");
    let (modules, comparison) = (measured.modules, seconds(measured.comparison));
    if is_about(modules, COMPARED) {
        figure(&format!("comparing a package of {modules} modules, CPU"), comparison, AtMost(COMPARISON), "s");
    } else {
        // The work grows with the number of modules.
        #[expect(clippy::cast_precision_loss, reason = "some hundred thousand modules at most")]
        let bound = COMPARISON * modules as f64 / COMPARED as f64;
        let what = format!("comparing a package of {modules} modules, CPU (bound scaled from {COMPARED})");
        figure(&what, comparison, AtMost(bound), "s");
    }
}

/// The number within a tenth: generated packages have some objects besides their modules.
fn is_about(count: u64, goal: u64) -> bool {
    count.abs_diff(goal) <= goal / 10
}

/// Goals that do not depend on the size.
fn promises(measured: &Measurements) {
    let modules = measured.modules;
    let (indexing, indexing_memory) = measured.indexing;
    let peak = measured.pre_import.memory.max(measured.import.memory).max(indexing_memory);
    #[expect(clippy::cast_precision_loss, reason = "megabytes")]
    figure(&format!("peak RssAnon, {modules} modules"), peak as f64, AtMost(600.0), "MB");
    let milliseconds = |time: Duration| seconds(time) * 1e3;
    figure(
        &format!("another's write, p99 of {}", measured.writes),
        milliseconds(measured.write_p99),
        AtMost(500.0),
        "ms",
    );
    let what = format!("expanding {} children, p50, {modules} modules", measured.children);
    figure(&what, milliseconds(measured.expansion.p50), AtMost(2.0), "ms");
    let [first, next] = measured.own_changes;
    figure(&format!("first own change, {modules} modules"), milliseconds(first), AtMost(50.0), "ms");
    println!("the next own change took {:.2} ms", milliseconds(next));
    let found = &measured.found;
    println!(
        "the index was ready {:.1} s after the import, peak RssAnon meanwhile {indexing_memory} MB",
        seconds(indexing)
    );
    println!("searching over HTTP, p50 {:.2} ms", milliseconds(found.p50));
    figure("searching over HTTP with passages, p95", milliseconds(found.p95), AtMost(15.0), "ms");
    for (when, memory) in ["after the import", "after a start", "after its first questions"].iter().zip(found.idle) {
        #[expect(clippy::cast_precision_loss, reason = "megabytes")]
        figure(&format!("idle RssAnon {when}"), memory as f64, AtMost(150.0), "MB");
    }
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_unstable_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or_default()
}

fn show(measured: &Measurements) {
    line("universalPreImport", &measured.pre_import);
    line("universalImport", &measured.import);
}

fn line(what: &str, cost: &Cost) {
    let Cost { files, cpu, wall, memory } = cost;
    let memory = if *memory == 0 { String::new() } else { format!("  peak RssAnon {memory} MB") };
    println!("{what:<26} {files} files  {:.2} s CPU  {:.2} s wall{memory}", seconds(*cpu), seconds(*wall));
}

fn per_file(cost: &Cost) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "some hundred thousand files at most")]
    let files = cost.files as f64;
    seconds(cost.cpu) / files
}

fn seconds(time: Duration) -> f64 {
    time.as_secs_f64()
}
