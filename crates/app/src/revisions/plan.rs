//! A confirmation before it is written.

use std::collections::{HashMap, HashSet};

use domain::id::{ObjectId, RevisionTodoId, VersionId};
use domain::job::Outputs;
use domain::object::ObjectKind;
use domain::revision::TodoReason;
use store::revisions::TouchedObject;

use super::located::LocatedRevision;
use super::people::Deciders;
use crate::editing::suspects::ReadTexts;
use crate::library::versions::NewVersion;

/// The action of a confirmation for an object.
#[derive(Debug)]
pub(super) enum PlannedAction {
    Forward,
    Remove,
    /// With the number of conflicts.
    Merged(Box<NewVersion>, u64),
    /// Without conflict, and the manufacturer changed what it applies to.
    MergedForReview(Box<NewVersion>),
    Leave(TodoReason),
}

/// An object that the confirmation changes, or leaves for a decision.
#[derive(Debug)]
pub(super) struct PlannedObject {
    pub(super) object: TouchedObject,
    pub(super) action: PlannedAction,
}

impl PlannedObject {
    /// The content that the working lane gets for it; `None` where it gets none.
    pub(super) fn new_content(&self) -> Option<&str> {
        match &self.action {
            PlannedAction::Forward => self.object.theirs.as_ref().map(|theirs| theirs.blob.as_str()),
            PlannedAction::Merged(new, _) | PlannedAction::MergedForReview(new) => Some(&new.version.content.blob),
            PlannedAction::Remove | PlannedAction::Leave(_) => None,
        }
    }

    /// It leaves the working lane, or is marked as deleted there.
    pub(super) fn is_removal(&self) -> bool {
        let is_deleted = self.object.theirs.as_ref().is_none_or(|theirs| theirs.is_deleted);
        self.object.kind != ObjectKind::Icn
            && is_deleted
            && matches!(self.action, PlannedAction::Remove | PlannedAction::Forward)
    }

    /// It was changed or checked out since the plan was made.
    pub(super) fn is_overtaken(&self, current: &HashMap<ObjectId, VersionId>, held: &HashSet<ObjectId>) -> bool {
        let id = self.object.object_id;
        current.get(&id).copied() != self.object.working || held.contains(&id)
    }
}

/// An object that a person has to look at although nothing was merged.
#[derive(Debug)]
pub(super) struct PlannedReview {
    pub(super) object: TouchedObject,
    pub(super) reason: TodoReason,
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
    /// To-dos about objects that the confirmation does not merge.
    pub(super) reviews: Vec<PlannedReview>,
    pub(super) people: Deciders,
    /// Of the references to what it changes.
    pub(super) texts: ReadTexts,
    pub(super) counts: Vec<(String, u64)>,
}

impl From<RevisionPlan> for Outputs {
    fn from(plan: RevisionPlan) -> Self {
        plan.located.outputs(&plan.counts)
    }
}
