//! Contents of the working lane, built again when its publications change.

use std::collections::BTreeSet;

use domain::id::{ManualId, ObjectId, SnapshotId, TocNodeId, VersionId};
use domain::object::ObjectKind;
use domain::text::fold;
use domain::toc::TocNode;
use domain::version::ReferenceKind;
use store::blobs::BlobId;
use store::blocks::Sequence;
use store::{StoreError, Tx};

use super::{ContentsSource, PublicationObject, build};
use crate::core::ctx::Ctx;
use crate::core::error::{Error, Missing};

/// Objects per query.
const ROWS: u64 = 4_000;

/// The objects of a snapshot with the alternates of its containers. `check` is asked before each query.
pub(crate) async fn gather<E: From<StoreError>>(
    tx: &mut Tx,
    snapshot: SnapshotId,
    check: impl Fn() -> Result<(), E>,
) -> Result<ContentsSource, E> {
    let mut material = ContentsSource::default();
    let mut containers = Vec::new();
    let mut after = ObjectId(0);
    loop {
        check()?;
        let mut some = store::snapshots::list_objects(tx, snapshot, after, ROWS).await?;
        let Some(last) = some.last() else { break };
        after = last.object_id;
        some.retain(|one| one.kind != ObjectKind::Icn);
        let found = some.iter().filter(|one| one.kind == ObjectKind::Container);
        containers.extend(found.map(|one| (one.object_id, one.version_id)));
        material.add(some);
    }
    for (container, version) in containers {
        let mut alternates = store::references::list(tx, version).await?;
        alternates.retain(|reference| reference.kind == ReferenceKind::Alternate);
        material.offer(container, alternates);
    }
    Ok(material)
}

/// Reads a publication of a snapshot from its content; `None` when it cannot be read.
pub(crate) async fn read_publication(
    ctx: &Ctx,
    tx: &mut Tx,
    snapshot: SnapshotId,
    object_id: ObjectId,
) -> Result<Option<PublicationObject>, Error> {
    let file = store::files::find(tx, snapshot, object_id).await?;
    let Some(blob) = file.and_then(|file| BlobId::parse(&file.version.content.blob)) else { return Ok(None) };
    let Some(bytes) = ctx.blobs.read(&blob).await? else { return Ok(None) };
    let read = tokio::task::spawn_blocking(move || s1000d::publication::read(&bytes[..]).ok()).await?;
    Ok(read.map(|(publication, _)| PublicationObject { object_id, publication }))
}

async fn blob_of(tx: &mut Tx, snapshot: SnapshotId, object: ObjectId) -> Result<Option<String>, Error> {
    Ok(store::files::find(tx, snapshot, object).await?.map(|file| file.version.content.blob))
}

/// Gives entries the numbers after `before`.
pub(crate) fn number(nodes: &mut [TocNode], before: i64) {
    for node in nodes {
        node.id.0 += before;
        node.parent_id = node.parent_id.map(|parent| TocNodeId(parent.0 + before));
    }
}

/// Builds the contents of the working lane of a locked manual again, from its current snapshot on; gives the blobs of
/// publications that could not be read, whose entries are missing.
pub(crate) async fn rebuild(ctx: &Ctx, tx: &mut Tx, manual: &ManualId) -> Result<Vec<String>, Error> {
    let manual = store::manuals::find(tx, manual).await?.ok_or(Error::NotFound(Missing::Manual))?;
    let Some(snapshot) = manual.lanes.working else { return Ok(Vec::new()) };
    let material = gather(tx, snapshot, || Ok::<_, Error>(())).await?;
    let held: Vec<ObjectId> = material.of_kind(ObjectKind::PublicationModule).map(|one| one.object_id).collect();
    let (mut publications, mut unread) = (Vec::new(), Vec::new());
    for object in held {
        match read_publication(ctx, tx, snapshot, object).await? {
            Some(read) => publications.push(read),
            None => unread.extend(blob_of(tx, snapshot, object).await?),
        }
    }
    let mut nodes = tokio::task::spawn_blocking(move || build(&material, publications, &manual.alias)).await?;
    let before = store::blocks::take(tx, Sequence::TocNode, nodes.len()).await? - 1;
    number(&mut nodes, before);
    store::toc::insert_many(tx, snapshot, &nodes).await?;
    store::snapshots::own_contents(tx, snapshot).await?;
    Ok(unread)
}

/// Corrects the contents and the marks of a locked manual after a version of an object has left its working lane.
pub(crate) async fn follow(
    ctx: &Ctx,
    tx: &mut Tx,
    manual: &ManualId,
    object: ObjectId,
    version: VersionId,
) -> Result<(), Error> {
    let missing = Error::NotFound(Missing::File);
    let file = store::files::find_version(tx, object, version).await?.ok_or(missing)?;
    if file.object.identity.kind == ObjectKind::PublicationModule {
        rebuild(ctx, tx, manual).await?;
    }
    mark_targets(tx, manual, version).await
}

/// Corrects the marks of the objects that a version refers to.
pub(crate) async fn mark_targets(tx: &mut Tx, manual: &ManualId, version: VersionId) -> Result<(), Error> {
    let references = store::references::list(tx, version).await?;
    let codes: BTreeSet<String> = references.iter().map(|one| fold(&one.target)).collect();
    Ok(store::snapshots::mark_working(tx, manual, &Vec::from_iter(codes)).await?)
}
