//! Paragraphs that are like a text, such as a requirement: modules by BM25, then the paragraphs of the best ones by BM25.
//! Each says by which words and codes it was found.

mod code;
mod scoring;

use std::collections::{HashMap, HashSet};
use std::ops::Bound;
use std::sync::LazyLock;

use tantivy::query::{BooleanQuery, ConstScoreQuery, InvertedIndexRangeQuery, Occur, Query, TermQuery};
use tantivy::schema::{IndexRecordOption, Value};
use tantivy::{DocAddress, Score, Searcher, TantivyDocument, Term};

use self::code::{TextCode, codes_in};
use self::scoring::{
    CandidateModule, ScoredBlock, ShownBlock, TextProfile, code_of, number, reason, score_blocks, shown,
};
use super::{Hit, best, snapshot_of};
use crate::blocks;
use crate::blocks::StoredBlock;
use crate::document::DocumentHead;
use crate::error::SearchError;
use crate::facets::Filters;
use crate::index::Index;
use crate::request::{Request, ResultDetail, Sort};
use crate::scope::{Scope, SearchLane};
use crate::snippet::Snippet;
use crate::words::{Segmentation, Word, stem, words};

/// Words that say nothing about a subject.
const STOP: &str = include_str!("../../data/stop-en.txt");

static STOP_STEMS: LazyLock<HashSet<String>> = LazyLock::new(|| STOP.split_whitespace().map(stem).collect());

/// Modules whose paragraphs are compared.
const MAX_MODULES: usize = 40;
/// Words of a text that are looked for, the rarest ones.
const MAX_WORDS: usize = 48;
/// Paragraphs of one module among the answers.
const MAX_OF_MODULE: usize = 3;
/// The weight of a word in the title of the text.
const TITLE: Score = 1.5;
/// The score of a code that the text names.
const CODE: Score = 6.0;
/// The score of a paragraph that names the code of the text: more than words in common.
const NAMED: Score = 20.0;

/// A text, and where paragraphs like it are looked for.
#[derive(Debug)]
pub struct AlikeRequest<'r> {
    /// The code of the text itself; possibly empty.
    pub code: &'r str,
    pub title: &'r str,
    pub text: &'r str,
    pub scope: &'r Scope,
    pub filters: &'r Filters,
    pub count: usize,
}

/// A paragraph that is like a text.
#[derive(Debug)]
pub struct AlikeParagraph {
    /// The module, without a snippet of its own.
    pub hit: Hit,
    pub passage: Snippet,
    pub score: Score,
    /// Words of the text in the paragraph, as it writes them; the rarest first.
    pub words: Vec<String>,
    /// Words of the text in the title of the module.
    pub title_words: Vec<String>,
    /// The text names the code of the module, or its beginning.
    pub code: Option<String>,
    /// The paragraph names the code of the text.
    pub names_code: bool,
}

impl Index {
    /// The paragraphs in the working lane that are most like a text, without those that are known, by module and anchor.
    pub fn alike(
        &self,
        request: &AlikeRequest<'_>,
        is_known: impl Fn(&DocumentHead, &str) -> bool,
    ) -> Result<Vec<AlikeParagraph>, SearchError> {
        let searcher = self.searcher();
        let profile = self.profile(&searcher, request)?;
        if profile.weights.is_empty() && profile.codes.is_empty() && profile.own_code.is_none() {
            return Ok(Vec::new());
        }
        let asked = Request {
            text: "",
            scope: request.scope,
            lane: SearchLane::Working,
            filters: request.filters,
            places: &[],
            sort: Sort::Relevance,
            first: 0,
            count: MAX_MODULES,
            wanted: ResultDetail::Heads,
        };
        let views = self.views(&searcher, &asked, &[])?;
        let found = best(&searcher, &self.alike_query(&profile), &views, &[], MAX_MODULES)?;
        let modules = self.candidates(&searcher, found)?;
        let scored = score_blocks(&profile, &modules);
        let mut out: Vec<AlikeParagraph> = Vec::with_capacity(request.count);
        let mut places = AnswerPlaces::default();
        // Each module is decoded once, however many of its blocks are looked at.
        let mut decoded: HashMap<usize, Vec<StoredBlock<'_>>> = HashMap::new();
        for ScoredBlock { score, module, block, names_code } in scored {
            if out.len() == request.count {
                break;
            }
            if places.is_full(module) {
                continue;
            }
            let candidate = &modules[module];
            let of_module = decoded.entry(module).or_insert_with(|| blocks::read(&candidate.text).collect());
            let Some(block) = of_module.get(block).copied() else { continue };
            if !is_known(&candidate.head, block.anchor) && places.take(module, block.anchor) {
                let paragraph = answer(&profile, candidate, shown(&profile, block), score, &asked);
                out.push(AlikeParagraph { names_code, ..paragraph });
            }
        }
        Ok(out)
    }

    /// The words that say what a text is about. A word that no module has is of no use.
    fn profile(&self, searcher: &Searcher, request: &AlikeRequest<'_>) -> Result<TextProfile, SearchError> {
        let mut factors: HashMap<String, Score> = HashMap::new();
        for (text, factor) in [(request.text, 1.0), (request.title, TITLE)] {
            for word in words(text, Segmentation::Asked).into_iter().filter(is_telling) {
                let known = factors.entry(word.term).or_insert(factor);
                *known = known.max(factor);
            }
        }
        let modules = number(searcher.num_docs());
        let mut weighed = Vec::with_capacity(factors.len());
        for (term, factor) in factors {
            let having = number(searcher.doc_freq(&Term::from_field_text(self.fields().body, &term))?);
            if having > 0.0 {
                let rarity = (1.0 + ((modules - having).max(0.0) + 0.5) / (having + 0.5)).ln();
                weighed.push((term, rarity * factor));
            }
        }
        weighed.sort_by(|one, other| other.1.total_cmp(&one.1).then_with(|| one.0.cmp(&other.0)));
        weighed.truncate(MAX_WORDS);
        let named = [request.code, request.title, request.text].join("\n");
        let (codes, own_code) = (codes_in(&named), TextCode::parse(request.code));
        Ok(TextProfile { weights: weighed.into_iter().collect(), codes, own_code })
    }

    fn alike_query(&self, profile: &TextProfile) -> BooleanQuery {
        let fields = self.fields();
        let mut clauses: Vec<(Occur, Box<dyn Query>)> = Vec::new();
        for term in profile.weights.keys() {
            for field in [fields.body, fields.title] {
                let one = TermQuery::new(Term::from_field_text(field, term), IndexRecordOption::WithFreqs);
                clauses.push((Occur::Should, Box::new(one)));
            }
        }
        for code in &profile.codes {
            let from = Term::from_field_text(fields.code, code);
            let to = Term::from_field_text(fields.code, &format!("{code}{}", char::MAX));
            let begins = InvertedIndexRangeQuery::new(Bound::Included(from), Bound::Excluded(to));
            clauses.push((Occur::Should, Box::new(ConstScoreQuery::new(Box::new(begins), CODE))));
        }
        if let Some(code) = &profile.own_code {
            let words = code.terms().map(|term| {
                let one = TermQuery::new(Term::from_field_text(fields.body, term), IndexRecordOption::Basic);
                (Occur::Must, Box::new(one) as Box<dyn Query>)
            });
            let all: Box<dyn Query> = Box::new(BooleanQuery::new(words.collect()));
            clauses.push((Occur::Should, Box::new(ConstScoreQuery::new(all, NAMED))));
        }
        BooleanQuery::new(clauses)
    }

    fn candidates(
        &self,
        searcher: &Searcher,
        found: Vec<(Score, DocAddress)>,
    ) -> Result<Vec<CandidateModule>, SearchError> {
        let mut texts = self.text_decompressor()?;
        let mut modules = Vec::with_capacity(found.len());
        for (score, at) in found {
            let document: TantivyDocument = searcher.doc(at)?;
            let bytes = |field| document.get_first(field).and_then(|value| value.as_bytes()).unwrap_or_default();
            let head = serde_json::from_slice(bytes(self.fields().head)).map_err(SearchError::Kept)?;
            let text = blocks::unpack(&mut texts, bytes(self.fields().blocks));
            modules.push(CandidateModule { head, score, text });
        }
        Ok(modules)
    }
}

/// A word that says something about its text.
fn is_telling(word: &Word) -> bool {
    word.term.chars().nth(1).is_some() && !STOP_STEMS.contains(&word.term)
}

/// The places that are answers already: each once, and not too many of one module.
#[derive(Default)]
struct AnswerPlaces {
    anchors: HashSet<(usize, String)>,
    of_module: HashMap<usize, usize>,
}

impl AnswerPlaces {
    /// Whether no more places of a module become answers.
    fn is_full(&self, module: usize) -> bool {
        self.of_module.get(&module).is_some_and(|taken| *taken >= MAX_OF_MODULE)
    }

    /// Whether a place becomes an answer.
    fn take(&mut self, module: usize, anchor: &str) -> bool {
        let is_taken = !self.is_full(module) && self.anchors.insert((module, anchor.to_owned()));
        *self.of_module.entry(module).or_default() += usize::from(is_taken);
        is_taken
    }
}

fn answer(
    profile: &TextProfile,
    CandidateModule { head, score: of_all, .. }: &CandidateModule,
    ShownBlock { passage, shared_words }: ShownBlock,
    score: Score,
    request: &Request<'_>,
) -> AlikeParagraph {
    let titled = words(&head.title, Segmentation::Indexed);
    let titled = titled.iter().filter(|word| profile.weights.contains_key(&word.term));
    let place = snapshot_of(head.version, request);
    AlikeParagraph {
        hit: Hit {
            snapshot: place.map_or(0, |snapshot| snapshot.id),
            working: true,
            head: head.clone(),
            score: *of_all,
            passage: None,
        },
        passage,
        score,
        words: shared_words,
        title_words: reason(profile, titled.map(|word| (word, head.title.as_str()))),
        code: code_of(profile, head),
        names_code: false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_module_gives_a_few_answers_at_most() {
        let mut places = AnswerPlaces::default();
        assert!(places.take(0, "a") && !places.take(0, "a"), "each place once");
        assert!(places.take(0, "b") && !places.is_full(0) && places.take(0, "c"));
        assert!(places.is_full(0) && !places.take(0, "d"), "its other blocks are not looked at");
        assert!(!places.is_full(1) && places.take(1, "a"));
    }
}
