//! Crew: drills with challenge and response, and what is done in which case.

use super::data;
use super::rule::Rule;
use super::steps::step;
use super::{Builder, Xml};
use crate::document::added::{AddedRole, Wording};
use crate::document::kind::{Block, Case, Kind};

pub(super) const RULES: &[(&str, Rule)] = &[
    ("crew", Rule::Through),
    ("crewRefCard", Rule::Section),
    ("crewDrill", Rule::Block(drill)),
    ("subCrewDrill", Rule::Block(drill)),
    ("crewDrillStep", Rule::Step(step)),
    ("crewProcedureName", Rule::Wrap(Block::StepTitle)),
    ("challengeAndResponse", Rule::Block(challenge)),
    ("challenge", Rule::Wrap(Block::Challenge)),
    ("response", Rule::Wrap(Block::Response)),
    ("if", Rule::Block(case)),
    ("elseIf", Rule::Block(case)),
    ("else", Rule::Block(case)),
    ("case", Rule::Block(case)),
    ("caseCond", Rule::Wrap(Block::CaseCondition)),
    ("exclusiveConditions", Rule::Wrap(Block::Group)),
    ("caseCondBlock", Rule::Wrap(Block::Group)),
    ("endMatterDrill", Rule::Through),
];

/// A drill stands in the section of its card; only drills within drills are a level of their own.
fn drill<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    b.within(Block::Drill, |b| match node.tag_name().name() {
        "subCrewDrill" => b.deeper(|b| b.children(node)),
        _ => b.children(node),
    });
}

fn challenge<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    let mut before = false;
    b.within(Block::ChallengeAndResponse, |b| {
        b.each(node, |b, part| {
            if before {
                b.add(AddedRole::Leader, Wording::Sign("…"));
            }
            before = part.tag_name().name() == "challenge";
            b.element(part);
        });
    });
}

fn case<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    let case = match node.tag_name().name() {
        "elseIf" => Case::ElseIf,
        "else" => Case::Otherwise,
        _ => Case::If,
    };
    b.within(Kind::Case(case), |b| {
        data::attributes(b, node, false);
        b.children(node);
    });
}
