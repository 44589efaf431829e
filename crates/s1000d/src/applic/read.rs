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
        applic.expression = elements(node).find_map(|part| Expression::read(part, lines));
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
    /// Reads `assert` or `evaluate`; `None` for anything else and for a formula that says nothing.
    fn read(node: Node<'_, '_>, lines: &mut Lines<'_>) -> Option<Self> {
        match node.tag_name().name() {
            "assert" => Assertion::read(node, lines).map(Self::Assert),
            "evaluate" => {
                let mut parts: Vec<Self> = elements(node).filter_map(|part| Self::read(part, lines)).collect();
                // Our own entities spell the attribute `logicalOperator`.
                let operator = node.attribute("andOr").or_else(|| node.attribute("logicalOperator"));
                match parts.len() {
                    0 => None,
                    1 => parts.pop(),
                    _ if operator.is_some_and(|word| word.eq_ignore_ascii_case("or")) => Some(Self::Or(parts)),
                    _ => Some(Self::And(parts)),
                }
            }
            _ => None,
        }
    }
}
