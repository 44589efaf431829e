//! The marks of elements: anchor, changes, applicability.

use crate::applic::Applic;

/// The marks of an element, on the first node that stands for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ElementMarks {
    pub shape: Shape,
    /// The HTML id; `None` for pieces without an id of their own that have no links to them, and for copies.
    pub id: Option<String>,
    pub change: Option<ChangeType>,
    /// Ids of [`super::Document::reasons`], by blanks.
    pub reasons: Option<Box<str>>,
    /// The security classification as written.
    pub security: Option<Box<str>>,
    /// An index into [`super::Document::applicabilities`].
    pub applicability: Option<u32>,
}

impl ElementMarks {
    pub(super) fn is_empty(&self) -> bool {
        let Self { shape: _, id, change, reasons, security, applicability } = self;
        id.is_none() && change.is_none() && reasons.is_none() && security.is_none() && applicability.is_none()
    }
}

/// The way a piece stands among its neighbours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    Block,
    Inline,
    /// In a list.
    Item,
    /// In a list of labelled data.
    Field,
    /// In a table.
    Row,
    /// In a row of a table.
    Cell,
}

/// The type of a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChangeType {
    Add,
    Modify,
    Delete,
}

impl ChangeType {
    pub fn parse(text: &str) -> Option<Self> {
        [Self::Add, Self::Modify, Self::Delete].into_iter().find(|change| change.as_str() == text)
    }

    /// As S1000D spells it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Add => "add",
            Self::Modify => "modify",
            Self::Delete => "delete",
        }
    }
}

/// The statements that hold together for a piece.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Applicability {
    /// The ids of the statements as written, or a key of their own.
    pub key: String,
    /// Indices into [`super::Document::statements`]; `None` for one that is nowhere.
    pub statements: Vec<Option<u32>>,
}

/// A statement of applicability.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Statement {
    Own(Applic),
    /// An entry of a repository, by its identifier.
    Shared(String),
}
