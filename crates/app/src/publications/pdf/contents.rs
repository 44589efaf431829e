//! The order of a book: the contents of the manual, and behind them what they do not name.

use std::collections::{HashMap, HashSet};

use domain::id::{ObjectId, TocNodeId};
use store::toc::ContentsEntry;

/// The deepest title of the contents.
const MAX_LEVEL: u8 = 6;

/// An entry of a book.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum BookStop {
    Section {
        /// Counted from 1.
        level: u8,
        title: String,
    },
    Module {
        level: u8,
        /// A place in the list of modules.
        module: usize,
    },
}

/// Puts modules into the order of the contents. `modules` has a place for each object, in whatever language; sections
/// without modules are left out, and so is the title of the publication itself.
pub(super) fn order(
    contents: &[ContentsEntry],
    modules: &HashMap<ObjectId, usize>,
    publications: &HashSet<ObjectId>,
    count: usize,
    others: &str,
) -> Vec<BookStop> {
    let mut stops = Vec::new();
    let mut levels: HashMap<TocNodeId, u8> = HashMap::new();
    let mut placed = HashSet::new();
    // The titles around the current entry that are not printed yet.
    let mut waiting: Vec<(u8, &str)> = Vec::new();
    for entry in contents {
        let is_publication = entry.object_id.is_some_and(|object| publications.contains(&object));
        let around = entry.parent_id.and_then(|parent| levels.get(&parent).copied());
        if entry.parent_id.is_none() && is_publication {
            levels.insert(entry.id, 0);
            waiting.clear();
            continue;
        }
        let level = around.unwrap_or(0).saturating_add(1).min(MAX_LEVEL);
        levels.insert(entry.id, level);
        waiting.retain(|(own, _)| *own < level);
        match entry.object_id.and_then(|object| modules.get(&object)) {
            Some(module) => {
                if placed.insert(*module) {
                    stops.extend(
                        waiting.drain(..).map(|(level, title)| BookStop::Section { level, title: title.to_owned() }),
                    );
                    stops.push(BookStop::Module { level, module: *module });
                }
            }
            None if entry.title.is_empty() => {}
            None => waiting.push((level, &entry.title)),
        }
    }
    let rest: Vec<usize> = (0..count).filter(|module| !placed.contains(module)).collect();
    if !rest.is_empty() {
        stops.push(BookStop::Section { level: 1, title: others.to_owned() });
        stops.extend(rest.into_iter().map(|module| BookStop::Module { level: 2, module }));
    }
    stops
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed(id: i64, parent: Option<i64>, title: &str, object: Option<i64>) -> ContentsEntry {
        ContentsEntry {
            id: TocNodeId(id),
            parent_id: parent.map(TocNodeId),
            title: title.to_owned(),
            key: String::new(),
            object_id: object.map(ObjectId),
        }
    }

    fn section(level: u8, title: &str) -> BookStop {
        BookStop::Section { level, title: title.to_owned() }
    }

    #[test]
    fn modules_follow_the_contents_and_none_is_left_out() {
        let contents = [
            listed(1, None, "Manual", Some(10)),
            listed(2, Some(1), "Chapter 24", None),
            listed(3, Some(2), "24-30", None),
            listed(4, Some(3), "Pump", Some(11)),
            listed(5, Some(1), "Nothing in it", None),
            listed(6, None, "手册", Some(20)),
            listed(7, Some(6), "第24章", None),
            listed(8, Some(7), "泵", Some(21)),
        ];
        let modules = HashMap::from([(ObjectId(11), 0), (ObjectId(21), 0), (ObjectId(12), 1)]);
        let publications = HashSet::from([ObjectId(10), ObjectId(20)]);
        let stops = order(&contents, &modules, &publications, 2, "Others");
        let expected = [
            section(1, "Chapter 24"),
            section(2, "24-30"),
            BookStop::Module { level: 3, module: 0 },
            section(1, "Others"),
            BookStop::Module { level: 2, module: 1 },
        ];
        assert_eq!(stops, expected);
    }

    #[test]
    fn a_module_that_is_listed_twice_is_printed_once() {
        let contents = [listed(1, None, "A", Some(11)), listed(2, None, "A", Some(11))];
        let stops = order(&contents, &HashMap::from([(ObjectId(11), 0)]), &HashSet::new(), 1, "Others");
        assert_eq!(stops, [BookStop::Module { level: 1, module: 0 }]);
    }
}
