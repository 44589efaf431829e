//! Mappings as files.

use std::collections::{HashMap, HashSet};

use bytes::Bytes;
use domain::compliance::{ComplianceCollection, MAX_REGULATION_BYTES, MappingRelation};
use domain::field::FieldCode;
use domain::finding::Severity;
use domain::id::{ComplianceCollectionId, PolicyItemId, PolicyMappingId};
use domain::permission::Permission;
use domain::text::fold;
use regulations::mapping::{
    ItemMapping, MappingEnd, MappingGraph, MappingRow, Relationship, read_mappings, to_csv, to_xlsx,
};
use store::Tx;
use store::regulations::{MappingFilter, NewMapping, PolicyMapping, RegulationFinding};

use super::export::{ExportedFile, TemplateFormat};
use super::mappings::{MAX_MAPPINGS, parse_rationale, stored, toward};
use super::reading::{finding, findings, is_blocked, limits};
use crate::compliance::located::{self, record};
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{ComplianceError, Error};

/// Findings that are listed; the others are counted.
const MAX_FINDINGS: usize = 1_000;
/// Circles of mappings that are told.
const MAX_CIRCLES: usize = 20;
/// Requirements of a circle that are told.
const MAX_SHOWN: usize = 8;

/// The effect of a file of mappings.
#[derive(Debug, Clone, Default)]
pub struct MappingReport {
    pub added: u64,
    pub changed: u64,
    pub unchanged: u64,
    pub findings: Vec<RegulationFinding>,
}

impl MappingReport {
    /// Nothing of a file is written if a finding blocks.
    pub fn is_blocked(&self) -> bool {
        is_blocked(&self.findings)
    }
}

/// Whether a file is only checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MappingFileMode {
    Check,
    Apply,
}

/// The mappings of a collection, or of two, as a table.
pub async fn export(
    ctx: &Ctx,
    caller: &Caller,
    filter: &MappingFilter,
    format: TemplateFormat,
) -> Result<ExportedFile, Error> {
    caller.require(Permission::ReadContent)?;
    let mut tx = caller.read(ctx).await?;
    let collection = located::collection(&mut tx, &filter.collection).await?;
    let found = store::regulations::list_all_mappings(&mut tx, filter, MAX_MAPPINGS).await?;
    drop(tx);
    let id = filter.collection.clone();
    let work = tokio::task::spawn_blocking(move || {
        let rows: Vec<ItemMapping> = found.into_iter().filter_map(|mapping| row(toward(mapping, &id))).collect();
        match format {
            TemplateFormat::Xlsx => to_xlsx(&rows).map_err(Error::Workbook),
            TemplateFormat::Csv => Ok(to_csv(&rows)),
        }
    });
    Ok(ExportedFile { name: collection.details.name, bytes: work.await??.into() })
}

fn row(mapping: PolicyMapping) -> Option<ItemMapping> {
    let relationship = Relationship::parse(mapping.relation.as_str())?;
    let end = |collection: String, code: String| MappingEnd { collection, code };
    Some(ItemMapping {
        source: end(mapping.source.collection_name, mapping.source.code),
        target: end(mapping.target.collection_name, mapping.target.code),
        relationship,
        rationale: mapping.rationale,
    })
}

/// Reads mappings between two collections from a file and writes them, all or none.
pub async fn import(
    ctx: &Ctx,
    caller: &Caller,
    (collection, other): (&ComplianceCollectionId, &ComplianceCollectionId),
    bytes: Bytes,
    mode: MappingFileMode,
) -> Result<MappingReport, Error> {
    caller.require(Permission::EditCompliance)?;
    if bytes.is_empty() || bytes.len() > MAX_REGULATION_BYTES {
        let code = if bytes.is_empty() { FieldCode::Required } else { FieldCode::TooLong };
        return Err(Error::field("file", code));
    }
    if collection == other {
        return Err(ComplianceError::SameCollection.into());
    }
    let (rows, found) = tokio::task::spawn_blocking(move || read_mappings(&bytes, &limits())).await?;
    // A check holds up nobody who writes.
    let mut tx = match mode {
        MappingFileMode::Check => caller.read(ctx).await?,
        MappingFileMode::Apply => caller.begin(ctx).await?,
    };
    let ends = [located::collection(&mut tx, collection).await?, located::collection(&mut tx, other).await?];
    let mut file = MappingFile::open(&mut tx, &ends).await?;
    file.report.findings = findings(&found);
    let ids = || PolicyMappingId(ctx.ids.next());
    for row in rows {
        file.read(&row, &ids);
    }
    file.find_circles();
    let MappingFile { report, added, changed, .. } = file.finish();
    if report.is_blocked() || mode == MappingFileMode::Check {
        return Ok(report);
    }
    for end in [collection, other] {
        if store::regulations::count_mappings(&mut tx, end).await? + report.added > MAX_MAPPINGS {
            return Err(ComplianceError::TooMany.into());
        }
    }
    let now = ctx.clock.now();
    if store::regulations::insert_mappings(&mut tx, &added, &caller.user.id, now).await? != report.added {
        return Err(Error::ChangedMeanwhile);
    }
    for (before, relation, rationale) in &changed {
        let written = (*relation, rationale.as_str());
        if !store::regulations::update_mapping(&mut tx, &before.id, before.version, written, now).await? {
            return Err(Error::ChangedMeanwhile);
        }
    }
    if report.added + report.changed > 0 {
        let counts = (report.added.to_string(), report.changed.to_string());
        let name = ends[1].details.name.as_str();
        let said = [("target", name), ("added", counts.0.as_str()), ("changed", counts.1.as_str())];
        record(ctx, &mut tx, caller, "policy_mapping.imported", &ends[0].details.name, &said);
    }
    tx.commit().await?;
    Ok(report)
}

/// A row whose mapping is added or changed.
struct WrittenRow {
    line: u32,
    source: PolicyItemId,
    target: PolicyItemId,
    relation: MappingRelation,
    /// As the file writes them, in the order of the items.
    codes: [String; 2],
}

/// A file of mappings while its rows are read.
struct MappingFile<'a> {
    ends: &'a [ComplianceCollection; 2],
    /// The items of both collections by folded code.
    codes: [HashMap<String, PolicyItemId>; 2],
    known: HashMap<(PolicyItemId, PolicyItemId), PolicyMapping>,
    /// Pairs that a row before has; a pair may come from both sides.
    seen: HashMap<(PolicyItemId, PolicyItemId), MappingRelation>,
    written: Vec<WrittenRow>,
    /// Findings that are not listed.
    left_out: usize,
    report: MappingReport,
    added: Vec<NewMapping>,
    changed: Vec<(PolicyMapping, MappingRelation, String)>,
}

impl<'a> MappingFile<'a> {
    async fn open(tx: &mut Tx, ends: &'a [ComplianceCollection; 2]) -> Result<Self, Error> {
        let first = store::regulations::list_codes(tx, &ends[0].id).await?;
        let second = store::regulations::list_codes(tx, &ends[1].id).await?;
        let filter =
            MappingFilter { collection: ends[0].id.clone(), other: Some(ends[1].id.clone()), text: String::new() };
        let known = store::regulations::list_all_mappings(tx, &filter, MAX_MAPPINGS).await?;
        let known = known.into_iter().map(|one| ((one.source.id.clone(), one.target.id.clone()), one));
        Ok(Self {
            ends,
            codes: [first.into_iter().collect(), second.into_iter().collect()],
            known: known.collect(),
            seen: HashMap::new(),
            written: Vec::new(),
            left_out: 0,
            report: MappingReport::default(),
            added: Vec::new(),
            changed: Vec::new(),
        })
    }

    fn block(&mut self, line: u32, rule: &str, params: &[(&str, &str)]) {
        self.tell(line, (rule, Severity::Block), params);
    }

    fn tell(&mut self, line: u32, (rule, severity): (&str, Severity), params: &[(&str, &str)]) {
        let is_first_to_block = severity == Severity::Block && !self.report.is_blocked();
        if is_first_to_block || self.report.findings.len() < MAX_FINDINGS {
            let told = finding(rule, severity, params);
            self.report.findings.push(RegulationFinding { line: Some(line), ..told });
        } else {
            self.left_out += 1;
        }
    }

    fn finish(mut self) -> Self {
        if self.left_out > 0 {
            let count = self.left_out.to_string();
            let more = finding("regulation.more_findings", Severity::Info, &[("count", count.as_str())]);
            self.report.findings.push(more);
        }
        self
    }

    /// The place of a collection by its name; a row without names is from the first to the second.
    fn place(&self, name: &str, by_default: usize) -> Option<usize> {
        if name.is_empty() {
            return Some(by_default);
        }
        self.ends.iter().position(|one| fold(&one.details.name) == fold(name))
    }

    fn read(&mut self, row: &MappingRow, next_id: &dyn Fn() -> PolicyMappingId) {
        let MappingRow { line, mapping } = row;
        let line = *line;
        let places = [self.place(&mapping.source.collection, 0), self.place(&mapping.target.collection, 1)];
        let mut items = Vec::with_capacity(2);
        for (end, place) in [&mapping.source, &mapping.target].into_iter().zip(places) {
            let Some(place) = place else {
                self.block(line, "mapping.collection_unknown", &[("collection", end.collection.as_str())]);
                continue;
            };
            if let Some(id) = self.codes[place].get(&fold(&end.code)) {
                items.push(id.clone());
            } else {
                let name = self.ends[place].details.name.as_str();
                self.block(line, "mapping.code_unknown", &[("collection", name), ("code", end.code.as_str())]);
            }
        }
        let Ok([source, target]) = <[PolicyItemId; 2]>::try_from(items) else { return };
        if places[0] == places[1] {
            self.block(line, "mapping.same_collection", &[("code", mapping.source.code.as_str())]);
            return;
        }
        let Ok(rationale) = parse_rationale(&mapping.rationale) else {
            self.block(line, "mapping.rationale_too_long", &[("code", mapping.source.code.as_str())]);
            return;
        };
        let Some(relation) = MappingRelation::parse(mapping.relationship.as_str()) else { return };
        let mut codes = [mapping.source.code.clone(), mapping.target.code.clone()];
        if target < source {
            codes.reverse();
        }
        self.add(stored(next_id(), (source, target), relation, rationale), codes, line);
    }

    /// Adds a mapping with its codes, in the order in which it is stored.
    fn add(&mut self, new: NewMapping, codes: [String; 2], line: u32) {
        let key = (new.source.clone(), new.target.clone());
        if let Some(before) = self.seen.get(&key).copied() {
            let told = [("source", codes[0].as_str()), ("target", codes[1].as_str())];
            if before == new.relation {
                self.tell(line, ("regulation.mapping_duplicate", Severity::Warn), &told);
            } else {
                self.block(line, "mapping.contradiction", &told);
            }
            return;
        }
        self.seen.insert(key.clone(), new.relation);
        let is_known = |known: &PolicyMapping| known.relation == new.relation && known.rationale == new.rationale;
        if self.known.get(&key).is_some_and(is_known) {
            self.report.unchanged += 1;
            return;
        }
        self.written.push(WrittenRow {
            line,
            source: new.source.clone(),
            target: new.target.clone(),
            relation: new.relation,
            codes,
        });
        if let Some(known) = self.known.get(&key) {
            self.report.changed += 1;
            self.changed.push((known.clone(), new.relation, new.rationale));
        } else {
            self.report.added += 1;
            self.added.push(new);
        }
    }

    /// Finds the rows by which a requirement would demand less than itself.
    fn find_circles(&mut self) {
        let mut items = NumberedItems::default();
        let replaced: HashSet<(&PolicyItemId, &PolicyItemId)> =
            self.written.iter().map(|row| (&row.source, &row.target)).collect();
        let mut mappings: Vec<(usize, usize, Relationship)> = Vec::new();
        for ((source, target), known) in &self.known {
            if !replaced.contains(&(source, target)) {
                mappings.extend(items.mapping(known));
            }
        }
        let mut rows = Vec::new();
        for row in &self.written {
            let ends = (items.number(&row.source, &row.codes[0]), items.number(&row.target, &row.codes[1]));
            if let Some(relationship) = Relationship::parse(row.relation.as_str()) {
                rows.push((row.line, (ends.0, ends.1, relationship)));
            }
        }
        mappings.extend(rows.iter().map(|(_, mapping)| *mapping));
        let graph = MappingGraph::new(items.codes.len(), &mappings);
        let circles = rows.into_iter().filter_map(|(line, mapping)| Some((line, graph.circle(mapping)?)));
        for (line, circle) in circles.take(MAX_CIRCLES) {
            let way = shown_circle(&circle, &items.codes);
            self.block(line, "mapping.circle", &[("way", &way)]);
        }
    }
}

/// Refuses a mapping that was just written if a requirement would demand less than itself by it and by the others of
/// the two collections.
pub(super) async fn refuse_circle(tx: &mut Tx, written: &PolicyMapping) -> Result<(), Error> {
    let (collection, other) = (written.source.collection.clone(), written.target.collection.clone());
    let filter = MappingFilter { collection, other: Some(other), text: String::new() };
    let known = store::regulations::list_all_mappings(tx, &filter, MAX_MAPPINGS).await?;
    let mut items = NumberedItems::default();
    let mappings: Vec<(usize, usize, Relationship)> = known.iter().filter_map(|one| items.mapping(one)).collect();
    let Some(own) = items.mapping(written) else { return Ok(()) };
    let graph = MappingGraph::new(items.codes.len(), &mappings);
    match graph.circle(own) {
        Some(circle) => Err(ComplianceError::MappingCircle { way: shown_circle(&circle, &items.codes) }.into()),
        None => Ok(()),
    }
}

/// The items of mappings, as the numbers that a graph knows them by.
#[derive(Default)]
struct NumberedItems {
    numbers: HashMap<PolicyItemId, usize>,
    codes: Vec<String>,
}

impl NumberedItems {
    fn number(&mut self, id: &PolicyItemId, code: &str) -> usize {
        *self.numbers.entry(id.clone()).or_insert_with(|| {
            self.codes.push(code.to_owned());
            self.codes.len() - 1
        })
    }

    fn mapping(&mut self, mapping: &PolicyMapping) -> Option<(usize, usize, Relationship)> {
        let relationship = Relationship::parse(mapping.relation.as_str())?;
        let source = self.number(&mapping.source.id, &mapping.source.code);
        let target = self.number(&mapping.target.id, &mapping.target.code);
        Some((source, target, relationship))
    }
}

/// The codes of a circle, back to the first one.
fn shown_circle(circle: &[usize], codes: &[String]) -> String {
    let mut shown: Vec<&str> = circle.iter().take(MAX_SHOWN).map(|item| codes[*item].as_str()).collect();
    if circle.len() > MAX_SHOWN {
        shown.push("…");
    }
    shown.extend(circle.first().map(|item| codes[*item].as_str()));
    shown.join(" → ")
}
