//! Learning: plans, content, and questions with their answers.

use super::rule::Rule;
use super::{Builder, Xml, records};
use crate::document::added::{AddedRole, Wording};
use crate::document::columns::{Column, Columns};
use crate::document::kind::{Block, Form, Kind, List};
use crate::document::marks::Shape;
use crate::document::words::Word;

pub(super) const RULES: &[(&str, Rule)] = &[
    ("learning", Rule::Through),
    ("learningPlan", Rule::Section),
    ("learningOverview", Rule::Section),
    ("learningContent", Rule::Section),
    ("learningSummary", Rule::Section),
    ("learningAssessment", Rule::Section),
    ("lcIntro", Rule::Section),
    ("lcSection", Rule::Section),
    ("lcInstruction", Rule::Section),
    ("lcSummary", Rule::Section),
    ("lcReview", Rule::Section),
    ("lcNextSteps", Rule::Section),
    ("lcObjectives", Rule::Section),
    ("lcLearningObjectives", Rule::Section),
    ("lcPrerequisites", Rule::Section),
    ("lcResources", Rule::Section),
    ("lcProject", Rule::Section),
    ("lcTechnicalRqmts", Rule::Section),
    ("lcPerformanceAnalysis", Rule::Section),
    ("lcGapAnalysis", Rule::Section),
    ("lcInterventionDefinition", Rule::Section),
    ("lcInterventionImplementation", Rule::Section),
    ("lcObjectiveItemGroup", Rule::Block(objectives)),
    ("lcInteraction", Rule::Through),
    ("lcTrueFalse", Rule::Section),
    ("lcSingleSelect", Rule::Section),
    ("lcMultipleSelect", Rule::Section),
    ("lcSequencing", Rule::Section),
    ("lcMatching", Rule::Section),
    ("lcHotspot", Rule::Section),
    ("lcDragAndDrop", Rule::Section),
    ("lcOpenQuestion", Rule::Section),
    ("lcQuestion", Rule::Wrap(Block::Question)),
    ("lcAsset", Rule::Through),
    ("lcAnswerOptionGroup", Rule::Block(options)),
    ("lcAnswerOptionContent", Rule::Through),
    ("lcCorrectResponse", Rule::Block(correct)),
    ("lcSequenceOptionGroup", Rule::Block(options)),
    ("lcMatchTable", Rule::Block(matches)),
    ("lcFeedbackItemGroup", Rule::Through),
];

static MATCHES: Columns =
    Columns::of(&[Column::of(Word::Item, &["lcItem"]), Column::of(Word::Match, &["lcMatchingItem"])]);

fn objectives<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    list(b, node, List::Bullets, "lcObjectiveItem");
}

/// The answers that a question offers, by letters.
fn options<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    let item = if node.tag_name().name() == "lcSequenceOptionGroup" { "lcSequenceOption" } else { "lcAnswerOption" };
    list(b, node, List::Letters, item);
}

fn list<'d>(b: &mut Builder<'d>, node: Xml<'d>, kind: List, item: &str) {
    b.within(Kind::List(kind), |b| {
        b.each(node, |b, part| {
            if part.tag_name().name() != item {
                return b.within(Block::Item, |b| b.element(part));
            }
            b.piece(part, Shape::Item, |b| {
                b.within(Block::Item, |b| {
                    b.label(Form::Block);
                    b.children(part);
                });
            });
        });
    });
}

/// Says that the answer around is the right one.
fn correct<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    b.within(Block::CorrectAnswer, |b| {
        b.add(AddedRole::Label, Wording::Word(Word::CorrectAnswer));
        b.children(node);
    });
}

fn matches<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    b.within(Block::Plain, |b| records::records(b, node, &["lcMatchingHeader", "lcMatchingPair"], &MATCHES));
}
