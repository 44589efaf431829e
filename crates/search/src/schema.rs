//! The fields of the index, and the conversion of a version into a document.

use tantivy::TantivyDocument;
use tantivy::schema::{FAST, Field, INDEXED, IndexRecordOption, STORED, Schema, TextFieldIndexing, TextOptions};

use crate::document::{DocumentHead, IndexDocument, ModulePart, TextBlock};
use crate::error::SearchError;
use crate::lexicon::{Lexicon, Occurrence};
use crate::row::{self, TokenRow};
use crate::{blocks, codes};

/// The format on disk. Raise it when fields, tokenization or stored values change; an index of another format is
/// rebuilt.
pub(crate) const FORMAT: u32 = 10;

/// Position gap between two blocks, so that no phrase matches across them.
const GAP: usize = 16;
/// Text of one version beyond this is not indexed; bounds memory.
const MAX_TEXT: usize = 8 << 20;

/// Separates the parts of a facet key; no value contains it.
pub(crate) const SEPARATOR: char = '\u{1f}';

/// The parts of a module that have a field of their own.
pub(crate) const PLACES: [ModulePart; 10] = [
    ModulePart::Para,
    ModulePart::Step,
    ModulePart::Warning,
    ModulePart::Caution,
    ModulePart::Note,
    ModulePart::Figure,
    ModulePart::Table,
    ModulePart::Mel,
    ModulePart::Part,
    ModulePart::Supply,
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
    /// Title and text together. The words of one part of a module are adjacent.
    pub(crate) body: Field,
    /// Bigrams of frequent words in title and text.
    pub(crate) pair: Field,
    /// The words of each part, without positions.
    places: [Field; PLACES.len()],
    /// The position at which each part begins in `body`; parts are in the order of [`PLACES`].
    starts: [Field; PLACES.len()],
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
        let terms = |tokenizer| {
            let indexing = TextFieldIndexing::default()
                .set_tokenizer(tokenizer)
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
            code: schema.add_text_field("code", terms("raw")),
            info: schema.add_text_field("info", terms("raw")),
            title: schema.add_text_field("title", text()),
            body: schema.add_text_field("body", text()),
            pair: schema.add_text_field("pair", indexed(IndexRecordOption::WithFreqs)),
            places: PLACES.map(|place| schema.add_text_field(place.as_str(), terms(row::NAME))),
            starts: PLACES.map(|place| schema.add_u64_field(&start_column(place), FAST)),
            word: schema.add_text_field("word", terms(row::NAME)),
            head: schema.add_bytes_field("head", STORED),
            blocks: schema.add_bytes_field("blocks", STORED),
            schema: schema.build(),
        }
    }

    /// The field with the words of a part; `None` for parts without one of their own.
    pub(crate) fn of(&self, place: ModulePart) -> Option<Field> {
        PLACES.iter().position(|own| *own == place).map(|index| self.places[index])
    }

    pub(crate) fn document(
        &self,
        lexicon: &mut Lexicon,
        document: &IndexDocument,
    ) -> Result<TantivyDocument, SearchError> {
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
        let blocks = within(&document.blocks);
        self.add_words(&mut out, lexicon, &head.title, blocks);
        out.add_bytes(self.head, &serde_json::to_vec(head).map_err(SearchError::Kept)?);
        out.add_bytes(self.blocks, &blocks::write(blocks));
        Ok(out)
    }

    fn add_words(&self, out: &mut TantivyDocument, lexicon: &mut Lexicon, title: &str, blocks: &[TextBlock]) {
        lexicon.begin();
        let mut rows = WordRows::default();
        rows.read(lexicon, title, None);
        out.add_text(self.title, rows.body.as_str());
        // Part by part, so that the positions of a part are a range.
        let mut of_parts: [Vec<&TextBlock>; PLACES.len() + 1] = Default::default();
        for block in blocks {
            of_parts[PLACES.iter().position(|place| *place == block.place).map_or(0, |part| part + 1)].push(block);
        }
        for (part, blocks) in of_parts.into_iter().enumerate() {
            let part = part.checked_sub(1);
            if let Some(part) = part {
                out.add_u64(self.starts[part], rows.next as u64);
            }
            for block in blocks {
                rows.read(lexicon, &block.text, part);
            }
        }
        out.add_text(self.body, rows.body.as_str());
        out.add_text(self.pair, rows.pairs.as_str());
        out.add_text(self.word, rows.written.as_str());
        for (field, row) in self.places.into_iter().zip(&rows.places).filter(|(_, row)| !row.is_empty()) {
            out.add_text(field, row.as_str());
        }
    }
}

/// The encoded words of one document.
#[derive(Debug, Default)]
struct WordRows {
    body: TokenRow,
    pairs: TokenRow,
    written: TokenRow,
    places: [TokenRow; PLACES.len()],
    /// The next free position.
    next: usize,
    pair: String,
}

impl WordRows {
    fn read(&mut self, lexicon: &mut Lexicon, text: &str, part: Option<usize>) {
        let bit = 1 << part.map_or(0, |part| part + 1);
        // The position and the end in `pair` of the last word, if it was a frequent one.
        let mut before = None;
        let read = lexicon.read(text, bit, |word| {
            self.body.push(&word.form.term, self.next + word.position);
            self.pair_up(&mut before, &word);
            if word.is_first && !word.form.written.is_empty() {
                self.written.push(&word.form.written, 0);
            }
            if let Some(part) = part.filter(|_| word.is_first_in_part) {
                self.places[part].push(&word.form.term, 0);
            }
        });
        if read > 0 {
            self.next += read - 1 + GAP;
        }
    }

    /// Adds the pair of this word and the one before it, if both are frequent.
    fn pair_up(&mut self, before: &mut Option<usize>, word: &Occurrence<'_>) {
        if !word.form.frequent {
            *before = None;
            return;
        }
        if *before == word.position.checked_sub(1) && before.is_some() {
            let first = self.pair.len();
            self.pair.push(' ');
            self.pair.push_str(&word.form.term);
            // Their positions do not matter.
            self.pairs.push(&self.pair, 0);
            self.pair.drain(..=first);
        } else {
            self.pair.clear();
            self.pair.push_str(&word.form.term);
        }
        *before = Some(word.position);
    }
}

/// The column with the positions at which a part begins.
pub(crate) fn start_column(place: ModulePart) -> String {
    format!("{}_start", place.as_str())
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
