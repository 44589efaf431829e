//! The rows of the report of a collection, part by part.

use std::collections::{BTreeSet, HashMap, HashSet};

use domain::compliance::{ComplianceCollection, PolicyCategory, RegulationChangeClass};
use domain::id::{ManualId, PolicyCategoryId, PolicyItemId, RegulationImportId};
use domain::page::PageRequest;
use publish::report::{ReportLine, ReportWord, text_cell};
use publish::table::Cell;
use store::regulations::{RegulationChange, RegulationChangeFilter};

use super::columns::COLLECTION_CHANGES;
use super::contents::ManualOrder;
use super::cover::{ReportTally, number};
use super::output::{COLLECT, ReportOutput};
use super::parameters::CollectionReportOrder;
use super::part::{LinkState, ReportPart, ReportReader, ReportedPlace, quoted};
use super::requirement::of_item;
use super::rows::RowSource;
use crate::core::ctx::Ctx;
use crate::core::job_error::JobError;
use crate::core::running::Running;

/// The references of so many parts are quoted together, because requirements of several parts refer to one module, which
/// is read once for all of them.
const PARTS_QUOTED: usize = 5;

pub(super) struct CollectionMatrix<'m> {
    ctx: &'m Ctx,
    job: &'m Running,
    pub(super) reader: ReportReader,
    order: &'m CollectionReportOrder,
    categories: &'m [PolicyCategory],
    /// With the names of the categories around each.
    category_names: HashMap<PolicyCategoryId, String>,
    tallies: HashMap<Option<PolicyCategoryId>, ReportTally>,
    /// The contents of the manuals that rows refer to.
    contents: HashMap<ManualId, ManualOrder>,
    /// The paths of the manuals that rows refer to.
    manuals: BTreeSet<String>,
    is_filtered: bool,
    /// The ids and the codes of the rows, for the changes of a report with filters.
    reported: HashSet<PolicyItemId>,
    reported_codes: HashSet<String>,
}

impl<'m> CollectionMatrix<'m> {
    pub(super) fn new(
        ctx: &'m Ctx,
        job: &'m Running,
        reader: ReportReader,
        order: &'m CollectionReportOrder,
        categories: &'m [PolicyCategory],
    ) -> Self {
        Self {
            ctx,
            job,
            reader,
            order,
            categories,
            category_names: whole_names(categories),
            tallies: HashMap::new(),
            contents: HashMap::new(),
            manuals: BTreeSet::new(),
            is_filtered: order.is_filtered(),
            reported: HashSet::new(),
            reported_codes: HashSet::new(),
        }
    }

    pub(super) async fn write(
        &mut self,
        mut output: ReportOutput,
        ids: &[PolicyItemId],
    ) -> Result<ReportOutput, JobError> {
        let (mut done, total) = (0, ids.len() as u64);
        for window in ids.chunks(self.reader.rows * PARTS_QUOTED) {
            let places = self.places(window).await?;
            for some in window.chunks(self.reader.rows) {
                let today = self.reader.now.date_naive();
                let part = ReportPart::load(&mut self.reader.tx, some, today).await?;
                let lines = self.lines(&part, &places, done);
                output = output.write(self.job, lines).await?;
                done += some.len() as u64;
                self.job.progress_of(COLLECT, done, total)?;
            }
        }
        self.job.progress(COLLECT, 100)?;
        Ok(output)
    }

    /// The places that requirements refer to, each with its words.
    async fn places(&mut self, ids: &[PolicyItemId]) -> Result<HashMap<PolicyItemId, Vec<ReportedPlace>>, JobError> {
        let mut references = store::compliance::list_reported_references(&mut self.reader.tx, ids).await?;
        let in_order: Vec<_> = ids.iter().flat_map(|id| references.remove(id).unwrap_or_default()).collect();
        let mut places: HashMap<PolicyItemId, Vec<ReportedPlace>> = HashMap::new();
        for mut place in quoted(self.ctx, in_order).await? {
            place.contents_number = self.contents_number(&place).await?;
            places.entry(place.quoted.located.reference.item.clone()).or_default().push(place);
        }
        Ok(places)
    }

    /// The number of the module of a place in the contents of its manual.
    async fn contents_number(&mut self, place: &ReportedPlace) -> Result<String, JobError> {
        let reference = &place.quoted.located.reference;
        let Some((id, object)) = reference.manual.as_ref().zip(reference.object) else { return Ok(String::new()) };
        if let Some(contents) = self.contents.get(id) {
            return Ok(contents.number(object).to_owned());
        }
        let contents = match store::manuals::find(&mut self.reader.tx, id).await? {
            Some(manual) => ManualOrder::load(&mut self.reader.tx, &manual).await?,
            // It is deleted.
            None => ManualOrder::default(),
        };
        let number = contents.number(object).to_owned();
        self.contents.insert(id.clone(), contents);
        Ok(number)
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
            self.tallies.entry(item.item.category.clone()).or_default().add(item, own, part.proofs(&item.item.id));
            let manuals = own.iter().map(|place| &place.quoted.located.manual_path).filter(|path| !path.is_empty());
            self.manuals.extend(manuals.cloned());
            if self.is_filtered {
                self.reported.insert(item.item.id.clone());
                self.reported_codes.insert(item.item.details.code.clone());
            }
            let wording = part.wording(item);
            let category = item.item.category.as_ref();
            let source = RowSource {
                locale: self.order.locale,
                number: u32::try_from(number).unwrap_or(u32::MAX),
                item,
                category: category.and_then(|id| categories.get(id).copied()),
                category_name: category.and_then(|id| self.category_names.get(id)).map_or("", String::as_str),
                wording: &wording,
                place: None,
                clause: "",
                evidence: part.evidence(&item.item.id, None),
                proofs: part.proofs(&item.item.id),
                means: part.means(&item.item.id),
                is_documented: self.is_documented(own),
                continues: false,
            };
            of_item(&source, part, own, &mut lines);
        }
        lines
    }

    fn is_documented(&self, places: &[ReportedPlace]) -> Option<bool> {
        let is_seen = places.iter().any(|place| place.link_state() != LinkState::Broken);
        // A manual that is withheld may document it.
        (is_seen || !self.reader.is_partial()).then_some(is_seen)
    }

    /// The manuals that rows refer to, in one text.
    pub(super) fn manuals(&self) -> String {
        self.manuals.iter().map(String::as_str).collect::<Vec<_>>().join("; ")
    }

    pub(super) fn total(&self) -> ReportTally {
        let mut total = ReportTally::default();
        self.tallies.values().for_each(|one| total.add_all(one));
        total
    }

    /// Figures by category, in the order of the collection, and the sum.
    pub(super) fn figures(&self) -> Vec<Vec<Cell>> {
        let mut rows = vec![ReportTally::header(ReportWord::Category, self.order.locale)];
        for category in self.categories {
            let name = [category.code.as_str(), &category.name].join(" ");
            rows.extend(self.tallies.get(&Some(category.id.clone())).map(|tally| tally.row(name.trim())));
        }
        rows.extend(self.tallies.get(&None).map(|tally| tally.row("–")));
        rows.push(self.total().row("Σ"));
        rows
    }

    /// Writes what the last version of the regulation changed, as far as the report has its requirements. The first version
    /// changed nothing.
    pub(super) async fn write_changes(
        &mut self,
        mut output: ReportOutput,
        collection: &ComplianceCollection,
    ) -> Result<ReportOutput, JobError> {
        let import = store::compliance::find_last_edition(&mut self.reader.tx, &collection.id).await?;
        let Some(import) = import else { return Ok(output) };
        if self.is_first(&import).await? {
            return Ok(output);
        }
        for class in RegulationChangeClass::ALL.into_iter().filter(|class| *class != RegulationChangeClass::Unchanged) {
            let filter = RegulationChangeFilter { class: Some(class), ..RegulationChangeFilter::default() };
            let mut page = 1;
            while let Some(request) = PageRequest::parse(page, PageRequest::MAX_SIZE) {
                self.job.check()?;
                let found = store::regulations::list_changes(&mut self.reader.tx, &import, &filter, request).await?;
                let is_last = number(found.items.len()) < PageRequest::MAX_SIZE;
                let reported = found.items.iter().filter(|change| self.is_reported(change));
                let lines: Vec<ReportLine> = reported.map(|change| self.change_line(class, change)).collect();
                output = output.write(self.job, lines).await?;
                if is_last {
                    break;
                }
                page += 1;
            }
        }
        Ok(output)
    }

    /// The import made the collection: everything in it was added.
    async fn is_first(&mut self, import: &RegulationImportId) -> Result<bool, JobError> {
        let Some(request) = PageRequest::parse(1, 1) else { return Ok(false) };
        let added =
            RegulationChangeFilter { class: Some(RegulationChangeClass::Added), ..RegulationChangeFilter::default() };
        let all = RegulationChangeFilter::default();
        let tx = &mut self.reader.tx;
        let added = store::regulations::list_changes(tx, import, &added, request).await?.total;
        Ok(added == store::regulations::list_changes(tx, import, &all, request).await?.total)
    }

    fn is_reported(&self, change: &RegulationChange) -> bool {
        !self.is_filtered
            || match &change.item {
                Some(item) => self.reported.contains(item),
                None => self.reported_codes.contains(&change.new_code),
            }
    }

    fn change_line(&self, class: RegulationChangeClass, change: &RegulationChange) -> ReportLine {
        let class = ReportWord::from(class).text(self.order.locale);
        let texts = [class, &change.old_code, &change.new_code, &change.kind, &change.title];
        ReportLine { sheet: COLLECTION_CHANGES, continues: false, cells: texts.map(text_cell).to_vec() }
    }
}

/// The name of each category with those around it, as in `Part-ORO / Subpart GEN`.
fn whole_names(categories: &[PolicyCategory]) -> HashMap<PolicyCategoryId, String> {
    let names: HashMap<&str, &str> = categories.iter().map(|one| (one.id.0.as_str(), one.name.as_str())).collect();
    let whole = |one: &PolicyCategory| {
        // The path is made of the ids of the collection and of the categories.
        let names: Vec<&str> = one.path.split('/').filter_map(|id| names.get(id).copied()).collect();
        (one.id.clone(), names.join(" / "))
    };
    categories.iter().map(whole).collect()
}
