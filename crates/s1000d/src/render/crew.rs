//! Crew: drills with challenge and response, and what is done in which case.

use roxmltree::Node;

use super::data;
use super::draw::Render;
use super::html::Tag;
use super::rules::Rule;
use super::steps::step;

pub(super) const RULES: &[(&str, Rule)] = &[
    ("crew", Rule::Through),
    ("crewRefCard", Rule::Section),
    ("crewDrill", Rule::Block(drill)),
    ("subCrewDrill", Rule::Block(drill)),
    ("crewDrillStep", Rule::Step(step)),
    ("crewProcedureName", Rule::Wrap(Tag::DIV, "s1d-step-title")),
    ("challengeAndResponse", Rule::Block(challenge)),
    ("challenge", Rule::Wrap(Tag::DIV, "s1d-challenge")),
    ("response", Rule::Wrap(Tag::DIV, "s1d-response")),
    ("if", Rule::Block(case)),
    ("elseIf", Rule::Block(case)),
    ("else", Rule::Block(case)),
    ("case", Rule::Block(case)),
    ("caseCond", Rule::Wrap(Tag::DIV, "s1d-case-condition")),
    ("exclusiveConditions", Rule::Wrap(Tag::DIV, "s1d-group")),
    ("caseCondBlock", Rule::Wrap(Tag::DIV, "s1d-group")),
    ("endMatterDrill", Rule::Through),
];

fn drill<'d>(r: &mut Render<'d>, node: Node<'d, 'd>) {
    r.html.open(Tag::DIV, "s1d-drill");
    r.level = r.level.saturating_add(1);
    r.children(node);
    r.level = r.level.saturating_sub(1);
    r.html.close();
}

fn challenge<'d>(r: &mut Render<'d>, node: Node<'d, 'd>) {
    r.html.open(Tag::DIV, "s1d-challenge-response");
    let mut before = false;
    r.each(node, |r, part| {
        if before {
            r.html.leaf(Tag::DIV, "s1d-leader s1d-gen", "…");
        }
        before = part.tag_name().name() == "challenge";
        r.element(part);
    });
    r.html.close();
}

fn case<'d>(r: &mut Render<'d>, node: Node<'d, 'd>) {
    let word = match node.tag_name().name() {
        "elseIf" => r.words.else_if,
        "else" => r.words.otherwise,
        _ => r.words.if_word,
    };
    r.html.open(Tag::DIV, "s1d-case");
    r.html.leaf(Tag::SPAN, "s1d-label s1d-gen", word);
    data::attributes(r, node, false);
    r.children(node);
    r.html.close();
}
