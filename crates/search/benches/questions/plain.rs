//! The same texts in a Tantivy index as its documentation shows it: one stored field with English stems.

use std::path::Path;

use search::IndexDocument;
use tantivy::schema::{Field, IndexRecordOption, STORED, Schema, TextFieldIndexing, TextOptions};
use tantivy::{IndexWriter, TantivyDocument};

/// Memory of its writer; the same as ours.
const WRITER_MEMORY: usize = 48 << 20;

pub(crate) struct PlainIndex {
    writer: IndexWriter,
    text: Field,
}

impl PlainIndex {
    pub(crate) fn create(folder: &Path) -> Self {
        std::fs::create_dir_all(folder).expect("a folder");
        let mut schema = Schema::builder();
        let indexing = TextFieldIndexing::default()
            .set_tokenizer("en_stem")
            .set_index_option(IndexRecordOption::WithFreqsAndPositions);
        let text = schema.add_text_field("text", TextOptions::default().set_indexing_options(indexing) | STORED);
        let index = tantivy::Index::create_in_dir(folder, schema.build()).expect("an index");
        Self { writer: index.writer_with_num_threads(1, WRITER_MEMORY).expect("a writer"), text }
    }

    pub(crate) fn add(&mut self, document: &IndexDocument) {
        let mut out = TantivyDocument::default();
        out.add_text(self.text, &document.head.title);
        for block in &document.blocks {
            out.add_text(self.text, &block.text);
        }
        self.writer.add_document(out).expect("a document");
    }

    pub(crate) fn finish(mut self) {
        self.writer.commit().expect("a commit");
        self.writer.wait_merging_threads().expect("it ends");
    }
}
