//! Packages that came in, and their reports.

mod comparison;
mod doubts;
mod export;
pub(crate) mod report;

use domain::access::AccessLevel;
use domain::finding::Finding;
use domain::id::PackageId;
use domain::package::Package;
use domain::page::{Page, PageRequest};
use domain::path::ManualPath;
use domain::permission::Permission;
use domain::subject::Subject;
use domain::text::fold;
use domain::upload::Upload;
use store::Tx;
use store::packages::NewPackage;

use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, ImportError, Missing};

pub use comparison::{Comparison, ComparisonFilter, Moment, compare};
pub use doubts::Doubt;
pub use export::{Cell, ExportFormat, Table, all_findings, written};
pub use store::findings::{FindingFilter, FindingGroup, Grouping};
pub use store::packages::{ComparedObject, DifferenceCounts, PackageFilter};

/// Makes a package of an upload that is complete.
pub(crate) async fn receive(ctx: &Ctx, tx: &mut Tx, caller: &Caller, upload: &Upload) -> Result<PackageId, Error> {
    let id = PackageId(ctx.ids.next());
    let new = NewPackage {
        id: &id,
        upload: &upload.id,
        file_name: &upload.name,
        created_by: &caller.user.id,
        created_on: ctx.clock.now(),
    };
    store::packages::insert(tx, &new).await?;
    let mut change = ctx.change(&caller.actor(), "package.received", "package", &upload.name);
    change.detail.push(("size".to_owned(), upload.received.to_string()));
    tx.record(change);
    Ok(id)
}

/// Packages whose file name holds `text`, newest first.
pub async fn list(
    ctx: &Ctx,
    caller: &Caller,
    filter: &PackageFilter,
    page: PageRequest,
) -> Result<Page<Package>, Error> {
    caller.require(Permission::ReadContent)?;
    Error::unless_searchable("keyword", &filter.text)?;
    let mut tx = caller.read(ctx).await?;
    let mut page = store::packages::list(&mut tx, filter, page).await?;
    for package in &mut page.items {
        withhold(&mut tx, package).await?;
    }
    Ok(page)
}

/// One package with its summary.
pub async fn read(ctx: &Ctx, caller: &Caller, id: &PackageId) -> Result<Package, Error> {
    caller.require(Permission::ReadContent)?;
    found(&mut caller.read(ctx).await?, id).await
}

/// Forgets a package, its report and its file; what was imported from it stays.
pub async fn delete(ctx: &Ctx, caller: &Caller, id: &PackageId) -> Result<(), Error> {
    caller.require(Permission::ImportPackages)?;
    let mut tx = caller.begin(ctx).await?;
    let package = found(&mut tx, id).await?;
    if let Some(csdb) = &package.csdb_name
        && tx.sight().level(&fold(csdb), package.manual_name.as_deref().map(fold).as_deref()) < AccessLevel::Author
    {
        return Err(Error::Forbidden);
    }
    if package.state.is_busy() {
        return Err(ImportError::PackageBusy.into());
    }
    store::packages::delete(&mut tx, id).await?;
    store::uploads::delete(&mut tx, &package.upload).await?;
    tx.record(ctx.change(&caller.actor(), "package.deleted", "package", &package.file_name));
    tx.commit().await?;
    ctx.blobs.delete_parts(&package.upload).await?;
    tracing::info!(package.id = %id, user.account = %caller.user.account, "Deleted {}", package.file_name);
    Ok(())
}

/// The findings of a package's report that pass `filter`, by file and line.
pub async fn findings(
    ctx: &Ctx,
    caller: &Caller,
    id: &PackageId,
    filter: &FindingFilter,
    page: PageRequest,
) -> Result<Page<Finding>, Error> {
    caller.require(Permission::ReadContent)?;
    Error::unless_searchable("keyword", &filter.text)?;
    let mut tx = caller.read(ctx).await?;
    let package = found(&mut tx, id).await?;
    let findings = store::findings::list(&mut tx, &Subject::from(id), package.report, filter, page).await?;
    Ok(findings.map(|one| one.finding))
}

/// The findings of a package's report that pass `filter`, counted by code or by file.
pub async fn finding_groups(
    ctx: &Ctx,
    caller: &Caller,
    id: &PackageId,
    by: Grouping,
    filter: &FindingFilter,
) -> Result<Vec<FindingGroup>, Error> {
    caller.require(Permission::ReadContent)?;
    Error::unless_searchable("keyword", &filter.text)?;
    let mut tx = caller.read(ctx).await?;
    let package = found(&mut tx, id).await?;
    Ok(store::findings::group(&mut tx, &Subject::from(id), package.report, by, filter).await?)
}

async fn found(tx: &mut Tx, id: &PackageId) -> Result<Package, Error> {
    let mut package = store::packages::find(tx, id).await?.ok_or(Error::NotFound(Missing::Package))?;
    withhold(tx, &mut package).await?;
    Ok(package)
}

/// Takes the report away that compares the package with a manual which the caller does not see, or which is gone; and one
/// that repeats business rules of such a manual. The package can be checked again.
async fn withhold(tx: &mut Tx, package: &mut Package) -> Result<(), Error> {
    let sources = package.summary.as_ref().map(|summary| summary.rule_sources.clone()).unwrap_or_default();
    for source in sources {
        if store::manuals::find(tx, &source).await?.is_none() {
            package.withhold_report();
            return Ok(());
        }
    }
    let Some(against) = package.summary.as_ref().and_then(|summary| summary.checked_against.as_deref()) else {
        return Ok(());
    };
    if package.imported_path().is_some_and(|path| fold(&path) == fold(against)) {
        return Ok(());
    }
    let manual = match ManualPath::parse(against) {
        Some(path) => store::manuals::find_by_name(tx, &path.csdb, &path.manual).await?,
        None => None,
    };
    if manual.is_none() {
        package.withhold_report();
    }
    Ok(())
}
