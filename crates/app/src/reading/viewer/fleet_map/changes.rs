//! The changes for aircraft that join a fleet, leave it or are modified, before the change is saved.

use std::collections::{BTreeSet, HashMap};
use std::iter;
use std::sync::Arc;

use domain::coverage::PlaceChange;
use domain::field::FieldCode;
use domain::id::{OperatorId, TocNodeId};
use domain::manual::Manual;
use domain::operator::{Aircraft, AircraftChange, parse_fleet};
use domain::page::{Page, PageRequest};
use domain::path::ManualPath;
use domain::permission::Permission;
use domain::text::fold;
use store::Tx;
use store::toc::TocItem;

use super::comparison::{ConcernedManual, PlaceDifference, PreviewedManual};
use super::statements;
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, Missing};
use crate::library::manuals::{self, ManualFilter};

/// The most aircraft that a preview looks at; a new fleet may have hundreds.
const MAX_AIRCRAFT: usize = 20;
/// The most manuals that a preview looks at.
const MAX_MANUALS: usize = 100;

/// The effect of a change of a fleet on the manuals of its aircraft.
#[derive(Debug, Clone)]
pub struct FleetPreview {
    pub aircraft: Vec<PreviewedAircraft>,
    /// Changed aircraft beyond the limit.
    pub aircraft_left_out: usize,
    /// Manuals about the aircraft beyond the limit.
    pub manuals_left_out: usize,
}

/// A changed aircraft with the manuals that are about it, before the change or afterwards.
#[derive(Debug, Clone)]
pub struct PreviewedAircraft {
    pub change: AircraftChange,
    pub manuals: Vec<ManualPreview>,
}

/// The effect of a change of an aircraft on a manual.
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
    /// The number of modules and of their parts that are left to read; asking again counts more.
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
    let mut changes = changes(&mut tx, operator, fleet).await?;
    let manuals = store::manuals::list(&mut tx, &ManualFilter::default()).await?;
    drop(tx);
    let aircraft_left_out = changes.len().saturating_sub(MAX_AIRCRAFT);
    changes.truncate(MAX_AIRCRAFT);
    if changes.is_empty() {
        return Ok(FleetPreview { aircraft: Vec::new(), aircraft_left_out, manuals_left_out: 0 });
    }
    let changes = Arc::new(changes);
    // Which manuals are about the aircraft is asked of all: the limit must not hide those of the operator.
    let (mut concerned, mut manuals_left_out) = (Vec::new(), 0);
    for manual in manuals.into_iter().filter_map(PreviewedManual::of) {
        match manual.open(ctx, caller, &changes).await? {
            Some(manual) if concerned.len() < MAX_MANUALS => concerned.push(manual),
            Some(_) => manuals_left_out += 1,
            None => {}
        }
    }
    let unseen = |change: &AircraftChange| PreviewedAircraft { change: change.clone(), manuals: Vec::new() };
    let mut aircraft: Vec<PreviewedAircraft> = changes.iter().map(unseen).collect();
    let mut budget = statements::MOST_READ;
    for manual in concerned {
        preview_manual(ctx, caller, manual, &mut aircraft, &mut budget).await?;
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
    let change = change_of(&mut tx, operator, fleet, &query.registration).await?;
    let manual = manuals::at_path(&mut tx, &query.path).await?;
    drop(tx);
    let nothing = Page { items: Vec::new(), total: 0, request };
    let Some(one) = PreviewedManual::of(manual) else { return Ok((nothing, 0)) };
    let Some(one) = one.open(ctx, caller, &Arc::new(vec![change])).await? else { return Ok((nothing, 0)) };
    let mut budget = statements::MOST_READ;
    let (compared, wanted) = (one.compare(ctx, caller, &mut budget).await?, query.change);
    let found = tokio::task::spawn_blocking(move || (compared.differences(wanted), compared.counts()));
    let (differences, counts) = found.await?;
    let pending = counts.into_iter().flatten().map(|counts| counts.pending).sum();
    let total = differences.len() as u64;
    let skipped = usize::try_from(request.offset()).unwrap_or(usize::MAX);
    let differences: Vec<PlaceDifference> =
        differences.into_iter().skip(skipped).take(request.size() as usize).collect();
    let named = differences.iter().flat_map(|one| iter::once(&one.place).chain(&one.before).chain(&one.after));
    let entries: BTreeSet<TocNodeId> = named.copied().collect();
    let entries: Vec<TocNodeId> = entries.into_iter().collect();
    let mut tx = caller.read(ctx).await?;
    let entries = store::toc::list_by_ids(&mut tx, one.snapshot, &entries).await?;
    let items = differences.iter().filter_map(|difference| shown(&entries, difference)).collect();
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

/// The change of the aircraft of a registration.
pub(super) async fn change_of(
    tx: &mut Tx,
    operator: Option<&OperatorId>,
    fleet: &[Aircraft],
    registration: &str,
) -> Result<AircraftChange, Error> {
    let is_meant = |one: &AircraftChange| fold(one.registration()) == fold(registration);
    let unknown = || Error::field("registration", FieldCode::UnknownValue);
    changes(tx, operator, fleet).await?.into_iter().find(is_meant).ok_or_else(unknown)
}

/// Adds what a manual means to the aircraft that it is about.
async fn preview_manual(
    ctx: &Ctx,
    caller: &Caller,
    one: ConcernedManual,
    aircraft: &mut [PreviewedAircraft],
    budget: &mut usize,
) -> Result<(), Error> {
    let compared = one.compare(ctx, caller, budget).await?;
    let counts = tokio::task::spawn_blocking(move || compared.counts()).await?;
    for (aircraft, counts) in aircraft.iter_mut().zip(counts) {
        let Some(counts) = counts else { continue };
        aircraft.manuals.push(ManualPreview {
            manual: one.manual.clone(),
            appears: counts.appears,
            disappears: counts.disappears,
            alternates: counts.alternates,
            contents: counts.contents,
            unclear: counts.unclear,
            pending: counts.pending,
        });
    }
    Ok(())
}

/// Names the modules of a place that changes.
fn shown(entries: &HashMap<TocNodeId, TocItem>, difference: &PlaceDifference) -> Option<ChangedPlace> {
    let named = |ids: &[TocNodeId]| ids.iter().filter_map(|id| entries.get(id).cloned()).collect();
    Some(ChangedPlace {
        item: entries.get(&difference.place)?.clone(),
        change: difference.change,
        before: named(&difference.before),
        after: named(&difference.after),
    })
}
