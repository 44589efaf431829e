//! Illustrated parts: one line per item, as in a parts catalogue.

use roxmltree::Node;

use super::data::{self, Column};
use super::draw::{Render, Shape};
use super::html::Tag;
use super::rules::Rule;

pub(super) const RULES: &[(&str, Rule)] = &[
    ("illustratedPartsCatalog", Rule::Block(catalogue)),
    ("catalogSeqNumber", Rule::Block(lone)),
    ("itemIdentData", Rule::Through),
    ("descrForPart", Rule::Wrap(Tag::DIV, "s1d-value")),
];

/// In the order in which S1000D has them: quantities come first.
const PARTS: &[Column] = &[
    Column { word: |words| words.item_number, elements: &["reasonForSelection"], attributes: &["itemSeqNumberValue"] },
    Column { word: |words| words.units, elements: &["quantityPerNextHigherAssy"], attributes: &[] },
    Column { word: |words| words.part_number, elements: &["partRef", "partNumber"], attributes: &[] },
    Column { word: |words| words.description, elements: &["partSegment"], attributes: &[] },
    Column {
        word: |words| words.usage,
        elements: &[
            "applicabilitySegment",
            "partLocationSegment",
            "locationRcmdSegment",
            "genericPartDataGroup",
            "changeAuthorityData",
        ],
        attributes: &[],
    },
];

fn catalogue<'d>(r: &mut Render<'d>, node: Node<'d, 'd>) {
    r.html.open(Tag::DIV, "");
    let mut open = false;
    r.each(node, |r, part| {
        let is_item = part.tag_name().name() == "catalogSeqNumber";
        if is_item && !open {
            r.html.open(Tag::TABLE, "s1d-records s1d-parts");
            data::headings(r, PARTS);
        } else if open && !is_item {
            r.html.close();
        }
        open = is_item;
        if is_item { item(r, part) } else { r.element(part) }
    });
    if open {
        r.html.close();
    }
    r.html.close();
}

fn lone<'d>(r: &mut Render<'d>, node: Node<'d, 'd>) {
    r.html.open(Tag::TABLE, "s1d-records s1d-parts");
    data::headings(r, PARTS);
    lines(r, node);
    r.html.close();
}

fn item<'d>(r: &mut Render<'d>, node: Node<'d, 'd>) {
    r.piece(node, Shape::Field, |r| lines(r, node));
}

/// One item of a figure; it may have several parts, of which one fits.
fn lines<'d>(r: &mut Render<'d>, node: Node<'d, 'd>) {
    r.html.open(Tag::TBODY, "");
    let number = ["figureNumber", "figureNumberVariant", "item", "itemVariant", "catalogSeqNumberValue"]
        .into_iter()
        .filter_map(|name| node.attribute(name))
        .collect::<Vec<_>>()
        .join(" ");
    let indenture = node.attribute("indenture").and_then(|depth| depth.parse::<usize>().ok()).unwrap_or(1).clamp(1, 9);
    let number = format!("{}{number}", "• ".repeat(indenture - 1));
    r.each(node, |r, part| {
        if part.tag_name().name() == "itemSeqNumber" {
            data::record_called(r, part, PARTS, &number);
        } else {
            data::across(r, part, PARTS.len());
        }
    });
    r.html.close();
}
