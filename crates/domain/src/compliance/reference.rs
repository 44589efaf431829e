//! References from requirements to places in manuals.

use chrono::{DateTime, NaiveDate, Utc};

use super::PolicyHeader;
use crate::comment::Commenter;
use crate::id::{ManualId, ObjectId, PolicyClauseId, PolicyItemId, PolicyReferenceId, VersionId};
use crate::object::words;

words! {
    /// The kind of place that a reference leads to.
    PolicyTarget {
        Manual = "manual",
        Chapter = "chapter",
        Module = "module",
        Paragraph = "paragraph",
    }
}

words! {
    PolicyReferenceState {
        Current = "current",
        /// The text changed since somebody confirmed the reference.
        Recheck = "recheck",
    }
}

/// A place in a manual, in the version that somebody has read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PolicyPlace {
    pub target: PolicyTarget,
    pub manual: ManualId,
    /// Of a module or a paragraph.
    pub module: Option<(ObjectId, VersionId)>,
    /// The number of a chapter, as in `28-21`; empty for other targets.
    pub chapter: String,
    /// With the fingerprint of its text; empty for other targets than paragraphs.
    pub anchor: String,
    /// The beginning of the paragraph, or the title of the module.
    pub quote: String,
}

/// A reference from an item, or one of its clauses, to a place in a manual.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PolicyReference {
    pub id: PolicyReferenceId,
    pub item: PolicyItemId,
    pub clause: Option<PolicyClauseId>,
    pub target: PolicyTarget,
    /// `None` once the manual is purged.
    pub manual: Option<ManualId>,
    pub object: Option<ObjectId>,
    /// The version in which somebody confirmed it.
    pub confirmed: Option<VersionId>,
    pub chapter: String,
    pub anchor: String,
    pub quote: String,
    pub state: PolicyReferenceState,
    pub comment: String,
    /// The person in charge of it; `None` where the owner of the requirement is.
    pub owner: Option<Commenter>,
    /// The day of its next review, besides that of the requirement.
    pub review_on: Option<NaiveDate>,
    pub author: Commenter,
    pub created_on: DateTime<Utc>,
    pub updated_on: DateTime<Utc>,
    /// When somebody last confirmed that its text answers the requirement.
    pub confirmed_on: DateTime<Utc>,
    pub version: i64,
}

/// A reference with what its place is called now. All names are empty where it leads nowhere.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LocatedReference {
    pub reference: PolicyReference,
    /// The path of the manual, and of the module if there is one.
    pub manual_path: String,
    pub path: String,
    pub code: String,
    pub title: String,
    /// The content of the version in which it was confirmed.
    pub confirmed_blob: Option<String>,
    /// The version in the working lane, and its content.
    pub now: Option<(VersionId, String)>,
    /// The place does not exist any more.
    pub is_gone: bool,
}

/// A requirement that refers to a module which something touches.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TouchedRequirement {
    pub reference: PolicyReferenceId,
    pub item: PolicyHeader,
    pub state: PolicyReferenceState,
    /// The key of the module, from which its path is made.
    pub key: String,
    /// The beginning of the paragraph; the title for the whole module.
    pub quote: String,
}

/// A reference to a module, with its requirement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModuleReference {
    pub id: PolicyReferenceId,
    pub item: PolicyHeader,
    pub state: PolicyReferenceState,
    /// In the version in which it was confirmed; empty for the whole module.
    pub anchor: String,
    /// The content of that version.
    pub confirmed_blob: Option<String>,
}
