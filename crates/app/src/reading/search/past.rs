//! Searching the working lanes as they were: what they contained before stays in the index.

use std::collections::HashSet;
use std::sync::Arc;

use ::search::VersionSet;
use ::search::scope::{ManualNames, Scope, SnapshotVersions};
use chrono::{DateTime, Utc};
use domain::id::{ManualId, SnapshotId};
use domain::snapshot::Lane;
use store::Tx;
use store::indexing::{IndexedSnapshot, OwnEntries};

use super::catalogue::{number, read};
use crate::core::ctx::Ctx;
use crate::core::error::Error;
use crate::core::search_engine::{OwnMembers, SearchCatalogue, locked};

/// The working lanes of a catalogue as they were at a moment. It names no OEM revisions, and no media, which belong to
/// no lane.
pub(super) async fn catalogue(
    ctx: &Ctx,
    present: &SearchCatalogue,
    moment: DateTime<Utc>,
) -> Result<SearchCatalogue, Error> {
    let mut tx = ctx.db.read().await?;
    let mut scope = Scope { snapshots: Vec::new(), is_partial: present.scope.is_partial };
    for manual in manuals(present) {
        let id = ManualId(manual.id.clone());
        let Some(snapshot) = store::snapshots::find_at(&mut tx, &id, Lane::Working, moment).await? else { continue };
        let members = members(ctx, &mut tx, snapshot).await?;
        scope.snapshots.push(SnapshotVersions { id: snapshot.0, manual, working: true, oem: None, members });
    }
    Ok(SearchCatalogue { seq: present.seq, snapshots: Vec::new(), scope })
}

fn manuals(catalogue: &SearchCatalogue) -> Vec<Arc<ManualNames>> {
    let mut known = HashSet::new();
    let all = catalogue.scope.snapshots.iter().map(|snapshot| &snapshot.manual);
    all.filter(|manual| known.insert(&manual.id)).cloned().collect()
}

async fn members(ctx: &Ctx, tx: &mut Tx, snapshot: SnapshotId) -> Result<Arc<VersionSet>, Error> {
    // Most manuals did not change since.
    let present = locked(&ctx.search.members).get(&snapshot).cloned();
    if let Some(known) = present.or_else(|| ctx.search.past_members.get(&snapshot)) {
        return Ok(known);
    }
    let members = read(tx, snapshot).await?;
    let size = members.size();
    Ok(ctx.search.past_members.put(snapshot, members, size))
}

/// The versions that own changes ever put into the working lanes of the manuals of these snapshots. Those of OEM
/// revisions are in the snapshots of the revisions.
pub(super) async fn own_members(
    ctx: &Ctx,
    tx: &mut Tx,
    snapshots: &[IndexedSnapshot],
) -> Result<Vec<Arc<VersionSet>>, Error> {
    let manuals: HashSet<&ManualId> = snapshots.iter().map(|snapshot| &snapshot.manual_id).collect();
    let mut entries = store::indexing::list_own_entries(tx).await?;
    entries.retain(|manual, _| manuals.contains(manual));
    let mut sets = Vec::with_capacity(entries.len());
    for (manual, entries) in &entries {
        let known = locked(&ctx.search.own_members).get(manual).cloned();
        let own = match known {
            Some(known) if known.entries == *entries => known,
            known => {
                let members = read_own(tx, manual, *entries, known).await?;
                let own = OwnMembers { entries: *entries, members };
                locked(&ctx.search.own_members).insert(manual.clone(), own.clone());
                own
            }
        };
        sets.push(own.members);
    }
    locked(&ctx.search.own_members).retain(|manual, _| entries.contains_key(manual));
    Ok(sets)
}

/// Reads what came after what is known, or all, if entries left.
async fn read_own(
    tx: &mut Tx,
    manual: &ManualId,
    entries: OwnEntries,
    known: Option<OwnMembers>,
) -> Result<Arc<VersionSet>, Error> {
    if let Some(known) = known {
        let added = store::indexing::list_own_members(tx, manual, known.entries.until).await?;
        if known.entries.count + added.len() as u64 == entries.count {
            let all: VersionSet = known.members.iter().chain(added.into_iter().map(number)).collect();
            // Sets are compared by identity.
            return Ok(if all == *known.members { known.members } else { Arc::new(all) });
        }
    }
    let all = store::indexing::list_own_members(tx, manual, SnapshotId(0)).await?;
    Ok(Arc::new(all.into_iter().map(number).collect()))
}
