//! Reads statements from XML.

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
        let formula =
            elements(node).find(|part| matches!(part.tag_name().name(), "assert" | "evaluate" | "expression"));
        applic.expression = match formula {
            Some(part) => Some(Expression::read(part, lines)),
            None => applic.in_words_alone().map(Expression::Unread),
        };
        applic
    }

    /// The author's text, when it is a condition that only a person can decide.
    fn in_words_alone(&self) -> Option<String> {
        let text = self.display.trim_matches(|c: char| c.is_whitespace() || c.is_ascii_punctuation() || c == '。');
        let holds_always = text.is_empty() || self.without_product || ALL.contains(&text.to_lowercase().as_str());
        (!holds_always).then(|| self.display.clone())
    }
}

/// Texts that restrict nothing. Authors write them where a statement must stand.
const ALL: [&str; 14] = [
    "all",
    "all aircraft",
    "all products",
    "all models",
    "all helicopters",
    "all configurations",
    "tous",
    "alle",
    "全部",
    "所有",
    "全部飞机",
    "所有飞机",
    "全部产品",
    "所有产品",
];

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
    /// Reads `assert` or `evaluate`. An unreadable part stays as an undecided one: without it the other parts would
    /// decide alone.
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
