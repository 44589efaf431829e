//! A document as XPath sees it: nodes numbered in document order, attributes among them.

use std::borrow::Cow;
use std::cell::OnceCell;

use roxmltree::{Document, Node, NodeId, NodeType};

use super::names::NameTable;

/// The position of a node in document order; the root is 0.
pub type NodeNumber = u32;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TreeNodeKind {
    Root,
    Element,
    Attribute,
    Text,
    Comment,
    Instruction,
}

#[derive(Debug)]
struct TreeRow<'d> {
    kind: TreeNodeKind,
    name: u32,
    parent: NodeNumber,
    /// One more than the last node below this one.
    end: NodeNumber,
    /// How many attributes follow.
    attributes: u32,
    /// The text of a text node, a comment or an instruction; the value of an attribute.
    text: Cow<'d, str>,
    /// The node itself; for an attribute the element.
    source: NodeId,
}

/// A document with its nodes in document order and lists of them by name.
#[derive(Debug)]
pub struct XPathTree<'d> {
    pub(super) document: &'d Document<'d>,
    rows: Vec<TreeRow<'d>>,
    /// Elements by the number of their name.
    elements: Vec<Vec<NodeNumber>>,
    attributes: Vec<Vec<NodeNumber>>,
    pub(super) sibling_indexes: OnceCell<Vec<u32>>,
}

impl<'d> XPathTree<'d> {
    /// Numbers the nodes of a document and looks their names up.
    pub fn new(document: &'d Document<'d>, names: &NameTable) -> Self {
        let none = vec![Vec::new(); names.size()];
        let mut tree = Self {
            document,
            rows: Vec::new(),
            elements: none.clone(),
            attributes: none,
            sibling_indexes: OnceCell::new(),
        };
        // The numbers of open elements, with the root.
        let mut open: Vec<NodeNumber> = Vec::new();
        for node in document.root().descendants() {
            let depth_parent = node.parent().map(|parent| parent.id());
            while open.last().is_some_and(|last| Some(tree.row(*last).source) != depth_parent) {
                tree.close(open.pop());
            }
            let parent = open.last().copied().unwrap_or(0);
            if let Some(number) = tree.add(node, parent, names) {
                open.push(number);
            }
        }
        while let Some(last) = open.pop() {
            tree.close(Some(last));
        }
        tree
    }

    fn close(&mut self, number: Option<NodeNumber>) {
        let end = self.size();
        if let Some(row) = number.and_then(|number| self.rows.get_mut(number as usize)) {
            row.end = end;
        }
    }

    /// Adds a node; the answer is its number if it can have children.
    fn add(&mut self, node: Node<'d, 'd>, parent: NodeNumber, names: &NameTable) -> Option<NodeNumber> {
        let number = self.size();
        let text = node.text().unwrap_or_default();
        let kind = match node.node_type() {
            NodeType::Root => TreeNodeKind::Root,
            NodeType::Element => TreeNodeKind::Element,
            NodeType::Comment => TreeNodeKind::Comment,
            NodeType::PI => TreeNodeKind::Instruction,
            NodeType::Text => TreeNodeKind::Text,
        };
        match kind {
            TreeNodeKind::Root | TreeNodeKind::Element => {}
            TreeNodeKind::Text => {
                // Character data and a CDATA section side by side are one node.
                if let Some(last) = self.rows.last_mut()
                    && last.kind == TreeNodeKind::Text
                    && last.parent == parent
                {
                    last.text.to_mut().push_str(text);
                    return None;
                }
                self.push(kind, 0, parent, Cow::Borrowed(text), node.id());
                return None;
            }
            _ => {
                let value = node.pi().map_or(text, |pi| pi.value.unwrap_or_default());
                self.push(kind, 0, parent, Cow::Borrowed(value), node.id());
                return None;
            }
        }
        let tag = node.tag_name();
        let name = if kind == TreeNodeKind::Element { names.number(tag.namespace(), tag.name()) } else { 0 };
        self.push(kind, name, parent, Cow::Borrowed(""), node.id());
        if name > 0 {
            self.elements[name as usize].push(number);
        }
        for attribute in node.attributes() {
            let name = names.number(attribute.namespace(), attribute.name());
            let place = self.size();
            self.push(TreeNodeKind::Attribute, name, number, Cow::Borrowed(attribute.value()), node.id());
            if name > 0 {
                self.attributes[name as usize].push(place);
            }
        }
        let count = self.size() - number - 1;
        if let Some(row) = self.rows.get_mut(number as usize) {
            row.attributes = count;
        }
        Some(number)
    }

    fn push(&mut self, kind: TreeNodeKind, name: u32, parent: NodeNumber, text: Cow<'d, str>, source: NodeId) {
        let end = self.size() + 1;
        self.rows.push(TreeRow { kind, name, parent, end, attributes: 0, text, source });
    }

    /// The number of nodes. The parser allows fewer than a number holds.
    pub fn size(&self) -> NodeNumber {
        NodeNumber::try_from(self.rows.len()).unwrap_or(NodeNumber::MAX)
    }

    fn row(&self, node: NodeNumber) -> &TreeRow<'d> {
        &self.rows[node as usize]
    }

    pub fn kind(&self, node: NodeNumber) -> TreeNodeKind {
        self.row(node).kind
    }

    pub(super) fn name_number(&self, node: NodeNumber) -> u32 {
        self.row(node).name
    }

    /// The element or root that a node is in.
    pub fn parent(&self, node: NodeNumber) -> Option<NodeNumber> {
        (node > 0).then(|| self.row(node).parent)
    }

    pub(super) fn end(&self, node: NodeNumber) -> NodeNumber {
        self.row(node).end
    }

    pub(super) fn attributes(&self, node: NodeNumber) -> std::ops::Range<NodeNumber> {
        node + 1..node + 1 + self.row(node).attributes
    }

    /// The child nodes in document order.
    pub(super) fn children(&self, node: NodeNumber) -> impl Iterator<Item = NodeNumber> {
        let (first, end) = (node + 1 + self.row(node).attributes, self.end(node));
        let is_inside = move |child: &NodeNumber| *child < end;
        std::iter::successors(Some(first).filter(is_inside), move |child| Some(self.end(*child)).filter(is_inside))
    }

    /// The elements below a node that have this name.
    pub(super) fn elements_below(&self, node: NodeNumber, name: u32) -> &[NodeNumber] {
        self.below(&self.elements, node, name)
    }

    pub(super) fn attributes_below(&self, node: NodeNumber, name: u32) -> &[NodeNumber] {
        self.below(&self.attributes, node, name)
    }

    fn below<'s>(&'s self, lists: &'s [Vec<NodeNumber>], node: NodeNumber, name: u32) -> &'s [NodeNumber] {
        let all = lists.get(name as usize).map_or(&[][..], Vec::as_slice);
        let end = self.end(node);
        let first = all.partition_point(|one| *one <= node);
        let last = first + all[first..].partition_point(|one| *one < end);
        &all[first..last]
    }

    /// The string value.
    pub fn text(&self, node: NodeNumber) -> Cow<'_, str> {
        let row = self.row(node);
        if !matches!(row.kind, TreeNodeKind::Root | TreeNodeKind::Element) {
            return Cow::Borrowed(&row.text);
        }
        let inside = &self.rows[node as usize + 1..row.end as usize];
        let mut texts = inside.iter().filter(|row| row.kind == TreeNodeKind::Text).map(|row| &*row.text);
        let Some(first) = texts.next() else { return Cow::Borrowed("") };
        let mut text = Cow::Borrowed(first);
        for more in texts {
            text.to_mut().push_str(more);
        }
        text
    }

    /// The node of the document; for an attribute its element.
    pub fn source(&self, node: NodeNumber) -> Node<'d, 'd> {
        // Every row was made from a node of this document.
        self.document.get_node(self.row(node).source).unwrap_or_else(|| self.document.root())
    }

    /// The place of an attribute among those of its element.
    pub fn attribute_index(&self, node: NodeNumber) -> Option<usize> {
        let row = self.row(node);
        (row.kind == TreeNodeKind::Attribute).then(|| (node - row.parent - 1) as usize)
    }

    pub(super) fn source_attribute(&self, node: NodeNumber) -> Option<roxmltree::Attribute<'d, 'd>> {
        self.source(node).attributes().nth(self.attribute_index(node)?)
    }
}
