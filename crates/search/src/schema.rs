//! The fields of the index.

use tantivy::TantivyDocument;
use tantivy::schema::{FAST, Field, INDEXED, IndexRecordOption, STORED, Schema, TextFieldIndexing, TextOptions};

use crate::codes;
use crate::document::{DocumentHead, ModulePart, TextBlock};
use crate::error::SearchError;

/// The format on disk. Raise it when fields, tokenization or stored values change; an index of another format is
/// rebuilt.
pub(crate) const FORMAT: u32 = 12;

/// Position gap between two blocks, so that no phrase matches across them.
pub(crate) const GAP: u32 = 16;
/// Text of one version beyond this is not indexed; bounds memory.
pub(crate) const MAX_TEXT: usize = 8 << 20;

/// Not used: the index gets words, not text.
const TOKENIZER: &str = "raw";

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
    /// Numbers with dashes, as [`codes::dashed_numbers`] writes them.
    pub(crate) number: Field,
    pub(crate) head: Field,
    pub(crate) blocks: Field,
}

impl Fields {
    pub(crate) fn new() -> Self {
        let mut schema = Schema::builder();
        let indexed = |option| {
            let indexing = TextFieldIndexing::default().set_tokenizer(TOKENIZER).set_index_option(option);
            TextOptions::default().set_indexing_options(indexing)
        };
        let text = || indexed(IndexRecordOption::WithFreqsAndPositions);
        let terms = || {
            let indexing = TextFieldIndexing::default()
                .set_tokenizer(TOKENIZER)
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
            places: PLACES.map(|place| schema.add_text_field(place.as_str(), terms())),
            starts: PLACES.map(|place| schema.add_u64_field(&start_column(place), FAST)),
            word: schema.add_text_field("word", terms()),
            number: schema.add_text_field("number", terms()),
            head: schema.add_bytes_field("head", STORED),
            blocks: schema.add_bytes_field("blocks", STORED),
            schema: schema.build(),
        }
    }

    /// The field with the words of a part; `None` for parts without one of their own.
    pub(crate) fn of(&self, place: ModulePart) -> Option<Field> {
        PLACES.iter().position(|own| *own == place).map(|index| self.places[index])
    }

    /// The fields of the parts, in the order of [`PLACES`].
    pub(crate) fn places(&self) -> [Field; PLACES.len()] {
        self.places
    }

    /// The columns and the stored values of a version; `blocks` is its packed text, `starts` are the positions at which its parts begin.
    pub(crate) fn record(
        &self,
        head: &DocumentHead,
        blocks: &[u8],
        starts: &[u32; PLACES.len()],
    ) -> Result<TantivyDocument, SearchError> {
        let mut out = TantivyDocument::default();
        out.add_u64(self.version, head.version);
        out.add_text(self.facet, facet(head));
        out.add_i64(self.created, head.created_on);
        out.add_text(self.sort_code, head.code.to_lowercase());
        out.add_text(self.sort_title, head.title.to_lowercase());
        for (field, start) in self.starts.into_iter().zip(starts) {
            out.add_u64(field, u64::from(*start));
        }
        out.add_bytes(self.head, &serde_json::to_vec(head).map_err(SearchError::Kept)?);
        out.add_bytes(self.blocks, blocks);
        Ok(out)
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
pub(crate) fn info_codes(code: &str) -> Vec<String> {
    let code = code.to_lowercase();
    let mut codes = vec![code.clone()];
    if code.len() == 4 {
        codes.push(code[..code.floor_char_boundary(3)].to_owned());
    }
    codes.retain(|code| !code.is_empty());
    codes
}

/// The indexed blocks of a version, up to the text limit.
pub(crate) fn within(blocks: &[TextBlock]) -> &[TextBlock] {
    let mut length = 0;
    let fits = |block: &&TextBlock| {
        length += block.text.len();
        length <= MAX_TEXT
    };
    &blocks[..blocks.iter().take_while(fits).count()]
}
