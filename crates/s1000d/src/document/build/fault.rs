//! Faults: what was seen or detected, and the way to the cause, question by question.

use super::names::name_of;
use super::paragraphs::made_heading;
use super::rule::Rule;
use super::{Builder, Xml};
use super::{data, steps};
use crate::document::added::{AddedRole, Wording};
use crate::document::kind::{Block, Form, GoTo, Kind};
use crate::document::words::Word;

pub(super) const RULES: &[(&str, Rule)] = &[
    ("faultReporting", Rule::Through),
    ("faultIsolation", Rule::Through),
    ("faultIsolationProcedure", Rule::Section),
    ("isolationProcedure", Rule::Through),
    ("isolationMainProcedure", Rule::Block(main)),
    ("isolationStep", Rule::Step(steps::step)),
    ("isolationStepAlts", Rule::Step(steps::step)),
    ("isolationProcedureEnd", Rule::Step(steps::step)),
    ("isolationStepQuestion", Rule::Wrap(Block::Question)),
    ("isolationStepAnswer", Rule::Wrap(Block::Answers)),
    ("yesNoAnswer", Rule::Through),
    ("listOfChoices", Rule::Through),
    ("yesAnswer", Rule::Step(answer)),
    ("noAnswer", Rule::Step(answer)),
    ("choice", Rule::Step(answer)),
    ("action", Rule::Wrap(Block::Action)),
    ("isolatedFault", Rule::Block(fault)),
    ("observedFault", Rule::Block(fault)),
    ("detectedFault", Rule::Block(fault)),
    ("correlatedFault", Rule::Block(fault)),
    ("faultDescr", Rule::Through),
    ("isolationProcedureEndAlts", Rule::Step(steps::step)),
    ("actionAlts", Rule::Wrap(Block::Alternates)),
    ("assocWarningMalfunctionAlts", Rule::Wrap(Block::Alternates)),
    ("bitMessageAlts", Rule::Wrap(Block::Alternates)),
    ("correlatedFaultAlts", Rule::Wrap(Block::Alternates)),
    ("detectedFaultAlts", Rule::Wrap(Block::Alternates)),
    ("isolatedFaultAlts", Rule::Wrap(Block::Alternates)),
    ("observedFaultAlts", Rule::Wrap(Block::Alternates)),
    ("warningMalfunctionAlts", Rule::Wrap(Block::Alternates)),
];

fn main<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    b.within(Block::Section, |b| {
        made_heading(b, Wording::Word(Word::Procedure));
        b.children(node);
    });
}

fn fault<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    let label = node.tag_name().name().into();
    let heading = match node.attribute("faultCode") {
        Some(code) => Wording::Labelled(label, code.into()),
        None => Wording::Label(label),
    };
    b.within(Block::Section, |b| {
        made_heading(b, heading);
        b.deeper(|b| b.children(node));
    });
}

/// An answer and the step that follows from it.
fn answer<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    b.within(Block::Answer, |b| {
        b.label(Form::Inline);
        match node.tag_name().name() {
            "yesAnswer" => b.add_spaced(AddedRole::Label, Wording::Word(Word::Yes)),
            "noAnswer" => b.add_spaced(AddedRole::Label, Wording::Word(Word::No)),
            _ => {}
        }
        b.children(node);
        match node.attribute("nextActionRefId") {
            Some(id) => {
                let name = b.numbers.element(id).map(|step| name_of(b, step));
                b.leaf(Kind::GoTo(Box::new(GoTo { id: id.to_owned(), name })));
            }
            None => data::attributes(b, node, false),
        }
    });
}
