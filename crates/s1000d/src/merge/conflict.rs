//! Changes of both sides that cannot both stand.

use std::ops::Range;

use crate::diff::tree::ElementId;

/// Why a part of the text needs a decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ConflictKind {
    /// Both sides changed the same words, words beside each other, or a number and its unit.
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

/// Something that both sides changed differently. The merged text has it as ours has it, except for an element that ours
/// deleted and theirs newly refers to: it stays, because the reference would not be valid without it.
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
    /// Where it stands in the merged text. Empty where it is not there: then theirs can be put in at this place.
    pub range: Range<usize>,
}

#[derive(Debug, Clone)]
pub(super) struct PlannedConflict {
    pub(super) kind: ConflictKind,
    pub(super) base: ElementId,
    pub(super) attribute: Option<String>,
}
