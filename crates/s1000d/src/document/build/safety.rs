//! Warnings, cautions and notes, also those that stand elsewhere in the module and are referred to.

use super::rule::Rule;
use super::{Builder, Xml};
use crate::document::kind::{Block, Kind, SafetyLevel};
use crate::document::marks::Shape;

pub(super) const RULES: &[(&str, Rule)] = &[
    ("warning", Rule::Block(safety)),
    ("caution", Rule::Block(safety)),
    ("danger", Rule::Block(safety)),
    ("note", Rule::Block(safety)),
    ("warningsAndCautions", Rule::Wrap(Block::SafetyList)),
    ("warningsAndCautionsRef", Rule::Wrap(Block::SafetyList)),
    ("safetyRqmts", Rule::Through),
    ("warningSpec", Rule::Block(safety)),
    ("cautionSpec", Rule::Block(safety)),
    ("warningRepository", Rule::Section),
    ("cautionRepository", Rule::Section),
];

fn level(name: &str) -> SafetyLevel {
    match name {
        "warning" | "warningSpec" => SafetyLevel::Warning,
        "caution" | "cautionSpec" => SafetyLevel::Caution,
        "danger" => SafetyLevel::Danger,
        _ => SafetyLevel::Note,
    }
}

fn safety<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    let level = level(node.tag_name().name());
    b.within(Kind::Safety { level, of_repository: false }, |b| b.children(node));
}

/// Copies of the warnings and cautions that an element refers to: they are read where they are referred to.
pub(super) fn referred<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    // A copy makes no copies, so that nothing can hold itself.
    if b.copying {
        return;
    }
    for ids in ["warningRefs", "cautionRefs"].into_iter().filter_map(|name| node.attribute(name)) {
        for id in ids.split_ascii_whitespace() {
            let Some(found) = b.numbers.element(id) else { continue };
            let name = found.tag_name().name();
            if matches!(name, "warning" | "caution" | "note" | "danger" | "warningRef" | "cautionRef") && !b.is_full() {
                b.copied_bytes += found.range().len();
                b.copying = true;
                b.within(Block::Copy, |b| copy(b, found));
                b.copying = false;
            }
        }
    }
}

/// A warning, or the reference to one in a repository in the dress of one.
fn copy<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    let name = node.tag_name().name();
    let Some(kind) = name.strip_suffix("Ref") else { return b.element(node) };
    let level = level(kind);
    b.piece(node, Shape::Block, |b| {
        b.within(Kind::Safety { level, of_repository: true }, |b| b.element(node));
    });
}
