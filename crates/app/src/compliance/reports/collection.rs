//! `downloadComplianceReportJob`: the matrix of a collection, as a workbook or a PDF.

use domain::compliance::{ComplianceCollection, CompliancePath, MAX_CATEGORIES, MAX_ITEMS, PolicyCategory};
use domain::field::FieldError;
use domain::job::{FailureReason, Outputs, Parameters};
use domain::permission::Permission;
use domain::subject::Subject;
use publish::report::ReportWord;
use store::Tx;

use super::collection_matrix::CollectionMatrix;
use super::columns::collection_sheets;
use super::cover::CoverSource;
use super::output::{ReportOutput, STEPS};
use super::parameters::CollectionReportOrder;
use super::part::ReportReader;
use crate::compliance::located;
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::Error;
use crate::core::job_error::JobError;
use crate::core::job_kind::JobKind;
use crate::core::running::Running;
use crate::jobs::{REPORT_SIGHT, REPORTS, report_limits};
use crate::library::{files, manuals};

/// The kind itself.
#[derive(Debug)]
pub(crate) struct DownloadComplianceReport;

/// A report that was made.
#[derive(Debug)]
pub(crate) struct ReportOfCollection {
    collection: ComplianceCollection,
    file_name: String,
    rows: u64,
    /// The sight of the person who asked for it.
    sight: String,
}

impl From<ReportOfCollection> for Outputs {
    fn from(report: ReportOfCollection) -> Self {
        let named = [
            ("collectionId", report.collection.id.0),
            ("collectionName", report.collection.details.name),
            ("fileName", report.file_name),
            ("rows", report.rows.to_string()),
            (REPORT_SIGHT, report.sight),
        ];
        named.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
    }
}

impl JobKind for DownloadComplianceReport {
    type Parameters = CollectionReportOrder;
    type Output = ReportOfCollection;

    fn wire_name(&self) -> &'static str {
        "downloadComplianceReportJob"
    }

    fn steps(&self) -> &'static [&'static str] {
        STEPS
    }

    fn permission(&self) -> Permission {
        Permission::ReadContent
    }

    fn parse(&self, parameters: &Parameters) -> Result<CollectionReportOrder, Vec<FieldError>> {
        CollectionReportOrder::parse(parameters)
    }

    async fn admit(
        &self,
        tx: &mut Tx,
        caller: &Caller,
        order: &CollectionReportOrder,
    ) -> Result<Option<Subject>, Error> {
        report_limits::admit(tx, caller, REPORTS).await?;
        located::collection(tx, &order.collection).await?;
        if let Some(path) = &order.manual {
            manuals::at_path(tx, path).await?;
        }
        if let Some(path) = &order.module {
            files::object_at(tx, path).await?;
        }
        Ok(None)
    }

    async fn run(
        &self,
        ctx: &Ctx,
        job: &Running,
        order: &CollectionReportOrder,
    ) -> Result<ReportOfCollection, JobError> {
        let mut reader = ReportReader::begin(ctx, job).await?;
        let gone = || JobError::Fail(vec![FailureReason::new("job.failed.reportGone")]);
        let today = reader.now.date_naive();
        let tx = &mut reader.tx;
        let collection = store::compliance::find_collection(tx, &order.collection).await?.ok_or_else(gone)?;
        let categories = store::compliance::list_categories(tx, Some(&collection.id), MAX_CATEGORIES).await?;
        let mut filter = order.filter(job.created_by(), today);
        if let Some(path) = &order.module {
            filter.module = match files::object_at(tx, path).await {
                Ok((object, _)) => Some(object),
                Err(Error::NotFound(_)) => return Err(gone()),
                Err(error) => return Err(error.into()),
            };
        }
        let place = match filter.below.as_ref().filter(|path| !path.is_collection()) {
            Some(path) => Some(named_place(tx, path, &categories).await?.ok_or_else(gone)?),
            None => None,
        };
        let ids = store::compliance::list_item_ids(tx, &filter, MAX_ITEMS).await?;
        let prepared_by = preparer(tx, job).await?;
        let output = ReportOutput::begin(ctx, job, &collection_sheets(), (order.format, order.locale)).await?;
        let mut matrix = CollectionMatrix::new(ctx, job, reader, order, &categories);
        let output = matrix.write(output, &ids).await?;
        let output = matrix.write_changes(output, &collection).await?;
        let cover = CoverSource {
            locale: order.locale,
            title: ReportWord::CollectionReport,
            subject: &collection.details.name,
            facts: facts(&collection, &matrix, order),
            filters: order.filter_text(place.as_ref().map(|(word, name)| (*word, name.as_str()))),
            prepared_by,
            now: matrix.reader.now,
            hash: output.content_hash(),
            withheld: matrix.reader.is_partial().then_some(ReportWord::Withheld),
            figures: matrix.figures(),
            ident: &job.id().0,
        };
        let cover = cover.cover();
        let sight = matrix.reader.sight();
        // Printing takes long, and needs nothing more of the database.
        drop(matrix);
        let made = output.finish(ctx, job, cover, &collection.details.name).await?;
        tracing::info!(collection.id = %collection.id, report.rows = made.rows, "Made the report {}", made.file_name);
        Ok(ReportOfCollection { collection, file_name: made.file_name, rows: made.rows, sight })
    }

    async fn complete(&self, _: &Ctx, tx: &mut Tx, job: &Running, _: &mut ReportOfCollection) -> Result<(), Error> {
        report_limits::forget_old(tx, job, REPORTS).await
    }
}

/// The category or the requirement that a report is limited to; `None` when it is gone.
async fn named_place(
    tx: &mut Tx,
    path: &CompliancePath,
    categories: &[PolicyCategory],
) -> Result<Option<(ReportWord, String)>, JobError> {
    let text = path.to_string();
    if let Some(category) = categories.iter().find(|one| one.path == text) {
        return Ok(Some((ReportWord::Category, category.name.clone())));
    }
    let item = store::compliance::find_item_at(tx, path).await?;
    Ok(item.map(|item| (ReportWord::Code, item.details.code)))
}

fn facts(
    collection: &ComplianceCollection,
    matrix: &CollectionMatrix<'_>,
    order: &CollectionReportOrder,
) -> Vec<(ReportWord, String)> {
    let details = &collection.details;
    let of_collection = [
        (ReportWord::Originator, details.originator.clone()),
        (ReportWord::TypeOfCollection, ReportWord::from(details.compliance_type).text(order.locale).to_owned()),
        (ReportWord::SourceReference, details.source_reference.clone()),
        (ReportWord::Version, details.edition.clone()),
        (ReportWord::EffectiveDate, details.effective_on.map(|day| day.to_string()).unwrap_or_default()),
    ];
    let manuals = (ReportWord::ManualsIncluded, matrix.manuals());
    of_collection.into_iter().chain([manuals]).chain(matrix.total().facts()).collect()
}

/// The name of the person who asked for a report.
pub(super) async fn preparer(tx: &mut Tx, job: &Running) -> Result<String, JobError> {
    let Some(id) = job.created_by() else { return Ok(String::new()) };
    let user = store::users::find(tx, id).await?;
    Ok(user.map(|user| super::rows::name_of(&located::person(&user))).unwrap_or_default())
}
