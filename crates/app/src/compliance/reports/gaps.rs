//! Requirements that nothing answers yet, and that no mapping proves.

use domain::compliance::{CompliancePath, MAX_ITEMS, MappingProof, ProvingItem, strongest_proof};
use domain::id::ComplianceCollectionId;
use domain::language::Locale;
use publish::report::ReportLine;
use store::compliance::{PolicyItemFilter, ReportedItem};

use super::columns::{MANUAL_GAPS, manual_sheets};
use super::output::ReportOutput;
use super::part::ReportReader;
use super::rows::{RowSource, counts};
use crate::core::job_error::JobError;
use crate::core::running::Running;

/// Writes the requirements of a collection that no manual answers which the person may see.
pub(super) async fn write_unanswered(
    job: &Running,
    reader: &mut ReportReader,
    locale: Locale,
    collection: &ComplianceCollectionId,
    mut output: ReportOutput,
) -> Result<ReportOutput, JobError> {
    let Some(path) = CompliancePath::parse(&collection.0) else { return Ok(output) };
    let filter = PolicyItemFilter {
        below: Some(path),
        in_scope: Some(true),
        assessable: Some(true),
        unreferenced: true,
        ..PolicyItemFilter::default()
    };
    let ids = store::compliance::list_item_ids(&mut reader.tx, &filter, MAX_ITEMS).await?;
    for some in ids.chunks(reader.rows) {
        job.check()?;
        let items = store::compliance::list_reported_headers(&mut reader.tx, some).await?;
        let proofs = store::compliance::list_proofs(&mut reader.tx, some).await?;
        let proving = |item: &ReportedItem| proofs.get(&item.item.id).map(Vec::as_slice).unwrap_or_default();
        // What is proved once counts here too.
        let is_open =
            |item: &&ReportedItem| counts(item) && strongest_proof(proving(item)) != Some(MappingProof::Mapped);
        let lines = items.iter().filter(is_open).map(|item| line(item, proving(item), locale)).collect();
        output = output.write(job, lines).await?;
    }
    Ok(output)
}

fn line(item: &ReportedItem, proofs: &[ProvingItem], locale: Locale) -> ReportLine {
    let row = RowSource {
        locale,
        number: 0,
        item,
        category: None,
        category_name: "",
        wording: "",
        place: None,
        clause: "",
        evidence: Vec::new(),
        proofs,
        means: &[],
        is_documented: None,
        continues: false,
    };
    row.line(MANUAL_GAPS, manual_sheets()[MANUAL_GAPS].columns)
}
