//! The edits that make one text of the other.

mod text;

use std::ops::Range;

use super::matching::Matching;
use super::relevance::{Relevance, is_id_reference, is_layout, of_attribute};
use super::sequence::{WorkBudget, heaviest_increasing};
use super::tree::{ElementId, XmlAttribute, XmlTree};

/// One edit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    pub kind: EditKind,
    pub relevance: Relevance,
    /// `false` where it rests on a match that likeness alone speaks for.
    pub is_certain: bool,
    /// The byte of B at which a reader of B looks for it.
    pub at: usize,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EditKind {
    /// An element of B with all that is inside, except for what was moved there.
    Insert { element: ElementId, place: TreePosition },
    /// An element of A with all that is inside, except for what was moved away.
    Delete { element: ElementId },
    /// An element that stands elsewhere in B. `place` is `None` inside running text, where the words around it are
    /// replaced together with it.
    Move { a: ElementId, b: ElementId, place: Option<TreePosition> },
    /// An attribute that was added, removed or changed.
    Attribute { owner: Owner, change: AttributeChange },
    /// Tokens of one element's text. One of the ranges may be empty.
    Words { a: ElementId, b: ElementId, old: Range<usize>, new: Range<usize> },
}

/// Where an element is put: as this child, counted from 0 in B.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TreePosition {
    pub parent: Container,
    pub index: usize,
}

/// An element that stays, or one that is inserted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Container {
    Kept(ElementId),
    Inserted(ElementId),
    /// There is no element around the root.
    Document,
}

/// The element whose attribute changed, in A and B.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Owner {
    Element(ElementId, ElementId),
    /// Inline elements by their indexes.
    Inline(u32, u32),
}

/// The index of an attribute in A and in B; `None` where it is absent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AttributeChange {
    pub old: Option<usize>,
    pub new: Option<usize>,
}

/// Lists the edits between two matched trees.
pub(crate) fn list(a: &XmlTree<'_>, b: &XmlTree<'_>, matching: &Matching, budget: &mut WorkBudget) -> Vec<Edit> {
    let mut lister = Lister { a, b, matching, budget, edits: Vec::new() };
    if matching.to_b(ElementId::ROOT) != Some(ElementId::ROOT) {
        lister.root();
    }
    for id in b.ids() {
        lister.element(id);
    }
    for id in a.ids() {
        lister.deletions(id);
    }
    let mut edits = lister.edits;
    // Stable: edits at one byte stay in the order of the text they come from.
    edits.sort_by_key(|edit| edit.at);
    edits
}

struct Lister<'m, 't> {
    a: &'m XmlTree<'t>,
    b: &'m XmlTree<'t>,
    matching: &'m Matching,
    budget: &'m mut WorkBudget,
    edits: Vec<Edit>,
}

impl Lister<'_, '_> {
    fn push(&mut self, kind: EditKind, relevance: Relevance, is_certain: bool, at: usize) {
        self.edits.push(Edit { kind, relevance, is_certain, at });
    }

    /// Another root element.
    fn root(&mut self) {
        let place = TreePosition { parent: Container::Document, index: 0 };
        let root = ElementId::ROOT;
        match self.matching.to_a(root) {
            Some(a) => self.push(EditKind::Move { a, b: root, place: Some(place) }, Relevance::Content, true, 0),
            None => self.push(EditKind::Insert { element: root, place }, Relevance::Content, true, 0),
        }
        if self.matching.to_b(root).is_none() {
            self.push(EditKind::Delete { element: root }, Relevance::Content, true, 0);
        }
    }

    /// The edits of an element of B: its attributes, its text and the places of its children.
    fn element(&mut self, b: ElementId) {
        let found = self.matching.of_b(b).copied();
        if let Some(found) = found {
            if self.a.element(found.a).shape.exact == self.b.element(b).shape.exact {
                self.equal_inside(found.a, b);
                return;
            }
            let attributes = (&self.a.element(found.a).attributes, &self.b.element(b).attributes);
            for change in changed(attributes.0, attributes.1) {
                self.attribute(Owner::Element(found.a, b), change, found.is_certain);
            }
        }
        let parent = found.map_or(Container::Inserted(b), |found| Container::Kept(found.a));
        match (self.b.element(b).is_mixed, found) {
            (true, Some(_)) => self.text(b),
            (true, None) => self.moved_atoms(None, b),
            (false, _) => self.places(b, parent),
        }
    }

    /// Equal elements may hold other copies of equal children than those that were matched.
    fn equal_inside(&mut self, a: ElementId, b: ElementId) {
        let children = self.a.element(a).children.iter().zip(&self.b.element(b).children);
        if children.clone().any(|(one, two)| self.matching.to_b(*one) != Some(*two)) {
            if self.b.element(b).is_mixed {
                self.text(b);
            } else {
                self.places(b, Container::Kept(a));
            }
        }
    }

    /// Children that were inserted or moved.
    fn places(&mut self, b: ElementId, parent: Container) {
        let children = &self.b.element(b).children;
        let staying = self.staying(children, parent);
        for (index, child) in children.iter().enumerate() {
            let (element, place) = (self.b.element(*child), TreePosition { parent, index });
            match self.matching.of_b(*child).copied() {
                Some(found) if !staying.contains(&index) => {
                    let kind = EditKind::Move { a: found.a, b: *child, place: Some(place) };
                    self.push(kind, element.relevance, found.is_certain, element.range.start);
                }
                None if parent != Container::Inserted(b) => {
                    let kind = EditKind::Insert { element: *child, place };
                    self.push(kind, element.relevance, true, element.range.start);
                }
                _ => {}
            }
        }
    }

    /// The indexes of the children that keep their order below the same parent: as many as possible, then the largest.
    fn staying(&self, children: &[ElementId], parent: Container) -> foldhash::HashSet<usize> {
        let Container::Kept(parent) = parent else { return foldhash::HashSet::default() };
        let mut kept: Vec<(usize, (usize, u64))> = Vec::new();
        for (index, child) in children.iter().enumerate() {
            let found = self.matching.to_a(*child).map(|a| (a, self.a.element(a)));
            if let Some((a, element)) = found.filter(|(_, element)| element.parent == Some(parent)) {
                kept.push((index, (a.index(), 1_000_000 + u64::from(element.weight.min(900)))));
            }
        }
        let items: Vec<(usize, u64)> = kept.iter().map(|(_, item)| *item).collect();
        heaviest_increasing(&items).into_iter().map(|at| kept[at].0).collect()
    }

    /// Children of an element of A that are not in B. They are placed behind the child before them that stays.
    fn deletions(&mut self, a: ElementId) {
        let parent = self.a.element(a);
        // What an unmatched element holds goes with it, and text with the words around it.
        let Some(around) = self.matching.to_b(a).filter(|_| !parent.is_mixed) else { return };
        let mut at = self.b.element(around).start_tag.end;
        for child in &parent.children {
            match self.matching.to_b(*child).map(|b| self.b.element(b)) {
                Some(partner) if partner.parent == Some(around) => at = partner.range.end,
                Some(_) => {}
                None => {
                    let relevance = self.a.element(*child).relevance;
                    self.push(EditKind::Delete { element: *child }, relevance, true, at);
                }
            }
        }
    }

    fn attribute(&mut self, owner: Owner, change: AttributeChange, is_certain: bool) {
        let (one, two, relevance, at) = match owner {
            Owner::Element(a, b) => {
                let (a, b) = (self.a.element(a), self.b.element(b));
                (&a.attributes, &b.attributes, b.relevance, b.start_tag.start)
            }
            Owner::Inline(a, b) => {
                let (a, b) = (self.a.inline(a), self.b.inline(b));
                (&a.attributes, &b.attributes, Relevance::Content, b.start_tag.start)
            }
        };
        let (old, new) = (change.old.map(|at| &one[at]), change.new.map(|at| &two[at]));
        let name = old.or(new).map_or("", |attribute| attribute.name);
        let mut relevance = relevance.min(of_attribute("", name));
        if is_layout(name) || (is_id_reference(name) && self.same_targets(old, new)) {
            relevance = Relevance::Noise;
        }
        self.push(EditKind::Attribute { owner, change }, relevance, is_certain, at);
    }

    /// Whether both values name the same elements, whose ids were changed.
    fn same_targets(&self, old: Option<&XmlAttribute<'_>>, new: Option<&XmlAttribute<'_>>) -> bool {
        let (Some(old), Some(new)) = (old, new) else { return false };
        let targets = |tree: &XmlTree<'_>, value: &str| -> Option<Vec<ElementId>> {
            value.split_ascii_whitespace().map(|id| tree.by_id(id)).collect()
        };
        let (Some(old), Some(new)) = (targets(self.a, &old.value), targets(self.b, &new.value)) else { return false };
        let is_same = |(a, b): (&ElementId, &ElementId)| {
            self.matching.of_a(*a).is_some_and(|found| found.b == *b && found.is_certain)
        };
        old.len() == new.len() && !old.is_empty() && old.iter().zip(&new).all(is_same)
    }
}

/// The attributes that two elements do not have alike.
fn changed(a: &[XmlAttribute<'_>], b: &[XmlAttribute<'_>]) -> Vec<AttributeChange> {
    let mut found = Vec::new();
    for (old, one) in a.iter().enumerate() {
        match b.iter().position(|two| two.name == one.name) {
            Some(new) if b[new].value == one.value => {}
            new => found.push(AttributeChange { old: Some(old), new }),
        }
    }
    let is_new = |two: &XmlAttribute<'_>| a.iter().all(|one| one.name != two.name);
    let added = b.iter().enumerate().filter(|(_, two)| is_new(two));
    found.extend(added.map(|(new, _)| AttributeChange { old: None, new: Some(new) }));
    found
}
