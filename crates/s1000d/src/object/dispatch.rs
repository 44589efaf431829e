//! The columns of a minimum equipment list.

use roxmltree::Node;

use super::ident::{elements, is_deleted, object_ref, text_of};
use super::reference::ObjectRef;

/// An item of a minimum equipment list or of a configuration deviation list.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DispatchItem {
    /// As in `33-40-01`.
    pub number: Option<String>,
    pub title: Option<String>,
    /// Each way to fly with the item inoperative; a deviation list has one without category.
    pub conditions: Vec<DispatchCondition>,
}

/// One line of the list. Numbers are as written: `-` stands for a number that varies.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DispatchCondition {
    pub label: Option<String>,
    pub title: Option<String>,
    /// The repair category, A to D.
    pub category: Option<String>,
    pub installed: Option<String>,
    pub required: Option<String>,
    /// Remarks or exceptions, with the provisos.
    pub remarks: String,
    pub placard: Option<String>,
    pub operational: Vec<ObjectRef>,
    pub maintenance: Vec<ObjectRef>,
}

impl DispatchItem {
    /// Reads `dispatchItem` or `cdlItem`.
    pub(super) fn read(node: Node<'_, '_>) -> Self {
        let lines: Vec<Node<'_, '_>> =
            live(node).filter(|part| part.tag_name().name() == "dispatchCondition").collect();
        let lines = if lines.is_empty() { vec![node] } else { lines };
        let mut item = Self {
            number: field(node, "itemNumber"),
            title: text(node, "title"),
            conditions: lines.into_iter().map(DispatchCondition::read).collect(),
        };
        if let [only] = item.conditions.as_mut_slice()
            && only.title == item.title
        {
            only.title = None;
        }
        item
    }
}

impl DispatchCondition {
    fn read(node: Node<'_, '_>) -> Self {
        Self {
            label: node.attribute("label").map(str::to_owned),
            title: text(node, "title"),
            category: field(node, "repairCategory"),
            installed: field(node, "numberInstalled"),
            required: field(node, "numberRequired"),
            remarks: child(node, "remarks").map(super::walk::block_text).unwrap_or_default(),
            placard: text(node, "placard"),
            operational: procedures(node, "oProcedureRef"),
            maintenance: procedures(node, "mProcedureRef"),
        }
    }
}

/// An attribute or a child element of that name: exporters differ.
fn field(node: Node<'_, '_>, name: &str) -> Option<String> {
    let attribute = node.attribute(name).map(str::trim).filter(|value| !value.is_empty());
    attribute.map(str::to_owned).or_else(|| text(node, name))
}

/// The child elements that are not marked as deleted.
fn live<'a, 'i>(node: Node<'a, 'i>) -> impl Iterator<Item = Node<'a, 'i>> {
    elements(node).filter(|part| !is_deleted(*part))
}

fn child<'a, 'i>(node: Node<'a, 'i>, name: &str) -> Option<Node<'a, 'i>> {
    live(node).find(|part| part.tag_name().name() == name)
}

/// The text of a child, if it has any.
fn text(node: Node<'_, '_>, name: &str) -> Option<String> {
    child(node, name).map(text_of).filter(|text| !text.is_empty())
}

fn procedures(node: Node<'_, '_>, name: &str) -> Vec<ObjectRef> {
    let wrappers = node.descendants().filter(|part| part.is_element() && part.tag_name().name() == name);
    let references = wrappers.flat_map(elements).filter(|part| part.tag_name().name() == "dmRef");
    references.filter_map(|reference| object_ref(reference).ok()).collect()
}
