//! Correction of typing errors: in words, never in codes, and only when there are almost no results.

use std::sync::LazyLock;

use levenshtein_automata::LevenshteinAutomatonBuilder;
use tantivy::{Searcher, Term};

use crate::codes;
use crate::error::SearchError;
use crate::index::Index;
use crate::request::Request;
use crate::seen::SeenDocs;
use crate::syntax::{Atom, AtomKind, ParsedQuery};
use crate::vocabulary::near;
use crate::words::stem;

/// Minimum length for one correction, and for two.
const ONE_FROM: usize = 4;
const TWO_FROM: usize = 8;
/// An existing word is corrected only to one that is this many times more frequent.
const MORE_FREQUENT: u64 = 10;

static ONE: LazyLock<LevenshteinAutomatonBuilder> = LazyLock::new(|| LevenshteinAutomatonBuilder::new(1, true));
static TWO: LazyLock<LevenshteinAutomatonBuilder> = LazyLock::new(|| LevenshteinAutomatonBuilder::new(2, true));

/// The corrected query and its text; `None` when no better one is known.
pub(crate) fn forgive(
    index: &Index,
    searcher: &Searcher,
    question: &ParsedQuery,
    request: &Request<'_>,
) -> Result<Option<(ParsedQuery, String)>, SearchError> {
    let (mut better, mut written, mut changed) = (question.clone(), request.text.to_owned(), false);
    let seen = index.seen(searcher, request.scope)?;
    for clause in better.clauses.iter_mut().filter(|clause| !clause.negated) {
        let mut meant = Vec::new();
        for atom in clause.any.iter().filter(|atom| may_be_wrong(atom)) {
            if let Some(word) = correction(index, searcher, seen.as_ref(), &atom.text)? {
                written = replaced(&written, &atom.text, &word);
                meant.push(Atom { text: word, ..atom.clone() });
            }
        }
        changed |= !meant.is_empty();
        clause.any.append(&mut meant);
    }
    Ok(changed.then_some((better, written)))
}

/// Replaces a whole word in the text.
fn replaced(text: &str, from: &str, to: &str) -> String {
    let whole = text.match_indices(from).find(|(at, _)| {
        let (before, after) = (text[..*at].chars().next_back(), text[at + from.len()..].chars().next());
        !before.is_some_and(char::is_alphanumeric) && !after.is_some_and(char::is_alphanumeric)
    });
    whole.map_or_else(|| text.to_owned(), |(at, _)| [&text[..at], to, &text[at + from.len()..]].concat())
}

fn may_be_wrong(atom: &Atom) -> bool {
    let letters = atom.text.chars().all(|c| c.is_alphabetic() && c.len_utf8() < 3);
    atom.kind == AtomKind::Word
        && letters
        && atom.text.chars().count() >= ONE_FROM
        && !codes::looks_like_one(&atom.text)
}

fn correction(
    index: &Index,
    searcher: &Searcher,
    seen: Option<&SeenDocs>,
    word: &str,
) -> Result<Option<String>, SearchError> {
    let word = word.to_lowercase();
    let builder = if word.chars().count() >= TWO_FROM { &TWO } else { &ONE };
    let field = index.fields().word;
    let own = match seen {
        Some(seen) => seen.count(searcher, field, &word)?,
        None => searcher.doc_freq(&Term::from_field_text(field, &word))?,
    };
    let own_stem = stem(&word);
    let candidates = near(searcher, field, builder.build_dfa(&word))?;
    let candidates = match seen {
        Some(seen) => seen.keep(searcher, field, candidates)?,
        None => candidates,
    };
    let is_better = |documents: u64| documents > own * MORE_FREQUENT;
    let better = candidates.into_iter().filter(|known| {
        is_better(known.documents) && known.word.chars().all(char::is_alphabetic) && stem(&known.word) != own_stem
    });
    let best = better.min_by(|one, other| {
        one.distance
            .cmp(&other.distance)
            .then(other.documents.cmp(&one.documents))
            .then_with(|| one.word.cmp(&other.word))
    });
    Ok(best.map(|known| known.word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_misspelled_word_is_replaced() {
        assert_eq!(replaced("-pmups \"pmup x\" pmup", "pmup", "pump"), "-pmups \"pump x\" pmup");
        assert_eq!(replaced("title:pmup", "pmup", "pump"), "title:pump");
    }
}
