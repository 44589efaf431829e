//! `make bench`: what a three-way merge costs, in CPU time of the thread that merges. It prints, and never fails because
//! something was slow.

#![expect(clippy::print_stdout, reason = "the printed lines are what this program is for")]

#[path = "support/edited.rs"]
mod edited;
#[path = "support/measure.rs"]
mod measure;

use anyhow::Result;
use s1000d::guard;
use s1000d::merge::merge;

use edited::edited;
use measure::{cpu, module};

const SAMPLES: usize = 21;

fn main() -> Result<()> {
    let small = module(20 << 10)?;
    measured("20 kB, 10 edits of theirs, 3 of ours", &small, &edited(&small), &ours(&small), 20)?;
    measured("20 kB, no edit", &small, &small, &small, 20)?;
    let large = module(2 << 20)?;
    measured("2 MB, 10 edits of theirs, 3 of ours", &large, &edited(&large), &ours(&large), 1)
}

/// Changes words, and inserts a step, at the end of a module.
fn ours(text: &str) -> String {
    let mut out = text.to_owned();
    for (old, new) in
        [("cowling", "upper cowling"), ("Torque the", "Tighten the"), ("Do not stand", "Nobody may stand")]
    {
        if let Some(at) = out.rfind(old) {
            out.replace_range(at..at + old.len(), new);
        }
    }
    if let Some(at) = out.rfind("</mainProcedure>") {
        out.insert_str(at, "<proceduralStep><para>Write an entry into the log book.</para></proceduralStep>");
    }
    out
}

fn measured(name: &str, base: &str, theirs: &str, ours: &str, batch: u32) -> Result<()> {
    let samples = if batch == 1 { 3 } else { SAMPLES };
    let mut times = Vec::with_capacity(samples);
    let mut conflicts = 0;
    for _ in 0..samples {
        let start = cpu()?;
        for _ in 0..batch {
            let (base, theirs) = (guard::check(base.as_bytes())?, guard::check(theirs.as_bytes())?);
            conflicts = merge(&base, &theirs, &guard::check(ours.as_bytes())?)?.conflicts.len();
        }
        times.push(cpu()?.saturating_sub(start) / batch);
    }
    times.sort_unstable();
    let at = |percent: usize| times[(samples - 1) * percent / 100].as_secs_f64() * 1e3;
    println!("merge, {name}: p50 {:.2} ms CPU, p95 {:.2} ms, {conflicts} conflicts", at(50), at(95));
    Ok(())
}
