//! The order of a book: the contents of the manual, and behind them what they do not name.

use std::collections::{HashMap, HashSet};

use domain::id::{ObjectId, TocNodeId};
use s1000d::applic::Applic;
use store::toc::ContentsEntry;

/// The deepest title of the contents.
const MAX_LEVEL: u8 = 6;

/// An entry of a book.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum BookPosition {
    Section {
        /// Counted from 1.
        level: u8,
        title: String,
        /// What everything in it applies to.
        applies: Vec<Applic>,
    },
    Module {
        level: u8,
        /// A place in the list of modules.
        module: usize,
        /// What its place in the contents applies to, besides the sections around it.
        applies: Vec<Applic>,
    },
}

impl BookPosition {
    /// A module that is listed again for something else applies to more than its first place says.
    fn say_less(&mut self, again: &[Applic]) {
        let expressions = |list: &[Applic]| list.iter().map(|applic| applic.expression.clone()).collect::<Vec<_>>();
        if let Self::Module { applies, .. } = self
            // The contents of another language have other words for the same.
            && expressions(applies) != expressions(again)
        {
            applies.clear();
        }
    }
}

/// The modules of a book, for finding them in the contents.
#[derive(Debug, Clone, Copy)]
pub(super) struct BookObjects<'a> {
    /// The place of each object in the list of modules, in whatever language.
    pub(super) modules: &'a HashMap<ObjectId, usize>,
    pub(super) publications: &'a HashSet<ObjectId>,
    /// The number of modules.
    pub(super) count: usize,
}

/// Puts modules into the order of the contents. Sections without modules are left out, and so is the title of the
/// publication itself; what an entry without a title applies to is said below it.
pub(super) fn order(
    contents: &[ContentsEntry],
    stated: &HashMap<TocNodeId, Applic>,
    objects: BookObjects<'_>,
    others: &str,
) -> Vec<BookPosition> {
    let mut positions: Vec<BookPosition> = Vec::new();
    let mut levels: HashMap<TocNodeId, u8> = HashMap::new();
    // The position of each module that has one.
    let mut placed: HashMap<usize, usize> = HashMap::new();
    // The titles around the current entry that are not printed yet.
    let mut pending: Vec<(u8, BookPosition)> = Vec::new();
    // Statements of entries that have no title to stand below.
    let mut unsaid: HashMap<TocNodeId, Vec<Applic>> = HashMap::new();
    for entry in contents {
        let is_publication = entry.object_id.is_some_and(|object| objects.publications.contains(&object));
        let around = entry.parent_id.and_then(|parent| levels.get(&parent).copied());
        let mut applies = entry.parent_id.and_then(|parent| unsaid.get(&parent).cloned()).unwrap_or_default();
        applies.extend(stated.get(&entry.id).cloned());
        if entry.parent_id.is_none() && is_publication {
            levels.insert(entry.id, 0);
            unsaid.insert(entry.id, applies);
            pending.clear();
            continue;
        }
        let level = around.unwrap_or(0).saturating_add(1).min(MAX_LEVEL);
        levels.insert(entry.id, level);
        pending.retain(|(own, _)| *own < level);
        match entry.object_id.and_then(|object| objects.modules.get(&object)) {
            Some(module) => {
                if let Some(at) = placed.get(module).copied() {
                    if let Some(first) = positions.get_mut(at) {
                        first.say_less(&applies);
                    }
                } else {
                    positions.extend(pending.drain(..).map(|(_, section)| section));
                    placed.insert(*module, positions.len());
                    positions.push(BookPosition::Module { level, module: *module, applies });
                }
            }
            None if entry.title.is_empty() => {
                unsaid.insert(entry.id, applies);
            }
            None => pending.push((level, BookPosition::Section { level, title: entry.title.clone(), applies })),
        }
    }
    let rest: Vec<usize> = (0..objects.count).filter(|module| !placed.contains_key(module)).collect();
    if !rest.is_empty() {
        positions.push(BookPosition::Section { level: 1, title: others.to_owned(), applies: Vec::new() });
        positions.extend(rest.into_iter().map(|module| BookPosition::Module { level: 2, module, applies: Vec::new() }));
    }
    positions
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed(id: i64, parent: Option<i64>, title: &str, object: Option<i64>) -> ContentsEntry {
        ContentsEntry {
            id: TocNodeId(id),
            parent_id: parent.map(TocNodeId),
            title: title.to_owned(),
            prefix: String::new(),
            key: String::new(),
            object_id: object.map(ObjectId),
            applic: None,
        }
    }

    fn section(level: u8, title: &str, applies: Vec<Applic>) -> BookPosition {
        BookPosition::Section { level, title: title.to_owned(), applies }
    }

    fn statement(display: &str) -> Applic {
        Applic { display: display.to_owned(), ..Applic::default() }
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
        let objects = BookObjects { modules: &modules, publications: &publications, count: 2 };
        let positions = order(&contents, &HashMap::new(), objects, "Others");
        let expected = [
            section(1, "Chapter 24", Vec::new()),
            section(2, "24-30", Vec::new()),
            BookPosition::Module { level: 3, module: 0, applies: Vec::new() },
            section(1, "Others", Vec::new()),
            BookPosition::Module { level: 2, module: 1, applies: Vec::new() },
        ];
        assert_eq!(positions, expected);
    }

    #[test]
    fn what_the_contents_apply_to_is_said_once() {
        let contents = [
            listed(1, None, "Manual", Some(10)),
            listed(2, Some(1), "Chapter 24", None),
            listed(3, Some(2), "", None),
            listed(4, Some(3), "Pump", Some(11)),
        ];
        let stated = [(1, "NV240"), (2, "Post SB 1"), (3, "With hoist"), (4, "Serial 7")];
        let stated: HashMap<TocNodeId, Applic> =
            stated.into_iter().map(|(id, text)| (TocNodeId(id), statement(text))).collect();
        let (modules, publications) = (HashMap::from([(ObjectId(11), 0)]), HashSet::from([ObjectId(10)]));
        let objects = BookObjects { modules: &modules, publications: &publications, count: 1 };
        let positions = order(&contents, &stated, objects, "Others");
        let expected = [
            section(1, "Chapter 24", vec![statement("NV240"), statement("Post SB 1")]),
            BookPosition::Module { level: 3, module: 0, applies: vec![statement("With hoist"), statement("Serial 7")] },
        ];
        assert_eq!(positions, expected);
    }

    #[test]
    fn a_module_that_is_listed_for_two_products_applies_to_both() {
        let contents = [listed(1, None, "A", Some(11)), listed(2, None, "A", Some(11))];
        let (modules, publications) = (HashMap::from([(ObjectId(11), 0)]), HashSet::new());
        let objects = BookObjects { modules: &modules, publications: &publications, count: 1 };
        let printed = |stated: HashMap<TocNodeId, Applic>| match order(&contents, &stated, objects, "Others").as_slice()
        {
            [BookPosition::Module { applies, .. }] => applies.len(),
            other => panic!("{other:?}"),
        };
        let one = Applic::undecided();
        assert_eq!(printed(HashMap::from([(TocNodeId(1), one.clone()), (TocNodeId(2), one.clone())])), 1);
        assert_eq!(printed(HashMap::from([(TocNodeId(1), one)])), 0);
    }

    #[test]
    fn a_module_that_is_listed_twice_is_printed_once() {
        let contents = [listed(1, None, "A", Some(11)), listed(2, None, "A", Some(11))];
        let (modules, publications) = (HashMap::from([(ObjectId(11), 0)]), HashSet::new());
        let objects = BookObjects { modules: &modules, publications: &publications, count: 1 };
        let positions = order(&contents, &HashMap::new(), objects, "Others");
        assert_eq!(positions, [BookPosition::Module { level: 1, module: 0, applies: Vec::new() }]);
    }
}
