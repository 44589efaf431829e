//! Edits applied to a text.

use std::ops::Range;

use foldhash::{HashMap, HashSet};

use super::Diff;
use super::edits::{AttributeChange, Container, Edit, EditKind, Owner, TreePosition};
use super::tags;
use super::tree::{ElementId, XmlTree};
use super::words::{TextToken, TokenKind};
use super::write::{blank_before, bytes, close, escaped, replaced, start_tag};

/// The text of A after the edits: A's own bytes wherever no edit stands. With all edits it has the content of B.
pub fn apply(diff: &Diff<'_>, edits: &[Edit]) -> String {
    let mut applier = Applier::new(diff);
    for edit in edits {
        applier.note(edit);
    }
    let root = applier.root;
    let old = diff.a.element(ElementId::ROOT);
    let mut out = diff.a.text().get(..old.range.start).unwrap_or_default().to_owned();
    applier.write(root, &mut out);
    out.push_str(diff.a.text().get(old.range.end..).unwrap_or_default());
    out
}

/// An element of the result: one of A, or one of B that was inserted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Piece {
    Kept(ElementId),
    Inserted(ElementId),
}

/// The tokens of A that are replaced, and those of B that replace them.
type TokenSplice = (Range<usize>, Range<usize>);

struct Applier<'d, 't> {
    diff: &'d Diff<'t>,
    root: Piece,
    /// Elements of A that are deleted or stand elsewhere.
    gone: HashSet<ElementId>,
    /// Elements of B that come from A.
    moved: HashSet<ElementId>,
    /// The pieces that are put into each container, by index.
    placed: HashMap<Container, Vec<(usize, Piece)>>,
    attributes: HashMap<ElementId, (ElementId, Vec<AttributeChange>)>,
    inline_attributes: HashMap<u32, (u32, Vec<AttributeChange>)>,
    /// Replaced tokens of an element of A, with the element of B that the new ones come from.
    words: HashMap<ElementId, (ElementId, Vec<TokenSplice>)>,
    /// Elements of A with an edit inside.
    edited: HashSet<ElementId>,
    /// Elements of B into which something was moved.
    filled: HashSet<ElementId>,
}

impl<'d, 't> Applier<'d, 't> {
    fn new(diff: &'d Diff<'t>) -> Self {
        Self {
            diff,
            root: Piece::Kept(ElementId::ROOT),
            gone: HashSet::default(),
            moved: HashSet::default(),
            placed: HashMap::default(),
            attributes: HashMap::default(),
            inline_attributes: HashMap::default(),
            words: HashMap::default(),
            edited: HashSet::default(),
            filled: HashSet::default(),
        }
    }

    fn note(&mut self, edit: &Edit) {
        match &edit.kind {
            EditKind::Insert { element, place } => self.put(Piece::Inserted(*element), *place),
            EditKind::Delete { element } => self.remove(*element),
            EditKind::Move { a, b, place } => {
                self.remove(*a);
                self.moved.insert(*b);
                if let Some(place) = place {
                    self.put(Piece::Kept(*a), *place);
                }
            }
            EditKind::Attribute { owner: Owner::Element(a, b), change } => {
                self.attributes.entry(*a).or_insert((*b, Vec::new())).1.push(*change);
                self.touch(*a);
            }
            EditKind::Attribute { owner: Owner::Inline(a, b), change } => {
                self.inline_attributes.entry(*a).or_insert((*b, Vec::new())).1.push(*change);
                let around = self.diff.a.element_at(self.diff.a.inline(*a).start_tag.start);
                self.touch(around);
            }
            EditKind::Words { a, b, old, new } => {
                let words = self.words.entry(*a).or_insert((*b, Vec::new()));
                words.1.push((old.clone(), new.clone()));
                self.touch(*a);
            }
        }
    }

    fn remove(&mut self, a: ElementId) {
        self.gone.insert(a);
        if let Some(parent) = self.diff.a.element(a).parent {
            self.touch(parent);
        }
    }

    fn put(&mut self, piece: Piece, place: TreePosition) {
        match place.parent {
            Container::Document => self.root = piece,
            Container::Kept(parent) => self.touch(parent),
            Container::Inserted(parent) => self.fill(parent),
        }
        self.placed.entry(place.parent).or_default().push((place.index, piece));
    }

    /// The children of an element in their new order: what was put there by its index, between what stays.
    fn arranged(&self, parent: Container) -> Vec<Piece> {
        let own: Vec<Piece> = match parent {
            Container::Kept(a) => {
                let children = self.diff.a.element(a).children.iter();
                children.filter(|id| !self.gone.contains(*id)).map(|id| Piece::Kept(*id)).collect()
            }
            Container::Inserted(b) => {
                let children = self.diff.b.element(b).children.iter();
                children.filter(|id| !self.moved.contains(*id)).map(|id| Piece::Inserted(*id)).collect()
            }
            Container::Document => Vec::new(),
        };
        let mut placed = self.placed.get(&parent).cloned().unwrap_or_default();
        placed.sort_by_key(|(index, _)| *index);
        let (mut own, mut placed) = (own.into_iter(), placed.into_iter().peekable());
        let mut all = Vec::new();
        loop {
            let next = match placed.next_if(|(index, _)| *index <= all.len()) {
                Some((_, piece)) => Some(piece),
                None => own.next().or_else(|| placed.next().map(|(_, piece)| piece)),
            };
            match next {
                Some(piece) => all.push(piece),
                None => return all,
            }
        }
    }

    /// Marks an element of A and all around it as edited.
    fn touch(&mut self, a: ElementId) {
        let mut next = Some(a);
        while let Some(id) = next.filter(|id| self.edited.insert(*id)) {
            next = self.diff.a.element(id).parent;
        }
    }

    fn fill(&mut self, b: ElementId) {
        let mut next = Some(b);
        while let Some(id) = next.filter(|id| self.filled.insert(*id)) {
            next = self.diff.b.element(id).parent;
        }
    }

    fn write(&self, piece: Piece, out: &mut String) {
        match piece {
            Piece::Kept(a) if self.edited.contains(&a) && self.diff.a.element(a).is_mixed => {
                self.start_tag_of(a, false, out);
                self.tokens(a, out);
                close(self.diff.a.element(a).name, out);
            }
            Piece::Kept(a) if self.edited.contains(&a) => {
                let children = self.arranged(Container::Kept(a));
                self.start_tag_of(a, children.is_empty(), out);
                self.structure(&self.diff.a, a, &children, out);
            }
            Piece::Inserted(b) if self.filled.contains(&b) && !self.diff.b.element(b).is_mixed => {
                let children = self.arranged(Container::Inserted(b));
                let tag = &self.diff.b.element(b).start_tag;
                start_tag(self.diff.b.text(), tag, &[], children.is_empty(), out);
                self.structure(&self.diff.b, b, &children, out);
            }
            Piece::Kept(id) => out.push_str(bytes(&self.diff.a, id)),
            Piece::Inserted(id) => out.push_str(bytes(&self.diff.b, id)),
        }
    }

    /// The children of an element and its end tag, each with the white space before it.
    fn structure(&self, tree: &XmlTree<'_>, id: ElementId, children: &[Piece], out: &mut String) {
        for child in children {
            let (tree, id) = match child {
                Piece::Kept(id) => (&self.diff.a, *id),
                Piece::Inserted(id) => (&self.diff.b, *id),
            };
            out.push_str(blank_before(tree.text(), tree.element(id).range.start));
            self.write(*child, out);
        }
        if !children.is_empty() || !tags::is_self_closing(tree.text(), &tree.element(id).start_tag) {
            let inner = tags::inner(tree.text(), &tree.element(id).range);
            out.push_str(blank_before(tree.text(), inner.end));
            close(tree.element(id).name, out);
        }
    }

    /// The start tag of an element of A with its changed attributes.
    fn start_tag_of(&self, a: ElementId, may_be_empty: bool, out: &mut String) {
        let element = self.diff.a.element(a);
        let changes = self.attributes.get(&a).map_or_else(Vec::new, |(b, changes)| {
            replaced(&element.attributes, &self.diff.b.element(*b).attributes, changes)
        });
        start_tag(self.diff.a.text(), &element.start_tag, &changes, may_be_empty, out);
    }

    /// The text of an element of A with its replaced words.
    fn tokens(&self, a: ElementId, out: &mut String) {
        let old = &self.diff.a.element(a).tokens;
        let (b, splices) = match self.words.get(&a) {
            Some((b, splices)) => (*b, splices.as_slice()),
            None => (ElementId::ROOT, &[][..]),
        };
        let mut splices = splices.to_vec();
        splices.sort_by_key(|(old, new)| (old.start, new.start));
        let new = &self.diff.b.element(b).tokens;
        let mut at = 0;
        for (removed, added) in splices {
            for token in &old[at.min(removed.start)..removed.start] {
                self.token(true, token, out);
            }
            for token in &new[added] {
                self.token(false, token, out);
            }
            at = removed.end;
        }
        for token in &old[at..] {
            self.token(true, token, out);
        }
    }

    fn token(&self, is_of_a: bool, token: &TextToken<'_>, out: &mut String) {
        let tree = if is_of_a { &self.diff.a } else { &self.diff.b };
        if token.spaced {
            out.push(' ');
        }
        match token.kind {
            TokenKind::Word => out.push_str(&escaped(&token.text)),
            TokenKind::Close(index) => close(tree.inline(index).name, out),
            TokenKind::Atom(id) if is_of_a => self.write(Piece::Kept(id), out),
            TokenKind::Atom(id) => out.push_str(bytes(tree, id)),
            TokenKind::Open(index) => {
                let inline = tree.inline(index);
                let changes = self.inline_attributes.get(&index).filter(|_| is_of_a);
                let changes =
                    changes.map(|(b, changes)| (self.diff.b.inline(*b).attributes.as_slice(), changes.as_slice()));
                let (new, changes) = changes.unwrap_or((&[], &[]));
                let changes = replaced(&inline.attributes, new, changes);
                start_tag(tree.text(), &inline.start_tag, &changes, false, out);
            }
        }
    }
}
