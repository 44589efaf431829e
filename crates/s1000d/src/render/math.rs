//! Equations: `MathML` that browsers lay out, without any of its attributes.

use roxmltree::Node;

use super::draw::Render;
use super::html::Tag;
use super::rules::Rule;

pub(super) const RULES: &[(&str, Rule)] = &[
    ("equation", Rule::Wrap(Tag::DIV, "s1d-equation")),
    ("inlineequation", Rule::Phrase(Tag::SPAN, "s1d-equation")),
    ("math", Rule::Inline(math)),
];

fn math<'d>(r: &mut Render<'d>, node: Node<'d, 'd>) {
    r.html.open(Tag::MATH, "");
    inside(r, node);
    r.html.close();
}

fn inside<'d>(r: &mut Render<'d>, node: Node<'d, 'd>) {
    for inner in node.children() {
        if inner.is_element() {
            part(r, inner);
        } else if let Some(text) = inner.text().filter(|text| inner.is_text() && !text.trim().is_empty()) {
            r.html.leaf(Tag::MTEXT, "", text);
        }
    }
}

fn part<'d>(r: &mut Render<'d>, node: Node<'d, 'd>) {
    // Rows nest as deep as the guard allows; browsers give up long before.
    let name = node.tag_name().name();
    let tag = match name {
        "mfrac" => Tag::MFRAC,
        "mover" => Tag::MOVER,
        "mroot" => Tag::MROOT,
        "msqrt" => Tag::MSQRT,
        "msub" => Tag::MSUB,
        "msubsup" => Tag::MSUBSUP,
        "msup" => Tag::MSUP,
        "mtable" => Tag::MTABLE,
        "mtd" => Tag::MTD,
        "mtr" => Tag::MTR,
        "munder" => Tag::MUNDER,
        "munderover" => Tag::MUNDEROVER,
        "mi" | "ci" => return token(r, node, Tag::MI),
        "mn" | "cn" => return token(r, node, Tag::MN),
        "mo" => return token(r, node, Tag::MO),
        "mrow" | "mstyle" | "mpadded" | "mfenced" | "semantics" | "maction" | "apply" => Tag::MROW,
        _ => return token(r, node, Tag::MTEXT),
    };
    r.html.open(tag, "");
    if name == "mfenced" {
        r.html.leaf(Tag::MO, "s1d-gen", "(");
        inside(r, node);
        r.html.leaf(Tag::MO, "s1d-gen", ")");
    } else {
        inside(r, node);
    }
    r.html.close();
}

/// Text of an equation; whatever elements it has hold no more than text.
fn token<'d>(r: &mut Render<'d>, node: Node<'d, 'd>, tag: Tag) {
    r.html.open(tag, "");
    for text in node.descendants().filter(Node::is_text) {
        r.html.text(text.text().unwrap_or_default());
    }
    r.html.close();
}
