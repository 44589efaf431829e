//! The inverted index of a segment while it grows. Every word of a document is looked up once; the lists of the whole
//! text, of the parts of a module and of written words follow from that.
//!
//! Tantivy's own writer hashes each word again for every field that contains it, which took half of the time of indexing.

use std::collections::{BTreeMap, HashMap};

use foldhash::fast::RandomState;
use tantivy::DocId;
use tantivy::fieldnorm::FieldNormReaders;
use tantivy::postings::InvertedIndexSerializer;
use tantivy::schema::Field;

use crate::document::TextBlock;
use crate::error::SearchError;
use crate::lexicon::{Lexicon, WordForm};
use crate::postings::{DocumentList, FrequencyList, PositionList, TermPositions};
use crate::schema::{Fields, GAP, PLACES};

/// The lists of all terms of a segment.
#[derive(Debug, Default)]
pub(crate) struct InvertedIndex {
    lexicon: Lexicon,
    /// By the number of the term.
    body: Vec<PositionList>,
    title: HashMap<u32, PositionList, RandomState>,
    /// By the number of the written word.
    written: Vec<DocumentList>,
    pairs: PairLists,
    codes: BTreeMap<String, DocumentList>,
    info_codes: BTreeMap<String, DocumentList>,
    /// Numbers with dashes.
    numbers: BTreeMap<String, DocumentList>,
    versions: Vec<(u64, DocId)>,
    total: WordCounts,
}

/// The lists of pairs, by the numbers of both terms.
type PairLists = HashMap<(u32, u32), FrequencyList, RandomState>;

/// Numbers of words, by field.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct WordCounts {
    pub(crate) title: u64,
    pub(crate) body: u64,
    pub(crate) pairs: u64,
}

/// The words of one document.
#[derive(Debug, Default)]
pub(crate) struct DocumentWords {
    pub(crate) counts: WordCounts,
    /// The position at which each part begins, in the order of [`PLACES`].
    pub(crate) starts: [u32; PLACES.len()],
    /// The next free position.
    next: u32,
}

impl InvertedIndex {
    /// The number of distinct words as written, on which its memory depends.
    pub(crate) fn forms(&self) -> usize {
        self.lexicon.len()
    }

    pub(crate) fn add_version(&mut self, document: DocId, version: u64) {
        self.versions.push((version, document));
    }

    pub(crate) fn add_code(&mut self, document: DocId, term: String) {
        self.codes.entry(term).or_default().add(document);
    }

    pub(crate) fn add_info_code(&mut self, document: DocId, term: String) {
        self.info_codes.entry(term).or_default().add(document);
    }

    pub(crate) fn add_number(&mut self, document: DocId, term: String) {
        self.numbers.entry(term).or_default().add(document);
    }

    /// Adds title and text, part by part, so that the positions of a part are a range.
    pub(crate) fn add_words(&mut self, document: DocId, title: &str, blocks: &[TextBlock]) -> DocumentWords {
        let mut words = DocumentWords::default();
        self.lexicon.read(title, |form, position| {
            self.title.entry(form.term).or_default().add(document, position, 0);
            words.counts.title += 1;
        });
        self.read(document, title, 0, &mut words);
        let mut of_parts: [Vec<&TextBlock>; PLACES.len() + 1] = Default::default();
        for block in blocks {
            of_parts[PLACES.iter().position(|place| *place == block.place).map_or(0, |part| part + 1)].push(block);
        }
        for (part, blocks) in of_parts.into_iter().enumerate() {
            if let Some(part) = part.checked_sub(1) {
                words.starts[part] = words.next;
            }
            for block in blocks {
                self.read(document, &block.text, part, &mut words);
            }
        }
        self.total.title += words.counts.title;
        self.total.body += words.counts.body;
        self.total.pairs += words.counts.pairs;
        words
    }

    fn read(&mut self, document: DocId, text: &str, part: usize, words: &mut DocumentWords) {
        let Self { lexicon, body, written, pairs, .. } = self;
        let mut before: Option<(u32, u32)> = None;
        let positions = lexicon.read(text, |form, position| {
            let WordForm { term, written: written_word, frequent } = form;
            at(body, term).add(document, words.next + position, 1 << part);
            words.counts.body += 1;
            if let Some(number) = written_word {
                at(written, number).add(document);
            }
            if let Some((_, first)) = before.filter(|(last, _)| frequent && last + 1 == position) {
                pairs.entry((first, term)).or_default().add(document);
                words.counts.pairs += 1;
            }
            before = frequent.then_some((position, term));
        });
        if positions > 0 {
            words.next += positions - 1 + GAP;
        }
    }

    /// Writes the lists of all terms, field by field.
    pub(crate) fn write(
        mut self,
        fields: &Fields,
        norms: &FieldNormReaders,
        out: &mut InvertedIndexSerializer,
    ) -> Result<(), SearchError> {
        self.versions.sort_unstable();
        let versions = self.versions.iter().map(|(version, document)| (version.to_be_bytes(), [*document]));
        write_documents(out, fields.version, versions)?;
        let lists = [(fields.code, &self.codes), (fields.info, &self.info_codes), (fields.number, &self.numbers)];
        for (field, codes) in lists {
            write_documents(out, field, codes.iter().map(|(code, documents)| (code, documents.iter())))?;
        }
        let written = self.lexicon.written.sorted();
        let written = written.iter().map(|(text, number)| (*text, self.written[*number as usize].iter()));
        write_documents(out, fields.word, written)?;

        let terms = self.lexicon.terms.sorted();
        write_pairs(out, (fields.pair, self.total.pairs), norms, &terms, self.pairs)?;
        let title = PositionField { field: fields.title, words: self.total.title };
        let titles = terms.iter().filter_map(|(text, number)| Some((*text, self.title.remove(number)?)));
        title.write(norms, out, titles, |_, _| {})?;
        let mut of_parts: [PartLists; PLACES.len()] = Default::default();
        let body = PositionField { field: fields.body, words: self.total.body };
        let texts = terms.iter().map(|(text, number)| (*text, std::mem::take(&mut self.body[*number as usize])));
        body.write(norms, out, texts, |rank, found| {
            for (part, lists) in of_parts.iter_mut().enumerate() {
                if found.parts & (2 << part) != 0 {
                    lists.add(rank, found.document);
                }
            }
        })?;
        for (lists, field) in of_parts.iter().zip(fields.places()) {
            write_documents(
                out,
                field,
                lists.iter().map(|(rank, documents)| (terms[rank].0, documents.iter().copied())),
            )?;
        }
        Ok(())
    }
}

/// The list of a number, which may be the next one.
fn at<T: Default>(lists: &mut Vec<T>, number: u32) -> &mut T {
    let number = number as usize;
    if lists.len() <= number {
        lists.resize_with(number + 1, T::default);
    }
    &mut lists[number]
}

/// Writes a field without frequencies, whose terms are in order. No score uses its number of words.
fn write_documents<D: IntoIterator<Item = DocId>>(
    out: &mut InvertedIndexSerializer,
    field: Field,
    terms: impl Iterator<Item = (impl AsRef<[u8]>, D)>,
) -> Result<(), SearchError> {
    let mut terms = terms.peekable();
    if terms.peek().is_none() {
        return Ok(());
    }
    let mut out = out.new_field(field, 0, None)?;
    for (term, documents) in terms {
        out.new_term_without_freq(term.as_ref())?;
        for document in documents {
            out.write_doc(document, 0, &[]);
        }
        out.close_term()?;
    }
    Ok(out.close()?)
}

/// Writes the pairs of terms, which are given in order.
fn write_pairs(
    out: &mut InvertedIndexSerializer,
    (field, words): (Field, u64),
    norms: &FieldNormReaders,
    terms: &[(&str, u32)],
    pairs: PairLists,
) -> Result<(), SearchError> {
    if pairs.is_empty() {
        return Ok(());
    }
    let mut ranks = vec![0; terms.len()];
    for (rank, (_, number)) in terms.iter().enumerate() {
        ranks[*number as usize] = rank;
    }
    // A blank sorts before all letters and digits, so pairs are in the order of their first and then second terms.
    let mut pairs: Vec<_> = pairs
        .into_iter()
        .map(|((first, second), list)| (ranks[first as usize], ranks[second as usize], list))
        .collect();
    pairs.sort_unstable_by_key(|(first, second, _)| (*first, *second));
    let mut out = out.new_field(field, words, norms.get_field(field)?)?;
    for (first, second, list) in pairs {
        let text = format!("{} {}", terms[first].0, terms[second].0);
        out.new_term(text.as_bytes(), list.documents(), true)?;
        list.each(|document, frequency| out.write_doc(document, frequency, &[]));
        out.close_term()?;
    }
    Ok(out.close()?)
}

/// A field with positions, and the number of words in it.
struct PositionField {
    field: Field,
    words: u64,
}

impl PositionField {
    /// Writes the lists of terms, which are in order. Passes on each document of a term, with the number of the term
    /// among those written.
    fn write<'t>(
        &self,
        norms: &FieldNormReaders,
        out: &mut InvertedIndexSerializer,
        terms: impl Iterator<Item = (&'t str, PositionList)>,
        mut each: impl FnMut(usize, &TermPositions<'_>),
    ) -> Result<(), SearchError> {
        if self.words == 0 {
            return Ok(());
        }
        let mut out = out.new_field(self.field, self.words, norms.get_field(self.field)?)?;
        for (rank, (text, list)) in terms.enumerate() {
            out.new_term(text.as_bytes(), list.documents(), true)?;
            list.each(|found| {
                let frequency = u32::try_from(found.deltas.len()).unwrap_or(u32::MAX);
                out.write_doc(found.document, frequency, found.deltas);
                each(rank, &found);
            });
            out.close_term()?;
        }
        Ok(out.close()?)
    }
}

/// The documents of each term in one part of modules; terms are in order.
#[derive(Debug, Default)]
struct PartLists {
    documents: Vec<DocId>,
    /// The rank of each term, and the end of its documents.
    terms: Vec<(usize, usize)>,
}

impl PartLists {
    fn add(&mut self, rank: usize, document: DocId) {
        self.documents.push(document);
        let end = self.documents.len();
        match self.terms.last_mut() {
            Some(last) if last.0 == rank => last.1 = end,
            _ => self.terms.push((rank, end)),
        }
    }

    fn iter(&self) -> impl Iterator<Item = (usize, &[DocId])> {
        let starts = std::iter::once(0).chain(self.terms.iter().map(|(_, end)| *end));
        self.terms.iter().zip(starts).map(|((rank, end), start)| (*rank, &self.documents[start..*end]))
    }
}
