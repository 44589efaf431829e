//! Versions: the one way content comes into the library.
//!
//! Bytes are made safe first ([`store::blobs`]); [`add`] then records versions that name them, many at once, in the
//! caller's transaction: what they were made from, what they point to, and the change that tells readers, other nodes and
//! the search index.

use domain::change::Change;
use domain::id::VersionId;
use domain::version::{Reference, Version};
use store::Tx;

use crate::core::error::Error;
use crate::core::job_error::JobError;
use crate::core::running::Running;

/// References per transaction: a publication names every module, and other writers wait meanwhile.
const MAX_REFERENCES: usize = 4_000;

/// A version that is about to be added.
#[derive(Debug)]
pub(crate) struct NewVersion {
    pub(crate) version: Version,
    /// The version it was made from; two for a merge, the one that was worked on first.
    pub(crate) based_on: Vec<VersionId>,
    pub(crate) references: Vec<Reference>,
}

/// When readers see the new versions.
#[derive(Debug)]
pub(crate) enum Visibility {
    /// With the snapshot that is being built; the change that shows it is recorded then.
    WithSnapshot,
    /// With this change.
    Now(Change),
}

/// Adds those versions that are not there yet; gives the ids of all, in their order, and which are new.
///
/// Safe to repeat: the same issue with the same bytes is the version that is there. Versions that readers see at once are
/// added with all references; in a snapshot, [`add_long_references`] follows for those that point to very much.
pub(crate) async fn add(
    tx: &mut Tx,
    new: &[NewVersion],
    visibility: Visibility,
) -> Result<Vec<store::versions::StoredVersion>, Error> {
    let versions: Vec<&Version> = new.iter().map(|new| &new.version).collect();
    let kept = store::versions::insert_many(tx, &versions).await?;
    let added = || kept.iter().zip(new).filter(|(kept, _)| kept.new);
    let parents: Vec<(VersionId, &[VersionId])> = added().map(|(kept, new)| (kept.id, &new.based_on[..])).collect();
    store::versions::insert_parents(tx, &parents).await?;
    let is_seen_at_once = matches!(visibility, Visibility::Now(_));
    let references: Vec<(VersionId, &[Reference])> = added()
        .filter(|(_, new)| is_seen_at_once || !new.has_long_references())
        .map(|(kept, new)| (kept.id, &new.references[..]))
        .collect();
    store::references::insert_many(tx, &references).await?;
    if let Visibility::Now(change) = visibility {
        tx.record(change);
    }
    Ok(kept)
}

/// Writes what versions point to where that is too much for one transaction; also when the version was there already,
/// because the job that wrote it may have been killed in between.
pub(crate) async fn add_long_references(job: &Running, ids: &[VersionId], new: &[NewVersion]) -> Result<(), JobError> {
    for (id, new) in ids.iter().zip(new).filter(|(_, new)| new.has_long_references()) {
        for (number, some) in new.references.chunks(MAX_REFERENCES).enumerate() {
            let mut tx = job.begin().await?;
            store::references::insert_some(&mut tx, *id, number * MAX_REFERENCES, some).await?;
            tx.commit().await?;
        }
    }
    Ok(())
}

impl NewVersion {
    fn has_long_references(&self) -> bool {
        self.references.len() > MAX_REFERENCES
    }
}
