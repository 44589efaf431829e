//! From the files of a package to a revision that can be shown.

use std::collections::HashSet;

use domain::id::{ObjectId, SnapshotId};
use domain::manual::Manual;
use domain::object::ObjectKind;
use domain::snapshot::Decision;
use domain::toc::TocNode;
use store::blocks::Sequence;

use crate::core::ctx::Ctx;
use crate::core::error::Error;
use crate::core::job_error::JobError;
use crate::core::running::Running;
use crate::library::contents::{self, PublicationObject};

/// Rows per transaction, so that other writers do not wait long.
const ROWS: u64 = 4_000;
/// Nodes of the table of contents per transaction.
const PLACES: usize = 2_000;

/// Removes the objects of the revision before that a complete package does not contain: not those in other languages,
/// and not media that they show. So a format of a picture that is no longer delivered is no longer in the revision.
pub(super) async fn remove_missing(
    job: &Running,
    snapshot: SnapshotId,
    languages: &[String],
    delivered: &HashSet<ObjectId>,
) -> Result<(), JobError> {
    for media in [false, true] {
        let mut after = ObjectId(0);
        loop {
            let mut tx = job.begin().await?;
            let mut some = if media {
                store::snapshots::list_replaced_media(&mut tx, snapshot, languages, after, ROWS).await?
            } else {
                store::snapshots::list_replaced(&mut tx, snapshot, languages, after, ROWS).await?
            };
            let Some(last) = some.last() else { break };
            after = *last;
            some.retain(|object| !delivered.contains(object));
            store::snapshots::remove(&mut tx, snapshot, &some).await?;
            tx.commit().await?;
        }
    }
    Ok(())
}

/// Builds the contents and writes them.
pub(super) async fn contents(
    ctx: &Ctx,
    job: &Running,
    manual: &Manual,
    snapshot: SnapshotId,
    mut publications: Vec<PublicationObject>,
) -> Result<(), JobError> {
    let material = contents::gather(&mut ctx.db.read().await?, snapshot, || job.check()).await?;
    job.progress("contents", 20)?;
    let read: HashSet<ObjectId> = publications.iter().map(|placed| placed.object_id).collect();
    let held: HashSet<ObjectId> = material.of_kind(ObjectKind::PublicationModule).map(|one| one.object_id).collect();
    publications.retain(|placed| held.contains(&placed.object_id));
    for object in held.difference(&read) {
        let mut tx = ctx.db.read().await?;
        publications.extend(contents::read_publication(ctx, &mut tx, snapshot, *object).await?);
    }
    let alias = manual.alias.clone();
    let nodes = job.blocking(move |_| Ok(contents::build(&material, publications, &alias))).await?;
    job.progress("contents", 30)?;
    write(job, snapshot, nodes).await
}

/// Writes the contents part by part, under numbers that are theirs alone.
async fn write(job: &Running, snapshot: SnapshotId, mut nodes: Vec<TocNode>) -> Result<(), JobError> {
    let mut tx = job.begin().await?;
    let before = store::blocks::take(&mut tx, Sequence::TocNode, nodes.len()).await? - 1;
    tx.commit().await?;
    let total = nodes.len() as u64;
    let mut written = 0;
    for some in nodes.chunks_mut(PLACES) {
        contents::number(some, before);
        let mut tx = job.begin().await?;
        store::toc::insert_many(&mut tx, snapshot, some).await?;
        tx.commit().await?;
        written += some.len() as u64;
        job.progress_of("contents", 30 * total + 50 * written, 100 * total)?;
    }
    Ok(())
}

/// Notes what nothing points to.
pub(super) async fn mark_referenced(job: &Running, snapshot: SnapshotId) -> Result<(), JobError> {
    let mut after = Some(ObjectId(0));
    while let Some(from) = after {
        let mut tx = job.begin().await?;
        after = store::snapshots::mark_referenced(&mut tx, snapshot, from, ROWS).await?;
        tx.commit().await?;
    }
    job.progress("contents", 100)
}

/// Proposes to work on the revision at once when it adds nothing but languages.
pub(super) async fn propose(ctx: &Ctx, job: &Running, manual: &Manual, snapshot: SnapshotId) -> Result<(), JobError> {
    let Some(working) = manual.lanes.working.filter(|_| manual.lanes.working == manual.lanes.oem) else {
        return Ok(());
    };
    if store::snapshots::only_adds_languages(&mut ctx.db.read().await?, working, snapshot).await? {
        let mut tx = job.begin().await?;
        store::snapshots::propose(&mut tx, snapshot, Decision::Confirmed).await?;
        tx.commit().await?;
    }
    Ok(())
}

/// Takes away a snapshot that will never be shown. Not fenced: it is ours by its number, also when the job is not.
pub(super) async fn discard(ctx: &Ctx, snapshot: SnapshotId) -> Result<(), Error> {
    loop {
        let mut tx = ctx.db.begin().await?;
        let more = store::snapshots::delete_building(&mut tx, snapshot, ROWS).await?;
        tx.commit().await?;
        if !more {
            return Ok(());
        }
    }
}
