//! The comparison of a package with the library: the changes that its import would make, or made.

use domain::id::{PackageId, SnapshotId};
use domain::name::Name;
use domain::package::{Completeness, Difference};
use domain::page::{Page, PageRequest};
use domain::permission::Permission;
use domain::snapshot::Snapshot;
use store::packages::{ComparedObject, ComparedReport, DifferenceCounts};

use super::doubts::{self, Doubt};
use super::found;
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, ImportError};

/// The state of the manual that a package is compared with.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Moment {
    /// The newest OEM revision.
    #[default]
    Now,
    /// The one before the revision that the package became; as now, when it became none.
    Import,
}

impl Moment {
    /// Reads the word on the wire.
    pub fn parse(word: &str) -> Option<Self> {
        match word {
            "now" => Some(Self::Now),
            "import" => Some(Self::Import),
            _ => None,
        }
    }
}

/// The manual to compare with, and the rows to list.
#[derive(Debug, Clone, Copy, Default)]
pub struct ComparisonFilter<'a> {
    pub csdb: &'a str,
    pub manual: &'a str,
    /// Whether the package is complete, as the user says; else it is what the package says.
    pub completeness: Option<Completeness>,
    pub only: Option<Difference>,
    pub moment: Moment,
}

/// Counts of all differences, and a page of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comparison {
    pub doubts: Vec<Doubt>,
    /// The revision that the package became, in the report of its import.
    pub imported: Option<Snapshot>,
    /// The OEM revision that the package was held against; none in a manual that has none.
    pub compared_with: Option<SnapshotId>,
    pub counts: DifferenceCounts,
    pub page: Page<ComparedObject>,
}

/// Holds a package against an OEM revision of a manual; without one everything is new.
pub async fn compare(
    ctx: &Ctx,
    caller: &Caller,
    id: &PackageId,
    filter: &ComparisonFilter<'_>,
    page: PageRequest,
) -> Result<Comparison, Error> {
    caller.require(Permission::ReadContent)?;
    let mut tx = caller.read(ctx).await?;
    let package = found(&mut tx, id).await?;
    let summary = package.summary.as_ref().ok_or(ImportError::NotRead)?;
    let manual = match (Name::in_path(filter.csdb), Name::in_path(filter.manual)) {
        (Ok(csdb), Ok(manual)) => store::manuals::find_by_name(&mut tx, &csdb, &manual).await?,
        _ => None,
    };
    let imported = match &manual {
        Some(manual) if filter.moment == Moment::Import => {
            store::snapshots::find_by_package(&mut tx, &manual.id, id).await?
        }
        _ => None,
    };
    let snapshot = match &imported {
        Some(made) => store::snapshots::find_before(&mut tx, &made.manual_id, made.number).await?.map(|one| one.id),
        None => manual.as_ref().and_then(|manual| manual.lanes.oem),
    };
    let treated = imported.as_ref().map(|made| Completeness::of(made.complete)).or(filter.completeness);
    let completeness = treated.unwrap_or(summary.completeness);
    let became = imported.as_ref().map(|made| made.id);
    let of = ComparedReport { package: id, report: package.report, snapshot, completeness, became };
    let (counts, page) = store::packages::compare(&mut tx, &of, filter.only, page).await?;
    let doubts = match manual {
        Some(manual) if imported.is_none() => doubts::raised(&mut tx, &package, &manual).await?,
        _ => Vec::new(),
    };
    Ok(Comparison { doubts, imported, compared_with: snapshot, counts, page })
}
