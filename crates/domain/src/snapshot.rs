//! Snapshots: sets of versions that belong together, and the lanes that point to them.

use chrono::{DateTime, Utc};

use crate::id::{ManualId, SnapshotId};
use crate::object::words;

words! {
    /// A way through the life of a manual; each points to a snapshot.
    Lane {
        /// As the manufacturer delivered it.
        Oem = "oem",
        /// The operator's current versions.
        Working = "working",
        /// A publication that is being approved.
        Frozen = "frozen",
        /// The last one that was approved.
        Released = "released",
    }
}

words! {
    /// What was decided about an OEM revision.
    Decision {
        Waiting = "waiting",
        Confirmed = "confirmed",
        Rejected = "rejected",
        Superseded = "superseded",
    }
}

/// A snapshot that can be read: a revision of a manual.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Snapshot {
    pub id: SnapshotId,
    pub manual_id: ManualId,
    /// The lane it was made for; others may point to it as well.
    pub lane: Lane,
    /// Counts from 1 for each manual and lane.
    pub number: i64,
    pub name: String,
    /// Only for OEM revisions.
    pub decision: Option<Decision>,
    pub package_id: Option<String>,
    pub issue_number: String,
    pub issue_date: String,
    pub language: String,
    /// Whether it was delivered whole, not laid over the one before.
    pub complete: bool,
    pub object_count: u64,
    pub module_count: u64,
    pub created_by: String,
    pub created_on: DateTime<Utc>,
}

impl Snapshot {
    /// The languages of the package that it was made of; it may hold more, which it took over.
    pub fn languages(&self) -> impl Iterator<Item = &str> {
        self.language.split(',').filter(|language| !language.is_empty())
    }
}

/// A snapshot to be built.
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
    fn the_words_are_those_of_the_api() {
        assert_eq!(Lane::ALL.map(Lane::as_str), ["oem", "working", "frozen", "released"]);
        assert_eq!(Lane::parse("working"), Some(Lane::Working));
        assert_eq!(Decision::ALL.map(Decision::as_str), ["waiting", "confirmed", "rejected", "superseded"]);
    }
}
