//! The edits as a list for people: what changed, where, from what to what.

use super::edits::{Edit, EditKind, Owner};
use super::paths::Paths;
use super::tree::{ElementId, XmlTree};
use super::words::{TextToken, TokenKind};
use super::{Diff, Relevance};

/// One edit in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedChange {
    pub kind: ChangeKind,
    pub relevance: Relevance,
    pub is_certain: bool,
    /// The `XPath` of the element, in B; of a deleted one, in A.
    pub path: String,
    /// The name of a changed attribute.
    pub attribute: Option<String>,
    pub old: Option<String>,
    pub new: Option<String>,
    /// The words before and behind changed text.
    pub context: (String, String),
    pub line_a: Option<usize>,
    pub line_b: Option<usize>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChangeKind {
    Inserted,
    Deleted,
    Moved,
    Attribute,
    Text,
}

impl ChangeKind {
    pub fn word(self) -> &'static str {
        match self {
            Self::Inserted => "inserted",
            Self::Deleted => "deleted",
            Self::Moved => "moved",
            Self::Attribute => "attribute",
            Self::Text => "text",
        }
    }
}

/// Words of a listed text and of its context.
const MOST_WORDS: usize = 60;
const CONTEXT_WORDS: usize = 5;

/// Lists the edits that mean at least this much to a reader.
pub fn list(diff: &Diff<'_>, relevance: Relevance) -> Vec<ListedChange> {
    let lister = ChangeLister { diff, a: Paths::of(&diff.a), b: Paths::of(&diff.b) };
    diff.edits_of(relevance).map(|edit| lister.change(edit)).collect()
}

struct ChangeLister<'d, 't> {
    diff: &'d Diff<'t>,
    a: Paths<'d, 't>,
    b: Paths<'d, 't>,
}

impl ChangeLister<'_, '_> {
    fn change(&self, edit: &Edit) -> ListedChange {
        let change = |kind, a: Option<ElementId>, b: Option<ElementId>| ListedChange {
            kind,
            relevance: edit.relevance,
            is_certain: edit.is_certain,
            path: b.map(|b| self.b.path(b)).or_else(|| a.map(|a| self.a.path(a))).unwrap_or_default(),
            attribute: None,
            old: None,
            new: None,
            context: Default::default(),
            line_a: a.map(|a| self.a.line(self.diff.a.element(a).range.start)),
            line_b: b.map(|b| self.b.line(self.diff.b.element(b).range.start)),
        };
        match &edit.kind {
            EditKind::Insert { element, .. } => ListedChange {
                new: Some(text_of(&self.diff.b, *element, |id| self.diff.matching.to_a(id).is_some())),
                ..change(ChangeKind::Inserted, None, Some(*element))
            },
            EditKind::Delete { element } => ListedChange {
                old: Some(text_of(&self.diff.a, *element, |id| self.diff.matching.to_b(id).is_some())),
                ..change(ChangeKind::Deleted, Some(*element), None)
            },
            EditKind::Move { a, b, .. } => ListedChange {
                new: Some(text_of(&self.diff.b, *b, |_| false)),
                ..change(ChangeKind::Moved, Some(*a), Some(*b))
            },
            EditKind::Attribute { owner, change: one } => {
                let (a, b) = self.elements(*owner);
                let (old, new) = match owner {
                    Owner::Element(a, b) => (&self.diff.a.element(*a).attributes, &self.diff.b.element(*b).attributes),
                    Owner::Inline(a, b) => (&self.diff.a.inline(*a).attributes, &self.diff.b.inline(*b).attributes),
                };
                let (old, new) = (one.old.map(|at| &old[at]), one.new.map(|at| &new[at]));
                ListedChange {
                    attribute: old.or(new).map(|one| one.name.to_owned()),
                    old: old.map(|one| one.value.to_string()),
                    new: new.map(|one| one.value.to_string()),
                    ..change(ChangeKind::Attribute, Some(a), Some(b))
                }
            }
            EditKind::Words { a, b, old, new } => {
                let (one, two) = (&self.diff.a.element(*a).tokens, &self.diff.b.element(*b).tokens);
                let before = written(&self.diff.b, &two[new.start.saturating_sub(CONTEXT_WORDS)..new.start]);
                let behind = written(&self.diff.b, &two[new.end..(new.end + CONTEXT_WORDS).min(two.len())]);
                let line = |paths: &Paths<'_, '_>, token: Option<&TextToken<'_>>| {
                    token.map(|token| paths.line(token.range.start))
                };
                let whole = change(ChangeKind::Text, Some(*a), Some(*b));
                ListedChange {
                    old: (!old.is_empty()).then(|| written(&self.diff.a, &one[old.clone()])),
                    new: (!new.is_empty()).then(|| written(&self.diff.b, &two[new.clone()])),
                    context: (before, behind),
                    line_a: line(&self.a, one.get(old.start)).or(whole.line_a),
                    line_b: line(&self.b, two.get(new.start)).or(whole.line_b),
                    ..whole
                }
            }
        }
    }

    /// The elements of a changed attribute; for an inline element those around it.
    fn elements(&self, owner: Owner) -> (ElementId, ElementId) {
        match owner {
            Owner::Element(a, b) => (a, b),
            Owner::Inline(a, b) => {
                let (a, b) = (self.diff.a.inline(a).start_tag.start, self.diff.b.inline(b).start_tag.start);
                (self.diff.a.element_at(a), self.diff.b.element_at(b))
            }
        }
    }
}

/// The words inside an element without those that were moved, shortened.
fn text_of(tree: &XmlTree<'_>, id: ElementId, is_moved: impl Fn(ElementId) -> bool) -> String {
    let mut words = Vec::new();
    for id in tree.descendants_without(id, is_moved) {
        if words.len() > MOST_WORDS {
            break;
        }
        let text = written(tree, &tree.element(id).tokens);
        words.extend(text.split(' ').filter(|word| !word.is_empty()).map(str::to_owned));
    }
    if words.len() > MOST_WORDS {
        words.truncate(MOST_WORDS);
        words.push("…".to_owned());
    }
    words.join(" ")
}

/// Tokens as a reader of XML would write them in short.
pub fn written(tree: &XmlTree<'_>, tokens: &[TextToken<'_>]) -> String {
    let mut out = String::new();
    for token in tokens {
        if token.spaced && !out.is_empty() {
            out.push(' ');
        }
        match token.kind {
            TokenKind::Word => out.push_str(&token.text),
            TokenKind::Open(index) => out.extend(["<", tree.inline(index).name, ">"]),
            TokenKind::Close(index) => out.extend(["</", tree.inline(index).name, ">"]),
            TokenKind::Atom(id) => out.extend(["<", tree.element(id).name, "/>"]),
        }
    }
    out
}
