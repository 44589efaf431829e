//! `make bench`: reading an export of EASA of 5 MB, and tables, catalogs and comparisons of 20,000 items.
//!
//! It prints figures, in computing time, and never fails on one. Each is the best of three rounds. The files are of our own
//! making: repeated paragraphs would be unlike real ones, so every paragraph has words of its own.

#![expect(clippy::print_stdout, reason = "the printed table is what this program is for")]
#![expect(clippy::expect_used, reason = "a benchmark that cannot go on must stop at once")]

#[path = "generated/easa_export.rs"]
mod easa_export;
#[expect(dead_code, reason = "other benchmarks have other kinds of goals")]
#[path = "../../testkit/benches/product/table.rs"]
mod figures;

use std::time::{Duration, Instant};

use chrono::{DateTime, Utc};
use regulations::compare::ChangeClass;
use regulations::model::{ItemKind, SourceCategory, SourceCollection, SourceItem};
use regulations::{SourceLimits, clauses, compare, oscal, read, table};

use easa_export::{export, sentence};
use figures::Goal::AtMost;
use figures::figure;

const ITEMS: usize = 20_000;

fn main() {
    easa();
    large();
}

fn easa() {
    let export = export(5 << 20);
    let size = export.len() >> 10;
    let before = resident("VmRSS");
    let (time, reading) = best_of(|| read(export.as_bytes(), &SourceLimits::default()));
    assert!(!reading.is_blocked(), "{:?}", reading.findings);
    let (topics, paragraphs) = (reading.collection.items.len(), reading.collection.clause_count());
    println!("EASA export of {size} kB: {topics} topics, {paragraphs} clauses");
    figure("reading an export of EASA of 5 MB, CPU", time.as_secs_f64(), AtMost(3.0), "s");
    let memory = u32::try_from(resident("VmHWM").saturating_sub(before) >> 10).unwrap_or(u32::MAX);
    figure("memory for it above the file", f64::from(memory), AtMost(200.0), "MB");
}

fn large() {
    let old = collection("A", 0);
    let limits = SourceLimits::default();
    let (time, csv) = best_of(|| table::to_csv(&old));
    println!("{ITEMS} items to CSV: {:.0} ms, {} kB", milliseconds(time), csv.len() >> 10);
    let (time, reading) = best_of(|| read(&csv, &limits));
    assert_eq!(reading.collection, old);
    println!("{ITEMS} items from CSV: {:.0} ms", milliseconds(time));
    let (time, xlsx) = best_of(|| table::to_xlsx(&old).expect("it is written"));
    println!("{ITEMS} items to a workbook: {:.0} ms, {} kB", milliseconds(time), xlsx.len() >> 10);
    let (time, reading) = best_of(|| read(&xlsx, &limits));
    assert_eq!(reading.collection, old);
    println!("{ITEMS} items from a workbook: {:.0} ms", milliseconds(time));
    let (time, json) = best_of(|| oscal::to_oscal(&old, DateTime::<Utc>::UNIX_EPOCH));
    println!("{ITEMS} items to OSCAL: {:.0} ms, {} kB", milliseconds(time), json.len() >> 10);
    let (time, reading) = best_of(|| read(&json, &limits));
    assert_eq!(reading.collection, old);
    println!("{ITEMS} items from OSCAL: {:.0} ms", milliseconds(time));
    for (name, new, class, expected) in [
        ("a tenth changed", collection("A", 1), ChangeClass::Changed, ITEMS / 10),
        ("all renumbered", collection("B", 0), ChangeClass::Renumbered, ITEMS),
        ("all renumbered and changed", collection("B", 10), ChangeClass::Changed, ITEMS),
    ] {
        let (time, changes) = best_of(|| compare(&old, &new));
        assert_eq!(changes.count(class), expected);
        figure(&format!("{ITEMS} items compared, {name}, CPU"), time.as_secs_f64(), AtMost(2.0), "s");
    }
}

fn collection(code: &str, changed: usize) -> SourceCollection {
    let categories = (0..200)
        .map(|place: usize| SourceCategory {
            code: format!("S{place}"),
            name: sentence(place, 4),
            parent: (place >= 20).then_some(place % 20),
        })
        .collect();
    let item = |place: usize| {
        let end = if place % 10 < changed { " as amended" } else { "" };
        let lines: Vec<String> = ["(a)", "(b)", "(1)", "(2)"]
            .iter()
            .zip(0..)
            .map(|(marker, line)| format!("{marker} {}", sentence(place * 8 + line, 20)))
            .collect();
        SourceItem {
            code: format!("{code}.{place}"),
            title: sentence(place + 7, 5),
            kind: ItemKind::Ir,
            is_assessable: true,
            category: Some(place % 200),
            clauses: clauses::split(&[&lines.join("\n"), end].concat()),
            ..SourceItem::default()
        }
    };
    SourceCollection { categories, items: (0..ITEMS).map(item).collect(), ..SourceCollection::default() }
}

fn best_of<T>(work: impl Fn() -> T) -> (Duration, T) {
    let round = || {
        let start = Clock::start();
        let given = work();
        (start.elapsed(), given)
    };
    let (mut best, given) = round();
    for _ in 0..2 {
        best = best.min(round().0);
    }
    (best, given)
}

/// Time that this thread has computed, whatever else the machine does; time that has passed where the system does not
/// tell.
struct Clock {
    begun: Instant,
    computed: Option<Duration>,
}

impl Clock {
    fn start() -> Self {
        Self { begun: Instant::now(), computed: computed() }
    }

    fn elapsed(&self) -> Duration {
        let computed = self.computed.zip(computed()).map(|(start, end)| end.saturating_sub(start));
        computed.unwrap_or_else(|| self.begun.elapsed())
    }
}

fn computed() -> Option<Duration> {
    let times = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    times.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// Memory of this process in kB; 0 where the system does not tell.
fn resident(name: &str) -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}
