//! Scores of paragraphs by the words that they share with a text.

use std::collections::{BTreeMap, HashMap, HashSet};

use tantivy::Score;

use super::code::TextCode;
use super::{CODE, NAMED};
use crate::document::DocumentHead;
use crate::snippet::{Snippet, snippet};
use crate::words::{Segmentation, Word, words};
use crate::{blocks, codes};

/// Words that a reason names.
const MAX_REASON: usize = 6;
/// A heading of a few words answers nothing.
const MIN_WORDS: usize = 4;

/// Bytes of the text of one module that are compared.
const MAX_COMPARED: usize = 512 << 10;

/// The parameters of BM25. Paragraphs are short, so that their length says less than that of a module.
const K1: Score = 1.2;
const B: Score = 0.3;
/// The score of a word that is not in the paragraph but in the title, or elsewhere in the text, of its module.
const IN_TITLE: Score = 0.35;
const IN_MODULE: Score = 0.15;

/// The words of a text with their weights, and the codes in it.
pub(super) struct TextProfile {
    /// In a fixed order, so that sums are always the same.
    pub(super) weights: BTreeMap<String, Score>,
    pub(super) codes: Vec<String>,
    /// The code of the text itself.
    pub(super) own_code: Option<TextCode>,
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
    /// The position of its module, and its own in the text of the module.
    pub(super) module: usize,
    pub(super) block: usize,
    /// It names the code of the text.
    pub(super) names_code: bool,
}

/// A block, counted: its words, and how often it has each word of the text, by the position of the word in the profile.
struct CountedBlock {
    block: usize,
    length: usize,
    times: Vec<(usize, usize)>,
    names_code: bool,
}

/// The blocks of a module that may answer the text.
struct CountedModule {
    blocks: Vec<CountedBlock>,
    /// For each word of the text, whether the title has it, and whether any block has it.
    in_title: Vec<bool>,
    in_text: Vec<bool>,
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

/// Scores the paragraphs of modules, the best first. Of their words only those of the text are kept, so that long modules
/// need little memory.
pub(super) fn score_blocks(profile: &TextProfile, modules: &[CandidateModule]) -> Vec<ScoredBlock> {
    let positions: HashMap<&str, usize> =
        profile.weights.keys().enumerate().map(|(position, term)| (term.as_str(), position)).collect();
    let (mut blocks, mut words) = (0, 0);
    let mut counted = Vec::with_capacity(modules.len());
    for module in modules {
        let (own, of_blocks, of_words) = count_words(&positions, profile, module);
        blocks += of_blocks;
        words += of_words;
        counted.push(own);
    }
    let mean = (length(words) / length(blocks).max(1.0)).max(1.0);
    let mut scored = Vec::new();
    for (module, own) in counted.iter().enumerate() {
        let named = if code_of(profile, &modules[module].head).is_some() { CODE } else { 0.0 };
        for block in &own.blocks {
            let by_code = if block.names_code { NAMED } else { 0.0 };
            let score = likeness(profile, own, block, mean) + named + by_code;
            scored.push(ScoredBlock { score, module, block: block.block, names_code: block.names_code });
        }
    }
    let place = |one: &ScoredBlock| (one.module, one.block);
    scored.sort_by(|one, other| other.score.total_cmp(&one.score).then_with(|| place(one).cmp(&place(other))));
    scored
}

/// Counts the words of a module; also gives the number of its blocks and of all their words.
fn count_words(
    positions: &HashMap<&str, usize>,
    profile: &TextProfile,
    module: &CandidateModule,
) -> (CountedModule, usize, usize) {
    let of_title = words(&module.head.title, Segmentation::Indexed);
    let mut own = CountedModule {
        blocks: Vec::new(),
        in_title: vec![false; positions.len()],
        in_text: vec![false; positions.len()],
    };
    for word in &of_title {
        if let Some(position) = positions.get(word.term.as_str()) {
            own.in_title[*position] = true;
        }
    }
    let is_named = code_of(profile, &module.head).is_some();
    let (mut blocks, mut total, mut bytes) = (0, 0, 0);
    for (block, stored) in blocks::read(&module.text).enumerate() {
        bytes += stored.text.len();
        if bytes > MAX_COMPARED {
            break;
        }
        let found = words(stored.text, Segmentation::Indexed);
        blocks += 1;
        total += found.len();
        let mut times: BTreeMap<usize, usize> = BTreeMap::new();
        for word in &found {
            if let Some(position) = positions.get(word.term.as_str()) {
                *times.entry(*position).or_default() += 1;
                own.in_text[*position] = true;
            }
        }
        let names_code = profile.own_code.as_ref().is_some_and(|code| code.is_in(stored.text, &found));
        // What the text names may answer it in other words.
        let is_like = found.len() >= MIN_WORDS && (is_named || !times.is_empty());
        if !stored.anchor.is_empty() && (is_like || names_code) {
            let times = times.into_iter().collect();
            own.blocks.push(CountedBlock { block, length: found.len(), times, names_code });
        }
    }
    (own, blocks, total)
}

/// How much a block is like the text.
fn likeness(profile: &TextProfile, module: &CountedModule, block: &CountedBlock, mean: Score) -> Score {
    let mut score = 0.0;
    for (position, weight) in profile.weights.values().enumerate() {
        score += match block.times.binary_search_by_key(&position, |(at, _)| *at) {
            Ok(at) => weight * frequency(block.times[at].1, block.length, mean),
            Err(_) if module.in_title[position] => weight * IN_TITLE,
            Err(_) if module.in_text[position] => weight * IN_MODULE,
            Err(_) => 0.0,
        };
    }
    score
}

/// A block with what its answer shows.
pub(super) struct ShownBlock {
    pub(super) passage: Snippet,
    pub(super) shared_words: Vec<String>,
}

/// The passage of a block with the words of the text in it, and these words.
pub(super) fn shown(profile: &TextProfile, block: blocks::StoredBlock<'_>) -> ShownBlock {
    let mut matched = words(block.text, Segmentation::Indexed);
    matched.retain(|word| profile.weights.contains_key(&word.term));
    let mut seen = HashSet::new();
    let each_once = matched.iter().filter(|word| seen.insert(word.term.as_str()));
    let shared_words = reason(profile, each_once.map(|word| (word, block.text)));
    ShownBlock { passage: snippet(block, &matched), shared_words }
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
