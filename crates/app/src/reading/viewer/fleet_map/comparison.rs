//! The contents of a manual compared for aircraft before and after a change.

use std::collections::HashSet;
use std::sync::Arc;

use domain::coverage::{Coverage, PlaceChange};
use domain::id::{SnapshotId, TocNodeId, VersionId};
use domain::manual::Manual;
use domain::operator::{Aircraft, AircraftChange};
use domain::snapshot::{Lane, Reading};

use super::cells::Inside;
use super::judged::{FleetTables, JudgedContents, PlaceRole, TailValues};
use super::statements::JudgedState;
use crate::core::caller::Caller;
use crate::core::contents_statements::ContentsStatements;
use crate::core::ctx::Ctx;
use crate::core::error::Error;

/// A manual that a preview looks at.
pub(super) struct PreviewedManual {
    pub(super) manual: Manual,
    pub(super) snapshot: SnapshotId,
}

/// A manual that is about changed aircraft.
pub(super) struct ConcernedManual {
    pub(super) manual: Manual,
    pub(super) snapshot: SnapshotId,
    state: JudgedState,
    /// Of each changed aircraft.
    values: Arc<Vec<ChangedValues>>,
}

impl PreviewedManual {
    /// `None` for a manual that is not about aircraft, or that nobody works on yet.
    pub(super) fn of(manual: Manual) -> Option<Self> {
        let snapshot = manual.lanes.of(Lane::Working).filter(|_| manual.details.aircraft_related)?;
        Some(Self { manual, snapshot })
    }

    /// `None` when the manual is about none of the aircraft. Only its tables are read.
    pub(super) async fn open(
        self,
        ctx: &Ctx,
        caller: &Caller,
        changes: &Arc<Vec<AircraftChange>>,
    ) -> Result<Option<ConcernedManual>, Error> {
        let Self { manual, snapshot } = self;
        let state = JudgedState::open(ctx, caller, &manual, snapshot, &Reading::default()).await?;
        let (tables, changes) = (Arc::clone(&state.tables), Arc::clone(changes));
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
        let is_concerned = values.iter().any(ChangedValues::is_known);
        Ok(is_concerned.then(|| ConcernedManual { manual, snapshot, state, values: Arc::new(values) }))
    }
}

impl ConcernedManual {
    /// Compares the contents, of which modules are read as far as `budget` allows.
    pub(super) async fn compare(
        &self,
        ctx: &Ctx,
        caller: &Caller,
        budget: &mut usize,
    ) -> Result<Arc<FleetComparison>, Error> {
        let contents = self.state.contents(ctx, caller, None, budget).await?;
        let values = Arc::clone(&self.values);
        let compared = tokio::task::spawn_blocking(move || {
            let compared = FleetComparison::new(contents, values);
            let parts = compared.compared_modules();
            (compared, parts)
        });
        let (compared, parts) = compared.await?;
        let contents = self.state.with_parts(ctx, caller, Arc::clone(&compared.contents), parts, budget).await?;
        Ok(Arc::new(FleetComparison { contents, ..compared }))
    }
}

/// The values of an aircraft before and after a change; empty where it is not there, or the manual is not about it.
#[derive(Debug)]
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
}

/// A place that changes, with the entries of the modules that the aircraft has there.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct PlaceDifference {
    pub(super) place: TocNodeId,
    pub(super) change: PlaceChange,
    pub(super) before: Vec<TocNodeId>,
    pub(super) after: Vec<TocNodeId>,
}

/// The number of places that change for an aircraft.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct ChangeCounts {
    pub(super) appears: usize,
    pub(super) disappears: usize,
    pub(super) alternates: usize,
    pub(super) contents: usize,
    /// Without a clear outcome afterwards.
    pub(super) unclear: usize,
    /// Files that are left to read: statements of modules, and their parts.
    pub(super) pending: usize,
}

/// The contents of a manual, and the values of changed aircraft.
pub(super) struct FleetComparison {
    contents: Arc<ContentsStatements>,
    roles: Vec<PlaceRole>,
    values: Arc<Vec<ChangedValues>>,
}

impl FleetComparison {
    fn new(contents: Arc<ContentsStatements>, values: Arc<Vec<ChangedValues>>) -> Self {
        let roles = PlaceRole::of_all(&contents);
        Self { contents, roles, values }
    }

    /// The modules that a modified aircraft keeps: it may see other parts of them.
    fn compared_modules(&self) -> Vec<VersionId> {
        let mut kept = HashSet::new();
        for values in self.values.iter().filter(|values| values.is_modified()) {
            let sides = self.sides(values);
            for (position, role) in self.places() {
                if sides.change(role, position) == PlaceOutcome::Same {
                    let seen = role.modules(position).filter(|module| sides.has_after(position, *module));
                    kept.extend(seen.filter_map(|module| self.contents.places[module].version));
                }
            }
        }
        kept.into_iter().collect()
    }

    /// The number of changes of each aircraft; `None` for one that the manual is not about.
    pub(super) fn counts(&self) -> Vec<Option<ChangeCounts>> {
        let unread = Inside::of(&self.contents, None).pending(&self.contents);
        let of_aircraft = |values: &ChangedValues| {
            // Of a module that a modified aircraft may keep, the parts are read afterwards: what is left shrinks with
            // each request.
            let pending = unread * if values.is_modified() { 2 } else { 1 };
            let mut counts = ChangeCounts { pending, ..ChangeCounts::default() };
            let sides = self.sides(values);
            for (position, role) in self.places() {
                match self.outcome(&sides, role, position, values.is_modified()) {
                    PlaceOutcome::Changed(PlaceChange::Appears) => counts.appears += 1,
                    PlaceOutcome::Changed(PlaceChange::Disappears) => counts.disappears += 1,
                    PlaceOutcome::Changed(PlaceChange::Alternate) => counts.alternates += 1,
                    PlaceOutcome::Changed(PlaceChange::Content) => counts.contents += 1,
                    PlaceOutcome::PartsUnread => counts.pending += 1,
                    // Its modules are among the unread ones.
                    PlaceOutcome::Unread | PlaceOutcome::Same => {}
                }
                let outcome = sides.after.as_ref().and_then(|after| after.coverage(position));
                counts.unclear += usize::from(outcome.is_some_and(Coverage::is_unclear));
            }
            counts
        };
        self.values.iter().map(|values| values.is_known().then(|| of_aircraft(values))).collect()
    }

    /// The places that change for the first aircraft, in reading order.
    pub(super) fn differences(&self, wanted: Option<PlaceChange>) -> Vec<PlaceDifference> {
        let Some(values) = self.values.first() else { return Vec::new() };
        let sides = self.sides(values);
        let entry = |module: usize| self.contents.places[module].id;
        let difference = |(position, role): (usize, &PlaceRole)| {
            let PlaceOutcome::Changed(change) = self.outcome(&sides, role, position, values.is_modified()) else {
                return None;
            };
            wanted.is_none_or(|wanted| wanted == change).then(|| PlaceDifference {
                place: entry(position),
                change,
                before: role.modules(position).filter(|one| sides.has_before(position, *one)).map(entry).collect(),
                after: role.modules(position).filter(|one| sides.has_after(position, *one)).map(entry).collect(),
            })
        };
        self.places().filter_map(difference).collect()
    }

    fn places(&self) -> impl Iterator<Item = (usize, &PlaceRole)> {
        self.roles.iter().enumerate().filter(|(_, role)| role.is_place())
    }

    fn sides(&self, values: &ChangedValues) -> ComparedSides<'_> {
        let judged = |values: &TailValues| {
            let is_there = !values.is_empty();
            is_there.then(|| JudgedContents::new(&self.contents, &self.roles, values))
        };
        ComparedSides { before: judged(&values.before), after: judged(&values.after) }
    }

    fn outcome(&self, sides: &ComparedSides<'_>, role: &PlaceRole, position: usize, is_modified: bool) -> PlaceOutcome {
        let outcome = sides.change(role, position);
        if outcome != PlaceOutcome::Same || !is_modified {
            return outcome;
        }
        let kept = role.modules(position).filter(|module| sides.has_after(position, *module));
        let (mut is_changed, mut is_read) = (false, true);
        for version in kept.filter_map(|module| self.contents.places[module].version) {
            match self.contents.parts.get(&version) {
                Some(parts) => is_changed |= parts.iter().any(|part| sides.changes(*part)),
                None => is_read = false,
            }
        }
        match (is_changed, is_read) {
            (true, _) => PlaceOutcome::Changed(PlaceChange::Content),
            (false, false) => PlaceOutcome::PartsUnread,
            (false, true) => PlaceOutcome::Same,
        }
    }
}

/// The change of a place for an aircraft.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PlaceOutcome {
    Changed(PlaceChange),
    Same,
    /// A module was not read yet.
    Unread,
    /// It keeps its modules, whose parts were not read yet.
    PartsUnread,
}

/// The contents as an aircraft has them; `None` where the manual is not about it.
struct ComparedSides<'c> {
    before: Option<JudgedContents<'c>>,
    after: Option<JudgedContents<'c>>,
}

impl ComparedSides<'_> {
    fn change(&self, role: &PlaceRole, position: usize) -> PlaceOutcome {
        let has = |side: &Option<JudgedContents<'_>>, module| match side {
            Some(judged) => judged.has(position, module),
            None => Some(false),
        };
        let mut is_read = true;
        let modules = role.modules(position).map(|module| {
            let both = has(&self.before, module).zip(has(&self.after, module));
            is_read &= both.is_some();
            both.unwrap_or_default()
        });
        let change = PlaceChange::of(modules);
        match change {
            _ if !is_read => PlaceOutcome::Unread,
            Some(change) => PlaceOutcome::Changed(change),
            None => PlaceOutcome::Same,
        }
    }

    fn has_before(&self, position: usize, module: usize) -> bool {
        self.before.as_ref().is_some_and(|judged| judged.has(position, module) == Some(true))
    }

    fn has_after(&self, position: usize, module: usize) -> bool {
        self.after.as_ref().is_some_and(|judged| judged.has(position, module) == Some(true))
    }

    /// Whether a part with this statement appears or disappears.
    fn changes(&self, statement: usize) -> bool {
        let keeps = |side: &Option<JudgedContents<'_>>| side.as_ref().map(|judged| judged.statement(statement).keeps());
        keeps(&self.before) != keeps(&self.after)
    }
}

#[cfg(test)]
mod tests;
