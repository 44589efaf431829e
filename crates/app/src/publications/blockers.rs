//! What speaks against publishing the current state of a manual.
//!
//! A draft may go out with all of it. References and pictures that the manufacturer delivered broken are told, but do
//! not block: nobody here could repair them without customising the module.

use domain::manual::Manual;
use domain::path::ManualPath;
use domain::permission::Permission;
use domain::revision::TodoReason;
use store::Tx;

use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::Error;
use crate::library::manuals;

pub use store::publications::{BlockingTodo, BrokenReference, UnreleasedModule};

/// Points of one kind that are listed.
const MAX_LISTED: u64 = 100;
/// Broken references that are looked at.
const MAX_BROKEN: u64 = 1_000;

/// What speaks against publishing a manual.
#[derive(Debug, Clone, Default)]
pub struct PublicationBlockers {
    /// Open to-dos of OEM revisions, without those that are conflicts; at most 100 with the conflicts.
    pub todos: Vec<BlockingTodo>,
    pub conflicts: Vec<BlockingTodo>,
    /// How many open to-dos there are, conflicts included.
    pub todo_count: u64,
    pub unreleased: Vec<UnreleasedModule>,
    pub unreleased_count: u64,
    pub missing_pictures: Vec<BrokenReference>,
    pub broken_references: Vec<BrokenReference>,
    /// How many points block a publication that is not a draft.
    pub blocking: u64,
}

/// Lists what speaks against publishing a manual now.
pub async fn list(ctx: &Ctx, caller: &Caller, path: &ManualPath) -> Result<PublicationBlockers, Error> {
    caller.require(Permission::PublishDraft)?;
    let mut tx = caller.read(ctx).await?;
    let manual = manuals::at_path(&mut tx, path).await?;
    load(&mut tx, &manual).await
}

/// How many points block a publication of a manual that is not a draft.
pub(super) async fn count(tx: &mut Tx, manual: &Manual) -> Result<u64, Error> {
    Ok(load(tx, manual).await?.blocking)
}

async fn load(tx: &mut Tx, manual: &Manual) -> Result<PublicationBlockers, Error> {
    let (todos, todo_count) = store::publications::list_open_todos(tx, &manual.id, MAX_LISTED).await?;
    let (conflicts, todos) = todos.into_iter().partition(|todo| todo.reason == TodoReason::Conflict);
    let mut found = PublicationBlockers { todos, conflicts, todo_count, ..PublicationBlockers::default() };
    if let Some(working) = manual.lanes.working {
        (found.unreleased, found.unreleased_count) =
            store::publications::list_unreleased(tx, working, MAX_LISTED).await?;
        found.missing_pictures = store::publications::list_broken_references(tx, working, true, MAX_BROKEN).await?;
        found.broken_references = store::publications::list_broken_references(tx, working, false, MAX_BROKEN).await?;
    }
    let broken = found.missing_pictures.iter().chain(&found.broken_references);
    let ours = broken.filter(|reference| !reference.is_delivered).count() as u64;
    found.blocking = found.todo_count + found.unreleased_count + ours;
    for list in [&mut found.missing_pictures, &mut found.broken_references] {
        // Those that block come first.
        list.sort_by_key(|reference| reference.is_delivered);
        list.truncate(usize::try_from(MAX_LISTED).unwrap_or(usize::MAX));
    }
    Ok(found)
}
