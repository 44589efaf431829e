//! Wire types for suggested paragraphs.

use app::reading::search::AlikeText;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::views::search::SnippetPieceView;

/// The part of a requirement that suggestions are for.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct PolicySuggestionsQuery {
    /// The id of a clause; default: the whole requirement.
    pub policy_clause_id: Option<String>,
}

/// A paragraph that may answer a requirement, and why it is suggested.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PolicySuggestion)]
pub struct PolicySuggestionView {
    /// The path of the module.
    pub path: String,
    /// The code of the module.
    pub code: String,
    /// The title of the module.
    pub title: String,
    /// As in `/H160/MEL`.
    pub manual_path: String,
    /// The id of the version that was compared; send it with the reference.
    pub version: String,
    /// The HTML id of the paragraph in that version.
    pub anchor: String,
    /// A part of the paragraph; words of the requirement are highlighted.
    pub snippet: Vec<SnippetPieceView>,
    /// Words of the requirement in the paragraph, the rarest first.
    pub words: Vec<String>,
    /// Words of the requirement in the title of the module.
    pub title_words: Vec<String>,
    /// The code in the requirement that names the module.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub named_code: Option<String>,
    /// The paragraph names the code of the requirement.
    pub names_policy_item_code: bool,
}

impl From<AlikeText> for PolicySuggestionView {
    fn from(found: AlikeText) -> Self {
        let AlikeText { module, passage, words, title_words, code, names_code } = found;
        Self {
            path: module.path,
            code: module.head.code,
            title: module.head.title,
            manual_path: domain::path::of_manual(&module.csdb_name, &module.manual_name),
            version: module.version.map(|version| version.to_string()).unwrap_or_default(),
            anchor: passage.anchor,
            snippet: passage.pieces.into_iter().map(SnippetPieceView::from).collect(),
            words,
            title_words,
            named_code: code,
            names_policy_item_code: names_code,
        }
    }
}
