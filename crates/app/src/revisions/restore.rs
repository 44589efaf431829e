//! `restoreAirline`: back to what the working lane contained before a revision was confirmed, for one module or all.
//!
//! Nothing is deleted: the versions of the confirmation stay, and the working lane points to the earlier ones again. What
//! was edited since is left alone.

use std::collections::HashMap;

use domain::access::AccessLevel;
use domain::change::Change;
use domain::field::FieldError;
use domain::id::{ObjectId, SnapshotId, VersionId};
use domain::job::{Outputs, Parameters};
use domain::path::FilePath;
use domain::permission::Permission;
use domain::revision::{RevisionAct, RevisionDecision};
use domain::snapshot::Decision;
use domain::subject::Subject;
use store::Tx;

use super::located::{self, LocatedRevision, RESTORE, actor};
use super::parameters::{DecisionParameters, NoteParameter};
use super::people::{self, Deciders};
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, FileError, Missing, RevisionError};
use crate::core::job_error::JobError;
use crate::core::job_kind::JobKind;
use crate::core::running::Running;
use crate::library::{contents, files};

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
    people: Deciders,
    counts: Vec<(String, u64)>,
}

impl From<Restoration> for Outputs {
    fn from(restoration: Restoration) -> Self {
        restoration.located.outputs(&restoration.counts)
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
        DecisionParameters::parse(parameters, NoteParameter::Note)
    }

    async fn admit(&self, tx: &mut Tx, _: &Caller, parameters: &DecisionParameters) -> Result<Option<Subject>, Error> {
        let located = located::admit(tx, &parameters.selector, AccessLevel::Approve).await?;
        located::require(&located, Decision::Confirmed)?;
        confirmation(tx, &located).await?;
        if let Some(path) = &parameters.path {
            require_free(tx, &located, path).await?;
        } else if store::snapshots::is_followed_by(tx, &located.revision, Decision::Confirmed).await? {
            return Err(RevisionError::NotNewest.into());
        }
        Ok(None)
    }

    async fn run(&self, ctx: &Ctx, job: &Running, parameters: &DecisionParameters) -> Result<Restoration, JobError> {
        let (located, account) =
            located::open(ctx, job, &parameters.selector, AccessLevel::Approve, Decision::Confirmed).await?;
        let object = match &parameters.path {
            Some(path) => Some(files::object_at(&mut ctx.db.read().await?, path).await?.0),
            None => None,
        };
        let people = Deciders::load(ctx, &located).await?;
        job.progress("apply", 50)?;
        Ok(Restoration { located, account, note: parameters.note.clone(), object, people, counts: Vec::new() })
    }

    async fn complete(&self, ctx: &Ctx, tx: &mut Tx, _: &Running, output: &mut Restoration) -> Result<(), Error> {
        complete(ctx, tx, output).await
    }
}

/// Refuses a module of another manual, or one that somebody has checked out.
async fn require_free(tx: &mut Tx, located: &LocatedRevision, path: &FilePath) -> Result<(), Error> {
    let missing = || Error::NotFound(Missing::File);
    let (object, manual) = files::object_at(tx, path).await?;
    if manual.is_none_or(|manual| manual.id != located.manual.id) {
        return Err(missing());
    }
    let Some(working) = located.manual.lanes.working else { return Err(missing()) };
    let holder = store::files::find(tx, working, object).await?.and_then(|file| file.holder);
    holder.map_or(Ok(()), |holder| Err(FileError::CheckedOut { account: holder.account }.into()))
}

/// The confirmation that is undone. A revision that was adopted when it was delivered has none.
async fn confirmation(tx: &mut Tx, located: &LocatedRevision) -> Result<RevisionDecision, Error> {
    let found = store::revisions::find_confirmation(tx, located.revision.id).await?;
    found.ok_or_else(|| RevisionError::NotConfirmed.into())
}

async fn complete(ctx: &Ctx, tx: &mut Tx, restoration: &mut Restoration) -> Result<(), Error> {
    let missing = || Error::NotFound(Missing::Revision);
    let Restoration { located, account, note, object, people, counts } = restoration;
    store::manuals::lock(tx, &located.manual.id).await?;
    let manual = store::manuals::find(tx, &located.manual.id).await?.ok_or_else(missing)?;
    let confirmed = confirmation(tx, located).await?;
    let (Some(before), Some(after)) = (confirmed.before, confirmed.after) else { return Err(missing()) };
    let working = manual.lanes.working.ok_or_else(missing)?;
    if object.is_none() {
        reopen(tx, located).await?;
    }
    let changes = changes(tx, *object, (before, after, working)).await?;
    *counts = vec![("restored".to_owned(), changes.restored()), ("kept".to_owned(), changes.kept)];
    let now = ctx.clock.now();
    // All of it: people work on the revision before again.
    let shown = match (&*object, &located.base) {
        (None, Some(base)) => base.id,
        _ => located.revision.id,
    };
    let begun = store::snapshots::begin_decided(tx, &manual.id, shown, account, now).await?;
    let change = begun.ok_or_else(missing)?;
    store::snapshots::put_decided(tx, change, &changes.put).await?;
    store::snapshots::remove_decided(tx, change, &changes.removed).await?;
    if let Some(blob) = contents::rebuild(ctx, tx, &manual.id).await?.pop() {
        return Err(FileError::Damaged { blob }.into());
    }
    store::snapshots::finish_decided(tx, &manual.id, change).await?;
    store::revisions::reopen_superseded(tx, located.revision.id, *object).await?;
    store::revisions::restore_todo(tx, located.revision.id, *object, (account.as_str(), now)).await?;
    let mut decision = located.decision(ctx, RevisionAct::Restored, account, note);
    (decision.before, decision.after, decision.object_id) = (Some(working), Some(change), *object);
    decision.counts.clone_from(counts);
    store::revisions::insert_decision(tx, &decision).await?;
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
    /// Modules that were edited or checked out since.
    kept: u64,
}

impl UndoneChanges {
    fn restored(&self) -> u64 {
        (self.put.len() + self.removed.len()) as u64
    }
}

async fn changes(
    tx: &mut Tx,
    object: Option<ObjectId>,
    (before, after, working): (SnapshotId, SnapshotId, SnapshotId),
) -> Result<UndoneChanges, Error> {
    let ids: Vec<ObjectId> = if let Some(object) = object {
        vec![object]
    } else {
        let changed = store::snapshots::list_changed(tx, before, after).await?;
        changed.iter().map(|object| object.object_id).collect()
    };
    let versions: [HashMap<ObjectId, VersionId>; 3] = [
        store::snapshots::find_versions(tx, before, &ids).await?,
        store::snapshots::find_versions(tx, after, &ids).await?,
        store::snapshots::find_versions(tx, working, &ids).await?,
    ];
    let held = store::revisions::list_held(tx, &ids).await?;
    let mut undone = UndoneChanges::default();
    for id in ids {
        let [old, new, current] = [0, 1, 2].map(|at: usize| versions[at].get(&id).copied());
        // One module goes back even if it was edited since: that is what was asked for.
        if held.contains(&id) || (object.is_none() && current != new) {
            undone.kept += 1;
        } else if current != old {
            match old {
                Some(version) => undone.put.push(version),
                None => undone.removed.push(id),
            }
        }
    }
    Ok(undone)
}
