//! The effect of an OEM revision on the operator's manual: the step of each object, and the work that is left.

mod open_work;
#[cfg(test)]
mod tests;

use chrono::{DateTime, Days, Utc};

use crate::field::FieldCode;
use crate::id::{ManualId, ObjectId, RevisionTodoId, SnapshotId, UserId, VersionId};
use crate::object::{ObjectKind, words};

pub use open_work::OpenWork;

/// Longest reason or note, in characters. In Chinese it has three bytes each, and a parameter of a job 4,000.
pub const MAX_NOTE: usize = 1_000;

words! {
    /// The change of an object by a revision.
    RevisionChange {
        Added = "added",
        Deleted = "deleted",
        /// Text, structure, references, values.
        Content = "content",
        /// Only what it applies to.
        Applicability = "applicability",
        /// Only issue, date, companies, copyright.
        Status = "status",
        /// Only white space, change marks, links, and how references are written.
        Negligible = "negligible",
        /// An illustration or another file.
        Media = "media",
        /// It only stands elsewhere in the contents.
        Unchanged = "none",
    }
}

words! {
    /// Why a module of a confirmed revision is listed as work.
    TodoReason {
        /// Merged without conflict; listed so that somebody can look at it.
        Merged = "merged",
        Conflict = "conflict",
        /// The merged text would break its schema, so ours stays.
        Invalid = "invalid",
        DeletedByOem = "deletedByOem",
        DeletedByUs = "deletedByUs",
        AddedByBoth = "addedByBoth",
        /// A file that cannot be merged, changed by both.
        NotText = "notText",
        /// Somebody had it checked out.
        CheckedOut = "checkedOut",
        /// It was changed while the revision was being confirmed.
        Edited = "edited",
        /// Its applicability, or a table of applicability that customised modules or profiles depend on, was changed.
        ReviewApplicability = "reviewApplicability",
        /// A customised copy in another manual, of a changed module.
        CopyElsewhere = "copyElsewhere",
    }
}

words! {
    /// The state of a to-do.
    TodoState {
        Open = "open",
        Done = "done",
    }
}

words! {
    /// How a to-do was decided.
    TodoResolution {
        /// With a text of its own.
        Text = "text",
        Ours = "ours",
        Theirs = "theirs",
        Removed = "removed",
        /// The version before the confirmation came back.
        Restored = "restored",
        /// The confirmation of a later revision took the work over.
        Superseded = "superseded",
    }
}

words! {
    /// A decision about a revision.
    RevisionAct {
        Confirmed = "confirmed",
        Rejected = "rejected",
        Restored = "restored",
        MarkedDone = "markedDone",
        Resolved = "resolved",
    }
}

/// Rules about OEM revisions that administrators set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RevisionRules {
    /// Days until a decision about a revision is due; 0 for no limit.
    pub decision_days: u32,
}

impl Default for RevisionRules {
    fn default() -> Self {
        // ICAO's model procedures give 60 days to follow a changed MMEL.
        Self { decision_days: 60 }
    }
}

impl RevisionRules {
    /// When a decision about a revision of this moment is due.
    pub fn due_on(self, delivered: DateTime<Utc>) -> Option<DateTime<Utc>> {
        (self.decision_days > 0).then(|| delivered.checked_add_days(Days::new(self.decision_days.into()))).flatten()
    }
}

/// Parses the days until a decision is due.
pub fn parse_decision_days(days: u32) -> Result<u32, FieldCode> {
    if days <= 365 { Ok(days) } else { Err(FieldCode::UnknownValue) }
}

/// Parses a reason or a note.
pub fn parse_note(text: &str) -> Result<String, FieldCode> {
    let text = text.trim();
    if text.contains('\0') {
        return Err(FieldCode::Nul);
    }
    if text.chars().count() > MAX_NOTE { Err(FieldCode::TooLong) } else { Ok(text.to_owned()) }
}

/// The versions of an object in the confirmed revision before, in the new one, and in the working lane.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct VersionTrio {
    pub base: Option<VersionId>,
    pub theirs: Option<VersionId>,
    pub ours: Option<VersionId>,
}

impl VersionTrio {
    /// The operator has changed it, and so does the revision.
    pub fn is_met(self) -> bool {
        self.ours != self.base && self.theirs != self.base && self.ours != self.theirs
    }
}

/// The step for an object when a revision is confirmed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RevisionStep {
    /// The working lane stays as it is.
    Keep,
    /// The working lane takes the version of the revision.
    Forward,
    /// The object leaves the working lane.
    Remove,
    /// Both sides changed it: the texts are merged.
    Merge,
    /// Nothing is changed until somebody decides.
    Leave(TodoReason),
}

/// Decides about one object. `is_deleted` says that the revision only contains it to say that it is deleted; `is_held`,
/// that somebody has checked it out.
pub fn step(trio: VersionTrio, is_deleted: bool, is_held: bool) -> RevisionStep {
    let VersionTrio { base, theirs, ours } = trio;
    if theirs == base || ours == theirs {
        return RevisionStep::Keep;
    }
    if is_held {
        return RevisionStep::Leave(TodoReason::CheckedOut);
    }
    if ours == base {
        return if theirs.is_some() { RevisionStep::Forward } else { RevisionStep::Remove };
    }
    match (base, theirs, ours) {
        (_, _, None) => RevisionStep::Leave(TodoReason::DeletedByUs),
        (_, None, Some(_)) => RevisionStep::Leave(TodoReason::DeletedByOem),
        (_, Some(_), Some(_)) if is_deleted => RevisionStep::Leave(TodoReason::DeletedByOem),
        (None, Some(_), Some(_)) => RevisionStep::Leave(TodoReason::AddedByBoth),
        (Some(_), Some(_), Some(_)) => RevisionStep::Merge,
    }
}

/// A module of a confirmed revision that is, or was, to be looked at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RevisionTodo {
    pub id: RevisionTodoId,
    /// The OEM revision.
    pub revision: SnapshotId,
    pub manual_id: ManualId,
    pub object_id: ObjectId,
    pub reason: TodoReason,
    pub state: TodoState,
    pub conflicts: u64,
    pub trio: VersionTrio,
    /// The version that the confirmation put into the working lane.
    pub result: Option<VersionId>,
    pub resolution: Option<TodoResolution>,
    pub owner: Option<UserId>,
    /// The day, as in `2026-10-01`.
    pub due_on: Option<String>,
    pub note: String,
    /// The account that decided last, and when.
    pub decided: Option<(String, DateTime<Utc>)>,
    pub created_on: DateTime<Utc>,
    /// Grows with every change.
    pub version: i64,
}

impl RevisionTodo {
    /// It is open, and its day is over.
    pub fn is_overdue(&self, now: DateTime<Utc>) -> bool {
        // Days are written so that their order is that of their texts.
        let today = now.format("%Y-%m-%d").to_string();
        self.state == TodoState::Open && self.due_on.as_ref().is_some_and(|day| *day < today)
    }
}

/// A to-do with the names of its module and owner.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedTodo {
    pub todo: RevisionTodo,
    pub path: String,
    pub code: String,
    pub title: String,
    pub kind: ObjectKind,
    /// Account and name.
    pub owner: Option<(String, String)>,
}

/// One decision about a revision.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RevisionDecision {
    pub id: String,
    pub revision: SnapshotId,
    pub manual_id: ManualId,
    pub act: RevisionAct,
    /// The confirmed revision that it was compared with.
    pub base: Option<SnapshotId>,
    /// The snapshot of the working lane before and after.
    pub before: Option<SnapshotId>,
    pub after: Option<SnapshotId>,
    /// The module, for a decision about one.
    pub object_id: Option<ObjectId>,
    pub reason: String,
    /// Modules by what became of them.
    pub counts: Vec<(String, u64)>,
    pub decided_by: String,
    pub decided_on: DateTime<Utc>,
}

/// A decision with the names of its manual, revision and module.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedDecision {
    pub decision: RevisionDecision,
    pub csdb_name: String,
    pub manual_name: String,
    pub number: i64,
    pub issue_number: String,
    pub issue_date: String,
    pub path: Option<String>,
}
