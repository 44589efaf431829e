//! Warnings, cautions and notes, also those that stand elsewhere in the module and are referred to.

use roxmltree::Node;

use super::draw::{Render, Shape};
use super::html::Tag;
use super::rules::Rule;
use super::words::Words;

pub(super) const RULES: &[(&str, Rule)] = &[
    ("warning", Rule::Block(safety)),
    ("caution", Rule::Block(safety)),
    ("danger", Rule::Block(safety)),
    ("note", Rule::Block(safety)),
    ("warningsAndCautions", Rule::Block(collection)),
    ("warningsAndCautionsRef", Rule::Block(collection)),
    ("safetyRqmts", Rule::Through),
    ("warningSpec", Rule::Block(safety)),
    ("cautionSpec", Rule::Block(safety)),
    ("warningRepository", Rule::Section),
    ("cautionRepository", Rule::Section),
];

fn dress(name: &str, words: &'static Words) -> (Tag, &'static str, &'static str) {
    match name {
        "warning" | "warningSpec" => (Tag::ASIDE, "s1d-warning", words.warning),
        "caution" | "cautionSpec" => (Tag::ASIDE, "s1d-caution", words.caution),
        "danger" => (Tag::ASIDE, "s1d-danger", words.danger),
        _ => (Tag::ASIDE, "s1d-note", words.note),
    }
}

fn safety<'d>(r: &mut Render<'d>, node: Node<'d, 'd>) {
    let (tag, class, title) = dress(node.tag_name().name(), r.words);
    r.html.open_with(tag, class, &[("role", "note")]);
    r.html.leaf(Tag::DIV, "s1d-safety-title s1d-gen", title);
    r.children(node);
    r.html.close();
}

/// The warnings that steps refer to; they are read where they are referred to.
fn collection<'d>(r: &mut Render<'d>, node: Node<'d, 'd>) {
    r.html.open(Tag::DETAILS, "s1d-safety-list");
    r.html.leaf(Tag::SUMMARY, "s1d-gen", r.words.warnings_and_cautions);
    r.children(node);
    r.html.close();
}

/// Draws the warnings and cautions that an element refers to, as copies.
pub(super) fn referred<'d>(r: &mut Render<'d>, node: Node<'d, 'd>) {
    // A copy makes no copies, so that nothing can hold itself.
    if r.copying {
        return;
    }
    for ids in ["warningRefs", "cautionRefs"].into_iter().filter_map(|name| node.attribute(name)) {
        for id in ids.split_ascii_whitespace() {
            let Some(found) = r.numbers.element(id) else { continue };
            let name = found.tag_name().name();
            if matches!(name, "warning" | "caution" | "note" | "danger" | "warningRef" | "cautionRef") {
                r.copying = true;
                r.html.open(Tag::DIV, "s1d-gen");
                copy(r, found);
                r.html.close();
                r.copying = false;
            }
        }
    }
}

/// A warning, or the reference to one in a repository in the dress of one.
fn copy<'d>(r: &mut Render<'d>, node: Node<'d, 'd>) {
    let name = node.tag_name().name();
    let Some(kind) = name.strip_suffix("Ref") else { return r.element(node) };
    let (tag, class, title) = dress(kind, r.words);
    r.piece(node, Shape::Block, |r| {
        r.html.open_with(tag, class, &[("role", "note")]);
        r.html.leaf(Tag::DIV, "s1d-safety-title", title);
        r.element(node);
        r.html.close();
    });
}
