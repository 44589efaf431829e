//! The children of an element as a side arranged them: those that stay in the order of the base, and those between.

use std::ops::RangeInclusive;

use foldhash::HashMap;

use super::MergeSide;
use super::trio::Trio;
use crate::diff::sequence::heaviest_increasing;
use crate::diff::tree::ElementId;

/// A child that a side inserted or moved.
#[derive(Debug, Clone)]
pub(super) struct LooseChild {
    /// In the side's tree.
    pub(super) id: ElementId,
    /// The children of the base before which it may stand, by index: from behind the last one that stays before it to
    /// the next one that stays.
    pub(super) gap: RangeInclusive<usize>,
}

/// The children of one element of the base on one side.
#[derive(Debug, Default)]
pub(super) struct Arrangement {
    pub(super) loose: Vec<LooseChild>,
}

/// The arrangements of all elements that hold elements alone.
#[derive(Debug)]
pub(super) struct Arrangements {
    by_parent: [HashMap<ElementId, Arrangement>; 2],
    /// For each element of the base whether it keeps its parent and its order, by side.
    stays: [Vec<bool>; 2],
}

impl Arrangements {
    pub(super) fn of(trio: &Trio<'_>) -> Self {
        let mut all = Self { by_parent: Default::default(), stays: Default::default() };
        for side in MergeSide::BOTH {
            let (arrangements, stays) = arrange(trio, side);
            all.by_parent[index(side)] = arrangements;
            all.stays[index(side)] = stays;
        }
        all
    }

    /// Inserted and moved children of an element of the base, in the order of the side.
    pub(super) fn loose(&self, side: MergeSide, parent: ElementId) -> &[LooseChild] {
        self.by_parent[index(side)].get(&parent).map_or(&[], |found| found.loose.as_slice())
    }

    /// Whether a side moved an element that it has.
    pub(super) fn is_moved(&self, side: MergeSide, base: ElementId) -> bool {
        !self.stays[index(side)][base.index()]
    }
}

fn index(side: MergeSide) -> usize {
    match side {
        MergeSide::Ours => 0,
        MergeSide::Theirs => 1,
    }
}

fn arrange(trio: &Trio<'_>, side: MergeSide) -> (HashMap<ElementId, Arrangement>, Vec<bool>) {
    let (base, tree) = (trio.base(), trio.tree(side));
    let mut stays = vec![false; base.elements.len()];
    stays[0] = true;
    let mut arrangements = HashMap::default();
    for parent in base.ids() {
        let Some(around) = trio.of(side, parent) else { continue };
        let children = &base.element(parent).children;
        if base.element(parent).is_mixed {
            // The order inside text is that of its tokens.
            for child in children {
                let id = trio.of(side, *child);
                stays[child.index()] = id.is_some_and(|id| tree.element(id).parent == Some(around));
            }
            continue;
        }
        for at in staying(trio, side, parent, around) {
            stays[children[at].index()] = true;
        }
        let mut arrangement = Arrangement::default();
        let mut before = 0;
        for id in &tree.element(around).children {
            let place = trio.base_of(side, *id).filter(|child| stays[child.index()]);
            match place.and_then(|child| children.binary_search(&child).ok()) {
                Some(at) => {
                    close_gaps(&mut arrangement.loose, at);
                    before = at + 1;
                }
                None => arrangement.loose.push(LooseChild { id: *id, gap: before..=usize::MAX }),
            }
        }
        close_gaps(&mut arrangement.loose, children.len());
        if !arrangement.loose.is_empty() {
            arrangements.insert(parent, arrangement);
        }
    }
    (arrangements, stays)
}

/// Ends the gaps that are open before a child that stays.
fn close_gaps(loose: &mut [LooseChild], at: usize) {
    for child in loose.iter_mut().rev().take_while(|child| *child.gap.end() == usize::MAX) {
        child.gap = *child.gap.start()..=at;
    }
}

/// The indexes of the children that keep their order: as many as possible, then the largest.
fn staying(trio: &Trio<'_>, side: MergeSide, parent: ElementId, around: ElementId) -> Vec<usize> {
    let children = &trio.base().element(parent).children;
    let mut kept: Vec<(usize, u64)> = Vec::new();
    for id in &trio.tree(side).element(around).children {
        let child = trio.base_of(side, *id);
        if let Some(at) = child.and_then(|child| children.binary_search(&child).ok()) {
            kept.push((at, 1_000_000 + u64::from(trio.base().element(children[at]).weight.min(900))));
        }
    }
    heaviest_increasing(&kept).into_iter().map(|index| kept[index].0).collect()
}
