//! Process statistics of the kernel: CPU time and private memory.

use std::fs;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use anyhow::{Context, Result};

/// The kernel's clock tick.
const TICK: Duration = Duration::from_millis(10);
/// Sampling interval of memory.
const LOOK: Duration = Duration::from_millis(20);

/// A process id, as a folder of `/proc`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Process(pub(crate) u32);

impl Process {
    pub(crate) fn this() -> Self {
        Self(std::process::id())
    }

    /// CPU time of the process, user and system.
    pub(crate) fn cpu(self) -> Result<Duration> {
        self.ticks(13)
    }

    /// CPU time of its waited-for child processes.
    pub(crate) fn cpu_of_children(self) -> Result<Duration> {
        self.ticks(15)
    }

    /// The sum of two adjacent fields, user and system time.
    fn ticks(self, field: usize) -> Result<Duration> {
        let stat = fs::read_to_string(format!("/proc/{}/stat", self.0)).context("this needs Linux")?;
        // The name may contain blanks and parentheses; fields start after the last one.
        let rest = stat.rsplit_once(')').context("a name")?.1;
        let fields: Vec<&str> = rest.split_ascii_whitespace().collect();
        let count = |index: usize| -> Result<u32> { Ok(fields.get(index).context("a field")?.parse()?) };
        // The first field after the name is field 3.
        Ok(TICK * (count(field - 2)? + count(field - 1)?))
    }

    /// Anonymous memory in kB, without mapped files.
    pub(crate) fn anonymous_memory(self) -> Result<u64> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.0))?;
        let line = status.lines().find_map(|line| line.strip_prefix("RssAnon:"));
        let figure = line.and_then(|text| text.split_whitespace().next());
        Ok(figure.context("no RssAnon in /proc (Linux only)")?.parse()?)
    }

    /// Samples the memory of the process until its peak is read.
    pub(crate) fn watch(self) -> Watch {
        let done = Arc::new(AtomicBool::new(false));
        let watching = thread::spawn({
            let done = Arc::clone(&done);
            move || {
                let mut peak = 0;
                while !done.load(Ordering::Relaxed) {
                    peak = peak.max(self.anonymous_memory().unwrap_or_default());
                    thread::sleep(LOOK);
                }
                peak
            }
        });
        Watch { done, watching }
    }
}

/// Samples the memory of a process.
#[derive(Debug)]
pub(crate) struct Watch {
    done: Arc<AtomicBool>,
    watching: JoinHandle<u64>,
}

impl Watch {
    /// The highest sample, in MB.
    pub(crate) fn peak(self) -> u64 {
        self.done.store(true, Ordering::Relaxed);
        self.watching.join().unwrap_or_default() / 1024
    }
}
