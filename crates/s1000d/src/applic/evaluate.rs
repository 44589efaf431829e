//! Deciding a statement with what is known of a product: Kleene's three-valued logic.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use super::order::{compare, is_same};
use super::{Applic, Assertion, Expression, Property, PropertyKind, Value, Values};

/// Separates the values of several products.
const SEVERAL: &str = "|";

/// The truth of a statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Truth {
    False,
    /// A property it depends on is not assigned, or the statement cannot be read or compared. What is unknown is kept.
    Unknown,
    True,
}

/// The values of the properties of one product, or of several: `a|b` is then a value of each of them.
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

    /// The values of several products as one: properties that all of them have, with the values of each.
    pub fn joined(all: &[Self]) -> Self {
        let Some((first, others)) = all.split_first() else { return Self::default() };
        let mut joined = Self::default();
        for (kind, ident, own) in first.iter() {
            let mut values = vec![own];
            for other in others {
                match other.get(kind, ident) {
                    Some(value) if values.contains(&value) => {}
                    Some(value) => values.push(value),
                    None => {
                        values.clear();
                        break;
                    }
                }
            }
            if !values.is_empty() {
                joined.assign(Property { kind, ident: ident.to_owned() }, values.join(SEVERAL));
            }
        }
        joined
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

impl From<bool> for Truth {
    fn from(known: bool) -> Self {
        if known { Self::True } else { Self::False }
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
            Self::Unread(_) => Truth::Unknown,
        }
    }

    /// Whether the formula holds for a product, and the assertions that decide it: those that fail where it fails, those
    /// that are open where it is open.
    pub fn decide(&self, product: &Assignments) -> (Truth, Vec<&Assertion>) {
        let (parts, none, join): (_, _, fn(Truth, Truth) -> Truth) = match self {
            Self::Assert(assertion) => return (assertion.evaluate(product), vec![assertion]),
            Self::Unread(_) => return (Truth::Unknown, Vec::new()),
            Self::And(parts) => (parts, Truth::True, Truth::and),
            Self::Or(parts) => (parts, Truth::False, Truth::or),
        };
        let decided: Vec<(Truth, Vec<&Assertion>)> = parts.iter().map(|part| part.decide(product)).collect();
        let truth = decided.iter().fold(none, |truth, (part, _)| join(truth, *part));
        let deciding = decided.into_iter().filter(|(part, _)| *part == truth).flat_map(|(_, assertions)| assertions);
        (truth, deciding.collect())
    }
}

impl Assertion {
    fn evaluate(&self, product: &Assignments) -> Truth {
        match product.get(self.property.kind, &self.property.ident) {
            // An assertion without values says nothing that could be wrong.
            Some(value) if !self.values.is_empty() => {
                let each = value.split(SEVERAL).map(|one| self.values.hold(one));
                // It depends on the product where it holds for some of several.
                each.reduce(|one, other| if one == other { one } else { Truth::Unknown }).unwrap_or(Truth::Unknown)
            }
            _ => Truth::Unknown,
        }
    }
}

impl Values {
    /// Whether a single value is among them.
    pub fn hold(&self, value: &str) -> Truth {
        self.iter().fold(Truth::False, |truth, member| truth.or(member.holds(value)))
    }
}

impl Value {
    /// Whether it is known that some single value is in both.
    pub(super) fn meets(&self, other: &Self) -> bool {
        let holds = |range: &Self, value: &str| range.holds(value) == Truth::True;
        match (self, other) {
            (Self::One(value), other) | (other, Self::One(value)) => holds(other, value),
            (Self::Range(from, to), Self::Range(other_from, other_to)) => {
                holds(other, from) || holds(other, to) || holds(self, other_from) || holds(self, other_to)
            }
        }
    }

    fn holds(&self, value: &str) -> Truth {
        match self {
            Self::One(own) => is_same(own, value).map_or(Truth::Unknown, Truth::from),
            Self::Range(from, to) => between(from, value, to),
        }
    }
}

/// A range whose ends cannot be ordered, or stand the wrong way round, holds its ends and says nothing of the rest.
fn between(from: &str, value: &str, to: &str) -> Truth {
    if is_same(from, value) == Some(true) || is_same(value, to) == Some(true) {
        return Truth::True;
    }
    if !compare(from, to).is_some_and(Ordering::is_le) {
        return Truth::Unknown;
    }
    match (compare(from, value), compare(value, to)) {
        (Some(Ordering::Greater), _) | (_, Some(Ordering::Greater)) => Truth::False,
        (Some(_), Some(_)) => Truth::True,
        _ => Truth::Unknown,
    }
}
