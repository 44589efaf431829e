//! Data: labelled fields, tables of records, and elements that nobody knows.

use domain::language::Locale;
use roxmltree::Node;

use super::draw::{Render, Shape, is_line};
use super::html::Tag;
use super::labels;
use super::rules::{self, Rule};
use super::words::Words;
use crate::object::ident::code_from;

/// One column of a table of records.
pub(super) struct Column {
    pub(super) word: fn(&Words) -> &'static str,
    /// The elements that stand in it.
    pub(super) elements: &'static [&'static str],
    /// Attributes of the record itself that stand in it.
    pub(super) attributes: &'static [&'static str],
}

/// Attributes that say how something is written, not what it says.
const STRUCTURAL: &[&str] = &[
    "id",
    "applicRefId",
    "applicRefIds",
    "changeMark",
    "changeType",
    "reasonForUpdateRefIds",
    "securityClassification",
    "internalRefId",
    "internalRefTargetType",
    "infoEntityIdent",
    "warningRefs",
    "cautionRefs",
    "controlAuthorityRefs",
    "derivativeClassificationRefId",
    "colname",
    "colnum",
    "colwidth",
    "listItemPrefix",
    "materialUsage",
    "thresholdUnitOfMeasure",
    "style",
    "class",
];

/// A label and what it labels, in a list of such.
pub(super) fn field<'d>(r: &mut Render<'d>, node: Node<'d, 'd>) {
    r.html.open(Tag::DIV, if is_line(node) { "s1d-field" } else { "s1d-field s1d-nested" });
    let label = r.label_of(node.tag_name().name());
    r.html.leaf(Tag::DT, "s1d-label s1d-gen", &label);
    r.html.open(Tag::DD, "s1d-value");
    r.label(Tag::DIV);
    content(r, node);
    r.html.close();
    r.html.close();
}

/// What an element says, in its attributes and inside.
pub(super) fn content<'d>(r: &mut Render<'d>, node: Node<'d, 'd>) {
    let whole = !node.has_children();
    attributes(r, node, whole);
    if whole && special(node, r.locale).is_none() && !node.attributes().any(|attribute| is_shown(attribute.name())) {
        r.html.leaf(Tag::SPAN, "s1d-none s1d-gen", "–");
    }
    inside(r, node);
    unit(r, node);
}

/// What is inside. Where that is one field and nothing else, one label is enough.
fn inside<'d>(r: &mut Render<'d>, node: Node<'d, 'd>) {
    let mut parts = node.children().filter(|part| is_said(*part));
    match (parts.next(), parts.next()) {
        (Some(only), None) if matches!(rules::of(only), Rule::Field) && is_line(only) && !r.is_deep() => {
            r.at(1, |r| value(r, only));
        }
        _ => r.children(node),
    }
}

/// The unit of a number stands behind it.
fn unit(r: &mut Render<'_>, node: Node<'_, '_>) {
    if let Some((name, unit)) = UNITS.iter().find_map(|name| Some((*name, node.attribute(*name)?))) {
        let unit = labels::value(name, unit, r.locale);
        r.html.leaf(Tag::SPAN, "s1d-attr s1d-gen", &format!("\u{a0}{unit}"));
    }
}

/// What an element says, without label: for a cell that has its heading.
pub(super) fn value<'d>(r: &mut Render<'d>, node: Node<'d, 'd>) {
    let class = match rules::of(node) {
        _ if node.tag_name().name() == "title" => "s1d-value s1d-cell-title",
        Rule::Field => "s1d-value",
        _ => return r.element(node),
    };
    r.piece(node, Shape::Field, |r| {
        r.html.open(Tag::DIV, class);
        r.label(Tag::DIV);
        attributes(r, node, is_line(node));
        inside(r, node);
        unit(r, node);
        r.html.close();
    });
}

/// The attributes that say something; alone they need no label.
pub(super) fn attributes<'d>(r: &mut Render<'d>, node: Node<'d, 'd>, whole: bool) {
    if let Some(text) = special(node, r.locale) {
        return r.generated("s1d-attr s1d-gen", &text);
    }
    let shown: Vec<_> = node.attributes().filter(|attribute| is_shown(attribute.name())).collect();
    let plain = whole && shown.len() == 1;
    for attribute in shown {
        let (name, value) = (attribute.name(), attribute.value());
        let text = labels::value(name, value, r.locale);
        let text = if plain && !labels::is_code(name, value) {
            text.into_owned()
        } else {
            format!("{}{}{text}", r.label_of(name), r.words.separator)
        };
        r.generated("s1d-attr s1d-gen", &text);
    }
}

/// Attributes that hold the unit of a number.
const UNITS: &[&str] = &["unitOfMeasure", "quantityUnitOfMeasure"];

/// Attributes that are one value together, or of which one counts.
fn special(node: Node<'_, '_>, locale: Locale) -> Option<String> {
    let name = node.tag_name().name();
    match name {
        "security" => {
            let name = "securityClassification";
            node.attribute(name).map(|value| labels::value(name, value, locale).into_owned())
        }
        "issueInfo" => Some(format!("{}-{}", node.attribute("issueNumber")?, node.attribute("inWork")?)),
        "objectValue" => node.attribute("valueAllowed").map(str::to_owned),
        "dmCode" | "pmCode" => {
            code_from(name, |attribute| node.attribute(attribute))?.ok().map(|code| code.to_string())
        }
        _ => {
            let [year, month, day] = ["year", "month", "day"].map(|attribute| node.attribute(attribute));
            Some(format!("{}-{}-{}", year?, month?, day?))
        }
    }
}

fn is_shown(name: &str) -> bool {
    !STRUCTURAL.contains(&name)
        && !UNITS.contains(&name)
        && !matches!(name, "href" | "type" | "show" | "actuate" | "title" | "role")
}

/// An element that no rule knows: its name, its attributes, and everything inside.
pub(super) fn unknown<'d>(r: &mut Render<'d>, node: Node<'d, 'd>) {
    let name = node.tag_name().name();
    r.html.open_with(Tag::DIV, "s1d-unknown", &[("data-kind", name)]);
    let label = labels::readable(name);
    r.html.leaf(Tag::DIV, "s1d-label s1d-gen", &label);
    attributes(r, node, false);
    r.children(node);
    r.html.close();
}

/// A set of data below its heading.
pub(super) fn group<'d>(r: &mut Render<'d>, heading: &str, draw: impl FnOnce(&mut Render<'d>)) {
    r.html.open(Tag::DIV, "s1d-group");
    r.html.leaf(Tag::heading(r.level), "s1d-title s1d-gen", heading);
    r.level = r.level.saturating_add(1);
    draw(r);
    r.level = r.level.saturating_sub(1);
    r.html.close();
}

/// Begins a table of records with its headings.
pub(super) fn open_records(r: &mut Render<'_>, columns: &[Column]) {
    r.html.open(Tag::TABLE, "s1d-records");
    headings(r, columns);
    r.html.open(Tag::TBODY, "");
}

/// The headings of a table of records.
pub(super) fn headings(r: &mut Render<'_>, columns: &[Column]) {
    r.html.open(Tag::THEAD, "s1d-gen");
    r.html.open(Tag::TR, "");
    for column in columns {
        r.html.open_with(Tag::TH, "", &[("scope", "col")]);
        let word = (column.word)(r.words);
        r.html.text(word);
        r.html.close();
    }
    r.html.close();
    r.html.close();
}

pub(super) fn close_records(r: &mut Render<'_>) {
    r.html.close();
    r.html.close();
}

/// One record as a row. What has no column stands, labelled, in the column that the order of the file leads to:
/// nothing is dropped, nothing changes its place in the text.
pub(super) fn record<'d>(r: &mut Render<'d>, node: Node<'d, 'd>, columns: &[Column]) {
    let parts: Vec<Node<'d, 'd>> = node.children().collect();
    r.piece(node, Shape::Row, |r| row(r, node, &parts, columns, ""));
}

/// The same, with something before what the first cell holds.
pub(super) fn record_called<'d>(r: &mut Render<'d>, node: Node<'d, 'd>, columns: &[Column], name: &str) {
    let parts: Vec<Node<'d, 'd>> = node.children().collect();
    r.piece(node, Shape::Row, |r| row(r, node, &parts, columns, name));
}

/// Some parts of a record as a row.
pub(super) fn row<'d>(r: &mut Render<'d>, node: Node<'d, 'd>, parts: &[Node<'d, 'd>], columns: &[Column], name: &str) {
    let place = |part: Node<'_, '_>| columns.iter().position(|own| own.elements.contains(&part.tag_name().name()));
    let parts: Vec<(Node<'d, 'd>, Option<usize>)> =
        parts.iter().filter(|part| is_said(**part)).map(|part| (*part, place(*part))).collect();
    let placed = parts.iter().rposition(|(_, place)| place.is_some());
    r.html.open(Tag::TR, "");
    let mut next = 0;
    for (index, column) in columns.iter().enumerate() {
        r.html.open(Tag::TD, "");
        if index == 0 {
            r.label(Tag::DIV);
            if !name.is_empty() {
                r.generated("s1d-number s1d-gen", name);
            }
        }
        for (name, value) in column.attributes.iter().filter_map(|name| Some((*name, node.attribute(*name)?))) {
            let value = labels::value(name, value, r.locale);
            r.generated("s1d-attr s1d-gen", &value);
        }
        while let Some((part, place)) = parts.get(next) {
            let ahead = place.is_some_and(|place| place > index);
            let rest = place.is_none() && placed.is_none_or(|last| next > last) && index + 1 < columns.len();
            if ahead || rest {
                break;
            }
            next += 1;
            let position = u32::try_from(next).unwrap_or(u32::MAX);
            r.at(position, |r| cell(r, *part, *place == Some(index)));
        }
        r.html.close();
    }
    r.html.close();
}

fn cell<'d>(r: &mut Render<'d>, part: Node<'d, 'd>, has_heading: bool) {
    if part.is_text() {
        r.stray(part);
    } else if has_heading {
        value(r, part);
    } else {
        r.element(part);
    }
}

/// Elements, and text that is more than white space.
pub(super) fn is_said(part: Node<'_, '_>) -> bool {
    part.is_element() || (part.is_text() && part.text().is_some_and(|text| !text.trim().is_empty()))
}

/// All records inside an element as one table; whatever else there is stands before it or between the rows.
pub(super) fn records<'d>(r: &mut Render<'d>, node: Node<'d, 'd>, names: &[&str], columns: &[Column]) {
    records_but(r, node, None, names, columns);
}

/// The same without the title, which has been drawn.
pub(super) fn records_but<'d>(
    r: &mut Render<'d>,
    node: Node<'d, 'd>,
    title: Option<Node<'d, 'd>>,
    names: &[&str],
    columns: &[Column],
) {
    let mut open = false;
    r.each(node, |r, part| {
        let is_row = names.contains(&part.tag_name().name());
        if is_row && !open {
            open_records(r, columns);
            open = true;
        }
        if is_row {
            record(r, part, columns);
        } else if Some(part) == title {
            // It is the heading.
        } else if open {
            across(r, part, columns.len());
        } else {
            r.element(part);
        }
    });
    if open {
        close_records(r);
    }
}

/// Something that is no record, in a row of its own.
pub(super) fn across<'d>(r: &mut Render<'d>, node: Node<'d, 'd>, columns: usize) {
    r.html.open(Tag::TR, "");
    r.html.open_with(Tag::TD, "", &[("colspan", &columns.to_string())]);
    r.label(Tag::DIV);
    r.element(node);
    r.html.close();
    r.html.close();
}
