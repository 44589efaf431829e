//! The snapshots that can be searched, read from the database.

use std::collections::HashMap;
use std::sync::Arc;

use ::search::VersionSet;
use ::search::scope::{ManualNames, Scope, SnapshotVersions};
use domain::id::{ObjectId, SnapshotId};
use store::Tx;

use crate::core::ctx::Ctx;
use crate::core::error::Error;
use crate::core::search_engine::{SearchCatalogue, locked};

/// Rows that are read at once.
const ROWS: i64 = 4_000;

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

async fn scope(ctx: &Ctx, tx: &mut Tx, snapshots: &[store::indexing::IndexedSnapshot]) -> Result<Scope, Error> {
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
            members: members(ctx, tx, snapshot.id).await?,
        });
    }
    Ok(scope)
}

/// The versions that a snapshot holds.
pub(super) async fn members(ctx: &Ctx, tx: &mut Tx, snapshot: SnapshotId) -> Result<Arc<VersionSet>, Error> {
    if let Some(known) = locked(&ctx.search.members).get(&snapshot) {
        return Ok(Arc::clone(known));
    }
    let (mut versions, mut after) = (Vec::new(), ObjectId(0));
    loop {
        let rows = store::indexing::list_members(tx, snapshot, after, ROWS).await?;
        let Some((last, _)) = rows.last() else { break };
        after = *last;
        versions.extend(rows.into_iter().map(|(_, version)| version.0.unsigned_abs()));
    }
    let members: Arc<VersionSet> = Arc::new(versions.into_iter().collect());
    locked(&ctx.search.members).insert(snapshot, Arc::clone(&members));
    Ok(members)
}
