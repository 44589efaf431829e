//! Deciding a statement with what is known of a product: Kleene's three-valued logic.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use super::{Applic, Assertion, Expression, Property, PropertyKind, Value, Values};

/// What is known of a statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Truth {
    False,
    /// A property it depends on is not assigned. What is unknown is kept.
    Unknown,
    True,
}

/// What is known of one product: the values of its properties.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Assignments {
    values: BTreeMap<PropertyKind, BTreeMap<String, String>>,
}

impl Assignments {
    /// Gives a property its value.
    pub fn assign(&mut self, property: Property, value: impl Into<String>) {
        self.values.entry(property.kind).or_default().insert(property.ident, value.into());
    }

    /// The value of a property, if it has one.
    pub fn get(&self, kind: PropertyKind, ident: &str) -> Option<&str> {
        self.values.get(&kind)?.get(ident).map(String::as_str)
    }

    /// Every assignment, product attributes first.
    pub fn iter(&self) -> impl Iterator<Item = (PropertyKind, &str, &str)> {
        self.values
            .iter()
            .flat_map(|(kind, values)| values.iter().map(|(ident, value)| (*kind, ident.as_str(), value.as_str())))
    }
}

impl Truth {
    /// Whether what depends on it stays in a filtered document.
    pub fn keeps(self) -> bool {
        self != Self::False
    }

    pub fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::False, _) | (_, Self::False) => Self::False,
            (Self::True, Self::True) => Self::True,
            _ => Self::Unknown,
        }
    }

    pub fn or(self, other: Self) -> Self {
        match (self, other) {
            (Self::True, _) | (_, Self::True) => Self::True,
            (Self::False, Self::False) => Self::False,
            _ => Self::Unknown,
        }
    }
}

impl Applic {
    /// Whether the statement holds for a product.
    pub fn evaluate(&self, product: &Assignments) -> Truth {
        self.expression.as_ref().map_or(Truth::True, |expression| expression.evaluate(product))
    }
}

impl Expression {
    /// Whether the formula holds for a product.
    pub fn evaluate(&self, product: &Assignments) -> Truth {
        match self {
            Self::Assert(assertion) => assertion.evaluate(product),
            Self::And(parts) => parts.iter().fold(Truth::True, |truth, part| truth.and(part.evaluate(product))),
            Self::Or(parts) => parts.iter().fold(Truth::False, |truth, part| truth.or(part.evaluate(product))),
        }
    }
}

impl Assertion {
    fn evaluate(&self, product: &Assignments) -> Truth {
        match product.get(self.property.kind, &self.property.ident) {
            None => Truth::Unknown,
            Some(value) if self.values.contain(value) => Truth::True,
            Some(_) => Truth::False,
        }
    }
}

impl Values {
    /// Whether a single value is among them.
    pub fn contain(&self, value: &str) -> bool {
        self.iter().any(|member| member.contains(value))
    }
}

impl Value {
    /// Whether some single value is in both.
    pub(super) fn meets(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::One(value), other) | (other, Self::One(value)) => other.contains(value),
            (Self::Range(from, to), Self::Range(other_from, other_to)) => {
                other.contains(from) || other.contains(to) || self.contains(other_from) || self.contains(other_to)
            }
        }
    }

    fn contains(&self, value: &str) -> bool {
        match self {
            Self::One(own) => own == value,
            Self::Range(from, to) => between(from, value, to),
        }
    }
}

/// By number when all three are numbers, else by their characters.
fn between(from: &str, value: &str, to: &str) -> bool {
    let number = |text: &str| text.parse::<f64>().ok().filter(|number| number.is_finite());
    let order = |left: &str, right: &str| match (number(from), number(value), number(to)) {
        (Some(_), Some(_), Some(_)) => number(left).partial_cmp(&number(right)),
        _ => Some(left.cmp(right)),
    };
    order(from, value).is_some_and(Ordering::is_le) && order(value, to).is_some_and(Ordering::is_le)
}
