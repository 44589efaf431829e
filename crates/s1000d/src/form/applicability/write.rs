//! Changes of statements.

use std::collections::HashSet;

use roxmltree::Node;

use super::fields::{ApplicTarget, ApplicabilityChange, StatementNode};
use super::nodes::{StatementParts, paragraph};
use super::places::{ApplicPlaces, OwnStatement};
use crate::applic::Property;
use crate::form::writer::{FormWriter, attribute_value, is_plain};
use crate::object::ident::{child, elements, text_of};
use crate::object::write::{escaped, prefix_of, replace_inner, space_before};
use crate::splice::Splice;
use crate::text::folded;

/// The parts of a status section that stand behind its applicability.
const AFTER_APPLIC: &[&str] = &[
    "techStandard",
    "brexDmRef",
    "qualityAssurance",
    "systemBreakdownCode",
    "functionalItemCode",
    "functionalItemRef",
    "dmStatusItems",
    "skillLevel",
    "reasonForUpdate",
    "productSafety",
    "remarks",
];

pub(super) fn edit(places: &ApplicPlaces<'_, '_>, change: &ApplicabilityChange) -> Option<Vec<Splice>> {
    let mut writer = FormWriter::new(places.text);
    match change {
        ApplicabilityChange::Refer(id) => {
            let is_known = id.as_deref().is_none_or(|id| places.statement(id).is_some());
            if is_known && places.target != ApplicTarget::Module {
                refer(&mut writer, places.owner, id.as_deref());
            } else {
                writer.refuse();
            }
        }
        ApplicabilityChange::Write { id, display, expression } => {
            let old = match (id, places.target) {
                (Some(id), _) => places.statement(id).map(OwnStatement::One),
                (None, ApplicTarget::Module) => Some(places.own()),
                (None, ApplicTarget::Element(_)) => Some(OwnStatement::None),
            };
            match old {
                Some(OwnStatement::One(applic)) => {
                    change_statement(&mut writer, &StatementParts::of(applic), display, expression.as_ref());
                }
                Some(OwnStatement::None) => add_statement(&mut writer, places, display, expression.as_ref()),
                Some(OwnStatement::Elsewhere(_)) | None => writer.refuse(),
            }
        }
    }
    writer.finish()
}

/// Makes an element refer to a statement, by the attribute that it has already.
fn refer(writer: &mut FormWriter<'_>, node: Node<'_, '_>, id: Option<&str>) {
    let name = if node.has_attribute("applicRefIds") { "applicRefIds" } else { "applicRefId" };
    writer.set_attribute(node, name, id);
}

fn change_statement(
    writer: &mut FormWriter<'_>,
    parts: &StatementParts<'_, '_>,
    display: &str,
    expression: Option<&StatementNode>,
) {
    let prefix = prefix_of(writer.text, parts.applic);
    let now = parts.fields(0);
    if now.is_fixed || (display.is_empty() && expression.is_none()) {
        return writer.refuse();
    }
    let written = match expression.map(|node| written_node(node, parts, writer.text, prefix)) {
        Some(None) => return writer.refuse(),
        Some(written) => written,
        None => None,
    };
    let both = expression.zip(now.expression.as_ref());
    match (parts.display, parts.expression) {
        (None, None) => {
            let inner = format!("{}{}", display_element(display, prefix), written.unwrap_or_default());
            writer.push(replace_inner(writer.text, parts.applic, &inner));
        }
        (Some(shown), None) if display.is_empty() => {
            if is_lost(shown) {
                writer.refuse();
            } else {
                writer.push(Splice::replace(shown.range(), written.unwrap_or_default()));
            }
        }
        (None, Some(old)) if !display.is_empty() => {
            let words = display_element(display, prefix);
            match both {
                Some((new, before)) => {
                    let space = space_before(writer.text, old);
                    writer.push(Splice::insert(old.range().start, format!("{words}{space}")));
                    change_node(writer, parts, old, before, new, prefix);
                }
                None => writer.push(Splice::replace(old.range(), words)),
            }
        }
        (shown, old) => {
            if let Some(shown) = shown {
                change_display(writer, shown, display, prefix);
            }
            match (old, both, written) {
                (Some(old), Some((new, before)), _) => change_node(writer, parts, old, before, new, prefix),
                (Some(old), None, _) => writer.remove(old),
                (None, _, Some(written)) => {
                    let place = shown.unwrap_or(parts.applic);
                    let space = space_before(writer.text, place);
                    writer.push(Splice::insert(place.range().end, format!("{space}{written}")));
                }
                (None, _, None) => {}
            }
        }
    }
}

/// Whether more than a plain paragraph goes with a text for readers.
fn is_lost(shown: Node<'_, '_>) -> bool {
    paragraph(shown).map_or(shown.has_children(), |own| !is_plain(own))
}

fn display_element(display: &str, prefix: &str) -> String {
    if display.is_empty() {
        return String::new();
    }
    let words = escaped(display);
    format!("<{prefix}displayText><{prefix}simplePara>{words}</{prefix}simplePara></{prefix}displayText>")
}

fn change_display(writer: &mut FormWriter<'_>, shown: Node<'_, '_>, display: &str, prefix: &str) {
    let own = paragraph(shown);
    if text_of(shown) == folded(display) {
        return;
    }
    if display.is_empty() {
        if is_lost(shown) {
            writer.refuse();
        } else {
            writer.remove(shown);
        }
    } else if let Some(own) = own {
        writer.set_text(own, display);
    } else if !shown.has_children() {
        let words = escaped(display);
        writer.push(replace_inner(writer.text, shown, &format!("<{prefix}simplePara>{words}</{prefix}simplePara>")));
    } else {
        writer.refuse();
    }
}

/// Changes a part of a statement where it differs, and nothing around it.
fn change_node(
    writer: &mut FormWriter<'_>,
    parts: &StatementParts<'_, '_>,
    node: Node<'_, '_>,
    old: &StatementNode,
    new: &StatementNode,
    prefix: &str,
) {
    if old == new {
        return;
    }
    match (old, new) {
        (StatementNode::Assert { .. }, StatementNode::Assert { property, values }) => {
            writer.set_attribute(node, "applicPropertyIdent", Some(&property.ident));
            writer.set_attribute(node, "applicPropertyType", Some(property.kind.as_str()));
            writer.set_attribute(node, "applicPropertyValues", Some(values));
        }
        (StatementNode::Group { is_any, parts: before }, StatementNode::Group { is_any: wanted, parts: after })
            if is_any == wanted && before.len() == after.len() =>
        {
            for (node, (old, new)) in elements(node).zip(before.iter().zip(after)) {
                change_node(writer, parts, node, old, new, prefix);
            }
        }
        _ => match written_node(new, parts, writer.text, prefix) {
            Some(written) => writer.push(Splice::replace(node.range(), written)),
            None => writer.refuse(),
        },
    }
}

/// A part of a statement as XML; `None` when it names a kept part that is not there, or a group of nothing.
fn written_node(node: &StatementNode, parts: &StatementParts<'_, '_>, text: &str, prefix: &str) -> Option<String> {
    match node {
        StatementNode::Assert { property, values } => Some(written_assert(property, values, prefix)),
        StatementNode::Kept { number, .. } => {
            parts.kept.get(*number).and_then(|kept| text.get(kept.range())).map(str::to_owned)
        }
        StatementNode::Group { parts: inner, .. } if inner.len() < 2 => {
            inner.first().and_then(|only| written_node(only, parts, text, prefix))
        }
        StatementNode::Group { is_any, parts: inner } => {
            let inner: Option<String> = inner.iter().map(|part| written_node(part, parts, text, prefix)).collect();
            let (name, operator) = (parts.operator_name(), if *is_any { "or" } else { "and" });
            Some(format!("<{prefix}evaluate {name}=\"{operator}\">{}</{prefix}evaluate>", inner?))
        }
    }
}

fn written_assert(property: &Property, values: &str, prefix: &str) -> String {
    let (ident, kind) = (attribute_value(&property.ident), property.kind.as_str());
    let values = attribute_value(values);
    format!(
        "<{prefix}assert applicPropertyIdent=\"{ident}\" applicPropertyType=\"{kind}\" \
         applicPropertyValues=\"{values}\"/>"
    )
}

/// Writes a statement where there is none: in the status section, or in the group of the module for the element.
fn add_statement(
    writer: &mut FormWriter<'_>,
    places: &ApplicPlaces<'_, '_>,
    display: &str,
    expression: Option<&StatementNode>,
) {
    if display.is_empty() && expression.is_none() {
        return writer.refuse();
    }
    // There is nothing to keep from.
    let nothing = StatementParts { applic: places.owner, display: None, expression: None, kept: Vec::new() };
    let place = if places.target == ApplicTarget::Module { Some(places.owner) } else { places.content };
    let Some(place) = place else { return writer.refuse() };
    let prefix = prefix_of(writer.text, place);
    let written = match expression.map(|node| written_node(node, &nothing, writer.text, prefix)) {
        Some(None) => return writer.refuse(),
        Some(Some(written)) => written,
        None => String::new(),
    };
    let inner = format!("{}{written}", display_element(display, prefix));
    if places.target == ApplicTarget::Module {
        writer.insert_before(place, AFTER_APPLIC, &[format!("<{prefix}applic>{inner}</{prefix}applic>")]);
        return;
    }
    let id = free_id(places);
    let applic = format!("<{prefix}applic id=\"{id}\">{inner}</{prefix}applic>");
    if let Some(group) = places.group {
        writer.insert_before(group, &[], &[applic]);
    } else if child(place, "referencedApplicGroupRef").is_some() {
        return writer.refuse();
    } else {
        add_group(writer, place, &format!("<{prefix}referencedApplicGroup>{applic}</{prefix}referencedApplicGroup>"));
    }
    refer(writer, places.owner, Some(&id));
}

/// The group stands behind the references and before everything else.
fn add_group(writer: &mut FormWriter<'_>, content: Node<'_, '_>, group: &str) {
    let first = elements(content).find(|node| node.tag_name().name() != "refs");
    match first {
        Some(first) => {
            let space = space_before(writer.text, first);
            writer.push(Splice::insert(first.range().start, format!("{group}{space}")));
        }
        None => writer.insert_before(content, &[], &[group.to_owned()]),
    }
}

/// An id that nothing else in the module has.
fn free_id(places: &ApplicPlaces<'_, '_>) -> String {
    let taken: HashSet<&str> = places.document.descendants().filter_map(|node| node.attribute("id")).collect();
    // One of them is free, because there is one more than there are ids.
    let mut ids = (1..=taken.len() + 1).map(|number| format!("app-{number:04}"));
    ids.find(|id| !taken.contains(id.as_str())).unwrap_or_default()
}
