//! Builds a segment of the index: the inverted index by [`InvertedIndex`], columns and stored text by Tantivy.

use std::fmt;

use tantivy::directory::TerminatingWrite;
use tantivy::fastfield::FastFieldsWriter;
use tantivy::fieldnorm::{FieldNormReaders, FieldNormsSerializer, FieldNormsWriter};
use tantivy::index::{Segment, SegmentComponent};
use tantivy::postings::InvertedIndexSerializer;
use tantivy::store::StoreWriter;
use tantivy::{DocId, SegmentMeta};
use zstd::bulk::Compressor;

use crate::dictionary::TextDictionary;
use crate::document::IndexDocument;
use crate::error::SearchError;
use crate::inverted::InvertedIndex;
use crate::schema::{Fields, info_codes, within};
use crate::{blocks, codes};

/// A segment is written when it holds this much text, or this many distinct words; bounds memory.
const MAX_SEGMENT_TEXT: usize = 64 << 20;
const MAX_FORMS: usize = 200_000;

pub(crate) struct SegmentBuilder {
    segment: Segment,
    inverted: InvertedIndex,
    norms: FieldNormsWriter,
    columns: FastFieldsWriter,
    store: StoreWriter,
    compressor: Compressor<'static>,
    documents: DocId,
    text: usize,
}

impl fmt::Debug for SegmentBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SegmentBuilder").field("documents", &self.documents).finish_non_exhaustive()
    }
}

impl SegmentBuilder {
    pub(crate) fn new(index: &tantivy::Index, dictionary: Option<&TextDictionary>) -> Result<Self, SearchError> {
        let (segment, schema, settings) = (index.new_segment(), index.schema(), index.settings());
        let store = StoreWriter::new(
            segment.open_write(SegmentComponent::Store).map_err(tantivy::TantivyError::from)?,
            settings.docstore_compression,
            settings.docstore_blocksize,
            settings.docstore_compress_dedicated_thread,
        )?;
        let tokenizers = index.fast_field_tokenizer().clone();
        Ok(Self {
            segment,
            inverted: InvertedIndex::default(),
            norms: FieldNormsWriter::for_schema(&schema),
            columns: FastFieldsWriter::from_schema_and_tokenizer_manager(&schema, tokenizers)?,
            store,
            compressor: TextDictionary::compressor(dictionary)?,
            documents: 0,
            text: 0,
        })
    }

    pub(crate) fn add(&mut self, fields: &Fields, document: &IndexDocument) -> Result<(), SearchError> {
        let (number, head, blocks) = (self.documents, &document.head, within(&document.blocks));
        self.inverted.add_version(number, head.version);
        for term in codes::terms(&head.code) {
            self.inverted.add_code(number, term);
        }
        for term in info_codes(&head.info_code) {
            self.inverted.add_info_code(number, term);
        }
        for term in codes::dashed_numbers(blocks) {
            self.inverted.add_number(number, term);
        }
        let words = self.inverted.add_words(number, &head.title, blocks);
        let counts = [(fields.title, words.counts.title), (fields.body, words.counts.body)];
        for (field, count) in counts.into_iter().chain([(fields.pair, words.counts.pairs), (fields.version, 1)]) {
            self.norms.record(number, field, u32::try_from(count).unwrap_or(u32::MAX));
        }
        let text = blocks::pack(&mut self.compressor, blocks)?;
        let record = fields.record(head, &text, &words.starts)?;
        self.columns.add_document(&record)?;
        self.store.store(&record, &fields.schema)?;
        self.documents += 1;
        self.text += document.size();
        Ok(())
    }

    pub(crate) fn is_full(&self) -> bool {
        self.text >= MAX_SEGMENT_TEXT || self.inverted.forms() >= MAX_FORMS
    }

    /// Writes the segment, which can then be added to the index.
    pub(crate) fn finish(mut self, fields: &Fields) -> Result<SegmentMeta, SearchError> {
        let open = |component| self.segment.open_write(component).map_err(tantivy::TantivyError::from);
        self.store.close()?;
        let mut columns = open(SegmentComponent::FastFields)?;
        self.columns.serialize(&mut columns, None)?;
        columns.terminate()?;
        self.norms.fill_up_to_max_doc(self.documents);
        self.norms.serialize(FieldNormsSerializer::from_write(open(SegmentComponent::FieldNorms)?)?, None)?;
        let norms = self.segment.open_read(SegmentComponent::FieldNorms).map_err(tantivy::TantivyError::from)?;
        let mut inverted = InvertedIndexSerializer::open(&self.segment)?;
        self.inverted.write(fields, &FieldNormReaders::open(norms)?, &mut inverted)?;
        inverted.close()?;
        Ok(self.segment.with_max_doc(self.documents).meta().clone())
    }
}
