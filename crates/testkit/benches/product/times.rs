//! Times of many requests of one kind.

use std::time::{Duration, Instant};

use anyhow::{Context, Result};

#[derive(Debug, Default)]
pub(crate) struct Times(Vec<Duration>);

impl Times {
    /// Adds the time since a moment.
    pub(crate) fn since(&mut self, moment: Instant) {
        self.0.push(moment.elapsed());
    }

    pub(crate) fn append(&mut self, mut other: Self) {
        self.0.append(&mut other.0);
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// In milliseconds, the time that this percentage of the requests stays below.
    pub(crate) fn at(&self, percent: usize) -> Result<f64> {
        let mut sorted = self.0.clone();
        sorted.sort_unstable();
        let at = (sorted.len() * percent / 100).min(sorted.len().saturating_sub(1));
        Ok(sorted.get(at).context("nothing was measured")?.as_secs_f64() * 1e3)
    }
}
