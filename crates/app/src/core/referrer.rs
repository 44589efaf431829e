//! A file that points to another one.

use domain::id::SnapshotId;
use domain::version::ReferenceKind;
use store::references::ReferenceEnd;

/// A file that points to another one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Referrer {
    pub kind: ReferenceKind,
    pub end: ReferenceEnd,
    /// The OEM revision that holds it so, where only one that waits for a decision does.
    pub waits_in: Option<SnapshotId>,
}
