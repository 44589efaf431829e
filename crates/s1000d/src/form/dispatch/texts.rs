//! Texts of an item that are paragraphs.

use roxmltree::Node;

use crate::form::writer::{FormText, has_elements_only};
use crate::object::ident::{elements, text_of};

/// The text of a paragraph that can be changed, or all text of the element.
pub(super) fn words(node: Node<'_, '_>, paragraph: Option<Node<'_, '_>>) -> FormText {
    match paragraph {
        Some(paragraph) => FormText::of(paragraph),
        None => FormText { text: text_of(node), is_fixed: node.has_children() },
    }
}

/// The only paragraph of an element, or the element itself when it has text alone.
pub(super) fn paragraph<'a, 'i>(node: Node<'a, 'i>) -> Option<Node<'a, 'i>> {
    if node.has_children() && node.children().all(|part| part.is_text()) {
        return Some(node);
    }
    let mut parts = elements(node).filter(|_| has_elements_only(node));
    let first = parts.next().filter(|part| part.tag_name().name() == "para")?;
    parts.next().is_none().then_some(first)
}

/// Whether an element is a proviso, or a list of them.
pub(super) fn is_proviso(node: &Node<'_, '_>) -> bool {
    matches!(node.tag_name().name(), "provisoList" | "proviso")
}
