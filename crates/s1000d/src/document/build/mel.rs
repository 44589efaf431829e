//! The minimum equipment list: dispatch items as the table that crews know, and what belongs to them.

use super::paragraphs::{heading, leading_title};
use super::rule::Rule;
use super::{Builder, Xml, data, records};
use crate::document::added::{AddedRole, Wording};
use crate::document::columns::{Column, Columns};
use crate::document::kind::{Block, Form, Kind, Procedures};
use crate::document::marks::Shape;
use crate::document::words::Word;
use crate::object::ident::{child, child_text};

pub(super) const RULES: &[(&str, Rule)] = &[
    ("dispatchItem", Rule::Block(item)),
    ("cdlItem", Rule::Block(deviation)),
    ("dispatchCondition", Rule::Block(condition)),
    ("provisoList", Rule::Block(provisos)),
    ("placard", Rule::Wrap(Block::Placard)),
    ("oProcedureRef", Rule::Block(operational)),
    ("mProcedureRef", Rule::Block(maintenance)),
    ("dispatchProcedure", Rule::Block(procedure)),
    ("dispatchLocator", Rule::Block(locator)),
    // The heading has it too.
    ("itemNumber", Rule::Wrap(Block::ItemNumber)),
];

static CONDITIONS: Columns = Columns::of(&[
    Column::of(Word::Item, &["@label", "title"]),
    Column::of(Word::RepairCategory, &["@repairCategory", "repairCategory"]),
    Column::of(Word::Installed, &["@numberInstalled", "numberInstalled"]),
    Column::of(Word::Required, &["@numberRequired", "numberRequired"]),
    Column::of(Word::Exceptions, &["remarks", "placard", "oProcedureRef", "mProcedureRef"]),
]);

static DEVIATION: Columns = Columns::of(&[
    Column::of(Word::Location, &["location"]),
    Column::of(Word::Installed, &["@numberInstalled", "numberInstalled"]),
    Column::of(Word::Required, &["@numberRequired", "numberRequired"]),
    Column::of(Word::Exceptions, &["remarks", "placard", "oProcedureRef", "mProcedureRef"]),
    Column::of(Word::Penalty, &["performancePenalty"]),
]);

static MESSAGES: Columns = Columns::of(&[
    Column::of(Word::Message, &["electronicMessage"]),
    Column::of(Word::DispatchItem, &["dmRef", "refs"]),
]);

fn item<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    let has_conditions = child(node, "dispatchCondition").is_some();
    list(b, node, if has_conditions { None } else { Some(&CONDITIONS) });
}

fn deviation<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    list(b, node, Some(&DEVIATION));
}

/// An item with its table; `columns` where the item itself is the only row.
fn list<'d>(b: &mut Builder<'d>, node: Xml<'d>, columns: Option<&'static Columns>) {
    b.within(Block::DispatchItem, |b| {
        let number = node.attribute("itemNumber").map(str::to_owned).or_else(|| child_text(node, "itemNumber"));
        let title = leading_title(node);
        if let Some(title) = title {
            heading(b, title, &number.unwrap_or_default());
        }
        match columns {
            Some(columns) => only_row(b, node, title, columns),
            None => conditions(b, node, title),
        }
    });
}

fn only_row<'d>(b: &mut Builder<'d>, node: Xml<'d>, title: Option<Xml<'d>>, columns: &'static Columns) {
    let parts: Vec<Xml<'d>> = node.children().filter(|part| data::has_content(*part)).collect();
    let mut numbered = false;
    let is_head = |part: &&Xml<'d>| {
        let is_number = part.tag_name().name() == "itemNumber" && !std::mem::replace(&mut numbered, true);
        Some(**part) == title || is_number
    };
    let (head, rest) = parts.split_at(parts.iter().take_while(is_head).count());
    head.iter().filter(|part| Some(**part) != title).for_each(|part| b.at(0, |b| b.element(*part)));
    records::table(b, columns, |b| records::row(b, node, rest, columns, None));
}

fn conditions<'d>(b: &mut Builder<'d>, node: Xml<'d>, title: Option<Xml<'d>>) {
    let mut open = false;
    b.each(node, |b, part| {
        let is_row = part.tag_name().name() == "dispatchCondition";
        if is_row && !open {
            records::open_records(b, &CONDITIONS);
        } else if open && !is_row {
            records::close_records(b);
        }
        open = is_row;
        if is_row {
            records::record(b, part, &CONDITIONS);
        } else if Some(part) != title {
            b.element(part);
        }
    });
    if open {
        records::close_records(b);
    }
}

/// A condition that stands outside of its item.
fn condition<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    let parts: Vec<Xml<'d>> = node.children().collect();
    b.within(Block::DispatchCondition, |b| {
        records::table(b, &CONDITIONS, |b| records::row(b, node, &parts, &CONDITIONS, None));
    });
}

fn provisos<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    b.within(Block::Provisos, |b| {
        b.each(node, |b, part| {
            if part.tag_name().name() == "proviso" {
                b.piece(part, Shape::Item, |b| proviso(b, part));
            } else {
                b.within(Block::Item, |b| b.element(part));
            }
        });
    });
}

fn proviso<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    let label = node.attribute("label").unwrap_or_default();
    b.within(Kind::Proviso(label.into()), |b| {
        b.label(Form::Block);
        if !label.is_empty() {
            b.add_spaced(AddedRole::Number, Wording::text(format!("{label})")));
        }
        b.children(node);
    });
}

fn operational<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    b.within(Kind::Procedures(Procedures::Operational), |b| b.children(node));
}

fn maintenance<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    b.within(Kind::Procedures(Procedures::Maintenance), |b| b.children(node));
}

fn procedure<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    b.within(Block::Section, |b| {
        let title = own_title(b, node);
        let kind = match node.attribute("procedureType") {
            Some("operational") => Some(Word::Operational),
            Some("maintenance") => Some(Word::Maintenance),
            _ => None,
        };
        if let Some(kind) = kind {
            b.add(AddedRole::BlockLabel, Wording::Word(kind));
        }
        b.children_but(node, title.is_some());
    });
}

fn locator<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    b.within(Block::Section, |b| {
        let title = own_title(b, node);
        records::records_but(b, node, title, &["locatorEntry"], &MESSAGES);
    });
}

/// The title that a section begins with, as its heading.
fn own_title<'d>(b: &mut Builder<'d>, node: Xml<'d>) -> Option<Xml<'d>> {
    let title = leading_title(node);
    if let Some(title) = title {
        heading(b, title, "");
    }
    title
}
