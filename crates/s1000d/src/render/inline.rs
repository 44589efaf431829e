//! What stands in a line of text.

use roxmltree::Node;

use super::data;
use super::draw::Render;
use super::html::Tag;
use super::labels;
use super::rules::Rule;

pub(super) const RULES: &[(&str, Rule)] = &[
    ("emphasis", Rule::Inline(emphasis)),
    ("subScript", Rule::Phrase(Tag::SUB, "")),
    ("superScript", Rule::Phrase(Tag::SUP, "")),
    ("subscrpt", Rule::Phrase(Tag::SUB, "")),
    ("supscrpt", Rule::Phrase(Tag::SUP, "")),
    ("verbatimText", Rule::Inline(verbatim)),
    ("acronym", Rule::Phrase(Tag::SPAN, "s1d-acronym")),
    ("acronymTerm", Rule::Phrase(Tag::ABBR, "")),
    ("acronymDefinition", Rule::Inline(definition)),
    ("acronymTermDefinition", Rule::Inline(definition)),
    ("abbreviation", Rule::Phrase(Tag::ABBR, "")),
    ("inlineSignificantData", Rule::Phrase(Tag::STRONG, "s1d-significant")),
    ("techLabel", Rule::Phrase(Tag::STRONG, "s1d-significant")),
    ("changeInline", Rule::Phrase(Tag::SPAN, "s1d-change")),
    ("indexFlag", Rule::Inline(index)),
    ("quantity", Rule::Phrase(Tag::SPAN, "s1d-quantity")),
    ("quantityGroup", Rule::Phrase(Tag::SPAN, "s1d-quantity")),
    ("quantityValue", Rule::Inline(measured)),
    ("quantityTolerance", Rule::Inline(measured)),
    ("measure", Rule::Inline(measured)),
    ("thresholdValue", Rule::Inline(measured)),
    ("value", Rule::Inline(measured)),
    ("footnote", Rule::Inline(footnote)),
    ("captionText", Rule::Phrase(Tag::SPAN, "s1d-caption")),
    ("subject", Rule::Phrase(Tag::SPAN, "")),
    ("br", Rule::Inline(line_break)),
];

fn emphasis<'d>(r: &mut Render<'d>, node: Node<'d, 'd>) {
    let (tag, class) = match node.attribute("emphasisType").unwrap_or("em01") {
        "em02" => (Tag::EM, "s1d-emphasis"),
        "em03" => (Tag::U, "s1d-emphasis"),
        "em04" => (Tag::SPAN, "s1d-emphasis s1d-overline"),
        "em05" => (Tag::S, "s1d-emphasis"),
        _ => (Tag::STRONG, "s1d-emphasis"),
    };
    r.html.open(tag, class);
    r.children(node);
    r.html.close();
}

/// Text in which white space counts.
fn verbatim<'d>(r: &mut Render<'d>, node: Node<'d, 'd>) {
    r.html.open(Tag::CODE, "s1d-verbatim");
    r.each_part(node, |r, part| match part.text().filter(|_| part.is_text()) {
        Some(text) => r.html.verbatim(text),
        None => r.element(part),
    });
    r.html.close();
}

fn definition<'d>(r: &mut Render<'d>, node: Node<'d, 'd>) {
    r.html.open(Tag::SPAN, "s1d-acronym");
    r.html.leaf(Tag::SPAN, "s1d-gen", " (");
    r.children(node);
    r.html.leaf(Tag::SPAN, "s1d-gen", ")");
    r.html.close();
}

/// An entry for the printed index has no place in the text.
fn index<'d>(r: &mut Render<'d>, node: Node<'d, 'd>) {
    r.html.open(Tag::SPAN, "s1d-index");
    r.children(node);
    r.html.close();
}

/// A number with its unit, which is an attribute.
fn measured<'d>(r: &mut Render<'d>, node: Node<'d, 'd>) {
    r.html.open(Tag::SPAN, "s1d-quantity");
    if node.tag_name().name() == "quantityTolerance" {
        let sign = match node.attribute("quantityToleranceType") {
            Some("plus") => "+",
            Some("minus") => "−",
            _ => "±",
        };
        r.html.leaf(Tag::SPAN, "s1d-gen", sign);
    }
    r.children(node);
    let own = ["quantityUnitOfMeasure", "unitOfMeasure", "unit"].into_iter().find_map(|name| node.attribute(name));
    let of_threshold = || node.parent_element()?.attribute("thresholdUnitOfMeasure");
    if let Some(unit) = own.or_else(of_threshold) {
        let unit = labels::value("thresholdUnitOfMeasure", unit, r.locale);
        r.html.leaf(Tag::SPAN, "s1d-gen", &format!("\u{a0}{unit}"));
    }
    r.html.close();
}

/// Where it is written; print styles may move it to the foot of the page.
fn footnote<'d>(r: &mut Render<'d>, node: Node<'d, 'd>) {
    let number = r.numbers.text(node).to_owned();
    r.html.open_with(Tag::SPAN, "s1d-footnote", &[("role", "note")]);
    let label = format!("{} {number}{}", r.words.footnote, r.words.separator);
    r.html.leaf(Tag::SPAN, "s1d-label s1d-gen", &label);
    r.children(node);
    r.html.close();
}

fn line_break<'d>(r: &mut Render<'d>, node: Node<'d, 'd>) {
    if node.has_children() {
        data::unknown(r, node);
    } else {
        r.html.line_break();
    }
}
