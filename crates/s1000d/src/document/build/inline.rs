//! Phrases: elements in a line of text.

use super::data;
use super::rule::Rule;
use super::walk::is_blank;
use super::{Builder, Xml};
use crate::document::added::{AddedRole, Wording};
use crate::document::kind::{Kind, Phrase};
use crate::document::words::Word;
use crate::object::ident::elements;

pub(super) const RULES: &[(&str, Rule)] = &[
    ("emphasis", Rule::Inline(emphasis)),
    ("subScript", Rule::Phrase(Phrase::Subscript)),
    ("superScript", Rule::Phrase(Phrase::Superscript)),
    ("subscrpt", Rule::Phrase(Phrase::Subscript)),
    ("supscrpt", Rule::Phrase(Phrase::Superscript)),
    ("verbatimText", Rule::Inline(verbatim)),
    ("acronym", Rule::Phrase(Phrase::Acronym)),
    ("acronymTerm", Rule::Phrase(Phrase::Abbreviation)),
    ("acronymDefinition", Rule::Inline(definition)),
    ("acronymTermDefinition", Rule::Inline(definition)),
    ("abbreviation", Rule::Phrase(Phrase::Abbreviation)),
    ("inlineSignificantData", Rule::Phrase(Phrase::Significant)),
    ("techLabel", Rule::Phrase(Phrase::Significant)),
    ("changeInline", Rule::Phrase(Phrase::Change)),
    // An entry for the printed index has no place in the text.
    ("indexFlag", Rule::Phrase(Phrase::Index)),
    ("quantity", Rule::Phrase(Phrase::Quantity)),
    ("quantityGroup", Rule::Inline(group)),
    ("quantityValue", Rule::Inline(measured)),
    ("quantityTolerance", Rule::Inline(measured)),
    ("measure", Rule::Inline(measured)),
    ("thresholdValue", Rule::Inline(measured)),
    ("tolerance", Rule::Inline(tolerance)),
    ("value", Rule::Inline(measured)),
    ("footnote", Rule::Inline(footnote)),
    ("captionText", Rule::Phrase(Phrase::Caption)),
    ("subject", Rule::Phrase(Phrase::Subject)),
    ("br", Rule::Inline(line_break)),
];

fn emphasis<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    let phrase = match node.attribute("emphasisType").unwrap_or("em01") {
        "em02" => Phrase::Italic,
        "em03" => Phrase::Underline,
        "em04" => Phrase::Overline,
        "em05" => Phrase::Strike,
        _ => Phrase::Strong,
    };
    b.within(phrase, |b| b.children(node));
}

fn verbatim<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    b.within(Phrase::Verbatim, |b| {
        b.each_part(node, |b, part| if part.is_text() { b.text(part, Kind::Verbatim) } else { b.element(part) });
    });
}

fn definition<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    b.within(Phrase::Acronym, |b| {
        b.add(AddedRole::Sign, Wording::Sign(" ("));
        b.children(node);
        b.add(AddedRole::Sign, Wording::Sign(")"));
    });
}

/// Numbers that belong together: values with their tolerance, or the end of a range.
fn group<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    b.within(Phrase::Quantity, |b| {
        if node.prev_sibling().is_some_and(|before| before.is_element()) {
            b.add(AddedRole::Sign, Wording::Sign(" "));
        }
        let end = match node.attribute("quantityGroupType") {
            Some("minimum") => Some(Word::Minimum),
            Some("maximum") => Some(Word::Maximum),
            _ => None,
        };
        if let Some(end) = end {
            b.add_spaced(AddedRole::Text, Wording::Word(end));
        }
        let mut is_first = true;
        b.each_part(node, |b, part| {
            if part.is_element() {
                let is_value = part.tag_name().name() == "quantityValue";
                if !std::mem::take(&mut is_first) {
                    b.add(AddedRole::Sign, Wording::Sign(if is_value { ", " } else { " " }));
                }
                b.element(part);
            } else if !is_blank(part) {
                b.text(part, Kind::Text);
            }
        });
    });
}

/// A number with its unit, which is an attribute.
fn measured<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    b.within(Phrase::Quantity, |b| {
        if let Some(sign) = sign_of(node) {
            b.add(AddedRole::Sign, Wording::Sign(sign));
        }
        b.children(node);
        if let Some(unit) = unit_of(node) {
            b.add(AddedRole::Text, Wording::Unit(UNIT.into(), unit.into()));
        }
    });
}

/// The attribute whose codes are the units of numbers.
pub(super) const UNIT: &str = "thresholdUnitOfMeasure";

/// The unit of a number: its own, or that of its group or threshold.
pub(super) fn unit_of(number: Xml<'_>) -> Option<&str> {
    let own = ["quantityUnitOfMeasure", "unitOfMeasure", "unit"].into_iter().find_map(|name| number.attribute(name));
    let around =
        || ["quantityUnitOfMeasure", UNIT].into_iter().find_map(|name| number.parent_element()?.attribute(name));
    own.or_else(around)
}

/// The sign before the number of a tolerance.
pub(super) fn sign_of(number: Xml<'_>) -> Option<&'static str> {
    (number.tag_name().name() == "quantityTolerance").then(|| sign(number.attribute("quantityToleranceType")))
}

fn sign(tolerance: Option<&str>) -> &'static str {
    match tolerance {
        Some("plus") => "+",
        Some("minus") => "−",
        _ => "±",
    }
}

/// The tolerance of a threshold, which is nothing but attributes.
fn tolerance<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    b.within(Phrase::Quantity, |b| {
        b.add(AddedRole::Sign, Wording::Sign(" "));
        b.add(AddedRole::Sign, Wording::Sign(sign(node.attribute("toleranceType"))));
        if let Some(value) = node.attribute("toleranceValue") {
            b.add(AddedRole::Value, Wording::text(value));
        }
        if let Some(unit) = node.attribute(UNIT) {
            b.add(AddedRole::Text, Wording::Unit(UNIT.into(), unit.into()));
        }
        b.children(node);
    });
}

/// Drawn at its place in the text; print styles may move it to the foot of the page.
fn footnote<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    let number = b.numbers.text(node).into();
    b.within(Kind::Footnote(number), |b| {
        let is_paragraph = |part: Xml<'_>| part.tag_name().name() == "para";
        if elements(node).filter(|part| is_paragraph(*part)).nth(1).is_none() {
            return b.children(node);
        }
        let mut is_first = true;
        b.each(node, |b, part| {
            b.blank_but_first(&mut is_first);
            b.element(part);
        });
    });
}

fn line_break<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    if node.has_children() {
        data::unknown(b, node);
    } else {
        b.leaf(Kind::Break);
    }
}
