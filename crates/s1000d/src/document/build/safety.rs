//! Warnings, cautions and notes, also those that stand elsewhere in the module and are referred to.

use super::rule::Rule;
use super::{Builder, Xml, references};
use crate::document::kind::{Block, Kind, SafetyLevel};
use crate::document::shared::IDENTIFIERS;

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
    ("warningRef", Rule::Block(shared)),
    ("cautionRef", Rule::Block(shared)),
];

pub(in crate::document) fn level(name: &str) -> SafetyLevel {
    match name {
        "warning" | "warningSpec" => SafetyLevel::Warning,
        "caution" | "cautionSpec" => SafetyLevel::Caution,
        "danger" => SafetyLevel::Danger,
        _ => SafetyLevel::Note,
    }
}

fn safety<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    let level = level(node.tag_name().name());
    b.within(Kind::Safety { level, shared: None }, |b| b.children(node));
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
                b.within(Block::Copy, |b| b.element(found));
                b.copying = false;
            }
        }
    }
}

/// The reference to a warning of a repository, in the dress of one.
fn shared<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    let level = level(node.tag_name().name().trim_end_matches("Ref"));
    let ident = IDENTIFIERS.into_iter().find_map(|name| node.attribute(name));
    b.within(Kind::Safety { level, shared: ident.map(Into::into) }, |b| references::entry(b, node));
}
