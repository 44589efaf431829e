//! The block at a position, and its parts in the text.

use std::ops::Range;

use roxmltree::Node;

use crate::document::{inner_range, is_text_element, placeless, start_tag_len};

pub(super) type ElementNode<'d> = roxmltree::Node<'d, 'd>;

/// Elements that authors see as one thing and move, copy or delete as a whole.
const BLOCKS: &[&str] = &[
    "attentionRandomListItem",
    "attentionSequentialListItem",
    "caution",
    "definitionListItem",
    "figure",
    "levelledPara",
    "listItem",
    "note",
    "proceduralStep",
    "randomList",
    "reducedRandomListItem",
    "row",
    "sequentialList",
    "table",
    "warning",
];
/// Blocks around the text that commands are offered for.
const MAX_AROUND: usize = 2;

/// The element whose text is edited, and the position in it.
pub(super) struct BlockPlace<'d> {
    pub(super) element: ElementNode<'d>,
    pub(super) inner: Range<usize>,
    pub(super) position: usize,
}

impl<'d> BlockPlace<'d> {
    /// The innermost element with text around a position.
    pub(super) fn at(xml: &'d roxmltree::Document<'d>, position: usize) -> Option<Self> {
        let around = |node: &ElementNode<'_>| node.range().start < position && position < node.range().end;
        let innermost = xml.descendants().rev().find(|node| node.is_element() && around(node))?;
        // An element without a place for text is filled first. A cell is one, whose table can be changed.
        if placeless(innermost).is_some() && (inner_range(innermost).is_none() || !is_text_element(innermost)) {
            return None;
        }
        let holds = |inner: &Range<usize>| inner.start <= position && position <= inner.end;
        let texts = xml.descendants().filter(|node| node.is_element() && is_text_element(*node));
        let (element, inner) = texts.rev().find_map(|node| Some((node, inner_range(node).filter(holds)?)))?;
        Some(Self { element, inner, position })
    }

    /// The element itself and the blocks around it, innermost first, each with its depth. A cell is no block: without it
    /// the other values of its row would stand in other columns.
    pub(super) fn blocks(&self) -> impl Iterator<Item = (usize, ElementNode<'d>)> + use<'d> {
        let around = self.element.ancestors().skip(1).filter(|node| BLOCKS.contains(&node.tag_name().name()));
        let blocks = std::iter::once(self.element).chain(around.take(MAX_AROUND)).enumerate();
        blocks.filter(|(_, node)| !is_cell(*node) && !is_row_of_spans(*node))
    }

    /// The depth of the block that keys act on.
    pub(super) fn nearest(&self) -> usize {
        let mut beside = self.element.parent().into_iter().flat_map(|parent| parent.children());
        let is_alone = !beside.any(|node| node != self.element && node.tag_name() == self.element.tag_name());
        let is_part = self.element.parent_element().is_some_and(|parent| BLOCKS.contains(&parent.tag_name().name()));
        usize::from(is_alone && is_part)
    }

    /// The item or step that the element is a direct part of.
    pub(super) fn item(&self) -> Option<ElementNode<'d>> {
        let is_item = |node: &ElementNode<'_>| {
            let name = node.tag_name().name();
            BLOCKS.contains(&name) && (name.ends_with("Item") || name.ends_with("Step"))
        };
        self.element.parent_element().filter(is_item)
    }
}

pub(super) fn is_cell(node: ElementNode<'_>) -> bool {
    node.tag_name().name() == "entry"
}

/// Whether a row is part of a table with cells of several rows, whose columns depend on the number of rows.
fn is_row_of_spans(node: ElementNode<'_>) -> bool {
    let is_row = node.tag_name().name() == "row";
    let table = node.ancestors().find(|around| matches!(around.tag_name().name(), "tgroup" | "table"));
    is_row && table.is_none_or(|table| table.descendants().any(|part| part.has_attribute("morerows")))
}

/// Whether only white space stands in a range.
pub(super) fn is_blank(node: ElementNode<'_>, range: Range<usize>) -> bool {
    node.document().input_text().get(range).is_some_and(|text| text.trim().is_empty())
}

/// The source of an element.
pub(super) fn source(node: ElementNode<'_>) -> &str {
    node.document().input_text().get(node.range()).unwrap_or_default()
}

/// The start tag of an element without its id, which would be there twice.
pub(super) fn start_tag(node: ElementNode<'_>) -> String {
    let tag = source(node);
    let end = start_tag_len(tag).unwrap_or(tag.len());
    without(node.range().start, &tag[..end], id_of(node))
}

/// The source of an element without all ids in it.
pub(super) fn copy(node: ElementNode<'_>) -> String {
    without(node.range().start, source(node), node.descendants().filter_map(id_of))
}

/// The bytes of an element's id and of the blank before it.
fn id_of(node: ElementNode<'_>) -> Option<Range<usize>> {
    let range =
        node.attributes().find(|attribute| attribute.name() == "id" && attribute.namespace().is_none())?.range();
    Some(range.start.saturating_sub(1)..range.end)
}

/// A text that begins at a byte, without some of the ranges behind it.
fn without(start: usize, text: &str, ranges: impl IntoIterator<Item = Range<usize>>) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut done = 0;
    for range in ranges {
        kept.push_str(text.get(done..range.start - start).unwrap_or_default());
        done = range.end - start;
    }
    kept + text.get(done..).unwrap_or_default()
}

/// The end tag of an element.
pub(super) fn end_tag(node: ElementNode<'_>) -> String {
    let tag = source(node).strip_prefix('<').unwrap_or_default();
    let name = tag.split(|c: char| c.is_ascii_whitespace() || matches!(c, '>' | '/')).next().unwrap_or_default();
    format!("</{name}>")
}

/// The white space before an element, which its new neighbours get as well.
pub(super) fn gap(node: ElementNode<'_>) -> &str {
    let before = node.document().input_text().get(..node.range().start).unwrap_or_default();
    let gap = &before[before.trim_end().len()..];
    if before.trim_end().ends_with('>') { gap } else { "" }
}

/// An empty block of the same kind: the titles in it and the first element with text; of a row, all its cells.
pub(super) fn empty_like(node: ElementNode<'_>) -> String {
    let name = node.tag_name().name();
    let open = if is_cell(node) {
        // A cell without content may be an empty-element tag.
        format!("{}>", start_tag(node).trim_end_matches(['/', '>']))
    } else {
        format!("<{}>", end_tag(node).trim_matches(['<', '/', '>']))
    };
    let parts = node.children().filter(Node::is_element).filter(|part| holds_text(*part));
    let inside: String = if is_text_element(node) {
        parts.take(usize::from(is_cell(node))).map(empty_like).collect()
    } else if name == "row" {
        parts.map(empty_like).collect()
    } else {
        let mut has_text = false;
        let is_needed = |part: &ElementNode<'_>| {
            let is_title = matches!(part.tag_name().name(), "title" | "listItemTerm");
            is_title || !std::mem::replace(&mut has_text, true)
        };
        parts.filter(is_needed).map(empty_like).collect()
    };
    format!("{open}{inside}{}", end_tag(node))
}

fn holds_text(node: ElementNode<'_>) -> bool {
    node.descendants().any(|part| part.is_element() && is_text_element(part))
}
