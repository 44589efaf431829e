//! `universalImport`: a package becomes a revision of a manual.
//!
//! The package is read once more, against the manual it goes to. What is read is
//! written in batches into a hidden snapshot; when contents are built
//! and marked, the transaction that ends the job also shows it. Killed at any
//! point, the job starts again: what was half built is taken away, and objects
//! and versions that are there are found by identity, issue and content.

mod admit;
mod build;
mod pipe;
mod record;
mod settle;
mod writer;

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use domain::field::FieldError;
use domain::finding::{Finding, Rule, Severity};
use domain::id::SnapshotId;
use domain::job::{FailureReason, Parameters};
use domain::package::{Completeness, Package, PackageState, PackageSummary};
use domain::permission::Permission;
use domain::snapshot::{Lane, NewSnapshot};
use domain::subject::Subject;
use s1000d::package::{Contents, Limits, Options};
use store::Tx;
use store::findings::FindingFilter;

use self::admit::ImportPlan;
use self::pipe::Pipe;
use self::settle::ImportedPackage;
use self::writer::{Delivery, Destination, RecordWriter};
use crate::core::access::read_for;
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::Error;
use crate::core::job_error::JobError;
use crate::core::job_kind::JobKind;
use crate::core::running::Running;
use crate::imports::known::manual::KnownManual;
use crate::imports::packages::report::{self, PackageReport};
use crate::imports::parameters::ImportPackage;
use crate::imports::pre_import;
use crate::imports::schema_sets;
use crate::imports::uploads;

pub(crate) use self::admit::is_under_way;

/// The name of this kind of job on the wire.
pub const UNIVERSAL_IMPORT: &str = "universalImport";

/// Imports a package into a manual.
#[derive(Debug)]
pub(crate) struct UniversalImport;

impl JobKind for UniversalImport {
    type Parameters = ImportPackage;
    type Output = ImportedPackage;

    fn wire_name(&self) -> &'static str {
        UNIVERSAL_IMPORT
    }

    fn steps(&self) -> &'static [&'static str] {
        &["unpack", "inspect", "store", "contents", "publish"]
    }

    fn permission(&self) -> Permission {
        Permission::ImportPackages
    }

    fn parse(&self, parameters: &Parameters) -> Result<ImportPackage, Vec<FieldError>> {
        ImportPackage::parse(parameters)
    }

    async fn admit(&self, tx: &mut Tx, _: &Caller, parameters: &ImportPackage) -> Result<Option<Subject>, Error> {
        admit::admit(tx, parameters).await.map(Some)
    }

    async fn run(&self, ctx: &Ctx, job: &Running, parameters: &ImportPackage) -> Result<ImportedPackage, JobError> {
        run(ctx, job, parameters).await
    }

    async fn complete(&self, ctx: &Ctx, tx: &mut Tx, job: &Running, output: &mut ImportedPackage) -> Result<(), Error> {
        settle::complete(ctx, tx, job, output).await
    }

    async fn fail(&self, ctx: &Ctx, tx: &mut Tx, job: &Running, reasons: &[FailureReason]) -> Result<(), Error> {
        settle::fail(ctx, tx, job, reasons).await
    }
}

async fn run(ctx: &Ctx, job: &Running, parameters: &ImportPackage) -> Result<ImportedPackage, JobError> {
    let plan = ImportPlan::make(ctx, job, parameters).await?;
    let mut tx = job.begin().await?;
    if !store::packages::begin_importing(&mut tx, &plan.package.id, job.id(), ctx.clock.now()).await? {
        return Err(JobError::Fail(vec![FailureReason::new("job.failed.packageGone")]));
    }
    tx.commit().await?;
    let mut left = store::snapshots::list_building(&mut ctx.db.read().await?, &plan.manual.id).await?;
    while let Some(half_built) = left.pop() {
        job.check()?;
        build::discard(ctx, half_built).await?;
    }
    let snapshot = begin_snapshot(ctx, job, &plan).await?;
    if let Err(error) = import(ctx, job, &plan, snapshot).await {
        if matches!(error, JobError::Fail(_) | JobError::Cancelled) {
            build::discard(ctx, snapshot).await?;
        }
        return Err(error);
    }
    Ok(ImportedPackage::new(plan, parameters))
}

async fn begin_snapshot(ctx: &Ctx, job: &Running, plan: &ImportPlan) -> Result<SnapshotId, JobError> {
    let summary = plan.package.summary.as_ref();
    let text = |read: fn(&domain::package::PackageSummary) -> &String| summary.map(read).cloned().unwrap_or_default();
    let title = text(|summary| &summary.title);
    let snapshot = NewSnapshot {
        manual_id: plan.manual.id.clone(),
        lane: Lane::Oem,
        name: if title.is_empty() { plan.package.file_name.clone() } else { title },
        package_id: Some(plan.package.id.0.clone()),
        issue_number: text(|summary| &summary.issue_number),
        issue_date: text(|summary| &summary.issue_date),
        language: summary.map(|summary| summary.languages.join(",")).unwrap_or_default(),
        complete: plan.completeness == Completeness::Complete,
        created_by: plan.account.clone(),
        created_on: ctx.clock.now(),
    };
    let mut tx = job.begin().await?;
    let id = store::snapshots::insert(&mut tx, &snapshot).await?;
    tx.commit().await?;
    Ok(id)
}

async fn import(ctx: &Ctx, job: &Running, plan: &ImportPlan, snapshot: SnapshotId) -> Result<(), JobError> {
    let (delivery, contents, findings) = read_and_write(ctx, job, plan, snapshot).await?;
    let reported = with_rule_findings(ctx, &plan.package, &findings).await?;
    keep_report(ctx, job, plan, &contents, &reported).await?;
    if findings.iter().any(|finding| finding.severity == Severity::Block) {
        return Err(JobError::Fail(report::reasons(&findings, "inspect")));
    }
    if plan.completeness == Completeness::Complete && plan.manual.lanes.oem.is_some() {
        let languages: Vec<String> = contents.summary.languages.iter().cloned().collect();
        build::remove_missing(job, snapshot, &languages, &delivery.objects).await?;
    }
    build::contents(ctx, job, &plan.manual, snapshot, delivery.publications).await?;
    build::mark_referenced(job, snapshot).await?;
    build::propose(ctx, job, &plan.manual, snapshot).await?;
    job.progress("publish", 50)
}

/// Replaces the report of the package when the import, which knows the manual, found something else.
async fn keep_report(
    ctx: &Ctx,
    job: &Running,
    plan: &ImportPlan,
    contents: &Contents,
    findings: &[Finding],
) -> Result<(), JobError> {
    let (package, manual) = (&plan.package, &plan.manual);
    if !is_reported(ctx, package, findings).await? {
        let rule_sources = package.summary.as_ref().map(|said| said.rule_sources.as_slice()).unwrap_or_default();
        let found = PackageReport { contents, findings, against: Some(manual), rule_sources };
        return report::keep(ctx, job, package, &found, PackageState::Importing).await;
    }
    let against = Some(manual.path());
    match &package.summary {
        Some(said) if said.checked_against != against => {
            let mut tx = job.begin().await?;
            let summary = PackageSummary { checked_against: against, ..said.clone() };
            store::packages::update_summary(&mut tx, &package.id, &summary).await?;
            Ok(tx.commit().await?)
        }
        _ => Ok(()),
    }
}

/// The findings with those of business rules in the report before: the check of a package finds them, and its import does
/// not look for them again.
async fn with_rule_findings(ctx: &Ctx, package: &Package, findings: &[Finding]) -> Result<Vec<Finding>, Error> {
    let mut tx = ctx.db.read().await?;
    let (mut all, mut position) = (findings.to_vec(), -1);
    loop {
        let any = FindingFilter::default();
        let some =
            store::findings::list_after(&mut tx, &Subject::from(&package.id), package.report, &any, position).await?;
        let Some(last) = some.last() else { break };
        position = last.position;
        all.extend(some.into_iter().map(|one| one.finding).filter(is_about_rules));
    }
    all.sort();
    Ok(all)
}

/// Whether a finding is about business rules, or says how many more of those there are.
fn is_about_rules(finding: &Finding) -> bool {
    let named = || finding.params.iter().find(|(name, _)| name == "rule").and_then(|(_, word)| Rule::parse(word));
    match finding.rule {
        Rule::PackageMoreFindings => named().is_some_and(Rule::is_about_brex),
        rule => rule.is_about_brex(),
    }
}

async fn is_reported(ctx: &Ctx, package: &Package, findings: &[Finding]) -> Result<bool, Error> {
    let mut tx = ctx.db.read().await?;
    let (mut rest, mut position) = (findings, -1);
    loop {
        let all = FindingFilter::default();
        let some =
            store::findings::list_after(&mut tx, &Subject::from(&package.id), package.report, &all, position).await?;
        let Some(last) = some.last() else { return Ok(rest.is_empty()) };
        position = last.position;
        if rest.len() < some.len() || some.iter().zip(rest).any(|(kept, found)| kept.finding != *found) {
            return Ok(false);
        }
        rest = &rest[some.len()..];
    }
}

/// Reads the package on as many threads as there are, and writes beside it.
async fn read_and_write(
    ctx: &Ctx,
    job: &Running,
    plan: &ImportPlan,
    snapshot: SnapshotId,
) -> Result<(Delivery, Contents, Vec<Finding>), JobError> {
    let assembled = uploads::assemble(ctx, &plan.package.upload).await?;
    let source = s1000d::package::SharedFile::new(assembled.file).map_err(Error::work_folder)?;
    job.progress("unpack", 100)?;
    let languages = plan.package.summary.as_ref().map(|summary| summary.languages.clone()).unwrap_or_default();
    let mut known = KnownManual::load(&mut read_for(ctx, job.created_by()).await?, &plan.manual, &languages).await?;
    known.treat_as(plan.completeness);
    let (severities, _) = store::settings::find_severities(&mut ctx.db.read().await?).await?;
    let schemas = schema_sets::load(ctx).await?;
    let place = Destination {
        manual: plan.manual.clone(),
        snapshot,
        account: plan.account.clone(),
        why: plan.package.file_name.clone(),
        now: ctx.clock.now(),
    };
    let (pipe, receiver) = Pipe::new(ctx.blobs.clone());
    let total = Arc::new(AtomicU64::new(0));
    let reading = job.blocking({
        let total = Arc::clone(&total);
        move |job| {
            let options = Options {
                limits: Limits::default(),
                schemas: &schemas,
                severities: &severities,
                sink: &pipe,
                progress: &|done, all| {
                    total.store(all as u64, Ordering::Relaxed);
                    flow(job.progress_of("inspect", done as u64, all as u64).is_ok())
                },
                threads: pre_import::threads(),
            };
            // The side that cancelled reports the reason.
            s1000d::package::inspect(source, &known, &options)
                .map_err(|_| job.check().err().unwrap_or(JobError::Stopped))
        }
    });
    let writing = RecordWriter::new(ctx, job, &place, &total).write(receiver);
    let (read, written) = tokio::join!(reading, writing);
    // A writer that fails stops the readers, so its reason is the first.
    let delivery = written?;
    let (contents, findings) = read?;
    Ok((delivery, contents, findings))
}

fn flow(goes_on: bool) -> ControlFlow<()> {
    if goes_on { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_further_violations_stays_in_the_report() {
        let more = |of: Rule| Finding::new(Rule::PackageMoreFindings).with("rule", of.as_str()).with("count", "7");
        assert!(is_about_rules(&more(Rule::BrexForbidden)) && is_about_rules(&Finding::new(Rule::BrexValue)));
        // The import counts all others itself.
        assert!(!is_about_rules(&more(Rule::IcnMissing)) && !is_about_rules(&Finding::new(Rule::IcnMissing)));
    }
}
