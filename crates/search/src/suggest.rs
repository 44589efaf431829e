//! Suggestions while the user types.

use std::sync::Arc;

use tantivy::Term;
use tantivy::query::{BooleanQuery, Occur, Query, TermQuery, TermSetQuery};
use tantivy::schema::IndexRecordOption;

use crate::codes;
use crate::document::DocumentHead;
use crate::error::SearchError;
use crate::facets::Filters;
use crate::index::Index;
use crate::request::{Request, ResultDetail, Sort};
use crate::scope::{Scope, SearchLane};
use crate::vocabulary;
use crate::wild::{Wild, WildQuery};
use crate::words::{Segmentation, words};

/// Minimum length for suggestions.
const MIN_LETTERS: usize = 2;
/// From this length on, the typed text may be longer than the word's stem.
const LONGER_THAN_STEMS: usize = 5;

/// Words looked at for each suggestion when some of them must not be shown.
const PER_SEEN_WORD: usize = 10;

/// A suggestion.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Suggestion {
    /// A module.
    Module(Box<DocumentHead>),
    /// The completed text.
    Term(String),
}

impl Index {
    /// Suggestions for `text`: modules first, then words.
    pub fn suggest(
        &self,
        text: &str,
        scope: &Scope,
        filters: &Filters,
        count: usize,
    ) -> Result<Vec<Suggestion>, SearchError> {
        let text = text.trim();
        if text.chars().filter(|c| c.is_alphanumeric()).count() < MIN_LETTERS {
            return Ok(Vec::new());
        }
        let mut out = self.modules(text, scope, filters, count)?;
        let terms = self.completions(text, scope, count - out.len().min(count * 5 / 8))?;
        out.truncate(count - terms.len().min(count));
        out.extend(terms);
        Ok(out)
    }

    fn modules(
        &self,
        text: &str,
        scope: &Scope,
        filters: &Filters,
        count: usize,
    ) -> Result<Vec<Suggestion>, SearchError> {
        let request = Request {
            text: "",
            scope,
            lane: SearchLane::Working,
            filters,
            places: &[],
            sort: Sort::Relevance,
            first: 0,
            count,
            wanted: ResultDetail::Heads,
        };
        if let Some(code) = codes::asked(text).filter(|_| codes::looks_like_one(text)) {
            let found = self.search(&Request { text: &format!("code:{code}"), sort: Sort::Code, ..request })?;
            return Ok(modules(found.hits));
        }
        match self.titled(text)? {
            Some(query) => Ok(modules(self.find(query.as_ref(), &request)?)),
            None => Ok(Vec::new()),
        }
    }

    /// Matches titles that contain all words; the last word may be incomplete.
    fn titled(&self, text: &str) -> Result<Option<Box<dyn Query>>, SearchError> {
        let found = words(text, Segmentation::Asked);
        let Some((last, before)) = found.split_last() else { return Ok(None) };
        let written = last.written(text);
        let Some(begun) = Wild::new(&format!("{written}*")).map(Arc::new) else { return Ok(None) };
        let field = self.fields().title;
        let term = |term: &str| -> Box<dyn Query> {
            Box::new(TermQuery::new(Term::from_field_text(field, term), IndexRecordOption::WithFreqs))
        };
        let mut finished: Vec<(Occur, Box<dyn Query>)> = vec![
            (Occur::Should, term(&last.term)),
            (Occur::Should, Box::new(WildQuery { field, wild: Arc::clone(&begun) })),
        ];
        // Text longer than a stem is matched against words as written.
        if written.chars().count() >= LONGER_THAN_STEMS {
            let stems = vocabulary::stems(&self.searcher(), self.fields().word, &begun)?;
            let stems = stems.iter().map(|stem| Term::from_field_text(field, stem));
            finished.push((Occur::Should, Box::new(TermSetQuery::new(stems))));
        }
        let mut clauses: Vec<(Occur, Box<dyn Query>)> =
            before.iter().map(|word| (Occur::Must, term(&word.term))).collect();
        clauses.push((Occur::Must, Box::new(BooleanQuery::new(finished))));
        Ok(Some(Box::new(BooleanQuery::new(clauses))))
    }

    /// The text with its last word completed.
    fn completions(&self, text: &str, scope: &Scope, count: usize) -> Result<Vec<Suggestion>, SearchError> {
        let found = words(text, Segmentation::Asked);
        let Some(last) = found.last().filter(|last| last.to == text.len()) else { return Ok(Vec::new()) };
        let written = last.written(text);
        if written.chars().count() < MIN_LETTERS || codes::looks_like_one(&written) {
            return Ok(Vec::new());
        }
        let (searcher, field) = (self.searcher(), self.fields().word);
        let known = match self.seen(&searcher, scope)? {
            None => vocabulary::beginning(&searcher, field, &written, count + 1)?,
            Some(seen) => {
                let known = vocabulary::beginning(&searcher, field, &written, count * PER_SEEN_WORD)?;
                seen.first(&searcher, field, known, count + 1)?
            }
        };
        let others = known.into_iter().filter(|known| known.word != written).take(count);
        Ok(others.map(|known| Suggestion::Term(format!("{}{}", &text[..last.from], known.word))).collect())
    }
}

fn modules(hits: Vec<crate::answer::Hit>) -> Vec<Suggestion> {
    hits.into_iter().map(|hit| Suggestion::Module(Box::new(hit.head))).collect()
}
