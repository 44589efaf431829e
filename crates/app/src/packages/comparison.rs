//! What an import of a package would change.

use domain::id::PackageId;
use domain::name::Name;
use domain::package::{Completeness, Difference};
use domain::page::{Page, PageRequest};
use domain::permission::Permission;
use store::packages::{ComparedObject, DifferenceCounts};

use super::found;
use crate::ctx::Ctx;
use crate::error::Error;
use crate::sessions::Caller;

/// Counts of all differences, and a page of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comparison {
    pub counts: DifferenceCounts,
    pub page: Page<ComparedObject>,
}

/// Holds a package against the newest OEM revision of a manual; without one everything is new. Whether it is complete the
/// user says, and else the package does.
pub async fn compare(
    ctx: &Ctx,
    caller: &Caller,
    id: &PackageId,
    (csdb, manual): (&str, &str),
    completeness: Option<Completeness>,
    only: Option<Difference>,
    page: PageRequest,
) -> Result<Comparison, Error> {
    caller.require(Permission::ReadContent)?;
    let mut tx = ctx.db.read().await?;
    let package = found(&mut tx, id).await?;
    let manual = match (Name::in_path(csdb), Name::in_path(manual)) {
        (Ok(csdb), Ok(manual)) => store::manuals::find_by_name(&mut tx, &csdb, &manual).await?,
        _ => None,
    };
    let snapshot = manual.and_then(|manual| manual.lanes.oem);
    let said = || package.summary.map_or(Completeness::Complete, |summary| summary.completeness);
    let completeness = completeness.unwrap_or_else(said);
    let (id, report) = (&package.id, package.report);
    Ok(Comparison {
        counts: store::packages::count_differences(&mut tx, id, report, snapshot, completeness).await?,
        page: store::packages::list_differences(&mut tx, id, report, snapshot, completeness, only, page).await?,
    })
}
