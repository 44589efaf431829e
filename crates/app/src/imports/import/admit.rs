//! Checks before an import starts.

use domain::access::AccessLevel;
use domain::field::FieldCode;
use domain::job::FailureReason;
use domain::manual::Manual;
use domain::name::Name;
use domain::package::{Completeness, Package};
use domain::subject::Subject;
use domain::text::fold;
use store::Tx;

use super::UNIVERSAL_IMPORT;
use crate::core::access::read_for;
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, ImportError, Missing};
use crate::core::job_error::JobError;
use crate::core::running::Running;
use crate::imports::parameters::{ImportPackage, ManualName, PackageSelector};

/// Refuses an import that cannot be done, or not now; names the package as its subject.
pub(super) async fn admit(tx: &mut Tx, parameters: &ImportPackage) -> Result<Subject, Error> {
    let manual = find_manual(tx, &parameters.manual).await?;
    Caller::require_in_manual(tx, AccessLevel::Author, &manual)?;
    let package = find_package(tx, &parameters.package).await?.ok_or_else(|| match parameters.package {
        PackageSelector::Id(_) => Error::NotFound(Missing::Package),
        PackageSelector::Upload(_) => Error::field("parameterMap.importPackage", FieldCode::UnknownValue),
    })?;
    if package.state.is_busy() {
        return Err(ImportError::PackageBusy.into());
    }
    if package.report == 0 || package.counts.block > 0 {
        return Err(ImportError::Blocked.into());
    }
    // A second request at the same moment waits here, and then finds our job.
    store::manuals::lock(tx, &manual.id).await?;
    if is_under_way(tx, &manual).await? {
        return Err(ImportError::Running.into());
    }
    if let Some(compared_with) = &parameters.compared_with {
        // The record read before the lock may be out of date.
        let manual = store::manuals::find(tx, &manual.id).await?.ok_or(Error::NotFound(Missing::Manual))?;
        if manual.lanes.oem.map(|id| id.to_string()).unwrap_or_default() != *compared_with {
            return Err(ImportError::Overtaken.into());
        }
    }
    Ok(Subject::from(&package.id))
}

/// Whether a package is on its way into a manual. What an import that was given up has left behind says nothing.
pub(crate) async fn is_under_way(tx: &mut Tx, manual: &Manual) -> Result<bool, Error> {
    let open = store::jobs::list_open_folders(tx, UNIVERSAL_IMPORT).await?;
    Ok(open.iter().any(|folder| fold(folder) == fold(&manual.path())))
}

async fn find_package(tx: &mut Tx, named: &PackageSelector) -> Result<Option<Package>, Error> {
    Ok(match named {
        PackageSelector::Id(id) => store::packages::find(tx, id).await?,
        PackageSelector::Upload(upload) => store::packages::find_by_upload(tx, upload).await?,
    })
}

async fn find_manual(tx: &mut Tx, named: &ManualName) -> Result<Manual, Error> {
    let missing = || Error::NotFound(Missing::Manual);
    let csdb = Name::in_path(&named.csdb).map_err(|_| missing())?;
    let manual = Name::in_path(&named.manual).map_err(|_| missing())?;
    store::manuals::find_by_name(tx, &csdb, &manual).await?.ok_or_else(missing)
}

/// Whether the package replaces the revision before it: the user's answer, or else what the package says of itself.
fn completeness(package: &Package, parameters: &ImportPackage) -> Completeness {
    let read = || package.summary.as_ref().map_or(Completeness::Complete, |summary| summary.completeness);
    parameters.completeness.unwrap_or_else(read)
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
    pub(super) async fn make(ctx: &Ctx, job: &Running, parameters: &ImportPackage) -> Result<Self, JobError> {
        // The creator may have lost the right since they asked.
        let mut tx = read_for(ctx, job.created_by()).await?;
        let gone = |key: &str| JobError::Fail(vec![FailureReason::new(key)]);
        let manual = match find_manual(&mut tx, &parameters.manual).await {
            Err(Error::NotFound(_)) => return Err(gone("job.failed.manualGone")),
            found => found?,
        };
        if tx.sight().level(&manual.csdb_name.folded(), Some(&manual.name.folded())) < AccessLevel::Author {
            return Err(gone("job.failed.forbidden"));
        }
        let package = find_package(&mut tx, &parameters.package).await?;
        let package = package.ok_or_else(|| gone("job.failed.packageGone"))?;
        let completeness = completeness(&package, parameters);
        let user = match job.created_by() {
            Some(id) => store::users::find(&mut tx, id).await?,
            None => None,
        };
        let account = user.map(|user| user.account.as_str().to_owned()).unwrap_or_default();
        Ok(Self { package, manual, completeness, account })
    }
}
