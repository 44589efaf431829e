//! Limits: when something has to be done, and how often.

use super::listing::Listing;
use super::rule::Rule;
use super::{Builder, Xml, data, references};
use crate::document::added::{AddedRole, Wording};
use crate::document::columns::Column;
use crate::document::kind::Block;
use crate::document::words::Word;

pub(super) const RULES: &[(&str, Rule)] = &[
    ("limit", Rule::Record(&LIMITS)),
    ("timeLimitInfo", Rule::Record(&TIME_LIMITS)),
    ("timeLimit", Rule::Wrap(Block::Value)),
    ("limitType", Rule::Block(typed)),
    ("threshold", Rule::Block(typed)),
    ("inspection", Rule::Through),
    ("equipGroup", Rule::Through),
    ("equip", Rule::Block(equipment)),
];

static LIMITS: Listing = Listing::of(&[
    Column::of(Word::Type, &["@limitTypeValue"]),
    Column::of(Word::Condition, &["@limitCond"]),
    Column::of(Word::Sampling, &["sampling"]),
    Column::of(Word::Limit, &["threshold"]),
    Column::of(Word::Inspection, &["inspectionType"]),
    Column::of(Word::Trigger, &["trigger"]),
    Column::of(Word::Range, &["limitRange"]),
    Column::of(Word::Remarks, &["remarks"]),
]);

static TIME_LIMITS: Listing = Listing::of(&[
    Column::of(Word::Identification, &["@timeLimitIdent"]),
    Column::of(Word::Component, &["equipGroup"]),
    Column::of(Word::Quantity, &["reqQuantity"]),
    Column::of(Word::Category, &["timeLimitCategory"]),
    Column::of(Word::Limit, &["timeLimit"]),
]);

/// Attributes that say which limit or threshold it is.
const TYPES: [&str; 3] = ["limitUnitType", "limitTypeValue", "thresholdType"];

/// A limit or a threshold after its type.
fn typed<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    b.within(Block::Value, |b| {
        for attribute in node.attributes().filter(|attribute| data::is_shown(attribute.name())) {
            let (name, value) = (attribute.name(), attribute.value());
            if TYPES.contains(&name) {
                b.add_spaced(AddedRole::Label, Wording::value(name, value));
            } else {
                b.add_spaced(AddedRole::Value, Wording::Attribute(name.into(), value.into()));
            }
        }
        b.children(node);
    });
}

/// The name and the number of something that is limited, in one line.
fn equipment<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    b.within(Block::Value, |b| references::run_in(b, node));
}
