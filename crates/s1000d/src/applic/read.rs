//! Statements as they stand in a tree.

use roxmltree::{Document, Node};

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

impl Expression {
    /// Reads `assert` or `evaluate`; `None` for anything else and for a formula that says nothing.
    fn read(node: Node<'_, '_>, lines: &mut Lines<'_>) -> Option<Self> {
        match node.tag_name().name() {
            "assert" => {
                let ident = node.attribute("applicPropertyIdent").unwrap_or_default().trim();
                if ident.is_empty() {
                    return None;
                }
                let kind = PropertyKind::parse(node.attribute("applicPropertyType").unwrap_or_default());
                Some(Self::Assert(Assertion {
                    property: Property { kind, ident: ident.to_owned() },
                    values: Values::parse(node.attribute("applicPropertyValues").unwrap_or_default()),
                    line: lines.of(node),
                }))
            }
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

/// The assertions of a CCT about where its conditions are incorporated.
pub(crate) fn incorporations(document: &Document<'_>) -> Vec<Assertion> {
    let mut lines = Lines::new(document.input_text());
    let inside = |node: &Node<'_, '_>| node.ancestors().any(|above| above.has_tag_name("incorporation"));
    let statements = document.descendants().filter(|node| node.has_tag_name("applic")).filter(inside);
    let expressions = statements.filter_map(|node| Applic::read(node, &mut lines).expression);
    expressions.flat_map(|expression| expression.assertions().into_iter().cloned().collect::<Vec<_>>()).collect()
}
