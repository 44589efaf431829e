//! The lines of a module in which text is found.

use std::ops::Range;

use roxmltree::{Document, Node};

use super::letters::REFERENCES;
use crate::document::{inner_range, text_runs};

/// The bytes of the lines of the content, in their order; none holds another. `with_data` adds the text of elements
/// that the page does not edit as text.
pub(super) fn of(xml: &Document<'_>, with_data: bool) -> Vec<Range<usize>> {
    let Some(content) = xml.root_element().descendants().find(|node| node.tag_name().name() == "content") else {
        return Vec::new();
    };
    let around = content.range();
    let runs = text_runs(xml).into_iter().map(|run| run.range);
    let mut lines: Vec<Range<usize>> = runs.filter(|run| around.start <= run.start && run.end <= around.end).collect();
    if with_data {
        let data = data_of(content, &lines);
        lines.extend(data);
        lines.sort_by_key(|line| line.start);
    }
    lines
}

/// The text of elements outside the runs, which are in their order.
fn data_of(content: Node<'_, '_>, runs: &[Range<usize>]) -> Vec<Range<usize>> {
    let overlaps_run = |range: &Range<usize>| {
        let first = runs.partition_point(|run| run.end <= range.start);
        runs.get(first).is_some_and(|run| run.start < range.end)
    };
    let mut found: Vec<Range<usize>> = Vec::new();
    let texts = content.descendants().filter(|node| has_words(*node));
    for text in texts {
        let own = text.range();
        let is_known = found.last().is_some_and(|last| own.start < last.end);
        if is_known || overlaps_run(&own) || is_in_reference(text) {
            continue;
        }
        let whole = line_around(text).filter(|range| !overlaps_run(range));
        found.push(whole.unwrap_or(own));
    }
    found
}

/// The bytes between the tags of the outermost element whose own text this text is part of.
fn line_around(text: Node<'_, '_>) -> Option<Range<usize>> {
    let mut element = text.parent_element()?;
    while let Some(around) = element.parent_element().filter(|around| around.children().any(has_words)) {
        element = around;
    }
    inner_range(element)
}

/// Whether a node is text, and not only white space.
fn has_words(node: Node<'_, '_>) -> bool {
    node.is_text() && node.text().is_some_and(|text| !text.trim().is_empty())
}

fn is_in_reference(node: Node<'_, '_>) -> bool {
    node.ancestors().any(|around| REFERENCES.contains(&around.tag_name().name()))
}
