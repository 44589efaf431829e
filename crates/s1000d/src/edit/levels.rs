//! Indents and outdents steps, sections and list items: they become parts of the block before them, or leave the one around
//! them.

use std::ops::Range;

use super::block::{ElementNode, gap, is_blank, source};
use crate::document::inner_range;
use crate::splice::Splice;

/// Elements that hold others of their kind at their end.
const LEVELS: &[&str] = &["levelledPara", "proceduralStep"];

pub(super) fn indented(node: ElementNode<'_>, position: usize) -> Option<(Splice, usize)> {
    let before = node.prev_sibling_element().filter(|before| before.tag_name() == node.tag_name())?;
    // What the block before applies to would apply to this one, too.
    if has_meaning(before) || !is_blank(node, before.range().end..node.range().start) {
        return None;
    }
    let (at, open, close) = if is_level(node) {
        (content_end(before)?, String::new(), String::new())
    } else {
        item_end(before, node.parent_element().filter(|_| is_item(node))?)?
    };
    let tail = text_of(node, at..before.range().end)?;
    let lead = format!("{}{open}", if open.is_empty() { gap(node) } else { "" });
    let caret = lead.len() + position.checked_sub(node.range().start)?;
    let text = format!("{lead}{}{close}{tail}", source(node));
    Some((Splice::replace(at..node.range().end, text), caret))
}

/// The place for a further item at the end of an item, with the tags of the list that it needs there.
fn item_end(item: ElementNode<'_>, list: ElementNode<'_>) -> Option<(usize, String, String)> {
    let name = list.tag_name();
    let words = item.last_element_child()?;
    let inner = inner_range(words).filter(|_| content_end(item) == Some(words.range().end))?;
    let last = words.last_element_child().filter(|last| last.tag_name() == name && !has_meaning(*last));
    if let Some(last) = last.filter(|last| is_blank(item, last.range().end..inner.end)) {
        return Some((content_end(last)?, String::new(), String::new()));
    }
    Some((content_end(words)?, format!("<{}>", name.name()), format!("</{}>", name.name())))
}

pub(super) fn outdented(node: ElementNode<'_>, position: usize) -> Option<(Splice, usize)> {
    if is_level(node) { level_outdented(node, position) } else { item_outdented(node, position) }
}

/// The blocks behind it become its own, so that all stay in their order.
fn level_outdented(node: ElementNode<'_>, position: usize) -> Option<(Splice, usize)> {
    let parent =
        node.parent_element().filter(|parent| parent.tag_name() == node.tag_name() && !has_meaning(*parent))?;
    let (start, end) = (node.range().start - gap(node).len(), content_end(parent)?);
    let mut behind = node.next_siblings().skip(1).filter(|next| !is_blank(*next, next.range()));
    if !behind.clone().all(|next| next.tag_name() == node.tag_name()) {
        return None;
    }
    let close = text_of(node, end..parent.range().end)?;
    let lead = format!("{close}{}", gap(parent));
    let caret = lead.len() + position.checked_sub(node.range().start)?;
    let text = if behind.next().is_some() {
        let own_end = content_end(node)?;
        let own = text_of(node, node.range().start..own_end)?;
        let rest = text_of(node, own_end..node.range().end)?;
        format!("{lead}{own}{}{rest}", text_of(node, node.range().end..end)?)
    } else {
        lead + source(node)
    };
    Some((Splice::replace(start..parent.range().end, text), caret))
}

/// The last item of a list at the end of an item follows that item; a list without items goes.
fn item_outdented(node: ElementNode<'_>, position: usize) -> Option<(Splice, usize)> {
    let list = node.parent_element().filter(|_| is_item(node))?;
    let words = list.parent_element()?;
    let item = words.parent_element().filter(|item| item.tag_name() == node.tag_name() && !has_meaning(*item))?;
    let is_last = |inside: ElementNode<'_>, around: ElementNode<'_>| {
        inner_range(around).is_some_and(|inner| is_blank(node, inside.range().end..inner.end))
    };
    if !is_last(node, list) || !is_last(list, words) || !is_last(words, item) {
        return None;
    }
    let is_only = node.prev_sibling_element().is_none();
    if is_only && (list.attributes().len() > 0 || !is_blank(node, inner_range(list)?.start..node.range().start)) {
        return None;
    }
    let gone = if is_only { list } else { node };
    let start = gone.range().start - gap(gone).len();
    let lead = format!("{}{}", text_of(node, gone.range().end..item.range().end)?, gap(item));
    let caret = lead.len() + position.checked_sub(node.range().start)?;
    Some((Splice::replace(start..item.range().end, lead + source(node)), caret))
}

fn is_level(node: ElementNode<'_>) -> bool {
    LEVELS.contains(&node.tag_name().name())
}

fn is_item(node: ElementNode<'_>) -> bool {
    node.tag_name().name().ends_with("istItem")
}

/// Whether attributes other than an id say something about all that an element holds.
fn has_meaning(node: ElementNode<'_>) -> bool {
    node.attributes().any(|attribute| attribute.name() != "id" || attribute.namespace().is_some())
}

/// The end of what an element holds, without the white space behind it.
fn content_end(node: ElementNode<'_>) -> Option<usize> {
    let inner = inner_range(node)?;
    Some(inner.start + text_of(node, inner)?.trim_end().len())
}

fn text_of(node: ElementNode<'_>, range: Range<usize>) -> Option<&str> {
    node.document().input_text().get(range)
}
