//! `make bench`: what it costs to draw a module of 20 kB, in CPU time of the thread that draws it. It prints, and
//! never fails because something was slow.

#![expect(clippy::print_stdout, reason = "the printed line is what this program is for")]

#[path = "support/measure.rs"]
mod measure;
#[expect(dead_code, reason = "other benchmarks have other kinds of goals")]
#[path = "../../testkit/benches/product/table.rs"]
mod table;

use anyhow::Result;
use domain::language::Locale;
use s1000d::applic::Assignments;
use s1000d::applic::tables::{Bilingual, Tables};
use s1000d::document::html::{Options, Outside, Unresolved, render};
use s1000d::guard;

use measure::{cpu, module};
use table::Goal::AtMost;
use table::figure;

/// Drawings in one sample: clocks of CPU time may be as coarse as 10 ms.
const BATCH: u32 = 100;
const SAMPLES: usize = 21;
const BYTES: usize = 20 << 10;

fn main() -> Result<()> {
    let text = module(BYTES)?;
    let (choice, tables) = (Assignments::default(), Tables::default());
    let options = Options {
        locale: Locale::English,
        choice: &choice,
        outside: Outside::Hide,
        tables: Bilingual::alike(&tables),
        links: &Unresolved,
    };
    let mut times = Vec::with_capacity(SAMPLES);
    let mut size = 0;
    for _ in 0..SAMPLES {
        let start = cpu()?;
        for _ in 0..BATCH {
            // The guard is part of the price: nothing is drawn without it.
            let checked = guard::check(text.as_bytes())?;
            size = render(&checked, &options)?.html.len();
        }
        times.push(cpu()?.saturating_sub(start) / BATCH);
    }
    times.sort_unstable();
    let at = |percent: usize| times[(SAMPLES - 1) * percent / 100].as_secs_f64() * 1e3;
    println!("render of {} kB of XML to {} kB of HTML: p95 {:.2} ms CPU", text.len() >> 10, size >> 10, at(95));
    figure("drawing a module of 20 kB, p50 CPU", at(50), AtMost(0.5), "ms");
    Ok(())
}
