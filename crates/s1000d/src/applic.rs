//! For which products and under which conditions something holds.
//!
//! An [`Applic`] is read from a module's status, from an entry of its
//! `referencedApplicGroup`, or from contents. It is decided against
//! [`Assignments`] with three values: a property without an assignment makes a
//! statement unknown, not false; so does a value that cannot be read or compared.
//! Readers see unknown content. [`tables`] reads the declarations (ACT, CCT) and
//! the products (PCT); [`words`] writes an expression in plain English or Chinese.
//! Statements are stored beside their file, as XML. S1000D chapter 4.14.

mod evaluate;
mod order;
mod read;
pub mod repository;
pub mod tables;
#[cfg(test)]
mod tests;
pub mod used;
pub mod words;
mod written;

pub use evaluate::{Assignments, Truth};
pub use order::canonical;

/// A statement of applicability.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Applic {
    /// The id that elements of the same file refer to.
    pub id: Option<String>,
    /// The author's text for readers; empty when he left it out.
    pub display: String,
    /// None where the statement holds always.
    pub expression: Option<Expression>,
    /// The content belongs to no product at all, as ATA 2300 says of what is not about aircraft.
    pub without_product: bool,
}

/// A formula over properties.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Expression {
    Assert(Assertion),
    And(Vec<Expression>),
    Or(Vec<Expression>),
    /// A part that cannot be decided, such as an assertion in words alone; its own text.
    Unread(String),
}

/// That a property has one of some values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Assertion {
    pub property: Property,
    pub values: Values,
    /// Line in the file, counted from 1.
    pub line: u32,
}

/// The property of an assertion or an assignment. Identifiers are compared exactly, as the standard has it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Property {
    pub kind: PropertyKind,
    pub ident: String,
}

/// The table that declares a property.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PropertyKind {
    /// A product attribute, declared in the ACT.
    Attribute,
    /// A condition, declared in the CCT.
    Condition,
}

/// Values as S1000D writes them: `a|b` is a set, `x~y` a range with both ends.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Values(Vec<Value>);

/// One member of a set of values.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Value {
    One(String),
    Range(String, String),
}

impl Applic {
    /// Replaces a missing statement; it cannot be decided.
    pub fn undecided() -> Self {
        Self { expression: Some(Expression::Unread(String::new())), ..Self::default() }
    }

    /// The statement that both hold. Joining many does not nest the formula deeper, because evaluation is recursive.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        let mut display = self.display;
        if !display.is_empty() && !other.display.is_empty() {
            display.push_str("; ");
        }
        display.push_str(&other.display);
        let mut parts = Expression::conjuncts(self.expression);
        parts.extend(Expression::conjuncts(other.expression));
        Self {
            id: None,
            display,
            expression: if parts.len() > 1 { Some(Expression::And(parts)) } else { parts.pop() },
            without_product: self.without_product && other.without_product,
        }
    }
}

impl Expression {
    /// The parts of a conjunction.
    fn conjuncts(expression: Option<Self>) -> Vec<Self> {
        match expression {
            Some(Self::And(parts)) => parts,
            other => other.into_iter().collect(),
        }
    }

    /// Every assertion in it, in order.
    pub fn assertions(&self) -> Vec<&Assertion> {
        match self {
            Self::Assert(assertion) => vec![assertion],
            Self::And(parts) | Self::Or(parts) => parts.iter().flat_map(Self::assertions).collect(),
            Self::Unread(_) => Vec::new(),
        }
    }
}

impl PropertyKind {
    /// Reads the attribute; product attributes are what is meant when it says nothing.
    pub fn parse(word: &str) -> Self {
        if word == "condition" { Self::Condition } else { Self::Attribute }
    }

    /// The word in XML.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Attribute => "prodattr",
            Self::Condition => "condition",
        }
    }
}

impl Values {
    /// Reads any text; there is none that is no set of values.
    pub fn parse(text: &str) -> Self {
        let parts = text.split('|').map(str::trim).filter(|part| !part.is_empty());
        Self(
            parts
                .map(|part| match part.split_once('~') {
                    Some((from, to)) => Value::Range(from.trim().to_owned(), to.trim().to_owned()),
                    None => Value::One(part.to_owned()),
                })
                .collect(),
        )
    }

    pub fn iter(&self) -> impl Iterator<Item = &Value> {
        self.0.iter()
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }
}

impl std::fmt::Display for Values {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (index, value) in self.0.iter().enumerate() {
            if index > 0 {
                f.write_str("|")?;
            }
            match value {
                Value::One(value) => f.write_str(value)?,
                Value::Range(from, to) => write!(f, "{from}~{to}")?,
            }
        }
        Ok(())
    }
}
