//! Checks the modules of a package against their business rules.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use domain::finding::{Finding, Rule, Severities};

use super::archive::{Archive, Entry, Limits, Reader, Source};
use super::findings::Findings;
use super::{Stopped, plan};
use crate::brex::{Brex, BrexPool};
use crate::guard;

/// BREX data modules that are read from a package, and their bytes together.
const MOST_BREXES: usize = 64;
const MOST_BREX_BYTES: u64 = 64 << 20;

/// What is told how many of how many files are done; it may stop the check.
pub type RuleProgress<'a> = dyn Fn(usize, usize) -> ControlFlow<()> + Sync + 'a;

/// Checks every module of a package against the BREX that it names and those below: of the package, else of the library.
/// The findings are remarks.
///
/// What is wrong with the rules themselves is said once for the package rather than for each module.
pub fn check_business_rules<R: Source>(
    source: R,
    library: Vec<Arc<Brex>>,
    threads: usize,
    progress: &RuleProgress<'_>,
) -> Result<Vec<Finding>, Stopped> {
    let (Some(archive), _) = Archive::open(source, &Limits::default()) else { return Ok(Vec::new()) };
    let is_read = |entry: &&Entry| plan::is_xml(&entry.name) && entry.size <= guard::Limits::TREE.bytes;
    let modules: Vec<&Entry> = archive.entries().iter().filter(is_read).collect();
    let mut pool = BrexPool::default();
    add_rules(&archive, &modules, &mut pool);
    for brex in library {
        pool.add(brex);
    }
    let (next, stopped) = (AtomicUsize::new(0), AtomicBool::new(false));
    let work = || {
        let (mut reader, mut findings) = (archive.reader(), Findings::default());
        while !stopped.load(Ordering::Relaxed) {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(entry) = modules.get(number) else { break };
            findings.extend(of_module(&mut reader, entry, &pool));
            if progress(number + 1, modules.len()).is_break() {
                stopped.store(true, Ordering::Relaxed);
            }
        }
        findings
    };
    let parts = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(work)).collect();
        workers.into_iter().map(thread::ScopedJoinHandle::join).collect::<Vec<_>>()
    });
    if stopped.load(Ordering::Relaxed) {
        return Err(Stopped);
    }
    let mut all = Findings::default();
    for part in parts.into_iter().flatten() {
        all.append(part);
    }
    Ok(all.finish(&Severities::default()))
}

/// Adds the BREX data modules of the package. One that cannot be read is missing for those that name it.
fn add_rules<R: Source>(archive: &Archive<R>, modules: &[&Entry], pool: &mut BrexPool) {
    let mut reader = archive.reader();
    let (mut count, mut bytes) = (0, 0);
    for entry in modules {
        let Ok(text) = reader.read(entry) else { continue };
        let is_brex = guard::check(&text).is_ok_and(|checked| pool.add_file(&checked).unwrap_or(false));
        if is_brex {
            count += 1;
            bytes += entry.size;
        }
        if count >= MOST_BREXES || bytes >= MOST_BREX_BYTES {
            break;
        }
    }
}

/// The findings about one file; none when it cannot be read, which the inspection reports.
fn of_module<R: Source>(reader: &mut Reader<'_, R>, entry: &Entry, pool: &BrexPool) -> Vec<Finding> {
    let Ok(text) = reader.read(entry) else { return Vec::new() };
    let Ok(checked) = guard::check(&text) else { return Vec::new() };
    // Lists, notes and the files of ATA 2300 name no BREX.
    if memchr::memmem::find(checked.text().as_bytes(), b"brexDmRef").is_none() {
        return Vec::new();
    }
    let Ok(verdict) = pool.check_file(&checked) else { return Vec::new() };
    let placed = |finding: Finding| match finding.rule {
        Rule::BrexNotFound | Rule::BrexOtherIssue | Rule::BrexCircle | Rule::BrexTooManyLayers | Rule::BrexUnjudged => {
            finding
        }
        _ => finding.in_file(&*entry.name),
    };
    verdict.findings().into_iter().map(|one| placed(one.finding)).collect()
}
