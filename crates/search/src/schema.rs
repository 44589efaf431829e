//! The fields of the index, and the conversion of a version into a document.

use std::collections::BTreeSet;

use tantivy::TantivyDocument;
use tantivy::schema::{FAST, Field, INDEXED, IndexRecordOption, STORED, Schema, TextFieldIndexing, TextOptions};

use crate::codes;
use crate::document::{DocumentHead, IndexDocument, ModulePart, TextBlock};
use crate::error::SearchError;
use crate::pairs::pairs;
use crate::row::{self, TokenRow};
use crate::words::{Segmentation, Word, words};

/// The format on disk. Raise it when fields, tokenization or stored values change; an index of another format is
/// rebuilt.
pub(crate) const FORMAT: u32 = 6;

/// Position gap between two blocks, so that no phrase matches across them.
const GAP: usize = 16;
/// Text of one version beyond this is not indexed; bounds memory.
const MAX_TEXT: usize = 8 << 20;

/// Separates the parts of a facet key; no value contains it.
pub(crate) const SEPARATOR: char = '\u{1f}';

/// The parts of a module that have a field of their own.
pub(crate) const PLACES: [ModulePart; 8] = [
    ModulePart::Para,
    ModulePart::Step,
    ModulePart::Warning,
    ModulePart::Caution,
    ModulePart::Note,
    ModulePart::Figure,
    ModulePart::Table,
    ModulePart::Mel,
];

#[derive(Debug, Clone)]
pub(crate) struct Fields {
    pub(crate) schema: Schema,
    pub(crate) version: Field,
    /// All facet values, in one text.
    pub(crate) facet: Field,
    pub(crate) created: Field,
    pub(crate) sort_code: Field,
    pub(crate) sort_title: Field,
    pub(crate) code: Field,
    pub(crate) info: Field,
    pub(crate) title: Field,
    /// Title and text together.
    pub(crate) body: Field,
    /// Bigrams of frequent words in title and text.
    pub(crate) pair: Field,
    places: [Field; PLACES.len()],
    /// Words as written, for corrections, wildcards and suggestions.
    pub(crate) word: Field,
    pub(crate) head: Field,
    pub(crate) blocks: Field,
}

impl Fields {
    pub(crate) fn new() -> Self {
        let mut schema = Schema::builder();
        let indexed = |option| {
            let indexing = TextFieldIndexing::default().set_tokenizer(row::NAME).set_index_option(option);
            TextOptions::default().set_indexing_options(indexing)
        };
        let text = || indexed(IndexRecordOption::WithFreqsAndPositions);
        let terms = || {
            let indexing = TextFieldIndexing::default()
                .set_tokenizer("raw")
                .set_fieldnorms(false)
                .set_index_option(IndexRecordOption::Basic);
            TextOptions::default().set_indexing_options(indexing)
        };
        let sorted = || TextOptions::default().set_fast("raw");
        Self {
            version: schema.add_u64_field("version", FAST | INDEXED),
            facet: schema.add_text_field("facet", sorted()),
            created: schema.add_i64_field("created", FAST),
            sort_code: schema.add_text_field("sort_code", sorted()),
            sort_title: schema.add_text_field("sort_title", sorted()),
            code: schema.add_text_field("code", terms()),
            info: schema.add_text_field("info", terms()),
            title: schema.add_text_field("title", text()),
            body: schema.add_text_field("body", text()),
            pair: schema.add_text_field("pair", indexed(IndexRecordOption::WithFreqs)),
            places: PLACES.map(|place| schema.add_text_field(place.as_str(), text())),
            word: schema.add_text_field("word", terms()),
            head: schema.add_bytes_field("head", STORED),
            blocks: schema.add_bytes_field("blocks", STORED),
            schema: schema.build(),
        }
    }

    /// The field for a part of a module.
    pub(crate) fn of(&self, place: ModulePart) -> Field {
        match PLACES.iter().position(|own| *own == place) {
            Some(index) => self.places[index],
            None if place == ModulePart::Title => self.title,
            None => self.body,
        }
    }

    pub(crate) fn document(&self, document: &IndexDocument) -> Result<TantivyDocument, SearchError> {
        let head = &document.head;
        let mut out = TantivyDocument::default();
        out.add_u64(self.version, head.version);
        out.add_text(self.facet, facet(head));
        out.add_i64(self.created, head.created_on);
        out.add_text(self.sort_code, head.code.to_lowercase());
        out.add_text(self.sort_title, head.title.to_lowercase());
        for term in codes::terms(&head.code) {
            out.add_text(self.code, term);
        }
        for info in info_codes(&head.info_code) {
            out.add_text(self.info, info);
        }
        let mut seen = BTreeSet::new();
        let titled = words(&head.title, Segmentation::Indexed);
        note(&mut seen, &titled, &head.title);
        let (mut body, mut paired) = (TokenRow::default(), TokenRow::default());
        pair_up(&mut paired, &titled);
        let mut next = append(&mut body, &titled, 0);
        out.add_text(self.title, body.as_str());
        let mut places: [TokenRow; PLACES.len()] = Default::default();
        let blocks = within(&document.blocks);
        for block in blocks {
            let found = words(&block.text, Segmentation::Indexed);
            note(&mut seen, &found, &block.text);
            pair_up(&mut paired, &found);
            if let Some(index) = PLACES.iter().position(|place| *place == block.place) {
                append(&mut places[index], &found, next);
            }
            next = append(&mut body, &found, next);
        }
        out.add_text(self.body, body.as_str());
        out.add_text(self.pair, paired.as_str());
        for (field, row) in self.places.into_iter().zip(places).filter(|(_, row)| !row.is_empty()) {
            out.add_text(field, row.as_str());
        }
        for word in seen {
            out.add_text(self.word, word);
        }
        out.add_bytes(self.head, &serde_json::to_vec(head).map_err(SearchError::Kept)?);
        out.add_bytes(self.blocks, &serde_json::to_vec(blocks).map_err(SearchError::Kept)?);
        Ok(out)
    }
}

/// The facet values of a version.
fn facet(head: &DocumentHead) -> String {
    let parts = [
        head.manual.as_str(),
        &head.language,
        &head.content_type,
        &head.status,
        codes::chapter(&head.code),
        &head.applicability,
        &head.kind,
    ];
    parts.map(|part| part.replace(SEPARATOR, " ")).join(&SEPARATOR.to_string())
}

/// `520A` is also found by `520`.
fn info_codes(code: &str) -> Vec<String> {
    let code = code.to_lowercase();
    let mut codes = vec![code.clone()];
    if code.len() == 4 {
        codes.push(code[..code.floor_char_boundary(3)].to_owned());
    }
    codes.retain(|code| !code.is_empty());
    codes
}

/// The indexed blocks of a version, up to the text limit.
fn within(blocks: &[TextBlock]) -> &[TextBlock] {
    let mut length = 0;
    let fits = |block: &&TextBlock| {
        length += block.text.len();
        length <= MAX_TEXT
    };
    &blocks[..blocks.iter().take_while(fits).count()]
}

/// Collects each word as written; a Chinese word is written like its term.
fn note(seen: &mut BTreeSet<String>, found: &[Word], text: &str) {
    for word in found {
        let written = if word.chinese { word.term.clone() } else { word.written(text) };
        if written.chars().nth(1).is_some() {
            seen.insert(written);
        }
    }
}

/// Appends words and returns the next free position.
fn append(row: &mut TokenRow, found: &[Word], start: usize) -> usize {
    for word in found {
        row.push(&word.term, start + word.position);
    }
    found.last().map_or(start, |word| start + word.position + GAP)
}

/// Appends the bigrams of words. Their positions do not matter.
fn pair_up(row: &mut TokenRow, found: &[Word]) {
    for pair in pairs(found) {
        row.push(&pair, 0);
    }
}
