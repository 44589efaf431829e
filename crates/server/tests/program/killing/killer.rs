//! The times of the kills.

use std::time::Duration;

/// The seed of the kill times.
const SEED: u64 = 20_261_115;

/// Chooses kill times, evenly distributed over the undisturbed duration of each phase.
pub(super) struct Killer {
    pub(super) left: u32,
    state: u64,
    usual: Vec<(&'static str, Duration)>,
}

impl Killer {
    /// Does not kill until activated.
    pub(super) fn idle() -> Self {
        Self { left: 0, state: SEED, usual: Vec::new() }
    }

    /// A number below 1000, by xorshift.
    pub(super) fn next(&mut self) -> u32 {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        u32::try_from(self.state % 1000).expect("below 1000")
    }

    /// An id that no other upload of the run has.
    pub(super) fn upload_id(&mut self) -> String {
        self.next();
        format!("00000000-0000-4000-8000-{:012x}", self.state & 0xffff_ffff_ffff)
    }

    /// Works without kills, for a preparation in the middle.
    pub(super) fn pause<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let left = std::mem::take(&mut self.left);
        let done = work(self);
        self.left = left;
        done
    }

    /// How long to run a phase before the kill; `None`: to its end.
    pub(super) fn moment(&mut self, phase: &str) -> Option<Duration> {
        self.left = self.left.checked_sub(1)?;
        let usual = self.usual.iter().find(|(name, _)| *name == phase).map_or(Duration::ZERO, |(_, usual)| *usual);
        Some(usual * self.next() / 1000)
    }

    pub(super) fn learn(&mut self, phase: &'static str, took: Duration) {
        if !self.usual.iter().any(|(name, _)| *name == phase) {
            self.usual.push((phase, took));
        }
    }
}
