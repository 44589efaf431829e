//! The cells of a map: the outcomes of some aircraft at some places.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use domain::coverage::{Coverage, CoverageCounts};
use domain::id::TocNodeId;

use super::MapCell;
use super::judged::{JudgedContents, PlaceRole, TailValues};
use crate::core::contents_statements::ContentsStatements;

/// Alternates of a container that are named.
const MAX_ALTERNATES: usize = 100;

/// The contents of a manual, and the values of some aircraft.
pub(super) struct JudgedFleet {
    pub(super) contents: Arc<ContentsStatements>,
    roles: Vec<PlaceRole>,
    positions: HashMap<TocNodeId, usize>,
    values: Vec<TailValues>,
}

impl JudgedFleet {
    pub(super) fn new(contents: Arc<ContentsStatements>, values: Vec<TailValues>) -> Self {
        let roles = PlaceRole::of_all(&contents);
        let positions = contents.places.iter().enumerate().map(|(position, place)| (place.id, position)).collect();
        Self { contents, roles, positions, values }
    }

    /// The alternates of those entries that are containers, in their order.
    pub(super) fn alternates(&self, rows: &[TocNodeId]) -> Vec<Vec<TocNodeId>> {
        let of_row = |id: &TocNodeId| {
            let alternates = self.positions.get(id).and_then(|position| self.alternates_at(*position));
            let named = alternates.into_iter().flatten().take(MAX_ALTERNATES);
            named.map(|alternate| self.contents.places[*alternate].id).collect()
        };
        rows.iter().map(of_row).collect()
    }

    /// The cells of these entries: aircraft with the same outcome together.
    pub(super) fn cells(&self, rows: &[TocNodeId]) -> Vec<Vec<MapCell>> {
        let mut cells: Vec<BTreeMap<CellKey, Vec<usize>>> = vec![BTreeMap::new(); rows.len()];
        for (aircraft, values) in self.values.iter().enumerate() {
            let judged = JudgedContents::new(&self.contents, &self.roles, values);
            let counts = judged.counts(&self.contents);
            for (id, cells) in rows.iter().zip(&mut cells) {
                let Some(position) = self.positions.get(id).copied() else { continue };
                let alternates = self.alternates_at(position).into_iter().flatten().take(MAX_ALTERNATES);
                let seen = alternates.enumerate().filter(|(_, module)| judged.has(position, **module) == Some(true));
                let seen = seen.map(|(index, _)| index).collect();
                cells.entry((counts[position], seen)).or_default().push(aircraft);
            }
        }
        let cell = |((counts, alternates), aircraft)| MapCell { aircraft, counts, alternates };
        cells.into_iter().map(|row| row.into_iter().map(cell).collect()).collect()
    }

    fn alternates_at(&self, position: usize) -> Option<&Vec<usize>> {
        match &self.roles[position] {
            PlaceRole::Group(alternates) => Some(alternates),
            PlaceRole::Section | PlaceRole::Single | PlaceRole::Alternate | PlaceRole::Missing => None,
        }
    }

    /// The places in a section at which an aircraft has no clear outcome.
    pub(super) fn gaps(&self, inside: &Inside) -> Vec<usize> {
        let mut is_gap = vec![false; self.roles.len()];
        for values in &self.values {
            let judged = JudgedContents::new(&self.contents, &self.roles, values);
            let places = self.roles.iter().enumerate().filter(|(_, role)| role.is_place());
            for (position, _) in places.filter(|(position, _)| inside.holds(*position)) {
                is_gap[position] |= judged.coverage(position).is_some_and(Coverage::is_unclear);
            }
        }
        (0..is_gap.len()).filter(|position| is_gap[*position]).collect()
    }
}

/// An outcome, with the alternates of a container.
type CellKey = (CoverageCounts, Vec<usize>);

/// For each place whether it is in one of some sections; all are where none is asked for.
pub(super) struct Inside(Vec<bool>);

impl Inside {
    pub(super) fn of(contents: &ContentsStatements, sections: Option<&[TocNodeId]>) -> Self {
        let mut inside = vec![sections.is_none(); contents.places.len()];
        for (position, place) in contents.places.iter().enumerate() {
            let is_around = place.parent.is_some_and(|parent| parent < position && inside[parent]);
            inside[position] |= is_around || sections.is_some_and(|sections| sections.contains(&place.id));
        }
        Self(inside)
    }

    pub(super) fn holds(&self, position: usize) -> bool {
        self.0.get(position).copied().unwrap_or_default()
    }

    /// The number of modules inside that were not read yet.
    pub(super) fn pending(&self, contents: &ContentsStatements) -> usize {
        let places = contents.places.iter().zip(&self.0);
        places.filter(|(place, is_inside)| **is_inside && place.module.is_pending()).count()
    }
}

#[cfg(test)]
mod tests {
    use domain::toc::TocNodeType;

    use super::*;
    use crate::core::contents_statements::{ModuleStatement, StatedPlace};

    fn place(id: i64, parent: Option<usize>, module: ModuleStatement) -> StatedPlace {
        let (id, node_type) = (TocNodeId(id), TocNodeType::Section);
        StatedPlace { id, parent, node_type, version: None, set: None, own: None, module }
    }

    #[test]
    fn what_is_pending_is_counted_within_sections() {
        let (unread, failed) = (ModuleStatement::Unread, ModuleStatement::Failed);
        let always = ModuleStatement::Always;
        let places =
            vec![place(1, None, always), place(2, Some(0), unread), place(3, None, always), place(4, Some(2), failed)];
        let contents = ContentsStatements { places, ..ContentsStatements::default() };
        let pending = |sections: Option<&[TocNodeId]>| Inside::of(&contents, sections).pending(&contents);
        assert_eq!(pending(None), 2);
        assert_eq!(pending(Some(&[TocNodeId(1)])), 1);
        assert_eq!(pending(Some(&[])), 0);
    }
}
