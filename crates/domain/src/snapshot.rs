//! Snapshots: sets of object versions, and the lanes that point to them.

use chrono::{DateTime, TimeDelta, Utc};

use crate::id::{ManualId, SnapshotId};
use crate::object::words;

words! {
    /// A named pointer of a manual to a snapshot.
    Lane {
        /// As delivered by the manufacturer.
        Oem = "oem",
        /// The operator's current versions.
        Working = "working",
        /// A publication under approval.
        Frozen = "frozen",
        /// The last approved publication.
        Released = "released",
    }
}

words! {
    /// The operator's decision about an OEM revision.
    Decision {
        Waiting = "waiting",
        Confirmed = "confirmed",
        Rejected = "rejected",
        Superseded = "superseded",
    }
}

/// How far the clock of another machine may be ahead of ours.
const CLOCK_DIFFERENCE: TimeDelta = TimeDelta::minutes(1);

/// Whether a moment lies in the future: nobody knows what a lane will contain then.
pub fn is_future(moment: DateTime<Utc>, now: DateTime<Utc>) -> bool {
    moment > now + CLOCK_DIFFERENCE
}

/// The state of a manual that is read: a lane, now or at a moment, or one revision.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Reading {
    pub lane: Option<Lane>,
    /// Wins over the lane.
    pub revision: Option<SnapshotId>,
    /// The lane as it was at this moment.
    pub as_of: Option<DateTime<Utc>>,
}

impl Reading {
    /// The lane that is read when no revision is asked for.
    pub fn lane(&self) -> Lane {
        self.lane.unwrap_or(Lane::Working)
    }

    /// The current state of the working lane is read: the one that can be changed.
    pub fn is_worked_on(&self) -> bool {
        self.revision.is_none() && self.as_of.is_none() && self.lane() == Lane::Working
    }
}

/// A readable snapshot: one revision of a manual.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Snapshot {
    pub id: SnapshotId,
    pub manual_id: ManualId,
    /// The lane it was made for; other lanes may point to it too.
    pub lane: Lane,
    /// Counted from 1 per manual and lane.
    pub number: i64,
    pub name: String,
    /// Only for OEM revisions.
    pub decision: Option<Decision>,
    pub package_id: Option<String>,
    pub issue_number: String,
    pub issue_date: String,
    pub language: String,
    /// From a complete package, not merged with the previous revision.
    pub complete: bool,
    pub object_count: u64,
    pub module_count: u64,
    pub created_by: String,
    pub created_on: DateTime<Utc>,
}

impl Snapshot {
    /// The languages of the package it was made from. The snapshot may hold more languages, copied from the previous
    /// one.
    pub fn languages(&self) -> impl Iterator<Item = &str> {
        self.language.split(',').filter(|language| !language.is_empty())
    }
}

/// A snapshot to create.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewSnapshot {
    pub manual_id: ManualId,
    pub lane: Lane,
    pub name: String,
    pub package_id: Option<String>,
    pub issue_number: String,
    pub issue_date: String,
    pub language: String,
    pub complete: bool,
    pub created_by: String,
    pub created_on: DateTime<Utc>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_differ_by_a_minute_at_most() {
        let now = DateTime::UNIX_EPOCH;
        assert!(!is_future(now + TimeDelta::minutes(1), now));
        assert!(is_future(now + TimeDelta::seconds(61), now));
    }

    #[test]
    fn the_lane_names_are_those_of_the_api() {
        assert_eq!(Lane::ALL.map(Lane::as_str), ["oem", "working", "frozen", "released"]);
        assert_eq!(Lane::parse("working"), Some(Lane::Working));
        assert_eq!(Decision::ALL.map(Decision::as_str), ["waiting", "confirmed", "rejected", "superseded"]);
    }
}
