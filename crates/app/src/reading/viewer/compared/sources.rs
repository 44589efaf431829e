//! The text of a compared state, and everything that it names.

use std::sync::Arc;

use domain::id::{SnapshotId, VersionId};
use domain::path::FilePath;
use domain::snapshot::Reading;
use s1000d::applic::repository;
use s1000d::document::shared;
use s1000d::guard;
use s1000d::repositories::SharedEntries;

use super::ComparedVersion;
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, FileError};
use crate::reading::content;
use crate::reading::viewer::{LocatedModule, find, repositories, tables};

/// A state of a module.
#[derive(Debug, Clone)]
pub enum ComparedState {
    Version(VersionId),
    /// The version in a lane, now or at a moment, or in a revision.
    Read(Reading),
    /// A text that is not stored as a version.
    Draft(String),
    /// The version in the working lane, without what does not apply to somebody.
    Filtered(String),
}

/// A state that is ready to be drawn.
pub(super) struct ComparedSource {
    pub(super) opened: LocatedModule,
    pub(super) revision: Option<SnapshotId>,
    pub(super) is_draft: bool,
    pub(super) text: String,
    /// The separate status file; `None` also for one that cannot be read.
    pub(super) status: Option<String>,
    pub(super) tables: tables::MergedTables,
    pub(super) entries: Arc<SharedEntries>,
}

impl ComparedSource {
    pub(super) fn version(&self) -> ComparedVersion {
        ComparedVersion { file: self.opened.file.clone(), revision: self.revision, is_draft: self.is_draft }
    }
}

pub(super) async fn read(
    ctx: &Ctx,
    caller: &Caller,
    path: &FilePath,
    state: ComparedState,
) -> Result<ComparedSource, Error> {
    let is_draft = matches!(state, ComparedState::Draft(_));
    let (reading, version, given) = match state {
        ComparedState::Version(version) => {
            let revision = revision_of(ctx, caller, path, version).await?;
            (Reading { revision, ..Reading::default() }, Some(version), None)
        }
        ComparedState::Read(reading) => (reading, None, None),
        ComparedState::Draft(text) | ComparedState::Filtered(text) => (Reading::default(), None, Some(text)),
    };
    let mut tx = caller.read(ctx).await?;
    let opened = find(&mut tx, path, &reading, version).await?;
    let sources = tables::sources(&mut tx, &opened).await?;
    let set = sources.of_module(&mut tx, &opened.file).await?;
    drop(tx);
    let tables = tables::read(ctx, &sources).await?.of(set).clone();
    let text = if let Some(text) = given {
        text
    } else {
        let bytes = content::read(ctx, &opened.file.version.content.blob).await?;
        let decoded = tokio::task::spawn_blocking(move || guard::check(&bytes).map(|file| file.text().to_owned()));
        decoded.await?.map_err(FileError::Unreadable)?
    };
    let names_shared = repository::is_named_in(text.as_bytes()) || shared::is_named_in(text.as_bytes());
    let entries = if names_shared { repositories::read(ctx, opened.own).await? } else { Arc::default() };
    let revision = opened.own.filter(|_| !reading.is_worked_on());
    let status = status_of(ctx, &opened).await?;
    Ok(ComparedSource { opened, revision, is_draft, text, status, tables, entries })
}

/// The separate status file of a module. A lost one must not hide the text.
async fn status_of(ctx: &Ctx, opened: &LocatedModule) -> Result<Option<String>, Error> {
    let Some(blob) = &opened.file.version.content.status_blob else { return Ok(None) };
    let Some(bytes) = content::find(ctx, blob).await? else { return Ok(None) };
    let decoded = tokio::task::spawn_blocking(move || guard::check(&bytes).map(|file| file.text().to_owned()));
    Ok(decoded.await?.ok())
}

/// The newest revision that a version of a module belongs to, unless it is the one that people work with.
async fn revision_of(
    ctx: &Ctx,
    caller: &Caller,
    path: &FilePath,
    version: VersionId,
) -> Result<Option<SnapshotId>, Error> {
    let mut tx = caller.read(ctx).await?;
    let opened = find(&mut tx, path, &Reading::default(), Some(version)).await?;
    let held = match opened.own {
        Some(snapshot) => store::files::find(&mut tx, snapshot, opened.file.object.id).await?,
        None => None,
    };
    if held.is_some_and(|held| held.version_id == opened.file.version_id) {
        return Ok(None);
    }
    Ok(store::files::find_newest_revision(&mut tx, opened.file.version_id).await?)
}
