//! Writes a confirmation: one snapshot of the working lane, its contents, the to-dos and the decision, all in the
//! transaction that completes the job.

use std::collections::{HashMap, HashSet};

use chrono::{DateTime, Utc};
use domain::change::Change;
use domain::id::{ObjectId, RevisionTodoId, SnapshotId, VersionId};
use domain::object::ObjectKind;
use domain::revision::{RevisionAct, RevisionTodo, TodoReason, TodoState};
use domain::snapshot::Decision;
use store::Tx;
use store::revisions::TouchedObject;

use super::located::{LocatedRevision, actor};
use super::people;
use super::plan::{PlannedAction, PlannedObject, PlannedReview, RevisionPlan};
use crate::core::ctx::Ctx;
use crate::core::error::{Error, FileError, Missing};
use crate::editing::suspects;
use crate::library::contents;
use crate::library::versions::{self, NewVersion, Visibility};

/// The changes of the working lane, sorted by what they do.
#[derive(Debug, Default)]
struct LaneChanges {
    /// All objects that get another version in the lane.
    objects: Vec<ObjectId>,
    /// Modules that leave the lane, or are marked as deleted there.
    deleted: Vec<ObjectId>,
    forwarded: Vec<VersionId>,
    removed: Vec<ObjectId>,
    media: Vec<ObjectId>,
    merged: Vec<MergedObject>,
    versions: Vec<NewVersion>,
    left: Vec<(TouchedObject, TodoReason)>,
    reviews: Vec<PlannedReview>,
}

/// A module that the confirmation merged.
#[derive(Debug)]
struct MergedObject {
    object: TouchedObject,
    conflicts: u64,
    reason: TodoReason,
}

impl LaneChanges {
    /// Sorts a plan. What was changed or checked out since it was made is left alone.
    fn sort(planned: Vec<PlannedObject>, current: &HashMap<ObjectId, VersionId>, held: &HashSet<ObjectId>) -> Self {
        let mut changes = Self::default();
        for planned in planned {
            let is_removal = planned.is_removal();
            let PlannedObject { object, action } = planned;
            let id = object.object_id;
            if current.get(&id).copied() != object.working {
                changes.left.push((object, TodoReason::Edited));
                continue;
            }
            if held.contains(&id) && !matches!(action, PlannedAction::Leave(_)) {
                changes.left.push((object, TodoReason::CheckedOut));
                continue;
            }
            if matches!(action, PlannedAction::Forward | PlannedAction::Merged(..) | PlannedAction::MergedForReview(_))
            {
                changes.objects.push(id);
            }
            changes.deleted.extend(is_removal.then_some(id));
            match action {
                PlannedAction::Forward => changes.forwarded.extend(object.trio().theirs),
                PlannedAction::Remove if object.kind == ObjectKind::Icn => changes.media.push(id),
                PlannedAction::Remove => changes.removed.push(id),
                PlannedAction::Leave(reason) => changes.left.push((object, reason)),
                PlannedAction::Merged(new, conflicts) => {
                    let reason = if conflicts == 0 { TodoReason::Merged } else { TodoReason::Conflict };
                    changes.merged.push(MergedObject { object, conflicts, reason });
                    changes.versions.push(*new);
                }
                PlannedAction::MergedForReview(new) => {
                    let reason = TodoReason::ReviewApplicability;
                    changes.merged.push(MergedObject { object, conflicts: 0, reason });
                    changes.versions.push(*new);
                }
            }
        }
        changes
    }

    /// Takes the reviews of what is not among the to-dos already.
    fn review(&mut self, mut reviews: Vec<PlannedReview>) {
        let merged = self.merged.iter().map(|merged| merged.object.object_id);
        let known: HashSet<ObjectId> = merged.chain(self.left.iter().map(|(object, _)| object.object_id)).collect();
        reviews.retain(|review| !known.contains(&review.object.object_id));
        self.reviews = reviews;
    }

    fn counts(&self) -> Vec<(String, u64)> {
        let of = |reason| self.merged.iter().filter(|merged| merged.reason == reason).count();
        let conflicts = of(TodoReason::Conflict);
        let reviews = of(TodoReason::ReviewApplicability) + self.reviews.len();
        let counts = [
            ("forwarded", self.forwarded.len()),
            ("merged", self.merged.len()),
            ("conflicts", conflicts),
            ("todos", conflicts + reviews + self.left.len()),
            ("removed", self.removed.len() + self.media.len()),
            ("kept", self.left.len()),
        ];
        counts.into_iter().map(|(name, count)| (name.to_owned(), count as u64)).collect()
    }
}

/// Confirms the revision of a plan.
pub(super) async fn confirm(ctx: &Ctx, tx: &mut Tx, plan: &mut RevisionPlan) -> Result<(), Error> {
    let missing = || Error::NotFound(Missing::Revision);
    let RevisionPlan { located, account, note, objects, carried, reviews, people, texts, counts } = plan;
    let revision = located.revision.id;
    store::manuals::lock(tx, &located.manual.id).await?;
    if !store::snapshots::update_decision(tx, revision, Decision::Waiting, Decision::Confirmed).await? {
        return Err(Error::ChangedMeanwhile);
    }
    // The record read when the job began may be out of date.
    let manual = store::manuals::find(tx, &located.manual.id).await?.ok_or_else(missing)?;
    let before = manual.lanes.working.ok_or_else(missing)?;
    let ids: Vec<ObjectId> = objects.iter().map(|planned| planned.object.object_id).collect();
    let current = store::snapshots::find_versions(tx, before, &ids).await?;
    let held = store::revisions::list_held(tx, &ids).await?;
    if objects.iter().any(|planned| planned.is_removal() && planned.is_overtaken(&current, &held)) {
        // It stays, and the publications of the plan do not name it any more: the job makes another plan.
        return Err(Error::ChangedMeanwhile);
    }
    let mut changes = LaneChanges::sort(std::mem::take(objects), &current, &held);
    changes.review(std::mem::take(reviews));
    *counts = changes.counts();

    let now = ctx.clock.now();
    let begun = store::snapshots::begin_decided(tx, &manual.id, revision, account, now).await?;
    let change = begun.ok_or_else(missing)?;
    let logged = logged(ctx, located, account, counts);
    let results = write_lane(ctx, tx, located, (before, change), &changes, logged, (account.as_str(), now)).await?;
    suspects::mark_decided(ctx, tx, (&manual.id, change), (account.as_str(), now), texts).await?;
    let earliest = located.base.as_ref().map_or(0, |base| base.number);
    let between = (earliest, located.revision.number);
    store::snapshots::update_decisions_between(tx, &manual.id, between, Decision::Waiting, Decision::Superseded)
        .await?;
    store::revisions::supersede_todos(tx, carried, revision, (account.as_str(), now)).await?;
    store::revisions::insert_todos(tx, &todos(ctx, located, &changes, &results)).await?;
    let mut decision = located.decision(ctx, RevisionAct::Confirmed, account, note);
    (decision.before, decision.after, decision.counts) = (Some(before), Some(change), counts.clone());
    store::revisions::insert_decision(tx, &decision).await?;
    people::tell_waiting(ctx, tx, people, located, account, &changes.objects).await?;
    let left: Vec<ObjectId> = changes.left.iter().map(|(object, _)| object.object_id).collect();
    people::tell_holders(ctx, tx, people, located, account, &left).await?;
    people::tell_requests(ctx, tx, people, account, &changes.deleted).await?;
    people::tell_deciders(ctx, tx, people, located, account, "revision.confirmed", note).await
}

fn logged(ctx: &Ctx, located: &LocatedRevision, account: &str, counts: &[(String, u64)]) -> Change {
    let mut detail = vec![("revision".to_owned(), located.revision.number.to_string())];
    detail.extend(counts.iter().map(|(name, count)| (name.clone(), count.to_string())));
    Change { detail, ..ctx.change(&actor(account), "revision.confirmed", "manual", &located.manual.path()) }
}

/// Writes entries, contents and marks of the working lane; gives the merged versions in their order.
async fn write_lane(
    ctx: &Ctx,
    tx: &mut Tx,
    located: &LocatedRevision,
    (before, change): (SnapshotId, SnapshotId),
    changes: &LaneChanges,
    logged: Change,
    (account, now): (&str, DateTime<Utc>),
) -> Result<Vec<VersionId>, Error> {
    let manual = &located.manual.id;
    // What the operator has withdrawn stays withdrawn in its next version.
    let why = located.reason();
    let event = (account, now, why.as_str());
    store::statuses::keep_withdrawn(tx, before, &changes.forwarded, event).await?;
    store::snapshots::put_decided(tx, change, &changes.forwarded).await?;
    let added = versions::add(tx, &changes.versions, Visibility::Now(logged)).await?;
    let merged: Vec<VersionId> = added.iter().map(|added| added.id).collect();
    store::statuses::keep_withdrawn(tx, before, &merged, event).await?;
    store::snapshots::put_decided(tx, change, &merged).await?;
    store::snapshots::remove_decided(tx, change, &changes.removed).await?;
    let different = store::snapshots::list_changed(tx, located.revision.id, change).await?;
    let is_as_delivered = different.iter().all(|object| object.kind == ObjectKind::Icn);
    if is_as_delivered {
        store::snapshots::use_contents_of(tx, change, located.revision.id).await?;
    } else if let Some(blob) = contents::rebuild(ctx, tx, manual).await?.pop() {
        // Nobody would notice that the entries of a publication are gone.
        return Err(FileError::Damaged { blob }.into());
    }
    store::snapshots::remove_unused_media(tx, manual, change, &changes.media).await?;
    store::snapshots::finish_decided(tx, manual, change).await?;
    Ok(merged)
}

/// The to-dos of a confirmation. Modules that merged without conflict are listed as done, unless their applicability
/// changed.
fn todos(ctx: &Ctx, located: &LocatedRevision, changes: &LaneChanges, results: &[VersionId]) -> Vec<RevisionTodo> {
    let todo = |object: &TouchedObject, reason, state, conflicts, result| RevisionTodo {
        id: RevisionTodoId(ctx.ids.next()),
        revision: located.revision.id,
        manual_id: located.manual.id.clone(),
        object_id: object.object_id,
        reason,
        state,
        conflicts,
        trio: object.trio(),
        result,
        resolution: None,
        owner: None,
        due_on: None,
        note: String::new(),
        decided: None,
        created_on: ctx.clock.now(),
        version: 1,
    };
    let merged = changes.merged.iter().zip(results).map(|(merged, result)| {
        let state = if merged.reason == TodoReason::Merged { TodoState::Done } else { TodoState::Open };
        todo(&merged.object, merged.reason, state, merged.conflicts, Some(*result))
    });
    let left = changes.left.iter().map(|(object, reason)| todo(object, *reason, TodoState::Open, 0, None));
    let reviews = changes.reviews.iter().map(|PlannedReview { object, reason }| {
        // A table follows the revision; a copy in another manual stays as it is.
        let result = if *reason == TodoReason::CopyElsewhere { None } else { object.trio().theirs };
        todo(object, *reason, TodoState::Open, 0, result)
    });
    merged.chain(left).chain(reviews).collect()
}

#[cfg(test)]
mod tests {
    use store::revisions::TouchedVersion;

    use super::*;

    fn version(id: i64) -> TouchedVersion {
        let media_type = "application/xml".to_owned();
        TouchedVersion { id: VersionId(id), blob: String::new(), status_blob: None, media_type, is_deleted: false }
    }

    /// An object that was on version 1 when the plan was made. The revision does not contain what is to be removed.
    fn planned(id: i64, action: PlannedAction) -> PlannedObject {
        let object = TouchedObject {
            object_id: ObjectId(id),
            kind: ObjectKind::DataModule,
            key: String::new(),
            code: String::new(),
            language: String::new(),
            title: String::new(),
            base: Some(version(1)),
            theirs: (!matches!(action, PlannedAction::Remove)).then(|| version(2)),
            ours: Some(version(1)),
            content_type: String::new(),
            working: Some(VersionId(1)),
            carried: None,
            source: None,
        };
        PlannedObject { object, action }
    }

    #[test]
    fn objects_that_were_edited_or_checked_out_since_the_plan_are_left_alone() {
        let plan = vec![
            planned(1, PlannedAction::Forward),
            planned(2, PlannedAction::Forward),
            planned(3, PlannedAction::Remove),
            planned(4, PlannedAction::Leave(TodoReason::NotText)),
            planned(5, PlannedAction::Remove),
        ];
        let current =
            [(1, 1), (2, 9), (3, 1), (4, 1), (5, 1)].map(|(object, version)| (ObjectId(object), VersionId(version)));
        let held = HashSet::from([ObjectId(3), ObjectId(4)]);
        let changes = LaneChanges::sort(plan, &HashMap::from(current), &held);
        assert_eq!((changes.forwarded.as_slice(), changes.removed.len()), ([VersionId(2)].as_slice(), 1));
        assert_eq!(changes.deleted, [ObjectId(5)]);
        assert_eq!(changes.objects, [ObjectId(1)], "what is removed has no newer version");
        let left: Vec<(i64, TodoReason)> =
            changes.left.iter().map(|(object, reason)| (object.object_id.0, *reason)).collect();
        assert_eq!(left, [(2, TodoReason::Edited), (3, TodoReason::CheckedOut), (4, TodoReason::NotText)]);
    }
}
