//! The modules of a change request whose work leaves the way, and where it begins.

use std::collections::HashSet;

use domain::change_request::RequestModule;
use domain::change_request::lineage::{self, StayReason};
use domain::file::File;
use domain::id::{SnapshotId, VersionId};
use domain::version::FileStatus;
use store::Tx;

use crate::changes::workers::RequestWorkers;
use crate::core::error::Error;

/// A module whose work can be set aside.
#[derive(Debug)]
pub(super) struct AsideModule {
    pub(super) file: File,
    pub(super) work: ModuleWork,
    /// The text of its version in the working lane; `None` where that version stays.
    pub(super) text: Option<String>,
}

/// Where the work of a request on a module begins.
#[derive(Debug)]
pub(super) struct ModuleWork {
    /// The version that goes back into the working lane. It is there already where the work is only a draft.
    pub(super) fork: VersionId,
    /// The versions of the request that were made from it, whether they are before the one in the lane or not.
    pub(super) own: HashSet<VersionId>,
}

impl ModuleWork {
    /// Only the open draft is set aside.
    fn draft_of(file: &File) -> Self {
        Self { fork: file.version_id, own: HashSet::new() }
    }
}

/// Whether the version, the check-out and the beginning of a module are still those that were read.
pub(super) fn is_same_state(one: &AsideModule, other: &AsideModule) -> bool {
    let holder = |module: &AsideModule| module.file.holder.as_ref().map(|holder| holder.user.clone());
    one.file.object.id == other.file.object.id
        && (one.file.version_id, one.work.fork, holder(one)) == (other.file.version_id, other.work.fork, holder(other))
}

/// The modules whose work can be set aside, without their texts.
pub(super) async fn plan(
    tx: &mut Tx,
    workers: &RequestWorkers<'_>,
    working: SnapshotId,
    kept: &mut Vec<(String, StayReason)>,
) -> Result<Vec<AsideModule>, Error> {
    let mut planned = Vec::new();
    for module in store::change_requests::list_modules(tx, workers.request).await? {
        let file = store::files::find(tx, working, module.object).await?;
        let begun = beginning(tx, workers, &module, file.as_ref()).await?;
        match begun {
            Ok(Some(work)) => planned.extend(file.map(|file| AsideModule { file, work, text: None })),
            // There is no work on it yet, or it is set aside.
            Ok(None) => {}
            Err(reason) => kept.push((module.path, reason)),
        }
    }
    Ok(planned)
}

/// Where the work on a module begins; `Ok(None)` when nothing has to leave the way.
async fn beginning(
    tx: &mut Tx,
    workers: &RequestWorkers<'_>,
    module: &RequestModule,
    file: Option<&File>,
) -> Result<Result<Option<ModuleWork>, StayReason>, Error> {
    let Some(file) = file.filter(|_| !module.is_deleted) else { return Ok(Err(StayReason::Deleted)) };
    let request = workers.request;
    let parents = store::versions::list_parents(tx, module.object).await?;
    let is_in_lane = module.newest.is_some_and(|newest| lineage::contains(file.version_id, newest, &parents));
    let is_shared = store::change_requests::find_open_request(tx, module.object, &request.id).await?.is_some();
    let Some(newest) = module.newest.filter(|_| is_in_lane) else {
        // What was checked in is out of the way already: an author of the request may have gone on with a draft.
        let is_own = module.newest.is_none() || file.holder.as_ref().is_some_and(|holder| workers.contain(holder));
        if !module.has_draft || !is_own {
            return Ok(Ok(None));
        }
        return Ok(if is_shared { Err(StayReason::Shared) } else { Ok(Some(ModuleWork::draft_of(file))) });
    };
    let reason = if module.base.is_none() {
        Some(StayReason::New)
    } else if file.version_id != newest {
        Some(StayReason::Followed)
    } else if file.version.status == FileStatus::Released {
        Some(StayReason::Released)
    } else {
        is_shared.then_some(StayReason::Shared)
    };
    if let Some(reason) = reason {
        return Ok(Err(reason));
    }
    let versions = store::change_requests::list_of_versions(tx, module.object).await?;
    let own: HashSet<VersionId> =
        versions.into_iter().filter(|(_, id, _)| *id == request.id).map(|(version, _, _)| version).collect();
    let fork = lineage::fork(newest, &parents, &own);
    let work = fork.map(|fork| ModuleWork { fork, own: lineage::made_from(fork, &parents, &own) });
    Ok(work.map(Some).ok_or(StayReason::Followed))
}
