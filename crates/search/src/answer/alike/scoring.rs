//! Scores of paragraphs by the words that they share with a text.

use std::collections::{BTreeMap, HashMap, HashSet};

use tantivy::Score;

use super::CODE;
use crate::document::DocumentHead;
use crate::snippet::{Snippet, snippet};
use crate::words::{Segmentation, Word, words};
use crate::{blocks, codes};

/// Words that a reason names.
const MAX_REASON: usize = 6;
/// A heading of a few words answers nothing.
const MIN_WORDS: usize = 4;

/// The parameters of BM25. Paragraphs are short, so that their length says less than that of a module.
const K1: Score = 1.2;
const B: Score = 0.3;
/// What a word adds that is not in the paragraph but in the title, or elsewhere in the text, of its module.
const IN_TITLE: Score = 0.35;
const IN_MODULE: Score = 0.15;

/// The words of a text with their weights, and the codes in it.
pub(super) struct TextProfile {
    /// In a fixed order, so that sums are always the same.
    pub(super) weights: BTreeMap<String, Score>,
    pub(super) codes: Vec<String>,
}

/// A module among the best, with its stored text.
pub(super) struct CandidateModule {
    pub(super) head: DocumentHead,
    pub(super) score: Score,
    /// Encoded blocks.
    pub(super) text: Vec<u8>,
}

/// A paragraph before it is known whether it is among the best.
pub(super) struct ScoredBlock {
    pub(super) score: Score,
    /// The position of its module.
    pub(super) module: usize,
    pub(super) passage: Snippet,
    pub(super) shared_words: Vec<String>,
}

/// Numbers of modules are small enough for a score.
#[expect(clippy::cast_precision_loss, reason = "a score need not be exact")]
pub(super) fn number(count: u64) -> Score {
    count as Score
}

#[expect(clippy::cast_precision_loss, reason = "a score need not be exact")]
fn length(count: usize) -> Score {
    count as Score
}

/// The words of a block that the text has, by term: how often, and how the block writes it.
fn shared<'w>(profile: &TextProfile, found: &'w [Word]) -> HashMap<&'w str, (usize, &'w Word)> {
    let mut shared: HashMap<&str, (usize, &Word)> = HashMap::new();
    for word in found.iter().filter(|word| profile.weights.contains_key(&word.term)) {
        shared.entry(&word.term).or_insert((0, word)).0 += 1;
    }
    shared
}

pub(super) fn score_blocks(profile: &TextProfile, modules: &[CandidateModule]) -> Vec<ScoredBlock> {
    let all: Vec<Vec<(blocks::StoredBlock<'_>, Vec<Word>)>> = modules
        .iter()
        .map(|module| {
            blocks::read(&module.text).map(|block| (block, words(block.text, Segmentation::Indexed))).collect()
        })
        .collect();
    let (count, total) =
        all.iter().flatten().fold((0, 0), |(count, total), (_, found)| (count + 1, total + found.len()));
    let mean = (length(total) / length(count).max(1.0)).max(1.0);
    let mut scored = Vec::new();
    for (module, own) in all.iter().enumerate() {
        let titled: HashSet<String> =
            words(&modules[module].head.title, Segmentation::Indexed).into_iter().map(|word| word.term).collect();
        let elsewhere: HashSet<&str> = own.iter().flat_map(|(_, found)| found).map(|word| word.term.as_str()).collect();
        for (block, found) in own.iter().filter(|(block, found)| found.len() >= MIN_WORDS && !block.anchor.is_empty()) {
            let shared = shared(profile, found);
            if shared.is_empty() {
                continue;
            }
            let mut score = 0.0;
            for (term, weight) in &profile.weights {
                score += match shared.get(term.as_str()) {
                    Some((times, _)) => weight * frequency(*times, found.len(), mean),
                    None if titled.contains(term) => weight * IN_TITLE,
                    None if elsewhere.contains(term.as_str()) => weight * IN_MODULE,
                    None => 0.0,
                };
            }
            if code_of(profile, &modules[module].head).is_some() {
                score += CODE;
            }
            let matched: Vec<Word> =
                found.iter().filter(|word| profile.weights.contains_key(&word.term)).cloned().collect();
            let shared_words = reason(profile, shared.values().map(|(_, word)| (*word, block.text)));
            scored.push(ScoredBlock { score, module, passage: snippet(*block, &matched), shared_words });
        }
    }
    scored.sort_by(|one, other| other.score.total_cmp(&one.score).then(one.module.cmp(&other.module)));
    scored
}

/// The part of BM25 that depends on how often a word occurs in a block, and on the length of the block.
fn frequency(times: usize, words: usize, mean: Score) -> Score {
    let times = length(times);
    times * (K1 + 1.0) / (times + K1 * (1.0 - B + B * length(words) / mean))
}

/// The words of a reason: the rarest first, each once.
pub(super) fn reason<'w>(profile: &TextProfile, shared: impl Iterator<Item = (&'w Word, &'w str)>) -> Vec<String> {
    let mut found: Vec<(Score, String)> = shared
        .map(|(word, text)| (profile.weights.get(&word.term).copied().unwrap_or_default(), word.written(text)))
        .collect();
    found.sort_by(|one, other| other.0.total_cmp(&one.0).then_with(|| one.1.cmp(&other.1)));
    found.dedup_by(|one, other| one.1 == other.1);
    found.into_iter().take(MAX_REASON).map(|(_, word)| word).collect()
}

/// The code in the text that names a module.
pub(super) fn code_of(profile: &TextProfile, head: &DocumentHead) -> Option<String> {
    let terms = codes::terms(&head.code);
    profile.codes.iter().find(|code| terms.iter().any(|term| term.starts_with(code.as_str()))).cloned()
}
