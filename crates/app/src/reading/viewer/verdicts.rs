//! Applicability of entries of the contents to an aircraft.

use std::collections::{BTreeSet, HashMap};
use std::iter;

use domain::id::{ObjectId, TocNodeId};
use domain::language::Locale;
use domain::manual::Manual;
use domain::snapshot::{Reading, Snapshot};
use futures::{StreamExt as _, stream};
use s1000d::applic::tables::Tables;
use s1000d::applic::{Applic, Assignments, Truth, words};
use store::Tx;
use store::toc::TocApplicability;

use super::choice::{self, Choice};
use super::tables::SetIndex;
use super::whole::{self, ModuleApplicability, SharedStatements};
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
    places: Vec<TocEntry>,
) -> Result<Vec<TocEntry>, Error> {
    if choice.is_empty() {
        return Ok(places);
    }
    let objects: BTreeSet<ObjectId> = places.iter().filter_map(|seen| seen.placed.node.object_id).collect();
    let objects: Vec<ObjectId> = objects.into_iter().collect();
    let snapshots = readable(&mut tx, manual, Some(snapshot), reading).await?;
    let modules = store::files::list_by_objects(&mut tx, snapshot.id, &objects).await?;
    let around: BTreeSet<TocNodeId> = places.iter().filter_map(|seen| seen.placed.node.parent_id).collect();
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
            values.map(|values| (set, values.into_products()))
        };
        let sets = (0..tables.sets.len()).map(Some).chain([None]);
        sets.map(of_set).collect::<Result<HashMap<SetIndex, Vec<Option<Assignments>>>, Error>>()
    });
    let assigned = match assigned {
        Ok(assigned) => assigned,
        // The chosen aircraft may have left the fleet since; the contents are still displayed.
        Err(error) if choice::is_unknown(&error) => return Ok(places),
        Err(error) => return Err(error),
    };
    let judged = modules.into_iter().map(|module| {
        let set: SetIndex = of_modules.get(&module.version_id).copied();
        (module, set)
    });
    let modules = applicabilities(ctx, SharedStatements::new(Some(snapshot.id)), judged.collect()).await;
    let above = above.into_iter().map(|(id, above)| (id, ParentNode::of(above))).collect();
    let judged = JudgedPlaces { assigned, of_contents, modules, above };
    let judged = tokio::task::spawn_blocking(move || {
        let tables = tables.of(of_contents).of(locale);
        places.into_iter().map(|seen| judged.judge(seen, tables, locale)).collect::<Vec<_>>()
    });
    Ok(judged.await?)
}

/// The facts that decide whether places apply.
struct JudgedPlaces {
    /// The values of each chosen product; `None` where an ACT does not know it.
    assigned: HashMap<SetIndex, Vec<Option<Assignments>>>,
    of_contents: SetIndex,
    modules: HashMap<ObjectId, (SetIndex, ModuleApplicability)>,
    above: HashMap<TocNodeId, ParentNode>,
}

impl JudgedPlaces {
    fn judge(&self, seen: TocEntry, tables: &Tables, locale: Locale) -> TocEntry {
        let module = seen.placed.node.object_id.and_then(|object| self.modules.get(&object));
        let own = seen.placed.node.applic.as_deref().map(Applic::from_xml);
        // The statements of a section apply to all places in it.
        let around = iter::successors(seen.placed.node.parent_id, |id| self.above.get(id)?.parent_id);
        let said = around.filter_map(|id| self.above.get(&id)?.applic.as_ref()).chain(own.as_ref());
        let said: Vec<&Applic> = said.collect();
        let of_contents = self.products(self.of_contents);
        // Only statements that are not met are the reason why a place does not apply.
        let is_unmet = |applic: &&&Applic| {
            let truths = of_contents.iter().flatten().map(|product| applic.evaluate(product));
            truths.reduce(Truth::or) == Some(Truth::False)
        };
        let formulas = said.iter().filter(is_unmet).filter_map(|applic| applic.expression.as_ref());
        let applies_to = in_words(formulas.map(|formula| words::describe(formula, tables, locale)));
        TocEntry { applies: self.applies(&said, module), applies_to, ..seen }
    }

    /// Whether a place and its module apply together to one of the products; `None` where nothing is said.
    fn applies(&self, said: &[&Applic], module: Option<&(SetIndex, ModuleApplicability)>) -> Option<Truth> {
        if said.is_empty() && module.is_none() {
            return None;
        }
        let (of_place, of_module) = (self.products(self.of_contents), module.map(|(set, _)| self.products(*set)));
        let product = |index: usize| {
            let place = of_place.get(index).and_then(Option::as_ref).filter(|_| !said.is_empty());
            let in_module = of_module.and_then(|products| products.get(index)).and_then(Option::as_ref);
            if place.is_none() && in_module.is_none() {
                return None;
            }
            let nothing = Assignments::default();
            let place = said.iter().map(|applic| applic.evaluate(place.unwrap_or(&nothing)));
            let module = module.map(|(_, module)| module.evaluate(in_module.unwrap_or(&nothing)));
            place.chain(module).reduce(Truth::and)
        };
        let open = || {
            let holds_always = said.iter().all(|applic| applic.expression.is_none())
                && module.is_none_or(|(_, module)| matches!(module, ModuleApplicability::Everything));
            if holds_always { Truth::True } else { Truth::Unknown }
        };
        Some((0..of_place.len()).filter_map(product).reduce(Truth::or).unwrap_or_else(open))
    }

    fn products(&self, set: SetIndex) -> &[Option<Assignments>] {
        self.assigned.get(&set).map(Vec::as_slice).unwrap_or_default()
    }
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

/// The applicability of each module, with its ACT.
async fn applicabilities(
    ctx: &Ctx,
    shared: SharedStatements,
    modules: Vec<(File, SetIndex)>,
) -> HashMap<ObjectId, (SetIndex, ModuleApplicability)> {
    let read = modules.into_iter().map(|(module, set)| applicability(ctx, &shared, module, set));
    stream::iter(read).buffer_unordered(AT_ONCE).collect().await
}

async fn applicability(
    ctx: &Ctx,
    shared: &SharedStatements,
    module: File,
    set: SetIndex,
) -> (ObjectId, (SetIndex, ModuleApplicability)) {
    let whole = match whole::of_module(ctx, shared, &module.version.content).await {
        Ok(whole) => whole,
        Err(error) => {
            tracing::warn!(%error, path = module.path, "whether a module applies is not known");
            ModuleApplicability::Unknown
        }
    };
    (module.object.id, (set, whole))
}

#[cfg(test)]
mod tests {
    use s1000d::applic::{Assertion, Expression, Property, PropertyKind, Values};

    use super::*;

    fn property(ident: &str) -> Property {
        Property { kind: PropertyKind::Attribute, ident: ident.to_owned() }
    }

    fn stated(ident: &str, values: &str) -> Applic {
        let assertion = Assertion { property: property(ident), values: Values::parse(values), line: 0 };
        Applic { expression: Some(Expression::Assert(assertion)), ..Applic::default() }
    }

    fn aircraft(model: &str, bulletin: &str) -> Assignments {
        let mut assigned = Assignments::default();
        assigned.assign(property("model"), model);
        assigned.assign(property("bulletin"), bulletin);
        assigned
    }

    fn judged(assigned: HashMap<SetIndex, Vec<Option<Assignments>>>, of_contents: SetIndex) -> JudgedPlaces {
        JudgedPlaces { assigned, of_contents, modules: HashMap::new(), above: HashMap::new() }
    }

    #[test]
    fn a_place_and_its_module_must_apply_to_the_same_member() {
        let judged = judged(HashMap::from([(None, vec![Some(aircraft("A", "1")), Some(aircraft("B", "2"))])]), None);
        let (section, module) = (stated("model", "A"), |values: &str| stated("bulletin", values));
        let applies = |module: Applic| judged.applies(&[&section], Some(&(None, ModuleApplicability::Stated(module))));
        assert_eq!(applies(module("2")), Some(Truth::False), "no member gets it");
        assert_eq!(applies(module("1")), Some(Truth::True));
        assert_eq!(judged.applies(&[&section], None), Some(Truth::True));
        assert_eq!(judged.applies(&[], None), None, "nothing is said");
    }

    #[test]
    fn a_member_that_an_act_does_not_know_says_nothing_about_it() {
        let known = HashMap::from([
            (Some(0), vec![Some(aircraft("A", "1")), None]),
            (Some(1), vec![None, Some(aircraft("B", "2"))]),
            (None, vec![None, None]),
        ]);
        let judged = judged(known, Some(0));
        let of_set = |set, module: Applic| Some((set, ModuleApplicability::Stated(module)));
        let applies =
            |said: &[&Applic], module: Option<(SetIndex, ModuleApplicability)>| judged.applies(said, module.as_ref());
        assert_eq!(applies(&[], of_set(Some(1), stated("model", "C"))), Some(Truth::False), "the second is not C");
        assert_eq!(applies(&[], of_set(None, stated("model", "C"))), Some(Truth::Unknown), "it names no ACT");
        assert_eq!(applies(&[], Some((None, ModuleApplicability::Everything))), Some(Truth::True));
        let section = stated("model", "A");
        assert_eq!(applies(&[&section], of_set(Some(1), stated("model", "B"))), Some(Truth::Unknown));
    }
}
