//! Illustrated parts: one row for each part, as in a parts catalogue, and the hotspots of its figures.

mod hotspots;
mod picked;

use self::hotspots::ListedItem;
use self::picked::Picked;
use super::rule::Rule;
use super::{Builder, Xml, data, listing, records, references};
use crate::document::added::{AddedRole, Wording};
use crate::document::columns::{Column, Columns, RecordKind};
use crate::document::kind::{Block, Form, Kind};
use crate::document::marks::Shape;
use crate::document::table::TableCell;
use crate::document::words::Word;
use crate::object::ident::elements;

pub(super) const RULES: &[(&str, Rule)] = &[
    ("illustratedPartsCatalog", Rule::Block(catalogue)),
    ("catalogSeqNumber", Rule::Block(lone)),
    ("partSegment", Rule::Through),
    ("itemIdentData", Rule::Through),
    ("applicabilitySegment", Rule::Through),
    ("partLocationSegment", Rule::Through),
    ("locationRcmdSegment", Rule::Through),
    ("descrForPart", Rule::Wrap(Block::Value)),
];

static PARTS: Columns = Columns { kind: RecordKind::Parts, columns: COLUMNS };

const COLUMNS: &[Column] = &[
    Column::of(Word::ItemNumber, &[]),
    Column::of(Word::PartNumber, &[]),
    Column::of(Word::Nomenclature, &[]),
    Column::of(Word::Quantity, &[]),
    Column::of(Word::Unit, &[]),
    Column::of(Word::Usage, &[]),
    Column::of(Word::Details, &[]),
];

fn catalogue<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    let first = b.document.graphics.len();
    let mut items = Vec::new();
    b.within(Block::Catalogue, |b| {
        let mut open = false;
        b.each(node, |b, part| {
            let is_item = part.tag_name().name() == "catalogSeqNumber";
            if is_item && !open {
                b.open(Kind::Records((&PARTS).into()));
            } else if open && !is_item {
                b.close();
            }
            open = is_item;
            if is_item {
                b.piece(part, Shape::Row, |b| items.extend(lines(b, part)));
            } else {
                b.element(part);
            }
        });
        if open {
            b.close();
        }
    });
    hotspots::link(&mut b.document.graphics[first..], &items);
}

fn lone<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    b.within(Kind::Records((&PARTS).into()), |b| {
        lines(b, node);
    });
}

/// One item of a figure; it may have several parts, of which one fits.
fn lines<'d>(b: &mut Builder<'d>, node: Xml<'d>) -> Option<ListedItem> {
    let is_part = |part: &Xml<'_>| part.tag_name().name() == "itemSeqNumber";
    let parts = elements(node).filter(is_part).count();
    // The label of the item stands in the rows of its parts.
    let usage = if parts > 0 { b.label.take() } else { None };
    let mut listed = None;
    b.within(Block::Body, |b| {
        listed = ListedItem::read(b, node);
        b.each(node, |b, part| {
            if is_part(&part) {
                b.piece(part, Shape::Row, |b| row(b, part, parts > 1, usage));
            } else {
                records::across(b, part, PARTS.columns.len());
            }
        });
    });
    listed
}

fn row<'d>(b: &mut Builder<'d>, node: Xml<'d>, is_alternate: bool, usage: Option<u32>) {
    let picked = Picked::of(node);
    let item = node.parent_element().unwrap_or(node);
    b.within(Kind::Row { rule: false }, |b| {
        cell(b, |b| {
            b.add_spaced(AddedRole::Number, Wording::text(number(item)));
            if let Some(value) = node.attribute("itemSeqNumberValue").filter(|_| is_alternate) {
                b.add_spaced(AddedRole::Value, Wording::text(value));
            }
        });
        cell(b, |b| draw(b, node, picked.part, part_number));
        cell(b, |b| {
            let depth = indenture(item) - 1;
            if depth > 0 {
                b.add_spaced(AddedRole::Indent, Wording::text("• ".repeat(depth).trim_end()));
            }
            draw(b, node, picked.name, Builder::element);
        });
        cell(b, |b| draw(b, node, picked.quantity, data::value));
        cell(b, |b| draw(b, node, picked.unit, data::value));
        cell(b, |b| {
            if let Some(applicability) = usage {
                b.leaf(Kind::Applies { applicability, form: Form::Block });
            }
            b.label(Form::Block);
            draw(b, node, picked.usage, Builder::element);
        });
        cell(b, |b| details(b, node, picked, is_alternate));
    });
}

fn cell<'d>(b: &mut Builder<'d>, inside: impl FnOnce(&mut Builder<'d>)) {
    b.within(Kind::Cell(TableCell::default()), inside);
}

/// A part of a row that is taken out of its place in the file.
fn draw<'d>(b: &mut Builder<'d>, row: Xml<'d>, part: Option<Xml<'d>>, make: fn(&mut Builder<'d>, Xml<'d>)) {
    if let Some(part) = part {
        b.taken_from(row, part, |b| make(b, part));
    }
}

fn part_number<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    let Some(number) = node.attribute("partNumberValue") else { return data::value(b, node) };
    b.piece(node, Shape::Inline, |b| {
        b.within(Kind::Entry, |b| {
            b.add(AddedRole::EntryName, Wording::text(number));
            references::run_in(b, node);
        });
    });
}

/// Everything else about a part, behind a row that opens.
fn details<'d>(b: &mut Builder<'d>, node: Xml<'d>, picked: Picked<'d>, is_alternate: bool) {
    let manufacturer = picked.part.and_then(|part| part.attribute("manufacturerCodeValue"));
    let number = node.attribute("itemSeqNumberValue").filter(|_| !is_alternate);
    let own = [("manufacturerCodeValue", manufacturer), ("itemSeqNumberValue", number)];
    let own: Vec<_> = own.into_iter().filter_map(|(name, value)| Some((name, value?))).collect();
    if own.is_empty() && picked.placed.is_all_of(node) {
        return;
    }
    b.within(Block::PartDetails, |b| {
        listing::attribute_fields(b, &own);
        b.without(picked.placed.0, |b| b.children(node));
    });
}

/// The number of an item with that of its figure, as in `01A 002`.
fn number(item: Xml<'_>) -> String {
    let joined = |names: [&str; 2]| names.map(|name| item.attribute(name).unwrap_or_default()).concat();
    let parts = [
        joined(["figureNumber", "figureNumberVariant"]),
        joined(["item", "itemVariant"]),
        joined(["catalogSeqNumberValue", ""]),
    ];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
}

fn indenture(item: Xml<'_>) -> usize {
    item.attribute("indenture").and_then(|depth| depth.parse().ok()).unwrap_or(1).clamp(1, 9)
}
