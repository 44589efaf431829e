//! Applicability of whole modules; contents, containers and the viewer all ask here.

use std::collections::HashSet;
use std::sync::Arc;

use bytes::Bytes;
use domain::id::SnapshotId;
use domain::version::VersionContent;
use s1000d::applic::{Applic, Assignments, Truth};
use s1000d::guard;
use s1000d::object;
use s1000d::repositories::SharedEntries;
use tokio::sync::{OnceCell, OwnedSemaphorePermit};

use super::{place, repositories};
use crate::core::ctx::Ctx;
use crate::core::error::Error;
use crate::core::render_cache::{StatedApplicability, statements_weight};
use crate::reading::content;

/// Applicability of a whole module.
#[derive(Debug, Clone)]
pub(super) enum ModuleApplicability {
    /// Applies to all aircraft.
    Everything,
    Stated(Applic),
    /// It names a statement that is nowhere, or cannot be read.
    Unknown,
}

impl ModuleApplicability {
    pub(super) fn evaluate(&self, choice: &Assignments) -> Truth {
        match self {
            Self::Everything => Truth::True,
            Self::Stated(applic) => applic.evaluate(choice),
            Self::Unknown => Truth::Unknown,
        }
    }

    /// The statement, if there is one.
    pub(super) fn statement(self) -> Option<Applic> {
        match self {
            Self::Stated(applic) => Some(applic),
            Self::Everything | Self::Unknown => None,
        }
    }

    /// The condition on the aircraft, if there is one.
    pub(super) fn condition(self) -> Option<Applic> {
        match self {
            Self::Stated(applic) => Some(applic),
            Self::Unknown => Some(Applic::undecided()),
            Self::Everything => None,
        }
    }
}

/// The statements that the modules of one state share, read when the first of them is asked for.
#[derive(Debug)]
pub(super) struct SharedStatements {
    snapshot: Option<SnapshotId>,
    /// The language whose words are preferred.
    language: String,
    entries: OnceCell<Arc<SharedEntries>>,
}

impl SharedStatements {
    /// For conditions alone: the words may be those of any language.
    pub(super) fn new(snapshot: Option<SnapshotId>) -> Self {
        Self::in_language(snapshot, "")
    }

    pub(super) fn in_language(snapshot: Option<SnapshotId>, language: &str) -> Self {
        Self { snapshot, language: language.to_owned(), entries: OnceCell::new() }
    }

    /// Of entries that were read before.
    pub(super) fn of(entries: Arc<SharedEntries>, language: &str) -> Self {
        Self { snapshot: None, language: language.to_owned(), entries: OnceCell::new_with(Some(entries)) }
    }

    async fn get(&self, ctx: &Ctx, ident: &str) -> Result<Option<Arc<Applic>>, Error> {
        let entries = self.entries.get_or_try_init(|| repositories::read(ctx, self.snapshot)).await?;
        Ok(entries.statement(ident, &self.language).cloned())
    }
}

/// Applicability of a whole module: from its status file, or else from the module itself.
pub(super) async fn of_module(
    ctx: &Ctx,
    shared: &SharedStatements,
    stored: &VersionContent,
) -> Result<ModuleApplicability, Error> {
    match of_status(ctx, shared, stored).await? {
        Some(said) => Ok(said),
        None => Ok(of_file(ctx, shared, &stored.blob, stored.size).await?.unwrap_or(ModuleApplicability::Everything)),
    }
}

/// The same, as far as a status file says it.
pub(super) async fn of_status(
    ctx: &Ctx,
    shared: &SharedStatements,
    stored: &VersionContent,
) -> Result<Option<ModuleApplicability>, Error> {
    match &stored.status_blob {
        // However long a module is, its status is not.
        Some(blob) => of_file(ctx, shared, blob, 0).await,
        None => Ok(None),
    }
}

/// The statements that elements of a module refer to; none for one that cannot be read.
pub(super) async fn inner_statements(ctx: &Ctx, stored: &VersionContent) -> Result<Arc<Vec<Applic>>, Error> {
    if let Some(known) = ctx.renderings.inner_statements.get(&stored.blob) {
        return Ok(known);
    }
    let place = place(ctx, stored.size).await;
    let Some(bytes) = content::find(ctx, &stored.blob).await? else { return Ok(Arc::default()) };
    let read = tokio::task::spawn_blocking(move || {
        let _place = place;
        let Ok((object, _)) = guard::check(&bytes).and_then(|checked| object::read(&checked)) else {
            return Vec::new();
        };
        object.applic_group.into_iter().filter(|applic| applic.expression.is_some()).collect::<Vec<Applic>>()
    });
    let inner = read.await?;
    let weight = statements_weight(&inner);
    Ok(ctx.renderings.inner_statements.put(stored.blob.clone(), inner, weight))
}

async fn of_file(
    ctx: &Ctx,
    shared: &SharedStatements,
    blob: &str,
    size: u64,
) -> Result<Option<ModuleApplicability>, Error> {
    Ok(match &*said_in(ctx, blob, size).await? {
        StatedApplicability::Nothing => None,
        StatedApplicability::Stated { own, shared: entries } => {
            Some(together(ctx, shared, own.clone(), entries).await?)
        }
        StatedApplicability::Unread => Some(ModuleApplicability::Unknown),
    })
}

async fn said_in(ctx: &Ctx, blob: &str, size: u64) -> Result<Arc<StatedApplicability>, Error> {
    if let Some(known) = ctx.renderings.applicability.get(blob) {
        return Ok(known);
    }
    let place = place(ctx, size).await;
    let Some(bytes) = content::find(ctx, blob).await? else {
        tracing::warn!(blob, "applicability of a module that is lost is not known");
        return Ok(Arc::new(StatedApplicability::Unread));
    };
    let said = read(bytes, place).await?;
    let weight = said.weight();
    Ok(ctx.renderings.applicability.put(blob.to_owned(), said, weight))
}

async fn together(
    ctx: &Ctx,
    shared: &SharedStatements,
    own: Option<Applic>,
    entries: &[String],
) -> Result<ModuleApplicability, Error> {
    let (mut all, mut missing) = (own, false);
    // A statement that is named twice, be it by two names, holds no more, but would be held as often as it is named.
    let mut known = HashSet::new();
    for ident in entries {
        match shared.get(ctx, ident).await? {
            Some(entry) if known.insert(Arc::as_ptr(&entry).addr()) => {
                let entry = Arc::unwrap_or_clone(entry);
                all = Some(match all {
                    Some(before) => before.and(entry),
                    None => entry,
                });
            }
            Some(_) => {}
            None => missing = true,
        }
    }
    Ok(match all {
        Some(known) if missing => ModuleApplicability::Stated(known.and(Applic::undecided())),
        Some(known) => ModuleApplicability::Stated(known),
        None => ModuleApplicability::Unknown,
    })
}

async fn read(bytes: Bytes, place: Option<OwnedSemaphorePermit>) -> Result<StatedApplicability, Error> {
    let read = tokio::task::spawn_blocking(move || {
        let _place = place;
        let Ok((object, _)) = guard::check(&bytes).and_then(|checked| object::read(&checked)) else {
            return StatedApplicability::Unread;
        };
        match (object.applicability, object.shared_applicability) {
            (None, shared) if shared.is_empty() => StatedApplicability::Nothing,
            (own, shared) => StatedApplicability::Stated { own, shared },
        }
    });
    Ok(read.await?)
}
