//! Open work of earlier revisions that a later one takes over.

use domain::id::VersionId;
use store::Tx;
use store::revisions::TouchedObject;

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
