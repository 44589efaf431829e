//! The cells of a map: the outcomes of some aircraft at some places.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use domain::coverage::{Coverage, CoverageCounts};
use domain::id::TocNodeId;

use super::MapCell;
use super::judged::{JudgedContents, PlaceRole, TailValues};
use crate::core::contents_statements::{ContentsStatements, ModuleStatement};

/// The contents of a manual, and the values of some aircraft.
pub(super) struct JudgedFleet {
    pub(super) contents: Arc<ContentsStatements>,
    roles: Vec<PlaceRole>,
    values: Vec<TailValues>,
}

impl JudgedFleet {
    pub(super) fn new(contents: Arc<ContentsStatements>, values: Vec<TailValues>) -> Self {
        let roles = PlaceRole::of_all(&contents);
        Self { contents, roles, values }
    }

    /// The cells of these entries: aircraft with the same outcome together.
    pub(super) fn cells(&self, rows: &[TocNodeId]) -> Vec<Vec<MapCell>> {
        let positions: HashMap<TocNodeId, usize> =
            self.contents.places.iter().enumerate().map(|(position, place)| (place.id, position)).collect();
        let mut cells: Vec<BTreeMap<CellKey, Vec<usize>>> = vec![BTreeMap::new(); rows.len()];
        for (aircraft, values) in self.values.iter().enumerate() {
            let judged = JudgedContents::new(&self.contents, &self.roles, values);
            let counts = judged.counts(&self.contents);
            for (id, cells) in rows.iter().zip(&mut cells) {
                let Some(position) = positions.get(id).copied() else { continue };
                let is_group = matches!(self.roles[position], PlaceRole::Group(_));
                let seen = if is_group { judged.seen(position).unwrap_or_default() } else { Vec::new() };
                cells.entry((counts[position], seen)).or_default().push(aircraft);
            }
        }
        let cell = |((counts, alternates), aircraft)| MapCell { aircraft, counts, alternates };
        cells.into_iter().map(|row| row.into_iter().map(cell).collect()).collect()
    }

    /// The places in a section at which an aircraft has no clear outcome.
    pub(super) fn gaps(&self, inside: &Inside) -> Vec<usize> {
        let mut is_gap = vec![false; self.roles.len()];
        for values in &self.values {
            let judged = JudgedContents::new(&self.contents, &self.roles, values);
            for (position, role) in self.roles.iter().enumerate().filter(|(position, _)| inside.0[*position]) {
                is_gap[position] |= match (role, judged.coverage(position)) {
                    // A module that does not apply is no gap; a container without one that applies is.
                    (PlaceRole::Group(_), Some(coverage)) => coverage != Coverage::One,
                    (PlaceRole::Single, Some(coverage)) => coverage == Coverage::Open,
                    _ => false,
                };
            }
        }
        (0..is_gap.len()).filter(|position| is_gap[*position]).collect()
    }
}

/// An outcome, with the alternates of a container.
type CellKey = (CoverageCounts, Vec<usize>);

/// For each place whether it is below a section; all are where none is asked for.
pub(super) struct Inside(Vec<bool>);

impl Inside {
    pub(super) fn of(contents: &ContentsStatements, section: Option<TocNodeId>) -> Self {
        let mut inside = vec![section.is_none(); contents.places.len()];
        for (position, place) in contents.places.iter().enumerate() {
            let is_around = place.parent.is_some_and(|parent| parent < position && inside[parent]);
            inside[position] |= Some(place.id) == section || is_around;
        }
        Self(inside)
    }

    /// The number of modules inside that were not read yet.
    pub(super) fn pending(&self, contents: &ContentsStatements) -> usize {
        let places = contents.places.iter().zip(&self.0);
        places.filter(|(place, is_inside)| **is_inside && place.module == ModuleStatement::Unread).count()
    }
}
