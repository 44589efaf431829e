//! `confirmOemAta2300`: the working lane follows an OEM revision.
//!
//! The job compares, merges what both sides changed and stores the merged texts as blobs, all without a trace that
//! readers see. The transaction that completes it writes the decision ([`super::apply`]). Killed before that, it starts
//! again and finds nothing of its first attempt.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use domain::access::AccessLevel;
use domain::field::FieldError;
use domain::id::{ObjectId, RevisionTodoId};
use domain::job::Parameters;
use domain::object::ObjectKind;
use domain::permission::Permission;
use domain::revision::{RevisionStep, TodoReason, step};
use domain::snapshot::Decision;
use domain::subject::Subject;
use s1000d::xsd::Schemas;
use store::Tx;
use store::revisions::TouchedObject;
use tokio::task::JoinSet;

use super::judge::is_xml;
use super::located::{self, CONFIRM, LocatedRevision};
use super::merging::{self, MergeOutcome, MergedFiles};
use super::parameters::{DecisionParameters, NoteParameter};
use super::people;
use super::plan::{PlannedAction, PlannedObject, RevisionPlan};
use super::{apply, carried, copies, judge, kept_entries, reviews};
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, FileError, Missing};
use crate::core::job_error::JobError;
use crate::core::job_kind::JobKind;
use crate::core::running::Running;
use crate::editing::suspects;
use crate::imports::schema_sets;

const STEPS: [&str; 3] = ["compare", "merge", "apply"];

/// Lets the working lane follow an OEM revision.
#[derive(Debug)]
pub(crate) struct ConfirmOem;

impl JobKind for ConfirmOem {
    type Parameters = DecisionParameters;
    type Output = RevisionPlan;

    fn wire_name(&self) -> &'static str {
        CONFIRM
    }

    fn steps(&self) -> &'static [&'static str] {
        &STEPS
    }

    fn permission(&self) -> Permission {
        Permission::ConfirmOem
    }

    fn parse(&self, parameters: &Parameters) -> Result<DecisionParameters, Vec<FieldError>> {
        DecisionParameters::parse(parameters, NoteParameter::Note)
    }

    async fn admit(&self, tx: &mut Tx, _: &Caller, parameters: &DecisionParameters) -> Result<Option<Subject>, Error> {
        let located = located::admit(tx, &parameters.selector, AccessLevel::Approve).await?;
        located::require(&located, Decision::Waiting)?;
        Ok(None)
    }

    async fn run(&self, ctx: &Ctx, job: &Running, parameters: &DecisionParameters) -> Result<RevisionPlan, JobError> {
        run(ctx, job, parameters).await
    }

    async fn complete(&self, ctx: &Ctx, tx: &mut Tx, _: &Running, output: &mut RevisionPlan) -> Result<(), Error> {
        apply::confirm(ctx, tx, output).await
    }
}

async fn run(ctx: &Ctx, job: &Running, parameters: &DecisionParameters) -> Result<RevisionPlan, JobError> {
    let [compare, _, apply] = STEPS;
    let (located, account) =
        located::open(ctx, job, &parameters.selector, AccessLevel::Approve, Decision::Waiting).await?;
    let mut tx = ctx.db.read().await?;
    let (touched, held) = touched(ctx, &mut tx, &located).await?;
    let mut carried: Vec<RevisionTodoId> = touched.iter().filter_map(|object| object.carried.clone()).collect();
    let mut elsewhere = copies::list_elsewhere(ctx, &mut tx, &located, &touched).await?;
    carried.extend(carried::carry_elsewhere(&mut tx, &located, &mut elsewhere).await?);
    let users = reviews::Users::list(&mut tx, &located, &touched).await?;
    drop(tx);
    job.progress(compare, 100)?;
    let planned = reviews::plan(ctx, job, &touched, users, elsewhere).await?;
    let (objects, merges, removed) = sorted(touched, &held);
    let removed = Arc::new(removed);
    let mut objects = removals(ctx, &located, objects, &removed).await?;
    let open = OpenMerges { located: Arc::new(located.clone()), removed, account: account.clone() };
    objects.extend(merge_all(ctx, job, &open, merges).await?);
    let people = people::Deciders::load(ctx, &located).await?;
    let contents = objects.iter().filter_map(|one| Some((one.object.object_id, one.new_content()?.to_owned())));
    let contents: Vec<_> = contents.collect();
    let texts = suspects::read_texts(ctx, &located.manual.id, contents).await?;
    job.progress(apply, 50)?;
    let note = parameters.note.clone();
    Ok(RevisionPlan { located, account, note, objects, carried, reviews: planned, people, texts, counts: Vec::new() })
}

/// Objects that are decided without looking into a module, merges, and objects that leave the working lane.
pub(super) fn sorted(
    touched: Vec<TouchedObject>,
    held: &HashSet<ObjectId>,
) -> (Vec<PlannedObject>, Vec<TouchedObject>, HashSet<ObjectId>) {
    let (mut objects, mut merges, mut removed) = (Vec::new(), Vec::new(), HashSet::new());
    for object in touched {
        let is_deleted = object.theirs.as_ref().is_some_and(|theirs| theirs.is_deleted);
        let action = match step(object.trio(), is_deleted, held.contains(&object.object_id)) {
            RevisionStep::Keep => continue,
            RevisionStep::Forward if is_deleted => {
                removed.insert(object.object_id);
                PlannedAction::Forward
            }
            // Some of its entries may have to stay.
            RevisionStep::Forward if kept_entries::is_in_contents(object.kind) && object.base.is_some() => {
                merges.push(object);
                continue;
            }
            RevisionStep::Forward => PlannedAction::Forward,
            RevisionStep::Remove => {
                removed.insert(object.object_id);
                PlannedAction::Remove
            }
            RevisionStep::Leave(reason) => PlannedAction::Leave(reason),
            RevisionStep::Merge => {
                merges.push(object);
                continue;
            }
        };
        objects.push(PlannedObject { object, action });
    }
    (objects, merges, removed)
}

/// Leaves the publications to a person that the revision deletes and that name modules which stay.
async fn removals(
    ctx: &Ctx,
    located: &LocatedRevision,
    mut objects: Vec<PlannedObject>,
    removed: &HashSet<ObjectId>,
) -> Result<Vec<PlannedObject>, Error> {
    for planned in &mut objects {
        // Those that are not deleted are merged.
        let is_deleted = matches!(planned.action, PlannedAction::Remove | PlannedAction::Forward);
        if !kept_entries::is_in_contents(planned.object.kind) || !is_deleted {
            continue;
        }
        let mut tx = ctx.db.read().await?;
        let Some(base) = merging::file(&mut tx, planned.object.trio().base).await? else { continue };
        if !kept_entries::staying(&mut tx, located, (&base, None), removed).await?.is_empty() {
            planned.action = PlannedAction::Leave(TodoReason::DeletedByOem);
        }
    }
    Ok(objects)
}

/// The objects that a revision touches, customised copies included, and those of them that somebody has checked out.
pub(super) async fn touched(
    ctx: &Ctx,
    tx: &mut Tx,
    located: &LocatedRevision,
) -> Result<(Vec<TouchedObject>, HashSet<ObjectId>), Error> {
    let working = located.manual.lanes.working.ok_or(Error::NotFound(Missing::Revision))?;
    let base = located.base.as_ref().map(|base| base.id);
    let mut touched = store::revisions::list_touched(tx, base, located.revision.id, working).await?;
    let copies = copies::list(ctx, tx, located, &touched).await?;
    touched.extend(copies);
    carried::carry(tx, located, &mut touched).await?;
    let objects: Vec<ObjectId> = touched.iter().map(|object| object.object_id).collect();
    let held = store::revisions::list_held(tx, &objects).await?;
    Ok((touched, held))
}

/// The common state of all merges of a confirmation.
#[derive(Debug, Clone)]
struct OpenMerges {
    located: Arc<LocatedRevision>,
    /// The objects that leave the working lane.
    removed: Arc<HashSet<ObjectId>>,
    account: String,
}

/// Merges modules, as many at once as there are processors.
async fn merge_all(
    ctx: &Ctx,
    job: &Running,
    common: &OpenMerges,
    merges: Vec<TouchedObject>,
) -> Result<Vec<PlannedObject>, JobError> {
    let [_, merge, _] = STEPS;
    let schemas = schema_sets::load(ctx).await?;
    let why = common.located.reason();
    let (total, limit) = (merges.len() as u64, parallelism());
    let mut open: HashMap<ObjectId, TouchedObject> = HashMap::new();
    let mut waiting = merges.into_iter();
    let mut tasks = JoinSet::new();
    let mut done = Vec::new();
    loop {
        while tasks.len() < limit
            && let Some(object) = waiting.next()
        {
            let (ctx, common, why, schemas) = (ctx.clone(), common.clone(), why.clone(), schemas.clone());
            let task = object.clone();
            open.insert(object.object_id, object);
            tasks.spawn(async move { (task.object_id, merge_one(&ctx, &common, &task, &why, schemas).await) });
        }
        let Some(joined) = tasks.join_next().await else { break };
        let (id, action) = joined.map_err(Error::from)?;
        let action = action?;
        if let Some(object) = open.remove(&id) {
            done.push(PlannedObject { object, action });
        }
        job.progress_of(merge, done.len() as u64, total)?;
    }
    job.progress(merge, 100)?;
    // The order in which tasks end is no order.
    done.sort_by_key(|planned| planned.object.object_id);
    Ok(done)
}

/// The modules that are compared or merged at once.
pub(super) fn parallelism() -> usize {
    std::thread::available_parallelism().map_or(2, std::num::NonZero::get)
}

async fn merge_one(
    ctx: &Ctx,
    common: &OpenMerges,
    object: &TouchedObject,
    why: &str,
    schemas: Schemas,
) -> Result<PlannedAction, Error> {
    let trio = object.trio();
    let is_followed = trio.ours == trio.base;
    let sides = [&object.base, &object.theirs, &object.ours];
    if object.kind == ObjectKind::Icn || !sides.into_iter().flatten().all(is_xml) {
        return Ok(if is_followed { PlannedAction::Forward } else { PlannedAction::Leave(TodoReason::NotText) });
    }
    // Their version is another module than a copy.
    if object.source.is_none() && is_same_content(object) {
        return Ok(PlannedAction::Forward);
    }
    let mut tx = ctx.db.read().await?;
    let files = merging::files(&mut tx, trio).await?.ok_or_else(merging::gone)?;
    let OpenMerges { located, removed, account } = common;
    let kept = kept_entries::staying(&mut tx, located, (&files.base, Some(&files.theirs)), removed).await?;
    drop(tx);
    if is_followed && !has_kept(ctx, &files, &kept).await? {
        return Ok(PlannedAction::Forward);
    }
    let outcome = merging::make(ctx, account, (&files, &kept), why, schemas).await?;
    let is_reviewed = matches!(outcome, MergeOutcome::Merged(_, 0))
        && object.kind.is_module()
        && judge::changes_applicability(ctx, object).await?;
    Ok(match outcome {
        MergeOutcome::Merged(new, _) if is_reviewed => PlannedAction::MergedForReview(new),
        MergeOutcome::Merged(new, conflicts) => PlannedAction::Merged(new, conflicts),
        MergeOutcome::Invalid => PlannedAction::Leave(TodoReason::Invalid),
    })
}

/// Whether entries of a publication stay that theirs does not have.
async fn has_kept(ctx: &Ctx, files: &MergedFiles, kept: &HashSet<String>) -> Result<bool, Error> {
    match kept_entries::kept_text(ctx, (Some(&files.base), &files.theirs), kept).await {
        // It is taken as it was delivered.
        Err(Error::File(FileError::NotText | FileError::Unreadable(_))) => Ok(false),
        kept => Ok(kept?.is_some()),
    }
}

/// Our version has the same bytes as theirs.
fn is_same_content(object: &TouchedObject) -> bool {
    let (Some(theirs), Some(ours)) = (&object.theirs, &object.ours) else { return false };
    theirs.blob == ours.blob && theirs.status_blob == ours.status_blob
}
