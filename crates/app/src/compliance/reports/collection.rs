//! `downloadComplianceReportJob`: the matrix of a collection, as a workbook or a PDF.

use std::collections::HashMap;

use domain::compliance::{ComplianceCollection, MAX_CATEGORIES, MAX_ITEMS, PolicyCategory, RegulationChangeClass};
use domain::field::FieldError;
use domain::id::{PolicyCategoryId, PolicyItemId};
use domain::job::{FailureReason, Outputs, Parameters};
use domain::page::PageRequest;
use domain::permission::Permission;
use domain::subject::Subject;
use publish::report::{ReportLine, ReportWord, text_cell};
use publish::table::Cell;
use store::Tx;
use store::regulations::RegulationChangeFilter;

use super::columns::{COLLECTION_CHANGES, collection_sheets};
use super::cover::{CoverSource, ReportTally, number};
use super::output::{COLLECT, ReportOutput, STEPS};
use super::parameters::CollectionReportOrder;
use super::part::{LinkState, ROWS, ReportPart, ReportReader, ReportedPlace, quoted};
use super::requirement::of_item;
use super::rows::RowSource;
use crate::compliance::located;
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::Error;
use crate::core::job_error::JobError;
use crate::core::job_kind::JobKind;
use crate::core::running::Running;
use crate::jobs::{REPORT_SIGHT, sight_text};
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
    /// What the person who asked for it could see.
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

/// A job has no way to a service token, which may see fewer databases than the person who made it.
pub(super) fn refuse_limited_token(caller: &Caller) -> Result<(), Error> {
    let is_limited = caller.service.as_ref().is_some_and(|token| token.csdbs.is_some());
    if is_limited { Err(Error::Forbidden) } else { Ok(()) }
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
        refuse_limited_token(caller)?;
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
        let (reader, mut tx) = ReportReader::begin(ctx, job).await?;
        let gone = || JobError::Fail(vec![FailureReason::new("job.failed.reportGone")]);
        let collection = store::compliance::find_collection(&mut tx, &order.collection).await?.ok_or_else(gone)?;
        let categories = store::compliance::list_categories(&mut tx, Some(&collection.id), MAX_CATEGORIES).await?;
        let today = ctx.clock.now().date_naive();
        let mut filter = order.filter(job.created_by(), today);
        if let Some(path) = &order.module {
            filter.module = match files::object_at(&mut tx, path).await {
                Ok((object, _)) => Some(object),
                Err(Error::NotFound(_)) => return Err(gone()),
                Err(error) => return Err(error.into()),
            };
        }
        let ids = store::compliance::list_item_ids(&mut tx, &filter, MAX_ITEMS).await?;
        let sight = sight_text(tx.sight());
        let below = filter.below.as_ref().map(ToString::to_string).unwrap_or_default();
        drop(tx);
        let output = ReportOutput::begin(ctx, job, &collection_sheets(), (order.format, order.locale)).await?;
        let mut matrix = CollectionMatrix { ctx, job, reader, order, categories: &categories, tallies: HashMap::new() };
        let output = matrix.write(output, &ids).await?;
        let output = output.write(job, matrix.changes(&collection).await?).await?;
        let category = categories.iter().find(|one| one.path == below).map_or("", |one| one.name.as_str());
        let cover = CoverSource {
            locale: order.locale,
            title: ReportWord::CollectionReport,
            subject: &collection.details.name,
            facts: facts(&collection, &matrix.total(), order),
            filters: order.filter_text(category),
            prepared_by: preparer(ctx, job).await?,
            now: ctx.clock.now(),
            hash: output.content_hash(),
            is_partial: matrix.reader.is_partial,
            figures: matrix.figures(),
            ident: &job.id().0,
        };
        let stem = format!("{}-compliance", collection.details.name);
        let made = output.finish(ctx, job, cover.cover(), &stem).await?;
        tracing::info!(collection.id = %collection.id, report.rows = made.rows, "Made the report {}", made.file_name);
        Ok(ReportOfCollection { collection, file_name: made.file_name, rows: made.rows, sight })
    }
}

fn facts(
    collection: &ComplianceCollection,
    total: &ReportTally,
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
    of_collection.into_iter().chain(total.facts()).collect()
}

/// The name of the person who asked for a report.
pub(super) async fn preparer(ctx: &Ctx, job: &Running) -> Result<String, JobError> {
    let Some(id) = job.created_by() else { return Ok(String::new()) };
    let user = store::users::find(&mut ctx.db.read().await?, id).await?;
    Ok(user.map(|user| super::rows::name_of(&located::person(&user))).unwrap_or_default())
}

/// The rows of a collection, part by part.
struct CollectionMatrix<'m> {
    ctx: &'m Ctx,
    job: &'m Running,
    reader: ReportReader,
    order: &'m CollectionReportOrder,
    categories: &'m [PolicyCategory],
    tallies: HashMap<Option<PolicyCategoryId>, ReportTally>,
}

impl CollectionMatrix<'_> {
    async fn write(&mut self, mut output: ReportOutput, ids: &[PolicyItemId]) -> Result<ReportOutput, JobError> {
        let (mut done, total) = (0, ids.len() as u64);
        for some in ids.chunks(ROWS) {
            let mut tx = self.reader.again(self.ctx).await?;
            let part = ReportPart::load(&mut tx, some).await?;
            let mut references = store::compliance::list_reported_references(&mut tx, some).await?;
            drop(tx);
            let in_order: Vec<_> = some.iter().flat_map(|id| references.remove(id).unwrap_or_default()).collect();
            let mut places: HashMap<PolicyItemId, Vec<ReportedPlace>> = HashMap::new();
            for place in quoted(self.ctx, in_order).await? {
                places.entry(place.quoted.located.reference.item.clone()).or_default().push(place);
            }
            let lines = self.lines(&part, &places, done);
            output = output.write(self.job, lines).await?;
            done += some.len() as u64;
            self.job.progress_of(COLLECT, done, total)?;
        }
        self.job.progress(COLLECT, 100)?;
        Ok(output)
    }

    fn lines(
        &mut self,
        part: &ReportPart,
        places: &HashMap<PolicyItemId, Vec<ReportedPlace>>,
        before: u64,
    ) -> Vec<ReportLine> {
        let categories: HashMap<&PolicyCategoryId, &PolicyCategory> =
            self.categories.iter().map(|one| (&one.id, one)).collect();
        let mut lines = Vec::new();
        for (number, item) in (before + 1..).zip(&part.items) {
            let own = places.get(&item.item.id).map(Vec::as_slice).unwrap_or_default();
            self.tallies.entry(item.item.category.clone()).or_default().add(item, own);
            let wording = part.wording(item);
            let source = RowSource {
                locale: self.order.locale,
                number: u32::try_from(number).unwrap_or(u32::MAX),
                item,
                category: item.item.category.as_ref().and_then(|id| categories.get(id).copied()),
                wording: &wording,
                place: None,
                clause: "",
                evidence: part.evidence(&item.item.id, None),
                is_documented: own.iter().any(|place| place.link_state() != LinkState::Broken),
                contents_number: "",
                continues: false,
            };
            of_item(&source, part, own, &mut lines);
        }
        lines
    }

    fn total(&self) -> ReportTally {
        let mut total = ReportTally::default();
        self.tallies.values().for_each(|one| total.add_all(one));
        total
    }

    /// Figures by category, in the order of the collection, and the sum.
    fn figures(&self) -> Vec<Vec<Cell>> {
        let mut rows = vec![ReportTally::header(ReportWord::Category, self.order.locale)];
        for category in self.categories {
            let name = [category.code.as_str(), &category.name].join(" ");
            rows.extend(self.tallies.get(&Some(category.id.clone())).map(|tally| tally.row(name.trim())));
        }
        rows.extend(self.tallies.get(&None).map(|tally| tally.row("–")));
        rows.push(self.total().row("Σ"));
        rows
    }

    /// What the last version of the regulation changed.
    async fn changes(&self, collection: &ComplianceCollection) -> Result<Vec<ReportLine>, JobError> {
        let mut tx = self.reader.again(self.ctx).await?;
        let Some(import) = store::compliance::find_last_edition(&mut tx, &collection.id).await? else {
            return Ok(Vec::new());
        };
        let mut lines = Vec::new();
        for class in RegulationChangeClass::ALL.into_iter().filter(|class| *class != RegulationChangeClass::Unchanged) {
            let filter = RegulationChangeFilter { class: Some(class), ..RegulationChangeFilter::default() };
            let mut page = 1;
            while let Some(request) = PageRequest::parse(page, PageRequest::MAX_SIZE) {
                let found = store::regulations::list_changes(&mut tx, &import, &filter, request).await?;
                let is_last = number(found.items.len()) < PageRequest::MAX_SIZE;
                lines.extend(found.items.into_iter().map(|change| {
                    let class = ReportWord::from(class).text(self.order.locale);
                    let texts = [class, &change.old_code, &change.new_code, &change.kind, &change.title];
                    let cells = texts.map(text_cell).to_vec();
                    ReportLine { sheet: COLLECTION_CHANGES, continues: false, cells }
                }));
                if is_last {
                    break;
                }
                page += 1;
            }
        }
        Ok(lines)
    }
}
