//! The revision that a decision is about, and who may decide.

use domain::access::AccessLevel;
use domain::change::Actor;
use domain::file::File;
use domain::id::{ObjectId, SnapshotId, VersionId};
use domain::job::{FailureReason, Outputs};
use domain::manual::Manual;
use domain::name::Name;
use domain::revision::{RevisionAct, RevisionDecision};
use domain::snapshot::{Decision, Lane, Reading, Snapshot};
use domain::text::fold;
use store::Tx;

use super::parameters::RevisionSelector;
use crate::core::access::read_for;
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, Missing, RevisionError};
use crate::core::job_error::JobError;
use crate::core::running::Running;
use crate::library::files::LocatedFile;
use crate::library::revisions;

/// The names of the jobs that decide about a revision. A manual has one of them at a time.
pub(super) const CONFIRM: &str = "confirmOemAta2300";
pub(super) const REJECT: &str = "rejectOem";
pub(super) const RESTORE: &str = "restoreAirline";

/// An OEM revision with its manual, and the confirmed revision that it is compared with.
#[derive(Debug, Clone)]
pub(super) struct LocatedRevision {
    pub(super) manual: Manual,
    pub(super) revision: Snapshot,
    pub(super) base: Option<Snapshot>,
}

impl LocatedRevision {
    /// The outputs that every decision repeats.
    pub(super) fn outputs(&self, counts: &[(String, u64)]) -> Outputs {
        let pairs = [
            ("csdbName", self.manual.csdb_name.to_string()),
            ("manualName", self.manual.name.to_string()),
            ("revision", self.revision.number.to_string()),
            ("revisionId", self.revision.id.to_string()),
        ];
        let counts = counts.iter().map(|(name, count)| (name.clone(), count.to_string()));
        pairs.into_iter().map(|(name, value)| (name.to_owned(), value)).chain(counts).collect()
    }

    /// The reason of merged versions, in the list of versions, and of statuses that stay.
    pub(super) fn reason(&self) -> String {
        let revision = &self.revision;
        let issue = [revision.issue_number.as_str(), revision.issue_date.as_str()].join(" ");
        format!("OEM revision {} ({})", revision.number, issue.trim())
    }

    /// A file of the manual as if it stood in the working lane, where its references and business rules are looked for.
    pub(super) async fn place(&self, tx: &mut Tx, file: File) -> Result<LocatedFile, Error> {
        let missing = || Error::NotFound(Missing::Revision);
        let working = revisions::read(tx, &self.manual, &Reading::default()).await?.ok_or_else(missing)?;
        Ok(LocatedFile { file, manual: Some((self.manual.clone(), working)) })
    }

    /// A decision about it by an account, without what it did.
    pub(super) fn decision(&self, ctx: &Ctx, act: RevisionAct, by: &str, reason: &str) -> RevisionDecision {
        RevisionDecision {
            id: ctx.ids.next(),
            revision: self.revision.id,
            manual_id: self.manual.id.clone(),
            act,
            base: self.base.as_ref().map(|base| base.id),
            before: None,
            after: None,
            object_id: None,
            reason: reason.to_owned(),
            counts: Vec::new(),
            decided_by: by.to_owned(),
            decided_on: ctx.clock.now(),
        }
    }
}

/// Finds an OEM revision of a manual that the caller of the transaction may see.
pub(super) async fn find(tx: &mut Tx, id: SnapshotId) -> Result<LocatedRevision, Error> {
    let missing = || Error::NotFound(Missing::Revision);
    let found = store::snapshots::find(tx, id).await?.filter(|snapshot| snapshot.lane == Lane::Oem);
    let revision = found.ok_or_else(missing)?;
    let manual = store::manuals::find(tx, &revision.manual_id).await?.ok_or_else(missing)?;
    let base = store::snapshots::find_confirmed_before(tx, &manual.id, revision.number).await?;
    Ok(LocatedRevision { manual, revision, base })
}

async fn find_named(tx: &mut Tx, selector: &RevisionSelector) -> Result<LocatedRevision, Error> {
    let missing = || Error::NotFound(Missing::Manual);
    let csdb = Name::in_path(&selector.csdb).map_err(|_| missing())?;
    let manual = Name::in_path(&selector.manual).map_err(|_| missing())?;
    let manual = store::manuals::find_by_name(tx, &csdb, &manual).await?.ok_or_else(missing)?;
    let located = find(tx, selector.revision).await?;
    if located.manual.id == manual.id { Ok(located) } else { Err(Error::NotFound(Missing::Revision)) }
}

/// Refuses a decision that cannot be made now, before its job is enqueued.
pub(super) async fn admit(
    tx: &mut Tx,
    selector: &RevisionSelector,
    level: AccessLevel,
) -> Result<LocatedRevision, Error> {
    let located = find_named(tx, selector).await?;
    Caller::require_in_manual(tx, level, &located.manual)?;
    // A second request at the same moment waits here, and then finds our job.
    store::manuals::lock(tx, &located.manual.id).await?;
    for name in [CONFIRM, REJECT, RESTORE] {
        let open = store::jobs::list_open_folders(tx, name).await?;
        if open.iter().any(|folder| fold(folder) == fold(&located.manual.path())) {
            return Err(RevisionError::Busy.into());
        }
    }
    // The state read before the lock may be out of date.
    find_named(tx, selector).await
}

/// Refuses a revision with another decision.
pub(super) fn require(located: &LocatedRevision, decision: Decision) -> Result<(), Error> {
    if located.revision.decision == Some(decision) {
        return Ok(());
    }
    Err(match decision {
        Decision::Waiting => RevisionError::NotWaiting.into(),
        _ => RevisionError::NotConfirmed.into(),
    })
}

/// No later confirmed revision has another version of an object than this one, `theirs`.
pub(super) async fn is_newest(
    tx: &mut Tx,
    located: &LocatedRevision,
    object: ObjectId,
    theirs: Option<VersionId>,
) -> Result<bool, Error> {
    let newest = store::snapshots::find_confirmed_before(tx, &located.manual.id, i64::MAX).await?;
    let Some(newest) = newest.filter(|newest| newest.number > located.revision.number) else { return Ok(true) };
    Ok(version_at(tx, newest.id, object).await? == theirs)
}

/// The version of an object in a snapshot.
pub(super) async fn version_at(
    tx: &mut Tx,
    snapshot: SnapshotId,
    object: ObjectId,
) -> Result<Option<VersionId>, Error> {
    Ok(store::snapshots::find_versions(tx, snapshot, &[object]).await?.get(&object).copied())
}

/// The revision of a job that runs, and the account in whose name it decides. Rights and state may have changed since it
/// was asked for.
pub(super) async fn open(
    ctx: &Ctx,
    job: &Running,
    selector: &RevisionSelector,
    level: AccessLevel,
    decision: Decision,
) -> Result<(LocatedRevision, String), JobError> {
    let fail = |key: &str| JobError::Fail(vec![FailureReason::new(key)]);
    let mut tx = read_for(ctx, job.created_by()).await?;
    let located = match find_named(&mut tx, selector).await {
        Err(Error::NotFound(Missing::Manual)) => return Err(fail("job.failed.manualGone")),
        Err(Error::NotFound(_)) => return Err(fail("job.failed.revisionGone")),
        found => found?,
    };
    let (csdb, manual) = (located.manual.csdb_name.folded(), located.manual.name.folded());
    if tx.sight().level(&csdb, Some(&manual)) < level {
        return Err(fail("job.failed.forbidden"));
    }
    if located.revision.decision != Some(decision) {
        return Err(fail("job.failed.revisionDecided"));
    }
    let user = match job.created_by() {
        Some(id) => store::users::find(&mut tx, id).await?,
        None => None,
    };
    Ok((located, user.map(|user| user.account.as_str().to_owned()).unwrap_or_default()))
}

/// The actor of a decision by an account.
pub(super) fn actor(account: &str) -> Actor {
    if account.is_empty() { Actor::System } else { Actor::User(account.to_owned()) }
}
