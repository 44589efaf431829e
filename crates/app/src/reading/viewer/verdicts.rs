//! Applicability of entries of the contents to an aircraft.

use std::collections::{BTreeSet, HashMap};
use std::iter;
use std::sync::Arc;

use domain::id::{ObjectId, TocNodeId};
use domain::language::Locale;
use domain::manual::Manual;
use domain::page::Page;
use domain::snapshot::{Reading, Snapshot};
use futures::{StreamExt as _, stream};
use s1000d::applic::{Applic, Assignments, Truth, words};
use store::Tx;
use store::toc::TocApplicability;

use super::choice::{self, Choice};
use super::tables::SetIndex;
use super::whole::{self, SharedStatements};
use super::{readable, tables};
use crate::core::ctx::Ctx;
use crate::core::error::Error;
use crate::library::files::File;
use crate::reading::toc::TocEntry;

/// Modules that are read in parallel.
const AT_ONCE: usize = 8;
/// Most characters of the reason shown at a place.
const MAX_WORDS: usize = 300;

/// Adds to places whether they apply, by the statements in the contents and in their modules, if the reader chose an
/// aircraft that the tables know.
pub(crate) async fn judge(
    ctx: &Ctx,
    mut tx: Tx,
    (manual, snapshot, reading): (&Manual, &Snapshot, &Reading),
    (choice, locale): (&Choice, Locale),
    places: Page<TocEntry>,
) -> Result<Page<TocEntry>, Error> {
    if choice.is_empty() {
        return Ok(places);
    }
    let objects: BTreeSet<ObjectId> = places.items.iter().filter_map(|seen| seen.placed.node.object_id).collect();
    let objects: Vec<ObjectId> = objects.into_iter().collect();
    let snapshots = readable(&mut tx, manual, Some(snapshot), reading).await?;
    let modules = store::files::list_by_objects(&mut tx, snapshot.id, &objects).await?;
    let around: BTreeSet<TocNodeId> = places.items.iter().filter_map(|seen| seen.placed.node.parent_id).collect();
    let around: Vec<TocNodeId> = around.into_iter().collect();
    let above = store::toc::list_applicability(&mut tx, &around).await?;
    let sources = tables::sources_in(&mut tx, &snapshots).await?;
    let of_modules = sources.of_modules(&mut tx, &modules.iter().collect::<Vec<_>>()).await?;
    let of_contents = sources.of_contents(&mut tx).await?;
    let chosen = choice::Chosen::find(&mut tx, choice).await;
    // Modules are read from the vault, for which no connection is held.
    drop(tx);
    // Contents are there also while the vault does not answer.
    let tables = match tables::read(ctx, &sources).await {
        Ok(tables) => tables,
        Err(error) => {
            tracing::warn!(%error, "contents are shown without verdicts");
            return Ok(places);
        }
    };
    let assigned = chosen.and_then(|chosen| {
        let of_set = |set| {
            let values = choice::assignments(choice, &chosen, &tables, set);
            values.map(|values| (set, Arc::new(values.into_products())))
        };
        let sets = (0..tables.sets.len()).map(Some).chain([None]);
        sets.map(of_set).collect::<Result<HashMap<SetIndex, Arc<Vec<Assignments>>>, Error>>()
    });
    let assigned = match assigned {
        Ok(assigned) => assigned,
        // The chosen aircraft may have left the fleet since; the contents are still displayed.
        Err(error) if choice::is_unknown(&error) => return Ok(places),
        Err(error) => return Err(error),
    };
    let judged = modules.into_iter().map(|module| {
        let set = of_modules.get(&module.version_id).copied();
        (module, Arc::clone(&assigned[&set]))
    });
    let verdicts = verdicts(ctx, SharedStatements::new(Some(snapshot.id)), judged.collect()).await;
    let (assigned, tables) = (&assigned[&of_contents], tables.of(of_contents));
    let above: HashMap<TocNodeId, ParentNode> =
        above.into_iter().map(|(id, above)| (id, ParentNode::of(above))).collect();
    Ok(places.map(|seen| {
        let module = seen.placed.node.object_id.and_then(|object| verdicts.get(&object).copied());
        let own = seen.placed.node.applic.as_deref().map(Applic::from_xml);
        // The statements of a section apply to all places in it.
        let around = iter::successors(seen.placed.node.parent_id, |id| above.get(id)?.parent_id);
        let said: Vec<&Applic> = around.filter_map(|id| above.get(&id)?.applic.as_ref()).chain(own.as_ref()).collect();
        let met = |product: &Assignments| said.iter().map(|applic| applic.evaluate(product)).reduce(Truth::and);
        let place = assigned.iter().filter_map(met).reduce(Truth::or);
        // Only statements that are not met are the reason why a place does not apply.
        let unmet = said.iter().filter(|applic| for_any(assigned, |product| applic.evaluate(product)) == Truth::False);
        let formulas = unmet.filter_map(|applic| applic.expression.as_ref());
        TocEntry {
            applies: place.into_iter().chain(module).reduce(Truth::and),
            applies_to: in_words(formulas.map(|formula| words::describe(formula, tables.of(locale), locale))),
            ..seen
        }
    }))
}

/// Applicability of a parent node in the table of contents.
struct ParentNode {
    parent_id: Option<TocNodeId>,
    applic: Option<Applic>,
}

impl ParentNode {
    fn of(TocApplicability { parent_id, applic }: TocApplicability) -> Self {
        Self { parent_id, applic: applic.as_deref().map(Applic::from_xml) }
    }
}

/// Statements that must all hold, one after the other as far as a line has room for them.
fn in_words(mut statements: impl Iterator<Item = String>) -> Option<String> {
    let mut text = statements.next()?;
    while text.len() < MAX_WORDS {
        match statements.next() {
            Some(more) => text.extend(["; ", &more]),
            None => break,
        }
    }
    if let Some((end, _)) = text.char_indices().nth(MAX_WORDS) {
        text.truncate(end);
        text.push('…');
    }
    Some(text)
}

/// Whether something holds for one of several products.
fn for_any(products: &[Assignments], truth: impl Fn(&Assignments) -> Truth) -> Truth {
    products.iter().map(truth).reduce(Truth::or).unwrap_or(Truth::Unknown)
}

/// The verdict on each module, with the values that count for it.
async fn verdicts(
    ctx: &Ctx,
    shared: SharedStatements,
    modules: Vec<(File, Arc<Vec<Assignments>>)>,
) -> HashMap<ObjectId, Truth> {
    let judged = modules.into_iter().map(|(module, assigned)| verdict(ctx, &shared, module, assigned));
    stream::iter(judged).buffer_unordered(AT_ONCE).collect().await
}

async fn verdict(
    ctx: &Ctx,
    shared: &SharedStatements,
    module: File,
    assigned: Arc<Vec<Assignments>>,
) -> (ObjectId, Truth) {
    let truth = match whole::of_module(ctx, shared, &module.version.content).await {
        Ok(whole) => for_any(&assigned, |product| whole.evaluate(product)),
        Err(error) => {
            tracing::warn!(%error, path = module.path, "whether a module applies is not known");
            Truth::Unknown
        }
    };
    (module.object.id, truth)
}
