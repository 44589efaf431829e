//! `restoreAirline`: back to what the working lane contained before a revision was confirmed, for one module or all.
//!
//! Nothing is deleted: the versions of the confirmation stay, and the working lane points to the earlier ones again. What
//! was edited since is left alone.

use domain::access::AccessLevel;
use domain::change::Change;
use domain::field::FieldError;
use domain::id::{ObjectId, SnapshotId, VersionId};
use domain::job::{FailureReason, Outputs, Parameters};
use domain::object::ObjectKind;
use domain::path::{self, FilePath};
use domain::permission::Permission;
use domain::revision::{RevisionAct, RevisionDecision};
use domain::snapshot::Decision;
use domain::subject::Subject;
use store::Tx;

use super::located::{self, LocatedRevision, RESTORE, actor, version_at};
use super::parameters::DecisionParameters;
use super::people::{self, Deciders};
use super::restorable;
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, FileError, Missing, RevisionError};
use crate::core::job_error::JobError;
use crate::core::job_kind::JobKind;
use crate::core::running::Running;
use crate::editing::suspects::{self, ReadTexts};
use crate::library::contents;

/// Modules that stay as they are, by name in the outputs of the job.
const MAX_NAMED: usize = 50;

/// Restores what a confirmation changed.
#[derive(Debug)]
pub(crate) struct RestoreAirline;

/// A restoration before it is written.
#[derive(Debug)]
pub(crate) struct Restoration {
    located: LocatedRevision,
    account: String,
    note: String,
    /// One module; all when `None`.
    object: Option<ObjectId>,
    /// The version of this module in the working lane that was shown.
    shown: Option<VersionId>,
    people: Deciders,
    /// Of the references to what goes back.
    texts: ReadTexts,
    counts: Vec<(String, u64)>,
    /// The paths of modules that stay as they are.
    kept: Vec<String>,
}

impl From<Restoration> for Outputs {
    fn from(restoration: Restoration) -> Self {
        let mut outputs = restoration.located.outputs(&restoration.counts);
        if !restoration.kept.is_empty() {
            let named = &restoration.kept[..restoration.kept.len().min(MAX_NAMED)];
            outputs.insert("keptModules".to_owned(), named.join("\n"));
        }
        outputs
    }
}

impl JobKind for RestoreAirline {
    type Parameters = DecisionParameters;
    type Output = Restoration;

    fn wire_name(&self) -> &'static str {
        RESTORE
    }

    fn steps(&self) -> &'static [&'static str] {
        &["apply"]
    }

    fn permission(&self) -> Permission {
        Permission::ConfirmOem
    }

    fn parse(&self, parameters: &Parameters) -> Result<DecisionParameters, Vec<FieldError>> {
        DecisionParameters::parse_restoration(parameters)
    }

    async fn admit(&self, tx: &mut Tx, _: &Caller, parameters: &DecisionParameters) -> Result<Option<Subject>, Error> {
        let located = located::admit(tx, &parameters.selector, AccessLevel::Approve).await?;
        located::require(&located, Decision::Confirmed)?;
        let confirmed = confirmation(tx, &located).await?;
        if let Some(path) = &parameters.path {
            let object = restorable::object_at(tx, &located, path).await?;
            restorable::require(tx, &located, &confirmed, object, parameters.working).await?;
        } else if store::snapshots::is_followed_by(tx, &located.revision, Decision::Confirmed).await? {
            return Err(RevisionError::NotNewest.into());
        }
        Ok(None)
    }

    async fn run(&self, ctx: &Ctx, job: &Running, parameters: &DecisionParameters) -> Result<Restoration, JobError> {
        let (located, account) =
            located::open(ctx, job, &parameters.selector, AccessLevel::Approve, Decision::Confirmed).await?;
        let object = match &parameters.path {
            Some(path) => Some(module(ctx, &located, path, parameters.working).await?),
            None => None,
        };
        let people = Deciders::load(ctx, &located).await?;
        let texts = texts_before(ctx, &located, object).await?;
        job.progress("apply", 50)?;
        Ok(Restoration {
            located,
            account,
            note: parameters.note.clone(),
            object,
            shown: parameters.working,
            people,
            texts,
            counts: Vec::new(),
            kept: Vec::new(),
        })
    }

    async fn complete(&self, ctx: &Ctx, tx: &mut Tx, _: &Running, output: &mut Restoration) -> Result<(), Error> {
        complete(ctx, tx, output).await
    }
}

/// The module of a restoration that runs. What was refused when it was asked for may have come true since.
async fn module(
    ctx: &Ctx,
    located: &LocatedRevision,
    path: &FilePath,
    shown: Option<VersionId>,
) -> Result<ObjectId, JobError> {
    let mut tx = ctx.db.read().await?;
    let confirmed = confirmation(&mut tx, located).await?;
    let found = match restorable::object_at(&mut tx, located, path).await {
        Ok(object) => {
            let required = restorable::require(&mut tx, located, &confirmed, object, shown).await;
            required.map(|()| object)
        }
        Err(error) => Err(error),
    };
    match found {
        Err(Error::NotFound(_) | Error::ChangedMeanwhile | Error::File(_) | Error::Revision(_)) => {
            Err(JobError::Fail(vec![FailureReason::new("job.failed.moduleChanged")]))
        }
        found => Ok(found?),
    }
}

/// The confirmation that is undone. A revision that was adopted when it was delivered has none.
async fn confirmation(tx: &mut Tx, located: &LocatedRevision) -> Result<RevisionDecision, Error> {
    let found = store::revisions::find_confirmation(tx, located.revision.id).await?;
    found.ok_or_else(|| RevisionError::NotConfirmed.into())
}

/// Reads the texts that references may lead to again, before the transaction that restores them.
async fn texts_before(ctx: &Ctx, located: &LocatedRevision, only: Option<ObjectId>) -> Result<ReadTexts, Error> {
    let mut tx = ctx.db.read().await?;
    let confirmed = store::revisions::find_confirmation(&mut tx, located.revision.id).await?;
    let Some((before, after)) = confirmed.and_then(|decision| decision.before.zip(decision.after)) else {
        // The restoration tells that there is nothing to undo.
        return Ok(ReadTexts::default());
    };
    let ids: Vec<ObjectId> = if let Some(object) = only {
        vec![object]
    } else {
        let changed = store::snapshots::list_changed(&mut tx, before, after).await?;
        changed.into_iter().map(|object| object.object_id).collect()
    };
    let versions = store::snapshots::find_versions(&mut tx, before, &ids).await?;
    let versions: Vec<VersionId> = versions.into_values().collect();
    let contents = store::files::list_contents_of(&mut tx, &versions).await?;
    drop(tx);
    let contents: Vec<_> = contents.into_iter().map(|held| (held.object_id, held.content.blob)).collect();
    suspects::read_texts(ctx, &located.manual.id, contents).await
}

async fn complete(ctx: &Ctx, tx: &mut Tx, restoration: &mut Restoration) -> Result<(), Error> {
    let missing = || Error::NotFound(Missing::Revision);
    let Restoration { located, account, note, object, shown, people, texts, counts, kept } = restoration;
    store::manuals::lock(tx, &located.manual.id).await?;
    let manual = store::manuals::find(tx, &located.manual.id).await?.ok_or_else(missing)?;
    let confirmed = confirmation(tx, located).await?;
    let (Some(before), Some(after)) = (confirmed.before, confirmed.after) else { return Err(missing()) };
    let working = manual.lanes.working.ok_or_else(missing)?;
    match object {
        // The job starts again and tells why it cannot go on.
        Some(object) => restorable::require(tx, located, &confirmed, *object, *shown).await?,
        None => reopen(tx, located).await?,
    }
    let changes = changes(tx, located, *object, (before, after, working)).await?;
    *counts = vec![("restored".to_owned(), changes.restored()), ("kept".to_owned(), changes.kept.len() as u64)];
    let who = (account.as_str(), ctx.clock.now());
    // All of it: people work on the revision before again. One module leaves the revision of the lane as it is.
    let number = match (&*object, &located.base) {
        (Some(_), _) => working,
        (None, Some(base)) => base.id,
        (None, None) => located.revision.id,
    };
    let begun = store::snapshots::begin_decided(tx, &manual.id, number, who.0, who.1).await?;
    let change = begun.ok_or_else(missing)?;
    store::snapshots::put_decided(tx, change, &changes.put).await?;
    store::snapshots::remove_decided(tx, change, &changes.removed).await?;
    if let Some(blob) = contents::rebuild(ctx, tx, &manual.id).await?.pop() {
        return Err(FileError::Damaged { blob }.into());
    }
    store::snapshots::finish_decided(tx, &manual.id, change).await?;
    store::revisions::reopen_superseded(tx, located.revision.id, *object).await?;
    store::revisions::restore_todos(tx, located.revision.id, &changes.back, who).await?;
    if object.is_none() {
        // The others end with the confirmation, as they are.
        store::revisions::mark_done(tx, located.revision.id, None, "", who).await?;
    }
    suspects::mark_decided(ctx, tx, (&manual.id, change), who, texts).await?;
    let mut decision = located.decision(ctx, RevisionAct::Restored, account, note);
    (decision.before, decision.after, decision.object_id) = (Some(working), Some(change), *object);
    decision.counts.clone_from(counts);
    store::revisions::insert_decision(tx, &decision).await?;
    *kept = changes.kept;
    let mut detail = vec![("revision".to_owned(), located.revision.number.to_string())];
    detail.extend(counts.iter().map(|(name, count)| (name.clone(), count.to_string())));
    let logged = ctx.change(&actor(account), "revision.restored", "manual", &manual.path());
    tx.record(Change { detail, ..logged });
    people::tell_deciders(ctx, tx, people, located, account, "revision.restored", note).await
}

/// Lets a revision wait again, with the earlier ones that its confirmation superseded.
async fn reopen(tx: &mut Tx, located: &LocatedRevision) -> Result<(), Error> {
    let revision = &located.revision;
    if !store::snapshots::update_decision(tx, revision.id, Decision::Confirmed, Decision::Waiting).await? {
        return Err(Error::ChangedMeanwhile);
    }
    let between = (located.base.as_ref().map_or(0, |base| base.number), revision.number);
    let manual = &located.manual.id;
    Ok(store::snapshots::update_decisions_between(tx, manual, between, Decision::Superseded, Decision::Waiting).await?)
}

/// The changes of the working lane that undo a confirmation.
#[derive(Debug, Default)]
struct UndoneChanges {
    put: Vec<VersionId>,
    removed: Vec<ObjectId>,
    /// Objects that are as before the confirmation then.
    back: Vec<ObjectId>,
    /// The paths of objects that were edited or checked out since.
    kept: Vec<String>,
}

impl UndoneChanges {
    fn restored(&self) -> u64 {
        (self.put.len() + self.removed.len()) as u64
    }
}

async fn changes(
    tx: &mut Tx,
    located: &LocatedRevision,
    only: Option<ObjectId>,
    (before, after, working): (SnapshotId, SnapshotId, SnapshotId),
) -> Result<UndoneChanges, Error> {
    let mut undone = UndoneChanges::default();
    if let Some(object) = only {
        let [old, current] = [version_at(tx, before, object).await?, version_at(tx, working, object).await?];
        undone.back.push(object);
        match old {
            Some(version) if current != old => {
                undone.put.push(version);
                undone.put.extend(restorable::pictures(tx, located, version, (before, working)).await?);
            }
            None if current.is_some() => undone.removed.push(object),
            _ => {}
        }
        return Ok(undone);
    }
    let changed = store::snapshots::list_changed(tx, before, after).await?;
    let ids: Vec<ObjectId> = changed.iter().map(|object| object.object_id).collect();
    let [olds, news, currents] = [
        store::snapshots::find_versions(tx, before, &ids).await?,
        store::snapshots::find_versions(tx, after, &ids).await?,
        store::snapshots::find_versions(tx, working, &ids).await?,
    ];
    let held = store::revisions::list_held(tx, &ids).await?;
    for object in changed {
        let id = object.object_id;
        let [old, new, current] = [&olds, &news, &currents].map(|versions| versions.get(&id).copied());
        if current == old {
            undone.back.push(id);
        } else if held.contains(&id) || current != new {
            let home = (object.kind != ObjectKind::Icn).then_some(located.manual.name.as_str());
            undone.kept.push(path::of_object(located.manual.csdb_name.as_str(), home, &object.key));
        } else {
            undone.back.push(id);
            match old {
                Some(version) => undone.put.push(version),
                None => undone.removed.push(id),
            }
        }
    }
    Ok(undone)
}
