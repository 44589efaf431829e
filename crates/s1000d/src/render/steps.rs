//! Procedures: their steps, numbered as they are printed.

use roxmltree::Node;

use super::data::Column;
use super::draw::{Render, Shape};
use super::html::Tag;
use super::paragraphs::{heading, leading_title, made_heading};
use super::rules::Rule;
use super::{data, safety};
use crate::object::ident::child_text;

pub(super) const RULES: &[(&str, Rule)] = &[
    ("procedure", Rule::Through),
    ("mainProcedure", Rule::Block(main)),
    ("procContent", Rule::Through),
    ("proceduralStep", Rule::Step(step)),
    ("proceduralStepAlts", Rule::Step(alternates)),
    ("checkListItem", Rule::Step(step)),
    ("checkListItemAlts", Rule::Step(alternates)),
    ("checkList", Rule::Through),
    ("checkListItems", Rule::Block(checks)),
    ("checkListInfo", Rule::Section),
    ("endOfProc", Rule::Block(end)),
    ("normalProcedure", Rule::Block(super::paragraphs::document)),
    ("nonNormalProcedure", Rule::Block(super::paragraphs::document)),
    ("process", Rule::Through),
    ("dmSeq", Rule::Wrap(Tag::DIV, "s1d-group")),
    ("dmSeqAlts", Rule::Wrap(Tag::DIV, "s1d-alts")),
    ("dmNode", Rule::Wrap(Tag::DIV, "s1d-group")),
    ("dmNodeAlts", Rule::Wrap(Tag::DIV, "s1d-alts")),
];

const CHECKS: &[Column] = &[
    Column { word: |words| words.item, elements: &["itemNumber"], attributes: &[] },
    Column { word: |words| words.name, elements: &["name", "title"], attributes: &[] },
    Column {
        word: |words| words.procedure,
        elements: &["checkListProcedure", "equipmentNotAvailable"],
        attributes: &[],
    },
    Column { word: |words| words.remarks, elements: &["remarks", "checkListItemLimits"], attributes: &[] },
];

/// The checks of one place or one moment, as a table.
fn checks<'d>(r: &mut Render<'d>, node: Node<'d, 'd>) {
    let id = r.id_of(node);
    r.html.open(Tag::SECTION, "s1d-section");
    let title = leading_title(node);
    if let Some(title) = title {
        heading(r, title, &id, "");
    } else {
        // A list goes round several places: the outline would say the same for each.
        let place = child_text(node, "workArea").map(|place| format!(" – {place}")).unwrap_or_default();
        let label = r.label_of("checkListItems");
        made_heading(r, &format!("{label}{place}"), &id);
    }
    data::records_but(r, node, title, &["checkListItem"], CHECKS);
    r.html.close();
}

fn main<'d>(r: &mut Render<'d>, node: Node<'d, 'd>) {
    let id = r.id_of(node);
    r.html.open(Tag::SECTION, "s1d-section");
    made_heading(r, r.words.procedure, &id);
    r.level = r.level.saturating_add(1);
    data::attributes(r, node, false);
    r.children(node);
    r.level = r.level.saturating_sub(1);
    r.html.close();
}

/// A step of any kind, with its number and the warnings that it refers to.
pub(super) fn step<'d>(r: &mut Render<'d>, node: Node<'d, 'd>) {
    let number = r.numbers.text(node).to_owned();
    r.html.open(Tag::LI, "s1d-step");
    r.label(Tag::DIV);
    safety::referred(r, node);
    if !number.is_empty() {
        r.generated("s1d-number s1d-gen", &number);
    }
    let title = leading_title(node);
    if let Some(title) = title {
        r.title(title, Shape::Field, |r| {
            r.html.open(Tag::DIV, "s1d-step-title");
            r.children(title);
            r.html.close();
        });
    }
    r.children_but(node, title.is_some());
    r.html.close();
}

/// Alternates of one step, of which one applies.
fn alternates<'d>(r: &mut Render<'d>, node: Node<'d, 'd>) {
    r.html.open(Tag::LI, "s1d-alts");
    r.label(Tag::DIV);
    r.children(node);
    r.html.close();
}

fn end<'d>(r: &mut Render<'d>, node: Node<'d, 'd>) {
    r.html.open(Tag::DIV, "s1d-end");
    r.html.leaf(Tag::SPAN, "s1d-gen", r.words.end_of_procedure);
    r.children(node);
    r.html.close();
}
