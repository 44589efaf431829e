//! Illustrated parts: one line per item, as in a parts catalogue.

use super::data;
use super::rule::Rule;
use super::{Builder, Xml};
use crate::document::added::Wording;
use crate::document::columns::{Column, Columns};
use crate::document::kind::{Block, Kind};
use crate::document::marks::Shape;
use crate::document::words::Word;

pub(super) const RULES: &[(&str, Rule)] = &[
    ("illustratedPartsCatalog", Rule::Block(catalogue)),
    ("catalogSeqNumber", Rule::Block(lone)),
    ("itemIdentData", Rule::Through),
    ("descrForPart", Rule::Wrap(Block::Value)),
];

/// In the order in which S1000D has them: quantities come first.
static PARTS: Columns = Columns { is_parts_list: true, columns: COLUMNS };

const COLUMNS: &[Column] = &[
    Column { word: Word::ItemNumber, elements: &["reasonForSelection"], attributes: &["itemSeqNumberValue"] },
    Column { word: Word::Units, elements: &["quantityPerNextHigherAssy"], attributes: &[] },
    Column { word: Word::PartNumber, elements: &["partRef", "partNumber"], attributes: &[] },
    Column { word: Word::Description, elements: &["partSegment"], attributes: &[] },
    Column {
        word: Word::Usage,
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

fn catalogue<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    b.within(Block::Plain, |b| {
        let mut open = false;
        b.each(node, |b, part| {
            let is_item = part.tag_name().name() == "catalogSeqNumber";
            if is_item && !open {
                b.open(Kind::Records(&PARTS));
            } else if open && !is_item {
                b.close();
            }
            open = is_item;
            if is_item {
                b.piece(part, Shape::Field, |b| lines(b, part));
            } else {
                b.element(part);
            }
        });
        if open {
            b.close();
        }
    });
}

fn lone<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    b.within(Kind::Records(&PARTS), |b| lines(b, node));
}

/// One item of a figure; it may have several parts, of which one fits.
fn lines<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    let number = ["figureNumber", "figureNumberVariant", "item", "itemVariant", "catalogSeqNumberValue"]
        .into_iter()
        .filter_map(|name| node.attribute(name))
        .collect::<Vec<_>>()
        .join(" ");
    let indenture = node.attribute("indenture").and_then(|depth| depth.parse::<usize>().ok()).unwrap_or(1).clamp(1, 9);
    let number = format!("{}{number}", "• ".repeat(indenture - 1));
    b.within(Block::Body, |b| {
        b.each(node, |b, part| {
            if part.tag_name().name() == "itemSeqNumber" {
                data::record_called(b, part, &PARTS, Some(Wording::text(number.as_str())));
            } else {
                data::across(b, part, PARTS.columns.len());
            }
        });
    });
}
