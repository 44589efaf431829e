//! Mappings as files.

use std::collections::{HashMap, HashSet};

use bytes::Bytes;
use domain::compliance::{ComplianceCollection, MAX_COLLECTIONS, MAX_REGULATION_BYTES, MappingRelation};
use domain::field::FieldCode;
use domain::finding::Severity;
use domain::id::{ComplianceCollectionId, PolicyItemId, PolicyMappingId, UserId};
use domain::permission::Permission;
use domain::text::fold;
use regulations::mapping::{ItemMapping, MappingEnd, Relationship, read_mappings, to_csv, to_xlsx};
use regulations::model::SourceCollection;
use store::Tx;
use store::regulations::{MappingFilter, NewMapping, PolicyMapping, RegulationFinding};

use super::export::{ExportedFile, TemplateFormat};
use super::mappings::{MAX_MAPPINGS, parse_rationale, stored, toward};
use super::reading::{findings, limits};
use crate::compliance::located::{self, record};
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{ComplianceError, Error};

/// What a file of mappings does.
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
        self.findings.iter().any(|finding| finding.severity == Severity::Block.as_str())
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
    let mut tx = caller.begin(ctx).await?;
    let ends = [located::collection(&mut tx, collection).await?, located::collection(&mut tx, other).await?];
    let mut file = MappingFile::open(&mut tx, &ends).await?;
    file.report.findings = findings(&found);
    let ids = || PolicyMappingId(ctx.ids.next());
    for mapping in rows {
        file.read(&mapping, &ids);
    }
    let MappingFile { report, added, changed, .. } = file;
    if report.is_blocked() || mode == MappingFileMode::Check {
        return Ok(report);
    }
    if store::regulations::count_mappings(&mut tx, collection).await? + report.added > MAX_MAPPINGS {
        return Err(ComplianceError::TooMany.into());
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
    seen: HashSet<(PolicyItemId, PolicyItemId)>,
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
            seen: HashSet::new(),
            report: MappingReport::default(),
            added: Vec::new(),
            changed: Vec::new(),
        })
    }

    fn block(&mut self, rule: &str, params: &[(&str, &str)]) {
        self.report.findings.push(RegulationFinding {
            rule: rule.to_owned(),
            severity: Severity::Block.as_str().to_owned(),
            part: String::new(),
            line: None,
            params: params.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect(),
        });
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
        self.add(stored(next_id(), (source, target), relation, rationale));
    }

    fn add(&mut self, new: NewMapping) {
        let key = (new.source.clone(), new.target.clone());
        if !self.seen.insert(key.clone()) {
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

/// Writes the mappings that the items of a file name, as far as we have the other collections and their items. `ids` has
/// the items of the file.
pub(super) async fn write_counterparts(
    ctx: &Ctx,
    tx: &mut Tx,
    collection: &SourceCollection,
    ids: &[PolicyItemId],
    creator: &UserId,
) -> Result<(), Error> {
    if collection.items.iter().all(|item| item.mappings.is_empty()) {
        return Ok(());
    }
    let mut others: HashMap<String, HashMap<String, PolicyItemId>> = HashMap::new();
    for other in store::compliance::list_collections(tx, MAX_COLLECTIONS).await? {
        let name = fold(&other.details.name);
        let is_named = collection.items.iter().flat_map(|item| &item.mappings).any(|one| fold(&one.collection) == name);
        if is_named {
            others.insert(name, store::regulations::list_codes(tx, &other.id).await?.into_iter().collect());
        }
    }
    let mut new = Vec::new();
    for (item, id) in collection.items.iter().zip(ids) {
        for counterpart in &item.mappings {
            let other =
                others.get(&fold(&counterpart.collection)).and_then(|codes| codes.get(&fold(&counterpart.code)));
            let relation = MappingRelation::parse(counterpart.relationship.as_str());
            let (Some(other), Some(relation)) = (other.filter(|other| *other != id), relation) else { continue };
            let ends = (id.clone(), other.clone());
            new.push(stored(PolicyMappingId(ctx.ids.next()), ends, relation, String::new()));
        }
    }
    store::regulations::insert_mappings(tx, &new, creator, ctx.clock.now()).await?;
    Ok(())
}
