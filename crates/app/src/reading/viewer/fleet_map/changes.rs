//! What changes for aircraft that join a fleet, leave it or are modified, before the change is saved.

use std::collections::HashMap;
use std::sync::Arc;

use domain::coverage::{Coverage, PlaceChange};
use domain::field::FieldCode;
use domain::id::{ObjectId, OperatorId, SnapshotId};
use domain::manual::Manual;
use domain::operator::{Aircraft, AircraftChange, parse_fleet};
use domain::page::{Page, PageRequest};
use domain::path::ManualPath;
use domain::permission::Permission;
use domain::snapshot::{Lane, Reading};
use domain::text::fold;
use s1000d::applic::{Applic, Assignments};
use store::Tx;
use store::files::HeldContent;
use store::toc::TocItem;

use super::judged::{FleetTables, JudgedContents, PlaceRole, TailValues};
use super::statements::{self, JudgedState};
use super::{Inside, list_alternates};
use crate::core::caller::Caller;
use crate::core::contents_statements::ContentsStatements;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, Missing};
use crate::library::manuals::{self, ManualFilter};
use crate::reading::viewer::tables::SetIndex;
use crate::reading::viewer::whole;

/// The most aircraft that a preview looks at; a new fleet may have hundreds.
const MAX_AIRCRAFT: usize = 20;
/// The most manuals that a preview looks at.
const MAX_MANUALS: usize = 100;

/// What a change of a fleet means for the manuals of its aircraft.
#[derive(Debug, Clone)]
pub struct FleetPreview {
    pub aircraft: Vec<PreviewedAircraft>,
    /// Changed aircraft beyond the limit.
    pub aircraft_left_out: usize,
    /// Manuals beyond the limit.
    pub manuals_left_out: usize,
}

/// A changed aircraft with the manuals that are about it, before the change or afterwards.
#[derive(Debug, Clone)]
pub struct PreviewedAircraft {
    pub change: AircraftChange,
    pub manuals: Vec<ManualPreview>,
}

/// What a change of an aircraft means for a manual.
#[derive(Debug, Clone)]
pub struct ManualPreview {
    pub manual: Manual,
    pub appears: usize,
    pub disappears: usize,
    /// Containers from which it gets another alternate.
    pub alternates: usize,
    /// Modules of which it sees other parts.
    pub contents: usize,
    /// Places at which it has several modules or an undecided one afterwards, or none of a container's.
    pub unclear: usize,
    /// Modules that are left to read; asking again counts them too.
    pub pending: usize,
}

/// A place of the contents that changes for an aircraft.
#[derive(Debug, Clone)]
pub struct ChangedPlace {
    pub item: TocItem,
    pub change: PlaceChange,
    /// The modules that the aircraft has there.
    pub before: Vec<TocItem>,
    pub after: Vec<TocItem>,
}

/// The changed places to list.
#[derive(Debug, Clone)]
pub struct PlacesQuery {
    pub path: ManualPath,
    pub registration: String,
    /// Left out: all changes.
    pub change: Option<PlaceChange>,
}

/// A manual that a preview looks at.
struct PreviewedManual {
    manual: Manual,
    snapshot: SnapshotId,
}

/// Previews a change of the fleet of an operator, or of a new one.
pub async fn preview_fleet(
    ctx: &Ctx,
    caller: &Caller,
    operator: Option<&OperatorId>,
    fleet: &[Aircraft],
) -> Result<FleetPreview, Error> {
    caller.require(Permission::ManageOperators)?;
    let mut tx = caller.read(ctx).await?;
    let changes = changes(&mut tx, operator, fleet).await?;
    let manuals = store::manuals::list(&mut tx, &ManualFilter::default()).await?;
    drop(tx);
    let mut manuals: Vec<PreviewedManual> = manuals.into_iter().filter_map(PreviewedManual::of).collect();
    let (aircraft_left_out, manuals_left_out) =
        (changes.len().saturating_sub(MAX_AIRCRAFT), manuals.len().saturating_sub(MAX_MANUALS));
    manuals.truncate(MAX_MANUALS);
    let unseen = |change: AircraftChange| PreviewedAircraft { change, manuals: Vec::new() };
    let mut aircraft: Vec<PreviewedAircraft> = changes.into_iter().take(MAX_AIRCRAFT).map(unseen).collect();
    if !aircraft.is_empty() {
        let mut budget = statements::MOST_READ;
        for one in manuals {
            preview_manual(ctx, caller, &one, &mut aircraft, &mut budget).await?;
        }
    }
    Ok(FleetPreview { aircraft, aircraft_left_out, manuals_left_out })
}

/// Lists the places of a manual that change for one aircraft of a fleet, in reading order, with the modules that are
/// left to read.
pub async fn list_changed_places(
    ctx: &Ctx,
    caller: &Caller,
    operator: Option<&OperatorId>,
    fleet: &[Aircraft],
    query: &PlacesQuery,
    request: PageRequest,
) -> Result<(Page<ChangedPlace>, usize), Error> {
    caller.require(Permission::ManageOperators)?;
    let mut tx = caller.read(ctx).await?;
    let changes = changes(&mut tx, operator, fleet).await?;
    let is_meant = |one: &AircraftChange| fold(one.registration()) == fold(&query.registration);
    let unknown = || Error::field("registration", FieldCode::UnknownValue);
    let change = changes.into_iter().find(is_meant).ok_or_else(unknown)?;
    let manual = manuals::at_path(&mut tx, &query.path).await?;
    drop(tx);
    let nothing = Page { items: Vec::new(), total: 0, request };
    let Some(one) = PreviewedManual::of(manual) else { return Ok((nothing, 0)) };
    let mut budget = statements::MOST_READ;
    let read = one.read(ctx, caller, vec![change], &mut budget).await?;
    let Some((contents, values)) = read else { return Ok((nothing, 0)) };
    let compared = FleetComparison::read(ctx, caller, &one, contents, values, &mut budget).await?;
    let (contents, mut pending) = (compared.contents, compared.pending);
    let mut differences = Vec::new();
    for found in compared.aircraft.into_iter().flatten() {
        pending += found.pending;
        differences.extend(found.changed);
    }
    differences.retain(|one| query.change.is_none_or(|wanted| wanted == one.change));
    let total = differences.len() as u64;
    let skipped = usize::try_from(request.offset()).unwrap_or(usize::MAX);
    let mut tx = caller.read(ctx).await?;
    let mut items = Vec::new();
    for difference in differences.into_iter().skip(skipped).take(request.size() as usize) {
        let place = contents.places[difference.position].id;
        if let Some(item) = store::toc::find(&mut tx, one.snapshot, place).await? {
            items.push(difference.shown(&mut tx, one.snapshot, item).await?);
        }
    }
    Ok((Page { items, total, request }, pending))
}

/// The changes from the stored fleet of an operator to another.
async fn changes(tx: &mut Tx, operator: Option<&OperatorId>, fleet: &[Aircraft]) -> Result<Vec<AircraftChange>, Error> {
    let fleet = parse_fleet(fleet)?;
    let before = match operator {
        Some(id) => store::operators::find(tx, id).await?.ok_or(Error::NotFound(Missing::Operator))?.details.aircraft,
        None => Vec::new(),
    };
    Ok(AircraftChange::between(&before, &fleet))
}

/// Adds what a manual means to the aircraft that it is about.
async fn preview_manual(
    ctx: &Ctx,
    caller: &Caller,
    one: &PreviewedManual,
    aircraft: &mut [PreviewedAircraft],
    budget: &mut usize,
) -> Result<(), Error> {
    let changes = aircraft.iter().map(|one| one.change.clone()).collect();
    let Some((contents, values)) = one.read(ctx, caller, changes, budget).await? else { return Ok(()) };
    let compared = FleetComparison::read(ctx, caller, one, contents, values, budget).await?;
    for (aircraft, found) in aircraft.iter_mut().zip(compared.aircraft) {
        let Some(found) = found else { continue };
        let count = |change| found.changed.iter().filter(|one| one.change == change).count();
        aircraft.manuals.push(ManualPreview {
            manual: one.manual.clone(),
            appears: count(PlaceChange::Appears),
            disappears: count(PlaceChange::Disappears),
            alternates: count(PlaceChange::Alternate),
            contents: count(PlaceChange::Content),
            unclear: found.unclear,
            pending: compared.pending + found.pending,
        });
    }
    Ok(())
}

impl PreviewedManual {
    /// `None` for a manual that is not about aircraft, or that nobody works on yet.
    fn of(manual: Manual) -> Option<Self> {
        let snapshot = manual.lanes.of(Lane::Working).filter(|_| manual.details.aircraft_related)?;
        Some(Self { manual, snapshot })
    }

    /// The contents, and the values of each changed aircraft; `None` when the manual is about none of them.
    async fn read(
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
struct ChangedValues {
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
struct PlaceDifference {
    position: usize,
    change: PlaceChange,
    before: Vec<usize>,
    after: Vec<usize>,
}

impl PlaceDifference {
    async fn shown(&self, tx: &mut Tx, snapshot: SnapshotId, item: TocItem) -> Result<ChangedPlace, Error> {
        let alternates = list_alternates(tx, snapshot, &item).await?;
        let modules = if alternates.is_empty() { vec![item.clone()] } else { alternates };
        let named = |positions: &[usize]| positions.iter().filter_map(|one| modules.get(*one).cloned()).collect();
        let (before, after) = (named(&self.before), named(&self.after));
        Ok(ChangedPlace { item, change: self.change, before, after })
    }
}

/// What changes for some aircraft in the contents of a manual.
struct FleetComparison {
    contents: Arc<ContentsStatements>,
    /// `None` for an aircraft that the manual is not about.
    aircraft: Vec<Option<AircraftDifferences>>,
    /// Modules whose applicability was not read yet.
    pending: usize,
}

/// What changes for an aircraft.
struct AircraftDifferences {
    /// In reading order.
    changed: Vec<PlaceDifference>,
    /// Places with the same modules, by their positions there.
    same: Vec<(usize, Vec<usize>)>,
    /// The number of places without a clear outcome afterwards.
    unclear: usize,
    /// Modules whose parts were not read yet.
    pending: usize,
}

impl FleetComparison {
    async fn read(
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
