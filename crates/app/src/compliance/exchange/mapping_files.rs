//! Mappings as files.

use std::collections::HashMap;

use bytes::Bytes;
use domain::compliance::{ComplianceCollection, MAX_REGULATION_BYTES, MappingRelation};
use domain::field::FieldCode;
use domain::finding::Severity;
use domain::id::{ComplianceCollectionId, PolicyItemId, PolicyMappingId};
use domain::permission::Permission;
use domain::text::fold;
use regulations::mapping::{ItemMapping, MappingEnd, Relationship, read_mappings, to_csv, to_xlsx};
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
    for mapping in rows {
        file.read(&mapping, &ids);
    }
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
    store::regulations::insert_mappings(&mut tx, &added, &caller.user.id, now).await?;
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

/// A file of mappings while its rows are read.
struct MappingFile<'a> {
    ends: &'a [ComplianceCollection; 2],
    /// The items of both collections by folded code.
    codes: [HashMap<String, PolicyItemId>; 2],
    known: HashMap<(PolicyItemId, PolicyItemId), PolicyMapping>,
    /// Pairs that a row before has; a pair may come from both sides.
    seen: HashMap<(PolicyItemId, PolicyItemId), MappingRelation>,
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
            left_out: 0,
            report: MappingReport::default(),
            added: Vec::new(),
            changed: Vec::new(),
        })
    }

    fn block(&mut self, rule: &str, params: &[(&str, &str)]) {
        if self.report.findings.len() < MAX_FINDINGS {
            self.report.findings.push(finding(rule, Severity::Block, params));
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

    fn read(&mut self, mapping: &ItemMapping, next_id: &dyn Fn() -> PolicyMappingId) {
        let places = [self.place(&mapping.source.collection, 0), self.place(&mapping.target.collection, 1)];
        let mut items = Vec::with_capacity(2);
        for (end, place) in [&mapping.source, &mapping.target].into_iter().zip(places) {
            let Some(place) = place else {
                self.block("mapping.collection_unknown", &[("collection", end.collection.as_str())]);
                continue;
            };
            if let Some(id) = self.codes[place].get(&fold(&end.code)) {
                items.push(id.clone());
            } else {
                let name = self.ends[place].details.name.as_str();
                self.block("mapping.code_unknown", &[("collection", name), ("code", end.code.as_str())]);
            }
        }
        let Ok([source, target]) = <[PolicyItemId; 2]>::try_from(items) else { return };
        if places[0] == places[1] {
            self.block("mapping.same_collection", &[("code", mapping.source.code.as_str())]);
            return;
        }
        let Ok(rationale) = parse_rationale(&mapping.rationale) else {
            self.block("mapping.rationale_too_long", &[("code", mapping.source.code.as_str())]);
            return;
        };
        let Some(relation) = MappingRelation::parse(mapping.relationship.as_str()) else { return };
        self.add(stored(next_id(), (source, target), relation, rationale), mapping);
    }

    fn add(&mut self, new: NewMapping, row: &ItemMapping) {
        let key = (new.source.clone(), new.target.clone());
        if let Some(before) = self.seen.insert(key.clone(), new.relation) {
            if before != new.relation {
                let codes = [("source", row.source.code.as_str()), ("target", row.target.code.as_str())];
                self.block("mapping.contradiction", &codes);
            }
            return;
        }
        match self.known.get(&key) {
            None => {
                self.report.added += 1;
                self.added.push(new);
            }
            Some(known) if known.relation == new.relation && known.rationale == new.rationale => {
                self.report.unchanged += 1;
            }
            Some(known) => {
                self.report.changed += 1;
                self.changed.push((known.clone(), new.relation, new.rationale));
            }
        }
    }
}
