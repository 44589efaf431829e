//! The BREX that a reference means.

use std::cmp::Reverse;

use domain::file::File;
use domain::id::{CsdbId, ManualId, SnapshotId};
use domain::text::fold;
use s1000d::code::{Identity, Issue};
use s1000d::object::ObjectRef;
use store::Tx;
use store::brexes::InstalledBrex;

use crate::core::error::Error;
use crate::library::files::NamedFiles;

/// Where a BREX is looked for: in a database, and then among the installed ones.
#[derive(Debug, Clone, Copy)]
pub(crate) struct BrexScope<'a> {
    /// None where only the installed ones count.
    pub(crate) csdb: Option<&'a CsdbId>,
    /// The snapshot that is read.
    pub(crate) own: Option<SnapshotId>,
    /// That one and those of the neighbours.
    pub(crate) snapshots: &'a [SnapshotId],
}

/// A BREX by its content.
#[derive(Debug, Clone)]
pub(crate) struct BrexSource {
    pub(crate) blob: String,
    pub(crate) size: u64,
    /// The manual that holds it; none for an installed one.
    pub(crate) manual: Option<ManualId>,
}

/// Distance from the module that is checked; the nearest is the least.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Distance {
    SameManual,
    Neighbour,
    Installed,
}

/// A BREX of the named code.
#[derive(Debug)]
struct BrexCandidate {
    distance: Distance,
    issue: Option<Issue>,
    source: BrexSource,
    /// The file whose earlier versions may have the named issue.
    file: Option<File>,
}

impl BrexCandidate {
    fn held(file: File, is_own: bool) -> Self {
        Self {
            distance: if is_own { Distance::SameManual } else { Distance::Neighbour },
            issue: issue_of(&file),
            source: source_of(&file),
            file: Some(file),
        }
    }

    fn installed(brex: &InstalledBrex) -> Self {
        let (number, in_work) = brex.issue.split_once('-').unwrap_or_default();
        Self {
            distance: Distance::Installed,
            issue: Issue::parse(number, in_work).ok(),
            source: BrexSource { blob: brex.blob.as_str().to_owned(), size: brex.size.unsigned_abs(), manual: None },
            file: None,
        }
    }
}

fn issue_of(file: &File) -> Option<Issue> {
    Issue::parse(&file.version.issue.number, &file.version.issue.in_work).ok()
}

fn source_of(file: &File) -> BrexSource {
    BrexSource {
        blob: file.version.content.blob.clone(),
        size: file.version.content.size,
        manual: file.object.manual_id.clone(),
    }
}

/// The code that a reference names, without a language: rules are the same in all.
pub(crate) fn name_of(reference: &ObjectRef) -> String {
    Identity { language: None, ..reference.identity() }.to_string()
}

/// The named issue, the nearest first, earlier versions included; else the newest of all, of two alike the nearest.
pub(crate) async fn find(
    tx: &mut Tx,
    scope: BrexScope<'_>,
    reference: &ObjectRef,
) -> Result<Option<BrexSource>, Error> {
    let name = name_of(reference);
    let mut candidates: Vec<BrexCandidate> = Vec::new();
    if let Some(csdb) = scope.csdb {
        let named = NamedFiles::read(tx, csdb, scope.snapshots, std::iter::once(fold(&name))).await?;
        let held = named.into_all().map(|(snapshot, file)| BrexCandidate::held(file, Some(snapshot) == scope.own));
        candidates.extend(held);
    }
    candidates.extend(store::brexes::find(tx, &name).await?.as_ref().map(BrexCandidate::installed));
    candidates.sort_by_key(|one| one.distance);
    if let Some(wanted) = reference.version.issue {
        for one in &candidates {
            if one.issue == Some(wanted) {
                return Ok(Some(one.source.clone()));
            }
            let Some(file) = &one.file else { continue };
            let versions = store::files::list_versions(tx, file.object.id).await?;
            if let Some(earlier) = versions.iter().find(|version| issue_of(version) == Some(wanted)) {
                return Ok(Some(source_of(earlier)));
            }
        }
    }
    let newest = candidates.into_iter().min_by_key(|one| (Reverse(one.issue), one.distance));
    Ok(newest.map(|one| one.source))
}
