//! Finds the text runs of a module, which a page lets authors edit.

use std::ops::Range;

use super::Xml;
use super::rule::RuleTable;
use super::rules::RULES;
use crate::document::run::{TextRun, inner_range, is_text_element, placeless};

/// The text runs of a file in their order, and those of elements that have no place for text yet.
pub(crate) fn of(xml: &roxmltree::Document<'_>) -> Vec<TextRun> {
    let mut runs = Vec::new();
    collect(xml.root_element(), &RULES, &mut runs);
    runs.sort_by_key(|run| run.range.start);
    runs
}

/// The text runs of a file in their order, where text stands or may stand as it is.
pub(crate) fn with_place(xml: &roxmltree::Document<'_>) -> Vec<TextRun> {
    let mut runs = of(xml);
    runs.retain(|run| run.missing.is_none());
    runs
}

/// Whether an element stands in a line of text.
pub(crate) fn is_in_line(node: Xml<'_>) -> bool {
    RULES.of(node).is_inline()
}

/// The guard bounds the depth.
fn collect(node: Xml<'_>, rules: &RuleTable, runs: &mut Vec<TextRun>) {
    if let Some(run) = placeless(node) {
        runs.push(run);
    } else if is_text_element(node) {
        add_runs(node, rules, runs);
    }
    // An element in a line of text is edited with the line, or stays as it is.
    let blocks = node.children().filter(|part| part.is_element() && !rules.of(*part).is_inline());
    blocks.for_each(|part| collect(part, rules, runs));
}

/// The runs of one element: its text between the blocks inside it. An empty element has one as well.
fn add_runs(node: Xml<'_>, rules: &RuleTable, runs: &mut Vec<TextRun>) {
    let Some(inner) = inner_range(node) else { return };
    let mut start = inner.start;
    let mut holds_text = false;
    let mut holds_blocks = false;
    let mut add = |range: Range<usize>| {
        runs.push(TextRun { element: node.tag_name().name().into(), around: node.range(), range, missing: None });
    };
    for part in node.children() {
        if part.is_element() && !rules.of(part).is_inline() {
            if holds_text {
                add(start..part.range().start);
            }
            (start, holds_text, holds_blocks) = (part.range().end, false, true);
        } else {
            holds_text |=
                part.is_element() || part.text().is_some_and(|text| part.is_text() && !text.trim().is_empty());
        }
    }
    // A cell holds paragraphs: text that is typed straight into an empty one would not be valid.
    if holds_text || !(holds_blocks || node.tag_name().name() == "entry") {
        add(start..inner.end);
    }
}
