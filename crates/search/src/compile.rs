//! Compiles a parsed query into an index query and the terms to highlight.

use std::ops::Bound;
use std::sync::Arc;

use tantivy::query::{
    AllQuery, BooleanQuery, BoostQuery, ConstScoreQuery, EmptyQuery, InvertedIndexRangeQuery, Occur, PhraseQuery,
    Query, TermQuery, TermSetQuery,
};
use tantivy::schema::{Field, IndexRecordOption};
use tantivy::{Score, Searcher, Term};

use crate::codes::{self, NUMBER_END};
use crate::document::ModulePart;
use crate::error::SearchError;
use crate::pairs::pairs;
use crate::part::PartPhraseQuery;
use crate::schema::Fields;
use crate::syntax::{Atom, AtomKind, ParsedQuery};
use crate::vocabulary::{beginning, stems};
use crate::wild::{Wild, WildQuery};
use crate::words::{Segmentation, Word, words};

/// Score boost of a word in the title.
const TITLE: Score = 2.0;
/// A code prefix, and an exact code, rank above every word match.
const CODE_BEGINS: Score = 40.0;
const CODE_EQUALS: Score = 80.0;

/// The most spellings of a number that are searched.
const MAX_SPELLINGS: usize = 8;

/// The terms to highlight in results.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Highlights {
    pub(crate) terms: Vec<String>,
    /// Sequences of those terms that must be adjacent.
    pub(crate) phrases: Vec<Vec<String>>,
    /// Words with wildcards.
    pub(crate) wild: Vec<Arc<Wild>>,
    /// Code prefixes.
    pub(crate) codes: Vec<String>,
}

pub(crate) struct CompiledQuery {
    pub(crate) query: Box<dyn Query>,
    pub(crate) highlights: Highlights,
    /// The parts of a module a snippet may come from; empty means anywhere.
    pub(crate) passages: Vec<ModulePart>,
}

type Clauses = Vec<(Occur, Box<dyn Query>)>;

/// Compiles a query; `places` restricts matches to parts of a module.
pub(crate) fn compile(
    fields: &Fields,
    searcher: &Searcher,
    question: &ParsedQuery,
    places: &[ModulePart],
) -> Result<CompiledQuery, SearchError> {
    let mut compiler = Compiler { fields, searcher, places, highlights: Highlights::default(), titles: Vec::new() };
    let mut clauses: Clauses = Vec::new();
    for clause in &question.clauses {
        if clause.negated {
            for atom in &clause.any {
                clauses.push((Occur::MustNot, compiler.unmarked(atom)?));
            }
        } else if let [atom] = clause.any.as_slice() {
            compiler.all_of(atom, &mut clauses)?;
        } else {
            let alternatives = clause.any.iter().map(|atom| compiler.atom(atom)).collect::<Result<_, _>>()?;
            for atom in &clause.any {
                let found = compiler.plain(atom);
                compiler.weigh_titles(&found);
            }
            clauses.push((Occur::Must, any(alternatives)));
        }
    }
    let wanted = clauses.iter().filter(|(occur, _)| *occur == Occur::Must).count();
    if wanted == 0 {
        clauses.push((Occur::Must, Box::new(AllQuery)));
    }
    let titles = std::mem::take(&mut compiler.titles);
    let highlights = compiler.highlights;
    // A single word in text or title: the index can skip documents that cannot reach the top.
    if wanted == 1 && clauses.len() == 1 && titles.len() == 1 {
        clauses = vec![(Occur::Should, clauses.remove(0).1)];
    }
    clauses.extend(titles.into_iter().map(|title| (Occur::Should, title)));
    let query: Box<dyn Query> = if clauses.len() == 1 && clauses[0].0 != Occur::MustNot {
        clauses.remove(0).1
    } else {
        Box::new(BooleanQuery::new(clauses))
    };
    Ok(CompiledQuery { query, highlights, passages: passages(question, places) })
}

/// The parts of a module that the query names, if each of its words names one.
fn passages(question: &ParsedQuery, places: &[ModulePart]) -> Vec<ModulePart> {
    let mut wanted = question.clauses.iter().filter(|clause| !clause.negated).flat_map(|clause| &clause.any).peekable();
    if wanted.peek().is_none() {
        return places.to_vec();
    }
    let mut all = Vec::new();
    for atom in wanted {
        match atom.place {
            Some(place) => all.push(place),
            None if places.is_empty() => return Vec::new(),
            None => all.extend(places),
        }
    }
    all
}

struct Compiler<'a> {
    fields: &'a Fields,
    searcher: &'a Searcher,
    places: &'a [ModulePart],
    highlights: Highlights,
    /// Title clauses, which boost the score.
    titles: Vec<Box<dyn Query>>,
}

impl Compiler<'_> {
    /// The terms of an atom that must all match, adjacent when possible.
    fn all_of(&mut self, atom: &Atom, clauses: &mut Clauses) -> Result<(), SearchError> {
        let found = self.plain(atom);
        if found.is_empty() {
            clauses.push((Occur::Must, self.atom(atom)?));
            return Ok(());
        }
        for word in &found {
            self.highlights.terms.push(word.term.clone());
            clauses.push((Occur::Must, term(self.fields.body, &word.term)));
        }
        self.weigh_titles(&found);
        Ok(())
    }

    /// The words of an atom that has only words and no field.
    fn plain(&self, atom: &Atom) -> Vec<Word> {
        let anywhere = atom.kind == AtomKind::Word && atom.place.is_none() && self.places.is_empty();
        let found = if anywhere { words(&atom.text, Segmentation::Asked) } else { Vec::new() };
        if is_list(&found) && !codes::looks_like_one(&atom.text) { found } else { Vec::new() }
    }

    fn weigh_titles(&mut self, found: &[Word]) {
        for word in found {
            let titled = term(self.fields.title, &word.term);
            self.titles.push(Box::new(BoostQuery::new(titled, TITLE)));
        }
    }

    fn unmarked(&mut self, atom: &Atom) -> Result<Box<dyn Query>, SearchError> {
        let highlights = self.highlights.clone();
        let query = self.atom(atom);
        self.highlights = highlights;
        query
    }

    fn atom(&mut self, atom: &Atom) -> Result<Box<dyn Query>, SearchError> {
        Ok(match atom.kind {
            AtomKind::Code => self.code(&atom.text),
            AtomKind::Info => {
                let code = Term::from_field_text(self.fields.info, &atom.text.to_lowercase());
                scored(Box::new(TermQuery::new(code, IndexRecordOption::Basic)), 1.0)
            }
            AtomKind::Wild => self.wild(atom)?,
            AtomKind::Word | AtomKind::Phrase => self.text(atom)?,
        })
    }

    /// The parts of a module an atom is restricted to; empty means anywhere.
    fn places_of(&self, atom: &Atom) -> Vec<ModulePart> {
        atom.place.map_or_else(|| self.places.to_vec(), |place| vec![place])
    }

    fn text(&mut self, atom: &Atom) -> Result<Box<dyn Query>, SearchError> {
        let mut spellings = match codes::stock_number(&atom.text) {
            Some(spellings) => spellings.to_vec(),
            None => vec![atom.text.clone()],
        };
        spellings.extend(self.dashed(atom)?);
        spellings.sort_unstable();
        spellings.dedup();
        Ok(any(spellings.iter().map(|text| self.spelt(atom, text)).collect()))
    }

    /// The indexed numbers that are the text of an atom with dashes.
    fn dashed(&self, atom: &Atom) -> Result<Vec<String>, SearchError> {
        let is_plain = atom.kind == AtomKind::Word && !atom.text.contains('-');
        let Some(number) = codes::compact_number(&atom.text).filter(|_| is_plain) else { return Ok(Vec::new()) };
        let first = format!("{number}{NUMBER_END}");
        let found = beginning(self.searcher, self.fields.number, &first, MAX_SPELLINGS)?;
        Ok(found.into_iter().map(|term| term.word[first.len()..].to_owned()).collect())
    }

    /// One spelling of an atom.
    fn spelt(&mut self, atom: &Atom, text: &str) -> Box<dyn Query> {
        let found = words(text, Segmentation::Asked);
        self.highlights.terms.extend(found.iter().map(|word| word.term.clone()));
        let list = atom.kind == AtomKind::Word && is_list(&found);
        if !list && found.len() > 1 {
            self.highlights.phrases.push(found.iter().map(|word| word.term.clone()).collect());
        }
        let places = self.places_of(atom);
        let coded = atom.kind == AtomKind::Word && codes::looks_like_one(text);
        if places.is_empty() {
            let query = in_text(self.fields, &found, list);
            return if coded { any(vec![query, self.code(text)]) } else { query };
        }
        let fields = self.fields;
        any(places
            .into_iter()
            .map(|place| match place {
                ModulePart::Code => self.code(text),
                place => in_part(fields, place, &found, list),
            })
            .collect())
    }

    fn code(&mut self, text: &str) -> Box<dyn Query> {
        let Some(asked) = codes::asked(text) else { return Box::new(EmptyQuery) };
        let from = Term::from_field_text(self.fields.code, &asked);
        let to = Term::from_field_text(self.fields.code, &format!("{asked}{}", char::MAX));
        self.highlights.codes.push(asked);
        let equal = TermQuery::new(from.clone(), IndexRecordOption::Basic);
        let begins = InvertedIndexRangeQuery::new(Bound::Included(from), Bound::Excluded(to));
        any(vec![scored(Box::new(begins), CODE_BEGINS), scored(Box::new(equal), CODE_EQUALS)])
    }

    fn wild(&mut self, atom: &Atom) -> Result<Box<dyn Query>, SearchError> {
        let bare = atom.text.trim_end_matches('*');
        if !bare.contains('*') && bare.contains('-') && codes::looks_like_one(bare) {
            return Ok(self.code(bare));
        }
        let text = atom.text.to_lowercase();
        let mut parts: Clauses = Vec::new();
        // Index words contain no punctuation, so it separates two words.
        for part in text.split(|c: char| c != '*' && !c.is_alphanumeric()) {
            if part.contains('*') && part.chars().any(char::is_alphanumeric) {
                parts.push((Occur::Must, self.like(part, atom)?));
            } else if !part.is_empty() && !part.contains('*') {
                let word = Atom { kind: AtomKind::Word, text: part.to_owned(), place: atom.place };
                parts.push((Occur::Must, self.text(&word)?));
            }
        }
        Ok(if parts.len() == 1 { parts.remove(0).1 } else { Box::new(BooleanQuery::new(parts)) })
    }

    /// Written words that match a wildcard pattern.
    fn like(&mut self, text: &str, atom: &Atom) -> Result<Box<dyn Query>, SearchError> {
        let Some(wild) = Wild::new(text).map(Arc::new) else { return Ok(Box::new(EmptyQuery)) };
        self.highlights.wild.push(Arc::clone(&wild));
        let (fields, places) = (self.fields, self.places_of(atom));
        let like = |field: Field| scored(Box::new(WildQuery { field, wild: Arc::clone(&wild) }), 1.0);
        if places.is_empty() {
            return Ok(like(fields.word));
        }
        let stems = stems(self.searcher, fields.word, &wild)?;
        let in_place = |place: ModulePart| -> Box<dyn Query> {
            if place == ModulePart::Code {
                return like(fields.code);
            }
            // Fields for parts of a module contain only stems: match a stem of such a word there, and the word itself
            // in the whole module.
            let field = fields.of(place).unwrap_or(fields.title);
            let there = TermSetQuery::new(stems.iter().map(|stem| Term::from_field_text(field, stem)));
            let there = scored(Box::new(there), 1.0);
            Box::new(BooleanQuery::new(vec![(Occur::Must, like(fields.word)), (Occur::Must, there)]))
        };
        Ok(any(places.into_iter().map(in_place).collect()))
    }
}

/// The words need not be adjacent: single words, and Chinese words of more than one character.
fn is_list(found: &[Word]) -> bool {
    let long = |word: &Word| word.chinese && word.term.chars().nth(1).is_some();
    found.len() == 1 || (found.len() > 1 && found.iter().all(long))
}

/// A query on the full text, using the pairs of frequent words.
fn in_text(fields: &Fields, found: &[Word], list: bool) -> Box<dyn Query> {
    let mut known: Vec<_> = if list { Vec::new() } else { pairs(found).map(|pair| term(fields.pair, &pair)).collect() };
    if found.len() == 2 && known.len() == 1 {
        return known.remove(0);
    }
    let text = in_field(fields.body, found, list);
    if known.is_empty() {
        return text;
    }
    // Few documents contain all the pairs; only those are checked for the phrase.
    let all = known.into_iter().chain([text]).map(|query| (Occur::Must, query));
    Box::new(BooleanQuery::new(all.collect()))
}

/// A query on one part of a module. The score is that of the whole text.
fn in_part(fields: &Fields, place: ModulePart, found: &[Word], list: bool) -> Box<dyn Query> {
    let Some(part) = fields.of(place) else { return in_field(fields.title, found, list) };
    let there = |word: &Word| {
        let term = Term::from_field_text(part, &word.term);
        (Occur::Must, scored(Box::new(TermQuery::new(term, IndexRecordOption::Basic)), 0.0))
    };
    let mut clauses: Clauses = found.iter().map(there).collect();
    clauses.push((Occur::Must, in_field(fields.body, found, list)));
    if let ([first, _, ..], false) = (found, list) {
        let distance = |word: &Word| u32::try_from(word.position - first.position).unwrap_or(u32::MAX);
        let term = |word: &Word| (distance(word), Term::from_field_text(fields.body, &word.term));
        let phrase = PartPhraseQuery { place, terms: found.iter().map(term).collect() };
        clauses.push((Occur::Must, scored(Box::new(phrase), 0.0)));
    }
    Box::new(BooleanQuery::new(clauses))
}

fn in_field(field: Field, found: &[Word], list: bool) -> Box<dyn Query> {
    match found {
        [] => Box::new(EmptyQuery),
        [word] => term(field, &word.term),
        _ if list => {
            let all = found.iter().map(|word| (Occur::Must, term(field, &word.term)));
            Box::new(BooleanQuery::new(all.collect()))
        }
        _ => {
            let terms = found.iter().map(|word| (word.position, Term::from_field_text(field, &word.term)));
            Box::new(PhraseQuery::new_with_offset(terms.collect()))
        }
    }
}

fn term(field: Field, text: &str) -> Box<dyn Query> {
    Box::new(TermQuery::new(Term::from_field_text(field, text), IndexRecordOption::WithFreqs))
}

fn scored(query: Box<dyn Query>, score: Score) -> Box<dyn Query> {
    Box::new(ConstScoreQuery::new(query, score))
}

fn any(mut queries: Vec<Box<dyn Query>>) -> Box<dyn Query> {
    match queries.pop() {
        Some(only) if queries.is_empty() => only,
        Some(last) => {
            queries.push(last);
            Box::new(BooleanQuery::new(queries.into_iter().map(|query| (Occur::Should, query)).collect()))
        }
        None => Box::new(EmptyQuery),
    }
}
