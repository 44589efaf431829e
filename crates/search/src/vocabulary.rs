//! The vocabulary of the index, for corrections and suggestions.

use std::collections::{BTreeSet, HashMap};

use levenshtein_automata::{DFA, Distance, SINK_STATE};
use tantivy::Searcher;
use tantivy::schema::Field;
use tantivy_fst::Automaton;

use crate::error::SearchError;
use crate::wild::Wild;
use crate::words::stem;

/// The most words scanned per prefix.
const MAX_LOOKED_AT: usize = 20_000;

/// An automaton for words within an edit distance.
struct FuzzyAutomaton(DFA);

impl Automaton for FuzzyAutomaton {
    type State = u32;

    fn start(&self) -> u32 {
        self.0.initial_state()
    }

    fn is_match(&self, state: &u32) -> bool {
        matches!(self.0.distance(*state), Distance::Exact(_))
    }

    fn can_match(&self, state: &u32) -> bool {
        *state != SINK_STATE
    }

    fn accept(&self, state: &u32, byte: u8) -> u32 {
        self.0.transition(*state, byte)
    }
}

/// A word of the index.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct IndexedWord {
    pub(crate) word: String,
    /// The number of documents that contain it.
    pub(crate) documents: u64,
    pub(crate) distance: u8,
}

/// The words of a field that the edit-distance automaton accepts.
pub(crate) fn near(searcher: &Searcher, field: Field, dfa: DFA) -> Result<Vec<IndexedWord>, SearchError> {
    let near = FuzzyAutomaton(dfa);
    let mut found: HashMap<String, IndexedWord> = HashMap::new();
    for reader in searcher.segment_readers() {
        let index = reader.inverted_index(field)?;
        let mut stream = index.terms().search(&near).into_stream()?;
        while stream.advance() {
            let Ok(word) = std::str::from_utf8(stream.key()) else { continue };
            let documents = u64::from(stream.value().doc_freq);
            let entry = found.entry(word.to_owned()).or_insert_with(|| {
                let distance = near.0.eval(word).to_u8();
                IndexedWord { word: word.to_owned(), documents: 0, distance }
            });
            entry.documents += documents;
        }
    }
    Ok(found.into_values().collect())
}

/// The stems of the words of a field that match a wildcard pattern.
pub(crate) fn stems(searcher: &Searcher, field: Field, wild: &Wild) -> Result<BTreeSet<String>, SearchError> {
    let mut found = BTreeSet::new();
    for reader in searcher.segment_readers() {
        let index = reader.inverted_index(field)?;
        let mut stream = index.terms().search(wild).into_stream()?;
        while stream.advance() {
            found.extend(std::str::from_utf8(stream.key()).map(stem));
        }
    }
    Ok(found)
}

/// The most frequent words of a field that start with `prefix`.
pub(crate) fn beginning(
    searcher: &Searcher,
    field: Field,
    prefix: &str,
    count: usize,
) -> Result<Vec<IndexedWord>, SearchError> {
    let mut found: HashMap<String, u64> = HashMap::new();
    for reader in searcher.segment_readers() {
        let index = reader.inverted_index(field)?;
        let mut stream = index.terms().range().ge(prefix.as_bytes()).into_stream()?;
        let mut looked_at = 0;
        while stream.advance() && stream.key().starts_with(prefix.as_bytes()) && looked_at < MAX_LOOKED_AT {
            looked_at += 1;
            if let Ok(word) = std::str::from_utf8(stream.key()) {
                *found.entry(word.to_owned()).or_default() += u64::from(stream.value().doc_freq);
            }
        }
    }
    let mut known: Vec<IndexedWord> =
        found.into_iter().map(|(word, documents)| IndexedWord { word, documents, distance: 0 }).collect();
    known.sort_unstable_by(|one, other| other.documents.cmp(&one.documents).then_with(|| one.word.cmp(&other.word)));
    known.truncate(count);
    Ok(known)
}
