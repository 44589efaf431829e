//! Which modules of a manual apply to an aircraft.

use std::collections::{BTreeSet, HashMap};

use domain::id::ObjectId;
use domain::manual::Manual;
use domain::page::Page;
use domain::snapshot::Snapshot;
use futures::{StreamExt as _, stream};
use s1000d::applic::{Assignments, Truth};
use store::Tx;

use super::choice::{self, Choice};
use super::whole::{self, Shared};
use super::{readable, tables};
use crate::ctx::Ctx;
use crate::error::Error;
use crate::files::File;
use crate::revisions::Reading;
use crate::toc::Seen;

/// How many modules are read at once.
const AT_ONCE: usize = 8;

/// Adds to places whether the modules there apply, if somebody chose an aircraft that is known.
pub(crate) async fn judge(
    ctx: &Ctx,
    mut tx: Tx,
    (manual, snapshot, reading): (&Manual, &Snapshot, &Reading),
    choice: &Choice,
    places: Page<Seen>,
) -> Result<Page<Seen>, Error> {
    if choice.is_empty() {
        return Ok(places);
    }
    let objects: BTreeSet<ObjectId> = places.items.iter().filter_map(|seen| seen.placed.node.object_id).collect();
    let objects: Vec<ObjectId> = objects.into_iter().collect();
    let snapshots = readable(&mut tx, manual, Some(snapshot), reading).await?;
    let modules = store::files::list_held(&mut tx, snapshot.id, &objects).await?;
    let tables = tables::sources_in(&mut tx, &snapshots).await?;
    let aircraft = choice::find_aircraft(&mut tx, choice).await;
    // Modules are read from the vault, for which no connection is held.
    drop(tx);
    // Contents are there also while the vault does not answer.
    let tables = match tables::read(ctx, tables).await {
        Ok(tables) => tables,
        Err(error) => {
            tracing::warn!(%error, "contents are shown without verdicts");
            return Ok(places);
        }
    };
    let assigned = aircraft.and_then(|aircraft| choice::assignments(choice, aircraft.as_ref(), tables.bilingual()));
    let verdicts = match assigned {
        Ok(assigned) => verdicts(ctx, Shared::new(Some(snapshot.id)), modules, &assigned).await,
        // Contents are there for whoever chose an aircraft that left the fleet since, too.
        Err(error) if choice::is_unknown(&error) => HashMap::new(),
        Err(error) => return Err(error),
    };
    Ok(places.map(|seen| {
        let applies = seen.placed.node.object_id.and_then(|object| verdicts.get(&object).copied());
        Seen { applies, ..seen }
    }))
}

async fn verdicts(ctx: &Ctx, shared: Shared, modules: Vec<File>, assigned: &Assignments) -> HashMap<ObjectId, Truth> {
    let judged = modules.into_iter().map(|module| verdict(ctx, &shared, module, assigned));
    stream::iter(judged).buffer_unordered(AT_ONCE).collect().await
}

async fn verdict(ctx: &Ctx, shared: &Shared, module: File, assigned: &Assignments) -> (ObjectId, Truth) {
    let truth = match whole::of_module(ctx, shared, &module.version.content).await {
        Ok(whole) => whole.evaluate(assigned),
        Err(error) => {
            tracing::warn!(%error, path = module.path, "whether a module applies is not known");
            Truth::Unknown
        }
    };
    (module.object.id, truth)
}
