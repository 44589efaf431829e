//! Open work of earlier revisions that a later one takes over.

use domain::id::{RevisionTodoId, VersionId};
use store::Tx;
use store::revisions::TouchedObject;

use super::copies::CopyElsewhere;
use super::located::LocatedRevision;
use crate::core::error::Error;

/// Compares objects with open to-dos of earlier revisions from where these left off ([`domain::revision::OpenWork`]).
pub(super) async fn carry(tx: &mut Tx, located: &LocatedRevision, touched: &mut [TouchedObject]) -> Result<(), Error> {
    let open = store::revisions::list_open_work(tx, &located.manual.id, located.revision.number).await?;
    let mut compared = Vec::new();
    for object in touched {
        let Some(work) = open.get(&object.object_id) else { continue };
        let Some(trio) = work.carried(object.trio()) else { continue };
        object.carried = Some(work.todo.clone());
        if trio != object.trio() {
            compared.push((object, trio));
        }
    }
    let ids: Vec<VersionId> = compared.iter().flat_map(|(_, trio)| [trio.base, trio.ours]).flatten().collect();
    let versions = store::revisions::list_versions(tx, &ids).await?;
    let version = |id: Option<VersionId>| id.and_then(|id| versions.get(&id).cloned());
    for (object, trio) in compared {
        (object.base, object.ours) = (version(trio.base), version(trio.ours));
    }
    Ok(())
}

/// The open to-dos of earlier revisions about copies in other manuals. The new ones name the changes since the issue that
/// each copy contains, so they have the same work.
pub(super) async fn carry_elsewhere(
    tx: &mut Tx,
    located: &LocatedRevision,
    copies: &mut [CopyElsewhere],
) -> Result<Vec<RevisionTodoId>, Error> {
    if copies.is_empty() {
        return Ok(Vec::new());
    }
    let open = store::revisions::list_open_work(tx, &located.manual.id, located.revision.number).await?;
    let mut carried = Vec::new();
    for copy in copies {
        copy.object.carried = open.get(&copy.object.object_id).map(|work| work.todo.clone());
        carried.extend(copy.object.carried.clone());
    }
    Ok(carried)
}
