//! The rows of the report of a manual, part by part.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use domain::compliance::ProvingItem;
use domain::id::{ComplianceCollectionId, ObjectId, PolicyItemId, PolicyReferenceId};
use domain::manual::Manual;
use domain::publication::ManualPublication;
use publish::report::{ReportLine, ReportWord, text_cell};
use publish::table::Cell;
use store::compliance::{ManualReportFilter, ReportedItem};

use super::columns::{MANUAL_INDEX, MANUAL_SUSPECTS, MANUAL_UNLINKED, MATRIX, manual_sheets};
use super::contents::ManualOrder;
use super::cover::ReportTally;
use super::gaps::write_unanswered;
use super::output::{COLLECT, ReportOutput};
use super::parameters::ManualReportOrder;
use super::part::{LinkState, ReportPart, ReportReader, ReportedPlace, quoted};
use super::rows::{RowSource, place_text};
use crate::core::ctx::Ctx;
use crate::core::job_error::JobError;
use crate::core::running::Running;

/// Findings that the rows share, found while they are written.
#[derive(Debug, Default)]
struct ManualFindings {
    /// By the name of the collection; also those without a row.
    tallies: BTreeMap<String, ReportTally>,
    counted: HashSet<PolicyItemId>,
    /// By collection and code: the title, and the places.
    index: BTreeMap<(String, String), (String, BTreeSet<String>)>,
}

pub(super) struct ManualMatrix<'m> {
    ctx: &'m Ctx,
    job: &'m Running,
    pub(super) reader: ReportReader,
    order: &'m ManualReportOrder,
    contents: ManualOrder,
    /// The modules that any requirement refers to, whatever the filters are.
    linked: HashSet<ObjectId>,
    /// The collections that refer to the manual, or the one of the filter.
    collections: Vec<(ComplianceCollectionId, String)>,
    found: ManualFindings,
}

impl<'m> ManualMatrix<'m> {
    /// `limited_to` is the collection of the filter.
    pub(super) async fn begin(
        ctx: &'m Ctx,
        job: &'m Running,
        mut reader: ReportReader,
        order: &'m ManualReportOrder,
        manual: &Manual,
        limited_to: Option<(ComplianceCollectionId, String)>,
    ) -> Result<Self, JobError> {
        let tx = &mut reader.tx;
        let contents = ManualOrder::load(tx, manual).await?;
        let all = store::compliance::list_manual_references(tx, &manual.id, &ManualReportFilter::default()).await?;
        let collections = match limited_to {
            Some(collection) => vec![collection],
            None => store::compliance::list_manual_collections(tx, &manual.id).await?,
        };
        let tallies = collections.iter().map(|(_, name)| (name.clone(), ReportTally::default())).collect();
        let linked = all.into_iter().filter_map(|(_, object)| object).collect();
        let found = ManualFindings { tallies, ..ManualFindings::default() };
        Ok(Self { ctx, job, reader, order, contents, linked, collections, found })
    }

    pub(super) async fn write(
        &mut self,
        mut output: ReportOutput,
        references: &[(PolicyReferenceId, Option<ObjectId>)],
    ) -> Result<ReportOutput, JobError> {
        let ids = self.contents.sorted(references);
        let (mut done, total, mut before) = (0, ids.len() as u64, None);
        for some in ids.chunks(self.reader.rows) {
            let references = store::compliance::list_references_by_ids(&mut self.reader.tx, some).await?;
            let items: BTreeSet<PolicyItemId> =
                references.iter().map(|one| one.located.reference.item.clone()).collect();
            let items: Vec<PolicyItemId> = items.into_iter().collect();
            let part = ReportPart::load_headers(&mut self.reader.tx, &items).await?;
            let mut places = quoted(self.ctx, references).await?;
            for place in &mut places {
                let object = place.quoted.located.reference.object;
                let number = object.map_or("", |object| self.contents.number(object));
                number.clone_into(&mut place.contents_number);
            }
            let lines = self.lines(&part, &places, done, &mut before);
            output = output.write(self.job, lines).await?;
            done += some.len() as u64;
            self.job.progress_of(COLLECT, done, total)?;
        }
        self.job.progress(COLLECT, 100)?;
        let output = output.write(self.job, self.unlinked()).await?;
        let output = self.write_gaps(output).await?;
        output.write(self.job, self.index()).await
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
            let mut evidence = part.evidence(&reference.item, Some(&reference.id));
            evidence.extend(part.evidence(&reference.item, None));
            let row = RowSource {
                locale: self.order.locale,
                number: u32::try_from(number).unwrap_or(u32::MAX),
                item,
                category: None,
                category_name: "",
                wording: "",
                place: Some(place),
                clause: part.clause(place),
                evidence,
                proofs: part.proofs(&reference.item),
                means: &[],
                is_documented: Some(place.link_state() != LinkState::Broken),
                continues: reference.object.is_some() && reference.object == *before,
            };
            *before = reference.object;
            lines.push(row.line(MATRIX, sheets[MATRIX].columns));
            if place.link_state() != LinkState::Ok {
                let suspect = RowSource { continues: false, ..row };
                lines.push(suspect.line(MANUAL_SUSPECTS, sheets[MANUAL_SUSPECTS].columns));
            }
            self.found.note(item, (part.proofs(&reference.item), place), place_text(place, self.order.locale));
        }
        lines
    }

    /// The modules that no requirement refers to, in the order of the contents.
    fn unlinked(&self) -> Vec<ReportLine> {
        let rows = self.contents.modules().filter(|(object, _)| !self.linked.contains(object));
        rows.map(|(_, texts)| ReportLine {
            sheet: MANUAL_UNLINKED,
            continues: false,
            cells: texts.map(text_cell).to_vec(),
        })
        .collect()
    }

    async fn write_gaps(&mut self, mut output: ReportOutput) -> Result<ReportOutput, JobError> {
        for (id, _) in &self.collections {
            output = write_unanswered(self.job, &mut self.reader, self.order.locale, id, output).await?;
        }
        Ok(output)
    }

    fn index(&self) -> Vec<ReportLine> {
        let row = |((collection, code), (title, places)): (&(String, String), &(String, BTreeSet<String>))| {
            let places = places.iter().map(String::as_str).collect::<Vec<_>>().join("\n");
            let texts = [collection.as_str(), code, title, &places];
            ReportLine { sheet: MANUAL_INDEX, continues: false, cells: texts.map(text_cell).to_vec() }
        };
        self.found.index.iter().map(row).collect()
    }

    /// `approved` is the last publication that was approved.
    pub(super) fn facts(&self, manual: &Manual, approved: Option<&ManualPublication>) -> Vec<(ReportWord, String)> {
        let revision = approved.map(|one| one.revision.clone()).unwrap_or_default();
        let reference = approved.and_then(|one| one.approval.as_ref()).map(|one| one.reference.clone());
        let names: Vec<&str> = self.collections.iter().map(|(_, name)| name.as_str()).collect();
        let linked = self.contents.modules().filter(|(object, _)| self.linked.contains(object)).count();
        let mut total = ReportTally::default();
        self.found.tallies.values().for_each(|tally| total.add_all(tally));
        let facts = [
            (ReportWord::Type, manual.details.manual_type.clone()),
            (ReportWord::Revision, revision),
            (ReportWord::Approval, reference.unwrap_or_default()),
            (ReportWord::CollectionsIncluded, names.join("; ")),
            (ReportWord::Modules, self.contents.modules().count().to_string()),
            (ReportWord::LinkedModules, linked.to_string()),
        ];
        facts.into_iter().chain(total.facts()).collect()
    }

    pub(super) fn figures(&self) -> Vec<Vec<Cell>> {
        let mut rows = vec![ReportTally::header(ReportWord::Collection, self.order.locale)];
        rows.extend(self.found.tallies.iter().map(|(name, tally)| tally.row(name)));
        rows
    }
}

impl ManualFindings {
    fn note(&mut self, item: &ReportedItem, (proofs, place): (&[ProvingItem], &ReportedPlace), text: String) {
        let name = &item.collection_name;
        let tally = self.tallies.entry(name.clone()).or_default();
        if self.counted.insert(item.item.id.clone()) {
            tally.add(item, &[], proofs);
        }
        tally.add_link(place);
        let details = &item.item.details;
        let key = (name.clone(), details.code.clone());
        self.index.entry(key).or_insert_with(|| (details.title.clone(), BTreeSet::new())).1.insert(text);
    }
}
