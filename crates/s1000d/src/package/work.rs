//! Reads all files of a package on several threads.

use std::collections::{BTreeMap, HashMap};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use domain::finding::{Finding, Rule};

use super::archive::{Archive, Source};
use super::findings::Findings;
use super::lists::{DispatchNote, ModuleList};
use super::plan::{Named, Plan, Unit};
use super::record::Record;
use super::unit::Worker;
use super::{Options, Stopped};
use crate::applic::tables::Tables;
use crate::applic::{Property, Values};

/// The results of reading all files.
#[derive(Debug, Default)]
pub(super) struct Read {
    /// In the order of the archive.
    pub records: Vec<Record>,
    /// The texts behind the numbers in the records, by worker.
    pub names: Vec<Vec<Box<str>>>,
    pub assertions: Vec<Vec<(Property, Values)>>,
    pub findings: Findings,
    pub lists: Lists,
    /// The content of each ACT, CCT and PCT, by its position.
    pub tables: HashMap<usize, Tables>,
    pub tally: Tally,
}

/// The results of one thread.
#[derive(Debug)]
pub(super) struct Part {
    pub names: Vec<Box<str>>,
    pub assertions: Vec<(Property, Values)>,
    pub records: Vec<Record>,
    pub findings: Findings,
    pub lists: Lists,
    pub tables: Vec<(usize, Tables)>,
    pub tally: Tally,
}

/// The lists of a plain package, with the place of each file.
#[derive(Debug, Default)]
pub(super) struct Lists {
    pub dispatch_notes: Vec<(usize, Named<DispatchNote>)>,
    pub module_lists: Vec<(usize, Named<ModuleList>)>,
}

/// The number of files that were checked against a schema.
#[derive(Debug, Default)]
pub(super) struct Tally {
    pub checked: BTreeMap<String, usize>,
    pub unchecked: BTreeMap<String, usize>,
    /// Files that name no schema, or one that is not there.
    pub without_schema: usize,
}

impl Tally {
    fn add(&mut self, other: Self) {
        for (mine, theirs) in [(&mut self.checked, other.checked), (&mut self.unchecked, other.unchecked)] {
            for (issue, count) in theirs {
                *mine.entry(issue).or_default() += count;
            }
        }
        self.without_schema += other.without_schema;
    }
}

/// Files from this size on go first, so that no thread is left alone with one at the end.
const LARGE: u64 = 1 << 20;

pub(super) fn run<R: Source>(archive: &Archive<R>, plan: &Plan, options: &Options<'_>) -> Result<Read, Stopped> {
    let size = |unit: &Unit| archive.entries()[unit.content].size;
    let (mut order, small): (Vec<Unit>, Vec<Unit>) = plan.units.iter().partition(|unit| size(unit) >= LARGE);
    order.sort_by_key(|unit| std::cmp::Reverse(size(unit)));
    order.extend(small);
    let queue = Queue { order, next: AtomicUsize::new(0), done: AtomicUsize::new(0), stopped: AtomicBool::new(false) };
    let parts = thread::scope(|scope| {
        let threads: Vec<_> = (0..options.threads.max(1))
            .map(|number| {
                scope.spawn({
                    let queue = &queue;
                    move || queue.work(Worker::new(number, archive, plan, options), options).finish()
                })
            })
            .collect();
        threads.into_iter().map(thread::ScopedJoinHandle::join).collect::<Vec<_>>()
    });
    if queue.stopped.load(Ordering::Relaxed) {
        return Err(Stopped);
    }
    let mut read = Read::default();
    for part in parts {
        let Ok(part) = part else {
            // A worker that panicked has lost what it read; nothing else may be concluded.
            let message = "a reader failed";
            read.findings.push(Finding::new(Rule::PackageUnreadable).with("message", message));
            read.names.push(Vec::new());
            read.assertions.push(Vec::new());
            continue;
        };
        read.records.extend(part.records);
        read.findings.append(part.findings);
        read.lists.dispatch_notes.extend(part.lists.dispatch_notes);
        read.lists.module_lists.extend(part.lists.module_lists);
        read.names.push(part.names);
        read.assertions.push(part.assertions);
        read.tables.extend(part.tables);
        read.tally.add(part.tally);
    }
    read.records.sort_by_key(|record| record.item.index);
    read.lists.dispatch_notes.sort_by_key(|(place, _)| *place);
    read.lists.module_lists.sort_by_key(|(place, _)| *place);
    Ok(read)
}

struct Queue {
    order: Vec<Unit>,
    next: AtomicUsize,
    done: AtomicUsize,
    stopped: AtomicBool,
}

impl Queue {
    fn work<'a, R: Source>(&self, mut worker: Worker<'a, R>, options: &Options<'_>) -> Worker<'a, R> {
        while !self.stopped.load(Ordering::Relaxed) {
            let Some(unit) = self.order.get(self.next.fetch_add(1, Ordering::Relaxed)) else { break };
            let goes_on = worker.read(*unit);
            let done = self.done.fetch_add(1, Ordering::Relaxed) + 1;
            if goes_on == ControlFlow::Break(()) || (options.progress)(done, self.order.len()) == ControlFlow::Break(())
            {
                self.stopped.store(true, Ordering::Relaxed);
            }
        }
        worker
    }
}
