//! Elements that a reader takes as a whole: a reference that points elsewhere is another reference.

use crate::diff::Diff;
use crate::diff::edits::{Edit, EditKind, Owner};
use crate::diff::tree::{ElementId, XmlTree};

/// The kind of a whole, as a reader sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum WholeKind {
    Reference,
    Picture,
    Equation,
    Applicability,
}

/// An element of both versions that is replaced as a whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Whole {
    pub(super) kind: WholeKind,
    pub(super) a: ElementId,
    pub(super) b: ElementId,
}

fn kind_of(name: &str) -> Option<WholeKind> {
    match name {
        "dmRef" | "pmRef" | "externalPubRef" | "internalRef" => Some(WholeKind::Reference),
        "applic" => Some(WholeKind::Applicability),
        _ => (name.rsplit(':').next() == Some("math")).then_some(WholeKind::Equation),
    }
}

/// The whole that an edit is inside of.
pub(super) fn whole_of(diff: &Diff<'_>, edit: &Edit) -> Option<Whole> {
    let around = match &edit.kind {
        EditKind::Attribute { owner: Owner::Element(a, b), change } => {
            let element = diff.b.element(*b);
            let attribute = change.new.map(|at| &element.attributes[at]);
            let attribute = attribute.or_else(|| change.old.map(|at| &diff.a.element(*a).attributes[at]));
            if attribute.is_some_and(|attribute| attribute.name == "infoEntityIdent") {
                return Some(Whole { kind: WholeKind::Picture, a: *a, b: *b });
            }
            Some(*b)
        }
        EditKind::Attribute { owner: Owner::Inline(_, b), .. } => {
            Some(diff.b.element_at(diff.b.inline(*b).start_tag.start))
        }
        EditKind::Words { b, .. } => Some(*b),
        EditKind::Insert { element, .. } => diff.b.element(*element).parent,
        EditKind::Delete { element } => diff.a.element(*element).parent.and_then(|a| diff.matching.to_b(a)),
        EditKind::Move { .. } => None,
    }?;
    let found = ancestors(&diff.b, around).find_map(|b| Some((kind_of(diff.b.element(b).name)?, b)));
    let (kind, b) = found?;
    Some(Whole { kind, a: diff.matching.to_a(b)?, b })
}

/// The element itself and those around it.
pub(super) fn ancestors<'m>(tree: &'m XmlTree<'_>, id: ElementId) -> impl Iterator<Item = ElementId> + 'm {
    std::iter::successors(Some(id), |id| tree.element(*id).parent)
}

impl Whole {
    /// Whether it is a statement of applicability that differs only in the case of letters of its display text and of the
    /// names of properties: readers see the same. Values are compared exactly, as they are when it is evaluated.
    pub(super) fn is_same_statement(self, diff: &Diff<'_>) -> bool {
        self.kind == WholeKind::Applicability && statement(&diff.a, self.a) == statement(&diff.b, self.b)
    }
}

/// The elements with their depths, the values and the words of a statement.
fn statement(tree: &XmlTree<'_>, statement: ElementId) -> Vec<(usize, String)> {
    let part = |id: ElementId| {
        let element = tree.element(id);
        let inside: Vec<ElementId> = ancestors(tree, id).take_while(|one| *one != statement).collect();
        let mut values: Vec<String> = element
            .attributes
            .iter()
            .filter(|one| !matches!(one.name, "id" | "changeMark" | "changeType" | "reasonForUpdateRefIds"))
            .map(|one| match one.name {
                "applicPropertyIdent" => format!("{}={}", one.name, one.value.to_lowercase()),
                _ => format!("{}={}", one.name, one.value),
            })
            .collect();
        values.sort_unstable();
        let words: Vec<&str> = element.tokens.iter().map(|token| token.text.as_ref()).collect();
        let is_display = inside.iter().any(|one| tree.element(*one).name == "displayText");
        let words = if is_display { words.join(" ").to_lowercase() } else { words.join(" ") };
        (inside.len(), [element.name, &values.join("|"), &words].join(">"))
    };
    tree.descendants(statement).map(part).collect()
}
