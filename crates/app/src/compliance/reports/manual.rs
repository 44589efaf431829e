//! `downloadComplianceManualReportJob`: what the modules of a manual answer, in the order of its contents.

use domain::field::FieldError;
use domain::job::{FailureReason, Outputs, Parameters};
use domain::manual::Manual;
use domain::permission::Permission;
use domain::subject::Subject;
use publish::report::ReportWord;
use store::Tx;

use super::collection::preparer;
use super::columns::manual_sheets;
use super::cover::CoverSource;
use super::manual_matrix::ManualMatrix;
use super::output::{ReportOutput, STEPS};
use super::parameters::ManualReportOrder;
use super::part::ReportReader;
use crate::compliance::located;
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::Error;
use crate::core::job_error::JobError;
use crate::core::job_kind::JobKind;
use crate::core::running::Running;
use crate::jobs::{REPORT_SIGHT, REPORTS, report_limits};
use crate::library::manuals;

/// The kind itself.
#[derive(Debug)]
pub(crate) struct DownloadManualReport;

/// A report that was made.
#[derive(Debug)]
pub(crate) struct ManualReport {
    manual: Manual,
    file_name: String,
    rows: u64,
    /// The sight of the person who asked for it: it decides which requirements are gaps.
    sight: String,
}

impl From<ManualReport> for Outputs {
    fn from(report: ManualReport) -> Self {
        let named = [
            ("manualId", report.manual.id.0),
            ("csdbName", report.manual.csdb_name.as_str().to_owned()),
            ("manualName", report.manual.name.as_str().to_owned()),
            ("fileName", report.file_name),
            ("rows", report.rows.to_string()),
            (REPORT_SIGHT, report.sight),
        ];
        named.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
    }
}

impl JobKind for DownloadManualReport {
    type Parameters = ManualReportOrder;
    type Output = ManualReport;

    fn wire_name(&self) -> &'static str {
        "downloadComplianceManualReportJob"
    }

    fn steps(&self) -> &'static [&'static str] {
        STEPS
    }

    fn permission(&self) -> Permission {
        Permission::ReadContent
    }

    fn parse(&self, parameters: &Parameters) -> Result<ManualReportOrder, Vec<FieldError>> {
        ManualReportOrder::parse(parameters)
    }

    async fn admit(&self, tx: &mut Tx, caller: &Caller, order: &ManualReportOrder) -> Result<Option<Subject>, Error> {
        report_limits::admit(tx, caller, REPORTS).await?;
        manuals::at_path(tx, &order.manual).await?;
        if let Some(collection) = &order.filter.collection {
            located::collection(tx, collection).await?;
        }
        Ok(None)
    }

    async fn run(&self, ctx: &Ctx, job: &Running, order: &ManualReportOrder) -> Result<ManualReport, JobError> {
        let mut reader = ReportReader::begin(ctx, job).await?;
        let gone = |key: &str| JobError::Fail(vec![FailureReason::new(key)]);
        let (path, tx) = (&order.manual, &mut reader.tx);
        let manual = store::manuals::find_by_name(tx, &path.csdb, &path.manual).await?;
        let manual = manual.ok_or_else(|| gone("job.failed.manualGone"))?;
        let limited_to = match &order.filter.collection {
            Some(id) => {
                let collection = store::compliance::find_collection(tx, id).await?;
                let collection = collection.ok_or_else(|| gone("job.failed.reportGone"))?;
                Some((collection.id, collection.details.name))
            }
            None => None,
        };
        let filters = order.filter_text(limited_to.as_ref().map_or("", |(_, name)| name.as_str()));
        let references = store::compliance::list_manual_references(tx, &manual.id, &order.filter).await?;
        let prepared_by = preparer(tx, job).await?;
        let approved = store::publications::find_released(tx, &manual.id).await?;
        let output = ReportOutput::begin(ctx, job, &manual_sheets(), (order.format, order.locale)).await?;
        let mut matrix = ManualMatrix::begin(ctx, job, reader, order, &manual, limited_to).await?;
        let output = matrix.write(output, &references).await?;
        let cover = CoverSource {
            locale: order.locale,
            title: ReportWord::ManualReport,
            subject: &manual.path(),
            facts: matrix.facts(&manual, approved.as_ref()),
            filters,
            prepared_by,
            now: matrix.reader.now,
            hash: output.content_hash(),
            withheld: matrix.reader.is_partial().then_some(ReportWord::WithheldGaps),
            figures: matrix.figures(),
            ident: &job.id().0,
        }
        .cover();
        let sight = matrix.reader.sight();
        // Printing takes long, and needs nothing more of the database.
        drop(matrix);
        let name = [manual.csdb_name.as_str(), manual.name.as_str()].join("-");
        let made = output.finish(ctx, job, cover, &name).await?;
        tracing::info!(manual.id = %manual.id, report.rows = made.rows, "Made the report {}", made.file_name);
        Ok(ManualReport { manual, file_name: made.file_name, rows: made.rows, sight })
    }

    async fn complete(&self, _: &Ctx, tx: &mut Tx, job: &Running, _: &mut ManualReport) -> Result<(), Error> {
        report_limits::forget_old(tx, job, REPORTS).await
    }
}
