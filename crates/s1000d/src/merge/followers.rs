//! Elements that one side inserted beside an element that the other side moved to another parent: they go with it.

use foldhash::{HashMap, HashSet};

use super::MergeSide;
use super::arrange::Arrangements;
use super::trio::Trio;
use super::twins::Twins;
use crate::diff::tree::ElementId;

/// An inserted element, by its side.
pub(super) type Inserted = (MergeSide, ElementId);

/// Inserted elements by the element of the base that they follow.
#[derive(Debug, Default)]
pub(super) struct Followers {
    before: HashMap<ElementId, Vec<Inserted>>,
    behind: HashMap<ElementId, Vec<Inserted>>,
    all: HashSet<Inserted>,
}

impl Followers {
    pub(super) fn find(trio: &Trio<'_>, arranged: &Arrangements, twins: &Twins) -> Self {
        let mut followers = Self::default();
        for side in MergeSide::BOTH {
            for parent in trio.base().ids() {
                if !arranged.loose(side, parent).is_empty() {
                    followers.of_parent(trio, twins, side, parent);
                }
            }
        }
        followers
    }

    fn of_parent(&mut self, trio: &Trio<'_>, twins: &Twins, side: MergeSide, parent: ElementId) {
        let Some(around) = trio.of(side, parent) else { return };
        let children = &trio.tree(side).element(around).children;
        let mut rights: Vec<Option<ElementId>> = Vec::with_capacity(children.len());
        let mut next = None;
        for id in children.iter().rev() {
            rights.push(next);
            next = trio.base_of(side, *id).or(next);
        }
        let mut left = None;
        for (id, right) in children.iter().zip(rights.into_iter().rev()) {
            if let Some(base) = trio.base_of(side, *id) {
                left = Some(base);
                continue;
            }
            if twins.contains(side, *id) {
                continue;
            }
            let home = |base: ElementId| new_home(trio, side.other(), parent, base);
            match (left, right) {
                (Some(left), right) => {
                    let target = home(left);
                    if target.is_some() && right.is_none_or(|right| home(right) == target) {
                        self.behind.entry(left).or_default().push((side, *id));
                        self.all.insert((side, *id));
                    }
                }
                (None, Some(right)) if home(right).is_some() => {
                    self.before.entry(right).or_default().push((side, *id));
                    self.all.insert((side, *id));
                }
                _ => {}
            }
        }
    }

    pub(super) fn contains(&self, side: MergeSide, id: ElementId) -> bool {
        self.all.contains(&(side, id))
    }

    pub(super) fn count(&self) -> usize {
        self.all.len()
    }

    pub(super) fn before(&self, base: ElementId) -> &[Inserted] {
        self.before.get(&base).map_or(&[], Vec::as_slice)
    }

    pub(super) fn behind(&self, base: ElementId) -> &[Inserted] {
        self.behind.get(&base).map_or(&[], Vec::as_slice)
    }
}

/// The parent to which a side moved a child of an element of the base; `None` when it stays there or is deleted.
fn new_home(trio: &Trio<'_>, side: MergeSide, parent: ElementId, base: ElementId) -> Option<ElementId> {
    let home = trio.element(side, base)?.parent?;
    // Text has no places between elements.
    let has_places = !trio.tree(side).element(home).is_mixed;
    (trio.base().element(base).parent == Some(parent) && trio.of(side, parent) != Some(home) && has_places)
        .then_some(home)
}
