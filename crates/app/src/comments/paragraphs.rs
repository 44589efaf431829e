//! Paragraphs that anchors of one version lead to in another, with their words: what compliance references, bookmarks and
//! links point to.

use std::collections::BTreeMap;

use bytes::Bytes;
use domain::file::File;
use s1000d::diff::suggestions::{PieceKind, RedlinePiece, redline};

use super::place_finder::{ReadText, own_place};
use super::places;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, FileError};
use crate::core::place_cache::{FoundParagraph, PlaceKey};
use crate::reading::content;

/// Characters of each text that a redline compares.
const MAX_COMPARED: usize = 20_000;
/// Characters around the differences of two long texts that their redline shows.
const AROUND: usize = 300;

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

impl AnchoredParagraph {
    fn key(&self) -> PlaceKey {
        PlaceKey { from: self.from.clone(), to: self.to.clone(), anchor: self.anchor.clone() }
    }
}

/// Reads the place with an HTML id in a version; `None` where it has no such place.
pub(crate) async fn quoted(ctx: &Ctx, file: &File, id: String) -> Result<Option<QuotedPlace>, Error> {
    let place = places::commented(ctx, file, id).await?;
    Ok(place.map(|place| QuotedPlace { anchor: place.anchor, quote: place.quote }))
}

/// The anchors of one content, each with its position in the answer.
type AnchorsByContent = BTreeMap<String, Vec<(usize, String)>>;

/// Whether a paragraph was found before, so that nothing has to be read for it.
pub(crate) fn is_known(ctx: &Ctx, paragraph: &AnchoredParagraph) -> bool {
    ctx.paragraphs.0.get(&paragraph.key()).is_some()
}

/// Finds paragraphs in other contents. Those of a content that cannot be read are gone.
pub(crate) async fn find(ctx: &Ctx, paragraphs: &[AnchoredParagraph]) -> Result<Vec<FoundParagraph>, Error> {
    let found = find_read(ctx, paragraphs).await?.into_iter();
    Ok(found.map(|paragraph| paragraph.unwrap_or_else(FoundParagraph::gone)).collect())
}

/// Finds paragraphs in other contents; `None` where one of the two contents cannot be read, which says nothing about the
/// paragraph. One that was found once is cached.
pub(crate) async fn find_read(
    ctx: &Ctx,
    paragraphs: &[AnchoredParagraph],
) -> Result<Vec<Option<FoundParagraph>>, Error> {
    let mut found = Vec::with_capacity(paragraphs.len());
    let mut by_target: BTreeMap<&str, AnchorsByContent> = BTreeMap::new();
    for (index, paragraph) in paragraphs.iter().enumerate() {
        let cached = ctx.paragraphs.0.get(&paragraph.key());
        if cached.is_none() {
            let AnchoredParagraph { from, to, anchor } = paragraph;
            let of_content = by_target.entry(to).or_default().entry(from.clone()).or_default();
            of_content.push((index, anchor.clone()));
        }
        found.push(cached.map(|paragraph| (*paragraph).clone()));
    }
    let mut searches = Vec::with_capacity(by_target.len());
    for (to, wanted) in by_target {
        let Some(target) = read(ctx, to).await? else { continue };
        let mut sources = Vec::with_capacity(wanted.len());
        for (from, anchors) in wanted {
            sources.extend(read(ctx, &from).await?.map(|bytes| (bytes, anchors)));
        }
        let place = places::PLACES.acquire().await;
        // Several run side by side, as many as there are places.
        searches.push(tokio::task::spawn_blocking(move || {
            let _place = place;
            search(&target, sources)
        }));
    }
    for searched in searches {
        for (index, paragraph) in searched.await? {
            let key = paragraphs[index].key();
            let weight = key.weight() + paragraph.quote.len();
            found[index] = Some((*ctx.paragraphs.0.put(key, paragraph, weight)).clone());
        }
    }
    Ok(found)
}

/// A place in a content, by its anchor or its HTML id.
#[derive(Debug, Clone)]
pub(crate) struct AnchoredText {
    pub(crate) content: String,
    pub(crate) anchor: String,
}

/// The whole texts at places: empty where a content has no such place, `None` where it cannot be read.
pub(crate) async fn texts(ctx: &Ctx, wanted: Vec<AnchoredText>) -> Result<Vec<Option<String>>, Error> {
    let mut texts = vec![None; wanted.len()];
    let mut by_content: BTreeMap<String, Vec<(usize, String)>> = BTreeMap::new();
    for (index, AnchoredText { content, anchor }) in wanted.into_iter().enumerate() {
        by_content.entry(content).or_default().push((index, anchor));
    }
    for (content, anchors) in by_content {
        let Some(bytes) = read(ctx, &content).await? else { continue };
        let place = places::PLACES.acquire().await;
        let found = tokio::task::spawn_blocking(move || {
            let _place = place;
            let Ok(text) = ReadText::of_bytes(&bytes) else { return Vec::new() };
            anchors.into_iter().map(|(index, anchor)| (index, text.words(&anchor))).collect::<Vec<_>>()
        });
        for (index, words) in found.await? {
            texts[index] = Some(words);
        }
    }
    Ok(texts)
}

/// The differences of two texts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct TextRedline {
    /// Empty for two texts that are the same.
    pub(crate) pieces: Vec<RedlinePiece>,
    /// More differences follow, which are not shown.
    pub(crate) is_cut: bool,
}

/// The differences of pairs of texts.
pub(crate) async fn redlines(pairs: Vec<(String, String)>) -> Result<Vec<TextRedline>, Error> {
    let place = places::PLACES.acquire().await;
    let compared = tokio::task::spawn_blocking(move || {
        let _place = place;
        pairs.iter().map(|(old, new)| compared(old, new)).collect::<Vec<_>>()
    });
    Ok(compared.await?)
}

/// The differences of two texts. Of long ones it shows the part around them, from the first one on.
fn compared(old: &str, new: &str) -> TextRedline {
    if old == new {
        return TextRedline::default();
    }
    let (old, new): (Vec<char>, Vec<char>) = (old.chars().collect(), new.chars().collect());
    let same = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let same_end = old[same..].iter().rev().zip(new[same..].iter().rev()).take_while(|(a, b)| a == b).count();
    let is_long = old.len().max(new.len()) > MAX_COMPARED;
    let (start, left) = if is_long { (same.saturating_sub(AROUND), same_end.saturating_sub(AROUND)) } else { (0, 0) };
    let part = |text: &[char]| text[start..text.len() - left].iter().take(MAX_COMPARED).collect::<String>();
    let is_cut = old.len().max(new.len()) - start - left > MAX_COMPARED;
    let dots = || RedlinePiece { kind: PieceKind::Same, text: "…".to_owned() };
    let mut pieces = redline(&part(&old), &part(&new));
    if start > 0 {
        pieces.insert(0, dots());
    }
    if is_cut || left > 0 {
        pieces.push(dots());
    }
    TextRedline { pieces, is_cut }
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

#[cfg(test)]
mod tests {
    use super::*;

    fn of_kind(pieces: &[RedlinePiece], kind: PieceKind) -> Vec<&str> {
        pieces.iter().filter(|piece| piece.kind == kind).map(|piece| piece.text.as_str()).collect()
    }

    #[test]
    fn only_texts_that_differ_have_a_redline() {
        assert_eq!(compared("Two pumps.", "Two pumps."), TextRedline::default());
        let pieces = compared("Two pumps.", "Three pumps.").pieces;
        let kinds: Vec<PieceKind> = pieces.iter().map(|piece| piece.kind).collect();
        assert_eq!(kinds, [PieceKind::Deleted, PieceKind::Inserted, PieceKind::Same]);
    }

    #[test]
    fn a_change_far_behind_in_a_long_text_is_shown() {
        let (before, behind) = ("word ".repeat(8_000), " word".repeat(2_000));
        let text = |minutes: &str| [before.as_str(), minutes, behind.as_str()].concat();
        let TextRedline { pieces, is_cut } = compared(&text("30"), &text("15"));
        assert!(!is_cut, "the end is the same");
        assert_eq!(of_kind(&pieces, PieceKind::Deleted), ["30"]);
        assert_eq!(of_kind(&pieces, PieceKind::Inserted), ["15"]);
        let same = of_kind(&pieces, PieceKind::Same);
        assert_eq!((same.first(), same.last()), (Some(&"…"), Some(&"…")));
        assert!(same.concat().chars().count() < 1_000, "only what is around it");
    }

    #[test]
    fn a_text_that_is_added_to_a_long_one_is_no_deletion_of_its_end() {
        let old = "word ".repeat(4_500);
        let new = ["new ".repeat(4_000), old.clone()].concat();
        let pieces = compared(&old, &new).pieces;
        assert_eq!(of_kind(&pieces, PieceKind::Deleted), [""; 0]);
        assert!(!of_kind(&pieces, PieceKind::Inserted).is_empty());
    }

    #[test]
    fn differences_that_are_not_shown_are_told() {
        let between = "word ".repeat(8_000);
        let text = |minutes: &str| [minutes, between.as_str(), minutes].concat();
        let TextRedline { pieces, is_cut } = compared(&text("30 "), &text("15 "));
        assert!(is_cut, "the second difference is far behind");
        assert_eq!(of_kind(&pieces, PieceKind::Inserted).concat().trim(), "15");
    }
}
