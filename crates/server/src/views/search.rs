//! Wire types for search.

mod answer;
mod facets;
mod saved;
mod status;
mod suggestions;

use app::reading::search::scope::SearchLane;
use app::reading::search::{FacetField, Filters, ModulePart, SearchQuery, Sort};
use chrono::{DateTime, Utc};
use domain::field::FieldCode;
use domain::page::PageRequest;
use domain::snapshot::is_future;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::page::{PageNumber, PageSize, page_request_of};

pub use answer::{SearchAnswerView, SnippetPieceView};
pub use saved::{RenameSearchRequest, SaveSearchRequest, SavedSearchView};
pub use status::SearchStatusView;
pub use suggestions::{SuggestQuery, SuggestionView};

/// Default page size of results.
const PAGE_SIZE: u32 = 20;

/// A search request.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SearchRequest {
    /// Words, `"phrases"`, `-not`, `field:value`, `OR`, `wild*`; empty lists the newest.
    #[serde(default)]
    #[schema(example = "\"hydraulic pump\" in:warning -filter")]
    pub search_text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page_number: Option<PageNumber>,
    /// Default: 20; at most 500 results are available.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page_size: Option<PageSize>,
    #[serde(default)]
    pub sort: SearchSortView,
    #[serde(default)]
    pub lane: SearchLaneView,
    /// The working lanes as they were at this moment, as in `2026-03-01T00:00:00Z`; not with another lane or a revision.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub as_of: Option<DateTime<Utc>>,
    #[serde(default)]
    pub filters: SearchFiltersView,
}

/// Sort order of results.
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

/// The lane to search.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SearchLane)]
pub enum SearchLaneView {
    /// The working lanes.
    #[default]
    Working,
    /// All OEM revisions.
    Oem,
    All,
}

/// Facet selection: a result must have one of the values; an empty list selects all.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
#[schema(as = SearchFilters)]
pub struct SearchFiltersView {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub csdb_name: Vec<String>,
    /// As in `H160/MEL`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub manual_name: Vec<String>,
    /// As in `en-US`; empty for objects without a language.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub language: Vec<String>,
    /// The content type, as in `proced`; for objects without one, the kind.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub kind: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub status: Vec<String>,
    /// As in `29`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ata_chapter: Vec<String>,
    /// Applicability as displayed text.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub applicability: Vec<String>,
    /// Ids of OEM revisions.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub revision: Vec<String>,
    /// Parts of a module: title, code, para, step, warning, caution, note, figure, table or mel.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub r#where: Vec<String>,
}

impl SearchRequest {
    /// The requested page.
    pub fn page(&self) -> Result<PageRequest, app::Error> {
        page_request_of(self.page_number, self.page_size, PAGE_SIZE)
    }

    /// Converts to the search of `app`.
    pub fn ask(self, now: DateTime<Utc>) -> Result<SearchQuery, app::Error> {
        if self.as_of.is_some() && (self.lane != SearchLaneView::Working || !self.filters.revision.is_empty()) {
            return Err(app::Error::field("asOf", FieldCode::NotTogether));
        }
        if self.as_of.is_some_and(|moment| is_future(moment, now)) {
            return Err(app::Error::field("asOf", FieldCode::Future));
        }
        let places = self.filters.r#where.iter().map(|word| ModulePart::parse(word)).collect::<Option<Vec<_>>>();
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
            SearchLaneView::Working => SearchLane::Working,
            SearchLaneView::Oem => SearchLane::Oem,
            SearchLaneView::All => SearchLane::All,
        };
        Ok(SearchQuery { text: self.search_text, lane, filters, places, sort, as_of: self.as_of })
    }
}

/// Options of a result export.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct SearchExportQuery {
    /// The search as JSON of a `SearchRequest`.
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
