//! Elements that one side deleted, and others of the same name that it inserted in their place.

use foldhash::HashSet;

use super::MergeSide;
use super::arrange::Arrangements;
use super::trio::Trio;
use crate::diff::tree::ElementId;

/// An element of the base, and the one by which a side replaced it.
struct ReplacedElement {
    side: MergeSide,
    base: ElementId,
    by: ElementId,
}

/// Matches elements that the other side changed with what replaced them. They conflict, and are best shown beside each other.
pub(super) fn pair(trio: &mut Trio<'_>) {
    for ReplacedElement { side, base, by } in find(trio) {
        trio.replace(side, base, by);
    }
}

fn find(trio: &Trio<'_>) -> Vec<ReplacedElement> {
    let arranged = Arrangements::of(trio);
    let mut found = Vec::new();
    let mut used: HashSet<(MergeSide, ElementId)> = HashSet::default();
    for base in trio.base().ids() {
        let Some(parent) = trio.base().element(base).parent.filter(|parent| !trio.base().element(*parent).is_mixed)
        else {
            continue;
        };
        let mut here = Vec::new();
        for side in MergeSide::BOTH {
            // An element that both sides deleted may be replaced by both.
            if trio.of(side, base).is_some() || !trio.is_changed_for_readers(side.other(), base) {
                continue;
            }
            let Ok(at) = trio.base().element(parent).children.binary_search(&base) else { continue };
            let name = trio.base().element(base).name;
            let by = arranged.loose(side, parent).iter().find(|child| {
                // It stands before the next element that stays, and behind the last one.
                let is_here = *child.gap.start() <= at && at < *child.gap.end();
                is_here
                    && trio.base_of(side, child.id).is_none()
                    && trio.tree(side).element(child.id).name == name
                    && !used.contains(&(side, child.id))
            });
            here.extend(by.map(|by| ReplacedElement { side, base, by: by.id }));
        }
        let is_deleted_twice = MergeSide::BOTH.into_iter().all(|side| trio.of(side, base).is_none());
        if !is_deleted_twice || here.len() == 2 {
            used.extend(here.iter().map(|one| (one.side, one.by)));
            found.extend(here);
        }
    }
    found
}
