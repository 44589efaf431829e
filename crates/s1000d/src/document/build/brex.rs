//! Business rules: what may be written and how.

use super::paragraphs::made_heading;
use super::rule::Rule;
use super::{Builder, Xml, records};
use crate::document::added::{AddedRole, Wording};
use crate::document::columns::{Column, Columns};
use crate::document::kind::{Block, Kind, Phrase};
use crate::document::words::Word;

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
    ("brDecisionPointText", Rule::Block(text)),
    ("objectPath", Rule::Block(path)),
];

static OBJECTS: Columns = Columns::of(&[
    Column::of(Word::Rule, &["@id", "@brSeverityLevel", "brDecisionRef"]),
    Column::of(Word::RulePath, &["objectPath"]),
    Column::of(Word::Use, &["objectUse"]),
    Column::of(Word::AllowedValues, &["objectValue"]),
]);

static NOTATIONS: Columns =
    Columns::of(&[Column::of(Word::Rule, &["notationName"]), Column::of(Word::Use, &["objectUse"])]);

fn rules<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    b.within(Block::Plain, |b| records::records(b, node, &["structureObjectRule"], &OBJECTS));
}

fn notations<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    b.within(Block::Plain, |b| records::records(b, node, &["notationRule"], &NOTATIONS));
}

fn decision_point<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    b.within(Block::Section, |b| {
        if let Some(point) = node.attribute("brDecisionPointUniqueIdent") {
            made_heading(b, Wording::text(point));
        }
        b.deeper(|b| b.children(node));
    });
}

fn text<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    b.within(Kind::Para { is_line: false }, |b| b.children(node));
}

/// The path of the objects that a rule is about, and whether they may be there.
fn path<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    let flag = match node.attribute("allowedObjectFlag") {
        Some("0") => Word::Forbidden,
        Some("1") => Word::Mandatory,
        _ => Word::Optional,
    };
    b.within(Block::Value, |b| {
        b.add_spaced(AddedRole::Value, Wording::Word(flag));
        b.within(Phrase::Verbatim, |b| b.children(node));
    });
}
