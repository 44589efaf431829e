//! Alternates that are resolved: `…Alts` with one element left, which then stands for itself.

use foldhash::HashSet;
use roxmltree::{Attribute, Node, NodeId};

use super::edits::Edits;
use crate::object::write::{end_of_name, inner_range};
use crate::splice::Splice;

/// Groups of alternates whose elements may stand in their place. The schemas require the others: entries of repositories,
/// and sequences of modules in a process.
const REPLACEABLE: [&str; 21] = [
    "assocWarningMalfunctionAlts",
    "bitMessageAlts",
    "commonInfoDescrParaAlts",
    "correlatedFaultAlts",
    "detectedFaultAlts",
    "dialogAlts",
    "dmNodeAlts",
    "electricalEquipAlts",
    "figureAlts",
    "harnessAlts",
    "isolatedFaultAlts",
    "isolationProcedureEndAlts",
    "isolationStepAlts",
    "levelledParaAlts",
    "messageAlts",
    "multimediaAlts",
    "observedFaultAlts",
    "proceduralStepAlts",
    "taskDefinitionAlts",
    "warningMalfunctionAlts",
    "wireAlts",
];

/// Attributes that the group may have otherwise than its element: the element's own are kept.
const OWN: [&str; 4] = ["id", "changeMark", "changeType", "reasonForUpdateRefIds"];

/// Whether an element is a group of alternates.
pub(super) fn is_group(name: &str) -> bool {
    name.ends_with("Alts")
}

/// Whether a group of alternates may be missing or be replaced by its element.
pub(super) fn is_replaceable(name: &str) -> bool {
    REPLACEABLE.contains(&name)
}

/// Replaces a group by the only element that is left of it; `false` when something would be lost with the group.
pub(super) fn replace(
    text: &str,
    group: Node<'_, '_>,
    left: Node<'_, '_>,
    reduced: &HashSet<NodeId>,
    edits: &mut Edits,
) -> bool {
    let Some(inner) = inner_range(text, group) else { return false };
    let tag = &text[group.range().start..inner.start];
    // The tags of a group inside may vanish as well.
    let is_lossy = has_text(group) || tag.contains("xmlns") || is_group(left.tag_name().name());
    if is_lossy || group.attributes().any(|own| is_in_conflict(own, left)) {
        return false;
    }
    let is_reduced = |attribute: &Attribute<'_, '_>| {
        reduced.contains(&group.id()) && matches!(attribute.name(), "applicRefId" | "applicRefIds")
    };
    let mut taken = String::new();
    for attribute in group.attributes().filter(|attribute| of_same_name(*attribute, left).is_none()) {
        if !is_reduced(&attribute) {
            taken.push(' ');
            taken.push_str(&text[attribute.range()]);
        }
    }
    match (group.attribute("id"), left.attribute("id")) {
        (Some(id), None) => edits.moved_ids.push(id.to_owned()),
        (Some(id), Some(own)) if id != own => edits.renamed_ids.push((id.to_owned(), own.to_owned())),
        _ => {}
    }
    if !taken.is_empty() {
        edits.change(Splice::insert(end_of_name(text, left), taken));
    }
    edits.remove_range(group.range().start..left.range().start);
    edits.remove_range(left.range().end..group.range().end);
    true
}

fn is_in_conflict(own: Attribute<'_, '_>, left: Node<'_, '_>) -> bool {
    !OWN.contains(&own.name()) && of_same_name(own, left).is_some_and(|other| other.value() != own.value())
}

fn of_same_name<'a, 'i>(attribute: Attribute<'_, '_>, node: Node<'a, 'i>) -> Option<Attribute<'a, 'i>> {
    node.attributes().find(|other| other.name() == attribute.name() && other.namespace() == attribute.namespace())
}

/// Whether an element has text of its own.
pub(super) fn has_text(node: Node<'_, '_>) -> bool {
    let is_blank = |text: &str| text.bytes().all(|byte| byte.is_ascii_whitespace());
    node.children().any(|child| child.is_text() && !is_blank(child.text().unwrap_or_default()))
}
