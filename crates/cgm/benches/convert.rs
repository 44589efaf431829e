//! `make bench`: conversion time and output size for the pictures of a package.
//!
//! Each picture is converted several times and the best time counts, because it depends least on the machine's load. It
//! prints figures and never fails on a time.

#![expect(clippy::print_stdout, reason = "the printed table is what this program is for")]

#[expect(dead_code, reason = "other benchmarks have other kinds of goals")]
#[path = "../../testkit/benches/product/table.rs"]
mod table;

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use cgm::{ConvertOptions, convert, structures};
use zip::ZipArchive;

use table::Goal::AtMost;
use table::figure;

const ROUNDS: usize = 7;

fn main() -> Result<()> {
    // Cargo passes an option of its own.
    let archives: Vec<PathBuf> =
        std::env::args().skip(1).filter(|arg| !arg.starts_with("--")).map(PathBuf::from).collect();
    if archives.is_empty() {
        bail!("packages (ZIP) name what to measure; `make bench` gives them");
    }
    let mut pictures = Vec::new();
    for archive in &archives {
        read(archive, &mut pictures).with_context(|| format!("reading {}", archive.display()))?;
    }
    let (mut total, mut slowest, mut listed) = (Duration::ZERO, Duration::ZERO, Duration::ZERO);
    let (mut cgm, mut svg, mut largest) = (0, 0, 0);
    for picture in &pictures {
        let best = best_of(|| convert(picture, &ConvertOptions::default()).map(|converted| converted.svg.len()))?;
        listed += best_of(|| structures(picture).map(|found| found.len()))?.0;
        (total, slowest) = (total + best.0, slowest.max(best.0));
        (cgm, svg, largest) = (cgm + picture.len(), svg + best.1, largest.max(best.1));
    }
    let count = u32::try_from(pictures.len())?.max(1);
    let milliseconds = |time: Duration| time.as_secs_f64() * 1e3;
    println!("{} pictures; their structures alone {:.2} ms mean", pictures.len(), milliseconds(listed / count));
    figure("converting a picture, mean", milliseconds(total / count), AtMost(10.0), "ms");
    figure("converting a picture, the slowest", milliseconds(slowest), AtMost(50.0), "ms");
    #[expect(clippy::cast_precision_loss, reason = "sizes for people")]
    let (share, largest) = (svg as f64 / cgm.max(1) as f64, largest as f64 / 1e3);
    figure("SVG, of the size of the CGM", share, AtMost(2.0), "times");
    figure("the largest SVG", largest, AtMost(250.0), "kB");
    Ok(())
}

/// The shortest time of several rounds, and the result of the last one.
fn best_of<E: std::error::Error + Send + Sync + 'static>(
    work: impl Fn() -> Result<usize, E>,
) -> Result<(Duration, usize)> {
    let mut best = (Duration::MAX, 0);
    for _ in 0..ROUNDS {
        let start = Instant::now();
        let given = work()?;
        best = (best.0.min(start.elapsed()), given);
    }
    Ok(best)
}

fn read(archive: &Path, pictures: &mut Vec<Vec<u8>>) -> Result<()> {
    let mut archive = ZipArchive::new(File::open(archive)?)?;
    for index in 0..archive.len() {
        let mut entry = archive.by_index(index)?;
        let name = entry.name()?.into_owned();
        if Path::new(&name).extension().is_some_and(|ending| ending.eq_ignore_ascii_case("cgm")) {
            let mut bytes = Vec::new();
            entry.read_to_end(&mut bytes)?;
            pictures.push(bytes);
        }
    }
    Ok(())
}
