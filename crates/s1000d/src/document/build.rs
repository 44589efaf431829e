//! From XML to the tree: each element gets its marks, then its rule makes its nodes.

mod applicability;
mod brex;
mod bulletins;
mod contents;
mod crew;
mod crossref;
pub(super) mod cut;
mod data;
mod fault;
mod figures;
mod inline;
mod ipd;
mod learning;
mod limits;
mod listing;
mod lists;
mod math;
mod mel;
mod module;
mod names;
mod numbers;
mod paragraphs;
mod pieces;
mod records;
mod references;
mod repositories;
mod requirements;
mod rule;
mod rules;
pub(super) mod runs;
mod safety;
mod schedule;
mod steps;
mod tables;
mod walk;
mod wiring;

use foldhash::{HashMap, HashSet};
use roxmltree::NodeId as XmlId;

use self::numbers::Numbers;
use self::rule::RuleTable;
use super::Document;
use super::added::{Added, AddedRole, Wording};
use super::kind::{AuthorText, Form, Kind};
use super::marks::ElementMarks;
use super::outline::OutlineEntry;
use super::tree::{DocumentNode, NodeId};
use crate::guard::Entity;

pub(super) use module::document;
pub(super) use safety::level as safety_level;

/// Elements nested deeper than this are read as plain text.
pub const MAX_DEPTH: u32 = 100;
/// Nodes that one document may have. Copies of warnings make more of them than the file has elements.
pub const MAX_NODES: usize = 1_500_000;
/// Bytes of the source that copies of warnings may come from. A copy may hold all its text once more.
const MAX_COPIED_BYTES: usize = 24 << 20;

type Xml<'d> = roxmltree::Node<'d, 'd>;

/// A document while its nodes are made.
struct Builder<'d> {
    document: Document,
    /// The nodes that are open, outermost first.
    open: Vec<NodeId>,
    /// The bytes of the element that is being read.
    source: std::ops::Range<u32>,
    entities: &'d [Entity],
    rules: &'static RuleTable,
    numbers: Numbers<'d>,
    /// Marks for the next node that opens, and the element whose warnings belong into it.
    pending: Option<(ElementMarks, Option<Xml<'d>>)>,
    applicability_by_key: HashMap<String, u32>,
    statement_by_element: HashMap<XmlId, Option<u32>>,
    /// Headings around.
    level: u8,
    /// Whether this is a copy of something that stands elsewhere.
    copying: bool,
    /// Bytes of the source that were copied so far.
    copied_bytes: usize,
    depth: u32,
    /// The applicability of the piece that has just begun, until its label finds its place.
    label: Option<u32>,
    /// Child indexes from the root to the current element.
    path: Vec<u32>,
    /// Elements that stand elsewhere in the tree, and are left out where they stand in the file.
    picked: HashSet<XmlId>,
    /// The HTML ids of the elements around that have one, each with the length of the path at it.
    base: Vec<(String, usize)>,
}

impl<'d> Builder<'d> {
    /// Whether there is no room for more nodes.
    fn is_full(&mut self) -> bool {
        let full = self.document.tree.nodes.len() >= MAX_NODES || self.copied_bytes >= MAX_COPIED_BYTES;
        self.document.is_cut |= full;
        full
    }

    /// Adds a node and leaves it open. It takes the marks of the element that has just begun.
    fn open(&mut self, kind: Kind) {
        let id = self.push(kind);
        self.open.push(id);
        if let Some((marks, warned)) = self.pending.take() {
            let tree = &mut self.document.tree;
            if !marks.is_empty() {
                tree.nodes[id.index()].marks = u32::try_from(tree.marks.len()).ok();
                tree.marks.push(marks);
            }
            if let Some(element) = warned {
                safety::referred(self, element);
            }
        }
    }

    fn close(&mut self) {
        let end = u32::try_from(self.document.tree.nodes.len()).unwrap_or(u32::MAX);
        if let Some(id) = self.open.pop() {
            self.document.tree.nodes[id.index()].end = end;
        }
    }

    /// Adds a node around what is made inside.
    fn within(&mut self, kind: impl Into<Kind>, inside: impl FnOnce(&mut Self)) {
        self.open(kind.into());
        inside(self);
        self.close();
    }

    fn leaf(&mut self, kind: Kind) {
        self.open(kind);
        self.close();
    }

    fn push(&mut self, kind: Kind) -> NodeId {
        let nodes = &mut self.document.tree.nodes;
        // The guard bounds files to far less than that.
        let id = NodeId(u32::try_from(nodes.len()).unwrap_or(u32::MAX));
        let parent = self.open.last().copied().unwrap_or(NodeId::ROOT);
        nodes.push(DocumentNode { kind, parent, end: id.0 + 1, source: self.source.clone(), marks: None });
        id
    }

    /// Adds text as it stands in the file.
    fn text(&mut self, node: Xml<'d>, kind: fn(AuthorText) -> Kind) {
        self.text_part(node, node.text().unwrap_or_default(), kind);
    }

    /// Adds a part of a text.
    fn text_part(&mut self, node: Xml<'d>, part: &str, kind: fn(AuthorText) -> Kind) {
        let (source, first) = (node.document().input_text(), node.range());
        // The parser borrows text that needed no decoding.
        let start = part.as_ptr().addr().wrapping_sub(source.as_ptr().addr());
        let range = start..start.wrapping_add(part.len());
        let is_written = first.start <= range.start && range.end <= first.end && range.start <= range.end;
        let (range, text) = if is_written {
            (range, AuthorText::AsWritten)
        } else {
            (first.start..end_of_text(node, source), AuthorText::Decoded(part.into()))
        };
        let id = self.push(kind(text));
        self.document.tree.nodes[id.index()].source = bytes(range);
    }

    /// Adds text that the author did not write.
    fn add(&mut self, role: AddedRole, wording: Wording) {
        self.leaf(Kind::Added(Box::new(Added { role, wording, spaced: false })));
    }

    /// The same with a blank behind it.
    fn add_spaced(&mut self, role: AddedRole, wording: Wording) {
        self.leaf(Kind::Added(Box::new(Added { role, wording, spaced: true })));
    }

    /// The place for the label of the piece that has just begun, if it has one.
    fn label(&mut self, form: Form) {
        if let Some(applicability) = self.label.take() {
            self.leaf(Kind::Applies { applicability, form });
        }
    }

    /// Adds an entry to the outline; gives its index. A copy has none.
    fn outline(&mut self, number: &str, title: Wording) -> Option<u32> {
        if self.copying {
            return None;
        }
        let section = self.open.last().copied().unwrap_or(NodeId::ROOT);
        let outline = &mut self.document.outline;
        outline.push(OutlineEntry { section, number: number.into(), title, level: self.level.saturating_add(1) });
        u32::try_from(outline.len() - 1).ok()
    }
}

/// The end of a text. The parser joins text and `CDATA` sections that follow each other, and knows the range of the
/// first alone.
fn end_of_text(node: Xml<'_>, source: &str) -> usize {
    if let Some(next) = node.next_sibling() {
        return next.range().start;
    }
    let around = node.parent().map_or(source.len(), |parent| parent.range().end);
    source.get(..around).and_then(|before| before.rfind("</")).unwrap_or(around)
}

/// A range of bytes; the guard bounds files to far less than 4 GB.
fn bytes(range: std::ops::Range<usize>) -> std::ops::Range<u32> {
    let short = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
    short(range.start)..short(range.end)
}
