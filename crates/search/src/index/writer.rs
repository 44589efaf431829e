//! Writes documents into an index.

use std::fmt;

use tantivy::{IndexWriter, Term};

use super::{Index, Payload};
use crate::blocks;
use crate::dictionary::{self, TextDictionary};
use crate::document::IndexDocument;
use crate::error::SearchError;
use crate::segment::SegmentBuilder;

/// Adds documents; they become visible and durable with the next commit.
pub struct DocumentWriter {
    index: Index,
    /// Adds segments, merges and commits.
    adding: IndexWriter,
    segment: Option<SegmentBuilder>,
    /// Documents of an index that is too small for a dictionary, until the next commit.
    waiting: Vec<IndexDocument>,
    waiting_text: usize,
    /// There are removals that are not committed.
    removed: bool,
}

impl fmt::Debug for DocumentWriter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Writer").field("index", &self.index).finish_non_exhaustive()
    }
}

impl DocumentWriter {
    pub(super) fn new(index: Index, adding: IndexWriter) -> Self {
        Self { index, adding, segment: None, waiting: Vec::new(), waiting_text: 0, removed: false }
    }

    pub fn add(&mut self, document: &IndexDocument) -> Result<(), SearchError> {
        if self.index.0.dictionary.get().is_some() {
            return self.write(document);
        }
        self.waiting_text += document.size();
        self.waiting.push(document.clone());
        if self.waiting_text < dictionary::SAMPLED {
            return Ok(());
        }
        self.make_dictionary(Vec::new())?;
        self.write_waiting()
    }

    /// Makes the dictionary of texts in the index and of those that wait.
    fn make_dictionary(&self, mut texts: Vec<Vec<u8>>) -> Result<(), SearchError> {
        texts.extend(self.waiting.iter().map(|document| blocks::write(&document.blocks)));
        let dictionary = TextDictionary::of(&texts);
        dictionary.save(&self.index.0.folder)?;
        self.index.0.dictionary.get_or_init(|| dictionary);
        Ok(())
    }

    /// Makes the dictionary when the index has become large enough by this commit.
    fn make_due_dictionary(&self) -> Result<(), SearchError> {
        if self.index.0.dictionary.get().is_some() || self.waiting.is_empty() {
            return Ok(());
        }
        // They are few: a larger index has a dictionary.
        let texts = self.index.texts()?;
        let size = self.waiting_text + texts.iter().map(Vec::len).sum::<usize>();
        if size < dictionary::SAMPLED { Ok(()) } else { self.make_dictionary(texts) }
    }

    fn write_waiting(&mut self) -> Result<(), SearchError> {
        self.waiting_text = 0;
        std::mem::take(&mut self.waiting).iter().try_for_each(|document| self.write(document))
    }

    fn write(&mut self, document: &IndexDocument) -> Result<(), SearchError> {
        let mut segment = match self.segment.take() {
            Some(segment) => segment,
            None => SegmentBuilder::new(&self.index.0.index, self.index.0.dictionary.get())?,
        };
        segment.add(self.index.fields(), document)?;
        if segment.is_full() {
            return self.add_segment(segment);
        }
        self.segment = Some(segment);
        Ok(())
    }

    fn add_segment(&mut self, segment: SegmentBuilder) -> Result<(), SearchError> {
        let segment = segment.finish(self.index.fields())?;
        // Removals of earlier documents would apply to the new ones too.
        if self.removed {
            self.seal(self.index.at()?)?;
        }
        Ok(self.adding.add_segment(segment)?)
    }

    /// Removes versions that are in the index, not those that were added since the last commit.
    pub fn remove(&mut self, versions: impl IntoIterator<Item = u64>) {
        for version in versions {
            self.adding.delete_term(Term::from_field_u64(self.index.fields().version, version));
            self.removed = true;
        }
    }

    /// Commits, as of change number `seq`.
    pub fn commit(&mut self, seq: i64) -> Result<(), SearchError> {
        self.make_due_dictionary()?;
        self.write_waiting()?;
        if let Some(segment) = self.segment.take() {
            self.add_segment(segment)?;
        }
        self.seal(seq)?;
        self.index.reload()
    }

    fn seal(&mut self, seq: i64) -> Result<(), SearchError> {
        let dictionary = self.index.0.dictionary.get().map(TextDictionary::checksum);
        let payload = serde_json::to_string(&Payload { seq, dictionary }).map_err(SearchError::Kept)?;
        let mut prepared = self.adding.prepare_commit()?;
        prepared.set_payload(&payload);
        prepared.commit()?;
        self.removed = false;
        Ok(())
    }

    /// Waits for merges, and ends.
    pub fn finish(self) -> Result<(), SearchError> {
        let index = self.index.clone();
        self.adding.wait_merging_threads()?;
        index.reload()
    }
}
