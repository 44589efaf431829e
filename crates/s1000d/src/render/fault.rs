//! Faults: what was seen or detected, and the way to the cause, question by question.

use roxmltree::Node;

use super::draw::Render;
use super::html::Tag;
use super::numbers::anchor;
use super::paragraphs::made_heading;
use super::references::name_of;
use super::rules::Rule;
use super::{data, steps};

pub(super) const RULES: &[(&str, Rule)] = &[
    ("faultReporting", Rule::Through),
    ("faultIsolation", Rule::Through),
    ("faultIsolationProcedure", Rule::Section),
    ("isolationProcedure", Rule::Through),
    ("isolationMainProcedure", Rule::Block(main)),
    ("isolationStep", Rule::Step(steps::step)),
    ("isolationStepAlts", Rule::Step(steps::step)),
    ("isolationProcedureEnd", Rule::Step(steps::step)),
    ("isolationStepQuestion", Rule::Wrap(Tag::DIV, "s1d-question")),
    ("isolationStepAnswer", Rule::Block(answers)),
    ("yesNoAnswer", Rule::Through),
    ("listOfChoices", Rule::Through),
    ("yesAnswer", Rule::Step(answer)),
    ("noAnswer", Rule::Step(answer)),
    ("choice", Rule::Step(answer)),
    ("action", Rule::Wrap(Tag::DIV, "s1d-action")),
    ("isolatedFault", Rule::Block(fault)),
    ("observedFault", Rule::Block(fault)),
    ("detectedFault", Rule::Block(fault)),
    ("correlatedFault", Rule::Block(fault)),
    ("faultDescr", Rule::Through),
];

fn main<'d>(r: &mut Render<'d>, node: Node<'d, 'd>) {
    let id = r.id_of(node);
    r.html.open(Tag::SECTION, "s1d-section");
    made_heading(r, r.words.procedure, &id);
    r.children(node);
    r.html.close();
}

fn fault<'d>(r: &mut Render<'d>, node: Node<'d, 'd>) {
    let id = r.id_of(node);
    r.html.open(Tag::SECTION, "s1d-section");
    let mut heading = r.label_of(node.tag_name().name());
    if let Some(code) = node.attribute("faultCode") {
        heading = format!("{heading} {code}");
    }
    made_heading(r, &heading, &id);
    r.level = r.level.saturating_add(1);
    r.children(node);
    r.level = r.level.saturating_sub(1);
    r.html.close();
}

fn answers<'d>(r: &mut Render<'d>, node: Node<'d, 'd>) {
    r.html.open(Tag::DIV, "s1d-answers");
    r.children(node);
    r.html.close();
}

/// An answer and the step that follows from it.
fn answer<'d>(r: &mut Render<'d>, node: Node<'d, 'd>) {
    r.html.open(Tag::LI, "s1d-answer");
    r.label(Tag::SPAN);
    match node.tag_name().name() {
        "yesAnswer" => r.generated("s1d-label s1d-gen", r.words.yes),
        "noAnswer" => r.generated("s1d-label s1d-gen", r.words.no),
        _ => {}
    }
    r.children(node);
    if let Some(id) = node.attribute("nextActionRefId") {
        r.html.leaf(Tag::SPAN, "s1d-gen", &format!(" → {} ", r.words.go_to));
        let target = anchor(id);
        match r.numbers.element(id) {
            Some(step) => {
                let (text, href) = (name_of(r, step), format!("#{target}"));
                r.html.open_with(
                    Tag::A,
                    "s1d-ref s1d-gen",
                    &[("data-kind", "internal"), ("data-state", "found"), ("data-target", &target), ("href", &href)],
                );
                r.html.text(&text);
                r.html.close();
            }
            None => r.html.leaf(Tag::SPAN, "s1d-ref s1d-dangling s1d-gen", id),
        }
    } else {
        data::attributes(r, node, false);
    }
    r.html.close();
}
