//! The lines of a module in which text is found.

use std::ops::Range;

use foldhash::HashSet;
use roxmltree::{Document, Node, NodeId};

use super::letters::{TextLine, VERBATIM, is_untouched};
use crate::document::{inner_range, text_runs};

/// The lines of the content, in their order; none holds another. `with_data` adds the text of elements that the page
/// does not edit as text.
pub(super) fn of(xml: &Document<'_>, with_data: bool) -> Vec<TextLine> {
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
    let verbatim: Vec<Range<usize>> = content
        .descendants()
        .filter(|node| VERBATIM.contains(&node.tag_name().name()))
        .map(|node| node.range())
        .collect();
    let is_verbatim = |line: &Range<usize>| {
        let behind = verbatim.partition_point(|element| element.start <= line.start);
        behind.checked_sub(1).is_some_and(|last| line.end <= verbatim[last].end)
    };
    lines.into_iter().map(|range| TextLine { is_verbatim: is_verbatim(&range), range }).collect()
}

/// The text of elements outside the runs, which are in their order.
fn data_of(content: Node<'_, '_>, runs: &[Range<usize>]) -> Vec<Range<usize>> {
    let overlaps_run = |range: &Range<usize>| {
        let first = runs.partition_point(|run| run.end <= range.start);
        runs.get(first).is_some_and(|run| run.start < range.end)
    };
    let texts = || content.descendants().filter(|node| has_words(*node));
    let with_words: HashSet<NodeId> = texts().filter_map(|text| text.parent_element()).map(|node| node.id()).collect();
    let mut found: Vec<Range<usize>> = Vec::new();
    for text in texts() {
        let own = text.range();
        let is_known = found.last().is_some_and(|last| own.start < last.end);
        if is_known || overlaps_run(&own) || is_inside_untouched(text) {
            continue;
        }
        let whole = line_around(text, &with_words).filter(|range| !overlaps_run(range));
        found.push(whole.unwrap_or(own));
    }
    found
}

/// The bytes between the tags of the outermost element whose own text this text is part of. `with_words` has the
/// elements with text of their own: looking for it again for each text of a long list would take the square of the time.
fn line_around(text: Node<'_, '_>, with_words: &HashSet<NodeId>) -> Option<Range<usize>> {
    let mut element = text.parent_element()?;
    while let Some(around) = element.parent_element().filter(|around| with_words.contains(&around.id())) {
        element = around;
    }
    inner_range(element)
}

/// Whether a node is text, and not only white space.
fn has_words(node: Node<'_, '_>) -> bool {
    node.is_text() && node.text().is_some_and(|text| !text.trim().is_empty())
}

fn is_inside_untouched(node: Node<'_, '_>) -> bool {
    node.ancestors().any(|around| is_untouched(around.tag_name().name()))
}
