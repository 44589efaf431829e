//! The contents of a manual compared for aircraft before and after a change.

use std::collections::HashMap;
use std::sync::Arc;

use domain::coverage::{Coverage, PlaceChange};
use domain::id::{ObjectId, SnapshotId};
use domain::manual::Manual;
use domain::operator::{Aircraft, AircraftChange};
use domain::snapshot::{Lane, Reading};
use s1000d::applic::{Applic, Assignments};
use store::files::HeldContent;

use super::cells::Inside;
use super::judged::{FleetTables, JudgedContents, PlaceRole, TailValues};
use super::statements::{self, JudgedState};
use crate::core::caller::Caller;
use crate::core::contents_statements::ContentsStatements;
use crate::core::ctx::Ctx;
use crate::core::error::Error;
use crate::reading::viewer::tables::SetIndex;
use crate::reading::viewer::whole;

/// A manual that a preview looks at.
pub(super) struct PreviewedManual {
    pub(super) manual: Manual,
    pub(super) snapshot: SnapshotId,
}

impl PreviewedManual {
    /// `None` for a manual that is not about aircraft, or that nobody works on yet.
    pub(super) fn of(manual: Manual) -> Option<Self> {
        let snapshot = manual.lanes.of(Lane::Working).filter(|_| manual.details.aircraft_related)?;
        Some(Self { manual, snapshot })
    }

    /// The contents, and the values of each changed aircraft; `None` when the manual is about none of them.
    pub(super) async fn read(
        &self,
        ctx: &Ctx,
        caller: &Caller,
        changes: Vec<AircraftChange>,
        budget: &mut usize,
    ) -> Result<Option<(Arc<ContentsStatements>, Vec<ChangedValues>)>, Error> {
        let generation = ctx.generation(Some(&self.manual.csdb_name)).await?;
        let reading = Reading::default();
        let state = JudgedState { manual: &self.manual, snapshot: self.snapshot, reading: &reading, generation };
        let tables = statements::tables(ctx, caller, state).await?;
        let values = tokio::task::spawn_blocking(move || {
            let known = FleetTables::new(&tables);
            let of = |aircraft: Option<&Aircraft>| aircraft.map(|one| known.values(one)).unwrap_or_default();
            let both = |change: &AircraftChange| ChangedValues {
                before: of(change.before.as_ref()),
                after: of(change.after.as_ref()),
            };
            changes.iter().map(both).collect::<Vec<_>>()
        });
        let values = values.await?;
        if !values.iter().any(ChangedValues::is_known) {
            return Ok(None);
        }
        let (contents, _) = statements::read(ctx, caller, state, None, budget).await?;
        Ok(Some((contents, values)))
    }
}

/// The values of an aircraft before and after a change; empty where it is not there, or the manual is not about it.
pub(super) struct ChangedValues {
    before: TailValues,
    after: TailValues,
}

impl ChangedValues {
    fn is_known(&self) -> bool {
        !self.before.is_empty() || !self.after.is_empty()
    }

    /// The manual is about the aircraft before and after, with other values.
    fn is_modified(&self) -> bool {
        !self.before.is_empty() && !self.after.is_empty() && self.before != self.after
    }

    /// Whether a part with this statement appears or disappears.
    fn changes(&self, applic: &Applic) -> bool {
        let nothing = Assignments::default();
        let keeps = |values: &TailValues, set: &SetIndex| applic.evaluate(values.get(set).unwrap_or(&nothing)).keeps();
        let mut sets = self.before.keys().chain(self.after.keys());
        sets.any(|set| keeps(&self.before, set) != keeps(&self.after, set))
    }
}

/// A place that changes, with the positions of the modules that the aircraft has there.
pub(super) struct PlaceDifference {
    pub(super) position: usize,
    pub(super) change: PlaceChange,
    pub(super) before: Vec<usize>,
    pub(super) after: Vec<usize>,
}

/// What changes for some aircraft in the contents of a manual.
pub(super) struct FleetComparison {
    pub(super) contents: Arc<ContentsStatements>,
    /// `None` for an aircraft that the manual is not about.
    pub(super) aircraft: Vec<Option<AircraftDifferences>>,
    /// Modules whose applicability was not read yet.
    pub(super) pending: usize,
}

/// What changes for an aircraft.
pub(super) struct AircraftDifferences {
    /// In reading order.
    pub(super) changed: Vec<PlaceDifference>,
    /// Places with the same modules, by their positions there.
    same: Vec<(usize, Vec<usize>)>,
    /// The number of places without a clear outcome afterwards.
    pub(super) unclear: usize,
    /// Modules whose parts were not read yet.
    pub(super) pending: usize,
}

impl FleetComparison {
    pub(super) async fn read(
        ctx: &Ctx,
        caller: &Caller,
        one: &PreviewedManual,
        contents: Arc<ContentsStatements>,
        values: Vec<ChangedValues>,
        budget: &mut usize,
    ) -> Result<Self, Error> {
        let judged = tokio::task::spawn_blocking(move || {
            let roles = PlaceRole::of_all(&contents);
            let pending = Inside::of(&contents, None).pending(&contents);
            let one = |values: &ChangedValues| values.is_known().then(|| differences(&contents, &roles, values));
            let aircraft: Vec<Option<AircraftDifferences>> = values.iter().map(one).collect();
            (Self { contents, aircraft, pending }, roles, values)
        });
        let (mut compared, roles, values) = judged.await?;
        if !values.iter().any(ChangedValues::is_modified) {
            return Ok(compared);
        }
        let held = store::files::list_contents(&mut caller.read(ctx).await?, one.snapshot).await?;
        let held: HashMap<ObjectId, HeldContent> = held.into_iter().map(|one| (one.object_id, one)).collect();
        let parts = ModuleParts { contents: &compared.contents, roles: &roles, held: &held };
        for (found, values) in compared.aircraft.iter_mut().zip(&values) {
            if let Some(found) = found.as_mut().filter(|_| values.is_modified()) {
                parts.compare(ctx, values, found, budget).await?;
            }
        }
        Ok(compared)
    }
}

/// The texts of a manual, to compare the parts that an aircraft sees.
struct ModuleParts<'a> {
    contents: &'a ContentsStatements,
    roles: &'a [PlaceRole],
    held: &'a HashMap<ObjectId, HeldContent>,
}

impl ModuleParts<'_> {
    /// Adds the places whose modules stay and show other parts.
    async fn compare(
        &self,
        ctx: &Ctx,
        values: &ChangedValues,
        found: &mut AircraftDifferences,
        budget: &mut usize,
    ) -> Result<(), Error> {
        for (position, seen) in std::mem::take(&mut found.same) {
            let mut is_changed = false;
            for module in self.modules(position, &seen) {
                if ctx.renderings.inner_statements.get(&module.content.blob).is_none() {
                    if *budget == 0 {
                        found.pending += 1;
                        continue;
                    }
                    *budget -= 1;
                }
                let inner = whole::inner_statements(ctx, &module.content).await?;
                is_changed |= inner.iter().any(|applic| values.changes(applic));
            }
            if is_changed {
                let (change, before) = (PlaceChange::Content, seen.clone());
                found.changed.push(PlaceDifference { position, change, before, after: seen });
            }
        }
        found.changed.sort_by_key(|one| one.position);
        Ok(())
    }

    /// The modules at a place that an aircraft sees.
    fn modules(&self, position: usize, seen: &[usize]) -> Vec<&HeldContent> {
        let places: Vec<usize> = match &self.roles[position] {
            PlaceRole::Group(alternates) => seen.iter().filter_map(|one| alternates.get(*one).copied()).collect(),
            _ if seen.is_empty() => Vec::new(),
            _ => vec![position],
        };
        let object = |place: usize| self.contents.places[place].object;
        places.into_iter().filter_map(|place| self.held.get(&object(place)?)).collect()
    }
}

/// The places that change for an aircraft. Modules that were not read yet are left out.
fn differences(contents: &ContentsStatements, roles: &[PlaceRole], values: &ChangedValues) -> AircraftDifferences {
    let judged = |values: &TailValues| {
        let is_there = !values.is_empty();
        is_there.then(|| JudgedContents::new(contents, roles, values))
    };
    let (before, after) = (judged(&values.before), judged(&values.after));
    let seen = |judged: &Option<JudgedContents<'_>>, position| match judged {
        Some(judged) => judged.seen(position),
        None => Some(Vec::new()),
    };
    let mut found = AircraftDifferences { changed: Vec::new(), same: Vec::new(), unclear: 0, pending: 0 };
    for (position, role) in roles.iter().enumerate() {
        let is_group = match role {
            PlaceRole::Group(_) => true,
            PlaceRole::Single => false,
            PlaceRole::Section | PlaceRole::Alternate | PlaceRole::Missing => continue,
        };
        let (Some(before), Some(now)) = (seen(&before, position), seen(&after, position)) else { continue };
        match PlaceChange::of(&before, &now) {
            Some(change) => found.changed.push(PlaceDifference { position, change, before, after: now }),
            None => found.same.push((position, now)),
        }
        found.unclear += match after.as_ref().and_then(|after| after.coverage(position)) {
            Some(Coverage::Several | Coverage::Open) => 1,
            Some(Coverage::None) => usize::from(is_group),
            Some(Coverage::One) | None => 0,
        };
    }
    found
}
