//! Phrases within one part of a module.
//!
//! The positions of a part are a range in the field with the whole text; a column contains where each part begins.

use tantivy::columnar::Column;
use tantivy::postings::{Postings, SegmentPostings};
use tantivy::query::{EmptyScorer, EnableScoring, Explanation, Query, Scorer, Weight};
use tantivy::schema::IndexRecordOption;
use tantivy::{DocId, DocSet, Score, SegmentReader, TERMINATED, Term};

use crate::document::ModulePart;
use crate::schema::{PLACES, start_column};

/// Matches documents with a phrase in one part; all have the same score.
#[derive(Debug, Clone)]
pub(crate) struct PartPhraseQuery {
    pub(crate) place: ModulePart,
    /// The terms with their distance from the first.
    pub(crate) terms: Vec<(u32, Term)>,
}

impl Query for PartPhraseQuery {
    fn weight(&self, _: EnableScoring<'_>) -> tantivy::Result<Box<dyn Weight>> {
        Ok(Box::new(self.clone()))
    }
}

impl Weight for PartPhraseQuery {
    fn scorer(&self, reader: &SegmentReader, boost: Score) -> tantivy::Result<Box<dyn Scorer>> {
        let mut postings = Vec::with_capacity(self.terms.len());
        for (distance, term) in &self.terms {
            let index = reader.inverted_index(term.field())?;
            match index.read_postings(term, IndexRecordOption::WithFreqsAndPositions)? {
                Some(found) => postings.push((*distance, found)),
                None => return Ok(Box::new(EmptyScorer)),
            }
        }
        let column = |place| reader.fast_fields().u64(&start_column(place));
        let next = PLACES.iter().skip_while(|place| **place != self.place).nth(1);
        let (begin, end) = (column(self.place)?, next.map(|next| column(*next)).transpose()?);
        let mut scorer =
            PartPhraseScorer { postings, begin, end, doc: 0, score: boost, starts: Vec::new(), buffer: Vec::new() };
        scorer.find(0);
        Ok(Box::new(scorer))
    }

    fn explain(&self, _: &SegmentReader, _: DocId) -> tantivy::Result<Explanation> {
        Ok(Explanation::new("phrase in a part", 1.0))
    }
}

struct PartPhraseScorer {
    postings: Vec<(u32, SegmentPostings)>,
    begin: Column<u64>,
    /// `None` for the last part.
    end: Option<Column<u64>>,
    doc: DocId,
    score: Score,
    /// Positions at which the phrase may begin in the current document.
    starts: Vec<u32>,
    buffer: Vec<u32>,
}

impl PartPhraseScorer {
    /// Moves to the first match from `target` on.
    fn find(&mut self, mut target: DocId) -> DocId {
        loop {
            self.doc = self.candidate(target);
            if self.doc == TERMINATED || self.matches() {
                return self.doc;
            }
            target = self.doc + 1;
        }
    }

    /// The first document from `target` on that contains all terms.
    fn candidate(&mut self, mut target: DocId) -> DocId {
        loop {
            let before = target;
            for (_, postings) in &mut self.postings {
                target = if postings.doc() < target { postings.seek(target) } else { postings.doc() };
                if target == TERMINATED {
                    return TERMINATED;
                }
            }
            if target == before {
                return target;
            }
        }
    }

    fn matches(&mut self) -> bool {
        let limit =
            |column: &Column<u64>| u32::try_from(column.first(self.doc).unwrap_or(u64::MAX)).unwrap_or(u32::MAX);
        let (begin, end) = (limit(&self.begin), self.end.as_ref().map_or(u32::MAX, limit));
        self.starts.clear();
        for (number, (distance, postings)) in self.postings.iter_mut().enumerate() {
            postings.positions(&mut self.buffer);
            let begins = self.buffer.iter().filter_map(|position| position.checked_sub(*distance));
            if number == 0 {
                self.starts.extend(begins.filter(|start| (begin..end).contains(start)));
            } else {
                // Both are in order.
                let mut begins = begins.peekable();
                self.starts.retain(|start| {
                    while begins.next_if(|one| one < start).is_some() {}
                    begins.peek() == Some(start)
                });
            }
            if self.starts.is_empty() {
                return false;
            }
        }
        true
    }
}

impl DocSet for PartPhraseScorer {
    fn advance(&mut self) -> DocId {
        if self.doc == TERMINATED { TERMINATED } else { self.find(self.doc + 1) }
    }

    fn seek(&mut self, target: DocId) -> DocId {
        if self.doc >= target { self.doc } else { self.find(target) }
    }

    fn doc(&self) -> DocId {
        self.doc
    }

    fn size_hint(&self) -> u32 {
        self.postings.iter().map(|(_, postings)| postings.size_hint()).min().unwrap_or_default()
    }
}

impl Scorer for PartPhraseScorer {
    fn score(&mut self) -> Score {
        self.score
    }
}
