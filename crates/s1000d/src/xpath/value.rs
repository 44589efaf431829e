//! The values of expressions, and how they are compared.

use std::borrow::Cow;

use super::expr::CompareOp;
use super::number;
use super::tree::{NodeNumber, XPathTree};

/// The value of an expression.
#[derive(Debug, Clone, PartialEq)]
pub enum XPathValue<'t> {
    /// In document order, each once.
    Nodes(Vec<NodeNumber>),
    Boolean(bool),
    Number(f64),
    Text(Cow<'t, str>),
}

impl<'t> XPathValue<'t> {
    /// Nodes are true if there are any, numbers unless they are zero or none, texts unless they are empty.
    pub fn is_true(&self) -> bool {
        match self {
            Self::Nodes(nodes) => !nodes.is_empty(),
            Self::Boolean(value) => *value,
            Self::Number(number) => *number != 0.0 && !number.is_nan(),
            Self::Text(text) => !text.is_empty(),
        }
    }

    pub(super) fn number(&self, tree: &'t XPathTree<'_>) -> f64 {
        match self {
            Self::Number(number) => *number,
            Self::Boolean(value) => f64::from(u8::from(*value)),
            Self::Text(text) => number::read(text),
            Self::Nodes(nodes) => number::read(&text_of_first(nodes, tree)),
        }
    }

    pub(super) fn into_text(self, tree: &'t XPathTree<'_>) -> Cow<'t, str> {
        match self {
            Self::Text(text) => text,
            Self::Number(number) => Cow::Owned(number::write(number)),
            Self::Boolean(value) => Cow::Borrowed(if value { "true" } else { "false" }),
            Self::Nodes(nodes) => text_of_first(&nodes, tree),
        }
    }
}

fn text_of_first<'t>(nodes: &[NodeNumber], tree: &'t XPathTree<'_>) -> Cow<'t, str> {
    nodes.first().map_or(Cow::Borrowed(""), |first| tree.text(*first))
}

impl CompareOp {
    pub(super) fn numbers(self, left: f64, right: f64) -> bool {
        match self {
            #[expect(clippy::float_cmp, reason = "XPath compares numbers exactly")]
            Self::Equal => left == right,
            #[expect(clippy::float_cmp, reason = "XPath compares numbers exactly")]
            Self::NotEqual => left != right,
            Self::Less => left < right,
            Self::LessOrEqual => left <= right,
            Self::Greater => left > right,
            Self::GreaterOrEqual => left >= right,
        }
    }

    /// Texts are equal or not; an order they have as numbers.
    pub(super) fn texts(self, left: &str, right: &str) -> bool {
        match self {
            Self::Equal => left == right,
            Self::NotEqual => left != right,
            _ => self.numbers(number::read(left), number::read(right)),
        }
    }

    pub(super) fn booleans(self, left: bool, right: bool) -> bool {
        self.numbers(f64::from(u8::from(left)), f64::from(u8::from(right)))
    }

    /// `a < b` is `b > a`.
    pub(super) fn turned(self) -> Self {
        match self {
            Self::Equal | Self::NotEqual => self,
            Self::Less => Self::Greater,
            Self::LessOrEqual => Self::GreaterOrEqual,
            Self::Greater => Self::Less,
            Self::GreaterOrEqual => Self::LessOrEqual,
        }
    }

    /// Compares two values of which neither is nodes.
    pub(super) fn plain<'t>(self, left: &XPathValue<'t>, right: &XPathValue<'t>, tree: &'t XPathTree<'_>) -> bool {
        let is_equality = matches!(self, Self::Equal | Self::NotEqual);
        match (left, right) {
            (XPathValue::Boolean(_), _) | (_, XPathValue::Boolean(_)) if is_equality => {
                self.booleans(left.is_true(), right.is_true())
            }
            (XPathValue::Text(left), XPathValue::Text(right)) if is_equality => self.texts(left, right),
            _ => self.numbers(left.number(tree), right.number(tree)),
        }
    }
}
