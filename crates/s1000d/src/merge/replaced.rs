//! Elements that one side deleted, and others of the same name that it inserted in their place.

use foldhash::{HashMap, HashSet};

use super::MergeSide;
use super::arrange::{Arrangements, LooseChild};
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
    // The index of the first inserted child of a name that may still stand for another one.
    let mut firsts: HashMap<(MergeSide, ElementId, &str), usize> = HashMap::default();
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
            let loose = arranged.loose(side, parent);
            let first = firsts.entry((side, parent, name)).or_default();
            // It stands before the next element that stays, and behind the last one. Both are in order.
            let is_past = |child: &LooseChild| {
                *child.gap.end() <= at
                    || trio.base_of(side, child.id).is_some()
                    || trio.tree(side).element(child.id).name != name
                    || used.contains(&(side, child.id))
            };
            *first += loose[*first..].iter().take_while(|child| is_past(child)).count();
            let by = loose.get(*first).filter(|child| *child.gap.start() <= at);
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
