//! Business rules: what may be written and how.

use roxmltree::Node;

use super::data::{self, Column};
use super::draw::Render;
use super::html::Tag;
use super::paragraphs::made_heading;
use super::rules::Rule;

pub(super) const RULES: &[(&str, Rule)] = &[
    ("brex", Rule::Through),
    ("brDoc", Rule::Through),
    ("contextRules", Rule::Section),
    ("nonContextRules", Rule::Section),
    ("snsRules", Rule::Section),
    ("structureObjectRuleGroup", Rule::Block(rules)),
    ("notationRuleList", Rule::Block(notations)),
    ("brPara", Rule::Block(decision_point)),
    ("brDecisionPointContent", Rule::Through),
    ("brDecisionPointText", Rule::Wrap(Tag::DIV, "s1d-para")),
    ("objectPath", Rule::Block(path)),
];

const OBJECTS: &[Column] = &[
    Column { word: |words| words.rule, elements: &["brDecisionRef"], attributes: &["id", "brSeverityLevel"] },
    Column { word: |words| words.rule_path, elements: &["objectPath"], attributes: &[] },
    Column { word: |words| words.rule_use, elements: &["objectUse"], attributes: &[] },
    Column { word: |words| words.allowed_values, elements: &["objectValue"], attributes: &[] },
];

const NOTATIONS: &[Column] = &[
    Column { word: |words| words.rule, elements: &["notationName"], attributes: &[] },
    Column { word: |words| words.rule_use, elements: &["objectUse"], attributes: &[] },
];

fn rules<'d>(r: &mut Render<'d>, node: Node<'d, 'd>) {
    r.html.open(Tag::DIV, "");
    data::records(r, node, &["structureObjectRule"], OBJECTS);
    r.html.close();
}

fn notations<'d>(r: &mut Render<'d>, node: Node<'d, 'd>) {
    r.html.open(Tag::DIV, "");
    data::records(r, node, &["notationRule"], NOTATIONS);
    r.html.close();
}

fn decision_point<'d>(r: &mut Render<'d>, node: Node<'d, 'd>) {
    let id = r.id_of(node);
    r.html.open(Tag::SECTION, "s1d-section");
    if let Some(point) = node.attribute("brDecisionPointUniqueIdent") {
        made_heading(r, point, &id);
    }
    r.level = r.level.saturating_add(1);
    r.children(node);
    r.level = r.level.saturating_sub(1);
    r.html.close();
}

/// The path of the objects that a rule is about, and whether they may be there.
fn path<'d>(r: &mut Render<'d>, node: Node<'d, 'd>) {
    r.html.open(Tag::DIV, "s1d-value");
    let flag = match node.attribute("allowedObjectFlag") {
        Some("0") => r.words.forbidden,
        Some("1") => r.words.mandatory,
        _ => r.words.optional,
    };
    r.generated("s1d-attr s1d-gen", flag);
    r.html.open(Tag::CODE, "s1d-verbatim");
    r.children(node);
    r.html.close();
    r.html.close();
}
