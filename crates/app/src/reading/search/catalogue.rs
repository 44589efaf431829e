//! The snapshots that can be searched, read from the database.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use ::search::VersionSet;
use ::search::scope::{ManualNames, Scope, SnapshotVersions};
use domain::id::{ObjectId, SnapshotId, VersionId};
use domain::text::fold;
use domain::version::FileStatus;
use store::Tx;
use store::indexing::{IndexedSnapshot, SnapshotMember};

use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::Error;
use crate::core::search_engine::{SearchCatalogue, locked};

/// Rows that are read at once.
const ROWS: i64 = 4_000;
/// Own changes between a snapshot and the one that it is derived from. After more, reading all entries is cheaper.
const MAX_BASES: usize = 64;

/// The present catalogue; read again only when the change log has grown.
pub(super) async fn now(ctx: &Ctx) -> Result<Arc<SearchCatalogue>, Error> {
    let mut tx = ctx.db.read().await?;
    let seq = store::changes::last_seq(&mut tx).await?;
    let known = locked(&ctx.search.catalogue).clone();
    if let Some(known) = known.as_ref().filter(|known| known.seq == seq) {
        return Ok(Arc::clone(known));
    }
    let mut snapshots = store::indexing::list_snapshots(&mut tx).await?;
    snapshots.retain(|snapshot| !snapshot.deleted);
    let scope = match known.filter(|known| known.snapshots == snapshots) {
        Some(known) => known.scope.clone(),
        None => scope(ctx, &mut tx, &snapshots).await?,
    };
    let catalogue = Arc::new(SearchCatalogue { seq, snapshots, scope });
    *locked(&ctx.search.catalogue) = Some(Arc::clone(&catalogue));
    Ok(catalogue)
}

/// The present catalogue as far as the caller may see it.
pub(super) async fn seen_by(ctx: &Ctx, caller: &Caller) -> Result<Arc<SearchCatalogue>, Error> {
    let all = now(ctx).await?;
    let sight = caller.sight(ctx).await?;
    if !sight.is_partial() {
        return Ok(all);
    }
    let is_seen = |csdb: &str, manual: &str| sight.sees(&fold(csdb), Some(&fold(manual)));
    let snapshots = all.snapshots.iter().filter(|one| is_seen(&one.csdb_name, &one.manual_name)).cloned().collect();
    let readable = all.scope.snapshots.iter().filter(|one| is_seen(&one.manual.csdb_name, &one.manual.name));
    let scope = Scope { snapshots: readable.cloned().collect(), is_partial: true };
    Ok(Arc::new(SearchCatalogue { seq: all.seq, snapshots, scope }))
}

async fn scope(ctx: &Ctx, tx: &mut Tx, snapshots: &[IndexedSnapshot]) -> Result<Scope, Error> {
    let mut manuals: HashMap<&str, Arc<ManualNames>> = HashMap::new();
    let mut scope = Scope::default();
    for snapshot in snapshots {
        let manual = manuals.entry(&snapshot.manual_id.0).or_insert_with(|| {
            Arc::new(ManualNames {
                id: snapshot.manual_id.0.clone(),
                csdb_name: snapshot.csdb_name.clone(),
                name: snapshot.manual_name.clone(),
            })
        });
        scope.snapshots.push(SnapshotVersions {
            id: snapshot.id.0,
            manual: Arc::clone(manual),
            working: snapshot.working,
            oem: snapshot.oem,
            members: members(ctx, tx, snapshot).await?,
        });
    }
    Ok(scope)
}

/// The versions that a snapshot holds. Those of an own change are derived from its base.
pub(super) async fn members(ctx: &Ctx, tx: &mut Tx, snapshot: &IndexedSnapshot) -> Result<Arc<VersionSet>, Error> {
    let cached = |id: &SnapshotId| locked(&ctx.search.members).get(id).cloned();
    if let Some(known) = cached(&snapshot.id) {
        return Ok(known);
    }
    let mut derived = None;
    let mut base = snapshot.base;
    for _ in 0..MAX_BASES {
        let Some(id) = base else { break };
        if let Some(known) = cached(&id) {
            derived = Some(derive(tx, known, id, snapshot.id).await?);
            break;
        }
        base = store::indexing::find_base(tx, id).await?;
    }
    let members = match derived {
        Some(derived) => derived,
        None => Arc::new(read(tx, snapshot.id).await?),
    };
    // Another reader may have been faster; all use one set, because sets are compared by identity.
    Ok(Arc::clone(locked(&ctx.search.members).entry(snapshot.id).or_insert(members)))
}

async fn derive(
    tx: &mut Tx,
    known: Arc<VersionSet>,
    from: SnapshotId,
    to: SnapshotId,
) -> Result<Arc<VersionSet>, Error> {
    let changes = store::indexing::find_member_changes(tx, from, to).await?;
    if changes.added.is_empty() && changes.removed.is_empty() {
        return Ok(known);
    }
    let removed: HashSet<u64> = changes.removed.iter().copied().map(number).collect();
    let added = changes.added.iter().copied().map(number);
    Ok(Arc::new(known.iter().filter(|version| !removed.contains(version)).chain(added).collect()))
}

/// Reads the versions that a snapshot holds.
pub(super) async fn read(tx: &mut Tx, snapshot: SnapshotId) -> Result<VersionSet, Error> {
    let (mut versions, mut after) = (Vec::new(), ObjectId(0));
    loop {
        let rows = store::indexing::list_members(tx, snapshot, after, ROWS).await?;
        let Some((last, _)) = rows.last() else { break };
        after = *last;
        versions.extend(rows.into_iter().map(|(_, member)| number(member)));
    }
    Ok(versions.into_iter().collect())
}

/// The number of a version in a status, which identifies its document in the index. A changed status is another
/// document, so that each snapshot finds the version in the status of its time.
pub(super) fn number(member: SnapshotMember) -> u64 {
    let status = FileStatus::ALL.into_iter().position(|status| status == member.status).unwrap_or_default();
    member.version.0.unsigned_abs() * FileStatus::ALL.len() as u64 + status as u64
}

/// The version and status of a number.
pub(super) fn member(number: u64) -> Option<SnapshotMember> {
    let statuses = FileStatus::ALL.len() as u64;
    let status = usize::try_from(number % statuses).ok().and_then(|status| FileStatus::ALL.get(status))?;
    Some(SnapshotMember { version: VersionId(i64::try_from(number / statuses).ok()?), status: *status })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_stands_for_one_version_in_one_status() {
        for status in FileStatus::ALL {
            for version in [1, 7, 1 << 40] {
                let one = SnapshotMember { version: VersionId(version), status };
                assert_eq!(member(number(one)), Some(one));
            }
        }
    }
}
