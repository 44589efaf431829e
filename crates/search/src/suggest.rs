//! What somebody who is still typing may mean.

use tantivy::Term;
use tantivy::query::{BooleanQuery, Occur, Query, RegexQuery, TermQuery};
use tantivy::schema::IndexRecordOption;

use crate::answer::{Request, Sort, Wanted};
use crate::codes;
use crate::compile::pattern;
use crate::document::Head;
use crate::error::SearchError;
use crate::facets::Filters;
use crate::index::Index;
use crate::scope::{Lane, Scope};
use crate::vocabulary;
use crate::words::{Cut, words};

/// Letters from which it is worth guessing.
const MIN_LETTERS: usize = 2;

/// Something to offer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Suggestion {
    /// A module, and the snapshot to read it in.
    Module(Box<Head>),
    /// The text, completed.
    Term(String),
}

impl Index {
    /// What `text` may become; modules first, then words.
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
        let terms = self.completions(text, count - out.len().min(count * 5 / 8))?;
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
            lane: Lane::Working,
            filters,
            places: &[],
            sort: Sort::Relevance,
            first: 0,
            count,
            wanted: Wanted::Heads,
        };
        let query: Box<dyn Query> = match codes::asked(text).filter(|_| codes::looks_like_one(text)) {
            Some(_) => {
                return Ok(modules(
                    self.search(&Request { text: &format!("code:{text}"), sort: Sort::Code, ..request })?.hits,
                ));
            }
            None => match self.titled(text)? {
                Some(query) => query,
                None => return Ok(Vec::new()),
            },
        };
        Ok(modules(self.find(query.as_ref(), &request)?))
    }

    /// Titles with all of the words, of which the last may not be finished.
    fn titled(&self, text: &str) -> Result<Option<Box<dyn Query>>, SearchError> {
        let found = words(text, Cut::Asked);
        let Some((last, before)) = found.split_last() else { return Ok(None) };
        let field = self.fields().title;
        let term = |term: &str| -> Box<dyn Query> {
            Box::new(TermQuery::new(Term::from_field_text(field, term), IndexRecordOption::WithFreqs))
        };
        let begun = RegexQuery::from_pattern(&pattern(&format!("{}*", last.written(text))), field)?;
        let finished = BooleanQuery::new(vec![(Occur::Should, term(&last.term)), (Occur::Should, Box::new(begun))]);
        let mut clauses: Vec<(Occur, Box<dyn Query>)> =
            before.iter().map(|word| (Occur::Must, term(&word.term))).collect();
        clauses.push((Occur::Must, Box::new(finished)));
        Ok(Some(Box::new(BooleanQuery::new(clauses))))
    }

    /// The text with its last word finished.
    fn completions(&self, text: &str, count: usize) -> Result<Vec<Suggestion>, SearchError> {
        let found = words(text, Cut::Asked);
        let Some(last) = found.last().filter(|last| last.to == text.len()) else { return Ok(Vec::new()) };
        let written = last.written(text);
        if written.chars().count() < MIN_LETTERS || codes::looks_like_one(&written) {
            return Ok(Vec::new());
        }
        let known = vocabulary::beginning(&self.searcher(), self.fields().word, &written, count + 1)?;
        let others = known.into_iter().filter(|known| known.word != written).take(count);
        Ok(others.map(|known| Suggestion::Term(format!("{}{}", &text[..last.from], known.word))).collect())
    }
}

fn modules(hits: Vec<crate::answer::Hit>) -> Vec<Suggestion> {
    hits.into_iter().map(|hit| Suggestion::Module(Box::new(hit.head))).collect()
}
