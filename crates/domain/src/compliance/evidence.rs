//! Files that prove how a requirement is met.

use chrono::{DateTime, NaiveDate, Utc};

use crate::comment::Commenter;
use crate::id::{ManualId, PolicyEvidenceId, PolicyItemId, PolicyReferenceId};

/// Files of one item.
pub const MAX_EVIDENCE: u64 = 50;
/// Bytes of one of them.
pub const MAX_EVIDENCE_BYTES: usize = 10 << 20;
/// Files that one person may add within a day.
pub const MAX_EVIDENCE_PER_DAY: u64 = 500;

/// A file that proves how a requirement is met, such as a record or a certificate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PolicyEvidence {
    pub id: PolicyEvidenceId,
    pub item: PolicyItemId,
    /// The reference that it is about; `None` for the whole requirement, and once the reference is deleted or leads to
    /// another manual.
    pub reference: Option<PolicyReferenceId>,
    /// Only those who may see this manual see the file; `None` for everybody.
    pub manual: Option<ManualId>,
    /// As in `/H160/MEL`; empty without a manual.
    pub manual_path: String,
    pub file_name: String,
    /// In bytes.
    pub size: u64,
    /// The day from which it is valid.
    pub effective_on: Option<NaiveDate>,
    pub author: Commenter,
    pub created_on: DateTime<Utc>,
}
