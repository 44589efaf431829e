//! `universalPreImport`: reads a package and keeps a report of it, and nothing else.
//!
//! It always runs to its end, so that an author can repair the package in one
//! go. The job fails when a finding keeps the package from being imported; the
//! report is there either way.

mod outcome;
mod rules;
mod target;

use std::fs::File;
use std::ops::ControlFlow;

use domain::access::AccessLevel;
use domain::field::{FieldCode, FieldError};
use domain::finding::Severities;
use domain::job::{FailureReason, Parameters};
use domain::name::Name;
use domain::package::{FindingCounts, Package, PackageState};
use domain::permission::Permission;
use domain::subject::Subject;
use s1000d::package::{Discard, Inspection, Limits, Options, SharedFile};
use s1000d::xsd::Schemas;
use store::Tx;

use self::outcome::CheckedPackage;
use self::target::ImportTarget;
use crate::core::access::read_for;
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, ImportError};
use crate::core::job_error::JobError;
use crate::core::job_kind::JobKind;
use crate::core::running::Running;
use crate::imports::packages::report::{self, PackageReport};
use crate::imports::parameters::CheckPackage;
use crate::imports::schema_sets;
use crate::imports::uploads;

/// The kind itself.
#[derive(Debug)]
pub(crate) struct PreImport;

impl JobKind for PreImport {
    type Parameters = CheckPackage;
    type Output = CheckedPackage;

    fn wire_name(&self) -> &'static str {
        "universalPreImport"
    }

    fn steps(&self) -> &'static [&'static str] {
        &["unpack", "inspect", "validate", "rules", "report"]
    }

    fn permission(&self) -> Permission {
        Permission::ImportPackages
    }

    /// It only reads the manual, which may be one that the package seems to belong to.
    fn level_for(&self, _: &CheckPackage) -> AccessLevel {
        AccessLevel::Read
    }

    fn parse(&self, parameters: &Parameters) -> Result<CheckPackage, Vec<FieldError>> {
        CheckPackage::parse(parameters)
    }

    async fn admit(&self, tx: &mut Tx, _: &Caller, parameters: &CheckPackage) -> Result<Option<Subject>, Error> {
        let unknown = || Error::field("parameterMap.importPackage", FieldCode::UnknownValue);
        let package = store::packages::find_by_upload(tx, &parameters.upload).await?.ok_or_else(unknown)?;
        if package.state.is_busy() {
            return Err(ImportError::PackageBusy.into());
        }
        Ok(Some(Subject::from(&package.id)))
    }

    async fn run(&self, ctx: &Ctx, job: &Running, parameters: &CheckPackage) -> Result<CheckedPackage, JobError> {
        read(ctx, job, parameters).await
    }

    async fn fail(&self, ctx: &Ctx, tx: &mut Tx, job: &Running, _: &[FailureReason]) -> Result<(), Error> {
        give_back(ctx, tx, job).await
    }
}

/// A package whose reading did not come to its end is what it was before.
async fn give_back(ctx: &Ctx, tx: &mut Tx, job: &Running) -> Result<(), Error> {
    let Some(id) = job.package() else { return Ok(()) };
    let Some(package) = store::packages::find(tx, &id).await? else { return Ok(()) };
    let ours = package.state == PackageState::Reading && package.pre_import_job.as_ref() == Some(job.id());
    if ours {
        let holder = holder(tx, &package).await?;
        let state =
            if package.report == 0 { PackageState::Failed } else { state_of(holder.as_deref(), package.counts) };
        store::packages::update_state(tx, &id, state, ctx.clock.now()).await?;
    }
    Ok(())
}

/// State of a package after its check; one that was imported stays so, however often it is checked again.
fn state_of(holder: Option<&str>, counts: FindingCounts) -> PackageState {
    if counts.block > 0 {
        PackageState::Blocked
    } else if holder.is_some() {
        PackageState::Imported
    } else {
        PackageState::Ready
    }
}

async fn read(ctx: &Ctx, job: &Running, parameters: &CheckPackage) -> Result<CheckedPackage, JobError> {
    let package = take(ctx, job, parameters).await?;
    let file = uploads::assemble(ctx, &package.upload).await?;
    let (severities, _) = store::settings::find_severities(&mut ctx.db.read().await?).await?;
    let schemas = schema_sets::load(ctx).await?;
    let source = SharedFile::new(file.file).map_err(Error::work_folder)?;
    let inspected = source.clone();
    let (inspection, severities) =
        job.blocking(move |job| Ok((inspect(job, inspected, &schemas, &severities)?, severities))).await?;
    let target = ImportTarget::find(ctx, job, parameters, &inspection).await?;
    note_target(job, &target).await?;
    let known = target.known(ctx, job, parameters, &inspection).await?;
    let (contents, mut findings) = job.blocking(move |_| Ok(inspection.judge(&*known, &severities))).await?;
    let verdict = rules::check(ctx, job, source, &target).await?;
    findings.extend(verdict.findings);
    findings.sort();
    let holder = holder(&mut read_for(ctx, job.created_by()).await?, &package).await?;
    let state = state_of(holder.as_deref(), report::counts(&findings));
    let found = PackageReport {
        contents: &contents,
        findings: &findings,
        against: target.manual(),
        rule_sources: &verdict.sources,
    };
    report::keep(ctx, job, &package, &found, state).await?;
    if state == PackageState::Blocked {
        return Err(JobError::Fail(report::reasons(&findings, "validate")));
    }
    Ok(CheckedPackage { package, summary: contents.summary, target, holder })
}

/// The outputs and the reasons of the job name what is in the target, so that those who may not see it do not see the
/// job either.
async fn note_target(job: &Running, target: &ImportTarget) -> Result<(), JobError> {
    let Some(csdb) = target.csdb_name() else { return Ok(()) };
    let mut tx = job.begin().await?;
    store::jobs::update_place(&mut tx, job.id(), csdb, target.manual().map(|manual| &manual.name)).await?;
    Ok(tx.commit().await?)
}

/// The path of the manual that a package was imported into, while that is there; a new one of the same name is another.
async fn holder(tx: &mut Tx, package: &Package) -> Result<Option<String>, Error> {
    let (Some(csdb), Some(manual)) = (&package.csdb_name, &package.manual_name) else { return Ok(None) };
    let (Ok(csdb), Ok(manual)) = (Name::in_path(csdb), Name::in_path(manual)) else { return Ok(None) };
    let Some(manual) = store::manuals::find_by_name(tx, &csdb, &manual).await? else { return Ok(None) };
    let revision = store::snapshots::find_by_package(tx, &manual.id, &package.id).await?;
    Ok(revision.map(|_| manual.path()))
}

/// Takes the package for this job.
async fn take(ctx: &Ctx, job: &Running, parameters: &CheckPackage) -> Result<Package, JobError> {
    let mut tx = job.begin().await?;
    let package = store::packages::find_by_upload(&mut tx, &parameters.upload).await?;
    let package = package.ok_or_else(|| JobError::Fail(vec![FailureReason::new("job.failed.packageGone")]))?;
    if !store::packages::begin_reading(&mut tx, &package.id, job.id(), ctx.clock.now()).await? {
        return Err(JobError::Fail(vec![FailureReason::new("job.failed.packageBusy")]));
    }
    tx.commit().await?;
    Ok(package)
}

fn inspect(
    job: &Running,
    source: SharedFile<File>,
    schemas: &Schemas,
    severities: &Severities,
) -> Result<Inspection<SharedFile<File>>, JobError> {
    // Called for each file, so not at all when the archive cannot be opened: then no step is complete.
    let progress = |done: usize, total: usize| {
        let (done, total) = (done as u64, total as u64);
        let told = job
            .progress("unpack", 100)
            .and_then(|()| job.progress_of("inspect", done, total))
            .and_then(|()| job.progress_of("validate", done, total));
        if told.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    let options = Options {
        limits: Limits::default(),
        schemas,
        severities,
        sink: &Discard,
        progress: &progress,
        threads: threads(),
    };
    Inspection::read(source, &options).map_err(|_| job.check().err().unwrap_or(JobError::Stopped))
}

/// As many as the machine has; reading a package is nothing but computing.
pub(crate) fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}
