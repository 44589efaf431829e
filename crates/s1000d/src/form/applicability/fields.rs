//! The applicability as a form shows it, and changes of it.

use crate::applic::{Applic, Assertion, Expression, Property, Values};
use crate::form::writer::FormText;

/// The subject of a statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ApplicTarget {
    Module,
    /// The element whose start tag begins at this byte.
    Element(usize),
}

/// A statement.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct StatementFields {
    /// The id that elements refer to.
    pub id: Option<String>,
    /// The text for readers; fixed unless it is one paragraph.
    pub display: FormText,
    /// `None` where it holds always, or only the text says when it holds.
    pub expression: Option<StatementNode>,
    /// It has content that a form would lose.
    pub is_fixed: bool,
    /// Elements that refer to it.
    pub uses: usize,
}

/// A part of a statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StatementNode {
    /// The property has one of these values; `a|b` is a set, `x~y` a range.
    Assert { property: Property, values: String },
    /// All parts hold, or any of them.
    Group { is_any: bool, parts: Vec<StatementNode> },
    /// A part that a form does not know: its number in the statement and its text.
    Kept { number: usize, text: String },
}

impl StatementNode {
    /// The formula that it stands for. A part that a form does not know cannot be decided.
    pub fn expression(&self) -> Expression {
        match self {
            Self::Assert { property, values } => {
                Expression::Assert(Assertion { property: property.clone(), values: Values::parse(values), line: 0 })
            }
            Self::Group { is_any: true, parts } => Expression::Or(parts.iter().map(Self::expression).collect()),
            Self::Group { parts, .. } => Expression::And(parts.iter().map(Self::expression).collect()),
            Self::Kept { text, .. } => Expression::Unread(text.clone()),
        }
    }
}

/// The applicability of a module or an element.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ApplicabilityFields {
    /// The only statement; `None` for none, or when it stands elsewhere.
    pub own: Option<StatementFields>,
    /// The object that is referred to instead and cannot be changed here: a repository, or several statements.
    pub elsewhere: Option<String>,
    /// The statements that elements of the module can refer to.
    pub group: Vec<StatementFields>,
}

/// The statements that hold for a module, or for an element of it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct EffectiveStatements {
    /// Of the whole module; `None` when the text does not state it, as where a status file does.
    pub module: Option<StatementSet>,
    /// Of the element and of all elements around it.
    pub elements: StatementSet,
}

/// Statements that must all hold.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct StatementSet {
    /// Those of the text.
    pub own: Applic,
    /// The names of statements in a repository.
    pub shared: Vec<String>,
}

/// A change of the applicability.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ApplicabilityChange {
    /// Writes the statement of the module, the one with this id, or a new one for the element.
    Write { id: Option<String>, display: String, expression: Option<StatementNode> },
    /// The element refers to the statement with this id, or to none.
    Refer(Option<String>),
}
