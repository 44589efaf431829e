//! Wire types for saving the text of a draft.

use app::editing::drafts::TabText;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::views::statuses::parse_version;

/// A text that replaces that of my draft.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SaveDraftRequest {
    pub text: String,
    /// The id of the version that the text was made from, as the draft gave it.
    pub version: String,
}

impl SaveDraftRequest {
    /// The text in a browser tab, made from the text with a SHA-256.
    pub fn parse(self, tab: String, replaces: String) -> Result<TabText, app::Error> {
        let base = parse_version("version", &self.version)?;
        Ok(TabText { text: self.text, replaces, base, tab })
    }
}
