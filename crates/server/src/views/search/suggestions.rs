//! Wire types for suggestions.

use app::reading::search::Offer;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::views::media::MediaView;

/// Default number of suggestions.
const SUGGESTIONS: u32 = 8;

/// The incomplete text.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct SuggestQuery {
    #[serde(default)]
    pub text: String,
    /// Only modules of this database.
    pub csdb_name: Option<String>,
    /// Default: 8; at most 20.
    pub limit: Option<u32>,
}

impl SuggestQuery {
    pub fn limit(&self) -> usize {
        usize::try_from(self.limit.unwrap_or(SUGGESTIONS)).unwrap_or(usize::MAX)
    }
}

/// A suggestion.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Suggestion)]
pub struct SuggestionView {
    pub kind: SuggestionKind,
    /// The text to insert into the search box.
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
    /// Draft, Review, Released or Obsolete; left out for terms.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub status: Option<String>,
}

#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum SuggestionKind {
    Module,
    /// An illustration, sound, video or document.
    Media,
    Term,
}

impl From<Offer> for SuggestionView {
    fn from(offer: Offer) -> Self {
        match offer {
            Offer::Term(text) => {
                Self { kind: SuggestionKind::Term, text, code: None, title: None, path: None, status: None }
            }
            Offer::Media(media) => {
                let media = MediaView::from(*media);
                Self {
                    kind: SuggestionKind::Media,
                    text: media.name,
                    code: Some(media.code),
                    title: None,
                    path: Some(media.path),
                    status: Some(media.status),
                }
            }
            Offer::Module { head, path } => Self {
                kind: SuggestionKind::Module,
                text: head.title.clone(),
                code: Some(head.code),
                title: Some(head.title),
                path: Some(path),
                status: Some(head.status),
            },
        }
    }
}
