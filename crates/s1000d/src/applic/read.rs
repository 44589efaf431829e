//! Statements as they stand in a tree.

use roxmltree::Node;

use super::{Applic, Assertion, Expression, Property, PropertyKind, Values};
use crate::object::ident::{child, elements, text_of};
use crate::object::lines::Lines;

impl Applic {
    /// Reads `applic`.
    pub(crate) fn read(node: Node<'_, '_>, lines: &mut Lines<'_>) -> Self {
        let mut applic = Self { id: node.attribute("id").map(str::to_owned), ..Self::default() };
        if let Some(display) = child(node, "displayText") {
            let paragraphs: Vec<String> = elements(display).map(text_of).collect();
            applic.display = if paragraphs.is_empty() { text_of(display) } else { paragraphs.join("\n") };
        }
        applic.without_product = child(node, "noProduct").is_some();
        let formula = elements(node).find(|part| matches!(part.tag_name().name(), "assert" | "evaluate"));
        applic.expression = formula.map(|part| Expression::read(part, lines));
        applic
    }
}

impl Assertion {
    /// Reads `assert`; `None` when it is about nothing.
    pub(crate) fn read(node: Node<'_, '_>, lines: &mut Lines<'_>) -> Option<Self> {
        let ident = node.attribute("applicPropertyIdent").map(str::trim).filter(|ident| !ident.is_empty())?;
        let kind = PropertyKind::parse(node.attribute("applicPropertyType").unwrap_or_default());
        Some(Self {
            property: Property { kind, ident: ident.to_owned() },
            values: Values::parse(node.attribute("applicPropertyValues").unwrap_or_default()),
            line: lines.of(node),
        })
    }
}

impl Expression {
    /// Reads `assert` or `evaluate`. What cannot be read stays as a part that nobody can decide: without it the others
    /// would decide alone.
    fn read(node: Node<'_, '_>, lines: &mut Lines<'_>) -> Self {
        let unread = || Self::Unread(text_of(node));
        match node.tag_name().name() {
            "assert" => Assertion::read(node, lines).map_or_else(unread, Self::Assert),
            "evaluate" => {
                let mut parts: Vec<Self> = elements(node).map(|part| Self::read(part, lines)).collect();
                // Our own entities spell the attribute `logicalOperator`.
                let operator = node.attribute("andOr").or_else(|| node.attribute("logicalOperator"));
                match parts.len() {
                    0 | 1 => parts.pop().unwrap_or_else(unread),
                    _ if operator.is_some_and(|word| word.eq_ignore_ascii_case("or")) => Self::Or(parts),
                    _ => Self::And(parts),
                }
            }
            _ => unread(),
        }
    }
}
