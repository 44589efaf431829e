//! Reads what the contents of a state and their modules say about applicability.
//!
//! A statement is read from its file once and then stored with the version: a large manual is read over several
//! requests, whatever the caches hold.

mod stated;

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use domain::id::{SnapshotId, TocNodeId, VersionId};
use domain::manual::Manual;
use domain::snapshot::Reading;
use futures::{StreamExt as _, stream};
use s1000d::repositories::SharedEntries;
use store::StoreError;
use store::files::HeldContent;
use store::statements::{StoredStatement, WholeStatement};

use self::stated::{WholeRead, add_modules, add_parts, places};
use super::cells::Inside;
use crate::core::caller::Caller;
use crate::core::contents_statements::{ContentsStatements, ModuleStatement};
use crate::core::ctx::Ctx;
use crate::core::error::{Error, FileError};
use crate::library::files;
use crate::reading::viewer::repositories;
use crate::reading::viewer::tables::{self, ManualTables, TableSources};
use crate::reading::viewer::whole::{self, ReadFile};

/// The most modules that one request reads, besides those that are known: about a second of work.
pub(super) const MOST_READ: usize = 2_000;
/// Modules that are read in parallel.
const AT_ONCE: usize = 8;
/// A vault that does not answer so often is not asked any more.
const MAX_FAILURES: usize = 8;
/// Lost modules that are looked for again.
const MAX_LOST: usize = 50;

/// A state of a manual with its tables.
pub(super) struct JudgedState {
    snapshot: SnapshotId,
    sources: TableSources,
    pub(super) tables: Arc<ManualTables>,
}

impl JudgedState {
    pub(super) async fn open(
        ctx: &Ctx,
        caller: &Caller,
        manual: &Manual,
        snapshot: SnapshotId,
        reading: &Reading,
    ) -> Result<Self, Error> {
        let mut tx = caller.read(ctx).await?;
        let own = Some((&manual.id, snapshot));
        let beside = files::snapshots_beside(&mut tx, manual.csdb_name.as_str(), own, reading).await?;
        let sources = tables::sources_in(&mut tx, &beside).await?;
        drop(tx);
        let tables = Arc::new(tables::read(ctx, &sources).await?);
        Ok(Self { snapshot, sources, tables })
    }

    /// The statements of the state. Modules below `section` are read as far as `budget` allows, which shrinks by their
    /// number; the others stay unread until somebody asks again.
    pub(super) async fn contents(
        &self,
        ctx: &Ctx,
        caller: &Caller,
        section: Option<TocNodeId>,
        budget: &mut usize,
    ) -> Result<Arc<ContentsStatements>, Error> {
        let known = match ctx.contents_statements.0.get(&self.sources.key(self.snapshot)) {
            Some(known) => known,
            None => self.keep(ctx, self.read_places(ctx, caller).await?),
        };
        let wanted = unread_in(&known, section, *budget);
        if wanted.is_empty() {
            return Ok(known);
        }
        *budget = budget.saturating_sub(wanted.len());
        let read = read_whole(ctx, caller, &wanted).await?;
        let names_shared = read.values().any(WholeRead::names_shared);
        let entries = self.entries(ctx, names_shared).await;
        let more = tokio::task::spawn_blocking(move || {
            let mut more = ContentsStatements::clone(&known);
            add_modules(&mut more, &read, entries.as_deref());
            more
        });
        Ok(self.keep(ctx, more.await?))
    }

    /// The same statements with those of the parts of these modules, as far as `budget` allows.
    pub(super) async fn with_parts(
        &self,
        ctx: &Ctx,
        caller: &Caller,
        contents: Arc<ContentsStatements>,
        wanted: Vec<VersionId>,
        budget: &mut usize,
    ) -> Result<Arc<ContentsStatements>, Error> {
        let wanted = without_parts(&contents, wanted, *budget);
        if wanted.is_empty() {
            return Ok(contents);
        }
        let (read, lost) = read_parts(ctx, caller, &wanted, budget).await?;
        if read.is_empty() && lost.is_empty() {
            return Ok(contents);
        }
        let names_shared = read.values().flatten().any(|part| !part.shared.is_empty());
        let entries = self.entries(ctx, names_shared).await;
        let more = tokio::task::spawn_blocking(move || {
            let mut more = ContentsStatements::clone(&contents);
            add_parts(&mut more, read, entries.as_deref());
            more.lost_parts.extend(lost);
            more
        });
        Ok(self.keep(ctx, more.await?))
    }

    fn keep(&self, ctx: &Ctx, contents: ContentsStatements) -> Arc<ContentsStatements> {
        let weight = contents.weight();
        ctx.contents_statements.0.put(self.sources.key(self.snapshot), contents, weight)
    }

    /// The places of the contents with the statements that are stored.
    async fn read_places(&self, ctx: &Ctx, caller: &Caller) -> Result<ContentsStatements, Error> {
        let mut tx = caller.read(ctx).await?;
        let outline = store::toc::list_outline(&mut tx, self.snapshot).await?;
        let held = store::files::list_contents(&mut tx, self.snapshot).await?;
        let versions: Vec<(VersionId, String)> = held.iter().map(|one| (one.version_id, one.code.clone())).collect();
        let sets = self.sources.of_versions(&mut tx, &versions).await?;
        let of_contents = self.sources.of_contents(&mut tx).await?;
        let known = store::statements::list_whole_in(&mut tx, self.snapshot).await?;
        drop(tx);
        let names_shared = known.values().flatten().any(|one| !one.shared.is_empty());
        let entries = self.entries(ctx, names_shared).await;
        let read = tokio::task::spawn_blocking(move || {
            let mut contents = places(&outline, &held, &sets, of_contents);
            let known = known.into_iter().map(|(version, whole)| (version, WholeRead::Stated(whole))).collect();
            add_modules(&mut contents, &known, entries.as_deref());
            contents
        });
        Ok(read.await?)
    }

    /// The entries of repositories, if they are named; `None` where they cannot be read now.
    async fn entries(&self, ctx: &Ctx, are_named: bool) -> Option<Arc<SharedEntries>> {
        if !are_named {
            return Some(Arc::default());
        }
        match repositories::read(ctx, Some(self.snapshot)).await {
            Ok(entries) => Some(entries),
            Err(error) => {
                tracing::warn!(%error, "shared statements are not known");
                None
            }
        }
    }
}

/// The modules to read: those below a section that were not read yet, then those that failed, then a few of the lost
/// ones.
fn unread_in(contents: &ContentsStatements, section: Option<TocNodeId>, most: usize) -> Vec<VersionId> {
    let inside = Inside::of(contents, section.as_ref().map(std::slice::from_ref));
    let (mut unread, mut failed, mut lost) = (Vec::new(), Vec::new(), Vec::new());
    for (_, place) in contents.places.iter().enumerate().filter(|(position, _)| inside.holds(*position)) {
        let Some(version) = place.version else { continue };
        match place.module {
            ModuleStatement::Unread => unread.push(version),
            ModuleStatement::Failed => failed.push(version),
            ModuleStatement::Lost if lost.len() < MAX_LOST => lost.push(version),
            ModuleStatement::Lost | ModuleStatement::Always | ModuleStatement::Stated(_) => {}
        }
    }
    let mut known = HashSet::new();
    let wanted = unread.into_iter().chain(failed).chain(lost);
    wanted.filter(|version| known.insert(*version)).take(most).collect()
}

/// The modules whose parts are looked for, those that are lost last. All that are stored are loaded at once, whatever the
/// budget is; afterwards only as many are looked for as can be read.
fn without_parts(contents: &ContentsStatements, mut wanted: Vec<VersionId>, budget: usize) -> Vec<VersionId> {
    wanted.retain(|version| !contents.parts.contains_key(version));
    wanted.sort_unstable_by_key(|version| (contents.lost_parts.contains(version), *version));
    if !contents.parts.is_empty() {
        wanted.truncate(budget);
    }
    wanted
}

/// The statements of modules about themselves: from the database, or else from their files.
async fn read_whole(ctx: &Ctx, caller: &Caller, wanted: &[VersionId]) -> Result<HashMap<VersionId, WholeRead>, Error> {
    let mut tx = caller.read(ctx).await?;
    let known = store::statements::list_whole(&mut tx, wanted).await?;
    let left: Vec<VersionId> = wanted.iter().copied().filter(|version| !known.contains_key(version)).collect();
    let files = store::files::list_contents_of(&mut tx, &left).await?;
    drop(tx);
    let mut found: HashMap<VersionId, WholeRead> =
        known.into_iter().map(|(version, whole)| (version, WholeRead::Stated(whole))).collect();
    // Collected first: a stream of closures over borrowed modules is not `Send` for every lifetime.
    let asked: Vec<_> = files.iter().map(|file| whole_of(ctx, file)).collect();
    let mut answers = stream::iter(asked).buffered(AT_ONCE);
    let (mut fresh, mut failures): (Vec<(VersionId, WholeStatement)>, usize) = (Vec::new(), 0);
    while let Some((version, read)) = answers.next().await {
        match &read {
            WholeRead::Stated(whole) => fresh.push((version, whole.clone())),
            WholeRead::Failed => failures += 1,
            WholeRead::Lost => {}
        }
        found.insert(version, read);
        if failures == MAX_FAILURES {
            break;
        }
    }
    drop(answers);
    report(store_whole(ctx, &fresh).await);
    Ok(found)
}

async fn whole_of(ctx: &Ctx, module: &HeldContent) -> (VersionId, WholeRead) {
    let read = match whole::read_whole(ctx, &module.content).await {
        Ok(ReadFile::Read(whole)) => WholeRead::Stated(whole),
        // Damaged bytes stay so until somebody stores them again.
        Ok(ReadFile::Lost) | Err(Error::File(FileError::Damaged { .. })) => WholeRead::Lost,
        Err(error) => {
            tracing::warn!(%error, code = module.code, "whether a module applies is not known");
            WholeRead::Failed
        }
    };
    (module.version_id, read)
}

/// The statements that were read of the parts of a module.
#[derive(Debug)]
enum PartsRead {
    Stated(Vec<StoredStatement>),
    /// The vault has lost it.
    Lost,
    /// The vault did not answer.
    Failed,
}

/// The statements of the parts of modules, without those of modules that cannot be read now; and the lost modules.
async fn read_parts(
    ctx: &Ctx,
    caller: &Caller,
    wanted: &[VersionId],
    budget: &mut usize,
) -> Result<(HashMap<VersionId, Vec<StoredStatement>>, Vec<VersionId>), Error> {
    let mut tx = caller.read(ctx).await?;
    let mut found = store::statements::list_parts(&mut tx, wanted).await?;
    let left = wanted.iter().copied().filter(|version| !found.contains_key(version));
    let left: Vec<VersionId> = left.take(*budget).collect();
    let files = store::files::list_contents_of(&mut tx, &left).await?;
    drop(tx);
    *budget = budget.saturating_sub(left.len());
    let asked: Vec<_> = files.iter().map(|file| parts_of(ctx, file)).collect();
    let mut answers = stream::iter(asked).buffered(AT_ONCE);
    let (mut fresh, mut failures): (Vec<(VersionId, Vec<StoredStatement>)>, usize) = (Vec::new(), 0);
    let mut lost = Vec::new();
    while let Some((version, read)) = answers.next().await {
        match read {
            PartsRead::Stated(parts) => fresh.push((version, parts)),
            PartsRead::Lost => lost.push(version),
            PartsRead::Failed => failures += 1,
        }
        if failures == MAX_FAILURES {
            break;
        }
    }
    drop(answers);
    report(store_parts(ctx, &fresh).await);
    found.extend(fresh);
    Ok((found, lost))
}

async fn parts_of(ctx: &Ctx, module: &HeldContent) -> (VersionId, PartsRead) {
    let read = match whole::read_parts(ctx, &module.content).await {
        Ok(ReadFile::Read(parts)) => PartsRead::Stated(parts),
        // Damaged bytes stay so until somebody stores them again.
        Ok(ReadFile::Lost) | Err(Error::File(FileError::Damaged { .. })) => {
            tracing::warn!(code = module.code, "the parts of a module that is lost are not known");
            PartsRead::Lost
        }
        Err(error) => {
            tracing::warn!(%error, code = module.code, "the parts of a module are not known");
            PartsRead::Failed
        }
    };
    (module.version_id, read)
}

async fn store_whole(ctx: &Ctx, read: &[(VersionId, WholeStatement)]) -> Result<(), StoreError> {
    if read.is_empty() {
        return Ok(());
    }
    let mut tx = ctx.db.begin().await?;
    store::statements::insert_whole(&mut tx, read).await?;
    tx.commit().await
}

async fn store_parts(ctx: &Ctx, read: &[(VersionId, Vec<StoredStatement>)]) -> Result<(), StoreError> {
    if read.is_empty() {
        return Ok(());
    }
    let mut tx = ctx.db.begin().await?;
    store::statements::insert_parts(&mut tx, read).await?;
    tx.commit().await
}

/// The answer does not depend on whether its statements could be stored.
fn report(stored: Result<(), StoreError>) {
    if let Err(error) = stored {
        tracing::warn!(%error, "statements of modules are read again next time");
    }
}

#[cfg(test)]
mod tests;
