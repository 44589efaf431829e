//! Limits a search whose scope leaves documents out: words that occur only in others do not exist for it.

use std::sync::Arc;

use tantivy::schema::{Field, IndexRecordOption};
use tantivy::{DocSet, Searcher, TERMINATED, Term};

use crate::error::SearchError;
use crate::index::Index;
use crate::scope::{Scope, Segment};
use crate::sets::DocBits;
use crate::vocabulary::IndexedWord;

/// The documents of a partial scope, by segment.
pub(crate) struct SeenDocs(Vec<DocBits>);

impl SeenDocs {
    /// The number of documents that contain a word.
    pub(crate) fn count(&self, searcher: &Searcher, field: Field, word: &str) -> Result<u64, SearchError> {
        self.count_to(searcher, field, word, u64::MAX)
    }

    /// The same, but at most `most`: a frequent word is in most of the documents.
    fn count_to(&self, searcher: &Searcher, field: Field, word: &str, most: u64) -> Result<u64, SearchError> {
        let term = Term::from_field_text(field, word);
        let mut count = 0;
        for (reader, docs) in searcher.segment_readers().iter().zip(&self.0) {
            let postings = reader.inverted_index(field)?.read_postings(&term, IndexRecordOption::Basic)?;
            let Some(mut postings) = postings else { continue };
            let alive = reader.alive_bitset();
            while postings.doc() != TERMINATED && count < most {
                let doc = postings.doc();
                count += u64::from(docs.contains(doc) && alive.is_none_or(|alive| alive.is_alive(doc)));
                postings.advance();
            }
        }
        Ok(count)
    }

    /// The words that occur in the scope, with the number of its documents that contain them.
    pub(crate) fn keep(
        &self,
        searcher: &Searcher,
        field: Field,
        words: Vec<IndexedWord>,
    ) -> Result<Vec<IndexedWord>, SearchError> {
        let mut kept = Vec::new();
        for word in words {
            let documents = self.count(searcher, field, &word.word)?;
            if documents > 0 {
                kept.push(IndexedWord { documents, ..word });
            }
        }
        Ok(kept)
    }

    /// The first words that occur in the scope, at most `most`. They keep their number of all documents.
    pub(crate) fn first(
        &self,
        searcher: &Searcher,
        field: Field,
        words: Vec<IndexedWord>,
        most: usize,
    ) -> Result<Vec<IndexedWord>, SearchError> {
        let mut found = Vec::new();
        for word in words {
            if found.len() >= most {
                break;
            }
            if self.count_to(searcher, field, &word.word, 1)? > 0 {
                found.push(word);
            }
        }
        Ok(found)
    }
}

impl Index {
    /// The documents that a scope is limited to; `None` when it leaves none out.
    pub(crate) fn seen(&self, searcher: &Searcher, scope: &Scope) -> Result<Option<SeenDocs>, SearchError> {
        if !scope.leaves_out() {
            return Ok(None);
        }
        let segments = searcher.segment_readers().iter().map(|reader| self.segments().of(reader));
        let segments: Vec<Arc<Segment>> = segments.collect::<Result<_, _>>()?;
        Ok(Some(SeenDocs(segments.iter().map(|segment| segment.docs_in_any(&scope.snapshots)).collect())))
    }

    /// The number of documents in a scope.
    pub fn documents_in(&self, scope: &Scope) -> Result<u64, SearchError> {
        if !scope.is_partial {
            return Ok(self.documents());
        }
        let searcher = self.searcher();
        let Some(seen) = self.seen(&searcher, scope)? else { return Ok(self.documents()) };
        Ok(seen.0.iter().map(|docs| docs.iter().count() as u64).sum())
    }
}
