//! Checks before an import starts.

use domain::field::{FieldCode, FieldErrors};
use domain::id::PackageId;
use domain::job::{FailureReason, Parameters};
use domain::manual::Manual;
use domain::name::Name;
use domain::package::{Completeness, Package};
use domain::text::fold;
use store::Tx;

use super::UNIVERSAL_IMPORT;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, ImportError, Missing};
use crate::core::job_error::JobError;
use crate::core::running::Running;
use crate::imports::pre_import::treated_as;
use crate::library::manuals;

/// Refuses what cannot be imported there, or not now; names the package.
pub(super) async fn admit(tx: &mut Tx, parameters: &Parameters) -> Result<Option<PackageId>, Error> {
    let manual = find_manual(tx, parameters).await?;
    let id = parameters.text("packageId").ok_or_else(|| missing("packageId"))?;
    let package = store::packages::find(tx, &PackageId(id.to_owned())).await?;
    let package = package.ok_or(Error::NotFound(Missing::Package))?;
    if package.state.is_busy() {
        return Err(ImportError::PackageBusy.into());
    }
    if package.report == 0 || package.counts.block > 0 {
        return Err(ImportError::Blocked.into());
    }
    completeness(&package, parameters)?;
    translation_languages(parameters)?;
    // Whoever asks at the same moment waits here, and then finds our job.
    store::manuals::lock(tx, &manual.id).await?;
    if is_under_way(tx, &manual).await? {
        return Err(ImportError::Running.into());
    }
    if let Some(seen) = parameters.list("comparedWith").first() {
        // What was read before the lock may be over.
        let manual = store::manuals::find(tx, &manual.id).await?.ok_or(Error::NotFound(Missing::Manual))?;
        if manual.lanes.oem.map(|id| id.to_string()).unwrap_or_default() != *seen {
            return Err(ImportError::Overtaken.into());
        }
    }
    Ok(Some(package.id))
}

/// Whether a package is on its way into a manual. What an import that was given up has left behind says nothing.
pub(crate) async fn is_under_way(tx: &mut Tx, manual: &Manual) -> Result<bool, Error> {
    let open = store::jobs::list_open_folders(tx, UNIVERSAL_IMPORT).await?;
    Ok(open.iter().any(|folder| fold(folder) == fold(&manual.path())))
}

fn missing(parameter: &str) -> Error {
    Error::field(&format!("parameterMap.{parameter}"), FieldCode::Required)
}

async fn find_manual(tx: &mut Tx, parameters: &Parameters) -> Result<Manual, Error> {
    let mut names = Vec::new();
    for parameter in ["csdbName", "manualName"] {
        let text = parameters.text(parameter).ok_or_else(|| missing(parameter))?;
        names.push(Name::in_path(text).map_err(|_| Error::NotFound(Missing::Manual))?);
    }
    store::manuals::find_by_name(tx, &names[0], &names[1]).await?.ok_or(Error::NotFound(Missing::Manual))
}

/// Whether the package replaces the revision before it: what the user says, and else what the package does.
fn completeness(package: &Package, parameters: &Parameters) -> Result<Completeness, Error> {
    let said = treated_as(parameters)?;
    let read = || package.summary.as_ref().map_or(Completeness::Complete, |summary| summary.completeness);
    Ok(said.unwrap_or_else(read))
}

/// The languages that the manual is translated into, as the user says; none when they say nothing.
pub(super) fn translation_languages(parameters: &Parameters) -> Result<Vec<String>, Error> {
    let mut errors = FieldErrors::default();
    let said = parameters.list("translationLanguages").iter().filter(|tag| !tag.is_empty());
    let languages = manuals::parse_languages(said, "parameterMap.translationLanguages", &mut errors);
    errors.finish()?;
    Ok(languages)
}

/// The package to import, and the manual to import it into.
#[derive(Debug)]
pub(super) struct ImportPlan {
    pub package: Package,
    pub manual: Manual,
    pub completeness: Completeness,
    pub account: String,
}

impl ImportPlan {
    pub(super) async fn make(ctx: &Ctx, job: &Running) -> Result<Self, JobError> {
        let mut tx = ctx.db.read().await?;
        let gone = |_: Error| JobError::Fail(vec![FailureReason::new("job.failed.manualGone")]);
        let manual = match find_manual(&mut tx, job.parameters()).await {
            Err(error @ Error::NotFound(_)) => return Err(gone(error)),
            found => found?,
        };
        let package = match job.package() {
            Some(id) => store::packages::find(&mut tx, id).await?,
            None => None,
        };
        let package = package.ok_or_else(|| JobError::Fail(vec![FailureReason::new("job.failed.packageGone")]))?;
        let completeness = completeness(&package, job.parameters()).map_err(JobError::Retry)?;
        let user = match job.created_by() {
            Some(id) => store::users::find(&mut tx, id).await?,
            None => None,
        };
        let account = user.map(|user| user.account.as_str().to_owned()).unwrap_or_default();
        Ok(Self { package, manual, completeness, account })
    }
}
