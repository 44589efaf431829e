//! The cost of a package compared with `xmllint` on the same files and machine.
//!
//! CPU time is compared, because it depends least on the machine's load. `xmllint` only reads, parses and validates
//! files from a folder.

use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result};

use crate::library::{self, Measurements};
use crate::{archive_of, inspect, xmllint};

const ROUNDS: usize = 3;

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
    let files = xmllint::SchemaFiles::find(corpus, schemas)?;
    let theirs = best("xmllint --noout --schema", || files.check())?;
    let compiled = inspect::schemas(schemas)?;
    let archive = archive_of(corpus);
    let reading = best("inspect, 1 thread", || inspect::inspect(&archive, &compiled, 1))?;
    let beside = best("inspect, 2 threads", || inspect::inspect(&archive, &compiled, 2))?;
    let small = library::measure(airfolio, schemas, corpus).await?;
    show(&small);
    println!();
    let of_theirs = |cost: &Cost| seconds(cost.cpu) / seconds(theirs.cpu);
    let reading = if reading.cpu < beside.cpu { reading } else { beside };
    figure("reading alone, CPU of xmllint's", of_theirs(&reading), 1.6, "times");
    figure("pre-import, CPU of xmllint's", of_theirs(&small.pre_import), 1.1, "times");
    let searchable = seconds(small.searchable) / seconds(theirs.cpu);
    figure("import until it can be searched, CPU of xmllint's", searchable, 4.0, "times");
    figure("import, wall of its CPU", seconds(small.import.wall) / seconds(small.import.cpu), 0.75, "times");
    promises(&small);
    requests(&small);

    let Some(large) = large else {
        println!("NOT MEASURED: the large package; BENCH_LARGE=1 asks for it.");
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
        figure(what, 2.0 * per_file(&many) / (per_file(&before) + per_file(&after)), 1.15, "times");
    }
    promises(&large);
    requests(&large);
    Ok(())
}

/// Goals for the CPU time of requests, for memory and for disk.
fn requests(measured: &Measurements) {
    let milliseconds = |time: Duration| seconds(time) * 1e3;
    figure(
        &format!("expanding {} children, CPU", measured.children),
        milliseconds(measured.views.expansion),
        0.3,
        "ms",
    );
    figure("first view of a module, CPU", milliseconds(measured.views.first), 1.5, "ms");
    figure("searching over HTTP with 20 passages, CPU", milliseconds(measured.found.cpu), 2.5, "ms");
    #[expect(clippy::cast_precision_loss, reason = "megabytes")]
    figure("RssAnon after 15,000 views", measured.views.memory as f64, 150.0, "MB");
    #[expect(clippy::cast_precision_loss, reason = "a ratio of megabytes")]
    let stored = measured.stored as f64 / measured.xml as f64;
    figure("data folder without the package, of the XML", stored, 0.8, "times");
}

/// Goals that do not depend on the size.
fn promises(measured: &Measurements) {
    let modules = measured.modules;
    let (indexing, indexing_memory) = measured.indexing;
    let peak = measured.pre_import.memory.max(measured.import.memory).max(indexing_memory);
    #[expect(clippy::cast_precision_loss, reason = "megabytes")]
    figure(&format!("peak RssAnon, {modules} modules"), peak as f64, 600.0, "MB");
    let milliseconds = |time: Duration| seconds(time) * 1e3;
    figure(&format!("another's write, p99 of {}", measured.writes), milliseconds(measured.write_p99), 500.0, "ms");
    let what = format!("expanding {} children, p50, {modules} modules", measured.children);
    figure(&what, milliseconds(measured.expansion.p50), 2.0, "ms");
    let [first, next] = measured.own_changes;
    figure(&format!("first own change, {modules} modules"), milliseconds(first), 50.0, "ms");
    println!("the next own change took {:.2} ms", milliseconds(next));
    let found = &measured.found;
    println!(
        "the index was ready {:.1} s after the import, peak RssAnon meanwhile {indexing_memory} MB",
        seconds(indexing)
    );
    println!("searching over HTTP, p50 {:.2} ms", milliseconds(found.p50));
    figure("searching over HTTP with passages, p95", milliseconds(found.p95), 15.0, "ms");
    for (when, memory) in ["after the import", "after a start", "after its first questions"].iter().zip(found.idle) {
        #[expect(clippy::cast_precision_loss, reason = "megabytes")]
        figure(&format!("idle RssAnon {when}"), memory as f64, 150.0, "MB");
    }
}

fn best(what: &str, mut run: impl FnMut() -> Result<Cost>) -> Result<Cost> {
    let mut best: Option<Cost> = None;
    for _ in 0..ROUNDS {
        let cost = run()?;
        line(what, &cost);
        if best.is_none_or(|best| cost.cpu < best.cpu) {
            best = Some(cost);
        }
    }
    best.context("at least one round")
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

/// Prints a figure next to its goal.
fn figure(what: &str, measured: f64, limit: f64, unit: &str) {
    println!("{what:<58} {measured:>8.2} {unit:<5} promised {limit:>6.2}  ({:.2} of it)", measured / limit);
}

fn per_file(cost: &Cost) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "some hundred thousand files at most")]
    let files = cost.files as f64;
    seconds(cost.cpu) / files
}

fn seconds(time: Duration) -> f64 {
    time.as_secs_f64()
}
