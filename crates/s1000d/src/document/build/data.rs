//! Data: labelled fields, tables of records, and unknown elements.

use super::{Builder, Xml};
use crate::document::added::{AddedRole, Wording};
use crate::document::kind::{Block, Form, Kind};
use crate::document::labels;
use crate::document::marks::Shape;
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
    "linkShow",
    "linkActuate",
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
            if b.rules.of(only).is_field()
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
        b.add(AddedRole::Text, Wording::Unit(name.into(), unit.into()));
    }
}

/// The attributes and the content of an element without label: for a cell that has its heading.
pub(super) fn value<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    let block = match node.tag_name().name() {
        "title" => Block::CellTitle,
        _ if b.rules.of(node).is_field() => Block::Value,
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
        b.add_spaced(role_of(name), wording);
    }
}

/// Attributes that people search for.
const FOUND_BY: &[&str] = &[
    "partNumberValue",
    "manufacturerCodeValue",
    "itemSeqNumberValue",
    "toolNumber",
    "supplyNumber",
    "supplyRqmtNumber",
    "functionalItemNumber",
    "circuitBreakerNumber",
    "zoneNumber",
    "accessPointNumber",
    "controlIndicatorNumber",
    "warningIdentNumber",
    "cautionIdentNumber",
    "applicIdentValue",
    "sbModificationIdent",
    "sbMaterialIdent",
];

/// The role of the value of an attribute: a search finds those that people look for.
pub(super) fn role_of(attribute: &str) -> AddedRole {
    if FOUND_BY.contains(&attribute) { AddedRole::EntryName } else { AddedRole::Value }
}

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

/// The code of a system, as far as it goes: `AAA-D00-00-00`.
pub(super) fn area(node: Xml<'_>) -> Option<String> {
    let groups: [&[&str]; 5] = [
        &["systemDiffCode"],
        &["systemCode"],
        &["subSystemCode", "subSubSystemCode"],
        &["assyCode"],
        &["disassyCode", "disassyCodeVariant"],
    ];
    let group = |names: &[&str]| names.iter().filter_map(|name| node.attribute(*name)).collect::<String>();
    let parts: Vec<String> = groups.into_iter().map(group).filter(|part| !part.is_empty()).collect();
    (!parts.is_empty()).then(|| parts.join("-"))
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
        "functionalPhysicalAreaIdent" => area(node).map(Wording::text),
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

pub(super) fn is_shown(name: &str) -> bool {
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

/// Elements, and text that is more than white space.
pub(super) fn has_content(part: Xml<'_>) -> bool {
    part.is_element() || (part.is_text() && part.text().is_some_and(|text| !text.trim().is_empty()))
}
