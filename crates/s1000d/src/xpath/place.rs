//! Names and places of nodes, as people and functions of XPath ask for them.

use std::collections::HashMap;

use foldhash::fast::RandomState;

use super::tree::{NodeNumber, TreeNodeKind, XPathTree};

impl<'d> XPathTree<'d> {
    /// The byte of the document's text at which a node begins.
    pub fn position(&self, node: NodeNumber) -> usize {
        let attribute = self.source_attribute(node).map(|attribute| attribute.range().start);
        attribute.unwrap_or_else(|| self.source(node).range().start)
    }

    /// The path of a node, each step with its index: `/dmodule[1]/content[1]/@id`.
    pub fn path(&self, node: NodeNumber) -> String {
        let mut steps = Vec::new();
        let mut next = Some(node);
        while let Some(node) = next.filter(|node| *node > 0) {
            steps.push(self.step(node));
            next = self.parent(node);
        }
        if steps.is_empty() {
            return "/".to_owned();
        }
        steps.iter().rev().fold(String::new(), |path, step| path + "/" + step)
    }

    fn step(&self, node: NodeNumber) -> String {
        let name = self.qualified_name(node);
        let name = match self.kind(node) {
            TreeNodeKind::Attribute => return format!("@{name}"),
            TreeNodeKind::Text => "text()",
            TreeNodeKind::Comment => "comment()",
            TreeNodeKind::Instruction => "processing-instruction()",
            TreeNodeKind::Root | TreeNodeKind::Element => &name,
        };
        let indexes = self.sibling_indexes.get_or_init(|| self.count_siblings());
        format!("{name}[{}]", indexes.get(node as usize).copied().unwrap_or_default())
    }

    /// The place of each node among its siblings of the same kind and name, counted from 1: all at once, because counting
    /// for one node after the other would be quadratic.
    fn count_siblings(&self) -> Vec<u32> {
        let mut counts: HashMap<_, u32, RandomState> = HashMap::default();
        let mut index = |node: NodeNumber| {
            let kind = self.kind(node);
            let source = self.source(node);
            let name = match kind {
                TreeNodeKind::Attribute => return 1,
                TreeNodeKind::Element => (source.tag_name().namespace(), source.tag_name().name()),
                _ => (None, source.pi().map(|pi| pi.target).unwrap_or_default()),
            };
            let count = counts.entry((self.parent(node), kind, name)).or_default();
            *count += 1;
            *count
        };
        (0..self.size()).map(&mut index).collect()
    }

    /// The name with its prefix; empty where a node has none.
    pub(super) fn qualified_name(&self, node: NodeNumber) -> String {
        let source = self.source(node);
        let (namespace, local) = match self.kind(node) {
            TreeNodeKind::Element => (source.tag_name().namespace(), source.tag_name().name()),
            TreeNodeKind::Attribute => {
                let attribute = self.source_attribute(node);
                (attribute.and_then(|one| one.namespace()), attribute.map(|one| one.name()).unwrap_or_default())
            }
            TreeNodeKind::Instruction => (None, source.pi().map(|pi| pi.target).unwrap_or_default()),
            _ => (None, ""),
        };
        match namespace.and_then(|namespace| source.lookup_prefix(namespace)).filter(|prefix| !prefix.is_empty()) {
            Some(prefix) => format!("{prefix}:{local}"),
            None => local.to_owned(),
        }
    }

    pub(super) fn namespace(&self, node: NodeNumber) -> Option<&'d str> {
        match self.kind(node) {
            TreeNodeKind::Element => self.source(node).tag_name().namespace(),
            TreeNodeKind::Attribute => self.source_attribute(node)?.namespace(),
            _ => None,
        }
    }

    /// `xml:lang` in force at a node.
    pub(super) fn language(&self, node: NodeNumber) -> Option<&'d str> {
        let element = self.source(node);
        element.ancestors().find_map(|one| one.attribute((roxmltree::NS_XML_URI, "lang")))
    }
}
