//! Search on the wire.

use app::search::scope::Lane;
use app::search::{
    Ask, Facet, FacetField, FacetValue, Filters, Found, Item, MAX_ANSWERS, Offer, Piece, SavedSearch, Sort, State,
    Status, Where,
};
use chrono::{DateTime, Utc};
use domain::field::FieldCode;
use domain::language::Locale;
use domain::page::PageRequest;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::page::tree_page_request;
use crate::texts;

/// Answers on a page when nobody says how many.
const PAGE_SIZE: u32 = 20;
/// Suggestions when nobody says how many.
const SUGGESTIONS: u32 = 8;

/// A question.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SearchRequest {
    /// Words, `"phrases"`, `-not`, `field:value`, `OR`, `wild*`; empty lists the newest.
    #[serde(default)]
    #[schema(example = "\"hydraulic pump\" in:warning -filter")]
    pub search_text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page_number: Option<u32>,
    /// 20 when left out; nobody gets more than 500 answers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page_size: Option<u32>,
    #[serde(default)]
    pub sort: SearchSortView,
    #[serde(default)]
    pub lane: SearchLaneView,
    #[serde(default)]
    pub filters: SearchFiltersView,
}

/// What answers are sorted by.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SearchSort)]
pub enum SearchSortView {
    #[default]
    Relevance,
    Newest,
    Code,
    Title,
}

/// Which states of manuals are searched.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SearchLane)]
pub enum SearchLaneView {
    /// What people work on.
    #[default]
    Working,
    /// All revisions of the manufacturer.
    Oem,
    All,
}

/// Values of which an answer must have one; an empty list means any.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
#[schema(as = SearchFilters)]
pub struct SearchFiltersView {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub csdb_name: Vec<String>,
    /// As in `H160/MEL`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub manual_name: Vec<String>,
    /// As in `en-US`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub language: Vec<String>,
    /// The content type, as in `proced`; for what has none, its kind.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub kind: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub status: Vec<String>,
    /// As in `29`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ata_chapter: Vec<String>,
    /// What modules apply to, in the words of their authors.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub applicability: Vec<String>,
    /// Ids of OEM revisions.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub revision: Vec<String>,
    /// Where words must stand: title, code, para, step, warning, caution, note, figure, table or mel.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub r#where: Vec<String>,
}

impl SearchRequest {
    /// The page that is asked for.
    pub fn page(&self) -> Result<PageRequest, app::Error> {
        tree_page_request(self.page_number, Some(self.page_size.unwrap_or(PAGE_SIZE)))
    }

    /// The question itself.
    pub fn ask(self) -> Result<Ask, app::Error> {
        let places = self.filters.r#where.iter().map(|word| Where::parse(word)).collect::<Option<Vec<_>>>();
        let places = places.ok_or_else(|| app::Error::field("filters.where", FieldCode::UnknownValue))?;
        let mut filters = Filters::default();
        let chosen = self.filters;
        for (field, values) in [
            (FacetField::Csdb, chosen.csdb_name),
            (FacetField::Manual, chosen.manual_name),
            (FacetField::Language, chosen.language),
            (FacetField::Kind, chosen.kind),
            (FacetField::Status, chosen.status),
            (FacetField::Chapter, chosen.ata_chapter),
            (FacetField::Applicability, chosen.applicability),
            (FacetField::Revision, chosen.revision),
        ] {
            filters.choose(field, values);
        }
        let sort = match self.sort {
            SearchSortView::Relevance => Sort::Relevance,
            SearchSortView::Newest => Sort::Newest,
            SearchSortView::Code => Sort::Code,
            SearchSortView::Title => Sort::Title,
        };
        let lane = match self.lane {
            SearchLaneView::Working => Lane::Working,
            SearchLaneView::Oem => Lane::Oem,
            SearchLaneView::All => Lane::All,
        };
        Ok(Ask { text: self.search_text, lane, filters, places, sort })
    }
}

/// What was found.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SearchAnswer)]
pub struct SearchAnswerView {
    pub total: u64,
    /// There are more than the 500 that anybody gets to see.
    pub capped: bool,
    pub items: Vec<SearchItemView>,
    pub facets: Vec<SearchFacetView>,
    /// A typing error was forgiven.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub corrected: Option<CorrectionView>,
    pub index: IndexStateView,
    /// In milliseconds.
    pub took: u64,
    pub page_number: u32,
    pub page_size: u32,
}

/// What was typed, and what was answered instead.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SearchCorrection)]
pub struct CorrectionView {
    pub from: String,
    pub to: String,
}

/// One answer.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SearchItem)]
pub struct SearchItemView {
    pub path: String,
    pub code: String,
    pub title: String,
    pub kind: String,
    pub content_type: String,
    pub language: String,
    pub issue: String,
    pub issue_date: String,
    pub status: String,
    pub csdb_name: String,
    pub manual_name: String,
    pub version_id: String,
    /// `working` or `oem`.
    pub lane: SearchLaneView,
    /// The revision to read it in, unless that is what people work on.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub revision: Option<String>,
    pub score: f32,
    /// The HTML id of the passage, as in the rendered module.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub anchor: Option<String>,
    /// Where the passage stands: title, code, para, step, warning, caution, note, figure, table or mel.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub r#where: Option<String>,
    pub snippet: Vec<SnippetPieceView>,
}

/// A piece of a passage.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SnippetPiece)]
pub struct SnippetPieceView {
    pub text: String,
    /// This is what was looked for.
    pub hit: bool,
}

impl From<Piece> for SnippetPieceView {
    fn from(piece: Piece) -> Self {
        Self { text: piece.text, hit: piece.hit }
    }
}

impl From<Item> for SearchItemView {
    fn from(item: Item) -> Self {
        let (head, passage) = (item.head, item.passage);
        Self {
            path: item.path,
            code: head.code,
            title: head.title,
            kind: head.kind,
            content_type: head.content_type,
            language: head.language,
            issue: head.issue,
            issue_date: head.issue_date,
            status: head.status,
            csdb_name: item.csdb_name,
            manual_name: item.manual_name,
            version_id: head.version.to_string(),
            lane: if item.working { SearchLaneView::Working } else { SearchLaneView::Oem },
            revision: item.revision,
            score: item.score,
            anchor: passage.as_ref().map(|passage| passage.anchor.clone()).filter(|anchor| !anchor.is_empty()),
            r#where: passage.as_ref().map(|passage| passage.place.as_str().to_owned()),
            snippet: passage.into_iter().flat_map(|passage| passage.pieces).map(SnippetPieceView::from).collect(),
        }
    }
}

/// What answers have in common.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SearchFacet)]
pub struct SearchFacetView {
    /// csdbName, manualName, language, kind, status, ataChapter, applicability or revision.
    pub field: String,
    /// Most frequent first.
    pub values: Vec<SearchFacetValueView>,
}

#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SearchFacetValue)]
pub struct SearchFacetValueView {
    /// As the filter takes it.
    pub value: String,
    /// As people read it.
    pub label: String,
    pub count: u64,
}

impl SearchFacetView {
    fn new(facet: Facet, locale: Locale) -> Self {
        let field = facet.field;
        let view = |value: FacetValue| SearchFacetValueView {
            label: label(field, &value, locale),
            value: value.value,
            count: value.count,
        };
        Self { field: field.as_str().to_owned(), values: facet.values.into_iter().map(view).collect() }
    }
}

fn label(field: FacetField, value: &FacetValue, locale: Locale) -> String {
    let said = |key: String| texts::catalogue(locale).get(&key).cloned();
    let own = || value.value.clone();
    match field {
        FacetField::Kind => said(format!("contentType.{}", value.value)).unwrap_or_else(own),
        FacetField::Chapter => {
            let system = domain::sns::systems().find(|system| system.code == value.value);
            system.map_or_else(own, |system| format!("{} {}", value.value, system.title(locale)))
        }
        FacetField::Revision => value.revision.as_ref().map_or_else(own, |revision| {
            let params =
                [("manual".to_owned(), revision.manual.clone()), ("number".to_owned(), revision.number.to_string())];
            texts::say(locale, "search.revision", &params)
        }),
        _ => own(),
    }
}

/// How far the index is.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = IndexState)]
pub struct IndexStateView {
    pub state: IndexStateWord,
    /// Documents that are not in the index yet.
    pub behind: u64,
}

#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum IndexStateWord {
    Ready,
    CatchingUp,
    Rebuilding,
}

impl From<State> for IndexStateWord {
    fn from(state: State) -> Self {
        match state {
            State::Ready => Self::Ready,
            State::CatchingUp => Self::CatchingUp,
            State::Rebuilding => Self::Rebuilding,
        }
    }
}

impl SearchAnswerView {
    pub fn new(asked: String, found: Found, page: PageRequest, locale: Locale) -> Self {
        Self {
            total: found.total,
            capped: found.total > MAX_ANSWERS as u64,
            items: found.items.into_iter().map(SearchItemView::from).collect(),
            facets: found.facets.into_iter().map(|facet| SearchFacetView::new(facet, locale)).collect(),
            corrected: found.corrected.map(|to| CorrectionView { from: asked, to }),
            index: IndexStateView { state: found.state.into(), behind: found.behind },
            took: found.took,
            page_number: page.number(),
            page_size: page.size(),
        }
    }
}

/// What somebody types.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct SuggestQuery {
    #[serde(default)]
    pub text: String,
    /// Only modules of this database.
    pub csdb_name: Option<String>,
    /// 8 when left out, 20 at most.
    pub limit: Option<u32>,
}

impl SuggestQuery {
    pub fn limit(&self) -> usize {
        usize::try_from(self.limit.unwrap_or(SUGGESTIONS)).unwrap_or(usize::MAX)
    }
}

/// Something to offer to whoever is still typing.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Suggestion)]
pub struct SuggestionView {
    pub kind: SuggestionKind,
    /// What to put in the box.
    pub text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub code: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub title: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub path: Option<String>,
}

#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum SuggestionKind {
    Module,
    Term,
}

impl From<Offer> for SuggestionView {
    fn from(offer: Offer) -> Self {
        match offer {
            Offer::Term(text) => Self { kind: SuggestionKind::Term, text, code: None, title: None, path: None },
            Offer::Module { head, path } => Self {
                kind: SuggestionKind::Module,
                text: head.title.clone(),
                code: Some(head.code),
                title: Some(head.title),
                path: Some(path),
            },
        }
    }
}

/// What is written to a file.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct SearchExportQuery {
    /// The question, as JSON of a `SearchRequest`.
    pub q: String,
    #[param(inline)]
    pub format: SearchExportFormat,
}

#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum SearchExportFormat {
    Csv,
}

impl SearchExportQuery {
    pub fn request(&self) -> Result<SearchRequest, app::Error> {
        serde_json::from_str(&self.q).map_err(|_| app::Error::field("q", FieldCode::Type))
    }
}

/// A search to keep.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SaveSearchRequest {
    /// One of the same name is replaced.
    pub name: String,
    pub request: SearchRequest,
}

/// A search that is kept.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SavedSearch)]
pub struct SavedSearchView {
    pub id: String,
    pub name: String,
    pub request: SearchRequest,
    pub created_on: DateTime<Utc>,
}

impl From<SavedSearch> for SavedSearchView {
    fn from(saved: SavedSearch) -> Self {
        Self {
            // What an older program kept and this one cannot read is still there to be deleted.
            request: serde_json::from_str(&saved.request).unwrap_or_default(),
            id: saved.id,
            name: saved.name,
            created_on: saved.created_on,
        }
    }
}

/// How the index of the node that answers is.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SearchStatus)]
pub struct SearchStatusView {
    pub state: IndexStateWord,
    /// Documents that are not in the index yet.
    pub behind: u64,
    pub documents: u64,
    pub size_bytes: u64,
}

impl From<Status> for SearchStatusView {
    fn from(status: Status) -> Self {
        Self { state: status.state.into(), behind: status.behind, documents: status.documents, size_bytes: status.size }
    }
}
