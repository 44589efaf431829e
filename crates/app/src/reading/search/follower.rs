//! Keeping the index up with the database.
//!
//! The follower reads the change log's number; whenever that has moved it compares the snapshots that can be read with
//! what the index holds, and adds what is missing. So it does not matter how it fell behind: a crash, another node, a
//! restored backup. A version is indexed once in each status, whichever revisions it stands in, and stays indexed when
//! the working lane goes on, so that the lane is also found as it was.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use ::search::{DocumentWriter, Index, SearchError, VersionSet};
use bytes::Bytes;
use domain::id::SnapshotId;
use store::blobs::BlobId;
use store::indexing::{IndexSource, SnapshotMember};
use store::{StoreError, Tx};

use super::catalogue::{member, members};
use super::past;
use super::source::document;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, QueryError};
use crate::core::search_engine::locked;
use crate::core::storage::{StorageState, storage};

/// Versions that are read and indexed at once, and bytes of them that are held.
const BATCH: usize = 100;
const BATCH_BYTES: u64 = 16 << 20;
/// The index commits after this many documents, or this long.
const COMMIT_DOCUMENTS: usize = 20_000;
const COMMIT_AFTER: Duration = Duration::from_secs(20);

/// Follows the database until the engine is closed.
pub async fn follow(ctx: Ctx) {
    let mut closed = ctx.search.closed.subscribe();
    let (mut seen, mut inspected) = (None, false);
    while !ctx.search.is_closed() {
        let looked = step(&ctx, seen).await;
        if !std::mem::replace(&mut inspected, true) {
            inspect(&ctx).await;
        }
        match looked {
            Ok(seq) => seen = Some(seq),
            Err(error) => {
                tracing::warn!(error = %error.chain(), "The search index could not be brought up to date");
                seen = None;
            }
        }
        tokio::select! {
            () = ctx.search.nudged.notified() => {}
            () = tokio::time::sleep(ctx.settings.jobs.poll) => {}
            _ = closed.wait_for(|closed| *closed) => {}
        }
    }
}

/// One look; nothing is done when the log stands where it stood.
async fn step(ctx: &Ctx, seen: Option<i64>) -> Result<i64, Error> {
    let seq = store::changes::last_seq(&mut ctx.db.read().await?).await?;
    if seen != Some(seq) || ctx.search.rebuild_wanted.load(Ordering::Relaxed) {
        catch_up(ctx).await?;
    }
    Ok(seq)
}

/// Reads the whole index once, so that damage is found before a search meets it, and loads what
/// the first question would wait for.
pub async fn inspect(ctx: &Ctx) {
    let Some(index) = ctx.search.index() else { return };
    let own = index.clone();
    let sound = blocking(move || {
        own.warm()?;
        own.has_valid_checksums()
    });
    match sound.await {
        Ok(true) => {}
        Ok(false) => damaged(ctx, &index, "some files are not what they were"),
        Err(error) => damaged(ctx, &index, &error.chain()),
    }
}

fn damaged(ctx: &Ctx, index: &Index, why: &str) {
    tracing::warn!(reason = why, "The search index is damaged and is built anew");
    ctx.search.discard(index);
}

/// Brings the index up to date, or builds it anew where that is wanted or needed.
pub async fn catch_up(ctx: &Ctx) -> Result<(), Error> {
    let engine = &ctx.search;
    let _writing = engine.writing.lock().await;
    let wanted = engine.rebuild_wanted.swap(false, Ordering::Relaxed);
    let root = ctx.settings.search_folder.clone();
    let result = match engine.index() {
        Some(index) if !wanted => match is_complete(ctx).await {
            Ok(true) => Ok(()),
            Ok(false) => fill(ctx, index).await,
            Err(error) => Err(error),
        },
        serving => {
            let opened = if wanted { None } else { open(root.clone()).await? };
            match (opened, serving) {
                (Some(index), _) => {
                    engine.set_index(index.clone());
                    fill(ctx, index).await
                }
                // The present index answers until the new one is complete.
                (None, Some(_)) => rebuild(ctx, SwitchTime::AtTheEnd).await,
                (None, None) => rebuild(ctx, SwitchTime::AtOnce).await,
            }
        }
    };
    if wanted && result.is_err() {
        engine.rebuild_wanted.store(true, Ordering::Relaxed);
    }
    if let (Err(Error::Query(QueryError::Unavailable(error))), Some(index)) = (&result, engine.index())
        && error.is_damage()
        // Threads of the index that found the disk full say only that they ended.
        && storage(ctx).is_none_or(|storage| storage.state != StorageState::Full)
    {
        damaged(ctx, &index, &error.to_string());
    }
    // Another rebuild may have been requested meanwhile.
    engine.set_rebuilding(engine.rebuild_wanted.load(Ordering::Relaxed));
    result
}

/// Whether there is nothing to do: most of what the log tells is about something else.
async fn is_complete(ctx: &Ctx) -> Result<bool, Error> {
    let sets = member_sets(ctx, &mut ctx.db.read().await?).await?;
    Ok(ctx.search.is_complete(&sets))
}

/// The versions of all readable snapshots, and those that the working lanes contained before. Those of other snapshots
/// leave the cache.
async fn member_sets(ctx: &Ctx, tx: &mut Tx) -> Result<Vec<Arc<VersionSet>>, Error> {
    let snapshots = store::indexing::list_snapshots(tx).await?;
    let mut sets = Vec::with_capacity(snapshots.len());
    for snapshot in &snapshots {
        sets.push(members(ctx, tx, snapshot).await?);
    }
    sets.extend(past::own_members(ctx, tx, &snapshots).await?);
    let ids: HashSet<SnapshotId> = snapshots.iter().map(|snapshot| snapshot.id).collect();
    locked(&ctx.search.members).retain(|snapshot, _| ids.contains(snapshot));
    Ok(sets)
}

/// When a new index begins to answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum SwitchTime {
    AtOnce,
    AtTheEnd,
}

async fn rebuild(ctx: &Ctx, shown: SwitchTime) -> Result<(), Error> {
    let (engine, root) = (&ctx.search, ctx.settings.search_folder.clone());
    engine.set_rebuilding(true);
    let started = Instant::now();
    let index = blocking(move || {
        let index = Index::create(&root)?;
        // So that it has the form of one that can be opened.
        index.writer()?.commit(0)?;
        Ok(index)
    })
    .await?;
    if shown == SwitchTime::AtOnce {
        engine.set_complete(Vec::new());
        activate(ctx, &index).await?;
    }
    fill(ctx, index.clone()).await?;
    if shown == SwitchTime::AtTheEnd && !engine.is_closed() {
        activate(ctx, &index).await?;
    }
    tracing::info!(
        search.documents = index.documents(),
        duration.s = started.elapsed().as_secs(),
        "Built the search index"
    );
    Ok(())
}

async fn activate(ctx: &Ctx, index: &Index) -> Result<(), Error> {
    let (own, root) = (index.clone(), ctx.settings.search_folder.clone());
    blocking(move || own.activate(&root)).await?;
    ctx.search.set_index(index.clone());
    Ok(())
}

async fn open(root: std::path::PathBuf) -> Result<Option<Index>, Error> {
    blocking(move || match Index::open(&root) {
        Err(error) if error.is_damage() => {
            tracing::warn!(error = %error, "The search index cannot be opened and is built anew");
            Ok(None)
        }
        other => other,
    })
    .await
}

async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, SearchError> + Send + 'static,
) -> Result<T, Error> {
    tokio::task::spawn_blocking(work).await?.map_err(|error| QueryError::Unavailable(error).into())
}

/// Versions that the index lacks, and those it must drop.
struct IndexDifference {
    seq: i64,
    sets: Vec<Arc<VersionSet>>,
    missing: Vec<SnapshotMember>,
    superfluous: Vec<u64>,
}

async fn difference(ctx: &Ctx, index: &Index) -> Result<IndexDifference, Error> {
    let own = index.clone();
    let indexed = blocking(move || own.versions()).await?;
    let mut tx = ctx.db.read().await?;
    let seq = store::changes::last_seq(&mut tx).await?;
    let sets = member_sets(ctx, &mut tx).await?;
    drop(tx);
    let all = sets.clone();
    let (missing, superfluous) = blocking(move || {
        let wanted = VersionSet::union(&all);
        Ok((wanted.without(&indexed), indexed.without(&wanted)))
    })
    .await?;
    let missing = missing.into_iter().filter_map(member).collect();
    Ok(IndexDifference { seq, sets, missing, superfluous })
}

/// Adds what is missing and removes what is gone.
async fn fill(ctx: &Ctx, index: Index) -> Result<(), Error> {
    let engine = &ctx.search;
    let IndexDifference { seq, sets, missing, superfluous } = difference(ctx, &index).await?;
    if missing.is_empty() && superfluous.is_empty() {
        engine.set_complete(sets);
        engine.set_behind(0);
        return Ok(());
    }
    let mut behind = missing.len() as u64;
    engine.set_behind(behind);
    let own = index.clone();
    let (mut writer, at) = blocking(move || Ok((own.writer()?, own.at()?))).await?;
    writer.remove(superfluous);
    let (mut added, mut last) = (0, Instant::now());
    for members in missing.chunks(BATCH) {
        if engine.is_closed() {
            return Ok(());
        }
        let sources = store::indexing::list_sources(&mut ctx.db.read().await?, members).await?;
        for sources in in_parts(sources, |source| source.size) {
            let sources = with_content(ctx, sources).await?;
            writer = blocking(move || add(writer, sources)).await?;
        }
        behind -= members.len() as u64;
        added += members.len();
        engine.set_behind(behind);
        if added >= COMMIT_DOCUMENTS || last.elapsed() >= COMMIT_AFTER {
            // The number of the change is that of the last complete state.
            writer = commit(writer, at).await?;
            (added, last) = (0, Instant::now());
        }
    }
    let writer = commit(writer, seq).await?;
    engine.set_complete(sets);
    engine.set_behind(0);
    blocking(move || writer.finish()).await?;
    tracing::info!(search.documents = missing.len(), "Indexed {} documents", missing.len());
    Ok(())
}

async fn commit(mut writer: DocumentWriter, seq: i64) -> Result<DocumentWriter, Error> {
    blocking(move || {
        writer.commit(seq)?;
        Ok(writer)
    })
    .await
}

fn add(mut writer: DocumentWriter, sources: Vec<(IndexSource, Option<Bytes>)>) -> Result<DocumentWriter, SearchError> {
    for (source, content) in sources {
        writer.add(&document(source, content.as_deref()))?;
    }
    Ok(writer)
}

/// The same in parts whose content can be held; what is larger by itself is a part by itself.
fn in_parts<T>(all: Vec<T>, size: impl Fn(&T) -> u64) -> Vec<Vec<T>> {
    let (mut parts, mut part, mut held) = (Vec::new(), Vec::new(), 0);
    for one in all {
        if held + size(&one) > BATCH_BYTES && !part.is_empty() {
            parts.push(std::mem::take(&mut part));
            held = 0;
        }
        held += size(&one);
        part.push(one);
    }
    parts.push(part);
    parts
}

async fn with_content(ctx: &Ctx, sources: Vec<IndexSource>) -> Result<Vec<(IndexSource, Option<Bytes>)>, Error> {
    let mut out = Vec::with_capacity(sources.len());
    for source in sources {
        let content = match BlobId::parse(&source.blob) {
            Some(id) => match ctx.blobs.read(&id).await {
                // One lost module must not keep the others from being found.
                Err(StoreError::BlobDamaged { .. }) => None,
                read => read?,
            },
            None => None,
        };
        if content.is_none() {
            tracing::warn!(version.id = source.version.0, "The content of a version is missing or damaged");
        }
        out.push((source, content));
    }
    Ok(out)
}

/// Begins to follow in the background; [`super::close`] ends it.
pub fn start(ctx: &Ctx) -> tokio::task::JoinHandle<()> {
    let ctx = ctx.clone();
    tokio::spawn(follow(ctx))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_modules_are_not_held_together() {
        let sizes = vec![1, 2, BATCH_BYTES, 3, BATCH_BYTES - 3, 1];
        let parts = in_parts(sizes, |size| *size);
        assert_eq!(parts, [vec![1, 2], vec![BATCH_BYTES], vec![3, BATCH_BYTES - 3], vec![1]]);
    }
}
