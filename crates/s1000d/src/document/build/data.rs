//! Data: labelled fields, tables of records, and unknown elements.

use super::rule::Rule;
use super::{Builder, Xml};
use crate::document::added::{AddedRole, Wording};
use crate::document::columns::Columns;
use crate::document::kind::{Block, Form, Kind};
use crate::document::labels;
use crate::document::marks::Shape;
use crate::document::table::TableCell;
use crate::object::ident::code_from;

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
pub(super) fn field<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    b.within(Kind::Field { is_nested: !b.is_line(node) }, |b| {
        b.add(AddedRole::FieldLabel, Wording::Label(node.tag_name().name().into()));
        b.within(Block::FieldValue, |b| {
            b.label(Form::Block);
            content(b, node);
        });
    });
}

/// The attributes and the content of an element.
fn content<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    let whole = !node.has_children();
    attributes(b, node, whole);
    if whole && special(node).is_none() && !node.attributes().any(|attribute| is_shown(attribute.name())) {
        b.add(AddedRole::Nothing, Wording::Sign("–"));
    }
    inside(b, node);
    unit(b, node);
}

/// Elements that hold data of many kinds: the label of each part says which, even of an only one.
const MANIFOLD: &[&str] = &["techData", "procurementData"];

/// The content of an element. Where that is one field and nothing else, one label is enough.
fn inside<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    let mut parts = node.children().filter(|part| has_content(*part));
    match (parts.next(), parts.next()) {
        (Some(only), None)
            if matches!(b.rules.of(only), Rule::Field)
                && b.is_line(only)
                && !b.is_deep()
                && !MANIFOLD.contains(&node.tag_name().name()) =>
        {
            b.at(1, |b| value(b, only));
        }
        _ => b.children(node),
    }
}

/// The unit of a number stands behind it.
fn unit(b: &mut Builder<'_>, node: Xml<'_>) {
    if let Some((name, unit)) = UNITS.iter().find_map(|name| Some((*name, node.attribute(*name)?))) {
        b.add(AddedRole::Value, Wording::Unit(name.into(), unit.into()));
    }
}

/// The attributes and the content of an element without label: for a cell that has its heading.
pub(super) fn value<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    let block = match b.rules.of(node) {
        _ if node.tag_name().name() == "title" => Block::CellTitle,
        Rule::Field => Block::Value,
        _ => return b.element(node),
    };
    let whole = b.is_line(node);
    b.piece(node, Shape::Field, |b| {
        b.within(block, |b| {
            b.label(Form::Block);
            attributes(b, node, whole);
            inside(b, node);
            unit(b, node);
        });
    });
}

/// The attributes that say something; alone they need no label.
pub(super) fn attributes(b: &mut Builder<'_>, node: Xml<'_>, whole: bool) {
    if let Some(number) = stock_number(node) {
        return b.add_spaced(AddedRole::EntryName, Wording::text(number));
    }
    if let Some(wording) = special(node) {
        return b.add_spaced(AddedRole::Value, wording);
    }
    let shown: Vec<_> = node.attributes().filter(|attribute| is_shown(attribute.name())).collect();
    let plain = whole && shown.len() == 1;
    for attribute in shown {
        let (name, value) = (attribute.name(), attribute.value());
        let wording = if plain && !labels::is_code(name, value) {
            Wording::value(name, value)
        } else {
            Wording::Attribute(name.into(), value.into())
        };
        let role = if FOUND_BY.contains(&name) { AddedRole::EntryName } else { AddedRole::Value };
        b.add_spaced(role, wording);
    }
}

/// Attributes that people search for.
const FOUND_BY: &[&str] = &["partNumberValue", "toolNumber", "supplyNumber"];

/// A NATO stock number as people write it, as in `5310-12-123-4567`.
fn stock_number(node: Xml<'_>) -> Option<String> {
    let part = |name| node.attribute(name);
    let class = part("natoSupplyClass")?;
    let (bureau, core) = (part("natoCodificationBureau")?, part("natoItemIdentNumberCore")?);
    let core = match core.split_at_checked(3) {
        Some((first, rest)) if core.len() == 7 => format!("{first}-{rest}"),
        _ => core.to_owned(),
    };
    Some(format!("{class}-{bureau}-{core}"))
}

/// Attributes that hold the unit of a number.
const UNITS: &[&str] = &["unitOfMeasure", "quantityUnitOfMeasure"];

/// Attributes that are one value together, or of which one counts.
fn special(node: Xml<'_>) -> Option<Wording> {
    let name = node.tag_name().name();
    match name {
        "security" => {
            let name = "securityClassification";
            node.attribute(name).map(|value| Wording::value(name, value))
        }
        "issueInfo" => Some(Wording::text(format!("{}-{}", node.attribute("issueNumber")?, node.attribute("inWork")?))),
        "objectValue" => node.attribute("valueAllowed").map(Wording::text),
        "dmCode" | "pmCode" => {
            let code = code_from(name, |attribute| node.attribute(attribute))?.ok()?;
            Some(Wording::text(code.to_string()))
        }
        _ => {
            let [year, month, day] = ["year", "month", "day"].map(|attribute| node.attribute(attribute));
            Some(Wording::text(format!("{}/{}/{}", year?, month?, day?)))
        }
    }
}

fn is_shown(name: &str) -> bool {
    !STRUCTURAL.contains(&name)
        && !UNITS.contains(&name)
        && !matches!(name, "href" | "type" | "show" | "actuate" | "title" | "role")
}

/// An element that no rule knows: its name, its attributes, and everything inside.
pub(super) fn unknown<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    b.within(Kind::Unknown, |b| {
        attributes(b, node, false);
        b.children(node);
    });
}

/// A set of data below its heading.
pub(super) fn group<'d>(b: &mut Builder<'d>, heading: Wording, inside: impl FnOnce(&mut Builder<'d>)) {
    b.within(Block::Group, |b| {
        let level = b.level;
        b.add(AddedRole::Heading { level, outline: None }, heading);
        b.deeper(inside);
    });
}

/// A table of records.
pub(super) fn table<'d>(b: &mut Builder<'d>, columns: &'static Columns, rows: impl FnOnce(&mut Builder<'d>)) {
    open_records(b, columns);
    rows(b);
    close_records(b);
}

/// Begins a table of records.
pub(super) fn open_records(b: &mut Builder<'_>, columns: &'static Columns) {
    b.open(Kind::Records(columns));
    b.open(Kind::Block(Block::Body));
}

pub(super) fn close_records(b: &mut Builder<'_>) {
    b.close();
    b.close();
}

/// One record as a row. What has no column stands, labelled, in the column that the order of the file leads to:
/// nothing is dropped, nothing changes its place in the text.
pub(super) fn record<'d>(b: &mut Builder<'d>, node: Xml<'d>, columns: &Columns) {
    record_called(b, node, columns, None);
}

/// The same, with something before what the first cell holds.
pub(super) fn record_called<'d>(b: &mut Builder<'d>, node: Xml<'d>, columns: &Columns, name: Option<Wording>) {
    let parts: Vec<Xml<'d>> = node.children().collect();
    b.piece(node, Shape::Row, |b| row(b, node, &parts, columns, name));
}

/// Some parts of a record as a row.
pub(super) fn row<'d>(
    b: &mut Builder<'d>,
    node: Xml<'d>,
    parts: &[Xml<'d>],
    columns: &Columns,
    mut name: Option<Wording>,
) {
    let columns = columns.columns;
    let place = |part: Xml<'_>| columns.iter().position(|own| own.elements.contains(&part.tag_name().name()));
    let parts: Vec<(Xml<'d>, Option<usize>)> =
        parts.iter().filter(|part| has_content(**part)).map(|part| (*part, place(*part))).collect();
    let placed = parts.iter().rposition(|(_, place)| place.is_some());
    b.open(Kind::Row { rule: false });
    let mut next = 0;
    for (index, column) in columns.iter().enumerate() {
        b.open(Kind::Cell(TableCell::default()));
        if index == 0 {
            b.label(Form::Block);
            if let Some(name) = name.take() {
                b.add_spaced(AddedRole::Number, name);
            }
        }
        for (name, value) in column.attributes.iter().filter_map(|name| Some((*name, node.attribute(*name)?))) {
            b.add_spaced(AddedRole::Value, Wording::value(name, value));
        }
        while let Some((part, place)) = parts.get(next) {
            let ahead = place.is_some_and(|place| place > index);
            let rest = place.is_none() && placed.is_none_or(|last| next > last) && index + 1 < columns.len();
            if ahead || rest {
                break;
            }
            next += 1;
            let position = u32::try_from(next).unwrap_or(u32::MAX);
            b.at(position, |b| cell(b, *part, *place == Some(index)));
        }
        b.close();
    }
    b.close();
}

fn cell<'d>(b: &mut Builder<'d>, part: Xml<'d>, has_heading: bool) {
    if part.is_text() {
        b.stray(part);
    } else if has_heading {
        value(b, part);
    } else {
        b.element(part);
    }
}

/// Elements, and text that is more than white space.
pub(super) fn has_content(part: Xml<'_>) -> bool {
    part.is_element() || (part.is_text() && part.text().is_some_and(|text| !text.trim().is_empty()))
}

/// All records inside an element as one table; whatever else there is stands before it or between the rows.
pub(super) fn records<'d>(b: &mut Builder<'d>, node: Xml<'d>, names: &[&str], columns: &'static Columns) {
    records_but(b, node, None, names, columns);
}

/// The same without the title, which is the heading.
pub(super) fn records_but<'d>(
    b: &mut Builder<'d>,
    node: Xml<'d>,
    title: Option<Xml<'d>>,
    names: &[&str],
    columns: &'static Columns,
) {
    let mut open = false;
    b.each(node, |b, part| {
        let is_row = names.contains(&part.tag_name().name());
        if is_row && !open {
            open_records(b, columns);
            open = true;
        }
        if is_row {
            record(b, part, columns);
        } else if Some(part) == title {
            // It is the heading.
        } else if open {
            across(b, part, columns.columns.len());
        } else {
            b.element(part);
        }
    });
    if open {
        close_records(b);
    }
}

/// Something that is no record, in a row of its own.
pub(super) fn across<'d>(b: &mut Builder<'d>, node: Xml<'d>, columns: usize) {
    b.within(Kind::Row { rule: false }, |b| {
        b.within(Kind::Across(u32::try_from(columns).unwrap_or(u32::MAX)), |b| {
            b.label(Form::Block);
            b.element(node);
        });
    });
}
