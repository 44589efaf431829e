//! Search: questions and their answers, suggestions, and searches that people keep.

mod alike;
mod catalogue;
pub mod follower;
mod illustrations;
mod past;
mod saved;
mod source;

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;

use ::search::scope::SearchLane;
use ::search::{Index, Request, SearchError, SearchHits};
use chrono::{DateTime, Utc};
use domain::field::FieldCode;
use domain::id::VersionId;
use domain::page::PageRequest;
use domain::permission::Permission;

use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, QueryError};
use crate::core::search_engine::SearchCatalogue;
use crate::library::media::MediaUsage;

pub use crate::core::search_engine::IndexState;
pub use ::search::scope;
pub use ::search::syntax::{FIELDS, SyntaxError, SyntaxFault};
pub use ::search::{
    DocumentHead, FacetField, Filters, MAX_ANSWERS, ModulePart, ResultDetail, Snippet, SnippetPart, Sort,
};
pub use alike::AlikeText;
pub(crate) use alike::{ComparedText, alike};
pub use saved::{SavedSearch, delete, list, save, update};

/// Characters that a question may have.
const MAX_TEXT: usize = 1_000;
/// Suggestions that are given at once.
const MAX_SUGGESTIONS: usize = 20;

/// A question.
#[derive(Debug, Clone, Default)]
pub struct SearchQuery {
    pub text: String,
    pub lane: SearchLane,
    pub filters: Filters,
    /// Parts of a module to search in; empty means all.
    pub places: Vec<ModulePart>,
    pub sort: Sort,
    /// The working lanes as they were at this moment.
    pub as_of: Option<DateTime<Utc>>,
}

/// Search results.
#[derive(Debug)]
pub struct SearchResults {
    pub total: u64,
    pub items: Vec<SearchResult>,
    /// Media that the question names by their number; on the first page only.
    pub media: Vec<MediaUsage>,
    pub facets: Vec<LabelledFacet>,
    /// The question that was answered, where a typing error was forgiven.
    pub corrected: Option<String>,
    pub state: IndexState,
    /// Documents that are not in the index yet.
    pub behind: u64,
    /// In milliseconds.
    pub took: u64,
}

/// One answer.
#[derive(Debug, Clone)]
pub struct SearchResult {
    /// Its `version` is the number of the document in the index.
    pub head: DocumentHead,
    pub version: Option<VersionId>,
    pub path: String,
    pub csdb_name: String,
    pub manual_name: String,
    pub working: bool,
    /// The snapshot to read it in, unless that is the one people work on.
    pub revision: Option<String>,
    /// Only for those from whom nothing is hidden: it depends on how often a word occurs in all documents.
    pub score: Option<f32>,
    pub passage: Option<Snippet>,
}

/// Counted values of one field over all results.
#[derive(Debug, Clone)]
pub struct LabelledFacet {
    pub field: FacetField,
    pub values: Vec<FacetValue>,
    /// There are more than an answer names.
    pub capped: bool,
}

#[derive(Debug, Clone)]
pub struct FacetValue {
    pub value: String,
    /// The words in which it is shown where they are not its own; for a revision its manual and number.
    pub revision: Option<RevisionLabel>,
    pub count: u64,
}

/// Label of a revision.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RevisionLabel {
    pub manual: String,
    pub number: i64,
    pub name: String,
}

/// A suggestion for an unfinished query.
#[derive(Debug, Clone)]
pub enum Offer {
    Module { head: Box<DocumentHead>, path: String },
    Media(Box<MediaUsage>),
    Term(String),
}

/// State of the index.
#[derive(Debug, Clone, Copy)]
pub struct IndexStatus {
    pub state: IndexState,
    pub behind: u64,
    pub documents: u64,
    pub size: u64,
}

/// Answers a question.
pub async fn ask(ctx: &Ctx, caller: &Caller, ask: SearchQuery, page: PageRequest) -> Result<SearchResults, Error> {
    let first = usize::try_from(page.offset()).unwrap_or(usize::MAX).min(MAX_ANSWERS);
    let count = usize::try_from(page.size()).unwrap_or(MAX_ANSWERS).min(MAX_ANSWERS - first);
    answer(ctx, caller, ask, first, count).await
}

/// Answers a question with all that anybody gets to see.
pub async fn ask_all(ctx: &Ctx, caller: &Caller, ask: SearchQuery) -> Result<SearchResults, Error> {
    answer(ctx, caller, ask, 0, MAX_ANSWERS).await
}

async fn answer(
    ctx: &Ctx,
    caller: &Caller,
    ask: SearchQuery,
    first: usize,
    count: usize,
) -> Result<SearchResults, Error> {
    caller.require(Permission::ReadContent)?;
    if ask.text.chars().count() > MAX_TEXT {
        return Err(Error::field("searchText", FieldCode::TooLong));
    }
    let started = Instant::now();
    let catalogue = catalogue::seen_by(ctx, caller).await?;
    let ((state, behind), catalogue) = match ask.as_of {
        Some(moment) => (ctx.search.past_state(&catalogue), Arc::new(past::catalogue(ctx, &catalogue, moment).await?)),
        None => (ctx.search.state(&catalogue), catalogue),
    };
    let media = if first == 0 { illustrations::find(ctx, caller, &catalogue, &ask).await? } else { Vec::new() };
    let (given, known) = (Arc::clone(&catalogue), ctx.search.index());
    let answer = with_index(ctx, known, move |index| {
        let request = Request {
            text: &ask.text,
            scope: &given.scope,
            lane: ask.lane,
            filters: &ask.filters,
            places: &ask.places,
            sort: ask.sort,
            first,
            count,
            wanted: ResultDetail::Everything,
        };
        index.search(&request)
    });
    let answer = match answer.await? {
        Some(answer) => answer,
        None => SearchHits { total: 0, hits: Vec::new(), facets: Vec::new(), corrected: None },
    };
    Ok(SearchResults {
        total: answer.total,
        facets: answer.facets.into_iter().map(|facet| labelled(&catalogue, facet)).collect(),
        items: answer.hits.into_iter().map(|hit| item(&catalogue, hit)).collect(),
        media,
        corrected: answer.corrected,
        state,
        behind,
        took: u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX),
    })
}

/// Asks the index on a thread of its own; `None` where there is none yet.
async fn with_index<T: Send + 'static>(
    ctx: &Ctx,
    index: Option<Index>,
    work: impl FnOnce(&Index) -> Result<T, SearchError> + Send + 'static,
) -> Result<Option<T>, Error> {
    let Some(index) = index else { return Ok(None) };
    let own = index.clone();
    match tokio::task::spawn_blocking(move || work(&own)).await? {
        Ok(answer) => Ok(Some(answer)),
        Err(SearchError::Syntax(error)) => Err(Error::Query(QueryError::Syntax(error))),
        Err(error) => {
            if error.is_damage() {
                ctx.search.discard(&index);
            }
            Err(Error::Query(QueryError::Unavailable(error)))
        }
    }
}

fn labelled(catalogue: &SearchCatalogue, facet: ::search::FacetValues) -> LabelledFacet {
    let revision = |value: &str| {
        let snapshot = catalogue.snapshot(value.parse().ok()?)?;
        let manual = format!("{}/{}", snapshot.csdb_name, snapshot.manual_name);
        Some(RevisionLabel { manual, number: snapshot.oem?, name: snapshot.name.clone() })
    };
    let is_revision = facet.field == FacetField::Revision;
    let values = facet.values.into_iter().map(|(value, count)| {
        let revision = is_revision.then(|| revision(&value)).flatten();
        FacetValue { value, revision, count }
    });
    LabelledFacet { field: facet.field, values: values.collect(), capped: facet.capped }
}

/// The path of a module.
fn path_of(catalogue: &SearchCatalogue, head: &DocumentHead) -> String {
    let manual = catalogue.manual(&head.manual);
    let (csdb, name) = manual.map(|manual| (manual.csdb_name.as_str(), manual.name.as_str())).unwrap_or_default();
    domain::path::of_object(csdb, Some(name), &head.key)
}

fn item(catalogue: &SearchCatalogue, hit: ::search::Hit) -> SearchResult {
    let manual = catalogue.manual(&hit.head.manual);
    let (csdb_name, manual_name) =
        manual.map(|manual| (manual.csdb_name.clone(), manual.name.clone())).unwrap_or_default();
    SearchResult {
        path: path_of(catalogue, &hit.head),
        csdb_name,
        manual_name,
        working: hit.working,
        revision: (!hit.working).then(|| hit.snapshot.to_string()),
        score: (!catalogue.scope.is_partial).then_some(hit.score),
        passage: hit.passage,
        version: catalogue::member(hit.head.version).map(|member| member.version),
        head: hit.head,
    }
}

/// Suggests media, modules and terms for an unfinished query.
pub async fn suggest(
    ctx: &Ctx,
    caller: &Caller,
    text: String,
    csdb_name: Option<String>,
    limit: usize,
) -> Result<Vec<Offer>, Error> {
    caller.require(Permission::ReadContent)?;
    Error::unless_searchable("text", &text)?;
    let catalogue = catalogue::seen_by(ctx, caller).await?;
    let given = Arc::clone(&catalogue);
    let mut filters = Filters::default();
    filters.choose(FacetField::Csdb, csdb_name.into_iter().collect());
    let limit = limit.clamp(1, MAX_SUGGESTIONS);
    let query = SearchQuery { text, filters, ..SearchQuery::default() };
    let media = illustrations::find(ctx, caller, &catalogue, &query).await?;
    let work = move |index: &Index| index.suggest(&query.text, &given.scope, &query.filters, limit);
    let suggestions = with_index(ctx, ctx.search.index(), work).await?.unwrap_or_default();
    let offer = |suggestion| match suggestion {
        ::search::Suggestion::Term(text) => Offer::Term(text),
        ::search::Suggestion::Module(head) => {
            let manual = catalogue.manual(&head.manual);
            let path = manual.map(|own| domain::path::of_object(&own.csdb_name, Some(&own.name), &head.key));
            Offer::Module { head, path: path.unwrap_or_default() }
        }
    };
    let media = media.into_iter().map(|found| Offer::Media(Box::new(found)));
    Ok(media.chain(suggestions.into_iter().map(offer)).take(limit).collect())
}

/// Reports the state of this node's index.
pub async fn status(ctx: &Ctx, caller: &Caller) -> Result<IndexStatus, Error> {
    caller.require(Permission::ReadContent)?;
    describe(ctx, caller).await
}

async fn describe(ctx: &Ctx, caller: &Caller) -> Result<IndexStatus, Error> {
    let catalogue = catalogue::seen_by(ctx, caller).await?;
    let (state, behind) = ctx.search.state(&catalogue);
    let given = Arc::clone(&catalogue);
    let work = move |index: &Index| Ok((index.documents_in(&given.scope)?, index.size()?));
    let (documents, size) = with_index(ctx, ctx.search.index(), work).await?.unwrap_or_default();
    // The size of the whole index would tell how much there is that the caller does not see.
    let size = if catalogue.scope.is_partial { 0 } else { size };
    Ok(IndexStatus { state, behind, documents, size })
}

/// Has the index of this node built anew; until then the one that is there answers.
pub async fn rebuild(ctx: &Ctx, caller: &Caller) -> Result<IndexStatus, Error> {
    caller.require(Permission::ManageSystem)?;
    ctx.search.rebuild_wanted.store(true, Ordering::Relaxed);
    ctx.search.set_rebuilding(true);
    ctx.search.nudged.notify_one();
    tracing::info!(user.account = %caller.user.account.as_str(), "The search index is to be built anew");
    describe(ctx, caller).await
}

/// Ends the follower of this node.
pub fn close(ctx: &Ctx) {
    ctx.search.close();
}
