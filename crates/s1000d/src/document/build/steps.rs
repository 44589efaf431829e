//! Procedures: their steps, numbered as they are printed.

use super::paragraphs::{document, heading, leading_title, made_heading};
use super::rule::Rule;
use super::{Builder, Xml, data, records, safety};
use crate::document::added::{AddedRole, Wording};
use crate::document::columns::{Column, Columns};
use crate::document::kind::{Block, Form};
use crate::document::marks::Shape;
use crate::document::words::Word;
use crate::object::ident::child_text;

pub(super) const RULES: &[(&str, Rule)] = &[
    ("procedure", Rule::Through),
    ("mainProcedure", Rule::Block(main)),
    ("procContent", Rule::Through),
    ("proceduralStep", Rule::Step(step)),
    ("proceduralStepAlts", Rule::Step(alternates)),
    ("checkListItem", Rule::Step(step)),
    ("checkListItemAlts", Rule::Step(alternates)),
    ("checkListStep", Rule::Step(step)),
    ("checkList", Rule::Through),
    ("checkListItems", Rule::Block(checks)),
    ("checkListInfo", Rule::Section),
    ("checkListProcedure", Rule::Through),
    ("endOfProc", Rule::Wrap(Block::EndOfProcedure)),
    ("normalProcedure", Rule::Block(document)),
    ("nonNormalProcedure", Rule::Block(document)),
    ("process", Rule::Through),
    ("dmSeq", Rule::Wrap(Block::Group)),
    ("dmSeqAlts", Rule::Wrap(Block::Alternates)),
    ("dmNode", Rule::Wrap(Block::Group)),
    ("dmNodeAlts", Rule::Wrap(Block::Alternates)),
    ("dialogAlts", Rule::Wrap(Block::Alternates)),
    ("messageAlts", Rule::Wrap(Block::Alternates)),
];

static CHECKS: Columns = Columns::of(&[
    Column::of(Word::Item, &["itemNumber"]),
    Column::of(Word::Name, &["name", "title", "equip"]),
    Column::of(Word::Procedure, &["refs", "checkListProcedure"]),
    Column::of(Word::Remarks, &["remarks", "checkListItemLimits"]),
]);

/// The checks of one place or one moment, as a table.
fn checks<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    b.within(Block::Section, |b| {
        let title = leading_title(node);
        if let Some(title) = title {
            heading(b, title, "");
        } else {
            // A list goes round several places: the outline would say the same for each.
            let label = "checkListItems".into();
            made_heading(
                b,
                match child_text(node, "workArea") {
                    Some(place) => Wording::Labelled(label, format!("– {place}").into()),
                    None => Wording::Label(label),
                },
            );
        }
        records::records_but(b, node, title, &["checkListItem"], &CHECKS);
    });
}

fn main<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    b.within(Block::Section, |b| {
        made_heading(b, Wording::Word(Word::Procedure));
        b.deeper(|b| {
            data::attributes(b, node, false);
            b.children(node);
        });
    });
}

/// A step of any kind, with its number and the warnings that it refers to.
pub(super) fn step<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    b.within(Block::Step, |b| {
        b.label(Form::Block);
        safety::referred(b, node);
        let number = b.numbers.text(node);
        if !number.is_empty() {
            let number = Wording::text(number);
            b.add_spaced(AddedRole::Number, number);
        }
        let title = leading_title(node);
        if let Some(title) = title {
            b.title(title, Shape::Field, |b| b.within(Block::StepTitle, |b| b.children(title)));
        }
        b.children_but(node, title.is_some());
    });
}

/// Alternates of one step, of which one applies.
fn alternates<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    b.within(Block::StepAlternates, |b| {
        b.label(Form::Block);
        b.children(node);
    });
}
