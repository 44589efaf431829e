//! The module that the manufacturer delivers under another code in place of one that it deleted: identity is the code,
//! so only the text tells that the two belong together.

use std::collections::HashMap;

use domain::file::File;
use domain::object::ObjectKind;
use domain::text::fold;
use s1000d::document::{SourceText, blocks};
use s1000d::guard;
use store::Tx;

use super::located::LocatedRevision;
use super::open_todo::source_of;
use crate::core::ctx::Ctx;
use crate::core::error::Error;

/// Added modules that are read.
const MAX_READ: usize = 40;
/// Bytes of a module that is read. The largest module of the official sets has 2 MB.
const MAX_BYTES: u64 = 4 << 20;
/// Two texts with fewer equal words are two subjects. Items of one list have up to half of their words in common.
const MIN_LIKENESS: u64 = 70;
/// Texts with fewer words are alike by chance.
const MIN_WORDS: u64 = 10;

/// An added module that is like a deleted one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Successor {
    pub path: String,
    pub code: String,
    pub title: String,
    /// Equal words, in percent.
    pub likeness: u64,
}

/// The modules that a revision adds in the language of a deleted one, those with its title first.
pub(super) async fn candidates(tx: &mut Tx, located: &LocatedRevision, deleted: &File) -> Result<Vec<File>, Error> {
    let Some(base) = located.base.as_ref().filter(|_| deleted.object.identity.kind == ObjectKind::DataModule) else {
        return Ok(Vec::new());
    };
    let language = format!("_{}", fold(&deleted.object.identity.language));
    let mut added = store::snapshots::list_changed(tx, base.id, located.revision.id).await?;
    added.retain(|one| one.old.is_none() && one.kind == ObjectKind::DataModule && fold(&one.key).ends_with(&language));
    let own = &deleted.version.metadata;
    let is_other = |own: &str, other: &str| fold(own) != fold(other);
    added.sort_by_cached_key(|one| {
        (is_other(&own.tech_name, &one.tech_name), is_other(&own.info_name, &one.info_name), one.key.clone())
    });
    let mut files = Vec::new();
    for one in added.into_iter().take(MAX_READ) {
        files.extend(store::files::find(tx, located.revision.id, one.object_id).await?);
    }
    files.retain(|file| file.version.content.size <= MAX_BYTES);
    Ok(files)
}

/// The candidate whose text is most like that of the deleted module.
pub(super) async fn most_alike(
    ctx: &Ctx,
    deleted: &SourceText,
    candidates: Vec<File>,
) -> Result<Option<Successor>, Error> {
    if candidates.is_empty() {
        return Ok(None);
    }
    let own = words_of(deleted).await?;
    let mut best: Option<(u64, File)> = None;
    for file in candidates {
        let Some(source) = source_of(ctx, Some(&file)).await? else { continue };
        let likeness = likeness(&own, &words_of(&source).await?);
        if likeness >= MIN_LIKENESS && best.as_ref().is_none_or(|(known, _)| likeness > *known) {
            best = Some((likeness, file));
        }
    }
    Ok(best.map(|(likeness, file)| Successor {
        code: file.object.identity.code.clone(),
        title: file.version.metadata.title(),
        path: file.path,
        likeness,
    }))
}

async fn words_of(source: &SourceText) -> Result<HashMap<String, u64>, Error> {
    let text = source.text().to_owned();
    Ok(tokio::task::spawn_blocking(move || words(&text)).await?)
}

/// How often each word is in the text that a reader sees; each ideograph is a word.
fn words(text: &str) -> HashMap<String, u64> {
    let mut words = HashMap::new();
    let Ok(checked) = guard::check_text(text) else { return words };
    for block in blocks::read(&checked).unwrap_or_default() {
        for part in block.text.split(|letter: char| !letter.is_alphanumeric()).filter(|part| !part.is_empty()) {
            if part.is_ascii() {
                *words.entry(part.to_lowercase()).or_default() += 1;
            } else {
                part.chars().for_each(|letter| *words.entry(letter.to_string()).or_default() += 1);
            }
        }
    }
    words
}

/// The words that both texts have, in percent of the words of the two.
fn likeness(one: &HashMap<String, u64>, other: &HashMap<String, u64>) -> u64 {
    let all = one.values().sum::<u64>() + other.values().sum::<u64>();
    if all < 2 * MIN_WORDS {
        return 0;
    }
    let common: u64 = one.iter().map(|(word, count)| (*count).min(other.get(word).copied().unwrap_or_default())).sum();
    200 * common / all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counted(text: &str) -> HashMap<String, u64> {
        words(&format!("<dmodule><content><description><para>{text}</para></description></content></dmodule>"))
    }

    #[test]
    fn likeness_counts_equal_words() {
        let one = counted("Remove the access panel and lower the pump by hand until it rests on the table");
        assert_eq!(likeness(&one, &one), 100);
        let near = counted("Remove the access panel and lower the pump by hoist until it rests on the table");
        assert!(likeness(&one, &near) > 90, "{}", likeness(&one, &near));
        let far = counted("Check that the indication of each fuel tank agrees with what was filled, within two litres");
        assert!(likeness(&one, &far) < 30, "{}", likeness(&one, &far));
        assert_eq!(likeness(&counted("Pump"), &counted("Pump")), 0, "too short to tell");
    }

    #[test]
    fn ideographs_are_words() {
        let one = counted("拆下检修口盖并放下增压泵直到泵落在工作台上");
        let near = counted("拆下检修口盖并放下增压泵直到泵落在平台上方");
        assert!(likeness(&one, &near) > 80, "{}", likeness(&one, &near));
    }
}
