//! Blockers: what must be settled before the current state of a manual can be published.
//!
//! A draft may go out with all of them. References and pictures that the manufacturer delivered broken are listed, but do
//! not block: nobody here could repair them without customising the module.

use std::collections::{BTreeMap, HashSet};

use domain::access::AccessLevel;
use domain::file::File;
use domain::id::SnapshotId;
use domain::manual::Manual;
use domain::path::{FilePath, ManualPath};
use domain::permission::Permission;
use domain::publication::{OutputFormat, PublicationState};
use domain::revision::TodoReason;
use futures::{StreamExt as _, TryStreamExt as _, stream};
use store::Tx;

use super::pdf;
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::Error;
use crate::editing::dispatch_guard::{self, GuardReader, GuardedItem};
use crate::library::manuals;

pub use super::pdf::PdfEngineState;
pub use store::publications::{BlockingTodo, BrokenCounts, BrokenReference, UnreleasedModule};

/// Points of one kind that are listed.
const MAX_LISTED: u64 = 100;
/// Temporary revisions that are compared with the working text.
const MAX_TEMPORARY: usize = 5;
/// Items that are compared with the master list at once.
const COMPARED_AT_ONCE: usize = 4;

/// The blockers of a manual. Lists are cut after 100, counts are not.
#[derive(Debug, Clone, Default)]
pub struct PublicationBlockers {
    /// Open to-dos of OEM revisions, without those that are conflicts; at most 100 with the conflicts.
    pub todos: Vec<BlockingTodo>,
    pub conflicts: Vec<BlockingTodo>,
    /// How many open to-dos there are, conflicts included.
    pub todo_count: u64,
    pub conflict_count: u64,
    pub unreleased: Vec<UnreleasedModule>,
    pub unreleased_count: u64,
    /// Those that block come first.
    pub missing_pictures: Vec<BrokenReference>,
    pub broken_references: Vec<BrokenReference>,
    pub broken: BrokenCounts,
    /// Compliance references to check again; none unless the rules of editing let publications wait for them.
    pub rechecks: u64,
    /// Items of a minimum equipment list that allow more than the master list, or have to be judged, without an override.
    pub excessive: Vec<ExcessiveItem>,
    pub excessive_count: u64,
    /// Objects that came with temporary revisions that have ended, and are still in the working text; they do not
    /// block.
    pub leftovers: Vec<TemporaryLeftover>,
    pub leftover_count: u64,
    /// How many points block a publication that is not a draft.
    pub blocking: u64,
    /// The languages of the manual, as in `en-US`.
    pub languages: Vec<String>,
    /// Formats that this node cannot make now.
    pub unavailable: Vec<OutputFormat>,
    pub pdf_engine: PdfEngineState,
}

/// An item of a minimum equipment list that its guard does not let pass.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExcessiveItem {
    pub path: String,
    /// How many of its points allow more than the master list or have to be judged.
    pub points: u64,
}

/// An object whose present version was published for some days only.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TemporaryLeftover {
    pub path: String,
    /// The revision number of the temporary revision.
    pub revision: String,
}

/// Lists the blockers of a manual for people who work on it.
pub async fn list(ctx: &Ctx, caller: &Caller, path: &ManualPath) -> Result<PublicationBlockers, Error> {
    caller.require(Permission::PublishDraft)?;
    let mut tx = caller.read(ctx).await?;
    let manual = manuals::at_path(&mut tx, path).await?;
    Caller::require_in_manual(&tx, AccessLevel::Author, &manual)?;
    let mut found = load(&mut tx, &manual).await?;
    drop(tx);
    found.excessive = list_excessive(ctx, GuardReader::Caller(caller), &manual, manual.lanes.working).await?;
    found.excessive_count = found.excessive.len() as u64;
    found.blocking += found.excessive_count;
    found.excessive.truncate(usize::try_from(MAX_LISTED).unwrap_or(usize::MAX));
    found.pdf_engine = pdf::state(ctx);
    if found.pdf_engine != PdfEngineState::Ready {
        found.unavailable.push(OutputFormat::Pdf);
    }
    Ok(found)
}

/// How many points block a publication of a manual that is not a draft. Reads all references of the manual.
pub(super) async fn count(tx: &mut Tx, manual: &Manual) -> Result<u64, Error> {
    let broken = match manual.lanes.working {
        Some(working) => store::publications::count_broken_references(tx, working).await?,
        None => BrokenCounts::default(),
    };
    Ok(count_work(tx, manual).await? + broken.own())
}

/// The same without broken references: to-dos, modules that are not released, and compliance references to check again.
pub(super) async fn count_work(tx: &mut Tx, manual: &Manual) -> Result<u64, Error> {
    let (_, todos) = store::publications::list_open_todos(tx, &manual.id, 0).await?;
    let unreleased = match manual.lanes.working {
        Some(working) => count_unreleased(tx, working).await?,
        None => 0,
    };
    Ok(todos.all + unreleased + count_rechecks(tx, manual).await?)
}

/// How many compliance references to a manual have to be checked again; none unless the rules of editing let publications
/// wait for them.
async fn count_rechecks(tx: &mut Tx, manual: &Manual) -> Result<u64, Error> {
    if !store::settings::find_editing_rules(tx).await?.0.recheck_first {
        return Ok(0);
    }
    Ok(store::compliance::count_rechecks_of_manual(tx, &manual.id).await?)
}

/// The items in a state of a manual that the guard of minimum equipment lists does not let pass, by their paths. Items
/// that the manufacturer delivered with the last revision are its own.
pub(super) async fn list_excessive(
    ctx: &Ctx,
    reader: GuardReader<'_>,
    manual: &Manual,
    state: Option<SnapshotId>,
) -> Result<Vec<ExcessiveItem>, Error> {
    let Some(state) = state else { return Ok(Vec::new()) };
    let mut tx = reader.read(ctx).await?;
    let own = store::publications::list_own_items(&mut tx, state, manual.lanes.oem).await?;
    let files = store::files::list_by_objects(&mut tx, state, &own).await?;
    drop(tx);
    let compared = files.into_iter().map(|file| compare_item(ctx, reader, file));
    let compared: Vec<Option<ExcessiveItem>> =
        stream::iter(compared).buffer_unordered(COMPARED_AT_ONCE).try_collect().await?;
    let mut found: Vec<ExcessiveItem> = compared.into_iter().flatten().collect();
    found.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(found)
}

async fn compare_item(ctx: &Ctx, reader: GuardReader<'_>, file: File) -> Result<Option<ExcessiveItem>, Error> {
    let Some(path) = FilePath::parse(&file.path) else { return Ok(None) };
    let item = dispatch_guard::guarded(ctx, reader, &path, &file).await?;
    let blocked = item.filter(GuardedItem::is_blocked);
    Ok(blocked.map(|item| ExcessiveItem { path: file.path, points: item.excesses.len() as u64 }))
}

/// How many modules of a snapshot are not released now. Versions of a snapshot never change, their status does.
pub(super) async fn count_unreleased(tx: &mut Tx, snapshot: SnapshotId) -> Result<u64, Error> {
    Ok(store::publications::list_unreleased(tx, snapshot, 0).await?.1)
}

async fn load(tx: &mut Tx, manual: &Manual) -> Result<PublicationBlockers, Error> {
    let (todos, counts) = store::publications::list_open_todos(tx, &manual.id, MAX_LISTED).await?;
    let (conflicts, todos) = todos.into_iter().partition(|todo| todo.reason == TodoReason::Conflict);
    let mut found = PublicationBlockers {
        todos,
        conflicts,
        todo_count: counts.all,
        conflict_count: counts.conflicts,
        ..PublicationBlockers::default()
    };
    if let Some(working) = manual.lanes.working {
        (found.unreleased, found.unreleased_count) =
            store::publications::list_unreleased(tx, working, MAX_LISTED).await?;
        let broken = store::publications::count_broken_references(tx, working).await?;
        if broken.pictures + broken.delivered_pictures > 0 {
            found.missing_pictures = store::publications::list_broken_references(tx, working, true, MAX_LISTED).await?;
        }
        if broken.references + broken.delivered_references > 0 {
            found.broken_references =
                store::publications::list_broken_references(tx, working, false, MAX_LISTED).await?;
        }
        found.broken = broken;
        found.languages = store::toc::list_languages(tx, working).await?;
        found.leftovers = leftovers(tx, manual, working).await?;
        found.leftover_count = found.leftovers.len() as u64;
        found.leftovers.truncate(usize::try_from(MAX_LISTED).unwrap_or(usize::MAX));
    }
    found.rechecks = count_rechecks(tx, manual).await?;
    found.blocking = found.todo_count + found.unreleased_count + found.broken.own() + found.rechecks;
    Ok(found)
}

/// Versions that the next publication would make permanent although they were approved for some days: those of
/// temporary revisions that ended or were withdrawn after the valid publication, and that the working text still has.
async fn leftovers(tx: &mut Tx, manual: &Manual, working: SnapshotId) -> Result<Vec<TemporaryLeftover>, Error> {
    let approved = store::publications::list_approved(tx, &manual.id).await?;
    let Some(oldest) = approved.last() else { return Ok(Vec::new()) };
    let mut ended = store::publications::list_temporary_after(tx, &manual.id, oldest.number).await?;
    ended.retain(|one| one.state == PublicationState::Withdrawn);
    let mut found: BTreeMap<String, TemporaryLeftover> = BTreeMap::new();
    // Each with what some of its readers go by now, unless a later one for all of them has made the text permanent.
    let compared = ended.iter().filter_map(|temporary| {
        let is_permanent = approved.iter().any(|one| one.is_successor_of(temporary));
        let valid = approved.iter().find(|one| one.is_before_temporary(temporary)).filter(|_| !is_permanent)?;
        Some((temporary, valid))
    });
    for (temporary, valid) in compared.take(MAX_TEMPORARY) {
        let changed_since = store::snapshots::list_changed(tx, temporary.snapshot, working).await?;
        let gone: HashSet<_> = changed_since.into_iter().map(|object| object.object_id).collect();
        for object in store::snapshots::list_changed(tx, valid.snapshot, temporary.snapshot).await? {
            if object.new.is_some() && !gone.contains(&object.object_id) {
                let path = format!("{}/{}", manual.path(), object.key);
                let revision = temporary.revision.clone();
                found.entry(object.key).or_insert(TemporaryLeftover { path, revision });
            }
        }
    }
    Ok(found.into_values().collect())
}
