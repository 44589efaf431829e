//! Where the paragraphs of threads are in the version or the draft that is open.

use std::collections::{BTreeMap, HashMap};

use domain::comment::{CommentThread, ListedThread, MAX_THREADS, ThreadPlace};
use domain::file::File;
use domain::id::VersionId;
use domain::path::FilePath;
use domain::permission::Permission;
use s1000d::guard::Refusal;
use store::Tx;
use store::comments::{ThreadFilter, ThreadSort};
use tokio::sync::Semaphore;

use super::located;
use super::place_finder::{CommentedPlace, ReadText, TextWithPlace, own_place};
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{DraftError, Error, FileError, Missing};
use crate::core::place_cache::PlaceKey;
use crate::editing::drafts;
use crate::reading::content;

/// Texts that are read and compared at once: opening modules must not wait for them.
const AT_ONCE: usize = 2;
pub(super) static PLACES: Semaphore = Semaphore::const_new(AT_ONCE);

/// The text that is open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OpenText {
    Version(VersionId),
    /// The saved draft of the caller.
    Draft,
}

/// A thread about the module that is open, with its place in it.
#[derive(Debug, Clone)]
pub struct PlacedThread {
    pub listed: ListedThread,
    pub place: ThreadPlace,
}

/// A text in which places are looked for.
#[derive(Debug)]
enum TargetText {
    Blob(String),
    Draft { text: String, sha256: String },
}

impl TargetText {
    /// The name of the content, by which places in it are cached.
    fn key(&self) -> &str {
        match self {
            Self::Blob(blob) => blob,
            Self::Draft { sha256, .. } => sha256,
        }
    }
}

/// The threads about the module at a path, oldest first, each with its place in the open text.
pub async fn list(ctx: &Ctx, caller: &Caller, path: &FilePath, open: OpenText) -> Result<Vec<PlacedThread>, Error> {
    caller.require(Permission::ReadContent)?;
    let mut tx = caller.read(ctx).await?;
    let (object, target) = match open {
        OpenText::Version(version) => {
            let file = located::version(&mut tx, path, version).await?;
            (file.object.id, TargetText::Blob(file.version.content.blob))
        }
        OpenText::Draft => {
            let object = drafts::held(&mut tx, caller, path).await?.object.id;
            let missing = || Error::NotFound(Missing::Draft);
            let draft = drafts::find_own(&mut tx, caller, object).await?.ok_or_else(missing)?;
            let text = store::drafts::read(&mut tx, &draft.id).await?.ok_or_else(missing)?;
            (object, TargetText::Draft { text, sha256: draft.sha256 })
        }
    };
    let filter = ThreadFilter { object: Some(object), sort: ThreadSort::CreatedOn, ..ThreadFilter::default() };
    let threads = store::comments::list_all_threads(&mut tx, &filter, MAX_THREADS).await?;
    let blobs = blobs_of(&mut tx, &threads).await?;
    drop(tx);
    let places = find(ctx, &threads, &blobs, target).await?;
    Ok(threads.into_iter().zip(places).map(|(listed, place)| PlacedThread { listed, place }).collect())
}

/// The content of the versions that threads were started in.
async fn blobs_of(tx: &mut Tx, threads: &[ListedThread]) -> Result<HashMap<VersionId, String>, Error> {
    let mut blobs = HashMap::new();
    for CommentThread { version, object_id, .. } in threads.iter().map(|listed| &listed.thread) {
        if !blobs.contains_key(version)
            && let Some(file) = store::files::find_version(tx, *object_id, *version).await?
        {
            blobs.insert(*version, file.version.content.blob);
        }
    }
    Ok(blobs)
}

/// The places of threads in a text. A thread about the same content needs no search, and a place that was found once is
/// cached.
async fn find(
    ctx: &Ctx,
    threads: &[ListedThread],
    blobs: &HashMap<VersionId, String>,
    target: TargetText,
) -> Result<Vec<ThreadPlace>, Error> {
    let mut places: Vec<ThreadPlace> = Vec::with_capacity(threads.len());
    let mut unknown: BTreeMap<String, Vec<(usize, PlaceKey)>> = BTreeMap::new();
    for (index, CommentThread { version, anchor, .. }) in threads.iter().map(|listed| &listed.thread).enumerate() {
        let blob = blobs.get(version).cloned().unwrap_or_default();
        if anchor.is_empty() || blob == target.key() {
            places.push(own_place(anchor));
            continue;
        }
        let key = PlaceKey { from: blob.clone(), to: target.key().to_owned(), anchor: anchor.clone() };
        let cached = ctx.places.0.get(&key);
        if cached.is_none() {
            unknown.entry(blob).or_default().push((index, key));
        }
        places.push(cached.map_or_else(ThreadPlace::gone, |place| (*place).clone()));
    }
    if !unknown.is_empty() {
        for (index, key, place) in search(ctx, unknown, target).await? {
            let weight = key.weight();
            places[index] = (*ctx.places.0.put(key, place, weight)).clone();
        }
    }
    Ok(places)
}

/// Looks for places in a text, by the content that their anchors are of.
async fn search(
    ctx: &Ctx,
    unknown: BTreeMap<String, Vec<(usize, PlaceKey)>>,
    target: TargetText,
) -> Result<Vec<(usize, PlaceKey, ThreadPlace)>, Error> {
    let mut versions = Vec::with_capacity(unknown.len());
    for (blob, wanted) in unknown {
        versions.push((content::read(ctx, &blob).await?, wanted));
    }
    let bytes = match &target {
        TargetText::Blob(blob) => Some(content::read(ctx, blob).await?),
        TargetText::Draft { .. } => None,
    };
    let place = PLACES.acquire().await;
    let found = tokio::task::spawn_blocking(move || {
        let _place = place;
        let text = match (&target, bytes) {
            (TargetText::Draft { text, .. }, _) => ReadText::of_text(text),
            (_, Some(bytes)) => ReadText::of_bytes(&bytes),
            (_, None) => return Vec::new(),
        };
        let mut found = Vec::new();
        for (version, wanted) in versions {
            let anchors: Vec<String> = wanted.iter().map(|(_, key)| key.anchor.clone()).collect();
            let places = match &text {
                Ok(text) => text.find(&version, &anchors),
                // A draft that is not well-formed yet has its paragraphs where they were.
                Err(_) => anchors.iter().map(|anchor| own_place(anchor)).collect(),
            };
            found.extend(wanted.into_iter().zip(places).map(|((index, key), place)| (index, key, place)));
        }
        found
    });
    Ok(found.await?)
}

/// Reads the place of a version that somebody comments on.
pub(super) async fn commented(ctx: &Ctx, file: &File, id: String) -> Result<Option<CommentedPlace>, Error> {
    let bytes = content::read(ctx, &file.version.content.blob).await?;
    let place = PLACES.acquire().await;
    let read = tokio::task::spawn_blocking(move || -> Result<Option<CommentedPlace>, Refusal> {
        let _place = place;
        Ok(ReadText::of_bytes(&bytes)?.place(&id))
    });
    Ok(read.await?.map_err(FileError::Unreadable)?)
}

/// The beginning of the paragraph or picture at a place of a version; `None` where it has no such place.
pub(crate) async fn quote(ctx: &Ctx, file: &File, id: String) -> Result<Option<String>, Error> {
    Ok(commented(ctx, file, id).await?.map(|place| place.quote))
}

/// Reads a text that is edited, and does something with the paragraph that an anchor of a version leads to in it.
pub(super) async fn in_text<T: Send + 'static>(
    ctx: &Ctx,
    version: &File,
    anchor: String,
    text: String,
    each: impl FnOnce(TextWithPlace<'_>) -> T + Send + 'static,
) -> Result<T, Error> {
    let bytes = content::read(ctx, &version.version.content.blob).await?;
    let place = PLACES.acquire().await;
    let done = tokio::task::spawn_blocking(move || -> Result<T, Refusal> {
        let _place = place;
        let text = ReadText::of_text(&text)?;
        Ok(each(text.with_place(&bytes, &anchor)))
    });
    Ok(done.await?.map_err(DraftError::Refused)?)
}
