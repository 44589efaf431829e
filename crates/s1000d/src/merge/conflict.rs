//! Changes of both sides that cannot both stand.

use std::ops::Range;

use foldhash::HashMap;

use super::plan::Plan;
use super::prolog::OtherDeclaration;
use super::trio::Trio;
use super::{Merged, Origin, OriginSpan, Side};
use crate::diff::ParsedText;
use crate::diff::tags;
use crate::diff::tree::{ElementId, XmlTree};
use crate::diff::write::bytes;

/// Why a part of the text needs a decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ConflictKind {
    /// Both sides changed the same words, or words beside each other.
    Text,
    /// Both sides changed an attribute differently.
    Attribute,
    /// One side deleted what the other changed or refers to.
    Deleted,
    DeletedAndMoved,
    /// Both sides moved it to different places.
    Moved,
    /// Each side deleted a part; together they would leave nothing.
    Emptied,
    /// Both sides inserted a text where there can only be one.
    Inserted,
    /// One side changed the columns of a table, the other its rows or columns.
    Table,
    /// Both sides changed it, and it is not certain that both changed the same thing.
    Uncertain,
    /// Both sides changed a declaration of the document type.
    Declaration,
    /// The texts cannot be merged at all.
    Document,
}

impl ConflictKind {
    pub fn word(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Attribute => "attribute",
            Self::Deleted => "deleted",
            Self::DeletedAndMoved => "deletedAndMoved",
            Self::Moved => "moved",
            Self::Emptied => "emptied",
            Self::Inserted => "inserted",
            Self::Table => "table",
            Self::Uncertain => "uncertain",
            Self::Declaration => "declaration",
            Self::Document => "document",
        }
    }
}

/// Something that both sides changed differently. The merged text has it as ours has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conflict {
    pub kind: ConflictKind,
    /// The `XPath` of the element in the base.
    pub path: String,
    /// The attribute or declaration that the conflict is about; else it is about the element.
    pub attribute: Option<String>,
    /// The source text of the element or the value of the attribute; `None` where it is deleted or absent.
    pub base: Option<String>,
    pub ours: Option<String>,
    pub theirs: Option<String>,
    /// Where it stands in the merged text; empty where it is not there.
    pub range: Range<usize>,
}

#[derive(Debug, Clone)]
pub(super) struct PlannedConflict {
    pub(super) kind: ConflictKind,
    pub(super) base: ElementId,
    pub(super) attribute: Option<String>,
}

/// The conflicts of a plan, with the ranges at which the elements of the base were written, counted from `start`.
pub(super) fn describe(
    trio: &Trio<'_>,
    base: &ParsedText<'_>,
    plan: &Plan,
    ranges: &HashMap<ElementId, Range<usize>>,
    start: usize,
) -> Vec<Conflict> {
    let mut conflicts: Vec<Conflict> = Vec::new();
    for planned in &plan.conflicts {
        let texts = |tree: &XmlTree<'_>, id: Option<ElementId>| {
            let id = id?;
            match &planned.attribute {
                Some(name) => tree.attribute(id, name).map(str::to_owned),
                None => Some(bytes(tree, id).to_owned()),
            }
        };
        let range = range(trio, planned.base, ranges);
        let side = |side: Side| texts(trio.tree(side), trio.of(side, planned.base));
        conflicts.push(Conflict {
            kind: planned.kind,
            path: path(base, trio.base().element(planned.base).range.start),
            attribute: planned.attribute.clone(),
            base: texts(trio.base(), Some(planned.base)),
            ours: side(Side::Ours),
            theirs: side(Side::Theirs),
            range: start + range.start..start + range.end,
        });
    }
    conflicts.dedup();
    conflicts
}

/// The bytes of an element in the result, or the end of the nearest element around it that is there.
fn range(trio: &Trio<'_>, base: ElementId, ranges: &HashMap<ElementId, Range<usize>>) -> Range<usize> {
    if let Some(range) = ranges.get(&base) {
        return range.clone();
    }
    let mut around = std::iter::successors(Some(base), |id| trio.base().element(*id).parent);
    around.find_map(|id| ranges.get(&id)).map_or(0..0, |range| range.end..range.end)
}

/// The `XPath` of the element that begins at a byte.
fn path(parsed: &ParsedText<'_>, start: usize) -> String {
    let (document, text) = (parsed.document(), parsed.document().input_text());
    let mut node = document.root_element();
    let mut path = format!("/{}", tags::name(text, node.range().start));
    while node.range().start != start {
        let mut children = node.children().filter(roxmltree::Node::is_element);
        let Some(next) = children.find(|child| child.range().contains(&start)) else { break };
        let name = tags::name(text, next.range().start);
        let same =
            |child: &roxmltree::Node<'_, '_>| child.is_element() && tags::name(text, child.range().start) == name;
        path.push('/');
        path.push_str(name);
        let alike: Vec<_> = node.children().filter(same).collect();
        if let Some(at) = alike.iter().position(|child| *child == next).filter(|_| alike.len() > 1) {
            path.push_str(&format!("[{}]", at + 1));
        }
        node = next;
    }
    path
}

/// A declaration that both sides changed.
pub(super) fn of_declaration(base: &ParsedText<'_>, declaration: OtherDeclaration) -> Conflict {
    let [old, ours, theirs] = declaration.texts;
    Conflict {
        kind: ConflictKind::Declaration,
        path: path(base, base.document().root_element().range().start),
        attribute: Some(declaration.name),
        base: old,
        ours,
        theirs,
        range: 0..0,
    }
}

/// Ours, with one conflict about everything.
pub(super) fn whole(base: &ParsedText<'_>, ours: &ParsedText<'_>, theirs: &ParsedText<'_>) -> Merged {
    let text = |parsed: &ParsedText<'_>| parsed.document().input_text().to_owned();
    let range = 0..text(ours).len();
    let root = base.document().root_element().range().start;
    let conflict = Conflict {
        kind: ConflictKind::Document,
        path: path(base, root),
        attribute: None,
        base: Some(text(base)),
        ours: Some(text(ours)),
        theirs: Some(text(theirs)),
        range: range.clone(),
    };
    let origins = vec![OriginSpan { range, origin: Origin::Ours }];
    Merged { text: text(ours), conflicts: vec![conflict], origins, is_coarse: false }
}
