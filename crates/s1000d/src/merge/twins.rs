//! Elements that both sides inserted at one place: the same one, or one of which there can only be one.

use foldhash::{HashMap, HashSet};

use super::arrange::{Arrangements, LooseChild};
use super::trio::{MergeNode, Trio};
use super::{MergeSide, same_text};
use crate::diff::sequence::{WorkBudget, align};
use crate::diff::tree::ElementId;

/// Elements that occur at most once in their parent. When both sides insert one, their content is put together.
const SINGLE: [&str; 20] = [
    "closeRqmts",
    "commonInfo",
    "legend",
    "preliminaryRqmts",
    "productionMaintData",
    "referencedApplicGroup",
    "refs",
    "reqCondGroup",
    "reqPersons",
    "reqSafety",
    "reqSpares",
    "reqSupplies",
    "reqSupportEquips",
    "reqTechInfoGroup",
    "tbody",
    "tfoot",
    "thead",
    "title",
    "warningsAndCautions",
    "warningsAndCautionsRef",
];

/// Steps for the comparison of what both sides inserted.
const STEPS: u64 = 2_000_000;

/// Which inserted element of ours is which of theirs.
#[derive(Debug, Default)]
pub(super) struct Twins {
    theirs_of: HashMap<ElementId, ElementId>,
    ours_of: HashMap<ElementId, ElementId>,
}

impl Twins {
    pub(super) fn find(trio: &Trio<'_>, arranged: &Arrangements) -> Self {
        let mut twins = Self::default();
        let mut budget = WorkBudget::new(STEPS);
        for parent in trio.base().ids() {
            for (ours, theirs) in same_text::same_parts(trio, parent) {
                twins.add_all(trio, ours, theirs);
            }
            let inserted = |side: MergeSide| -> Vec<&LooseChild> {
                let loose = arranged.loose(side, parent).iter();
                loose.filter(|child| trio.base_of(side, child.id).is_none()).collect()
            };
            let (ours, theirs) = (inserted(MergeSide::Ours), inserted(MergeSide::Theirs));
            if !ours.is_empty() && !theirs.is_empty() {
                twins.equal(trio, &ours, &theirs, &mut budget);
                twins.single(trio, &ours, &theirs);
            }
        }
        twins
    }

    /// The same elements in the same order, where their places can be the same: first those that are equal, then those
    /// that a side marked as changed.
    fn equal<'c>(
        &mut self,
        trio: &Trio<'_>,
        ours: &[&'c LooseChild],
        theirs: &[&'c LooseChild],
        budget: &mut WorkBudget,
    ) {
        for is_exact in [true, false] {
            let number = |side: MergeSide, child: &LooseChild| {
                let shape = &trio.tree(side).element(child.id).shape;
                if is_exact { shape.exact } else { shape.plain }
            };
            let free = |side: MergeSide, all: &[&'c LooseChild]| -> Vec<&'c LooseChild> {
                all.iter().copied().filter(|child| !self.contains(side, child.id)).collect()
            };
            let (one, two) = (free(MergeSide::Ours, ours), free(MergeSide::Theirs, theirs));
            let own: Vec<u32> = one.iter().map(|child| number(MergeSide::Ours, child)).collect();
            let their: Vec<u32> = two.iter().map(|child| number(MergeSide::Theirs, child)).collect();
            for (x, y) in align(&own, &their, budget) {
                if is_same_gap(one[x], two[y]) && trio.is_alike(one[x].id, two[y].id) {
                    self.add_all(trio, one[x].id, two[y].id);
                }
            }
        }
    }

    fn single(&mut self, trio: &Trio<'_>, ours: &[&LooseChild], theirs: &[&LooseChild]) {
        let name = |side: MergeSide, child: &LooseChild| trio.tree(side).element(child.id).name;
        for one in ours.iter().filter(|one| SINGLE.contains(&name(MergeSide::Ours, one))) {
            let same = |two: &&&LooseChild| name(MergeSide::Theirs, two) == name(MergeSide::Ours, one);
            if let Some(two) = theirs.iter().find(same)
                && !self.theirs_of.contains_key(&one.id)
                && !self.ours_of.contains_key(&two.id)
            {
                self.add(one.id, two.id);
            }
        }
    }

    /// Notes two equal elements with all that is inside, except for what comes from the base.
    fn add_all(&mut self, trio: &Trio<'_>, ours: ElementId, theirs: ElementId) {
        let inside = trio.tree(MergeSide::Ours).descendants(ours).zip(trio.tree(MergeSide::Theirs).descendants(theirs));
        for (one, two) in inside {
            if trio.base_of(MergeSide::Ours, one).is_none() && trio.base_of(MergeSide::Theirs, two).is_none() {
                self.add(one, two);
            }
        }
    }

    fn add(&mut self, ours: ElementId, theirs: ElementId) {
        self.theirs_of.insert(ours, theirs);
        self.ours_of.insert(theirs, ours);
    }

    pub(super) fn theirs_of(&self, ours: ElementId) -> Option<ElementId> {
        self.theirs_of.get(&ours).copied()
    }

    /// The node that an element of a side is.
    pub(super) fn node(&self, trio: &Trio<'_>, side: MergeSide, id: ElementId) -> MergeNode {
        match (trio.base_of(side, id), side) {
            (Some(base), _) => MergeNode::Base(base),
            (None, MergeSide::Ours) => MergeNode::New(side, id),
            (None, MergeSide::Theirs) => {
                self.ours_of.get(&id).map_or(MergeNode::New(side, id), |id| MergeNode::New(MergeSide::Ours, *id))
            }
        }
    }

    /// Whether both sides inserted an element.
    pub(super) fn contains(&self, side: MergeSide, id: ElementId) -> bool {
        match side {
            MergeSide::Ours => self.theirs_of.contains_key(&id),
            MergeSide::Theirs => self.ours_of.contains_key(&id),
        }
    }

    /// The elements of theirs that are called ours.
    pub(super) fn merged(&self) -> HashSet<ElementId> {
        self.ours_of.keys().copied().collect()
    }
}

/// Whether two children may stand at the same place.
pub(super) fn is_same_gap(one: &LooseChild, two: &LooseChild) -> bool {
    one.gap.start() <= two.gap.end() && two.gap.start() <= one.gap.end()
}
