//! The reference or the text at a position.

use roxmltree::{Document, Node};

use super::{ReferenceAt, ReferenceTarget};
use crate::document::inner_range;
use crate::model::{ContentModel, ElementModel};
use crate::object::ident::{beginning_of, elements, object_ref};
use crate::object::write::{prefix_of, tag_of};

/// The most targets of a list, and the longest label of one.
const MAX_TARGETS: usize = 1_000;
const MAX_LABEL: usize = 80;
/// Bytes of text from which a label is made.
const MAX_READ: usize = 1_000;

const REFERENCES: [&str; 3] = ["dmRef", "pmRef", "internalRef"];

pub(super) struct ReferencePlace<'a, 'i> {
    text: &'a str,
    /// The innermost element around the position.
    pub(super) element: Node<'a, 'i>,
    /// The reference that the position is in.
    pub(super) reference: Option<Node<'a, 'i>>,
    position: usize,
}

impl<'a, 'i> ReferencePlace<'a, 'i> {
    pub(super) fn find(text: &'a str, document: &'a Document<'i>, position: usize) -> Option<Self> {
        let is_reference = |node: &Node<'_, '_>| REFERENCES.contains(&node.tag_name().name());
        let inside = |node: &Node<'_, '_>| node.range().start < position && position < node.range().end;
        let around = document.descendants().rev().find(|node| node.is_element() && inside(node))?;
        // A cursor that stands right before a reference is at it: on the page it cannot be placed within.
        let next = elements(around).find(|node| is_reference(node) && node.range().start == position);
        let reference = around.ancestors().find(is_reference).or(next);
        let is_within = inner_range(around).is_some_and(|inner| inner.start <= position && position <= inner.end);
        if reference.is_none() && !is_within {
            return None;
        }
        Some(Self { text, element: around, reference, position })
    }

    pub(super) fn at(&self) -> Option<ReferenceAt> {
        let node = self.reference?;
        if node.tag_name().name() == "internalRef" {
            return Some(ReferenceAt::Internal { id: node.attribute("internalRefId").unwrap_or_default().to_owned() });
        }
        let fragment = node.attribute("referredFragment").map(str::to_owned);
        Some(match object_ref(node) {
            Ok(target) => ReferenceAt::Object {
                title: target.title.clone().unwrap_or_default(),
                target: Some(target.identity()),
                fragment,
                issue: target.version.issue.map(|issue| issue.to_string()),
            },
            Err(_) => ReferenceAt::Object { target: None, title: String::new(), fragment, issue: None },
        })
    }

    /// Whether the model allows an element in the text at the position.
    pub(super) fn allows(&self, name: &str, model: &ContentModel) -> bool {
        if self.reference.is_some() || !self.is_in_text() {
            return false;
        }
        let Some(element) = self.model_of(model) else { return false };
        let siblings = |is_before: bool| -> Vec<&str> {
            let parts = elements(self.element).filter(|part| (part.range().end <= self.position) == is_before);
            parts.map(|part| tag_of(self.text, part)).collect()
        };
        let insertable = model.insertable(element, &siblings(true), &siblings(false));
        let name = format!("{}{name}", prefix_of(self.text, self.element));
        element.has_text && insertable.iter().any(|one| one.name == name)
    }

    /// The model of the element, found from the root: its content may depend on the elements around it.
    fn model_of<'m>(&self, model: &'m ContentModel) -> Option<&'m ElementModel> {
        let mut path: Vec<Node<'_, '_>> = self.element.ancestors().filter(Node::is_element).collect();
        let root = model.find(tag_of(self.text, path.pop()?))?;
        path.into_iter().rev().try_fold(root, |parent, node| model.child(parent, tag_of(self.text, node)))
    }

    /// Whether the position is between characters, not within markup or a character reference.
    fn is_in_text(&self) -> bool {
        let at = self.position;
        let is_cut = self.element.children().any(|part| {
            let range = part.range();
            let is_inside = range.start < at && at < range.end;
            is_inside && (!part.is_text() || is_in_reference(self.text, range.start, at))
        });
        self.text.is_char_boundary(at) && !is_cut
    }
}

/// Whether a position of a text node is in a character reference or a literal section.
fn is_in_reference(text: &str, start: usize, at: usize) -> bool {
    let before = text.get(start..at).unwrap_or_default();
    let is_open = |open: &str, close: &str| before.rfind(open).is_some_and(|found| !before[found..].contains(close));
    is_open("&", ";") || is_open("<![CDATA[", "]]>")
}

/// The elements of the content that have ids.
pub(super) fn targets(document: &Document<'_>) -> Vec<ReferenceTarget> {
    let content = elements(document.root_element()).find(|node| node.tag_name().name() == "content");
    let all = content.into_iter().flat_map(|content| content.descendants().filter(Node::is_element));
    let named = all.filter(|node| node.tag_name().name() != "applic").filter_map(|node| {
        let id = node.attribute("id").filter(|id| !id.is_empty())?;
        Some(ReferenceTarget { id: id.to_owned(), element: node.tag_name().name().to_owned(), label: label(node) })
    });
    named.take(MAX_TARGETS).collect()
}

fn label(node: Node<'_, '_>) -> String {
    let titled = elements(node).find(|part| matches!(part.tag_name().name(), "title" | "name"));
    // Elements with ids may lie within each other: the text of all of them as a whole would be long.
    beginning_of(titled.unwrap_or(node), MAX_READ, MAX_READ).chars().take(MAX_LABEL).collect()
}

/// The element with an id.
pub(super) fn target<'a, 'i>(document: &'a Document<'i>, id: &str) -> Option<Node<'a, 'i>> {
    document.descendants().find(|node| node.attribute("id") == Some(id))
}

/// The type of a target in S1000D, if it has one.
pub(super) fn target_type(target: Node<'_, '_>) -> Option<&'static str> {
    Some(match target.tag_name().name() {
        "figure" => "irtt01",
        "table" => "irtt02",
        "multimedia" => "irtt03",
        "supplyDescr" => "irtt04",
        "supportEquipDescr" => "irtt05",
        "spareDescr" => "irtt06",
        "para" | "levelledPara" => "irtt07",
        "proceduralStep" => "irtt08",
        "graphic" => "irtt09",
        "multimediaObject" => "irtt10",
        "hotspot" => "irtt11",
        "parameter" => "irtt12",
        _ => return None,
    })
}
