//! Running a search: filtering, ranking and counting.

mod alike;

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;
use std::sync::Arc;

use tantivy::query::{EnableScoring, Query};
use tantivy::schema::Value;
use tantivy::{DocAddress, Score, Searcher, TantivyDocument};
use zstd::bulk::Decompressor;

use crate::compile::{CompiledQuery, Highlights, compile};
use crate::document::{DocumentHead, ModulePart};
use crate::error::SearchError;
use crate::facets::{FacetCounts, FacetFilter, FacetValues, FilterResult, revision_value};
use crate::index::Index;
use crate::request::{Request, ResultDetail, Sort};
use crate::scope::{SearchLane, Segment, SnapshotVersions};
use crate::sets::DocBits;
use crate::snippet::{Finder, Snippet};
use crate::syntax::{self, Filter, ParsedQuery};
use crate::{blocks, forgive, rank};

pub use alike::{AlikeParagraph, AlikeRequest};

/// The most results any caller can page through.
pub const MAX_ANSWERS: usize = 500;
/// With fewer exact results than this, typing errors are corrected.
const FEW: u64 = 3;
/// Factor for the score of obsolete versions, so small that every current one ranks above them.
const OBSOLETE: Score = 1e-6;

#[derive(Debug)]
pub struct SearchHits {
    /// The number of matches; with [`ResultDetail::Heads`] a lower bound.
    pub total: u64,
    pub hits: Vec<Hit>,
    pub facets: Vec<FacetValues>,
    /// The corrected query, when a typing error was corrected.
    pub corrected: Option<String>,
}

#[derive(Debug)]
pub struct Hit {
    pub head: DocumentHead,
    pub score: Score,
    /// The snapshot to read it in.
    pub snapshot: i64,
    /// That snapshot is the working lane's.
    pub working: bool,
    pub passage: Option<Snippet>,
}

/// A segment with the filters of one search applied.
struct SegmentView {
    segment: Arc<Segment>,
    /// The documents in the lane.
    lane: DocBits,
    /// The documents in the selected revisions.
    revisions: Option<DocBits>,
    /// The filter result of each combination of facet values.
    results: Vec<FilterResult>,
    /// Whether each combination is that of obsolete versions.
    obsolete: Vec<bool>,
}

impl SegmentView {
    fn has(&self, doc: u32) -> bool {
        self.lane.contains(doc)
            && self.revisions.as_ref().is_none_or(|revisions| revisions.contains(doc))
            && self.results.get(self.segment.combination_of(doc)) == Some(&FilterResult::Passes)
    }

    fn is_obsolete(&self, doc: u32) -> bool {
        self.obsolete.get(self.segment.combination_of(doc)) == Some(&true)
    }
}

impl Index {
    /// Runs a search.
    pub fn search(&self, request: &Request<'_>) -> Result<SearchHits, SearchError> {
        let question = syntax::parse(request.text)?;
        let searcher = self.searcher();
        let answer = self.answer(&searcher, &question, request)?;
        if answer.total >= FEW {
            return Ok(answer);
        }
        let Some((forgiven, text)) = forgive::forgive(self, &searcher, &question, request)? else {
            return Ok(answer);
        };
        let better = self.answer(&searcher, &forgiven, request)?;
        Ok(if better.total > answer.total { SearchHits { corrected: Some(text), ..better } } else { answer })
    }

    /// The top results of a prepared query.
    pub(crate) fn find(&self, query: &dyn Query, request: &Request<'_>) -> Result<Vec<Hit>, SearchError> {
        let searcher = self.searcher();
        let views = self.views(&searcher, request, &[])?;
        let best = best(&searcher, query, &views, &[], request.count)?;
        let highlights = Highlights::default();
        let finder = Finder::new(&highlights);
        let mut texts = self.text_decompressor()?;
        let hit = |best| self.hit(&searcher, &mut texts, best, &finder, &[], request);
        best.into_iter().map(hit).collect()
    }

    fn answer(
        &self,
        searcher: &Searcher,
        question: &ParsedQuery,
        request: &Request<'_>,
    ) -> Result<SearchHits, SearchError> {
        let places = question.within(request.places);
        let CompiledQuery { query, highlights, passages } = compile(self.fields(), searcher, question, &places)?;
        let views = self.views(searcher, request, &question.filters)?;
        let sort =
            if question.is_everything() && request.sort == Sort::Relevance { Sort::Newest } else { request.sort };
        let last = (request.first + request.count).min(MAX_ANSWERS);
        let counted = request.wanted == ResultDetail::Everything || sort != Sort::Relevance;
        let (mut total, mut facets, mut matched) = (0, Vec::new(), Vec::new());
        if counted {
            let mut counts = FacetCounts::new(&self.segments().names());
            matched = count(searcher, query.as_ref(), &views, request, &mut counts)?;
            total = counts.total;
            facets = counts.finish(&self.segments().names(), request.scope);
        }
        let best = match sort {
            Sort::Relevance => best(searcher, query.as_ref(), &views, &matched, last)?,
            _ => rank::sorted(searcher, &matched, sort, last)?,
        };
        if !counted {
            total = best.len() as u64;
        }
        let chosen = best.into_iter().skip(request.first);
        let finder = Finder::new(&highlights);
        let mut texts = self.text_decompressor()?;
        let hits = chosen.map(|best| self.hit(searcher, &mut texts, best, &finder, &passages, request));
        Ok(SearchHits { total, hits: hits.collect::<Result<_, _>>()?, facets, corrected: None })
    }

    fn views(
        &self,
        searcher: &Searcher,
        request: &Request<'_>,
        typed: &[Filter],
    ) -> Result<Vec<SegmentView>, SearchError> {
        let read = searcher.segment_readers().iter().map(|reader| self.segments().of(reader));
        let segments: Vec<Arc<Segment>> = read.collect::<Result<_, _>>()?;
        let facet_filter = FacetFilter::new(&self.segments().names(), request.scope, request.filters, typed);
        let in_lane = || request.scope.snapshots.iter().filter(|snapshot| snapshot.is_in(request.lane));
        let view = |segment: Arc<Segment>| {
            let chosen = |values: &[String]| {
                segment.docs_in_any(
                    request.scope.snapshots.iter().filter(|snapshot| values.contains(&revision_value(snapshot))),
                )
            };
            let revisions = request.filters.revisions().map(chosen);
            let results = segment.combinations.iter().map(|combination| facet_filter.result(combination)).collect();
            let obsolete = self.segments().names().obsolete(&segment.combinations);
            SegmentView { lane: segment.docs_in_any(in_lane()), revisions, results, obsolete, segment }
        };
        Ok(segments.into_iter().map(view).collect())
    }

    fn hit(
        &self,
        searcher: &Searcher,
        texts: &mut Decompressor<'_>,
        (score, at): (Score, DocAddress),
        finder: &Finder<'_>,
        places: &[ModulePart],
        request: &Request<'_>,
    ) -> Result<Hit, SearchError> {
        let document: TantivyDocument = searcher.doc(at)?;
        let bytes = |field| document.get_first(field).and_then(|value| value.as_bytes()).unwrap_or_default();
        let head: DocumentHead = serde_json::from_slice(bytes(self.fields().head)).map_err(SearchError::Kept)?;
        let passage = match request.wanted {
            ResultDetail::Heads => None,
            ResultDetail::Everything => {
                let text = blocks::unpack(texts, bytes(self.fields().blocks));
                Some(finder.passage(&head, blocks::read(&text), places))
            }
        };
        let place = snapshot_of(head.version, request);
        let working = place.is_some_and(|snapshot| snapshot.working && request.lane != SearchLane::Oem);
        Ok(Hit { snapshot: place.map_or(0, |snapshot| snapshot.id), working, head, score, passage })
    }
}

/// Counts the matching documents and their facets.
fn count(
    searcher: &Searcher,
    query: &dyn Query,
    views: &[SegmentView],
    request: &Request<'_>,
    counts: &mut FacetCounts,
) -> Result<Vec<DocBits>, SearchError> {
    let weight = query.weight(EnableScoring::disabled_from_searcher(searcher))?;
    let mut all = Vec::with_capacity(views.len());
    for (reader, view) in searcher.segment_readers().iter().zip(views) {
        let (alive, documents) = (reader.alive_bitset(), reader.max_doc());
        let (mut matched, mut passing) = (DocBits::none(documents), DocBits::none(documents));
        let mut found = vec![0; view.results.len()];
        weight.for_each_no_score(reader, &mut |docs| {
            for doc in docs.iter().copied() {
                if !view.lane.contains(doc) || !alive.is_none_or(|alive| alive.is_alive(doc)) {
                    continue;
                }
                let combination = view.segment.combination_of(doc);
                let passes = view.results.get(combination) == Some(&FilterResult::Passes);
                if passes {
                    passing.insert(doc);
                }
                if view.revisions.as_ref().is_none_or(|revisions| revisions.contains(doc)) {
                    if let Some(count) = found.get_mut(combination) {
                        *count += 1;
                    }
                    if passes {
                        matched.insert(doc);
                    }
                }
            }
        })?;
        counts.add(&view.segment.combinations, &view.results, &found);
        for snapshot in request.scope.snapshots.iter().filter(|snapshot| snapshot.oem.is_some()) {
            counts.add_revision(revision_value(snapshot), passing.count_in(&view.segment.docs_in(snapshot)));
        }
        all.push(matched);
    }
    Ok(all)
}

/// The snapshot to read a version in: the working lane's, else the newest revision.
fn snapshot_of<'r>(version: u64, request: &Request<'r>) -> Option<&'r SnapshotVersions> {
    let revisions = request.filters.revisions();
    let held = request
        .scope
        .snapshots
        .iter()
        .filter(|snapshot| snapshot.is_in(request.lane) && snapshot.members.contains(version));
    let is_chosen =
        |snapshot: &SnapshotVersions| revisions.is_none_or(|chosen| chosen.contains(&revision_value(snapshot)));
    held.max_by_key(|snapshot| (snapshot.working && request.lane != SearchLane::Oem, is_chosen(snapshot), snapshot.oem))
}

/// A document with its score.
#[derive(PartialEq)]
struct Scored(Score, DocAddress);

impl Eq for Scored {}

impl Ord for Scored {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.total_cmp(&other.0).then_with(|| other.1.cmp(&self.1))
    }
}

impl PartialOrd for Scored {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The top results by score. When the matches are already known, only those are scored.
fn best(
    searcher: &Searcher,
    query: &dyn Query,
    views: &[SegmentView],
    matched: &[DocBits],
    count: usize,
) -> Result<Vec<(Score, DocAddress)>, SearchError> {
    let weight = query.weight(EnableScoring::enabled_from_searcher(searcher))?;
    let mut heap: BinaryHeap<Reverse<Scored>> = BinaryHeap::with_capacity(count + 1);
    for (ord, (reader, view)) in (0..).zip(searcher.segment_readers().iter().zip(views)) {
        let alive = reader.alive_bitset();
        let known = matched.get(ord as usize);
        let passes = |doc| match known {
            Some(known) => known.contains(doc),
            None => view.has(doc) && alive.is_none_or(|alive| alive.is_alive(doc)),
        };
        let threshold = |heap: &BinaryHeap<Reverse<Scored>>| {
            heap.peek().filter(|_| heap.len() >= count).map_or(Score::MIN, |Reverse(worst)| worst.0)
        };
        let start = threshold(&heap);
        weight.for_each_pruning(start, reader, &mut |doc, score| {
            if passes(doc) {
                let score = if view.is_obsolete(doc) { score * OBSOLETE } else { score };
                heap.push(Reverse(Scored(score, DocAddress::new(ord, doc))));
                if heap.len() > count {
                    heap.pop();
                }
            }
            threshold(&heap)
        })?;
    }
    Ok(heap.into_sorted_vec().into_iter().map(|Reverse(Scored(score, at))| (score, at)).collect())
}
