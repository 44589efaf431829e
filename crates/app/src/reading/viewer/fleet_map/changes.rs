//! What changes for aircraft that join a fleet, leave it or are modified, before the change is saved.

use domain::coverage::PlaceChange;
use domain::field::FieldCode;
use domain::id::{OperatorId, SnapshotId};
use domain::manual::Manual;
use domain::operator::{Aircraft, AircraftChange, parse_fleet};
use domain::page::{Page, PageRequest};
use domain::path::ManualPath;
use domain::permission::Permission;
use domain::text::fold;
use store::Tx;
use store::toc::TocItem;

use super::comparison::{FleetComparison, PlaceDifference, PreviewedManual};
use super::{list_alternates, statements};
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, Missing};
use crate::library::manuals::{self, ManualFilter};

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
            items.push(shown(&mut tx, one.snapshot, &difference, item).await?);
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

/// Names the modules of a place that changes.
async fn shown(
    tx: &mut Tx,
    snapshot: SnapshotId,
    difference: &PlaceDifference,
    item: TocItem,
) -> Result<ChangedPlace, Error> {
    let alternates = list_alternates(tx, snapshot, &item).await?;
    let modules = if alternates.is_empty() { vec![item.clone()] } else { alternates };
    let named = |positions: &[usize]| -> Vec<TocItem> {
        positions.iter().filter_map(|one| modules.get(*one).cloned()).collect()
    };
    let (before, after) = (named(&difference.before), named(&difference.after));
    Ok(ChangedPlace { item, change: difference.change, before, after })
}
