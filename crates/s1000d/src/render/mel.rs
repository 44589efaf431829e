//! The minimum equipment list: dispatch items as the table that crews know, and what belongs to them.

use roxmltree::Node;

use super::data::{self, Column};
use super::draw::{Render, Shape};
use super::html::Tag;
use super::paragraphs::{heading, leading_title};
use super::rules::Rule;
use crate::object::ident::{child, child_text};

pub(super) const RULES: &[(&str, Rule)] = &[
    ("dispatchItem", Rule::Block(item)),
    ("cdlItem", Rule::Block(deviation)),
    ("dispatchCondition", Rule::Block(condition)),
    ("provisoList", Rule::Block(provisos)),
    ("placard", Rule::Block(placard)),
    ("oProcedureRef", Rule::Block(procedure_ref)),
    ("mProcedureRef", Rule::Block(procedure_ref)),
    ("dispatchProcedure", Rule::Block(procedure)),
    ("dispatchLocator", Rule::Block(locator)),
    // The heading has it too.
    ("itemNumber", Rule::Wrap(Tag::DIV, "s1d-item-number")),
];

const CONDITIONS: &[Column] = &[
    Column { word: |words| words.item, elements: &["title"], attributes: &["label"] },
    Column { word: |words| words.repair_category, elements: &["repairCategory"], attributes: &["repairCategory"] },
    Column { word: |words| words.installed, elements: &["numberInstalled"], attributes: &["numberInstalled"] },
    Column { word: |words| words.required, elements: &["numberRequired"], attributes: &["numberRequired"] },
    Column {
        word: |words| words.exceptions,
        elements: &["remarks", "placard", "oProcedureRef", "mProcedureRef"],
        attributes: &[],
    },
];

const DEVIATION: &[Column] = &[
    Column { word: |words| words.location, elements: &["location"], attributes: &[] },
    Column { word: |words| words.installed, elements: &["numberInstalled"], attributes: &["numberInstalled"] },
    Column { word: |words| words.required, elements: &["numberRequired"], attributes: &["numberRequired"] },
    Column {
        word: |words| words.exceptions,
        elements: &["remarks", "placard", "oProcedureRef", "mProcedureRef"],
        attributes: &[],
    },
    Column { word: |words| words.penalty, elements: &["performancePenalty"], attributes: &[] },
];

const MESSAGES: &[Column] = &[
    Column { word: |words| words.message, elements: &["electronicMessage"], attributes: &[] },
    Column { word: |words| words.dispatch_item, elements: &["dmRef", "refs"], attributes: &[] },
];

fn item<'d>(r: &mut Render<'d>, node: Node<'d, 'd>) {
    let has_conditions = child(node, "dispatchCondition").is_some();
    list(r, node, if has_conditions { None } else { Some(CONDITIONS) });
}

fn deviation<'d>(r: &mut Render<'d>, node: Node<'d, 'd>) {
    list(r, node, Some(DEVIATION));
}

/// An item with its table; `columns` where the item itself is the only row.
fn list<'d>(r: &mut Render<'d>, node: Node<'d, 'd>, columns: Option<&[Column]>) {
    let id = r.id_of(node);
    r.html.open(Tag::SECTION, "s1d-section s1d-mel");
    let number = node.attribute("itemNumber").map(str::to_owned).or_else(|| child_text(node, "itemNumber"));
    let title = leading_title(node);
    if let Some(title) = title {
        heading(r, title, &id, &number.unwrap_or_default());
    }
    if let Some(columns) = columns {
        let parts: Vec<Node<'d, 'd>> = node.children().filter(|part| data::is_said(*part)).collect();
        let is_head = |part: &&Node<'d, 'd>| Some(**part) == title || part.tag_name().name() == "itemNumber";
        let (head, rest) = parts.split_at(parts.iter().take_while(is_head).count());
        head.iter().filter(|part| Some(**part) != title).for_each(|part| r.at(0, |r| r.element(*part)));
        data::open_records(r, columns);
        data::row(r, node, rest, columns, "");
        data::close_records(r);
    } else {
        let mut open = false;
        r.each(node, |r, part| {
            let is_row = part.tag_name().name() == "dispatchCondition";
            if is_row && !open {
                data::open_records(r, CONDITIONS);
            } else if open && !is_row {
                data::close_records(r);
            }
            open = is_row;
            if is_row {
                data::record(r, part, CONDITIONS);
            } else if Some(part) != title {
                r.element(part);
            }
        });
        if open {
            data::close_records(r);
        }
    }
    r.html.close();
}

/// A condition that stands outside of its item.
fn condition<'d>(r: &mut Render<'d>, node: Node<'d, 'd>) {
    r.html.open(Tag::DIV, "s1d-mel");
    data::open_records(r, CONDITIONS);
    data::row(r, node, &node.children().collect::<Vec<_>>(), CONDITIONS, "");
    data::close_records(r);
    r.html.close();
}

fn provisos<'d>(r: &mut Render<'d>, node: Node<'d, 'd>) {
    r.html.open(Tag::OL, "s1d-provisos");
    r.each(node, |r, part| {
        if part.tag_name().name() == "proviso" {
            r.piece(part, Shape::Item, |r| proviso(r, part));
        } else {
            r.html.open(Tag::LI, "");
            r.element(part);
            r.html.close();
        }
    });
    r.html.close();
}

fn proviso<'d>(r: &mut Render<'d>, node: Node<'d, 'd>) {
    let label = node.attribute("label").unwrap_or_default();
    r.html.open_with(Tag::LI, "", &[("data-label", label)]);
    r.label(Tag::DIV);
    if !label.is_empty() {
        r.generated("s1d-number s1d-gen", &format!("{label})"));
    }
    r.children(node);
    r.html.close();
}

fn placard<'d>(r: &mut Render<'d>, node: Node<'d, 'd>) {
    r.html.open(Tag::DIV, "s1d-placard");
    r.html.leaf(Tag::DIV, "s1d-label s1d-gen", r.words.placard);
    r.children(node);
    r.html.close();
}

fn procedure_ref<'d>(r: &mut Render<'d>, node: Node<'d, 'd>) {
    let word = if node.tag_name().name() == "oProcedureRef" { r.words.operational } else { r.words.maintenance };
    r.html.open(Tag::DIV, "s1d-procedures");
    r.html.leaf(Tag::DIV, "s1d-label s1d-gen", word);
    r.children(node);
    r.html.close();
}

/// Opens a section and draws the title that it begins with.
fn open_section<'d>(r: &mut Render<'d>, node: Node<'d, 'd>) -> Option<Node<'d, 'd>> {
    let id = r.id_of(node);
    r.html.open(Tag::SECTION, "s1d-section");
    let title = leading_title(node);
    if let Some(title) = title {
        heading(r, title, &id, "");
    }
    title
}

fn procedure<'d>(r: &mut Render<'d>, node: Node<'d, 'd>) {
    let title = open_section(r, node);
    let kind = match node.attribute("procedureType") {
        Some("operational") => r.words.operational,
        Some("maintenance") => r.words.maintenance,
        _ => "",
    };
    if !kind.is_empty() {
        r.html.leaf(Tag::DIV, "s1d-label s1d-gen", kind);
    }
    r.children_but(node, title.is_some());
    r.html.close();
}

fn locator<'d>(r: &mut Render<'d>, node: Node<'d, 'd>) {
    let title = open_section(r, node);
    data::records_but(r, node, title, &["locatorEntry"], MESSAGES);
    r.html.close();
}
