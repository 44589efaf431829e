//! The places of violations in one module, within limits: a BREX of a few kilobytes can select every node of a module
//! hundreds of times.

use super::report::{BrexFinding, FoundNode};
use crate::xpath::{NodeNumber, TreeNodeKind, XPathTree};

/// Nodes described for one module, and the bytes of their paths together; further ones are counted.
const MOST_LISTED: usize = 10_000;
const MOST_PATH_BYTES: usize = 8 << 20;
/// Nodes described for one rule when half of those of the module are used up, so that more rules have places.
const FEW_NODES: usize = 20;
/// The most characters of a value in a finding.
const MOST_VALUE: usize = 200;
/// The line of every so many bytes is known.
const LINE_STEP: usize = 16 << 10;

/// Describes nodes of one module.
#[derive(Debug)]
pub(super) struct NodePlaces<'t, 'd> {
    tree: &'t XPathTree<'d>,
    text: &'d str,
    /// The number of lines that end before each step of the text; empty until it is needed.
    lines: Vec<u32>,
    nodes_left: usize,
    bytes_left: usize,
}

impl<'t, 'd> NodePlaces<'t, 'd> {
    pub(super) fn new(tree: &'t XPathTree<'d>, text: &'d str) -> Self {
        Self { tree, text, lines: Vec::new(), nodes_left: MOST_LISTED, bytes_left: MOST_PATH_BYTES }
    }

    /// Describes the first of these nodes, as many as the limits allow.
    pub(super) fn find_all(&mut self, nodes: &[NodeNumber], with_value: bool) -> Vec<FoundNode> {
        let most = if self.nodes_left > MOST_LISTED / 2 { BrexFinding::MOST_NODES } else { FEW_NODES };
        let mut listed = Vec::new();
        for node in nodes.iter().take(most.min(self.nodes_left)) {
            if self.bytes_left == 0 {
                break;
            }
            let found = self.find(*node, with_value);
            self.nodes_left -= 1;
            self.bytes_left = self.bytes_left.saturating_sub(found.path.len());
            listed.push(found);
        }
        listed
    }

    fn find(&mut self, node: NodeNumber, with_value: bool) -> FoundNode {
        let position = self.tree.position(node);
        let with_value = with_value || self.tree.kind(node) == TreeNodeKind::Attribute;
        let value = with_value.then(|| self.tree.text(node).chars().take(MOST_VALUE).collect());
        FoundNode { path: self.tree.path(node), line: self.line_at(position), position, value }
    }

    /// The line of a byte, counted from 1. Rules ask in any order, so counting does not begin at the top each time.
    pub(super) fn line_at(&mut self, position: usize) -> u32 {
        let bytes = self.text.as_bytes();
        if self.lines.is_empty() {
            let mut before = 0_u32;
            for part in bytes.chunks(LINE_STEP) {
                self.lines.push(before);
                before = before.saturating_add(ends(part));
            }
        }
        let step = position / LINE_STEP;
        let before = self.lines.get(step).copied().unwrap_or_default();
        let rest = bytes.get(step * LINE_STEP..position).unwrap_or_default();
        before.saturating_add(ends(rest)).saturating_add(1)
    }
}

fn ends(part: &[u8]) -> u32 {
    u32::try_from(memchr::memchr_iter(b'\n', part).count()).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use roxmltree::Document;

    use super::*;
    use crate::xpath::NameTable;

    #[test]
    fn lines_are_the_same_in_any_order() {
        let text = format!("<a>\n{}</a>", "<b/>\n".repeat(20_000));
        let document = Document::parse(&text).unwrap_or_else(|error| panic!("{error}"));
        let names = NameTable::default();
        let tree = XPathTree::new(&document, &names);
        let mut places = NodePlaces::new(&tree, document.input_text());
        for line in [20_001_usize, 2, 12_345, 2, 20_001, 3_277] {
            let position = 4 + (line - 2) * 5;
            assert_eq!(places.line_at(position) as usize, line);
        }
        assert_eq!(places.line_at(0), 1);
    }
}
