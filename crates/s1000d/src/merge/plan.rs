//! The result for each element of the base, and its place.

use foldhash::HashMap;

use super::MergeSide;
use super::arrange::Arrangements;
use super::conflict::{ConflictKind, PlannedConflict};
use super::followers::Followers;
use super::text_plan::TextPlan;
use super::trio::Trio;
use super::twins::Twins;
use crate::diff::tree::ElementId;

/// The result for an element of the base.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fate {
    Undecided,
    /// Both sides have it: their changes are put together.
    Merged,
    Gone,
    /// It is taken from one side with all that is inside.
    Whole(MergeSide),
    /// It is part of such an element.
    Inside(MergeSide),
}

/// Where an element of the base stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum MergePlace {
    /// Between its neighbours in the base.
    Stay,
    /// Where a side put it.
    By(MergeSide),
}

#[derive(Debug)]
pub(super) struct MergePlan {
    fates: Vec<Fate>,
    places: Vec<MergePlace>,
    pub(super) texts: HashMap<ElementId, TextPlan>,
    pub(super) arranged: Arrangements,
    pub(super) twins: Twins,
    pub(super) followers: Followers,
    pub(super) conflicts: Vec<PlannedConflict>,
}

impl MergePlan {
    /// A plan without decisions.
    pub(super) fn new(trio: &Trio<'_>) -> Self {
        let count = trio.base().elements.len();
        let arranged = Arrangements::of(trio);
        let twins = Twins::find(trio, &arranged);
        let followers = Followers::find(trio, &arranged, &twins);
        Self {
            fates: vec![Fate::Undecided; count],
            places: vec![MergePlace::Stay; count],
            texts: HashMap::default(),
            arranged,
            twins,
            followers,
            conflicts: Vec::new(),
        }
    }

    pub(super) fn fate(&self, base: ElementId) -> Fate {
        self.fates[base.index()]
    }

    pub(super) fn place(&self, base: ElementId) -> MergePlace {
        self.places[base.index()]
    }

    /// Whether an element of the base is written where a side, or the base, has it.
    pub(super) fn is_written_at(&self, base: ElementId, place: MergePlace) -> bool {
        matches!(self.fate(base), Fate::Merged | Fate::Whole(_)) && self.place(base) == place
    }

    pub(super) fn report(&mut self, kind: ConflictKind, base: ElementId) {
        self.conflicts.push(PlannedConflict { kind, base, attribute: None });
    }

    pub(super) fn set_fate(&mut self, base: ElementId, fate: Fate) {
        self.fates[base.index()] = fate;
    }

    pub(super) fn put(&mut self, base: ElementId, place: MergePlace) {
        self.places[base.index()] = place;
    }

    /// Leaves an element where it was.
    pub(super) fn stay(&mut self, base: ElementId) {
        self.places[base.index()] = MergePlace::Stay;
    }

    /// Takes an element from one side with all that is inside, except for what a side moved into it or out of it.
    pub(super) fn take_whole(&mut self, trio: &Trio<'_>, side: MergeSide, base: ElementId) {
        let Some(id) = trio.of(side, base) else { return self.set_fate(base, Fate::Gone) };
        self.set_fate(base, Fate::Whole(side));
        let mut open = trio.tree(side).element(id).children.clone();
        while let Some(inner) = open.pop() {
            if let Some(part) = trio.base_of(side, inner) {
                let is_part_there = trio.of(side.other(), part).is_none() || trio.is_inside(side.other(), part, base);
                if !trio.base().contains(base, part) || !is_part_there {
                    continue;
                }
                self.set_fate(part, Fate::Inside(side));
            }
            open.extend(&trio.tree(side).element(inner).children);
        }
    }
}
