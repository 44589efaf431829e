//! Checks the modules of a package against their business rules.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use domain::finding::{Finding, Rule, Severities};

use super::archive::{Archive, Entry, Limits, Reader, Source};
use super::findings::Findings;
use super::{Stopped, plan};
use crate::brex::{Brex, BrexPool, RulePatience, named_brex};
use crate::object::ObjectRef;
use crate::{generated, guard};

/// BREX data modules that are read from a package, and their bytes together.
const MOST_BREXES: usize = 64;
const MOST_BREX_BYTES: u64 = 64 << 20;
/// Different BREX data modules that modules of a package name, and bytes of the words that name one.
const MOST_NAMED: usize = 256;
const MOST_WORDS: usize = 4 << 10;

/// Reports how many of how many files are done; it may stop the check.
pub type RuleProgress<'a> = dyn Fn(usize, usize) -> ControlFlow<()> + Sync + 'a;

/// The modules of a package with the rules that they name.
#[derive(Debug)]
pub struct PackageRules<R> {
    archive: Archive<R>,
    pool: BrexPool,
    named: Vec<ObjectRef>,
}

impl<R: Source> PackageRules<R> {
    /// Reads the BREX data modules of a package, and which ones its modules name; none for a file that is no archive.
    pub fn read(source: R, progress: &RuleProgress<'_>) -> Result<Option<Self>, Stopped> {
        let (Some(archive), _) = Archive::open(source, &Limits::default()) else { return Ok(None) };
        let (pool, named) = rules_of(&archive, progress)?;
        Ok(Some(Self { archive, pool, named }))
    }

    /// The BREX data modules that modules of the package name, each once.
    pub fn named(&self) -> &[ObjectRef] {
        &self.named
    }

    /// Those of the package, and what was added to them.
    pub fn pool(&self) -> &BrexPool {
        &self.pool
    }

    /// Adds a BREX of the library.
    pub fn add(&mut self, brex: Arc<Brex>) {
        self.pool.add(brex);
    }

    /// Checks every module against the BREX that it names and those below. The findings are remarks.
    ///
    /// Faults of the rules themselves are reported once for the package rather than for each module.
    pub fn check(&self, threads: usize, progress: &RuleProgress<'_>) -> Result<Vec<Finding>, Stopped> {
        let modules = modules_of(&self.archive);
        let patience = RulePatience::default();
        let (next, stopped) = (AtomicUsize::new(0), AtomicBool::new(false));
        let work = || {
            let (mut reader, mut findings) = (self.archive.reader(), Findings::default());
            while !stopped.load(Ordering::Relaxed) {
                let number = next.fetch_add(1, Ordering::Relaxed);
                let Some(entry) = modules.get(number) else { break };
                findings.extend(of_module(&mut reader, entry, &self.pool, &patience));
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
}

fn modules_of<R: Source>(archive: &Archive<R>) -> Vec<&Entry> {
    let is_read = |entry: &&Entry| plan::is_xml(&entry.name) && entry.size <= guard::Limits::TREE.bytes;
    archive.entries().iter().filter(is_read).collect()
}

/// The BREX data modules of a package, and those that its modules name. One that cannot be read is missing for those
/// that name it.
fn rules_of<R: Source>(
    archive: &Archive<R>,
    progress: &RuleProgress<'_>,
) -> Result<(BrexPool, Vec<ObjectRef>), Stopped> {
    let (mut pool, mut named): (BrexPool, Vec<ObjectRef>) = (BrexPool::default(), Vec::new());
    let (mut count, mut bytes, mut seen) = (0, 0, HashSet::<String>::new());
    let modules = modules_of(archive);
    let mut reader = archive.reader();
    for (number, entry) in modules.iter().enumerate() {
        if progress(number + 1, modules.len()).is_break() {
            return Err(Stopped);
        }
        let Ok(text) = reader.read(entry) else { continue };
        let Ok(checked) = guard::check(&text) else { continue };
        if generated::is_generated_file(&checked, &text) {
            continue;
        }
        let has_room = count < MOST_BREXES && bytes < MOST_BREX_BYTES;
        if has_room && pool.add_file(&checked).unwrap_or(false) {
            count += 1;
            bytes += entry.size;
        }
        // Nearly all modules name the same BREX in the same words: the tree is read for the first of them.
        let Some(words) = naming_words(checked.text()) else { continue };
        if named.len() < MOST_NAMED && seen.len() < MOST_NAMED && !seen.contains(words) {
            if words.len() <= MOST_WORDS {
                seen.insert(words.to_owned());
            }
            let reference = named_brex(&checked).ok().flatten();
            named.extend(reference.filter(|reference| !named.contains(reference)));
        }
    }
    Ok((pool, named))
}

/// The part of a text that names its BREX.
fn naming_words(text: &str) -> Option<&str> {
    const ELEMENT: &[u8] = b"brexDmRef";
    let first = memchr::memmem::find(text.as_bytes(), ELEMENT)?;
    let last = memchr::memmem::rfind(text.as_bytes(), ELEMENT)?;
    text.get(first..last)
}

/// The findings about one file; none when it cannot be read, which the inspection reports.
fn of_module<R: Source>(
    reader: &mut Reader<'_, R>,
    entry: &Entry,
    pool: &BrexPool,
    patience: &RulePatience,
) -> Vec<Finding> {
    let Ok(text) = reader.read(entry) else { return Vec::new() };
    let Ok(checked) = guard::check(&text) else { return Vec::new() };
    // Lists, notes and the files of ATA 2300 name no BREX.
    if memchr::memmem::find(checked.text().as_bytes(), b"brexDmRef").is_none() {
        return Vec::new();
    }
    // Front matter of the sender is not taken over.
    if generated::is_generated_file(&checked, &text) {
        return Vec::new();
    }
    let Ok(verdict) = pool.check_one_of_many(&checked, patience) else { return Vec::new() };
    let placed = |finding: Finding| match finding.rule {
        Rule::BrexNotFound | Rule::BrexOtherIssue | Rule::BrexCircle | Rule::BrexTooManyLayers | Rule::BrexUnjudged => {
            finding
        }
        _ => finding.in_file(&*entry.name),
    };
    verdict.findings().into_iter().map(|one| placed(one.finding)).collect()
}
