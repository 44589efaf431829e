//! The status of a file: an author submits a version, an approver releases it or sends it back.

use std::collections::{BTreeSet, HashMap, HashSet};

use domain::access::{AccessLevel, AccessRules};
use domain::change::Change;
use domain::file::File;
use domain::id::{SnapshotId, VersionId};
use domain::name::Name;
use domain::notification::NotificationKind;
use domain::object::ObjectKind;
use domain::path::{CsdbPath, FilePath};
use domain::permission::{Permission, Role};
use domain::snapshot::Reading;
use domain::status::{StatusActor, StatusError, StatusStep, change_status};
use domain::text::fold;
use domain::user::{Account, User};
use domain::version::{FileStatus, Origin, ReferenceKind};
use store::Tx;

use crate::core::access;
use crate::core::caller::Caller;
use crate::core::confirmation::require_recent;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, FileError};
use crate::editing::dispatch_guard::{self, GuardedItem};
use crate::library::files::{self, LocatedFile};
use crate::users::notifications;

pub use store::statuses::StatusEvent;

/// A step, and the version that the caller has seen.
#[derive(Debug, Clone)]
pub struct StatusDecision {
    pub version: VersionId,
    pub step: StatusStep,
    pub why: String,
}

/// Changes the status of the version that the working lane contains at a path. The content stays.
///
/// Refuses if that is not the version of the decision.
pub async fn change(ctx: &Ctx, caller: &Caller, path: &FilePath, decision: StatusDecision) -> Result<File, Error> {
    let StatusDecision { version, step, why } = decision;
    caller.require(Permission::EditContent)?;
    let guarded = if step == StatusStep::Release {
        require_recent(ctx, caller).await?;
        let file = files::at_path(&mut caller.read(ctx).await?, path, &Reading::default()).await?.file;
        Some((file.version_id, dispatch_guard::of_file(ctx, caller, path, &file).await?))
    } else {
        None
    };
    // Read before the transaction: one that waits for a second connection keeps its own from others.
    let rules = access::rules(ctx).await?;
    let mut tx = caller.begin(ctx).await?;
    let located = files::at_path(&mut tx, path, &Reading::default()).await?;
    require_level(&mut tx, &located, AccessLevel::Author).await?;
    // A version that became the current one meanwhile was not compared with the master list.
    let is_other = located.file.version_id != version || guarded.as_ref().is_some_and(|(seen, _)| *seen != version);
    if is_other {
        return Err(FileError::NewerVersion.into());
    }
    let account = caller.user.account.as_str();
    let actor = actor(&mut tx, caller, &located.file).await?;
    let before = located.file.version.status;
    require_level(&mut tx, &located, level_of(step, before, actor)).await?;
    let file = &located.file;
    let after = change_status(before, step, actor).map_err(refusal)?;
    if let Some(item) = guarded.and_then(|(_, item)| item).filter(GuardedItem::is_blocked) {
        return Err(FileError::LessRestrictive(item.findings()).into());
    }
    if step == StatusStep::Release {
        require_rechecked(&mut tx, file).await?;
        release_media(ctx, &mut tx, caller, &located, &why).await?;
    }
    let event = StatusEvent { before, after, by: account.to_owned(), on: ctx.clock.now(), why };
    if !store::statuses::change(&mut tx, file.object.id, file.version_id, &event).await? {
        return Err(Error::ChangedMeanwhile);
    }
    let detail = vec![
        ("step".to_owned(), step.as_str().to_owned()),
        ("before".to_owned(), before.as_str().to_owned()),
        ("after".to_owned(), after.as_str().to_owned()),
        ("why".to_owned(), event.why),
    ];
    tx.record(Change { detail, ..ctx.change(&caller.actor(), "file.status_changed", "file", &file.path) });
    let changed = files::at_path(&mut tx, path, &Reading::default()).await?.file;
    if changed.version_id != file.version_id {
        return Err(Error::ChangedMeanwhile);
    }
    let people = match step {
        StatusStep::Submit => approvers(&mut tx, &rules, &changed).await?,
        _ => Vec::from_iter(author(&mut tx, &changed).await?),
    };
    tell(ctx, &mut tx, caller, &changed, step, people).await?;
    tx.commit().await?;
    tracing::info!(file.path = %file.path, file.status = after.as_str(), "Changed the status of {}", file.path);
    Ok(changed)
}

/// Refuses to release a module to which compliance references have to be checked again, where the rules say so.
async fn require_rechecked(tx: &mut Tx, file: &File) -> Result<(), Error> {
    let is_asked = store::settings::find_editing_rules(tx).await?.0.recheck_first;
    if is_asked && store::compliance::count_rechecks_of_module(tx, file.object.id).await? > 0 {
        return Err(FileError::OpenRechecks.into());
    }
    Ok(())
}

/// Refuses unless the caller has a level where the file is.
async fn require_level(tx: &mut Tx, located: &LocatedFile, level: AccessLevel) -> Result<(), Error> {
    let has_level = match &located.manual {
        Some((manual, _)) => return Caller::require_in_manual(tx, level, manual),
        None => has_level_for_media(tx, &located.file, level).await?,
    };
    if has_level { Ok(()) } else { Err(Error::Forbidden) }
}

/// Whether the caller has a level for media: in their database, or in every manual whose working lane shows them.
async fn has_level_for_media(tx: &mut Tx, media: &File, level: AccessLevel) -> Result<bool, Error> {
    let csdb = fold(media.csdb_name());
    if tx.sight().level(&csdb, None) >= level {
        return Ok(true);
    }
    let manuals = store::statuses::list_showing(tx, media.version_id).await?;
    Ok(!manuals.is_empty() && manuals.iter().all(|manual| tx.sight().level(&csdb, Some(manual.as_str())) >= level))
}

/// Releases the media of the operator that a file shows and that are not released yet: they are part of what was reviewed.
///
/// Nobody releases a file that they uploaded, or one that a manual shows in which they do not approve.
async fn release_media(ctx: &Ctx, tx: &mut Tx, caller: &Caller, located: &LocatedFile, why: &str) -> Result<(), Error> {
    let file = &located.file;
    let shown = unreleased_media(tx, located).await?;
    if shown.is_empty() {
        return Ok(());
    }
    let versions: Vec<VersionId> = shown.iter().chain([file]).map(|one| one.version_id).collect();
    store::statuses::lock_all(tx, &versions).await?;
    // Somebody may have replaced one of them before the manuals were locked.
    for media in unreleased_media(tx, located).await? {
        if !has_level_for_media(tx, &media, AccessLevel::Approve).await? {
            return Err(FileError::SharedMedia.into());
        }
        let actor = actor(tx, caller, &media).await?;
        if actor.has_contributed && !actor.may_release_own {
            return Err(FileError::OwnVersion.into());
        }
        let (before, after) = (media.version.status, FileStatus::Released);
        let by = caller.user.account.as_str().to_owned();
        let event = StatusEvent { before, after, by, on: ctx.clock.now(), why: why.to_owned() };
        if !store::statuses::change(tx, media.object.id, media.version_id, &event).await? {
            return Err(Error::ChangedMeanwhile);
        }
        let detail = vec![
            ("step".to_owned(), StatusStep::Release.as_str().to_owned()),
            ("before".to_owned(), before.as_str().to_owned()),
            ("after".to_owned(), after.as_str().to_owned()),
            ("with".to_owned(), file.path.clone()),
        ];
        tx.record(Change { detail, ..ctx.change(&caller.actor(), "file.status_changed", "file", &media.path) });
        let people = Vec::from_iter(author(tx, &media).await?);
        tell(ctx, tx, caller, &media, StatusStep::Release, people).await?;
    }
    Ok(())
}

/// The media of the operator that a file shows, as drafts or in review: the versions in the working lane of its manual,
/// which are not always the newest, and for codes without media there those in the lanes beside it.
async fn unreleased_media(tx: &mut Tx, located: &LocatedFile) -> Result<Vec<File>, Error> {
    let LocatedFile { file, manual: Some((manual, _)) } = located else { return Ok(Vec::new()) };
    let references = store::references::list(tx, file.version_id).await?;
    let shown = references.iter().filter(|one| one.kind == ReferenceKind::Illustration && !one.external);
    let mut codes: BTreeSet<String> = shown.map(|one| fold(&one.target)).collect();
    // The lane may have gone on since the file was found.
    let working = store::manuals::find(tx, &manual.id).await?.and_then(|manual| manual.lanes.working);
    let mut lanes: Vec<SnapshotId> = working.into_iter().collect();
    let mut found = Vec::new();
    for is_own in [true, false] {
        if codes.is_empty() {
            break;
        }
        if !is_own {
            lanes = files::snapshots_beside(tx, file.csdb_name(), None, &Reading::default()).await?;
        }
        let wanted: Vec<String> = codes.iter().cloned().collect();
        let held = store::files::list_by_codes(tx, &file.object.csdb_id, &lanes, &wanted).await?;
        for (_, media) in held {
            codes.remove(&fold(&media.object.identity.code));
            found.push(media);
        }
    }
    let is_open = |status: FileStatus| matches!(status, FileStatus::Draft | FileStatus::Review);
    found.retain(|media| media.object.identity.kind == ObjectKind::Icn && !media.deleted);
    found.retain(|media| media.version.origin != Origin::Oem && is_open(media.version.status));
    found.sort_by_key(|media| media.version_id);
    found.dedup_by_key(|media| media.version_id);
    Ok(found)
}

/// A step that only approvers take needs their level in the manual; authors withdraw drafts of their own.
fn level_of(step: StatusStep, status: FileStatus, actor: StatusActor) -> AccessLevel {
    match step {
        StatusStep::Submit => AccessLevel::Author,
        StatusStep::Withdraw if status == FileStatus::Draft && actor.is_author => AccessLevel::Author,
        StatusStep::Release | StatusStep::SendBack | StatusStep::Withdraw | StatusStep::Reinstate => {
            AccessLevel::Approve
        }
    }
}

/// The facts about the caller that count for a step of a file.
pub(super) async fn actor(tx: &mut Tx, caller: &Caller, file: &File) -> Result<StatusActor, Error> {
    let account = caller.user.account.as_str();
    Ok(StatusActor {
        role: caller.user.role,
        // Those who import a package do not write its modules.
        is_author: file.version.origin != Origin::Oem && file.version.created_by == account,
        has_contributed: contributors(tx, file).await?.contains(account),
        may_release_own: store::settings::find_editing_rules(tx).await?.0.own_release,
    })
}

/// The accounts that made the version of a file or one it was made from, back to the last one that was released.
async fn contributors(tx: &mut Tx, file: &File) -> Result<HashSet<String>, Error> {
    let object = file.object.id;
    let versions = store::files::list_versions(tx, object).await?;
    let mut versions: HashMap<VersionId, File> = versions.into_iter().map(|one| (one.version_id, one)).collect();
    let parents = store::versions::list_parents(tx, object).await?;
    let events = store::statuses::list_of_object(tx, object).await?;
    let released = events.into_iter().filter(|(_, event)| event.after == FileStatus::Released);
    let released: HashSet<VersionId> = released.map(|(version, _)| version).collect();
    let mut accounts = HashSet::new();
    let mut open = vec![file.version_id];
    while let Some(id) = open.pop() {
        let is_older = id != file.version_id;
        let Some(File { version, .. }) = versions.remove(&id) else { continue };
        if version.origin == Origin::Oem || (is_older && released.contains(&id)) {
            continue;
        }
        accounts.insert(version.created_by);
        if !released.contains(&id) {
            open.extend(parents.get(&id).into_iter().flatten());
        }
    }
    Ok(accounts)
}

fn refusal(error: StatusError) -> Error {
    match error {
        StatusError::NotAllowed(_) => Error::Forbidden,
        StatusError::NotFromHere { status, step } => FileError::StatusStep { status, step }.into(),
        StatusError::OwnVersion => FileError::OwnVersion.into(),
    }
}

/// Leaves a message about a step for some people: a submitted version for those who may release it, any other step for
/// its author.
async fn tell(
    ctx: &Ctx,
    tx: &mut Tx,
    caller: &Caller,
    file: &File,
    step: StatusStep,
    mut people: Vec<User>,
) -> Result<(), Error> {
    people.retain(|person| person.id != caller.user.id);
    let params = [("account", caller.user.account.as_str()), ("file", file.name()), ("folder", file.folder())];
    let code = format!("status.{}", step.as_str());
    notifications::leave(ctx, tx, &people, NotificationKind::Revisions, &code, &params, &link(file)).await
}

/// The address of the file in the web application.
fn link(file: &File) -> String {
    if file.object.identity.kind == ObjectKind::Icn {
        return format!("/library{}?file={}", file.folder(), file.name());
    }
    format!("/library{}?dm={}", file.folder(), file.object.identity.key)
}

async fn author(tx: &mut Tx, file: &File) -> Result<Option<User>, Error> {
    match Account::parse(&file.version.created_by) {
        Ok(account) if file.version.origin != Origin::Oem => Ok(store::users::find_by_account(tx, &account).await?),
        _ => Ok(None),
    }
}

/// The active approvers and administrators who have the level to release the file.
async fn approvers(tx: &mut Tx, rules: &AccessRules, file: &File) -> Result<Vec<User>, Error> {
    let folder = CsdbPath::parse(file.folder());
    let Some(csdb) = folder.as_ref().and_then(CsdbPath::csdb).map(Name::folded) else { return Ok(Vec::new()) };
    let manual = folder.as_ref().and_then(CsdbPath::manual).map(Name::folded);
    let mut people = store::users::list_active(tx, Role::Approver).await?;
    people.extend(store::users::list_active(tx, Role::Admin).await?);
    people.retain(|person| {
        let access = rules.effective(&person.id, person.role, &csdb, manual.as_deref());
        access.level >= AccessLevel::Approve
    });
    Ok(people)
}

/// The status events of all versions of the file at a path, oldest first.
pub async fn history(ctx: &Ctx, caller: &Caller, path: &FilePath) -> Result<Vec<(VersionId, StatusEvent)>, Error> {
    caller.require(Permission::ReadContent)?;
    let mut tx = caller.read(ctx).await?;
    let file = files::at_path(&mut tx, path, &Reading::default()).await?.file;
    Ok(store::statuses::list_of_object(&mut tx, file.object.id).await?)
}
