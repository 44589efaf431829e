//! Wire types for search results.

use app::reading::search::{MAX_ANSWERS, SearchResult, SearchResults, SnippetPart};
use domain::language::Locale;
use domain::page::PageRequest;
use serde::Serialize;
use utoipa::ToSchema;

use super::SearchLaneView;
use super::facets::SearchFacetView;
use super::status::IndexStateView;
use crate::views::media::MediaView;

/// Search results.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SearchAnswer)]
pub struct SearchAnswerView {
    pub total: u64,
    /// More matches exist than the 500 available ones.
    pub capped: bool,
    pub items: Vec<SearchItemView>,
    /// Media whose number is the query, at most 8 of each database; on the first page only.
    pub media: Vec<MediaView>,
    pub facets: Vec<SearchFacetView>,
    /// Set when a typing error was corrected.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub corrected: Option<CorrectionView>,
    pub index: IndexStateView,
    /// In milliseconds.
    pub took: u64,
    pub page_number: u32,
    pub page_size: u32,
}

/// The typed query, and the corrected one.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SearchCorrection)]
pub struct CorrectionView {
    pub from: String,
    pub to: String,
}

/// One result.
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
    /// The revision to read it in; left out for the working lane.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub revision: Option<String>,
    /// Left out for a caller from whom something is hidden.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub score: Option<f32>,
    /// The HTML id of the snippet's block in the rendered module.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub anchor: Option<String>,
    /// The part of the module: title, code, para, step, warning, caution, note, figure, table or mel.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub r#where: Option<String>,
    pub snippet: Vec<SnippetPieceView>,
}

/// A part of a snippet.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SnippetPiece)]
pub struct SnippetPieceView {
    pub text: String,
    /// Highlighted.
    pub hit: bool,
}

impl From<SnippetPart> for SnippetPieceView {
    fn from(piece: SnippetPart) -> Self {
        Self { text: piece.text, hit: piece.hit }
    }
}

impl From<SearchResult> for SearchItemView {
    fn from(item: SearchResult) -> Self {
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
            version_id: item.version.map(|version| version.to_string()).unwrap_or_default(),
            lane: if item.working { SearchLaneView::Working } else { SearchLaneView::Oem },
            revision: item.revision,
            score: item.score,
            anchor: passage.as_ref().map(|passage| passage.anchor.clone()).filter(|anchor| !anchor.is_empty()),
            r#where: passage.as_ref().map(|passage| passage.place.as_str().to_owned()),
            snippet: passage.into_iter().flat_map(|passage| passage.pieces).map(SnippetPieceView::from).collect(),
        }
    }
}

impl SearchAnswerView {
    pub fn new(asked: String, found: SearchResults, page: PageRequest, locale: Locale) -> Self {
        Self {
            total: found.total,
            capped: found.total > MAX_ANSWERS as u64,
            items: found.items.into_iter().map(SearchItemView::from).collect(),
            media: found.media.into_iter().map(MediaView::from).collect(),
            facets: found.facets.into_iter().map(|facet| SearchFacetView::new(facet, locale)).collect(),
            corrected: found.corrected.map(|to| CorrectionView { from: asked, to }),
            index: IndexStateView { state: found.state.into(), behind: found.behind },
            took: found.took,
            page_number: page.number(),
            page_size: page.size(),
        }
    }
}
