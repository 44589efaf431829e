//! Query times compared with SQLite's full-text search on the same texts, the size of the index, and the CPU time of
//! building it compared with plain Tantivy.
//!
//! `cargo bench -p search --bench questions -- PACKAGE.zip`. Prints figures; never fails on a time.

#![expect(clippy::expect_used, clippy::print_stdout, reason = "a program for people at a terminal")]

mod fts5;
mod plain;
#[expect(dead_code, reason = "other benchmarks have other kinds of goals")]
#[path = "../../../testkit/benches/product/table.rs"]
mod table;
mod texts;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::table::Goal::AtMost;
use crate::table::{figure, unmeasured};
use search::scope::{ManualNames, Scope, SearchLane, SnapshotVersions};
use search::{Filters, Index, Request, ResultDetail, Sort, VersionSet};

/// Fifty queries, each after its kind: rare and common words, two words, phrases, Chinese.
const QUESTIONS: &str = include_str!("../questions.txt");

/// Number of runs per query.
const ROUNDS: usize = 20;
/// Results per query.
const COUNT: usize = 20;
/// Modules in the comparison with plain Tantivy.
const COMPARED: usize = 10_000;

fn main() {
    // Cargo passes an option of its own.
    let Some(package) = std::env::args().skip(1).find(|argument| !argument.starts_with("--")) else {
        unmeasured("the index", &"no package was named");
        return;
    };
    let package = PathBuf::from(package);
    let folder = tempfile::tempdir().expect("a folder");
    let index = Index::create(folder.path()).expect("an index");
    let mut writer = index.writer().expect("a writer");
    let mut baseline = fts5::FtsTable::create(&folder.path().join("fts5.db"));
    let (mut text, mut versions, started) = (0, Vec::new(), Instant::now());
    let mut adding = Duration::ZERO;
    texts::each(&package, usize::MAX, |document| {
        text += document.head.title.len() + document.blocks.iter().map(|block| block.text.len()).sum::<usize>();
        versions.push(document.head.version);
        baseline.add(&document);
        let before = Instant::now();
        writer.add(&document).expect("a document");
        adding += before.elapsed();
    });
    writer.commit(1).expect("a commit");
    writer.finish().expect("it ends");
    baseline.finish();
    let size = index.size().expect("a size");
    println!(
        "index: {} modules in {:.0} s (words and index {:.0} s), text {} MB, index {} MB",
        versions.len(),
        started.elapsed().as_secs_f64(),
        adding.as_secs_f64(),
        text >> 20,
        size >> 20,
    );
    figure("index on disk, of the text", ratio(size, text), AtMost(1.0), "times");
    compare(&index, &mut baseline, &scope(&versions));
    compare_building(&package);
}

/// CPU time of building an index beside plain Tantivy, without reading the package.
fn compare_building(package: &Path) {
    let folder = tempfile::tempdir().expect("a folder");
    let reading = cpu_of(|| texts::each(package, COMPARED, |_| ()));
    let ours = cpu_of(|| {
        let index = Index::create(&folder.path().join("ours")).expect("an index");
        let mut writer = index.writer().expect("a writer");
        texts::each(package, COMPARED, |document| writer.add(&document).expect("a document"));
        writer.commit(1).expect("a commit");
        writer.finish().expect("it ends");
    });
    let plain = cpu_of(|| {
        let mut index = plain::PlainIndex::create(&folder.path().join("plain"));
        texts::each(package, COMPARED, |document| index.add(&document));
        index.finish();
    });
    let (own, other) = (ours.saturating_sub(reading), plain.saturating_sub(reading));
    println!(
        "building: ours {:.1} s CPU, plain Tantivy with stems {:.1} s; reading the modules {:.1} s",
        own.as_secs_f64(),
        other.as_secs_f64(),
        reading.as_secs_f64(),
    );
    let times = own.as_secs_f64() / other.as_secs_f64().max(1e-9);
    figure("index built anew, CPU of plain Tantivy's with stems", times, AtMost(2.0), "times");
}

/// CPU time of the process during `work`, all threads.
fn cpu_of(work: impl FnOnce()) -> Duration {
    let before = cpu();
    work();
    cpu().saturating_sub(before)
}

/// CPU time of this process so far, in the kernel's clock ticks of 10 ms.
fn cpu() -> Duration {
    let stat = std::fs::read_to_string("/proc/self/stat").expect("this needs Linux");
    let fields = stat.rsplit_once(')').expect("a name").1;
    // User and system time are the 12th and 13th field after the name.
    let ticks = fields.split_ascii_whitespace().skip(11).take(2).filter_map(|field| field.parse::<u64>().ok());
    Duration::from_millis(ticks.sum::<u64>() * 10)
}

fn scope(versions: &[u64]) -> Scope {
    let manual = ManualNames { id: "m".to_owned(), csdb_name: "GENAC".to_owned(), name: "AMM".to_owned() };
    let members: VersionSet = versions.iter().copied().collect();
    Scope {
        snapshots: vec![SnapshotVersions {
            id: 1,
            manual: Arc::new(manual),
            working: true,
            oem: Some(1),
            members: Arc::new(members),
        }],
        ..Scope::default()
    }
}

#[expect(clippy::cast_precision_loss, reason = "a ratio for people")]
fn ratio(size: u64, text: usize) -> f64 {
    size as f64 / text.max(1) as f64
}

/// The times of one kind of query.
#[derive(Default)]
struct Times {
    ours: Vec<Duration>,
    full: Vec<Duration>,
    theirs: Vec<Duration>,
}

/// Runs all queries in turn, so that none is served from the caches of its own previous run.
fn compare(index: &Index, baseline: &mut fts5::FtsTable, scope: &Scope) {
    let all: Vec<(&str, &str)> = QUESTIONS.lines().filter_map(|line| line.split_once('\t')).collect();
    let mut times: BTreeMap<&str, Times> = BTreeMap::new();
    for round in 0..ROUNDS {
        for (kind, question) in &all {
            let of_kind = times.entry(kind).or_default();
            of_kind.ours.push(timed(|| ask(index, scope, question, ResultDetail::Heads)));
            of_kind.full.push(timed(|| ask(index, scope, question, ResultDetail::Everything)));
            // FTS5 is much slower, so it runs in a fifth of the rounds.
            if round % 5 == 0 {
                of_kind.theirs.push(timed(|| baseline.ask(question, COUNT)));
            }
        }
    }
    for (kind, question) in &all {
        let found = ask(index, scope, question, ResultDetail::Everything);
        let theirs = baseline.ask(question, COUNT);
        println!("  {kind}: {question}: {} modules, {} shown, FTS5 shows {theirs}", found.1, found.0);
    }
    let mut whole = Times::default();
    for (kind, mut own) in times {
        let (ours, full, theirs) = (spread(&mut own.ours), spread(&mut own.full), spread(&mut own.theirs));
        println!("  {kind}: ours {ours}, with passages {full}, FTS5 {theirs}");
        whole.ours.append(&mut own.ours);
        whole.full.append(&mut own.full);
        whole.theirs.append(&mut own.theirs);
    }
    let (own, other) = (at(&mut whole.ours, 95), at(&mut whole.theirs, 95));
    println!("questions: best 20 with titles {}; FTS5 {}", spread(&mut whole.ours), spread(&mut whole.theirs));
    let of_theirs = own.as_secs_f64() / other.as_secs_f64().max(1e-9);
    figure("searching for the best 20, p95 of FTS5's", of_theirs, AtMost(0.05), "times");
    println!("questions: with passages, facets and total {}", spread(&mut whole.full));
}

fn spread(times: &mut [Duration]) -> String {
    format!("p50 {:.2?} p95 {:.2?}", at(times, 50), at(times, 95))
}

fn timed<T>(work: impl FnOnce() -> T) -> Duration {
    let started = Instant::now();
    std::hint::black_box(work());
    started.elapsed()
}

/// The number of results returned, and in total.
fn ask(index: &Index, scope: &Scope, text: &str, wanted: ResultDetail) -> (usize, u64) {
    let filters = Filters::default();
    let request = Request {
        text,
        scope,
        lane: SearchLane::Working,
        filters: &filters,
        places: &[],
        sort: Sort::Relevance,
        first: 0,
        count: COUNT,
        wanted,
    };
    let answer = index.search(&request).expect("an answer");
    (answer.hits.len(), answer.total)
}

fn at(times: &mut [Duration], percent: usize) -> Duration {
    times.sort_unstable();
    times.get(times.len() * percent / 100).or(times.last()).copied().unwrap_or_default()
}
