//! Equations, without any attributes of theirs.

use roxmltree::Node;

use super::rule::Rule;
use super::{Builder, Xml};
use crate::document::kind::{Block, Kind, Math, Phrase};

pub(super) const RULES: &[(&str, Rule)] = &[
    ("equation", Rule::Wrap(Block::Equation)),
    ("inlineequation", Rule::Phrase(Phrase::Equation)),
    ("math", Rule::Inline(math)),
];

fn math<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    b.within(Kind::Math(Math::Equation), |b| inside(b, node));
}

fn inside<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    for inner in node.children() {
        if inner.is_element() {
            part(b, inner);
        } else if inner.text().is_some_and(|text| inner.is_text() && !text.trim().is_empty()) {
            b.within(Kind::Math(Math::Text), |b| b.text(inner, Kind::Text));
        }
    }
}

fn part<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    let math = match node.tag_name().name() {
        "mfrac" => Math::Fraction,
        "mover" => Math::Over,
        "mroot" => Math::Root,
        "msqrt" => Math::SquareRoot,
        "msub" => Math::Sub,
        "msubsup" => Math::SubSup,
        "msup" => Math::Sup,
        "mtable" => Math::Table,
        "mtd" => Math::Cell,
        "mtr" => Math::TableRow,
        "munder" => Math::Under,
        "munderover" => Math::UnderOver,
        "mfenced" => Math::Fenced,
        "mrow" | "mstyle" | "mpadded" | "semantics" | "maction" | "apply" => Math::Row,
        "mi" | "ci" => return token(b, node, Math::Identifier),
        "mn" | "cn" => return token(b, node, Math::Number),
        "mo" => return token(b, node, Math::Operator),
        _ => return token(b, node, Math::Text),
    };
    b.within(Kind::Math(math), |b| inside(b, node));
}

/// Text of an equation; whatever elements it has hold no more than text.
fn token<'d>(b: &mut Builder<'d>, node: Xml<'d>, math: Math) {
    b.within(Kind::Math(math), |b| {
        for text in node.descendants().filter(Node::is_text) {
            b.text(text, Kind::Text);
        }
    });
}
