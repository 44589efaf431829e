//! What an import of a package would change.

use domain::id::PackageId;
use domain::manual::Manual;
use domain::name::Name;
use domain::package::{Completeness, Difference, Package};
use domain::page::{Page, PageRequest};
use domain::permission::Permission;
use domain::text::fold;
use store::packages::{ComparedObject, DifferenceCounts};

use super::found;
use crate::ctx::Ctx;
use crate::error::Error;
use crate::sessions::Caller;

/// Why a package may not belong into a manual. People decide: official sets change their codes between deliveries.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Doubt {
    OtherModel { package: String, manual: String },
    NothingShared,
}

/// Counts of all differences, and a page of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comparison {
    pub doubts: Vec<Doubt>,
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
    let snapshot = manual.as_ref().and_then(|manual| manual.lanes.oem);
    let said = || package.summary.as_ref().map_or(Completeness::Complete, |summary| summary.completeness);
    let completeness = completeness.unwrap_or_else(said);
    let (id, report) = (&package.id, package.report);
    let counts = store::packages::count_differences(&mut tx, id, report, snapshot, completeness).await?;
    let page = store::packages::list_differences(&mut tx, id, report, snapshot, completeness, only, page).await?;
    let mut doubts: Vec<Doubt> = manual.and_then(|manual| other_model(&package, &manual)).into_iter().collect();
    if let Some(snapshot) = snapshot
        && !store::packages::shares_a_code(&mut tx, id, report, snapshot).await?
    {
        doubts.push(Doubt::NothingShared);
    }
    Ok(Comparison { doubts, counts, page })
}

fn other_model(package: &Package, manual: &Manual) -> Option<Doubt> {
    let (package, manual) = (&package.summary.as_ref()?.model, &manual.details.model_ident_code);
    let differ = !package.is_empty() && !manual.is_empty() && fold(package) != fold(manual);
    differ.then(|| Doubt::OtherModel { package: package.clone(), manual: manual.clone() })
}
