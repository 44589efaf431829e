//! Paragraphs that anchors of one version lead to in another, with their words: what compliance references point to.

use std::collections::BTreeMap;

use bytes::Bytes;
use domain::comment::ThreadPlace;
use domain::file::File;

use super::place_finder::{ReadText, own_place};
use super::places;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, FileError};
use crate::core::place_cache::PlaceKey;
use crate::reading::content;

/// A place of a version, as it is stored.
#[derive(Debug, Clone)]
pub(crate) struct QuotedPlace {
    /// With the fingerprint of its text.
    pub(crate) anchor: String,
    pub(crate) quote: String,
}

/// A paragraph of one content that is looked for in another.
#[derive(Debug, Clone)]
pub(crate) struct AnchoredParagraph {
    pub(crate) from: String,
    pub(crate) to: String,
    pub(crate) anchor: String,
}

/// A paragraph in the other content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FoundParagraph {
    pub(crate) place: ThreadPlace,
    /// Its beginning; empty when it is gone.
    pub(crate) quote: String,
}

impl FoundParagraph {
    fn gone() -> Self {
        Self { place: ThreadPlace::gone(), quote: String::new() }
    }
}

/// Reads the place with an HTML id in a version; `None` where it has no such place.
pub(crate) async fn quoted(ctx: &Ctx, file: &File, id: String) -> Result<Option<QuotedPlace>, Error> {
    let place = places::commented(ctx, file, id).await?;
    Ok(place.map(|place| QuotedPlace { anchor: place.anchor, quote: place.quote }))
}

/// The anchors of one content, each with its position in the answer.
type AnchorsByContent = BTreeMap<String, Vec<(usize, String)>>;

/// Finds paragraphs in other contents. A content that cannot be read says nothing about its paragraphs.
pub(crate) async fn find(ctx: &Ctx, paragraphs: &[AnchoredParagraph]) -> Result<Vec<FoundParagraph>, Error> {
    let mut found = vec![FoundParagraph::gone(); paragraphs.len()];
    let mut by_target: BTreeMap<&str, AnchorsByContent> = BTreeMap::new();
    for (index, AnchoredParagraph { from, to, anchor }) in paragraphs.iter().enumerate() {
        let of_content = by_target.entry(to).or_default().entry(from.clone()).or_default();
        of_content.push((index, anchor.clone()));
    }
    for (to, wanted) in by_target {
        let Some(target) = read(ctx, to).await? else { continue };
        let mut sources = Vec::with_capacity(wanted.len());
        for (from, anchors) in wanted {
            sources.extend(read(ctx, &from).await?.map(|bytes| (bytes, anchors)));
        }
        let place = places::PLACES.acquire().await;
        let searched = tokio::task::spawn_blocking(move || {
            let _place = place;
            search(&target, sources)
        });
        for (index, paragraph) in searched.await? {
            found[index] = paragraph;
        }
    }
    Ok(found)
}

/// Where paragraphs are in other contents. A place that was found once is cached.
pub(crate) async fn locate(ctx: &Ctx, paragraphs: &[AnchoredParagraph]) -> Result<Vec<ThreadPlace>, Error> {
    let key = |one: &AnchoredParagraph| {
        let AnchoredParagraph { from, to, anchor } = one.clone();
        PlaceKey { from, to, anchor }
    };
    let cached = |one: &AnchoredParagraph| ctx.places.0.get(&key(one)).map(|place| (*place).clone());
    let mut places: Vec<Option<ThreadPlace>> = paragraphs.iter().map(cached).collect();
    let unknown = paragraphs.iter().zip(&places).filter(|(_, place)| place.is_none());
    let unknown: Vec<AnchoredParagraph> = unknown.map(|(one, _)| one.clone()).collect();
    let found = find(ctx, &unknown).await?;
    let open = places.iter_mut().filter(|place| place.is_none());
    for ((place, one), paragraph) in open.zip(&unknown).zip(found) {
        let key = key(one);
        let weight = key.weight();
        *place = Some((*ctx.places.0.put(key, paragraph.place, weight)).clone());
    }
    Ok(places.into_iter().map(|place| place.unwrap_or_else(ThreadPlace::gone)).collect())
}

/// Reads a content; `None` where the vault has lost it.
async fn read(ctx: &Ctx, blob: &str) -> Result<Option<Bytes>, Error> {
    match content::read(ctx, blob).await {
        Ok(bytes) => Ok(Some(bytes)),
        Err(Error::File(FileError::Damaged { .. })) => Ok(None),
        Err(error) => Err(error),
    }
}

fn search(target: &[u8], sources: Vec<(Bytes, Vec<(usize, String)>)>) -> Vec<(usize, FoundParagraph)> {
    let Ok(text) = ReadText::of_bytes(target) else { return Vec::new() };
    let mut found = Vec::new();
    for (bytes, wanted) in sources {
        let anchors: Vec<String> = wanted.iter().map(|(_, anchor)| anchor.clone()).collect();
        let places = text.find(&bytes, &anchors);
        found.extend(wanted.into_iter().zip(places).map(|((index, _), place)| {
            let quote = text.place(&place.id).map(|place| place.quote).unwrap_or_default();
            (index, FoundParagraph { quote: if place.id.is_empty() { String::new() } else { quote }, place })
        }));
    }
    found
}

/// The HTML id of an anchor in its own version; empty for none.
pub(crate) fn html_id(anchor: &str) -> String {
    if anchor.is_empty() { String::new() } else { own_place(anchor).id }
}
