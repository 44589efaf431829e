//! The nodes of a document, in the order in which they are read.

use std::ops::Range;

use super::kind::Kind;
use super::marks::ElementMarks;

/// A node of one document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(pub(super) u32);

impl NodeId {
    pub const ROOT: Self = Self(0);

    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

/// One node. What is inside it follows it.
#[derive(Debug, Clone, PartialEq)]
pub struct DocumentNode {
    pub kind: Kind,
    pub(super) parent: NodeId,
    /// The first node behind all that is inside.
    pub(super) end: u32,
    pub(super) source: Range<u32>,
    /// An index into the marks of the document.
    pub(super) marks: Option<u32>,
}

/// All nodes of a document.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct NodeTree {
    pub(super) nodes: Vec<DocumentNode>,
    pub(super) marks: Vec<ElementMarks>,
}

impl NodeTree {
    pub(super) fn with_room_for(nodes: usize) -> Self {
        Self { nodes: Vec::with_capacity(nodes), marks: Vec::with_capacity(nodes / 4) }
    }

    pub(super) fn node(&self, id: NodeId) -> &DocumentNode {
        &self.nodes[id.index()]
    }

    pub(super) fn marks(&self, id: NodeId) -> Option<&ElementMarks> {
        self.node(id).marks.map(|index| &self.marks[index as usize])
    }

    pub(super) fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        let end = self.node(id).end;
        let mut next = id.0 + 1;
        std::iter::from_fn(move || {
            let id = NodeId(next);
            (next < end).then(|| {
                next = self.node(id).end;
                id
            })
        })
    }

    /// Ends the ranges of nodes where the text that was read ends.
    pub(super) fn end_ranges_at(&mut self, end: usize) {
        let end = u32::try_from(end).unwrap_or(u32::MAX);
        for node in &mut self.nodes {
            node.source = node.source.start.min(end)..node.source.end.min(end);
        }
    }

    /// The node itself and all that is inside it.
    pub(super) fn descendants(&self, id: NodeId) -> impl Iterator<Item = NodeId> + use<> {
        (id.0..self.node(id).end).map(NodeId)
    }
}
