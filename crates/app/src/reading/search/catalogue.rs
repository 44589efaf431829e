//! The snapshots that can be searched, read from the database.

use std::collections::HashMap;
use std::sync::Arc;

use ::search::Members;
use ::search::scope::{Manual, Scope, Shelf};
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
    let mut shelves = store::indexing::list_shelves(&mut tx).await?;
    shelves.retain(|shelf| !shelf.deleted);
    let scope = match known.filter(|known| known.shelves == shelves) {
        Some(known) => known.scope.clone(),
        None => scope(ctx, &mut tx, &shelves).await?,
    };
    let catalogue = Arc::new(SearchCatalogue { seq, shelves, scope });
    *locked(&ctx.search.catalogue) = Some(Arc::clone(&catalogue));
    Ok(catalogue)
}

async fn scope(ctx: &Ctx, tx: &mut Tx, shelves: &[store::indexing::Shelf]) -> Result<Scope, Error> {
    let mut manuals: HashMap<&str, Arc<Manual>> = HashMap::new();
    let mut scope = Scope::default();
    for shelf in shelves {
        let manual = manuals.entry(&shelf.manual_id.0).or_insert_with(|| {
            Arc::new(Manual {
                id: shelf.manual_id.0.clone(),
                csdb_name: shelf.csdb_name.clone(),
                name: shelf.manual_name.clone(),
            })
        });
        scope.shelves.push(Shelf {
            id: shelf.id.0,
            manual: Arc::clone(manual),
            working: shelf.working,
            oem: shelf.oem,
            members: members(ctx, tx, shelf.id).await?,
        });
    }
    Ok(scope)
}

/// The versions that a snapshot holds.
pub(super) async fn members(ctx: &Ctx, tx: &mut Tx, snapshot: SnapshotId) -> Result<Arc<Members>, Error> {
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
    let members: Arc<Members> = Arc::new(versions.into_iter().collect());
    locked(&ctx.search.members).insert(snapshot, Arc::clone(&members));
    Ok(members)
}
