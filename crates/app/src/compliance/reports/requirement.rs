//! The rows of one requirement in the report of its collection.

use domain::compliance::{MappingProof, MeansKind, PolicyStatus, strongest_proof};
use publish::report::ReportLine;
use store::compliance::ReportedItem;

use super::columns::{COLLECTION_GAPS, COLLECTION_MEANS, COLLECTION_NOT_APPLICABLE, MATRIX, collection_sheets};
use super::part::{LinkState, ReportPart, ReportedPlace};
use super::rows::{RowSource, counts};

/// The rows of a requirement: one for each of its places, and where it belongs on the other sheets.
pub(super) fn of_item(
    source: &RowSource<'_>,
    part: &ReportPart,
    places: &[ReportedPlace],
    lines: &mut Vec<ReportLine>,
) {
    let sheets = collection_sheets();
    let matrix = sheets[MATRIX].columns;
    if places.is_empty() {
        lines.push(source.line(MATRIX, matrix));
    }
    for (number, place) in places.iter().enumerate() {
        let reference = &place.quoted.located.reference;
        let mut evidence = part.evidence(&reference.item, Some(&reference.id));
        if number == 0 {
            // What is about the whole requirement stands in its first row.
            evidence.extend(source.evidence.iter().copied());
        }
        let row = RowSource {
            place: Some(place),
            clause: part.clause(place),
            evidence,
            continues: number > 0,
            ..source.clone()
        };
        lines.push(row.line(MATRIX, matrix));
    }
    let suspects = places.iter().filter(|place| place.link_state() != LinkState::Ok);
    let worst = suspects.max_by_key(|place| place.link_state());
    let is_mapped = strongest_proof(source.proofs) == Some(MappingProof::Mapped);
    if is_gap(source.item, is_mapped, worst.is_some()) {
        let row = RowSource { place: worst, ..source.clone() };
        lines.push(row.line(COLLECTION_GAPS, sheets[COLLECTION_GAPS].columns));
    }
    if is_not_applicable(source.item) {
        lines.push(source.line(COLLECTION_NOT_APPLICABLE, sheets[COLLECTION_NOT_APPLICABLE].columns));
    }
    // What the authority published itself needs no approval.
    for one in source.means.iter().filter(|(means, _)| means.kind != MeansKind::Published) {
        let row = RowSource { means: std::slice::from_ref(one), ..source.clone() };
        lines.push(row.line(COLLECTION_MEANS, sheets[COLLECTION_MEANS].columns));
    }
}

/// Somebody has to do something about it. `is_mapped` tells that requirements of other collections prove it.
fn is_gap(item: &ReportedItem, is_mapped: bool, has_suspects: bool) -> bool {
    let is_met = is_mapped || matches!(item.item.status, PolicyStatus::Compliant | PolicyStatus::NotApplicable);
    counts(item) && (!is_met || item.item.needs_recheck || has_suspects)
}

fn is_not_applicable(item: &ReportedItem) -> bool {
    let is_out = !item.item.scope.in_scope || item.item.status == PolicyStatus::NotApplicable;
    item.item.details.is_assessable && !item.item.is_withdrawn && is_out
}
