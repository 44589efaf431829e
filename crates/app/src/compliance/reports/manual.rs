//! `downloadComplianceManualReportJob`: what the modules of a manual answer, in the order of its contents.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use domain::compliance::CompliancePath;
use domain::field::FieldError;
use domain::id::{ComplianceCollectionId, ObjectId, PolicyItemId, PolicyReferenceId};
use domain::job::{FailureReason, Outputs, Parameters};
use domain::manual::Manual;
use domain::permission::Permission;
use domain::subject::Subject;
use publish::report::{ReportLine, ReportWord, text_cell};
use publish::table::Cell;
use store::Tx;
use store::compliance::ReportedItem;

use super::collection::{preparer, refuse_limited_token};
use super::columns::{MANUAL_INDEX, MANUAL_SUSPECTS, MANUAL_UNLINKED, MATRIX, manual_sheets};
use super::contents::ManualOrder;
use super::cover::{CoverSource, ReportTally};
use super::gaps::unanswered;
use super::output::{COLLECT, ReportOutput, STEPS};
use super::parameters::ManualReportOrder;
use super::part::{LinkState, ROWS, ReportPart, ReportReader, ReportedPlace, quoted};
use super::rows::{RowSource, place_text};
use crate::compliance::located;
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::Error;
use crate::core::job_error::JobError;
use crate::core::job_kind::JobKind;
use crate::core::running::Running;
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
}

impl From<ManualReport> for Outputs {
    fn from(report: ManualReport) -> Self {
        let named = [
            ("manualId", report.manual.id.0),
            ("csdbName", report.manual.csdb_name.as_str().to_owned()),
            ("manualName", report.manual.name.as_str().to_owned()),
            ("fileName", report.file_name),
            ("rows", report.rows.to_string()),
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
        refuse_limited_token(caller)?;
        manuals::at_path(tx, &order.manual).await?;
        if let Some(collection) = &order.filter.collection {
            located::collection(tx, collection).await?;
        }
        Ok(None)
    }

    async fn run(&self, ctx: &Ctx, job: &Running, order: &ManualReportOrder) -> Result<ManualReport, JobError> {
        let (reader, mut tx) = ReportReader::begin(ctx, job).await?;
        let gone = || JobError::Fail(vec![FailureReason::new("job.failed.manualGone")]);
        let path = &order.manual;
        let manual = store::manuals::find_by_name(&mut tx, &path.csdb, &path.manual).await?.ok_or_else(gone)?;
        let references = store::compliance::list_manual_references(&mut tx, &manual.id, &order.filter).await?;
        let contents = ManualOrder::load(&mut tx, &manual).await?;
        let limited_to = match &order.filter.collection {
            Some(id) => store::compliance::find_collection(&mut tx, id).await?.map(|one| one.details.name),
            None => None,
        };
        drop(tx);
        let output = ReportOutput::begin(ctx, job, &manual_sheets(), (order.format, order.locale)).await?;
        let found = ManualFindings::default();
        let mut matrix = ManualMatrix { ctx, job, reader, order, contents: &contents, found };
        let output = matrix.write(output, &references).await?;
        let output = output.write(job, matrix.unlinked()).await?;
        let collections = matrix.collections();
        let gaps = unanswered(ctx, &matrix.reader, order.locale, &collections).await?;
        let output = output.write(job, gaps).await?;
        let output = output.write(job, matrix.index()).await?;
        let cover = CoverSource {
            locale: order.locale,
            title: ReportWord::ManualReport,
            subject: &manual.path(),
            facts: matrix.facts(&manual),
            filters: order.filter_text(limited_to.as_deref().unwrap_or_default()),
            prepared_by: preparer(ctx, job).await?,
            now: ctx.clock.now(),
            hash: output.content_hash(),
            // It is about one manual, which the person may see.
            is_partial: false,
            figures: matrix.figures(),
            ident: &job.id().0,
        }
        .cover();
        let stem = format!("{}-{}-compliance", manual.csdb_name.as_str(), manual.name.as_str());
        let made = output.finish(ctx, job, cover, &stem).await?;
        tracing::info!(manual.id = %manual.id, report.rows = made.rows, "Made the report {}", made.file_name);
        Ok(ManualReport { manual, file_name: made.file_name, rows: made.rows })
    }
}

/// What the rows have in common, found while they are written.
#[derive(Debug, Default)]
struct ManualFindings {
    linked: HashSet<ObjectId>,
    collections: BTreeMap<String, (ComplianceCollectionId, ReportTally)>,
    counted: HashSet<PolicyItemId>,
    /// By collection and code: the title, and the places.
    index: BTreeMap<(String, String), (String, BTreeSet<String>)>,
}

/// The rows of a manual, part by part.
struct ManualMatrix<'m> {
    ctx: &'m Ctx,
    job: &'m Running,
    reader: ReportReader,
    order: &'m ManualReportOrder,
    contents: &'m ManualOrder,
    found: ManualFindings,
}

impl ManualMatrix<'_> {
    async fn write(
        &mut self,
        mut output: ReportOutput,
        references: &[(PolicyReferenceId, Option<ObjectId>)],
    ) -> Result<ReportOutput, JobError> {
        let ids = self.contents.sorted(references);
        let (mut done, total, mut before) = (0, ids.len() as u64, None);
        for some in ids.chunks(ROWS) {
            let mut tx = self.reader.again(self.ctx).await?;
            let references = store::compliance::list_references_by_ids(&mut tx, some).await?;
            let items: BTreeSet<PolicyItemId> =
                references.iter().map(|one| one.located.reference.item.clone()).collect();
            let part = ReportPart::load(&mut tx, &items.into_iter().collect::<Vec<_>>()).await?;
            drop(tx);
            let places = quoted(self.ctx, references).await?;
            let lines = self.lines(&part, &places, done, &mut before);
            output = output.write(self.job, lines).await?;
            done += some.len() as u64;
            self.job.progress_of(COLLECT, done, total)?;
        }
        self.job.progress(COLLECT, 100)?;
        Ok(output)
    }

    /// `before` is the module of the last row.
    fn lines(
        &mut self,
        part: &ReportPart,
        places: &[ReportedPlace],
        done: u64,
        before: &mut Option<ObjectId>,
    ) -> Vec<ReportLine> {
        let (items, sheets) = (part.find(), manual_sheets());
        let mut lines = Vec::with_capacity(places.len());
        for (number, place) in (done + 1..).zip(places) {
            let reference = &place.quoted.located.reference;
            let Some(item) = items.get(&reference.item).copied() else { continue };
            let contents = self.contents;
            let row = RowSource {
                locale: self.order.locale,
                number: u32::try_from(number).unwrap_or(u32::MAX),
                item,
                category: None,
                wording: "",
                place: Some(place),
                clause: part.clause(place),
                evidence: part.evidence(&reference.item, Some(&reference.id)),
                is_documented: place.link_state() != LinkState::Broken,
                contents_number: reference.object.map_or("", |object| contents.number(object)),
                continues: reference.object.is_some() && reference.object == *before,
            };
            *before = reference.object;
            lines.push(row.line(MATRIX, sheets[MATRIX].columns));
            if place.link_state() != LinkState::Ok {
                let suspect = RowSource { continues: false, ..row.clone() };
                lines.push(suspect.line(MANUAL_SUSPECTS, sheets[MANUAL_SUSPECTS].columns));
            }
            self.found.note(item, place, place_text(place, self.order.locale));
        }
        lines
    }

    /// The modules that no requirement refers to, in the order of the contents.
    fn unlinked(&self) -> Vec<ReportLine> {
        let rows = self.contents.modules().filter(|(object, _)| !self.found.linked.contains(object));
        rows.map(|(_, texts)| ReportLine {
            sheet: MANUAL_UNLINKED,
            continues: false,
            cells: texts.map(text_cell).to_vec(),
        })
        .collect()
    }

    /// The collections that the manual answers.
    fn collections(&self) -> Vec<CompliancePath> {
        let ids = self.found.collections.values().map(|(id, _)| id.0.as_str());
        ids.filter_map(CompliancePath::parse).collect()
    }

    fn index(&self) -> Vec<ReportLine> {
        let row = |((collection, code), (title, places)): (&(String, String), &(String, BTreeSet<String>))| {
            let places = places.iter().map(String::as_str).collect::<Vec<_>>().join("\n");
            let texts = [collection.as_str(), code, title, &places];
            ReportLine { sheet: MANUAL_INDEX, continues: false, cells: texts.map(text_cell).to_vec() }
        };
        self.found.index.iter().map(row).collect()
    }

    fn facts(&self, manual: &Manual) -> Vec<(ReportWord, String)> {
        let names: Vec<&str> = self.found.collections.keys().map(String::as_str).collect();
        let linked = self.contents.modules().filter(|(object, _)| self.found.linked.contains(object)).count();
        let mut total = ReportTally::default();
        self.found.collections.values().for_each(|(_, tally)| total.add_all(tally));
        let facts = [
            (ReportWord::Type, manual.details.manual_type.clone()),
            (ReportWord::CollectionsIncluded, names.join("; ")),
            (ReportWord::Modules, self.contents.modules().count().to_string()),
            (ReportWord::LinkedModules, linked.to_string()),
        ];
        facts.into_iter().chain(total.facts()).collect()
    }

    fn figures(&self) -> Vec<Vec<Cell>> {
        let mut rows = vec![ReportTally::header(ReportWord::Collection, self.order.locale)];
        rows.extend(self.found.collections.iter().map(|(name, (_, tally))| tally.row(name)));
        rows
    }
}

impl ManualFindings {
    fn note(&mut self, item: &ReportedItem, place: &ReportedPlace, text: String) {
        self.linked.extend(place.quoted.located.reference.object);
        let name = &item.collection_name;
        let new = || (item.item.collection.clone(), ReportTally::default());
        let (_, tally) = self.collections.entry(name.clone()).or_insert_with(new);
        if self.counted.insert(item.item.id.clone()) {
            tally.add(item, &[]);
        }
        tally.add_link(place);
        let details = &item.item.details;
        let key = (name.clone(), details.code.clone());
        self.index.entry(key).or_insert_with(|| (details.title.clone(), BTreeSet::new())).1.insert(text);
    }
}
