//! `make bench`: what it costs to compare two versions of a module and to draw their redline, in CPU time of the thread
//! that does it. It prints, and never fails because something was slow.

#![expect(clippy::print_stdout, reason = "the printed lines are what this program is for")]

#[path = "support/edited.rs"]
mod edited;
#[path = "support/measure.rs"]
mod measure;
#[expect(dead_code, reason = "other benchmarks have other kinds of goals")]
#[path = "../../testkit/benches/product/table.rs"]
mod table;

use anyhow::Result;
use domain::language::Locale;
use s1000d::applic::Assignments;
use s1000d::applic::tables::{Bilingual, Tables};
use s1000d::diff::{Relevance, compare};
use s1000d::document::html::{Options, Outside, Unresolved};
use s1000d::guard;
use s1000d::redline::Redline;

use edited::edited;
use measure::{cpu, module};
use table::Goal::AtMost;
use table::figure;

const SAMPLES: usize = 21;
/// Milliseconds of CPU time that a comparison of 20 kB may take, its redline included.
const BOUND: f64 = 10.0;

fn main() -> Result<()> {
    let small = module(20 << 10)?;
    let diff = measured("20 kB, 10 edits", &small, &edited(&small), 20)?;
    figure("diff of a module of 20 kB, p50 CPU", diff, AtMost(BOUND), "ms");
    measured("20 kB, no edit", &small, &small, 20)?;
    let redline = redlined("20 kB, 10 edits, in one text", &small, &edited(&small), 20)?;
    figure("diff and redline of a module of 20 kB, p50 CPU", redline, AtMost(BOUND), "ms");
    let large = module(2 << 20)?;
    measured("2 MB, 10 edits", &large, &edited(&large), 1)?;
    redlined("2 MB, 10 edits, in one text", &large, &edited(&large), 1)?;
    let other = |letter: char| {
        let paras: Vec<String> = (0..100_000).map(|index| format!("<para>{letter}{index} word</para>")).collect();
        format!("<content>{}</content>", paras.concat())
    };
    measured("100,000 siblings with nothing in common", &other('a'), &other('b'), 1)?;
    redlined("100,000 siblings with nothing in common", &other('a'), &other('b'), 1)?;
    let words = |letter: char| {
        let words: Vec<String> = (0..200_000).map(|index| format!("{letter}{index} ")).collect();
        format!("<content><para>{}</para></content>", words.concat())
    };
    measured("one paragraph of 200,000 other words", &words('a'), &words('b'), 1).map(drop)
}

/// Compares, draws both versions in one text and lists the differences; returns the milliseconds.
fn redlined(name: &str, a: &str, b: &str, batch: u32) -> Result<f64> {
    let tables = Tables::default();
    let options = Options {
        locale: Locale::English,
        choice: &Assignments::default(),
        outside: Outside::Grey,
        tables: Bilingual { english: &tables, chinese: &tables },
        links: &Unresolved,
    };
    let mut differences = 0;
    let [p50, p95] = timed(batch, || {
        let (a, b) = (guard::check(a.as_bytes())?, guard::check(b.as_bytes())?);
        let redline = Redline::read(&a, &b)?;
        std::hint::black_box(redline.one_text([&options; 2]));
        differences = redline.differences([&options; 2]).content.len();
        Ok(())
    })?;
    println!("redline, {name}: p50 {p50:.2} ms CPU, p95 {p95:.2} ms, {differences} differences");
    Ok(p50)
}

/// Runs something often; returns the milliseconds that half, and 95 %, of the runs stay below.
fn timed(batch: u32, mut run: impl FnMut() -> Result<()>) -> Result<[f64; 2]> {
    let samples = if batch == 1 { 3 } else { SAMPLES };
    let mut times = Vec::with_capacity(samples);
    for _ in 0..samples {
        let start = cpu()?;
        for _ in 0..batch {
            run()?;
        }
        times.push(cpu()?.saturating_sub(start) / batch);
    }
    times.sort_unstable();
    let at = |percent: usize| times[(samples - 1) * percent / 100].as_secs_f64() * 1e3;
    Ok([at(50), at(95)])
}

/// Compares; returns the milliseconds.
fn measured(name: &str, a: &str, b: &str, batch: u32) -> Result<f64> {
    let (mut edits, mut is_coarse) = (0, false);
    let [p50, p95] = timed(batch, || {
        let (a, b) = (guard::check(a.as_bytes())?, guard::check(b.as_bytes())?);
        let diff = compare(&a, &b)?;
        (edits, is_coarse) = (diff.edits_of(Relevance::Content).count(), diff.is_coarse);
        Ok(())
    })?;
    let coarse = if is_coarse { ", coarse" } else { "" };
    println!("diff, {name}: p50 {p50:.2} ms CPU, p95 {p95:.2} ms, {edits} edits{coarse}");
    Ok(p50)
}
