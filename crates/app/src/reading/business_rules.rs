//! Business rules of what is in the library: one module on demand, and the reports about whole manuals.

mod batches;
pub(crate) mod job;
mod tally;

use std::collections::BTreeMap;
use std::sync::Arc;

use domain::id::JobId;
use domain::job::{Parameter, Parameters};
use domain::page::{Page, PageRequest};
use domain::path::{FilePath, ManualPath};
use domain::permission::Permission;
use domain::snapshot::Reading;
use s1000d::brex::Brex;
use store::Tx;
use store::blobs::BlobId;
use store::brex_reports;

use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, FileError, Missing};
use crate::imports::business_rules;
use crate::jobs::{self, Job};
use crate::library::{files, manuals};

pub use s1000d::brex::RuleFinding;
pub use store::brex_reports::{BrexReportFilter, BrexReportFinding, BrexReportRule, StoredBrexReport};

/// A BREX whose rules hold for a module.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BrexLayer {
    /// Its code with the extension.
    pub name: String,
    pub title: String,
    /// As in `001-00`; empty when it has none.
    pub issue: String,
    pub is_default: bool,
    pub rules: usize,
}

/// A module with the rules that hold for it.
#[derive(Debug, Clone)]
pub struct ModuleRuleCheck {
    /// The nearest first.
    pub layers: Vec<BrexLayer>,
    pub findings: Vec<RuleFinding>,
}

/// Checks the file at a path against its business rules. A file that they say nothing about has no layers and no findings.
pub async fn check_file(
    ctx: &Ctx,
    caller: &Caller,
    path: &FilePath,
    reading: &Reading,
) -> Result<ModuleRuleCheck, Error> {
    caller.require(Permission::ReadContent)?;
    let mut tx = caller.read(ctx).await?;
    let found = files::at_path(&mut tx, path, reading).await?;
    if found.file.version.content.media_type != "application/xml" {
        return Err(FileError::NotText.into());
    }
    let blob = BlobId::parse(&found.file.version.content.blob).ok_or(Error::NotFound(Missing::File))?;
    let bytes = ctx.blobs.read(&blob).await?.ok_or(Error::NotFound(Missing::File))?;
    let rules = business_rules::of_located(ctx, &mut tx, &found, reading, bytes.clone()).await?;
    drop(tx);
    let Some(rules) = rules else { return Ok(ModuleRuleCheck { layers: Vec::new(), findings: Vec::new() }) };
    let rules = rules.compile(ctx).await?;
    let layer = |brex: &Arc<Brex>| BrexLayer {
        name: brex.name(),
        title: brex.title.clone(),
        issue: brex.version.issue.map(|issue| issue.to_string()).unwrap_or_default(),
        is_default: brex.is_default(),
        rules: brex.rule_count(),
    };
    let layers = rules.checker.layers().iter().map(layer).collect();
    let place = business_rules::place().await;
    let checking = tokio::task::spawn_blocking(move || {
        let _place = place;
        rules.check(&bytes)
    });
    let checked = checking.await?;
    Ok(ModuleRuleCheck { layers, findings: checked.map_err(FileError::Unreadable)? })
}

/// Asks for a report about the manual at a path.
pub async fn start(ctx: &Ctx, caller: &Caller, path: &ManualPath) -> Result<Job, Error> {
    caller.require(Permission::EditContent)?;
    let named = [("csdbName", path.csdb.as_str()), ("manualName", path.manual.as_str())];
    let text = |(name, value): (&str, &str)| (name.to_owned(), Parameter::Text(value.to_owned()));
    let parameters = Parameters(named.into_iter().map(text).collect::<BTreeMap<_, _>>());
    jobs::create(ctx, caller, job::WIRE_NAME, parameters).await
}

/// The report about a manual as a reader sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ManualRuleReport {
    /// The manual was not checked yet.
    Missing,
    /// It repeats rules of a manual that the reader does not see, or that is gone.
    Withheld,
    Shown(StoredBrexReport, Vec<BrexReportRule>),
}

/// The report about the manual at a path with its rules.
pub async fn report(ctx: &Ctx, caller: &Caller, path: &ManualPath) -> Result<ManualRuleReport, Error> {
    caller.require(Permission::ReadContent)?;
    let mut tx = caller.read(ctx).await?;
    let manual = manuals::at_path(&mut tx, path).await?;
    let Some(report) = brex_reports::find_by_manual(&mut tx, &manual.id).await? else {
        return Ok(ManualRuleReport::Missing);
    };
    if !is_readable(&mut tx, &report).await? {
        return Ok(ManualRuleReport::Withheld);
    }
    let rules = brex_reports::list_rules(&mut tx, &report.id).await?;
    Ok(ManualRuleReport::Shown(report, rules))
}

/// Whether the transaction shows every manual that rules of the report came from.
async fn is_readable(tx: &mut Tx, report: &StoredBrexReport) -> Result<bool, Error> {
    for manual in brex_reports::list_sources(tx, &report.id).await? {
        if store::manuals::find(tx, &manual).await?.is_none() {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The report about a manual, if the reader may see it. Refuses when it is no longer the one that is asked for.
async fn report_at(tx: &mut Tx, path: &ManualPath, wanted: Option<&JobId>) -> Result<Option<StoredBrexReport>, Error> {
    let manual = manuals::at_path(tx, path).await?;
    let Some(report) = brex_reports::find_by_manual(tx, &manual.id).await? else { return Ok(None) };
    if wanted.is_some_and(|wanted| *wanted != report.id) {
        return Err(Error::ChangedMeanwhile);
    }
    Ok(is_readable(tx, &report).await?.then_some(report))
}

/// The findings of the report about a manual that pass `filter`, by module and line. With `report` only those of that one.
pub async fn findings(
    ctx: &Ctx,
    caller: &Caller,
    path: &ManualPath,
    report: Option<&JobId>,
    filter: &BrexReportFilter,
    page: PageRequest,
) -> Result<Page<BrexReportFinding>, Error> {
    caller.require(Permission::ReadContent)?;
    Error::unless_searchable("keyword", &filter.text)?;
    let mut tx = caller.read(ctx).await?;
    match report_at(&mut tx, path, report).await? {
        Some(report) => Ok(brex_reports::list_findings(&mut tx, &report.id, filter, page).await?),
        None => Ok(Page { items: Vec::new(), total: 0, request: page }),
    }
}

/// Every finding of the report that passes `filter`, with the rules of the report: for exports.
pub async fn all_findings(
    ctx: &Ctx,
    caller: &Caller,
    path: &ManualPath,
    report: Option<&JobId>,
    filter: &BrexReportFilter,
) -> Result<(Vec<BrexReportRule>, Vec<BrexReportFinding>), Error> {
    caller.require(Permission::ReadContent)?;
    Error::unless_searchable("keyword", &filter.text)?;
    let mut tx = caller.read(ctx).await?;
    let Some(report) = report_at(&mut tx, path, report).await? else { return Ok((Vec::new(), Vec::new())) };
    let rules = brex_reports::list_rules(&mut tx, &report.id).await?;
    let (mut all, mut last) = (Vec::new(), -1);
    loop {
        let some = brex_reports::list_findings_after(&mut tx, &report.id, filter, last).await?;
        let Some(newest) = some.last() else { return Ok((rules, all)) };
        last = newest.position;
        all.extend(some);
    }
}
