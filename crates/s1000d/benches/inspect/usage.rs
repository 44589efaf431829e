//! What the kernel says about this process and those it has run.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result};

/// The kernel counts in hundredths of a second.
const TICK: Duration = Duration::from_millis(10);

/// CPU time of this process.
pub(crate) fn own() -> Result<Duration> {
    ticks(13)
}

/// CPU time of the processes that it has run and waited for.
pub(crate) fn children() -> Result<Duration> {
    ticks(15)
}

/// The sum of two neighbouring fields of `/proc/self/stat`, user and system time.
fn ticks(field: usize) -> Result<Duration> {
    let stat = std::fs::read_to_string("/proc/self/stat").context("this needs Linux")?;
    // The name before may hold blanks; what follows the last parenthesis does not.
    let rest = stat.rsplit_once(')').context("a name")?.1;
    let fields: Vec<&str> = rest.split_ascii_whitespace().collect();
    let count = |index: usize| -> Result<u32> { Ok(fields.get(index).context("a field")?.parse()?) };
    // The first field after the name is the third of all.
    Ok(TICK * (count(field - 2)? + count(field - 1)?))
}

/// Runs something that can be stopped, and gives the most anonymous memory seen meanwhile, in MB.
pub(crate) fn peak<T, E: std::fmt::Debug>(run: impl FnOnce() -> Result<T, E>) -> (T, u64) {
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        let watch = scope.spawn(|| {
            let mut peak = 0;
            while !done.load(Ordering::Relaxed) {
                peak = peak.max(anonymous());
                thread::sleep(Duration::from_millis(20));
            }
            peak
        });
        let result = run();
        done.store(true, Ordering::Relaxed);
        let peak = watch.join().unwrap_or_default();
        match result {
            Ok(value) => (value, peak),
            Err(error) => panic!("nobody stops it: {error:?}"),
        }
    })
}

fn anonymous() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("RssAnon:"));
    line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<u64>().ok()).unwrap_or_default() / 1024
}
