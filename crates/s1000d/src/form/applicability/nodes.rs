//! Statements as trees.

use roxmltree::Node;

use super::fields::{StatementFields, StatementNode};
use crate::applic::{Property, PropertyKind};
use crate::form::writer::{FormText, has_elements_only};
use crate::object::ident::{child, elements, text_of};

const OPERATORS: [&str; 2] = ["andOr", "logicalOperator"];

/// The parts of a statement in the text.
pub(super) struct StatementParts<'a, 'i> {
    pub(super) applic: Node<'a, 'i>,
    pub(super) display: Option<Node<'a, 'i>>,
    pub(super) expression: Option<Node<'a, 'i>>,
    /// The parts that a form does not know, by their numbers.
    pub(super) kept: Vec<Node<'a, 'i>>,
}

impl<'a, 'i> StatementParts<'a, 'i> {
    pub(super) fn of(applic: Node<'a, 'i>) -> Self {
        let is_formula = |node: &Node<'_, '_>| matches!(node.tag_name().name(), "assert" | "evaluate" | "expression");
        let expression = elements(applic).find(is_formula);
        let mut kept = Vec::new();
        if let Some(expression) = expression {
            read_node(expression, &mut kept);
        }
        Self { applic, display: child(applic, "displayText"), expression, kept }
    }

    pub(super) fn fields(&self, uses: usize) -> StatementFields {
        let known = usize::from(self.display.is_some()) + usize::from(self.expression.is_some());
        StatementFields {
            id: self.applic.attribute("id").map(str::to_owned),
            display: self.display.map(display_text).unwrap_or_default(),
            expression: self.node(),
            is_fixed: !has_elements_only(self.applic) || elements(self.applic).count() != known,
            uses,
        }
    }

    /// The attribute with the operator of a group, as the statement writes it.
    pub(super) fn operator_name(&self) -> &'static str {
        let groups = self.expression.into_iter().flat_map(|expression| expression.descendants());
        let mut groups = groups.filter(|node| node.tag_name().name() == "evaluate");
        let is_other = groups.next().is_some_and(|group| group.has_attribute(OPERATORS[1]));
        if is_other { OPERATORS[1] } else { OPERATORS[0] }
    }

    pub(super) fn node(&self) -> Option<StatementNode> {
        self.expression.map(|expression| read_node(expression, &mut Vec::new()))
    }
}

/// The only paragraph of a text for readers.
pub(super) fn paragraph<'a, 'i>(display: Node<'a, 'i>) -> Option<Node<'a, 'i>> {
    let mut parts = elements(display).filter(|_| has_elements_only(display));
    let first = parts.next().filter(|part| part.tag_name().name() == "simplePara")?;
    parts.next().is_none().then_some(first)
}

fn display_text(display: Node<'_, '_>) -> FormText {
    match paragraph(display) {
        Some(paragraph) => FormText::of(paragraph),
        None => FormText { text: text_of(display), is_fixed: display.has_children() },
    }
}

/// A part of a statement; those that a form does not know are added to `kept`.
pub(super) fn read_node<'a, 'i>(node: Node<'a, 'i>, kept: &mut Vec<Node<'a, 'i>>) -> StatementNode {
    if let Some(assert) = read_assert(node) {
        return assert;
    }
    if let Some(is_any) = group_operator(node) {
        let parts = elements(node).map(|part| read_node(part, kept)).collect();
        return StatementNode::Group { is_any, parts };
    }
    kept.push(node);
    let words = text_of(node);
    let source = || node.document().input_text().get(node.range()).unwrap_or_default().to_owned();
    StatementNode::Kept { number: kept.len() - 1, text: if words.is_empty() { source() } else { words } }
}

fn read_assert(node: Node<'_, '_>) -> Option<StatementNode> {
    const KNOWN: [&str; 3] = ["applicPropertyIdent", "applicPropertyType", "applicPropertyValues"];
    let is_known = node.attributes().all(|one| one.namespace().is_none() && KNOWN.contains(&one.name()));
    if node.tag_name().name() != "assert" || !is_known || node.children().any(|part| !is_blank(part)) {
        return None;
    }
    let ident = node.attribute("applicPropertyIdent").filter(|ident| !ident.is_empty())?;
    let kind = node.attribute("applicPropertyType").filter(|word| ["prodattr", "condition"].contains(word))?;
    Some(StatementNode::Assert {
        property: Property { kind: PropertyKind::parse(kind), ident: ident.to_owned() },
        values: node.attribute("applicPropertyValues")?.to_owned(),
    })
}

fn is_blank(node: Node<'_, '_>) -> bool {
    node.is_text() && node.text().unwrap_or_default().trim().is_empty()
}

/// Whether any part of a group suffices; `None` when it is no group that a form knows.
fn group_operator(node: Node<'_, '_>) -> Option<bool> {
    let mut attributes = node.attributes();
    let (Some(operator), None) = (attributes.next(), attributes.next()) else { return None };
    let is_known = node.tag_name().name() == "evaluate" && OPERATORS.contains(&operator.name());
    if !is_known || !has_elements_only(node) || elements(node).count() < 2 {
        return None;
    }
    match operator.value() {
        "or" => Some(true),
        "and" => Some(false),
        _ => None,
    }
}
