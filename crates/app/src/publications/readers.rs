//! Readers of the released lane: which publication it is, what changed since they read last, and their acknowledgement.

use std::time::Duration;

use domain::change::Change;
use domain::id::{PublicationId, SnapshotId};
use domain::path::ManualPath;
use domain::permission::Permission;
use domain::publication::{ManualPublication, PublicationState, ReaderMarks};
use domain::subject::Subject;
use store::Tx;
use store::artifacts::Artifact;

use super::located;
use super::record::is_letter;
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, PublicationError};
use crate::library::manuals;

/// How long a download waits until it is counted.
const PATIENCE: Duration = Duration::from_secs(1);
/// The weight of a known number of changes.
const COUNT_WEIGHT: usize = 64;

/// The publication that the released lane of a manual shows, for one reader.
#[derive(Debug, Clone)]
pub struct ReleasedPublication {
    pub publication: ManualPublication,
    /// The letters of approval.
    pub letters: Vec<Artifact>,
    pub marks: ReaderMarks,
    /// The publication that the reader read before.
    pub last_read: Option<LastReadPublication>,
}

/// A publication that a reader read before.
#[derive(Debug, Clone)]
pub struct LastReadPublication {
    pub publication: ManualPublication,
    /// How many modules the released one changed, added or removed since.
    pub changed_count: u64,
}

/// The publication that the released lane of a manual shows; none before the first approval.
pub async fn released(ctx: &Ctx, caller: &Caller, path: &ManualPath) -> Result<Option<ReleasedPublication>, Error> {
    caller.require(Permission::ReadContent)?;
    let mut tx = caller.read(ctx).await?;
    let manual = manuals::at_path(&mut tx, path).await?;
    let found = store::publications::find_released(&mut tx, &manual.id).await?;
    let Some(publication) = found else { return Ok(None) };
    let mut letters = store::artifacts::list(&mut tx, &Subject::from(&publication.id)).await?;
    letters.retain(is_letter);
    let user = &caller.user.id;
    let marks = store::publications::find_marks(&mut tx, &publication.id, user).await?;
    let before = store::publications::find_last_read(&mut tx, &manual.id, user, &publication.id).await?;
    let last_read = match before {
        Some(before) => Some(since(ctx, &mut tx, before, &publication).await?),
        None => None,
    };
    Ok(Some(ReleasedPublication { publication, letters, marks, last_read }))
}

async fn since(
    ctx: &Ctx,
    tx: &mut Tx,
    before: ManualPublication,
    now: &ManualPublication,
) -> Result<LastReadPublication, Error> {
    let changed_count = count_changed(ctx, tx, before.snapshot, now.snapshot).await?;
    Ok(LastReadPublication { publication: before, changed_count })
}

/// How many modules one state of a manual changed, added or removed since another. Snapshots never change, and readers
/// see the number on every page: two are compared once.
pub(super) async fn count_changed(ctx: &Ctx, tx: &mut Tx, old: SnapshotId, new: SnapshotId) -> Result<u64, Error> {
    if let Some(known) = ctx.changed_counts.get(&(old, new)) {
        return Ok(*known);
    }
    let changed = store::snapshots::list_changed(tx, old, new).await?;
    let count = changed.iter().filter(|object| object.kind.is_module()).count() as u64;
    Ok(*ctx.changed_counts.put((old, new), count, COUNT_WEIGHT))
}

/// Notes that the caller has opened a publication. Only the first time counts.
pub async fn read(ctx: &Ctx, caller: &Caller, id: &PublicationId) -> Result<(), Error> {
    caller.require_person(Permission::ReadContent)?;
    let mut tx = caller.begin(ctx).await?;
    let publication = outside(&mut tx, id).await?;
    store::publications::mark_read(&mut tx, &publication.id, &caller.user.id, ctx.clock.now()).await?;
    Ok(tx.commit().await?)
}

/// Records that the caller has read and acknowledges the publication that is valid. Doing so twice is no error.
pub async fn acknowledge(ctx: &Ctx, caller: &Caller, id: &PublicationId) -> Result<ReaderMarks, Error> {
    caller.require_person(Permission::ReadContent)?;
    let mut tx = caller.begin(ctx).await?;
    let publication = outside(&mut tx, id).await?;
    let user = &caller.user.id;
    let before = store::publications::find_marks(&mut tx, id, user).await?;
    if before.acknowledged_on.is_some() {
        return Ok(before);
    }
    if publication.state != PublicationState::Approved {
        return Err(PublicationError::State { state: publication.state }.into());
    }
    store::publications::acknowledge(&mut tx, id, user, ctx.clock.now()).await?;
    let change = ctx.change(&caller.actor(), "publication.acknowledged", "manual", &publication.manual_path());
    let detail = vec![
        ("number".to_owned(), publication.number.to_string()),
        ("publication".to_owned(), publication.id.0.clone()),
    ];
    tx.record(Change { detail, ..change });
    let marks = store::publications::find_marks(&mut tx, id, user).await?;
    tx.commit().await?;
    tracing::info!(publication.id = %id, "Acknowledged publication {}", publication.subject());
    Ok(marks)
}

/// A publication that has left the system; drafts have no readers.
async fn outside(tx: &mut Tx, id: &PublicationId) -> Result<ManualPublication, Error> {
    let publication = located::find(tx, id).await?;
    if publication.is_internal() {
        return Err(PublicationError::State { state: publication.state }.into());
    }
    Ok(publication)
}

/// Counts a download of the caller that begins at the byte `start`. Neither a full disk nor a busy database keeps files
/// from people: counting that takes long goes on in the background, and what cannot be counted is logged.
pub async fn count_download(ctx: &Ctx, caller: &Caller, id: &PublicationId, file_name: &str, start: u64) {
    let (ctx, caller, id, file_name) = (ctx.clone(), caller.clone(), id.clone(), file_name.to_owned());
    let counting = tokio::spawn(async move {
        if let Err(error) = add_download(&ctx, &caller, &id, &file_name, start).await {
            tracing::warn!(publication.id = %id, error = error.chain(), "A download could not be counted");
        }
    });
    let _ = tokio::time::timeout(PATIENCE, counting).await;
}

async fn add_download(
    ctx: &Ctx,
    caller: &Caller,
    id: &PublicationId,
    file_name: &str,
    start: u64,
) -> Result<(), Error> {
    let (mut tx, user, now) = (caller.begin(ctx).await?, &caller.user.id, ctx.clock.now());
    if start == 0 {
        store::publications::count_download(&mut tx, id, user, file_name, now).await?;
    } else {
        // A later part continues a download that was counted when it began.
        store::publications::mark_download(&mut tx, id, user, file_name, now).await?;
    }
    Ok(tx.commit().await?)
}
