//! The order of a book: the contents of the manual, and behind them what they do not name.

use std::collections::HashMap;

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
        /// The applicability of everything in it.
        applies: Vec<Applic>,
    },
    Module {
        level: u8,
        /// A place in the list of modules.
        module: usize,
        /// The applicability of its place in the contents, besides that of the sections around it.
        applies: Vec<Applic>,
        /// The titles of the other sections that list it, with everything that it applies to there.
        also: Vec<(String, Vec<Applic>)>,
    },
    /// A module that is printed in another section.
    Reference { level: u8, module: usize, applies: Vec<Applic> },
}

impl BookPosition {
    fn say_nothing(&mut self) {
        if let Self::Module { applies, .. } | Self::Reference { applies, .. } = self {
            applies.clear();
        }
    }

    fn listed_also(&mut self, title: String, applies: Vec<Applic>) {
        if let Self::Module { also, .. } = self {
            also.push((title, applies));
        }
    }
}

/// The modules of a book, for finding them in the contents.
#[derive(Debug, Clone, Copy)]
pub(super) struct BookObjects<'a> {
    /// The place of each object in the list of modules, in whatever language.
    pub(super) modules: &'a HashMap<ObjectId, usize>,
    /// The codes of the publication modules, without their languages.
    pub(super) publications: &'a HashMap<ObjectId, String>,
    /// The number of modules.
    pub(super) count: usize,
}

/// The statements of the entries around an entry.
#[derive(Debug, Clone, Default)]
struct EntryFrame<'a> {
    level: u8,
    /// The entry without parents that it belongs to, and the code of its publication.
    root: Option<TocNodeId>,
    publication: Option<&'a str>,
    /// The section around it that has a title.
    section: Option<(TocNodeId, &'a str)>,
    /// Statements of entries that have no title to stand below.
    unsaid: Vec<Applic>,
    /// All statements.
    all: Vec<Applic>,
}

impl EntryFrame<'_> {
    /// Whether another entry belongs to the same contents in another language.
    fn is_translated(&self, other: &Self) -> bool {
        self.root != other.root && self.publication.is_some() && self.publication == other.publication
    }
}

/// A place of a module in the contents of its first language.
struct PrintedPlace<'a> {
    /// The position that is printed for it.
    at: usize,
    frame: EntryFrame<'a>,
}

impl PrintedPlace<'_> {
    /// A module that is listed again for something else applies to more than its place says.
    fn say_less(&self, positions: &mut [BookPosition], again: &[Applic]) {
        // The contents of another language have other words for the same.
        let expressions = |list: &[Applic]| list.iter().map(|applic| applic.expression.clone()).collect::<Vec<_>>();
        if expressions(&self.frame.unsaid) != expressions(again)
            && let Some(printed) = positions.get_mut(self.at)
        {
            printed.say_nothing();
        }
    }
}

/// The order of a book while it is made.
#[derive(Default)]
struct BookOrderBuilder<'a> {
    positions: Vec<BookPosition>,
    frames: HashMap<TocNodeId, EntryFrame<'a>>,
    /// The places of each module that has one, in the order of the contents.
    placed: HashMap<usize, Vec<PrintedPlace<'a>>>,
    /// The number of places of each module so far in translated contents, by their root.
    translated: HashMap<(usize, Option<TocNodeId>), usize>,
    /// The titles around the current entry that are not printed yet.
    pending: Vec<(u8, BookPosition)>,
}

impl<'a> BookOrderBuilder<'a> {
    fn module(&mut self, module: usize, frame: EntryFrame<'a>) {
        let (level, applies) = (frame.level, frame.unsaid.clone());
        let places = self.placed.entry(module).or_default();
        let originals: Vec<&PrintedPlace<'a>> =
            places.iter().filter(|place| place.frame.is_translated(&frame)).collect();
        if let Some(first) = originals.first() {
            // Translated contents list a module as often and in the same order.
            let number = self.translated.entry((module, frame.root)).or_default();
            let original = originals.get(*number).unwrap_or(first);
            *number += 1;
            original.say_less(&mut self.positions, &applies);
            return;
        }
        let section = |frame: &EntryFrame<'a>| frame.section.map(|(id, _)| id);
        let at = match places.first() {
            Some(first) if section(&first.frame) == section(&frame) => {
                first.say_less(&mut self.positions, &applies);
                first.at
            }
            first => {
                if let (Some((_, title)), Some(printed)) =
                    (frame.section, first.and_then(|first| self.positions.get_mut(first.at)))
                {
                    printed.listed_also(title.to_owned(), frame.all.clone());
                }
                self.positions.extend(self.pending.drain(..).map(|(_, section)| section));
                let at = self.positions.len();
                self.positions.push(match first {
                    Some(_) => BookPosition::Reference { level, module, applies },
                    None => BookPosition::Module { level, module, applies, also: Vec::new() },
                });
                at
            }
        };
        places.push(PrintedPlace { at, frame });
    }
}

/// Puts modules into the order of the contents. Sections without modules are left out, and so is the title of the
/// publication itself; what an entry without a title applies to is said below it. A module that several sections list is
/// printed in the first, and the others lead to it.
pub(super) fn order(
    contents: &[ContentsEntry],
    stated: &HashMap<TocNodeId, Applic>,
    objects: BookObjects<'_>,
    others: &str,
) -> Vec<BookPosition> {
    let mut book = BookOrderBuilder::default();
    for entry in contents {
        let around = entry.parent_id.and_then(|parent| book.frames.get(&parent));
        let mut frame = around.cloned().unwrap_or_default();
        frame.root = frame.root.or(Some(entry.id));
        frame.unsaid.extend(stated.get(&entry.id).cloned());
        frame.all.extend(stated.get(&entry.id).cloned());
        let publication = entry.object_id.and_then(|object| objects.publications.get(&object));
        if let (None, Some(code)) = (entry.parent_id, publication) {
            frame.publication = Some(code.as_str());
            book.frames.insert(entry.id, frame);
            book.pending.clear();
            continue;
        }
        frame.level = frame.level.saturating_add(1).min(MAX_LEVEL);
        let level = frame.level;
        book.pending.retain(|(own, _)| *own < level);
        match entry.object_id.and_then(|object| objects.modules.get(&object)) {
            Some(module) => {
                // Entries below a module say nothing of it again.
                let below = EntryFrame { unsaid: Vec::new(), ..frame.clone() };
                book.frames.insert(entry.id, below);
                book.module(*module, frame);
            }
            None if entry.title.is_empty() => {
                book.frames.insert(entry.id, frame);
            }
            None => {
                let applies = std::mem::take(&mut frame.unsaid);
                frame.section = Some((entry.id, entry.title.as_str()));
                book.frames.insert(entry.id, frame);
                book.pending.push((level, BookPosition::Section { level, title: entry.title.clone(), applies }));
            }
        }
    }
    let BookOrderBuilder { mut positions, placed, .. } = book;
    let rest: Vec<usize> = (0..objects.count).filter(|module| !placed.contains_key(module)).collect();
    if !rest.is_empty() {
        positions.push(BookPosition::Section { level: 1, title: others.to_owned(), applies: Vec::new() });
        positions.extend(rest.into_iter().map(|module| module_at(2, module)));
    }
    positions
}

/// A module whose place says nothing.
fn module_at(level: u8, module: usize) -> BookPosition {
    BookPosition::Module { level, module, applies: Vec::new(), also: Vec::new() }
}

#[cfg(test)]
mod tests;
