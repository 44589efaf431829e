//! Alternates that are resolved: `…Alts` with one element left, which then stands for itself.

use foldhash::HashSet;

use super::edits::Edits;
use super::skeleton::{SkeletonAttribute, SkeletonElement};
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
    group: SkeletonElement<'_, '_>,
    left: SkeletonElement<'_, '_>,
    reduced: &HashSet<u32>,
    edits: &mut Edits,
) -> bool {
    let tag = &text[group.start_tag()];
    // The tags of a group inside may vanish as well.
    let is_lossy = group.has_text() || tag.contains("xmlns") || is_group(left.name());
    if is_lossy || group.attributes().any(|own| is_in_conflict(own, left)) {
        return false;
    }
    let mut taken = String::new();
    for attribute in group.attributes() {
        let key = attribute.key();
        let is_statement = matches!(key, "applicRefId" | "applicRefIds");
        // The element's own statement goes where that of the group says as much.
        let is_own = left.attribute_part(key).is_some() && !(is_statement && reduced.contains(&left.index()));
        if is_own || (is_statement && reduced.contains(&group.index())) {
            continue;
        }
        taken.push(' ');
        taken.push_str(&text[attribute.range()]);
        if is_statement {
            edits.taken_statements.extend(attribute.value().split_ascii_whitespace().map(str::to_owned));
        }
    }
    match (group.attribute("id"), left.attribute("id")) {
        (Some(id), None) => edits.moved_ids.push(id.into_owned()),
        (Some(id), Some(own)) if id != own => edits.renamed_ids.push((id.into_owned(), own.into_owned())),
        _ => {}
    }
    if !taken.is_empty() {
        edits.change(Splice::insert(left.end_of_name(), taken));
    }
    edits.remove_range(group.range().start..left.range().start);
    edits.remove_range(left.range().end..group.range().end);
    true
}

fn is_in_conflict(own: SkeletonAttribute<'_, '_>, left: SkeletonElement<'_, '_>) -> bool {
    !OWN.contains(&own.key()) && left.attribute(own.key()).is_some_and(|other| other != own.value())
}
