//! A confirmation before it is written.

use domain::id::RevisionTodoId;
use domain::job::Outputs;
use domain::revision::TodoReason;
use store::revisions::TouchedObject;

use super::located::LocatedRevision;
use super::people::Deciders;
use crate::library::versions::NewVersion;

/// What the confirmation does with an object.
#[derive(Debug)]
pub(super) enum PlannedAction {
    Forward,
    Remove,
    /// With the number of conflicts.
    Merged(Box<NewVersion>, u64),
    Leave(TodoReason),
}

/// An object that the confirmation changes, or leaves for a decision.
#[derive(Debug)]
pub(super) struct PlannedObject {
    pub(super) object: TouchedObject,
    pub(super) action: PlannedAction,
}

/// A confirmation before it is written, and its counts afterwards.
#[derive(Debug)]
pub(crate) struct RevisionPlan {
    pub(super) located: LocatedRevision,
    pub(super) account: String,
    pub(super) note: String,
    pub(super) objects: Vec<PlannedObject>,
    /// To-dos of earlier revisions whose work this one takes over.
    pub(super) carried: Vec<RevisionTodoId>,
    pub(super) people: Deciders,
    pub(super) counts: Vec<(String, u64)>,
}

impl From<RevisionPlan> for Outputs {
    fn from(plan: RevisionPlan) -> Self {
        plan.located.outputs(&plan.counts)
    }
}
