//! `make bench`: what it costs to compare two versions of a module, in CPU time of the thread that compares them. It
//! prints, and never fails because something was slow.

#![expect(clippy::print_stdout, reason = "the printed lines are what this program is for")]

#[path = "support/edited.rs"]
mod edited;
#[path = "support/measure.rs"]
mod measure;

use anyhow::Result;
use s1000d::diff::{Relevance, compare};
use s1000d::guard;

use edited::edited;
use measure::{cpu, module};

const SAMPLES: usize = 21;

fn main() -> Result<()> {
    let small = module(20 << 10)?;
    measured("20 kB, 10 edits (promised: 10.00 ms)", &small, &edited(&small), 20)?;
    measured("20 kB, no edit", &small, &small, 20)?;
    let large = module(2 << 20)?;
    measured("2 MB, 10 edits", &large, &edited(&large), 1)?;
    let other = |letter: char| {
        let paras: Vec<String> = (0..100_000).map(|index| format!("<para>{letter}{index} word</para>")).collect();
        format!("<content>{}</content>", paras.concat())
    };
    measured("100,000 siblings with nothing in common", &other('a'), &other('b'), 1)?;
    let words = |letter: char| {
        let words: Vec<String> = (0..200_000).map(|index| format!("{letter}{index} ")).collect();
        format!("<content><para>{}</para></content>", words.concat())
    };
    measured("one paragraph of 200,000 other words", &words('a'), &words('b'), 1)
}

fn measured(name: &str, a: &str, b: &str, batch: u32) -> Result<()> {
    let samples = if batch == 1 { 3 } else { SAMPLES };
    let mut times = Vec::with_capacity(samples);
    let (mut edits, mut is_coarse) = (0, false);
    for _ in 0..samples {
        let start = cpu()?;
        for _ in 0..batch {
            let (a, b) = (guard::check(a.as_bytes())?, guard::check(b.as_bytes())?);
            let diff = compare(&a, &b)?;
            (edits, is_coarse) = (diff.edits_of(Relevance::Content).count(), diff.is_coarse);
        }
        times.push(cpu()?.saturating_sub(start) / batch);
    }
    times.sort_unstable();
    let at = |percent: usize| times[(samples - 1) * percent / 100].as_secs_f64() * 1e3;
    let coarse = if is_coarse { ", coarse" } else { "" };
    println!("diff, {name}: p50 {:.2} ms CPU, p95 {:.2} ms, {edits} edits{coarse}", at(50), at(95));
    Ok(())
}
