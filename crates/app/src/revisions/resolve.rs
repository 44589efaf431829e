//! Deciding a to-do: with a text, with one of the two sides, or by removing the module.

use std::collections::BTreeSet;

use domain::change::Change;
use domain::field::FieldCode;
use domain::file::File;
use domain::id::{ManualId, RevisionTodoId, SnapshotId, VersionId};
use domain::object::ObjectKind;
use domain::permission::Permission;
use domain::revision::{ListedTodo, RevisionAct, TodoReason, TodoResolution, TodoState};
use domain::text::fold;
use domain::version::{Issue, Reference};
use s1000d::document::SourceText;
use store::Tx;

use super::located::{self, LocatedRevision};
use super::merging::{self, Lineage};
use super::open_todo::TodoFiles;
use super::todos::{finish, writable};
use super::unlisted::{self, UnlistedModule};
use super::{copies, kept_entries};
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{DraftError, Error, FileError, Missing, RevisionError};
use crate::editing::issue::{self, NewText};
use crate::editing::suspects::{self, ReadTexts};
use crate::editing::{checkin, checkouts, source};
use crate::library::contents;
use crate::library::versions::NewVersion;

/// How a to-do is decided.
#[derive(Debug, Clone)]
pub struct TodoDecision {
    pub resolution: TodoResolution,
    /// For a resolution with a text.
    pub text: String,
    /// The version in the working lane that was shown.
    pub working: Option<VersionId>,
    /// Of the to-do that was shown.
    pub version: i64,
    pub note: Option<String>,
    pub is_done: bool,
}

/// Decides a to-do, unless somebody else changed the module or decided it meanwhile.
pub async fn resolve(
    ctx: &Ctx,
    caller: &Caller,
    (revision, id): (SnapshotId, &RevisionTodoId),
    decision: TodoDecision,
) -> Result<ListedTodo, Error> {
    caller.require(Permission::EditContent)?;
    let mut tx = caller.read(ctx).await?;
    let (located, listed) = writable(&mut tx, revision, id).await?;
    let files = TodoFiles::read(&mut tx, &located, &listed).await?;
    require_shown(&listed, &files, &decision)?;
    require_newest(&mut tx, &located, (&listed, &files), &decision).await?;
    let taken = issue::taken(&mut tx, files.pattern()?).await?;
    let kept = files.staying(&mut tx, &located).await?;
    drop(tx);
    let mut change = ModuleChange::default();
    match (decision.resolution, &files.theirs) {
        (TodoResolution::Text, _) => {
            let text = decision.text.clone();
            change.new =
                Some(make(ctx, caller, &files, (taken.as_slice(), text), (&located, &listed, &decision)).await?);
        }
        (TodoResolution::Theirs, Some(theirs)) => {
            let content = (theirs.object.id, theirs.version.content.blob.clone());
            change.texts = suspects::read_texts(ctx, &located.manual.id, vec![content]).await?;
            // Their publication, with the entries of modules that stay.
            if let Some(text) = kept_entries::kept_text(ctx, (files.base.as_ref(), theirs), &kept).await? {
                change.new =
                    Some(make(ctx, caller, &files, (taken.as_slice(), text), (&located, &listed, &decision)).await?);
            }
        }
        (TodoResolution::Removed, _) => {
            change.unlisted = unlisted::make(ctx, caller, &located, files.pattern()?).await?;
        }
        _ => {}
    }
    let mut tx = caller.begin(ctx).await?;
    store::manuals::lock(&mut tx, &located.manual.id).await?;
    let (located, listed) = writable(&mut tx, revision, id).await?;
    let files = TodoFiles::read(&mut tx, &located, &listed).await?;
    require_shown(&listed, &files, &decision)?;
    require_newest(&mut tx, &located, (&listed, &files), &decision).await?;
    write(ctx, caller, &mut tx, (&located, &listed), &files, change, &decision).await?;
    finish(tx, revision, id).await
}

/// The writes of a decision, prepared before its transaction.
#[derive(Debug, Default)]
struct ModuleChange {
    /// The version of the module.
    new: Option<NewVersion>,
    /// Publications that do not name the module any more.
    unlisted: Vec<UnlistedModule>,
    /// Of the references to the module.
    texts: ReadTexts,
}

/// Refuses to put the text of a revision over that of a later one.
async fn require_newest(
    tx: &mut Tx,
    located: &LocatedRevision,
    (listed, files): (&ListedTodo, &TodoFiles),
    decision: &TodoDecision,
) -> Result<(), Error> {
    let object = files.delivered_object(listed);
    if decision.resolution == TodoResolution::Ours
        || located::is_newest(tx, located, object, listed.todo.trio.theirs).await?
    {
        return Ok(());
    }
    Err(RevisionError::NotNewest.into())
}

fn require_shown(listed: &ListedTodo, files: &TodoFiles, decision: &TodoDecision) -> Result<(), Error> {
    if listed.todo.state == TodoState::Done {
        return Err(RevisionError::TodoDone.into());
    }
    // A copy in another manual is edited there.
    if listed.todo.reason == TodoReason::CopyElsewhere {
        return Err(Error::field("resolution", FieldCode::UnknownValue));
    }
    // Their version is another module than the copy.
    if decision.resolution == TodoResolution::Theirs && files.source().is_some() {
        return Err(Error::field("resolution", FieldCode::UnknownValue));
    }
    let working = files.working.as_ref().map(|file| file.version_id);
    if listed.todo.version != decision.version || working != decision.working {
        return Err(Error::ChangedMeanwhile);
    }
    Ok(())
}

/// The version with a text, checked like a check-in.
async fn make(
    ctx: &Ctx,
    caller: &Caller,
    files: &TodoFiles,
    (taken, text): (&[Issue], String),
    (located, listed, decision): (&LocatedRevision, &ListedTodo, &TodoDecision),
) -> Result<NewVersion, Error> {
    source::refuse_hostile(&text).map_err(DraftError::Refused)?;
    let pattern = files.pattern()?;
    let mut content = source::read(ctx, pattern).await?.with_text(text);
    if let (Some(_), Some(theirs)) = (files.source(), &files.theirs) {
        content = match copies::with_source(content.clone(), &theirs.object.identity.key, &theirs.version.issue) {
            // What is wrong with it is told like at a check-in.
            Err(Error::File(FileError::Unreadable(_))) => content,
            followed => followed?,
        };
    }
    let status = status(ctx, files, listed).await?;
    let mut tx = caller.read(ctx).await?;
    let place = located.place(&mut tx, pattern.clone()).await?;
    let rules = checkin::rules_at(ctx, tx, &place, &content).await?;
    let parents: Vec<VersionId> =
        [files.working.as_ref(), files.theirs.as_ref()].into_iter().flatten().map(|file| file.version_id).collect();
    // A working version of the merge follows the manufacturer's issue already.
    let follows = match (&files.working, &files.theirs) {
        (Some(working), _) if listed.todo.result.is_some() => working,
        (_, Some(theirs)) if !theirs.deleted && files.source().is_none() => theirs,
        _ => pattern,
    };
    let why = decision.note.clone().unwrap_or_default();
    let lineage = Lineage { follows, parents: &parents, taken };
    merging::version(ctx, caller.user.account.as_str(), lineage, NewText { content, status }, &why, rules).await
}

/// The status file of the version with the text of a decision. A version of the merge has the merged one already.
async fn status(ctx: &Ctx, files: &TodoFiles, listed: &ListedTodo) -> Result<Option<SourceText>, Error> {
    if listed.todo.result.is_none()
        && let (Some(base), Some(theirs), Some(working)) = (&files.base, &files.theirs, &files.working)
        && !theirs.deleted
    {
        return merging::merged_status(ctx, base, theirs, working).await;
    }
    source::read_status(ctx, files.pattern()?).await
}

async fn write(
    ctx: &Ctx,
    caller: &Caller,
    tx: &mut Tx,
    (located, listed): (&LocatedRevision, &ListedTodo),
    files: &TodoFiles,
    change: ModuleChange,
    decision: &TodoDecision,
) -> Result<(), Error> {
    let pattern = files.pattern()?;
    let manual = &located.manual.id;
    if decision.resolution != TodoResolution::Ours {
        checkouts::hold(ctx, tx, caller, pattern).await?;
        checkin::refuse_draft(tx, caller, pattern).await?;
        unlisted::hold(ctx, caller, tx, located, &change.unlisted).await?;
    }
    let is_recorded = change.new.is_some();
    match (decision.resolution, change.new) {
        (TodoResolution::Text | TodoResolution::Theirs, Some(new)) => {
            if files.working.is_none() {
                // We may have deleted it.
                store::trash::undelete(tx, pattern.object.id).await?;
            }
            checkin::record(ctx, caller, tx, (manual, pattern), new, "revision.todo_resolved").await?;
            if files.working.is_none() {
                rebuild(ctx, tx, manual).await?;
            }
        }
        (TodoResolution::Theirs, _) => {
            let theirs = files.theirs.as_ref().ok_or_else(merging::gone)?;
            let lane = LaneChange::Put(theirs.version_id);
            let lane = (lane, &change.texts);
            change_lane(ctx, caller, tx, located, (pattern, files.working.is_none()), lane).await?;
        }
        (TodoResolution::Removed, _) => {
            let lane = (LaneChange::Remove, &change.texts);
            change_lane(ctx, caller, tx, located, (pattern, true), lane).await?;
            unlisted::write(ctx, caller, tx, located, change.unlisted).await?;
        }
        _ => {}
    }
    if decision.resolution != TodoResolution::Ours {
        store::checkouts::release(tx, pattern.object.id, &caller.user.id).await?;
    }
    if !is_recorded {
        let detail = vec![("resolution".to_owned(), decision.resolution.as_str().to_owned())];
        let change = ctx.change(&caller.actor(), "revision.todo_resolved", "file", &listed.path);
        tx.record(Change { detail, ..change });
    }
    decide(ctx, caller, tx, (located, listed), decision).await
}

/// Writes the decision into the to-do and the history.
async fn decide(
    ctx: &Ctx,
    caller: &Caller,
    tx: &mut Tx,
    (located, listed): (&LocatedRevision, &ListedTodo),
    decision: &TodoDecision,
) -> Result<(), Error> {
    let account = caller.actor().as_str().to_owned();
    let mut todo = listed.todo.clone();
    todo.resolution = Some(decision.resolution);
    todo.state = if decision.is_done { TodoState::Done } else { TodoState::Open };
    todo.decided = Some((account.clone(), ctx.clock.now()));
    if let Some(note) = &decision.note {
        todo.note.clone_from(note);
    }
    if !store::revisions::decide_todo(tx, &todo, decision.version).await? {
        return Err(Error::ChangedMeanwhile);
    }
    let mut recorded = located.decision(ctx, RevisionAct::Resolved, &account, &todo.note);
    recorded.object_id = Some(todo.object_id);
    Ok(store::revisions::insert_decision(tx, &recorded).await?)
}

/// A change of one object in the working lane.
#[derive(Debug, Clone, Copy)]
enum LaneChange {
    Put(VersionId),
    Remove,
}

/// Changes one object in the working lane of a locked manual. `is_presence` says that it comes or goes.
async fn change_lane(
    ctx: &Ctx,
    caller: &Caller,
    tx: &mut Tx,
    located: &LocatedRevision,
    (file, is_presence): (&File, bool),
    (lane, texts): (LaneChange, &ReadTexts),
) -> Result<(), Error> {
    let missing = || Error::NotFound(Missing::Revision);
    let manual = &located.manual;
    let working = manual.lanes.working.ok_or_else(missing)?;
    let (account, now) = (caller.user.account.as_str(), ctx.clock.now());
    // The lane keeps the number of the revision that people work on.
    let begun = store::snapshots::begin_decided(tx, &manual.id, working, account, now).await?;
    let change = begun.ok_or_else(missing)?;
    let is_in_contents = matches!(file.object.identity.kind, ObjectKind::PublicationModule | ObjectKind::Container);
    match lane {
        LaneChange::Put(version) => store::snapshots::put_decided(tx, change, &[version]).await?,
        LaneChange::Remove => store::snapshots::remove_decided(tx, change, &[file.object.id]).await?,
    }
    match lane {
        // The marks of all other objects stay as they are.
        LaneChange::Put(version) if !is_presence && !is_in_contents => {
            let codes = changed_codes(tx, file.version_id, version).await?;
            store::snapshots::finish_decided_object(tx, &manual.id, change, &codes).await?;
        }
        _ => {
            rebuild(ctx, tx, &manual.id).await?;
            store::snapshots::finish_decided(tx, &manual.id, change).await?;
        }
    }
    suspects::mark_decided(ctx, tx, (&manual.id, change), (caller.actor().as_str(), now), texts).await
}

/// The folded codes that one of two versions refers to and the other does not.
async fn changed_codes(tx: &mut Tx, old: VersionId, new: VersionId) -> Result<Vec<String>, Error> {
    let [old, new] = [store::references::list(tx, old).await?, store::references::list(tx, new).await?];
    let codes = |list: &[Reference]| list.iter().map(|one| fold(&one.target)).collect::<BTreeSet<_>>();
    Ok(codes(&old).symmetric_difference(&codes(&new)).cloned().collect())
}

async fn rebuild(ctx: &Ctx, tx: &mut Tx, manual: &ManualId) -> Result<(), Error> {
    match contents::rebuild(ctx, tx, manual).await?.pop() {
        // Nobody would notice that the entries of a publication are gone.
        Some(blob) => Err(FileError::Damaged { blob }.into()),
        None => Ok(()),
    }
}
