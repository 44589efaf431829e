//! The aircraft of operators that modules apply to.

use std::collections::{BTreeSet, HashMap, HashSet};

use domain::id::{SnapshotId, VersionId};
use domain::manual::Manual;
use domain::snapshot::Reading;
use futures::{StreamExt as _, stream};
use s1000d::applic::{Assignments, Truth};

use super::choice::{Choice, find_aircraft};
use super::choices::list_fleet;
use super::fleet::Fleet;
use super::tables::{self, ManualTables, MergedTables, SetIndex};
use super::whole::{self, ModuleApplicability, SharedStatements};
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::Error;
use crate::library::files::{self, File};
use crate::users::operators::FleetAircraft;

/// Modules that are read in parallel.
const AT_ONCE: usize = 8;
/// Pages of aircraft that are counted, 500 each: more than fly.
const MAX_PAGES: u32 = 200;

/// The aircraft that some modules of a manual apply to.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TouchedFleet {
    /// The number of aircraft that the manual is about.
    pub total: usize,
    /// The registrations of those that a module applies to, or may apply to.
    pub registrations: BTreeSet<String>,
}

/// Finds the aircraft that at least one of these modules of a snapshot applies to.
pub(crate) async fn touched_fleet(
    ctx: &Ctx,
    caller: &Caller,
    place: (&Manual, SnapshotId),
    modules: &[File],
) -> Result<TouchedFleet, Error> {
    let fleet = list_fleet(&mut caller.read(ctx).await?, "", MAX_PAGES).await?;
    let (tables, of_modules) = read_tables(ctx, caller, place, modules).await?;
    let sets = (0..tables.sets.len()).map(Some).chain([None]);
    let members: HashMap<SetIndex, Vec<(String, Assignments)>> =
        sets.map(|set| (set, members(tables.of(set), &fleet))).collect();
    let known: BTreeSet<&String> = members.values().flatten().map(|(registration, _)| registration).collect();
    let shared = SharedStatements::new(Some(place.1));
    let mut registrations = BTreeSet::new();
    for some in modules.chunks(AT_ONCE) {
        if registrations.len() == known.len() {
            break;
        }
        for (module, whole) in some.iter().zip(applicabilities(ctx, &shared, some).await) {
            let set: SetIndex = of_modules.get(&module.version_id).copied();
            let concerned = members.get(&set).into_iter().flatten().filter(|(_, values)| may_apply(&whole, values));
            registrations.extend(concerned.map(|(registration, _)| registration.clone()));
        }
    }
    Ok(TouchedFleet { total: known.len(), registrations })
}

/// Finds the versions of these modules of a snapshot that apply, or may apply, to the aircraft of a registration.
pub(crate) async fn versions_for(
    ctx: &Ctx,
    caller: &Caller,
    place: (&Manual, SnapshotId),
    modules: &[File],
    registration: &str,
) -> Result<HashSet<VersionId>, Error> {
    let choice = Choice { aircraft: Some(registration.to_owned()), ..Choice::default() };
    let aircraft = find_aircraft(&mut caller.read(ctx).await?, &choice).await?;
    let (tables, of_modules) = read_tables(ctx, caller, place, modules).await?;
    let sets = (0..tables.sets.len()).map(Some).chain([None]);
    let values: HashMap<SetIndex, Assignments> = sets
        .map(|set| {
            let tables = tables.of(set);
            let known = Fleet::new(tables.bilingual(), &tables.model_codes);
            let own = aircraft.as_ref().filter(|aircraft| known.knows(aircraft));
            (set, own.map(|aircraft| known.assignments(aircraft)).unwrap_or_default())
        })
        .collect();
    let shared = SharedStatements::new(Some(place.1));
    let mut found = HashSet::new();
    for (module, whole) in modules.iter().zip(applicabilities(ctx, &shared, modules).await) {
        let set: SetIndex = of_modules.get(&module.version_id).copied();
        if values.get(&set).is_none_or(|values| may_apply(&whole, values)) {
            found.insert(module.version_id);
        }
    }
    Ok(found)
}

/// The number of modules whose applicability has to be read: that of the others is cached.
pub(crate) fn count_unread(ctx: &Ctx, modules: &[File]) -> usize {
    let is_unread = |module: &&File| {
        let content = &module.version.content;
        let blob = content.status_blob.as_ref().unwrap_or(&content.blob);
        ctx.renderings.applicability.get(blob).is_none()
    };
    modules.iter().filter(is_unread).count()
}

/// The tables of a state of a manual, and the set of them that each module names.
async fn read_tables(
    ctx: &Ctx,
    caller: &Caller,
    (manual, snapshot): (&Manual, SnapshotId),
    modules: &[File],
) -> Result<(ManualTables, HashMap<VersionId, usize>), Error> {
    let mut tx = caller.read(ctx).await?;
    let own = Some((&manual.id, snapshot));
    let snapshots = files::snapshots_beside(&mut tx, manual.csdb_name.as_str(), own, &Reading::default()).await?;
    let sources = tables::sources_in(&mut tx, &snapshots).await?;
    let of_modules = sources.of_modules(&mut tx, &modules.iter().collect::<Vec<_>>()).await?;
    drop(tx);
    Ok((tables::read(ctx, &sources).await?, of_modules))
}

/// The applicability of each of these modules, in their order.
async fn applicabilities(ctx: &Ctx, shared: &SharedStatements, modules: &[File]) -> Vec<ModuleApplicability> {
    // Collected first: a stream of closures over borrowed modules is not `Send` for every lifetime.
    let asked: Vec<_> = modules.iter().map(|module| applicability(ctx, shared, module)).collect();
    stream::iter(asked).buffered(AT_ONCE).collect().await
}

async fn applicability(ctx: &Ctx, shared: &SharedStatements, module: &File) -> ModuleApplicability {
    match whole::of_module(ctx, shared, &module.version.content).await {
        Ok(whole) => whole,
        Err(error) => {
            tracing::warn!(%error, path = module.path, "whether a module applies is not known");
            ModuleApplicability::Unknown
        }
    }
}

/// The aircraft of a fleet that tables know, with their values.
fn members(tables: &MergedTables, fleet: &[FleetAircraft]) -> Vec<(String, Assignments)> {
    let known = Fleet::new(tables.bilingual(), &tables.model_codes);
    let aircraft = fleet.iter().map(|one| &one.aircraft).filter(|aircraft| known.knows(aircraft));
    aircraft.map(|aircraft| (aircraft.registration.clone(), known.assignments(aircraft))).collect()
}

/// An undecided statement counts: a person has to look at it.
fn may_apply(module: &ModuleApplicability, values: &Assignments) -> bool {
    match module {
        ModuleApplicability::Stated(applic) if applic.without_product => false,
        other => other.evaluate(values) != Truth::False,
    }
}

#[cfg(test)]
mod tests {
    use s1000d::applic::{Applic, Assertion, Expression, Property, PropertyKind, Values};

    use super::*;

    #[test]
    fn what_cannot_be_decided_counts_as_touched() {
        let model = Property { kind: PropertyKind::Attribute, ident: "model".to_owned() };
        let assertion = Assertion { property: model.clone(), values: Values::parse("A"), line: 0 };
        let stated = Applic { expression: Some(Expression::Assert(assertion)), ..Applic::default() };
        let of_model = |name: &str| {
            let mut values = Assignments::default();
            values.assign(model.clone(), name);
            values
        };
        let only_a = ModuleApplicability::Stated(stated);
        assert!(may_apply(&only_a, &of_model("A")) && !may_apply(&only_a, &of_model("B")));
        assert!(may_apply(&only_a, &Assignments::default()), "its model is not known");
        assert!(may_apply(&ModuleApplicability::Unknown, &of_model("B")));
        let no_product = Applic { without_product: true, ..Applic::default() };
        assert!(!may_apply(&ModuleApplicability::Stated(no_product), &of_model("A")));
    }
}
