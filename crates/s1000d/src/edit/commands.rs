//! The changes that each command makes.

use std::collections::BTreeSet;
use std::ops::Range;

use roxmltree::{Node, NodeType};

use super::block::{BlockPlace, ElementNode, copy, empty_like, end_tag, gap, is_blank, is_cell, source, start_tag};
use super::levels::{indented, outdented};
use super::table::EditedTable;
use super::{BlockCommand, BlockEdit};
use crate::document::{inner_range, is_in_line};
use crate::splice::Splice;

/// The edits of some commands at a position.
pub(super) fn edits(commands: &[BlockCommand], block: &BlockPlace<'_>) -> Vec<BlockEdit> {
    let is_of_table = |command: &BlockCommand| matches!(command, BlockCommand::Table(_));
    let table = if commands.iter().any(is_of_table) { EditedTable::at(block) } else { None };
    let all = commands.iter().flat_map(|command| match command {
        BlockCommand::Table(of_table) => {
            let made = table.as_ref().and_then(|table| table.edit(*of_table));
            made.map(|(cell, made)| edit(*command, cell, made)).into_iter().collect::<Vec<_>>()
        }
        _ => of_block(*command, block),
    });
    all.collect()
}

/// The edits of one command that is not on tables.
fn of_block(command: BlockCommand, block: &BlockPlace<'_>) -> Vec<BlockEdit> {
    let each = |make: fn(ElementNode<'_>, usize) -> Option<(Splice, usize)>| {
        let made = block.blocks().filter_map(|(depth, node)| {
            let (splice, caret) = make(node, block.position)?;
            let is_nearest = depth == block.nearest();
            Some(BlockEdit { depth, is_nearest, ..edit(command, node, (splice, caret)) })
        });
        made.collect::<Vec<_>>()
    };
    match command {
        BlockCommand::Split => splits(block),
        BlockCommand::Join => joined(block).map(|made| edit(command, block.element, made)).into_iter().collect(),
        BlockCommand::AddBefore => each(added_before),
        BlockCommand::AddAfter => each(added),
        BlockCommand::MoveUp => each(moved_up),
        BlockCommand::MoveDown => each(moved_down),
        BlockCommand::Indent => each(indented),
        BlockCommand::Outdent => each(outdented),
        BlockCommand::Duplicate => each(duplicated),
        BlockCommand::Delete => each(deleted),
        // They need a content model, or the table around the position.
        BlockCommand::InsertAfter
        | BlockCommand::InsertBefore
        | BlockCommand::InsertInside
        | BlockCommand::Table(_) => Vec::new(),
    }
}

pub(super) fn edit(command: BlockCommand, node: ElementNode<'_>, (splice, caret): (Splice, usize)) -> BlockEdit {
    let element = node.tag_name().name().to_owned();
    BlockEdit { command, element, depth: 0, is_nearest: true, inserted: None, splice, caret }
}

/// First the item or step that the text is the end of, then the text alone, then a paragraph behind it, as behind a title.
fn splits(block: &BlockPlace<'_>) -> Vec<BlockEdit> {
    if is_cell(block.element) || is_in_unit(block) {
        return Vec::new();
    }
    let item = block.item().filter(|_| block.element.next_sibling_element().is_none());
    let units = item.into_iter().chain([block.element]);
    let mut all: Vec<_> = units.map(|unit| edit(BlockCommand::Split, unit, split(block, unit))).collect();
    let behind = block.element.document().input_text().get(block.position..block.inner.end);
    if behind.is_some_and(|behind| behind.trim().is_empty()) {
        all.push(edit(BlockCommand::Split, block.element, paragraph_behind(block.element)));
    }
    all
}

/// Elements whose text may be split: they only change its look.
const MARKS: &[&str] = &["changeInline", "emphasis", "subScript", "subscrpt", "superScript", "supscrpt"];

/// Whether the position is inside of something that is edited as a whole: a reference, a comment, a `CDATA` section.
pub(super) fn is_in_unit(block: &BlockPlace<'_>) -> bool {
    let holds = |node: &ElementNode<'_>| node.range().start < block.position && block.position < node.range().end;
    let is_unit = |node: ElementNode<'_>| match node.node_type() {
        NodeType::Element => !MARKS.contains(&node.tag_name().name()),
        NodeType::Text => source(node).contains("<![CDATA["),
        NodeType::Comment | NodeType::PI | NodeType::Root => true,
    };
    block.element.descendants().skip(1).filter(holds).any(is_unit)
}

fn split(block: &BlockPlace<'_>, unit: ElementNode<'_>) -> (Splice, usize) {
    let position = outside_of_ends(block);
    let inside = |node: &ElementNode<'_>| {
        inner_range(*node).is_some_and(|inner| inner.start <= position && position <= inner.end)
    };
    let open: Vec<ElementNode<'_>> =
        unit.descendants().filter(|node| node.is_element() && !is_beside(block, *node)).filter(inside).collect();
    // The white space of the item is that of the new one as well.
    let is_last = |node: &ElementNode<'_>| unit != block.element && *node == block.element;
    let behind = inner_range(unit).map_or("", |inner| blank(unit, block.element.range().end..inner.end));
    let mut text = String::new();
    for node in open.iter().rev() {
        text += &end_tag(*node);
        text += if is_last(node) { behind } else { "" };
    }
    text += gap(unit);
    for node in &open {
        text += if is_last(node) { gap(*node) } else { "" };
        text += &start_tag(*node);
    }
    let caret = text.len();
    (Splice::insert(position, text), caret)
}

/// The white space in a range; nothing where something else stands there.
fn blank(node: ElementNode<'_>, range: Range<usize>) -> &str {
    if is_blank(node, range.clone()) { node.document().input_text().get(range).unwrap_or_default() } else { "" }
}

/// Whether an element is neither around the text nor in it.
fn is_beside(block: &BlockPlace<'_>, node: ElementNode<'_>) -> bool {
    let (own, other) = (block.element.range(), node.range());
    other.end <= own.start || own.end <= other.start
}

/// The position, or the end of an element in the line that begins or ends at it: no empty element is made.
fn outside_of_ends(block: &BlockPlace<'_>) -> usize {
    let mut position = block.position;
    let inside = block.element.descendants().skip(1).filter(Node::is_element);
    let mut ranges: Vec<_> = inside.filter_map(|node| Some((node.range(), inner_range(node)?))).collect();
    ranges.reverse();
    for (whole, inner) in ranges {
        if position == inner.end {
            position = whole.end;
        } else if position == inner.start {
            position = whole.start;
        }
    }
    position
}

fn paragraph_behind(node: ElementNode<'_>) -> (Splice, usize) {
    let before = format!("{}<para>", gap(node));
    let caret = before.len();
    (Splice::insert(node.range().end, before + "</para>"), caret)
}

/// Joins with the text before it; or with the last text of the item before, where it is an item of its own. Nothing but
/// white space and the same tags may stand between them: their attributes, with what the text applies to, would be lost.
fn joined(block: &BlockPlace<'_>) -> Option<(Splice, usize)> {
    if is_cell(block.element) {
        return None;
    }
    let before = match block.element.prev_sibling_element() {
        Some(before) => before,
        None => last_of_item_before(block)?,
    };
    let end = inner_range(before).filter(|_| is_alike(before, block.element))?.end;
    let is_beside =
        before.parent() != block.element.parent() || is_blank(before, before.range().end..block.element.range().start);
    is_beside.then(|| (Splice::replace(end..block.inner.start, ""), 0))
}

/// The text at the end of the item before, when the item of the text has nothing else.
fn last_of_item_before<'d>(block: &BlockPlace<'d>) -> Option<ElementNode<'d>> {
    let item = block.item().filter(|_| block.element.next_sibling_element().is_none())?;
    let earlier = item.prev_sibling_element().filter(|earlier| is_alike(*earlier, item))?;
    let before = earlier.last_element_child()?;
    let (inner, own) = (inner_range(earlier)?, inner_range(item)?);
    let gaps = [
        before.range().end..inner.end,
        earlier.range().end..item.range().start,
        own.start..block.element.range().start,
    ];
    gaps.into_iter().all(|gap| is_blank(item, gap)).then_some(before)
}

/// Whether two elements have the same name and attributes. Only the first one may have an id.
fn is_alike(first: ElementNode<'_>, second: ElementNode<'_>) -> bool {
    let of = |node: ElementNode<'_>| {
        let values = node.attributes().map(|one| (one.namespace(), one.name(), one.value()));
        values.map(|(space, name, value)| (space.map(str::to_owned), name.to_owned(), value.to_owned())).collect()
    };
    let mut own: BTreeSet<(Option<String>, String, String)> = of(first);
    own.retain(|(space, name, _)| space.is_some() || name != "id");
    first.tag_name() == second.tag_name() && own == of(second)
}

fn added(node: ElementNode<'_>, _: usize) -> Option<(Splice, usize)> {
    let text = format!("{}{}", gap(node), empty_like(node));
    let caret = text.find("></").map(|at| at + 1)?;
    Some((Splice::insert(node.range().end, text), caret))
}

fn added_before(node: ElementNode<'_>, _: usize) -> Option<(Splice, usize)> {
    let text = empty_like(node);
    let caret = text.find("></").map(|at| at + 1)?;
    Some((Splice::insert(node.range().start, text + gap(node)), caret))
}

fn duplicated(node: ElementNode<'_>, position: usize) -> Option<(Splice, usize)> {
    let text = format!("{}{}", gap(node), copy(node));
    let caret = gap(node).len() + position.checked_sub(node.range().start)?;
    let caret = text.floor_char_boundary(caret.min(text.len()));
    Some((Splice::insert(node.range().end, text), caret))
}

fn deleted(node: ElementNode<'_>, _: usize) -> Option<(Splice, usize)> {
    let range = node.range();
    let start = range.start.checked_sub(gap(node).len())?;
    Some((Splice::replace(start..range.end, ""), 0))
}

fn moved_up(node: ElementNode<'_>, position: usize) -> Option<(Splice, usize)> {
    let before = node.prev_sibling_element()?;
    let caret = position.checked_sub(node.range().start)?;
    Some((swapped(before, node)?, caret))
}

fn moved_down(node: ElementNode<'_>, position: usize) -> Option<(Splice, usize)> {
    let behind = node.next_sibling_element()?;
    let caret = position.checked_sub(node.range().start)? + (behind.range().end - node.range().end);
    Some((swapped(node, behind)?, caret))
}

/// Two neighbours in the other order; what stands between them stays there.
fn swapped(first: ElementNode<'_>, second: ElementNode<'_>) -> Option<Splice> {
    // In a line of text an element belongs to the words around it.
    let mut between = first.next_siblings().skip(1).take_while(|node| *node != second);
    let is_word = |node: ElementNode<'_>| node.is_text() && node.text().is_some_and(|text| !text.trim().is_empty());
    if is_in_line(first) || is_in_line(second) || between.any(is_word) {
        return None;
    }
    let between = first.document().input_text().get(first.range().end..second.range().start)?;
    let text = format!("{}{between}{}", source(second), source(first));
    Some(Splice::replace(first.range().start..second.range().end, text))
}
