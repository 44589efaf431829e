//! Changes of the contents themselves: sections and entries that were added, removed, renamed or moved.

mod pairs;

use self::pairs::ContentsPairs;
use super::{Entry, Publication};
use crate::diff::sequence::heaviest_increasing;
use crate::object::Target;

/// A line of contents that are compared.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ContentsLine {
    /// The section around it, as an index of the lines before it.
    pub parent: Option<usize>,
    /// The target; `None` for a section.
    pub object: Option<String>,
    /// The number of a section, as in `28-21`; empty when it has none.
    pub number: String,
    pub title: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ContentsChangeKind {
    Added,
    Removed,
    Renamed,
    Moved,
}

/// A change of the contents.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ContentsChange {
    pub kind: ContentsChangeKind,
    /// With its number, if it has one.
    pub title: String,
    /// The title before, of a section that was renamed.
    pub old_title: Option<String>,
    /// The titles of the sections around it, the outermost first; of what was removed those around it before.
    pub around: Vec<String>,
    /// The sections that were around it, where it was moved from another one.
    pub from: Option<Vec<String>>,
    /// Entries inside that were added or removed with it.
    pub inside: usize,
}

/// The changes of some contents.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ContentsChanges {
    /// The first ones of many.
    pub listed: Vec<ContentsChange>,
    pub count: usize,
}

/// Changes that are listed.
pub const MAX_LISTED: usize = 500;

/// The changes of contents as people say them.
pub fn list(old: &[ContentsLine], new: &[ContentsLine]) -> ContentsChanges {
    let found = compare(old, new);
    let said = |change: &PlacedChange| {
        let (before, after) = (change.old.map(|at| &old[at]), change.new.map(|at| &new[at]));
        let around = |lines: &[ContentsLine], at: Option<usize>| at.map(|at| sections_around(lines, at));
        let is_elsewhere = change.kind == ContentsChangeKind::Moved;
        let (was, is) = (around(old, change.old), around(new, change.new));
        ContentsChange {
            kind: change.kind,
            title: after.or(before).map(ContentsLine::full_title).unwrap_or_default(),
            old_title: before.filter(|_| change.kind == ContentsChangeKind::Renamed).map(ContentsLine::full_title),
            from: was.clone().filter(|_| is_elsewhere && was != is),
            around: is.or(was).unwrap_or_default(),
            inside: change.inside,
        }
    };
    ContentsChanges { listed: found.iter().take(MAX_LISTED).map(said).collect(), count: found.len() }
}

impl ContentsLine {
    fn full_title(&self) -> String {
        [self.number.as_str(), self.title.as_str()]
            .into_iter()
            .filter(|part| !part.is_empty())
            .collect::<Vec<_>>()
            .join(" ")
    }
}

/// A change by the lines of both contents.
#[derive(Debug)]
struct PlacedChange {
    kind: ContentsChangeKind,
    old: Option<usize>,
    new: Option<usize>,
    inside: usize,
}

/// The changes in the order of the new contents; what was removed comes last, in the order of the old ones. Of a section
/// that was added or removed with all that is inside, the section alone is listed.
fn compare(old: &[ContentsLine], new: &[ContentsLine]) -> Vec<PlacedChange> {
    let pairs = ContentsPairs::find(old, new);
    let stays = staying(&pairs, old, new);
    let mut found = Vec::new();
    for (index, line) in new.iter().enumerate() {
        let Some(before) = pairs.to_old(index) else {
            let is_inside = line.parent.is_some_and(|parent| pairs.to_old(parent).is_none());
            if !is_inside {
                let inside = count_inside(new, index, |inner| pairs.to_old(inner).is_none());
                found.push(PlacedChange { kind: ContentsChangeKind::Added, old: None, new: Some(index), inside });
            }
            continue;
        };
        let change = |kind| PlacedChange { kind, old: Some(before), new: Some(index), inside: 0 };
        let is_section = line.object.is_none();
        if is_section && (&old[before].title, &old[before].number) != (&line.title, &line.number) {
            found.push(change(ContentsChangeKind::Renamed));
        }
        if !stays[index] {
            found.push(change(ContentsChangeKind::Moved));
        }
    }
    for (index, line) in old.iter().enumerate().filter(|(index, _)| pairs.to_new(*index).is_none()) {
        if line.parent.is_none_or(|parent| pairs.to_new(parent).is_some()) {
            let inside = count_inside(old, index, |inner| pairs.to_new(inner).is_none());
            found.push(PlacedChange { kind: ContentsChangeKind::Removed, old: Some(index), new: None, inside });
        }
    }
    found
}

/// The entries inside a line that have no partner. Everything inside a line follows it.
fn count_inside(lines: &[ContentsLine], outer: usize, is_alone: impl Fn(usize) -> bool) -> usize {
    let inside = (outer + 1..lines.len()).take_while(|index| {
        let parents = std::iter::successors(lines[*index].parent, |parent| lines[*parent].parent);
        parents.take_while(|parent| *parent >= outer).any(|parent| parent == outer)
    });
    inside.filter(|index| lines[*index].object.is_some() && is_alone(*index)).count()
}

/// For each new line whether it keeps its place: below the same section, and in the order of most of its neighbours.
fn staying(pairs: &ContentsPairs, old: &[ContentsLine], new: &[ContentsLine]) -> Vec<bool> {
    let mut children: Vec<Vec<(usize, usize)>> = vec![Vec::new(); new.len() + 1];
    for (index, line) in new.iter().enumerate() {
        let Some(before) = pairs.to_old(index) else { continue };
        let around = old[before].parent.map(|parent| pairs.to_new(parent));
        let is_below_same = match (around, line.parent) {
            (None, None) => true,
            (Some(Some(around)), Some(parent)) => around == parent,
            _ => false,
        };
        if is_below_same {
            children[line.parent.map_or(new.len(), |parent| parent)].push((index, before));
        }
    }
    let mut stays = vec![false; new.len()];
    for siblings in children {
        let places: Vec<(usize, u64)> = siblings.iter().map(|(_, before)| (*before, 1)).collect();
        for at in heaviest_increasing(&places) {
            stays[siblings[at].0] = true;
        }
    }
    stays
}

/// The titles of the sections around a line, the outermost first.
fn sections_around(lines: &[ContentsLine], index: usize) -> Vec<String> {
    let around = std::iter::successors(lines[index].parent, |parent| lines[*parent].parent);
    let mut titles: Vec<String> = around.map(|parent| lines[parent].title.clone()).collect();
    titles.reverse();
    titles
}

/// The lines of a publication.
pub fn lines(publication: &Publication) -> Vec<ContentsLine> {
    let line = |node: &super::TocNode| {
        let parent = node.parent.map(|parent| parent as usize);
        let number = node.entry_code.clone().unwrap_or_default();
        match &node.entry {
            Entry::Section(title) => ContentsLine { parent, object: None, number, title: title.clone() },
            Entry::Reference(target) => {
                let title = name_of(target);
                ContentsLine { parent, object: Some(title.clone()), number: String::new(), title }
            }
        }
    };
    publication.nodes.iter().map(line).collect()
}

fn name_of(target: &Target) -> String {
    match target {
        Target::Object(target) => target.code.to_string(),
        Target::External { code, .. } => code.clone(),
        Target::Internal { id } => id.clone(),
        Target::Illustration { name, .. } => name.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lines as in `0 Fuel`, `1 =DMC-A`: the depth, and the title or the object.
    fn contents(text: &str) -> Vec<ContentsLine> {
        let mut lines: Vec<ContentsLine> = Vec::new();
        let mut open: Vec<usize> = Vec::new();
        for row in text.split(", ") {
            let (depth, name) = row.split_once(' ').expect("a depth");
            open.truncate(depth.parse().expect("a number"));
            let object = name.strip_prefix('=').map(str::to_owned);
            lines.push(ContentsLine {
                parent: open.last().copied(),
                title: object.clone().unwrap_or_else(|| name.to_owned()),
                object,
                number: String::new(),
            });
            open.push(lines.len() - 1);
        }
        lines
    }

    fn told(old: &str, new: &str) -> Vec<String> {
        let (old, new) = (contents(old), contents(new));
        let changes = compare(&old, &new);
        let say = |change: &PlacedChange| {
            let title = |lines: &[ContentsLine], index: Option<usize>| index.map(|index| lines[index].title.clone());
            let name = title(&new, change.new).or(title(&old, change.old)).unwrap_or_default();
            format!("{:?} {name} {}", change.kind, change.inside)
        };
        changes.iter().map(say).collect()
    }

    const OLD: &str = "0 Manual, 1 Fuel, 2 =A, 2 =B, 2 =C, 1 Air, 2 =D, 2 =E";

    #[test]
    fn the_same_contents_have_no_changes() {
        assert_eq!(told(OLD, OLD), [] as [String; 0]);
    }

    #[test]
    fn entries_and_sections_are_added_and_removed() {
        assert_eq!(told(OLD, &OLD.replace("2 =B, ", "2 =N, 2 =B, ")), ["Added N 0"]);
        assert_eq!(told(OLD, &OLD.replace("2 =B, ", "")), ["Removed B 0"]);
        assert_eq!(told(OLD, &OLD.replace("1 Air, ", "1 Ice, 2 =X, 2 =Y, 1 Air, ")), ["Added Ice 2"]);
        assert_eq!(told(OLD, "0 Manual, 1 Fuel, 2 =A, 2 =B, 2 =C"), ["Removed Air 2"]);
    }

    #[test]
    fn a_section_with_the_same_entries_and_another_title_is_renamed() {
        assert_eq!(told(OLD, &OLD.replace("Fuel", "Fuel system")), ["Renamed Fuel system 0"]);
        assert_eq!(told(OLD, &OLD.replace("Manual", "Handbook")), ["Renamed Handbook 0"]);
    }

    #[test]
    fn entries_and_sections_that_stand_elsewhere_are_moved() {
        let other = "0 Manual, 1 Fuel, 2 =A, 2 =C, 1 Air, 2 =D, 2 =E, 2 =B";
        assert_eq!(told(OLD, other), ["Moved B 0"], "into another section");
        assert_eq!(told(OLD, &OLD.replace("2 =A, 2 =B, 2 =C", "2 =B, 2 =C, 2 =A")), ["Moved A 0"], "in its section");
        let section = "0 Manual, 1 Fuel, 2 =A, 2 =B, 2 =C, 2 Air, 3 =D, 3 =E";
        assert_eq!(told(OLD, section), ["Moved Air 0"], "with all that is inside");
    }

    #[test]
    fn an_entry_that_stands_twice_is_one_more() {
        assert_eq!(told(OLD, &OLD.replace("2 =E", "2 =E, 2 =A")), ["Added A 0"]);
    }

    #[test]
    fn the_sections_around_a_line_are_named() {
        let lines = contents(OLD);
        assert_eq!(sections_around(&lines, 2), ["Manual", "Fuel"]);
        assert!(sections_around(&lines, 0).is_empty());
    }

    #[test]
    fn a_move_names_both_places_and_a_new_title_both_titles() {
        let (old, new) = (contents(OLD), contents("0 Manual, 1 Fuel system, 2 =A, 2 =C, 1 Air, 2 =D, 2 =E, 2 =B"));
        let changes = list(&old, &new);
        assert_eq!(changes.count, 2);
        let [renamed, moved] = changes.listed.as_slice() else { panic!("{changes:?}") };
        assert_eq!((renamed.title.as_str(), renamed.old_title.as_deref()), ("Fuel system", Some("Fuel")));
        assert_eq!(moved.around, ["Manual", "Air"]);
        assert_eq!(moved.from, Some(vec!["Manual".to_owned(), "Fuel".to_owned()]));
    }
}
