//! The entries of a publication in its text, and changes of them while it is edited.
//!
//! Each change is a list of splices: an entry that is moved takes its own bytes along, and what nobody touched stays.

mod kept;

use std::ops::Range;

use roxmltree::{Document, Node};

use crate::code::{Code, Identity};
use crate::guard::{self, Refusal};
use crate::object::ident::{child, elements, object_ref, text_of};
use crate::object::write::{
    end_of_name, escaped, inner_range, open_up, prefix_of, range_with_space, reference, replace_inner, space_before,
};
use crate::object::{Title, parse_text};
use crate::splice::Splice;

pub use kept::{codes, drop_entries, keep, without_doubles};

/// An entry of a publication; they are numbered in the order of the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublicationEntry {
    /// The number of the entry that it stands in.
    pub parent: Option<usize>,
    pub kind: OutlineKind,
    /// As it is written; empty for an entry without a title.
    pub title: String,
    /// The module or publication that it refers to.
    pub target: Option<Identity>,
    pub range: Range<usize>,
}

/// The kind of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OutlineKind {
    Section,
    Module,
    Publication,
    External,
}

/// A place for an entry: before the one with this index among the entries of a section, or of the publication itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OutlinePlace {
    pub parent: Option<usize>,
    pub index: usize,
}

/// A change of the entries.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OutlineEdit {
    AddSection { place: OutlinePlace, title: String },
    AddReference { place: OutlinePlace, target: Identity, title: Title },
    Rename { entry: usize, title: String },
    Move { entry: usize, place: OutlinePlace },
    Remove { entry: usize },
}

/// The entries of a publication.
pub fn read(text: &str) -> Result<Vec<PublicationEntry>, Refusal> {
    let checked = guard::check_text(text)?;
    let document = parse_text(checked.text())?;
    Ok(Outline::of(text, &document).map(|outline| outline.entries()).unwrap_or_default())
}

/// The splices of a change; `None` when it names an entry that is not there, or moves a section into itself.
pub fn edit(text: &str, edit: &OutlineEdit) -> Result<Option<Vec<Splice>>, Refusal> {
    let checked = guard::check_text(text)?;
    let document = parse_text(checked.text())?;
    let Some(outline) = Outline::of(text, &document) else { return Ok(None) };
    Ok(match edit {
        OutlineEdit::AddSection { place, title } => {
            let name = outline.title_name();
            let prefix = outline.prefix();
            let title = escaped(title);
            outline.insert(*place, &format!("<{prefix}pmEntry><{name}>{title}</{name}></{prefix}pmEntry>"))
        }
        OutlineEdit::AddReference { place, target, title } => reference(target, title, outline.prefix())
            .and_then(|written| outline.insert(*place, &outline.wrapped(&written, *place))),
        OutlineEdit::Rename { entry, title } => outline.rename(*entry, title),
        OutlineEdit::Move { entry, place } => outline.relocate(*entry, *place),
        OutlineEdit::Remove { entry } => outline.node(*entry).map(|node| vec![outline.without(node)]),
    })
}

struct Outline<'a, 'i> {
    text: &'a str,
    content: Node<'a, 'i>,
    /// Each with the number of its parent.
    nodes: Vec<(Option<usize>, Node<'a, 'i>)>,
}

fn is_section(node: Node<'_, '_>) -> bool {
    node.tag_name().name() == "pmEntry"
}

/// The entries directly below an element.
fn entries_of<'a, 'i>(node: Node<'a, 'i>) -> impl Iterator<Item = Node<'a, 'i>> {
    elements(node).filter(|part| {
        matches!(part.tag_name().name(), "pmEntry" | "dmRef" | "pmRef" | "externalPubRef" | "scormContentPackageRef")
    })
}

fn title_of<'a, 'i>(node: Node<'a, 'i>) -> Option<Node<'a, 'i>> {
    child(node, "pmEntryTitle").or_else(|| child(node, "title"))
}

impl<'a, 'i> Outline<'a, 'i> {
    fn of(text: &'a str, document: &'a Document<'i>) -> Option<Self> {
        let root = document.root_element();
        let content = child(root, "content").filter(|_| root.tag_name().name() == "pm")?;
        let mut nodes = Vec::new();
        // A list of what is still to be visited instead of recursion: the guard allows deep trees.
        let mut open: Vec<(Option<usize>, Node<'a, 'i>)> = entries_of(content).map(|node| (None, node)).collect();
        open.reverse();
        while let Some((parent, node)) = open.pop() {
            let number = nodes.len();
            nodes.push((parent, node));
            if is_section(node) {
                let first = open.len();
                open.extend(entries_of(node).map(|node| (Some(number), node)));
                open[first..].reverse();
            }
        }
        Some(Self { text, content, nodes })
    }

    fn entries(&self) -> Vec<PublicationEntry> {
        let entry = |(parent, node): &(Option<usize>, Node<'_, '_>)| {
            let (kind, title, target) = read_entry(*node);
            PublicationEntry { parent: *parent, kind, title, target, range: node.range() }
        };
        self.nodes.iter().map(entry).collect()
    }

    fn node(&self, number: usize) -> Option<Node<'a, 'i>> {
        self.nodes.get(number).map(|(_, node)| *node)
    }

    fn prefix(&self) -> &'a str {
        prefix_of(self.text, self.content)
    }

    /// The name of titles: S1000D and ATA 2300 have different ones.
    fn title_name(&self) -> String {
        let titled = self.nodes.iter().find_map(|(_, node)| title_of(*node).filter(|_| is_section(*node)));
        let name = titled.map_or("pmEntryTitle", |title| title.tag_name().name());
        format!("{}{name}", self.prefix())
    }

    /// The element that a place is in; `None` when it is no section.
    fn container(&self, place: OutlinePlace) -> Option<Node<'a, 'i>> {
        match place.parent {
            None => Some(self.content),
            Some(parent) => self.node(parent).filter(|node| is_section(*node)),
        }
    }

    /// A publication itself has sections only.
    fn wrapped(&self, written: &str, place: OutlinePlace) -> String {
        let prefix = self.prefix();
        match place.parent {
            None => format!("<{prefix}pmEntry>{written}</{prefix}pmEntry>"),
            Some(_) => written.to_owned(),
        }
    }

    fn insert(&self, place: OutlinePlace, written: &str) -> Option<Vec<Splice>> {
        let container = self.container(place)?;
        let siblings: Vec<Node<'_, '_>> = entries_of(container).collect();
        let splice = if let Some(next) = siblings.get(place.index) {
            Splice::insert(next.range().start, format!("{written}{}", space_before(self.text, *next)))
        } else if let Some(last) = siblings.last().copied().or_else(|| title_of(container)) {
            Splice::insert(last.range().end, format!("{}{written}", space_before(self.text, last)))
        } else if let Some(inner) = inner_range(self.text, container) {
            let at = inner.start + self.text[inner.clone()].trim_end().len();
            let space = space_before(self.text, container);
            Splice::insert(at, format!("{space}{written}"))
        } else {
            open_up(self.text, container, written)
        };
        Some(vec![splice])
    }

    fn rename(&self, entry: usize, title: &str) -> Option<Vec<Splice>> {
        let node = self.node(entry).filter(|node| is_section(*node))?;
        let title = escaped(title);
        if let Some(written) = title_of(node) {
            return Some(vec![replace_inner(self.text, written, &title)]);
        }
        let name = self.title_name();
        let written = format!("<{name}>{title}</{name}>");
        let first = entries_of(node).next();
        Some(vec![match (first, inner_range(self.text, node)) {
            (Some(first), _) => {
                Splice::insert(first.range().start, format!("{written}{}", space_before(self.text, first)))
            }
            (None, Some(inner)) => Splice::insert(inner.start, written),
            (None, None) => open_up(self.text, node, &written),
        }])
    }

    fn relocate(&self, entry: usize, place: OutlinePlace) -> Option<Vec<Splice>> {
        let node = self.node(entry)?;
        let container = self.container(place)?;
        if container.ancestors().any(|around| around == node) {
            return None;
        }
        let (moved, removed) = self.taken_along(node, container);
        let own = entries_of(container).position(|sibling| sibling == moved);
        if own.is_some_and(|own| place.index == own || place.index == own + 1) {
            return Some(Vec::new());
        }
        let bytes = &self.text[moved.range()];
        let written = if is_section(moved) { bytes.to_owned() } else { self.wrapped(bytes, place) };
        if entries_of(container).nth(place.index) == Some(removed) {
            // It takes the place of its own group.
            return Some(vec![Splice::replace(removed.range(), written)]);
        }
        let mut splices = self.insert(place, &written)?;
        splices.push(Splice::replace(range_with_space(self.text, removed), ""));
        Some(splices)
    }

    /// The element to move for an entry, and the element to remove from its old place.
    ///
    /// A group without a title and without another entry goes along. Its tags are dropped only when they say nothing: an
    /// applicability or a comment of the group is about the entry.
    fn taken_along(&self, node: Node<'a, 'i>, container: Node<'a, 'i>) -> (Node<'a, 'i>, Node<'a, 'i>) {
        let (mut moved, mut removed) = (node, node);
        while let Some(group) = removed.parent_element() {
            let is_own = is_section(group) && title_of(group).is_none() && entries_of(group).count() == 1;
            // A group cannot be moved into itself.
            if !is_own || container.ancestors().any(|around| around == group) {
                break;
            }
            if !self.is_bare(group, removed) {
                moved = group;
            }
            removed = group;
        }
        (moved, removed)
    }

    /// Whether a group is nothing but tags around an entry: no attributes, no title, no comment, no other entry.
    fn is_bare(&self, group: Node<'a, 'i>, entry: Node<'a, 'i>) -> bool {
        let Some(inner) = inner_range(self.text, group) else { return false };
        let tag = self.text[end_of_name(self.text, group)..inner.start].trim_end_matches('>');
        let (before, after) = (inner.start..entry.range().start, entry.range().end..inner.end);
        is_section(group) && [tag, &self.text[before], &self.text[after]].iter().all(|part| part.trim().is_empty())
    }

    /// Removes an entry with the groups that are nothing but tags around it.
    fn without(&self, node: Node<'a, 'i>) -> Splice {
        let mut removed = node;
        while let Some(group) = removed.parent_element().filter(|group| self.is_bare(*group, removed)) {
            removed = group;
        }
        Splice::replace(range_with_space(self.text, removed), "")
    }
}

fn read_entry(node: Node<'_, '_>) -> (OutlineKind, String, Option<Identity>) {
    match node.tag_name().name() {
        "pmEntry" => (OutlineKind::Section, title_of(node).map(text_of).unwrap_or_default(), None),
        "externalPubRef" => {
            let words = |name: &str| {
                let found = node.descendants().find(|part| part.tag_name().name() == name);
                found.map(text_of).filter(|text| !text.is_empty())
            };
            let title = words("externalPubTitle").or_else(|| words("externalPubCode")).unwrap_or_default();
            (OutlineKind::External, title, None)
        }
        _ => match object_ref(node) {
            Ok(target) => {
                let kind = match target.code {
                    Code::Module(_) => OutlineKind::Module,
                    _ => OutlineKind::Publication,
                };
                (kind, target.title.clone().unwrap_or_default(), Some(target.identity()))
            }
            Err(_) => (OutlineKind::External, String::new(), None),
        },
    }
}

#[cfg(test)]
mod tests;
