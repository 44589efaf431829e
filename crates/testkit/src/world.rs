//! A controllable clock and predictable ids.

#![expect(clippy::expect_used, reason = "a test whose work does not come to its stop must end at once")]

use std::fs::OpenOptions;
use std::io::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread::{self, ThreadId};
use std::time::Duration;

use app::{Clock, IdSource};
use chrono::{DateTime, TimeDelta, Utc};
use tokio::sync::oneshot;

/// A clock that only moves when told.
#[derive(Debug)]
pub struct TestClock(Mutex<DateTime<Utc>>);

impl Default for TestClock {
    fn default() -> Self {
        let start = DateTime::from_timestamp(1_767_225_600, 0).unwrap_or_default();
        Self(Mutex::new(start))
    }
}

impl TestClock {
    /// Advances the clock.
    pub fn advance(&self, by: TimeDelta) {
        let mut now = self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        *now += by;
    }
}

impl Clock for TestClock {
    fn now(&self) -> DateTime<Utc> {
        *self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

/// Ids that count up.
#[derive(Debug, Default)]
pub struct CountingIds {
    next: AtomicU64,
    stop: Mutex<Option<ThreadStop>>,
}

/// Where the next thread beside the test's own waits.
#[derive(Debug)]
struct ThreadStop {
    own: ThreadId,
    reached: oneshot::Sender<()>,
    /// Closed when the thread may go on.
    closed: mpsc::Receiver<()>,
}

/// Stops blocking work where it asks for its first id, so that a test can do something meanwhile. The work goes on once
/// this is dropped.
#[derive(Debug)]
pub struct WorkStop {
    reached: oneshot::Receiver<()>,
    _open: mpsc::Sender<()>,
}

impl WorkStop {
    /// Waits until the work has stopped.
    pub async fn reached(&mut self) {
        let reached = tokio::time::timeout(Duration::from_mins(1), &mut self.reached).await;
        reached.expect("in time").expect("the work comes to the stop");
    }
}

impl CountingIds {
    /// Ids that no program gave before that counted from 0.
    pub fn later() -> Self {
        Self { next: AtomicU64::new(10_000_000), ..Self::default() }
    }

    /// Stops the next thread beside the caller's that asks for an id.
    pub fn stop_work(&self) -> WorkStop {
        let (reached, is_reached) = oneshot::channel();
        let (open, closed) = mpsc::channel();
        let stop = ThreadStop { own: thread::current().id(), reached, closed };
        *self.stop.lock().unwrap_or_else(PoisonError::into_inner) = Some(stop);
        WorkStop { reached: is_reached, _open: open }
    }
}

impl IdSource for CountingIds {
    fn next(&self) -> String {
        let is_beside = |stop: &mut ThreadStop| stop.own != thread::current().id();
        let stop = self.stop.lock().unwrap_or_else(PoisonError::into_inner).take_if(is_beside);
        if let Some(stop) = stop {
            let _ = stop.reached.send(());
            let _ = stop.closed.recv();
        }
        format!("{:08}", self.next.fetch_add(1, Ordering::Relaxed))
    }
}

/// The number of kills requested by a benchmark; `None` in normal tests.
#[expect(clippy::disallowed_methods, reason = "a test has no settings")]
pub fn kills() -> Option<u32> {
    std::env::var("AIRFOLIO_TEST_KILLS").ok()?.parse().ok()
}

/// The number of generated requests that a benchmark asks for; `None` in normal tests.
#[expect(clippy::disallowed_methods, reason = "a test has no settings")]
pub fn requests() -> Option<u32> {
    std::env::var("AIRFOLIO_TEST_REQUESTS").ok()?.parse().ok()
}

/// Says that a test could not be done here: on standard error, and in the file that `AIRFOLIO_TEST_SKIPPED` names, whose
/// lines the test script prints at its end. Test runners hide the output of tests that pass.
#[expect(clippy::disallowed_methods, reason = "a test has no settings")]
pub fn not_tested(why: &str) {
    let line = format!("NOT TESTED: {why}\n");
    let _ = std::io::stderr().write_all(line.as_bytes());
    if let Ok(file) = std::env::var("AIRFOLIO_TEST_SKIPPED") {
        let written = OpenOptions::new().append(true).create(true).open(file);
        let _ = written.and_then(|mut file| file.write_all(line.as_bytes()));
    }
}
