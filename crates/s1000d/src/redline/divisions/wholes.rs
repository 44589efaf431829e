//! Texts that were split into so many parts, or joined from so many, that the comparison takes none of them for the whole:
//! to it the whole is gone and all parts are new.

use foldhash::HashMap;

use super::{DividedText, LEAST_WORDS, MOST_PIECES, ParagraphDivision, common, is_of_table, piece, words};
use crate::diff::Diff;
use crate::diff::tree::{ElementId, XmlTree};
use crate::redline::groups::{EditGroup, EditGroupKind};

/// Wholes times elements between two neighbours that stay; of more, none is looked for.
const MOST_TRIES: usize = 1_000;

pub(super) struct WholeFinder<'m, 't> {
    diff: &'m Diff<'t>,
    division: ParagraphDivision,
    /// The version that has the wholes.
    wholes_tree: &'m XmlTree<'t>,
    parts_tree: &'m XmlTree<'t>,
    /// The changes that are a whole or a part, by their element.
    wholes: HashMap<ElementId, usize>,
    parts: HashMap<ElementId, usize>,
}

/// The element that only the version with the wholes has, if the change is one.
fn whole(group: &EditGroup, division: ParagraphDivision) -> Option<ElementId> {
    match (group.kind, division) {
        (EditGroupKind::Deleted(id), ParagraphDivision::Split)
        | (EditGroupKind::Inserted(id), ParagraphDivision::Joined) => Some(id),
        _ => None,
    }
}

impl<'m, 't> WholeFinder<'m, 't> {
    pub(super) fn new(diff: &'m Diff<'t>, groups: &[EditGroup], division: ParagraphDivision) -> Self {
        let numbered = || groups.iter().enumerate();
        let wholes = numbered().filter_map(|(index, group)| Some((whole(group, division)?, index))).collect();
        let parts = numbered().filter_map(|(index, group)| Some((piece(group, division)?, index))).collect();
        let (wholes_tree, parts_tree) = match division {
            ParagraphDivision::Split => (&diff.a, &diff.b),
            ParagraphDivision::Joined => (&diff.b, &diff.a),
        };
        Self { diff, division, wholes_tree, parts_tree, wholes, parts }
    }

    pub(super) fn all(&self) -> Vec<DividedText> {
        let parent = |id: &ElementId| self.wholes_tree.element(*id).parent;
        let mut parents: Vec<ElementId> = self.wholes.keys().filter_map(parent).collect();
        parents.sort_unstable();
        parents.dedup();
        let mut found = Vec::new();
        for parent in parents {
            self.inside(parent, &mut found);
        }
        found
    }

    /// The element of the version with the parts that one with the wholes is.
    fn partner(&self, whole: ElementId) -> Option<ElementId> {
        match self.division {
            ParagraphDivision::Split => self.diff.matching.to_b(whole),
            ParagraphDivision::Joined => self.diff.matching.to_a(whole),
        }
    }

    fn is_known_part(&self, part: ElementId) -> bool {
        match self.division {
            ParagraphDivision::Split => self.diff.matching.to_a(part).is_some(),
            ParagraphDivision::Joined => self.diff.matching.to_b(part).is_some(),
        }
    }

    /// Looks between each two children that stay.
    fn inside(&self, parent: ElementId, found: &mut Vec<DividedText>) {
        let Some(partner) = self.partner(parent) else { return };
        let there = &self.parts_tree.element(partner).children;
        let (mut from, mut gap) = (0, Vec::new());
        for child in &self.wholes_tree.element(parent).children {
            if let Some(index) = self.wholes.get(child) {
                gap.push((*child, *index));
                continue;
            }
            let at = self.partner(*child).and_then(|partner| there.binary_search(&partner).ok());
            if let Some(at) = at.filter(|at| *at >= from) {
                self.between(&gap, &there[from..at], found);
                gap.clear();
                from = at + 1;
            }
        }
        self.between(&gap, &there[from..], found);
    }

    fn between(&self, wholes: &[(ElementId, usize)], there: &[ElementId], found: &mut Vec<DividedText>) {
        if wholes.len() * there.len() > MOST_TRIES {
            return;
        }
        let mut from = 0;
        for (whole, index) in wholes {
            if is_of_table(self.wholes_tree.element(*whole).name) {
                continue;
            }
            let lost = words(self.wholes_tree, *whole, |id| self.partner(id).is_some());
            let mut starts = from..there.len();
            if let Some((start, pieces)) =
                starts.find_map(|start| Some((start, self.pieces(*whole, &lost, &there[start..])?)))
            {
                from = start + pieces.len();
                found.push(DividedText { words: *index, pieces });
            }
        }
    }

    /// The neighbours that have together the words of a whole, and each hardly any others.
    fn pieces(&self, whole: ElementId, lost: &[String], there: &[ElementId]) -> Option<Vec<usize>> {
        let name = self.wholes_tree.element(whole).name;
        let (mut own, mut pieces) = (Vec::new(), Vec::new());
        for id in there.iter().take(MOST_PIECES + 1) {
            let Some(index) = self.parts.get(id).filter(|_| self.parts_tree.element(*id).name == name) else { break };
            let part = words(self.parts_tree, *id, |id| self.is_known_part(id));
            let shared = common(&part, lost);
            if shared < LEAST_WORDS || shared * 4 < part.len() * 3 {
                break;
            }
            own.extend(part);
            pieces.push(*index);
        }
        (pieces.len() > 1 && super::are_alike(&own, lost)).then_some(pieces)
    }
}
