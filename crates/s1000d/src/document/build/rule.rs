//! A rule: how an element becomes nodes.

use foldhash::HashMap;

use super::listing::Listing;
use super::{Builder, Xml};
use crate::document::kind::{Block, Phrase};
use crate::document::marks::Shape;

/// Makes the nodes of one element, whose marks wait for the first one that opens.
pub(super) type Make = for<'b, 'd> fn(&'b mut Builder<'d>, Xml<'d>);

/// The way an element becomes nodes.
#[derive(Clone, Copy)]
pub(super) enum Rule {
    /// A block, by its own function.
    Block(Make),
    /// In a line of text, by its own function.
    Inline(Make),
    /// An item of a list of steps, by its own function.
    Step(Make),
    /// A block around what is inside.
    Wrap(Block),
    /// The same in a line of text.
    Phrase(Phrase),
    /// Only what is inside.
    Through,
    /// A heading, by its title or by its label, and what is inside.
    Section,
    /// A row of a list.
    Record(&'static Listing),
    /// Labelled data.
    Field,
    /// Not an element of S1000D.
    Unknown,
    /// Nested too deep.
    Deep,
}

/// Neighbours that stand in one list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Run {
    Steps,
    Fields,
    Records(&'static Listing),
}

impl Rule {
    pub(super) fn is_inline(self) -> bool {
        matches!(self, Self::Inline(_) | Self::Phrase(_))
    }

    pub(super) fn is_field(self) -> bool {
        matches!(self, Self::Field)
    }

    pub(super) fn run(self) -> Option<Run> {
        match self {
            Self::Step(_) => Some(Run::Steps),
            Self::Field => Some(Run::Fields),
            Self::Record(listing) => Some(Run::Records(listing)),
            _ => None,
        }
    }

    pub(super) fn shape(self) -> Shape {
        match self {
            Self::Inline(_) | Self::Phrase(_) | Self::Deep => Shape::Inline,
            Self::Step(_) => Shape::Item,
            Self::Field => Shape::Field,
            Self::Record(_) => Shape::Row,
            _ => Shape::Block,
        }
    }
}

/// The rules of all elements, by their local names.
pub(super) struct RuleTable(pub(super) HashMap<&'static str, Rule>);

impl RuleTable {
    /// The rule of an element.
    pub(super) fn of(&self, node: Xml<'_>) -> Rule {
        self.0.get(node.tag_name().name()).copied().unwrap_or(Rule::Unknown)
    }
}
