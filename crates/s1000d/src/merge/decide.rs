//! The decisions about the elements of the base, from the root down.

use super::attributes::{self, AttributeSource};
use super::certainty::SiblingPlaces;
use super::conflict::{ConflictKind, PlannedConflict};
use super::ids::NewReferences;
use super::plan::{Fate, MergePlace, MergePlan};
use super::touched::is_touched;
use super::trio::{MergeNode, Trio};
use super::twins::is_same_gap;
use super::{MergeSide, certainty, ids, lists, text};
use crate::diff::Relevance;
use crate::diff::tree::ElementId;

/// Decides about everything.
pub(super) fn decide(trio: &Trio<'_>) -> MergePlan {
    let mut plan = MergePlan::new(trio);
    let references = ids::new_references(trio);
    let places = SiblingPlaces::of(trio);
    for base in trio.base().ids() {
        plan.decide(trio, (&references, &places), base);
    }
    for base in trio.base().ids() {
        plan.stay_out_of_deleted(trio, base);
    }
    for base in trio.base().ids() {
        lists::keep_from_emptying(trio, &mut plan, base);
    }
    for base in trio.base().ids() {
        text::plan(trio, &mut plan, base);
        plan.report_attributes(trio, base);
    }
    lists::report_single(trio, &mut plan);
    plan.conflicts.sort_by_key(|conflict| conflict.base);
    plan
}

impl MergePlan {
    /// Leaves elements where they were that a side moved into something that is gone.
    fn stay_out_of_deleted(&mut self, trio: &Trio<'_>, base: ElementId) {
        let MergePlace::By(side) = self.place(base) else { return };
        let tree = trio.tree(side);
        let around =
            std::iter::successors(trio.element(side, base).and_then(|one| one.parent), |id| tree.element(*id).parent);
        let is_gone = |id: ElementId| trio.base_of(side, id).is_some_and(|id| self.fate(id) == Fate::Gone);
        if self.fate(base) == Fate::Merged && around.into_iter().any(is_gone) {
            let is_moved = self.arranged.is_moved(side.other(), base);
            self.put(base, if is_moved { MergePlace::By(side.other()) } else { MergePlace::Stay });
        }
    }

    fn decide(&mut self, trio: &Trio<'_>, (references, places): (&NewReferences, &SiblingPlaces), base: ElementId) {
        if self.fate(base) != Fate::Undecided {
            return;
        }
        // What the other side took out of an element that is taken whole may stand elsewhere.
        if let Some((side, whole)) = self.whole_around(trio, base)
            && trio.of(side, base).is_none()
            && trio.is_inside(side.other(), base, whole)
        {
            return self.set_fate(base, Fate::Gone);
        }
        match (trio.of(MergeSide::Ours, base), trio.of(MergeSide::Theirs, base)) {
            (None, None) => self.set_fate(base, Fate::Gone),
            (Some(_), None) => self.deleted(trio, references, MergeSide::Theirs, base),
            (None, Some(_)) => self.deleted(trio, references, MergeSide::Ours, base),
            (Some(ours), Some(theirs)) => {
                let doubt = certainty::doubt(trio, places, base, [ours, theirs]);
                match doubt {
                    Some(kind) => {
                        self.report(kind, certainty::narrowed(trio, base));
                        self.take_whole(trio, MergeSide::Ours, base);
                    }
                    None if certainty::is_moved_and_redirected(trio, &self.arranged, base)
                        && !self.is_moved_alike(trio, base) =>
                    {
                        self.report(ConflictKind::Uncertain, base);
                        self.take_whole(trio, MergeSide::Ours, base);
                    }
                    None => self.set_fate(base, Fate::Merged),
                }
                self.put_where_sides_did(trio, base);
            }
        }
    }

    /// The element around an element that is taken from one side with all that is inside.
    fn whole_around(&self, trio: &Trio<'_>, base: ElementId) -> Option<(MergeSide, ElementId)> {
        let mut around = trio.base().element(base).parent;
        while let Some(id) = around {
            match self.fate(id) {
                Fate::Whole(side) => return Some((side, id)),
                Fate::Inside(_) | Fate::Gone => around = trio.base().element(id).parent,
                Fate::Merged | Fate::Undecided => return None,
            }
        }
        None
    }

    /// Decides about an element that one side deleted.
    fn deleted(&mut self, trio: &Trio<'_>, references: &NewReferences, by: MergeSide, base: ElementId) {
        let (keeper, element) = (by.other(), trio.base().element(base));
        let is_moved = self.arranged.is_moved(keeper, base);
        // What stands in a deleted element goes with it, unless the other side has taken it out.
        let around = std::iter::successors(element.parent, |id| trio.base().element(*id).parent);
        let mut deleted = around.take_while(|id| trio.of(by, *id).is_none());
        if deleted.any(|deleted| trio.is_inside(keeper, base, deleted)) {
            return self.set_fate(base, Fate::Gone);
        }
        if is_moved {
            self.put(base, MergePlace::By(keeper));
        }
        let is_edited = is_touched(trio, (&self.arranged, &self.followers), keeper, base);
        if element.relevance < Relevance::Content {
            return match keeper {
                MergeSide::Theirs if is_edited || is_moved => self.take_whole(trio, keeper, base),
                _ => self.set_fate(base, Fate::Gone),
            };
        }
        let is_needed = references.names_part_of(trio, keeper, base);
        if !(is_edited || is_moved || is_needed) {
            return self.set_fate(base, Fate::Gone);
        }
        self.report(if is_edited || is_needed { ConflictKind::Deleted } else { ConflictKind::DeletedAndMoved }, base);
        // A new reference to it would lead nowhere, and the text would not be valid.
        if keeper == MergeSide::Ours || is_needed {
            self.take_whole(trio, keeper, base);
        } else {
            self.set_fate(base, Fate::Gone);
        }
    }

    /// Decides where an element stands that both sides have.
    fn put_where_sides_did(&mut self, trio: &Trio<'_>, base: ElementId) {
        let is_moved = |side| self.arranged.is_moved(side, base);
        let place = match (is_moved(MergeSide::Ours), is_moved(MergeSide::Theirs)) {
            (false, false) => MergePlace::Stay,
            (true, false) => MergePlace::By(MergeSide::Ours),
            (false, true) => MergePlace::By(MergeSide::Theirs),
            (true, true) if self.is_same_place(trio, base) => MergePlace::By(MergeSide::Ours),
            (true, true) if trio.base().element(base).relevance < Relevance::Content => {
                MergePlace::By(MergeSide::Theirs)
            }
            (true, true) => {
                self.report(ConflictKind::Moved, base);
                MergePlace::By(MergeSide::Ours)
            }
        };
        self.put(base, place);
    }

    fn is_moved_alike(&self, trio: &Trio<'_>, base: ElementId) -> bool {
        MergeSide::BOTH.into_iter().all(|side| self.arranged.is_moved(side, base)) && self.is_same_place(trio, base)
    }

    /// Whether the place is the same to which both sides moved an element.
    fn is_same_place(&self, trio: &Trio<'_>, base: ElementId) -> bool {
        let parent = |side: MergeSide| {
            let around = trio.element(side, base).and_then(|element| element.parent)?;
            Some(self.twins.node(trio, side, around))
        };
        let (ours, theirs) = (parent(MergeSide::Ours), parent(MergeSide::Theirs));
        let Some(MergeNode::Base(parent)) = ours.filter(|_| ours == theirs) else { return ours == theirs };
        let gap = |side: MergeSide| {
            let id = trio.of(side, base);
            self.arranged.loose(side, parent).iter().find(|child| Some(child.id) == id)
        };
        match (gap(MergeSide::Ours), gap(MergeSide::Theirs)) {
            (Some(one), Some(two)) => is_same_gap(one, two),
            _ => true,
        }
    }

    /// Reports the attributes that both sides changed differently.
    fn report_attributes(&mut self, trio: &Trio<'_>, base: ElementId) {
        if self.fate(base) != Fate::Merged {
            return;
        }
        let element = |side| trio.element(side, base);
        let (Some(ours), Some(theirs)) = (element(MergeSide::Ours), element(MergeSide::Theirs)) else { return };
        let old = trio.base().element(base);
        for outcome in attributes::merge(&old.attributes, &ours.attributes, &theirs.attributes, old.relevance) {
            if outcome.source == AttributeSource::Conflict {
                let (kind, attribute) = (ConflictKind::Attribute, Some(outcome.name.to_owned()));
                self.conflicts.push(PlannedConflict { kind, base, attribute });
            }
        }
    }
}
