//! Requirements and references as they were at a moment.

use chrono::{DateTime, NaiveDate, Utc};

use super::{PolicyItemKind, PolicyReferenceState, PolicyScope, PolicyStatus, PolicyTarget};
use crate::id::{
    AuditPackId, ComplianceCollectionId, ManualId, ObjectId, PolicyCategoryId, PolicyItemId, PolicyReferenceId,
};

/// Collections that one audit pack may hold.
pub const MAX_PACK_COLLECTIONS: usize = 20;
/// Audit packs that are kept.
pub const MAX_PACKS: u64 = 1_000;

/// A signed archive of collections as they were at a moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditPack {
    pub id: AuditPackId,
    /// Id and name, by name.
    pub collections: Vec<(ComplianceCollectionId, String)>,
    pub as_of: DateTime<Utc>,
    pub file_name: String,
    /// In bytes.
    pub size: u64,
    pub items: u64,
    /// Quoted texts.
    pub paragraphs: u64,
    /// Files of evidence.
    pub evidence: u64,
    /// An account.
    pub created_by: String,
    pub created_on: DateTime<Utc>,
}

/// An item as it was at a moment. Its category is the one of today.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub struct DatedPolicyItem {
    pub id: PolicyItemId,
    pub category: Option<PolicyCategoryId>,
    pub code: String,
    pub title: String,
    /// The wording then; without its clauses where [`Self::is_text_of_today`].
    pub text: String,
    /// Nobody has changed the requirement since.
    pub is_text_of_today: bool,
    pub kind: PolicyItemKind,
    pub effective_on: Option<NaiveDate>,
    pub is_assessable: bool,
    pub status: PolicyStatus,
    /// A status that waited for an approver.
    pub proposed: Option<PolicyStatus>,
    pub scope: PolicyScope,
    /// An account; empty for none.
    pub owner: String,
    pub review_on: Option<NaiveDate>,
    pub needs_recheck: bool,
    pub is_withdrawn: bool,
    /// It is known what it was. Changes by programs before this record of changes were not kept.
    pub is_certain: bool,
    pub has_references: bool,
    pub has_evidence: bool,
}

/// A reference as it was at a moment. All names are empty where its manual is deleted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DatedPolicyReference {
    pub id: PolicyReferenceId,
    /// As in `(a)(1)`; empty for the whole item.
    pub clause: String,
    pub target: PolicyTarget,
    /// `None` where the manual is deleted.
    pub manual: Option<ManualId>,
    pub manual_path: String,
    pub object: Option<ObjectId>,
    /// The file name of the module.
    pub key: String,
    pub chapter: String,
    pub anchor: String,
    /// The beginning of the text in the version in which it was confirmed.
    pub quote: String,
    pub state: PolicyReferenceState,
    pub comment: String,
    pub confirmed_on: DateTime<Utc>,
    /// The content in which it was confirmed.
    pub confirmed_blob: Option<String>,
    pub is_certain: bool,
}
