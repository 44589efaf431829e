//! What becomes of each element of the base, and where it stands.

use foldhash::HashMap;

use super::arrange::Arrangements;
use super::attributes::{self, AttributeSource};
use super::conflict::{ConflictKind, PlannedConflict};
use super::followers::Followers;
use super::ids::IdPatches;
use super::text::{self, TextPlan};
use super::touched::is_touched;
use super::trio::{Node, Trio};
use super::twins::{Twins, is_same_gap};
use super::{Side, certainty, ids, lists, table};
use crate::diff::Relevance;
use crate::diff::relevance::is_guarded;
use crate::diff::tree::ElementId;

/// What becomes of an element of the base.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fate {
    Undecided,
    /// Both sides have it: their changes are put together.
    Merged,
    Gone,
    /// It is taken from one side with all that is inside.
    Whole(Side),
    /// It is part of such an element.
    Inside(Side),
}

/// Where an element of the base stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// Between its neighbours in the base.
    Stay,
    /// Where a side put it.
    By(Side),
}

#[derive(Debug)]
pub(super) struct Plan {
    fates: Vec<Fate>,
    places: Vec<Place>,
    pub(super) texts: HashMap<ElementId, TextPlan>,
    pub(super) arranged: Arrangements,
    pub(super) twins: Twins,
    pub(super) followers: Followers,
    pub(super) conflicts: Vec<PlannedConflict>,
    pub(super) patches: IdPatches,
}

impl Plan {
    pub(super) fn make(trio: &Trio<'_>) -> Self {
        let count = trio.base().elements.len();
        let arranged = Arrangements::of(trio);
        let twins = Twins::find(trio, &arranged);
        let followers = Followers::find(trio, &arranged, &twins);
        let mut plan = Self {
            fates: vec![Fate::Undecided; count],
            places: vec![Place::Stay; count],
            texts: HashMap::default(),
            arranged,
            twins,
            followers,
            conflicts: Vec::new(),
            patches: IdPatches::default(),
        };
        let references = ids::new_references(trio);
        for base in trio.base().ids() {
            plan.decide(trio, &references, base);
        }
        for base in trio.base().ids() {
            lists::keep_from_emptying(trio, &mut plan, base);
        }
        for base in trio.base().ids() {
            text::plan(trio, &mut plan, base);
            plan.attributes(trio, base);
        }
        lists::report_single(trio, &mut plan);
        plan.patches = ids::patches(trio, &plan);
        plan.conflicts.sort_by_key(|conflict| conflict.base);
        plan
    }

    pub(super) fn fate(&self, base: ElementId) -> Fate {
        self.fates[base.index()]
    }

    pub(super) fn place(&self, base: ElementId) -> Place {
        self.places[base.index()]
    }

    /// Whether an element of the base is written where a side, or the base, has it.
    pub(super) fn is_written_at(&self, base: ElementId, place: Place) -> bool {
        matches!(self.fate(base), Fate::Merged | Fate::Whole(_)) && self.place(base) == place
    }

    pub(super) fn report(&mut self, kind: ConflictKind, base: ElementId) {
        self.conflicts.push(PlannedConflict { kind, base, attribute: None });
    }

    fn set_fate(&mut self, base: ElementId, fate: Fate) {
        self.fates[base.index()] = fate;
    }

    /// Leaves an element where it was.
    pub(super) fn stay(&mut self, base: ElementId) {
        self.places[base.index()] = Place::Stay;
    }

    /// Takes an element from one side with all that is inside.
    pub(super) fn take_whole(&mut self, trio: &Trio<'_>, side: Side, base: ElementId) {
        let Some(id) = trio.of(side, base) else { return self.set_fate(base, Fate::Gone) };
        self.set_fate(base, Fate::Whole(side));
        for inner in trio.tree(side).descendants(id).skip(1) {
            if let Some(inner) = trio.base_of(side, inner) {
                self.set_fate(inner, Fate::Inside(side));
            }
        }
    }

    fn decide(&mut self, trio: &Trio<'_>, references: &ids::NewReferences, base: ElementId) {
        if self.fate(base) != Fate::Undecided {
            return;
        }
        let around = trio.base().element(base).parent.map(|parent| self.fate(parent));
        // What the other side took out of it may stand elsewhere.
        let parent = trio.base().element(base).parent;
        let is_there = |side: Side| parent.is_some_and(|parent| trio.is_inside(side, base, parent));
        if let Some(Fate::Whole(side) | Fate::Inside(side)) = around
            && trio.of(side, base).is_none()
            && is_there(side.other())
        {
            return self.set_fate(base, Fate::Gone);
        }
        match (trio.of(Side::Ours, base), trio.of(Side::Theirs, base)) {
            (None, None) => self.set_fate(base, Fate::Gone),
            (Some(_), None) => self.deleted(trio, references, Side::Theirs, base),
            (None, Some(_)) => self.deleted(trio, references, Side::Ours, base),
            (Some(ours), Some(theirs)) => {
                let doubt = self.doubt(trio, base, ours, theirs);
                match doubt {
                    Some(kind) => {
                        self.report(kind, certainty::narrowed(trio, base));
                        self.take_whole(trio, Side::Ours, base);
                    }
                    None => self.set_fate(base, Fate::Merged),
                }
                self.put(trio, base);
            }
        }
    }

    /// Why the changes of both sides to an element cannot be put together.
    fn doubt(&self, trio: &Trio<'_>, base: ElementId, ours: ElementId, theirs: ElementId) -> Option<ConflictKind> {
        let is_read = trio.base().element(base).relevance == Relevance::Content;
        let is_changed = |side| trio.is_changed_for_readers(side, base);
        if !is_read || trio.is_equal(ours, theirs) || !is_changed(Side::Ours) || !is_changed(Side::Theirs) {
            return None;
        }
        if trio.is_replaced(base) {
            return Some(ConflictKind::Uncertain);
        }
        // In containers the doubt is about the parts.
        let has_text = trio.base().element(base).is_mixed || is_guarded(trio.base().element(base).name);
        if has_text && Side::BOTH.into_iter().any(|side| !certainty::is_certain(trio, side, base)) {
            return Some(ConflictKind::Uncertain);
        }
        table::has_other_columns(trio, base).then_some(ConflictKind::Table)
    }

    /// Decides about an element that one side deleted.
    fn deleted(&mut self, trio: &Trio<'_>, references: &ids::NewReferences, by: Side, base: ElementId) {
        let (keeper, element) = (by.other(), trio.base().element(base));
        let is_moved = self.arranged.is_moved(keeper, base);
        // What stands in a deleted element goes with it, unless the other side has taken it out.
        if element.parent.is_some_and(|parent| trio.of(by, parent).is_none() && trio.is_inside(keeper, base, parent)) {
            return self.set_fate(base, Fate::Gone);
        }
        if is_moved {
            self.places[base.index()] = Place::By(keeper);
        }
        let is_edited = is_touched(trio, (&self.arranged, &self.followers), keeper, base);
        if element.relevance < Relevance::Content {
            return match keeper {
                Side::Theirs if is_edited || is_moved => self.take_whole(trio, keeper, base),
                _ => self.set_fate(base, Fate::Gone),
            };
        }
        let is_needed = references.names_part_of(trio, keeper, base);
        if !(is_edited || is_moved || is_needed) {
            return self.set_fate(base, Fate::Gone);
        }
        self.report(if is_edited || is_needed { ConflictKind::Deleted } else { ConflictKind::DeletedAndMoved }, base);
        // A new reference to it would lead nowhere, and the text would not be valid.
        if keeper == Side::Ours || is_needed {
            self.take_whole(trio, keeper, base);
        } else {
            self.set_fate(base, Fate::Gone);
        }
    }

    /// Decides where an element stands that both sides have.
    fn put(&mut self, trio: &Trio<'_>, base: ElementId) {
        let is_moved = |side| self.arranged.is_moved(side, base);
        self.places[base.index()] = match (is_moved(Side::Ours), is_moved(Side::Theirs)) {
            (false, false) => Place::Stay,
            (true, false) => Place::By(Side::Ours),
            (false, true) => Place::By(Side::Theirs),
            (true, true) if self.is_same_place(trio, base) => Place::By(Side::Ours),
            (true, true) if trio.base().element(base).relevance < Relevance::Content => Place::By(Side::Theirs),
            (true, true) => {
                self.report(ConflictKind::Moved, base);
                Place::By(Side::Ours)
            }
        };
    }

    /// Whether both sides moved an element to the same place.
    fn is_same_place(&self, trio: &Trio<'_>, base: ElementId) -> bool {
        let parent = |side: Side| {
            let around = trio.element(side, base).and_then(|element| element.parent)?;
            Some(self.twins.node(trio, side, around))
        };
        let (ours, theirs) = (parent(Side::Ours), parent(Side::Theirs));
        let Some(Node::Base(parent)) = ours.filter(|_| ours == theirs) else { return ours == theirs };
        let gap = |side: Side| {
            let id = trio.of(side, base);
            self.arranged.loose(side, parent).iter().find(|child| Some(child.id) == id)
        };
        match (gap(Side::Ours), gap(Side::Theirs)) {
            (Some(one), Some(two)) => is_same_gap(one, two),
            _ => true,
        }
    }

    /// Reports the attributes that both sides changed differently.
    fn attributes(&mut self, trio: &Trio<'_>, base: ElementId) {
        if self.fate(base) != Fate::Merged {
            return;
        }
        let element = |side| trio.element(side, base);
        let (Some(ours), Some(theirs)) = (element(Side::Ours), element(Side::Theirs)) else { return };
        let old = trio.base().element(base);
        for outcome in attributes::merge(&old.attributes, &ours.attributes, &theirs.attributes, old.relevance) {
            if outcome.source == AttributeSource::Conflict {
                let (kind, attribute) = (ConflictKind::Attribute, Some(outcome.name.to_owned()));
                self.conflicts.push(PlannedConflict { kind, base, attribute });
            }
        }
    }
}
